"""Hints: what the exact solver would play, in three steps: you can, with these, like this."""

from dataclasses import dataclass

from tilemeld.engine.notation import WrittenSet, WrittenTile, format_faces
from tilemeld.engine.tiles import Face, Table, faces_of
from tilemeld.engine.views import GameView
from tilemeld.solver.backends import has_kernel
from tilemeld.solver.plan import make_plan
from tilemeld.solver.plan_text import format_plan
from tilemeld.solver.position import FaceSet, Goal, Position, PositionError, Solution
from tilemeld.solver.solve import solve

from .show import count_tiles

BUDGET_NODES, LEAST_BUDGET_NODES = (300_000, 20_000) if has_kernel() else (4_000, 1_000)
"""How long the solver may think, so that a person does not wait; then the hint says "at least"."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What could be played, said more clearly at each step."""

    steps: tuple[str, ...]
    table: tuple[WrittenSet, ...] = ()
    """The whole table after it; empty when nothing can be laid."""


def find_hint(view: GameView, table: Table) -> Hint:
    """Find the best play for the viewer's rack on the table, whose sets are in the viewer's order."""
    assert view.viewer is not None, "a spectator has no rack"
    before = tuple(faces_of(laid.tile for laid in laid_set) for laid_set in table)
    try:
        if view.seats[view.viewer].opened:
            return _hint_to_play(view, before)
        return _hint_to_open(view, before)
    except PositionError as error:
        return Hint((f"There are no hints for this box of tiles: {error}.",))


def _hint_to_play(view: GameView, before: tuple[FaceSet, ...]) -> Hint:
    best = _solve(view, before, Goal.TILES_POINTS)
    if not best.tiles:
        otherwise = "'take'" if view.bank_count else "'pass'"
        return Hint((f"Nothing of your rack can be laid: {otherwise}.",))
    return _three_steps(f"You can lay {_at_least(best)}{count_tiles(best.tiles)}.", best, before, best.table)


def _hint_to_open(view: GameView, before: tuple[FaceSet, ...]) -> Hint:
    best, needed = _solve(view, (), Goal.OPENING), view.rules.opening_points
    if best.points < needed or not best.tiles:
        return Hint((f"You cannot open yet: your best sets are worth {best.points} of {needed} points.",))
    first = f"You can open, with {_at_least(best)}{best.points} points."
    return _three_steps(first, best, before, (*before, *best.table))


def _solve(view: GameView, before: tuple[FaceSet, ...], goal: Goal) -> Solution:
    rules, rack = view.rules, faces_of(view.rack)
    position = Position(
        before, rack, copies=rules.copies, jokers=rules.jokers, joker_value=rules.joker_rack_value
    )
    kept = (
        [face for face in rack if face == Face("J")]
        if goal is Goal.OPENING and not rules.opening_jokers
        else []
    )
    return solve(
        position, goal, forbidden=kept, budget_nodes=BUDGET_NODES, least_budget_nodes=LEAST_BUDGET_NODES
    )


def _three_steps(first: str, best: Solution, before: tuple[FaceSet, ...], after: tuple[FaceSet, ...]) -> Hint:
    return Hint(
        (
            f"{first} ('hint' again says with which.)",
            f"With these tiles: {format_faces(best.played)} ('hint' again says how.)",
            f"{format_plan(make_plan(before, after))}\n'hint play' does it for you; then 'done'.",
        ),
        tuple(tuple(WrittenTile(face) for face in laid) for laid in after),
    )


def _at_least(best: Solution) -> str:
    return "" if best.optimal else "at least "
