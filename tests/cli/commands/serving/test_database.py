"""``tilemeld database``: what cannot be read is listed with what can be done, and can be taken out.

Proves `cli/options/data_file.py`, `cli/options/database_url.py`, `service/store_check.py`.
"""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from real_servers import postgres
from server.broken import Sound, make_sound
from tilemeld.adapters.sql.migrations import migrations
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.cli.main import cli


@pytest.fixture
def sound(tmp_path: Path) -> Sound:
    return asyncio.run(make_sound(tmp_path / "games.sqlite", games=3, running=2))


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["database", *args])


def execute(path: Path, sql: str, *values: object) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    assert connection.execute(sql, values).rowcount >= 1
    connection.close()


def test_a_sound_file_has_nothing_to_complain_about(sound: Sound) -> None:
    result = run("check", "--data", str(sound.path))
    assert (result.exit_code, result.output) == (0, "Everything can be read.\n")


def test_what_cannot_be_read_is_listed_with_its_id_and_what_can_be_done(sound: Sound) -> None:
    game = next(iter(sound.states))
    execute(sound.path, "UPDATE steps SET body = 'null' WHERE game_id = ? AND version = 1", game)
    execute(sound.path, 'UPDATE tables SET body = replace(body, \'"profile":"\', \'"profile":"x-\')')
    result = run("check", "--data", str(sound.path))
    assert result.exit_code == 1
    assert f"game {game}" in result.output
    assert f"tilemeld database remove game {game}" in result.output
    assert result.output.count("start the program that wrote it") == 3
    data = json.loads(run("check", "--json", "--data", str(sound.path)).output)
    assert {(each["kind"], each["remedy"]) for each in data["problems"]} == {
        ("game", "remove"),
        ("table", "newer-program"),
    }


def test_a_game_that_is_taken_out_frees_its_table(sound: Sound) -> None:
    game = next(iter(sound.states))
    execute(sound.path, "UPDATE steps SET body = 'null' WHERE game_id = ? AND version = 1", game)
    result = run("remove", "game", game, "--data", str(sound.path))
    assert (result.exit_code, result.output) == (0, f"The game {game} was taken out of {sound.path}.\n")
    assert run("check", "--data", str(sound.path)).exit_code == 0
    connection = sqlite3.connect(sound.path)
    assert connection.execute("SELECT count(*) FROM steps WHERE game_id = ?", (game,)).fetchone() == (0,)
    stages = connection.execute("SELECT body ->> '$.stage' FROM tables").fetchall()
    assert sorted(stage or "open" for (stage,) in stages) == ["open", "over", "playing"]
    connection.close()


@pytest.mark.parametrize("kind", ["table", "tournament"])
def test_tables_and_tournaments_can_be_taken_out(sound: Sound, kind: str) -> None:
    connection = sqlite3.connect(sound.path)
    sql = {"table": "SELECT id FROM tables LIMIT 1", "tournament": "SELECT event_id FROM event_entries"}[kind]
    (item,) = connection.execute(sql).fetchone()
    connection.close()
    assert run("remove", kind, item, "--data", str(sound.path)).exit_code == 0
    result = run("remove", kind, item, "--data", str(sound.path))
    assert result.exit_code == 2
    assert f"There is no {kind} '{item}'" in result.output


def test_an_id_that_begins_with_a_dash_is_not_taken_for_an_option(sound: Sound) -> None:
    result = run("remove", "table", "-nOAQb6gwlBTitl7", "--data", str(sound.path))
    assert "There is no table '-nOAQb6gwlBTitl7'" in result.output


def test_a_damaged_file_is_reported_and_left_as_it_is(sound: Sound) -> None:
    data = bytearray(sound.path.read_bytes())
    data[4096 : 4096 + 40] = b"\xff" * 40
    sound.path.write_bytes(data)
    result = run("check", "--data", str(sound.path))
    assert result.exit_code == 1
    assert "The file itself is damaged" in result.output
    assert "moves what can be read into a new file" in result.output
    assert run("remove", "game", "x", "--data", str(sound.path)).exit_code == 2
    assert sound.path.read_bytes() == data


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run("check", "--data", str(tmp_path / "none.sqlite"))
    assert result.exit_code == 2
    assert "none.sqlite: name the server's file with --data" in result.output.replace("\n", " ")


def test_nothing_is_taken_out_under_a_running_server(sound: Sound) -> None:
    store = SqliteStore.open(sound.path, sole=True)
    result = run("remove", "game", next(iter(sound.states)), "--data", str(sound.path))
    asyncio.run(store.close())
    assert result.exit_code == 2
    assert "another server is using" in result.output


def test_a_file_is_copied_into_postgres_checked_there_and_copied_back(sound: Sound, tmp_path: Path) -> None:
    url, back = postgres().blank(), tmp_path / "back.sqlite"
    result = run("migrate", "--database", url, "--dry-run")
    numbers = ", ".join(str(number) for number, _ in migrations())
    assert (result.exit_code, result.output) == (0, f"Migrations that would be run: {numbers}.\n")
    result = run("copy", str(sound.path), url)
    assert result.exit_code == 0, result.output
    assert f"rows were copied from {sound.path} to {url} and compared." in result.output
    assert run("migrate", "--database", url).output == f"{url} is up to date.\n"
    result = run("check", "--database", url)
    assert (result.exit_code, result.output) == (0, "Everything can be read.\n")
    game = next(iter(sound.states))
    assert run("remove", "game", game, "--database", url).exit_code == 0
    assert run("remove", "game", game, "--database", url).exit_code == 2
    assert run("copy", url, str(back)).exit_code == 0
    assert game not in [row[0] for row in rows_of(back, "SELECT id FROM games")]
    result = run("copy", str(sound.path), str(back))
    assert result.exit_code == 2
    assert "the target is not empty" in result.output


def rows_of(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def test_a_file_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    (first, sql), *others = migrations()
    connection = sqlite3.connect(path)
    connection.executescript(f"{sql}\nPRAGMA user_version = {first};")
    connection.close()
    due = ", ".join(str(number) for number, _ in others)
    for option, said in (["--dry-run"], "would be"), ([], "were"):
        assert run("migrate", "--data", str(path), *option).output == f"Migrations that {said} run: {due}.\n"
    assert run("migrate", "--data", str(path)).output == f"{path} is up to date.\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("check", "--database", "mysql://localhost/x"), "is not the address of a database"),
        (("check", "--database", "postgresql://localhost:port/x"), "is not the address of a database"),
        (("check", "--database", "postgresql://ola:secret@127.0.0.1:1/x"), "postgresql://ola@127.0.0.1:1/x"),
        (("migrate", "--database", "postgresql://ola:secret@127.0.0.1:1/x"), "cannot be reached"),
        (("copy", "nothing.sqlite", "postgresql://127.0.0.1:1/x"), "There is no file nothing.sqlite"),
    ],
)
def test_an_address_that_cannot_be_used_is_named_without_its_password(
    args: tuple[str, ...], said: str
) -> None:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "secret" not in result.output
