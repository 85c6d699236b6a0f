"""Covering: lay given tiles out in sets, by a random search. How random players find their moves.

Not the exact solver: what it finds is right (tiles are covered in full or not at all), but it gives
up after a number of nodes. Everything here is faces; ids come back in at the end.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from tilemeld.engine.number_faces import COLOURS, HIGHEST, JOKER, NUMBER_FACES, colour_and_number
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet

Counts = dict[Face, int]
"""How many of each face; every face has an entry."""


def counts_by_face(faces: Iterable[Face]) -> Counts:
    """Count the faces."""
    counts = dict.fromkeys((*NUMBER_FACES, JOKER), 0)
    for face in faces:
        counts[face] += 1
    return counts


def _runs_with(face: Face) -> tuple[FaceSet, ...]:
    colour, number = colour_and_number(face)
    return tuple(
        tuple(Face(f"{colour}{each}") for each in range(start, start + length))
        for length in (3, 4, 5)
        for start in range(max(1, number - length + 1), min(number, HIGHEST + 1 - length) + 1)
    )


_RUNS_WITH = {face: _runs_with(face) for face in NUMBER_FACES}
_SAME_NUMBER = {
    face: tuple(Face(f"{colour}{face[1:]}") for colour in COLOURS if colour != face[0])
    for face in NUMBER_FACES
}
_AROUND = {
    face: tuple(sorted({each for run in _RUNS_WITH[face] for each in run})) + _SAME_NUMBER[face]
    for face in NUMBER_FACES
}
"""All tiles that a set with this one can contain: what its sets depend on."""

_AKIN = {
    face: frozenset(each for each in NUMBER_FACES if each[0] == face[0] or each[1:] == face[1:]) | {JOKER}
    for face in NUMBER_FACES
} | {JOKER: frozenset((*NUMBER_FACES, JOKER))}
"""Tiles that share the colour or the number: a set without one among its first two cannot take the tile."""


def sets_with(face: Face, free: Counts) -> list[FaceSet]:
    """List runs of 3 to 5 and groups that hold the face, made of free tiles and jokers for the missing."""
    there = tuple([each for each in _AROUND[face] if free[each]])
    return list(_sets_of(face, there, free[JOKER]))


@lru_cache(maxsize=200_000)
def _sets_of(face: Face, there: tuple[Face, ...], jokers: int) -> tuple[FaceSet, ...]:
    """Cached, because random games ask for the same few sets repeatedly."""
    found: list[FaceSet] = []
    for run in _RUNS_WITH[face]:
        missing = sum(each not in there for each in run)
        if missing <= jokers and missing < len(run) - 1:
            found.append(tuple([each if each in there else JOKER for each in run]))
    others = [each for each in _SAME_NUMBER[face] if each in there]
    for size in (3, 4):
        for real in range(max(1, size - 1 - jokers), min(size - 1, len(others)) + 1):
            spare = (JOKER,) * (size - 1 - real)
            found += [(face, *rest, *spare) for rest in combinations(others, real)]
    return tuple(found)


def use(faces: Iterable[Face], free: Counts) -> bool:
    """Take the tiles out of the free ones; if they are not all there, take none and say so."""
    taken: list[Face] = []
    for face in faces:
        if not free[face]:
            give_back(taken, free)
            return False
        free[face] -= 1
        taken.append(face)
    return True


def give_back(faces: Iterable[Face], free: Counts) -> None:
    """Put tiles back among the free ones."""
    for face in faces:
        free[face] += 1


def cover(must: Sequence[Face], may: Counts, rng: Random, *, budget_nodes: int) -> list[FaceSet] | None:
    """Find sets that use every tile of ``must`` and any of ``may``; none if the search gave up.

    What the sets use of ``may`` is taken out of it.
    """
    free = dict(may)
    give_back(must, free)
    todo = counts_by_face(face for face in must if face != JOKER)
    sets: list[FaceSet] = []
    jokers = sum(face == JOKER for face in must)
    order = sorted({face for face in must if face != JOKER})
    rng.shuffle(order)
    if not _cover(order, todo, free, sets, _Search(rng, budget_nodes)):
        return None
    if not _place_jokers(jokers, free, sets, rng):
        return None
    may.update(free)
    return sets


class _Search:
    """The dice and the nodes that are left."""

    def __init__(self, rng: Random, nodes: int) -> None:
        self.rng = rng
        self.nodes = nodes


def _cover(order: list[Face], todo: Counts, free: Counts, sets: list[FaceSet], search: _Search) -> bool:
    face = next((each for each in order if todo[each] > 0), None)
    if face is None:
        return True
    choices = sets_with(face, free)
    search.rng.shuffle(choices)
    for choice in choices:
        search.nodes -= 1
        if search.nodes < 0:
            return False
        if not use(choice, free):
            continue
        for each in choice:
            todo[each] -= 1
        sets.append(choice)
        if _cover(order, todo, free, sets, search):
            return True
        sets.pop()
        give_back(choice, todo)
        give_back(choice, free)
    return False


def _place_jokers(needed: int, free: Counts, sets: list[FaceSet], rng: Random) -> bool:
    """Jokers that came from the table stay on it: attach those that no set has taken."""
    for _ in range(needed - sum(each.count(JOKER) for each in sets)):
        place = attach(JOKER, sets, rng)
        if place is None:
            return False
        sets[place] = (*sets[place], JOKER)
        free[JOKER] -= 1
    return True


def attach(face: Face, sets: Sequence[FaceSet], rng: Random) -> int | None:
    """Return the place of a set that the tile can simply be added to, or none."""
    akin = _AKIN[face]
    places = [
        place
        for place, each in enumerate(sets)
        if each and not akin.isdisjoint(each[:2]) and read_numbers((*each, face)).valid
    ]
    return rng.choice(places) if places else None


def pack(free: Counts, rng: Random) -> list[FaceSet]:
    """Lay out sets of free tiles, as they come, and take them out of the free ones."""
    sets = []
    faces = [face for face, count in free.items() if count and face != JOKER]
    rng.shuffle(faces)
    for face in faces:
        while free[face] and (choices := sets_with(face, free)):
            choice = rng.choice(choices)
            if not use(choice, free):
                break
            sets.append(choice)
    return sets
