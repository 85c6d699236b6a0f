"""Clocks: the machine's, and one that moves only on request."""

import asyncio
import heapq
import time
from itertools import count

LONGEST_SLEEP_SECONDS = 3_600
"""Longer waits are cut into pieces: an event loop cannot wait for the year 5000 at once."""


class SystemClock:
    """The machine's time, read once and then continued by a monotonic clock."""

    def __init__(self) -> None:
        self._offset_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """Return the time in milliseconds."""
        return (time.monotonic_ns() + self._offset_ns) // 1_000_000

    def follow(self, now_ms: int) -> None:
        """Take another clock's time, at the start: several servers have to agree, and machines do not."""
        self._offset_ns = now_ms * 1_000_000 - time.monotonic_ns()

    async def wait_until(self, at_ms: int) -> None:
        """Sleep until then."""
        while (left_ms := at_ms - self.now_ms()) > 0:
            await asyncio.sleep(min(left_ms / 1000, LONGEST_SLEEP_SECONDS))


class ManualClock:
    """Time that moves only on request: for tests, which never sleep."""

    def __init__(self, now_ms: int = 1_000_000) -> None:
        self._now_ms = now_ms
        self._order = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    def now_ms(self) -> int:
        """Return the time in milliseconds."""
        return self._now_ms

    async def wait_until(self, at_ms: int) -> None:
        """Wait until the time has been moved that far."""
        if at_ms <= self._now_ms:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (at_ms, next(self._order), future))
        await future

    @property
    def next_at(self) -> int | None:
        """When the first waiting task has to be woken."""
        while self._waiting and self._waiting[0][2].done():
            heapq.heappop(self._waiting)
        return self._waiting[0][0] if self._waiting else None

    def advance(self, ms: int) -> None:
        """Advance the time and wake the tasks that waited for it."""
        self.move_to(self._now_ms + ms)

    def move_to(self, at_ms: int) -> None:
        """Move the time to a moment; it never goes back."""
        self._now_ms = max(self._now_ms, at_ms)
        while (first := self.next_at) is not None and first <= self._now_ms:
            _, _, future = heapq.heappop(self._waiting)
            future.set_result(None)
