"""The disk guard: a full disk refuses what is new, and what is being played goes on."""

import asyncio
from pathlib import Path

import pytest

from adapters.stores import STORES
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.service.errors import Unavailable
from tilemeld.service.limits.disk_guard import LOOK_EVERY_MS, MEGABYTE, DiskGuard
from tilemeld.service.limits.ports import Room


class Disk(MemoryStore):
    now = Room(0, 500 * MEGABYTE)
    looks = 0

    async def room(self) -> Room:
        self.looks += 1
        return self.now


@pytest.mark.parametrize(
    ("room", "is_full"),
    [
        (Room(100 * MEGABYTE, 50 * MEGABYTE), False),
        (Room(100 * MEGABYTE + 1, 50 * MEGABYTE), True),
        (Room(0, 50 * MEGABYTE - 1), True),
        (Room(0), False),
    ],
)
def test_nothing_new_is_admitted_once_there_is_no_room(room: Room, is_full: bool) -> None:
    async def story() -> None:
        disk, clock = Disk(), ManualClock()
        guard = DiskGuard(disk, clock, used_megabytes=100, free_megabytes=50)
        await guard.admit()
        disk.now = room
        await guard.admit()
        assert disk.looks == 1, "it is not asked for every guest"
        clock.advance(LOOK_EVERY_MS)
        if is_full:
            with pytest.raises(Unavailable) as refused:
                await guard.admit()
            assert refused.value.code == "limit/disk"
        else:
            await guard.admit()
        disk.now = Room(0, 500 * MEGABYTE)
        clock.advance(LOOK_EVERY_MS)
        await guard.admit()

    asyncio.run(story())


@pytest.mark.parametrize("kind", STORES)
def test_every_store_knows_how_large_it_is(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        await store.server_key("key")
        room = await store.room()
        await store.close()
        assert (room.used > 10_000) is (kind != "memory")
        assert (room.free is not None and room.free > 0) is (kind == "sqlite")

    store = STORES[kind](tmp_path)
    asyncio.run(story())
