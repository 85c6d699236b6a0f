"""What a director wants of a seating beyond new opponents: what comes first, who sits apart, fixed tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

Priority = Literal["threes", "repeats"]
"""What counts for more where both cannot be had: tables of three shared evenly, or few repeated meetings."""
Pair = tuple[str, str]
"""Two players, their numbers in order."""

SHORT: Mapping[Priority, int] = {"threes": 5_000, "repeats": 20}
"""What one seat too many at a short table costs, by what comes first."""
TOGETHER = 10_000
"""What it costs when two of one club or family sit together in one of the first rounds."""
NEVER = 50_000
"""What it costs when two sit together who must not meet."""
MISPLACED = 50_000
"""What it costs when somebody does not sit at the table that is fixed for them."""


@dataclass(frozen=True, slots=True)
class Aims:
    """What is wanted of a seating; whatever cannot be had is in its cost."""

    priority: Priority = "threes"
    never: tuple[Pair, ...] = ()
    """Two who must not meet."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Clubs and families, apart in the first rounds."""
    group_rounds: int = 0
    """In how many."""
    fixed: tuple[tuple[str, int], ...] = ()
    """Players with the number of the table at which they always sit."""

    @property
    def short_price(self) -> int:
        """What one seat too many at a short table costs."""
        return SHORT[self.priority]

    @property
    def has_wishes(self) -> bool:
        """Whether anything is wished for single players."""
        return bool(self.never or self.fixed or (self.groups and self.group_rounds))

    def prices(self, number: int) -> Mapping[Pair, int]:
        """Return what it costs in a round when two sit together who should not."""
        return _prices(self, number <= self.group_rounds)

    def misplaced(self, tables: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """Return who does not sit at the table that is fixed for them, of those who sit at all."""
        seated = {player: at for at, table in enumerate(tables, start=1) for player in table}
        return tuple(player for player, table in self.fixed if seated.get(player, table) != table)

    def at_their_tables(self, tables: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        """Return the tables in an order in which as many as possible sit at the table fixed for them."""
        ordered = [tuple(table) for table in tables]
        for player, wanted in self.fixed:
            at = next((at for at, table in enumerate(ordered) if player in table), None)
            if at is not None and wanted <= len(ordered):
                ordered[wanted - 1], ordered[at] = ordered[at], ordered[wanted - 1]
        return tuple(ordered)


NO_AIMS = Aims()
"""Nothing but the usual."""


@lru_cache(maxsize=64)
def _prices(aims: Aims, grouped: bool) -> Mapping[Pair, int]:
    prices: dict[Pair, int] = {}
    if grouped:
        prices.update((pair, TOGETHER) for group in aims.groups for pair in _pairs(group))
    prices.update((pair, NEVER) for two in aims.never for pair in _pairs(two))
    tables = dict(aims.fixed)
    prices.update((pair, NEVER) for pair in _pairs([*tables]) if tables[pair[0]] != tables[pair[1]])
    return prices


def _pairs(players: Sequence[str]) -> Iterator[Pair]:
    yield from combinations(sorted(players), 2)
