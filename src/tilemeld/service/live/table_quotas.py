"""Quotas of tables: how many unfinished tables a person and an address may have, and how many public ones."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden, NotFound, Unreadable
from tilemeld.service.limits.ports import LimitStore
from tilemeld.service.limits.quotas import Quota
from tilemeld.service.ports import DAY_MS, Clock, TableId

from .lobby import Lobby
from .lobby_table import Table

Counts = Callable[[Table], bool]
Conceal = Callable[[str], str]
"""Returns the same for the same text, but nobody can read the text in it: no address is stored."""
Note = Callable[[Table], Awaitable[None]]


class TableQuotas:
    """Counts the unfinished tables of each person and each address: created today, and in the public list.

    Who has set a table is stored, so the count is the same in every process and after a restart. The list is
    short and everybody's, so public tables have a quota of their own: without it one address could fill it.
    """

    def __init__(
        self,
        tables: Lobby,
        store: LimitStore,
        clock: Clock,
        *,
        quota: Quota,
        public: Quota,
        conceal: Conceal,
    ) -> None:
        codes = ("limit/tables", "limit/address-tables")
        self._all = _Counted(tables, store, clock, quota=quota, codes=codes, conceal=conceal)
        codes = ("limit/public-tables", "limit/address-public-tables")
        self._public = _Counted(tables, store, clock, quota=public, codes=codes, conceal=conceal, listed=True)
        self._tables = tables

    @asynccontextmanager
    async def setting(self, claim: Claim, *, public: bool = False) -> AsyncIterator[Note]:
        """Reserve a place for a table that is created in this block and then named.

        Raises ``Forbidden`` when the person or the address has too many tables.
        """
        async with self._all.one_more(claim) as note, self.listing(claim, public=public) as note_listed:

            async def note_both(table: Table) -> None:
                await note(table)
                await note_listed(table)

            yield note_both

    @asynccontextmanager
    async def listing(
        self, claim: Claim, *, public: bool = True, known: TableId | None = None
    ) -> AsyncIterator[Note]:
        """Reserve a place in the public list for a table that is put into it in this block and then named.

        A table that is there already needs no second place. Raises ``Forbidden`` when the person or the
        address has too many.
        """
        if not public or (known is not None and (await self._tables.get(known)).is_listed):
            yield _ignore
            return
        async with self._public.one_more(claim) as note:
            yield note


async def _ignore(_table: Table) -> None:
    pass


class _Counted:
    """Tables of one kind, by person and by address."""

    def __init__(
        self,
        tables: Lobby,
        store: LimitStore,
        clock: Clock,
        *,
        quota: Quota,
        codes: tuple[str, str],
        conceal: Conceal,
        listed: bool = False,
    ) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._quota = quota
        self._codes = codes
        self._conceal = conceal
        self._is_listed = listed
        self._setting: Counter[str] = Counter()
        """What is being set now and not stored yet."""

    @asynccontextmanager
    async def one_more(self, claim: Claim) -> AsyncIterator[Note]:
        """Reserve a place for a table that is named in this block."""
        names = self._names(claim)
        self._setting.update(names)
        try:
            limits = zip(names, (self._quota.person, self._quota.address), self._codes, strict=True)
            for who, limit, code in limits:
                await self._admit(who, limit, code)
            yield lambda table: self._store.note_origin(table.id, names, at=self._clock.now_ms())
        finally:
            self._setting.subtract(names)
            self._setting += Counter()  # keeps only positive counts

    def _names(self, claim: Claim) -> tuple[str, str]:
        kind = "listed" if self._is_listed else "set"
        return self._conceal(f"{kind} person {claim.owner}"), self._conceal(f"{kind} address {claim.address}")

    async def _admit(self, who: str, limit: int, code: str) -> None:
        since = 0 if self._is_listed else self._clock.now_ms() - DAY_MS
        stored = await self._store.tables_from(
            who, since=since, listed=self._is_listed, limit=2 * limit + 100
        )
        others = self._setting[who] - 1
        if len(stored) + others < limit:
            return
        counted = len(stored) if self._is_listed else sum([await self._is_open(table) for table in stored])
        if counted + others >= limit:
            raise Forbidden(code, limit=limit)

    async def _is_open(self, table: TableId) -> bool:
        """Say whether a table counts: not one that is over or left by everybody."""
        try:
            found = await self._tables.get(table)
        except (NotFound, Unreadable):
            return False
        return found.stage != "over" and any(place.person and not place.away for place in found.places)
