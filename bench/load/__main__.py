"""Load, growing until it bends: moves a second, CPU a move by part, memory a player, times, clock error.

    python -m bench.load         # SQLite, then PostgreSQL and Valkey with one, two, three servers
    python -m bench.load --shapes sqlite postgres-1 --tables 125 250 500 --every 10 --seconds 20

The last line of each shape compares it with a bare peer in the same run (`bench/load/bare.py`). The checker
compares a tenth of the tables with the log afterwards. Linux only: CPU and memory are read from /proc.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from tools.checker import check, read_journals, read_log
from tools.checker.check import Bounds
from tools.cluster.installation import Installation, Shape, describe_machine
from tools.cluster.parts import RealServer, free_port

Json = Any
SHAPES = {
    "sqlite": Shape("sqlite"),
    "postgres-1": Shape(servers=1, has_bus=True),
    "postgres-2": Shape(servers=2, has_bus=True),
    "postgres-3": Shape(servers=3, has_bus=True),
    "proxied-3": Shape(servers=3, has_bus=True, has_proxy=True),
}
BENT_MS = 1000.0
"""Beyond this p99 there is no point in growing further."""
HEAD = (
    "| shape | players | moves/s | p50 | p95 | p99 | p99.9 ms | CPU ms/move: server | thinking "
    "| database | bus | proxy | kB/player | clock p99 ms | generator lag p99 ms |\n" + "|---" * 15 + "|"
)


class CrowdProcess:
    """A generator's process."""

    def __init__(self, installation: Installation, block: int, every: float) -> None:
        self.journal = installation.folder / f"crowd-{block}.jsonl"
        ports = [str(port) for port in installation.ports]
        command = [
            "--ports",
            *ports,
            "--block",
            str(block),
            "--every",
            str(every),
            "--journal",
            str(self.journal),
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.load.crowd", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, **what: float) -> None:
        """Say what to do."""
        _pipe(self._process.stdin).write(json.dumps(what) + "\n")
        _pipe(self._process.stdin).flush()

    def answer(self) -> Json:
        """Wait until it is done."""
        return json.loads(_pipe(self._process.stdout).readline())

    def end(self) -> None:
        """Let everybody go."""
        _pipe(self._process.stdin).close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


@dataclass
class Row:
    """What was measured with so many players."""

    shape: str
    players: int
    rate: float
    times_ms: list[float]
    cpu_ms: dict[str, float]
    """By part, for each move."""
    memory_kb: float
    clock_ms: float
    lag_ms: float
    generator_ms: float = 0.0
    notes: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Write it as a row of the table."""
        times = [f"{part_of(self.times_ms, part):.0f}" for part in (0.5, 0.95, 0.99, 0.999)]
        parts = [
            f"{self.cpu_ms.get(name, 0.0):.2f}" for name in ("server", "thinking", "database", "bus", "proxy")
        ]
        last = [f"{self.memory_kb:.0f}", f"{self.clock_ms:.0f}", f"{self.lag_ms:.0f}"]
        return (
            "| "
            + " | ".join([self.shape, f"{self.players:,}", f"{self.rate:.0f}", *times, *parts, *last])
            + " |"
        )


def part_of(values: list[float], part: float) -> float:
    """Return the value below which this part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


@contextmanager
def installed(shape: Shape) -> Iterator[Installation]:
    """Run an installation until the block ends."""
    installation = Installation(shape)
    try:
        asyncio.run(_start(installation))
        yield installation
    finally:
        installation.stop()


async def _start(installation: Installation) -> None:
    async for _ in installation.start():
        pass


def cpu_by_part(installation: Installation) -> dict[str, float]:
    """Return the CPU seconds that each part has used so far."""
    found = {"server": 0.0, "thinking": sum(worker.cpu() for worker in installation.workers)}
    for server in installation.servers:
        own = server.own_cpu()
        found["server"] += own
        found["thinking"] += server.cpu() - own
    others: dict[str, RealServer | None] = {
        "database": installation.postgres,
        "bus": installation.valkey,
        "proxy": installation.proxy,
    }
    return found | {name: part.cpu() for name, part in others.items() if part is not None}


class Load:
    """One shape, growing."""

    def __init__(self, name: str, installation: Installation, chosen: argparse.Namespace) -> None:
        self._name, self._installation, self._chosen = name, installation, chosen
        self._idle_mb = self._memory()
        blocks = range(1, 1 + 8 * chosen.generators, 8)
        self._crowds = [CrowdProcess(installation, block, chosen.every) for block in blocks]
        self.rows: list[Row] = []

    def _memory(self) -> float:
        return sum(server.memory_mb() for server in self._installation.servers)

    def run(self) -> None:
        """Grow step by step; stop when it bends."""
        tables = 0
        for goal in self._chosen.tables:
            share = [(goal - tables) // len(self._crowds)] * len(self._crowds)
            share[0] += goal - tables - sum(share)
            tables = goal
            for crowd, number in zip(self._crowds, share, strict=True):
                crowd.order(grow=number)
            players = sum(crowd.answer()["players"] for crowd in self._crowds)
            time.sleep(self._chosen.settle)
            row = self._measured(players)
            self.rows.append(row)
            print(row.line(), flush=True)
            for note in row.notes:
                print(f"  {note}", flush=True)
            if part_of(row.times_ms, 0.99) > BENT_MS:
                break

    def _measured(self, players: int) -> Row:
        before = cpu_by_part(self._installation)
        for crowd in self._crowds:
            crowd.order(measure=self._chosen.seconds)
        answers = [crowd.answer() for crowd in self._crowds]
        after = cpu_by_part(self._installation)
        moves = sum(answer["moves"] for answer in answers) or 1
        seconds = max(answer["seconds"] for answer in answers)
        return Row(
            self._name,
            players,
            moves / seconds,
            [each for answer in answers for each in answer["times_ms"]],
            {name: (after[name] - before[name]) * 1000 / moves for name in after},
            (self._memory() - self._idle_mb) * 1024 / max(1, players),
            part_of([abs(each) for answer in answers for each in answer["offsets_ms"]], 0.99),
            part_of([each for answer in answers for each in answer["waits_ms"]], 0.99),
            notes=_notes(answers),
        )

    def end(self) -> None:
        """Let everybody go, and compare what they wrote down with the log."""
        for crowd in self._crowds:
            crowd.end()
        journal = read_journals([crowd.journal for crowd in self._crowds])
        report = check(read_log(self._installation.address), journal, Bounds(is_finished=False))
        found = (
            f"{report.counts['commands acknowledged']:,} acknowledged, {report.counts['views seen']:,} views"
        )
        print(f"  checker: {found}: {len(report.faults)} faults", *map(str, report.faults[:3]), flush=True)


def _notes(answers: list[Json]) -> list[str]:
    found = [f"broken: {each}" for answer in answers for each in answer["broken"][:2]]
    codes = {
        code: sum(answer["codes"].get(code, 0) for answer in answers)
        for answer in answers
        for code in answer["codes"]
    }
    return found + ([f"refusals and faults: {codes}"] if codes else [])


def bare(name: str, installation: Installation, chosen: argparse.Namespace, like: Row) -> None:
    """Measure the peer at the same rate, on the same disk or database."""
    port = free_port()
    postgres = installation.postgres
    kept = ["--sqlite", str(installation.folder / "bare.sqlite")]
    if postgres is not None:
        kept = ["--postgres", postgres.url("tilemeld")]
    server = RealServer(
        [sys.executable, "-m", "bench.load.bare", "--port", str(port), *kept],
        installation.folder,
        port,
        name="bare",
    )
    server.start()
    try:
        before = (server.cpu(), postgres.cpu() if postgres else 0.0)
        tables = max(1, like.players // 4)
        every = tables / max(1.0, like.rate)
        options = [
            "--port",
            str(port),
            "--tables",
            str(tables),
            "--every",
            f"{every}",
            "--seconds",
            f"{chosen.seconds}",
        ]
        command = [sys.executable, "-m", "bench.load.echo_crowd", *options]
        times = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)[
            "times_ms"
        ]
        spent = (server.cpu() - before[0], (postgres.cpu() if postgres else 0.0) - before[1])
    finally:
        server.kill()
    cpu = [each * 1000 / max(1, len(times)) for each in spent]
    ratio = like.cpu_ms["server"] / cpu[0] if cpu[0] else 0.0
    row = Row(
        f"bare, {name}",
        tables * 4,
        len(times) / chosen.seconds,
        times,
        {"server": cpu[0], "database": cpu[1]},
        0,
        0,
        0,
    )
    print(row.line())
    print(f"  ratio of a move's CPU in the server to the bare append and fan-out: {ratio:.1f}", flush=True)


def main() -> None:
    """Measure every shape."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--shapes", nargs="+", choices=SHAPES, default=["sqlite", "postgres-1", "postgres-2", "postgres-3"]
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[125, 250, 500, 750, 1000])
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each step is measured")
    parser.add_argument("--settle", type=float, default=5.0, help="seconds before each measurement")
    parser.add_argument("--generators", type=int, default=1, help="processes of people")
    chosen = parser.parse_args()
    print(
        f"{describe_machine()}; a move every {chosen.every:g} s at each table;",
        time.strftime("%Y-%m-%d %H:%M"),
    )
    print(HEAD)
    for name in chosen.shapes:
        with installed(SHAPES[name]) as installation:
            load = Load(name, installation, chosen)
            load.run()
            load.end()
            if load.rows:
                bare(name, installation, chosen, load.rows[min(1, len(load.rows) - 1)])
    print(describe_machine())


if __name__ == "__main__":
    main()
