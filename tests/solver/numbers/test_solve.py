"""What ``solve`` and its companions promise: traps with jokers, required and forbidden tiles, errors.

Proves `solver/numbers/candidate_hosts.py`, `solver/numbers/disturbance.py`,
`solver/numbers/least_disturbance.py`, `solver/numbers/position.py`.
"""

import random
import subprocess
import sys
from itertools import permutations

import pytest

from solver.judging import faces, judge
from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.sets.set_rules import arrange
from tilemeld.engine.tiles import Face, LaidTile, tile_ids
from tilemeld.solver import (
    Backend,
    Goal,
    Position,
    PositionError,
    best_opening,
    calm,
    can_go_out,
    can_open,
    count_moved,
    count_untouched,
    solve,
)
from tilemeld.solver.numbers.backends import SEARCHERS
from tilemeld.solver.numbers.disturbance import FaceSets

BACKENDS: list[Backend] = ["kernel", "twin"]


def position(table: str, rack: str, *, xp: bool = False, joker: int = 30) -> Position:
    sets = parse_face_sets(table) if table else ()
    return Position(sets, parse_faces(rack), copies=3 if xp else 2, jokers=4 if xp else 2, joker_value=joker)


@pytest.mark.rule("N4", "P5", "R-10")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("table", "rack", "goal", "value"),
    [
        # A spare joker has no room in a full group, but is worth more than a seven.
        ("", "r7 b7 k7 o7 J", Goal.TILES, (4,)),
        ("", "r7 b7 k7 o7 J", Goal.POINTS, (51,)),
        ("r7 b7 k7 o7", "J", Goal.TILES, (0,)),
        # A joker in a group of four and at the end of a run is free to go.
        ("r7 b7 k7 J", "o3 o4", Goal.TILES, (2,)),
        ("r4 r5 r6 J", "o3 o4", Goal.TILES, (2,)),
        # A joker as a third copy of a tile: two runs of the same numbers and one more.
        ("r1 r2 r3 | r1 r2 r3", "J b2 k2", Goal.TILES, (3,)),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "J J", Goal.TILES, (2,)),
        # Tiles first and points first are different goals.
        ("r5 r6 r7", "r4 r3 J k9 b9", Goal.TILES_POINTS, (5, 55)),
        ("", "r1 b1 k1 r13 b13 J", Goal.TILES_POINTS, (6, 59)),
        ("", "r13 b13 J r1 r2 r3", Goal.POINTS_TILES, (62, 6)),
    ],
)
def test_jokers_are_used_as_well_as_can_be(
    table: str, rack: str, goal: Goal, value: tuple[int, ...], backend: Backend
) -> None:
    asked = position(table, rack)
    solution = solve(asked, goal, backend=backend)
    assert solution.value == value
    judge(asked, solution)


@pytest.mark.rule("R-10", "R-8")
@pytest.mark.parametrize("backend", BACKENDS)
def test_three_or_four_jokers_alone_are_a_set(backend: Backend) -> None:
    assert solve(position("", "J J J", xp=True), backend=backend).tiles == 3
    assert solve(position("", "J J J J", xp=True), Goal.POINTS, backend=backend).points == 120
    assert best_opening(faces("J", "J", "J"), copies=3, jokers=4, backend=backend).points == 39
    assert best_opening(faces("J", "J", "J", "J"), copies=3, jokers=4, backend=backend).points == 52


@pytest.mark.rule("R-10", "P2")
def test_no_opening_that_is_proposed_is_worth_less_when_it_is_laid() -> None:
    """Named by its own reading or not at all, and in the order in which it is shown."""
    dice = random.Random(10)
    box = [Face(f"{colour}{number}") for colour in "krbo" for number in range(1, 14)] * 3
    opened = 0
    for _ in range(150):
        rack = (*dice.sample(box, 7), *(Face("J"),) * dice.randint(1, 4))
        best = best_opening(rack, copies=3, jokers=4)
        sets = NumberSets(profile("pl-xp").override({"opening_points": best.points}))
        ids = iter(tile_ids(face for laid in best.table for face in laid))
        unnamed = [tuple(LaidTile(next(ids)) for _ in laid) for laid in best.table]
        assert sets.opening_faults(unnamed) == ()
        assert sets.opening_faults([arrange(laid, sets.read(laid)) for laid in unnamed]) == ()
        opened += best.points >= 30
    assert opened > 50


