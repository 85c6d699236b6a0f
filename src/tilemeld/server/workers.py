"""Who thinks for a server: processes of its own, or the workers of a queue that servers share.

``tilemeld work`` is a process with such a worker and nothing else.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.linked_bus import LinkedBus
from tilemeld.adapters.workers import ProcessAnalyst, ProcessThinker
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import WORD_PROFILES, profile
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.jobs.job import KINDS, Kind, WorkerInfo
from tilemeld.service.jobs.ports import JobQueue
from tilemeld.service.jobs.shared_workers import SharedWorkers
from tilemeld.service.jobs.worker import Worker, lanes_for
from tilemeld.service.ports import Analyst, Bus, Clock, Thinker
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion

from .metrics import JobMetrics
from .settings import Limits, Settings

Answered = TypeVar("Answered")
STANDS_IN_FOR: tuple[Kind, ...] = ("bot",)
"""What a server does itself where no worker lives: games go on, everything else can wait."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The queue that servers share, and what its notices and its timers need."""

    jobs: JobQueue
    bus: Bus
    clock: Clock


@dataclass(slots=True)
class Workers:
    """Who thinks for a server; ``start`` begins to work, where it works itself."""

    thinker: Thinker
    analyst: Analyst
    processes: ProcessThinker | None = None
    worker: Worker | None = None
    """The worker of this server among those of the queue."""
    shared: SharedWorkers | None = None
    _warming: "asyncio.Task[None] | None" = field(default=None, init=False)

    async def start(self) -> None:
        """Start the processes before they are needed; those that only stand in are not started."""
        if self.processes is not None and not (self.worker is not None and self.worker.me.stands_in):
            self._warming = asyncio.create_task(self._warm_up(self.processes))

    async def _warm_up(self, processes: ProcessThinker) -> None:
        if self.worker is not None:
            self.worker.show()
        await processes.warm_up()
        if self.worker is not None:
            self.worker.start()

    async def stop(self, *, patience_ms: int = 0) -> None:
        """Give back what is not finished in time, and end the processes."""
        if self.shared is not None:
            await self.shared.close()
        if self._warming is not None:
            self._warming.cancel()  # first, or it would start processes and a worker that nobody ends
            await asyncio.gather(self._warming, return_exceptions=True)
        if self.worker is not None and self.worker.is_shown:
            await self.worker.stop(patience_ms=patience_ms)
        if self.processes is not None:
            self.processes.close()


class Measured:
    """The thinker and the analyst of this process, measured as the workers of a queue are."""

    def __init__(self, thinker: Thinker, analyst: Analyst, metrics: JobMetrics) -> None:
        self._thinker = thinker
        self._analyst = analyst
        self._metrics = metrics

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        """Return the bot's move."""
        return await self._measure("bot", self._thinker.think(bot, view, seed, claim=claim))

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        """Return the coach's hint."""
        return await self._measure("hint", self._thinker.hint(view, step, claim=claim))

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play of a position."""
        return await self._measure("question", self._thinker.solve(question, claim=claim))

    async def solve_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn of a position of words."""
        return await self._measure("question", self._thinker.solve_words(question, claim=claim))

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        """Review a game."""
        return await self._measure("review", self._analyst.analyse(record, on_turn, key=key, claim=claim))

    async def _measure(self, kind: Kind, work: Awaitable[Answered]) -> Answered:
        """Note how long an answer took and what came of it; who does not wait for it is not counted."""
        began = time.monotonic()
        try:
            answer = await work
        except Exception:
            self._metrics.jobs.labels(kind, "failed").inc()
            raise
        self._metrics.answered(kind, time.monotonic() - began)
        self._metrics.jobs.labels(kind, "done").inc()
        return answer


def own_workers(
    settings: Settings, metrics: JobMetrics, thinker: Thinker | None, analyst: Analyst | None
) -> Workers:
    """Return the workers of a server that shares them with nobody; a test may replace them."""
    reviewing = analyst or _analyst(settings.limits, settings.themes)
    if thinker is not None:
        return Workers(thinker, reviewing)
    processes = _thinker(settings.bot_processes, settings.themes)
    measured = Measured(processes, reviewing, metrics)
    return Workers(measured, measured, processes=processes)


def shared_workers(
    settings: Settings, queue: Queue, metrics: JobMetrics, *, conceal: Callable[[str], str]
) -> Workers:
    """Return the workers of a queue, of which this server is one unless others are to do the work."""
    lone = lone_worker(
        queue,
        metrics,
        kinds=KINDS if settings.work else STANDS_IN_FOR,
        bots=settings.bot_processes,
        themes=settings.themes,
        limits=settings.limits,
        stands_in=not settings.work,
    )
    asking = SharedWorkers(
        queue.jobs,
        queue.bus,
        queue.clock,
        conceal=conceal,
        review_seconds=settings.limits.review_seconds,
        stand_in=None if settings.work else lone.worker,
        on_answer=metrics.answered,
    )
    return replace(lone, thinker=asking, analyst=asking, shared=asking)


def lone_worker(
    queue: Queue,
    metrics: JobMetrics,
    *,
    kinds: Sequence[Kind],
    bots: int,
    themes: Path | None = None,
    limits: Limits | None = None,
    stands_in: bool = False,
) -> Workers:
    """Return a worker of a queue for which nobody in this process asks."""
    processes = _thinker(bots, themes)
    analyst = _analyst(limits or Limits(), themes)
    worker = Worker(
        queue.jobs,
        queue.bus,
        queue.clock,
        me=WorkerInfo(secrets.token_hex(6), tuple(kinds), stands_in),
        thinker=processes,
        analyst=analyst,
        lanes=lanes_for(kinds, bots),
        on_job=metrics.worked,
    )
    return Workers(processes, analyst, processes=processes, worker=worker)


def open_bus(bus: str | None, database: str) -> LinkedBus:
    """Return the bus between the processes of a database: the database itself, unless there is another."""
    if bus is not None:
        from tilemeld.adapters.valkey_bus import ValkeyBus  # noqa: PLC0415  # valkey is an extra

        return ValkeyBus(bus)
    from tilemeld.adapters.postgres.bus import PostgresBus  # noqa: PLC0415  # asyncpg is an extra

    return PostgresBus(database)


def _thinker(bots: int, themes: Path | None) -> ProcessThinker:
    return ProcessThinker(
        processes=bots,
        sets_for=partial(sets_with_words, themes=themes),
        warm_for=tuple(profile(name) for name in WORD_PROFILES),
    )


def _analyst(limits: Limits, themes: Path | None) -> ProcessAnalyst:
    sets_for = partial(sets_with_words, themes=themes)
    return ProcessAnalyst(sets_for, seconds=limits.review_seconds, megabytes=limits.review_megabytes)
