"""Codes for another device: good once, for a few minutes, for one person, whichever process is asked."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from adapters.stores import STORES
from tilemeld.adapters.clocks import ManualClock
from tilemeld.server.app import Store
from tilemeld.service.errors import NotFound
from tilemeld.service.guests.device_codes import LENGTH, RENEW_MS, VALID_MS, DeviceCodes
from tilemeld.service.ports import PersonId

OLA, JAN = PersonId("ola"), PersonId("jan")


class Desk:
    """Two processes that accept codes, over one store."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, ManualClock()
        self.here, self.there = (DeviceCodes(store, self.clock) for _ in range(2))


Story = Callable[[Desk], Awaitable[None]]


@pytest.fixture(params=STORES)
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Story], None]:
    def run(story: Story) -> None:
        async def play() -> None:
            try:
                await story(Desk(store))
            finally:
                await store.close()

        store = STORES[request.param](tmp_path)
        asyncio.run(play())

    return run


def test_a_code_is_used_once_and_who_used_it_may_ask_again(tell: Callable[[Story], None]) -> None:
    async def story(desk: Desk) -> None:
        made = await desk.here.make(OLA)
        assert len(made.code) == LENGTH
        assert not (await desk.there.find(OLA, made.code)).is_used
        typed = f" {made.code[:4].lower()}-{made.code[4:]} "
        assert await desk.there.use(typed, "ticket one") == OLA
        assert await desk.here.use(made.code, "ticket one") == OLA, "the answer got lost"
        for codes in (desk.here, desk.there):
            with pytest.raises(NotFound):
                await codes.use(made.code, "ticket two")
        assert (await desk.here.find(OLA, made.code)).is_used
        assert (await desk.there.make(OLA)).code != made.code, "the next device needs another"

    tell(story)


def test_of_many_devices_at_once_one_comes_in(tell: Callable[[Story], None]) -> None:
    async def story(desk: Desk) -> None:
        made = await desk.here.make(OLA)
        both = (desk.here, desk.there)
        tries = (both[number % 2].use(made.code, f"ticket {number}") for number in range(10))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes.count(OLA) == 1
        assert sum(isinstance(each, NotFound) for each in outcomes) == 9

    tell(story)


def test_a_code_ends_after_five_minutes_and_is_renewed_before(tell: Callable[[Story], None]) -> None:
    async def story(desk: Desk) -> None:
        first = await desk.here.make(OLA)
        assert await desk.there.make(OLA) == first
        desk.clock.advance(VALID_MS - RENEW_MS)
        second = await desk.there.make(OLA)
        assert second.code != first.code
        with pytest.raises(NotFound):
            await desk.here.use(first.code, "t")
        desk.clock.advance(VALID_MS)
        with pytest.raises(NotFound):
            await desk.here.use(second.code, "t")
        with pytest.raises(NotFound):
            await desk.here.find(OLA, second.code)
        await desk.here.make(JAN)
        assert await desk.store.device_code_of(OLA) is None, "what is over is forgotten"

    tell(story)


def test_nobody_sees_whether_the_code_of_another_was_used_and_nonsense_finds_nothing(
    tell: Callable[[Story], None],
) -> None:
    async def story(desk: Desk) -> None:
        made = await desk.here.make(OLA)
        with pytest.raises(NotFound):
            await desk.here.find(JAN, made.code)
        for nonsense in ("", "x", made.code[:-1], "🙂" * 8):
            with pytest.raises(NotFound):
                await desk.here.use(nonsense, "t")
        await desk.store.erase_person(OLA)
        with pytest.raises(NotFound):
            await desk.here.use(made.code, "t")

    tell(story)
