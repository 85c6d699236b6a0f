"""Games in memory: what is given back and when; whatever is given back, nobody notices it.

Proves `service/housekeeping.py`, `service/live/attendance.py`.
"""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from random import Random
from types import FunctionType, ModuleType
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.bots import Habits, RandomPlayer
from tilemeld.bots.player import Dawdle
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import BeginGame, CreateGame, SeatCommand, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.service.errors import Forbidden
from tilemeld.service.housekeeping import EVERY_MS, Housekeeper
from tilemeld.service.live.attendance import Unattended
from tilemeld.service.live.drafts import Draft, Drafts
from tilemeld.service.live.game_cache import ENDED_MS, IDLE_MS, REMEMBERED, GameCache
from tilemeld.service.live.game_log import GameLog, digest
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.log.log_cache import STATE_BYTES
from tilemeld.service.ports import CommandKey, GameId, PersonId, TableId

RULES = profile("cs").override({"rack_size": 5, "opening_points": 0, "turn_seconds": None})
GAME, TABLE = GameId("g"), TableId("t")
STEADY = RandomPlayer(Habits(dawdle=0, err=0, leave=0, hold_back=0, redeal=0))


class Room:
    """Games on a store of their own, and a clock that the test moves."""

    def __init__(self, memory: GameCache | None = None) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore()
        self.bus = LocalBus()
        self.games = GameLog(self.store, self.bus, self.clock, chance=FixedChance("room"), memory=memory)
        self.drafts = Drafts(self.games, self.store, bus=self.bus, clock=self.clock)
        self.watched = False
        self.memory = self.games.memory
        self.keys: list[tuple[CommandKey, SeatCommand]] = []

    async def begin(self, game: GameId = GAME, table: TableId = TABLE) -> None:
        await self.games.create(game, table, CreateGame(RULES, 2))
        await self.games.do(game, BeginGame())

    async def choice(self, rng: Random) -> SeatCommand | None:
        """What a random player does next; none when the game is over."""
        state = await self.games.state(GAME)
        if state.phase == Phase.ENDED:
            return None
        assert state.active is not None
        while isinstance(found := STEADY.choose(await self.games.view(GAME, state.active), rng), Dawdle):
            pass
        return cast(SeatCommand, found)

    async def move(self, command: SeatCommand) -> object:
        key = CommandKey(f"seat/{command.seat}", f"c{len(self.keys)}", digest(command))
        self.keys.append((key, command))
        return await self.games.do(GAME, command, key=key)

    async def play_out(self) -> None:
        rng = Random(1)
        while (command := await self.choice(rng)) is not None:
            await self.move(command)

    def tidy(self, *, after_ms: int = 0) -> None:
        self.clock.advance(after_ms)
        self.memory.tidy(self.clock.now_ms(), lambda _table: self.watched)


