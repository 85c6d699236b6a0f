"""Backups as docs/operations.md describes them are restored to a moment, and everything is there again."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from tools.checker import check, read_journals, read_log
from tools.checker.check import Bounds
from tools.cluster.parts import NOBODY, Postgres, a_folder, as_nobody

from tilemeld.adapters.postgres.schema import migrate

BOUNDS = Bounds(is_finished=False)


@pytest.fixture
def archive() -> Iterator[Path]:
    """A folder that PostgreSQL may write to, as whoever it runs."""
    folder = a_folder("archive")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def database(archive: Path) -> Iterator[Postgres]:
    """A PostgreSQL server whose log is archived, with the very settings of docs/operations.md."""
    options = (
        "wal_level=replica",
        "archive_mode=on",
        f"archive_command=cp %p {archive}/%f",
        "archive_timeout=60",
    )
    server = Postgres(*options)
    server.start()
    try:
        asyncio.run(until_ready(server))
        yield server
    finally:
        server.remove()


async def until_ready(server: Postgres, name: str = "postgres") -> None:
    """Wait until it takes questions and has come out of its recovery."""
    async with asyncio.timeout(30):
        while True:
            try:
                connection = await asyncpg.connect(server.url(name))
            except (asyncpg.CannotConnectNowError, OSError):
                await asyncio.sleep(0.05)
                continue
            try:
                if not await connection.fetchval("SELECT pg_is_in_recovery()"):
                    return
            finally:
                await connection.close()
            await asyncio.sleep(0.05)


async def ask(server: Postgres, name: str, *statements: str) -> object:
    connection = await asyncpg.connect(server.url(name))
    try:
        found = None
        for statement in statements:
            found = await connection.fetchval(statement)
        return found
    finally:
        await connection.close()


def a_step(version: int) -> list[str]:
    body = f'{{"version":{version},"at":1,"command":{{"type":"x"}},"events":[{{"type":"paused"}}]}}'
    return [
        f"INSERT INTO steps VALUES ('g', {version}, {version + 1}, 1, '{body}')",
        f"UPDATE games SET version = {version + 1} WHERE id = 'g'",
    ]


def a_game() -> list[str]:
    body = (
        '{"version":0,"at":1,"command":{"type":"create-game"},"events":[{"type":"game-created","players":2}]}'
    )
    game = "INSERT INTO games (id, table_id, version, over) VALUES ('g', 't', 1, 0)"
    return [game, f"INSERT INTO steps VALUES ('g', 0, 1, 1, '{body}')"]


def test_postgres_is_restored_to_the_moment_before_a_mistake(database: Postgres, archive: Path) -> None:
    asyncio.run(ask(database, "postgres", "CREATE DATABASE tilemeld"))
    asyncio.run(migrate(database.url("tilemeld")))
    asyncio.run(ask(database, "tilemeld", *a_game()))
    base = archive / "base"
    copy = [
        str(database.bin / "pg_basebackup"),
        "-h",
        "127.0.0.1",
        "-p",
        str(database.port),
        "-U",
        "tilemeld",
    ]
    subprocess.run([*copy, "-D", str(base), "-c", "fast"], check=True, capture_output=True, **as_nobody())
    steps = [statement for version in (1, 2, 3) for statement in a_step(version)]
    moment = asyncio.run(ask(database, "tilemeld", *steps, "SELECT clock_timestamp()::text"))
    asyncio.run(ask(database, "tilemeld", "DELETE FROM steps", "SELECT pg_switch_wal()"))
    restored = restore(base, archive, str(moment))
    try:
        log = read_log(restored.url("tilemeld"))
        assert [step.after for step in log.games["g"].steps] == [1, 2, 3, 4]
        assert check(log, read_journals([]), BOUNDS).faults == []
    finally:
        restored.remove()
    lost = read_log(database.url("tilemeld"))
    assert check(lost, read_journals([]), BOUNDS).codes == {"log/tail"}, "the mistake would have been noticed"


def restore(base: Path, archive: Path, moment: str) -> Postgres:
    """Start another server from the copy and the archive, up to a moment."""
    (base / "recovery.signal").touch()
    with (base / "postgresql.auto.conf").open("a") as file:
        file.write(f"restore_command = 'cp {archive}/%f %p'\n")
        file.write(f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n")
    if as_nobody():
        os.chown(base / "recovery.signal", NOBODY, NOBODY)
    server = Postgres(data=base)
    server.start()
    asyncio.run(until_ready(server, "tilemeld"))
    return server


def test_a_file_is_copied_while_it_is_written(tmp_path: Path) -> None:
    """The command of docs/operations.md, by its function in Python: the copy is whole."""
    source, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    running = sqlite3.connect(source, isolation_level=None)
    running.execute("PRAGMA journal_mode=WAL")
    for line in (
        "CREATE TABLE games (id TEXT, table_id TEXT, version INTEGER, over INTEGER)",
        "CREATE TABLE steps (game_id TEXT, version INTEGER, after INTEGER, at INTEGER, body TEXT)",
        "CREATE TABLE commands (game_id TEXT, who TEXT, id TEXT, version INTEGER, after INTEGER)",
        "CREATE TABLE deadlines (game_id TEXT, at INTEGER)",
        "CREATE TABLE event_entries (event_id TEXT, number INTEGER, body TEXT)",
        *a_game(),
    ):
        running.execute(line)
    target, version = sqlite3.connect(copy), 0

    def write_on(_status: int, _remaining: int, _total: int) -> None:
        nonlocal version
        if version < 5:
            version += 1
            running.execute("BEGIN")
            for statement in a_step(version):
                running.execute(statement)
            running.execute("COMMIT")

    sqlite3.connect(source).backup(target, pages=1, progress=write_on)
    target.close()
    running.close()
    log = read_log(str(copy))
    assert check(log, read_journals([]), BOUNDS).faults == []
    assert log.games["g"].version >= 1
    assert version == 5
