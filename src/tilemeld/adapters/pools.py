"""Pools: a bounded number of worker processes, scheduled fairly, and ended when one of them hangs."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from typing import Any

from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.service.claims import Claim
from tilemeld.service.limits.fair_queue import FairQueue
from tilemeld.service.ports import Answer, Given
from tilemeld.solver.words import word_search

START_SECONDS = 120.0
"""How long processes may take to start on a busy machine before that counts as a failure."""
MEGABYTES = 1_024
"""The memory limit of a process; the dictionary is mapped from its file and does not count."""


class Pool:
    """Processes that wait for work; ``close`` ends them."""

    def __init__(
        self,
        processes: int = 1,
        *,
        patience_seconds: float = 10.0,
        sets_for: SetRulesFor = sets_of,
        warm_for: tuple[Rules, ...] = (),
        nice: int = 0,
        megabytes: int = MEGABYTES,
    ) -> None:
        self.patience_seconds = patience_seconds
        self.warm_for = warm_for
        """Rules whose words every process opens when it starts, so that the first turn does not wait."""
        self._processes = processes
        self._sets_for = sets_for
        self._nice = nice
        self._megabytes = megabytes
        self._turns = FairQueue(processes)
        self._pool: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[list[int]] | None = None
        self._busy: set[asyncio.Task[Any]] = set()

    async def run(
        self, claim: Claim, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        """Run a job in a process when it is the claim's turn.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        await self._turns.take(claim)  # waiting for a free process does not count as taking too long
        task = asyncio.create_task(self._try_twice(work, *given, **more))
        self._busy.add(task)
        task.add_done_callback(self._freed)
        return await asyncio.shield(task)  # the caller may be gone, but the process is still busy

    async def _try_twice(
        self, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        for last_try in (False, True):
            try:
                return await self._ask(work, *given, **more)
            except BrokenProcessPool:
                self._end_pool()  # its worker died: try again with new ones
                if last_try:
                    raise TimeoutError(f"the workers die over {work.__name__}") from None
        raise AssertionError("one of the two tries returns or raises")

    def _freed(self, task: asyncio.Task[Any]) -> None:
        self._busy.discard(task)
        self._turns.give_back()
        if not task.cancelled():
            task.exception()  # reported to the caller, if there still is one

    async def _ask(self, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs) -> Answer:
        pool = await self._open_pool()  # starting does not count as taking too long
        future = asyncio.wrap_future(pool.submit(work, *given, **more))
        try:
            return await asyncio.wait_for(future, self.patience_seconds)
        except TimeoutError:
            if self._pool is pool:
                self._end_pool()
            raise

    async def warm_up(self) -> None:
        """Start the processes before they are needed."""
        await self._open_pool()

    async def _open_pool(self) -> ProcessPoolExecutor:
        """Return the processes, once they have started and opened their words."""
        if self._pool is None or self._started is None:
            context = multiprocessing.get_context("spawn")
            begun_with = (self.warm_for, self._sets_for, self._nice, self._megabytes)
            self._pool = ProcessPoolExecutor(self._processes, context, _begin, begun_with)
            with deaf_to_interrupts():
                calls = [asyncio.wrap_future(self._pool.submit(os.getpid)) for _ in range(self._processes)]
            self._started = asyncio.gather(*calls)
            self._started.add_done_callback(_note)  # who waited for it may be gone
        pool = self._pool
        try:
            await asyncio.wait_for(asyncio.shield(self._started), START_SECONDS)
        except TimeoutError:
            if self._pool is pool:
                self._end_pool()
            raise
        return pool

    def close(self) -> None:
        """End the processes and wait until they are gone."""
        for task in self._busy:
            task.cancel()
        pool, self._pool, self._started = self._pool, None, None
        if pool is not None:
            _kill(_processes(pool))
            pool.shutdown(wait=True, cancel_futures=True)

    def _end_pool(self) -> None:
        pool, self._pool, self._started = self._pool, None, None
        if pool is not None:
            processes = _processes(pool)  # it forgets them when it is shut
            pool.shutdown(wait=False, cancel_futures=True)
            _kill(processes)


def _processes(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((getattr(pool, "_processes", None) or {}).values())


def _note(future: "asyncio.Future[Any]") -> None:
    if not future.cancelled():
        future.exception()


def _kill(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.kill()


def _begin(warm_for: tuple[Rules, ...], sets_for: SetRulesFor, nice: int, megabytes: int) -> None:
    """Set up a process: it ends with its parent, has a memory limit, and has opened the words."""
    end_with_parent()
    bound_memory(megabytes)
    be_nice(nice)
    for rules in warm_for:
        words = words_of(sets_for(rules))
        for each in (words, *words.common) if words is not None else ():
            word_search(each)


@contextlib.contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started here not hear Ctrl+C, not even while they still import.

    The terminal sends it to the server and to all its processes at once; the server ends them itself, and
    hears what was sent meanwhile afterwards.
    """
    if hasattr(signal, "pthread_sigmask"):
        ensure_running()  # which would unblock the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    if threading.current_thread() is not threading.main_thread():
        yield  # only there signals can be set; whoever runs a server elsewhere has no terminal
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if heard is None else heard)


def end_with_parent() -> None:
    """Do not outlive a server that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def bound_memory(megabytes: int) -> None:
    """Limit the memory of this process, where the system can; beyond it there is ``MemoryError``."""
    try:
        import resource  # noqa: PLC0415  # not everywhere
    except ImportError:  # pragma: no cover  # on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * 1_048_576
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))


def be_nice(by: int) -> None:
    """Lower the priority of this process: people who play come first."""
    if by and hasattr(os, "nice"):
        os.nice(by)
