"""Quotas: what is counted, for whom, and for how long.

Proves `service/live/table_quotas.py`.
"""

import asyncio
from dataclasses import replace

import pytest

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.rules import profile
from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden, Unavailable
from tilemeld.service.limits.quotas import Quota, UnderWay
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.lobby_table import Options, Table
from tilemeld.service.live.table_quotas import TableQuotas
from tilemeld.service.ports import DAY_MS, PersonId

ME = Claim("here", "me")


class Room:
    """Tables, and quotas over them: two for a person."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = ManualClock()
        self.tables = Lobby(self.store, LocalBus(), self.clock)
        self.quotas = self.another_process()

    def another_process(self) -> TableQuotas:
        return TableQuotas(
            self.tables,
            self.store,
            self.clock,
            quota=Quota(person=2, address=100),
            public=Quota(1, 3),
            conceal=lambda text: text,
        )

    async def set_one(self, claim: Claim = ME, *, public: bool = False) -> Table:
        async with self.quotas.setting(claim, public=public) as note:
            options = Options(profile("cs"), 2, public=public)
            table = await self.tables.create(PersonId(claim.owner), options)
            await note(table)
        return table


def test_a_table_that_cannot_be_read_any_more_does_not_count() -> None:
    async def story() -> None:
        room = Room()
        first, _ = await room.set_one(), await room.set_one()
        with pytest.raises(Forbidden):
            await room.set_one()
        stored = room.store._tables[first.id]
        room.store._tables[first.id] = replace(stored, body="null")
        room.tables.tidy(lambda _table: False)
        await room.set_one()

    asyncio.run(story())


def test_another_process_and_a_restart_count_the_same_tables() -> None:
    async def story() -> None:
        room = Room()
        await room.set_one()
        room.quotas = room.another_process()
        await room.set_one()
        room.quotas = room.another_process()
        with pytest.raises(Forbidden, match="2"):
            await room.set_one()
        room.clock.advance(DAY_MS)
        await room.set_one()

    asyncio.run(story())


def test_tables_that_are_being_set_at_the_same_time_count_too() -> None:
    async def story() -> None:
        room = Room()
        tries = await asyncio.gather(*(room.set_one() for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(each, Table) for each in tries) <= 2
        assert all(isinstance(each, Table | Forbidden) for each in tries)

    asyncio.run(story())


def test_the_public_list_cannot_be_filled_by_one_person_or_one_address() -> None:
    async def story() -> None:
        room = Room()
        first = await room.set_one(public=True)
        with pytest.raises(Forbidden, match="you have 1 public tables"):
            await room.set_one(public=True)
        await room.set_one()  # by invitation one may
        for number in range(2):
            await room.set_one(Claim("here", f"person {number}"), public=True)
        with pytest.raises(Forbidden, match="your address has 3 public tables"):
            await room.set_one(Claim("here", "another"), public=True)
        await room.tables.stand_up(first.id, PersonId("me"), 0)
        assert len(await room.tables.listed()) == 2, "a table that everybody has left is not listed"
        await room.set_one(Claim("here", "another"), public=True)

    asyncio.run(story())


def test_a_table_that_becomes_public_takes_a_place_in_the_list_once() -> None:
    async def story() -> None:
        room = Room()
        table = await room.set_one()
        for _ in range(2):
            async with room.quotas.listing(ME, known=table.id) as note:
                options = Options(profile("cs"), 2, public=True)
                await note(await room.tables.set_options(table.id, PersonId("me"), options))
        with pytest.raises(Forbidden):
            await room.set_one(public=True)

    asyncio.run(story())


def test_what_is_under_way_is_counted_off_once_and_nobody_is_remembered() -> None:
    waiting = UnderWay(Quota(person=1, address=2), "limit/questions")
    give_back = waiting.take(ME)
    with pytest.raises(Unavailable):
        waiting.take(ME)
    with waiting.one(Claim("here", "you")), pytest.raises(Unavailable):
        waiting.take(Claim("here", "they"))
    give_back()
    assert not len(waiting)
    waiting.take(ME)
