"""A table of the lobby as a value: who sits where, by which rules, and the score of the match so far."""

import json
from dataclasses import dataclass, replace
from typing import Literal, cast

from tilemeld.engine.game.match import GameLine, Match
from tilemeld.engine.record.codec import Json, from_json, to_json
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.tiles import Seat
from tilemeld.service.ports import GameId, PersonId, StoredTable, TableId

STAND_IN = "casual"
"""The bot that replaces a player who has left, unless the host chooses another."""

Stage = Literal["open", "playing", "between", "over"]
"""Before the first game, during one, between two games of a match, after the match."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a table: empty, a person's, or a bot's."""

    person: PersonId | None = None
    bot: str | None = None
    ready: bool = False
    away: bool = False
    """Whether the person has left the game for good and may take the seat back (R-11)."""
    wants_pause: bool = False
    wants_resume: bool = False

    @property
    def taken(self) -> bool:
        """Whether the seat is taken."""
        return self.person is not None or self.bot is not None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was finished at a table, with who sat where then: people change seats between matches."""

    game: GameId
    at: int
    """When it was over."""
    places: tuple[Place, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chooses for a table."""

    rules: Rules
    seats: int
    games: int = 1
    """How many games the match has."""
    public: bool = False
    hints: bool = True
    spectators: bool = True
    stand_in: str = STAND_IN
    """The bot that plays for a player who has left (R-11)."""


@dataclass(frozen=True, slots=True)
class TournamentSeating:
    """Which table of a tournament's round this is."""

    tournament: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its options, its seats, its games."""

    id: TableId
    code: str
    host: PersonId
    options: Options
    places: tuple[Place, ...]
    version: int = 1
    stage: Stage = "open"
    games: tuple[GameId, ...] = ()
    """The games of this match, the one being played last."""
    lines: tuple[GameLine, ...] = ()
    """The score sheet of this match."""
    matches: int = 0
    """How many matches were finished before this one."""
    touched_at: int = 0
    freed: tuple[PersonId, ...] = ()
    """Whose seat the host has freed since the last game, so that they learn of it."""
    past: tuple[Played, ...] = ()
    """The latest games that were finished here, of this match and of those before it; the latest last."""
    seating: TournamentSeating | None = None
    """Where in which tournament the table is; tables of earlier versions do not know."""

    @property
    def game(self) -> GameId | None:
        """The game that is being played, or was last."""
        return self.games[-1] if self.games else None

    @property
    def match(self) -> Match:
        """The match so far."""
        return Match(self.options.rules, len(self.places), self.lines)

    def seats_of(self, person: PersonId) -> tuple[Seat, ...]:
        """Return the seats that a person holds: usually one, several when a device is passed around."""
        return tuple(Seat(at) for at, place in enumerate(self.places) if place.person == person)

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Everybody who sits here, or sat here in a game that is remembered."""
        places = (*self.places, *(place for played in self.past for place in played.places))
        return tuple(dict.fromkeys(place.person for place in places if place.person is not None))

    @property
    def is_listed(self) -> bool:
        """Whether the table is in the public list: not once it is over or everybody has left it."""
        occupied = any(place.person is not None and not place.away for place in self.places)
        return self.options.public and self.stage != "over" and occupied

    def played(self, game: GameId) -> Played | None:
        """Return a finished game of this table, if it is remembered."""
        return next((each for each in self.past if each.game == game), None)

    def with_place(self, seat: int, place: Place) -> "Table":
        """Return the table with one seat changed."""
        places = (*self.places[:seat], place, *self.places[seat + 1 :])
        return replace(self, places=places)

    def without_wishes(self) -> "Table":
        """Return the table without requests for a pause or for resuming."""
        places = tuple(replace(place, wants_pause=False, wants_resume=False) for place in self.places)
        return replace(self, places=places)

    def unready(self) -> "Table":
        """Return the table with every person asked again whether they are ready; bots always are."""
        places = tuple(replace(place, ready=place.bot is not None) for place in self.places)
        return replace(self, places=places)


def to_stored(table: Table) -> StoredTable:
    """Write a table as the document that is stored."""
    body = json.dumps(to_json(table), ensure_ascii=False, separators=(",", ":"))
    return StoredTable(
        id=table.id,
        code=table.code,
        version=table.version,
        body=body,
        listed=table.is_listed,
        playing=table.stage == "playing",
        touched_at=table.touched_at,
    )


def from_stored(stored: StoredTable) -> Table:
    """Read a stored table.

    Raises ``ValueError`` when the document is not the table of its row, ``RulesError`` for rules that a
    newer program has published, and other errors if it is not a table.
    """
    table = from_json(Table, cast(Json, json.loads(stored.body)))
    if (table.id, table.code, table.version) != (stored.id, stored.code, stored.version):
        raise ValueError(f"the document says {table.id}, {table.code}, version {table.version}")
    if table.stage == "playing" and not table.games:
        raise ValueError("a table that plays without a game")
    profile(table.options.rules.profile, table.options.rules.version)
    return table
