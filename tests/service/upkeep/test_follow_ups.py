"""Follow-ups: done at once by who stored them, later by anybody, and again until it worked."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.service.errors import Conflict, NotFound, Unavailable
from tilemeld.service.ports import FollowUp
from tilemeld.service.tournament.ports import StoredEntry, TournamentId
from tilemeld.service.upkeep.follow_ups import AGAIN_MS, AT_ONCE, LATEST_MS, FollowUps
from tilemeld.service.upkeep.loops import OTHERS_AFTER_MS
from tilemeld.tournament.errors import tournament_error

CUP = TournamentId("cup")


class Office:
    """A store with one entry to be followed, and processes that do it."""

    def __init__(self) -> None:
        self.clock, self.store = ManualClock(), MemoryStore()
        self.done: list[FollowUp] = []
        self.error: Exception | None = None
        self.entry = FollowUp("entry", CUP, number=1, at=self.clock.now_ms())

    async def write(self, round_ends: dict[int, int] | None = None) -> None:
        stored = StoredEntry(1, "x")
        await self.store.append_entry(CUP, stored, follow_up=self.entry, round_ends=round_ends)

    def process(self, *, alone: bool = False) -> FollowUps:
        made = FollowUps(self.store, self.clock, alone=alone)
        for kind in ("entry", "round-end"):
            made.on(kind, self.handle)
        return made

    async def handle(self, follow_up: FollowUp) -> None:
        self.done.append(follow_up)
        await asyncio.sleep(0)  # the store is asked
        if self.error is not None:
            raise self.error

    async def breathe(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def left(self) -> list[FollowUp]:
        return list(await self.store.follow_ups())


def tell(story: Callable[[Office], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20):
            await story(Office())

    asyncio.run(run())


def test_what_was_stored_here_is_done_at_once_and_removed() -> None:
    async def story(office: Office) -> None:
        await office.write()
        process = office.process()
        process.begin(office.entry)
        process.begin(office.entry)
        await process.settle()
        assert office.done == [office.entry], "once, although it was begun twice"
        assert await office.left() == []

    tell(story)


def test_what_another_process_has_left_is_done_two_seconds_after_it_was_due_and_not_before() -> None:
    async def story(office: Office) -> None:
        await office.write()
        process = office.process()
        await process.start()
        office.clock.advance(OTHERS_AFTER_MS - 500)
        await office.breathe()
        assert office.done == []
        office.clock.advance(1_000)
        await office.breathe()
        assert office.done == [office.entry]
        assert await office.left() == []
        await process.stop()

    tell(story)


def test_who_is_alone_does_what_is_left_when_it_starts_and_watches_what_is_due_later() -> None:
    async def story(office: Office) -> None:
        ends = office.clock.now_ms() + 60_000
        await office.write({1: ends})
        process = office.process(alone=True)
        await process.start()
        assert office.done == [office.entry]
        office.clock.move_to(ends)
        await office.breathe()
        assert office.done[1:] == [FollowUp("round-end", CUP, number=1, at=ends)]
        await process.stop()

    tell(story)


def test_who_is_alone_starts_although_nothing_can_be_written_and_does_it_later() -> None:
    async def story(office: Office) -> None:
        await office.write()
        office.error = Unavailable("store/unavailable")
        process = office.process(alone=True)
        async with asyncio.timeout(1):
            await process.start()
        assert await office.left() == [office.entry]
        office.error = None
        office.clock.advance(2_000)
        await office.breathe()
        assert await office.left() == []
        await process.stop()

    tell(story)


def test_what_is_watched_comes_at_its_time_and_not_if_it_was_taken_back() -> None:
    async def story(office: Office) -> None:
        now = office.clock.now_ms()
        process = office.process()
        await process.start()
        process.watch("round-end", CUP, {1: now + 300, 2: now + 400})
        process.watch("round-end", CUP, {1: now + 350})
        office.clock.move_to(now + 300)
        await office.breathe()
        assert office.done == []
        office.clock.move_to(now + 400)
        await office.breathe()
        assert [(each.number, each.at) for each in office.done] == [(1, now + 350)]
        await process.stop()

    tell(story)


def test_what_fails_is_tried_again_later_and_later() -> None:
    async def story(office: Office) -> None:
        await office.write()
        office.error = Conflict("store/conflict")
        process = office.process()
        waits = []
        for _ in range(9):
            (left,) = await office.left()
            await process.do(left)
            waits.append((await office.left())[0].at - office.clock.now_ms())
        assert waits[:3] == [AGAIN_MS, 2 * AGAIN_MS, 4 * AGAIN_MS]
        assert waits[-1] == LATEST_MS
        office.error = None
        await process.do((await office.left())[0])
        assert await office.left() == []

    tell(story)


@pytest.mark.parametrize(
    ("error", "is_left"),
    [
        (tournament_error("tournament/unknown"), False),
        (Unavailable("store/unavailable"), True),
    ],
)
def test_what_is_about_nothing_is_dropped_and_a_store_that_is_away_changes_nothing(
    error: Exception, is_left: bool
) -> None:
    async def story(office: Office) -> None:
        await office.write()
        office.error = error
        await office.process().do(office.entry)
        assert await office.left() == ([office.entry] if is_left else [])

    tell(story)


def test_a_kind_that_only_a_newer_program_knows_is_left_to_it() -> None:
    async def story(office: Office) -> None:
        await office.write()
        older = FollowUps(office.store, office.clock, alone=False)
        older.on("round-end", office.handle)
        await older.do(office.entry)
        assert await office.left() == [office.entry], "neither removed nor put off"
        await office.process().do(office.entry)
        assert office.done == [office.entry]
        assert await office.left() == []

    tell(story)


def test_an_entry_that_meets_a_table_which_is_gone_is_not_dropped_with_all_its_other_consequences() -> None:
    async def story(office: Office) -> None:
        await office.write()
        office.error = NotFound("table/unknown")
        await office.process().do(office.entry)
        (left,) = await office.left()
        assert (left.number, left.tries) == (office.entry.number, 1), "it is put off, not dropped"

    tell(story)


def test_what_only_a_newer_program_can_do_does_not_keep_what_is_known_waiting() -> None:
    async def story(office: Office) -> None:
        for number in range(1, AT_ONCE + 1):
            each = FollowUp("entry", CUP, number=number, at=number)
            await office.store.append_entry(CUP, StoredEntry(number, "x"), follow_up=each)
        last = {1: office.clock.now_ms()}
        await office.store.append_entry(CUP, StoredEntry(AT_ONCE + 1, "x"), round_ends=last)
        older = FollowUps(office.store, office.clock, alone=True)
        older.on("round-end", office.handle)
        await older.do_overdue()
        assert [each.kind for each in office.done] == ["round-end"]
        assert len(await office.left()) == AT_ONCE, "the others are still there"

    tell(story)


def test_who_has_stopped_leaves_it_to_others() -> None:
    async def story(office: Office) -> None:
        await office.write()
        process = office.process()
        await process.stop()
        process.begin(office.entry)
        await process.do(office.entry)
        assert office.done == []
        assert await office.left() == [office.entry]

    tell(story)
