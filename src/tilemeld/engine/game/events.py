"""Events: what happened, with its outcome. Replaying them never rolls dice, reads a clock or judges.

In an event with secret contents the secret part is optional: ``redact`` removes it.
"""

from dataclasses import dataclass, field
from typing import Literal

from tilemeld.engine.errors import Refusal
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import PLAYERS, Seat, Table, TileId

from .scoring import Result

DeadlineKind = Literal["stack", "redeal", "turn", "announce", "vote"]


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when something may be done, in milliseconds of the server's clock."""

    kind: DeadlineKind
    at: int


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was created; the commitment binds the server to its secret."""

    rules: Rules
    players: int = field(metadata=PLAYERS)
    game: int
    previous_starter: Seat | None
    commitment: str
    secret: str | None
    """Hidden until the game is over."""
    words: str | None = None
    """The hash of the list of words that the game is played with; another after ``+`` is the theme's (W8)."""


@dataclass(frozen=True, slots=True)
class EntropyAdded:
    """A seat added its randomness."""

    seat: Seat
    entropy: str


@dataclass(frozen=True, slots=True)
class StarterChosen:
    """Who starts, and the tiles drawn for it: one round, then one for each tie (S1)."""

    starter: Seat
    draws: tuple[tuple[tuple[Seat, TileId], ...], ...]


@dataclass(frozen=True, slots=True)
class StacksBuilt:
    """The shuffled tiles are in stacks, to be chosen by hand (S5)."""

    deal: int
    sizes: tuple[int, ...]
    stacks: tuple[tuple[TileId, ...], ...] | None
    """Hidden from everybody."""
    chooser: Seat
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class StackChosen:
    """A stack went to a rack; the next player chooses, or all have chosen."""

    seat: Seat
    receiver: Seat
    stack: int
    by_chance: bool
    chooser: Seat | None
    deadline: Deadline | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody has a rack; the rest is the bank. Where a redeal is possible, its window is open."""

    deal: int
    racks: tuple[tuple[TileId, ...] | None, ...]
    """One rack for each seat; hidden from the other seats."""
    bank: tuple[tuple[TileId, ...], ...] | None
    """The stacks of the bank, the first is drawn from first; hidden from everybody."""
    bank_sizes: tuple[int, ...]
    deadline: Deadline | None


@dataclass(frozen=True, slots=True)
class RedealAsked:
    """A player with the right to it asked for a new deal; who it was is hidden until the end (R-4)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class RedealSkipped:
    """The only person at the table did not want to wait for the end of the window for a new deal (R-4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player's turn and its time began."""

    seat: Seat
    turn: int
    deadline: Deadline | None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of a turn ran out with this draft, and how it was judged (T2–T4, T6, T11)."""

    seat: Seat
    verdict: Literal["untouched", "disorder", "salvaged", "undone", "stands", "emptied"]
    draft: Table | None


@dataclass(frozen=True, slots=True)
class MistakeMade:
    """In strict play an invalid table was confirmed, and everything was undone (T5)."""

    seat: Seat
    draft: Table
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class TilesLaid:
    """A player laid tiles: the whole table after it, and which tiles came from the rack."""

    seat: Seat
    table: Table
    laid: tuple[TileId, ...]
    opening: bool
    points: int = 0
    """What the turn scores, doubled if it is a double (W10, W11)."""
    word: str = ""
    """The word that scores."""
    double: bool = False
    """Whether the whole rack was laid in one turn (W11)."""


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """A player's table is valid, and the others vote on its new words; the turn's clock is stopped (W16)."""

    seat: Seat
    table: Table
    words: tuple[str, ...]
    late: bool
    """Whether the turn's time is over, so that it cannot go on after a no."""
    left_ms: int | None
    """What was left of the turn's time."""
    deadline: Deadline
    takes: int = 0
    """The tiles taken at the end of the time although the table is kept (T3)."""


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A player voted: against these words, and for the others."""

    seat: Seat
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """The vote is over; each word is settled for the rest of the game."""

    seat: Seat
    approved: tuple[str, ...]
    rejected: tuple[str, ...]
    deadline: Deadline | None
    """The turn's time, if the turn goes on."""


TakeCause = Literal["choice", "time-up", "mistake", "ruling", "refill"]


@dataclass(frozen=True, slots=True)
class TilesTaken:
    """A player took tiles from the bank."""

    seat: Seat
    count: int
    tiles: tuple[TileId, ...] | None
    """Hidden from the other seats."""
    stack: int
    """Which stack of the bank the last of them came from, as the stacks stood before."""
    cause: TakeCause
    reason: str
    """The referee's reason, for a ruling."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A player neither laid nor took."""

    seat: Seat
    cause: Literal["choice", "time-up", "mistake", "left"]


@dataclass(frozen=True, slots=True)
class AnnounceOpened:
    """After taking, a moment to announce the opening began (R-13)."""

    seat: Seat
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class Announced:
    """A player announced an opening on the next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn ended."""

    seat: Seat
    idle_turns: int
    """How many turns in a row, begun with an empty bank, nobody has laid in (E2)."""
    lap_left: int | None
    """How many turns of the last lap are left, if it has begun."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The time of the tournament round is over; the turn in progress is played to its end (R-7)."""


@dataclass(frozen=True, slots=True)
class LastLapBegan:
    """From the next player on, everybody has one more turn (E2), or all with fewer turns have (W15)."""

    cause: Literal["bank-empty", "round-time", "rack-empty"]
    turns: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: racks, scores, the server's secret and who asked for a redeal are revealed."""

    result: Result
    secret: str
    redeals_asked_by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock and the game stopped."""

    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game resumed, with the time that was left."""

    deadline: Deadline | None
    turn_deadline_at: int | None


@dataclass(frozen=True, slots=True)
class AllowanceGiven:
    """A seat has more time from its next turn on (M9)."""

    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left for good; a bot plays on or the turns are passed (R-11)."""

    seat: Seat
    stand_in: bool


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A player took the seat back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnRestarted:
    """By a referee's ruling the turn in progress was restarted."""

    seat: Seat
    reason: str
    deadline: Deadline | None


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """By a referee's ruling the last finished turn was undone; its player has the turn again."""

    seat: Seat
    reason: str
    deadline: Deadline | None


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """By a referee's ruling a score of the finished game was corrected, and perhaps who won it."""

    seat: Seat
    points: int
    winners: tuple[Seat, ...]
    big_points: int
    """The seat's big points from now on."""
    reason: str


Event = (
    GameCreated
    | EntropyAdded
    | StarterChosen
    | StacksBuilt
    | StackChosen
    | Dealt
    | RedealAsked
    | RedealSkipped
    | TurnStarted
    | TimeUp
    | MistakeMade
    | TilesLaid
    | VoteOpened
    | VoteCast
    | VoteClosed
    | TilesTaken
    | Passed
    | AnnounceOpened
    | Announced
    | TurnEnded
    | RoundEnded
    | LastLapBegan
    | GameEnded
    | Paused
    | Resumed
    | AllowanceGiven
    | SeatLeft
    | SeatReturned
    | TurnRestarted
    | TurnTakenBack
    | ScoreCorrected
)
