"""Loops that serve everybody: a fault in one round is logged, and the loop goes on."""

import logging
from collections.abc import Awaitable, Callable

from tilemeld.service.ports import Clock

log = logging.getLogger("tilemeld.loops")

AGAIN_MS = 1_000
"""How long a loop that failed waits before it goes on, so that a lasting fault does not fill the log."""


async def keep_going(loop: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run a loop for ever: whenever it fails, it is begun again a moment later."""
    while True:
        try:
            await loop()
        except Exception:
            log.exception("%s failed and is begun again", getattr(loop, "__name__", "a loop"))
            await clock.wait_until(clock.now_ms() + AGAIN_MS)
