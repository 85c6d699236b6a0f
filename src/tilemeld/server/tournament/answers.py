"""Answers of the tournament API: one struct for each."""

from typing import Any

from msgspec import Struct

from tilemeld.server.live.protocol import RefusalInfo


class EventLine(Struct):
    """A tournament in a person's list."""

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
    """The tournaments of a person, the newest first."""

    events: list[EventLine]


class EventMade(Struct):
    """A tournament, and the codes that give roles in it."""

    event: str
    director: str
    head_referee: str
    referee: str


class FoundEvent(Struct):
    """The tournament that a code belongs to."""

    event: str
    role: str | None
    """The role that the code gives; ``null``: it is the tournament's own code, for its public page."""


class MyRole(Struct):
    """A person's role in a tournament; for players also where they sit in the last published round."""

    event: str
    role: str
    who: str
    name: str
    player: str | None = None
    """The person's player number; a director may play too."""
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
    """The clocks of a tournament, for pages that count down by themselves."""

    now: int
    clocks: list[ClockInfo]


class PlayerLine(Struct):
    """A line of a list as it was read: a player, or why it is not one."""

    line: int
    name: str
    public_name: str
    club: str
    rating: int
    known: bool
    """Whether a player of this name is in the tournament already."""
    problem: RefusalInfo | None


class PlayersRead(Struct):
    """A list as it was read; nothing is entered yet."""

    lines: list[PlayerLine]


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
    """The author's name, if known; for a role that was given, who took it."""


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
    """The additional cost of the rounds planned after this one, if they stay as planned."""


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
    """Whether this player's code has been used."""


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
    """What the proposal costs; ``null`` once it is published."""
    final: bool
    lobby_tables: dict[str, str]
    clock_total_ms: int | None
    clock_left_ms: int | None
    clock_running: bool
    clock_over: bool


class EventView(Struct):
    """A tournament as the desk sees it."""

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
    """What applies at real tables only (M8)."""
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
    """Every code of a tournament; for the director."""

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
