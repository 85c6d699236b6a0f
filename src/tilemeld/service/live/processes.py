"""The server processes that use one database: each shows that it lives, and reports who is connected to it.

A heartbeat in the store is what counts; the bus only makes it quicker. A process that is silent for three
seconds has died, and so have its connections; its games are taken up by another. While the store is away
nobody can show that they live, so nobody is called silent until everybody has had the time to do so again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from tilemeld.engine.errors import TilemeldError
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import AGAIN, SILENT_MS, Abandoned, Bus, Clock, EventStore
from tilemeld.service.upkeep.loops import keep_going

log = logging.getLogger(__name__)

BEAT_EVERY_MS = 1_000
FORGOTTEN_MS = 60_000
"""How long a silent process is remembered."""
TOPIC = "processes"
LEFT = "left"


class Processes:
    """This process among several."""

    def __init__(
        self, store: EventStore, bus: Bus, clock: Clock, *, me: str, belief: Belief | None = None
    ) -> None:
        self.me = me
        self.belief = belief or Belief()
        """What is in memory here is believed for as long as everybody who lives is heard."""
        self.hears: Callable[[Collection[str]], bool] = lambda _others: False
        """Says whether no notice of these processes can be missed."""
        self._store = store
        self._bus = bus
        self._clock = clock
        self._loops: list[asyncio.Task[None]] = []
        self._somebody_left = asyncio.Event()
        self._is_store_back = asyncio.Event()
        self._alive_at: int | None = None
        """When this process last showed that it lives."""
        self._lost_at, self._back_at = 0, -SILENT_MS
        """When it did so for the last time before it could not for long, and for the first time after it."""
        self._returning: asyncio.Task[None] | None = None
        self.on_back: list[Callable[[int], Awaitable[None]]] = []
        """What is done when the store is back after a long time, with when it was last known to be there."""
        self.report: Callable[[], str] = str
        """What the others should know of this process: who is connected to it."""
        self.on_reports: list[Callable[[Mapping[str, str]], None]] = []
        """Who hears what every other living process reports, once a second."""
        self.on_notice: list[Callable[[str, str], None]] = []
        """Who hears what another process says between two reports."""

    async def start(self) -> None:
        """Show that this process lives, from now on, and hear of the others."""
        await self.beat()
        if not self._loops:  # who starts may have to try it again
            loops = (self._beat_on, self._listen)
            self._loops = [asyncio.create_task(keep_going(loop, self._clock)) for loop in loops]

    async def stop(self) -> None:
        """Say no more, as a process that was killed; ``leave`` says goodbye."""
        tasks = [*self._loops, *([] if self._returning is None else [self._returning])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
        self._note_beat(now)
        judged_at = self._judged_at(now)
        reports = {each: beat.report for each, beat in beats.items() if judged_at - beat.at < SILENT_MS}
        reports.pop(self.me, None)
        self._note_hearing(self.hears(reports), now)
        for hear in self.on_reports:
            hear(reports)
        for process, beat in beats.items():
            if judged_at - max(beat.at, self._back_at) > FORGOTTEN_MS:
                await self._store.leave(process)

    def _note_hearing(self, hears: bool, now: int) -> None:
        """Note whether everybody is heard; what was looked at before that began may be old."""
        if not hears:
            self.belief.whole_since = None
        elif self.belief.whole_since is None:
            self.belief.whole_since = now

    def hurry(self) -> None:
        """Show at once that this process lives: the store is back."""
        self._is_store_back.set()

    @property
    def is_cut_off(self) -> bool:
        """Whether this process could not write for long, or has not yet done what is due after that."""
        is_returning = self._returning is not None and not self._returning.done()
        return is_returning or self._is_away(self._clock.now_ms())

    @property
    def are_others_known(self) -> bool:
        """Whether everybody who lives could show it, and do what is due, since the store was last away."""
        now = self._clock.now_ms()
        return not self._is_away(now) and now - self._back_at >= SILENT_MS

    async def do_others_live(self) -> bool:
        """Say whether another process could take up what is tended here."""
        judged_at = self._judged_at(self._clock.now_ms())
        beats = await self._store.beats()
        return any(judged_at - beat.at < SILENT_MS for process, beat in beats.items() if process != self.me)

    async def abandoned(self) -> Sequence[Abandoned]:
        """Return the games that no living process tends."""
        return await self._store.abandoned(silent_since=self._judged_at(self._clock.now_ms()) - SILENT_MS)

    async def wait_for_somebody(self) -> None:
        """Return after a second, or when a process has left."""
        await self._wait_a_second(self._somebody_left)

    async def _wait_a_second(self, unless: asyncio.Event) -> None:
        """Return after a second, or when something happens that is not waited for any longer then."""
        second = asyncio.ensure_future(self._clock.wait_until(self._clock.now_ms() + BEAT_EVERY_MS))
        sooner = asyncio.ensure_future(unless.wait())
        waits: list[asyncio.Future[Any]] = [second, sooner]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        unless.clear()

    def _is_away(self, now: int) -> bool:
        return self._alive_at is not None and now - self._alive_at >= SILENT_MS

    def _judged_at(self, now: int) -> int:
        """Return as of when others are called silent: as of when the store was lost, if that was just now."""
        if self._is_away(now) and self._alive_at is not None:
            return self._alive_at
        return self._lost_at if now - self._back_at < SILENT_MS else now

    def _note_beat(self, now: int) -> None:
        """Note that this process could show that it lives; after a long time, do what is due then."""
        lost_at, was_away = self._alive_at, self._is_away(now)
        self._alive_at = now
        if lost_at is not None and was_away:
            log.warning("nothing could be written for %.1f s", (now - lost_at) / 1000)
            self._lost_at, self._back_at = lost_at, now
            self._returning = asyncio.create_task(self._return(lost_at))

    async def _return(self, lost_at: int) -> None:
        for act in self.on_back:
            try:
                await act(lost_at)
            except Exception:
                log.exception("what is due after the store was away failed")

    async def _beat_on(self) -> None:
        was_heard = True
        while True:
            await self._wait_a_second(self._is_store_back)
            try:
                await self.beat()
                was_heard = True
            except TilemeldError as error:
                if was_heard:
                    log.warning("nobody could be shown that this process lives: %s", error)
                was_heard = False

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
