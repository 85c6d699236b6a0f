"""Several processes: who lives is known by heartbeats, reports are heard, who leaves is noticed at once."""

import asyncio

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.service.live.processes import BEAT_EVERY_MS, FORGOTTEN_MS, SILENT_MS, Processes


class Town:
    """Processes that share a store, a bus and a clock."""

    def __init__(self) -> None:
        self.store, self.bus, self.clock = MemoryStore(), LocalBus(), ManualClock()

    def process(self, name: str) -> Processes:
        return Processes(self.store, self.bus, self.clock, me=name)

    async def pass_time(self, ms: int) -> None:
        await self.settle()
        for _ in range(ms // BEAT_EVERY_MS):
            self.clock.advance(BEAT_EVERY_MS)
            await self.settle()

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


def test_what_others_report_is_heard_every_second_until_they_are_silent() -> None:
    async def story() -> None:
        town = Town()
        one, two = town.process("one"), town.process("two")
        heard: list[dict[str, str]] = []
        one.on_reports.append(lambda reports: heard.append(dict(reports)))
        two.report = lambda: f"at {town.clock.now_ms()}"
        await one.start()
        await two.start()
        assert heard == [{}]
        await town.pass_time(BEAT_EVERY_MS)
        assert heard[-1].keys() == {"two"}
        assert await one.do_others_live()
        await two.stop()  # as if it were killed
        await town.pass_time(SILENT_MS)
        assert heard[-1] == {}
        assert not await one.do_others_live()
        assert (await town.store.beats()).keys() == {"one", "two"}
        await town.pass_time(FORGOTTEN_MS)
        assert (await town.store.beats()).keys() == {"one"}
        await one.stop()

    asyncio.run(story())


def test_who_leaves_is_noticed_at_once_and_a_notice_is_heard_by_the_others_only() -> None:
    async def story() -> None:
        town = Town()
        one, two = town.process("one"), town.process("two")
        heard: list[tuple[str, ...]] = []
        for each in (one, two):
            each.on_notice.append(lambda *said, me=each.me: heard.append((me, *said)))
            await each.start()
        await town.settle()
        waiting = asyncio.create_task(one.wait_for_somebody())
        await asyncio.sleep(0)
        await two.notify("hello")
        await town.settle()
        assert heard == [("one", "two", "hello")]
        assert not waiting.done()
        await two.stop()
        await two.leave()
        await waiting
        assert not await one.do_others_live()
        await one.stop()

    async def in_time() -> None:
        async with asyncio.timeout(10):
            await story()

    asyncio.run(in_time())
