"""Answers of the tournament API: one struct for each."""

from typing import Annotated

from msgspec import Meta, Raw, Struct

from tilemeld.server.live.protocol import EngineEvents, RefusalInfo
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.state import Call
from tilemeld.tournament.results.standings import GameScore
from tilemeld.tournament.seating.seating import Cost

FactInfo = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Fact"})]
"""A fact of the log with all its fields."""


class TournamentLine(Struct, kw_only=True):
    """A tournament in a person's list."""

    tournament: str
    name: str
    role: str
    opened_at: int
    ended: bool
    players: int
    round: int
    """The last published round; 0 before the first."""
    rounds: int
    place: str


class TournamentList(Struct, kw_only=True):
    """The tournaments of a person, the newest first."""

    tournaments: list[TournamentLine]


class TournamentMade(Struct, kw_only=True):
    """A tournament, and the codes that give roles in it."""

    tournament: str
    director: str
    head_referee: str
    referee: str


class FoundTournament(Struct, kw_only=True):
    """The tournament that a code belongs to."""

    tournament: str
    role: str | None
    """The role that the code gives; ``null``: it is the tournament's own code, for its public page."""


class MyRole(Struct, kw_only=True):
    """A person's role in a tournament; for players also where they sit in the last published round."""

    tournament: str
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


class ClockInfo(Struct, kw_only=True):
    """The clock of a round at a moment of the server's time."""

    round: int
    left_ms: int | None
    running: bool
    over: bool


class Clocks(Struct, kw_only=True):
    """The clocks of a tournament, for pages that count down by themselves."""

    now: int
    clocks: list[ClockInfo]


class PlayerLine(Struct, kw_only=True):
    """A line of a list as it was read: a player, or why it is not one."""

    line: int
    name: str
    public_name: str
    club: str
    rating: int
    known: bool
    """Whether a player of this name is in the tournament already."""
    problem: RefusalInfo | None


class PlayersRead(Struct, kw_only=True):
    """A list as it was read; nothing is entered yet."""

    lines: list[PlayerLine]


class Looked(Struct, kw_only=True):
    """The racks of a table, seat by seat."""

    game: str
    version: int
    table: list[list[str]]
    racks: list[list[str]]


class TableHistory(Struct, kw_only=True):
    """What happened at a table, without anything hidden."""

    events: EngineEvents


class EntryInfo(Struct, kw_only=True):
    """An entry of the log."""

    number: int
    at: int
    role: str
    who: str
    fact: FactInfo
    why: str
    counts: bool
    """Whether it was not undone."""
    seal: str
    name: str = ""
    """The author's name, if known; for a role that was given, who took it."""


class Written(Struct, kw_only=True):
    """The entry that was written."""

    entry: EntryInfo


class LogInfo(Struct, kw_only=True):
    """The whole log."""

    entries: list[EntryInfo]


class TournamentPlayer(Struct, kw_only=True):
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


class TournamentRow(Struct, kw_only=True):
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


class TournamentResult(Struct, kw_only=True):
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


class TournamentRound(Struct, kw_only=True):
    """A round, for the desk."""

    round: int
    method: str
    published: bool
    tables: list[list[str]]
    byes: list[str]
    results: list[TournamentResult]
    missing: list[tuple[int, int]]
    skipped: list[tuple[int, int]]
    cost: Cost | None
    """What the proposal costs; ``null`` once it is published."""
    final: bool
    lobby_tables: dict[str, str]
    clock_total_ms: int | None
    clock_left_ms: int | None
    clock_running: bool
    clock_over: bool


class TournamentView(Struct, kw_only=True):
    """A tournament as the desk sees it."""

    tournament: str
    code: str
    """Four letters by which everybody finds the public page."""
    name: str
    version: int
    role: str
    ended: bool
    format: Format
    players: list[TournamentPlayer]
    rounds: list[TournamentRound]
    standings: list[TournamentRow]
    calls: list[Call]
    real_table: list[str]
    """What applies at real tables only (M8)."""
    settlement: str
    """How a table is settled that nobody can restore (T9)."""
    real_table_keys: list[str]
    """The same sentences by name, for pages in other languages."""
    settlement_key: str


class CodeInfo(Struct, kw_only=True):
    """A code that gives a role."""

    role: str
    player: str | None
    name: str
    code: str


class Codes(Struct, kw_only=True):
    """Every code of a tournament; for the director."""

    codes: list[CodeInfo]


class PlayerGames(Struct, kw_only=True):
    """The games behind a player's place."""

    player: str
    games: tuple[GameScore, ...]
