"""Servers that ask and workers that answer, over one queue, with a clock that a test moves.

Proves `service/jobs/worker.py`.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import pytest

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.jobs import MemoryJobs
from tilemeld.adapters.memory.store import InlineAnalyst, InlineThinker
from tilemeld.bots import Dawdle, player_named
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn, analyse
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.errors import CodedError
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.errors import Unavailable
from tilemeld.service.jobs.job import KINDS, Answer, Failure, Job, Kind, TakenJob, WorkerInfo
from tilemeld.service.jobs.shared_workers import GIVE_UP_MS, NOBODY_MS, SharedWorkers
from tilemeld.service.jobs.worker import Worker, lanes_for
from tilemeld.service.ports import Analyst, Thinker
from tilemeld.service.questions.numbers import answer, make_question

QUESTION = make_question(profile("pl"), [["r3", "r4", "r5"]], ["r6"])


class DeafBus(LocalBus):
    """Loses every notice."""

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        pass


class CountingJobs(MemoryJobs):
    """Counts what was accepted, and can be out of reach."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.accepted: list[str] = []
        self.refused: list[str] = []
        self.is_lost = False
        self.is_cut = False

    async def put(self, job: Job, *, wanted_ms: int) -> None:
        self._reach()
        await super().put(job, wanted_ms=wanted_ms)

    async def take(self, worker: str, kinds: Sequence[Kind]) -> TakenJob | None:
        self._reach()
        return await super().take(worker, kinds)

    async def finish(self, taken: TakenJob, outcome: Answer | Failure) -> bool:
        self._reach()
        is_accepted = await super().finish(taken, outcome)
        (self.accepted if is_accepted else self.refused).append(taken.job.key)
        return is_accepted

    def _reach(self) -> None:
        if self.is_lost:
            raise Unavailable("store/unavailable")

    def crash(self) -> None:
        """Lose every job, as a database does that has crashed."""
        self._rows.clear()


def concealed(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()


class Hall:
    """A queue, a bus, a clock, and what was started with them."""

    def __init__(self, bus: LocalBus | None = None) -> None:
        self.clock = ManualClock()
        self.queue = CountingJobs(self.clock)
        self.bus = bus or LocalBus()
        self.asking = self.server()
        self._open: list[SharedWorkers | Worker] = []

    def server(self, stand_in: Worker | None = None) -> SharedWorkers:
        return SharedWorkers(self.queue, self.bus, self.clock, conceal=concealed, stand_in=stand_in)

    def worker(
        self,
        name: str,
        thinker: Thinker | None = None,
        analyst: Analyst | None = None,
        *,
        kinds: tuple[Kind, ...] = KINDS,
        stands_in: bool = False,
    ) -> Worker:
        return Worker(
            self.queue,
            self.bus,
            self.clock,
            me=WorkerInfo(name, kinds, stands_in),
            thinker=thinker or InlineThinker(),
            analyst=analyst or InlineAnalyst(),
            lanes=lanes_for(kinds, 1),
        )

    async def until(self, is_so: Callable[[], object], *, most_ms: int = 0) -> int:
        """Let everything run until something is so, and time pass where that is needed; return how much."""
        began = self.clock.now_ms()
        while not is_so():
            for _ in range(50):
                await asyncio.sleep(0)
            if not is_so():
                passed = self.clock.now_ms() - began
                assert passed < most_ms, f"not so after {passed} ms"
                self.clock.advance(100)
        return self.clock.now_ms() - began


def tell(story: Callable[[Hall], Awaitable[None]], bus: LocalBus | None = None) -> None:
    async def run() -> None:
        async with asyncio.timeout(20):
            hall = Hall(bus)
            await story(hall)
            await hall.asking.close()

    asyncio.run(run())


def a_game() -> LocalGame:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("jobs"))
    game.do(BeginGame())
    return game


def a_view() -> GameView:
    game = a_game()
    return game.view(Seat(game.active))


