"""The listener: TCP connections before they have sent a request.

A client that connects and sends nothing, or sends very slowly, holds one of the process's open files. Such
connections are limited by address, and each has to bring a whole request within a time limit.
"""

import asyncio
import sys
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from tilemeld.server.limits.client_address import network_of
from tilemeld.server.settings import Settings

FILES = 65_536
"""How many files the process wants to be allowed to have open."""


def door_of(settings: Settings) -> type[H11Protocol]:
    """Return the protocol class for connections: counted by address, unless all come from a proxy."""
    limits = settings.limits
    here: Counter[str] = Counter()

    class Door(H11Protocol):
        _address: str | None = None
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
            super().connection_made(transport)
            address = network_of(self.client[0]) if self.client else "unknown"
            if here[address] >= limits.http_connections_per_address and not settings.behind_proxy:
                transport.abort()
                return
            self._address = address
            here[address] += 1
            self._be_patient()

        def data_received(self, data: bytes) -> None:
            if self._patience is None and not self._has_request:
                self._be_patient()
            super().data_received(data)
            if self._has_request:
                self._wait_no_more()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()  # from here on it is counted with the WebSockets
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        @property
        def _has_request(self) -> bool:
            """Whether a whole request has come and is not answered yet."""
            cycle: RequestResponseCycle | None = getattr(self, "cycle", None)  # none before the first one
            return cycle is not None and not cycle.response_complete and not cycle.more_body

        def _be_patient(self) -> None:
            self._patience = self.loop.call_later(limits.request_seconds, self.transport.abort)

        def _wait_no_more(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _leave(self) -> None:
            self._wait_no_more()
            if self._address is not None:
                here[self._address] -= 1
                if not here[self._address]:
                    del here[self._address]
                self._address = None

    return Door


def files_wanted(soft: int, hard: int) -> int:
    """Return how many files the process should be allowed to have open, given what it may ask for.

    >>> files_wanted(1_024, 4_096), files_wanted(1_024, 1_048_576), files_wanted(100_000, 1_048_576)
    (4096, 65536, 100000)
    """
    return max(soft, FILES if hard < 0 else min(hard, FILES))


def allow_files() -> None:
    """Ask the system for more open files than the usual thousand: each connection needs one."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # there is none on Windows, nor such a limit

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files_wanted(soft, hard), hard))
