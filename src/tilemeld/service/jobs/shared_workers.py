"""Shared workers: what a server asks is put into the queue, and whichever worker took it answers.

The queue is the truth, notices only make it quick: every second all that is waited for is looked at, what
has vanished is put in again, and what nobody can do is refused.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from tilemeld.bots import player_named
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.errors import CodedError
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record, format_record
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.errors import CODES, Unavailable
from tilemeld.service.ports import AGAIN, Bus, Clock, Subscription
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion
from tilemeld.service.upkeep.loops import keep_going

from .job import UNANSWERED, Answer, BotTurn, Failure, HintWanted, Job, JobProgress, Kind, ReviewWanted
from .ports import JobQueue
from .worker import DONE, Worker, topic_of

log = logging.getLogger(__name__)

LOOK_MS = 1_000
"""How often everything that is waited for is looked at."""
WANTED_MS = 10_000
"""How long a job is wanted after its server was last heard of."""
REVIEW_WANTED_MS = 3_600_000
"""How long a review is wanted: people come back for it, perhaps to another server."""
GIVE_UP_MS = 60_000
"""How long anybody waits for a bot, a hint or an answer, however busy the workers are."""
NOBODY_MS = 3_000
"""How long a job may lie there before the server asks whether any worker lives."""

Found = TypeVar("Found", bound=Answer)
OnAnswer = Callable[[Kind, float], None]
"""Called with the kind of a job and the seconds from asking to its answer."""


def _ignore(_done: int, _total: int) -> None:
    """Hear no progress."""


@dataclass(slots=True, eq=False)
class _Waiter:
    job: Job
    future: "asyncio.Future[Answer]"
    asked_at: int
    on_turn: OnTurn
    askers: int = 0
    is_taken: bool = False

    @property
    def wanted_ms(self) -> int:
        return REVIEW_WANTED_MS if self.job.kind == "review" else WANTED_MS


class SharedWorkers:
    """Bots, the coach, the solver and reviews, by the workers of a queue.

    ``stand_in`` is a worker of this process that does bots' turns only while no other worker lives.
    ``conceal`` names addresses and people so that nobody can read who they are, but alike in all servers.
    """

    def __init__(
        self,
        queue: JobQueue,
        bus: Bus,
        clock: Clock,
        *,
        conceal: Callable[[str], str],
        think_seconds: float = 10.0,
        review_seconds: float = 900.0,
        stand_in: Worker | None = None,
        on_answer: OnAnswer = lambda _kind, _seconds: None,
    ) -> None:
        self._queue = queue
        self._bus = bus
        self._clock = clock
        self._conceal = conceal
        self._think_seconds = think_seconds
        self._review_seconds = review_seconds
        self._stand_in = stand_in
        self._on_answer = on_answer
        self._waiters: dict[str, _Waiter] = {}
        self._heard: Subscription | None = None
        self._notices: set[str] = set()
        self._has_notices = asyncio.Event()
        self._loops: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    # What a server asks

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        """Return the bot's move; ``TimeoutError`` when there is none in time."""
        player_named(bot)
        key = f"bot/{bot}/{seed}"  # asked again by whoever takes the game up, it is the same job
        return cast(
            Choice,
            await self._ask(Job(key, BotTurn(bot, view, seed), claim=claim, seconds=self._think_seconds)),
        )

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        """Return the coach's hint; ``TimeoutError`` when there is none in time."""
        return cast(Hint, await self._ask(self._new("hint", HintWanted(view, step), claim)))

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play of a position; ``TimeoutError`` when there is none in time."""
        return cast(BestPlay, await self._ask(self._new("question", question, claim)))

    async def solve_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn of a position of words; ``TimeoutError`` when there is none in time."""
        return cast(BestWords, await self._ask(self._new("question", question, claim)))

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        """Review a game; reviews with the same key are one. ``TimeoutError`` when it cannot be finished.

        The progress begins with no turns of none, when the job is in the queue.
        """
        text = record if isinstance(record, str) else await asyncio.to_thread(format_record, record)
        job = Job(
            _review_key(key or secrets.token_hex(8)),
            ReviewWanted(text),
            claim=Claim(claim.address, claim.owner, Rank.REVIEW),
            seconds=self._review_seconds,
        )
        return cast(Analysis, await self._ask(job, on_turn))

    async def look(self, key: str) -> JobProgress | None:
        """Return how far a review is that any server asked for; none if there is none."""
        name = _review_key(key)
        return (await self._queue.look([name], wanted_ms=REVIEW_WANTED_MS)).get(name)

    def _new(self, kind: Kind, work: HintWanted | Question | WordQuestion, claim: Claim) -> Job:
        return Job(f"{kind}/{secrets.token_hex(12)}", work, claim=claim, seconds=self._think_seconds)

    async def close(self) -> None:
        """Stop waiting for answers."""
        loops, self._loops = self._loops, []
        for task in loops:
            task.cancel()
        await asyncio.gather(*loops, *self._tasks, return_exceptions=True)
        if self._heard is not None:
            self._heard.close()
        if self._stand_in is not None and self._stand_in.is_working:
            await self._stand_in.stop(patience_ms=0)

    # Waiting

    async def _ask(self, job: Job, on_turn: OnTurn = _ignore) -> Answer:
        self._begin()
        waiter = self._waiters.get(job.key)
        if waiter is None:
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            waiter = self._waiters[job.key] = _Waiter(
                self._concealed(job), future, asked_at=self._clock.now_ms(), on_turn=on_turn
            )
            self._spawn(self._put(waiter))
        waiter.askers += 1
        try:
            answer = await asyncio.shield(waiter.future)
            self._on_answer(job.kind, (self._clock.now_ms() - waiter.asked_at) / 1000)
            return answer
        finally:
            waiter.askers -= 1
            if not waiter.askers:
                self._leave(waiter)

    def _concealed(self, job: Job) -> Job:
        """Say who asks in a way that only tells people apart: the queue is stored."""
        claim, conceal = job.claim, self._conceal
        address, owner = conceal(f"job address {claim.address}"), conceal(f"job owner {claim.owner}")
        return replace(job, claim=Claim(address, owner, claim.rank))

    def _leave(self, waiter: _Waiter) -> None:
        """Nobody here waits any more: the job is dropped, but a review stays for whoever asks elsewhere."""
        if self._waiters.get(waiter.job.key) is waiter:
            del self._waiters[waiter.job.key]
        if waiter.job.kind != "review":
            self._spawn(self._quietly(self._queue.drop([waiter.job.key])))
        if waiter.future.done() and not waiter.future.cancelled():
            waiter.future.exception()  # reported to whoever still waited
        else:
            waiter.future.cancel()

    async def _put(self, waiter: _Waiter) -> None:
        """Put a job in; where the queue is out of reach, it is put in when everything is looked at."""
        if await self._quietly(self._queue.put(waiter.job, wanted_ms=waiter.wanted_ms)):
            await self._bus.publish(topic_of(waiter.job.kind), "new")
            waiter.on_turn(0, 0)

    def _begin(self) -> None:
        if not self._loops:
            self._heard = self._bus.subscribe(DONE)  # before anything is asked
            loops = (self._listen, self._fetch, self._look_on)
            self._loops = [asyncio.create_task(keep_going(each, self._clock)) for each in loops]

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> bool:
        try:
            await work
        except Unavailable as error:
            log.warning("the queue of jobs cannot be reached: %s", error)
            return False
        return True

    async def _listen(self) -> None:
        """Note which jobs are answered."""
        assert self._heard is not None, "it listens since it began"
        while True:
            message = await self._heard.next()
            self._notices.update(self._waiters if message == AGAIN else {message} & self._waiters.keys())
            if self._notices:
                self._has_notices.set()

    async def _fetch(self) -> None:
        """Fetch the answers that were heard of, all at once."""
        while True:
            await self._has_notices.wait()
            self._has_notices.clear()
            keys, self._notices = self._notices, set()
            await self._quietly(self._look_at(keys))

    async def _look_on(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now_ms() + LOOK_MS)
            if self._waiters:
                await self._quietly(self._look_at(list(self._waiters), is_all=True))
                self._give_up()
            await self._quietly(self._see_who_works())

    async def _look_at(self, keys: Collection[str], *, is_all: bool = False) -> None:
        """Hand out what is answered; with all: put in again what has vanished."""
        wanted_ms = WANTED_MS if is_all else 0
        found = await self._queue.look(list(keys), wanted_ms=wanted_ms)
        for key in keys:
            waiter = self._waiters.get(key)
            if waiter is None or waiter.future.done():
                continue
            if (progress := found.get(key)) is not None:
                _tell(waiter, progress)
            elif is_all:
                await self._put(waiter)

    def _give_up(self) -> None:
        now = self._clock.now_ms()
        for waiter in self._waiters.values():
            longest = GIVE_UP_MS if waiter.job.kind != "review" else REVIEW_WANTED_MS
            if now - waiter.asked_at >= longest and not waiter.future.done():
                waiter.future.set_exception(TimeoutError(f"no worker had time for a {waiter.job.kind}"))

    # Where no worker lives

    async def _see_who_works(self) -> None:
        """Let the stand-in work while no other worker lives, and refuse what it does not do."""
        left = [each for each in self._waiters.values() if self._is_left(each)]
        stands_in = self._stand_in is not None and self._stand_in.is_working
        if not left and not stands_in:
            return
        living = await self._queue.workers()
        others = {kind for each in living if not each.stands_in for kind in each.kinds}
        is_needed = "bot" not in others and any(each.job.kind == "bot" for each in left)
        await self._stand_in_or_not(is_needed=is_needed, is_relieved="bot" in others)
        able = {kind for each in living for kind in each.kinds}
        able.update(() if self._stand_in is None else self._stand_in.me.kinds)
        for waiter in left:
            if waiter.job.kind not in able and not waiter.future.done():
                waiter.future.set_exception(Unavailable("work/nobody"))

    def _is_left(self, waiter: _Waiter) -> bool:
        return not waiter.is_taken and self._clock.now_ms() - waiter.asked_at >= NOBODY_MS

    async def _stand_in_or_not(self, *, is_needed: bool, is_relieved: bool) -> None:
        worker = self._stand_in
        if worker is None:
            return
        if is_needed and not worker.is_working:
            log.error("no worker lives: this server does the bots' turns until there is one (tilemeld work)")
            worker.start()
        elif is_relieved and worker.is_working:
            log.warning("there are workers again")
            await worker.stop()


def _review_key(key: str) -> str:
    return f"review/{key}"


def _tell(waiter: _Waiter, progress: JobProgress) -> None:
    """Hand a waiter what is known of its job."""
    waiter.is_taken = progress.is_taken
    outcome = progress.outcome
    if outcome is None:
        if progress.total:
            waiter.on_turn(progress.done, progress.total)
    elif not isinstance(outcome, Failure):
        waiter.future.set_result(outcome)
    else:
        waiter.future.set_exception(error_of(outcome))


def error_of(failure: Failure) -> Exception:
    """Return what is raised where something was asked for that failed."""
    if failure in UNANSWERED:
        return TimeoutError(failure.code)
    if failure.code in CODES:
        return Unavailable(failure.code, **failure.params)
    return CodedError(failure.code, **failure.params)
