"""Clocks, and bots in processes of their own.

Proves `adapters/chance.py`, `adapters/clocks.py`, `adapters/workers.py`.
"""

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Awaitable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tilemeld.adapters.chance import SystemChance
from tilemeld.adapters.clocks import ManualClock, SystemClock
from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.adapters.pools import MEGABYTES, START_SECONDS, Pool
from tilemeld.adapters.workers import ProcessAnalyst, ProcessThinker
from tilemeld.bots import player_named
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.review_game import analyse
from tilemeld.engine.errors import CodedError
from tilemeld.engine.game.commands import BeginGame, CreateGame, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import create_app
from tilemeld.server.settings import Settings
from tilemeld.service.claims import NOBODY
from tilemeld.service.errors import Unavailable
from tilemeld.solver.words import word_search


def test_the_manual_clock_wakes_in_order_and_only_when_moved() -> None:
    async def story() -> None:
        clock = ManualClock(100)
        woken: list[int] = []

        async def wait(at: int) -> None:
            await clock.wait_until(at)
            woken.append(at)

        tasks = [asyncio.create_task(wait(at)) for at in (300, 150, 100, 200)]
        for _ in range(3):
            await asyncio.sleep(0)
        assert (woken, clock.next_at) == ([100], 150)
        clock.advance(100)
        for _ in range(3):
            await asyncio.sleep(0)
        assert woken == [100, 150, 200]
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert clock.next_at is None
        clock.move_to(5)
        assert clock.now_ms() == 200, "time never goes back"

    asyncio.run(story())


def test_the_system_clock_waits_until_the_time_has_come() -> None:
    async def story() -> None:
        clock = SystemClock()
        at = clock.now_ms() + 5
        await clock.wait_until(at)
        assert clock.now_ms() >= at

    asyncio.run(story())


def test_a_clock_that_follows_another_goes_on_from_there() -> None:
    clock = SystemClock()
    clock.follow(5_000)
    assert 5_000 <= clock.now_ms() < 65_000


class Machine:
    """A monotonic clock that stands still while its machine does."""

    def __init__(self) -> None:
        self.ns = 10**9

    def now_ns(self) -> int:
        return self.ns

    def run(self, ms: int) -> None:
        self.ns += ms * 1_000_000


def test_a_machine_that_stood_still_jumps_ahead_to_the_time_of_the_others() -> None:
    machine = Machine()
    clock = SystemClock(machine.now_ns)
    clock.follow(5_000)
    machine.run(1_000)
    asked = machine.ns
    machine.run(10)
    assert clock.keep_up(6_005, asked_ns=asked) == 0
    assert clock.now_ms() == 6_010, "a question takes its time, which is not a difference"
    assert clock.keep_up(306_010, asked_ns=machine.ns) == 300_000
    assert clock.now_ms() == 306_010


def test_a_clock_that_is_ahead_goes_slower_and_never_back() -> None:
    machine = Machine()
    clock = SystemClock(machine.now_ns)
    clock.follow(100_000)
    assert clock.keep_up(90_000, asked_ns=machine.ns) == 0
    seen = []
    for _ in range(12):
        seen.append(clock.now_ms())
        machine.run(2_000)
    assert seen[:3] == [100_000, 101_000, 102_000], "half as quick, so that nothing is over too early"
    assert seen[-2:] == [110_000, 112_000], "until the other one has caught up"
    assert clock.keep_up(114_000, asked_ns=machine.ns) == 0
    assert clock.now_ms() == 114_000


def test_who_waits_is_woken_when_the_clock_jumps() -> None:
    async def story() -> None:
        clock = SystemClock()
        far = clock.now_ms() + 3_000_000
        waiting = asyncio.create_task(clock.wait_until(far))
        later = asyncio.create_task(clock.wait_until(far + 1_000_000))
        await asyncio.sleep(0)
        clock.keep_up(far - 1_000_000, asked_ns=time.monotonic_ns())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done(), "it was not that far"
        clock.keep_up(far, asked_ns=time.monotonic_ns())
        await asyncio.wait_for(waiting, 10)
        assert not later.done()
        later.cancel()

    asyncio.run(story())


def test_secrets_of_the_system_are_long_and_never_the_same() -> None:
    secrets = {SystemChance().secret() for _ in range(10)}
    assert {len(each) for each in secrets} == {64}
    assert len(secrets) == 10


def a_view() -> GameView:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("7"))
    game.do(BeginGame())
    return game.view(Seat(game.active))


def test_a_bot_in_a_process_of_its_own_answers_as_it_does_here() -> None:
    async def story() -> None:
        thinker = ProcessThinker(processes=1)
        try:
            view = a_view()
            assert await thinker.think("random", view, "3") == player_named("random").choose(
                view, Random("3")
            )
            with pytest.raises(CodedError):
                await thinker.think("nobody", view, "3")
        finally:
            thinker.close()

    asyncio.run(story())


def test_a_bot_that_hangs_is_given_up_and_the_next_one_is_asked_anew() -> None:
    async def story() -> None:
        thinker = ProcessThinker(processes=1, patience_seconds=0)
        try:
            with pytest.raises(TimeoutError):
                await thinker.think("random", a_view(), "3")
            thinker.bots.patience_seconds = 30
            view = a_view()
            assert await thinker.think("random", view, "3") == player_named("random").choose(
                view, Random("3")
            )
        finally:
            thinker.close()

    asyncio.run(story())


def test_the_coach_in_a_process_of_its_own_says_what_it_says_here() -> None:
    async def story() -> None:
        thinker = ProcessThinker(processes=1)
        try:
            view = a_view()
            assert await thinker.hint(view, 3) == hint(view, 3)
        finally:
            thinker.close()

    asyncio.run(story())