def tell(story: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(in_time())


Deed = tuple[str, int]
Deeds = st.lists(
    st.tuples(
        st.sampled_from(
            ["move", "move", "move", "repeat", "other", "follow", "draft", "drop", "slim", "tidy", "heavy"]
        ),
        st.integers(0, 1_000),
    ),
    min_size=5,
    max_size=60,
)


@settings(max_examples=40)
@given(Deeds)
def test_nobody_notices_what_was_given_back_in_between(deeds: list[Deed]) -> None:
    async def story() -> None:
        kept, given_back = Room(), Room(GameCache(games=1, bytes=10 * STATE_BYTES))
        for room in (kept, given_back):
            await room.begin()
        for deed, number in deeds:
            found = [await do(room, deed, number) for room in (kept, given_back)]
            assert found[0] == found[1], deed
            give_back(given_back, deed)
        states = [await room.games.state(GAME) for room in (kept, given_back)]
        assert states[0] == states[1]
        for room in (kept, given_back):
            await room.drafts.save_all()

    tell(story)


async def do(room: Room, deed: str, number: int) -> object:
    """Do something, and return what whoever asked for it hears."""
    if deed == "move":
        command = await room.choice(Random(number))
        return None if command is None else await room.move(command)
    if deed == "repeat" and room.keys:
        key, command = room.keys[number % len(room.keys)]
        return await room.games.do(GAME, command, key=key)
    if deed == "other" and room.keys:
        key, _ = room.keys[number % len(room.keys)]
        with pytest.raises(Forbidden):
            await room.games.do(GAME, Take(Seat(0)), key=CommandKey(key.who, key.id, "another"))
    if deed == "follow":
        version = (await room.games.state(GAME)).version
        viewer = (None, Seat(0), Seat(1))[number % 3]
        return await room.games.follow(GAME, viewer, number % (version + 2))
    if deed == "draft":
        return await put_draft(room, number)
    return await room.games.sight(GAME, None)


async def put_draft(room: Room, number: int) -> object:
    state = await room.games.state(GAME)
    if state.phase == Phase.TURN and state.active is not None:
        await room.drafts.put(GAME, Draft(state.active, state.turn, number, state.table))
        room.clock.advance(500)
        for _ in range(5):
            await asyncio.sleep(0)
    return await room.drafts.current(GAME, state)


def give_back(room: Room, deed: str) -> None:
    found = room.memory.find(GAME)
    if deed == "drop":
        room.memory.drop(GAME)
    elif deed == "slim" and found is not None:
        found.slim()
    elif deed == "tidy":
        room.memory.tidy(room.clock.now_ms() + IDLE_MS, lambda _table: False)
    elif deed == "heavy":
        room.tidy()
    room.drafts.tidy(lambda game: room.memory.find(game) is not None)


def test_a_game_that_is_over_is_given_back_at_once_when_nobody_is_there() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        await room.play_out()
        room.watched = True
        room.tidy(after_ms=ENDED_MS)
        found = room.memory.find(GAME)
        assert found is not None, "somebody looks at the result"
        assert len(found.moments) == 1
        room.watched = False
        room.tidy()
        assert len(room.memory) == 0

    tell(story)


def test_a_game_that_rests_is_given_back_after_a_while_and_goes_on_where_it_was() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        before = await room.games.state(GAME)
        room.tidy(after_ms=IDLE_MS - 1)
        assert len(room.memory) == 1
        room.tidy(after_ms=1)
        assert len(room.memory) == 0
        assert await room.games.state(GAME) == before
        room.watched = True
        room.tidy(after_ms=10 * IDLE_MS)
        assert len(room.memory) == 1

    tell(story)


def test_a_game_at_which_somebody_is_working_is_not_given_back() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        found = room.memory.find(GAME)
        assert found is not None
        async with found.lock:
            room.tidy(after_ms=IDLE_MS)
            assert not room.memory.drop(GAME)
            assert room.memory.find(GAME) is found

    tell(story)


def test_all_games_together_weigh_no_more_than_they_may() -> None:
    async def story() -> None:
        limit = 60 * STATE_BYTES
        room = Room(GameCache(bytes=limit))
        for number in range(12):
            await room.begin(GameId(f"g{number}"), TableId(f"t{number}"))
        heavy = room.memory.weight
        assert heavy > limit
        room.tidy()
        assert 0 < room.memory.weight <= limit
        last = room.memory.find(GameId("g11"))
        assert last is not None
        assert room.memory.weight == sum(
            found.weight for game in room.memory if (found := room.memory.find(game)) is not None
        )
        crowded = Room(GameCache(bytes=20_000))
        for number in range(12):
            await crowded.begin(GameId(f"g{number}"), TableId(f"t{number}"))
        crowded.tidy()
        assert crowded.memory.weight <= 20_000, "where slimming is not enough, games are given back"
        assert 0 < len(crowded.memory) < 12
        few = GameCache(games=3)
        for number in range(12):
            few.open(GameId(f"g{number}"), 0)
        assert list(few) == ["g9", "g10", "g11"]

    tell(story)


def test_a_long_game_keeps_a_bounded_number_of_moments_and_results() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        await room.play_out()
        found = room.memory.find(GAME)
        assert found is not None
        assert len(room.keys) > REMEMBERED
        assert (len(found.moments), len(found.results)) == (REMEMBERED, REMEMBERED)
        shown = await room.games.follow(GAME, None, 1)
        assert shown is not None, "who was away for long gets everything"
        first_key, first = room.keys[0]
        again = await room.games.do(GAME, first, key=first_key)
        assert again.repeated
        with pytest.raises(Refused):
            await room.games.do(GAME, first, key=CommandKey(first_key.who, "new", first_key.digest))

    tell(story)


def test_the_draft_of_a_game_that_is_over_is_gone_and_is_not_written_again() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        await put_draft(room, 1)
        state = await room.games.state(GAME)
        assert state.active is not None
        await room.drafts.put(GAME, Draft(state.active, state.turn, 2, state.table))
        await room.play_out()
        assert len(room.drafts) == 0
        for _ in range(5):
            room.clock.advance(1_000)
            await asyncio.sleep(0)
        assert await room.store.load_draft(GAME) is None

    tell(story)


def test_the_housekeeper_gives_back_what_nobody_needs_once_a_second() -> None:
    class Nobody(Unattended):
        def is_watched_here(self, table: TableId) -> bool:
            return False

    async def story() -> None:
        room = Room()
        tables = Lobby(room.store, room.bus, room.clock)
        keeper = Housekeeper(room.games, room.drafts, tables, clock=room.clock, attendance=Nobody())
        keeper.start()
        table = await tables.create(PersonId("p"), Options(RULES, 2))
        await tables.get(table.id)
        assert tables.known(table.id) is not None
        await room.begin()
        await room.play_out()
        for _ in range(3):
            room.clock.advance(EVERY_MS)
            for _ in range(5):
                await asyncio.sleep(0)
        assert (len(room.memory), len(room.drafts), tables.known(table.id)) == (0, 0, None)
        await keeper.stop()

    tell(story)


def test_what_a_game_is_said_to_weigh_is_about_what_it_weighs() -> None:
    async def story() -> None:
        room = Room()
        await room.begin()
        rng = Random(1)
        while (command := await room.choice(rng)) is not None:
            version = (await room.games.state(GAME)).version
            await room.move(command)
            for viewer in (None, Seat(0), Seat(1)):
                await room.games.follow(GAME, viewer, version)
        found = room.memory.find(GAME)
        assert found is not None
        assert found.state is not None
        shared = {id(found.state.rules), id(found.state.sets)}
        weighed = size_of([found.moments, found.results, found._views], shared)
        assert 0.5 * weighed <= found.weight <= 2.5 * weighed

    tell(story)


def size_of(thing: object, seen: set[int]) -> int:
    """Everything that hangs on a thing, in bytes; what was seen already weighs nothing."""
    if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType):
        return 0
    seen.add(id(thing))
    return sys.getsizeof(thing) + sum(size_of(each, seen) for each in gc.get_referents(thing))
