"""The loop monitor: how late the event loop is, what blocked it, and how long garbage collection takes.

A loop is late because it computes for too long or because the machine gives its thread no time; the CPU time
of the thread distinguishes the two. A second thread finds out what it computed by looking at the loop's
stack when no heartbeat has come.
"""

import asyncio
import contextlib
import gc
import logging
import sys
import threading
import time
from types import FrameType

from .metrics import Metrics

log = logging.getLogger("tilemeld.pulse")

BEAT_SECONDS = 0.05
SLOW_SECONDS = 0.05
"""A delay from this on is logged."""


class LoopMonitor:
    """Watches the loop that it is started in, until it is stopped."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None
        self._beat_at = 0.0
        self._seen: str | None = None
        self._stopped = threading.Event()
        self._collection_began = 0.0

    def start(self) -> None:
        """Start watching."""
        self._beat_at = time.perf_counter()
        self._task = asyncio.create_task(self._beat())
        watcher = threading.Thread(
            target=self._watch, args=(threading.get_ident(),), name="tilemeld-pulse", daemon=True
        )
        watcher.start()
        gc.callbacks.append(self._hear_collector)

    async def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()
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
            log.info("the loop was %.0f ms late (%s), seen in %s", late * 1e3, cause, self._seen or "nothing")
        self._seen = None

    async def _beat(self) -> None:
        while True:
            began, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT_SECONDS)
            self._beat_at = time.perf_counter()
            self.note(max(0.0, self._beat_at - began - BEAT_SECONDS), time.thread_time() - used)

    def _watch(self, loop_thread: int) -> None:
        while not self._stopped.wait(SLOW_SECONDS):
            if self._seen is None and time.perf_counter() - self._beat_at > BEAT_SECONDS + SLOW_SECONDS:
                self._seen = place_of(sys._current_frames().get(loop_thread))

    def _hear_collector(self, phase: str, info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collection_began = now
        else:
            generation = str(info["generation"])
            self._metrics.collections.labels(generation).observe(now - self._collection_began)


def place_of(frame: FrameType | None) -> str:
    """Say where a thread is: the innermost of our own functions, and the innermost of all."""
    innermost = frame
    while frame is not None and not str(frame.f_globals.get("__name__", "")).startswith("tilemeld."):
        frame = frame.f_back
    names = dict.fromkeys(_name(each) for each in (frame, innermost) if each is not None)
    return " < ".join(names) or "nothing"


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}:{frame.f_lineno}"
