"""Pauses that nobody asks for: a device handed over, a table that everybody has left; and no forced wait."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import AddEntropy, GiveAllowance, SkipRedeal, Take
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import Overrides, Server
from tilemeld.server.settings import Settings
from tilemeld.service.errors import Forbidden
from tilemeld.service.live.attendance import PACES, liked_pace
from tilemeld.service.live.automatic_pauses import GRACE_MS
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.live.pause_reasons import AGREED, DESERTED, HANDED_OVER
from tilemeld.service.ports import Append, GameId, PersonId, TableId


@dataclass
class Playing:
    """A game that has been dealt, and who sits where."""

    server: Server
    clock: ManualClock
    people: list[PersonId]
    table: TableId
    game: GameId

    async def state(self) -> GameState:
        return await self.server.games.state(self.game)

    async def until(self, done: Callable[[GameState], bool]) -> GameState:
        async with asyncio.timeout(10):
            while not done(await self.state()):
                await asyncio.sleep(0)
        return await self.state()

    async def move(self, seat: int, command: SkipRedeal | Take, *, by: int | None = None) -> None:
        person = self.people[seat if by is None else by]
        await self.server.play.move(person, self.game, command, command_id=f"{seat}/{command}")


@asynccontextmanager
async def playing(
    *seats: int, bots: int = 0, rules: str = "pl", store: MemoryStore | None = None
) -> AsyncIterator[Playing]:
    """A table where each seat belongs to the person of that number, the last ones to bots."""
    clock = ManualClock()
    overrides = Overrides(store=store or MemoryStore(), bus=LocalBus(), clock=clock, thinker=InlineThinker())
    server = Server(Settings(bot_pace=0), overrides)
    await server.guests.start()
    persons = [(await server.guests.arrive())[0].id for _ in range(max(seats) + 1)]
    people = [persons[each] for each in seats]
    options = Options(profile(rules), len(seats) + bots)
    table = await server.tables.create(people[0], options, bots=("beginner",) * bots)
    for seat, person in enumerate(people[1:], start=1):
        await server.tables.sit(table.id, person, seat)
    for seat, person in enumerate(people):
        table = await server.play.ready(person, table.id, seat, ready=True)
    assert table.game is not None
    for seat, person in enumerate(people):
        await server.play.move(person, table.game, AddEntropy(Seat(seat), "e"), command_id=f"e{seat}")
    here = Playing(server, clock, people, table.id, table.game)
    await here.until(lambda state: state.phase == Phase.REDEAL)
    try:
        yield here
    finally:
        await server.pauses.stop()
        await server.game_keeper.stop(pause=False)


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 30))


@pytest.mark.rule("R-4")
def test_against_bots_alone_nobody_waits_for_the_end_of_the_window() -> None:
    async def story() -> None:
        async with playing(0, bots=2) as here:
            await here.move(0, SkipRedeal(Seat(0)))
            assert (await here.state()).phase != Phase.REDEAL

    run(story)


@pytest.mark.rule("R-4")
def test_between_people_the_window_keeps_its_length() -> None:
    async def story() -> None:
        async with playing(0, 1, bots=1) as here:
            with pytest.raises(Forbidden, match="wait until the time is up"):
                await here.move(0, SkipRedeal(Seat(0)))
            assert (await here.state()).phase == Phase.REDEAL

    run(story)


async def to_first_turn(here: Playing) -> GameState:
    deadline = (await here.state()).deadline
    assert deadline is not None
    here.clock.move_to(deadline.at + 500)
    await here.server.game_keeper.fire(here.game, (await here.state()).version)
    return await here.until(lambda state: state.phase == Phase.TURN)


def test_the_clock_of_a_device_that_is_passed_around_starts_when_the_next_player_says_so() -> None:
    async def story() -> None:
        async with playing(0, 0) as here, here.server.presence.visit(here.table) as visit:
            await visit.sit((0, 1))
            await to_first_turn(here)
            state = await here.until(lambda state: state.pause_reason == HANDED_OVER)
            assert state.active is not None
            assert state.deadline is not None
            assert state.deadline.at - (state.paused_at or 0) == 60_000, "no time is lost by handing over"
            here.clock.move_to(here.clock.now_ms() + 500_000)
            with pytest.raises(Refused):
                await here.server.play.wish(here.people[0], here.game, 1 - state.active, wish="resume")
            await here.server.play.wish(here.people[0], here.game, state.active, wish="resume")
            running = await here.state()
            assert running.paused_at is None
            assert running.deadline is not None
            assert running.deadline.at == here.clock.now_ms() + 60_000
            await here.move(state.active, Take(Seat(state.active)))
            again = await here.until(lambda now: now.pause_reason == HANDED_OVER)
            assert again.active == 1 - state.active

    run(story)


def test_only_the_beginning_of_a_turn_hands_the_device_over() -> None:
    async def story() -> None:
        async with playing(0, 0) as here:
            await to_first_turn(here)
            state = await here.until(lambda state: state.pause_reason == HANDED_OVER)
            assert state.active is not None
            await here.server.play.wish(here.people[0], here.game, state.active, wish="resume")
            await here.server.games.do(here.game, GiveAllowance(Seat(0), 10))
            for _ in range(200):
                await asyncio.sleep(0)
            assert (await here.state()).paused_at is None, "the turn goes on"
            kept = [each for each in vars(here.server.pauses).values() if isinstance(each, dict)]
            assert all(here.game not in each for each in kept), "a game that never ends leaves nothing behind"

    run(story)


def test_who_leaves_while_the_device_is_handed_over_does_not_stop_the_game_for_good() -> None:
    async def story() -> None:
        async with playing(0, 0, rules="pl") as here:
            await to_first_turn(here)
            state = await here.until(lambda state: state.pause_reason == HANDED_OVER)
            assert state.active is not None
            await here.server.play.leave(here.people[0], here.game, state.active, command_id="l")
            await here.until(lambda now: now.active != state.active or now.paused_at is None)

    run(story)


def test_whoever_holds_the_device_asks_for_a_pause_and_ends_it_for_all_who_share_it() -> None:
    async def story() -> None:
        async with playing(0, 0) as here:
            await to_first_turn(here)
            state = await here.until(lambda state: state.pause_reason == HANDED_OVER)
            active = state.active
            assert active is not None
            for wish, reason in (("resume", None), ("pause", AGREED), ("resume", None)):
                await here.server.play.wish(here.people[0], here.game, active, wish=wish)
                assert (await here.state()).pause_reason == reason

    run(story)


def test_people_with_a_device_each_are_not_stopped() -> None:
    async def story() -> None:
        async with playing(0, 1) as here:
            state = await to_first_turn(here)
            for _ in range(200):
                await asyncio.sleep(0)
            assert (await here.state()).version == state.version
            assert (await here.state()).paused_at is None

    run(story)


def test_a_game_stops_when_everybody_is_gone_and_resumes_when_one_returns() -> None:
    async def story() -> None:
        async with playing(0, 1, bots=1) as here:
            presence = here.server.presence
            async with presence.visit(here.table) as ola:
                await ola.sit((0,))
                async with presence.visit(here.table) as jan:
                    await jan.sit((1,))
                await to_first_turn(here)
                here.clock.move_to(here.clock.now_ms() + GRACE_MS)
                for _ in range(100):
                    await asyncio.sleep(0)
                assert (await here.state()).paused_at is None, "one of them is there"
            for _ in range(100):
                await asyncio.sleep(0)
            assert (await here.state()).paused_at is None, "a reload is not leaving"
            left = here.clock.now_ms()
            here.clock.move_to(left + GRACE_MS)
            state = await here.until(lambda now: now.pause_reason == DESERTED)
            assert state.paused_at == left + GRACE_MS
            here.clock.move_to(left + 10_000_000)
            async with presence.visit(here.table) as jan:
                await jan.sit(())  # somebody looks on: that is not a player
                for _ in range(100):
                    await asyncio.sleep(0)
                assert (await here.state()).paused_at is not None
                await jan.sit((1,))
                state = await here.until(lambda now: now.paused_at is None)
                if state.deadline is not None:
                    assert state.deadline.at > here.clock.now_ms()

    run(story)


def test_a_game_that_begins_with_nobody_there_waits_for_its_people() -> None:
    async def story() -> None:
        async with playing(0, 1, bots=1) as here:
            begun = here.clock.now_ms()
            for _ in range(50):
                await asyncio.sleep(0)
            here.clock.move_to(begun + GRACE_MS)
            state = await here.until(lambda now: now.pause_reason == DESERTED)
            assert state.paused_at == begun + GRACE_MS
            async with here.server.presence.visit(here.table) as visit:
                await visit.sit((0,))
                await here.until(lambda now: now.paused_at is None)

    run(story)


def test_who_comes_back_in_time_is_not_noticed() -> None:
    async def story() -> None:
        async with playing(0, bots=1) as here:
            presence = here.server.presence
            async with presence.visit(here.table) as visit:
                await visit.sit((0,))
            for _ in range(50):
                await asyncio.sleep(0)
            here.clock.move_to(here.clock.now_ms() + GRACE_MS - 1_000)
            async with presence.visit(here.table) as visit:
                await visit.sit((0,))
                here.clock.move_to(here.clock.now_ms() + GRACE_MS)
                for _ in range(100):
                    await asyncio.sleep(0)
                assert (await here.state()).pause_reason is None

    run(story)


class SlowDisk(MemoryStore):
    """Holds back the next step until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.holds = False
        self.held = asyncio.Event()
        self.go_on = asyncio.Event()

    async def append(self, game: GameId, append: Append) -> None:
        if self.holds:
            self.holds = False
            self.held.set()
            await self.go_on.wait()
        await super().append(game, append)


