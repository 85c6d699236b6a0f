"""A bus on which messages are lost, doubled and overtaken: what is heard is right, what is missing is known.

Real links are in the contract of all buses.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from random import Random

import pytest

from at_night import at_night
from tilemeld.adapters import linked_bus
from tilemeld.adapters.linked_bus import GONE_SECONDS, PULSE_SECONDS, SILENT_SECONDS, Link, LinkedBus

SENT = 40


class Wire:
    """What connects all buses, and mistreats what passes."""

    def __init__(self, seed: int = 0, mishaps: float = 0.0) -> None:
        self.ends: list[asyncio.Queue[str]] = []
        self._rng, self._mishaps, self._late = Random(seed), mishaps, ""

    def pass_on(self, message: str) -> None:
        if self._rng.random() < self._mishaps:
            return
        if not self._late and self._rng.random() < self._mishaps:
            self._late = message
            return
        messages = [message] * (1 + (self._rng.random() < self._mishaps)) + [self._late] * bool(self._late)
        self._late = ""
        for end in self.ends:
            for each in messages:
                end.put_nowait(each)


class WireLink:
    def __init__(self, wire: Wire, end: asyncio.Queue[str]) -> None:
        self._wire, self.receive = wire, end.get

    async def send(self, messages: Sequence[str]) -> None:
        for each in messages:
            self._wire.pass_on(each)


class WireBus(LinkedBus):
    """A bus on a wire."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire
        self.losses = 0
        self.on_lost = self._lose

    def _lose(self) -> None:
        self.losses += 1

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[Link]:
        end: asyncio.Queue[str] = asyncio.Queue()
        self._wire.ends.append(end)
        yield WireLink(self._wire, end)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are given without waiting a second."""
    monkeypatch.setattr(linked_bus, "PULSE_SECONDS", 0.01)


async def until(condition: object) -> None:
    assert callable(condition)
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("seed", range(at_night(300, by_day=20)))
def test_what_is_heard_is_in_order_and_once_and_what_is_missing_is_known(seed: int) -> None:
    async def story() -> None:
        wire = Wire(seed, mishaps=0.3)
        here, there = WireBus(wire), WireBus(wire)
        for bus in (here, there):
            await bus.connected()
        await until(lambda: there.hears([here.me]))
        heard, found = there.subscribe("a"), []
        there.losses = 0
        for number in range(SENT):
            await here.publish("a", str(number))
            await asyncio.sleep(0)

        async def listen() -> None:
            while True:
                found.append(int(await heard.next()))

        listening = asyncio.create_task(listen())
        await until(lambda: there._others[here.me].number == SENT)
        listening.cancel()
        assert found == sorted(set(found)), "in order, and nothing twice"
        assert set(found) <= set(range(SENT))
        assert there.losses > 0 or found == list(range(SENT)), "a message that is missing is known to be"
        for bus in (here, there):
            await bus.close()

    asyncio.run(story())


def test_a_loss_is_noticed_although_nothing_else_is_said() -> None:
    async def story() -> None:
        wire = Wire()
        here, there = WireBus(wire), WireBus(wire)
        for bus in (here, there):
            await bus.connected()
        await until(lambda: there.hears([here.me]))
        wire._mishaps = 1.0
        await here.publish("a", "gone")
        assert there.losses == 0
        await asyncio.sleep(0.02)
        wire._mishaps = 0.0
        await until(lambda: there.losses == 1)
        await until(lambda: there.hears([here.me]))
        for bus in (here, there):
            await bus.close()

    asyncio.run(story())


def test_who_was_never_heard_or_is_silent_is_not_known_to_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bus = WireBus(Wire())
    bus._connected.set()
    assert bus.hears([])
    assert not bus.hears(["other"])
    assert bus._is_next("other", 7, is_pulse=True)
    assert bus.hears(["other"])
    now += SILENT_SECONDS
    assert not bus.hears(["other"])
    assert SILENT_SECONDS > 2 * PULSE_SECONDS, "one number may be lost"
    now += GONE_SECONDS
    assert bus._is_next("another", 1, is_pulse=False)
    assert list(bus._others) == ["another"], "who is gone is forgotten"
    bus._connected.clear()
    assert not bus.hears([])


def test_a_program_that_knows_no_numbers_is_heard_but_never_relied_on() -> None:
    async def story() -> None:
        wire = Wire()
        bus = WireBus(wire)
        await bus.connected()
        heard = bus.subscribe("game/g")
        wire.pass_on("abcdef game/g moved 3")
        wire.pass_on("nonsense#x#y game/g moved 4")
        assert [await heard.next(), await heard.next()] == ["moved 3", "moved 4"]
        assert not bus.hears(["abcdef"])
        await bus.close()

    asyncio.run(story())


def test_a_program_that_knows_no_numbers_reads_our_messages_as_its_own_kind() -> None:
    """As of November 2026 a message was a name, a topic and the rest, with a space between them."""

    async def story() -> None:
        wire = Wire()
        end: asyncio.Queue[str] = asyncio.Queue()
        bus = WireBus(wire)
        await bus.connected()
        wire.ends.append(end)
        await bus.publish("game/g", "moved 12", about='{"why": "the server was down"}')
        while (message := await end.get()).split(" ")[1] == linked_bus.PULSE:
            pass
        assert message.split(" ", 2)[1:] == ["game/g", "moved 12"]
        await bus.close()

    asyncio.run(story())
