"""Copying a store: a file into PostgreSQL and back is the same file, row by row."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from real_servers import postgres
from server.broken import make_sound
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.adapters.sql.copy import MADE_AGAIN, OF_PROCESSES, SHORT_LIVED, TABLES, copy_all, pages
from tilemeld.adapters.sql.statements import do
from tilemeld.adapters.sql.store import SqlStore
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.service.ports import PersonId


def test_every_column_of_every_table_is_copied(tmp_path: Path) -> None:
    async def made() -> None:
        await SqliteStore.open(tmp_path / "games.sqlite").close()

    asyncio.run(made())
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {
        name: connection.execute(f"SELECT name, pk FROM pragma_table_info('{name}')").fetchall()
        for name in names
    }
    connection.close()
    for name in (*OF_PROCESSES, *MADE_AGAIN, *SHORT_LIVED):
        del found[name]
    assert {name: {column for column, _ in columns} for name, columns in found.items()} == {
        name: set(columns.every) for name, columns in TABLES.items()
    }
    for name, columns in found.items():
        keys = [column for column, place in sorted(columns, key=lambda each: each[1]) if place]
        assert tuple(keys) == TABLES[name].key


async def rows(store: SqlStore) -> dict[str, list[object]]:
    return {name: [row async for page in pages(store, name) for row in page] for name in TABLES}


def test_a_file_that_goes_to_postgres_and_back_is_the_same(tmp_path: Path) -> None:
    url = postgres().database()

    async def story() -> None:
        sound = await make_sound(tmp_path / "games.sqlite", games=3, running=2)
        source, target = SqliteStore.open(sound.path), PostgresStore(url)
        for name in ("Żaneta", "ana", "Ána", "Zoe", "_", "'"):
            await source._write(do("INSERT INTO people VALUES (?1, ?1, 'r1', 1, 2)", PersonId(name)))
        count = await copy_all(source, target)
        before = await rows(source)
        assert count == sum(map(len, before.values())) > 100
        assert await rows(target) == before
        back = SqliteStore.open(tmp_path / "back.sqlite")
        assert await copy_all(target, back) == count
        assert await rows(back) == before
        with pytest.raises(RuntimeError, match="not empty"):
            await copy_all(source, target)
        for store in (source, target, back):
            await store.close()

    asyncio.run(story())


def test_a_row_that_was_not_copied_is_noticed(tmp_path: Path) -> None:
    class Forgetful(SqliteStore):
        """Loses every row of one table, or gains one."""

        wrong = do("DELETE FROM people WHERE id = 'p'")

        async def _write(self, *statements: object) -> int:
            await super()._write(*statements)  # type: ignore[arg-type]  # as it is given
            return await super()._write(self.wrong)

    async def story() -> None:
        source = SqliteStore.open(tmp_path / "games.sqlite")
        await source._write(do("INSERT INTO people VALUES ('p', 'Ala', 'r1', 1, 2)"))
        target = Forgetful.open(tmp_path / "copy.sqlite")
        with pytest.raises(RuntimeError, match="people are not the same"):
            await copy_all(source, target)
        other = Forgetful.open(tmp_path / "other.sqlite")
        assert isinstance(other, Forgetful)
        other.wrong = do("INSERT INTO facts VALUES ('more', '1') ON CONFLICT DO NOTHING")
        with pytest.raises(RuntimeError, match="facts that were not copied"):
            await copy_all(source, other)
        for store in (source, target, other):
            await store.close()

    asyncio.run(story())