def a_record() -> Record:
    game, rng = a_game(), Random(1)
    for _ in range(6):
        choice = player_named("club").choose(game.view(game.active), rng)
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    return game.record


class Stuck(InlineThinker):
    """Thinks until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.go_on = asyncio.Event()

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        self.asked.append(seed)
        await self.go_on.wait()
        return await super().think(bot, view, seed)


class StuckAnalyst:
    def __init__(self) -> None:
        self.is_ended = False

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        on_turn(2, 9)
        try:
            await asyncio.Event().wait()
        finally:
            self.is_ended = True
        raise AssertionError("nobody wakes it")


def test_a_worker_answers_whatever_a_server_asks() -> None:
    async def story(hall: Hall) -> None:
        worker, view, record = hall.worker("one"), a_view(), a_record()
        worker.start()
        assert await hall.asking.think("club", view, "7") == player_named("club").choose(view, Random("7"))
        assert await hall.asking.hint(view, 3) == hint(view, 3)
        assert await hall.asking.solve(QUESTION) == answer(QUESTION)
        heard: list[tuple[int, int]] = []
        review = asyncio.create_task(
            hall.asking.analyse(record, lambda done, total: heard.append((done, total)), key="g")
        )
        await hall.until(review.done, most_ms=5_000)
        assert review.result() == analyse(record)
        with pytest.raises(CodedError):
            await hall.asking.think("nobody", view, "7")
        await worker.stop()
        await hall.until(lambda: hall.queue._rows.keys() == {"review/g"})

    tell(story)


@pytest.mark.parametrize("bus", [LocalBus(), DeafBus()], ids=["bus", "deaf"])
def test_with_every_notice_lost_it_only_takes_a_few_seconds(bus: LocalBus) -> None:
    async def story(hall: Hall) -> None:
        worker = hall.worker("one")
        worker.start()
        asked = asyncio.create_task(hall.asking.solve(QUESTION))
        took = await hall.until(asked.done, most_ms=3_000)
        assert (took == 0) == (type(bus) is LocalBus)
        await worker.stop()

    tell(story, bus)


async def kill(worker: Worker) -> None:
    """End a worker as a killed process ends: nothing is given back, nobody hears of it."""
    tasks = [*worker._busy, *worker._loops, *([worker._beating] if worker._beating else [])]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_the_turn_of_a_killed_worker_is_taken_within_a_few_seconds_and_answered_once() -> None:
    async def story(hall: Hall) -> None:
        stuck, view = Stuck(), a_view()
        first, second = hall.worker("one", stuck), hall.worker("two")
        first.start()
        asked = asyncio.create_task(hall.asking.think("club", view, "7"))
        await hall.until(lambda: stuck.asked)
        second.start()
        await kill(first)
        took = await hall.until(asked.done, most_ms=6_000)
        assert took >= 2_000, "it might have been late only"
        assert asked.result() == player_named("club").choose(view, Random("7"))
        assert len(hall.queue.accepted) == 1
        await second.stop()

    tell(story)


def test_a_worker_that_was_away_and_comes_back_with_an_answer_is_not_heard() -> None:
    async def story(hall: Hall) -> None:
        stuck, view = Stuck(), a_view()
        first, second = hall.worker("one", stuck), hall.worker("two")
        first.start()
        asked = asyncio.create_task(hall.asking.think("club", view, "7"))
        await hall.until(lambda: stuck.asked)
        assert first._beating is not None
        first._beating.cancel()  # as if the process were stopped
        second.start()
        await hall.until(asked.done, most_ms=6_000)
        stuck.go_on.set()
        await hall.until(lambda: hall.queue.refused, most_ms=2_000)
        assert (len(hall.queue.accepted), len(hall.queue.refused)) == (1, 1)
        await first.stop()
        await second.stop()

    tell(story)


@pytest.mark.parametrize("reply", ["lost", "late"])
def test_a_turn_whose_reply_was_lost_is_given_back_at_the_next_beat_but_not_a_late_one(reply: str) -> None:
    async def story(hall: Hall) -> None:
        arrives, take = asyncio.Event(), hall.queue.take

        async def take_badly(worker: str, kinds: Sequence[Kind]) -> TakenJob | None:
            taken = await take(worker, kinds)
            if taken is not None and not hall.queue.is_cut:
                hall.queue.is_cut = True
                if reply == "lost":
                    raise Unavailable("store/unavailable")
                await arrives.wait()
            return taken

        hall.queue.take = take_badly  # type: ignore[method-assign]
        worker, view = hall.worker("one"), a_view()
        worker.start()
        asked = asyncio.create_task(hall.asking.think("club", view, "7"))
        if reply == "late":
            await hall.until(lambda: hall.queue.is_cut)
            ends = hall.clock.now_ms() + 2_500
            await hall.until(lambda: hall.clock.now_ms() >= ends, most_ms=2_500)
            assert len(await hall.queue.held("one")) == 1
            arrives.set()
        await hall.until(asked.done, most_ms=3_000)
        assert (len(hall.queue.accepted), hall.queue.refused) == (1, [])
        await worker.stop()

    tell(story)


def test_a_worker_takes_nothing_before_the_queue_knows_that_it_lives_however_often_it_is_started() -> None:
    async def story(hall: Hall) -> None:
        beat, worker, view = hall.queue.beat, hall.worker("one"), a_view()
        for seed in ("7", "8"):
            is_stored = asyncio.Event()

            async def beat_slowly(worker: WorkerInfo, is_stored: asyncio.Event = is_stored) -> None:
                await is_stored.wait()
                await beat(worker)

            hall.queue.beat = beat_slowly  # type: ignore[method-assign]
            worker.start()
            asked = asyncio.create_task(hall.asking.think("club", view, seed))
            for _ in range(50):
                await asyncio.sleep(0)
            assert hall.queue._rows.keys() == {f"bot/club/{seed}"}
            assert hall.queue._rows[f"bot/club/{seed}"].worker is None, "another would see it as left"
            is_stored.set()
            await hall.until(asked.done)
            await worker.stop()
            await hall.until(lambda: not hall.queue._rows)

    tell(story)


def test_the_queue_never_sees_who_asks_but_the_same_people_are_the_same_to_every_server() -> None:
    async def story(hall: Hall) -> None:
        other, view = hall.server(), a_view()
        claim = Claim("203.0.113.7", "203.0.113.7", Rank.PLAY)
        asked: list[asyncio.Task[Any]] = [
            asyncio.create_task(hall.asking.think("club", view, "7", claim=claim)),
            asyncio.create_task(other.hint(view, 1, claim=claim)),
            asyncio.create_task(other.analyse("record", lambda _done, _total: None, claim=claim)),
        ]
        await hall.until(lambda: len(hall.queue._rows) == 3)
        claims = [row.job.claim for row in hall.queue._rows.values()]
        assert "203.0.113.7" not in repr(claims)
        assert len({(each.address, each.owner) for each in claims}) == 1
        assert sorted(each.rank for each in claims) == [Rank.PLAY, Rank.PLAY, Rank.REVIEW]
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await other.close()

    tell(story)


def test_two_servers_that_ask_for_the_same_turn_get_one_answer() -> None:
    async def story(hall: Hall) -> None:
        other, stuck, view = hall.server(), Stuck(), a_view()
        worker = hall.worker("one", stuck)
        worker.start()
        both = [asyncio.create_task(each.think("club", view, "7")) for each in (hall.asking, other)]
        await hall.until(lambda: stuck.asked)
        stuck.go_on.set()
        await hall.until(lambda: all(each.done() for each in both), most_ms=5_000)
        assert both[0].result() == both[1].result()
        await worker.stop()
        await other.close()

    tell(story)


def test_reviews_and_questions_that_take_for_ever_keep_no_bot_waiting() -> None:
    class SlowCoach(InlineThinker):
        async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
            await asyncio.Event().wait()
            raise AssertionError("nobody wakes it")

    async def story(hall: Hall) -> None:
        worker, view = hall.worker("one", SlowCoach(), StuckAnalyst()), a_view()
        worker.start()
        slow: list[asyncio.Task[Any]] = [asyncio.create_task(hall.asking.hint(view, 1)) for _ in range(20)]
        slow += [
            asyncio.create_task(hall.asking.analyse("record", lambda _done, _total: None, key=str(number)))
            for number in range(20)
        ]
        await hall.until(lambda: worker.busy == 2)
        for seed in range(5):
            bot = asyncio.create_task(hall.asking.think("club", view, str(seed)))
            assert await hall.until(bot.done) == 0
        for task in slow:
            task.cancel()
        await worker.stop(patience_ms=0)

    tell(story)


def test_where_no_worker_lives_the_stand_in_lets_bots_play_until_there_is_one() -> None:
    async def story(hall: Hall) -> None:
        stand_in, view = hall.worker("me", kinds=("bot",), stands_in=True), a_view()
        server = hall.server(stand_in)
        bot = asyncio.create_task(server.think("club", view, "7"))
        hinted = asyncio.create_task(server.hint(view, 1))
        assert await hall.until(bot.done, most_ms=NOBODY_MS + 2_000) >= NOBODY_MS
        assert bot.result() == player_named("club").choose(view, Random("7"))
        with pytest.raises(Unavailable) as caught:
            await hinted
        assert caught.value.code == "work/nobody"
        assert stand_in.is_working
        worker = hall.worker("one")
        worker.start()
        await hall.until(lambda: not stand_in.is_working, most_ms=3_000)
        again = asyncio.create_task(server.hint(view, 1))
        await hall.until(again.done)
        assert again.result() == hint(view, 1)
        await worker.stop()
        await server.close()

    tell(story)


def test_the_turn_of_the_only_worker_is_done_by_the_stand_in_when_it_was_killed() -> None:
    async def story(hall: Hall) -> None:
        stuck, view = Stuck(), a_view()
        only, stand_in = hall.worker("one", stuck), hall.worker("me", kinds=("bot",), stands_in=True)
        server = hall.server(stand_in)
        only.start()
        bot = asyncio.create_task(server.think("club", view, "7"))
        await hall.until(lambda: stuck.asked)
        ends = hall.clock.now_ms() + 2_000
        await hall.until(lambda: hall.clock.now_ms() >= ends, most_ms=2_000)
        await kill(only)
        await hall.until(bot.done, most_ms=NOBODY_MS + 3_000)
        assert bot.result() == player_named("club").choose(view, Random("7"))
        await server.close()

    tell(story)


def test_a_bot_for_which_no_worker_has_time_is_given_up() -> None:
    async def story(hall: Hall) -> None:
        worker, view = hall.worker("one", Stuck()), a_view()
        worker.start()
        turns = [asyncio.create_task(hall.asking.think("club", view, str(seed))) for seed in range(3)]
        await hall.until(lambda: all(each.done() for each in turns), most_ms=GIVE_UP_MS + 2_000)
        assert all(isinstance(each.exception(), TimeoutError) for each in turns)
        await worker.stop(patience_ms=0)

    tell(story)


def test_who_waits_no_more_leaves_no_job_behind_unless_another_waits() -> None:
    async def story(hall: Hall) -> None:
        view = a_view()
        one, two = (asyncio.create_task(hall.asking.think("club", view, "7")) for _ in range(2))
        await hall.until(lambda: hall.queue._rows)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(hall.queue._rows) == 1
        two.cancel()
        await hall.until(lambda: not hall.queue._rows)

    tell(story)


def test_jobs_that_a_crashed_database_has_lost_are_asked_for_again() -> None:
    async def story(hall: Hall) -> None:
        view = a_view()
        hall.queue.is_lost = True
        asked = asyncio.create_task(hall.asking.think("club", view, "7"))
        for _ in range(50):
            await asyncio.sleep(0)
        hall.queue.is_lost = False
        await hall.until(lambda: hall.queue._rows, most_ms=2_000)
        hall.queue.crash()
        worker = hall.worker("one")
        worker.start()
        await hall.until(asked.done, most_ms=3_000)
        assert asked.result() == player_named("club").choose(view, Random("7"))
        await worker.stop()

    tell(story)


def test_a_worker_that_cannot_reach_the_queue_hands_its_answer_in_later() -> None:
    async def story(hall: Hall) -> None:
        stuck, view = Stuck(), a_view()
        worker = hall.worker("one", stuck)
        worker.start()
        asked = asyncio.create_task(hall.asking.think("club", view, "7"))
        await hall.until(lambda: stuck.asked)
        hall.queue.is_lost = True
        stuck.go_on.set()
        for _ in range(50):
            await asyncio.sleep(0)
        hall.queue.is_lost = False
        await hall.until(asked.done, most_ms=3_000)
        assert (stuck.asked, len(hall.queue.accepted)) == (["7"], 1)
        await worker.stop()

    tell(story)


def test_a_worker_that_stops_finishes_bots_and_gives_reviews_back() -> None:
    async def story(hall: Hall) -> None:
        stuck, analyst, view, record = Stuck(), StuckAnalyst(), a_view(), a_record()
        first = hall.worker("one", stuck, analyst)
        first.start()
        bot = asyncio.create_task(hall.asking.think("club", view, "7"))
        heard: list[tuple[int, int]] = []
        review = asyncio.create_task(
            hall.asking.analyse(record, lambda done, total: heard.append((done, total)), key="g")
        )
        await hall.until(lambda: stuck.asked and (2, 9) in heard, most_ms=3_000)
        assert heard[0] == (0, 0)
        stopping = asyncio.create_task(first.stop())
        await asyncio.sleep(0)
        stuck.go_on.set()
        await hall.until(stopping.done, most_ms=2_000)
        assert (bot.done(), analyst.is_ended, await hall.queue.workers()) == (True, True, [])
        second = hall.worker("two")
        second.start()
        await hall.until(review.done, most_ms=2_000)
        assert review.result() == analyse(record)
        await second.stop()

    tell(story)


def test_a_review_goes_on_without_its_server_and_any_other_finds_it() -> None:
    async def story(hall: Hall) -> None:
        analyst, other = StuckAnalyst(), hall.server()
        worker = hall.worker("one", analyst=analyst)
        worker.start()
        record = a_record()
        asked = asyncio.create_task(hall.asking.analyse(record, lambda _done, _total: None, key="g"))
        await hall.until(lambda: worker.busy)
        asked.cancel()
        await hall.until(asked.done)
        hall.clock.advance(600)
        for _ in range(50):
            await asyncio.sleep(0)
        found = await other.look("g")
        assert found is not None
        assert (found.is_taken, found.done, found.total, found.outcome) == (True, 2, 9, None)
        assert await other.look("none") is None
        await worker.stop()
        second = hall.worker("two")
        second.start()
        await hall.until(lambda: hall.queue.accepted, most_ms=2_000)
        found = await other.look("g")
        assert found is not None
        assert found.outcome == analyse(record)
        await second.stop()
        await other.close()

    tell(story)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (TimeoutError(), TimeoutError),
        (Unavailable("analysis/failed", reason="x"), Unavailable),
        (CodedError("bots/unknown", name="x", names="y"), CodedError),
        (ZeroDivisionError(), Unavailable),
    ],
)
def test_what_fails_at_a_worker_fails_where_it_was_asked_for(
    fault: Exception, expected: type[Exception]
) -> None:
    class Broken(InlineThinker):
        async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
            raise fault

    async def story(hall: Hall) -> None:
        worker = hall.worker("one", Broken())
        worker.start()
        with pytest.raises(expected) as caught:
            await hall.asking.hint(a_view(), 1)
        if isinstance(fault, Unavailable | CodedError):
            assert str(caught.value) == str(fault)
        await worker.stop()

    tell(story)
