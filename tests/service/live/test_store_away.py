"""The store is away while the game keeper stops or resumes: all is closed, and no game stays paused."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from service.live.test_time import QUICK, a_server, begun, resumed, settle
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.engine.game.commands import Take
from tilemeld.server.app import Overrides, Server
from tilemeld.service.errors import Unavailable
from tilemeld.service.live.game_keeper import RETRY_MS, GameKeeper
from tilemeld.service.live.pause_reasons import DOWN
from tilemeld.service.live.processes import BEAT_EVERY_MS, Processes
from tilemeld.service.ports import Append, Beat, GameId


class AwayStore(MemoryStore):
    """Does not answer while it is away."""

    away = False
    is_closed = False

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []

    def _answer(self, asked: str) -> None:
        if self.away:
            self.refused.append(asked)
            raise Unavailable("store/unavailable")

    async def append(self, game: GameId, append: Append) -> None:
        self._answer("append")
        await super().append(game, append)

    async def mark_alive(self, at: int) -> None:
        self._answer("mark_alive")
        await super().mark_alive(at)

    async def beat(self, process: str, at: int, report: str) -> None:
        self._answer("beat")
        await super().beat(process, at, report)

    async def beats(self) -> Mapping[str, Beat]:
        self._answer("beats")
        return await super().beats()

    async def close(self) -> None:
        self.is_closed = True
        await super().close()


def test_a_server_that_stops_while_the_store_is_away_closes_everything() -> None:
    async def story() -> None:
        store = AwayStore()
        server = a_server(store, ManualClock())
        await server.start()
        await begun(server)
        store.away = True
        await server.stop()
        assert set(store.refused) == {"append", "mark_alive"}
        assert store.is_closed

    asyncio.run(story())


def keeper_among_others(server: Server, store: AwayStore) -> GameKeeper:
    return GameKeeper(
        server.games,
        server.tables,
        server.drafts,
        starts=server.starts,
        follow_ups=server.follow_ups,
        store=store,
        thinker=server.thinker,
        clock=server.clock,
        processes=Processes(store, server.bus, server.clock, me="one"),
    )


class BeatlessStore(AwayStore):
    """Does not say who else lives."""

    async def append(self, game: GameId, append: Append) -> None:
        await MemoryStore.append(self, game, append)


def test_who_cannot_know_whether_others_live_leaves_the_clocks_running_for_them() -> None:
    async def story() -> None:
        store = BeatlessStore()
        server = a_server(store, ManualClock())
        await server.guests.start()
        keeper = keeper_among_others(server, store)
        await keeper.start(server.guests.key)
        game = await begun(server)
        store.away = True
        await keeper.stop()
        assert (await server.games.state(game)).paused_at is None
        store.away = False
        await server.stop()

    asyncio.run(story())


def test_a_game_resumes_although_the_store_was_away_when_it_was_due() -> None:
    async def story() -> None:
        clock, store = ManualClock(), AwayStore()
        first = a_server(store, clock)
        await first.start()
        game = await begun(first)
        await store.mark_alive(clock.now_ms())
        await first.game_keeper.stop(pause=False)  # killed
        clock.advance(60_000)
        second = a_server(store, clock)
        await second.start()
        assert (await second.games.state(game)).pause_reason == DOWN
        store.away = True
        clock.advance(QUICK.resume_after_ms)

        async def was_refused() -> bool:
            return "append" in store.refused

        await settle(was_refused)
        store.away = False
        for _ in range(20):
            await asyncio.sleep(0)
        clock.advance(RETRY_MS)
        await settle(lambda: resumed(second, game))
        await second.stop()

    asyncio.run(story())


async def among_others(store: AwayStore, clock: ManualClock) -> tuple[Server, Processes]:
    """A server that shares its store with others."""
    overrides = Overrides(store=store, bus=LocalBus(), clock=clock, thinker=InlineThinker())
    server = Server(replace(QUICK, database="postgresql://nowhere"), overrides)
    assert server.processes is not None
    await server.start()
    return server, server.processes


async def pass_time(clock: ManualClock, ms: int) -> None:
    for _ in range(ms // BEAT_EVERY_MS):
        clock.advance(BEAT_EVERY_MS)
        for _ in range(50):
            await asyncio.sleep(0)


async def left_ms(server: Server, game: GameId) -> int:
    state = await server.games.state(game)
    assert state.deadline is not None
    return state.deadline.at - server.clock.now_ms()


def test_a_turn_gets_back_the_time_in_which_nothing_could_be_written() -> None:
    async def story() -> None:
        clock, store = ManualClock(), AwayStore()
        server, processes = await among_others(store, clock)
        game = await begun(server)
        await pass_time(clock, 5_000)
        before = await left_ms(server, game)
        turn = (await server.games.state(game)).turn
        store.away = True
        await pass_time(clock, 100_000)
        assert before < 100_000, "the time is over meanwhile"
        store.away = False
        processes.hurry()

        async def is_back() -> bool:
            return not processes.is_cut_off

        await settle(is_back)
        state = await server.games.state(game)
        assert (state.turn, await left_ms(server, game)) == (turn, before)
        await pass_time(clock, before)
        assert (await server.games.state(game)).turn == turn
        await pass_time(clock, BEAT_EVERY_MS)
        assert (await server.games.state(game)).turn > turn, "the rest of it is over"
        await server.stop()

    asyncio.run(story())


def test_who_has_moved_since_the_store_is_back_is_given_nothing() -> None:
    async def story() -> None:
        clock, store = ManualClock(), AwayStore()
        server, processes = await among_others(store, clock)
        game = await begun(server)
        await pass_time(clock, 1_000)
        store.away = True
        await pass_time(clock, 20_000)
        store.away = False
        active = (await server.games.state(game)).active
        assert active is not None
        await server.games.do(game, Take(active))
        version = (await server.games.state(game)).version
        processes.hurry()

        async def is_back() -> bool:
            return not processes.is_cut_off

        await settle(is_back)
        assert (await server.games.state(game)).version == version
        await server.stop()

    asyncio.run(story())


def test_a_turn_that_was_over_before_the_store_was_away_stays_over() -> None:
    async def story() -> None:
        clock, store = ManualClock(), AwayStore()
        server, processes = await among_others(store, clock)
        game = await begun(server)
        await pass_time(clock, await left_ms(server, game))
        state = await server.games.state(game)
        assert await left_ms(server, game) == 0, "an answer that is on its way would still count"
        store.away = True
        await pass_time(clock, 10_000)
        store.away = False
        processes.hurry()
        await pass_time(clock, 2 * BEAT_EVERY_MS)
        assert (await server.games.state(game)).turn == state.turn + 1
        assert not any('"pause"' in step.body for step in await store.load(game))
        await server.stop()

    asyncio.run(story())