@pytest.mark.rule("P2", "R-14")
def test_an_opening_counts_a_joker_as_what_it_stands_for() -> None:
    assert best_opening(parse_faces("r12 r13 J")).points == 36
    assert can_open(parse_faces("r10 b10 k10"))
    assert can_open(parse_faces("r10 b10 J"))
    assert not can_open(parse_faces("r10 b10 J"), jokers_allowed=False)
    assert not can_open(parse_faces("r9 b9 k9"))
    assert can_open(parse_faces("r9 b9 k9"), 27)
    none = best_opening(parse_faces("r1 b5"))
    assert (none.points, none.table, none.possible, none.optimal) == (0, (), True, True)


def test_an_opening_leaves_the_table_alone() -> None:
    asked = position("r3 r4 r5", "r6 k10 b10 o10")
    solution = solve(asked, Goal.OPENING)
    assert solution.table == (faces("b10", "k10", "o10"),)
    assert (solution.untouched, solution.moved, solution.least) == (1, 0, None)
    assert calm(asked, solution) is solution


def test_the_whole_rack_can_go_out_or_not() -> None:
    assert can_go_out(position("r3 r4 r5", "r6 r2"))
    assert not can_go_out(position("r3 r4 r5", "r6 k2"))


def test_required_tiles_are_laid_and_forbidden_ones_kept() -> None:
    asked = position("r3 r4 r5", "r6 J b6 k6")
    assert "J" not in solve(asked, forbidden=faces("J")).played
    assert "b6" in solve(asked, Goal.TILES, required=faces("b6")).played
    assert solve(asked, forbidden=faces("J"), required=faces("b6")).played == faces("r6", "b6", "k6")


@pytest.mark.parametrize("goal", list(Goal))
def test_required_tiles_that_do_not_fit_make_it_impossible(goal: Goal) -> None:
    asked = position("r3 r4 r5", "r6 k1")
    solution = solve(asked, goal, required=faces("k1"))
    assert (solution.possible, solution.optimal, solution.tiles, solution.played) == (False, True, 0, ())
    assert solution.table == (() if goal is Goal.OPENING else asked.table)
    assert calm(asked, solution) is solution


@pytest.mark.parametrize(
    ("required", "forbidden"), [("k9", ""), ("", "k9"), ("r6 r6", ""), ("r6", "r6"), ("x", "")]
)
def test_only_tiles_of_the_rack_can_be_required_or_forbidden(required: str, forbidden: str) -> None:
    asked = position("r3 r4 r5", "r6")
    with pytest.raises(PositionError, match="expected a tile of the rack") as raised:
        solve(asked, required=faces(*required.split()), forbidden=faces(*forbidden.split()))
    assert raised.value.code == "position/not-on-rack"


@pytest.mark.parametrize("required", [(), ("r6",)])
def test_a_table_that_does_not_split_into_sets_is_named(required: tuple[str, ...]) -> None:
    with pytest.raises(PositionError) as raised:
        solve(position("r3 r4 | k9 b9 o9", "r6 r7"), required=faces(*required))
    assert raised.value.code == "position/table-not-sets"


def test_a_table_of_loose_tiles_that_split_into_sets_is_solved() -> None:
    solution = solve(position("r3 | r4 | r5 r6", ""))
    assert solution.table == (faces("r3", "r4", "r5", "r6"),)
    assert (solution.untouched, solution.least) == (0, "proven")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rack": ("r6", "r6", "r6")}, "position/too-many"),
        ({"rack": ("r6",) * 256}, "position/too-many"),
        ({"rack": ("J", "J", "J")}, "position/too-many"),
        ({"rack": ("r14",)}, "position/unknown-face"),
        ({"rack": ("A",)}, "position/unknown-face"),
        ({"copies": 4}, "position/unknown-box"),
        ({"jokers": 5}, "position/unknown-box"),
        ({"joker_value": -1}, "position/joker-value"),
        ({"joker_value": 201}, "position/joker-value"),
    ],
)
def test_a_position_that_no_box_holds_is_named(changes: dict[str, object], code: str) -> None:
    with pytest.raises(PositionError) as raised:
        Position(**{"table": (), "rack": (), **changes})  # type: ignore[arg-type]  # wrong on purpose
    assert raised.value.code == code


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_budget_that_is_used_up_says_so_with_the_bound(backend: Backend) -> None:
    asked = position("r3 r4 r5 | k5 k6 k7", "r6 b6 o6 k6 b1 b2")
    nothing = solve(asked, Goal.TILES_POINTS, budget_nodes=0, backend=backend)
    assert (nothing.optimal, nothing.possible, nothing.tiles, nothing.table) == (False, False, 0, asked.table)
    best = solve(asked, Goal.TILES_POINTS, backend=backend)
    assert nothing.bound >= best.value == best.bound


