"""The coach at a live table: what could be played now, said more clearly at each of three steps.

You can play; with these tiles; like this. A hint is codes and values only, never a sentence: its texts,
like those of a plan, are rendered from the codes, in any language. It is made from one seat's view, so
it cannot tell more than that seat may know. What was played before is the business of ``analysis``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.codec import Json
from tilemeld.engine.state import Phase
from tilemeld.engine.tiles import Face, faces_of
from tilemeld.engine.views import GameView
from tilemeld.solver import PositionError, has_kernel, make_plan
from tilemeld.solver.plan import Step

from .best import BestTurn, Budget, best_turn, free_rack
from .laying import FaceSet

HintCode = Literal["hint/open", "hint/lay", "hint/take", "hint/pass", "hint/not-now", "hint/unknown-box"]
HINT_CODES: tuple[HintCode, ...] = (
    "hint/open",
    "hint/lay",
    "hint/take",
    "hint/pass",
    "hint/not-now",
    "hint/unknown-box",
)
"""What a hint can say: you can open, you can lay, take a tile, pass, it is not your turn, ask nobody."""

HintStep = Literal[1, 2, 3]
STEPS: tuple[HintStep, ...] = (1, 2, 3)
"""You can play; with these tiles; like this."""

HINT_BUDGET = Budget(300_000, 20_000) if has_kernel() else Budget(4_000, 1_000)
"""How long the solver may think for a hint, so that nobody waits; then ``proven`` is false."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach says to one seat, up to one step."""

    version: int
    """The version of the game that the hint is about: it is stale when the game has moved on."""
    step: HintStep
    code: HintCode
    tiles: int = 0
    """How many tiles can be laid."""
    points: int = 0
    """What they count: for an opening what the sets are worth (P2), enough or not; else off the rack."""
    needed: int = 0
    """The points that an opening needs; 0 once the seat has opened."""
    goes_out: bool = False
    """Whether that is the whole rack, so that it wins (E1)."""
    proven: bool = True
    """Whether nothing better exists; else the figures are at least so many."""
    played: tuple[Face, ...] = ()
    """From the second step on: the tiles to lay."""
    plan: tuple[Step, ...] = ()
    """At the third step: the moves of the hand, with their codes (``plan/...``)."""
    table: tuple[FaceSet, ...] = ()
    """At the third step: the whole table after them."""

    @property
    def can_play(self) -> bool:
        """Whether there is something to lay."""
        return self.code in ("hint/open", "hint/lay")


def hint(view: GameView, step: HintStep = 1, *, table: Sequence[FaceSet] | None = None) -> Hint:
    """Return the coach's hint for the seat that the view belongs to.

    The plan's places are those of the view's table, or of ``table`` when somebody has its sets in an
    order of their own.
    """
    assert view.viewer is not None, "a spectator has no rack"
    if view.phase != Phase.TURN or view.active != view.viewer:
        return Hint(view.version, step, "hint/not-now")
    before = tuple(table) if table is not None else _faces(view)
    opened = view.seats[view.viewer].opened
    rack = free_rack(view)
    try:
        best = best_turn(view.rules, before, rack, opened=opened, budget=HINT_BUDGET)
    except PositionError:
        return Hint(view.version, step, "hint/unknown-box")
    return _tell(view, step, best, before)


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


def hint_to_json(said: Hint) -> dict[str, Json]:
    """Write a hint for the wire; every field is always there, in this order."""
    return {
        "version": said.version,
        "step": said.step,
        "code": said.code,
        "tiles": said.tiles,
        "points": said.points,
        "needed": said.needed,
        "goes_out": said.goes_out,
        "proven": said.proven,
        "played": [*said.played],
        "plan": [_step_to_json(step) for step in said.plan],
        "table": [[*faces] for faces in said.table],
    }


def _step_to_json(step: Step) -> Json:
    return {
        "code": step.code,
        "tiles": [*step.tiles],
        "source": step.source,
        "target": step.target,
        "source_set": [*step.source_set],
        "target_set": [*step.target_set],
        "left": [*step.left],
        "result": [*step.result],
    }
