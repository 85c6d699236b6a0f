"""Settlement: several processes let through what one of them may, after a burst each.

Proves `server/limits/holdings.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import pytest

from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.server.limits.holdings import Holdings
from tilemeld.server.limits.rate_limits import Buckets
from tilemeld.server.limits.settlement import EVERY_MS, Settlement
from tilemeld.service.errors import Unavailable
from tilemeld.service.limits.ports import Spending

PER_SECOND, BURST, HELD = 10.0, 20.0, 8


class Torn(MemoryStore):
    """Loses its connection, when asked to; counts how often it was asked."""

    torn = False
    asked = 0

    async def settle(self, spendings: Sequence[Spending], *, at: int) -> Mapping[str, float]:
        self.asked += 1
        if self.torn:
            raise Unavailable("store/unavailable")
        return await super().settle(spendings, at=at)

    async def forget_held(self, process: str) -> None:
        if self.torn:
            raise Unavailable("store/unavailable")
        await super().forget_held(process)


class Process:
    def __init__(self, name: str, store: Torn, clock: ManualClock) -> None:
        self.clock = clock
        self.buckets = Buckets(PER_SECOND, BURST, name="requests")
        self.held = Holdings("connections", HELD)
        self.settlement = Settlement(
            store, clock, [self.buckets], holdings=[self.held], process=name, conceal=lambda text: text
        )

    def flood(self, tries: int = 1_000) -> int:
        """How many of so many requests are let through."""
        return sum(self.buckets.take("here", self.clock.now_ms()) for _ in range(tries))


def tell(story: Callable[[Torn, ManualClock, list[Process]], Awaitable[None]], processes: int = 3) -> None:
    async def run() -> None:
        store, clock = Torn(), ManualClock()
        await story(store, clock, [Process(str(number), store, clock) for number in range(processes)])

    asyncio.run(run())


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_after_a_burst_each_all_processes_together_let_through_one_limit(processes: int) -> None:
    async def story(_store: Torn, clock: ManualClock, every: list[Process]) -> None:
        let_through = 0
        for _ in range(120):
            let_through += sum(process.flood() for process in every)
            for process in every:
                await process.settlement.settle()
            clock.advance(EVERY_MS)
        assert let_through <= processes * BURST + 120 * PER_SECOND + processes * PER_SECOND
        assert let_through >= 120 * PER_SECOND - processes * BURST, "and no less, apart from paying it back"

    tell(story, processes)


def test_who_spends_little_costs_no_question_and_nobody_else_is_touched() -> None:
    async def story(store: Torn, _clock: ManualClock, every: list[Process]) -> None:
        for process in every:
            assert process.flood(1) == 1
            await process.settlement.settle()
        assert store.asked == 0
        every[0].flood()
        await every[0].settlement.settle()
        assert every[0].buckets.take("elsewhere", 0), "another address is not limited by it"
        assert store.asked == 1

    tell(story)


def test_without_the_store_each_counts_alone_and_what_was_spent_is_settled_later() -> None:
    async def story(store: Torn, clock: ManualClock, every: list[Process]) -> None:
        store.torn = True
        for process in every:
            assert process.flood() == BURST
            with pytest.raises(Unavailable):
                await process.settlement.settle()
        store.torn = False
        clock.advance(1_000)
        for process in every:
            process.flood()
            await process.settlement.settle()
        clock.advance(1_000)
        assert sum(process.flood() for process in every[1:]) == 0, "the debt of all of them counts"

    tell(story)


def test_connections_at_other_processes_count_until_those_are_silent() -> None:
    async def story(_store: Torn, clock: ManualClock, every: list[Process]) -> None:
        one, two, _ = every
        for _ in range(5):
            one.held.take("here")
        for _ in range(2):
            two.held.take("here")
        for process in every:
            await process.settlement.share_held()
        assert two.held.total("here") == 7
        assert not two.held.is_full("here")
        two.held.take("here")
        assert two.held.is_full("here")
        assert not two.held.is_full("here", but=1)
        clock.advance(60_000)  # the first one was killed
        await two.settlement.share_held()
        assert two.held.total("here") == 3
        for _ in range(3):
            two.held.give_back("here")
        await two.settlement.share_held()
        assert two.held.total("here") == 0

    tell(story)


def test_who_stops_holds_nothing_any_more_also_where_the_store_is_away() -> None:
    async def story(store: Torn, _clock: ManualClock, every: list[Process]) -> None:
        one, two, three = every
        for process in every:
            for _ in range(3):
                process.held.take("here")
            process.settlement.start()
            await process.settlement.share_held()
        await one.settlement.stop()
        await two.settlement.share_held()
        assert two.held.total("here") == 6, "its own and the third one's"
        store.torn = True
        await three.settlement.stop()
        await two.settlement.stop()

    tell(story)


def test_who_keeps_to_a_rate_above_the_burst_is_never_refused() -> None:
    async def story(store: Torn, clock: ManualClock, every: list[Process]) -> None:
        each = every[0]
        each.buckets = Buckets(1_000.0, 100.0, name="requests")
        settlement = Settlement(
            store, clock, [each.buckets], holdings=[], process="one", conceal=lambda text: text
        )
        for moment in range(100):  # 500 a second, settled once a second
            assert each.flood(50) == 50, moment
            if moment % 10 == 9:
                await settlement.settle()
            clock.advance(EVERY_MS // 10)
            if moment % 10 == 9:
                assert each.flood(1) == 1, "no debt"

    tell(story, processes=1)
