"""Quotas of tables: how many unfinished tables a person and an address may have."""

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden, NotFound, Unreadable
from tilemeld.service.limits.quotas import KEPT, Quota
from tilemeld.service.ports import DAY_MS, Clock, TableId

from .lobby import Lobby
from .lobby_table import Table


class TableQuotas:
    """Counts the unfinished tables that each person and each address has created today."""

    def __init__(self, tables: Lobby, clock: Clock, quota: Quota) -> None:
        self._tables = tables
        self._clock = clock
        self._quota = quota
        self._set: OrderedDict[str, set[TableId]] = OrderedDict()
        self._setting: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._set)

    @asynccontextmanager
    async def setting(self, claim: Claim) -> AsyncIterator[Callable[[Table], None]]:
        """Reserve a place for a table that is created in this block and then named.

        Raises ``Forbidden`` when the person or the address has too many tables.
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
            self._setting += Counter()  # keeps only positive counts

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
        today = self._clock.now_ms() - now.touched_at < DAY_MS
        return today and now.stage != "over" and any(place.person and not place.away for place in now.places)
