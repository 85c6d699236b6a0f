"""How long a bot's turn and a hint take: in processes of the server, and through the queue of a database.

The three ways take turns in one run, over the same positions: processes of this one, and a real
``tilemeld work`` on a real PostgreSQL, with its notifications or with Valkey as the bus. The middle and the
95th percentile of each way are printed, and how much longer than in-process it takes.

    python -m bench.jobs [--times 200]
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from random import Random

import asyncpg
from tools.cluster.parts import Postgres, Valkey

from tilemeld.adapters.clocks import SystemClock
from tilemeld.adapters.postgres.jobs import PostgresJobs
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.adapters.workers import ProcessThinker
from tilemeld.bots import Dawdle, player_named
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.workers import open_bus
from tilemeld.service.jobs.shared_workers import SharedWorkers
from tilemeld.service.ports import Thinker

BOT = "club"
Ask = Callable[[Thinker, GameView, int], Awaitable[object]]
ASKED: Mapping[str, Ask] = {
    "bot": lambda thinker, view, number: thinker.think(BOT, view, str(number)),
    "hint": lambda thinker, view, _number: thinker.hint(view, 3),
}


def positions(count: int) -> list[GameView]:
    """Return views of turns of a few games, in the order in which they were played."""
    found: list[GameView] = []
    rng = Random(1)
    while len(found) < count:
        game = LocalGame(CreateGame(profile("cs"), 3), chance=FixedChance(str(len(found))))
        game.do(BeginGame())
        while not game.is_over:
            found.append(game.view(Seat(game.active)))
            choice = player_named(BOT).choose(found[-1], rng)
            assert not isinstance(choice, Dawdle)
            game.do(choice)
    return found[:count]


@contextlib.asynccontextmanager
async def through_queue(database: str, bus: str | None) -> AsyncIterator[Thinker]:
    """Ask a real worker of a database."""
    options = ["--database", database, "--jobs", "1", "--kinds", "bot,hint"]
    options += [] if bus is None else ["--bus", bus]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tilemeld", "work", *options, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    store, line = PostgresStore(database), open_bus(bus, database)
    asking = SharedWorkers(PostgresJobs(store), line, SystemClock(), conceal=str)
    await line.connected()
    try:
        yield asking
    finally:
        await asking.close()
        await line.close()
        await store.close()
        process.terminate()
        await asyncio.wait_for(process.wait(), 30)


async def measure(ways: Mapping[str, Thinker], times: int) -> dict[tuple[str, str], list[float]]:
    """Return the milliseconds of each way and kind, all ways in turn for each position."""
    found: dict[tuple[str, str], list[float]] = {(way, kind): [] for way in ways for kind in ASKED}
    views = positions(times + 5)
    for number, view in enumerate(views):
        for kind, ask in ASKED.items():
            for way, thinker in ways.items():
                began = time.perf_counter()
                await ask(thinker, view, number)
                if number >= 5:  # the first ones start the processes
                    found[way, kind].append(1000 * (time.perf_counter() - began))
    return found


def lines(found: Mapping[tuple[str, str], Sequence[float]], ways: Sequence[str]) -> list[str]:
    """Write the table."""
    rows = [f"{'':24}{'':6}{'p50':>9}{'p95':>9}{'more':>9}{'ratio':>8}"]
    for kind in ASKED:
        base = statistics.median(found[ways[0], kind])
        for way in ways:
            values = sorted(found[way, kind])
            middle, late = statistics.median(values), values[int(0.95 * len(values))]
            more, ratio = middle - base, middle / base
            rows.append(f"{way:24}{kind:6}{middle:7.1f}ms{late:7.1f}ms{more:7.1f}ms{ratio:8.2f}")
    return rows


async def make(database: Postgres, name: str) -> str:
    """Make a database and return its address."""
    connection = await asyncpg.connect(database.url("postgres"))
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return database.url(name)


async def compare(database: Postgres, bus: str, times: int) -> None:
    """Measure the three ways and print them; each queue has a database of its own."""
    own = ProcessThinker()
    one, two = await make(database, "one"), await make(database, "two")
    try:
        await own.warm_up()
        async with through_queue(one, None) as notified, through_queue(two, bus) as with_valkey:
            ways: dict[str, Thinker] = {
                "in-process": own,
                "queue, notifications": notified,
                "queue, Valkey": with_valkey,
            }
            found = await measure(ways, times)
            print(f"{times} positions, load of the machine {os.getloadavg()[0]:.1f}")
            print("\n".join(lines(found, list(ways))))
    finally:
        own.close()


def main() -> None:
    """Start the servers and compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=200)
    chosen = parser.parse_args()
    with contextlib.ExitStack() as stack:
        database, valkey = Postgres(), Valkey()
        for each in (database, valkey):
            stack.callback(each.remove)
            each.start()
        asyncio.run(compare(database, f"redis://127.0.0.1:{valkey.port}", chosen.times))


if __name__ == "__main__":
    main()
