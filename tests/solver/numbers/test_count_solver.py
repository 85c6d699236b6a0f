"""Asking the solver in counts: the same answers as ``solve``, by the kernel and by its twin."""

import pytest

from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.solver import (
    Backend,
    CountSolver,
    Goal,
    Position,
    best_opening,
    can_go_out,
    count_faces,
    searcher,
    solve,
)
from tilemeld.solver.numbers.twin.search import Answer, Status

TABLE = "r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1 o1"
RACK = "r6 b1 k9 J"


@pytest.mark.parametrize("backend", ["kernel", "twin"])
@pytest.mark.kernel
def test_answers_in_counts_are_those_of_the_solver(backend: Backend) -> None:
    asker = CountSolver(30, search=searcher(backend))
    for text in (RACK, "k9", "r9 r10 b2", "J J"):
        position = Position(parse_face_sets(TABLE), parse_faces(text))
        table, rack = position.lying, position.held
        best = solve(position, Goal.TILES_POINTS, least=False)
        assert asker.lay_most(table, rack) == count_faces(best.played)
        assert asker.can_go_out(table, rack) == can_go_out(position)
    opening = best_opening(parse_faces("r10 b10 k10 r1 r2 r3"))
    assert asker.opening_points(count_faces(parse_faces("r10 b10 k10 r1 r2 r3"))) == (
        opening.points,
        count_faces(opening.played),
    )
    assert asker.opening_points(count_faces(parse_faces("r10 b9"))) == (0, 0)


def test_it_counts_the_nodes_of_all_its_questions() -> None:
    asker = CountSolver(30, search=lambda *_: Answer(Status.NONE, 0, 0, 7, b""))
    assert asker.nodes == 0
    asker.lay_most(0, 1)
    asker.can_go_out(0, 1)
    asker.opening_points(1)
    assert asker.nodes == 21


def test_a_budget_that_is_too_small_finds_nothing_and_says_nothing_wrong() -> None:
    table = count_faces(face for laid in parse_face_sets(TABLE) for face in laid)
    assert CountSolver(30, budget_nodes=1).lay_most(table, count_faces(parse_faces(RACK))) == 0
