"""``tilemeld serve --workers``: several servers on one port, restarted, replaced and ended together."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.error import URLError

import pytest
from click.testing import CliRunner

from real_servers import postgres
from server.live_server import ask
from tilemeld.cli.commands.serving.serve import serve
from tilemeld.server import supervisor
from tilemeld.server.settings import Settings

PATIENCE = 60


class Workers:
    """The command in a process of its own, in a process group as a terminal has it."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.port = port

    def servers(self) -> set[int]:
        """Return the server processes: the children that listen on the port."""
        return {child for child in children(self.process.pid) if is_server(child)}

    def answers(self) -> bool:
        with contextlib.suppress(URLError, OSError):
            return ask(self.port, "GET", "/readyz")[0] == 200
        return False


def children(pid: int) -> set[int]:
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def is_server(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def until(condition: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends_at, "it does not happen"
        time.sleep(0.02)


@contextlib.contextmanager
def workers(count: int, url: str) -> Iterator[Workers]:
    command = [
        sys.executable,
        "-m",
        "tilemeld",
        "serve",
        "--port",
        "0",
        "--workers",
        str(count),
        "--no-browser",
        *("--limit", "requests_burst=100000"),  # the tests ask without a pause
        *("--limit", "address_requests_burst=100000"),
    ]
    with subprocess.Popen(
        [*command, "--database", url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None, "it ended before it was ready"
            yield Workers(process, int(found[1]))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="it looks at processes in /proc")


@linux_only
def test_servers_are_restarted_replaced_on_sighup_and_all_ended_by_ctrl_c() -> None:
    with workers(2, postgres().database()) as running:
        first = running.servers()
        assert len(first) == 2
        token = json.loads(ask(running.port, "POST", "/api/guests", body={})[2])["token"]
        os.kill(min(first), signal.SIGKILL)
        until(lambda: len(running.servers() - first) == 1 and len(running.servers()) == 2)
        second = running.servers()
        running.process.send_signal(signal.SIGHUP)
        while len(now := running.servers()) != 2 or now & second:
            assert ask(running.port, "GET", "/api/me", token=token)[0] == 200, "one always answers"
        os.killpg(running.process.pid, signal.SIGINT)  # as the terminal does: to the whole group
        assert running.process.wait(PATIENCE) == 0
        assert running.process.stderr is not None
        lines = [json.loads(line)["message"] for line in running.process.stderr if line.startswith("{")]
        assert lines == ["a server process ended (-9); another takes its place"]
        assert not running.answers()


@linux_only
def test_a_shared_port_is_taken_and_servers_end_with_a_killed_supervisor() -> None:
    url = postgres().database()
    with workers(2, url) as running:
        options = ["--workers", "2", "--port", str(running.port), "--database", url]
        result = CliRunner().invoke(serve, options)
        assert result.exit_code == 2
        assert f"Port {running.port} is taken" in result.output
        servers = running.servers()
        running.process.kill()
        until(lambda: not any(is_server(pid) for pid in servers))


class FakeChild:
    """A server process that does what a test says."""

    def __init__(self, *, is_ready: bool = True) -> None:
        self.ended, self.is_ready, self.exit_code = asyncio.Event(), is_ready, None
        self._ready = asyncio.Event()
        if is_ready:
            self._ready.set()

    def age_seconds(self) -> float:
        return 0.0

    async def started(self) -> bool:
        await self._ready.wait()
        return True

    async def end(self) -> None:
        self.ended.set()


class FakeChildren:
    """Everything that a supervisor has started."""

    def __init__(self) -> None:
        self.all: list[FakeChild] = []
        self.are_ready = True

    def start(self, *_: object) -> FakeChild:
        self.all.append(FakeChild(is_ready=self.are_ready))
        return self.all[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no SIGHUP")
@pytest.mark.parametrize("dies", [False, True])
def test_a_supervisor_ends_every_server_that_it_has_started(
    monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    started = FakeChildren()
    monkeypatch.setattr(supervisor, "_Child", started.start)
    monkeypatch.setattr(supervisor, "WAITS_SECONDS", (0.05,))

    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0), reuse_port=True) as listener:
            settings = Settings(database="postgresql://localhost/none")
            running = asyncio.create_task(
                supervisor.Supervisor(settings, 1, listener=listener, on_ready=lambda: None).run()
            )
            await asyncio.sleep(0.01)
            if dies:
                started.all[0].ended.set()  # its place is empty for a moment
                await asyncio.sleep(0.01)
            else:
                started.are_ready = False
            signal.raise_signal(signal.SIGHUP)
            await asyncio.sleep(0.1)
            signal.raise_signal(signal.SIGTERM)
            await running

    asyncio.run(asyncio.wait_for(story(), 20))
    assert all(child.ended.is_set() for child in started.all)


def be_silent_and_stay(_settings: Settings, _listener: socket.socket, _level: str, said: Connection) -> None:
    """Be a server process that has closed everything and does not end."""
    said.close()
    threading.Event().wait()


@linux_only
def test_a_server_that_says_nothing_more_but_does_not_end_holds_nobody_up() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            child = supervisor._Child(Settings(), listener, "WARNING", serve=be_silent_and_stay)
        assert not await child.started(), "it is known at once that it will never be ready"
        assert not child.ended.is_set()
        assert child._process.pid is not None
        os.kill(child._process.pid, signal.SIGKILL)
        await child.ended.wait()
        assert child.exit_code == -signal.SIGKILL
        await child.end()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "2"], "2 processes cannot share a file"),
        (["--workers", "0"], "0"),
    ],
)
def test_several_servers_that_could_share_nothing_are_refused_in_a_sentence(
    options: list[str], said: str, tmp_path: Path
) -> None:
    data = [] if "--database" in options else ["--data", str(tmp_path / "g.sqlite")]
    result = CliRunner().invoke(serve, ["--port", "0", *options, *data])
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "g.sqlite").exists()
