"""A bus between processes: messages go to listeners here at once, and over a link to other processes.

It is at most once and in order: what cannot be sent is dropped, what comes twice or late is not passed on,
and ``publish`` neither waits nor fails. Each message has a number and a silent process says its last one once
a second, so whoever loses a message knows it (``on_lost``), and may believe what it has until then.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from .bus import LocalBus, LocalSubscription

log = logging.getLogger(__name__)

SPACE = "\\u0020"
"""How a space is written in what a message is about, which is JSON."""
OUTGOING = 4_096
"""How many messages may wait to be sent; the oldest are dropped."""
RETRY_SECONDS = 0.5
"""How long a lost link waits before it connects again."""
PULSE_SECONDS = 1.0
"""How often a process that has nothing to say gives its last number; a cut link is noticed by it, too."""
SILENT_SECONDS = 2.5
"""How long another process may say nothing before nobody knows whether something of it was lost."""
GONE_SECONDS = 600.0
"""How long a silent process is remembered."""
CANCEL_AGAIN_SECONDS = 0.2
"""How long a task that was cancelled may take to end before it is cancelled again."""
PULSE = "="
"""The topic of messages that only give a number."""


class Link(Protocol):
    """A connection to the other processes; whatever it raises, it is lost."""

    async def send(self, messages: Sequence[str]) -> None:
        """Send messages; raises when nobody is there."""
        ...

    async def receive(self) -> str:
        """Wait for the next message, which may be one's own."""
        ...


@dataclass(slots=True)
class _Other:
    """What was heard of another process."""

    number: int
    """The number of its last message."""
    heard_at: float


class LinkedBus(LocalBus, ABC):
    """Passes messages on here, and to other processes while it is connected."""

    longest_bytes: int | None = None
    """How long a message may be that the link carries."""

    def __init__(self) -> None:
        super().__init__()
        self.me = secrets.token_hex(6)
        """The name of this process among the others."""
        self._number = 0
        self._others: dict[str, _Other] = {}
        self._outgoing: deque[str] = deque(maxlen=OUTGOING)
        self._has_outgoing = asyncio.Event()
        self._connected = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.on_changed: Callable[[bool], None] = lambda _connected: None
        """Called with whether other processes are reached, whenever that changes."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called when messages of others may have been lost."""
        self.take_in: Callable[[str, str, str], bool] = lambda _topic, _message, _about: False
        """Gets what comes from elsewhere before the listeners do; says whether it tells them itself."""

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

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        """Send a message to everybody who listens to the topic now, here and elsewhere."""
        self.publish_here(topic, message)
        self._send(topic, message, about)

    def hears(self, others: Collection[str]) -> bool:
        """Say whether it is known of all these processes that nothing of them is missing now.

        Whatever they send from now on is heard, or its loss is noticed within a few seconds.
        """
        silent_since = time.monotonic() - SILENT_SECONDS
        known = (self._others.get(each) for each in others)
        return self.is_connected and all(each and each.heard_at > silent_since for each in known)

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
            self._tasks = [asyncio.create_task(self._keep_connected())]

    def _send(self, topic: str, message: str, about: str = "") -> None:
        self._begin()
        self._number += 1  # also of what is not sent: then it is known to be missing
        if self.is_connected:
            self._outgoing.append(self._written(topic, message, about))
            self._has_outgoing.set()

    def _written(self, topic: str, message: str, about: str) -> str:
        """Write a message; a program that knows no numbers reads the first word as somebody else's name."""
        head, rest = f"{self.me}#{self._number}", f" {topic} {message}"
        if about:
            whole = f"{head}#{about.replace(' ', SPACE)}{rest}"
            if self.longest_bytes is None or len(whole.encode()) <= self.longest_bytes:
                return whole
        return head + rest

    async def _keep_connected(self) -> None:
        is_first = True
        while True:
            try:
                async with self._connect() as link:
                    self._connected.set()
                    self.on_changed(True)
                    if not is_first:
                        log.warning("the bus is back")
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
                self._others.clear()
                self.on_lost()
            await asyncio.sleep(RETRY_SECONDS)

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
            messages = list(self._outgoing) or [self._written(PULSE, "", "")]
            self._outgoing.clear()
            await link.send(messages)

    async def _receive_on(self, link: Link) -> None:
        while True:
            head, _, rest = (await link.receive()).partition(" ")
            who, _, more = head.partition("#")
            if who == self.me:
                continue
            number, _, about = more.partition("#")
            topic, _, message = rest.partition(" ")
            if number.isdecimal() and not self._is_next(who, int(number), is_pulse=topic == PULSE):
                continue
            if topic != PULSE and not self.take_in(topic, message, about):
                self.publish_here(topic, message)

    def _is_next(self, who: str, number: int, *, is_pulse: bool) -> bool:
        """Note a number; say whether the message is new. A number that is skipped is a lost message."""
        now = time.monotonic()
        other = self._others.get(who)
        if other is None:
            self._others = {
                name: each for name, each in self._others.items() if now - each.heard_at < GONE_SECONDS
            }
            self._others[who] = _Other(number, now)
            return True
        other.heard_at = now
        expected = other.number + (not is_pulse)
        if number < expected:
            return False  # it came twice, or after it was given up
        other.number = number
        if number > expected:
            self.on_lost()
        return True


async def _end(tasks: "Sequence[asyncio.Task[None]]") -> None:
    """Cancel tasks until they have ended: a driver that is just sending may swallow it."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
