"""``tilemeld serve``: where it listens, what it says, when it opens a browser, and how it ends.

Proves `cli/commands/serving/serve.py`, `cli/options/serving.py`, `cli/options/limits.py`,
`server/settings.py`.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from urllib.error import URLError

import pytest
from click.testing import CliRunner
from tools.cluster.parts import free_port

from at_night import at_night
from real_servers import RealPostgres, a_postgres, postgres, removed, valkey
from server.live_server import ask
from tilemeld.cli.commands.serving.serve import has_screen, qr_code, serve
from tilemeld.cli.options.data_file import data_file
from tilemeld.cli.options.limits import limits_for
from tilemeld.cli.terminal import BadInput
from tilemeld.server.run import link_to
from tilemeld.server.settings import Limits, Settings


@contextlib.contextmanager
def serving(tmp_path: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A real process of the command; its first lines up to the remark where games are kept."""
    command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--data", str(tmp_path / "g.sqlite")]
    with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        try:
            while not lines or "Stop with Ctrl+C" not in lines[-1]:
                lines.append(process.stdout.readline())
                assert lines[-1], "it ended before it was ready"
            yield process, lines
        finally:
            process.kill()


def test_the_server_keeps_games_in_a_database_and_says_so_without_the_password() -> None:
    url = postgres().blank()
    bus = f"redis://127.0.0.1:{valkey().port}"
    token = ""
    for number, options in enumerate([["--database", url], ["--database", url, "--bus", bus], []]):
        command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--no-browser", *options]
        surroundings = {**os.environ, "TILEMELD_DATABASE": url.replace("tilemeld@", "tilemeld:secret@")}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as process:
            try:
                assert process.stdout is not None
                found = re.search(r":(\d+)/", process.stdout.readline())
                assert found is not None
                assert process.stdout.readline() == f"Games are kept in {url}. Stop with Ctrl+C.\n"
                if number == 0:
                    token = json.loads(ask(int(found[1]), "POST", "/api/guests", body={})[2])["token"]
                assert ask(int(found[1]), "GET", "/api/me", token=token)[0] == 200
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == 0
            finally:
                process.kill()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bus", "redis://localhost"], "--bus is for games in a database"),
        (["--database", "mysql://localhost/x"], "is not the address of a database"),
        (["--database", "postgresql://127.0.0.1:1/x", "--bus", "http://x"], "is not the address of a bus"),
    ],
)
def test_a_database_or_bus_that_cannot_be_used_is_refused_in_a_sentence(
    options: list[str], said: str
) -> None:
    result = CliRunner().invoke(serve, ["--port", "0", *options])
    assert result.exit_code == 2
    assert said in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_that_does_not_exist_is_named_and_nobody_waits_for_it(workers: str) -> None:
    url = f"{postgres().database()}none".replace("tilemeld@", "tilemeld:secret@")
    result = CliRunner().invoke(serve, ["--port", "0", "--workers", workers, "--database", url])
    assert result.exit_code == 2
    assert "Games cannot be kept in postgresql://tilemeld@127.0.0.1" in result.output
    assert "does not exist" in result.output
    assert "secret" not in result.output


