"""Positions of real tables, entered by hand: what is asked about them and what the solver answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from tilemeld.engine.notation import parse_face
from tilemeld.engine.numbers import read_numbers
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Face
from tilemeld.solver import (
    FaceSet,
    Goal,
    Plan,
    Position,
    PositionError,
    Solution,
    has_kernel,
    make_plan,
    solve,
)
from tilemeld.solver.position import JOKER

from .errors import ServiceError

BUDGET_NODES, LEAST_NODES = (300_000, 20_000) if has_kernel() else (4_000, 1_000)
"""How much one question may cost: the same as a hint at a table."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position that reads, and what is asked about it."""

    position: Position
    goal: Goal
    forbidden: tuple[Face, ...]
    """Jokers where the opening may not hold one (R-14)."""
    needed: int
    """The points that an opening needs."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The best play that was found, the whole table after it, and the moves of the hand that lead there."""

    solution: Solution
    table: tuple[FaceSet, ...]
    plan: Plan


def make_question(
    rules: str, table: Sequence[Sequence[str]], rack: Sequence[str], goal: Goal = Goal.TILES_POINTS
) -> Question:
    """Put a question together from what somebody has written.

    >>> make_question("pl", [["r3", "r4", "r5"]], ["r6"]).position.rack
    ('r6',)

    Raises ``CodedError`` for tiles and rules that do not exist, ``ServiceError`` for what is no position.
    """
    book = profile(rules)
    if book.sets != "numbers":
        raise ServiceError("solve/letters", profile=rules)
    laid = tuple(tuple(parse_face(face) for face in faces) for faces in table)
    held = tuple(parse_face(face) for face in rack)
    for place, faces in enumerate(laid, start=1):
        if faults := read_numbers(faces).faults:
            fault = faults[0]
            told = {**fault.params, "set": place, "fault": fault.code, "reason": str(fault)}
            raise ServiceError("solve/bad-set", **told)
    try:
        position = Position(
            laid, held, copies=book.copies, jokers=book.jokers, joker_value=book.joker_rack_value
        )
    except PositionError as error:  # the faces were read and the box is a published one: too many of a tile
        face, count, allowed = (error.params[name] for name in ("face", "count", "allowed"))
        raise ServiceError(
            "solve/too-many", face=str(face), count=int(str(count)), allowed=int(str(allowed))
        ) from None
    banned = goal is Goal.OPENING and not book.opening_jokers
    jokers = tuple(face for face in held if face == JOKER) if banned else ()
    return Question(position, goal, jokers, book.opening_points)


def answer(question: Question) -> Solved:
    """Return the best play within the budget, and the plan."""
    position = question.position
    solution = solve(
        position,
        question.goal,
        forbidden=question.forbidden,
        budget_nodes=BUDGET_NODES,
        least_budget_nodes=LEAST_NODES,
    )
    after = (*position.table, *solution.table) if question.goal is Goal.OPENING else solution.table
    return Solved(solution, after, make_plan(position.table, after))
