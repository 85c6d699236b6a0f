"""What only PostgreSQL has to promise: batches, and a database that goes away and comes back."""

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg
import pytest

from adapters.test_store_contract import GAME, OTHER, step
from real_servers import RealPostgres, a_postgres, postgres, removed
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.adapters.sql.database import AT_ONCE
from tilemeld.adapters.sql.statements import do
from tilemeld.adapters.sql.store import GAMES_AT_ONCE
from tilemeld.service.errors import Conflict, Unavailable
from tilemeld.service.ports import CommandKey, GameId, PersonId


def test_what_comes_at_once_shares_commits_and_each_gets_its_own_answer() -> None:
    store = PostgresStore(postgres().database())

    async def story() -> None:
        await store.append(GAME, step(0, 1))
        before = store.commits
        games = [GameId(f"g{number}") for number in range(100, 300)]
        works = [store.append(game, step(0, 1)) for game in games]
        taken = CommandKey("seat/0", "c", "d")
        results = await asyncio.gather(
            store.server_key("first"),
            *works,
            store.append(GAME, step(5, 6)),
            store.append(games[0], step(0, 1)),
            store.append(OTHER, step(0, 1, key=taken)),
            store.mark_alive(7),
            return_exceptions=True,
        )
        assert store.commits - before < 20
        first, one, *others = results[:201]
        ahead, other, *rest = results[201:]
        assert (first, others) == ("first", [None] * 199)
        assert {type(one), type(other)} == {type(None), Conflict}, "either may come first, and one is in"
        assert (type(ahead), rest) == (Conflict, [None, None])
        assert (await store.last_alive(), len(await store.games())) == (7, 202)
        with pytest.raises(Conflict):
            await store.append(OTHER, step(1, 2, key=taken, deadline_at=9))
        assert (await store.version_of(OTHER), await store.deadlines()) == (1, [])
        await store.close()

    in_time(story)


def in_time(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(run())


def test_one_write_that_fails_takes_no_other_with_it() -> None:
    store = PostgresStore(postgres().database())

    async def story() -> None:
        await store.mark_alive(1)
        results = await asyncio.gather(
            store.append(GAME, step(0, 1)),
            store._write(do("INSERT INTO no_such_table VALUES (1)")),
            store.mark_alive(7),
            return_exceptions=True,
        )
        assert isinstance(results[1], Unavailable)
        assert (results[0], results[2], await store.last_alive()) == (None, None, 7)
        assert len(await store.load(GAME)) == 1
        await store.close()

    in_time(story)


def test_two_servers_that_write_the_same_games_do_not_block_each_other() -> None:
    url = postgres().database()
    one, two = PostgresStore(url), PostgresStore(url)

    async def story() -> None:
        games = [GameId(f"g{number}") for number in range(40)]
        for version in range(5):
            results = await asyncio.gather(
                *(one.append(game, step(version, version + 1)) for game in games),
                *(two.append(game, step(version, version + 1)) for game in reversed(games)),
                return_exceptions=True,
            )
            kinds = [type(each) for each in results]
            assert (kinds.count(type(None)), kinds.count(Conflict)) == (40, 40)
        await one.close()
        await two.close()

    in_time(story)


_COUNTED = """CREATE TABLE deleted (count BIGINT);
CREATE FUNCTION note_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS
  'BEGIN INSERT INTO deleted SELECT count(*) FROM gone; RETURN NULL; END';
"""
_TRIGGER = """CREATE TRIGGER noted AFTER DELETE ON {name} REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();
"""
_BACKLOG = f"""INSERT INTO writes SELECT 'w', n::text, '', '', 1 FROM generate_series(1, {3 * AT_ONCE}) n;
INSERT INTO people SELECT n::text, '', '', 1, n % 2 FROM generate_series(1, {3 * AT_ONCE}) n;
INSERT INTO buckets SELECT n::text, 1, 1, 1 FROM generate_series(1, {3 * AT_ONCE}) n;
INSERT INTO games SELECT n::text, 't', 1, 1 FROM generate_series(1, {3 * GAMES_AT_ONCE}) n;
INSERT INTO steps SELECT n::text, 0, 1, 1, '' FROM generate_series(1, {3 * GAMES_AT_ONCE}) n;
INSERT INTO commands SELECT n::text, 'w', 'i', '', 0, 1 FROM generate_series(1, {3 * GAMES_AT_ONCE}) n;
"""


def test_a_large_backlog_is_forgotten_in_writes_that_each_take_little() -> None:
    """A write that takes longer than three seconds is cut, and everything that it did is undone."""
    url = postgres().database()
    store = PostgresStore(url)

    async def story() -> None:
        await store.games()
        connection = await asyncpg.connect(url)
        names = ("writes", "people", "buckets", "commands")
        await connection.execute(_COUNTED + "".join(_TRIGGER.format(name=name) for name in names) + _BACKLOG)
        await store.forget_writes(before=2)
        await store.forget_buckets(before=2)
        assert await store.erase_idle(before=2, playing_before=1) == 3 * AT_ONCE
        assert await store.forget_commands(before=2) == 3 * GAMES_AT_ONCE
        left = " + ".join(f"(SELECT count(*) FROM {name})" for name in names)
        assert await connection.fetchval(f"SELECT {left}") == 0
        assert await connection.fetchval("SELECT max(count) FROM deleted") == AT_ONCE
        await connection.close()
        await store.close()

    in_time(story)


def test_a_database_that_is_killed_is_noticed_quickly_and_used_again_when_it_is_back() -> None:
    with removed(a_postgres()) as server:
        assert isinstance(server, RealPostgres)
        store = PostgresStore(server.database())

        async def story() -> None:
            acknowledged = 0

            async def play() -> None:
                nonlocal acknowledged
                while True:
                    await store.append(GAME, step(acknowledged, acknowledged + 1))
                    acknowledged += 1

            playing = asyncio.create_task(play())
            while acknowledged < 20:
                await asyncio.sleep(0)
            await asyncio.to_thread(server.kill, signal.SIGQUIT)
            began = time.monotonic()
            with pytest.raises(Unavailable):
                await playing
            with pytest.raises(Unavailable):
                await store.get_person(PersonId("p"))
            assert time.monotonic() - began < 30, "nobody hangs"
            await asyncio.to_thread(server.start)
            async with asyncio.timeout(20):
                while True:
                    try:
                        stored = await store.load(GAME)
                        break
                    except Unavailable:
                        await asyncio.sleep(0.05)
            assert len(stored) in (acknowledged, acknowledged + 1), "nothing acknowledged is lost"
            await store.append(GAME, step(len(stored), len(stored) + 1))
            await store.close()

        in_time(story)
