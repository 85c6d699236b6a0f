"""Facts: everything that can be written into the log of a tournament. Each is signed and can be undone.

Facts know players by number; names are stored separately, where they can be erased.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json, carry_names, from_json
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.format import Format
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.wishes import Wishes

VALUE_LIMIT = 40
"""How much of an invalid value is quoted."""

Role = Literal["director", "head-referee", "referee", "player", "server"]
RulingKind = Literal[
    "restart-turn",
    "take-back-turn",
    "penalty-tiles",
    "correct-score",
    "points",
    "restore-table",
    "other",
]
"""The rulings of a referee (M5); "points" takes small points away, "restore-table" is T9."""


@dataclass(frozen=True, slots=True)
class TournamentOpened:
    """A tournament was created."""

    name: str
    format: Format
    seed: str
    """The seed of every draw."""


@dataclass(frozen=True, slots=True)
class FormatChanged:
    """The director changed the format."""

    format: Format


@dataclass(frozen=True, slots=True)
class TournamentRenamed:
    """The director gave the tournament another name."""

    name: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A person joined with a code; undoing it takes the role away again."""

    person: str
    role: Role
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who enters: a number, the rating, and the number of the card with the name."""

    id: str
    rating: int = 0


@dataclass(frozen=True, slots=True)
class PlayersEntered:
    """Players entered the tournament, before its start or late."""

    players: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class RatingChanged:
    """A player's rating was corrected; it matters for the draw before there are results."""

    player: str
    rating: int


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """A player is here."""

    player: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A player leaves the tournament; what was played counts."""

    player: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left is back."""

    player: str


@dataclass(frozen=True, slots=True)
class Substituted:
    """A substitute plays for a player, with the same score; each round keeps who sat there."""

    player: str
    substitute: str
    """The number of the substitute's card."""
    round: int | None = None
    """From which round on; ``None``: from the next one."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a plan for the day."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatingDrawn:
    """A proposal for a round's seating; a new one replaces it."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    method: str = "hand"
    seed: str = ""


@dataclass(frozen=True, slots=True)
class WishesStated:
    """The director stated what is wished for the seating, instead of what was wished before."""

    wishes: Wishes


@dataclass(frozen=True, slots=True)
class DayPlanned:
    """The seating of all rounds that are left was drawn in advance, for everybody to see."""

    rounds: tuple[PlannedRound, ...]


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Two players were swapped by hand in a proposal."""

    round: int
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class SeatingPublished:
    """The seating of a round was published."""

    round: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table of a round was opened on this server."""

    round: int
    table: int
    lobby_table: str


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock of a round was started or resumed."""

    round: int


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock of a round was paused."""

    round: int


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """A round has more time, or less."""

    round: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TimeEnded:
    """The time of a round is over: every table finishes its turn and plays its last turns (T10, E2, R-7)."""

    round: int


@dataclass(frozen=True, slots=True)
class AllowanceGiven:
    """A player has more time for every turn (M9)."""

    player: str
    seconds: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """The result of a game."""

    round: int
    table: int
    game: int
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """A player of the table, or the desk, confirms a result."""

    round: int
    table: int
    game: int
    player: str | None = None
    """The player who confirms; ``None``: the desk."""
    seen: int | None = None
    """The entry of the result that is confirmed; ``None``: whatever it is by now."""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """By a ruling another result of the whole table counts; an online game follows it."""

    round: int
    table: int
    game: int
    sheet: Sheet
    anyway: bool = False
    """Whether the referee insists although the sums do not add up (M3)."""
    seen: int | None = None
    """The entry of the result that is corrected: if another counts by now, this is refused."""


@dataclass(frozen=True, slots=True)
class GameSkipped:
    """A game was not started because the time of the round was over."""

    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """A table calls the referee; its clock stops after the turn (M5)."""

    round: int
    table: int
    player: str | None = None
    turn: int = 0
    """The turn of the online game at that moment, which is played to its end."""
    game: int | None = None
    """The game whose result the caller says is wrong; ``None``: the call is about something else."""


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """The referee has been there."""

    call: int
    """The number of the entry in which the table called."""


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A referee has ruled; rulings are final (M5)."""

    round: int
    table: int
    kind: RulingKind
    player: str | None = None
    value: int = 0
    """How many tiles or points."""
    game: int | None = None


@dataclass(frozen=True, slots=True)
class RackSeen:
    """A referee looked at hidden tiles of a table."""

    round: int
    table: int
    game_id: str


@dataclass(frozen=True, slots=True)
class ConductReported:
    """Unsporting conduct was reported (M6); never public."""

    player: str


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A referee warned a player (M6); never public."""

    player: str


@dataclass(frozen=True, slots=True)
class Excluded:
    """The head referee excluded a player, after a warning (M6)."""

    player: str


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """The tournament is over."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An entry does not count any more; undoing this one brings it back."""

    entry: int


WritableFact = (
    FormatChanged
    | TournamentRenamed
    | RatingChanged
    | CheckedIn
    | Withdrawn
    | Returned
    | SeatingDrawn
    | WishesStated
    | SeatsSwapped
    | SeatingPublished
    | ClockStarted
    | ClockPaused
    | TimeAdded
    | TimeEnded
    | AllowanceGiven
    | ResultEntered
    | ResultConfirmed
    | ResultCorrected
    | GameSkipped
    | CallAnswered
    | ConductReported
    | WarningGiven
    | Excluded
    | TournamentEnded
    | Undone
)
"""What a person may write into the log as it is."""
ServerFact = (
    TournamentOpened
    | RoleGiven
    | PlayersEntered
    | Substituted
    | DayPlanned
    | TableOpened
    | RefereeCalled
    | RulingMade
    | RackSeen
)
"""What the server writes, since more has to be done than to write it down."""
Fact = WritableFact | ServerFact
FORMER_NAMES: Mapping[type, str] = {TournamentOpened: "event-opened", TournamentEnded: "event-ended"}
"""What logs call a fact that has another name here: they are sealed, and were begun under that name."""


FACTS: Mapping[str, type] = carry_names(get_args(Fact), FORMER_NAMES)
"""Every fact by its name in JSON: ``CheckedIn`` is ``checked-in``."""


def read_fact(data: Json) -> WritableFact:
    """Read a fact from a request; ``TournamentError`` names the invalid field.

    >>> read_fact({"type": "withdrawn", "player": "P1"})
    Withdrawn(player='P1')
    """
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in FACTS:
        raise tournament_error("tournament/fact-unknown", kind=_quoted(kind))
    try:
        fact: Fact = from_json(Fact, data)  # type: ignore[arg-type]  # a union is a type to the codec
    except RecordError as error:
        raise _fault(data, str(error.params.get("path", "$"))) from None
    if isinstance(fact, ServerFact):
        raise tournament_error("tournament/server-only", what=kind)
    return fact


def _fault(data: Json, path: str) -> TournamentError:
    """Say why a fact could not be read: a field is missing, or its value is invalid."""
    value: Json = data
    for name, at in re.findall(r"\.([^.\[]+)|\[(\d+)\]", path):
        if isinstance(value, dict) and name not in value:
            return tournament_error("tournament/fact-lacks", field=name)
        value = (
            value[int(at)] if isinstance(value, list) else value[name] if isinstance(value, dict) else None
        )
    names = re.findall(r"[^$.\[\]]+", path) or ["type"]
    field = next((name for name in reversed(names) if not name.isdigit()), names[0])
    return tournament_error("tournament/fact-value", field=field, value=_quoted(value))


def _quoted(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= VALUE_LIMIT else text[:VALUE_LIMIT] + "…"
