"""What bots say: a few preset phrases about what everybody sees, one at a time, and only to people."""

import asyncio
from dataclasses import replace

import pytest

from table_setup import a_turn
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.bots import LEVELS
from tilemeld.engine.game.scoring import Result
from tilemeld.engine.game.state import GameState
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import Overrides, Server
from tilemeld.server.settings import Settings
from tilemeld.service.live.bot_remarks import Glimpse, occasion_for
from tilemeld.service.live.lobby_table import Options


class Listening(LocalBus):
    """A bus that remembers what was said at tables."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[int, str]] = []

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        if message.startswith("said "):
            _, seat, phrase = message.split()
            self.said.append((int(seat), phrase))
        await super().publish(topic, message)


async def pass_time(clock: ManualClock) -> None:
    """Let everybody do what they have to do now, and then the next thing happen."""
    for _ in range(20):
        await asyncio.sleep(0)
    if clock.next_at is not None:
        clock.move_to(clock.next_at)


def heard(pace: float) -> list[tuple[int, str]]:
    """What is said in a game that a person leaves to two bots."""
    bus, clock = Listening(), ManualClock()

    async def story() -> None:
        overrides = Overrides(store=MemoryStore(), bus=bus, clock=clock, thinker=InlineThinker())
        server = Server(Settings(bot_pace=pace), overrides)
        await server.start()
        person = (await server.guests.arrive())[0].id
        rules = profile("cs").override({"opening_points": 10})
        table = await server.tables.create(person, Options(rules, 3), bots=("casual", "beginner"))
        table = await server.play.start(person, table.id)
        assert table.game is not None
        await server.play.leave(person, table.game, 0, command_id="bye")
        async with asyncio.timeout(60):
            while (await server.tables.get(table.id)).stage != "over":
                await pass_time(clock)
            for _ in range(4):  # a last word
                await pass_time(clock)
        await server.stop()

    asyncio.run(story())
    return bus.said


def test_bots_say_something_now_and_then_with_their_own_words() -> None:
    said = heard(pace=1.0)
    assert said
    for seat, phrase in said:
        personality = LEVELS[{1: "casual", 2: "beginner"}[seat]].personality
        assert phrase in {each for phrases in personality.says.values() for each in phrases}


def test_bots_without_a_pace_are_silent() -> None:
    assert heard(pace=0) == []


TURN = a_turn(profile("cs"), ["r1 r2", "b1 b2"], table="r4 r5 r6 | k1 k2 k3 k4 k5")
OVER = Result("rack-empty", (Seat(1),), ())


@pytest.mark.parametrize(
    ("before", "state", "occasion"),
    [
        (Glimpse(0, None, 0), replace(TURN, turn=1), "begins"),
        (Glimpse(7, Seat(1), 0), TURN, "lays-much"),
        (Glimpse(7, Seat(0), 0), TURN, "admires"),
        (Glimpse(7, Seat(1), 1), TURN, None),
        (Glimpse(7, Seat(0), 6), replace(TURN, result=OVER), "wins"),
        (Glimpse(7, Seat(0), 6), replace(TURN, result=replace(OVER, winners=(Seat(0),))), "loses"),
    ],
)
def test_occasions_follow_from_what_everybody_sees(
    before: Glimpse, state: GameState, occasion: str | None
) -> None:
    assert occasion_for(Seat(1), before, state) == occasion
