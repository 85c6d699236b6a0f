"""PostgreSQL's notifications as the bus: no other server is needed. Sent after a commit, never inside it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg

from tilemeld.adapters.linked_bus import Link, LinkedBus

CHANNEL = "tilemeld"
LONGEST_BYTES = 7_900
"""PostgreSQL takes notifications of less than 8,000 bytes; a longer message is dropped."""
ANSWER_SECONDS = 2.0


class PostgresBus(LinkedBus):
    """Connects the processes that use one database."""

    longest_bytes = LONGEST_BYTES

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[Link]:
        connection = await asyncpg.connect(self._url, timeout=ANSWER_SECONDS, command_timeout=ANSWER_SECONDS)
        try:
            link = _PostgresLink(connection)
            await connection.add_listener(CHANNEL, link.hear)
            yield link
        finally:
            connection.terminate()


class _PostgresLink:
    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._heard: asyncio.Queue[str] = asyncio.Queue()

    def hear(self, _connection: object, _pid: int, _channel: str, message: str) -> None:
        self._heard.put_nowait(message)

    async def send(self, messages: Sequence[str]) -> None:
        short = [each for each in messages if len(each.encode()) <= LONGEST_BYTES]
        await self._connection.execute("SELECT pg_notify($1, m) FROM unnest($2::text[]) m", CHANNEL, short)

    async def receive(self) -> str:
        return await self._heard.get()
