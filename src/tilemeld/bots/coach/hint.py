"""The coach at a live table: what could be played now, in three increasingly detailed steps.

You can play; with these tiles; like this. A hint is codes and values, never a sentence (``hint_values``).
It is made from one seat's view, so it cannot reveal more than that seat may know. Past turns are
reviewed in ``review_game``.
"""

from collections.abc import Sequence
from dataclasses import replace

from tilemeld.bots.numbers.best_turn import BestTurn, Budget, best_turn, free_rack
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import FaceSet, faces_of
from tilemeld.solver import PositionError, has_kernel, make_plan

from .hint_values import Hint, HintCode, HintStep
from .holding import better_than_laying
from .word_hint import word_hint

HINT_BUDGET = Budget(300_000, 20_000) if has_kernel() else Budget(4_000, 1_000)
"""The node budget of a hint, so that nobody waits; when it runs out, ``proven`` is false."""


def hint(
    view: GameView,
    step: HintStep = 1,
    *,
    table: Sequence[FaceSet] | None = None,
    words: Lexicon | None = None,
) -> Hint:
    """Return the coach's hint for the seat that the view belongs to; a word game needs its words.

    The plan's places are those of the view's table, or of ``table`` where the sets are in another
    order.
    """
    assert view.viewer is not None, "a spectator has no rack"
    if view.phase != Phase.TURN or view.active != view.viewer:
        return Hint(view.version, step, "hint/not-now")
    if view.rules.sets == "letters":
        return Hint(view.version, step, "hint/unknown-box") if words is None else word_hint(view, step, words)
    before = tuple(table) if table is not None else _faces(view)
    opened = view.seats[view.viewer].opened
    rack = free_rack(view)
    try:
        best = best_turn(view.rules, before, rack, opened=opened, budget=HINT_BUDGET)
    except PositionError:
        return Hint(view.version, step, "hint/unknown-box")
    return _with_better(view, _tell(view, step, best, before))


def _with_better(view: GameView, answer: Hint) -> Hint:
    """Add what would be better than to lay all that can be laid, and why."""
    if answer.code != "hint/lay" or answer.goes_out:
        return answer
    holding = better_than_laying(view)
    if holding is None:
        return answer
    return replace(
        answer,
        better=holding.choice,
        better_chance=round(holding.chance, 3),
        laying_chance=round(holding.laying, 3),
        waiting=holding.waiting,
        waits_for=holding.face,
    )


def _faces(view: GameView) -> tuple[FaceSet, ...]:
    return tuple(faces_of(laid.tile for laid in laid_set) for laid_set in view.table)


def _tell(view: GameView, step: HintStep, best: BestTurn, before: tuple[FaceSet, ...]) -> Hint:
    points = best.worth if best.opening else best.points
    needed = view.rules.opening_points if best.opening else 0
    if not best.tiles:
        code: HintCode = "hint/take" if view.bank_count else "hint/pass"
        return Hint(view.version, step, code, points=points, needed=needed, proven=best.proven)
    return Hint(
        view.version,
        step,
        "hint/open" if best.opening else "hint/lay",
        tiles=best.tiles,
        points=points,
        needed=needed,
        goes_out=best.tiles == len(view.rack),
        proven=best.proven,
        played=best.played if step >= 2 else (),
        plan=make_plan(before, best.table).steps if step == 3 else (),
        table=best.table if step == 3 else (),
    )
