"""The competitor that the solver is compared with: the package rummikub-solver, where it is installed."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from tilemeld.engine.number_faces import JOKER

PEER = "rummikub-solver"
"""A package that answers the same question by an integer program."""
MODULE = "rummikub_solver"
COLOURS = {"RED": "r", "BLUE": "b", "BLACK": "k", "ORANGE": "o"}


class Ask(Protocol):
    """Makes a call that solves one position and returns how many tiles of the rack it lays."""

    def __call__(
        self, table: Sequence[Sequence[str]], rack: Sequence[str], *, copies: int, jokers: int
    ) -> Callable[[], int]:
        """Prepare the call."""
        ...


def has_peer() -> bool:
    """Say whether the package is installed."""
    return find_spec(MODULE) is not None


def peer() -> Ask:
    """Return what asks the peer, with its SciPy backend.

    What a program would keep from turn to turn (the model of the rules, the tiles) is made once for each
    box and is not in the time of a call. No answer means "no move" there: 0 tiles.
    """
    package: Any = import_module(MODULE)
    boxes: dict[tuple[int, int], tuple[Any, dict[str, Any]]] = {}

    def ask(
        table: Sequence[Sequence[str]], rack: Sequence[str], *, copies: int, jokers: int
    ) -> Callable[[], int]:
        if (copies, jokers) not in boxes:
            boxes[copies, jokers] = _box(package, copies, jokers)
        rules, tiles = boxes[copies, jokers]
        state = rules.new_game()
        state.add_table(*[tiles[face] for laid in table for face in laid])
        state.add_rack(*[tiles[face] for face in rack])
        state.initial = False

        def call() -> int:
            answer = rules.solve(state, package.SolverMode.TILE_COUNT)
            return 0 if answer is None else len(answer.tiles)

        return call

    return ask


def _box(package: Any, copies: int, jokers: int) -> tuple[Any, dict[str, Any]]:
    """Make the peer's rules for a box, and its tiles by their faces."""
    rules = package.RuleSet(repeats=copies, jokers=jokers, solver_backend=package.MILPSolver.SCIPY)
    tiles = {
        JOKER if isinstance(tile, package.Joker) else f"{COLOURS[tile.colour.name]}{tile.value}": tile
        for tile in rules.tiles
    }
    return rules, tiles
