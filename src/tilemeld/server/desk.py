"""The desk: everything that an answer may need, handed to whoever answers."""

from dataclasses import dataclass

from tilemeld.service.analyses import Analyses
from tilemeld.service.drafts import Drafts
from tilemeld.service.games import Games
from tilemeld.service.people import Guests
from tilemeld.service.play import Play
from tilemeld.service.ports import Bus, Clock
from tilemeld.service.quotas import TableQuotas
from tilemeld.service.referees import Referees
from tilemeld.service.sent_records import Reading
from tilemeld.service.solving import Solving
from tilemeld.service.table_clocks import TableClocks
from tilemeld.service.tables import Tables
from tilemeld.service.tournament_ports import Press
from tilemeld.service.tournaments import Tournaments
from tilemeld.service.words import Dictionary

from .callers import Callers
from .encoding import Wire
from .metrics import Metrics
from .rooms import Rooms
from .settings import Limits
from .toll import Toll
from .whereabouts import Whereabouts


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
