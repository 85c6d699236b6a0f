"""The solvers that are compared, all behind one question: how many rack tiles can be laid at most?

Each maker returns a function from a case to a *prepared* call, so that what a program would keep from
turn to turn (rules, compiled models, parsed tiles) is not in the time. ``None`` from a peer means "no
move", which counts as 0 tiles.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from bench.solver.cpsat import most_tiles
from bench.solver.positions import Case

from tilemeld.cli.positions.peer import PEER, peer
from tilemeld.engine.tiles import Face

Prepared = Callable[[], int]
Peer = Callable[[Case], Prepared]


def ours(*, backend: str, least: bool) -> Peer:
    """Our solver with its sets rebuilt: the kernel or the plain twin, with or without the second pass."""
    solver: Any = import_module("tilemeld.solver")

    def prepare(case: Case) -> Prepared:
        position = solver.Position(
            table=tuple(tuple(Face(face) for face in laid) for laid in case.table),
            rack=tuple(Face(face) for face in case.rack),
            copies=case.copies,
            jokers=case.jokers,
        )
        return lambda: int(solver.solve(position, solver.Goal.TILES, backend=backend, least=least).tiles)

    return prepare


def rummikub_solver() -> Peer:
    """The package of that name on PyPI with its SciPy backend; one compiled model per rule set."""
    ask = peer()
    return lambda case: ask(case.table, case.rack, copies=case.copies, jokers=case.jokers)


def cp_sat() -> Peer:
    """Our model for OR-Tools CP-SAT; building the model for the position is in the time."""
    return lambda case: lambda: most_tiles(case)


PEERS: dict[str, Callable[[], Peer]] = {
    "kernel": lambda: ours(backend="kernel", least=False),
    "kernel+least": lambda: ours(backend="kernel", least=True),
    "twin": lambda: ours(backend="twin", least=False),
    PEER: rummikub_solver,
    "cp-sat": cp_sat,
}
