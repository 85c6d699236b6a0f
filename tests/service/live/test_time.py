"""Deadlines happen once whoever fires them; lost time comes back; bots tell nothing by their pace.

Proves `service/errors.py`, `service/live/drafts.py`, `service/live/game_keeper.py`,
`service/live/game_log.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.bots import PLAYERS
from tilemeld.bots.player import Choice
from tilemeld.engine.game.commands import AddEntropy, ExpireDeadline, Leave, Pause, Resume, Take
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.record.record import verify
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import LaidTile, Seat
from tilemeld.server.app import FRESH_MS, Overrides, Server, Store
from tilemeld.server.settings import Settings
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import Forbidden, Unavailable
from tilemeld.service.live.drafts import Draft
from tilemeld.service.live.game_keeper import (
    Pace,
    manner_of,
    visible_delay_ms,
)
from tilemeld.service.live.game_log import Timing
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.live.pause_reasons import DOWN, RESTART
from tilemeld.service.live.table_actions import TableActions
from tilemeld.service.ports import Append, GameId, StoredDraft, StoredStep
from tilemeld.service.upkeep.loops import OTHERS_AFTER_MS

QUICK = Settings(bot_pace=0, grace_ms=10**9)
"""Nobody is connected here, and no game may stop for that: time is what is looked at."""


def a_server(store: Store, clock: ManualClock) -> Server:
    overrides = Overrides(store=store, bus=LocalBus(), clock=clock, thinker=InlineThinker())
    return Server(QUICK, overrides)


async def begun(server: Server, *, bots: int = 0, profile_name: str = "cs") -> GameId:
    """A game of two people in its first turn."""
    people = [(await server.guests.arrive())[0].id for _ in range(2)]
    options = Options(profile(profile_name), 2 + bots)
    table = await server.tables.create(people[0], options, bots=("random",) * bots)
    await server.tables.sit(table.id, people[1])
    for seat, person in enumerate(people):
        table = await server.play.ready(person, table.id, seat, ready=True)
    game = table.game
    assert game is not None
    for seat, person in enumerate(people):
        await server.play.move(person, game, AddEntropy(Seat(seat), "e"), command_id=f"e{seat}")
    await settle(lambda: in_turn(server, game))
    return game


async def in_turn(server: Server, game: GameId) -> bool:
    """Begun; a window for redeals is waited out by the caller's clock."""
    state = await server.games.state(game)
    return state.phase in (Phase.TURN, Phase.REDEAL)


async def phase_is(server: Server, game: GameId, phase: Phase) -> bool:
    return (await server.games.state(game)).phase == phase


