"""A series: people play all the time on one installation, while run after run breaks parts of it by seed.

A run of its own (`Story`) starts and ends everything, which takes longer than the faults. Here only what was
broken is started again, so hundreds of runs are affordable, and later ones meet what earlier ones have left.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tools.people.notebook import Notebook
from tools.people.person import Tally
from tools.people.place import Place, Unanswered, fresh_address
from tools.people.table import Company

from .faults import Breaker, Fault
from .installation import Installation
from .story import USUAL, Outcome, Recovery, Say, Script, Story

SHORT = replace(USUAL, rack_size=26)
"""Games that are over after some thirty turns."""
PROGRESS = 3
"""So many moves has every table to make after a run."""
Plan = Callable[[int], Sequence[Fault]]
"""Returns the faults of a seed."""


@dataclass(slots=True)
class Run:
    """What came of one seed."""

    seed: int
    faults: Sequence[Fault]
    seconds: float = 0.0
    recoveries: list[Recovery] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        worst = max((each.seconds for each in self.recoveries), default=0.0)
        broken = "; ".join(map(str, self.faults))
        ended = "".join(f"  PROBLEM {each}" for each in self.problems)
        return f"seed {self.seed}: {self.seconds:.0f} s, moves after {worst:.1f} s at most: {broken}{ended}"


class Series(Story):
    """Many runs on one installation."""

    def __init__(
        self,
        installation: Installation,
        seeds: Sequence[int],
        plan: Plan,
        *,
        tables: int = 2,
        minutes: float = float("inf"),
        say: Say = lambda line: None,
    ) -> None:
        script = Script(seeds[0], tables, wish=SHORT)
        super().__init__(installation, script, say=say)
        self._seeds, self._plan, self._minutes = seeds, plan, minutes
        self._again: list[asyncio.Task[None]] = []
        self.runs: list[Run] = []

    def run(self) -> Outcome:
        """Break and mend as every seed says, let every game come to its end, and compare."""
        outcome = super().run()
        for company in self._companies:
            self._tally.games += company.tally.games
            self._tally.moves += company.tally.moves
            self._tally.counts += company.tally.counts
            self._tally.codes += company.tally.codes
        return outcome

    @property
    def _moves(self) -> int:
        return sum(company.tally.moves for company in self._companies)

    def _is_over(self) -> bool:
        return False

    def _lasting(self) -> float:
        return max((fault.lasts for run in self.runs for fault in run.faults), default=0.0)

    async def _play(self, notebook: Notebook) -> None:
        async with contextlib.AsyncExitStack() as stack:
            breaker = Breaker(self._installation, await self._begin(stack))
            until, watching = asyncio.Event(), asyncio.create_task(self._watch())
            playing = [
                asyncio.create_task(self._sit(at, notebook, until)) for at in range(self._script.tables)
            ]
            while len(self._companies) < self._script.tables:
                await asyncio.sleep(0.05)
            for seed in self._seeds:
                if time.monotonic() - self._begun < 60 * self._minutes:
                    await self._one(breaker, seed)
            for task in self._again:
                task.cancel()
            if not await self._wait_for_all(lambda company: company.over.is_set()):
                late = [company.name for company in self._companies if not company.over.is_set()]
                self._problems += [f"the last game of table {name} has not ended" for name in late]
            until.set()
            watching.cancel()
            await asyncio.gather(*playing, watching, return_exceptions=True)
            notebook.flush()

    async def _sit(self, at: int, notebook: Notebook, until: asyncio.Event) -> None:
        """Play at one table, game after game."""
        place = Place(self._installation.ports, fresh_address(), Random(f"{self._script.seed}/{at}"))
        company = Company(f"t{at}", place, self._script.wish, Tally(), notebook)
        self._companies.append(company)
        await company.sit_down()
        self._again.append(asyncio.create_task(self._play_again(company)))
        await company.play(until)

    async def _play_again(self, company: Company) -> None:
        while True:
            await company.over.wait()
            company.over.clear()
            while any(player.stage == "playing" for player in company.players):
                await asyncio.sleep(0.05)  # the score sheet comes after the last move
            try:
                await company.get_ready()
            except Unanswered as error:
                self._problems.append(f"table {company.name} could not go on: {error}")

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            self._supervise()

    async def _one(self, breaker: Breaker, seed: int) -> None:
        """Carry out one seed, and wait until everybody has moved on."""
        run, begun, known = Run(seed, self._plan(seed)), time.monotonic(), len(self._recoveries)
        before = len(self._problems)
        self.runs.append(run)
        try:
            async with asyncio.timeout(2 * self._script.patience):
                await self._break(breaker, run.faults)
        except TimeoutError:
            self._problems.append(f"seed {seed}: nobody moves")
        moves = {company.name: company.tally.moves for company in self._companies}
        if not await self._wait_for_all(lambda each: each.tally.moves >= moves[each.name] + PROGRESS):
            stuck = [each.name for each in self._companies if each.tally.moves < moves[each.name] + PROGRESS]
            self._problems.append(f"seed {seed}: tables {', '.join(stuck)} are stuck")
        run.seconds, run.recoveries = time.monotonic() - begun, self._recoveries[known:]
        run.problems = self._problems[before:]
        self._note(str(run))

    async def _wait_for_all(self, holds: Callable[[Company], bool]) -> bool:
        """Wait until something is so at every table; say whether it came to be."""
        end = time.monotonic() + self._script.patience
        while not all(map(holds, self._companies)):
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.05)
        return True


def by_fault(recoveries: Sequence[Recovery]) -> list[str]:
    """Return a table of how soon moves went on, by kind of fault and part."""
    found: dict[str, list[Recovery]] = defaultdict(list)
    for each in recoveries:
        found[each.fault.rstrip("0123456789").rstrip("-")].append(each)
    lines = ["| fault | times | moves went on after, mean | worst | the part itself answered after, worst |"]
    lines.append("|---|---:|---:|---:|---:|")
    for name, every in sorted(found.items()):
        seconds = [each.seconds for each in every]
        own = max(each.own_seconds for each in every)
        mean = sum(seconds) / len(seconds)
        lines.append(f"| {name} | {len(every)} | {mean:.1f} | {max(seconds):.1f} | {own:.1f} |")
    return lines
