"""The solver as the HTTP API tells it: a position of a real table comes in, the best play goes out."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilemeld.service.positions import Question, Solved, make_question
from tilemeld.solver import Goal
from tilemeld.solver.plan_order import in_order

from .api import Call, Endpoint, ShortText
from .encoding import plan_step
from .protocol import PlanStepInfo

FaceText = Annotated[str, Meta(min_length=1, max_length=3)]
RackText = Annotated[list[FaceText], Meta(max_length=160)]
"""The biggest box has 160 tiles (N1)."""
TableText = Annotated[list[Annotated[list[FaceText], Meta(min_length=1, max_length=13)]], Meta(max_length=53)]
"""No more sets than the biggest box has tiles for; a run of all numbers has 13."""


class AskedPosition(Struct, forbid_unknown_fields=True):
    """A rack and a table as they lie, in faces: r3, k13, J. What lies on the table must be sets."""

    rack: RackText
    table: TableText = []
    rules: ShortText = "pl"
    goal: Literal["tiles", "points", "tiles-points", "points-tiles", "opening"] = "tiles-points"


class BestPlay(Struct):
    """The best play of a position, and the moves of the hand that lead there."""

    tiles: int
    """How many tiles leave the rack."""
    points: int
    """What they count on the rack; for the opening what they are worth in it."""
    needed: int
    """The points that an opening needs by these rules."""
    goes_out: bool
    proven: bool
    """Whether nothing better exists; else the budget ran out and this is the best so far."""
    untouched: int
    """How many sets of the table stay as they lie."""
    played: list[str]
    table: list[list[str]]
    """The whole table afterwards, sets that stay first."""
    plan: list[PlanStepInfo]
    shortest: bool
    """Whether no plan has fewer moves."""


async def solve_position(call: Call) -> BestPlay:
    """Answer a question about a position."""
    asked: AskedPosition = call.body
    question = make_question(asked.rules, asked.table, asked.rack, Goal(asked.goal))
    return best_play(question, await call.desk.solving.answer(question))


def best_play(question: Question, solved: Solved) -> BestPlay:
    """Write an answer."""
    solution = solved.solution
    return BestPlay(
        tiles=solution.tiles,
        points=solution.points,
        needed=question.needed,
        goes_out=bool(solution.played) and len(solution.played) == len(question.position.rack),
        proven=solution.optimal,
        untouched=solution.untouched,
        played=list(solution.played),
        table=[list(in_order(faces)) for faces in solved.table],
        plan=[plan_step(step) for step in solved.plan.steps],
        shortest=solved.plan.proven,
    )


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/solve",
        "The best play for a rack and a table that somebody has entered.",
        solve_position,
        BestPlay,
        body=AskedPosition,
        token=False,
        thinks=True,
    ),
)
"""The solver's one address."""