@contextlib.contextmanager
def started(*command: str) -> Iterator[tuple[subprocess.Popen[str], Callable[[], str]]]:
    """A real process, and what returns its next line."""
    whole = [sys.executable, "-m", "tilemeld", *command]
    with subprocess.Popen(whole, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline
        finally:
            process.kill()


def test_who_starts_while_the_database_is_away_waits_says_so_and_begins_when_it_is_there() -> None:
    with removed(a_postgres()) as database:
        assert isinstance(database, RealPostgres)
        url = database.database()
        database.kill(signal.SIGQUIT)
        port = str(free_port())
        with (
            started("serve", "--port", port, "--no-browser", "--database", url) as (server, said),
            started("work", "--database", url) as (worker, worker_said),
        ):
            assert "cannot be reached" in said()
            assert "waiting for it" in worker_said()
            while (found := status_of(int(port), "/readyz")) is None:
                pass
            assert found == 503
            assert status_of(int(port), "/healthz") == 200, "it lives"
            assert status_of(int(port), "/") == 200, "the page can be shown"
            assert status_of(int(port), "/api/tables") == 503
            database.start()
            assert f"tilemeld is at http://127.0.0.1:{port}/" in said()
            assert status_of(int(port), "/readyz") == 200
            assert ask(int(port), "POST", "/api/guests", body={})[0] == 201
            assert "Working for" in worker_said()
            for process in (server, worker):
                process.send_signal(signal.SIGTERM)
                process.wait(30)


@pytest.mark.parametrize("command", ["serve", "work"])
def test_who_waits_for_a_database_that_is_away_can_be_stopped(command: str) -> None:
    port = free_port()
    more = ["--port", str(port), "--no-browser"] if command == "serve" else []
    away = "postgresql://ola:secret@127.0.0.1:1/x"
    with started(command, *more, "--database", away) as (process, said):
        assert said().startswith("postgresql://ola@127.0.0.1:1/x cannot be reached")
        while more and status_of(port, "/readyz") is None:
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def status_of(port: int, path: str) -> int | None:
    """Ask for a page; none if nobody listens."""
    with contextlib.suppress(URLError, OSError):
        return ask(port, "GET", path)[0]
    return None


def test_the_server_says_where_it_is_keeps_games_in_the_file_and_ends_gracefully(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-browser") as (process, lines):
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", lines[0])
        assert found is not None
        port = int(found[1])
        assert ask(port, "GET", "/readyz")[0] == 200
        status, _, text = ask(port, "POST", "/api/guests", body={})
        assert status == 201
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    with serving(tmp_path, "--no-browser") as (_, lines):
        found = re.search(r":(\d+)/", lines[0])
        assert found is not None
        status, _, _ = ask(int(found[1]), "GET", "/api/me", token=json.loads(text)["token"])
        assert status == 200, "a token outlives a restart"


@pytest.mark.skipif(sys.platform == "win32", reason="there a terminal has no process groups")
@pytest.mark.parametrize("number", range(at_night(12, by_day=2)))
def test_ctrl_c_reaches_the_bots_processes_too_and_nobody_complains(tmp_path: Path, number: int) -> None:
    """A terminal sends it to the whole group: to the server, and to processes that may still be starting."""
    command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--data", str(tmp_path / "g.sqlite")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            first = process.stdout.readline()
            if number % 2:  # let the bots' processes be ready; otherwise they are still importing
                wait_for_bots(int(first.rstrip("/\n").rpartition(":")[2]))
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait(60) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def wait_for_bots(port: int) -> None:
    """Ask the solver something, which a process of its own answers."""
    body = {"rack": ["r1", "r2", "r3"]}
    assert ask(port, "POST", "/api/solve", body=body)[0] == 200


@pytest.mark.parametrize("named", [True, False])
def test_a_home_that_cannot_be_written_to_is_answered_with_a_word_about_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    (tmp_path / "home").touch()  # no folder can be made in it, whoever asks
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    option = ["--data", str(tmp_path / "home/games.sqlite")] if named else []
    result = CliRunner().invoke(serve, ["--port", "0", *option])
    assert result.exit_code == 2
    assert "Games cannot be kept in" in result.output
    assert "--data games.sqlite" in result.output


def test_a_hall_behind_one_address_comes_in_at_once_in_the_local_network_and_where_it_is_wanted(
    tmp_path: Path,
) -> None:
    assert limits_for((), lan=False, guests_per_minute=None).guests_per_minute == 20
    assert limits_for((), lan=True, guests_per_minute=None).guests_per_minute == 600
    assert limits_for((), lan=True, guests_per_minute=50).guests_per_minute == 50
    with serving(tmp_path, "--no-browser", "--guests-per-minute", "3") as (_, lines):
        found = re.search(r":(\d+)/", lines[0])
        assert found is not None
        statuses = [ask(int(found[1]), "POST", "/api/guests", body={})[0] for _ in range(4)]
        assert statuses == [201, 201, 201, 429]


def test_every_limit_can_be_chosen_by_its_name() -> None:
    for each in fields(Limits):
        chosen = limits_for((f"{each.name}=7",), lan=False, guests_per_minute=None)
        assert chosen == replace(Limits(), **{each.name: 7})
    assert limits_for(("events_per_person=7",), lan=False, guests_per_minute=None).tournaments_per_person == 7


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("tables=3", "There is no limit 'tables'"),
        ("tables_per_person", "'' is not a whole number"),
        ("tables_per_person=0", "'0' is not a whole number"),
        ("tables_per_person=many", "'many' is not a whole number"),
        ("tables_per_person=" + "9" * 5_000, "is not a whole number from 1 to 999999999"),
    ],
)
def test_a_limit_that_cannot_be_taken_is_named_with_what_would_do(chosen: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        limits_for((chosen,), lan=False, guests_per_minute=None)


def test_the_limits_are_listed_and_the_page_for_operators_has_every_one_with_its_default() -> None:
    result = CliRunner().invoke(serve, ["--limit", "help"])
    assert result.exit_code == 0
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    for each in fields(Limits):
        assert each.name in result.output
        assert f"| `{each.name}` | {each.default:,.0f} | {each.metadata['text']} |" in page


@pytest.mark.parametrize(("options", "second"), [(["--behind-proxy"], 201), ([], 429)])
def test_a_proxy_in_front_is_believed_only_where_it_is_said(
    tmp_path: Path, options: list[str], second: int
) -> None:
    with serving(tmp_path, "--no-browser", "--guests-per-minute", "1", *options) as (_, lines):
        found = re.search(r":(\d+)/", lines[0])
        assert found is not None
        for caller, status in (("203.0.113.5", 201), ("203.0.113.6", second)):
            answer = ask(int(found[1]), "POST", "/api/guests", body={}, x_forwarded_for=caller)
            assert answer[0] == status


def test_in_the_local_network_a_phone_is_shown_the_way_and_its_page_may_connect(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--no-browser") as (process, lines):
        found = re.search(r"http://([\d.]+):(\d+)/", lines[0])
        assert found is not None
        assert process.stdout is not None
        shown = "".join(process.stdout.readline() for _ in range(20))
        assert "█" in shown or "▀" in shown
        host, port = found[1], int(found[2])
        with contextlib.closing(socket.create_connection((host, port), timeout=20)) as phone:
            handshake = (
                f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            phone.sendall(handshake.encode())
            assert phone.recv(20).startswith(b"HTTP/1.1 101")


def test_a_port_that_is_taken_is_said_with_the_remedy(tmp_path: Path) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        result = CliRunner().invoke(serve, ["--port", str(port), "--data", str(tmp_path / "g.sqlite")])
    assert result.exit_code == 2
    assert f"Port {port} is taken" in result.output
    assert f"--port {port + 1}" in result.output
    assert not (tmp_path / "g.sqlite").exists()


def test_an_address_of_another_machine_is_refused_in_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        serve, ["--host", "192.0.2.1", "--port", "0", "--data", str(tmp_path / "g.sqlite")]
    )
    assert result.exit_code == 2
    assert "Cannot listen on 192.0.2.1" in result.output


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "a b"}, False),
        ("linux", {"DISPLAY": ":0", "CI": "true"}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_TTY": "/dev/ttys1"}, False),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_only_where_it_would_be_seen(
    platform: str, environment: dict[str, str], expected: bool
) -> None:
    assert has_screen(platform, environment) is expected


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_DATA_HOME", "tilemeld/games.sqlite"),
        ("win32", "LOCALAPPDATA", "tilemeld/games.sqlite"),
    ],
)
def test_games_are_kept_in_the_users_data_folder(
    platform: str, variable: str, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert data_file() == tmp_path / expected


def test_without_a_word_the_server_is_for_this_machine_only() -> None:
    assert Settings().host == "127.0.0.1"
    assert link_to("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert link_to("::1", 80) == "http://[::1]:80/"
    assert len(qr_code("http://192.168.1.7:8000/").splitlines()) > 10


def test_the_pace_of_bots_is_a_setting() -> None:
    assert Settings().bot_pace == 1
    result = CliRunner().invoke(serve, ["--bot-pace", "-1"])
    assert result.exit_code == 2
