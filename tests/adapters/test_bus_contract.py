"""One suite for every bus.

Proves `adapters/bus.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tilemeld.adapters.bus import BACKLOG, LocalBus
from tilemeld.service.ports import Bus

BUSES: dict[str, Callable[[], Bus]] = {"local": LocalBus}
Story = Callable[[Bus], Awaitable[None]]


@pytest.fixture(params=BUSES)
def tell(request: pytest.FixtureRequest) -> Callable[[Story], None]:
    def run(story: Story) -> None:
        async def play() -> None:
            async with asyncio.timeout(10):
                await story(BUSES[request.param]())

        asyncio.run(play())

    return run


def test_everybody_who_listens_hears_in_order(tell: Callable[[Story], None]) -> None:
    async def story(bus: Bus) -> None:
        one, both, other = bus.subscribe("a"), bus.subscribe("a", "b"), bus.subscribe("b")
        for number in range(3):
            await bus.publish("a", f"a{number}")
        await bus.publish("b", "b0")
        assert [await one.next() for _ in range(3)] == ["a0", "a1", "a2"]
        assert [await both.next() for _ in range(4)] == ["a0", "a1", "a2", "b0"]
        assert await other.next() == "b0"

    tell(story)


def test_nobody_hears_what_was_said_before_or_after_listening(tell: Callable[[Story], None]) -> None:
    async def story(bus: Bus) -> None:
        await bus.publish("a", "before")
        heard = bus.subscribe("a")
        waiting = asyncio.create_task(heard.next())
        await asyncio.sleep(0)
        await bus.publish("a", "now")
        assert await waiting == "now"
        heard.close()
        await bus.publish("a", "after")
        last = asyncio.create_task(heard.next())
        await asyncio.sleep(0)
        assert not last.done()
        last.cancel()

    tell(story)


def test_who_does_not_listen_loses_the_oldest_and_holds_nobody_up(tell: Callable[[Story], None]) -> None:
    async def story(bus: Bus) -> None:
        heard = bus.subscribe("a")
        for number in range(BACKLOG + 10):
            await bus.publish("a", str(number))
        first = int(await heard.next())
        assert first == 10
        for _ in range(BACKLOG - 2):
            await heard.next()
        assert await heard.next() == str(BACKLOG + 9)

    tell(story)
