"""The desk: everything that an answer may need, handed to whoever answers."""

from dataclasses import dataclass

from tilemeld.server.http.client_address import Callers
from tilemeld.server.http.request_limits import Toll
from tilemeld.server.live.last_seen import Whereabouts
from tilemeld.server.live.presence import Rooms
from tilemeld.server.live.view_encoding import Wire
from tilemeld.service.guests.guests import Guests
from tilemeld.service.limits.quotas import TableQuotas
from tilemeld.service.live.drafts import Drafts
from tilemeld.service.live.game_log import Games
from tilemeld.service.live.lobby import Tables
from tilemeld.service.live.table_actions import Play
from tilemeld.service.ports import Bus, Clock
from tilemeld.service.study.analyses import Analyses
from tilemeld.service.study.dictionary import Dictionary
from tilemeld.service.study.foreign_records import Reading
from tilemeld.service.study.solver_queue import Solving
from tilemeld.service.tournament.ports import Press
from tilemeld.service.tournament.referees import Referees
from tilemeld.service.tournament.tournaments import Tournaments
from tilemeld.service.tournament.turn_clocks import TableClocks

from .metrics import Metrics
from .settings import Limits


@dataclass(frozen=True, slots=True)
class Desk:
    """What sockets, calls and pages need."""

    games: Games
    tables: Tables
    drafts: Drafts
    play: Play
    guests: Guests
    analyses: Analyses
    reading: Reading
    solving: Solving
    dictionary: Dictionary
    tournaments: Tournaments
    referees: Referees
    table_clocks: TableClocks
    press: Press
    bus: Bus
    clock: Clock
    wire: Wire
    rooms: Rooms
    metrics: Metrics
    callers: Callers
    whereabouts: Whereabouts
    limits: Limits
    toll: Toll
    table_quotas: TableQuotas
