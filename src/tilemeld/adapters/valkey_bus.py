"""Valkey or Redis as the bus: publish and subscribe on one channel."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

from valkey import asyncio as valkey

from .linked_bus import Link, LinkedBus

CHANNEL = "tilemeld"
ANSWER_SECONDS = 4.0
SILENCE_SECONDS = 2.0
"""How long a listener waits before it waits again."""


class ValkeyBus(LinkedBus):
    """Connects the processes that use one Valkey or Redis server."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[Link]:
        client = valkey.Valkey.from_url(
            self._url, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        listener = client.pubsub(ignore_subscribe_messages=True)
        try:
            await listener.subscribe(CHANNEL)
            yield _ValkeyLink(client, listener)
        finally:
            with contextlib.suppress(Exception):  # it is lost already
                await listener.aclose()
            with contextlib.suppress(Exception):
                await client.aclose()


class _ValkeyLink:
    def __init__(self, client: Any, listener: Any) -> None:
        self._client = client
        self._listener = listener

    async def send(self, messages: Sequence[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for each in messages:
                pipeline.publish(CHANNEL, each)
            await pipeline.execute()

    async def receive(self) -> str:
        while True:
            # without a timeout of its own, silence would count as an error; sending tries the link
            message = await self._listener.get_message(timeout=SILENCE_SECONDS)
            if message is not None:
                return cast(bytes, message["data"]).decode()
