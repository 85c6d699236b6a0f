"""A crowd in a process of its own: grows and measures when asked, a line in and a line out.

{"grow": 100}       sits down at so many more tables; answers when everybody plays
{"measure": 20}     plays for so many seconds; answers with what was measured in them
"""

import argparse
import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from tools.people.notebook import Notebook
from tools.people.person import Manners, Tally
from tools.people.place import Place, fresh_address
from tools.people.table import Company, Wish

Json = Any
AT_ONCE = 8
"""So many tables are set at the same time."""


def wish_for(number: int, every: float) -> Wish:
    """Return what the table with this number is like: the mix of the package's description."""
    has_bot = number % 5 == 4
    manners = Manners(think=(0.5 * every, 1.5 * every), drafts=2, reloads=0.01, answer_within=30.0)
    return Wish(
        people=3 if has_bot else 4,
        bots=int(has_bot),
        spectators=int(number % 10 == 1),
        slow=int(number % 10 == 2),
        turn_seconds=max(60, int(6 * every)),
        manners=manners,
    )


@dataclass
class Crowd:
    """All tables of this process."""

    ports: list[int]
    block: int
    every: float
    notebook: Notebook
    journal_one_in: int
    tally: Tally = field(default_factory=Tally)
    companies: list[Company] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)
    """How late this process's own loop was, again and again."""
    until: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def grow(self, number: int) -> Json:
        """Sit down at more tables."""
        begun = time.monotonic()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(at: int) -> None:
            async with gate:
                await self._open(at)

        known = len(self.companies)
        await asyncio.gather(*(one(known + at) for at in range(number)))
        people = [person for company in self.companies for person in company.people]
        while not all(person.view for person in people) and time.monotonic() - begun < 60 + number:
            await asyncio.sleep(0.1)
        return {"players": sum(len(each.players) for each in self.companies), "connections": len(people)}

    async def _open(self, number: int) -> None:
        rng = Random(f"{self.block}/{number}")
        place = Place(self.ports, fresh_address(self.block), rng)
        notebook = self.notebook if number % self.journal_one_in == 0 else None
        wish = wish_for(number, self.every)
        company = Company(f"{self.block}.{number}", place, wish, self.tally, notebook)
        try:
            await company.sit_down()
        except Exception as error:  # whatever it is, the report says so
            self.broken.append(repr(error)[:300])
            return
        self.companies.append(company)
        for work in (company.play(self.until), self._again(company)):
            task = asyncio.create_task(work)
            self._tasks.add(task)

    async def _again(self, company: Company) -> None:
        while True:
            await company.over.wait()
            company.over.clear()
            await asyncio.sleep(1)
            await company.get_ready()

    async def measure(self, seconds: float) -> Json:
        """Play on, and return what was measured."""
        self._reset()
        begun = time.monotonic()
        watch = asyncio.create_task(self._watch_self())
        await asyncio.sleep(seconds)
        watch.cancel()
        found = self.tally
        return {
            "seconds": time.monotonic() - begun,
            "moves": found.moves,
            "games": found.games,
            "times_ms": found.times_ms,
            "offsets_ms": found.offsets_ms[:: max(1, len(found.offsets_ms) // 2000)],
            "waits_ms": self.waits_ms,
            "counts": dict(found.counts),
            "codes": dict(found.codes),
            "broken": self.broken,
            "cpu": time.process_time(),
        }

    def _reset(self) -> None:
        self.waits_ms = []
        fresh = Tally()
        for item in ("moves", "times_ms", "counts", "codes", "offsets_ms", "games"):
            setattr(self.tally, item, getattr(fresh, item))

    async def _watch_self(self) -> None:
        while True:
            begun = time.monotonic()
            await asyncio.sleep(0.02)
            self.waits_ms.append((time.monotonic() - begun - 0.02) * 1000)


async def obey(crowd: Crowd) -> None:
    """Do what comes in, until nothing does any more."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order = json.loads(line)
        answer = await (crowd.grow(order["grow"]) if "grow" in order else crowd.measure(order["measure"]))
        print(json.dumps(answer), flush=True)
    crowd.until.set()
    crowd.notebook.flush()


def main() -> None:
    """Read the options and obey."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ports", type=int, nargs="+", required=True)
    parser.add_argument("--block", type=int, required=True, help="the first address is 127.BLOCK.0.2")
    parser.add_argument("--every", type=float, required=True, help="seconds between two moves of a table")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--journal-one-in", type=int, default=10, help="so many tables keep one journal")
    chosen = parser.parse_args()
    with Notebook(chosen.journal) as notebook:
        crowd = Crowd(chosen.ports, chosen.block, chosen.every, notebook, chosen.journal_one_in)
        uvloop.run(obey(crowd))


if __name__ == "__main__":
    main()
