"""Quotas: how much a person and an address may have under way at the same time."""

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from tilemeld.service.errors import Forbidden, NotFound, Unavailable, Unreadable
from tilemeld.service.live.lobby import Tables
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.ports import Clock, TableId

from .claims import Claim

_DAY_MS = 86_400_000
KEPT = 20_000
"""How many persons and addresses are remembered by the tables they have set."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many of a kind one person and one address may have."""

    person: int
    address: int


class UnderWay:
    """Counts what each person and each address waits for."""

    def __init__(self, quota: Quota, code: str) -> None:
        self._quota = quota
        self._code = code
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, claim: Claim) -> Callable[[], None]:
        """Count one more, and return what counts it off again.

        Raises ``Unavailable`` when the person or the address has as many as may be.
        """
        most = {f"person {claim.owner}": self._quota.person, f"address {claim.address}": self._quota.address}
        for who, limit in most.items():
            if self._held[who] >= limit:
                raise Unavailable(self._code, limit=limit)
        self._held.update(most.keys())

        def give_back() -> None:
            for who in most:
                self._held[who] -= 1
                if self._held[who] <= 0:
                    del self._held[who]

        return give_back

    @contextmanager
    def one(self, claim: Claim) -> Iterator[None]:
        """Count one more for as long as the block lasts."""
        give_back = self.take(claim)
        try:
            yield
        finally:
            give_back()


class TableQuotas:
    """Counts the tables that each person and each address has set today and that are not over."""

    def __init__(self, tables: Tables, clock: Clock, quota: Quota) -> None:
        self._tables = tables
        self._clock = clock
        self._quota = quota
        self._set: OrderedDict[str, set[TableId]] = OrderedDict()
        self._setting: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._set)

    @asynccontextmanager
    async def setting(self, claim: Claim) -> AsyncIterator[Callable[[Table], None]]:
        """Have a table set in this block, and be told which one it is.

        Raises ``Forbidden`` when the person or the address has as many tables as may be.
        """
        person, address = f"person {claim.owner}", f"address {claim.address}"
        await self._admit(person, self._quota.person, "limit/tables")
        await self._admit(address, self._quota.address, "limit/address-tables")
        self._setting.update((person, address))

        def note(table: Table) -> None:
            for who in (person, address):
                self._set.setdefault(who, set()).add(table.id)
                self._set.move_to_end(who)
            while len(self._set) > KEPT:
                self._set.popitem(last=False)

        try:
            yield note
        finally:
            self._setting.subtract((person, address))
            self._setting += Counter()  # keeps only what is above nought

    async def _admit(self, who: str, limit: int, code: str) -> None:
        if len(self._set.get(who, ())) + self._setting[who] < limit:
            return
        for table in list(self._set.get(who, ())):
            if not await self._is_open(table):
                self._set[who].discard(table)
        if len(self._set.get(who, ())) + self._setting[who] >= limit:
            raise Forbidden(code, limit=limit)

    async def _is_open(self, table: TableId) -> bool:
        """Say whether a table counts: not one that is over, left by everybody, or of yesterday."""
        try:
            now = await self._tables.get(table)
        except (NotFound, Unreadable):
            return False
        today = self._clock.now_ms() - now.touched_at < _DAY_MS
        return today and now.stage != "over" and any(place.person and not place.away for place in now.places)
