"""Connections to PostgreSQL that know whether it answers.

Whatever is asked is answered or refused within a few seconds: a connection that takes longer is cut. Once
the database is known to be away, questions wait a moment for it and are then refused, while one connection is
tried again and again; when that succeeds, connections from before are not used again.

Too much work is another thing than a database that is away: who waits in vain for one of the connections is
refused, and a connection whose answer could not be read because this process was held up gets a moment more.
To call the database lost then would throw all connections away, and with them what is left of its time.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg

from tilemeld.service.errors import Unavailable

log = logging.getLogger(__name__)

ANSWER_SECONDS = 3.0
"""How long a connection and its answer may take: nobody waits longer than five seconds for anything."""
PATIENCE_SECONDS = 1.0
"""How long a question waits for a database that is away."""
PROBE_SECONDS = 0.25
"""How long after a failed try the next one follows."""
HELD_UP_SECONDS = 0.25
"""How late this process notices that time is up when it was held up itself."""
MOMENT_SECONDS = 1.0
"""What a connection gets in addition then, to be read."""

CUT = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what the driver makes of a connection that is cut at a bad moment
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.TooManyConnectionsError,
)
"""What is raised when the database is not reached, or cuts a connection."""


class Connections:
    """A pool of connections to a database that may go away and come back."""

    def __init__(self, url: str, *, most: int) -> None:
        self._url = url
        self._most = most
        self._pool: asyncpg.Pool | None = None
        self._answers = asyncio.Event()
        self._probing: asyncio.Task[None] | None = None
        self.on_changed: Callable[[bool], None] = lambda _answers: None
        """Called with whether the database answers, whenever that changes."""

    async def open(self) -> None:
        """Connect; raises what ``CUT`` has when that fails."""
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,  # a floor would be restored again and again while the database is away
            max_size=self._most,
            timeout=ANSWER_SECONDS,
            reset=_nothing,  # no question leaves anything behind: that saves one of its own for each
        )
        self._answers.set()

    async def close(self) -> None:
        """Disconnect."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)
        pool, self._pool = self._pool, None
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), ANSWER_SECONDS)
            except (*CUT, asyncpg.PostgresError):
                pool.terminate()

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[Any]:
        """Use a connection until the block ends, or until it has taken too long and is cut.

        Raises ``Unavailable`` when the database is away, and what ``CUT`` has when it goes away.
        """
        assert self._pool is not None, "opened before it is used"
        await self._wait_for_it()
        loop = asyncio.get_running_loop()
        until = loop.time() + ANSWER_SECONDS
        pool = self._pool
        try:
            connection = await self._acquire(pool)
            timer = _Timer(connection, until)
            try:
                yield connection
            except CUT:
                raise
            except Exception as error:
                if not _is_cut(connection):
                    raise
                # the driver trips over a connection that is cut while it is used
                raise asyncpg.ConnectionDoesNotExistError(str(error)) from error
            finally:
                timer.cancel()
                await pool.release(connection)
        except CUT as error:
            self._lose(error)
            raise

    async def _acquire(self, pool: asyncpg.Pool) -> Any:
        """Return a connection; ``Unavailable`` when all are busy for too long, ``CUT`` when none is made."""
        try:
            return await pool.acquire(timeout=ANSWER_SECONDS)
        except TimeoutError:
            if pool.get_size() < self._most or pool.get_idle_size():
                raise
            raise Unavailable("store/unavailable") from None

    async def _wait_for_it(self) -> None:
        if not self._answers.is_set():
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._answers.wait()
            except TimeoutError:
                raise Unavailable("store/unavailable") from None

    def _lose(self, error: BaseException) -> None:
        if self._answers.is_set():
            self._answers.clear()
            log.warning("the database is lost: %s: %s", type(error).__name__, str(error)[:200])
            self.on_changed(False)
            self._probing = asyncio.create_task(self._probe())

    async def _probe(self) -> None:
        """Try to connect until the database answers."""
        while not await self._does_answer():
            await asyncio.sleep(PROBE_SECONDS)
        if self._pool is not None:
            await self._pool.expire_connections()
        log.warning("the database is back")
        self._answers.set()
        self.on_changed(True)

    async def _does_answer(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                connection = await asyncpg.connect(self._url, timeout=ANSWER_SECONDS)
                try:
                    await connection.execute("SELECT 1")
                finally:
                    connection.terminate()
        except (*CUT, asyncpg.PostgresError):
            return False
        return True


def _is_cut(connection: Any) -> bool:
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:  # the pool has taken it back
        return True


class _Timer:
    """Cuts a connection when its time is up; a moment later if this process was held up itself."""

    def __init__(self, connection: Any, until: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection, self._until = connection, until
        self._handle = self._loop.call_at(until, self._end)

    def _end(self) -> None:
        if self._loop.time() - self._until > HELD_UP_SECONDS:
            self._until = self._loop.time() + MOMENT_SECONDS
            self._handle = self._loop.call_at(self._until, self._end)
        else:
            self._connection.terminate()

    def cancel(self) -> None:
        """Let the connection be."""
        self._handle.cancel()


async def _nothing(_connection: object) -> None:
    """Leave a connection as it is."""
