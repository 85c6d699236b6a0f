"""Questions: a position and a goal turned into the counts and weights that kernel and twin search with.

Every goal is one weight for each tile: 1 for a tile, its number for points, and for "first this, then
that" the first times more than the second can ever reach. What is on the table must be used and counts
too; the answer's gain is its value less that of the table.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import mul, sub
from typing import NamedTuple

from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.tiles import Face, FaceSet

from .backends import Searcher
from .counts import END, FACE_INDEX, FACES, JOKER_INDEX, NUMBER_OF, Count, as_bytes
from .position import Goal, Position, PositionError
from .twin.search import Answer

TILES_FIRST = 4096
"""More points than all tiles of the largest box count together."""
POINTS_FIRST = 256
"""More tiles than the largest box has."""
ANY_VALUE = 1 << 24
"""A ceiling above every value."""

Weights = tuple[tuple[int, ...], tuple[int, ...]]
"""What a tile and what a joker weighs, by number."""


class SearchQuestion(NamedTuple):
    """Which tiles must and which may be used, and what they weigh."""

    lowest: bytes
    """How many of each of the 52 faces must be used; then jokers."""
    highest: bytes
    weights: Weights
    named: bool
    """Whether a joker weighs what it stands for, not the same everywhere (P2)."""
    lying: Count
    """The faces on the table, counted; none for an opening, which does not touch it."""
    base: int
    """What the table weighs: the value of laying nothing."""

    def between(self, search: Searcher, *, floor: int, ceiling: int, budget: int) -> Answer:
        """Search for the best answer that weighs at least the floor; none weighs more than the ceiling."""
        lowest, highest = self.lowest, self.highest
        jokers = lowest[JOKER_INDEX], highest[JOKER_INDEX]
        limits = floor, ceiling, budget
        return Answer(*search(lowest[:JOKER_INDEX], highest[:JOKER_INDEX], jokers, self.weights, limits))

    def weigh(self, counts: Iterable[int]) -> int:
        """Return the weight of counted tiles, jokers last; only where a joker weighs the same anywhere."""
        return weigh(counts, self.weights)


def weigh(counts: Iterable[int], weights: Weights) -> int:
    """Return the weight of counted tiles, jokers last, where a joker weighs the same anywhere."""
    return sum(map(mul, _face_weights(weights), counts))


@lru_cache(maxsize=64)
def _face_weights(weights: Weights) -> tuple[int, ...]:
    """Return what each face weighs, the joker last."""
    tile, joker = weights
    return (*tile, *tile, *tile, *tile, joker[0])


def ask(
    position: Position, goal: Goal, required: Iterable[Face], forbidden: Iterable[Face]
) -> SearchQuestion:
    """Turn a position and a goal into a question.

    Raises PositionError when required or forbidden tiles are not on the rack.
    """
    opening = goal is Goal.OPENING
    lying = 0 if opening else position.lying
    table = lowest = as_bytes(lying)
    highest = as_bytes(lying + position.held)
    if required or forbidden:
        lowest, highest = _restrict(lowest, highest, required, forbidden)
    weights = goal_weights(goal, position.joker_value)
    return SearchQuestion(
        lowest=lowest,
        highest=highest,
        weights=weights,
        named=opening,
        lying=lying,
        base=weigh(table, weights),
    )


def _restrict(
    lowest: bytes, highest: bytes, required: Iterable[Face], forbidden: Iterable[Face]
) -> tuple[bytes, bytes]:
    """Take what is required and forbidden into the counts."""
    fewest, most, rack = bytearray(lowest), bytearray(highest), bytearray(map(sub, highest, lowest))
    for face in required:
        _take(rack, face)
        fewest[FACE_INDEX[face]] += 1
    for face in forbidden:
        _take(rack, face)
        most[FACE_INDEX[face]] -= 1
    return bytes(fewest), bytes(most)


def _take(rack: bytearray, face: Face) -> None:
    """Take a tile off the counted rack, so that none is required or forbidden twice."""
    index = FACE_INDEX.get(face)
    if index is None or not rack[index]:
        raise PositionError("position/not-on-rack", f"expected a tile of the rack, got {face!r}", face=face)
    rack[index] -= 1


@lru_cache(maxsize=64)
def goal_weights(goal: Goal, joker_value: int) -> Weights:
    """Return what tiles and jokers weigh for a goal."""
    if goal is Goal.OPENING:
        numbers = tuple(range(1, 14))
        return numbers, numbers
    points = (*range(1, 14), joker_value)
    weights = {
        Goal.TILES: [1 for _ in points],
        Goal.POINTS: [*points],
        Goal.TILES_POINTS: [TILES_FIRST + point for point in points],
        Goal.POINTS_TILES: [POINTS_FIRST * point + 1 for point in points],
    }[goal]
    return tuple(weights[:13]), (weights[13],) * 13


def goal_numbers(goal: Goal, gain: int) -> tuple[int, ...]:
    """Turn a gain in weight into the numbers of the goal, in its own order.

    >>> goal_numbers(Goal.TILES_POINTS, 3 * 4096 + 25)
    (3, 25)
    """
    if goal is Goal.TILES_POINTS:
        return divmod(gain, TILES_FIRST)
    if goal is Goal.POINTS_TILES:
        return divmod(gain, POINTS_FIRST)
    return (gain,)


def read_sets(written: bytes) -> tuple[FaceSet, ...]:
    """Read sets as kernel and twin write them."""
    return tuple(map(_read_set, written.split(_END)[:-1]))


@lru_cache(maxsize=1 << 12)
def _read_set(written: bytes) -> FaceSet:
    """Read one set: there are not many, so most were read before."""
    return tuple(map(FACES.__getitem__, written))


_END = bytes([END])


def points_of(faces: Iterable[Face], joker_value: int) -> int:
    """Return what tiles count on a rack (E4)."""
    return sum(map(_points(joker_value).__getitem__, faces))


@lru_cache(maxsize=64)
def _points(joker_value: int) -> dict[Face, int]:
    """Return what each face counts on a rack."""
    return {**NUMBER_OF, JOKER: joker_value}
