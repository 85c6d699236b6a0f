"""One suite for every bus: listeners of one process, and of two that are connected.

Proves `adapters/bus.py`, `adapters/postgres/bus.py`, `adapters/valkey_bus.py`.
"""

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from tools.cluster.parts import RealServer

from real_servers import RealPostgres, a_postgres, a_valkey, postgres, removed, valkey
from tilemeld.adapters.bus import BACKLOG, LocalBus
from tilemeld.adapters.linked_bus import LinkedBus
from tilemeld.adapters.postgres.bus import LONGEST_BYTES, PostgresBus
from tilemeld.adapters.valkey_bus import ValkeyBus
from tilemeld.service.ports import AGAIN, Bus, Subscription

Make = Callable[[], Bus]
Story = Callable[[Bus, Bus], Awaitable[None]]
Tell = Callable[[Story], None]


def valkey_url(server: RealServer) -> str:
    return f"redis://127.0.0.1:{server.port}/0"


def local_buses() -> Make:
    return LocalBus


def postgres_buses() -> Make:
    return partial(PostgresBus, postgres().database())


def valkey_buses() -> Make:
    return partial(ValkeyBus, valkey_url(valkey()))


LINKED = {"postgres": postgres_buses, "valkey": valkey_buses}
BUSES = {"local": local_buses, **LINKED}


def run(make: Make, story: Story) -> None:
    """Run a story on two buses that are connected."""

    async def play() -> None:
        async with asyncio.timeout(30):
            buses = make(), make()
            for bus in buses:
                if isinstance(bus, LinkedBus):
                    await bus.connected()
            try:
                await story(*buses)
            finally:
                for bus in buses:
                    if isinstance(bus, LinkedBus):
                        await bus.close()

    asyncio.run(play())


@pytest.fixture(params=BUSES)
def tell(request: pytest.FixtureRequest) -> Tell:
    return partial(run, BUSES[request.param]())


@pytest.fixture(params=LINKED)
def tell_linked(request: pytest.FixtureRequest) -> Tell:
    return partial(run, LINKED[request.param]())


def test_everybody_who_listens_hears_in_order(tell: Tell) -> None:
    async def story(bus: Bus, _other: Bus) -> None:
        one, both, other = bus.subscribe("a"), bus.subscribe("a", "b"), bus.subscribe("b")
        for number in range(3):
            await bus.publish("a", f"a{number}")
        await bus.publish("b", "b0")
        assert [await one.next() for _ in range(3)] == ["a0", "a1", "a2"]
        assert [await both.next() for _ in range(4)] == ["a0", "a1", "a2", "b0"]
        assert await other.next() == "b0"

    tell(story)


def test_nobody_hears_what_was_said_before_or_after_listening(tell: Tell) -> None:
    async def story(bus: Bus, _other: Bus) -> None:
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


def test_who_does_not_listen_loses_the_oldest_and_holds_nobody_up(tell: Tell) -> None:
    async def story(bus: Bus, _other: Bus) -> None:
        heard = bus.subscribe("a")
        for number in range(BACKLOG + 10):
            await bus.publish("a", str(number))
        assert await heard.next() == AGAIN, "it hears that something was lost"
        assert int(await heard.next()) == 10
        for _ in range(BACKLOG - 2):
            await heard.next()
        assert await heard.next() == str(BACKLOG + 9)

    tell(story)


def test_the_other_process_hears_everything_once_and_in_order(tell_linked: Tell) -> None:
    async def story(here: Bus, there: Bus) -> None:
        mine, others, elsewhere = here.subscribe("a"), there.subscribe("a"), there.subscribe("b")
        sent = [f"moved {number} ąж\n{'x' * 2_000}" for number in range(20)]
        for message in sent:
            await here.publish("a", message)
        await here.publish("b", "end")
        assert [await others.next() for _ in sent] == sent
        assert [await mine.next() for _ in sent] == sent
        assert await elsewhere.next() == "end"
        await there.publish("a", "back")
        assert (await mine.next(), await others.next()) == ("back", "back"), "and nothing came twice"

    tell_linked(story)


def test_a_message_that_is_too_long_is_dropped_and_takes_no_other_with_it() -> None:
    async def story(here: Bus, there: Bus) -> None:
        heard = there.subscribe("a")
        for message in ("one", "x" * LONGEST_BYTES, "two"):
            await here.publish("a", message)
        assert [await heard.next(), await heard.next()] == ["one", "two"]

    run(postgres_buses(), story)


