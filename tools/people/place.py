"""Where a person calls from, and whom: one of several servers, by HTTP or a WebSocket."""

import asyncio
import itertools
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Json = Any
PATIENCE = 60.0
"""Seconds within which every request has to succeed, on whatever server."""
ATTEMPT = 6.0
"""Seconds that one attempt may take."""
_numbers = itertools.count(2)


class Unanswered(Exception):
    """A request was refused, or nobody answered within a minute."""


def fresh_address(block: int = 1) -> str:
    """Return a loopback address that nobody has used yet; each process has blocks of its own."""
    number = next(_numbers)
    return f"127.{block + number // 62500 % 8}.{number // 250 % 250}.{number % 250 + 1}"


@dataclass(slots=True)
class Place:
    """An address of one's own, since limits count addresses, and the ports of all servers."""

    ports: Sequence[int]
    address: str
    rng: Random

    def port(self) -> int:
        """Return a server: any, since no game belongs to one."""
        return self.rng.choice(self.ports)

    async def http(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        """Ask until it is done: repeats carry the same key, so that it is done once."""
        key, end = secrets.token_hex(16), asyncio.get_running_loop().time() + PATIENCE
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"Idempotency-Key: {key}"]
        lines += [f"Content-Length: {len(content)}"] + ([f"Authorization: Bearer {token}"] if token else [])
        request = "\r\n".join([*lines, "", ""]).encode() + content
        while True:
            status, text = await self._attempt(request)
            if 200 <= status < 300:
                return json.loads(text)
            if (0 < status < 500 and status != 429) or asyncio.get_running_loop().time() > end:
                raise Unanswered(f"{method} {path}: {status} {text[:300]!r}")
            await asyncio.sleep(0.2)

    async def _attempt(self, request: bytes) -> tuple[int, bytes]:
        """Send it once; 0 says that nothing came back."""
        try:
            async with asyncio.timeout(ATTEMPT):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port(), local_addr=(self.address, 0)
                )
                try:
                    writer.write(request)
                    head, _, text = (await reader.read()).partition(b"\r\n\r\n")
                finally:
                    writer.close()
        except (TimeoutError, OSError) as error:
            return 0, repr(error).encode()
        return (int(head.split(b" ", 2)[1]), text) if head.startswith(b"HTTP/1.1 ") else (0, head)
