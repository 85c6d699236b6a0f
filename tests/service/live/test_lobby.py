"""A table in memory is looked at again where other processes write, and read only when it has changed."""

import asyncio

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.rules import profile
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import PersonId

FRESH_MS = 1_000


def test_a_table_that_nobody_has_changed_is_not_read_again_and_a_change_elsewhere_is_seen() -> None:
    async def story() -> None:
        store, clock = MemoryStore(), ManualClock()
        here, there = (Lobby(store, LocalBus(), clock, belief=Belief(FRESH_MS)) for _ in range(2))
        table = (await here.create(PersonId("anna"), Options(profile("cs"), 2))).id
        known = await here.get(table)
        clock.advance(FRESH_MS)
        assert await here.get(table) is known
        assert await here.look_again(table) is known
        await there.sit(table, PersonId("bert"))
        assert await here.get(table) is known, "believed for a second"
        clock.advance(FRESH_MS)
        assert (await here.get(table)).seats_of(PersonId("bert")) == (1,)

    asyncio.run(story())
