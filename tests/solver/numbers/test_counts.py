"""Tiles counted in one whole number."""

from collections import Counter

import pytest

from tilemeld.engine.notation import parse_faces
from tilemeld.solver import (
    EVERY_TILE,
    FACES,
    NO_JOKERS,
    ONE_JOKER,
    count_faces,
    count_jokers,
    count_tiles,
    list_faces,
    list_units,
    rack_value,
)


def test_counting_and_listing_are_inverse() -> None:
    faces = parse_faces("r1 r1 b13 k7 o2 J J")
    tiles = count_faces(faces)
    assert Counter(list_faces(tiles)) == Counter(faces)
    assert sum(list_units(tiles)) == tiles
    assert [list_faces(unit) for unit in list_units(tiles)] == [(face,) for face in list_faces(tiles)]


@pytest.mark.rule("E4")
def test_counted_tiles_say_how_many_they_are_and_what_they_count_on_a_rack() -> None:
    tiles = count_faces(parse_faces("r1 r1 b13 k7 o2 J J"))
    assert (count_tiles(tiles), count_jokers(tiles)) == (7, 2)
    assert rack_value(tiles, 30) == 1 + 1 + 13 + 7 + 2 + 60
    assert (count_tiles(tiles & NO_JOKERS), count_jokers(tiles & NO_JOKERS)) == (5, 0)


def test_every_tile_and_a_joker_are_every_face_once() -> None:
    assert list_faces(EVERY_TILE + ONE_JOKER) == FACES
