"""Several processes: who lives is known by heartbeats, reports are heard, who leaves is noticed at once."""

import asyncio
from collections.abc import Mapping

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.service.errors import Unavailable
from tilemeld.service.live.processes import BEAT_EVERY_MS, FORGOTTEN_MS, Processes
from tilemeld.service.ports import SILENT_MS, Abandoned, Append, Beat, GameId, StoredStep, TableId


class Store(MemoryStore):
    """Does not answer while it is away."""

    is_away = False

    async def beat(self, process: str, at: int, report: str) -> None:
        self._answer()
        await super().beat(process, at, report)

    async def beats(self) -> Mapping[str, Beat]:
        self._answer()
        return await super().beats()

    def _answer(self) -> None:
        if self.is_away:
            raise Unavailable("store/unavailable")


class Town:
    """Processes that share a store, a bus and a clock."""

    def __init__(self) -> None:
        self.store, self.bus, self.clock = Store(), LocalBus(), ManualClock()

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


def test_nobody_is_called_silent_because_the_store_was_away() -> None:
    async def story() -> None:
        town = Town()
        one, two = town.process("one"), town.process("two")
        heard: list[set[str]] = []
        one.on_reports.append(lambda reports: heard.append(set(reports)))
        for each in (one, two):
            await each.start()
        game = GameId("g")
        step = StoredStep(version=0, after=1, at=1, body="{}")
        await town.store.append(game, Append(step, TableId("t"), None, None, False, owner="two"))
        await town.pass_time(BEAT_EVERY_MS)
        lost_at = town.clock.now_ms()
        backs: list[int] = []

        async def note(at: int) -> None:
            backs.append(at)

        one.on_back.append(note)
        town.store.is_away = True
        await town.pass_time(2 * FORGOTTEN_MS)
        assert (one.is_cut_off, one.are_others_known, backs) == (True, False, [])
        assert await one.abandoned() == [], "it could not show that it lives"
        town.store.is_away = False
        await two.stop()  # killed meanwhile
        one.hurry()
        await town.settle()
        assert backs == [lost_at]
        assert (one.is_cut_off, one.are_others_known) == (False, False)
        assert heard[-1] == {"two"}, "it has not had the time to show that it lives"
        assert await one.do_others_live()
        assert await one.abandoned() == []
        await town.pass_time(SILENT_MS)
        assert one.are_others_known
        assert heard[-1] == set()
        assert await one.abandoned() == [Abandoned(game, "two", lost_at)], "it has not used its time"
        assert backs == [lost_at]
        await one.stop()

    asyncio.run(story())


def test_what_fails_after_the_store_was_away_keeps_nobody_from_going_on() -> None:
    async def story() -> None:
        town = Town()
        one = town.process("one")
        backs: list[str] = []

        async def fail(_lost_at: int) -> None:
            backs.append("failed")
            raise ValueError

        async def succeed(_lost_at: int) -> None:
            backs.append("done")

        one.on_back += [fail, succeed]
        await one.start()
        town.store.is_away = True
        await town.pass_time(SILENT_MS)
        town.store.is_away = False
        await town.pass_time(BEAT_EVERY_MS)
        assert backs == ["failed", "done"]
        assert not one.is_cut_off
        await one.stop()

    asyncio.run(story())
