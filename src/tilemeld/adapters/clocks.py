"""Clocks: the machine's, and one that moves only on request."""

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count

LONGEST_SLEEP_SECONDS = 3_600
"""Longer waits are cut into pieces: an event loop cannot wait for the year 5000 at once."""

TOLERATED_NS = 50_000_000
"""How far clocks may come apart: nobody notices a twentieth of a second."""


class SystemClock:
    """The machine's time, read once and then continued by a monotonic clock; it never goes back.

    Where several servers share a database, they follow its clock: at the start wherever that is, later only
    forwards. Who was stopped for minutes, as a machine that is moved, jumps ahead. Who is ahead goes at half
    speed until the other one has caught up, so that no time is over before its time.
    """

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._since_ns = monotonic_ns()
        self._then_ns = time.time_ns()
        self._lead_ns = 0
        """How far it was ahead at that time."""
        self._sleepers: set[asyncio.Future[None]] = set()

    def now_ms(self) -> int:
        """Return the time in milliseconds."""
        return self._now_ns() // 1_000_000

    def _now_ns(self) -> int:
        gone = self._monotonic_ns() - self._since_ns
        return self._then_ns + gone - min(gone // 2, self._lead_ns)

    def follow(self, now_ms: int) -> None:
        """Take another clock's time, at the start: several servers have to agree, and machines do not."""
        self._set(now_ms * 1_000_000)

    def keep_up(self, now_ms: int, *, asked_ns: int) -> int:
        """Correct what has come apart, given another clock's time and when it was asked for, by this machine.

        It was that time at some moment since it was asked, so what lies in between is right. Returns by how
        many milliseconds it jumped ahead.
        """
        here, earliest = self._now_ns(), now_ms * 1_000_000
        latest = earliest + self._monotonic_ns() - asked_ns
        behind, ahead = earliest - here, here - latest
        if behind > TOLERATED_NS:
            self._set(earliest)
            return behind // 1_000_000
        self._set(here, lead_ns=ahead if ahead > TOLERATED_NS else 0)
        return 0

    def _set(self, now_ns: int, *, lead_ns: int = 0) -> None:
        has_jumped = now_ns > self._now_ns() + TOLERATED_NS
        self._then_ns, self._since_ns, self._lead_ns = now_ns, self._monotonic_ns(), lead_ns
        for sleeper in self._sleepers if has_jumped else ():  # each looks at the time again
            _wake(sleeper)

    async def wait_until(self, at_ms: int) -> None:
        """Sleep until then, also if that comes sooner than it seemed."""
        loop = asyncio.get_running_loop()
        while (left_ms := at_ms - self.now_ms()) > 0:
            sleeper: asyncio.Future[None] = loop.create_future()
            timer = loop.call_later(min(left_ms / 1000, LONGEST_SLEEP_SECONDS), _wake, sleeper)
            self._sleepers.add(sleeper)
            try:
                await sleeper
            finally:
                timer.cancel()
                self._sleepers.discard(sleeper)


def _wake(sleeper: "asyncio.Future[None]") -> None:
    if not sleeper.done():
        sleeper.set_result(None)


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
