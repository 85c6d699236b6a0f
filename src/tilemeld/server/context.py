"""The context: everything that an endpoint may need."""

from dataclasses import dataclass

from tilemeld.server.limits.client_address import ClientAddresses
from tilemeld.server.limits.holdings import Holdings
from tilemeld.server.limits.request_limits import RequestLimits
from tilemeld.server.live.health import Health
from tilemeld.server.live.last_seen import LastSeen
from tilemeld.server.live.presence import Presence
from tilemeld.server.live.view_encoding import ViewEncoder
from tilemeld.service.guests.device_codes import DeviceCodes
from tilemeld.service.guests.guests import Guests
from tilemeld.service.limits.disk_guard import DiskGuard
from tilemeld.service.live.drafts import Drafts
from tilemeld.service.live.game_log import GameLog
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.table_actions import TableActions
from tilemeld.service.live.table_quotas import TableQuotas
from tilemeld.service.ports import Bus, Clock, WriteStore
from tilemeld.service.study.analyses import Analyses
from tilemeld.service.study.dictionary import Dictionary
from tilemeld.service.study.foreign_records import Reading
from tilemeld.service.study.solver_queue import SolverQueue
from tilemeld.service.tournament.ports import Press
from tilemeld.service.tournament.referees import Referees
from tilemeld.service.tournament.tournaments import Tournaments
from tilemeld.service.tournament.turn_clocks import TurnClocks

from .metrics import Metrics
from .settings import Limits


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the server that connections, calls and pages need."""

    games: GameLog
    tables: Lobby
    drafts: Drafts
    play: TableActions
    guests: Guests
    device_codes: DeviceCodes
    analyses: Analyses
    reading: Reading
    solving: SolverQueue
    dictionary: Dictionary
    tournaments: Tournaments
    referees: Referees
    table_clocks: TurnClocks
    press: Press
    writes: WriteStore
    bus: Bus
    clock: Clock
    encoder: ViewEncoder
    presence: Presence
    health: Health
    metrics: Metrics
    client_addresses: ClientAddresses
    last_seen: LastSeen
    limits: Limits
    request_limits: RequestLimits
    disk_guard: DiskGuard
    connections_held: Holdings
    """The connections of each address."""
    windows_held: Holdings
    """The connections of each person."""
    table_quotas: TableQuotas
