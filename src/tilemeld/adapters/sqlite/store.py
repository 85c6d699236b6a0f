"""SQLite: WAL, synchronous=FULL, one writer thread that commits what has queued up while it was busy.

A write returns when its commit is on disk. Each write of a batch has its own savepoint, so one that is
refused does not affect the others; when the commit itself fails, all of them get ``Unavailable`` and
nothing was changed.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

from tilemeld.service.errors import Conflict, Unavailable, Unreadable
from tilemeld.service.ports import (
    WRITES_KEPT,
    Append,
    CommandKey,
    CommandResult,
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

from .checkpoints import Checkpointer, checkpoint
from .file import claim_file, connect, is_damage, open_file
from .tournament_store import SqliteTournamentStore

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]
BATCH = 500
"""The most writes in one commit."""
_LATEST = 2**63 - 1
_ERASE_IDLE = """
DELETE FROM people WHERE seen_at < ?1 AND (seen_at < ?2 OR id NOT IN (
  SELECT json_extract(place.value, '$.person')
  FROM (SELECT CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body FROM tables) AS found,
    json_each(found.body, '$.places') AS place
  WHERE json_extract(found.body, '$.stage') IN ('playing', 'between')
    AND json_extract(place.value, '$.person') IS NOT NULL
))"""
_TABLE_FIELDS = "id, code, version, body, listed, playing, touched_at"


class SqliteStore(SqliteTournamentStore):
    """Games, tables and people in one file. Open it with ``SqliteStore.open``."""

    def __init__(self, path: Path, claim: IO[str] | None = None) -> None:
        self._path = path
        self._claim = claim
        self._writer = _Writer(path)
        self._checkpointer = Checkpointer(path, self._writer)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="tilemeld-read")
        self._read_connection: sqlite3.Connection | None = None

    @classmethod
    def open(cls, path: Path, *, sole: bool = False) -> "SqliteStore":
        """Open or create the file and bring its schema up to date.

        A ``sole`` user claims it: ``RuntimeError`` when another one has. The key (game, version) keeps
        games right in any case, but each of two servers would take the other's time for downtime.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = claim_file(path) if sole else None
        try:
            open_file(path, mend=sole)
        except BaseException:
            if claim is not None:
                claim.close()
            raise
        return cls(path, claim)

    @property
    def on_commit(self) -> Callable[[float], None]:
        """Called in the writer's thread with the seconds that a commit took."""
        return self._writer.on_commit

    @on_commit.setter
    def on_commit(self, hear: Callable[[float], None]) -> None:
        self._writer.on_commit = hear

    @property
    def on_checkpoint(self) -> Callable[[float], None]:
        """Called in the checkpoint thread with the seconds that moving the log took."""
        return self._checkpointer.on_checkpoint

    @on_checkpoint.setter
    def on_checkpoint(self, hear: Callable[[float], None]) -> None:
        self._checkpointer.on_checkpoint = hear

    @property
    def commits(self) -> int:
        """How many commits were made: fewer than writes when many come at once."""
        return self._writer.commits

    async def close(self) -> None:
        """Finish what is being written and close the file."""
        await asyncio.to_thread(self._checkpointer.close)
        await asyncio.to_thread(self._writer.close)
        await asyncio.get_running_loop().run_in_executor(self._reader, self._close_reader)
        self._reader.shutdown()
        if self._claim is not None:
            self._claim.close()

    # Games

    async def append(self, game: GameId, append: Append) -> None:
        """Add a step at its version and return when it is on disk."""
        await self._write(lambda connection: _append(connection, game, append))

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        """Return the steps decided at this version or later."""
        sql = "SELECT version, after, at, body FROM steps WHERE game_id = ? AND version >= ? ORDER BY version"
        return [StoredStep(*row) for row in await self._rows(sql, game, after)]

    async def result(self, game: GameId, who: str, id: str) -> CommandResult | None:  # noqa: A002
        """Return the result of a command that had an id."""
        sql = "SELECT digest, version, after FROM commands WHERE game_id = ? AND who = ? AND id = ?"
        rows = await self._rows(sql, game, who, id)
        return CommandResult(CommandKey(who, id, rows[0][0]), *rows[0][1:]) if rows else None

    async def table_of(self, game: GameId) -> TableId | None:
        """Return the table of a game."""
        rows = await self._rows("SELECT table_id FROM games WHERE id = ?", game)
        return TableId(rows[0][0]) if rows else None

    async def version_of(self, game: GameId) -> int | None:
        """Return the version that the game has reached."""
        rows = await self._rows("SELECT version FROM games WHERE id = ?", game)
        return int(rows[0][0]) if rows else None

    async def unfinished(self) -> Sequence[GameId]:
        """Return the games that are not over."""
        return [GameId(row[0]) for row in await self._rows("SELECT id FROM games WHERE over = 0 ORDER BY id")]

    async def games(self) -> Sequence[GameId]:
        """Return every game."""
        sql = "SELECT id FROM games UNION SELECT DISTINCT game_id FROM steps ORDER BY 1"
        return [GameId(row[0]) for row in await self._rows(sql)]

    async def delete_game(self, game: GameId) -> None:
        """Forget a game with all its steps."""
        await self._write(lambda connection: _delete_game(connection, game))

    async def deadlines(self, *, until: int | None = None) -> Sequence[StoredDeadline]:
        """Return every deadline, or those up to a time, the earliest first."""
        sql = "SELECT game_id, version, at FROM deadlines WHERE at <= ? ORDER BY at, game_id"
        rows = await self._rows(sql, _LATEST if until is None else until)
        return [StoredDeadline(GameId(game), version, at) for game, version, at in rows]

    async def save_draft(self, draft: StoredDraft) -> None:
        """Keep the latest draft."""
        sql = """INSERT INTO drafts (game_id, seat, turn, number, body) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (game_id) DO UPDATE
          SET seat = excluded.seat, turn = excluded.turn, number = excluded.number, body = excluded.body
          WHERE (drafts.turn, drafts.number) < (excluded.turn, excluded.number)"""
        values = (draft.game, draft.seat, draft.turn, draft.number, draft.body)
        await self._write(lambda connection: connection.execute(sql, values))

    async def load_draft(self, game: GameId) -> StoredDraft | None:
        """Return the latest draft."""
        rows = await self._rows(
            "SELECT game_id, seat, turn, number, body FROM drafts WHERE game_id = ?", game
        )
        return StoredDraft(*rows[0]) if rows else None

    async def mark_alive(self, at: int) -> None:
        """Note that the server runs."""
        await self._write(lambda connection: _set_fact(connection, "alive_at", str(at)))

    async def last_alive(self) -> int | None:
        """Return when the server last ran."""
        rows = await self._rows("SELECT value FROM facts WHERE name = 'alive_at'")
        return int(rows[0][0]) if rows and rows[0][0].isdecimal() else None

    # Tables

    async def put_table(
        self, table: StoredTable, people: Sequence[PersonId] = (), *, key: CommandKey | None = None
    ) -> None:
        """Store a table at the next version, and who finds it."""

        def put(connection: sqlite3.Connection) -> None:
            _put_table(connection, table, people)
            _put_key(connection, key, about=table.id, at=table.touched_at)

        await self._write(put)

    async def get_table(self, table: TableId) -> StoredTable | None:
        """Return a table by its id."""
        found = await self._tables("id = ?", table)
        return found[0] if found else None

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table by its code."""
        found = await self._tables("code = ?", code)
        return found[0] if found else None

    async def listed_tables(self, *, limit: int) -> Sequence[StoredTable]:
        """Return public tables, the latest touched first."""
        return await self._tables("listed = 1 ORDER BY touched_at DESC, id LIMIT ?", limit)

    async def playing_tables(self) -> Sequence[StoredTable]:
        """Return the tables where a game is being played."""
        return await self._tables("playing = 1 ORDER BY id")

    async def table_ids(self) -> Sequence[TableId]:
        """Return every table."""
        return [TableId(row[0]) for row in await self._rows("SELECT id FROM tables ORDER BY id")]

    async def delete_table(self, table: TableId) -> None:
        """Forget a table."""
        await self._write(lambda connection: connection.execute("DELETE FROM tables WHERE id = ?", (table,)))

    async def tables_of(self, person: PersonId, *, limit: int) -> Sequence[StoredTable]:
        """Return the tables of a person, the latest touched first."""
        where = "id IN (SELECT table_id FROM sitters WHERE person = ?) ORDER BY touched_at DESC, id LIMIT ?"
        return await self._tables(where, person, limit)

    async def forget_tables(self, *, before: int) -> int:
        """Delete idle tables, and with them who sat there."""
        sql = "DELETE FROM tables WHERE playing = 0 AND touched_at < ?"
        return await self._write(lambda connection: connection.execute(sql, (before,)).rowcount)

    # Keys of writes

    async def written(self, who: str, id: str) -> Written | None:  # noqa: A002
        """Return the write with this id from this sender."""
        rows = await self._rows("SELECT digest, about FROM writes WHERE who = ? AND id = ?", who, id)
        return Written(CommandKey(who, id, rows[0][0]), rows[0][1]) if rows else None

    async def forget_write(self, key: CommandKey) -> None:
        """Forget a key."""
        sql = "DELETE FROM writes WHERE who = ? AND id = ?"
        await self._write(lambda connection: connection.execute(sql, (key.who, key.id)))

    async def forget_writes(self, *, before: int) -> None:
        """Forget the keys of older writes."""
        sql = "DELETE FROM writes WHERE at < ?"
        await self._write(lambda connection: connection.execute(sql, (before,)))

    # People

    async def put_person(self, person: Person, *, key: CommandKey | None = None) -> None:
        """Store a person."""
        sql = """INSERT INTO people (id, name, avatar, created_at, seen_at) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE
          SET name = excluded.name, avatar = excluded.avatar, seen_at = excluded.seen_at"""
        values = (person.id, person.name, person.avatar, person.created_at, person.seen_at)

        def put(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)
            _put_key(connection, key, about=person.id, at=person.seen_at)

        await self._write(put)

    async def get_person(self, person: PersonId) -> Person | None:
        """Return a person."""
        sql = "SELECT id, name, avatar, created_at, seen_at FROM people WHERE id = ?"
        rows = await self._rows(sql, person)
        return Person(*rows[0]) if rows else None

    async def erase_person(self, person: PersonId) -> None:
        """Forget a person, and what they have sent."""

        def erase(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM people WHERE id = ?", (person,))
            connection.execute("DELETE FROM writes WHERE who = ?1 OR about = ?1", (person,))

        await self._write(erase)

    async def erase_idle(self, *, before: int, playing_before: int) -> int:
        """Forget everybody who was last seen before, and later those whose match is under way."""
        return await self._write(
            lambda connection: connection.execute(_ERASE_IDLE, (before, playing_before)).rowcount
        )

    async def server_key(self, proposal: str) -> str:
        """Keep the first proposal."""
        sql = "INSERT INTO facts (name, value) VALUES ('server_key', ?) ON CONFLICT DO NOTHING"
        await self._write(lambda connection: connection.execute(sql, (proposal,)))
        rows = await self._rows("SELECT value FROM facts WHERE name = 'server_key'")
        return str(rows[0][0])

    # Inside

    async def _write(self, work: "Work[Answer]") -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._writer.submit(work, future)
        return await future

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._read, sql, values)
        except sqlite3.Error as error:
            if is_damage(error):
                raise Unreadable("store/damaged") from error
            raise Unavailable("store/unavailable") from error

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

    def _read(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        if self._read_connection is None:
            self._read_connection = connect(self._path)
        return self._read_connection.execute(sql, values).fetchall()

    def _close_reader(self) -> None:
        if self._read_connection is not None:
            self._read_connection.close()


class _Writer:
    """The writer thread: takes what has queued up, commits it at once, then answers."""

    def __init__(self, path: Path) -> None:
        self.commits = 0
        self.on_commit: Callable[[float], None] = lambda _seconds: None
        self.finish_checkpoint = False
        """Whether to move the last pages after the next commit, while nobody else writes."""
        self._path = path
        self._jobs: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tilemeld-write", daemon=True)
        self._thread.start()

    def submit(self, work: "Work[Answer]", future: "asyncio.Future[Answer]") -> None:
        """Queue a piece of writing; the future is answered after its commit."""
        self._jobs.put((work, future))

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with contextlib.closing(connect(self._path)) as connection:
            connection.execute("PRAGMA wal_autocheckpoint = 0")  # the checkpointer does it
            while (batch := self._gather()) is not None:
                began = time.perf_counter()
                outcomes = _commit(connection, [work for work, _ in batch])
                self.commits += 1
                self.on_commit(time.perf_counter() - began)
                _answer(batch, outcomes)
                if self.finish_checkpoint:
                    self.finish_checkpoint = False
                    checkpoint(connection)

    def _gather(self) -> "list[tuple[Work[Any], asyncio.Future[Any]]] | None":
        job = self._jobs.get()
        batch = []
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH or self._jobs.empty():
                return batch
            job = self._jobs.get()
        if batch:
            self._jobs.put(None)  # write what is there, then end
            return batch
        return None


Outcome = tuple[bool, Any]
"""Whether it went well, and the answer or the error."""


def _commit(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[Outcome]:
    """Do all writes in one transaction and return their results when they are on disk.

    If that fails, each is tried by itself: one that meets a broken page does not affect the others.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_one(connection, work) for work in works]
        connection.execute("COMMIT")
        return outcomes
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        if len(works) > 1:
            return [_commit(connection, [work])[0] for work in works]
        unavailable = Unavailable("store/unavailable")
        unavailable.__cause__ = error
        return [(False, unavailable)]


