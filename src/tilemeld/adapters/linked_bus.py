"""A bus between processes: messages go to listeners here at once, and over a link to other processes.

It is at most once: what cannot be sent is dropped, and ``publish`` neither waits nor fails. After the link
was lost, everybody in every process is told to look again (``AGAIN``), so that a lost notice does no harm.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from tilemeld.service.ports import AGAIN

from .bus import LocalBus, LocalSubscription

log = logging.getLogger(__name__)

OUTGOING = 4_096
"""How many messages may wait to be sent; the oldest are dropped."""
RETRY_SECONDS = 0.5
"""How long a lost link waits before it connects again."""
PULSE_SECONDS = 1.0
"""How often a silent link is tried, to notice that it is cut."""
LOOK_AGAIN_SECONDS = 20.0
"""How often everybody here is told to look again, so that a lost notice does no harm for longer."""
LOST_LOOK_SECONDS = 1.0
"""How often they are while the link is lost: the store is all there is then."""
CANCEL_AGAIN_SECONDS = 0.2
"""How long a task that was cancelled may take to end before it is cancelled again."""
EVERYBODY = "*"
"""The topic of what all listeners hear."""


class Link(Protocol):
    """A connection to the other processes; whatever it raises, it is lost."""

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages, or none, to see whether somebody is there."""
        ...

    async def receive(self) -> str:
        """Wait for the next message, which may be one's own."""
        ...


class LinkedBus(LocalBus, ABC):
    """Passes messages on here, and to other processes while it is connected."""

    def __init__(self, *, look_again_seconds: float = LOOK_AGAIN_SECONDS) -> None:
        super().__init__()
        self._look_again_seconds = look_again_seconds
        self._me = secrets.token_hex(6)
        self._outgoing: deque[str] = deque(maxlen=OUTGOING)
        self._has_outgoing = asyncio.Event()
        self._connected = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.on_changed: Callable[[bool], None] = lambda _connected: None
        """Called with whether other processes are reached, whenever that changes."""

    @abstractmethod
    def _connect(self) -> AbstractAsyncContextManager[Link]:
        """Connect until the block ends."""

    @property
    def is_connected(self) -> bool:
        """Whether other processes are reached just now."""
        return self._connected.is_set()

    async def connected(self) -> None:
        """Wait until other processes are reached."""
        self._begin()
        await self._connected.wait()

    async def publish(self, topic: str, message: str) -> None:
        """Send a message to everybody who listens to the topic now, here and elsewhere."""
        self.publish_here(topic, message)
        self._send(topic, message)

    def subscribe(self, *topics: str) -> LocalSubscription:
        """Listen from now on."""
        self._begin()
        return super().subscribe(*topics)

    async def close(self) -> None:
        """Disconnect; what is waiting is dropped."""
        await _end(self._tasks)
        self._tasks = []

    def _begin(self) -> None:
        if not self._tasks:
            loops = (self._keep_connected, self._remind)
            self._tasks = [asyncio.create_task(each()) for each in loops]

    def _send(self, topic: str, message: str) -> None:
        self._begin()
        if self.is_connected:
            self._outgoing.append(f"{self._me} {topic} {message}")
            self._has_outgoing.set()

    async def _keep_connected(self) -> None:
        is_first = True
        while True:
            try:
                async with self._connect() as link:
                    self._connected.set()
                    self.on_changed(True)
                    if not is_first:
                        log.warning("the bus is back")
                        self._tell_everybody(AGAIN)
                        self._send(EVERYBODY, AGAIN)
                    is_first = False
                    await self._pass_on(link)
            except Exception as error:
                if self.is_connected or is_first:
                    self.on_changed(False)
                    log.warning("the bus is lost: %s: %s", type(error).__name__, str(error)[:200])
                is_first = False
            finally:
                self._connected.clear()
                self._outgoing.clear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _remind(self) -> None:
        while True:
            looked_at = time.monotonic()
            while self.is_connected and time.monotonic() - looked_at < self._look_again_seconds:
                await asyncio.sleep(min(LOST_LOOK_SECONDS, self._look_again_seconds))
            if not self.is_connected:
                await asyncio.sleep(LOST_LOOK_SECONDS)
            self._tell_everybody(AGAIN)

    async def _pass_on(self, link: Link) -> None:
        """Send and receive until either fails."""
        tasks = [asyncio.create_task(each(link)) for each in (self._send_on, self._receive_on)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            await _end(tasks)

    async def _send_on(self, link: Link) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PULSE_SECONDS):
                    await self._has_outgoing.wait()
            self._has_outgoing.clear()
            messages = list(self._outgoing)
            self._outgoing.clear()
            await link.send(messages)

    async def _receive_on(self, link: Link) -> None:
        while True:
            who, _, rest = (await link.receive()).partition(" ")
            topic, _, message = rest.partition(" ")
            if who == self._me:
                continue
            if topic == EVERYBODY:
                self._tell_everybody(message)
            else:
                self.publish_here(topic, message)

    def _tell_everybody(self, message: str) -> None:
        for listener in {each for listeners in self.listeners.values() for each in listeners}:
            listener.hear(message)


async def _end(tasks: "Sequence[asyncio.Task[None]]") -> None:
    """Cancel tasks until they have ended: a driver that is just sending may swallow it."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
