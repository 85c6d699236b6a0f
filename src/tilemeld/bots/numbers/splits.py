"""Splits and steals: the rearrangements that a casual player sees, one set at a time (P4).

A *split* lays a tile in the middle of a run that holds the same tile, so that both halves are runs. A
*steal* takes a tile that a set can spare (the fourth of a group, the end of a run of four or more, the
middle of a run of seven) for a new set with tiles of the rack. Sets with jokers are left alone.
"""

from collections.abc import Iterator
from random import Random

from tilemeld.engine.number_faces import JOKER, number_of
from tilemeld.engine.tiles import Face, FaceSet

from .random_cover import Counts, sets_with

Change = tuple[int, tuple[FaceSet, ...], tuple[Face, ...]]
"""A change of one set: its place, the sets that take its place, and the rack tiles used."""


def change_one(sets: list[FaceSet], rack: Counts, rng: Random, *, unseen: frozenset[Face]) -> int:
    """Split a set or steal from one, if that lays tiles; return how many were laid."""
    sets[:] = map(_in_order, sets)
    found = [
        change
        for change in (*_splits(sets, rack), *_steals(sets, rack))
        if not unseen.intersection(change[2])
    ]
    if not found:
        return 0
    most = max(len(change[2]) for change in found)
    place, instead, used = rng.choice([change for change in found if len(change[2]) == most])
    sets[place : place + 1] = instead
    for face in used:
        rack[face] -= 1
    return len(used)


def _in_order(faces: FaceSet) -> FaceSet:
    """Put a run whose tiles were added one by one in the order of its numbers."""
    return tuple(sorted(faces, key=number_of)) if len(faces) > 3 and _is_run(faces) else faces


def _is_run(faces: FaceSet) -> bool:
    return JOKER not in faces and faces[0][0] == faces[1][0]


def _splits(sets: list[FaceSet], rack: Counts) -> Iterator[Change]:
    for place, faces in enumerate(sets):
        if len(faces) < 5 or not _is_run(faces):
            continue
        for cut in range(2, len(faces) - 2):
            face = faces[cut]
            if rack[face]:
                yield place, (faces[: cut + 1], faces[cut:]), (face,)


def _steals(sets: list[FaceSet], rack: Counts) -> Iterator[Change]:
    for place, faces in enumerate(sets):
        if len(faces) < 4 or JOKER in faces:
            continue
        for spare, left in _spared(faces):
            free = dict(rack)
            free[spare] += 1
            free[JOKER] = 0
            for new in sets_with(spare, free):
                used = list(new)
                used.remove(spare)
                if spare not in used:
                    yield place, (*left, new), tuple(used)


def _spared(faces: FaceSet) -> Iterator[tuple[Face, tuple[FaceSet, ...]]]:
    """Yield the tiles that a set of four or more can spare, and what is left of it then."""
    if not _is_run(faces):
        for place, face in enumerate(faces):
            yield face, ((*faces[:place], *faces[place + 1 :]),)
        return
    yield faces[0], (faces[1:],)
    yield faces[-1], (faces[:-1],)
    for place in range(3, len(faces) - 3):
        yield faces[place], (faces[:place], faces[place + 1 :])