def _one(connection: sqlite3.Connection, work: Work[Any]) -> Outcome:
    connection.execute("SAVEPOINT one")
    try:
        answer = work(connection)
    except (Conflict, sqlite3.IntegrityError):
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return False, Conflict("store/conflict")
    connection.execute("RELEASE one")
    return True, answer


def _answer(batch: "list[tuple[Work[Any], asyncio.Future[Any]]]", outcomes: list[Outcome]) -> None:
    """Wake all waiting tasks, with one call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Outcome]]] = {}
    for (_, future), each in zip(batch, outcomes, strict=True):
        by_loop.setdefault(future.get_loop(), []).append((future, each))
    for loop, answers in by_loop.items():
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_wake, answers)


def _wake(answers: list[tuple["asyncio.Future[Any]", Outcome]]) -> None:
    for future, (went_well, answer) in answers:
        if not future.done():
            if went_well:
                future.set_result(answer)
            else:
                future.set_exception(answer)


def _append(connection: sqlite3.Connection, game: GameId, append: Append) -> None:
    step, key = append.step, append.key
    if step.version == 0:
        sql = "INSERT INTO games (id, table_id, version, over) VALUES (?, ?, ?, ?)"
        connection.execute(sql, (game, append.table, step.after, append.over))
    else:
        sql = "UPDATE games SET version = ?, over = ? WHERE id = ? AND version = ?"
        if connection.execute(sql, (step.after, append.over, game, step.version)).rowcount != 1:
            raise Conflict("store/conflict")
    connection.execute(
        "INSERT INTO steps (game_id, version, after, at, body) VALUES (?, ?, ?, ?, ?)",
        (game, step.version, step.after, step.at, step.body),
    )
    if key is not None:
        connection.execute(
            "INSERT INTO commands (game_id, who, id, digest, version, after) VALUES (?, ?, ?, ?, ?, ?)",
            (game, key.who, key.id, key.digest, step.version, step.after),
        )
    if append.deadline_at is None:
        connection.execute("DELETE FROM deadlines WHERE game_id = ?", (game,))
    else:
        connection.execute(
            "INSERT OR REPLACE INTO deadlines (game_id, version, at) VALUES (?, ?, ?)",
            (game, step.after, append.deadline_at),
        )
    if append.over:
        connection.execute("DELETE FROM drafts WHERE game_id = ?", (game,))


def _delete_game(connection: sqlite3.Connection, game: GameId) -> None:
    for name in ("deadlines", "drafts", "commands", "steps"):
        connection.execute(f"DELETE FROM {name} WHERE game_id = ?", (game,))
    connection.execute("DELETE FROM games WHERE id = ?", (game,))


def _put_table(connection: sqlite3.Connection, table: StoredTable, people: Sequence[PersonId]) -> None:
    values = (table.code, table.version, table.body, table.listed, table.playing, table.touched_at, table.id)
    if table.version == 1:
        sql = """INSERT INTO tables (code, version, body, listed, playing, touched_at, id)
          VALUES (?, ?, ?, ?, ?, ?, ?)"""
        connection.execute(sql, values)
        _seat_people(connection, table.id, people)
        return
    sql = """UPDATE tables SET code = ?, version = ?, body = ?, listed = ?, playing = ?, touched_at = ?
      WHERE id = ? AND version = ?"""
    if connection.execute(sql, (*values, table.version - 1)).rowcount != 1:
        raise Conflict("store/conflict")
    _seat_people(connection, table.id, people)


def _seat_people(connection: sqlite3.Connection, table: TableId, people: Sequence[PersonId]) -> None:
    """Note who finds a table."""
    connection.execute("DELETE FROM sitters WHERE table_id = ?", (table,))
    rows = [(person, table) for person in people]
    connection.executemany("INSERT INTO sitters (person, table_id) VALUES (?, ?)", rows)


def _put_key(connection: sqlite3.Connection, key: CommandKey | None, *, about: str, at: int) -> None:
    """Note under which key something was written; of each sender the latest are kept."""
    if key is None:
        return
    sql = "INSERT INTO writes (who, id, digest, about, at) VALUES (?, ?, ?, ?, ?)"
    connection.execute(sql, (key.who, key.id, key.digest, about, at))
    sql = """DELETE FROM writes WHERE who = ?1 AND id IN
      (SELECT id FROM writes WHERE who = ?1 ORDER BY at DESC, id LIMIT -1 OFFSET ?2)"""
    connection.execute(sql, (key.who, WRITES_KEPT))


def _set_fact(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", (name, value))
