"""What the HTTP API of tournaments hears and answers: one struct for each body and each answer."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tilemeld.tournament.format import Criterion

from .api import House, ShortText
from .protocol import RefusalInfo

Text = Annotated[str, Meta(max_length=500)]
EntryId = Annotated[str, Meta(max_length=40)]
RoundNumber = Annotated[int, Meta(ge=1, le=41)]
TableNumber = Annotated[int, Meta(ge=1, le=400)]


class _Body(Struct, forbid_unknown_fields=True):
    pass


class FormatWish(_Body):
    """The format of an event; house rules override single fields of the profile."""

    profile: ShortText = "pl-tournament"
    house: House = {}
    rounds: Annotated[int, Meta(ge=1, le=40)] = 4
    games: Annotated[int, Meta(ge=1, le=20)] = 3
    round_minutes: Annotated[int, Meta(ge=1, le=600)] | None = 90
    first_draw: Literal["random", "rating", "swiss"] = "random"
    later_draw: Literal["fewest", "swiss", "random"] = "fewest"
    smallest: Literal[2, 3, 4] = 3
    equalise: Literal["none", "four-thirds"] = "none"
    tie_breaks: Annotated[list[Criterion], Meta(max_length=8)] = msgspec.field(
        default_factory=lambda: ["wins", "direct", "best-game", "fewest-penalties"]
    )
    confirm: Literal["table", "desk"] = "table"
    final: Literal["none", "table"] = "none"
    cut_after: Annotated[int, Meta(ge=1, le=40)] | None = None
    cut_to: Annotated[int, Meta(ge=2, le=1000)] = 16
    place: Literal["hall", "online"] = "hall"
    spectators: bool = True


class EventLine(Struct):
    """An event in the list of one's own."""

    event: str
    name: str
    role: str
    opened_at: int
    ended: bool
    players: int
    round: int
    """The last published round; 0 before the first."""
    rounds: int
    place: str


class EventList(Struct):
    """The events in which one has a part, the newest first."""

    events: list[EventLine]


class NewEvent(_Body):
    """An event to be set up."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    format: FormatWish = msgspec.field(default_factory=FormatWish)


class EventMade(Struct):
    """An event, and the codes that give roles in it."""

    event: str
    director: str
    head_referee: str
    referee: str


class CodeWish(_Body):
    """A code to come in with."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class FoundEvent(Struct):
    """The event that a code belongs to."""

    event: str
    role: str | None
    """The role that the code gives; none: it is the code of the event, for its public page."""


class MyRole(Struct):
    """As whom one signs in an event; for players also where they sit in the last published round."""

    event: str
    role: str
    who: str
    name: str
    player: str | None = None
    """Which player one is; a director may play, too."""
    round: int | None = None
    table: int | None = None
    seat: int | None = None
    lobby_table: str | None = None
    """The online table to go to."""


class ClockInfo(Struct):
    """The clock of a round at a moment of the server's time."""

    round: int
    left_ms: int | None
    running: bool
    over: bool


class Clocks(Struct):
    """The clocks of an event, for pages that count down by themselves."""

    now: int
    clocks: list[ClockInfo]


class PlayerWish(_Body):
    """A player: the name, and what the public sees instead of it, if anything."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    public_name: Annotated[str, Meta(max_length=60)] = ""
    club: Annotated[str, Meta(max_length=60)] = ""
    rating: Annotated[int, Meta(ge=-100_000, le=100_000)] | None = None
    """None: as it is."""


class PlayersWish(_Body):
    """Players to enter: text as typed, pasted or from a CSV file; a long list comes in several parts."""

    text: Annotated[str, Meta(min_length=1, max_length=8_000)]
    id: EntryId = ""


class PlayerLine(Struct):
    """A line of a list as it was read: a player, or why it is none."""

    line: int
    name: str
    public_name: str
    club: str
    rating: int
    known: bool
    """Whether somebody of this name is in the event already."""
    problem: RefusalInfo | None


class PlayersRead(Struct):
    """A list as it was read; nothing is entered yet."""

    lines: list[PlayerLine]


class SubstituteWish(_Body):
    """Who plays on for a player, and why."""

    name: PlayerWish
    why: Text = ""
    id: EntryId = ""


class DraftWish(_Body):
    """A round to be drawn; another seed gives another draft."""

    round: RoundNumber
    seed: Annotated[str, Meta(max_length=60)] | None = None


class SwapWish(_Body):
    """Two players to be swapped, to see what it would cost."""

    round: RoundNumber
    one: Annotated[str, Meta(max_length=20)]
    other: Annotated[str, Meta(max_length=20)]


class FactWish(_Body):
    """A fact for the log, with its reason; docs/tournaments.md lists them."""

    fact: dict[str, Any]
    why: Text = ""
    id: EntryId = ""
    """The client's own name for it: the same id again is answered with the entry that it wrote."""


