"""A search for the position that is worst for our kernel: hill climbing with restarts, by a seed.

    python -m bench.solver.adversarial [--box standard|xp] [--seconds S] [--seed N] [--known] [--save]

A climb changes one thing at a time (a rack tile, a set on the table) and keeps the change when the
kernel looks at no fewer nodes. With ``--known`` every other climb goes on from a position that was kept
before, or from its mirror (1 for 13, 2 for 12 and so on): what was worst for an older kernel is often near
what is worst for this one. Nodes decide, not time: they are the same on every machine. The seconds are
those of the processor, so that a busy machine searches as long as an idle one. The worst found are printed
with nodes and CPU milliseconds; ``--save`` adds them, with optima that CP-SAT proved, to
tests/data/positions/adversarial.jsonl, where they stay as positions that kernel and twin must solve.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bench.solver.cpsat import GOALS, MORE, best_value
from bench.solver.positions import KNOWN, Case, full_box, random_case, random_set

from tilemeld.engine.tiles import Face

BOXES = {"standard": (2, 2, 34), "xp": (3, 4, 40)}
"""Copies, jokers, and how many tiles a rack may hold."""

PATIENCE = 60
"""So many changes in a row that gain nothing end a climb."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position, the goal it is bad for, and how bad."""

    nodes: int
    goal: str
    case: Case
    milliseconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Climb for so long, print the worst found, and save them if asked."""
    options = _options(arguments)
    rng = random.Random(options.seed)
    found: list[Found] = []
    end = time.process_time() + options.seconds
    climbs = 0
    known = kept_before(options.box) if options.known else []
    try:
        while time.process_time() < end:
            goal = rng.choice(options.goal or GOALS)
            start = rng.choice(known) if known and climbs % 2 else random_start(rng, options.box)
            found.append(climb(rng, goal, start, most=BOXES[options.box][2], end=end))
            found = sorted(found, key=lambda one: -one.nodes)[: options.keep]
            climbs += 1
            print(
                f"\r{climbs} climbs, worst {found[0].nodes} nodes ({found[0].goal})", end="", file=sys.stderr
            )
    except KeyboardInterrupt:
        pass  # whoever stops it early wants to see what was found so far
    print(file=sys.stderr)
    for one in found:
        print(f"{one.nodes:9} nodes {best_of(one, 5):8.3f} ms  {one.goal:13} {describe(one.case)}")
    if options.save:
        save(found)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.solver.adversarial", description="Find the worst.")
    parser.add_argument("--box", choices=list(BOXES), default="standard")
    parser.add_argument("--goal", choices=GOALS, action="append", help="again for more; all unless given")
    parser.add_argument("--seconds", type=float, default=60, help="of CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=int, default=8, help="how many of the worst to print")
    parser.add_argument("--known", action="store_true", help="go on from the regression positions, too")
    parser.add_argument("--save", action="store_true", help="add them to the regression positions")
    return parser.parse_args(arguments)


def random_start(rng: random.Random, box: str) -> Case:
    """Return a random position with many tiles on the rack."""
    copies, jokers, most = BOXES[box]
    return random_case(
        rng, rng.randint(0, 45 * copies), rng.randint(most // 2, most), copies=copies, jokers=jokers
    )


def kept_before(box: str) -> list[Case]:
    """Return the regression positions of the box, and their mirrors."""
    copies, jokers, _ = BOXES[box]
    lines = (KNOWN / "adversarial.jsonl").read_text(encoding="utf-8").splitlines()
    known = [data for data in map(json.loads, lines) if data["copies"] == copies]
    cases = [
        Case("adversarial", tuple(map(tuple, data["table_sets"])), tuple(data["rack"]), copies, jokers)
        for data in known
    ]
    return cases + [mirrored(case) for case in cases]


def mirrored(case: Case) -> Case:
    """Return the case with 13 for 1, 12 for 2 and so on: runs and groups stay what they are."""
    table = tuple(tuple(_mirror(face) for face in reversed(laid)) for laid in case.table)
    return Case(case.source, table, tuple(map(_mirror, case.rack)), case.copies, case.jokers)


def _mirror(face: str) -> str:
    return face if face == "J" else f"{face[0]}{14 - int(face[1:])}"


def climb(rng: random.Random, goal: str, start: Case, *, most: int, end: float) -> Found:
    """Go uphill from a position until nothing helps for a while."""
    best = weigh(start, goal)
    idle = 0
    while idle < PATIENCE and time.process_time() < end:
        found = weigh(changed(rng, best.case, most), goal)
        idle = 0 if found.nodes > best.nodes else idle + 1
        best = found if found.nodes >= best.nodes else best
    return best


def changed(rng: random.Random, case: Case, most: int) -> Case:
    """Change a rack tile or a set on the table; the box decides what is possible."""
    rack, table = [*case.rack], [*case.table]
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _change(rng, rack, table, case)
    return Case("adversarial", tuple(table), tuple(rack[:most]), case.copies, case.jokers)


def _change(rng: random.Random, rack: list[str], table: list[tuple[str, ...]], case: Case) -> None:
    free = (
        full_box(case.copies, case.jokers) - Counter(rack) - Counter(face for laid in table for face in laid)
    )
    kind = rng.random()
    if kind < 0.25 and rack:
        rack.pop(rng.randrange(len(rack)))
    elif kind < 0.3 and table:
        table.pop(rng.randrange(len(table)))
    elif kind < 0.45:
        laid = random_set(rng, jokers=case.jokers)
        if not Counter(laid) - free:
            table.append(laid)
    elif free:
        rack.insert(0, rng.choice(sorted(free)))
        if kind < 0.8:
            rack.pop(rng.randrange(len(rack)))


def weigh(case: Case, goal: str) -> Found:
    """Solve the case with the kernel and count."""
    solver: Any = import_module("tilemeld.solver")
    position = solver.Position(
        table=tuple(tuple(Face(face) for face in laid) for laid in case.table),
        rack=tuple(Face(face) for face in case.rack),
        copies=case.copies,
        jokers=case.jokers,
    )
    start = time.process_time()
    solution = solver.solve(position, solver.Goal(goal), backend="kernel", least=False)
    return Found(solution.nodes, goal, case, (time.process_time() - start) * 1000)


def best_of(found: Found, times: int) -> float:
    """Return the CPU milliseconds of the quickest of some runs: what the work costs without the noise."""
    return min(weigh(found.case, found.goal).milliseconds for _ in range(times))


def describe(case: Case) -> str:
    """Write the case in the notation."""
    table = " | ".join(" ".join(laid) for laid in case.table)
    return f'--table "{table}" --rack "{" ".join(case.rack)}" ({len(case.rack)} on the rack)'


def save(found: Sequence[Found]) -> None:
    """Add the cases that are new, with optima that CP-SAT proved, in the form of the other files."""
    path = KNOWN / "adversarial.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for one in found:
        lines.append(json.dumps(_as_known(one.case), separators=(",", ":")))
    path.write_text("".join(line + "\n" for line in dict.fromkeys(lines)), encoding="utf-8")


def _as_known(case: Case) -> dict[str, object]:
    best = {goal: best_value(case, goal) for goal in GOALS}
    plain = Case("", (), tuple(face for face in case.rack if face != "J"), case.copies, 0)
    without = best_value(plain, "opening")
    return {
        "copies": case.copies,
        "jokers": case.jokers,
        "kind": "adversarial",
        "table": [face for laid in case.table for face in laid],
        "rack": case.rack,
        "table_sets": case.table,
        "opt": {
            "max_tiles": best["tiles"],
            "max_value": best["points"],
            "lex_tiles_value": divmod(best["tiles-points"], MORE),
            "lex_value_tiles": divmod(best["points-tiles"], MORE),
            "opening": best["opening"],
            "opening_30": best["opening"] >= 30,
            "opening_nojoker": without,
            "opening_nojoker_30": without >= 30,
        },
    }


if __name__ == "__main__":
    sys.exit(main())
