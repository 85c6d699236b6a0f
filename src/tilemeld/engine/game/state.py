"""The state of a game: frozen values that events are applied to. It knows everything; views do not."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any

from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Seat, Table, TileId

from .events import Deadline
from .scoring import Result


class Phase(StrEnum):
    """What the game is waiting for."""

    ENTROPY = "entropy"
    """The game has been created: seats may add entropy."""
    STACKS = "stacks"
    """Stacks are being chosen by hand (S5)."""
    REDEAL = "redeal"
    """Whoever has the right to it may ask for a new deal (S7)."""
    TURN = "turn"
    ANNOUNCE = "announce"
    """The active player has taken a tile and may announce the opening (R-13)."""
    VOTE = "vote"
    """The others vote on the active player's new words (W16)."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class LatestTurn:
    """What a seat did in its latest turn: everybody saw it, and may look again."""

    turn: int
    laid: tuple[TileId, ...] = ()
    """The tiles that came from the rack."""
    moved: tuple[TileId, ...] = ()
    """The tiles of the table that lie in another set than before."""
    taken: int = 0


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """A turn that has ended, as everybody at the table saw it: no tile that was taken is in it."""

    seat: Seat
    laid: tuple[TileId, ...] = ()
    taken: int = 0


@dataclass(frozen=True, slots=True)
class SeatState:
    """Everything about one seat."""

    rack: tuple[TileId, ...] = ()
    opened: bool = False
    turns: int = 0
    """How many turns this seat has ended."""
    last_taken: tuple[TileId, ...] = ()
    """The tiles taken in the seat's last turn."""
    announced: bool = False
    """Whether the seat announced in its last turn to open in the next one."""
    left: bool = False
    stand_in: bool = False
    """Whether a bot plays for the seat that was left."""
    allowance_seconds: int = 0
    """More time for each turn (M9)."""
    turn_points: tuple[int, ...] = ()
    """What each turn has scored, where turns do (W10): the rows of the score sheet."""
    given_since: tuple[TileId, ...] = ()
    """The tiles that rulings gave the seat since its last turn: they make no opening possible (R-8)."""
    latest: LatestTurn | None = None

    @property
    def gone(self) -> bool:
        """Whether the seat was left and nobody plays for it: its turns are passed (R-11)."""
        return self.left and not self.stand_in


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote on the new words of a table: everybody may know all of it (W16)."""

    seat: Seat
    """Whose words they are."""
    table: Table
    words: tuple[str, ...]
    late: bool
    left_ms: int | None
    ballots: tuple[tuple[str, ...] | None, ...]
    """For each seat the words it objects to; ``None`` while it has not voted."""
    takes: int = 0
    """The tiles taken at the end of the turn's time although the table is kept (T3)."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """What a turn began with: to be restored when a referee takes it back."""

    active: Seat
    turn: int
    seats: tuple[SeatState, ...]
    table: Table
    bank: tuple[tuple[TileId, ...], ...]
    bank_open: bool
    idle_turns: int
    lap_left: int | None
    history: tuple[PublicTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything about a game, hidden tiles and the server's secret included."""

    rules: Rules
    sets: SetRules
    """The answers of this game to "what is a set, what is it worth, what may a joker be"."""
    version: int
    """How many events have been applied."""
    phase: Phase
    game: int
    previous_starter: Seat | None
    commitment: str
    secret: str | None
    entropy: tuple[str | None, ...]
    seats: tuple[SeatState, ...]
    starter: Seat | None = None
    starter_draws: tuple[tuple[tuple[Seat, TileId], ...], ...] = ()
    deal: int = 0
    """Which deal this is; a redeal is another one."""
    stacks: tuple[tuple[TileId, ...], ...] = ()
    """What is left to choose from while stacks are chosen by hand; the odd one is last."""
    stacks_chosen: int = 0
    table: Table = ()
    bank: tuple[tuple[TileId, ...], ...] = ()
    """The stacks of the bank; the first one is drawn from."""
    bank_open: bool = True
    """Whether the first stack has been opened; if not, the next player to draw chooses one (S6)."""
    active: Seat | None = None
    turn: int = 0
    deadline: Deadline | None = None
    turn_deadline_at: int | None = None
    """When the time of the whole turn ends, which also bounds the moment to announce."""
    waiting: tuple[TileId, ...] = ()
    """Tiles that the active player was given by a ruling in this turn: they wait for the next one (P1)."""
    idle_turns: int = 0
    lap_left: int | None = None
    lap_cause: str | None = None
    round_over: bool = False
    redeals_asked_by: tuple[Seat, ...] = ()
    paused_at: int | None = None
    pause_reason: str | None = None
    this_turn: TurnStart | None = None
    last_turn: TurnStart | None = None
    result: Result | None = None
    words: str | None = None
    """The hash of the list of words that the game is played with (W8)."""
    vote: Vote | None = None
    approved: tuple[str, ...] = ()
    """The words that the others have found to belong to the theme (W16)."""
    rejected: tuple[str, ...] = ()
    """The words that they have not."""
    history: tuple[PublicTurn, ...] = ()
    """Every turn that has ended, the first one first; a turn that was taken back is not in it."""

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self.seats)

    @property
    def bank_count(self) -> int:
        """How many tiles the bank holds."""
        return sum(map(len, self.bank))

    def next_seat(self, seat: Seat) -> Seat:
        """Return the seat to the left: play goes clockwise (S3)."""
        return Seat((seat + 1) % len(self.seats))


_PLACES = {item.name: place for place, item in enumerate(fields(GameState))}
_VALUES = attrgetter(*_PLACES)


def change_state(state: GameState, changes: Mapping[str, Any]) -> GameState:
    """Return the state with some fields changed: ``dataclasses.replace``, in half its time."""
    values = list(_VALUES(state))
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return GameState(*values)
