"""A story: people play across an installation while parts of it break, then everything is compared."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tools.checker import Report, check, read_journals, read_log
from tools.checker.check import Bounds
from tools.people.notebook import Notebook
from tools.people.person import Manners, Tally
from tools.people.place import Place, Unanswered, fresh_address
from tools.people.table import Company, Wish

from .fault_proxy import FaultProxy
from .faults import Breaker, Fault
from .installation import Installation

Say = Callable[[str], None]
CALM = Manners(think=(0.02, 0.2), drafts=1, dawdles=0.01, reloads=0.02, is_careful=True)
USUAL = Wish(people=2, bots=1, spectators=1, turn_seconds=3, manners=CALM)


@dataclass(frozen=True, slots=True)
class Script:
    """What happens."""

    seed: int
    tables: int = 4
    wish: Wish = USUAL
    faults: Sequence[Fault] = ()
    patience: float = 60.0
    """Seconds after the last fault without any move, after which games that are not over are stuck."""
    longest: float = 400.0
    """Seconds after which nobody waits any longer."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """How soon moves went on after a fault was mended."""

    fault: str
    seconds: float
    """Until people's moves were acknowledged again."""
    own_seconds: float
    """Until the part that was broken answered by itself; that is not in anybody else's hands."""


@dataclass(slots=True)
class Outcome:
    """What came of it."""

    report: Report
    tally: Tally
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    """What people complained about, besides the checker's faults."""
    recoveries: list["Recovery"] = field(default_factory=list)
    """How soon moves went on after each fault."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was found."""
        return not self.report.faults and not self.problems


class Story:
    """One run."""

    def __init__(self, installation: Installation, script: Script, *, say: Say = lambda line: None) -> None:
        self._installation, self._script, self._say = installation, script, say
        self._tally = Tally()
        self._companies: list[Company] = []
        self._problems: list[str] = []
        self._recoveries: list[Recovery] = []
        self._begun = time.monotonic()

    def run(self) -> Outcome:
        """Play, break, mend, wait for the end of every game, compare."""
        journal = self._installation.folder / "journal.jsonl"
        with Notebook(journal) as notebook:
            asyncio.run(self._play(notebook))
        self._note("comparing everything with the log")
        report = self._compare(journal)
        seconds = time.monotonic() - self._begun
        return Outcome(report, self._tally, seconds, self._problems, self._recoveries)

    def _compare(self, journal: Path) -> Report:
        bounds = Bounds(late_ms=int(1000 * (self._script.patience + self._lasting())))
        return check(read_log(self._installation.address), read_journals([journal]), bounds)

    def _lasting(self) -> float:
        return sum(fault.lasts for fault in self._script.faults)

    def _note(self, text: str) -> None:
        self._say(f"{time.monotonic() - self._begun:6.1f} s  {text}")

    async def _begin(self, stack: contextlib.AsyncExitStack) -> dict[str, FaultProxy]:
        """Start every part; return the connections between them that can be disturbed."""
        links = {
            name: await stack.enter_async_context(FaultProxy(target, port))
            for name, (port, target) in self._installation.links.items()
        }
        async for part in self._installation.start():
            self._note(f"{part.name} answers")
        return links

    async def _play(self, notebook: Notebook) -> None:
        async with contextlib.AsyncExitStack() as stack:
            links = await self._begin(stack)
            until = asyncio.Event()
            playing = [
                asyncio.create_task(self._table(at, notebook, until)) for at in range(self._script.tables)
            ]
            breaker = Breaker(self._installation, links)
            faults = asyncio.create_task(self._break(breaker, self._script.faults))
            await self._wait(playing, faults)
            until.set()
            await asyncio.gather(*playing, faults, return_exceptions=True)
            notebook.flush()

    async def _table(self, at: int, notebook: Notebook, until: asyncio.Event) -> None:
        rng = Random(f"{self._script.seed}/{at}")
        place = Place(self._installation.ports, fresh_address(), rng)
        company = Company(f"t{at}", place, self._script.wish, self._tally, notebook)
        self._companies.append(company)
        try:
            await company.sit_down()
        except Unanswered as error:
            self._problems.append(f"table {at} was never set: {error}")
            company.over.set()
            return
        await company.play(until)

    async def _break(self, breaker: Breaker, faults: Sequence[Fault]) -> None:
        """Break and mend, each at its time; what is broken together overlaps."""
        await self._until_moves(self._moves + 5)
        begun = time.monotonic()

        async def once(fault: Fault) -> None:
            await asyncio.sleep(max(0.0, begun + fault.after - time.monotonic()))
            if self._is_over():
                return
            self._note(str(fault))
            mend = breaker.break_it(fault)
            await asyncio.sleep(fault.lasts)
            await mend()
            mended, moves = time.monotonic(), self._moves
            answers = asyncio.create_task(self._seconds_until_it_answers(fault))
            await self._until_moves(moves + 3)
            if not self._is_over():
                name, seconds = f"{fault.kind} {fault.part}", time.monotonic() - mended
                self._recoveries.append(Recovery(name, seconds, min(seconds, await answers)))
            answers.cancel()

        await asyncio.gather(*(once(fault) for fault in faults))

    async def _seconds_until_it_answers(self, fault: Fault) -> float:
        """Return how long a part takes to answer after it was mended; a link does so at once."""
        part = next((each for each in self._installation.parts if each.name == fault.part), None)
        begun = time.monotonic()
        while part is not None and not await asyncio.to_thread(part.answers):
            await asyncio.sleep(0.02)
        return time.monotonic() - begun

    @property
    def _moves(self) -> int:
        return self._tally.moves

    async def _until_moves(self, number: int) -> None:
        while self._moves < number and not self._is_over():
            await asyncio.sleep(0.02)

    def _is_over(self) -> bool:
        known = len(self._companies) == self._script.tables
        return known and all(company.over.is_set() for company in self._companies)

    async def _wait(self, playing: list[asyncio.Task[None]], faults: asyncio.Task[None]) -> None:
        """Wait until every game is over and say how far they are; not for ever."""
        last = max((fault.after + fault.lasts for fault in self._script.faults), default=0.0)
        begun, next_note = time.monotonic(), 0.0
        end, moves = begun + last + self._script.patience, 0
        while not (self._is_over() and faults.done()):
            if self._tally.moves > moves:
                moves, end = self._tally.moves, max(end, time.monotonic() + self._script.patience)
            if time.monotonic() > min(end, begun + self._script.longest):
                self._problems += [
                    f"table {company.name} has not ended"
                    for company in self._companies
                    if not company.over.is_set()
                ]
                faults.cancel()
                return
            if time.monotonic() > next_note:
                over = sum(company.over.is_set() for company in self._companies)
                self._note(f"{self._tally.moves} moves, {over} of {self._script.tables} games over")
                next_note = time.monotonic() + 5
            await asyncio.sleep(0.05)
            self._supervise()
            for task in playing:
                if task.done():
                    task.result()

    def _supervise(self) -> None:
        """Start what ended by itself, as systemd would."""
        for part in self._installation.parts:
            if part.has_ended:
                self._note(f"{part.name} ended by itself and is started again")
                self._tally.counts[f"{part.name} ended by itself"] += 1
                part.launch()


def slower(wish: Wish, think: tuple[float, float]) -> Wish:
    """Return a wish for people who take longer."""
    return replace(wish, manners=replace(wish.manners, think=think))
