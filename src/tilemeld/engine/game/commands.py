"""Commands: what people, clocks and referees ask of a game. Each is answered with events or refusals."""

from dataclasses import dataclass, field

from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import PLAYERS, Seat, Table


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Create a game; the server commits to its secret."""

    rules: Rules
    players: int = field(metadata=PLAYERS)
    game: int = 1
    """Which game of a match this is."""
    previous_starter: Seat | None = None
    """Who started the game before this one (S2)."""


@dataclass(frozen=True, slots=True)
class AddEntropy:
    """Add a seat's randomness to the shuffle, after the server has committed to its secret."""

    seat: Seat
    entropy: str
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Close the time for entropy: draw for the starter and deal."""


@dataclass(frozen=True, slots=True)
class ChooseStack:
    """Choose a stack to keep or to give away, where stacks are chosen by hand (S5)."""

    seat: Seat
    stack: int
    """The place of the stack among those that are left, counted from 0."""
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class AskRedeal:
    """Ask for a new deal with the tiles that give the right to it (S7, W4)."""

    seat: Seat
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class SkipRedeal:
    """Begin without the rest of the window for a new deal: for whoever plays against bots alone (R-4)."""

    seat: Seat
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Confirm:
    """End the turn by laying tiles: the whole table as it should be."""

    seat: Seat
    table: Table
    seen: int | None = field(default=None, kw_only=True)
    """The version of the game that the player looked at."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take a tile instead of laying (P1)."""

    seat: Seat
    stack: int | None = None
    """Which stack to open, where the open one is used up and stacks are chosen by hand (S6)."""
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, which is possible only with an empty bank (E2)."""

    seat: Seat
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce, right after taking a tile, an opening on the next turn (E7, R-13)."""

    seat: Seat
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the moment for announcing (R-13)."""

    seat: Seat
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on the new words of another player: silence about a word is yes (W16, R-16)."""

    seat: Seat
    against: tuple[str, ...] = ()
    """The words that do not belong to the theme."""
    seen: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class ExpireDeadline:
    """Report that the running time is up, with the half-built table of the player."""

    draft: Table | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """Report that the time of the tournament round is over (T10)."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock and the game."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume, with the time that was left."""


@dataclass(frozen=True, slots=True)
class GiveAllowance:
    """Give a seat more time for each of its turns (M9)."""

    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game for good; a bot takes the seat or its turns are passed (R-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """Take a seat back that was left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RestartTurn:
    """A referee's ruling: the turn in progress is restarted, with its full time (M5)."""

    reason: str


@dataclass(frozen=True, slots=True)
class TakeBackTurn:
    """A referee's ruling: the last finished turn is undone and played again (M5)."""

    reason: str


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """A referee's ruling: a seat takes tiles from the bank (M5)."""

    seat: Seat
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """A referee's ruling: a seat's score of a finished game is corrected (M5)."""

    seat: Seat
    points: int
    """The score that counts from now on."""
    reason: str
    won: bool | None = None
    """Whether the seat has won, where the ruling changes that (E8)."""


SeatCommand = (
    AddEntropy | ChooseStack | AskRedeal | SkipRedeal | Confirm | Take | Pass | Announce | EndTurn | CastVote
)
"""What players do from their own seat; refused when the player looked at an older version."""

TableCommand = (
    CreateGame
    | BeginGame
    | ExpireDeadline
    | EndRound
    | Pause
    | Resume
    | GiveAllowance
    | Leave
    | Return
    | RestartTurn
    | TakeBackTurn
    | GivePenalty
    | CorrectScore
)
"""What the server, the table as a whole or a referee does."""

Command = SeatCommand | TableCommand
