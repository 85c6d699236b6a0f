"""Counting: tiles as one whole number, a byte for each face, so that adding and taking away is one step.

How bots that look ahead think of racks and tables: what lies together does not matter to the exact
solver, only how many of each face there are. ``lay_most`` asks it directly, without building sets.
"""

from collections.abc import Iterable, Iterator

from tilemeld.engine.tiles import Face
from tilemeld.solver.numbers.backends import Searcher, searcher
from tilemeld.solver.numbers.position import FACE_INDEX, FACES, NUMBER_OF, Goal
from tilemeld.solver.numbers.question import ANY_VALUE, Weights, goal_weights
from tilemeld.solver.numbers.rebuild import END, JOKER_INDEX
from tilemeld.solver.numbers.search import NO_BUDGET, Status

Count = int
"""Tiles counted in one whole number, a byte for each face in the kernel's order, jokers last."""

SIZE = JOKER_INDEX + 1
UNIT: tuple[Count, ...] = tuple(1 << 8 * index for index in range(SIZE))
"""One tile of each face, in the kernel's order."""
UNIT_OF: dict[Face, Count] = {face: UNIT[index] for face, index in FACE_INDEX.items()}
ONE_JOKER = UNIT[JOKER_INDEX]
NO_JOKERS = ONE_JOKER - 1
"""A mask: every tile but the jokers."""

_END = bytes([END])
_NONE, _UNKNOWN = int(Status.NONE), int(Status.UNKNOWN)


def count(faces: Iterable[Face]) -> Count:
    """Count the faces.

    >>> count([Face("r1"), Face("r1")])
    2
    """
    return sum(map(UNIT_OF.__getitem__, faces))


def faces_in(tiles: Count) -> tuple[Face, ...]:
    """List the counted tiles, colour by colour, jokers last.

    >>> faces_in(count([Face("J"), Face("r3"), Face("r1"), Face("r3")]))
    ('r1', 'r3', 'r3', 'J')
    """
    return tuple(FACES[index] for index in indexes_in(tiles))


def indexes_in(tiles: Count) -> Iterator[int]:
    """Yield the place of each counted tile in the kernel's order."""
    for index, many in enumerate(tiles.to_bytes(SIZE, "little")):
        for _ in range(many):
            yield index


def size(tiles: Count) -> int:
    """Return how many tiles were counted."""
    return sum(tiles.to_bytes(SIZE, "little"))


def jokers_in(tiles: Count) -> int:
    """Return how many jokers are among the tiles."""
    return tiles >> 8 * JOKER_INDEX


def value(tiles: Count, joker_value: int) -> int:
    """Return what the tiles count on a rack (E4)."""
    counted = tiles.to_bytes(SIZE, "little")
    return sum(map(int.__mul__, _NUMBERS, counted)) + joker_value * counted[JOKER_INDEX]


_NUMBERS = tuple(NUMBER_OF[face] for face in FACES[:JOKER_INDEX])


class Asker:
    """Asks the exact solver how to lay the most, in counts; the box decides what a joker is worth."""

    def __init__(
        self, joker_value: int, *, budget_nodes: int = NO_BUDGET, search: Searcher | None = None
    ) -> None:
        self._search = search or searcher(None)
        self._budget = budget_nodes
        self.weights = goal_weights(Goal.TILES_POINTS, joker_value)
        self._opening = goal_weights(Goal.OPENING, joker_value)
        self.nodes = 0
        """How many nodes its questions have cost so far."""

    def lay_most(self, table: Count, rack: Count, weights: Weights | None = None) -> Count:
        """Return the tiles of the best play: most tiles, then most points, unless other weights are given.

        Nothing when nothing can be laid, and when a budget ran out before anything was found.
        """
        low, high = table.to_bytes(SIZE, "little"), (table + rack).to_bytes(SIZE, "little")
        jokers = low[JOKER_INDEX], high[JOKER_INDEX]
        limits = 0, ANY_VALUE, self._budget
        answer = self._search(low[:JOKER_INDEX], high[:JOKER_INDEX], jokers, weights or self.weights, limits)
        self.nodes += answer[3]
        if answer[0] in (_NONE, _UNKNOWN):
            return 0
        return sum(map(UNIT.__getitem__, answer[4].translate(None, _END))) - table

    def opening_points(self, rack: Count) -> tuple[int, Count]:
        """Return the highest worth of sets from the rack alone (P2), and the tiles of those sets."""
        high = rack.to_bytes(SIZE, "little")
        low = bytes(JOKER_INDEX)
        limits = 0, ANY_VALUE, self._budget
        answer = self._search(low, high[:JOKER_INDEX], (0, high[JOKER_INDEX]), self._opening, limits)
        self.nodes += answer[3]
        if answer[0] in (_NONE, _UNKNOWN):
            return 0, 0
        return answer[1], sum(map(UNIT.__getitem__, answer[4].translate(None, _END)))

    def can_go_out(self, table: Count, rack: Count) -> bool:
        """Say whether the whole rack can be laid."""
        whole = (table + rack).to_bytes(SIZE, "little")
        jokers = whole[JOKER_INDEX], whole[JOKER_INDEX]
        counted = whole[:JOKER_INDEX]
        answer = self._search(counted, counted, jokers, self.weights, (0, ANY_VALUE, self._budget))
        self.nodes += answer[3]
        return answer[0] not in (_NONE, _UNKNOWN)
