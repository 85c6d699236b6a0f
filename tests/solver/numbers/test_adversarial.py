"""The worst positions that bench/solver/adversarial.py found: still exact, and budgets still honest there.

The optima in the file were proved by a solver of another kind (OR-Tools CP-SAT).
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tilemeld.engine.tiles import Face
from tilemeld.solver import Backend, Goal, Position, solve

LINES = (
    Path(__file__)
    .parents[2]
    .joinpath("data/positions/adversarial.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
)
OPTIMA = {
    Goal.TILES: "max_tiles",
    Goal.POINTS: "max_value",
    Goal.TILES_POINTS: "lex_tiles_value",
    Goal.POINTS_TILES: "lex_value_tiles",
    Goal.OPENING: "opening",
}


def position_of(data: dict[str, Any]) -> Position:
    return Position(
        table=tuple(tuple(Face(face) for face in laid) for laid in data["table_sets"]),
        rack=tuple(Face(face) for face in data["rack"]),
        copies=data["copies"],
        jokers=data["jokers"],
    )


def optimum_of(data: dict[str, Any], goal: Goal) -> tuple[int, ...]:
    best = data["opt"][OPTIMA[goal]]
    return tuple(best) if isinstance(best, list) else (best,)


@pytest.mark.kernel
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_the_kernel_is_exact_on_the_worst_positions_found(line: str) -> None:
    data = json.loads(line)
    for goal in OPTIMA:
        solution = solve(position_of(data), goal, least=False, backend="kernel")
        assert (solution.value, solution.optimal) == (optimum_of(data, goal), True)


@pytest.mark.kernel
@pytest.mark.parametrize("goal", [Goal.TILES, Goal.POINTS])
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_budget_gives_an_honest_bound_on_the_worst_positions_found(line: str, goal: Goal) -> None:
    check_budget(json.loads(line), goal, "kernel")


@pytest.mark.parametrize("line", LINES[:3], ids=range(3))
def test_the_twins_budget_is_honest_too(line: str) -> None:
    check_budget(json.loads(line), Goal.TILES, "twin")


@pytest.mark.kernel
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_mirror_changes_nothing_in_how_many_tiles_can_be_laid(line: str) -> None:
    data = json.loads(line)
    solution = solve(mirrored(position_of(data)), Goal.TILES, least=False, backend="kernel")
    assert (solution.value, solution.optimal) == (optimum_of(data, Goal.TILES), True)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("place", "goal"),
    [(0, Goal.TILES), (5, Goal.TILES), (16, Goal.TILES_POINTS), (22, Goal.TILES)],
    ids=["found going down", "proven going both ways", "twice both ways", "found going up"],
)
def test_the_twin_goes_all_the_way_with_the_kernel(place: int, goal: Goal) -> None:
    position = mirrored(position_of(json.loads(LINES[place])))
    by_twin = solve(position, goal, least=False, backend="twin")
    assert by_twin == solve(position, goal, least=False, backend="kernel")


def mirrored(position: Position) -> Position:
    """Put 13 for 1, 12 for 2 and so on: runs and groups stay what they are."""
    table = tuple(tuple(mirrored_face(face) for face in reversed(laid)) for laid in position.table)
    return replace(position, table=table, rack=tuple(map(mirrored_face, position.rack)))


def mirrored_face(face: Face) -> Face:
    return face if face == "J" else Face(f"{face[0]}{14 - int(face[1:])}")


def check_budget(data: dict[str, Any], goal: Goal, backend: Backend) -> None:
    solution = solve(position_of(data), goal, least=False, backend=backend, budget_nodes=500)
    best = optimum_of(data, goal)
    assert solution.value <= best <= solution.bound
    assert not solution.optimal or solution.value == best
