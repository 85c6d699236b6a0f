"""What can be read of a damaged file is moved into a new one; the damaged one is kept.

Proves `adapters/sqlite/pages.py`.
"""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.test_store_contract import GAME, step
from tilemeld.adapters.sql.copy import MADE_AGAIN, OF_PROCESSES, SHORT_LIVED
from tilemeld.adapters.sql.migrations import migrations
from tilemeld.adapters.sqlite.file import find_damage
from tilemeld.adapters.sqlite.pages import Unclear, read_record, read_varint
from tilemeld.adapters.sqlite.salvage import KEYS, read_damaged
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.service.ports import CommandKey, GameId, Person, PersonId, StoredDraft, StoredTable, TableId
from tilemeld.service.tournament.ports import StoredCard, StoredClock, StoredEntry, TournamentId

PAGE = 4096
ADA = Person(PersonId("ada"), "Ada", "r1", 1, 2)
TABLE = StoredTable(TableId("t1"), "ABCDEF", 1, '{"games":["g1"],"past":[]}', True, True, 5)
LONG = '{"events":"' + "ż" * 9_000 + '"}'
"""A body that fills several overflow pages."""


async def fill(store: SqliteStore) -> None:
    """One row and more of every table."""
    await store.put_table(TABLE, [ADA.id], key=CommandKey(ADA.id, "w1", "digest"))
    for append, body in ((step(0, 1), '{"events":[]}'), (step(1, 2), LONG)):
        stored = replace(append.step, body=body)
        key = CommandKey("seat/0", f"c{stored.version}", "digest")
        await store.append(GAME, replace(append, step=stored, key=key, deadline_at=99))
    await store.save_draft(StoredDraft(GAME, 0, 1, 1, "[[]]"))
    await store.put_person(ADA)
    await store.put_person(Person(PersonId("gone"), "Gone", "r1", 1, 2))
    await store.erase_person(PersonId("gone"))
    await store.server_key("secret")
    await store.mark_alive(77)
    tournament = TournamentId("e1")
    cards = [StoredCard("P1", "Name", "Nick", "Club")]
    await store.append_entry(tournament, StoredEntry(1, '{"number":1}'), cards=cards, person=ADA.id)
    await store.append_entry(tournament, StoredEntry(2, '{"number":2}'), round_ends={1: 99})
    await store.press_clock((tournament, 1, 2), StoredClock(3, '{"presses":3}'))


def filled(path: Path) -> Path:
    async def story() -> None:
        store = SqliteStore.open(path)
        await fill(store)
        await store.close()

    asyncio.run(story())
    return path


def rows_of(path: Path) -> dict[str, set[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    found = {name: set(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in KEYS}
    connection.close()
    return found


def test_every_table_of_ours_can_be_salvaged(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert names == {*KEYS, *OF_PROCESSES, *MADE_AGAIN, *SHORT_LIVED}
    found = read_damaged(path)
    for name, rows in rows_of(path).items():
        assert set(found.rows[name].values()) == rows != set(), name


def test_what_was_erased_does_not_come_back(tmp_path: Path) -> None:
    found = read_damaged(filled(tmp_path / "games.sqlite"))
    assert [row[0] for row in found.rows["people"].values()] == ["ada"]


@pytest.mark.parametrize("at", [0, 17, 30, 60, 100, 105, 2_000])
def test_a_broken_first_page_costs_nothing(tmp_path: Path, at: int) -> None:
    path = filled(tmp_path / "games.sqlite")
    before = rows_of(path)
    data = bytearray(path.read_bytes())
    data[at : at + 8] = b"\xff" * 8
    path.write_bytes(data)
    asyncio.run(SqliteStore.open(path, sole=True).close())
    assert rows_of(path) == before
    assert find_damage(path) is None


def test_the_damaged_file_is_kept_under_a_name_of_its_own_each_time(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    for number in (1, 2):
        data = bytearray(path.read_bytes())
        data[PAGE : PAGE + 8] = b"\xff" * 8
        path.write_bytes(data)
        asyncio.run(SqliteStore.open(path, sole=True).close())
        assert (tmp_path / f"games.sqlite.damaged-{number}").read_bytes() == data


def test_a_games_lost_row_is_made_again_from_its_steps_and_its_table(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DELETE FROM games")
    connection.close()
    assert list(read_damaged(path).rows["games"].values()) == [(GAME, "t1", 2, 0)]


def test_a_game_whose_row_and_last_steps_are_lost_still_says_how_far_it_was(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DELETE FROM games")
    connection.execute("DELETE FROM steps WHERE version = 1")
    connection.close()
    assert list(read_damaged(path).rows["games"].values()) == [(GAME, "t1", 2, 0)]


def test_steps_of_a_game_that_nobody_knows_are_counted_and_left(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DELETE FROM games")
    connection.execute("DELETE FROM tables")
    connection.close()
    found = read_damaged(path)
    assert (found.lost_games, len(found.rows["steps"])) == (1, 0)


def test_what_stands_only_in_the_write_ahead_log_is_salvaged_too(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"

    async def story() -> None:
        store = SqliteStore.open(path)
        await fill(store)
        assert path.with_name("games.sqlite-wal").stat().st_size > PAGE
        found = read_damaged(path)
        assert found.rows["steps"][GAME, 1][-1] == LONG
        assert found.rows["people"][ADA.id,][1] == "Ada"
        await store.close()

    asyncio.run(story())


def test_a_number_of_the_schema_that_is_damaged_is_put_right(tmp_path: Path) -> None:
    for wrong in (0, 2, 250):
        path = filled(tmp_path / f"{wrong}.sqlite")
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(f"PRAGMA user_version = {wrong}")
        connection.close()
        asyncio.run(SqliteStore.open(path, sole=True).close())
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA user_version").fetchone() == (migrations()[-1][0],)
        connection.close()


def test_a_text_that_is_no_text_does_not_keep_other_rows_from_being_read(tmp_path: Path) -> None:
    path = filled(tmp_path / "games.sqlite")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE games SET table_id = CAST(x'ff61' AS TEXT)")
    connection.execute("INSERT INTO games VALUES ('g2', 't2', 1, 0)")
    connection.close()

    async def story() -> None:
        store = SqliteStore.open(path)
        assert await store.games() == [GAME, GameId("g2")]
        assert await store.table_of(GAME) == "\ufffda"
        assert await store.table_of(GameId("g2")) == "t2"
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    "payload", [b"", b"\x05\x01", b"\x02\x07" + b"\0" * 8, b"\x02\x01\x02\x03", b"\x02\x0c"]
)
def test_what_is_no_record_of_ours_is_passed_over(payload: bytes) -> None:
    with pytest.raises((Unclear, IndexError)):
        read_record(payload)


def test_numbers_of_every_length_are_read() -> None:
    assert read_varint(b"\x7f", 0) == (127, 1)
    assert read_varint(b"\x81\x00", 0) == (128, 2)
    assert read_varint(b"\xff" * 9, 0) == (2**64 - 1, 9)
