"""One suite for every queue of jobs: taken by one, answered once, and never lost with a worker.

Proves `adapters/memory/jobs.py`, `adapters/postgres/jobs.py`, `adapters/job_codec.py`, `service/jobs/job.py`.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import asyncpg
import pytest

from real_servers import postgres
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.job_codec import read_answer, read_work, write_answer, write_work
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.memory.jobs import MemoryJobs
from tilemeld.adapters.postgres.jobs import PostgresJobs
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.bots import Dawdle, player_named
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.review_game import analyse
from tilemeld.bots.numbers.best_turn import Budget
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.game.commands import BeginGame, Confirm, CreateGame, Pass, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.tiles import Seat
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.errors import Unavailable
from tilemeld.service.jobs.job import (
    DIED,
    KINDS,
    TOO_LONG,
    UNREADABLE,
    Answer,
    BotTurn,
    Failure,
    HintWanted,
    Job,
    JobProgress,
    ReviewWanted,
    TakenJob,
    WorkerInfo,
)
from tilemeld.service.jobs.ports import KEPT_MS, MOST_TRIES, OVERTIME_MS, JobQueue
from tilemeld.service.limits.fair_queue import FairQueue
from tilemeld.service.ports import SILENT_MS
from tilemeld.service.questions.numbers import Question, answer, make_question
from tilemeld.service.questions.words import answer_words, make_word_question


class Backend(ABC):
    """A queue whose time a test can move."""

    queue: JobQueue

    @abstractmethod
    async def pass_time(self, ms: int) -> None:
        """Let time pass."""

    @abstractmethod
    async def close(self) -> None:
        """Close it."""


class InMemory(Backend):
    def __init__(self) -> None:
        self.clock = ManualClock()
        self.queue = MemoryJobs(self.clock)

    async def pass_time(self, ms: int) -> None:
        self.clock.advance(ms)

    async def close(self) -> None:
        pass


class InPostgres(Backend):
    def __init__(self) -> None:
        self.store = PostgresStore(postgres().database())
        self.queue = PostgresJobs(self.store)

    async def pass_time(self, ms: int) -> None:
        """Make everything older: the time itself is the database's."""
        await self.store.change("UPDATE workers SET at = at - ?1", ms)
        older = ", ".join(f"{name} = {name} - ?1" for name in ("wanted_until", "taken_at", "ended_at"))
        await self.store.change(f"UPDATE jobs SET {older}", ms)

    async def close(self) -> None:
        await self.store.close()


Story = Callable[[Backend], Awaitable[None]]
Tell = Callable[[Story], None]
ONE, TWO = WorkerInfo("one", KINDS), WorkerInfo("two", KINDS)
WANTED_MS = 100 * SILENT_MS


@pytest.fixture(params=[InMemory, InPostgres])
def tell(request: pytest.FixtureRequest) -> Tell:
    """Runs a story with a queue of each kind."""

    def run(story: Story) -> None:
        backend: Backend = request.param()

        async def carried_out() -> None:
            async with asyncio.timeout(60):
                for each in (ONE, TWO):
                    await backend.queue.beat(each)
                try:
                    await story(backend)
                finally:
                    await backend.close()

        asyncio.run(carried_out())

    return run


def a_question(number: int = 6) -> Question:
    return make_question(profile("pl"), [["r3", "r4", "r5"]], [f"r{number}"])


def a_job(key: str = "q", claim: Claim = NOBODY) -> Job:
    return Job(key, a_question(), claim=claim)


async def put(backend: Backend, *jobs: Job) -> None:
    for each in jobs:
        await backend.queue.put(each, wanted_ms=WANTED_MS)


async def take(backend: Backend, worker: WorkerInfo = ONE) -> TakenJob:
    taken = await backend.queue.take(worker.id, KINDS)
    assert taken is not None, "there is a job"
    return taken


async def outcome(backend: Backend, key: str = "q") -> Answer | Failure | None:
    return (await backend.queue.look([key]))[key].outcome


ANSWER = answer(a_question())


