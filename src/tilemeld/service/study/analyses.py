"""Analyses of finished games as background jobs; who asks another server, or later, finds the same one."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tilemeld.bots.coach.review_values import Analysis
from tilemeld.engine.errors import CodedError
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import Rules
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import NotFound, ServiceError, Unavailable
from tilemeld.service.jobs.job import Failure, JobProgress
from tilemeld.service.jobs.shared_workers import error_of
from tilemeld.service.limits.quotas import Quota, UnderWay
from tilemeld.service.ports import Analyst, GameId, ReviewArchive
from tilemeld.solver import MAX_COPIES, MAX_JOKERS, is_known_box

from .foreign_records import Sent

log = logging.getLogger(__name__)

Read = Callable[[], Awaitable[Record | Sent]]
"""Fetches the game when its turn has come."""

WAITING = 64
"""How many games may wait for their analysis; further requests are refused."""
KEPT = 64
"""How many analyses are remembered here; older ones are in the archive."""


@dataclass(slots=True)
class ReviewJob:
    """An analysis: its progress and its result."""

    state: Literal["waiting", "working", "done", "failed"] = "waiting"
    done: int = 0
    """Turns looked at so far."""
    total: int = 0
    """Turns there are; 0 while it waits."""
    result: Analysis | None = None
    problem: ServiceError | CodedError | None = None
    """Why it failed, if it did."""
    is_asked: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    """Whether workers, and so other servers, know of it."""

    def hear(self, done: int, total: int) -> None:
        """Record progress; without turns it waits for a worker."""
        self.state, self.done, self.total = "working" if total else "waiting", done, total
        self.is_asked.set()

    def finish(self, review: Analysis) -> None:
        """Record the result."""
        self.is_asked.set()
        self.state, self.result = "done", review

    def fail(self, problem: ServiceError | CodedError) -> None:
        """Record that it failed, and why."""
        self.is_asked.set()
        self.state, self.problem = "failed", problem


class ReviewsElsewhere(Protocol):
    """What other servers have asked workers for."""

    async def look(self, key: str) -> JobProgress | None:
        """Return how far a review is; none if nobody has asked for it."""
        ...


class Analyses:
    """Every analysis that was asked for lately, here or elsewhere."""

    def __init__(
        self,
        analyst: Analyst,
        archive: ReviewArchive,
        quota: Quota | None = None,
        *,
        elsewhere: ReviewsElsewhere | None = None,
    ) -> None:
        self._analyst = analyst
        self._archive = archive
        self._elsewhere = elsewhere
        self._jobs: OrderedDict[GameId, ReviewJob] = OrderedDict()
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._under_way = UnderWay(quota or Quota(WAITING, WAITING), "limit/reviews")

    async def start(self, game: GameId, read: Read, *, claim: Claim = NOBODY) -> ReviewJob:
        """Begin an analysis, or return the one that is there already; one that failed is tried again.

        Raises ``Unavailable`` when too many wait, or too many of the person who asks.
        """
        found = await self.find(game)
        if found is not None and found.state != "failed":
            return found
        job = self._jobs.get(game)  # somebody else may have asked meanwhile
        if job is not None and job.state != "failed":
            return job
        if len(self._tasks) >= WAITING:
            raise Unavailable("analysis/busy")
        give_back = self._under_way.take(claim)
        job = self._jobs[game] = ReviewJob()
        task = asyncio.create_task(self._work(game, job, read, claim=claim))
        self._tasks[game] = task
        task.add_done_callback(lambda _done: self._end(game))
        task.add_done_callback(lambda _done: give_back())
        task.add_done_callback(lambda _done: job.is_asked.set())  # also if it was cancelled before it began
        if self._elsewhere is not None:
            await job.is_asked.wait()  # who asks another server next finds it there
        return job

    async def look(self, game: GameId) -> ReviewJob:
        """Return an analysis that was asked for, as far as it is."""
        job = await self.find(game)
        if job is None:
            raise NotFound("analysis/unknown")
        return job

    async def find(self, game: GameId) -> ReviewJob | None:
        """Return an analysis as far as it is, wherever it is made; nothing if nobody has asked for it."""
        if (job := self._jobs.get(game)) is not None:
            self._jobs.move_to_end(game)
            return job
        if (review := await self._archive.find(game)) is not None:
            return self._remember(game, _done(review))
        progress = None if self._elsewhere is None else await self._elsewhere.look(game)
        if progress is None:
            return None
        job = _job_of(progress)
        if job.result is None:
            return job
        await self._keep(game, job.result)
        return self._remember(game, job)

    def _remember(self, game: GameId, job: ReviewJob) -> ReviewJob:
        job = self._jobs.setdefault(game, job)
        self._shorten()
        return job

    async def _keep(self, game: GameId, review: Analysis) -> None:
        try:
            await self._archive.keep(game, review)
        except ServiceError as error:
            log.warning("a review could not be kept: %s", error)  # it is made again

    async def close(self) -> None:
        """Cancel what is not finished."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, key: GameId, job: ReviewJob, read: Read, *, claim: Claim) -> None:
        try:
            game = await read()
            _check_box(game.rules if isinstance(game, Sent) else game.created.rules)
            record = game.text if isinstance(game, Sent) else game
            review = await self._analyst.analyse(record, job.hear, key=key, claim=claim)
            await self._keep(key, review)
            job.finish(review)
        except (ServiceError, CodedError) as error:
            log.warning("an analysis failed: %s", error)
            job.fail(error)
        except TimeoutError as error:
            log.warning("an analysis failed: %s", error)
            job.fail(Unavailable("analysis/stopped"))
        except Exception:
            log.exception("an analysis failed")
            job.fail(Unavailable("server/failed"))

    def _end(self, game: GameId) -> None:
        self._tasks.pop(game, None)
        self._shorten()

    def _shorten(self) -> None:
        while len(self._jobs) > KEPT + len(self._tasks):
            oldest = next(each for each in self._jobs if each not in self._tasks)
            del self._jobs[oldest]


def _done(review: Analysis) -> ReviewJob:
    turns = len(review.turns)
    return ReviewJob("done", done=turns, total=turns, result=review)


def _job_of(progress: JobProgress) -> ReviewJob:
    """Describe a review that another server has asked for."""
    outcome = progress.outcome
    if isinstance(outcome, Analysis):
        return _done(outcome)
    job = ReviewJob("working" if progress.is_taken else "waiting", done=progress.done, total=progress.total)
    if isinstance(outcome, Failure):
        error = error_of(outcome)
        job.fail(error if isinstance(error, ServiceError | CodedError) else Unavailable("analysis/stopped"))
    return job


def _check_box(rules: Rules) -> None:
    """Refuse a game whose box the solver does not know; a house game may have a larger one."""
    if rules.sets == "numbers" and not is_known_box(rules):
        most = {"most_copies": MAX_COPIES, "most_jokers": MAX_JOKERS}
        raise Unavailable("analysis/box", copies=rules.copies, jokers=rules.jokers, **most)
