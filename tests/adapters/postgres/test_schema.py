"""The schema in PostgreSQL: run once, whoever starts at the same time, and never backwards."""

import asyncio
import time

import asyncpg
import pytest

from real_servers import postgres
from tilemeld.adapters.postgres.schema import check, claim, migrate
from tilemeld.adapters.sql.copy import MADE_AGAIN, OF_PROCESSES, OF_WORKERS, SHORT_LIVED, TABLES
from tilemeld.adapters.sql.database import DatabaseRefused
from tilemeld.adapters.sql.migrations import migrations

NUMBERS = [number for number, _ in migrations("postgres")]


async def ask(url: str, sql: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def test_of_servers_that_start_together_one_migrates_and_the_others_wait() -> None:
    url = postgres().blank()

    async def story() -> None:
        runs = await asyncio.gather(*(migrate(url) for _ in range(4)))
        assert sorted(runs) == [[], [], [], NUMBERS]
        assert await migrate(url) == []

    asyncio.run(story())


def test_a_dry_run_says_what_it_would_do_and_changes_nothing() -> None:
    url = postgres().blank()

    async def story() -> None:
        assert await migrate(url, dry_run=True) == NUMBERS
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert await ask(url, tables) == 0
        await migrate(url)
        made = len((*TABLES, *OF_PROCESSES, *OF_WORKERS, *MADE_AGAIN, *SHORT_LIVED))
        assert await ask(url, tables) == made + 1, "and the list of migrations"

    asyncio.run(story())


def test_addresses_that_an_earlier_program_has_stored_with_jobs_are_gone_after_the_update() -> None:
    url = postgres().database()

    async def story() -> None:
        turn = "INSERT INTO job_turns (who, number) VALUES ('address 203.0.113.7', 1)"
        job = """INSERT INTO jobs (program, key, kind, body, rank, address, owner, limit_ms, wanted_until)
          VALUES ('0', 'k', 'bot', '', 0, '203.0.113.7', 'o', 1, 1)"""
        for sql in (turn, job, "DELETE FROM schema_versions WHERE version = 12"):
            await ask(url, sql)
        assert await migrate(url) == [12]
        left = "SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM job_turns)"
        assert await ask(url, left) == 0

    asyncio.run(story())


def test_data_of_a_newer_program_are_left_alone() -> None:
    url = postgres().database()

    async def story() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("INSERT INTO schema_versions (version) VALUES (9999)")
        await connection.close()
        with pytest.raises(RuntimeError, match="at schema 9999"):
            await migrate(url)

    asyncio.run(story())


def test_servers_share_a_database_and_maintenance_has_it_alone() -> None:
    url = postgres().database()

    async def story() -> None:
        one, two = await claim(url, sole=False), await claim(url, sole=False)
        for server in (one, two):
            with pytest.raises(RuntimeError, match="a server is using this database"):
                await claim(url)
            await server.close()
        alone = await claim(url)
        for again in (claim(url), check(url)):
            with pytest.raises(RuntimeError, match=r"is using this database|is being copied or mended"):
                await again
        await alone.close()
        await check(url)

    asyncio.run(story())


def test_a_server_whose_claim_was_cut_is_known_by_its_heartbeat() -> None:
    url = postgres().database()

    async def story() -> None:
        connection = await asyncpg.connect(url)
        beat = "INSERT INTO processes (id, at) VALUES ($1, $2)"
        await connection.execute(beat, "long ago", time.time_ns() // 1_000_000 - 10_000)
        await (await claim(url)).close()
        await connection.execute(beat, "now", time.time_ns() // 1_000_000)
        with pytest.raises(RuntimeError, match="a server is using this database"):
            await claim(url)
        await connection.close()

    asyncio.run(story())


@pytest.mark.parametrize("ahead_ms", [-3_600_000, 3_600_000])
def test_heartbeats_are_judged_by_the_clock_of_the_database(
    ahead_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres().database()
    real = time.time_ns

    async def story() -> None:
        connection = await asyncpg.connect(url)
        beat = "INSERT INTO processes (id, at) VALUES ($1, tilemeld_now() - $2)"
        monkeypatch.setattr(time, "time_ns", lambda: real() + ahead_ms * 1_000_000)
        await connection.execute(beat, "long ago", 10_000)
        await (await claim(url)).close()
        await connection.execute(beat, "now", 0)
        with pytest.raises(RuntimeError, match="a server is using this database"):
            await claim(url)
        await connection.close()

    asyncio.run(story())


def test_a_server_that_is_away_differs_from_a_database_that_does_not_exist() -> None:
    url = postgres().url("nowhere")

    async def story() -> None:
        with pytest.raises(DatabaseRefused, match="nowhere"):
            await migrate(url)
        with pytest.raises(ConnectionError):
            await migrate("postgresql://127.0.0.1:1/x")

    asyncio.run(story())