class RulingWish(_Body):
    """A ruling: an online game does it at once."""

    round: RoundNumber
    table: TableNumber
    kind: Literal["restart-turn", "take-back-turn", "penalty-tiles", "points", "restore-table", "other"]
    """A score is put right for the whole table at once, with the fact ``result-corrected``."""
    why: Annotated[str, Meta(min_length=1, max_length=500)]
    player: Annotated[str, Meta(max_length=20)] | None = None
    value: Annotated[int, Meta(ge=-9_999, le=9_999)] = 0
    game: Annotated[int, Meta(ge=1, le=20)] | None = None


class LookWish(_Body):
    """A look at the hidden tiles of an online table; it is written into the log with its reason."""

    round: RoundNumber
    table: TableNumber
    why: Annotated[str, Meta(min_length=1, max_length=500)]


class CallWish(_Body):
    """A table calls the referee."""

    round: RoundNumber
    table: TableNumber
    why: Text = ""


class Looked(Struct):
    """The racks of a table, seat by seat."""

    game: str
    version: int
    table: list[list[str]]
    racks: list[list[str]]


class TableHistory(Struct):
    """What happened at a table, without anything hidden."""

    events: list[dict[str, Any]]


class EntryInfo(Struct):
    """An entry of the log."""

    number: int
    at: int
    role: str
    who: str
    fact: dict[str, Any]
    why: str
    counts: bool
    """Whether it was not undone."""
    seal: str
    name: str = ""
    """Who that is, as far as it is known; for a role that was given, who took it."""


class Written(Struct):
    """The entry that was written."""

    entry: EntryInfo


class LogInfo(Struct):
    """The whole log."""

    entries: list[EntryInfo]


class CostInfo(Struct):
    """What a seating costs, in numbers and in words."""

    repeats: int
    worst: int
    short_again: int
    byes_again: int
    distance: int
    seats: int
    total: int
    lines: list[str]
    pairs: list[tuple[str, str, int]]
    """Who meets again, and how often they have then met."""
    later: int
    """How much more the rounds cost that are planned after this one, if they stay as planned."""


class RoundDraft(Struct):
    """A drawn round."""

    round: int
    tables: list[list[str]]
    byes: list[str]
    cost: CostInfo


class EventPlayer(Struct):
    """A player, for the desk."""

    id: str
    name: str
    public_name: str
    club: str
    rating: int
    status: str
    checked_in: bool
    late: bool
    allowance_seconds: int
    warnings: int
    reports: int
    may_be_excluded: bool
    substitutes: list[str]
    came_in: bool
    """Whether somebody came in with this player's code."""


class EventRow(Struct):
    """A line of the standings, explained."""

    place: int
    player: str
    name: str
    big_points: int
    points: str
    wins: int
    games: int
    best_game: str
    penalties: int
    penalty_points: int
    byes: int
    unconfirmed: int
    because: str
    criterion: str
    """What decided against the next, and both values; empty where nothing did."""
    mine: str
    theirs: str


class EventCall(Struct):
    """A table's call."""

    number: int
    round: int
    table: int
    player: str | None
    at: int
    why: str
    answered: bool


class EventResult(Struct):
    """A result with who entered and confirmed it."""

    table: int
    game: int
    points: list[int]
    winners: list[int]
    racks: list[int] | None
    ended: str
    confirmed: bool
    corrected: bool
    entry: int
    by: str


class EventRound(Struct):
    """A round, for the desk."""

    round: int
    method: str
    published: bool
    tables: list[list[str]]
    byes: list[str]
    results: list[EventResult]
    missing: list[tuple[int, int]]
    skipped: list[tuple[int, int]]
    cost: CostInfo | None
    """What the draft costs; none once it is published."""
    final: bool
    lobby_tables: dict[str, str]
    clock_total_ms: int | None
    clock_left_ms: int | None
    clock_running: bool
    clock_over: bool


class EventView(Struct):
    """An event as the desk sees it."""

    event: str
    code: str
    """Four letters by which everybody finds the public page."""
    name: str
    version: int
    role: str
    ended: bool
    format: dict[str, Any]
    players: list[EventPlayer]
    rounds: list[EventRound]
    standings: list[EventRow]
    calls: list[EventCall]
    real_table: list[str]
    """What holds at real tables only (M8)."""
    settlement: str
    """How a table is settled that nobody can restore (T9)."""
    real_table_keys: list[str]
    """The same sentences by name, for pages in other languages."""
    settlement_key: str


class CodeInfo(Struct):
    """A code that gives a role."""

    role: str
    player: str | None
    name: str
    code: str


class Codes(Struct):
    """Every code of an event; for the director."""

    codes: list[CodeInfo]


class EventGame(Struct):
    """A game of a player."""

    round: int
    table: int
    game: int
    seat: int
    points: str
    written: int
    big_points: int
    won: bool
    opponents: list[str]


class PlayerGames(Struct):
    """The games behind a player's place."""

    player: str
    games: list[EventGame]
