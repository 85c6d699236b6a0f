"""The solver and its peers on the same positions, each in a process of its own, CPU time per position.

    python -m bench.solver.run [--quick] [--positions N] [--only kernel,twin]

Prints p50/p95/p99/max by table size, the ratios, and how many answers differ; writes a plot and a
Markdown table to bench/out/. Needs bench/requirements.lock for the peers and the plot.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.solver import extras
from bench.solver.peers import PEERS
from bench.solver.positions import Case, known_cases, seeded_cases

OUT = Path(__file__).parents[1] / "out"
ROOT = Path(__file__).parents[2]
SIZES = ((0, 0), (1, 20), (21, 40), (41, 60), (61, 80), (81, 160))
BASE = "kernel"
WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Timed:
    """What one solver said to every case, and how long it took."""

    name: str
    tiles: list[int]
    milliseconds: list[float]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; with ``--worker`` be the process of one solver."""
    options = _options(arguments)
    if options.worker:
        return work(options.worker)
    cases = choose_cases(quick=options.quick, positions=options.positions, seed=options.seed)
    names = options.only.split(",") if options.only else list(PEERS)
    OUT.mkdir(exist_ok=True)
    timed: list[Timed] = []
    for name in names:
        timed.append(measure(name, cases))
        keep(cases, timed)
    lines = [*tables(cases, timed), *ratios(cases, timed), *differences(cases, timed)]
    report = "\n".join([*lines, *extras.report()])
    print(report)
    (OUT / "solver.md").write_text(report + "\n", encoding="utf-8")
    draw(cases, timed, OUT / "solver.png")
    print(f"\nwritten: {', '.join(str(p.relative_to(ROOT)) for p in sorted(OUT.glob('solver.*')))}")
    return 0