def test_who_waits_for_a_free_process_has_not_begun_to_take_too_long() -> None:
    class Counting(Pool):
        running = most = 0

        async def _ask(self, work: Any, *given: Any, **more: Any) -> Any:
            self.running += 1
            self.most = max(self.most, self.running)
            for _ in range(3):
                await asyncio.sleep(0)
            self.running -= 1
            return work(*given, **more)

    async def story() -> None:
        pool, view = Counting(2), a_view()
        results = await asyncio.gather(*(pool.run(NOBODY, hint, view, 1) for _ in range(7)))
        assert results == [hint(view, 1)] * 7
        assert pool.most == 2

    asyncio.run(story())


def words_open() -> tuple[int, int]:
    """Run in a worker: how many lexicons are open and searchable there."""
    return polish_lexicon.cache_info().currsize, word_search.cache_info().currsize


def test_workers_open_the_words_when_they_start_and_only_where_they_are_wanted() -> None:
    async def opened_with(warm_for: tuple[Rules, ...]) -> tuple[int, int]:
        thinker = ProcessThinker(sets_for=sets_with_words, warm_for=warm_for)
        try:
            await thinker.warm_up()
            found = await thinker.bots.run(NOBODY, words_open)
            assert await thinker.questions.run(NOBODY, words_open) == found
            return found
        finally:
            thinker.close()

    assert asyncio.run(opened_with((profile("pl-word"),))) == (1, 1 + len(polish_lexicon().common))
    assert asyncio.run(opened_with((profile("pl"),))) == (0, 0)


def test_a_server_keeps_the_words_of_its_word_games_warm() -> None:
    processes = create_app(Settings()).state.server.workers.processes
    assert [rules.profile for rules in processes.bots.warm_for] == ["pl-word"]


def test_a_process_that_is_still_starting_has_a_patience_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    patiences: list[float | None] = []
    real = asyncio.wait_for

    async def wait_for(waiting: Awaitable[Any], timeout: float | None) -> Any:  # as asyncio
        patiences.append(timeout)
        return await real(waiting, timeout)

    async def story() -> None:
        thinker, view = ProcessThinker(patience_seconds=77), a_view()
        monkeypatch.setattr(asyncio, "wait_for", wait_for)
        try:
            assert await thinker.hint(view, 1) == hint(view, 1)
        finally:
            thinker.close()

    asyncio.run(story())
    assert patiences == [START_SECONDS, 77]


def a_record() -> Record:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("7"))
    game.do(BeginGame())
    for _ in range(6):
        game.do(Take(game.active))
    return game.record


def test_a_game_is_reviewed_in_a_process_of_its_own_with_progress() -> None:
    async def story() -> None:
        heard: list[tuple[int, int]] = []
        record = a_record()
        found = await ProcessAnalyst().analyse(record, lambda done, total: heard.append((done, total)))
        assert found == analyse(record)
        assert heard == [(turn, 6) for turn in range(1, 7)]

    asyncio.run(story())


def test_a_review_of_a_record_that_does_not_hold_fails_with_its_reason() -> None:
    async def story() -> None:
        record = a_record()
        torn = replace(record, steps=record.steps[1:])
        with pytest.raises(Unavailable, match="follows version 4, not 1"):
            await ProcessAnalyst().analyse(torn, lambda done, total: None)

    asyncio.run(story())


def test_a_review_that_nobody_waits_for_is_ended() -> None:
    async def story() -> None:
        before = set(multiprocessing.active_children())
        work = asyncio.create_task(ProcessAnalyst().analyse(a_record(), lambda done, total: None))
        await asyncio.sleep(0)
        (process,) = set(multiprocessing.active_children()) - before
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await asyncio.to_thread(process.join)
        assert process.exitcode not in (0, None)

    asyncio.run(story())


def test_a_question_that_nobody_waits_for_keeps_its_process_until_it_is_done() -> None:
    """Else whoever asks again and again would fill the queue, and bots behind it would seem to hang."""

    async def story() -> None:
        thinker = Pool()
        go_on = asyncio.Event()
        running = [0, 0]

        async def ask(work: object, *_given: object) -> int:
            running[0] += 1
            running[1] = max(running)
            await go_on.wait()
            running[0] -= 1
            return 7

        thinker._ask = ask  # type: ignore[assignment,method-assign]  # no process is needed for this
        for _ in range(5):
            asked = asyncio.create_task(thinker.run(NOBODY, int))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        last = asyncio.create_task(thinker.run(NOBODY, int))
        await asyncio.sleep(0)
        go_on.set()
        async with asyncio.timeout(30):
            assert await last == 7
        assert running == [0, 1], "one at a time, and of those that waited only the last"
        thinker.close()

    asyncio.run(story())


def take_memory(megabytes: int) -> int:
    """Run in a worker: take so much, if it may."""
    return len(bytearray(megabytes * 1_048_576))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bound is the system's")
def test_a_process_that_wants_too_much_memory_is_refused_it_and_goes_on() -> None:
    async def story() -> None:
        pool = Pool()
        try:
            with pytest.raises(MemoryError):
                await pool.run(NOBODY, take_memory, MEGABYTES)
            assert await pool.run(NOBODY, take_memory, 1) == 1_048_576
        finally:
            pool.close()

    asyncio.run(story())


def test_a_hard_question_does_not_hold_up_a_bot() -> None:
    async def story() -> None:
        thinker, view = ProcessThinker(), a_view()
        try:
            await thinker.warm_up()
            asked = asyncio.create_task(thinker.questions.run(NOBODY, time.sleep, 60))
            await asyncio.sleep(0)
            async with asyncio.timeout(30):
                await thinker.think("random", view, "3")
            assert not asked.done()
            asked.cancel()
        finally:
            thinker.close()

    asyncio.run(story())
