"""A migration that is killed in the middle, or run by several at once, leaves a database that is whole."""

import asyncio
import subprocess
import time
from random import Random

import asyncpg
import pytest
from tools.cluster.installation import BIN

from at_night import at_night
from real_servers import postgres

MIGRATE = (str(BIN / "tilemeld"), "database", "migrate", "--database")
SHAPE = """SELECT table_name, column_name, data_type FROM information_schema.columns
  WHERE table_schema = 'public' ORDER BY 1, 2"""


async def shape_of(url: str) -> list[tuple[str, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(SHAPE)]
    finally:
        await connection.close()


@pytest.mark.parametrize("seed", range(at_night(40, by_day=2)))
def test_a_migration_that_is_killed_is_finished_by_the_next(seed: int) -> None:
    url, rng = postgres().blank(), Random(seed)
    begun = time.monotonic()
    subprocess.run([*MIGRATE, postgres().blank()], check=True, capture_output=True)
    usual = time.monotonic() - begun
    for _ in range(3):
        process = subprocess.Popen([*MIGRATE, url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(rng.uniform(0.5, 1.0) * usual)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    subprocess.run([*MIGRATE, url], check=True, capture_output=True)
    assert asyncio.run(shape_of(url)) == asyncio.run(shape_of(postgres().database()))


def test_several_that_migrate_at_once_wait_for_each_other() -> None:
    url = postgres().blank()
    every = [
        subprocess.Popen([*MIGRATE, url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(3)
    ]
    said = [process.communicate(timeout=120)[0].decode() for process in every]
    assert [process.returncode for process in every] == [0, 0, 0], said
    assert asyncio.run(shape_of(url)) == asyncio.run(shape_of(postgres().database()))
