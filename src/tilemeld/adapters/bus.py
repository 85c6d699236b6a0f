"""The bus inside one process: every listener has a short queue; who does not listen loses the oldest."""

import asyncio
from collections import deque

BACKLOG = 256


class LocalSubscription:
    """What one listener hears."""

    def __init__(self, bus: "LocalBus", topics: tuple[str, ...]) -> None:
        self._bus = bus
        self._topics = topics
        self._messages: deque[str] = deque(maxlen=BACKLOG)
        self._arrived = asyncio.Event()
        for topic in topics:
            bus.listeners.setdefault(topic, set()).add(self)

    def hear(self, message: str) -> None:
        """Take a message in; the oldest is lost when nobody listens."""
        self._messages.append(message)
        self._arrived.set()

    async def next(self) -> str:
        """Wait for the next message."""
        while not self._messages:
            self._arrived.clear()
            await self._arrived.wait()
        return self._messages.popleft()

    def close(self) -> None:
        """Stop listening."""
        for topic in self._topics:
            listeners = self._bus.listeners.get(topic, set())
            listeners.discard(self)
            if not listeners:
                self._bus.listeners.pop(topic, None)


class LocalBus:
    """Hands messages to everybody who listens to their topic, in this process."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[LocalSubscription]] = {}

    async def publish(self, topic: str, message: str) -> None:
        """Tell everybody who listens to the topic now."""
        for listener in self.listeners.get(topic, ()):
            listener.hear(message)

    def subscribe(self, *topics: str) -> LocalSubscription:
        """Listen from now on."""
        return LocalSubscription(self, topics)
