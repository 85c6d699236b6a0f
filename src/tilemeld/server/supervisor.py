"""Several server processes on one port of this machine, and the one that looks after them.

It serves nothing itself: it starts the servers, starts another in the place of one that has died, replaces
them one after the other on SIGHUP, and ends them all with itself. Whatever they share is in the database.

Each place has a listening socket, which is kept here as well, so a server that is replaced leaves those who
wait there to the next one. That of a server that has died is closed: the others are asked at once then.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from tilemeld.adapters.pools import deaf_to_interrupts

from .app import create_app
from .logs import set_up_logs
from .run import CAN_BALANCE, STOP_SECONDS, listen, run
from .settings import Settings

log = logging.getLogger(__name__)

WAITS_SECONDS = (0.0, 1.0, 2.0, 5.0)
"""How long a place stays empty after a server has died soon after its start, again and again."""
SOON_SECONDS = 10.0
"""A server that has run for longer is replaced at once."""
END_SECONDS = 2 * STOP_SECONDS
"""How long a server may take to end before it is killed."""


class StartFailed(Exception):
    """A server ended before it was ready."""


class Supervisor:
    """Keeps so many servers running until it is asked to end."""

    def __init__(
        self,
        settings: Settings,
        count: int,
        *,
        listener: socket.socket,
        on_ready: Callable[[], None],
        level: str = "WARNING",
    ) -> None:
        host, port = listener.getsockname()[:2]
        self._settings = replace(settings, host=host, port=port)
        self._listener = listener
        """Keeps the port, and is listened on where one socket has to do for all."""
        self._doors: list[socket.socket] = []
        """The listening socket of every place."""
        self._level = level
        self._on_ready = on_ready
        self._count = count
        self._places: list[_Child] = []
        self._children: list[_Child] = []
        """Everything that was started and may still run, in a place or not."""
        self._ending = asyncio.Event()

    async def run(self) -> None:
        """Start the servers, then look after them until SIGINT or SIGTERM.

        Raises ``StartFailed`` when one of them ends before all are ready.
        """
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self._ending.set)
        replacing = asyncio.Event()
        loop.add_signal_handler(signal.SIGHUP, replacing.set)
        try:
            if await self._start_all():
                self._on_ready()
            keeping = [self._keep(number) for number in range(self._count)]
            await self._until_ending(*keeping, self._replace_on(replacing))
        finally:
            await asyncio.gather(*(child.end() for child in self._children))
            for door in self._doors:
                door.close()

    async def _start_all(self) -> bool:
        """Start one in every place; say whether all are ready, or raise if one has ended."""
        self._doors = [self._open() for _ in range(self._count)]
        self._places = [self._start(number) for number in range(self._count)]
        await self._until_ending(*(child.started() for child in self._places))
        if self._ending.is_set():
            return False
        if not all(child.is_ready for child in self._places):
            raise StartFailed
        return True

    async def _until_ending(self, *works: Coroutine[Any, Any, object]) -> None:
        """Wait until all of it is done, or it is time to end."""
        ending, work = asyncio.ensure_future(self._ending.wait()), asyncio.gather(*works)
        tasks: list[asyncio.Future[Any]] = [ending, work]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work

    def _open(self) -> socket.socket:
        """Open a listening socket for a place."""
        return listen(self._settings, shared=True) if CAN_BALANCE else self._listener.dup()

    def _start(self, number: int) -> "_Child":
        child = _Child(self._settings, self._doors[number], self._level)
        self._children = [*(each for each in self._children if not each.ended.is_set()), child]
        return child

    async def _keep(self, number: int) -> None:
        """Start another server in a place as often as the one there ends."""
        failures = 0
        while True:
            child = self._places[number]
            await child.ended.wait()
            if self._places[number] is not child:  # it was replaced on purpose
                continue
            failures = 0 if child.age_seconds() > SOON_SECONDS else failures + 1
            log.error("a server process ended (%s); another takes its place", child.exit_code)
            self._doors[number].close()
            self._doors[number] = self._open()
            await asyncio.sleep(WAITS_SECONDS[min(failures, len(WAITS_SECONDS) - 1)])
            if self._places[number] is child:  # meanwhile it may have been replaced on purpose
                self._places[number] = self._start(number)

    async def _replace_on(self, asked: asyncio.Event) -> None:
        """Replace every server when asked, one by one: the new one is ready before the old one ends."""
        while True:
            await asked.wait()
            asked.clear()
            for number in range(len(self._places)):
                new = self._start(number)
                if not await new.started():
                    log.error("a new server process ended before it was ready; the old ones go on")
                    break
                old, self._places[number] = self._places[number], new
                await old.end()


class _Child:
    """One server process."""

    def __init__(
        self, settings: Settings, listener: socket.socket, level: str, *, serve: "Serve | None" = None
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._heard, said = context.Pipe(duplex=False)
        self._process = context.Process(target=serve or _serve, args=(settings, listener, level, said))
        self._drain_seconds = settings.drain_seconds
        self._began = time.monotonic()
        self.ended = asyncio.Event()
        self._reported = asyncio.Event()
        self._ending: asyncio.Task[None] | None = None
        self.is_ready = False
        with deaf_to_interrupts():
            self._process.start()
        said.close()
        asyncio.get_running_loop().add_reader(self._heard.fileno(), self._hear)

    def _hear(self) -> None:
        """Take the word that it is ready, or notice that it has ended."""
        try:
            self._heard.recv_bytes()
            self.is_ready = True
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(self._heard.fileno())
            self._heard.close()
            self.is_ready = False
            self._ending = asyncio.create_task(self._wait_for_its_end())
        self._reported.set()

    async def _wait_for_its_end(self) -> None:
        """Wait in a thread: it has nothing more to say, but may take its time to end, or never do so."""
        await asyncio.to_thread(self._process.join)
        self.ended.set()

    @property
    def exit_code(self) -> int | None:
        """How it ended, or nothing while it runs."""
        return self._process.exitcode

    def age_seconds(self) -> float:
        """Return how long ago it was started."""
        return time.monotonic() - self._began

    async def started(self) -> bool:
        """Wait until it is ready or has ended; say whether it is ready."""
        await self._reported.wait()
        return self.is_ready

    async def end(self) -> None:
        """Ask it to end and wait; one that does not is killed."""
        if not self.ended.is_set():
            self._process.terminate()
            try:
                await asyncio.wait_for(self.ended.wait(), END_SECONDS + self._drain_seconds)
            except TimeoutError:
                log.error("a server process does not end; it is killed")
                self._process.kill()
                await self.ended.wait()


Serve = Callable[[Settings, socket.socket, str, Connection], None]
"""What a server process does."""


def _serve(settings: Settings, listener: socket.socket, level: str, said: Connection) -> None:
    """Be one of the servers; the terminal's Ctrl+C is the supervisor's to hear."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # before it serves, and when it has ended
    set_up_logs(level=level)
    _end_with_parent()
    try:
        run(
            create_app(settings),
            settings,
            listener,
            partial(said.send_bytes, b"ready"),
            hears_interrupts=False,
            hands_over=True,
        )
    except RuntimeError as error:
        log.error("this server cannot begin: %s", error)
        sys.exit(1)


def _end_with_parent() -> None:
    """End as on SIGTERM when the supervisor was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a server process has a parent"

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
