"""Health: whether what this server depends on works, for its clients to know.

An outage counts when it has lasted for a second: a connection that is cut and made again troubles nobody.
"""

import asyncio
from collections.abc import Callable

from tilemeld.service.ports import Clock

from . import protocol

LASTS_MS = 1_000
"""How long something does not work before it is said."""


class Health:
    """What works, and who hears when that changes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._works = {"store": True, "bus": True}
        self._said = protocol.Health(store=True, bus=True)
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self.on_changed: list[Callable[[protocol.Health], None]] = []
        """Who hears what works, whenever that changes."""

    @property
    def now(self) -> protocol.Health:
        """What works, as it was last said."""
        return self._said

    def note_store(self, works: bool) -> None:
        """Note whether the database answers."""
        self._note("store", works=works)

    def note_bus(self, works: bool) -> None:
        """Note whether other servers are reached."""
        self._note("bus", works=works)

    def _note(self, part: str, *, works: bool) -> None:
        self._works[part] = works
        if (waiting := self._waiting.pop(part, None)) is not None:
            waiting.cancel()
        if works:
            self._say(part)
        else:
            self._waiting[part] = asyncio.create_task(self._say_later(part))

    async def _say_later(self, part: str) -> None:
        await self._clock.wait_until(self._clock.now_ms() + LASTS_MS)
        self._say(part)

    def _say(self, part: str) -> None:
        said = {"store": self._said.store, "bus": self._said.bus}
        now = protocol.Health(**{**said, part: self._works[part]})
        if now != self._said:
            self._said = now
            for hear in self.on_changed:
                hear(now)
