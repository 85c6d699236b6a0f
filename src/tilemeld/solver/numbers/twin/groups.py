"""Groups: which tiles of one number can be split into groups, by counting alone (N2, R-10).

Take ``g[c]`` tiles of each colour and some jokers, ``n`` in all. They split into groups of three and four
with no colour twice in a group exactly when ``n`` is not 1, 2 or 5 and ``n // 3`` is at least the largest
``g[c]``: with ``m = n // 3`` groups, deal the tiles out colour by colour, round and round; every group
gets three or four tiles, and no colour comes round twice.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

Counts = tuple[int, int, int, int]
"""Something for each of the four colours: red, blue, black, orange."""

UNSPLITTABLE = frozenset({1, 2, 5})
"""So many tiles of one number never split into groups of three and four."""


def most_groups(highest: Sequence[int], jokers: int) -> int:
    """Return how many groups at most tiles of one number make with the jokers there are.

    >>> most_groups([2, 2, 1, 0], 0), most_groups([1, 1, 0, 0], 1)
    (1, 1)
    """
    groups = 0
    while sum(min(count, groups + 1) for count in highest) + jokers >= 3 * (groups + 1):
        groups += 1
    return groups


def most_in_groups(lowest: Sequence[int], highest: Sequence[int], jokers: int) -> int:
    """Return the most tiles that go into groups together with exactly these jokers; -1 if none do.

    >>> most_in_groups([0, 0, 0, 0], [2, 2, 1, 0], 0), most_in_groups([0, 0, 0, 0], [2, 2, 1, 0], 1)
    (3, 5)
    """
    least, tallest = sum(lowest), max(lowest)
    total = sum(highest) + jokers
    while total - jokers >= least:
        groups = total // 3
        if groups < tallest:
            return -1
        if total not in UNSPLITTABLE and sum(min(count, groups) for count in highest) >= total - jokers:
            return total - jokers
        total -= 1
    return -1


def share_out(lowest: Sequence[int], highest: Sequence[int], total: int, *, groups: int) -> list[int]:
    """Say how many tiles of each colour go into the groups: the first colours first."""
    shares = list(lowest)
    for colour in range(4):
        room = min(highest[colour], groups) - shares[colour]
        shares[colour] += max(0, min(room, total - sum(shares)))
    return shares


@lru_cache(maxsize=1 << 10)
def group_choices(highest: Counts, jokers: int) -> tuple[tuple[Counts, int], ...]:
    """List every way to take tiles of each colour into groups, with the fewest jokers it needs."""
    choices = []
    for counts in product(*(range(count + 1) for count in highest)):
        for used in range(jokers + 1):
            total = sum(counts) + used
            if total not in UNSPLITTABLE and total // 3 >= max(counts):
                choices.append((counts, used))
                break
    return tuple(choices)  # type: ignore[arg-type]  # product yields one count for each of four colours
