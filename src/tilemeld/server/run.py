"""Running the server: the listening socket, uvicorn's settings, a graceful end."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from tilemeld.server.http.listener import allow_files, door_of

from .app import Server
from .settings import Settings

STOP_SECONDS = 10
LAST_ANSWERS_SECONDS = 0.5
"""How long who has just come in may take to ask, before a server that hands over ends."""
SWITCH_SECONDS = 0.0005
"""How long a thread runs before another may. A commit is a dozen calls that each release the interpreter
and take it back: with the default of 5 ms it waits that long at each of them while the loop computes."""


CAN_BALANCE = sys.platform == "linux"
"""Whether the system spreads connections over the sockets that share a port."""


def listen(settings: Settings, *, shared: bool = False) -> socket.socket:
    """Open the listening socket; port 0 takes any free one. Several processes may have a ``shared`` port.

    Raises ``OSError`` when the port is taken or the host is not ours.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio switches Nagle's waiting off for every connection: without it the
    # second of two messages in a row takes 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared and CAN_BALANCE:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError:
        listener.close()
        raise
    return listener


def listen_together(settings: Settings) -> socket.socket:
    """Open a port for several processes; this socket keeps it, and is listened on only where one is shared.

    Raises ``OSError`` as ``listen`` does, also where another program shares the port already.
    """
    with listen(settings) as probe:
        port = probe.getsockname()[1]
    return listen(replace(settings, port=port), shared=True)


def configure(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn runs the app: no access log, no compression, small messages."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=door_of(settings),
        proxy_headers=False,  # server/limits/client_address.py reads the headers of a trusted proxy
        ws="websockets-sansio",
        ws_max_size=4 * settings.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def run(
    app: Starlette,
    settings: Settings,
    listener: socket.socket,
    on_ready: Callable[[], None],
    *,
    hears_interrupts: bool = True,
    hands_over: bool = False,
) -> None:
    """Serve until a signal ends it; games are handed over or paused, and written, first.

    Who ``hands_over`` leaves the listening socket to another process: it lets nobody in when it is to
    end, and answers those who have come in.

    Raises ``RuntimeError`` when the database that was waited for refuses this server.
    """
    spare_collections()
    allow_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = _Announced(app, settings, on_ready, hears_interrupts=hears_interrupts, hands_over=hands_over)
    with contextlib.suppress(KeyboardInterrupt):  # raised again by uvicorn when everything has ended
        server.run(sockets=[listener])
    if server.failure is not None:
        raise server.failure


def spare_collections() -> None:
    """Let the garbage collector run rarely: states and views contain no cycles, and it visits all of them.

    Each walk is short: of 10,000 new objects it takes about 4 ms, of 50,000 it took 20, and a loop that waits
    for the machine in the middle of it waits for longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)


class _Announced(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(
        self,
        app: Starlette,
        settings: Settings,
        on_ready: Callable[[], None],
        *,
        hears_interrupts: bool,
        hands_over: bool,
    ) -> None:
        super().__init__(configure(app, settings))
        self._app = app
        self._hands_over = hands_over
        self._drain_seconds = max(settings.drain_seconds, LAST_ANSWERS_SECONDS if hands_over else 0)
        self._on_ready = on_ready
        self._hears_interrupts = hears_interrupts
        self._announcing: asyncio.Task[None] | None = None
        self.failure: Exception | None = None
        """Why it could not begin to serve."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End on a signal; Ctrl+C may be somebody else's to hear."""
        if sig != signal.SIGINT or self._hears_interrupts:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report it."""
        await super().startup(sockets)
        if self.started:
            self._announcing = asyncio.create_task(self._announce())

    async def _announce(self) -> None:
        """Report that it serves, at once or when the database is there; end if it never will."""
        server: Server = self._app.state.server
        try:
            await server.wait_until_begun()
        except Exception as error:
            self.failure, self.should_exit = error, True
        else:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let a balancer see that this server ends, take no more connections, and close the open ones."""
        server: Server = self._app.state.server
        server.ready = False
        if self._announcing is not None:
            self._announcing.cancel()
        for each in self.servers if self._hands_over else ():
            each.close()
        until = time.monotonic() + self._drain_seconds
        while time.monotonic() < until and not self.force_exit:
            await asyncio.sleep(0.1)
        for each in self.servers:
            each.close()
        await server.live_server.close_all()
        await super().shutdown(sockets)


def link_to(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def lan_address() -> str | None:
    """Return the address of this machine on the local network, or none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a range for documentation: only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address
