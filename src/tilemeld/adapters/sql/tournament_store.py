"""Tournaments in SQL."""

from collections.abc import Mapping, Sequence

from tilemeld.service.ports import CommandKey, FollowUp, PersonId
from tilemeld.service.tournament.ports import StoredCard, StoredClock, StoredEntry, TournamentId, Where

from .follow_ups import SqlFollowUpStore, ending_rounds, following
from .statements import Statement, do, guard, noting


class SqlTournamentStore(SqlFollowUpStore):
    """The part of a store in SQL that keeps tournaments."""

    async def append_entry(
        self,
        tournament: TournamentId,
        entry: StoredEntry,
        *,
        cards: Sequence[StoredCard] = (),
        person: PersonId | None = None,
        follow_up: FollowUp | None = None,
        round_ends: Mapping[int, int] | None = None,
    ) -> None:
        """Add an entry at its number and return when it is durable."""
        sql = """INSERT INTO event_entries (event_id, number, body)
          SELECT CAST(?1 AS TEXT), CAST(?2 AS BIGINT), CAST(?3 AS TEXT) WHERE CAST(?2 AS BIGINT) =
          (SELECT coalesce(max(number), 0) + 1 FROM event_entries WHERE event_id = CAST(?1 AS TEXT))"""
        statements = [guard(sql, tournament, entry.number, entry.body)]
        statements += [_put_card(tournament, card) for card in cards]
        if person is not None:
            sql = "INSERT INTO event_people (person, event_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
            statements.append(do(sql, person, tournament))
        if follow_up is not None:
            statements.append(following(follow_up))
        if round_ends is not None:
            statements += ending_rounds(tournament, round_ends)
        await self._write(*statements)

    async def load_entries(self, tournament: TournamentId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries after a number."""
        sql = "SELECT number, body FROM event_entries WHERE event_id = ?1 AND number > ?2 ORDER BY number"
        return [StoredEntry(*row) for row in await self._rows(sql, tournament, after)]

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament."""
        rows = await self._rows("SELECT event_id FROM event_entries WHERE number = 1 ORDER BY event_id")
        return [TournamentId(row[0]) for row in rows]

    async def tournaments_of(self, person: PersonId) -> Sequence[TournamentId]:
        """Return the tournaments of a person."""
        sql = "SELECT event_id FROM event_people WHERE person = ?1 ORDER BY event_id"
        return [TournamentId(row[0]) for row in await self._rows(sql, person)]

    async def cards(self, tournament: TournamentId) -> Sequence[StoredCard]:
        """Return the cards of a tournament."""
        sql = "SELECT card, name, public_name, club FROM event_cards WHERE event_id = ?1 ORDER BY card"
        return [StoredCard(*row) for row in await self._rows(sql, tournament)]

    async def put_card(
        self, tournament: TournamentId, card: StoredCard, *, at: int = 0, key: CommandKey | None = None
    ) -> None:
        """Store a card."""
        await self._write(_put_card(tournament, card), *noting(key, about=tournament, at=at))

    async def erase_card(self, tournament: TournamentId, card: str) -> None:
        """Forget a name."""
        await self._write(do("DELETE FROM event_cards WHERE event_id = ?1 AND card = ?2", tournament, card))

    async def press_clock(self, where: Where, clock: StoredClock) -> StoredClock:
        """Keep a clock that was pressed more often, and return the one that counts when it is durable."""
        sql = """INSERT INTO turn_clocks (event_id, round, table_number, presses, body)
          VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (event_id, round, table_number)
          DO UPDATE SET presses = excluded.presses, body = excluded.body
          WHERE excluded.presses > turn_clocks.presses"""
        await self._write(do(sql, *where, clock.presses, clock.body))
        counts = await self.clock_at(where)
        return clock if counts is None else counts  # the tournament may have been deleted meanwhile

    async def clock_at(self, where: Where) -> StoredClock | None:
        """Return the clock of a table."""
        sql = "SELECT presses, body FROM turn_clocks WHERE event_id = ?1 AND round = ?2 AND table_number = ?3"
        rows = await self._rows(sql, *where)
        return StoredClock(*rows[0]) if rows else None

    async def delete_tournament(self, tournament: TournamentId) -> None:
        """Forget a tournament."""
        tables = ("event_entries", "event_cards", "event_people", "turn_clocks")
        statements = [do(f"DELETE FROM {name} WHERE event_id = ?1", tournament) for name in tables]
        await self._write(*statements, do("DELETE FROM follow_ups WHERE item = ?1", tournament))


def _put_card(tournament: TournamentId, card: StoredCard) -> Statement:
    sql = """INSERT INTO event_cards (event_id, card, name, public_name, club) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (event_id, card) DO UPDATE
      SET name = excluded.name, public_name = excluded.public_name, club = excluded.club"""
    return do(sql, tournament, card.id, card.name, card.public_name, card.club)
