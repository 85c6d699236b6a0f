"""A connection to one person: reading from a WebSocket, writing to it, closing it."""

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from tilemeld.engine.errors import Param, Refused
from tilemeld.server.live import protocol
from tilemeld.server.live.problems import Coded, reasons
from tilemeld.server.metrics import Metrics
from tilemeld.service.errors import ServiceError

SEND_SECONDS = 10.0
"""How long a reader may take for one message before it is dropped."""

CLOSE_TOO_SLOW = 4408
CLOSE_TRY_LATER = 1013


class Gone(Exception):
    """The other side has closed the connection."""


class Connection:
    """One WebSocket; a reader that is too slow is dropped."""

    def __init__(self, socket: WebSocket, metrics: Metrics) -> None:
        self._socket = socket
        self._metrics = metrics
        self.gone = False

    async def receive(self) -> str | None:
        """Return the next message; none for a binary one."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = received.get("text")
        return text

    async def send(self, message: protocol.FromServer) -> None:
        """Send a message."""
        await self.send_text(protocol.encode(message))

    async def send_text(self, text: str) -> None:
        """Send a message that is encoded already; a reader that is too slow is dropped."""
        if self.gone:
            raise Gone
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(text)
        except TimeoutError:
            self._metrics.dropped.labels("wire/too-slow").inc()
            self.gone = True
            await self._close(CLOSE_TOO_SLOW, "wire/too-slow")
            raise Gone from None
        except (RuntimeError, WebSocketDisconnect, OSError):
            self.gone = True
            raise Gone from None
        self._metrics.sent.inc(len(text))

    async def hang_up(self, code: str, close_code: int, **params: Param) -> None:
        """Say why and close."""
        self._metrics.dropped.labels(code).inc()
        try:
            await self.send(fault(ServiceError(code, **params), fatal=True))
        except Gone:
            return
        self.gone = True
        await self._close(close_code, code)

    async def refuse(self, command_id: str | None, error: Refused | Coded) -> None:
        """Refuse a message, or to go on following, with every reason."""
        refusals = reasons(error)
        for each in refusals:
            self._metrics.refusals.labels(each.code).inc()
        await self.send(protocol.Refused(id=command_id, refusals=refusals))

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._socket.close(code, reason)
        except (RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            pass  # it is gone already


def fault(error: ServiceError, *, fatal: bool) -> protocol.Fault:
    """Write what is wrong with a message that could not be read or answered."""
    return protocol.Fault(code=error.code, params=dict(error.params), text=str(error), fatal=fatal)
