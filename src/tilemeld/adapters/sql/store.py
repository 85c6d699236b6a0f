"""Games, tables and people in SQL: what is stored and found, whatever the database is."""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from tilemeld.service.ports import (
    Abandoned,
    Append,
    Beat,
    CommandKey,
    CommandResult,
    FollowUp,
    GameId,
    Person,
    PersonId,
    StoredDeadline,
    StoredDraft,
    StoredStep,
    StoredTable,
    TableId,
    Written,
)

from .database import AT_ONCE
from .follow_ups import following
from .limits import SqlLimitStore
from .statements import Statement, do, guard, noting
from .tournament_store import SqlTournamentStore

Id = TypeVar("Id", bound=str)
_LATEST = 2**63 - 1
GAMES_AT_ONCE = 200
"""Of how many games keys are forgotten in one write."""
VERSIONS_AT_ONCE = 256
"""Of how many rows the versions are asked for in one question."""
_TABLE_FIELDS = "id, code, version, body, listed, playing, touched_at"


class SqlStore(SqlTournamentStore, SqlLimitStore):
    """Everything that is stored, as statements; a database carries them out."""

    on_commit: Callable[[float], None]
    """Called with the seconds that a commit took, perhaps in another thread."""
    on_available: Callable[[bool], None] = staticmethod(lambda _available: None)
    """Called with whether the database answers, when that changes; a file always does."""

    # Games

    async def append(self, game: GameId, append: Append) -> None:
        """Add a step at its version and return when it is durable."""
        await self._write(*appending(game, append))

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        """Return the steps decided at this version or later."""
        sql = (
            "SELECT version, after, at, body FROM steps WHERE game_id = ?1 AND version >= ?2 ORDER BY version"
        )
        return [StoredStep(*row) for row in await self._rows(sql, game, after)]

    async def result(self, game: GameId, who: str, id: str) -> CommandResult | None:  # noqa: A002
        """Return the result of a command that had an id."""
        sql = "SELECT digest, version, after FROM commands WHERE game_id = ?1 AND who = ?2 AND id = ?3"
        rows = await self._rows(sql, game, who, id)
        return CommandResult(CommandKey(who, id, rows[0][0]), *rows[0][1:]) if rows else None

    async def forget_commands(self, *, before: int) -> int:
        """Forget the keys of commands to games that were over before then, some games at a time."""
        some = "SELECT id FROM games WHERE over = 1 AND id > ?1 ORDER BY id LIMIT ?2"
        sql = """DELETE FROM commands WHERE game_id >= ?2 AND game_id <= ?3 AND game_id IN
          (SELECT games.id FROM games WHERE over = 1 AND id >= ?2 AND id <= ?3 AND NOT EXISTS
             (SELECT 1 FROM steps WHERE steps.game_id = games.id AND steps.at >= ?1))"""
        forgotten, last = 0, ""
        while games := await self._rows(some, last, GAMES_AT_ONCE):
            first, last = games[0][0], games[-1][0]
            forgotten += await self._write(do(sql, before, first, last))
        return forgotten

    async def table_of(self, game: GameId) -> TableId | None:
        """Return the table of a game."""
        rows = await self._rows("SELECT table_id FROM games WHERE id = ?1", game)
        return TableId(rows[0][0]) if rows else None

    async def version_of(self, game: GameId) -> int | None:
        """Return the version that the game has reached."""
        rows = await self._rows("SELECT version FROM games WHERE id = ?1", game)
        return int(rows[0][0]) if rows else None

    async def versions(self, games: Sequence[GameId]) -> Mapping[GameId, int]:
        """Return the versions that games have reached."""
        return await self._versions("games", games)

    async def unfinished(self) -> Sequence[GameId]:
        """Return the games that are not over."""
        return [GameId(row[0]) for row in await self._rows("SELECT id FROM games WHERE over = 0 ORDER BY id")]

    async def games(self) -> Sequence[GameId]:
        """Return every game."""
        sql = "SELECT id FROM games UNION SELECT DISTINCT game_id FROM steps ORDER BY 1"
        return [GameId(row[0]) for row in await self._rows(sql)]

    async def delete_game(self, game: GameId) -> None:
        """Forget a game with all its steps."""
        names = ("deadlines", "drafts", "owners", "commands", "steps")
        statements = [do(f"DELETE FROM {name} WHERE game_id = ?1", game) for name in names]
        statements.append(do("DELETE FROM follow_ups WHERE item = ?1", game))
        await self._write(*statements, do("DELETE FROM games WHERE id = ?1", game))

    async def deadlines(self, *, until: int | None = None) -> Sequence[StoredDeadline]:
        """Return every deadline, or those up to a time, the earliest first."""
        sql = "SELECT game_id, version, at FROM deadlines WHERE at <= ?1 ORDER BY at, game_id"
        rows = await self._rows(sql, _LATEST if until is None else until)
        return [StoredDeadline(GameId(game), version, at) for game, version, at in rows]

    async def save_draft(self, draft: StoredDraft) -> None:
        """Keep the latest draft."""
        sql = """INSERT INTO drafts (game_id, seat, turn, number, body) VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (game_id) DO UPDATE
          SET seat = excluded.seat, turn = excluded.turn, number = excluded.number, body = excluded.body
          WHERE (drafts.turn, drafts.number) < (excluded.turn, excluded.number)"""
        await self._write(do(sql, draft.game, draft.seat, draft.turn, draft.number, draft.body))

    async def load_draft(self, game: GameId) -> StoredDraft | None:
        """Return the latest draft."""
        rows = await self._rows(
            "SELECT game_id, seat, turn, number, body FROM drafts WHERE game_id = ?1", game
        )
        return StoredDraft(*rows[0]) if rows else None

    async def beat(self, process: str, at: int, report: str) -> None:
        """Note that a process runs."""
        sql = """INSERT INTO processes (id, at, report) VALUES (?1, ?2, ?3)
          ON CONFLICT (id) DO UPDATE SET at = excluded.at, report = excluded.report"""
        await self._write(do(sql, process, at, report))

    async def beats(self) -> Mapping[str, Beat]:
        """Return when each process last ran."""
        return {
            row[0]: Beat(row[1], row[2]) for row in await self._rows("SELECT id, at, report FROM processes")
        }

    async def leave(self, process: str) -> None:
        """Forget a process."""
        await self._write(do("DELETE FROM processes WHERE id = ?1", process))

    async def abandoned(self, *, silent_since: int) -> Sequence[Abandoned]:
        """Return the games that no living process tends."""
        sql = """SELECT games.id, owners.process, processes.at FROM games
          LEFT JOIN owners ON owners.game_id = games.id LEFT JOIN processes ON processes.id = owners.process
          WHERE games.over = 0 AND (processes.at IS NULL OR processes.at < ?1) ORDER BY games.id"""
        return [Abandoned(GameId(row[0]), row[1], row[2]) for row in await self._rows(sql, silent_since)]

    async def take(self, abandoned: Abandoned, process: str) -> bool:
        """Let a process tend a game, if nobody else was quicker."""
        sql = "UPDATE owners SET process = ?1 WHERE game_id = ?2 AND process = ?3"
        if abandoned.process is None:
            sql = """INSERT INTO owners (process, game_id) VALUES (?1, ?2)
              ON CONFLICT DO NOTHING"""
        values = (process, abandoned.game, abandoned.process)[: sql.count("?")]
        return await self._write(do(sql, *values)) == 1

    async def owned(self, process: str) -> Sequence[GameId]:
        """Return the games that a process tends."""
        rows = await self._rows("SELECT game_id FROM owners WHERE process = ?1 ORDER BY game_id", process)
        return [GameId(row[0]) for row in rows]

    async def mark_alive(self, at: int) -> None:
        """Note that the server runs."""
        sql = """INSERT INTO facts (name, value) VALUES ('alive_at', ?1)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        await self._write(do(sql, str(at)))

    async def last_alive(self) -> int | None:
        """Return when the server last ran."""
        rows = await self._rows("SELECT value FROM facts WHERE name = 'alive_at'")
        return int(rows[0][0]) if rows and rows[0][0].isdecimal() else None

    # Tables

    async def put_table(
        self,
        table: StoredTable,
        people: Sequence[PersonId] = (),
        *,
        key: CommandKey | None = None,
        begins: bool = False,
    ) -> None:
        """Store a table at the next version, and who finds it."""
        start = FollowUp("game-start", table.id, number=table.version, at=table.touched_at)
        more = (*noting(key, about=table.id, at=table.touched_at), *((following(start),) if begins else ()))
        await self._write(*_putting(table, people), *more)

    async def get_table(self, table: TableId) -> StoredTable | None:
        """Return a table by its id."""
        found = await self._tables("id = ?1", table)
        return found[0] if found else None

    async def table_versions(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """Return the versions of tables."""
        return await self._versions("tables", tables)

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table by its code."""
        found = await self._tables("code = ?1", code)
        return found[0] if found else None

    async def listed_tables(self, *, limit: int) -> Sequence[StoredTable]:
        """Return public tables, the latest touched first."""
        return await self._tables("listed = 1 ORDER BY touched_at DESC, id LIMIT ?1", limit)

    async def playing_tables(self) -> Sequence[StoredTable]:
        """Return the tables where a game is being played."""
        return await self._tables("playing = 1 ORDER BY id")

    async def table_ids(self) -> Sequence[TableId]:
        """Return every table."""
        return [TableId(row[0]) for row in await self._rows("SELECT id FROM tables ORDER BY id")]

    async def delete_table(self, table: TableId) -> None:
        """Forget a table."""
        await self._write(do("DELETE FROM tables WHERE id = ?1", table))

    async def tables_of(self, person: PersonId, *, limit: int) -> Sequence[StoredTable]:
        """Return the tables of a person, the latest touched first."""
        where = "id IN (SELECT table_id FROM sitters WHERE person = ?1) ORDER BY touched_at DESC, id LIMIT ?2"
        return await self._tables(where, person, limit)

    async def forget_tables(self, *, before: int) -> int:
        """Delete idle tables, and with them who sat there."""
        sql = """DELETE FROM tables WHERE id IN
          (SELECT id FROM tables WHERE playing = 0 AND touched_at < ?1 LIMIT ?2)"""
        return await self._forget(sql, before)

    # Keys of writes

    async def written(self, who: str, id: str) -> Written | None:  # noqa: A002
        """Return the write with this id from this sender."""
        rows = await self._rows("SELECT digest, about FROM writes WHERE who = ?1 AND id = ?2", who, id)
        return Written(CommandKey(who, id, rows[0][0]), rows[0][1]) if rows else None

    async def forget_write(self, key: CommandKey) -> None:
        """Forget a key."""
        await self._write(do("DELETE FROM writes WHERE who = ?1 AND id = ?2", key.who, key.id))

    async def forget_writes(self, *, before: int) -> None:
        """Forget the keys of older writes."""
        sql = """DELETE FROM writes WHERE (who, id) IN
          (SELECT who, id FROM writes WHERE at < ?1 LIMIT ?2)"""
        await self._forget(sql, before)

    # People

    async def put_person(self, person: Person, *, key: CommandKey | None = None) -> None:
        """Store a person."""
        sql = """INSERT INTO people (id, name, avatar, created_at, seen_at) VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (id) DO UPDATE
          SET name = excluded.name, avatar = excluded.avatar, seen_at = excluded.seen_at"""
        values = (person.id, person.name, person.avatar, person.created_at, person.seen_at)
        await self._write(do(sql, *values), *noting(key, about=person.id, at=person.seen_at))

    async def get_person(self, person: PersonId) -> Person | None:
        """Return a person."""
        sql = "SELECT id, name, avatar, created_at, seen_at FROM people WHERE id = ?1"
        rows = await self._rows(sql, person)
        return Person(*rows[0]) if rows else None

    async def erase_person(self, person: PersonId) -> None:
        """Forget a person, and what they have sent."""
        await self._write(
            do("DELETE FROM people WHERE id = ?1", person),
            do("DELETE FROM writes WHERE who = ?1 OR about = ?1", person),
            do("DELETE FROM device_codes WHERE person = ?1", person),
        )

    async def erase_idle(self, *, before: int, playing_before: int) -> int:
        """Forget everybody who was last seen before, and later those whose match is under way."""
        idle = "DELETE FROM people WHERE id IN (SELECT id FROM people WHERE seen_at < ?1 LIMIT ?2)"
        erased = await self._forget(idle, min(before, playing_before))
        sql = """SELECT people.id, tables.body FROM (SELECT id FROM people
            WHERE seen_at < ?1 AND seen_at >= ?2 AND id > ?3 ORDER BY id LIMIT ?4) AS people
          LEFT JOIN sitters ON sitters.person = people.id LEFT JOIN tables ON tables.id = sitters.table_id
          ORDER BY people.id"""
        last = ""
        while rows := await self._rows(sql, before, playing_before, last, AT_ONCE):
            last = rows[-1][0]
            playing = {person for person, body in rows if body is not None and person in _playing(body)}
            erased += await self._erase(sorted({row[0] for row in rows} - playing), before)
        return erased

    async def _erase(self, people: Sequence[str], before: int) -> int:
        """Forget people, unless they have come back meanwhile."""
        places = ", ".join(f"?{place}" for place in range(2, len(people) + 2))
        sql = f"DELETE FROM people WHERE seen_at < ?1 AND id IN ({places})"
        return await self._write(do(sql, before, *people)) if people else 0

    async def server_key(self, proposal: str) -> str:
        """Keep the first proposal."""
        sql = "INSERT INTO facts (name, value) VALUES ('server_key', ?1) ON CONFLICT DO NOTHING"
        await self._write(do(sql, proposal))
        rows = await self._rows("SELECT value FROM facts WHERE name = 'server_key'")
        return str(rows[0][0])

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written and close."""

    async def _versions(self, name: str, ids: Sequence[Id]) -> dict[Id, int]:
        """Return the versions of rows; a question has as many places as a power of two, so there are few."""
        found: dict[Id, int] = {}
        for first in range(0, len(ids), VERSIONS_AT_ONCE):
            some = list(ids[first : first + VERSIONS_AT_ONCE])
            some += some[-1:] * ((1 << (len(some) - 1).bit_length()) - len(some))
            places = ", ".join(f"?{place}" for place in range(1, len(some) + 1))
            rows = await self._rows(f"SELECT id, version FROM {name} WHERE id IN ({places})", *some)
            found.update((row[0], row[1]) for row in rows)
        return found

    async def _tables(self, where: str, *values: object) -> list[StoredTable]:
        rows = await self._rows(f"SELECT {_TABLE_FIELDS} FROM tables WHERE {where}", *values)
        return [
            StoredTable(
                id=TableId(row[0]),
                code=row[1],
                version=row[2],
                body=row[3],
                listed=bool(row[4]),
                playing=bool(row[5]),
                touched_at=row[6],
            )
            for row in rows
        ]


def appending(game: GameId, append: Append) -> Iterator[Statement]:
    """Return what adds a step at its version, with everything that is stored with it."""
    step, key = append.step, append.key
    if step.version == 0:
        sql = "INSERT INTO games (id, table_id, version, over) VALUES (?1, ?2, ?3, ?4)"
        yield guard(sql, game, append.table, step.after, int(append.over))
        yield do("DELETE FROM follow_ups WHERE item = ?1 AND kind = 'game-start'", append.table)
    else:
        sql = "UPDATE games SET version = ?1, over = ?2 WHERE id = ?3 AND version = ?4"
        yield guard(sql, step.after, int(append.over), game, step.version)
    sql = "INSERT INTO steps (game_id, version, after, at, body) VALUES (?1, ?2, ?3, ?4, ?5)"
    yield do(sql, game, step.version, step.after, step.at, step.body)
    if key is not None:
        sql = """INSERT INTO commands (game_id, who, id, digest, version, after)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6)"""
        yield do(sql, game, key.who, key.id, key.digest, step.version, step.after)
    if append.deadline_at is None:
        yield do("DELETE FROM deadlines WHERE game_id = ?1", game)
    else:
        sql = """INSERT INTO deadlines (game_id, version, at) VALUES (?1, ?2, ?3)
          ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, at = excluded.at"""
        yield do(sql, game, step.after, append.deadline_at)
    if append.over:
        yield following(FollowUp("game-over", game, number=step.after, at=step.at))
        yield do("DELETE FROM drafts WHERE game_id = ?1", game)
        yield do("DELETE FROM owners WHERE game_id = ?1", game)
    elif append.owner is not None:
        yield _owning(game, append.owner)


def _owning(game: GameId, process: str) -> Statement:
    sql = """INSERT INTO owners (game_id, process) VALUES (?1, ?2)
      ON CONFLICT (game_id) DO UPDATE SET process = excluded.process
      WHERE owners.process <> excluded.process"""
    return do(sql, game, process)


def _putting(table: StoredTable, people: Sequence[PersonId]) -> Iterator[Statement]:
    """Return what stores a table at the next version, and who finds it."""
    flags = int(table.listed), int(table.playing)
    values = (table.code, table.version, table.body, *flags, table.touched_at, table.id)
    if table.version == 1:
        sql = """INSERT INTO tables (code, version, body, listed, playing, touched_at, id)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"""
        yield guard(sql, *values)
    else:
        sql = """UPDATE tables SET code = ?1, version = ?2, body = ?3, listed = ?4, playing = ?5,
          touched_at = ?6 WHERE id = ?7 AND version = ?8"""
        yield guard(sql, *values, table.version - 1)
        yield do("DELETE FROM sitters WHERE table_id = ?1", table.id)
    for person in people:
        yield do("INSERT INTO sitters (person, table_id) VALUES (?1, ?2)", person, table.id)


def _playing(body: str) -> frozenset[str]:
    """Return who sits at a table whose match is under way."""
    try:
        table = json.loads(body)
    except ValueError:
        return frozenset()
    if not isinstance(table, dict) or table.get("stage") not in ("playing", "between"):
        return frozenset()
    return frozenset(place["person"] for place in table.get("places", ()) if place.get("person"))
