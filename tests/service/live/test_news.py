"""What others have written is known by notices alone while none can be missed, and by asking otherwise.

Proves `service/log/belief.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.game.commands import BeginGame, CreateGame, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.rules import profile
from tilemeld.service.live.game_log import GameLog
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.live.news import LOOK_EVERY_MS, LOST_LOOK_EVERY_MS, News
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import GameId, PersonId, StoredStep, StoredTable, TableId

GAME, TABLE = GameId("g"), TableId("t")
FRESH_MS = 1_000


class Store(MemoryStore):
    """Counts the questions, and can be slow to answer one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.waits: asyncio.Event | None = None

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        self.asked.append("steps")
        found = await super().load(game, after=after)
        if self.waits is not None:
            await self.waits.wait()
        return found

    async def get_table(self, table: TableId) -> StoredTable | None:
        self.asked.append("table")
        return await super().get_table(table)


class Wire(LocalBus):
    """Notes what would be sent to other processes."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str, str]] = []

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        await super().publish(topic, message)
        self.sent.append((topic, message, about))


@dataclass
class Process:
    """A process that shares a store with another."""

    store: Store
    clock: ManualClock
    bus: Wire = field(default_factory=Wire)
    belief: Belief = field(default_factory=lambda: Belief(FRESH_MS))

    def __post_init__(self) -> None:
        chance = FixedChance("two")
        self.games = GameLog(self.store, self.bus, self.clock, chance=chance, belief=self.belief)
        self.tables = Lobby(self.store, self.bus, self.clock, belief=self.belief)
        self.news = News(self.games, self.tables, self.clock, belief=self.belief)

    async def hear(self, *sent: tuple[str, str, str]) -> None:
        """Take in what another process has sent, and do what follows from it."""
        for each in sent:
            assert self.news.take_in(*each)
        while self.news._tasks:
            await asyncio.gather(*self.news._tasks)


Sent = tuple[str, str, str]
"""A topic, a message, and what it is about."""
Story = Callable[[Process, Process], Awaitable[None]]


def tell(story: Story) -> None:
    """Run a story with two processes, of which the second one knows a game and hears everything."""

    async def run() -> None:
        async with asyncio.timeout(60):
            store, clock = Store(), ManualClock(1_000_000)
            one, two = (Process(store, clock) for _ in range(2))
            await one.games.create(GAME, TABLE, CreateGame(profile("cs"), 2))
            await one.games.do(GAME, BeginGame())
            two.belief.whole_since = clock.now_ms()
            clock.advance(1)
            await two.games.state(GAME)
            for each in (one, two):
                each.bus.sent.clear()
            store.asked.clear()
            await story(one, two)
            await two.news.stop()

    asyncio.run(run())


def spoiled(sent: list[Sent], *, old: str, new: str) -> list[Sent]:
    assert all(old in about for _, _, about in sent)
    return [(topic, message, about.replace(old, new)) for topic, message, about in sent]


async def take(process: Process) -> None:
    seat = (await process.games.state(GAME)).active
    assert seat is not None
    await process.games.do(GAME, Take(seat))


def test_while_nothing_can_be_missed_what_is_in_memory_is_believed() -> None:
    async def story(_one: Process, two: Process) -> None:
        two.clock.advance(10 * LOOK_EVERY_MS)
        await two.games.state(GAME)
        assert two.store.asked == []
        two.news.note_loss()
        await two.games.state(GAME)
        assert two.store.asked == ["steps"], "from now on it is looked at again"

    tell(story)


def test_what_was_looked_at_before_everybody_was_heard_is_looked_at_again() -> None:
    async def story(_one: Process, two: Process) -> None:
        two.clock.advance(10 * FRESH_MS)
        two.belief.whole_since = two.clock.now_ms()
        two.clock.advance(FRESH_MS)
        await two.games.state(GAME)
        two.clock.advance(FRESH_MS)
        await two.games.state(GAME)
        assert two.store.asked == ["steps"], "once"

    tell(story)


def test_a_notice_brings_the_step_and_nothing_is_asked() -> None:
    async def story(one: Process, two: Process) -> None:
        followed = two.bus.subscribe(f"game/{GAME}")
        for _ in range(3):
            await take(one)
        one.store.asked.clear()
        await two.hear(*one.bus.sent)
        assert await two.games.state(GAME) == await one.games.state(GAME)
        assert two.store.asked == []
        versions = [message.split()[1] for _, message, _ in one.bus.sent]
        assert [(await followed.next()).split()[1] for _ in versions] == versions, "each is said here, once"

    tell(story)


def test_a_notice_that_comes_twice_late_alone_or_with_nonsense_leads_to_the_same_game() -> None:
    async def story(one: Process, two: Process) -> None:
        two.bus.subscribe(f"game/{GAME}")

        async def heard(moves: int, mistreat: Callable[[list[Sent]], list[Sent]]) -> list[str]:
            one.bus.sent.clear()
            for _ in range(moves):
                await take(one)
            two.store.asked.clear()
            await two.hear(*mistreat(one.bus.sent))
            asked = list(two.store.asked)
            assert await two.games.state(GAME) == await one.games.state(GAME)
            return asked

        assert await heard(1, lambda sent: sent * 2) == [], "twice"
        assert await heard(2, lambda sent: sent[::-1]) == ["steps"], "the second before the first"
        assert await heard(2, lambda sent: sent[1:]) == ["steps"], "the first one is lost"
        assert await heard(1, lambda sent: [(*each[:2], "") for each in sent]) == ["steps"], (
            "without its step"
        )
        for old, new in [("take", "steal"), ('"version"', '"v"'), (",{", ",[")]:
            assert await heard(1, partial(spoiled, old=old, new=new)) == ["steps"], old

    tell(story)


def test_a_game_that_nobody_follows_here_is_read_when_it_is_needed() -> None:
    async def story(one: Process, two: Process) -> None:
        await take(one)
        one.store.asked.clear()
        await two.hear(*one.bus.sent)
        assert two.store.asked == []
        assert await two.games.state(GAME) == await one.games.state(GAME)
        assert two.store.asked == ["steps"]
        assert two.news.take_in(f"game/{GAME}x", "moved 3", ""), "one that is not known here does no harm"

    tell(story)


def test_a_notice_that_comes_while_the_game_is_read_is_not_lost() -> None:
    async def story(one: Process, two: Process) -> None:
        two.bus.subscribe(f"game/{GAME}")
        two.games.memory.forget(GAME)
        waits = two.store.waits = asyncio.Event()
        reading = asyncio.create_task(two.games.state(GAME))
        await asyncio.sleep(0)
        while two.store.asked != ["steps"]:
            await asyncio.sleep(0)
        two.store.waits = None
        await take(one)
        hearing = asyncio.create_task(two.hear(*one.bus.sent))
        await asyncio.sleep(0)
        waits.set()
        before, _ = await asyncio.gather(reading, hearing)
        assert before.version < (await one.games.state(GAME)).version, "it was read before that"
        assert await two.games.state(GAME) == await one.games.state(GAME)

    tell(story)


def test_what_came_without_a_notice_is_found_by_one_question_and_said_here() -> None:
    async def story(one: Process, two: Process) -> None:
        table = (await one.tables.create(PersonId("anna"), Options(profile("cs"), 2))).id
        await two.tables.get(table)
        followed = two.bus.subscribe(f"game/{GAME}", f"table/{table}")
        await take(one)
        await one.tables.sit(table, PersonId("bert"))
        assert (await two.tables.get(table)).version == 1, "believed, since no notice has come"
        two.store.asked.clear()
        await two.news.look()
        assert sorted(two.store.asked) == ["steps", "table"]
        heard = sorted([await followed.next() for _ in range(2)])
        assert heard == [f"moved {(await one.games.state(GAME)).version}", "table 2"]
        assert (await two.tables.get(table)).version == 2
        two.store.asked.clear()
        await two.news.look()
        assert two.store.asked == [], "who knows everything reads nothing"

    tell(story)


def test_everything_is_compared_every_second_while_notices_may_be_missing_and_seldom_otherwise() -> None:
    async def story(_one: Process, two: Process) -> None:
        looks: list[int] = []

        async def look_around() -> None:
            looks.append(two.clock.now_ms())

        two.games.look_around = look_around  # type: ignore[method-assign]

        async def seconds(count: int) -> int:
            looks.clear()
            for _ in range(count):
                two.clock.advance(LOST_LOOK_EVERY_MS)
                for _ in range(20):
                    await asyncio.sleep(0)
            return len(looks)

        two.news.start()
        await asyncio.sleep(0)
        assert await seconds(1) == 1, "once when everybody is heard"
        assert await seconds(19) == 0
        assert await seconds(1) == 1
        two.news.note_loss()
        assert await seconds(5) == 5

    tell(story)


def test_a_table_of_which_a_notice_came_is_read_once_for_all_who_follow_it() -> None:
    async def story(one: Process, two: Process) -> None:
        table = (await one.tables.create(PersonId("anna"), Options(profile("cs"), 2))).id
        await two.tables.get(table)
        listeners = [two.bus.subscribe(f"table/{table}") for _ in range(3)]
        await one.tables.sit(table, PersonId("bert"))
        two.store.asked.clear()
        await two.hear(*one.bus.sent)
        for each in listeners:
            assert await each.next() == "table 2"
            assert (await two.tables.get(table, version=2)).version == 2
        assert two.store.asked == ["table"]

    tell(story)


def test_a_notice_that_comes_while_a_table_is_read_for_somebody_else_counts() -> None:
    async def story(one: Process, two: Process) -> None:
        table = (await one.tables.create(PersonId("anna"), Options(profile("cs"), 2))).id
        await two.tables.get(table)
        await one.tables.sit(table, PersonId("bert"))
        await two.hear(*one.bus.sent)
        assert (await two.tables.get(table)).version == 2, "nobody follows it, and it is not believed"

    tell(story)
