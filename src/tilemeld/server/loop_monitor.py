"""The loop monitor: how late the event loop is, what blocked it, and how long garbage collection takes.

A loop is late because it computes for too long or because the machine gives its thread no time; the CPU time
of the thread distinguishes the two. Nothing looks at the loop's stack from another thread: frames that are
running cannot be read safely (a frame's globals came back as a number once in 450 server starts).
"""

import asyncio
import contextlib
import gc
import logging
import time

from .metrics import Metrics

log = logging.getLogger(__name__)

BEAT_SECONDS = 0.05
SLOW_SECONDS = 0.05
"""A delay from this on is logged."""


class LoopMonitor:
    """Watches the loop that it is started in, until it is stopped."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None
        self._collection_began = 0.0

    def start(self) -> None:
        """Start watching."""
        self._task = asyncio.create_task(self._beat())
        gc.callbacks.append(self._hear_collector)

    async def stop(self) -> None:
        """Stop watching."""
        with contextlib.suppress(ValueError):
            gc.callbacks.remove(self._hear_collector)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def note(self, late: float, used: float) -> None:
        """Record how late a heartbeat came and how many seconds the loop's thread computed before it."""
        self._metrics.loop_lag.observe(late)
        self._metrics.loop_cpu.inc(used)
        if late >= SLOW_SECONDS:
            cause = "own" if used >= late / 2 else "waiting"
            self._metrics.loop_held.labels(cause).inc()
            log.info("the loop was %.0f ms late (%s)", late * 1e3, cause)

    async def _beat(self) -> None:
        while True:
            began, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT_SECONDS)
            late = time.perf_counter() - began - BEAT_SECONDS
            self.note(max(0.0, late), time.thread_time() - used)

    def _hear_collector(self, phase: str, info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collection_began = now
        else:
            generation = str(info["generation"])
            self._metrics.collections.labels(generation).observe(now - self._collection_began)
