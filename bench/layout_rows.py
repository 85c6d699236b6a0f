"""How wide tiles can be at most when sets lie in whole rows: the best of all packings, worked out exactly.

A row holds sets with half a tile between them; a table keeps room for one more set of three. Both are what
the board promises (``client/src/board/places.ts``); nothing here knows how the board packs.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

ROW, GAP, MARGIN, SHOWN = 1.42, 0.5, 0.15, 0.955
"""A row's height, the gap between sets, the air around all, in tile widths; a tile's share of its place."""
THREE = 3
Counts = tuple[int, ...]


def best_in_rows(lengths: Sequence[int], felt: tuple[float, float]) -> float:
    """Return the width of the largest tiles with which sets of these lengths fit on a felt, in pixels."""
    width, height = felt
    steps = [width / (half / 2 + 2 * MARGIN) for half in range(6, 400)]
    steps += [height / (rows * ROW + MARGIN) for rows in range(1, 100)]
    for scale in sorted(steps, reverse=True):
        halves = math.floor(2 * (width / scale - 2 * MARGIN) + 1e-9)
        rows = math.floor((height / scale - MARGIN) / ROW + 1e-9)
        if rows_needed([*lengths, THREE], halves) <= rows:
            return SHOWN * scale
    return 0.0


def rows_needed(lengths: Sequence[int], halves: int) -> float:
    """Return the fewest rows of so many half tiles that hold sets of these lengths, by patterns of rows."""
    gap = round(2 * GAP)
    room = halves + gap
    wide = Counter(2 * length + gap for length in lengths)
    sizes = tuple(sorted(wide, reverse=True))
    if sizes[0] > room:
        return math.inf
    patterns = tuple(_patterns(sizes, tuple(wide[size] for size in sizes), room))

    @cache
    def needed(left: Counts) -> int:
        first = next((at for at, count in enumerate(left) if count), None)
        if first is None:
            return 0
        return 1 + min(needed(_less(left, row)) for row in patterns if row[first])

    return needed(tuple(wide[size] for size in sizes))


def _patterns(sizes: Counts, counts: Counts, room: int) -> Iterator[Counts]:
    """Yield every way to fill a row to which no further set could be added."""
    if not sizes:
        yield ()
        return
    for many in range(min(counts[0], room // sizes[0]), -1, -1):
        for rest in _patterns(sizes[1:], counts[1:], room - many * sizes[0]):
            row = (many, *rest)
            used = sum(size * each for size, each in zip(sizes, row, strict=True))
            if many == counts[0] or used + sizes[0] > room:
                yield row


def _less(left: Counts, row: Counts) -> Counts:
    return tuple(max(0, have - gone) for have, gone in zip(left, row, strict=True))