def keep(cases: Sequence[Case], timed: Sequence[Timed]) -> None:
    """Write the raw figures after each solver, so that a run that is stopped was not for nothing."""
    raw = {"cases": [asdict(case) for case in cases], "timed": [asdict(one) for one in timed]}
    (OUT / "solver.json").write_text(json.dumps(raw), encoding="utf-8")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.solver.run", description="Solver against peers.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the positions")
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="seeded standard positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="NAMES", help=f"of {','.join(PEERS)}")
    parser.add_argument("--worker", choices=list(PEERS), help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def choose_cases(*, quick: bool, positions: int, seed: int) -> list[Case]:
    """Take the positions with known optima and seeded ones; a tenth of each when it must be quick."""
    known = [*known_cases("standard"), *known_cases("xp")]
    seeded = seeded_cases(seed, positions)
    seeded_xp = seeded_cases(seed, positions // 5, copies=3, jokers=4)
    cases = [*known, *seeded, *seeded_xp]
    return cases[::10] if quick else cases


def measure(name: str, cases: Sequence[Case]) -> Timed:
    """Send the cases to a process of the solver's own and collect its answers, showing progress."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.solver.run", "--worker", name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(json.dumps(asdict(case)) + "\n" for case in cases))
        process.stdin.close()
        answers = [json.loads(line) for line in _progress(name, process.stdout, len(cases))]
    if process.returncode or len(answers) != len(cases):
        raise RuntimeError(f"expected {len(cases)} answers from {name}, got {len(answers)}")
    return Timed(name, [answer[0] for answer in answers], [answer[1] for answer in answers])


def _progress(name: str, lines: Iterable[str], total: int) -> Iterable[str]:
    for number, line in enumerate(lines, start=1):
        if number == total or (sys.stderr.isatty() and number % 10 == 0) or number % 100 == 0:
            print(f"\r{name:16} {number:5}/{total}", end="", file=sys.stderr, flush=True)
        yield line
    print(file=sys.stderr)


def work(name: str) -> int:
    """Answer every case on standard input with (tiles, CPU milliseconds)."""
    peer = PEERS[name]()
    cases = [_case(line) for line in sys.stdin]
    for case in {(case.copies, case.jokers): case for case in cases}.values():
        for _ in range(WARM_UP):
            peer(case)()
    for case in cases:
        call = peer(case)
        start = time.process_time()
        tiles = call()
        print(json.dumps((tiles, (time.process_time() - start) * 1000)), flush=True)
    return 0


def _case(line: str) -> Case:
    data = json.loads(line)
    data["table"] = tuple(tuple(laid) for laid in data["table"])
    data["rack"] = tuple(data["rack"])
    return Case(**data)


def tables(cases: Sequence[Case], timed: Sequence[Timed]) -> list[str]:
    """Write p50, p95, p99 and max in CPU milliseconds: per source, and by table size."""
    lines = ["| positions | n | solver | p50 | p95 | p99 | max |", "|---|--:|---|--:|--:|--:|--:|"]
    for title, chosen in groups(cases):
        for one in timed:
            times = sorted(one.milliseconds[index] for index in chosen)
            figures = [quantile(times, q) for q in (0.5, 0.95, 0.99, 1.0)]
            lines.append(
                f"| {title} | {len(chosen)} | {one.name} | " + " | ".join(f"{f:.3g}" for f in figures) + " |"
            )
    return lines


def groups(cases: Sequence[Case]) -> list[tuple[str, list[int]]]:
    """Group the cases by source, and for each box by table size; empty groups are left out."""
    found: dict[str, list[int]] = {source: [] for source in dict.fromkeys(case.source for case in cases)}
    for copies, box in ((2, "106"), (3, "160")):
        for low, high in SIZES:
            title = f"{box} tiles, {low}–{high} on the table"
            found[title] = [
                i for i, c in enumerate(cases) if c.copies == copies and low <= c.table_tiles <= high
            ]
    for index, case in enumerate(cases):
        found[case.source].append(index)
    return [(title, chosen) for title, chosen in found.items() if chosen]


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return the smallest value that at least the share ``q`` does not exceed."""
    return ordered[max(0, -(-int(q * 1000) * len(ordered) // 1000) - 1)]


def ratios(cases: Sequence[Case], timed: Sequence[Timed]) -> list[str]:
    """Write how many times slower the others are than our kernel, by source."""
    base = next((one for one in timed if one.name == BASE), None)
    if base is None:
        return []
    head = ["", f"Times slower than {BASE} (ratio of p50s, of p99s, and the median of the ratios):", ""]
    lines = [*head, "| positions | solver | p50 | p99 | per position |", "|---|---|--:|--:|--:|"]
    for title, chosen in groups(cases):
        for one in timed:
            if one is not base:
                pairs = [(one.milliseconds[i], base.milliseconds[i]) for i in chosen]
                theirs, our = (sorted(column) for column in zip(*pairs, strict=True))
                each = sorted(slow / fast for slow, fast in pairs)
                figures = [quantile(theirs, q) / quantile(our, q) for q in (0.5, 0.99)]
                figures.append(quantile(each, 0.5))
                lines.append(f"| {title} | {one.name} | " + " | ".join(f"{f:.3g}×" for f in figures) + " |")
    return lines


def differences(cases: Sequence[Case], timed: Sequence[Timed]) -> list[str]:
    """Count the answers that differ from the known optimum, and from our kernel's."""
    base = next((one for one in timed if one.name == BASE), timed[0])
    lines = ["", f"| solver | differs from the known optimum | differs from {base.name} |", "|---|--:|--:|"]
    known = [index for index, case in enumerate(cases) if case.optimum is not None]
    for one in timed:
        wrong = sum(one.tiles[index] != cases[index].optimum for index in known)
        other = sum(mine != theirs for mine, theirs in zip(base.tiles, one.tiles, strict=True))
        lines.append(f"| {one.name} | {wrong} of {len(known)} | {other} of {len(cases)} |")
    return lines


def draw(cases: Sequence[Case], timed: Sequence[Timed], path: Path) -> None:
    """Plot CPU time against the tiles on the table, standard box, on a logarithmic scale."""
    try:
        matplotlib: Any = import_module("matplotlib")
    except ImportError:
        print("no plot: matplotlib is not installed (bench/requirements.lock)", file=sys.stderr)
        return
    matplotlib.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(8, 5))
    standard = [index for index, case in enumerate(cases) if case.copies == 2]
    for one in timed:
        axes.scatter(
            [cases[index].table_tiles for index in standard],
            [one.milliseconds[index] for index in standard],
            s=8,
            alpha=0.6,
            label=one.name,
        )
    axes.set(
        yscale="log", xlabel="tiles on the table", ylabel="CPU ms per position", title="Most tiles, 106 tiles"
    )
    axes.legend()
    axes.grid(visible=True, which="major", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())