async def settle(done: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(10):
        while not await done():
            await asyncio.sleep(0)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_deadline_fires_once_with_two_processes_racing(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        shared = MemoryStore()
        stores: list[Store] = [shared, shared]
        if kind == "sqlite":
            stores = [SqliteStore.open(tmp_path / "games.sqlite") for _ in range(2)]
        one, two = (a_server(store, clock) for store in stores)
        await one.guests.start()
        game = await begun(one)
        for number in range(12):
            state = await one.games.state(game)
            await two.games.catch_up(game, state.version)
            assert (await two.games.state(game)).version == state.version
            assert state.deadline is not None
            clock.move_to(state.deadline.at + QUICK.lag_ms)
            fired = await asyncio.gather(
                *(each.game_keeper.fire(game, state.version) for each in (one, two, one, two)),
                return_exceptions=True,
            )
            assert fired.count(True) == 1, (number, fired)
            for each in (one, two):
                await each.games.catch_up(game, state.version + 1)
        steps = await stores[0].load(game)
        assert sum("expire-deadline" in step.body for step in steps) == 12
        for each in (one, two):
            await each.game_keeper.stop(pause=False)
        for store in set(stores):
            await store.close()

    asyncio.run(story())


def test_a_game_that_is_only_paused_and_gone_on_with_does_not_grow_for_ever() -> None:
    async def story() -> None:
        server = a_server(MemoryStore(), ManualClock())
        await server.start()
        game = await begun(server)
        table = await server.tables.get(await server.games.table_of(game))
        people = [place.person for place in table.places if place.person is not None]
        limit = (await server.games.state(game)).version + 6
        play = TableActions(
            server.games,
            server.tables,
            server.drafts,
            starts=server.starts,
            bus=server.bus,
            thinker=server.thinker,
            most_versions=limit,
        )

        async def all_wish(wish: str) -> None:
            for seat, person in enumerate(people):
                await play.wish(person, game, seat, wish=wish)

        for _ in range(3):
            await all_wish("pause")
            await all_wish("resume")
        with pytest.raises(Forbidden, match="finish it"):
            await all_wish("pause")
        state = await server.games.state(game)
        assert (state.version, state.paused_at) == (limit, None), "it goes on"
        assert state.active is not None
        await play.leave(people[0], game, 0, command_id="leave")
        with pytest.raises(Forbidden, match="finish it"):
            await play.come_back(people[0], game, 0, command_id="back")
        await server.stop()

    asyncio.run(story())


class DraftlessStore(MemoryStore):
    """Cannot write the draft of one game."""

    bad = GameId("")

    async def save_draft(self, draft: StoredDraft) -> None:
        if draft.game == self.bad:
            raise Unavailable("store/unavailable")
        await super().save_draft(draft)


def test_a_draft_that_cannot_be_written_keeps_nobody_from_stopping_in_order() -> None:
    async def story() -> None:
        clock, store = ManualClock(), DraftlessStore()
        server = a_server(store, clock)
        await server.start()
        games = [await begun(server), await begun(server)]
        store.bad = games[0]
        for game in games:
            state = await server.games.state(game)
            assert state.active is not None
            laid = ((LaidTile(state.seats[state.active].rack[0]),),)
            for number in (1, 2):  # the first is written at once, the second when the server stops
                await server.drafts.put(game, Draft(state.active, state.turn, number, laid))
                for _ in range(10):
                    await asyncio.sleep(0)
        await server.stop()
        kept = await store.load_draft(games[1])
        assert kept is not None
        assert kept.number == 2
        assert [(await server.games.state(game)).pause_reason for game in games] == [RESTART, RESTART]

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_deadline_of_a_process_that_has_gone_is_fired_by_another(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        shared = MemoryStore()
        stores: list[Store] = [shared, shared]
        if kind == "sqlite":
            stores = [SqliteStore.open(tmp_path / "games.sqlite") for _ in range(2)]
        one, two = (a_server(store, clock) for store in stores)
        await one.start()
        await two.start()
        game = await begun(one)
        state = await one.games.state(game)
        assert state.active is not None
        tiles = state.seats[state.active].rack
        draft = Draft(state.active, state.turn, 1, ((LaidTile(tiles[0]),),))
        await two.drafts.current(game, state)  # the other process has looked before there was a draft
        await one.drafts.put(game, draft)
        await one.drafts.save_all()
        await one.game_keeper.stop(pause=False)  # and is gone, its clock with it
        assert state.deadline is not None
        clock.move_to(state.deadline.at + QUICK.lag_ms)
        await two.game_keeper.fire_overdue()
        assert (await two.games.state(game)).version == state.version, "its own process comes first"
        clock.advance(OTHERS_AFTER_MS)
        await settle(lambda: moved_on(two, game, state.version))
        steps = await stores[0].load(game)
        assert sum("expire-deadline" in step.body for step in steps) == 1
        assert f'"draft":[["{tiles[0]}"]]' in steps[-1].body, "what lay there is what was judged"
        after = await two.games.state(game)
        assert after.deadline is not None
        clock.move_to(after.deadline.at + QUICK.lag_ms)
        await settle(lambda: moved_on(two, game, after.version))  # now it leads the game
        await two.game_keeper.stop(pause=False)
        for store in set(stores):
            await store.close()

    asyncio.run(story())


class Absent(InlineThinker):
    """A process that dies while its bots think."""

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        await asyncio.Event().wait()
        raise AssertionError("nobody wakes it")


@pytest.mark.rule("R-11")
@pytest.mark.parametrize("is_restart", [False, True], ids=["another process", "the next one"])
@pytest.mark.parametrize("stands_in", [False, True], ids=["a bot", "a bot that stands in"])
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_bots_turn_without_a_clock_is_taken_up_when_its_process_has_gone(
    kind: str, stands_in: bool, is_restart: bool, tmp_path: Path
) -> None:
    async def story() -> None:
        clock, shared = ManualClock(), MemoryStore()
        stores: list[Store] = [shared, shared]
        if kind == "sqlite":
            stores = [SqliteStore.open(tmp_path / "games.sqlite") for _ in range(2)]
        overrides = Overrides(store=stores[0], bus=LocalBus(), clock=clock, thinker=Absent())
        one, two = Server(QUICK, overrides), a_server(stores[1], clock)
        await one.start()
        if not is_restart:
            await two.start()
        people = [(await one.guests.arrive())[0].id for _ in range(2)]
        rules = profile("cs").override({"turn_seconds": None})
        bots = () if stands_in else ("random",)
        table = await one.tables.create(people[0], Options(rules, 2), bots=bots)
        if stands_in:
            await one.tables.sit(table.id, people[1])
            await one.play.ready(people[1], table.id, 1, ready=True)
        table = await one.play.start(people[0], table.id)
        game = table.game
        assert game is not None
        clock.advance(QUICK.entropy_ms)
        await settle(lambda: phase_is(one, game, Phase.TURN))
        state = await one.games.state(game)
        if stands_in:
            assert state.active is not None
            await one.play.leave(people[state.active], game, state.active, command_id="bye")
        elif state.active == 0:
            await one.play.move(people[0], game, Take(Seat(0)), command_id="take")
        state = await one.games.state(game)
        assert state.deadline is None
        if is_restart:
            await one.game_keeper.stop(pause=False)
            await two.start()
        else:
            clock.advance(Timing().bot_ms - 1)
            await two.game_keeper.fire_overdue()
            assert (await two.games.state(game)).version == state.version, "its own process comes first"
            await one.game_keeper.stop(pause=False)
            clock.advance(OTHERS_AFTER_MS + 1)
        await settle(lambda: moved_on(two, game, state.version))
        after = await two.games.state(game)
        assert after.seats[state.active or 0].rack != state.seats[state.active or 0].rack
        await two.game_keeper.stop(pause=False)
        for store in set(stores):
            await store.close()

    asyncio.run(story())


def test_a_draft_of_the_same_number_changes_nothing_and_in_a_pause_there_is_none() -> None:
    async def story() -> None:
        server = a_server(MemoryStore(), ManualClock())
        await server.start()
        game = await begun(server)
        state = await server.games.state(game)
        assert state.active is not None
        one, two = state.seats[state.active].rack[:2]
        draft = Draft(state.active, state.turn, 1, ((LaidTile(one),),))
        assert await server.drafts.put(game, draft)
        assert not await server.drafts.put(game, replace(draft, table=((LaidTile(two),),)))
        assert await server.drafts.current(game, state) == draft
        await server.games.do(game, Pause("a question"))
        with pytest.raises(Forbidden) as refused:
            await server.drafts.put(game, replace(draft, number=2))
        assert refused.value.code == "draft/not-now"
        await server.stop()

    asyncio.run(story())


def test_nobody_looks_at_a_persons_turn_without_a_clock() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        server = a_server(store, clock)
        await server.start()
        person = (await server.guests.arrive())[0].id
        rules = profile("cs").override({"turn_seconds": None})
        table = await server.tables.create(person, Options(rules, 2), bots=("random",))
        table = await server.play.start(person, table.id)
        game = table.game
        assert game is not None
        clock.advance(QUICK.entropy_ms)
        await settle(lambda: persons_turn(server, game))
        assert await store.deadlines() == []
        await server.stop()

    asyncio.run(story())


async def persons_turn(server: Server, game: GameId) -> bool:
    state = await server.games.state(game)
    return state.phase == Phase.TURN and state.active == 0


async def moved_on(server: Server, game: GameId, version: int) -> bool:
    return (await server.games.state(game)).version > version


def test_two_processes_over_one_store_fire_each_deadline_once() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        one, two = a_server(store, clock), a_server(store, clock)
        await one.start()
        await two.start()
        games = [await begun(one), await begun(two), await begun(one)]
        for _ in range(8):
            clock.advance(60_000 + QUICK.lag_ms)
            clock.advance(OTHERS_AFTER_MS)  # both find all of them overdue
            await asyncio.gather(*(each.game_keeper.fire_overdue() for each in (one, two, two, one)))
            for _ in range(50):
                await asyncio.sleep(0)
        for game in games:
            steps = await store.load(game)
            assert sum("expire-deadline" in step.body for step in steps) == 8
            assert [step.version for step in steps[1:]] == [step.after for step in steps[:-1]]
        for each in (one, two):
            await each.game_keeper.stop(pause=False)

    asyncio.run(story())


def test_a_deadline_never_fires_before_its_time_or_at_another_version() -> None:
    async def story() -> None:
        clock = ManualClock()
        server = a_server(MemoryStore(), clock)
        await server.guests.start()
        game = await begun(server)
        state = await server.games.state(game)
        assert state.deadline is not None
        clock.move_to(state.deadline.at + QUICK.lag_ms - 1)
        assert not await server.game_keeper.fire(game, state.version)
        clock.advance(1)
        assert not await server.game_keeper.fire(game, state.version - 1)
        assert not await server.game_keeper.fire(game, state.version + 1)
        assert await server.game_keeper.fire(game, state.version)
        await server.game_keeper.stop(pause=False)

    asyncio.run(story())


@pytest.mark.parametrize("orderly", [True, False])
def test_the_turn_gets_back_the_time_that_the_server_was_away(orderly: bool) -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        first = a_server(store, clock)
        await first.start()
        game = await begun(first)
        before = (await first.games.state(game)).deadline
        assert before is not None
        clock.advance(20_000)
        await store.mark_alive(clock.now_ms())
        if orderly:
            await first.stop()
        else:  # killed: nothing is written any more
            await first.game_keeper.stop(pause=False)
        clock.advance(3_600_000)
        second = a_server(store, clock)
        await second.start()
        paused = await second.games.state(game)
        assert paused.pause_reason == (RESTART if orderly else DOWN)
        clock.advance(3_000)
        await settle(lambda: resumed(second, game))
        after = (await second.games.state(game)).deadline
        assert after is not None
        assert after.at - clock.now_ms() == before.at - (clock.now_ms() - 3_603_000), "40 s were left"
        commands = [step.body for step in await store.load(game)]
        assert '"pause"' in commands[-2]
        assert paused.pause_reason in commands[-2]
        assert '"resume"' in commands[-1]
        await second.stop()

    asyncio.run(story())


async def resumed(server: Server, game: GameId) -> bool:
    return (await server.games.state(game)).paused_at is None


def test_a_pause_that_people_agreed_on_outlives_a_restart() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        first = a_server(store, clock)
        await first.start()
        game = await begun(first)
        await first.games.do(game, Pause("all agreed to pause"))
        await first.stop()
        clock.advance(1_000_000)
        second = a_server(store, clock)
        await second.start()
        clock.advance(10_000)
        assert (await second.games.state(game)).pause_reason == "all agreed to pause"
        await second.games.do(game, Resume())
        await second.stop()

    asyncio.run(story())


def test_a_game_whose_beginning_was_cut_off_is_begun_when_the_server_is_back() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        first = a_server(store, clock)
        await first.guests.start()
        people = [(await first.guests.arrive())[0].id for _ in range(2)]
        table = await first.tables.create(people[0], Options(profile("cs"), 2))
        await first.tables.sit(table.id, people[1])
        await first.tables.begin(table.id, GameId("cut off"))  # and then the power went
        second = a_server(store, clock)
        await second.start()
        assert (await second.games.state(GameId("cut off"))).phase == Phase.ENTROPY
        clock.advance(5_000)
        await settle(lambda: phase_is(second, GameId("cut off"), Phase.TURN))
        await second.stop()

    asyncio.run(story())


def test_a_score_that_was_not_written_is_written_when_the_server_is_back() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        first = a_server(store, clock)
        await first.start()
        game = await begun(first, profile_name="pl-tournament")
        table = await first.games.table_of(game)
        first.games.on_moved.clear()  # the game keeper hears no more: the power goes with the last move
        for seat in (0, 1):
            await first.games.do(game, Leave(Seat(seat)))
        assert (await first.tables.get(table)).stage == "playing"
        second = a_server(store, clock)
        await second.start()
        assert (await second.tables.get(table)).stage == "over"
        for each in (first, second):
            await each.game_keeper.stop(pause=False)

    asyncio.run(story())


class FailingStore(MemoryStore):
    """A disk that is full from some moment on."""

    full = False

    async def append(self, game: GameId, append: Append) -> None:
        if self.full:
            raise Unavailable("store/unavailable")
        await super().append(game, append)


def test_what_cannot_be_written_is_neither_acknowledged_nor_published() -> None:
    async def story() -> None:
        clock, store = ManualClock(), FailingStore()
        server = a_server(store, clock)
        await server.guests.start()
        game = await begun(server)
        before = await server.games.state(game)
        assert before.active is not None
        heard = server.bus.subscribe(f"game/{game}")
        store.full = True
        with pytest.raises(Unavailable):
            await server.games.do(game, Take(before.active))
        listening = asyncio.create_task(heard.next())
        await asyncio.sleep(0)
        assert not listening.done()
        assert await server.games.state(game) == before
        store.full = False
        outcome = await server.games.do(game, Take(before.active))
        assert outcome.version == before.version
        assert await listening == f"moved {outcome.after}"
        await server.game_keeper.stop(pause=False)

    asyncio.run(story())


class CountingStore(MemoryStore):
    """Counts how often steps are asked for."""

    loads = 0

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        self.loads += 1
        return await super().load(game, after=after)


def test_a_move_in_a_game_in_memory_asks_nothing_although_others_write_to_the_store() -> None:
    async def story() -> None:
        clock, store = ManualClock(), CountingStore()
        overrides = Overrides(store=store, bus=LocalBus(), clock=clock, thinker=InlineThinker())
        server = Server(replace(QUICK, database="postgresql://nowhere"), overrides)
        await server.start()
        game = await begun(server)
        state = await server.games.state(game)
        table = await server.tables.get(await server.games.table_of(game))
        assert state.active is not None
        person = table.places[state.active].person
        assert person is not None
        clock.advance(2 * FRESH_MS)
        store.loads = 0
        await server.play.move(person, game, Take(state.active), command_id="t")
        assert store.loads == 0
        await server.stop()

    asyncio.run(story())


def test_a_step_is_finished_even_if_the_one_who_asked_goes_away() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        server = a_server(store, clock)
        await server.guests.start()
        game = await begun(server)
        before = await server.games.state(game)
        assert before.active is not None
        asking = asyncio.create_task(server.games.do(game, Take(before.active)))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await server.games.drain()
        assert (await server.games.state(game)).version > before.version
        assert len(await store.load(game)) > before.version / 4
        await server.game_keeper.stop(pause=False)

    asyncio.run(story())


def test_two_writers_in_two_processes_never_fork_a_game() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        one, two = a_server(store, clock), a_server(store, clock)
        await one.guests.start()
        game = await begun(one)
        await two.games.state(game)

        def make(state: object, _now: int) -> Take | None:
            from tilemeld.engine.game.state import GameState

            assert isinstance(state, GameState)
            return Take(state.active) if state.active is not None and state.bank else None

        await asyncio.gather(*(each.games.act(game, make) for each in (one, two) * 10))
        steps = await store.load(game)
        assert [step.version for step in steps[1:]] == [step.after for step in steps[:-1]]
        assert sum('"take"' in step.body for step in steps) == 20
        for each in (one, two):
            await each.game_keeper.stop(pause=False)

    asyncio.run(story())


def test_a_whole_game_of_bots_and_a_guest_who_left_is_played_and_holds() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        server = a_server(store, clock)
        await server.start()
        person = (await server.guests.arrive())[0].id
        table = await server.tables.create(
            person, Options(profile("pl").override({"turn_seconds": 30}), 3), bots=("random", "random")
        )
        table = await server.play.start(person, table.id)
        assert table.game is not None
        await server.play.leave(person, table.game, 0, command_id="bye")
        async with asyncio.timeout(60):
            while not await phase_is(server, table.game, Phase.ENDED):
                for _ in range(20):
                    await asyncio.sleep(0)
                if clock.next_at is not None:
                    clock.move_to(clock.next_at)
        assert verify(await server.games.record(table.game)) == ()
        for _ in range(50):
            await asyncio.sleep(0)
        assert (await server.tables.get(table.id)).stage == "over"
        await server.stop()

    asyncio.run(story())


def test_a_bots_pace_follows_from_what_everybody_sees_and_a_seed() -> None:
    async def story() -> None:
        server = a_server(MemoryStore(), ManualClock())
        await server.guests.start()
        game = await begun(server)
        state = await server.games.state(game)
        hidden = tuple(replace(seat, rack=tuple(reversed(seat.rack))) for seat in state.seats)
        other = replace(state, seats=hidden, bank=tuple(tuple(reversed(stack)) for stack in state.bank))
        for name in PLAYERS:
            manner = manner_of(name)
            delays = [visible_delay_ms(view(each, None), "seed", manner, Pace()) for each in (state, other)]
            assert delays[0] == delays[1]
            seeds = [str(Random(number).random()) for number in range(50)]
            spread = {visible_delay_ms(view(state, None), seed, manner, Pace()) for seed in seeds}
            assert manner.from_ms <= min(spread) <= max(spread) <= manner.to_ms
            assert len(spread) > 20
            assert visible_delay_ms(view(state, None), "seed", manner, Pace(bot_pace=0)) == 0
        await server.game_keeper.stop(pause=False)

    asyncio.run(story())


def test_expiring_is_refused_to_nobody_but_the_clock() -> None:
    """No message of the protocol becomes a command of the table, the clock or a referee."""
    from typing import get_args

    from tilemeld.engine.game.commands import SeatCommand
    from tilemeld.server.live import protocol

    assert ExpireDeadline not in get_args(SeatCommand)
    tags = {each.__struct_config__.tag for each in get_args(protocol.FromClient)}
    assert not tags & {"expire-deadline", "begin-game", "pause", "resume", "end-round", "give-penalty"}
