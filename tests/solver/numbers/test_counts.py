"""Tiles counted in one whole number, and the search that is asked in counts."""

from collections import Counter

import pytest

from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.solver import (
    EVERY_TILE,
    FACES,
    NO_JOKERS,
    ONE_JOKER,
    Backend,
    Goal,
    Position,
    count_faces,
    count_jokers,
    count_tiles,
    goal_weights,
    list_faces,
    list_units,
    rack_value,
    search_counts,
    searcher,
    solve,
)

TABLE = parse_face_sets("r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1 o1")
LYING = count_faces(face for laid in TABLE for face in laid)


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


@pytest.mark.parametrize("backend", ["kernel", "twin"])
@pytest.mark.parametrize("rack", ["r6 b1 k9 J", "k9", "r9 r10 b2", "J J"])
@pytest.mark.kernel
def test_an_answer_in_counts_is_that_of_solve(rack: str, backend: Backend) -> None:
    position = Position(TABLE, parse_faces(rack))
    best = solve(position, Goal.TILES_POINTS, least=False)
    weights = goal_weights(Goal.TILES_POINTS, 30)
    found = search_counts(LYING, LYING + position.held, weights, search=searcher(backend))
    assert found.is_found
    assert list_faces(found.tiles - LYING) == best.played


def test_no_answer_says_so() -> None:
    lonely = count_faces(parse_faces("r1 b5"))
    weights = goal_weights(Goal.TILES, 30)
    assert not search_counts(lonely, lonely, weights).is_found
    assert not search_counts(LYING, LYING, weights, budget_nodes=1).is_found