def test_who_comes_back_while_the_stop_is_being_written_does_not_wait_for_ever() -> None:
    disk = SlowDisk()

    async def story() -> None:
        async with playing(0, bots=1, store=disk) as here:
            presence = here.server.presence
            async with presence.visit(here.table) as visit:
                await visit.sit((0,))
            for _ in range(50):
                await asyncio.sleep(0)
            disk.holds = True
            here.clock.move_to(here.clock.now_ms() + GRACE_MS)
            await disk.held.wait()
            async with presence.visit(here.table) as visit:
                await visit.sit((0,))
                for _ in range(50):
                    await asyncio.sleep(0)
                disk.go_on.set()
                for _ in range(200):
                    await asyncio.sleep(0)
                assert (await here.state()).pause_reason is None

    run(story)


@pytest.mark.parametrize("liked", ["slow", "quick"])
def test_bots_play_at_the_pace_that_all_people_of_a_table_like(liked: str) -> None:
    async def story() -> None:
        async with playing(0, 1, bots=1) as here:
            table = await here.server.tables.get(here.table)
            seen = here.server.last_seen
            assert liked_pace(table, seen) == 1.0
            seen.note_pace(here.people[0], liked)
            assert liked_pace(table, seen) == 1.0, "one person's liking does not change another's game"
            seen.note_pace(here.people[1], liked)
            assert liked_pace(table, seen) == PACES[liked]

    run(story)
