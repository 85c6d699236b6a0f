"""The best turn: the most tiles that a seat may lay this turn, then the most points, by the exact solver.

Openings (P2, R-14) and tiles that wait for the next turn (P1) are respected. For an opening the most tiles
count if they are worth enough; where they are not, the opening with the most points is the best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tilemeld.engine.game.views import GameView
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet, face_of
from tilemeld.solver import Goal, Solution, points_of, position_under, solve


@dataclass(frozen=True, slots=True)
class Budget:
    """How many nodes a question may cost."""

    nodes: int | None = None
    """For the best play; ``None``: as many as its proof needs."""
    calm_nodes: int = 0
    """For finding the equally good play that disturbs the table least; 0 skips that."""


PROOF = Budget()
"""Prove the best play, however much it disturbs the table."""


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The best that a seat could lay; no tiles when there is nothing to lay."""

    opening: bool
    played: tuple[Face, ...]
    """The tiles that leave the rack."""
    points: int
    """What they count on the rack (E4)."""
    worth: int
    """What the best sets from the rack are worth as an opening (P2), enough or not; 0 after the opening."""
    table: tuple[FaceSet, ...]
    """The whole table after it."""
    proven: bool
    """Whether nothing better exists; a budget may have run out."""

    @property
    def tiles(self) -> int:
        """How many tiles leave the rack."""
        return len(self.played)


def free_rack(view: GameView) -> tuple[Face, ...]:
    """Return the faces that the viewer may lay now: the rack without tiles that wait (P1)."""
    if not view.waiting:
        return tuple([face_of(tile) for tile in view.rack])
    return tuple([face_of(tile) for tile in view.rack if tile not in view.waiting])


def fewest_of_others(view: GameView) -> int:
    """Return how many tiles the leading opponent holds."""
    return min(seat.count for place, seat in enumerate(view.seats) if place != view.viewer)


def best_turn(
    rules: Rules, table: Sequence[FaceSet], rack: Sequence[Face], *, opened: bool, budget: Budget = PROOF
) -> BestTurn:
    """Return the best turn for a rack over a table.

    Raises ``PositionError`` for a box that the solver does not know.
    """
    before = tuple(table)
    if not opened:
        return _best_opening(rules, before, tuple(rack), budget)
    best = ask(rules, before, rack, Goal.TILES_POINTS, budget)
    points = points_of(best.played, rules.joker_rack_value)
    return BestTurn(
        opening=False,
        played=best.played,
        points=points,
        worth=0,
        table=best.table if best.tiles else before,
        proven=best.optimal,
    )


def _best_opening(
    rules: Rules, before: tuple[FaceSet, ...], rack: tuple[Face, ...], budget: Budget
) -> BestTurn:
    """Look for the most tiles, and if those are not worth enough for the most points."""
    if not rules.opening_jokers:
        rack = tuple([face for face in rack if face != JOKER])
    worth, proven = 0, True
    for goal in (Goal.TILES_POINTS, Goal.OPENING):
        best = ask(rules, (), rack, goal, budget)
        worth = sum([read_numbers(faces).worth for faces in best.table])
        proven = best.optimal
        if best.tiles and worth >= rules.opening_points:
            points = points_of(best.played, rules.joker_rack_value)
            return BestTurn(
                opening=True,
                played=best.played,
                points=points,
                worth=worth,
                table=(*before, *best.table),
                proven=proven,
            )
    return BestTurn(opening=True, played=(), points=0, worth=worth, table=before, proven=proven)


def ask(
    rules: Rules, table: tuple[FaceSet, ...], rack: Sequence[Face], goal: Goal, budget: Budget
) -> Solution:
    """Ask the exact solver about a table and a rack of this game's box.

    Raises ``PositionError`` for a box that the solver does not know.
    """
    return solve(
        position_under(rules, table, rack),
        goal,
        budget_nodes=budget.nodes,
        least=budget.calm_nodes > 0,
        least_budget_nodes=budget.calm_nodes,
    )
