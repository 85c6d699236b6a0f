"""A worker: takes jobs from the queue, as many at a time as it has slots, and answers them.

Bots, questions and reviews have slots of their own, so that a long review never keeps a bot waiting.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilemeld.engine.errors import CodedError
from tilemeld.service.claims import Claim
from tilemeld.service.errors import ServiceError, Unavailable
from tilemeld.service.ports import Analyst, Bus, Clock, Subscription, Thinker
from tilemeld.service.questions.numbers import Question
from tilemeld.service.questions.words import WordQuestion
from tilemeld.service.upkeep.loops import keep_going

from .job import TOO_LONG, Answer, BotTurn, Failure, HintWanted, Kind, ReviewWanted, TakenJob, WorkerInfo
from .ports import JobQueue

log = logging.getLogger(__name__)

BEAT_MS = 1_000
"""How often a worker shows that it lives, and looks for jobs whose notice was lost."""
REPORT_MS = 500
"""How often the progress of a review is reported."""
STOP_MS = 10_000
"""How long a worker that stops may finish what it has begun; reviews are given back at once."""
DONE = "jobs/done"
"""The topic of the keys of jobs that are answered."""

OnJob = Callable[[Kind, str, float], None]
"""Called with the kind of a job, what came of it (done, failed, late) and the seconds that it took."""


def topic_of(kind: Kind) -> str:
    """Return the topic of notices about new jobs of a kind."""
    return f"jobs/new/{kind}"


@dataclass(frozen=True, slots=True)
class Lane:
    """Places for jobs of some kinds, which jobs of other kinds never use."""

    kinds: tuple[Kind, ...]
    slots: int = 1


def lanes_for(kinds: Sequence[Kind], bots: int) -> tuple[Lane, ...]:
    """Return the lanes of a worker: one for bots, one for questions, one for reviews.

    >>> [lane.slots for lane in lanes_for(("bot", "hint", "review"), 3)]
    [3, 1, 1]
    """
    lanes = (Lane(("bot",), bots), Lane(("hint", "question")), Lane(("review",)))
    chosen = (
        Lane(tuple(kind for kind in lane.kinds if kind in kinds), slots)
        for lane, slots in ((lane, lane.slots) for lane in lanes)
    )
    return tuple(lane for lane in chosen if lane.kinds)


class Worker:
    """Takes jobs and lets a thinker and an analyst do them."""

    def __init__(
        self,
        queue: JobQueue,
        bus: Bus,
        clock: Clock,
        *,
        me: WorkerInfo,
        thinker: Thinker,
        analyst: Analyst,
        lanes: Sequence[Lane],
        on_job: OnJob = lambda _kind, _outcome, _seconds: None,
    ) -> None:
        self.me = me
        self._queue = queue
        self._bus = bus
        self._clock = clock
        self._thinker = thinker
        self._analyst = analyst
        self._lanes = tuple(lanes)
        self._on_job = on_job
        self._beating: asyncio.Task[None] | None = None
        self._loops: list[asyncio.Task[None]] = []
        self._busy: dict[asyncio.Task[None], TakenJob] = {}
        self._taking = 0
        self._is_known = asyncio.Event()

    @property
    def is_working(self) -> bool:
        """Whether it takes jobs."""
        return bool(self._loops)

    @property
    def busy(self) -> int:
        """How many jobs it is doing."""
        return len(self._busy)

    @property
    def is_shown(self) -> bool:
        """Whether the queue knows of it."""
        return self._beating is not None

    def show(self) -> None:
        """Let others know that there will be a worker in a moment."""
        if self._beating is None:
            self._beating = asyncio.create_task(keep_going(self._beat_on, self._clock))

    def start(self) -> None:
        """Begin to take jobs, once the queue knows of it: before, what it takes would seem left behind."""
        assert not self._loops, "it is begun once"
        self.show()
        loops = [_Slots(self, lane).serve for lane in self._lanes]
        self._loops = [asyncio.create_task(keep_going(loop, self._clock)) for loop in loops]

    async def stop(self, *, patience_ms: int = STOP_MS) -> None:
        """Take no more jobs, finish what takes seconds, and give the rest back to other workers."""
        await _end(self._loops)
        self._loops = []
        if short := [task for task, taken in self._busy.items() if taken.job.kind != "review"]:
            await asyncio.wait(short, timeout=patience_ms / 1000)
        await _end([*self._busy, *([] if self._beating is None else [self._beating])])
        self._beating = None
        self._is_known.clear()
        try:
            await self._queue.leave(self.me.id)
        except Unavailable as error:
            log.warning("the queue does not know that a worker left: %s", error)
        for kind in self.me.kinds:
            await self._bus.publish(topic_of(kind), "left")

    async def _beat_on(self) -> None:
        while True:
            try:
                await self._queue.beat(self.me)
                self._is_known.set()
                await self._give_back_unknown()
            except Unavailable as error:
                log.warning("the queue of jobs cannot be reached: %s", error)
            await self._clock.wait_until(self._clock.now_ms() + BEAT_MS)

    async def _give_back_unknown(self) -> None:
        """Give back jobs whose replies were lost; while one is under way, nobody knows which those are."""
        held = await self._queue.held(self.me.id)
        known = {(taken.job.key, taken.number) for taken in self._busy.values()}
        if not self._taking and (lost := dict(held.items() - known)):
            log.warning("%d jobs are given back that this worker never heard of", len(lost))
            await self._queue.give_back(self.me.id, lost)

    def begin(self, taken: TakenJob, when_free: Callable[[], None]) -> None:
        """Do a job in the background."""

        def end(task: asyncio.Task[None]) -> None:
            self._busy.pop(task, None)
            when_free()

        task = asyncio.create_task(self._do(taken))
        self._busy[task] = taken
        task.add_done_callback(end)

    async def take(self, lane: Lane) -> TakenJob | None:
        """Take the next job of a lane; none where there is none, or no queue."""
        self._taking += 1
        try:
            return await self._queue.take(self.me.id, lane.kinds)
        except Unavailable:
            return None  # the beat says so
        finally:
            self._taking -= 1

    async def _do(self, taken: TakenJob) -> None:
        began = self._clock.now_ms()
        outcome = await self._outcome(taken)
        verdict = "failed" if isinstance(outcome, Failure) else "done"
        if not await self._finish(taken, outcome):
            verdict = "late"
        self._on_job(taken.job.kind, verdict, (self._clock.now_ms() - began) / 1000)

    async def _outcome(self, taken: TakenJob) -> Answer | Failure:
        try:
            return await self._answer(taken)
        except (ServiceError, CodedError) as error:
            return Failure(error.code, dict(error.params))
        except TimeoutError:
            log.warning("a %s took too long", taken.job.kind)
            return TOO_LONG
        except Exception:
            log.exception("a %s failed", taken.job.kind)
            return Failure("server/failed")

    async def _finish(self, taken: TakenJob, outcome: Answer | Failure) -> bool:
        """Hand in the outcome, again where the queue is out of reach: afterwards another worker has it."""
        for last_try in (False, True):
            try:
                is_accepted = await self._queue.finish(taken, outcome)
                await self._bus.publish(DONE, taken.job.key)
                return is_accepted
            except Unavailable:
                if not last_try:
                    await self._clock.wait_until(self._clock.now_ms() + BEAT_MS)
        return False

    async def _answer(self, taken: TakenJob) -> Answer:
        work, claim = taken.job.work, taken.job.claim
        if not isinstance(work, ReviewWanted):
            return await _think(self._thinker, work, claim)
        async with asyncio.timeout(taken.job.seconds):
            return await self._review(taken, work)

    async def _review(self, taken: TakenJob, work: ReviewWanted) -> Answer:
        review = asyncio.ensure_future(self._analyst.analyse(work.record, (progress := _Progress()).hear))
        try:
            while not review.done():
                timer = asyncio.ensure_future(self._clock.wait_until(self._clock.now_ms() + REPORT_MS))
                await asyncio.wait((review, timer), return_when=asyncio.FIRST_COMPLETED)
                timer.cancel()
                if not review.done() and not await self._report(taken, progress):
                    raise TimeoutError("nobody wants the review any more")
            return review.result()
        finally:
            review.cancel()

    async def _report(self, taken: TakenJob, progress: "_Progress") -> bool:
        try:
            return await self._queue.report(taken, progress.done, progress.total)
        except Unavailable:
            return True  # it may be back before the review is finished


async def _end(tasks: Sequence["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(slots=True)
class _Progress:
    done: int = 0
    total: int = 0

    def hear(self, done: int, total: int) -> None:
        self.done, self.total = done, total


async def _think(
    thinker: Thinker, work: BotTurn | HintWanted | Question | WordQuestion, claim: Claim
) -> Answer:
    match work:
        case BotTurn():
            return await thinker.think(work.bot, work.view, work.seed, claim=claim)
        case HintWanted():
            return await thinker.hint(work.view, work.step, claim=claim)
        case Question():
            return await thinker.solve(work, claim=claim)
        case WordQuestion():
            return await thinker.solve_words(work, claim=claim)


class _Slots:
    """The slots of one lane: whenever one is free and there may be a job, it is taken."""

    def __init__(self, worker: Worker, lane: Lane) -> None:
        self._worker = worker
        self._lane = lane
        self._free = lane.slots
        self._woken = asyncio.Event()

    async def serve(self) -> None:
        """Take jobs for ever."""
        subscription = self._worker._bus.subscribe(*map(topic_of, self._lane.kinds))
        listener = asyncio.create_task(self._listen(subscription))
        timer = asyncio.create_task(self._remind())
        try:
            await self._worker._is_known.wait()
            while True:
                self._woken.clear()
                while self._free and (taken := await self._worker.take(self._lane)) is not None:
                    self._free -= 1
                    self._worker.begin(taken, self._give_back)
                await self._woken.wait()
        finally:
            listener.cancel()
            timer.cancel()
            subscription.close()

    def _give_back(self) -> None:
        self._free += 1
        self._woken.set()

    async def _listen(self, subscription: Subscription) -> None:
        while True:
            await subscription.next()
            self._woken.set()

    async def _remind(self) -> None:
        clock = self._worker._clock
        while True:
            await clock.wait_until(clock.now_ms() + BEAT_MS)
            self._woken.set()