def test_a_search_that_fails_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> tuple[int, int, int, int, bytes]:
        raise MemoryError

    monkeypatch.setitem(SEARCHERS, "kernel", fails)
    with pytest.raises(MemoryError):
        solve(position("r3 r4 r5", "r6"), backend="kernel")


@pytest.mark.parametrize(
    ("table", "rack", "untouched", "moved", "after"),
    [
        ("r3 r4 r5 | k7 b7 o7", "r6", 1, 0, "k7 b7 o7 | r3 r4 r5 r6"),
        ("r3 r4 r5 r6 | k9 b9 o9", "b6 k6", 1, 1, "k9 b9 o9 | r3 r4 r5 | r6 b6 k6"),
        ("r1 r2 r3 | b5 b6 b7", "", 2, 0, "r1 r2 r3 | b5 b6 b7"),
        ("o7 k7 b7 | r1 r2 r3", "r4", 1, 0, "o7 k7 b7 | r1 r2 r3 r4"),
        # the search lays o6-o11 and o7-o9; breaking one set for another one's sake is not needed
        (
            "o6 o7 o8 | o7 o8 o9 o10 o11 | r9 r10 r11",
            "o9 k7",
            2,
            0,
            "o6 o7 o8 o9 | o7 o8 o9 o10 o11 | r9 r10 r11",
        ),
    ],
)
def test_the_table_is_disturbed_as_little_as_can_be(
    table: str, rack: str, untouched: int, moved: int, after: str
) -> None:
    solution = solve(position(table, rack))
    assert (solution.untouched, solution.moved, solution.least) == (untouched, moved, "proven")
    assert {tuple(sorted(laid)) for laid in solution.table} == {
        tuple(sorted(laid)) for laid in parse_face_sets(after)
    }


def test_a_small_budget_for_the_second_pass_changes_no_value() -> None:
    asked = position("r3 r4 r5 r6 | k5 k6 k7 | b6 b7 b8 | o6 o7 o8 J", "b6 k6 o9 r1")
    best = solve(asked)
    for budget in range(0, 400, 7):
        solution = solve(asked, least_budget_nodes=budget)
        assert solution.value == best.value
        assert (solution.untouched, -solution.moved) <= (best.untouched, -best.moved)
        judge(asked, solution)
    assert solve(asked, least_budget_nodes=0).least == "found"
    assert best.least == "proven"


def test_overlap_is_counted_for_the_best_matching_of_sets() -> None:
    before = parse_face_sets("r1 r2 r3 r4 | b5 k5 o5 | r6 r7 r8")
    after = parse_face_sets("r1 r2 r3 | r4 r5 r6 | b5 k5 o5 r5 | r7 r8 r9")
    assert count_untouched(before, after) == 0
    assert count_moved(before, after) == by_permutations(before, after) == 2
    assert count_moved((), after) == 0
    assert count_moved(before, ()) == 10


def by_permutations(before: FaceSets, after: FaceSets) -> int:
    overlaps = [
        sum(len(set(old) & set(new)) for old, new in zip(before, chosen, strict=True))
        for chosen in permutations(after, len(before))
    ]
    return sum(map(len, before)) - max(overlaps)


def test_importing_the_solver_loads_nothing_heavy() -> None:
    code = "import sys, tilemeld.solver; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"rich", "click", "asyncio", "numpy", "hypothesis", "subprocess"} & set(loaded)
