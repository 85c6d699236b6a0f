"""The solver's questions as integer models for OR-Tools CP-SAT, the peer with the strongest engine.

A variable for each set that the tiles at hand can make says how often it lies on the table; a variable
for each face says how many leave the rack. Runs of six and more are two shorter runs, so three to five
tiles are enough. One worker, so that CPU time and elapsed time mean the same.
"""

from collections import Counter
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Any

from bench.solver.positions import COLOURS, Case

GOALS = ("tiles", "points", "tiles-points", "points-tiles", "opening")
MORE = 1000
"""More than all points, and all tiles, that one play can lay: what makes one goal go before another."""

Laid = tuple[tuple[str, int], ...]
"""A set as faces and how many of each."""


UNPROVEN = -1


def most_tiles(case: Case) -> int:
    """Return how many rack tiles can be laid at most, or ``UNPROVEN`` after ten seconds."""
    try:
        return best_value(case, "tiles", limit_seconds=10)
    except RuntimeError:
        return UNPROVEN


def best_value(case: Case, goal: str, *, joker: int = 30, limit_seconds: float = 600) -> int:
    """Return the best value of a goal; two-part goals as ``MORE * first + second``.

    Raises RuntimeError when the engine does not prove it in time.
    """
    # Loaded by name, so that types are checked with and without the package.
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    table = Counter[str]() if goal == "opening" else Counter(face for laid in case.table for face in laid)
    rack = Counter(case.rack)
    box = table + rack
    uses: dict[str, list[tuple[Any, int]]] = {face: [] for face in box}
    worth = []
    for laid, reading in _catalogue(case.jokers).items():
        if all(box[face] >= count for face, count in laid):
            times = model.new_int_var(0, min(box[face] // count for face, count in laid), "")
            worth.append(times * reading)
            for face, count in laid:
                uses[face].append((times, count))
    played = {face: model.new_int_var(0, count, "") for face, count in rack.items()}
    for face, variables in uses.items():
        model.add(sum(times * count for times, count in variables) == table[face] + played.get(face, 0))
    if goal == "opening":
        model.maximize(sum(worth))
    else:
        model.maximize(sum(_weight(face, goal, joker) * number for face, number in played.items()))
    return _solve(cp_model, model, limit_seconds)


def _solve(cp_model: Any, model: Any, limit_seconds: float) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit_seconds
    solver.parameters.num_workers = 1
    # These three settings made it five to ten times faster here than the defaults.
    solver.parameters.linearization_level = 2
    solver.parameters.use_feasibility_jump = False
    solver.parameters.cp_model_probing_level = 0
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"expected a proven optimum, got {solver.status_name(status)}")
    best: float = solver.objective_value
    return round(best)


def _weight(face: str, goal: str, joker: int) -> int:
    points = joker if face == "J" else int(face[1:])
    return {"tiles": 1, "points": points, "tiles-points": MORE + points, "points-tiles": MORE * points + 1}[
        goal
    ]


@lru_cache(maxsize=4)
def _catalogue(jokers: int) -> dict[Laid, int]:
    """Give each group and each run of three to five, with up to so many jokers, its highest reading."""
    plain = [
        [(f"{colour}{low + step}", low + step) for step in range(size)]
        for size in (3, 4, 5)
        for colour in COLOURS
        for low in range(1, 15 - size)
    ]
    plain += [
        [(f"{colour}{number}", number) for colour in colours]
        for size in (3, 4)
        for number in range(1, 14)
        for colours in combinations(COLOURS, size)
    ]
    found: dict[Laid, int] = {}
    for tiles in plain:
        reading = sum(number for _, number in tiles)
        for size in range(max(0, len(tiles) - jokers), len(tiles) + 1):
            for kept in combinations(tiles, size):
                faces = [*(face for face, _ in kept), *["J"] * (len(tiles) - size)]
                laid = tuple(sorted(Counter(faces).items()))
                found[laid] = max(reading, found.get(laid, 0))
    return found
