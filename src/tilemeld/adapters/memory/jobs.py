"""The queue of jobs in memory: for one process, and for tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from tilemeld.service.jobs.job import (
    DIED,
    KINDS,
    Answer,
    Failure,
    Job,
    JobProgress,
    Kind,
    TakenJob,
    WorkerInfo,
)
from tilemeld.service.jobs.ports import KEPT_MS, MOST_TRIES, OVERTIME_MS, TURNS_KEPT
from tilemeld.service.ports import SILENT_MS, Clock


@dataclass(slots=True)
class _Row:
    job: Job
    number: int
    wanted_until: int
    worker: str | None = None
    taken_at: int = 0
    tries: int = 0
    progress: JobProgress = field(default_factory=JobProgress)
    ended_at: int | None = None


class MemoryJobs:
    """Jobs, workers, and who was served last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rows: dict[str, _Row] = {}
        self._workers: dict[str, tuple[WorkerInfo, int]] = {}
        self._served: dict[str, int] = {}
        self._numbers = count(1)

    async def put(self, job: Job, *, wanted_ms: int) -> None:
        """Add a job, or want the one that is there for longer."""
        until = self._clock.now_ms() + wanted_ms
        row = self._rows.get(job.key)
        if row is None or isinstance(row.progress.outcome, Failure):
            self._rows[job.key] = _Row(job, next(self._numbers), until)
        else:
            row.wanted_until = max(row.wanted_until, until)

    async def look(self, keys: Sequence[str], *, wanted_ms: int = 0) -> Mapping[str, JobProgress]:
        """Return how far jobs are."""
        found = {key: self._rows[key] for key in keys if key in self._rows}
        now = self._clock.now_ms()
        for row in found.values():
            row.wanted_until = max(row.wanted_until, now + wanted_ms)
        return {
            key: replace(row.progress, is_taken=row.worker is not None and not self._is_left(row, now))
            for key, row in found.items()
        }

    async def drop(self, keys: Sequence[str]) -> None:
        """Forget jobs."""
        for key in keys:
            self._rows.pop(key, None)

    async def take(self, worker: str, kinds: Sequence[Kind]) -> TakenJob | None:
        """Take the next job."""
        now = self._clock.now_ms()
        free = [row for row in self._rows.values() if self._is_free(row, now) and row.job.kind in kinds]
        if not free:
            return None
        row = min(free, key=self._order)
        row.worker, row.taken_at, row.tries = worker, now, row.tries + 1
        number, claim = next(self._numbers), row.job.claim
        self._served |= {f"address {claim.address}": number, f"owner {claim.owner}": number}
        return TakenJob(row.job, worker, row.tries)

    def _is_free(self, row: _Row, now: int) -> bool:
        is_open = row.ended_at is None and row.wanted_until > now and row.tries < MOST_TRIES
        return is_open and (row.worker is None or self._is_left(row, now))

    def _is_left(self, row: _Row, now: int) -> bool:
        """Say whether the worker of a job is gone, or has had its time."""
        overdue = row.taken_at + 1000 * row.job.seconds + OVERTIME_MS < now
        return row.worker is not None and (overdue or not self._lives(row.worker, now))

    def _lives(self, worker: str, now: int) -> bool:
        return worker in self._workers and now - self._workers[worker][1] < SILENT_MS

    def _order(self, row: _Row) -> tuple[int, int, int, int]:
        claim, served = row.job.claim, self._served
        turns = served.get(f"address {claim.address}", 0), served.get(f"owner {claim.owner}", 0)
        return (claim.rank, *turns, row.number)

    async def report(self, taken: TakenJob, done: int, total: int) -> bool:
        """Note the progress of a job."""
        row = self._mine(taken)
        if row is None or row.wanted_until <= self._clock.now_ms():
            return False
        row.progress = JobProgress(done=done, total=total)
        return True

    def _mine(self, taken: TakenJob) -> _Row | None:
        row = self._rows.get(taken.job.key)
        is_mine = row is not None and (row.worker, row.tries) == (taken.worker, taken.number)
        return row if row is not None and is_mine and row.ended_at is None else None

    async def finish(self, taken: TakenJob, outcome: Answer | Failure) -> bool:
        """Answer a job, once."""
        row = self._rows.get(taken.job.key)
        if row is None:
            return False
        is_mine = (row.worker, row.tries) == (taken.worker, taken.number)
        if row.ended_at is not None:
            return is_mine and row.progress.outcome == outcome
        if is_mine or not isinstance(outcome, Failure):
            row.worker, row.tries = taken.worker, taken.number
            self._end(row, outcome)
        return row.ended_at is not None

    def _end(self, row: _Row, outcome: Answer | Failure) -> None:
        row.progress, row.ended_at = replace(row.progress, outcome=outcome), self._clock.now_ms()

    async def beat(self, worker: WorkerInfo) -> None:
        """Note that a worker lives, and tidy up."""
        now = self._clock.now_ms()
        self._workers[worker.id] = worker, now
        for row in list(self._rows.values()):
            if row.ended_at is None and row.tries >= MOST_TRIES and self._is_left(row, now):
                self._end(row, DIED)
        before = now - KEPT_MS
        self._rows = {
            key: row
            for key, row in self._rows.items()
            if (row.wanted_until if row.ended_at is None else row.ended_at) >= before
        }
        self._workers = {name: each for name, each in self._workers.items() if each[1] >= before}
        oldest = next(self._numbers) - TURNS_KEPT
        self._served = {who: number for who, number in self._served.items() if number > oldest}

    async def held(self, worker: str) -> Mapping[str, int]:
        """Return which try of which jobs a worker has."""
        rows = self._rows.items()
        return {key: row.tries for key, row in rows if row.worker == worker and row.ended_at is None}

    async def give_back(self, worker: str, tries: Mapping[str, int]) -> None:
        """Let others take some tries of jobs."""
        for key, number in (await self.held(worker)).items():
            if tries.get(key) == number < MOST_TRIES:
                self._rows[key].worker, self._rows[key].progress = None, JobProgress()

    async def leave(self, worker: str) -> None:
        """Give back the jobs of a worker, and forget it."""
        self._workers.pop(worker, None)
        for row in self._rows.values():
            if row.worker == worker and row.ended_at is None:
                row.worker, row.tries, row.progress = None, row.tries - 1, JobProgress()

    async def workers(self) -> Sequence[WorkerInfo]:
        """Return the workers that live."""
        now = self._clock.now_ms()
        return [each for name, (each, _) in sorted(self._workers.items()) if self._lives(name, now)]

    async def waiting(self) -> Mapping[Kind, int]:
        """Return how many jobs of each kind wait."""
        now = self._clock.now_ms()
        counts = Counter(row.job.kind for row in self._rows.values() if self._is_free(row, now))
        return {kind: counts[kind] for kind in KINDS}
