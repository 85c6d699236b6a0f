"""The desk: everything that an answer may need, handed to whoever answers."""

from dataclasses import dataclass

from tilemeld.service.analyses import Analyses
from tilemeld.service.drafts import Drafts
from tilemeld.service.games import Games
from tilemeld.service.people import Guests
from tilemeld.service.play import Play
from tilemeld.service.ports import Bus, Clock
from tilemeld.service.referees import Referees
from tilemeld.service.solving import Solving
from tilemeld.service.table_clocks import TableClocks
from tilemeld.service.tables import Tables
from tilemeld.service.tournament_ports import Press
from tilemeld.service.tournaments import Tournaments
from tilemeld.service.words import Dictionary

from .callers import Callers
from .encoding import Wire
from .limits import Buckets
from .metrics import Metrics
from .rooms import Rooms
from .settings import Limits
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
    questions: Buckets
    """How often one address may ask solver and coach."""
