"""Positions entered as text: questions about them and the solver's answers.

The API and the terminal read positions only here. It belongs to the service and not to the solver,
because it knows rules and refuses with the service's codes; bots have tiles, not texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from tilemeld.engine.errors import Refusal
from tilemeld.engine.notation import parse_face
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet
from tilemeld.service.errors import ServiceError
from tilemeld.solver import (
    MAX_COPIES,
    MAX_JOKERS,
    Goal,
    Position,
    PositionError,
    has_kernel,
    is_known_box,
    make_plan,
    position_under,
    solve,
)
from tilemeld.solver.plan import PlanStep, in_order

BUDGET_NODES, LEAST_NODES = (300_000, 20_000) if has_kernel() else (4_000, 1_000)
"""How much one question may cost: the same as a hint at a table."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position that reads, and what is asked about it."""

    position: Position
    goal: Goal
    forbidden: tuple[Face, ...] = ()
    """Jokers where the opening may not hold one (R-14)."""
    needed: int = 0
    """The points that an opening needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlay:
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
    played: tuple[Face, ...]
    table: tuple[FaceSet, ...]
    """The whole table afterwards, sets that stay first."""
    plan: tuple[PlanStep, ...]
    shortest: bool
    """Whether no plan has fewer moves."""


def make_question(
    rules: Rules,
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    goal: Goal = Goal.TILES_POINTS,
    *,
    joker_value: int | None = None,
) -> Question:
    """Build a question from texts; a joker counts what the rules say, or ``joker_value``.

    >>> from tilemeld.engine.rules import profile
    >>> make_question(profile("pl"), [["r3", "r4", "r5"]], ["r6"]).position.rack
    ('r6',)

    Raises ``CodedError`` for tiles that do not exist, ``ServiceError`` for what is not a position.
    """
    if rules.sets != "numbers":
        raise ServiceError("solve/letters", profile=rules.profile)
    laid = tuple(tuple(map(parse_face, faces)) for faces in table)
    held = tuple(map(parse_face, rack))
    for place, faces in enumerate(laid, start=1):
        if faults := read_numbers(faces).faults:
            refuse_set(place, faults)
    banned = goal is Goal.OPENING and not rules.opening_jokers
    return Question(
        position=_position(rules, laid, held, joker_value),
        goal=goal,
        forbidden=tuple(face for face in held if face == JOKER) if banned else (),
        needed=rules.opening_points,
    )


def refuse_set(place: int, faults: Sequence[Refusal]) -> NoReturn:
    """Refuse a set of the table: the code and the values of its first fault, the reasons of all."""
    reason = "; ".join(map(str, faults))
    params = {**faults[0].params, "set": place, "fault": faults[0].code, "reason": reason}
    raise ServiceError("solve/bad-set", **params)


def _position(
    rules: Rules, table: tuple[FaceSet, ...], rack: tuple[Face, ...], joker_value: int | None
) -> Position:
    if not is_known_box(rules):
        raise ServiceError("solve/unknown-box", copies=MAX_COPIES, jokers=MAX_JOKERS)
    try:
        return position_under(rules, table, rack, joker_value=joker_value)
    except PositionError as error:  # the faces were read and the box is known: too many of a tile
        face, count, allowed = (error.params[name] for name in ("face", "count", "allowed"))
        raise ServiceError(
            "solve/too-many", face=str(face), count=int(str(count)), allowed=int(str(allowed))
        ) from None


def answer(question: Question) -> BestPlay:
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
    plan = make_plan(position.table, after)
    return BestPlay(
        tiles=solution.tiles,
        points=solution.points,
        needed=question.needed,
        goes_out=bool(solution.played) and len(solution.played) == len(position.rack),
        proven=solution.optimal,
        untouched=solution.untouched,
        played=solution.played,
        table=tuple(in_order(faces) for faces in after),
        plan=plan.steps,
        shortest=plan.proven,
    )
