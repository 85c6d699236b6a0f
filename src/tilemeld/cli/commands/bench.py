"""``tilemeld bench solver``: how fast the exact solver is, compared with its twin and a competitor."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.progress import track
from rich.table import Table
from rich.text import Text

from tilemeld.cli.positions.peer import PEER, has_peer, peer
from tilemeld.cli.positions.samples import positions_of, random_positions
from tilemeld.cli.terminal import BadInput, WholeNumber, messages, output, print_json
from tilemeld.cli.text.tiles import DIM
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.service.questions.numbers import Question
from tilemeld.solver import Backend, Goal, has_kernel, solve

from .solve import refuse_beside_jsonl

SIZES = ((0, 20), (21, 40), (41, 60), (61, 90), (91, 160))
"""Positions are grouped by the number of tiles on the table."""
QUANTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
NUMBER_PROFILES = [name for name in PROFILES if profile(name).sets == "numbers"]

Call = Callable[[], int]
"""Solves one position that was prepared before, and returns how many tiles it lays."""
Prepare = Callable[[Question], Call]


class Timed(NamedTuple):
    """What one solver answered, and the CPU milliseconds it took for each position."""

    solver: str
    tiles: list[int]
    milliseconds: list[float]


@click.group()
def bench() -> None:
    """Measure how fast the solver is on this machine."""


@bench.command()
@click.option("--positions", type=WholeNumber(2, 10_000), default=100, show_default=True, help="How many.")
@click.option(
    "--seed", type=WholeNumber(), default=1, show_default=True, help="Other positions for every seed."
)
@click.option(
    "--rules", type=click.Choice(NUMBER_PROFILES), default="pl", show_default=True, help="Rule set."
)
@click.option(
    "--goal",
    type=click.Choice([goal.value for goal in Goal]),
    default=Goal.TILES.value,
    show_default=True,
    help="What counts as best.",
)
@click.option("--jsonl", metavar="FILE", help="Measure the positions of a file instead; - for stdin.")
@click.option("--json", "as_json", is_flag=True, help="Write the figures as JSON.")
@click.pass_context
def solver(
    ctx: click.Context,
    *,
    positions: int,
    seed: int,
    rules: str,
    goal: str,
    jsonl: str | None,
    as_json: bool,
) -> None:
    """Measure the exact solver: CPU milliseconds for each position, by tiles on the table.

    Compared are the compiled kernel, the same with the pass that disturbs the table least, the plain Python
    twin and, for the goal "tiles" and where it is installed, the package rummikub-solver. Every position is
    asked once, its sets are rebuilt, and the answers must be equal. The positions are made up from the seed,
    or read from FILE, which is written as for "tilemeld solve --jsonl".

    \b
    Examples:
      tilemeld bench solver
      tilemeld bench solver --rules pl-xp --goal points --positions 300
      tilemeld bench solver --jsonl positions.jsonl --json > figures.json
    """
    if jsonl is None:
        asked = random_positions(positions, profile(rules), Goal(goal), seed)
    else:
        refuse_beside_jsonl(ctx, ("positions", "seed", "rules", "goal"))
        asked = positions_of(_lines(jsonl))
        if not asked:
            raise BadInput(f"{jsonl!r} holds no positions: write one JSON object per line.")
    left_out = [] if has_peer() else [f"{PEER} is not installed here, so it is left out."]
    if not has_kernel():
        left_out.append("The kernel was not compiled here, so only the twin is measured.")
    timed = [_measure(name, prepare, asked) for name, prepare in _solvers(asked).items()]
    if as_json:
        print_json(_as_json(asked, timed, left_out))
    else:
        _show(asked, timed, left_out)
    if any(one.tiles != timed[0].tiles for one in timed if one.solver != PEER):
        raise click.ClickException("Kernel and twin do not agree: this is a bug, please report the seed.")


def _lines(name: str) -> list[str]:
    """Read the lines of a file, or of standard input for ``-``."""
    if name == "-":
        return [*sys.stdin]
    try:
        return Path(name).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise BadInput(
            f"{name!r} cannot be read ({error.strerror}): give a file of positions, or -."
        ) from None


def _solvers(asked: Sequence[Question]) -> dict[str, Prepare]:
    """Say what is measured here."""
    found: dict[str, Prepare] = {}
    if has_kernel():
        found["kernel"] = _ours("kernel", least=False)
        found["kernel+least"] = _ours("kernel", least=True)
    found["twin"] = _ours("twin", least=False)
    if has_peer() and all(one.goal is Goal.TILES for one in asked):
        ask = peer()
        found[PEER] = lambda one: ask(
            one.position.table, one.position.rack, copies=one.position.copies, jokers=one.position.jokers
        )
    return found


def _ours(backend: Backend, *, least: bool) -> Prepare:
    """Our solver, including everything from the position to the sets."""

    def prepare(asked: Question) -> Call:
        position, goal, forbidden = asked.position, asked.goal, asked.forbidden
        return lambda: solve(position, goal, forbidden=forbidden, least=least, backend=backend).tiles

    return prepare


def _measure(name: str, prepare: Prepare, asked: Sequence[Question]) -> Timed:
    """Ask every position once, after one that does not count, with progress on a terminal."""
    prepare(asked[0])()
    tiles, milliseconds = [], []
    console = messages()
    for one in track(asked, name, console=console, transient=True, disable=not console.is_terminal):
        call = prepare(one)
        start = time.process_time_ns()
        tiles.append(call())
        milliseconds.append((time.process_time_ns() - start) / 1e6)
    return Timed(name, tiles, milliseconds)


def _groups(asked: Sequence[Question]) -> dict[str, list[int]]:
    """Group the positions by the number of tiles on the table; sizes that do not occur are left out."""
    groups = {"all": [*range(len(asked))]}
    lying = [sum(map(len, one.position.table)) for one in asked]
    for low, high in SIZES:
        groups[f"{low}–{high}"] = [index for index, tiles in enumerate(lying) if low <= tiles <= high]
    return {name: chosen for name, chosen in groups.items() if chosen}


def _quantiles(milliseconds: Iterable[float]) -> dict[str, float]:
    """Return the smallest value that each share of the values does not exceed."""
    ordered = sorted(milliseconds)
    return {name: ordered[max(0, -int(-share * len(ordered) // 1) - 1)] for name, share in QUANTILES.items()}


def _times_faster(timed: Sequence[Timed]) -> list[str]:
    """Say how many times faster the first solver is than each of the others, at the median and at p99."""
    base = _quantiles(timed[0].milliseconds)
    lines = []
    for one in timed[1:]:
        mine = _quantiles(one.milliseconds)
        ratios = [f"{mine[name] / max(base[name], 1e-6):.3g} times at {name}" for name in ("p50", "p99")]
        lines.append(f"The {timed[0].solver} is faster than {one.solver}: {', '.join(ratios)}.")
    return lines


def import_milliseconds() -> float:
    """Return the CPU time that importing the solver takes in a fresh Python, its bytecode compiled before."""
    code = "import time as t; s = t.process_time_ns(); import tilemeld.solver; print(t.process_time_ns() - s)"
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-c", code]
        taken = [int(subprocess.check_output(command, text=True, env=environment)) for _ in range(3)]
    return min(taken) / 1e6


def kernel_bytes() -> int:
    """Return how large the compiled kernel is; 0 where there is none."""
    if not has_kernel():
        return 0
    return Path(str(import_module("tilemeld.solver.numbers.kernel").__file__)).stat().st_size


def _as_json(asked: Sequence[Question], timed: Sequence[Timed], left_out: list[str]) -> Json:
    """Write the figures for other programs."""
    return {
        "positions": len(asked),
        "unit": "CPU milliseconds",
        "figures": [
            {
                "tiles_on_table": title,
                "solver": one.solver,
                "positions": len(chosen),
                **{
                    name: round(ms, 4) for name, ms in _quantiles(one.milliseconds[i] for i in chosen).items()
                },
            }
            for title, chosen in _groups(asked).items()
            for one in timed
        ],
        "differs": {
            one.solver: sum(a != b for a, b in zip(one.tiles, timed[0].tiles, strict=True)) for one in timed
        },
        "import_ms": round(import_milliseconds(), 1),
        "kernel_bytes": kernel_bytes(),
        "left_out": [*left_out],
    }


def _show(asked: Sequence[Question], timed: Sequence[Timed], left_out: list[str]) -> None:
    """Draw the figures as a table."""
    console = output()
    title = "CPU milliseconds for a position, by tiles on the table"
    table = Table("tiles", title=title, title_justify="left")
    table.add_column("solver", no_wrap=True)
    for name in ("n", *QUANTILES):
        table.add_column(name, justify="right")
    for size, chosen in _groups(asked).items():
        for place, one in enumerate(timed):
            figures = _quantiles(one.milliseconds[index] for index in chosen).values()
            table.add_row(
                "" if place else size, one.solver, str(len(chosen)), *[f"{ms:.3g}" for ms in figures]
            )
        table.add_section()
    console.print(table)
    for line in _times_faster(timed):
        console.print(Text(line))
    for one in timed:
        wrong = sum(mine != theirs for mine, theirs in zip(one.tiles, timed[0].tiles, strict=True))
        if wrong:
            console.print(Text(f"{one.solver} lays another number of tiles in {wrong} of {len(asked)}."))
    kernel = f"; the kernel has {kernel_bytes() / 1000:.0f} kB" if has_kernel() else ""
    console.print(Text(f"Importing the solver takes {import_milliseconds():.0f} ms{kernel}.", style=DIM))
    for line in left_out:
        console.print(Text(line, style=DIM))
