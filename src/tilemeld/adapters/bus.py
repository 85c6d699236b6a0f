"""The bus inside one process: every listener has a short queue; a slow one loses the oldest messages."""

import asyncio
from collections import deque

from tilemeld.service.ports import AGAIN

BACKLOG = 256


class LocalSubscription:
    """The queue of one listener."""

    def __init__(self, bus: "LocalBus", topics: tuple[str, ...]) -> None:
        self._bus = bus
        self._topics = topics
        self._messages: deque[str] = deque(maxlen=BACKLOG)
        self._has_lost = False
        self._arrived = asyncio.Event()
        for topic in topics:
            bus.listeners.setdefault(topic, set()).add(self)

    def hear(self, message: str) -> None:
        """Add a message; the oldest is dropped when the queue is full, and that is said first."""
        self._has_lost |= len(self._messages) == BACKLOG
        self._messages.append(message)
        self._arrived.set()

    async def next(self) -> str:
        """Wait for the next message."""
        while not self._messages:
            self._arrived.clear()
            await self._arrived.wait()
        if self._has_lost:
            self._has_lost = False
            return AGAIN
        return self._messages.popleft()

    def close(self) -> None:
        """Stop listening."""
        for topic in self._topics:
            listeners = self._bus.listeners.get(topic, set())
            listeners.discard(self)
            if not listeners:
                self._bus.listeners.pop(topic, None)


class LocalBus:
    """Passes messages to everybody who listens to their topic, in this process."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[LocalSubscription]] = {}

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        """Send a message to everybody who listens to the topic now."""
        self.publish_here(topic, message)

    def is_heard_here(self, topic: str) -> bool:
        """Say whether anybody in this process listens to a topic."""
        return topic in self.listeners

    def publish_here(self, topic: str, message: str) -> None:
        """Send a message to those who listen in this process."""
        for listener in self.listeners.get(topic, ()):
            listener.hear(message)

    def subscribe(self, *topics: str) -> LocalSubscription:
        """Listen from now on."""
        return LocalSubscription(self, topics)
