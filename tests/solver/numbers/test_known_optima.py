"""The known optima of tests/data/positions, where an integer program and a dynamic program agreed."""

import pytest

from solver.judging import PLAY_GOALS, Known, judge, known_positions
from tilemeld.engine.tiles import Face
from tilemeld.solver import Backend, Goal, Solution, best_opening, can_open, solve


def known_value(known: Known, goal: Goal) -> tuple[int, ...]:
    name = {
        Goal.TILES: "max_tiles",
        Goal.POINTS: "max_value",
        Goal.TILES_POINTS: "lex_tiles_value",
        Goal.POINTS_TILES: "lex_value_tiles",
        Goal.OPENING: "opening",
    }[goal]
    value = known.optima[name]
    return tuple(value) if isinstance(value, list) else (value,)  # type: ignore[return-value]  # as the data is


def check(known: Known, goal: Goal, backend: Backend) -> Solution:
    solution = solve(known.position, goal, least=False, backend=backend)
    assert solution.value == known_value(known, goal)
    assert solution.possible
    assert solution.optimal
    judge(known.position, solution)
    return solution


@pytest.mark.kernel
@pytest.mark.rule("N2", "N3", "N4", "N6", "P4")
@pytest.mark.parametrize("name", ["standard", "xp"])
@pytest.mark.parametrize("goal", PLAY_GOALS)
def test_the_kernel_finds_every_known_optimum(name: str, goal: Goal) -> None:
    for known in known_positions(name):
        check(known, goal, "kernel")


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["standard", "xp"])
@pytest.mark.parametrize("goal", PLAY_GOALS)
def test_the_twin_finds_known_optima_with_the_same_sets(name: str, goal: Goal) -> None:
    for known in known_positions(name)[PLAY_GOALS.index(goal) :: 15]:
        assert check(known, goal, "twin") == check(known, goal, "kernel")


@pytest.mark.kernel
@pytest.mark.rule("P2", "R-10")
@pytest.mark.parametrize("name", ["standard", "xp", "opening"])
def test_the_highest_opening_is_the_known_one_with_and_without_jokers(name: str) -> None:
    for known in known_positions(name):
        position, optima = known
        check(known, Goal.OPENING, "kernel")
        copies, jokers = position.copies, position.jokers
        bare = best_opening(position.rack, jokers_allowed=False, copies=copies, jokers=jokers)
        assert bare.points == optima["opening_nojoker"]
        assert Face("J") not in bare.played
        opens = can_open(position.rack, copies=copies, jokers=jokers)
        opens_bare = can_open(position.rack, jokers_allowed=False, copies=copies, jokers=jokers)
        assert (opens, opens_bare) == (optima["opening_30"], optima["opening_nojoker_30"])


@pytest.mark.kernel
def test_the_twin_opens_as_high_with_the_same_sets() -> None:
    for known in known_positions("opening")[::4]:
        assert check(known, Goal.OPENING, "twin") == check(known, Goal.OPENING, "kernel")
