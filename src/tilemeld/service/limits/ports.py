"""Ports of limits: what several processes count together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilemeld.service.ports import TableId


@dataclass(frozen=True, slots=True)
class Spending:
    """What one process has taken from a bucket since it last settled."""

    name: str
    """What is limited and for whom, so that nobody can read an address in it."""
    spent: float
    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Room:
    """How much is stored, and how much room there is for more, in bytes."""

    used: int
    free: int | None = None
    """What is left on the disk; ``None``: it is another machine's, or there is none."""


class LimitStore(Protocol):
    """Buckets that all processes share, which tables somebody has set, and how much room is left."""

    async def room(self) -> Room:
        """Return how much is stored, and how much room is left."""
        ...

    async def settle(self, spendings: Sequence[Spending], *, at: int) -> Mapping[str, float]:
        """Take what was spent and return how full each bucket is; below zero when too much was spent."""
        ...

    async def share_held(
        self, process: str, held: Mapping[str, int], *, at: int, since: int
    ) -> Mapping[str, int]:
        """Report what is held in this process, and return what the others have reported of it since then."""
        ...

    async def forget_held(self, process: str) -> None:
        """Forget what a process has reported: it holds nothing any more."""
        ...

    async def forget_buckets(self, *, before: int) -> None:
        """Forget buckets that nobody has settled since, and what was held before."""
        ...

    async def note_origin(self, table: TableId, who: Sequence[str], *, at: int) -> None:
        """Note who has set a table; it is forgotten with the table."""
        ...

    async def tables_from(self, who: str, *, since: int, listed: bool, limit: int) -> Sequence[TableId]:
        """Return the tables that somebody has set and that were used since then, at most so many.

        With ``listed``, only those in the public list.
        """
        ...
