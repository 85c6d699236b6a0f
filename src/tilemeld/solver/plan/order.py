"""In which order to make the moves of a plan: so that the fewest sets are broken on the way.

Moves put every tile straight where it ends, so any order leads to the same table, and what a place
holds depends only on which moves are done. Up to ten moves, all orders are compared through the sets
of moves done (a dynamic program over subsets); more are taken greedily.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tilemeld.engine.number_faces import COLOURS, JOKER, colour_of, number_of
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet

ORDERED_EXACTLY = 10
"""So many moves are put in the best order; longer plans in a good one."""


class Move(NamedTuple):
    """Tiles on their way from one place (``None`` is the rack) to another."""

    source: int | None
    target: int
    tiles: FaceSet


def is_set(faces: Sequence[Face]) -> bool:
    """Say whether the tiles form a set, in whatever order they come (R-1)."""
    return read_numbers(faces).valid


def best_order(
    places: Mapping[int, FaceSet], moves: Sequence[Move], *, is_whole: Callable[[FaceSet], bool] = is_set
) -> list[int]:
    """Return the order of the moves in which the fewest places hold a broken set, summed over all moments.

    ``is_whole`` says of tiles in any order whether they are a set.
    """
    moments = _Moments(places, moves, is_whole)
    return moments.exact() if len(moves) <= ORDERED_EXACTLY else moments.greedy()


def in_order(faces: Sequence[Face]) -> FaceSet:
    """Put tiles in the order in which they read as a set; loose ones by number and colour, jokers last."""
    reading = read_numbers(faces)
    if reading.valid:
        return tuple(faces[place] for place in reading.order)
    return tuple(sorted(faces, key=_rank))


def _rank(face: Face) -> tuple[int, int]:
    return (99, 0) if face == JOKER else (number_of(face), COLOURS.index(colour_of(face)))


class _Moments:
    """What the places hold when some of the moves, a bit mask, are done."""

    def __init__(
        self, places: Mapping[int, FaceSet], moves: Sequence[Move], is_whole: Callable[[FaceSet], bool]
    ) -> None:
        self._places = places
        self._moves = moves
        self._is_whole = is_whole
        self._touching = {
            place: sum(
                1 << number for number, move in enumerate(moves) if place in (move.source, move.target)
            )
            for place in places
        }
        self._broken: dict[tuple[int, int], bool] = {}
        self._all = (1 << len(moves)) - 1

    def exact(self) -> list[int]:
        """Find the best order from its end: the least sum from each set of moves done to all done."""
        least = [0] * (self._all + 1)
        first = [0] * (self._all + 1)
        for done in range(self._all - 1, -1, -1):
            least[done], first[done] = min((least[done | 1 << n], n) for n in self._open(done))
            least[done] += self._count(done)
        order = []
        done = 0
        while done != self._all:
            order.append(first[done])
            done |= 1 << first[done]
        return order

    def greedy(self) -> list[int]:
        """Always make the move that leaves the fewest places broken."""
        order: list[int] = []
        done = 0
        while done != self._all:
            _, number = min((self._count(done | 1 << n), n) for n in self._open(done))
            order.append(number)
            done |= 1 << number
        return order

    def _open(self, done: int) -> list[int]:
        return [number for number in range(len(self._moves)) if not done >> number & 1]

    def _count(self, done: int) -> int:
        return sum(self._is_broken(place, done & touching) for place, touching in self._touching.items())

    def _is_broken(self, place: int, done: int) -> bool:
        if (place, done) not in self._broken:
            self._broken[place, done] = self._breaks(place, done)
        return self._broken[place, done]

    def _breaks(self, place: int, done: int) -> bool:
        held = Counter(self._places[place])
        for number, move in enumerate(self._moves):
            if done >> number & 1:
                held.update(
                    {
                        face: count if move.target == place else -count
                        for face, count in Counter(move.tiles).items()
                    }
                )
        faces = tuple(held.elements())
        return bool(faces) and not self._is_whole(faces)
