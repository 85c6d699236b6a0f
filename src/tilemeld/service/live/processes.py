"""The server processes that use one database: each shows that it lives, and reports who is connected to it.

A heartbeat in the store is what counts; the bus only makes it quicker. A process that is silent for three
seconds has died, and so have its connections; its games are taken up by another.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilemeld.engine.errors import TilemeldError
from tilemeld.service.ports import AGAIN, Abandoned, Bus, Clock, EventStore
from tilemeld.service.upkeep.loops import keep_going

log = logging.getLogger(__name__)

BEAT_EVERY_MS = 1_000
SILENT_MS = 3_000
"""How long a process may be silent before its games are taken up by another."""
FORGOTTEN_MS = 60_000
"""How long a silent process is remembered."""
TOPIC = "processes"
LEFT = "left"


class Processes:
    """This process among several."""

    def __init__(self, store: EventStore, bus: Bus, clock: Clock, *, me: str) -> None:
        self.me = me
        self._store = store
        self._bus = bus
        self._clock = clock
        self._loops: list[asyncio.Task[None]] = []
        self._somebody_left = asyncio.Event()
        self.report: Callable[[], str] = str
        """What the others should know of this process: who is connected to it."""
        self.on_reports: list[Callable[[Mapping[str, str]], None]] = []
        """Who hears what every other living process reports, once a second."""
        self.on_notice: list[Callable[[str, str], None]] = []
        """Who hears what another process says between two reports."""

    async def start(self) -> None:
        """Show that this process lives, from now on, and hear of the others."""
        await self.beat()
        loops = (self._beat_on, self._listen)
        self._loops = [asyncio.create_task(keep_going(loop, self._clock)) for loop in loops]

    async def stop(self) -> None:
        """Say no more, as a process that was killed; ``leave`` says goodbye."""
        for task in self._loops:
            task.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)

    async def leave(self) -> None:
        """Let the others take up what is tended here, now."""
        await self._store.leave(self.me)
        await self._bus.publish(TOPIC, f"{self.me} {LEFT}")

    async def notify(self, notice: str) -> None:
        """Say something to the others at once; it may be lost, so it is in the next report as well."""
        await self._bus.publish(TOPIC, f"{self.me} {notice}")

    async def beat(self) -> None:
        """Show that this process lives, and hear what the others report."""
        now = self._clock.now_ms()
        await self._store.beat(self.me, now, self.report())
        beats = await self._store.beats()
        reports = {each: beat.report for each, beat in beats.items() if now - beat.at < SILENT_MS}
        reports.pop(self.me, None)
        for hear in self.on_reports:
            hear(reports)
        for process, beat in beats.items():
            if now - beat.at > FORGOTTEN_MS:
                await self._store.leave(process)

    async def do_others_live(self) -> bool:
        """Say whether another process could take up what is tended here."""
        now = self._clock.now_ms()
        beats = await self._store.beats()
        return any(now - beat.at < SILENT_MS for process, beat in beats.items() if process != self.me)

    async def abandoned(self) -> Sequence[Abandoned]:
        """Return the games that no living process tends."""
        return await self._store.abandoned(silent_since=self._clock.now_ms() - SILENT_MS)

    async def wait_for_somebody(self) -> None:
        """Return after a second, or when a process has left."""
        second = asyncio.ensure_future(self._clock.wait_until(self._clock.now_ms() + BEAT_EVERY_MS))
        left = asyncio.ensure_future(self._somebody_left.wait())
        waits: list[asyncio.Future[Any]] = [second, left]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._somebody_left.clear()

    async def _beat_on(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now_ms() + BEAT_EVERY_MS)
            try:
                await self.beat()
            except TilemeldError as error:
                log.warning("nobody could be shown that this process lives: %s", error)

    async def _listen(self) -> None:
        heard = self._bus.subscribe(TOPIC)
        try:
            while True:
                process, _, notice = (await heard.next()).partition(" ")
                if process in (self.me, AGAIN):
                    continue
                if notice == LEFT:
                    self._somebody_left.set()
                for hear in self.on_notice:
                    hear(process, notice)
        finally:
            heard.close()
