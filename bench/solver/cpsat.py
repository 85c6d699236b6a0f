"""The question "most tiles" as an integer model for OR-Tools CP-SAT, the peer with the strongest engine.

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


def most_tiles(case: Case) -> int:
    """Return how many rack tiles can be laid at most; raises when the engine does not prove it."""
    # Loaded by name, so that types are checked with and without the package.
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    table = Counter(face for laid in case.table for face in laid)
    rack = Counter(case.rack)
    box = table + rack
    uses: dict[str, list[tuple[Any, int]]] = {face: [] for face in box}
    for laid in _catalogue(case.jokers):
        if all(box[face] >= count for face, count in laid):
            most = min(box[face] // count for face, count in laid)
            times = model.new_int_var(0, most, "")
            for face, count in laid:
                uses[face].append((times, count))
    played = {face: model.new_int_var(0, count, "") for face, count in rack.items()}
    for face, variables in uses.items():
        laid_there = sum(times * count for times, count in variables)
        model.add(laid_there == table[face] + played.get(face, 0))
    model.maximize(sum(played.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # These three settings made it five to ten times faster here than the defaults.
    solver.parameters.linearization_level = 2
    solver.parameters.use_feasibility_jump = False
    solver.parameters.cp_model_probing_level = 0
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"expected a proven optimum, got {solver.status_name(status)} for {case!r}")
    best: float = solver.objective_value
    return round(best)


@lru_cache(maxsize=4)
def _catalogue(jokers: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    """List every group and every run of three to five tiles, with up to so many jokers, once each."""
    numbers = range(1, 14)
    plain = [
        [f"{colour}{low + step}" for step in range(size)]
        for size in (3, 4, 5)
        for colour in COLOURS
        for low in numbers[: 14 - size]
    ]
    plain += [
        [f"{colour}{number}" for colour in colours]
        for size in (3, 4)
        for number in numbers
        for colours in combinations(COLOURS, size)
    ]
    found = {
        tuple(sorted(Counter([*kept, *["J"] * (len(faces) - size)]).items()))
        for faces in plain
        for size in range(max(0, len(faces) - jokers), len(faces) + 1)
        for kept in combinations(faces, size)
    }
    return tuple(sorted(found))
