"""The queue's port: jobs that servers put in and workers take, each done by one worker at a time."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from .job import Answer, Failure, Job, JobProgress, Kind, TakenJob, WorkerInfo

OVERTIME_MS = 5_000
"""How much longer than it may a job can take before another worker tries it, whatever the first one says."""
MOST_TRIES = 5
"""How often a job is tried when workers die over it, or are so busy that they seem to."""
KEPT_MS = 600_000
"""How long an answer that nobody fetched is kept, and a worker remembered that is gone."""
TURNS_KEPT = 10_000
"""How many jobs ago an address or a person may have been served to be remembered."""


class JobQueue(Protocol):
    """Jobs in the order of their ranks, addresses and people; every method may raise ``Unavailable``.

    Time is the queue's own: the clocks of the processes that use it need not agree.
    """

    async def put(self, job: Job, *, wanted_ms: int) -> None:
        """Add a job for which somebody waits, at least so long; one that has failed is tried again.

        One that is there already stays as it is, and is wanted for longer.
        """
        ...

    async def look(self, keys: Sequence[str], *, wanted_ms: int = 0) -> Mapping[str, JobProgress]:
        """Return how far jobs are, of those that are there; they are wanted for so much longer."""
        ...

    async def drop(self, keys: Sequence[str]) -> None:
        """Forget jobs that nobody waits for any more."""
        ...

    async def take(self, worker: str, kinds: Sequence[Kind]) -> TakenJob | None:
        """Take the next job of some kinds: new, or left behind by a worker that is gone."""
        ...

    async def report(self, taken: TakenJob, done: int, total: int) -> bool:
        """Note the progress of a job, and say whether it is still this worker's and wanted."""
        ...

    async def finish(self, taken: TakenJob, outcome: Answer | Failure) -> bool:
        """Answer a job; say whether it is answered by this: the first answer counts, whichever try it is of.

        A worker that was silent for too long may still be the first, and every try finds the same; but only
        the present try may fail. Who hands in the same thing again, because a reply was lost, is accepted.
        """
        ...

    async def beat(self, worker: WorkerInfo) -> None:
        """Note that a worker lives, fail what has been tried too often, and forget what is old."""
        ...

    async def held(self, worker: str) -> Mapping[str, int]:
        """Return which try of which jobs a worker has taken and not answered, by their keys."""
        ...

    async def give_back(self, worker: str, tries: Mapping[str, int]) -> None:
        """Let others take these tries of a worker: each has counted, and the last is left until it fails."""
        ...

    async def leave(self, worker: str) -> None:
        """Give back what a worker has taken, and forget the worker."""
        ...

    async def workers(self) -> Sequence[WorkerInfo]:
        """Return the workers that live."""
        ...

    async def waiting(self) -> Mapping[Kind, int]:
        """Return how many jobs of each kind wait for a worker."""
        ...
