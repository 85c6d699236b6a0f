"""A soak: a real server for as long as asked, with games that end and others that begin, people who leave and
come back; prints memory and times every minute, and fails when memory grows or an aim is missed.

The server is `tilemeld serve` with a SQLite file and its usual settings and limits. Clients are in this
process, each table on a loopback address of its own, since limits count addresses. A time runs from the
sending of a move until everybody at the table has seen it; how late this process's own loop was is printed
beside it. Linux only: memory and CPU are read from /proc.

    python -m bench.soak [--tables 60] [--rate 213] [--minutes 10] [--source DIR]
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tools.people.choose import choose
from tools.people.place import fresh_address
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tilemeld.server.live.protocol import PROTOCOL

Json = Any
SEATS = 4
PATIENCE = 60.0
REMATCH = 0.5
"""The share of tables that play another game; at the others everybody goes and new people come."""
GONE = 0.01
"""How often somebody hangs up after a move, to come back a few moves later."""
HEAD = (
    "| minute | moves/s | p50 | p95 | p99 | worst ms | memory MB "
    "| CPU ms/move | games | returns | own p99 / worst |"
)
AIMS = (("p99", 0.99, 100.0), ("worst", 1.0, 500.0))
"""Milliseconds from a confirmed move to every view."""


# The server


@dataclass
class Server:
    """The server's process, as its host sees it."""

    process: "subprocess.Popen[bytes]"
    port: int

    def memory_mb(self) -> float:
        """Return how much memory is resident."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0]) / 1024

    def cpu(self) -> float:
        """Return the seconds that all of its threads have computed."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(data: Path, source: Path | None, *, verbose: bool = False) -> Iterator[Server]:
    """Run a server until the block ends; ``source`` is another version's `src` folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tilemeld", "serve", "--no-browser", "--port", str(port)]
    command += ["--verbose"] if verbose else []
    environment = {**os.environ, **({} if source is None else {"PYTHONPATH": str(source)})}
    process = subprocess.Popen(
        [*command, "--data", str(data)], env=environment, stdout=subprocess.DEVNULL, stderr=sys.stderr
    )
    try:
        _wait_for(port, process)
        yield Server(process, port)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


# People


@dataclass
class Place:
    """Where a table calls from, and whom it calls."""

    port: int
    address: str

    async def http(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        """Ask the HTTP API."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
            content = b"" if body is None else json.dumps(body).encode()
            lines = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close"]
            lines += [f"Idempotency-Key: {secrets.token_hex(8)}", f"Content-Length: {len(content)}"] + (
                [f"Authorization: Bearer {token}"] if token else []
            )
            writer.write("\r\n".join([*lines, "", ""]).encode() + content)
            head, _, text = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
        if b" 20" not in head[:15]:
            raise RuntimeError(f"{method} {path}: {head[:40]!r} {text[:300]!r}")
        return json.loads(text)


class Player:
    """A person at a table: a connection, or none for a while, and the view as far as it is known."""

    def __init__(self, place: Place, table: str, token: str, seat: int) -> None:
        self._place = place
        self._table = table
        self._token = token
        self.seat = seat
        self.view: dict[str, Json] = {}
        self.game = ""
        self.connection: ClientConnection | None = None

    async def connect(self) -> None:
        """Come in, or come back to the version that is known."""
        self.connection = await connect(
            f"ws://127.0.0.1:{self._place.port}/ws",
            compression=None,
            max_queue=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            local_addr=(self._place.address, 0),
        )
        await self.send({"type": "hello", "protocol": PROTOCOL, "token": self._token})
        known = {"game": self.game, "version": self.view["version"]} if self.view else {}
        await self.send({"type": "enter", "table": self._table, "seat": self.seat, **known})

    async def hang_up(self) -> None:
        """Go without a word."""
        connection, self.connection = self.connection, None
        if connection is not None:
            await connection.close()

    async def send(self, message: Json) -> None:
        assert self.connection is not None
        await self.connection.send(json.dumps(message))

    async def next(self) -> Json:
        assert self.connection is not None
        async with asyncio.timeout(PATIENCE):
            message = json.loads(await self.connection.recv())
        if message["type"] == "view":
            self.view, self.game = message["view"], message["game"]
        elif message["type"] == "moved":
            assert (self.game, self.view["version"]) == (message["game"], message["base"]), "went astray"
            self.view = {**self.view, **message["changes"]}
        assert message["type"] != "fault", message
        return message

    async def until(self, where: Callable[[dict[str, Json]], bool]) -> None:
        """Listen until the view is as asked for."""
        while not self.view or not where(self.view):
            await self.next()


def is_at_least(version: int) -> Callable[[dict[str, Json]], bool]:
    """Ask for a view of this version or a later one."""
    return lambda view: bool(view["version"] >= version)


# A table


