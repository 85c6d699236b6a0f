"""Quotas: what is counted, for whom, and for how long."""

import asyncio
from dataclasses import replace

import pytest

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.rules import profile
from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden, Unavailable
from tilemeld.service.limits.quotas import KEPT, Quota, UnderWay
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.lobby_table import Options, Table
from tilemeld.service.live.table_quotas import TableQuotas
from tilemeld.service.ports import PersonId

ME = Claim("here", "me")


class Room:
    """Tables, and quotas over them: two for a person."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.tables = Lobby(self.store, LocalBus(), ManualClock())
        self.quotas = TableQuotas(self.tables, ManualClock(), Quota(person=2, address=100))

    async def set_one(self, claim: Claim = ME) -> Table:
        async with self.quotas.setting(claim) as note:
            table = await self.tables.create(PersonId(claim.owner), Options(profile("cs"), 2))
            note(table)
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


def test_only_those_who_set_tables_last_are_remembered() -> None:
    async def story() -> None:
        room = Room()
        table = await room.set_one()
        for number in range(KEPT):
            async with room.quotas.setting(Claim(f"address {number}", f"person {number}")) as note:
                note(table)
        assert len(room.quotas) == KEPT

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