def taking(bus: LinkedBus, *topics: str) -> asyncio.Queue[tuple[str, str, str]]:
    """Return what a bus hears from elsewhere; what belongs to these topics goes no further."""
    taken: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue()

    def take_in(*said: str) -> bool:
        topic, message, about = said
        taken.put_nowait((topic, message, about))
        return topic in topics

    bus.take_in = take_in
    return taken


def test_what_a_message_is_about_comes_along_to_the_other_process(tell_linked: Tell) -> None:
    async def story(here: Bus, there: Bus) -> None:
        assert isinstance(there, LinkedBus)
        taken = taking(there, "a")
        heard = there.subscribe("a", "b")
        about = '{"who":"Zoë # 7","why":"a\\nb"}'
        await here.publish("a", "moved 3", about=about)
        await here.publish("b", "moved 4")
        escaped = about.replace(" ", "\\u0020")
        assert await taken.get() == ("a", "moved 3", escaped)
        assert json.loads(escaped) == json.loads(about)
        assert await taken.get() == ("b", "moved 4", "")
        assert await heard.next() == "moved 4", "what was taken in is not passed on"

    tell_linked(story)


def test_what_is_too_long_is_left_out_and_the_message_comes_all_the_same() -> None:
    async def story(here: Bus, there: Bus) -> None:
        assert isinstance(there, LinkedBus)
        taken = taking(there)
        await here.publish("a", "moved 3", about="ą" * (LONGEST_BYTES // 2))
        assert await taken.get() == ("a", "moved 3", "")

    run(postgres_buses(), story)


async def until(heard: Subscription, wanted: str) -> None:
    while await heard.next() != wanted:
        pass


def test_without_a_link_messages_are_heard_here_and_nobody_elsewhere_is() -> None:
    async def story() -> None:
        bus, lost = PostgresBus("postgresql://127.0.0.1:1/nowhere"), asyncio.Event()
        bus.on_lost = lost.set
        heard = bus.subscribe("a")
        async with asyncio.timeout(30):
            await lost.wait()
        assert not bus.is_connected
        assert not bus.hears(())
        await bus.publish("a", "here")
        assert await heard.next() == "here"
        await bus.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", LINKED)
def test_a_bus_that_is_killed_comes_back_by_itself_and_says_that_something_was_lost(kind: str) -> None:
    with removed(a_postgres() if kind == "postgres" else a_valkey()) as server:
        make: Make
        if isinstance(server, RealPostgres):
            make = partial(PostgresBus, server.database())
        else:
            make = partial(ValkeyBus, valkey_url(server))

        async def story(here: Bus, there: Bus) -> None:
            assert isinstance(here, LinkedBus)
            assert isinstance(there, LinkedBus)
            heard, mine = there.subscribe("a"), here.subscribe("a")
            await until_heard(there, here)
            losses = [asyncio.Event(), asyncio.Event()]
            here.on_lost, there.on_lost = (each.set for each in losses)
            await asyncio.to_thread(server.kill, signal.SIGKILL if kind == "valkey" else signal.SIGQUIT)
            while here.is_connected or there.is_connected:
                await here.publish("a", "lost")
                await asyncio.sleep(0.01)
            await here.publish("a", "here only")
            await until(mine, "here only")
            for each in losses:
                await each.wait()
            assert not there.hears([here.me])
            await asyncio.to_thread(server.start)
            await here.connected()
            await there.connected()
            await until_heard(there, here)
            await here.publish("a", "back")
            await until(heard, "back")

        run(make, story)


async def until_heard(there: LinkedBus, here: LinkedBus) -> None:
    """Wait until one process is known to hear everything of another."""
    while not there.hears([here.me]):
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("ticks", range(3, 8))
def test_a_bus_that_is_just_sending_closes_all_the_same(ticks: int) -> None:
    """Valkey's client swallows a cancellation that comes while it sends."""

    async def story() -> None:
        bus = ValkeyBus(f"redis://127.0.0.1:{valkey().port}")
        await bus.connected()
        await bus.publish("x", "y")
        for _ in range(ticks):
            await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await bus.close()

    asyncio.run(story())
