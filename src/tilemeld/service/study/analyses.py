"""Analyses of finished games as background jobs: one at a time, a few wait, the latest are kept."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from tilemeld.bots.coach.review_values import Analysis
from tilemeld.engine.errors import CodedError
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import Rules
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import NotFound, ServiceError, Unavailable
from tilemeld.service.limits.fair_queue import FairQueue
from tilemeld.service.limits.quotas import Quota, UnderWay
from tilemeld.service.ports import Analyst, GameId
from tilemeld.solver import MAX_COPIES, MAX_JOKERS, is_known_box

from .foreign_records import Sent

log = logging.getLogger(__name__)

Read = Callable[[], Awaitable[Record | Sent]]
"""Fetches the game when its turn has come."""

WAITING = 64
"""How many games may wait for their analysis; further requests are refused."""
KEPT = 64
"""How many finished analyses are kept; an older one is made again when it is asked for."""


@dataclass(slots=True)
class Job:
    """An analysis: its progress and its result."""

    state: Literal["waiting", "working", "done", "failed"] = "waiting"
    done: int = 0
    """Turns looked at so far."""
    total: int = 0
    """Turns there are; 0 while it waits."""
    result: Analysis | None = None
    problem: ServiceError | CodedError | None = None
    """Why it failed, if it did."""

    def hear(self, done: int, total: int) -> None:
        """Record progress."""
        self.state, self.done, self.total = "working", done, total

    def fail(self, problem: ServiceError | CodedError) -> None:
        """Record that it failed, and why."""
        self.state, self.problem = "failed", problem


class Analyses:
    """Every analysis that was asked for lately."""

    def __init__(self, analyst: Analyst, quota: Quota | None = None) -> None:
        self._analyst = analyst
        self._jobs: OrderedDict[GameId, Job] = OrderedDict()
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._turns = FairQueue(1)
        self._under_way = UnderWay(quota or Quota(WAITING, WAITING), "limit/reviews")

    def start(self, game: GameId, read: Read, *, claim: Claim = NOBODY) -> Job:
        """Begin an analysis, or return the one that is there already; one that failed is tried again.

        Raises ``Unavailable`` when too many wait, or too many of the person who asks.
        """
        job = self._jobs.get(game)
        if job is not None and job.state != "failed":
            self._jobs.move_to_end(game)
            return job
        if len(self._tasks) >= WAITING:
            raise Unavailable("analysis/busy")
        give_back = self._under_way.take(claim)
        job = self._jobs[game] = Job()
        task = asyncio.create_task(self._work(job, read, claim))
        self._tasks[game] = task
        task.add_done_callback(lambda _done: self._end(game))
        task.add_done_callback(lambda _done: give_back())
        return job

    def look(self, game: GameId) -> Job:
        """Return an analysis that was asked for, as far as it is."""
        job = self._jobs.get(game)
        if job is None:
            raise NotFound("analysis/unknown")
        return job

    def find(self, game: GameId) -> Job | None:
        """Return an analysis as far as it is; nothing if nobody has asked for it."""
        return self._jobs.get(game)

    async def close(self) -> None:
        """Cancel what is not finished."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, job: Job, read: Read, claim: Claim) -> None:
        try:
            async with self._turns.mine(claim):
                game = await read()
                _check_box(game.rules if isinstance(game, Sent) else game.created.rules)
                job.result = await self._analyst.analyse(
                    game.text if isinstance(game, Sent) else game, job.hear
                )
                job.state = "done"
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
        while len(self._jobs) > KEPT + len(self._tasks):
            oldest = next(each for each in self._jobs if each not in self._tasks)
            del self._jobs[oldest]


def _check_box(rules: Rules) -> None:
    """Refuse a game whose box the solver does not know; a house game may have a larger one."""
    if rules.sets == "numbers" and not is_known_box(rules):
        most = {"most_copies": MAX_COPIES, "most_jokers": MAX_JOKERS}
        raise Unavailable("analysis/box", copies=rules.copies, jokers=rules.jokers, **most)
