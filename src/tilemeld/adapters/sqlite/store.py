"""SQLite: WAL, synchronous=FULL, one writer thread that commits what has queued up while it was busy.

A write returns when its commit is on disk. Each write of a batch has its own savepoint, so one that is
refused does not affect the others; when the commit itself fails, all of them get ``Unavailable`` and
nothing was changed.
"""

import asyncio
import contextlib
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from tilemeld.adapters.sql.statements import Statement
from tilemeld.adapters.sql.store import SqlStore
from tilemeld.service.errors import Conflict, Unavailable, Unreadable
from tilemeld.service.limits.ports import Room

from .checkpoints import Checkpointer, checkpoint
from .file import claim_file, connect, is_damage, open_file

Work = tuple[Statement, ...]
"""What is written in one transaction."""
BATCH = 500
"""The most writes in one commit."""


class SqliteStore(SqlStore):
    """Everything in one file. Open it with ``SqliteStore.open``."""

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

    async def room(self) -> Room:
        """Return how large the file and its log are, and what the disk has left."""
        return await asyncio.to_thread(self._room)

    def _room(self) -> Room:
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        used = sum(each.stat().st_size for each in files if each.exists())
        return Room(used, shutil.disk_usage(self._path.parent).free)

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

    async def _write(self, *statements: Statement) -> int:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._writer.submit(statements, future)
        return await future

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._read, sql, values)
        except sqlite3.Error as error:
            if is_damage(error):
                raise Unreadable("store/damaged") from error
            raise Unavailable("store/unavailable") from error

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
        self._jobs: queue.SimpleQueue[tuple[Work, asyncio.Future[int]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tilemeld-write", daemon=True)
        self._thread.start()

    def submit(self, work: Work, future: "asyncio.Future[int]") -> None:
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

    def _gather(self) -> "list[tuple[Work, asyncio.Future[int]]] | None":
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


def _commit(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Outcome]:
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


def _one(connection: sqlite3.Connection, work: Work) -> Outcome:
    connection.execute("SAVEPOINT one")
    try:
        changed = [_execute(connection, each) for each in work]
    except (Conflict, sqlite3.IntegrityError):
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return False, Conflict("store/conflict")
    connection.execute("RELEASE one")
    return True, changed[0]


def _execute(connection: sqlite3.Connection, statement: Statement) -> int:
    changed = connection.execute(statement.sql, statement.values).rowcount
    if statement.is_guard and changed != 1:
        raise Conflict("store/conflict")
    return changed


def _answer(batch: "list[tuple[Work, asyncio.Future[int]]]", outcomes: list[Outcome]) -> None:
    """Wake all waiting tasks, with one call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[int], Outcome]]] = {}
    for (_, future), each in zip(batch, outcomes, strict=True):
        by_loop.setdefault(future.get_loop(), []).append((future, each))
    for loop, answers in by_loop.items():
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_wake, answers)


def _wake(answers: list[tuple["asyncio.Future[int]", Outcome]]) -> None:
    for future, (went_well, answer) in answers:
        if not future.done():
            if went_well:
                future.set_result(answer)
            else:
                future.set_exception(answer)