@dataclass
class Tally:
    """What was measured since it was last read."""

    times: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """How late this process's own loop was, again and again."""
    games: int = 0
    returns: int = 0
    memory_mb: list[float] = field(default_factory=list)


@dataclass
class Soak:
    """What every table of a run shares."""

    server: Server
    interval: float
    """Seconds between two moves of a table, on average."""
    tally: Tally = field(default_factory=Tally)
    broken: list[str] = field(default_factory=list)
    """Why a table could not be played at any more."""

    async def tables(self, number: int) -> None:
        """Set one table after the other and play there, until cancelled."""
        rng = Random(number)
        await asyncio.sleep(self.interval * number / 10)
        while True:
            try:
                await self._table(rng)
            except (TimeoutError, OSError, RuntimeError, ConnectionClosed, AssertionError) as error:
                self.broken.append(repr(error)[:300])
                print("BROKEN:", self.broken[-1], flush=True)
                await asyncio.sleep(1)

    async def _table(self, rng: Random) -> None:
        """Sit down at a table and play there until everybody goes."""
        place = Place(self.server.port, fresh_address())
        players = await self._sit_down(place, rng)
        try:
            while True:
                await self._play(players, rng)
                self.tally.games += 1
                if rng.random() >= REMATCH:
                    break
                await self._again(players)
        finally:
            await asyncio.gather(*(player.hang_up() for player in players), return_exceptions=True)

    async def _sit_down(self, place: Place, rng: Random) -> list[Player]:
        tokens = [(await place.http("POST", "/api/guests", {}))["token"] for _ in range(SEATS)]
        wish = {"profile": "cs", "seats": SEATS}
        table = (await place.http("POST", "/api/tables", wish, tokens[0]))["id"]
        for token in tokens[1:]:
            await place.http("POST", f"/api/tables/{table}/seats", {}, token)
        players = [Player(place, table, token, seat) for seat, token in enumerate(tokens)]
        for player in players:
            await player.connect()
            await asyncio.sleep(rng.uniform(0, 0.1))
        await self._all_ready(players)
        return players

    async def _all_ready(self, players: list[Player]) -> None:
        for player in players:
            path = f"/api/tables/{player._table}/seats/{player.seat}/ready"
            await player._place.http("PUT", path, {"ready": True}, player._token)

    async def _again(self, players: list[Player]) -> None:
        over = players[0].game
        for player in players:
            if player.connection is None:
                await player.connect()
        await self._all_ready(players)
        for player in players:
            while player.game == over:
                await player.next()

    async def _play(self, players: list[Player], rng: Random) -> None:
        """Play a game to its end."""
        for player in players:
            await player.until(lambda view: view["phase"] == "turn")
        away: Player | None = None
        for number in itertools.count():
            await asyncio.sleep(self.interval * rng.uniform(0.5, 1.5))
            here = [player for player in players if player.connection is not None]
            view = max((player.view for player in here), key=lambda view: int(view["version"]))
            if view["phase"] == "ended":
                return
            active = players[view["active"]]
            if away is not None and (active is away or rng.random() < 0.2):
                await away.connect()
                await away.until(is_at_least(view["version"]))
                self.tally.returns += 1
                away = None
            await active.until(is_at_least(view["version"]))
            await self._move(active, [player for player in players if player is not away], number, rng)
            if away is None and rng.random() < GONE:
                away = players[rng.randrange(SEATS)]
                await away.hang_up()

    async def _move(self, active: Player, here: list[Player], number: int, rng: Random) -> None:
        """One move, until everybody who is there has seen it."""
        command = choose(active.view, rng)
        fields = {"game": active.game, "seat": active.seat, "seen": active.view["version"]}
        command |= {"id": f"{active.game[:12]}-{number}", **fields}
        started = time.perf_counter()
        await active.send(command)
        while (message := await active.next())["type"] not in ("ack", "refused"):
            pass
        assert message["type"] == "ack", message
        await asyncio.gather(*(player.until(is_at_least(message["version"])) for player in here))
        self.tally.times.append((time.perf_counter() - started) * 1000)

    async def watch_memory(self) -> None:
        """Note how much memory the server has."""
        while True:
            self.tally.memory_mb.append(self.server.memory_mb())
            await asyncio.sleep(5)

    async def watch_self(self) -> None:
        """Note how late this process's own loop is."""
        while True:
            started = time.perf_counter()
            await asyncio.sleep(0.02)
            self.tally.waits.append((time.perf_counter() - started - 0.02) * 1000)


# The run


@dataclass(frozen=True)
class Minute:
    """One line of the report."""

    memory_mb: tuple[float, ...]
    """Every few seconds."""
    times: tuple[float, ...]


def share(times: tuple[float, ...], part: float) -> float:
    """Return the time within which this part of the moves was seen."""
    return times[min(len(times) - 1, int(len(times) * part))] if times else 0.0


