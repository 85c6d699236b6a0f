"""Quotas of tables: how many unfinished tables a person and an address may have, and how many public ones."""

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden, NotFound, Unreadable
from tilemeld.service.limits.quotas import KEPT, Quota
from tilemeld.service.ports import DAY_MS, Clock, TableId

from .lobby import Lobby
from .lobby_table import Table

Counts = Callable[[Table], bool]


class TableQuotas:
    """Counts the unfinished tables of each person and each address: created today, and in the public list.

    The list is short and everybody's, so public tables have a quota of their own: without it one address
    could fill the list.
    """

    def __init__(self, tables: Lobby, clock: Clock, quota: Quota, *, public: Quota) -> None:
        self._all = _Counted(tables, quota, ("limit/tables", "limit/address-tables"), counts=self._is_open)
        self._public = _Counted(
            tables,
            public,
            ("limit/public-tables", "limit/address-public-tables"),
            counts=lambda table: table.is_listed,
        )
        self._clock = clock

    def __len__(self) -> int:
        return len(self._all) + len(self._public)

    @asynccontextmanager
    async def setting(self, claim: Claim, *, public: bool = False) -> AsyncIterator[Callable[[Table], None]]:
        """Reserve a place for a table that is created in this block and then named.

        Raises ``Forbidden`` when the person or the address has too many tables.
        """
        async with self._all.one_more(claim) as note, self.listing(claim, public=public) as note_listed:

            def note_both(table: Table) -> None:
                note(table)
                note_listed(table)

            yield note_both

    @asynccontextmanager
    async def listing(
        self, claim: Claim, *, public: bool = True, known: TableId | None = None
    ) -> AsyncIterator[Callable[[Table], None]]:
        """Reserve a place in the public list for a table that is put into it in this block and then named.

        A table that the claim has there already needs no second place. Raises ``Forbidden`` when the person
        or the address has too many.
        """
        if not public or (known is not None and self._public.has(claim, known)):
            yield lambda _table: None
            return
        async with self._public.one_more(claim) as note:
            yield note

    def _is_open(self, table: Table) -> bool:
        """Say whether a table counts: not one that is over, left by everybody, or of yesterday."""
        today = self._clock.now_ms() - table.touched_at < DAY_MS
        occupied = any(place.person and not place.away for place in table.places)
        return today and table.stage != "over" and occupied


class _Counted:
    """Tables of one kind, by person and by address."""

    def __init__(self, tables: Lobby, quota: Quota, codes: tuple[str, str], *, counts: Counts) -> None:
        self._tables = tables
        self._quota = quota
        self._codes = codes
        self._counts = counts
        self._set: OrderedDict[str, set[TableId]] = OrderedDict()
        self._setting: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._set)

    def has(self, claim: Claim, table: TableId) -> bool:
        """Say whether a table is counted for a person."""
        return table in self._set.get(_names(claim)[0], ())

    @asynccontextmanager
    async def one_more(self, claim: Claim) -> AsyncIterator[Callable[[Table], None]]:
        """Reserve a place for a table that is named in this block."""
        names = _names(claim)
        for who, limit, code in zip(
            names, (self._quota.person, self._quota.address), self._codes, strict=True
        ):
            await self._admit(who, limit, code)
        self._setting.update(names)

        def note(table: Table) -> None:
            for who in names:
                self._set.setdefault(who, set()).add(table.id)
                self._set.move_to_end(who)
            while len(self._set) > KEPT:
                self._set.popitem(last=False)

        try:
            yield note
        finally:
            self._setting.subtract(names)
            self._setting += Counter()  # keeps only positive counts

    async def _admit(self, who: str, limit: int, code: str) -> None:
        if len(self._set.get(who, ())) + self._setting[who] < limit:
            return
        for table in list(self._set.get(who, ())):
            if not await self._still_counts(table):
                self._set[who].discard(table)
        if len(self._set.get(who, ())) + self._setting[who] >= limit:
            raise Forbidden(code, limit=limit)

    async def _still_counts(self, table: TableId) -> bool:
        try:
            return self._counts(await self._tables.get(table))
        except (NotFound, Unreadable):
            return False


def _names(claim: Claim) -> tuple[str, str]:
    return f"person {claim.owner}", f"address {claim.address}"