def test_a_job_is_taken_by_one_worker_and_answered_once(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job(), a_job())
        assert await backend.queue.waiting() == {"bot": 0, "hint": 0, "question": 1, "review": 0}
        taken = await take(backend)
        assert (taken.job, taken.worker) == (a_job(), "one")
        assert await backend.queue.take("two", KINDS) is None, "the same key is the same job"
        assert await backend.queue.look(["q", "none"]) == {"q": JobProgress(is_taken=True)}
        assert await backend.queue.finish(taken, ANSWER)
        assert not await backend.queue.finish(taken, TOO_LONG), "it is answered"
        assert await backend.queue.finish(taken, ANSWER), "the same again: the reply may have been lost"
        assert await outcome(backend) == ANSWER
        await put(backend, a_job())
        assert await backend.queue.take("two", KINDS) is None, "it is answered"
        await backend.queue.drop(["q", "none"])
        assert await backend.queue.look(["q"]) == {}

    tell(story)


def test_a_worker_gets_only_the_kinds_that_it_does(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        assert await backend.queue.take("one", ("bot", "review")) is None
        assert await backend.queue.take("one", ("hint", "question")) is not None

    tell(story)


def test_the_jobs_of_a_silent_worker_are_anothers_and_its_late_failure_is_refused(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        first = await take(backend)
        await backend.pass_time(SILENT_MS // 2)
        assert await backend.queue.take("two", KINDS) is None, "it still lives"
        await backend.queue.beat(ONE)
        await backend.pass_time(SILENT_MS // 2 + 1)
        assert await backend.queue.take("two", KINDS) is None, "it was heard of"
        await backend.pass_time(SILENT_MS)
        assert await backend.queue.workers() == []
        for wanted_ms in (0, 1_000):
            found = await backend.queue.look([first.job.key], wanted_ms=wanted_ms)
            assert not found[first.job.key].is_taken, "nobody does it"
        await backend.queue.beat(TWO)
        second = await take(backend, TWO)
        assert (await backend.queue.look([first.job.key]))[first.job.key].is_taken
        assert (second.job, second.number) == (first.job, 2)
        assert not await backend.queue.report(first, 1, 2)
        assert not await backend.queue.finish(first, TOO_LONG)
        assert await outcome(backend) is None
        assert await backend.queue.finish(second, ANSWER)
        assert not await backend.queue.finish(first, TOO_LONG)
        assert await outcome(backend) == ANSWER

    tell(story)


def test_the_first_answer_counts_also_that_of_a_worker_which_was_taken_for_dead(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        first = await take(backend)
        await backend.pass_time(SILENT_MS + 1)
        await backend.queue.beat(TWO)
        second = await take(backend, TWO)
        assert not await backend.queue.finish(first, TOO_LONG), "the second try may succeed"
        assert await backend.queue.finish(first, ANSWER), "it was slow, not dead"
        assert await outcome(backend) == ANSWER
        assert not await backend.queue.finish(second, TOO_LONG)
        assert not await backend.queue.report(second, 1, 2), "nobody needs it any more"
        assert await outcome(backend) == ANSWER
        assert await backend.queue.held("two") == {}

    tell(story)


def test_who_leaves_gives_back_at_once_and_that_is_no_try(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        for _ in range(MOST_TRIES + 1):
            first = await take(backend)
            assert first.number == 1
            await backend.queue.leave("one")
            assert not await backend.queue.finish(first, TOO_LONG)
        assert (await take(backend, TWO)).number == 1
        assert await backend.queue.workers() == [TWO]

    tell(story)


def test_what_a_worker_has_but_does_not_know_of_is_given_back_and_was_a_try(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job("known"), a_job("lost"))
        known, lost = await take(backend), await take(backend)
        assert await backend.queue.held("one") == {"known": 1, "lost": 1}
        await backend.queue.give_back("one", {"lost": 1, "known": 9, "none": 1})
        assert await backend.queue.held("one") == {"known": 1}
        assert not await backend.queue.finish(lost, TOO_LONG)
        again = await take(backend, TWO)
        assert (again.job.key, again.number) == ("lost", 2)
        await backend.queue.give_back("one", {"lost": 2})
        assert await backend.queue.held("two") == {"lost": 2}, "it is another's"
        assert await backend.queue.finish(known, ANSWER)
        assert await backend.queue.held("one") == {}

    tell(story)


def test_a_job_that_is_lost_again_and_again_fails_in_the_end(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        for number in range(1, MOST_TRIES + 1):
            assert (await take(backend)).number == number
            await backend.queue.give_back("one", {"q": number})
        assert await backend.queue.take("two", KINDS) is None
        await backend.pass_time(SILENT_MS + 1)
        await backend.queue.beat(TWO)
        assert await outcome(backend) == DIED

    tell(story)


def test_a_job_over_which_workers_die_fails_and_may_be_asked_for_again(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job())
        for number in range(MOST_TRIES):
            mortal = WorkerInfo(f"mortal {number}", KINDS)
            await backend.queue.beat(mortal)
            assert await outcome(backend) is None
            await take(backend, mortal)
            await backend.pass_time(SILENT_MS + 1)
        assert await backend.queue.take("two", KINDS) is None
        await backend.queue.beat(TWO)
        assert await outcome(backend) == DIED
        await put(backend, a_job())
        assert await outcome(backend) is None
        assert await backend.queue.finish(await take(backend, TWO), ANSWER)

    tell(story)


def test_a_worker_that_lives_but_overruns_the_time_limit_loses_the_job(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, Job("q", a_question(), seconds=5))
        first = await take(backend)
        for wait in (5_000, OVERTIME_MS - 1_000):
            await backend.pass_time(wait)
            await backend.queue.beat(ONE)
            assert await backend.queue.take("two", KINDS) is None
        await backend.pass_time(1_001)
        await backend.queue.beat(ONE)
        assert await backend.queue.finish(await take(backend, TWO), ANSWER)
        assert not await backend.queue.finish(first, TOO_LONG)

    tell(story)


def test_what_nobody_wants_any_more_is_neither_taken_nor_continued(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        review = Job("r", ReviewWanted("record"), seconds=1_000)
        await backend.queue.put(review, wanted_ms=1_000)
        await backend.queue.put(a_job(), wanted_ms=1_000)
        taken = await backend.queue.take("one", ("review",))
        assert taken is not None
        assert await backend.queue.report(taken, 3, 9)
        assert await backend.queue.look(["r"]) == {"r": JobProgress(is_taken=True, done=3, total=9)}
        await backend.pass_time(900)
        await backend.queue.look(["r"], wanted_ms=1_000)
        await backend.pass_time(200)
        assert await backend.queue.report(taken, 4, 9), "somebody has looked"
        assert await backend.queue.take("two", KINDS) is None, "nobody wants the question"
        await backend.pass_time(1_000)
        assert not await backend.queue.report(taken, 5, 9)
        await put(backend, a_job())
        assert await backend.queue.take("two", KINDS) is not None

    tell(story)


def test_what_is_old_is_forgotten(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, a_job("answered"), a_job("wanted"))
        assert await backend.queue.finish(await take(backend), ANSWER)
        await backend.pass_time(KEPT_MS - 1_000)
        await backend.queue.beat(ONE)
        await backend.queue.look(["wanted"], wanted_ms=WANTED_MS)
        assert (await backend.queue.look(["answered", "wanted"])).keys() == {"answered", "wanted"}
        await backend.pass_time(2_000)
        await backend.queue.beat(ONE)
        assert (await backend.queue.look(["answered", "wanted"])).keys() == {"wanted"}

    tell(story)


CLAIMS = [
    Claim(f"address {rng.randrange(3)}", f"person {rng.randrange(4)}", rng.choice(list(Rank)))
    for rng in [Random(7)]
    for _ in range(24)
]


async def fairly(claims: Sequence[Claim]) -> list[int]:
    """Return in which order the pools of one server do jobs of these claims."""
    queue, order = FairQueue(1), []
    await queue.take(NOBODY)

    async def work(number: int) -> None:
        async with queue.mine(claims[number]):
            order.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(len(claims)):
            group.create_task(work(number))
            await asyncio.sleep(0)
        queue.give_back()
    return order


def test_jobs_are_taken_by_rank_then_by_address_then_by_person_as_in_one_server(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        await put(backend, Job("first", a_question(), claim=NOBODY))
        await take(backend)
        await put(backend, *(a_job(str(number), claim) for number, claim in enumerate(CLAIMS)))
        taken = [int((await take(backend)).job.key) for _ in CLAIMS]
        assert taken == await fairly(CLAIMS)
        ranks = [CLAIMS[number].rank for number in taken]
        assert ranks == sorted(ranks)

    tell(story)


def test_a_thousand_jobs_of_one_address_wait_behind_one_of_another(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        many = [a_job(str(n), Claim("greedy", f"guest {n}", Rank.PLAY)) for n in range(40)]
        await put(backend, *many, a_job("other", Claim("modest", "ola", Rank.PLAY)))
        keys = [(await take(backend)).job.key for _ in range(2)]
        assert "other" in keys

    tell(story)


def test_workers_that_take_at_once_take_every_job_once(tell: Tell) -> None:
    async def story(backend: Backend) -> None:
        jobs = [a_job(str(number), Claim(f"a{number % 5}", f"p{number % 7}")) for number in range(40)]
        await asyncio.gather(*(put(backend, each) for each in jobs))
        taken: list[str] = []

        async def work(worker: WorkerInfo) -> None:
            while (job := await backend.queue.take(worker.id, KINDS)) is not None:
                taken.append(job.job.key)
                assert await backend.queue.finish(job, ANSWER)

        await asyncio.gather(*(work(worker) for worker in (ONE, TWO) for _ in range(4)))
        assert sorted(taken) == sorted(each.key for each in jobs)

    tell(story)


def a_view(moves: int = 12) -> GameView:
    game = LocalGame(CreateGame(profile("cs"), 3), chance=FixedChance("jobs"))
    game.do(BeginGame())
    for _ in range(moves):
        choice = player_named("club").choose(game.view(game.active), Random(1))
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    return game.view(Seat(game.active))


def word_sets() -> LetterSets:
    sets = sets_with_words(profile("pl-word"))
    assert isinstance(sets, LetterSets)
    return sets


def test_every_kind_of_work_is_read_as_it_was_written() -> None:
    view = a_view()
    words = make_word_question(["KOTY"], "ATOM", word_sets())
    for work in (BotTurn("club", view, "s"), HintWanted(view, 3), a_question(), words, ReviewWanted("{}\nż")):
        assert read_work(write_work(work)) == work


def test_every_kind_of_answer_is_read_as_it_was_written() -> None:
    view = a_view()
    sets = word_sets()
    words = words_of(sets)
    assert words is not None
    record = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("x"))
    record.do(BeginGame())
    for _ in range(8):
        choice = player_named("expert").choose(record.view(record.active), Random(2))
        assert not isinstance(choice, Dawdle)
        record.do(choice)
    answers: list[Answer] = [
        Take(Seat(1), 2),
        Pass(Seat(0)),
        Confirm(Seat(2), view.table),
        Dawdle(),
        Dawdle(view.table),
        hint(view, 3),
        ANSWER,
        answer_words(make_word_question(["KOTY"], "ATOM", sets), words),
        analyse(record.record, budget=Budget(500, 10)),
    ]
    for each in answers:
        assert read_answer(write_answer(each)) == each


BAD = ["", "[]", '["none",{}]', '["bot",{}]', '["numbers",{"position":1}]', "1", '["hint",{"step":9}]']


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_job_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a job"):
        read_work(text)


def test_a_job_that_cannot_be_read_fails_and_the_next_one_is_taken() -> None:
    backend = InPostgres()

    async def story() -> None:
        await put(backend, a_job("bad"), a_job("good"))
        await backend.store.change("UPDATE jobs SET body = '{' WHERE key = 'bad'")
        assert (await take(backend)).job.key == "good"
        assert await outcome(backend, "bad") == UNREADABLE
        await backend.store.change("UPDATE jobs SET answer = '{' WHERE key = 'good'")
        assert await outcome(backend, "good") == UNREADABLE
        await backend.close()

    asyncio.run(story())


def test_taking_is_never_tried_again_when_the_reply_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = InPostgres()

    async def story() -> None:
        await put(backend, a_job("first"), a_job("second"))
        await backend.queue.beat(ONE)
        real, cuts = asyncpg.pool.PoolConnectionProxy.fetch, [ConnectionResetError()]

        async def cut_once(self: Any, *asked: Any) -> Any:
            found = await real(self, *asked)
            if cuts:
                raise cuts.pop()
            return found

        monkeypatch.setattr(asyncpg.pool.PoolConnectionProxy, "fetch", cut_once)
        with pytest.raises(Unavailable):
            await backend.queue.take("one", KINDS)
        assert await backend.queue.held("one") == {"first": 1}, "one was taken, and nobody knows"
        cuts.append(ConnectionResetError())
        assert (await backend.queue.look(["second"])).keys() == {"second"}, "who only asks may ask again"
        await backend.close()

    asyncio.run(story())


def test_workers_of_another_version_neither_see_nor_take_jobs_of_this_one() -> None:
    backend = InPostgres()

    async def story() -> None:
        other = PostgresJobs(backend.store, program="another")
        await put(backend, a_job())
        assert await other.take("one", KINDS) is None
        await other.beat(ONE)
        assert (await other.workers(), await backend.queue.workers()) == ([ONE], [])
        await other.put(a_job(), wanted_ms=WANTED_MS)
        assert await other.finish(await take(backend), TOO_LONG) is False
        assert await outcome(backend) is None
        await backend.close()

    asyncio.run(story())
