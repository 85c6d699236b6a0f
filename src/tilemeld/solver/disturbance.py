"""Disturbance: how much of a table stays as it lies when it is rearranged.

Tiles are compared by face. Both measures are defined at the top of ``position``.
"""

from collections import Counter
from collections.abc import Sequence

from tilemeld.engine.tiles import Face

FaceSets = Sequence[Sequence[Face]]


def count_untouched(before: FaceSets, after: FaceSets) -> int:
    """Return how many sets are there before and after with the same faces, one to one.

    >>> f = lambda text: [Face(face) for face in text.split()]
    >>> count_untouched([f("r3 r4 r5"), f("k7 b7 o7")], [f("r3 r4 r5 r6"), f("o7 k7 b7")])
    1
    """
    there = Counter(tuple(sorted(laid)) for laid in after)
    return sum((Counter(tuple(sorted(laid)) for laid in before) & there).values())


def count_moved(before: FaceSets, after: FaceSets) -> int:
    """Return how many tiles change their set when sets before and after are matched in the best way.

    Sets that stay the same may be matched with each other first: for any multisets X, Y, Z the overlap of
    X with Y and of X with Z together is at most the size of X and the overlap of Y with Z.

    >>> f = lambda text: [Face(face) for face in text.split()]
    >>> count_moved([f("r3 r4 r5 r6"), f("k7 b7 o7")], [f("r3 r4 r5"), f("r6 b6 k6"), f("k7 b7 o7 r7")])
    1
    """
    old = Counter(tuple(sorted(laid)) for laid in before)
    new = Counter(tuple(sorted(laid)) for laid in after)
    gone = [Counter(laid) for laid in (old - new).elements()]
    come = [Counter(laid) for laid in (new - old).elements()]
    return sum(laid.total() for laid in gone) - _largest_overlap(gone, come)


def _largest_overlap(rows: list[Counter[Face]], columns: list[Counter[Face]]) -> int:
    """Return the largest total overlap of a one-to-one assignment."""
    size = max(len(rows), len(columns))
    overlap = [[(row & column).total() for column in columns] for row in rows]
    weights = [[*row, *[0] * (size - len(columns))] for row in overlap]
    weights += [[0] * size for _ in range(size - len(rows))]
    return _heaviest_assignment(weights)


def _heaviest_assignment(weights: list[list[int]]) -> int:
    """Return the largest total of a square assignment (Kuhn 1955, in the O(n³) form by potentials)."""
    size = len(weights)
    row_potential, column_potential = [0] * (size + 1), [0] * (size + 1)
    row_of = [size] * (size + 1)
    for row in range(size):
        row_of[size] = row
        column = size
        slack, came_from, seen = [1 << 30] * size, [size] * size, [False] * (size + 1)
        while row_of[column] != size:
            seen[column] = True
            here = row_of[column]
            for other in range(size):
                if not seen[other]:
                    cost = -weights[here][other] - row_potential[here] - column_potential[other]
                    if cost < slack[other]:
                        slack[other], came_from[other] = cost, column
            following = min((other for other in range(size) if not seen[other]), key=slack.__getitem__)
            step = slack[following]
            for other in range(size + 1):
                if seen[other]:
                    row_potential[row_of[other]] += step
                    column_potential[other] -= step
                else:
                    slack[other] -= step
            column = following
        while column != size:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return sum(weights[row_of[column]][column] for column in range(size))
