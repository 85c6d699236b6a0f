"""Tournaments in SQLite: a part of the one file, written by its one writer."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tilemeld.service.errors import Conflict
from tilemeld.service.ports import PersonId
from tilemeld.service.tournament.ports import StoredCard, StoredClock, StoredEntry, TournamentId, Where

Answer = TypeVar("Answer")
CLOCK_SQL = "SELECT presses, body FROM turn_clocks WHERE event_id = ? AND round = ? AND table_number = ?"


class SqliteTournamentStore(ABC):
    """The part of the SQLite store that keeps tournaments; the store provides its writer and reader."""

    @abstractmethod
    async def _write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do the work in the writer's thread and return when it is on disk."""

    @abstractmethod
    async def _rows(self, sql: str, *values: object) -> list[Any]:
        """Ask the reader."""

    async def append_entry(
        self,
        tournament: TournamentId,
        entry: StoredEntry,
        *,
        cards: Sequence[StoredCard] = (),
        person: PersonId | None = None,
    ) -> None:
        """Add an entry at its number and return when it is on disk."""
        await self._write(lambda connection: _append(connection, tournament, entry, cards, person))

    async def load_entries(self, tournament: TournamentId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries after a number."""
        sql = "SELECT number, body FROM event_entries WHERE event_id = ? AND number > ? ORDER BY number"
        return [StoredEntry(*row) for row in await self._rows(sql, tournament, after)]

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament."""
        rows = await self._rows("SELECT event_id FROM event_entries WHERE number = 1 ORDER BY event_id")
        return [TournamentId(row[0]) for row in rows]

    async def tournaments_of(self, person: PersonId) -> Sequence[TournamentId]:
        """Return the tournaments of a person."""
        sql = "SELECT event_id FROM event_people WHERE person = ? ORDER BY event_id"
        return [TournamentId(row[0]) for row in await self._rows(sql, person)]

    async def cards(self, tournament: TournamentId) -> Sequence[StoredCard]:
        """Return the cards of a tournament."""
        sql = "SELECT card, name, public_name, club FROM event_cards WHERE event_id = ? ORDER BY card"
        return [StoredCard(*row) for row in await self._rows(sql, tournament)]

    async def put_card(self, tournament: TournamentId, card: StoredCard) -> None:
        """Store a card."""
        await self._write(lambda connection: _put_card(connection, tournament, card))

    async def erase_card(self, tournament: TournamentId, card: str) -> None:
        """Forget a name."""
        sql = "DELETE FROM event_cards WHERE event_id = ? AND card = ?"
        await self._write(lambda connection: connection.execute(sql, (tournament, card)))

    async def press_clock(self, where: Where, clock: StoredClock) -> StoredClock:
        """Keep a clock that was pressed more often, and return the one that counts when it is on disk."""
        return await self._write(lambda connection: _press(connection, where, clock))

    async def clock_at(self, where: Where) -> StoredClock | None:
        """Return the clock of a table."""
        rows = await self._rows(CLOCK_SQL, *where)
        return StoredClock(*rows[0]) if rows else None

    async def delete_tournament(self, tournament: TournamentId) -> None:
        """Forget a tournament."""

        def delete(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM event_entries WHERE event_id = ?", (tournament,))
            connection.execute("DELETE FROM event_cards WHERE event_id = ?", (tournament,))
            connection.execute("DELETE FROM event_people WHERE event_id = ?", (tournament,))
            connection.execute("DELETE FROM turn_clocks WHERE event_id = ?", (tournament,))

        await self._write(delete)


def _append(
    connection: sqlite3.Connection,
    tournament: TournamentId,
    entry: StoredEntry,
    cards: Sequence[StoredCard],
    person: PersonId | None,
) -> None:
    sql = "SELECT coalesce(max(number), 0) FROM event_entries WHERE event_id = ?"
    (last,) = connection.execute(sql, (tournament,)).fetchone()
    if entry.number != last + 1:
        raise Conflict("store/conflict")
    sql = "INSERT INTO event_entries (event_id, number, body) VALUES (?, ?, ?)"
    connection.execute(sql, (tournament, entry.number, entry.body))
    for card in cards:
        _put_card(connection, tournament, card)
    if person is not None:
        sql = "INSERT OR IGNORE INTO event_people (person, event_id) VALUES (?, ?)"
        connection.execute(sql, (person, tournament))


def _put_card(connection: sqlite3.Connection, tournament: TournamentId, card: StoredCard) -> None:
    sql = (
        "INSERT OR REPLACE INTO event_cards (event_id, card, name, public_name, club) VALUES (?, ?, ?, ?, ?)"
    )
    connection.execute(sql, (tournament, card.id, card.name, card.public_name, card.club))


def _press(connection: sqlite3.Connection, where: Where, clock: StoredClock) -> StoredClock:
    sql = (
        "INSERT INTO turn_clocks (event_id, round, table_number, presses, body) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET presses = excluded.presses, body = excluded.body"
        " WHERE excluded.presses > turn_clocks.presses"
    )
    connection.execute(sql, (*where, clock.presses, clock.body))
    return StoredClock(*connection.execute(CLOCK_SQL, where).fetchone())
