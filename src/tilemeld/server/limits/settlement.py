"""Settlement: several processes share their limits, and no request waits for that.

Each process takes from buckets of its own. Once a second whoever has spent a notable part of a bucket in this
process settles: what was spent is taken from the bucket in the store, and the level there counts here too.
So N processes together let through at most N bursts at once, and afterwards no more than one limit: what was
spent too much is a debt that has to refill first. Who holds a notable part of what is counted while it lasts
(open connections) is reported to the others. Without the store, each process goes on by its own counts.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence

from tilemeld.service.errors import Unavailable
from tilemeld.service.limits.ports import LimitStore, Spending
from tilemeld.service.ports import Clock
from tilemeld.service.upkeep.loops import keep_going

from .holdings import Holdings
from .rate_limits import Bucket, Buckets

log = logging.getLogger(__name__)

EVERY_MS = 1_000
HELD_MS = 5_000
"""How long what another process has reported is believed: a killed one holds nothing."""


class Settlement:
    """Settles the buckets of this process with those of the others."""

    def __init__(
        self,
        store: LimitStore,
        clock: Clock,
        buckets: Sequence[Buckets],
        *,
        holdings: Sequence[Holdings],
        process: str,
        conceal: Callable[[str], str],
    ) -> None:
        self._store = store
        self._clock = clock
        self._buckets = buckets
        self._holdings = holdings
        self._process = process
        self._conceal = conceal
        """Makes a name in which nobody can read an address."""
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to settle."""
        self._loop = asyncio.create_task(keep_going(self._settle_on, self._clock))

    async def stop(self) -> None:
        """Settle no more; the others hear that nothing is held here."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
            with contextlib.suppress(Unavailable):  # then it is believed until it is too old
                await self._store.forget_held(self._process)

    async def _settle_on(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now_ms() + EVERY_MS)
            with contextlib.suppress(Unavailable):  # until the store is back, everybody counts alone
                await self.settle()
                await self.share_held()

    async def share_held(self) -> None:
        """Report to the others what is held here, and learn what they hold."""
        now = self._clock.now_ms()
        for holdings in self._holdings:
            names = {self._conceal(f"{holdings.name} {who}"): who for who in holdings.notable()}
            if names:
                held = {name: holdings.here(who) for name, who in names.items()}
                others = await self._store.share_held(self._process, held, at=now, since=now - HELD_MS)
                holdings.learn({who: others.get(name, 0) for name, who in names.items()})
            else:
                holdings.learn({})

    async def settle(self) -> None:
        """Settle what was spent since the last time; nobody has to wait for it."""
        due: dict[str, tuple[Bucket, Spending]] = {}
        for buckets in self._buckets:
            for who, bucket in buckets.notable():
                name = self._conceal(f"{buckets.name} {who}")
                due[name] = bucket, Spending(name, bucket.spent, buckets.per_second, burst=_brim(buckets))
        if not due:
            return
        levels = await self._store.settle([each for _, each in due.values()], at=self._clock.now_ms())
        for name, level in levels.items():
            bucket, spending = due[name]
            bucket.settle(level, spending.spent)


def _brim(buckets: Buckets) -> float:
    """Return how full the shared bucket may be: what refills between two settlements is not a debt."""
    return max(buckets.burst, 2 * buckets.per_second * EVERY_MS / 1_000)
