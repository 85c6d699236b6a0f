"""The disk guard: nobody fills the disk; what is being played goes on to its end."""

import asyncio
import logging

from tilemeld.service.errors import Unavailable
from tilemeld.service.ports import Clock

from .ports import LimitStore

log = logging.getLogger(__name__)

MEGABYTE = 1_000_000
LOOK_EVERY_MS = 10_000


class DiskGuard:
    """Refuses new guests, tables and tournaments once the store is too large or the disk nearly full.

    The room that is kept free is for the games that are being played.
    """

    def __init__(self, store: LimitStore, clock: Clock, *, used_megabytes: int, free_megabytes: int) -> None:
        self._store = store
        self._clock = clock
        self._used = used_megabytes
        self._free = free_megabytes
        self._looked_at: int | None = None
        self._is_full = False
        self._looking = asyncio.Lock()

    async def admit(self) -> None:
        """Raise ``Unavailable`` when there is no room for anything new; looked at every ten seconds."""
        async with self._looking:
            now = self._clock.now_ms()
            if self._looked_at is None or now - self._looked_at >= LOOK_EVERY_MS:
                self._looked_at = now
                await self._look()
        if self._is_full:
            raise Unavailable("limit/disk")

    async def _look(self) -> None:
        room = await self._store.room()
        is_full = room.used > self._used * MEGABYTE or (
            room.free is not None and room.free < self._free * MEGABYTE
        )
        if is_full and not self._is_full:
            log.error("no room for anything new: %s; see the limits store_megabytes and free_megabytes", room)
        self._is_full = is_full
