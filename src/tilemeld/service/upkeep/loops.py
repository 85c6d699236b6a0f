"""Background loops: an error in one iteration is logged, and the loop continues."""

import logging
from collections.abc import Awaitable, Callable

from tilemeld.service.ports import Clock

log = logging.getLogger(__name__)

OTHERS_AFTER_MS = 2_000
"""How long something may be overdue before any process does it."""
OTHERS_EVERY_MS = 1_000
"""How often a process looks for that."""
AGAIN_MS = 1_000
"""How long a failed loop waits before it continues, so that a lasting error does not fill the log."""


async def keep_going(loop: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run a loop for ever: when it fails, it is restarted a moment later."""
    while True:
        try:
            await loop()
        except Exception:
            log.exception("%s failed and is begun again", getattr(loop, "__name__", "a loop"))
            await clock.wait_until(clock.now_ms() + AGAIN_MS)
