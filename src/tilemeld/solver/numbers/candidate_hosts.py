"""Hosts: the sets that could be made from the available tiles and contain tiles of a given set."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from tilemeld.engine.tiles import FaceSet

from .counts import FACES, JOKER_INDEX, count_faces
from .disturbance import tally


class Host(NamedTuple):
    """A set that could lie on the table, counted and in order."""

    counted: int
    faces: FaceSet
    overlap: int
    """How many tiles of the given set are in it."""


def hosts_of(laid: FaceSet, available: bytes, *, least_overlap: int) -> list[Host]:
    """List the sets of available tiles that hold at least so many tiles of a set, the most first."""
    held = tally(laid)
    found: dict[int, Host] = {}
    for tiles in _sets(laid, available, least_overlap):
        faces = tuple([FACES[index] for index in tiles])
        host = tally(faces)
        overlap = (host & held).bit_count()
        if overlap >= least_overlap and host not in found:
            found[host] = Host(count_faces(faces), faces, overlap)
    return sorted(found.values(), key=lambda host: -host.overlap)


def _sets(laid: FaceSet, available: bytes, least_overlap: int) -> Iterator[tuple[int, ...]]:
    """Yield runs of the colours and groups of the numbers that can overlap enough, jokers helping."""
    jokers = min(laid.count(FACES[JOKER_INDEX]), available[JOKER_INDEX])
    for colour in range(4):
        letter = FACES[colour * 13][0]
        if sum(face[0] == letter for face in laid) + jokers >= least_overlap:
            for first in range(colour * 13, colour * 13 + 11):
                end = colour * 13 + 13
                yield from _runs(available, first, end, (), available[JOKER_INDEX])
    for number in range(13):
        if sum(face[1:] == FACES[number][1:] for face in laid) + jokers >= least_overlap:
            yield from _groups(available, number)


def _runs(
    available: bytes, index: int, end: int, tiles: tuple[int, ...], jokers: int
) -> Iterator[tuple[int, ...]]:
    """Yield the runs that go on from these tiles, each place taken by its tile or by a joker."""
    if len(tiles) >= 3:
        yield tiles
    if index == end:
        return
    if available[index]:
        yield from _runs(available, index + 1, end, (*tiles, index), jokers)
    if jokers:
        yield from _runs(available, index + 1, end, (*tiles, JOKER_INDEX), jokers - 1)


def _groups(available: bytes, number: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of a number."""
    there = [index for index in range(number, JOKER_INDEX, 13) if available[index]]
    for size in range(len(there) + 1):
        for jokers in range(max(0, 3 - size), min(4 - size, available[JOKER_INDEX]) + 1):
            for tiles in combinations(there, size):
                yield (*tiles, *[JOKER_INDEX] * jokers)
