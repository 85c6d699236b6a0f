"""Answers of the tournament API: one struct for each; what the tournament knows goes out as it is."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Raw, Struct

from tilemeld.server.live.protocol import EngineEvents, RefusalInfo
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import PlannedRound
from tilemeld.tournament.log.state import Call, PlayerState, ResultState, RoundClock
from tilemeld.tournament.player_list import ListHead
from tilemeld.tournament.players import Card, NewPlayer
from tilemeld.tournament.results.standings import GameScore, Row, RuledPoints
from tilemeld.tournament.seating.seating import Cost
from tilemeld.tournament.wishes import Wishes

EntryText = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Entry"})]
"""An entry of the log, with all its fields and those of its fact."""


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


class TournamentRestored(Struct, kw_only=True):
    """The tournament that was made again from its backup."""

    tournament: str


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


class Clocks(Struct, kw_only=True):
    """The clocks of the published rounds, for pages that count down by themselves."""

    now: int
    """The server's time."""
    clocks: Mapping[int, RoundClock]


class PlayerLine(Struct, kw_only=True):
    """A line of a list as it was read: a player, or why it is not one."""

    line: int
    player: NewPlayer
    known: bool
    """Whether a player of this name is in the tournament already."""
    problem: RefusalInfo | None


class PlayersRead(Struct, kw_only=True):
    """A list as it was read; nothing is entered yet."""

    head: ListHead
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
    """An entry of the log, and what the desk knows about it."""

    entry: EntryText
    counts: bool
    """Whether it was not undone."""
    name: str
    """The author's name, if known; for a role that was given, who took it."""
    cards: Mapping[str, str]
    """Whose cards stand for player numbers in this entry, where a substitute had come in."""


class Written(Struct, kw_only=True):
    """The entry that was written."""

    entry: EntryText


class LogInfo(Struct, kw_only=True):
    """The whole log."""

    entries: list[EntryInfo]


class TournamentRound(Struct, kw_only=True):
    """A round, for the desk."""

    round: int
    method: str
    published: bool
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    clock: RoundClock
    results: list[ResultState]
    missing: tuple[tuple[int, int], ...]
    skipped: list[tuple[int, int]]
    cost: Cost | None
    """What the proposal costs; ``null`` once it is published."""
    games: int
    """How many each table plays."""
    final: bool
    """Whether it is the final; with a B-final that is at its second table."""
    lobby_tables: Mapping[int, str]


class TournamentView(Struct, kw_only=True):
    """A tournament as the desk sees it; who asks, and the server's time, are in the headers of the answer."""

    tournament: str
    code: str
    """Four letters by which everybody finds the public page."""
    name: str
    version: int
    ended: bool
    format: Format
    players: list[PlayerState]
    cards: Mapping[str, Card]
    """The names of players and substitutes; those that were erased are missing."""
    names: Mapping[str, str]
    """How each card is called on the desk: namesakes are told apart."""
    has_head_referee: bool
    """Whether somebody has that role; if not, the director decides what the book leaves to it (M6)."""
    came_in: list[str]
    """The players whose code has been used."""
    may_be_excluded: list[str]
    rounds: list[TournamentRound]
    standings: tuple[Row, ...]
    calls: tuple[Call, ...]
    wishes: Wishes
    plan: list[PlannedRound]
    """The rounds that were announced in advance and are not published yet."""


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
    rulings: tuple[RuledPoints, ...]
    """What rulings added or took away; with the games that count it makes the total."""
