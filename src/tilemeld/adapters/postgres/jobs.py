"""The queue of jobs in PostgreSQL: taken with ``SKIP LOCKED``, and given to another when a worker is silent.

Only processes of the same version share jobs: what they write is read by nobody else.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from tilemeld import __version__
from tilemeld.adapters.job_codec import (
    read_answer,
    read_failure,
    read_work,
    write_answer,
    write_failure,
    write_work,
)
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.jobs.job import (
    DIED,
    KINDS,
    UNREADABLE,
    Answer,
    Failure,
    Job,
    JobProgress,
    Kind,
    TakenJob,
    WorkerInfo,
    is_kind,
)
from tilemeld.service.jobs.ports import KEPT_MS, MOST_TRIES, OVERTIME_MS, TURNS_KEPT
from tilemeld.service.ports import SILENT_MS

from .store import PostgresStore

log = logging.getLogger(__name__)

_PUT = """INSERT INTO jobs (program, key, kind, body, rank, address, owner, limit_ms, wanted_until)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, tilemeld_now() + ?9)
  ON CONFLICT (program, key) DO UPDATE SET
    wanted_until = greatest(jobs.wanted_until, excluded.wanted_until),
    worker = CASE WHEN jobs.failure IS NULL THEN jobs.worker END,
    tries = CASE WHEN jobs.failure IS NULL THEN jobs.tries ELSE 0 END,
    ended_at = CASE WHEN jobs.failure IS NULL THEN jobs.ended_at END,
    failure = NULL"""
_PROGRESS = """key, worker IS NOT NULL AND NOT tilemeld_is_left_1(jobs, ?3, ?4),
  done, total, answer, failure"""
_LOOK = f"SELECT {_PROGRESS} FROM jobs WHERE program = ?1 AND key = ANY(?2::text[])"
_WANT = f"""UPDATE jobs SET wanted_until = greatest(wanted_until, tilemeld_now() + ?5)
  WHERE program = ?1 AND key = ANY(?2::text[]) RETURNING {_PROGRESS}"""
_DROP = "DELETE FROM jobs WHERE program = ?1 AND key = ANY(?2::text[])"
_TAKE = """SELECT key, body, rank, address, owner, limit_ms, tries
  FROM tilemeld_take_job_1(?1, ?2, ?3, ?4, ?5, ?6)"""
_MINE = "program = ?1 AND key = ?2 AND worker = ?3 AND tries = ?4 AND ended_at IS NULL"
_REPORT = f"UPDATE jobs SET done = ?5, total = ?6 WHERE {_MINE} AND wanted_until > tilemeld_now() RETURNING 1"
_FINISH = """UPDATE jobs SET ended_at = coalesce(ended_at, tilemeld_now()), answer = ?5, failure = ?6,
    worker = ?3, tries = ?4
  WHERE program = ?1 AND key = ?2 AND CASE
    WHEN worker = ?3 AND tries = ?4 THEN ended_at IS NULL
      OR answer IS NOT DISTINCT FROM ?5 AND failure IS NOT DISTINCT FROM ?6
    ELSE ended_at IS NULL AND ?5 IS NOT NULL END
  RETURNING 1"""
_BEAT = "SELECT tilemeld_beat_1(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
_HELD = "SELECT key, tries FROM jobs WHERE program = ?1 AND worker = ?2 AND ended_at IS NULL"
_GIVE_BACK = """UPDATE jobs SET worker = NULL, done = 0, total = 0
  WHERE program = ?1 AND worker = ?2 AND ended_at IS NULL AND tries < ?5
    AND (key, tries) IN (SELECT * FROM unnest(?3::text[], ?4::bigint[]))"""
_LEAVE = """UPDATE jobs SET worker = NULL, tries = tries - 1, done = 0, total = 0
  WHERE worker = ?1 AND ended_at IS NULL"""
_WORKERS = """SELECT id, kinds, stands_in FROM workers WHERE program = ?1 AND at > tilemeld_now() - ?2
  ORDER BY id"""
_WAITING = """SELECT kind, count(*) FROM jobs j WHERE program = ?1 AND ended_at IS NULL AND tries < ?4
  AND wanted_until > tilemeld_now() AND (worker IS NULL OR tilemeld_is_left_1(j, ?2, ?3)) GROUP BY kind"""


class PostgresJobs:
    """Jobs of all servers and workers that use one database, over the connections of its store."""

    def __init__(self, store: PostgresStore, *, program: str | None = None) -> None:
        self._store = store
        self._program = program or __version__

    async def put(self, job: Job, *, wanted_ms: int) -> None:
        """Add a job, or want the one that is there for longer."""
        claim, limit_ms = job.claim, round(1000 * job.seconds)
        what = (job.key, job.kind, write_work(job.work))
        await self._ask(_PUT, *what, int(claim.rank), claim.address, claim.owner, limit_ms, wanted_ms)

    async def look(self, keys: Sequence[str], *, wanted_ms: int = 0) -> Mapping[str, JobProgress]:
        """Return how far jobs are."""
        if not keys:
            return {}
        asked = (list(keys), SILENT_MS, OVERTIME_MS)
        rows = await (self._ask(_WANT, *asked, wanted_ms) if wanted_ms else self._ask(_LOOK, *asked))
        return {row[0]: _progress(row) for row in rows}

    async def drop(self, keys: Sequence[str]) -> None:
        """Forget jobs."""
        await self._ask(_DROP, list(keys))

    async def take(self, worker: str, kinds: Sequence[Kind]) -> TakenJob | None:
        """Take the next job; one that cannot be read is failed, and the next one taken."""
        limits = (SILENT_MS, OVERTIME_MS, MOST_TRIES)
        while rows := await self._store.change(_TAKE, worker, self._program, ",".join(kinds), *limits):
            key, body, rank, address, owner, limit_ms, tries = rows[0]
            try:
                claim = Claim(address, owner, Rank(rank))
                job = Job(key, read_work(body), claim=claim, seconds=limit_ms / 1000)
                return TakenJob(job, worker, tries)
            except ValueError:
                log.exception("a job cannot be read: %s", key)
                await self._ask(_FINISH, key, worker, tries, None, write_failure(UNREADABLE))
        return None

    async def report(self, taken: TakenJob, done: int, total: int) -> bool:
        """Note the progress of a job."""
        return bool(await self._ask(_REPORT, *_mine(taken), done, total))

    async def finish(self, taken: TakenJob, outcome: Answer | Failure) -> bool:
        """Answer a job, once; said again because the reply was lost, it is the same answer."""
        if isinstance(outcome, Failure):
            said: tuple[str | None, str | None] = None, write_failure(outcome)
        else:
            said = write_answer(outcome), None
        return bool(await self._ask(_FINISH, *_mine(taken), *said))

    async def beat(self, worker: WorkerInfo) -> None:
        """Note that a worker lives, and tidy up."""
        who = (worker.id, self._program, ",".join(worker.kinds), int(worker.stands_in))
        limits = (SILENT_MS, OVERTIME_MS, MOST_TRIES, KEPT_MS, TURNS_KEPT)
        await self._store.ask(_BEAT, *who, *limits, write_failure(DIED))

    async def held(self, worker: str) -> Mapping[str, int]:
        """Return which try of which jobs a worker has."""
        return {row[0]: row[1] for row in await self._ask(_HELD, worker)}

    async def give_back(self, worker: str, tries: Mapping[str, int]) -> None:
        """Let others take some tries of jobs."""
        await self._ask(_GIVE_BACK, worker, list(tries), list(tries.values()), MOST_TRIES)

    async def leave(self, worker: str) -> None:
        """Give back the jobs of a worker, and forget it."""
        await self._store.ask(_LEAVE, worker)
        await self._store.ask("DELETE FROM workers WHERE id = ?1", worker)

    async def workers(self) -> Sequence[WorkerInfo]:
        """Return the workers that live."""
        rows = await self._ask(_WORKERS, SILENT_MS)
        return [WorkerInfo(name, _kinds(kinds), bool(stands_in)) for name, kinds, stands_in in rows]

    async def waiting(self) -> Mapping[Kind, int]:
        """Return how many jobs of each kind wait."""
        counts = dict.fromkeys(KINDS, 0)
        return counts | {
            row[0]: row[1] for row in await self._ask(_WAITING, SILENT_MS, OVERTIME_MS, MOST_TRIES)
        }

    async def _ask(self, sql: str, *values: object) -> Sequence[Any]:
        return await self._store.ask(sql, self._program, *values)


def _mine(taken: TakenJob) -> tuple[str, str, int]:
    return taken.job.key, taken.worker, taken.number


def _kinds(text: str) -> tuple[Kind, ...]:
    return tuple(kind for kind in text.split(",") if is_kind(kind))


def _progress(row: Sequence[Any]) -> JobProgress:
    _, is_taken, done, total, answer, failure = row
    return JobProgress(is_taken=is_taken, done=done, total=total, outcome=_outcome(answer, failure))


def _outcome(answer: str | None, failure: str | None) -> Answer | Failure | None:
    try:
        if failure is not None:
            return read_failure(failure)
        return None if answer is None else read_answer(answer)
    except ValueError:
        log.exception("an answer cannot be read")
        return UNREADABLE
