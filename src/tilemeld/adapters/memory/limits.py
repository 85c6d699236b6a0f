"""Shared limits and short-lived codes in memory."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilemeld.service.guests.ports import DeviceCode
from tilemeld.service.limits.ports import Room, Spending
from tilemeld.service.ports import PersonId, StoredTable, TableId


class MemoryLimitStore(ABC):
    """The part of the store in memory that keeps what several processes count together."""

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[str, tuple[float, int]] = {}
        self._held: dict[tuple[str, str], tuple[int, int]] = {}
        self._origins: dict[str, dict[TableId, int]] = {}
        self._device_codes: dict[str, DeviceCode] = {}

    @abstractmethod
    async def get_table(self, table: TableId) -> StoredTable | None:
        """Return a table by its id."""

    async def room(self) -> Room:
        """Return that there is room."""
        return Room(used=0)

    async def settle(self, spendings: Sequence[Spending], *, at: int) -> Mapping[str, float]:
        """Take what was spent and return how full each bucket is."""
        for each in spendings:
            level, seen_at = self._buckets.get(each.name, (each.burst, at))
            refilled = min(each.burst, level + max(0, at - seen_at) / 1_000 * each.per_second)
            self._buckets[each.name] = (refilled - each.spent, max(at, seen_at))
        return {each.name: self._buckets[each.name][0] for each in spendings}

    async def share_held(
        self, process: str, held: Mapping[str, int], *, at: int, since: int
    ) -> Mapping[str, int]:
        """Report what is held in this process, and return what the others have reported of the same."""
        self._held.update({(name, process): (count, at) for name, count in held.items()})
        others: Counter[str] = Counter()
        for (name, reporter), (count, reported_at) in self._held.items():
            if reporter != process and reported_at >= since and name in held:
                others[name] += count
        return others

    async def forget_held(self, process: str) -> None:
        """Forget what a process has reported."""
        self._held = {name: each for name, each in self._held.items() if name[1] != process}

    async def forget_buckets(self, *, before: int) -> None:
        """Forget buckets that nobody has settled since."""
        self._held = {name: each for name, each in self._held.items() if each[1] >= before}
        self._buckets = {name: each for name, each in self._buckets.items() if each[1] >= before}

    async def note_origin(self, table: TableId, who: Sequence[str], *, at: int) -> None:
        """Note who has set a table."""
        if await self.get_table(table) is not None:
            for each in who:
                self._origins.setdefault(each, {})[table] = at

    async def tables_from(self, who: str, *, since: int, listed: bool, limit: int) -> Sequence[TableId]:
        """Return the tables that somebody has set."""
        found = [await self.get_table(table) for table in sorted(self._origins.get(who, ()))]
        kept = [each for each in found if each is not None and each.touched_at > since]
        return [each.id for each in kept if each.listed or not listed][:limit]

    async def put_device_code(self, code: DeviceCode, *, now: int) -> None:
        """Keep a new code."""
        kept = [each for each in self._device_codes.values() if each.person != code.person]
        self._device_codes = {each.code: each for each in (*kept, code) if each.expires_at > now}

    async def device_code(self, code: str) -> DeviceCode | None:
        """Return a code."""
        return self._device_codes.get(code)

    async def device_code_of(self, person: PersonId) -> DeviceCode | None:
        """Return the code of a person."""
        return next((each for each in self._device_codes.values() if each.person == person), None)

    async def use_device_code(self, code: str, ticket: str, *, now: int) -> PersonId | None:
        """Use a code, once."""
        known = self._device_codes.get(code)
        if known is None or known.expires_at <= now or known.ticket not in (None, ticket):
            return None
        self._device_codes[code] = replace(known, ticket=ticket)
        return known.person

    def _forget_device_codes(self, person: PersonId) -> None:
        kept = self._device_codes.items()
        self._device_codes = {code: each for code, each in kept if each.person != person}
