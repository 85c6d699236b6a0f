"""A fair queue: a few slots, given out by rank and then in turn, so that nobody blocks the others.

Among equal ranks the address that was served longest ago comes first, and within it the owner. A client
that asks for a thousand things waits behind everybody who asks for one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tilemeld.service.claims import Claim

KEPT = 10_000
"""How many addresses and owners are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiter:
    claim: Claim
    number: int
    go: asyncio.Future[None]


class FairQueue:
    """Lets a fixed number of jobs run at once."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[_Waiter] = []
        self._served: OrderedDict[str, int] = OrderedDict()
        self._number = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def mine(self, claim: Claim) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        await self.take(claim)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, claim: Claim) -> None:
        """Wait for a slot; ``give_back`` has to follow."""
        self._number += 1
        waiter = _Waiter(claim, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._serve()
        try:
            await waiter.go
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.go.cancelled():
                self.give_back()  # the slot came just after the caller was cancelled
            raise

    def give_back(self) -> None:
        """Free the slot for the next job."""
        self._free += 1
        self._serve()

    def _serve(self) -> None:
        while self._free and self._waiting:
            waiter = min(self._waiting, key=self._order)
            self._waiting.remove(waiter)
            if not waiter.go.done():
                self._free -= 1
                self._note(waiter.claim)
                waiter.go.set_result(None)

    def _order(self, waiter: _Waiter) -> tuple[int, int, int, int]:
        claim = waiter.claim
        served = self._served
        return (
            claim.rank,
            served.get(f"address {claim.address}", 0),
            served.get(f"owner {claim.owner}", 0),
            waiter.number,
        )

    def _note(self, claim: Claim) -> None:
        self._number += 1
        for who in (f"address {claim.address}", f"owner {claim.owner}"):
            self._served[who] = self._number
            self._served.move_to_end(who)
        while len(self._served) > KEPT:
            self._served.popitem(last=False)
