"""An installation as a host would run it, with the proxy's configuration of `deploy/`."""

import asyncio
import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .parts import Postgres, RealServer, Valkey, a_folder, free_port, with_clock_file

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
LIMITS = ("guests_per_minute=100000", "requests_per_second=10000", "requests_burst=100000")
"""Scripted people arrive faster than people."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Which parts there are."""

    store: str = "postgres"
    """``postgres``, or ``sqlite`` with one server."""
    servers: int = 1
    workers: int = 0
    has_bus: bool = False
    has_proxy: bool = False
    is_durable: bool = True
    """Whether PostgreSQL waits for the disk."""
    has_links: bool = False
    """Whether servers reach the database and the bus through ports that can be made slow or cut."""
    has_clock: bool = False
    """Whether the clock of the database can be set (libfaketime)."""
    older: str = ""
    """The commit from which every second server runs, with this environment's packages."""


class Server(RealServer):
    """A `tilemeld serve`."""

    def __init__(self, folder: Path, options: Sequence[str], *, name: str = "server-1") -> None:
        port = free_port()
        limits = [each for limit in LIMITS for each in ("--limit", limit)]
        command = [str(BIN / "tilemeld"), "serve", "--no-browser", "--port", str(port), *options]
        super().__init__([*command, "--bot-pace", "0", *limits], folder, port, name=name)

    def answers(self) -> bool:
        """Say whether it is ready."""
        url = f"http://127.0.0.1:{self.port}/readyz"
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
        return False

    def metrics(self) -> dict[str, float]:
        """Return its own account of itself."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}


class Worker(RealServer):
    """A `tilemeld work`, which thinks for bots, hints and reviews."""

    def __init__(self, folder: Path, options: Sequence[str], *, name: str = "worker-1") -> None:
        super().__init__([str(BIN / "tilemeld"), "work", *options, "--jobs", "1"], folder, 0, name=name)

    def answers(self) -> bool:
        """Say whether it works: it takes no connections."""
        return "Working for" in self.log.read_text()


class Caddy(RealServer):
    """The proxy, with `deploy/Caddyfile`."""

    def __init__(self, folder: Path, upstreams: Sequence[int]) -> None:
        port = free_port()
        config = ["--config", str(ROOT / "deploy/Caddyfile"), "--adapter", "caddyfile"]
        super().__init__([str(BIN / "caddy"), "run", *config], folder, port, name="proxy")
        self.environment = {
            "TILEMELD_ADDRESS": f"http://:{port}",
            "TILEMELD_UPSTREAMS": " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }


class Installation:
    """All parts together."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.folder = a_folder("cluster")
        self.file = self.folder / "games.sqlite"
        self.postgres = Postgres(is_durable=shape.is_durable) if shape.store == "postgres" else None
        self.clock = self.folder / "clock"
        self.set_clock(0)
        if self.postgres is not None and shape.has_clock:
            self.postgres.environment |= with_clock_file(self.clock)
        self.valkey = Valkey() if shape.has_bus else None
        self.links = self._links()
        kept = self._kept()
        proxied = ["--behind-proxy"] if shape.has_proxy else []
        proxied += ["--no-work"] if shape.workers else []
        self.servers = [
            Server(self.folder, [*kept, *proxied], name=f"server-{at + 1}") for at in range(shape.servers)
        ]
        if shape.older:
            self._make_older(self.servers[1::2], shape.older)
        self.workers = [Worker(self.folder, kept, name=f"worker-{at + 1}") for at in range(shape.workers)]
        self.proxy = Caddy(self.folder, [server.port for server in self.servers]) if shape.has_proxy else None

    def set_clock(self, seconds: int) -> None:
        """Let the database believe that it is so much later, from now on; another time is a jump."""
        new = self.clock.with_suffix(".new")
        new.write_text(f"{seconds:+d}s\n")
        new.replace(self.clock)

    def _make_older(self, servers: Sequence[Server], commit: str) -> None:
        """Let servers run from the sources of a commit, with the kernels that are built here."""
        packed = subprocess.run(
            ["git", "-C", str(ROOT), "archive", commit, "src"], check=True, capture_output=True
        ).stdout
        folder = self.folder / "older"
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        for kernel in (ROOT / "src").rglob("kernel.*.so"):
            shutil.copy(kernel, folder / kernel.relative_to(ROOT))
        for server in servers:
            server.environment["PYTHONPATH"] = str(folder / "src")

    def upgrade(self, server: RealServer) -> None:
        """Let a server run from the present sources when it is started again."""
        server.environment.pop("PYTHONPATH", None)

    def is_older(self, server: RealServer) -> bool:
        """Say whether a server runs from the sources of another commit."""
        return "PYTHONPATH" in server.environment

    def _links(self) -> dict[str, tuple[int, int]]:
        """Return the ports between servers and what they need: of the link and of its target."""
        targets = {"database": self.postgres, "bus": self.valkey}
        return {
            name: (free_port(), part.port) for name, part in targets.items() if part and self.shape.has_links
        }

    def _kept(self) -> list[str]:
        if self.postgres is None:
            return ["--data", str(self.file)]
        kept = ["--database", self._address("database", self.postgres.url("tilemeld"), self.postgres.port)]
        if self.valkey is not None:
            kept += ["--bus", self._address("bus", self.valkey.url, self.valkey.port)]
        return kept

    def _address(self, name: str, url: str, port: int) -> str:
        link, _ = self.links.get(name, (port, port))
        return url.replace(f":{port}", f":{link}")

    @property
    def address(self) -> str:
        """The database, for the checker."""
        return str(self.file) if self.postgres is None else self.postgres.url("tilemeld")

    @property
    def parts(self) -> list[RealServer]:
        """All of them, in the order in which they start."""
        found = (self.postgres, self.valkey, *self.servers, *self.workers, self.proxy)
        return [part for part in found if part is not None]

    @property
    def ports(self) -> list[int]:
        """Where people call: the proxy, or any server."""
        return [self.proxy.port] if self.proxy else [server.port for server in self.servers]

    async def start(self) -> AsyncIterator[RealServer]:
        """Start one part after the other, and return each when it answers.

        They are launched by the caller's thread, since they end with the thread that launched them.
        """
        for part in self.parts:
            part.launch()
            await asyncio.to_thread(part.wait)
            if part is self.postgres:
                await asyncio.to_thread(self._make_database)
            yield part

    def _make_database(self) -> None:
        assert self.postgres is not None
        place = ["-h", "127.0.0.1", "-p", str(self.postgres.port), "-U", "tilemeld", "tilemeld"]
        for _ in range(200):
            done = subprocess.run(
                [str(self.postgres.bin / "createdb"), *place], capture_output=True, check=False
            )
            if done.returncode == 0:
                return
        raise AssertionError(done.stderr.decode())

    def stop(self, *, keep: bool = False) -> None:
        """Stop everything, people's side first, and remove the folders unless they are to be kept."""
        for part in self.parts:
            part.thaw()
        for part in reversed(self.parts):
            part.kill(signal.SIGINT)
        for part in () if keep else self.parts:
            part.remove()


def describe_machine() -> str:
    """Say which machine this is, and how busy."""
    text = Path("/proc/cpuinfo").read_text()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return f"{len(names)} x {names[0] if names else 'unknown'}, load {load}"
