"""Too much work, a process that is held up, a driver that trips: none of them is a database that is away."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from real_servers import postgres
from tilemeld.adapters.postgres import connections
from tilemeld.adapters.postgres.connections import CUT, Connections
from tilemeld.service.errors import Unavailable

Story = Callable[[Connections, list[bool]], Awaitable[None]]


def tell(story: Story) -> None:
    """Run a story with one connection, and what is said of the database."""
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(60):
            pool, said = Connections(url, most=1), list[bool]()
            pool.on_changed = said.append
            await pool.open()
            try:
                await story(pool, said)
            finally:
                await pool.close()

    asyncio.run(run())


def test_who_waits_in_vain_is_refused_and_the_database_is_not_called_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(pool: Connections, said: list[bool]) -> None:
        async with pool.use() as busy:
            with monkeypatch.context() as quick:
                quick.setattr(connections, "ANSWER_SECONDS", 0.05)
                with pytest.raises(Unavailable):
                    async with pool.use():
                        pass
            assert await busy.fetchval("SELECT 1") == 1, "who was first goes on"
        async with pool.use() as free:
            assert await free.fetchval("SELECT 2") == 2
        assert said == []

    tell(story)


def test_an_answer_that_could_not_be_read_in_time_because_the_process_was_held_up_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.1)

    async def story(pool: Connections, said: list[bool]) -> None:
        async with pool.use() as connection:
            asking = asyncio.ensure_future(connection.fetchval("SELECT 1"))
            await asyncio.sleep(0)
            time.sleep(2 * connections.HELD_UP_SECONDS)  # that is what it is about
            assert await asking == 1
        assert said == []

    tell(story)


def test_a_question_that_takes_too_long_is_cut_and_the_database_tried_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.3)

    async def story(pool: Connections, said: list[bool]) -> None:
        with pytest.raises(CUT):
            async with pool.use() as connection:
                await connection.fetchval("SELECT pg_sleep(30)")
        async with pool.use() as connection:
            assert await connection.fetchval("SELECT 1") == 1
        assert said == [False, True]

    tell(story)


def test_a_driver_that_trips_over_a_cut_connection_says_no_more_than_that() -> None:
    async def trip(pool: Connections, error: Exception, *, is_cut: bool) -> None:
        async with pool.use() as connection:
            if is_cut:
                connection.terminate()
            raise error

    async def story(pool: Connections, said: list[bool]) -> None:
        with pytest.raises(ZeroDivisionError):
            await trip(pool, ZeroDivisionError(), is_cut=False)
        assert said == []
        tripped = AttributeError("'NoneType' object has no attribute 'bind_execute'")
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await trip(pool, tripped, is_cut=True)
        assert said == [False]

    tell(story)