async def run(server: Server, tables: int, rate: float, minutes: float) -> tuple[list[Minute], list[str]]:
    """Play and print a line a minute."""
    soak = Soak(server, tables / rate)
    tasks = [asyncio.create_task(soak.tables(number)) for number in range(tables)]
    tasks += [asyncio.create_task(soak.watch_self()), asyncio.create_task(soak.watch_memory())]
    print(HEAD)
    found: list[Minute] = []
    cpu, end = server.cpu(), time.monotonic() + minutes * 60
    try:
        for number in itertools.count(1):
            begun = time.monotonic()
            left = end - begun
            if left < 1:
                return found, soak.broken
            done, _ = await asyncio.wait(tasks, timeout=min(60, left), return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
            tally, soak.tally = soak.tally, Tally()
            minute = Minute((*tally.memory_mb, server.memory_mb()), tuple(sorted(tally.times)))
            found.append(minute)
            used, cpu = server.cpu() - cpu, server.cpu()
            figures = [share(minute.times, part) for part in (0.5, 0.95, 0.99, 1)]
            waits = tuple(sorted(tally.waits))
            print(
                f"| {number} | {len(minute.times) / (time.monotonic() - begun):.0f} |",
                *(f"{figure:.0f} |" for figure in figures),
                f"{minute.memory_mb[-1]:.0f} | {used * 1000 / max(1, len(minute.times)):.2f} |",
                f"{tally.games} | {tally.returns} | {share(waits, 0.99):.0f} / {share(waits, 1):.0f} |",
                flush=True,
            )
    finally:
        await tell_health(server)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(ConnectionClosed):
            await asyncio.gather(*tasks, return_exceptions=True)
    return found, soak.broken


async def tell_health(server: Server) -> None:
    """Print how often the server's loop, disk and collector took long, by its own account."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    page = (await reader.read()).decode()
    writer.close()
    values = dict(line.rpartition(" ")[::2] for line in page.splitlines() if line.startswith("tilemeld_"))
    for name in ("view", "command", "loop_lag", "commit", "checkpoint", "collection"):
        family = f"tilemeld_{name}_seconds"
        whole = {key: float(value) for key, value in values.items() if key.startswith(f"{family}_count")}
        for key, count in whole.items():
            labels = key.removeprefix(f"{family}_count").strip("{}")
            over = [_over(values, family, labels, limit) for limit in ("0.05", "0.1", "0.5")]
            spent = float(values[key.replace("_count", "_sum")])
            print(f"{name} {labels}: {count:.0f}, {spent:.2f} s; over 50, 100, 500 ms:", *over)
    for key in ("tilemeld_loop_cpu_seconds_total", 'tilemeld_loop_held_total{cause="own"}'):
        print(key, values.get(key, "-"))


def _over(values: dict[str, str], family: str, labels: str, limit: str) -> int:
    """Return how many were longer than a limit."""
    below = next(
        float(value)
        for key, value in values.items()
        if key.startswith(f"{family}_bucket") and f'le="{limit}"' in key and labels in key
    )
    return int(float(values[f"{family}_count" + (f"{{{labels}}}" if labels else "")]) - below)


def judge(minutes: list[Minute], growth: float) -> list[str]:
    """Say what was missed; the first minute, in which everybody comes, counts for nothing."""
    missed = []
    counted = minutes[1:] or minutes
    times = tuple(sorted(each for minute in counted for each in minute.times))
    for name, part, limit in AIMS:
        if share(times, part) > limit:
            missed.append(f"{name} {share(times, part):.0f} ms, the aim is {limit:.0f}")
    samples = [each for minute in minutes for each in minute.memory_mb]
    half = samples[len(samples) // 2 :]
    part = max(1, len(half) // 4)
    grown = statistics.median(half[-part:]) / statistics.median(half[:part]) - 1
    print(f"memory grew by {grown:.1%} in the second half")
    if grown > growth:
        missed.append(f"memory grew by {grown:.1%} in the second half, {growth:.0%} are allowed")
    return missed


def main() -> None:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=213.0, help="moves a second, of all tables together")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument(
        "--growth", type=float, default=0.05, help="how much memory may grow in the second half"
    )
    parser.add_argument("--source", type=Path, help="another version's src folder, to compare with")
    parser.add_argument("--verbose", action="store_true", help="let the server say what held it up")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "games.db", chosen.source, verbose=chosen.verbose) as server,
    ):
        print(f"server {server.process.pid}, {chosen.tables} tables, {chosen.minutes:g} minutes")
        minutes, broken = asyncio.run(run(server, chosen.tables, chosen.rate, chosen.minutes))
        missed = [*judge(minutes, chosen.growth), *(f"a table broke: {each}" for each in broken)]
    for each in missed:
        print("MISSED:", each)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
