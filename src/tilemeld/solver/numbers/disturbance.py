"""Disturbance: how much of a table stays unchanged when it is rearranged.

Tiles are compared by face. Both measures are defined at the top of ``position``.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tilemeld.engine.number_faces import JOKER, NUMBER_FACES
from tilemeld.engine.tiles import Face

FaceSets = Sequence[Sequence[Face]]

Tally = int
"""The faces of a set: a bit for the first of each face, another for the second, and so on. What two sets
share is what their tallies have in common."""


def count_untouched(before: FaceSets, after: FaceSets) -> int:
    """Return how many sets are there before and after with the same faces, one to one.

    >>> f = lambda text: [Face(face) for face in text.split()]
    >>> count_untouched([f("r3 r4 r5"), f("k7 b7 o7")], [f("r3 r4 r5 r6"), f("o7 k7 b7")])
    1
    """
    return (Counter(map(tally, before)) & Counter(map(tally, after))).total()


def count_moved(before: FaceSets, after: FaceSets) -> int:
    """Return how many tiles change their set when sets before and after are matched in the best way.

    Sets that stay the same may be matched with each other first: for any multisets X, Y, Z the overlap of
    X with Y and of X with Z together is at most the size of X and the overlap of Y with Z.

    >>> f = lambda text: [Face(face) for face in text.split()]
    >>> count_moved([f("r3 r4 r5 r6"), f("k7 b7 o7")], [f("r3 r4 r5"), f("r6 b6 k6"), f("k7 b7 o7 r7")])
    1
    """
    gone, come = [], [*map(tally, after)]
    for laid in map(tally, before):
        if laid in come:
            come.remove(laid)
        else:
            gone.append(laid)
    return sum(map(int.bit_count, gone)) - _largest_overlap(gone, come)


def tally(laid: Sequence[Face]) -> Tally:
    """Count the faces of a set, with a bit for each tile."""
    return _tally(tuple(laid))


MOST_ALIKE = 8
"""The most tiles of one face in a box."""
_FIRST = {face: 1 << MOST_ALIKE * place for place, face in enumerate([*NUMBER_FACES, JOKER])}


@lru_cache(maxsize=1 << 13)
def _tally(laid: tuple[Face, ...]) -> Tally:
    """Compute a tally; cached, because sets repeat often."""
    found = 0
    for face in laid:
        bit = _FIRST[face]
        while found & bit:
            bit <<= 1
        found |= bit
    return found


def _largest_overlap(rows: list[Tally], columns: list[Tally]) -> int:
    """Return the largest total overlap of a one-to-one assignment."""
    overlaps = [[(row & column).bit_count() for column in columns] for row in rows]
    weights = [row for row in overlaps if any(row)]
    best = [max(row) for row in weights]
    if len({row.index(most) for row, most in zip(weights, best, strict=True)}) == len(weights):
        return sum(best)
    spare = [0] * (len(weights) - len(columns))
    return _heaviest_assignment([row + spare for row in weights])


def _heaviest_assignment(weights: list[list[int]]) -> int:
    """Return the largest total of an assignment of the rows to columns, of which there are enough.

    Kuhn 1955, in the O(n³) form by potentials.
    """
    rows, columns = len(weights), len(weights[0])
    row_potential, column_potential = [0] * (rows + 1), [0] * (columns + 1)
    row_of = [rows] * (columns + 1)
    for row in range(rows):
        row_of[columns] = row
        column = columns
        slack, came_from, seen = [1 << 30] * columns, [columns] * columns, [False] * (columns + 1)
        while row_of[column] != rows:
            seen[column] = True
            here = row_of[column]
            for other in range(columns):
                if not seen[other]:
                    cost = -weights[here][other] - row_potential[here] - column_potential[other]
                    if cost < slack[other]:
                        slack[other], came_from[other] = cost, column
            following = min((other for other in range(columns) if not seen[other]), key=slack.__getitem__)
            step = slack[following]
            for other in range(columns + 1):
                if seen[other]:
                    row_potential[row_of[other]] += step
                    column_potential[other] -= step
                else:
                    slack[other] -= step
            column = following
        while column != columns:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return sum(weights[row_of[column]][column] for column in range(columns) if row_of[column] < rows)
