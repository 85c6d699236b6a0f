"""Follow-ups: what is to be done because of something stored, done once by whichever process lives.

A follow-up is stored in the transaction of what it follows from, and removed when it is done (an outbox).
The process that stored it does it at once; what nobody has done two seconds after it was due is done by any
process. Two may do the same thing at the same time or one after the other, so every handler has to be
harmless when it is repeated: it looks at what is stored now, and writes under a key or at a version.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tilemeld.engine.errors import TilemeldError
from tilemeld.service.errors import Unavailable
from tilemeld.service.ports import Clock, FollowUp, FollowUpKind, FollowUpStore

from .loops import OTHERS_AFTER_MS, OTHERS_EVERY_MS, keep_going

log = logging.getLogger(__name__)

Handler = Callable[[FollowUp], Awaitable[None]]
"""Does what a follow-up asks for; what does not exist any more (``GONE``) needs nothing."""
Key = tuple[FollowUpKind, str, int]
AGAIN_MS = 5_000
"""When something that failed is tried again; each time later, twice as late as the last time."""
LATEST_MS = 600_000
"""The longest that it waits: what cannot be read now, a newer program may read."""
GONE: Mapping[FollowUpKind, tuple[str, ...]] = {
    "game-start": ("table/unknown",),
    "game-over": ("game/unknown", "table/unknown"),
    "entry": ("tournament/unknown",),
    "round-end": ("tournament/unknown",),
}
"""By kind, the codes which say that what a follow-up is about does not exist any more.

That something else is missing, as one table of a tournament, says nothing about the rest of it."""
AT_ONCE = 100
"""How many are done in one go."""


class FollowUps:
    """Does what follows from what was stored, here or, after a crash, elsewhere."""

    def __init__(self, store: FollowUpStore, clock: Clock, *, alone: bool = True) -> None:
        self._store = store
        self._clock = clock
        self._is_alone = alone
        """Whether no other process does the same."""
        self._handlers: dict[FollowUpKind, list[Handler]] = {}
        self._timers: dict[Key, int] = {}
        """When what this process has to do later is due."""
        self._timers_changed = asyncio.Event()
        self._under_way: set[Key] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._is_stopped = False

    def on(self, kind: FollowUpKind, handler: Handler) -> None:
        """Let a kind of follow-ups be done by a handler, after those that were named before."""
        self._handlers.setdefault(kind, []).append(handler)

    async def start(self) -> None:
        """Do what was left undone, and begin to watch."""
        if self._is_alone:
            await self._take_up_all()
        loops = (self._watch_timers, self._watch_store)
        self._loops = [asyncio.create_task(keep_going(loop, self._clock)) for loop in loops]

    async def stop(self) -> None:
        """Finish what is under way and begin nothing more: it stays stored, for whoever comes next."""
        self._is_stopped = True
        for task in self._loops:
            task.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything that was begun is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def begin(self, follow_up: FollowUp) -> None:
        """Do something that was just stored, in the background."""
        if not self._is_stopped:
            task = asyncio.create_task(self.do(follow_up))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def watch(self, kind: FollowUpKind, item: str, due: Mapping[int, int]) -> None:
        """Do these, by number, when they are due, and no others of this kind and item."""
        for key in [key for key in self._timers if key[:2] == (kind, item)]:
            del self._timers[key]
        self._timers.update({(kind, item, number): at for number, at in due.items()})
        self._timers_changed.set()

    async def do(self, follow_up: FollowUp) -> None:
        """Do what is asked for and remove it; if that fails, it stays stored and is tried again.

        A kind without a handler comes from a newer program and is left to it.
        """
        key = (follow_up.kind, follow_up.item, follow_up.number)
        handlers = self._handlers.get(follow_up.kind)
        if self._is_stopped or key in self._under_way or handlers is None:
            return
        self._under_way.add(key)
        try:
            for handle in handlers:
                await handle(follow_up)
            await self._store.finish_follow_up(follow_up)
        except Unavailable as error:
            log.warning("%s is still to be done: %s", follow_up, error)
        except Exception as error:
            await self._put_off(follow_up, error)
        finally:
            self._under_way.discard(key)

    async def do_overdue(self) -> None:
        """Do what nobody has done in time."""
        until = self._clock.now_ms() - (0 if self._is_alone else OTHERS_AFTER_MS)
        for follow_up in await self._due(until):
            await self.do(follow_up)

    async def _due(self, until: int | None = None) -> Sequence[FollowUp]:
        """Return the earliest of what this program can do: others' kinds never stand in its way."""
        return await self._store.follow_ups(until=until, limit=AT_ONCE, kinds=tuple(self._handlers))

    async def _put_off(self, follow_up: FollowUp, error: Exception) -> None:
        try:
            if getattr(error, "code", "") in GONE[follow_up.kind]:
                await self._store.finish_follow_up(follow_up)
                return
            if isinstance(error, TilemeldError):
                log.warning("%s could not be done: %s", follow_up, error)
            else:
                log.error("%s failed", follow_up, exc_info=error)
            wait_ms = min(LATEST_MS, AGAIN_MS * 2 ** min(follow_up.tries, 10))
            await self._store.put_off(follow_up, at=self._clock.now_ms() + wait_ms)
        except Unavailable as unavailable:
            log.warning("%s is still to be done: %s", follow_up, unavailable)

    async def _take_up_all(self) -> None:
        """Do what is due, each once, and watch the rest: what cannot be written now is due later."""
        tried: set[FollowUp] = set()
        while due := await self._due(self._clock.now_ms()):
            if tried.issuperset(due):
                break
            for follow_up in due:
                if follow_up not in tried:
                    await self.do(follow_up)
            tried.update(due)
        for follow_up in await self._store.follow_ups():
            self._timers[follow_up.kind, follow_up.item, follow_up.number] = follow_up.at

    async def _watch_timers(self) -> None:
        while True:
            self._timers_changed.clear()
            for (kind, item, number), at in list(self._timers.items()):
                if at <= self._clock.now_ms():
                    del self._timers[kind, item, number]
                    self.begin(FollowUp(kind, item, number=number, at=at))
            waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._timers_changed.wait())]
            if self._timers:
                waits.append(asyncio.create_task(self._wait_until(min(self._timers.values()))))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    async def _wait_until(self, at: int) -> None:
        await self._clock.wait_until(at)

    async def _watch_store(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now_ms() + OTHERS_EVERY_MS)
            await self.do_overdue()
