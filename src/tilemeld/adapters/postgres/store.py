"""PostgreSQL: a pool for reading, and writers that commit what has queued up while they were busy.

A write returns when its commit is durable. Steps of games have writers of their own: a batch of them is one
question, which commits by itself. Other writes of a batch share a transaction; when one of them is refused,
each is tried alone. What the database did not answer is ``Unavailable``: it may have been written all the
same, and a command that is sent again is found by its key.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any

import asyncpg

from tilemeld.adapters.sql.statements import Statement
from tilemeld.adapters.sql.store import SqlStore
from tilemeld.service.errors import Conflict, Unavailable
from tilemeld.service.limits.ports import Room
from tilemeld.service.ports import Append, GameId

from .connections import ANSWER_SECONDS, CUT, PATIENCE_SECONDS, Connections
from .schema import claim, migrate

BATCH = 200
"""The most writes in one commit."""
STEP_WRITERS = 2
"""How many batches of steps are written at the same time: while one waits for the disk, the next begins."""
WRITERS = STEP_WRITERS + 1
"""How many connections write."""
READERS = 8
"""How many connections read."""

Work = tuple[Statement, ...]
"""What is written in one transaction."""
Step = tuple[GameId, Append]
Outcome = int | Exception
Job = tuple[Any, asyncio.Future[int]]
Commit = Callable[[Sequence[Any]], Awaitable[Sequence[Outcome]]]
"""Writes a batch and returns what came of each."""
_APPEND = """SELECT tilemeld_append_2(g, t, v, l, m, c, o, d, w, i, h, k) FROM unnest($1::text[], $2::text[],
  $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::text[],
  $11::text[], $12::text[]) AS step(g, t, v, l, m, c, o, d, w, i, h, k)"""
LOST = (*CUT, asyncpg.PostgresError)
"""What is raised when the database does not do what it is asked."""


class PostgresStore(SqlStore):
    """Everything in one database. It connects when it is first used.

    Any number of servers share it. A ``sole`` user claims it: ``RuntimeError`` when another one uses it.
    """

    def __init__(self, url: str, *, sole: bool = False) -> None:
        self._url = url
        self._is_sole = sole
        self._claim: Any = None
        self._opening = asyncio.Lock()
        self.connections = Connections(url, most=READERS + WRITERS)
        self.connections.on_changed = self._note_availability
        self._is_open = False
        self._steps: asyncio.Queue[Job] = asyncio.Queue()
        self._works: asyncio.Queue[Job] = asyncio.Queue()
        self._writers: list[asyncio.Task[None]] = []
        self.commits = 0
        """How many commits were made: fewer than writes when many come at once."""
        self.on_commit: Callable[[float], None] = lambda _seconds: None
        """Called with the seconds that a commit took."""

    def _note_availability(self, answers: bool) -> None:
        self.on_available(answers)

    async def close(self) -> None:
        """Finish what is being written and close the connections."""
        if self._writers:
            await self._steps.join()
            await self._works.join()
        for task in self._writers:
            task.cancel()
        await asyncio.gather(*self._writers, return_exceptions=True)
        self._writers.clear()
        self._is_open = False
        await self.connections.close()
        if self._claim is not None:
            self._claim.terminate()

    async def _open(self) -> None:
        """Connect, bring the schema up to date, and begin to write."""
        async with self._opening:
            if not self._is_open:
                try:
                    await migrate(self._url, seconds=ANSWER_SECONDS)
                    self._claim = await claim(self._url, sole=self._is_sole, seconds=ANSWER_SECONDS)
                    await self.connections.open()
                except LOST as error:
                    raise Unavailable("store/unavailable") from error
                self._is_open = True
                loops = [(self._steps, self._append_all)] * STEP_WRITERS + [(self._works, self._write_all)]
                self._writers = [asyncio.create_task(self._write_on(*each)) for each in loops]

    async def ask(self, sql: str, *values: object) -> Sequence[Any]:
        """Ask what may be asked twice; once more if the connection was cut."""
        if not self._is_open:
            await self._open()
        began = time.monotonic()
        try:
            return await self._fetch(sql, values)
        except CUT as error:
            if time.monotonic() - began > PATIENCE_SECONDS:
                raise Unavailable("store/unavailable") from error
        except LOST as error:
            raise Unavailable("store/unavailable") from error
        return await self.change(sql, *values)

    async def change(self, sql: str, *values: object) -> Sequence[Any]:
        """Ask once, since each time changes something; ``Unavailable`` when nobody knows whether it did."""
        if not self._is_open:
            await self._open()
        try:
            return await self._fetch(sql, values)
        except LOST as error:
            raise Unavailable("store/unavailable") from error

    async def _rows(self, sql: str, *values: object) -> Sequence[Any]:
        return await self.ask(sql, *values)

    async def _fetch(self, sql: str, values: Sequence[object]) -> Sequence[Any]:
        async with self.connections.use() as connection:
            found: Sequence[Any] = await connection.fetch(numbered(sql), *values)
            return found

    async def time_ms(self) -> int:
        """Return the time of the database's clock, as of now."""
        found = await self._rows("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(found[0][0])

    async def room(self) -> Room:
        """Return how large the database is; its disk is its own machine's."""
        (row,) = await self._rows("SELECT pg_database_size(current_database())")
        return Room(int(row[0]))

    async def append(self, game: GameId, append: Append) -> None:
        """Add a step at its version; those of a batch are one question to the database."""
        await self._submit(self._steps, (game, append))

    async def _write(self, *statements: Statement) -> int:
        return await self._submit(self._works, statements)

    async def _submit(self, queue: "asyncio.Queue[Job]", work: Work | Step) -> int:
        if not self._is_open:
            await self._open()
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        queue.put_nowait((work, future))
        return await future

    async def _write_on(self, queue: "asyncio.Queue[Job]", commit: Commit) -> None:
        """Take what has queued up, commit it at once, then answer."""
        while True:
            batch = [await queue.get()]
            while len(batch) < BATCH and not queue.empty():
                batch.append(queue.get_nowait())
            began = time.perf_counter()
            outcomes = await commit([work for work, _ in batch])
            self.commits += 1
            self.on_commit(time.perf_counter() - began)
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                queue.task_done()
                if not future.done():
                    if isinstance(outcome, Exception):
                        future.set_exception(outcome)
                    else:
                        future.set_result(outcome)

    async def _append_all(self, steps: Sequence[Step]) -> Sequence[Outcome]:
        """Append steps with one question, in the order of their games: so servers never block each other."""
        order = sorted(range(len(steps)), key=lambda at: steps[at][0])
        columns = zip(*(_values(*steps[at]) for at in order), strict=True)
        try:
            async with self.connections.use() as connection:
                rows = await connection.fetch(_APPEND, *(list(column) for column in columns))
        except Exception as error:  # whatever it is, who waits for the batch is answered
            return await self._one_by_one(self._append_all, steps, error)
        done = dict(zip(order, rows, strict=True))
        return [1 if done[at][0] else Conflict("store/conflict") for at in range(len(steps))]

    async def _write_all(self, works: Sequence[Work]) -> Sequence[Outcome]:
        """Carry out writes in one transaction."""
        try:
            async with self.connections.use() as connection:
                if len(works) == len(works[0]) == 1 and not works[0][0].is_guard:
                    return [await _execute(connection, works[0][0])]  # it commits by itself
                async with connection.transaction():
                    return [await _execute_all(connection, work) for work in works]
        except Exception as error:  # whatever it is, who waits for the batch is answered
            return await self._one_by_one(self._write_all, works, error)

    async def _one_by_one(self, commit: Commit, works: Sequence[Any], error: Exception) -> Sequence[Outcome]:
        """Try each write of a batch alone, unless the database is away; return why the only one failed."""
        is_refused = isinstance(error, Conflict | asyncpg.IntegrityConstraintViolationError)
        is_answered = is_refused or (isinstance(error, asyncpg.PostgresError) and not isinstance(error, CUT))
        if len(works) > 1 and is_answered:
            return [(await commit([work]))[0] for work in works]
        return [Conflict("store/conflict") if is_refused else _unavailable(error) for _ in works]


def _values(game: GameId, append: Append) -> tuple[object, ...]:
    step, key = append.step, append.key
    sent = (None, None, None) if key is None else (key.who, key.id, key.digest)
    at = (step.version, step.after, step.at, step.body)
    return game, append.table, *at, int(append.over), append.deadline_at, *sent, append.owner


async def _execute_all(connection: Any, work: Work) -> int:
    first, *_ = [await _execute(connection, each) for each in work]
    return first


async def _execute(connection: Any, statement: Statement) -> int:
    status: str = await connection.execute(numbered(statement.sql), *statement.values)
    last = status.rpartition(" ")[2]
    changed = int(last) if last.isdecimal() else 0
    if statement.is_guard and changed != 1:
        raise Conflict("store/conflict")
    return changed


def _unavailable(error: Exception) -> Unavailable:
    unavailable = Unavailable("store/unavailable")
    unavailable.__cause__ = error
    return unavailable


@cache
def numbered(sql: str) -> str:
    """Write the places of values as PostgreSQL does.

    >>> numbered("SELECT name FROM people WHERE id = ?1 OR id = ?2")
    'SELECT name FROM people WHERE id = $1 OR id = $2'
    """
    return re.sub(r"\?(\d+)", r"$\1", sql)
