"""What only the file can promise: it is there after a crash, full commits, migrations, privacy.

Proves `adapters/sqlite/checkpoints.py`.
"""

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest

from adapters.test_store_contract import GAME, step
from tilemeld.adapters.sql.migrations import migrations
from tilemeld.adapters.sqlite.checkpoints import LONG, Checkpointer
from tilemeld.adapters.sqlite.file import connect, migrate
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.service.errors import Unavailable
from tilemeld.service.ports import GameId, PersonId


def test_what_was_appended_is_there_when_the_file_is_opened_again_without_closing(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "deep" / "games.sqlite"
        first = SqliteStore.open(path)
        await first.append(GAME, step(0, 1))
        second = SqliteStore.open(path)  # the first was never closed, as after a crash
        assert len(await second.load(GAME)) == 1
        await second.append(GAME, step(1, 2))
        assert len(await first.load(GAME)) == 2
        await first.close()
        await second.close()

    asyncio.run(story())


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    connection = connect(tmp_path / "games.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"
    connection.close()


def test_a_failing_commit_is_heard_by_everybody_in_it_and_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "games.sqlite"
        store = SqliteStore.open(path)
        await store.append(GAME, step(0, 1))
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("ALTER TABLE steps RENAME TO hidden")
        results = await asyncio.gather(
            store.append(GAME, step(1, 2)), store.append(GameId("x"), step(0, 1)), return_exceptions=True
        )
        assert [type(each) for each in results] == [Unavailable, Unavailable]
        blocker.execute("ALTER TABLE hidden RENAME TO steps")
        blocker.close()
        assert len(await store.load(GAME)) == 1
        assert await store.unfinished() == [GAME]
        await store.append(GAME, step(1, 2))
        await store.close()

    asyncio.run(story())


def test_writes_that_gather_while_the_disk_is_busy_share_one_commit(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "games.sqlite")
        await asyncio.gather(*(store.append(GameId(f"g{n}"), step(0, 1)) for n in range(300)))
        assert len(await store.unfinished()) == 300
        assert store.commits < 100
        await store.close()

    asyncio.run(story())


def test_the_file_with_the_servers_key_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    asyncio.run(SqliteStore.open(path).close())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_another_server_uses_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    first = SqliteStore.open(path, sole=True)
    with pytest.raises(RuntimeError, match="another server"):
        SqliteStore.open(path, sole=True)
    asyncio.run(first.close())
    asyncio.run(SqliteStore.open(path, sole=True).close())


def test_migrations_are_numbered_without_gaps_and_run_once(tmp_path: Path) -> None:
    numbers = [number for number, _ in migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    connection = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    migrate(connection)
    migrate(connection)
    assert connection.execute("PRAGMA user_version").fetchone() == (numbers[-1],)
    connection.close()


def test_tables_that_were_set_before_people_could_find_them_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    for number, sql in migrations()[:3]:
        connection.executescript(f"{sql}\nPRAGMA user_version = {number};")
    body = '{"places":[{"person":"ola"},{"bot":"club"},{},{"person":"ola"}]}'
    connection.execute("INSERT INTO tables VALUES ('t1', 'ABC234', 1, ?, 0, 0, 5)", (body,))
    connection.close()

    async def story() -> None:
        store = SqliteStore.open(path)
        assert [table.id for table in await store.tables_of(PersonId("ola"), limit=9)] == ["t1"]
        await store.close()

    asyncio.run(story())


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(RuntimeError, match="schema 999"):
        SqliteStore.open(path)


def test_nothing_but_people_holds_a_name_or_a_persons_id_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    asyncio.run(SqliteStore.open(path).close())
    connection = sqlite3.connect(path)
    columns = {
        table: {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    connection.close()
    assert [table for table, names in columns.items() if "name" in names] == [
        "people",
        "facts",
        "event_cards",
    ]
    assert not any("person" in name for table in ("steps", "games", "commands") for name in columns[table])


class Writer:
    """A writer's side of a checkpoint."""

    commits = 0
    finish_checkpoint = False


def test_the_log_is_moved_beside_the_writing_and_the_writer_is_asked_only_when_it_is_long(
    tmp_path: Path,
) -> None:
    path, writer = tmp_path / "games.sqlite", Writer()
    connection, other = connect(path), connect(path)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE pages (body BLOB)")
    checkpointer, times = Checkpointer(path, writer), list[float]()
    checkpointer.close()
    checkpointer.on_checkpoint = times.append
    checkpointer.look(other)
    assert times == [], "nothing was written"
    for count, is_long in ((10, False), (LONG + 10, True)):
        connection.execute("INSERT INTO pages VALUES (zeroblob(?))", (count * 4096,))
        writer.commits += 1
        checkpointer.look(other)
        assert writer.finish_checkpoint is is_long
    assert len(times) == 2
    size = path.stat().st_size
    assert size > LONG * 4096, "the pages are in the file"
    log = Path(f"{path}-wal").stat().st_size
    connection.execute("INSERT INTO pages VALUES (zeroblob(4096))")
    assert Path(f"{path}-wal").stat().st_size == log, "the log was started over"
    for each in (connection, other):
        each.close()


def test_a_store_moves_its_log_and_tells_how_long_commits_take(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "games.sqlite")
        times: list[float] = []
        store.on_commit = times.append
        store._writer.finish_checkpoint = True
        await store.append(GAME, step(0, 1))
        await store.append(GAME, step(1, 2))
        assert len(await store.load(GAME)) == 2
        await store.close()
        assert len(times) == 2
        assert not store._writer.finish_checkpoint
        assert not (tmp_path / "games.sqlite-wal").exists(), "closing leaves one file"

    asyncio.run(story())
