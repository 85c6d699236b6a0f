"""What the docs say besides the times: the worst positions, proven least disturbances, import and size."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bench.solver.positions import KNOWN, Case, known_cases

from tilemeld.cli.commands.bench import import_milliseconds, kernel_bytes
from tilemeld.engine.tiles import Face
from tilemeld.solver import Goal, Position, Solution, solve

BEST_OF = 3


def report() -> list[str]:
    """Write all of it."""
    return [*_worst(), *_least(), *_size()]


def position_of(case: Case) -> Position:
    """Turn a case into a position."""
    return Position(
        tuple(tuple(Face(face) for face in laid) for laid in case.table),
        tuple(Face(face) for face in case.rack),
        copies=case.copies,
        jokers=case.jokers,
    )


def _worst() -> list[str]:
    """Measure the kernel on the positions that the search for bad ones has found, the best of some runs."""
    lines = ["", f"Worst positions found (adversarial.jsonl), kernel, CPU ms, best of {BEST_OF}:", ""]
    lines += ["| box | positions | worst ms | nodes | goal | rack |", "|---|--:|--:|--:|---|--:|"]
    for copies, box in ((2, "106"), (3, "160")):
        cases = [case for case in _adversarial() if case.copies == copies]
        timed = [(*_quickest(position_of(case), goal), goal, case) for case in cases for goal in Goal]
        milliseconds, solution, goal, case = max(timed, key=lambda one: one[0])
        cells = (box, len(cases), f"{milliseconds:.1f}", solution.nodes, goal.value, len(case.rack))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _adversarial() -> Iterator[Case]:
    for line in (KNOWN / "adversarial.jsonl").read_text(encoding="utf-8").splitlines():
        data: dict[str, Any] = json.loads(line)
        table = tuple(tuple(laid) for laid in data["table_sets"])
        yield Case("adversarial", table, tuple(data["rack"]), data["copies"], data["jokers"])


def _quickest(position: Position, goal: Goal) -> tuple[float, Solution]:
    times = []
    for _ in range(BEST_OF):
        start = time.process_time()
        solution = solve(position, goal, least=False, backend="kernel")
        times.append((time.process_time() - start) * 1000)
    return min(times), solution


def _least() -> list[str]:
    """Count how often the least disturbance was proven."""
    lines = ["", "Least disturbance, most tiles:", "", "| positions | proven | found |", "|---|--:|--:|"]
    for name in ("standard", "xp"):
        how = Counter(solve(position_of(case)).least for case in known_cases(name))
        lines.append(f"| {name} | {how['proven']} | {how['found']} |")
    return lines


def _size() -> list[str]:
    size = kernel_bytes() / 1000
    return [
        "",
        f"Importing the solver: {import_milliseconds():.0f} ms of CPU time; the kernel: {size:.0f} kB.",
    ]
