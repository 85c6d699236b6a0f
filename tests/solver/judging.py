"""What a solution must be, whatever the position: sets that read, no tile lost, none invented (N6, P4)."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face
from tilemeld.solver import Goal, Position, Solution

DATA = Path(__file__).parents[1] / "data" / "positions"
PLAY_GOALS = (Goal.TILES, Goal.POINTS, Goal.TILES_POINTS, Goal.POINTS_TILES)


class Known(NamedTuple):
    """A position with its known optima."""

    position: Position
    optima: dict[str, object]


def known_positions(name: str) -> list[Known]:
    """Read the positions of one of the files copied from the project's shared folder."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Known(
            Position(
                tuple(faces(*laid) for laid in data["table_sets"]),
                faces(*data["rack"]),
                copies=data["copies"],
                jokers=data["jokers"],
            ),
            data["opt"],
        )
        for data in map(json.loads, lines)
    ]


def faces(*texts: str) -> tuple[Face, ...]:
    return tuple(Face(text) for text in texts)


def judge(position: Position, solution: Solution) -> None:
    """Check by the engine's reading that a solution is a legal play and counts what it says."""
    before = Counter(face for laid in position.table for face in laid)
    after = Counter(face for laid in solution.table for face in laid)
    played = Counter(solution.played)
    opening = solution.goal is Goal.OPENING
    assert all(read_numbers(laid).valid for laid in solution.table)
    assert after == (played if opening else before + played)
    assert played <= Counter(position.rack)
    assert solution.tiles == played.total()
    assert solution.value <= solution.bound
    if solution.optimal and solution.possible:
        assert solution.value == solution.bound
    if opening:
        assert solution.points == sum(read_numbers(laid).worth for laid in solution.table)
    else:
        assert solution.points == sum(
            count * (position.joker_value if face == "J" else int(face[1:])) for face, count in played.items()
        )


@st.composite
def positions(draw: st.DrawFn, *, most_sets: int = 30, most_rack: int = 20) -> Position:
    """Draw positions of every kind: empty or crowded tables, any rack, none to four jokers anywhere."""
    copies, jokers = draw(st.sampled_from([(2, 2), (3, 4)]))
    box = Counter({Face(f"{colour}{n}"): copies for colour in "rbko" for n in range(1, 14)})
    box[Face("J")] = jokers
    table = []
    for laid in draw(st.lists(_sets(), max_size=most_sets)):
        if Counter(laid) <= box:
            table.append(laid)
            box -= Counter(laid)
    rack = []
    for face in draw(st.lists(st.sampled_from(sorted([*box, Face("J")])), max_size=most_rack)):
        if box[face]:
            rack.append(face)
            box[face] -= 1
    return Position(tuple(table), tuple(rack), copies=copies, jokers=jokers)


@st.composite
def _sets(draw: st.DrawFn) -> tuple[Face, ...]:
    """Draw a run or a group in which some tiles may be jokers."""
    if draw(st.booleans()):
        number = draw(st.integers(1, 13))
        colours = draw(st.sampled_from(["rbk", "rbo", "rko", "bko", "rbko"]))
        laid = [f"{colour}{number}" for colour in colours]
    else:
        colour, first = draw(st.sampled_from("rbko")), draw(st.integers(1, 11))
        last = draw(st.integers(first + 2, 13))
        laid = [f"{colour}{number}" for number in range(first, last + 1)]
    for place in draw(st.lists(st.integers(0, len(laid) - 1), max_size=1)):
        laid[place] = "J"
    return faces(*laid)
