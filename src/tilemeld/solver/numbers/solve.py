"""Solving: the best play of a position for a goal, exactly, and the one that disturbs the table least."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.tiles import Face

from .backends import Backend, searcher
from .counts import count_faces, list_faces
from .least_disturbance import disturb_least
from .position import Goal, Position, PositionError, Solution
from .question import ANY_VALUE, SearchQuestion, ask, goal_numbers, points_of, read_sets
from .twin.search import NO_BUDGET, Answer, Status

LEAST_BUDGET_NODES = 6_000
"""The default node budget of the least-disturbance pass."""


def solve(
    position: Position,
    goal: Goal = Goal.TILES,
    *,
    required: Iterable[Face] = (),
    forbidden: Iterable[Face] = (),
    budget_nodes: int | None = None,
    least: bool = True,
    least_budget_nodes: int = LEAST_BUDGET_NODES,
    backend: Backend | None = None,
) -> Solution:
    """Return the best play of the position for the goal.

    Required tiles of the rack must be laid, forbidden ones stay on it. Without a budget the answer is
    proven. Among equally good answers the one that disturbs the table least is looked for, unless
    ``least`` is false; ``Solution.least`` says whether that was proven too.

    >>> table = ((Face("r3"), Face("r4"), Face("r5")),)
    >>> best = solve(Position(table, rack=(Face("r6"), Face("k1"))))
    >>> best.played, best.table, best.optimal
    (('r6',), (('r3', 'r4', 'r5', 'r6'),), True)

    Raises PositionError when the table's tiles do not split into sets whatever is laid, and when required
    or forbidden tiles are not on the rack.
    """
    search = searcher(backend)
    needed, kept = tuple(required), tuple(forbidden)
    question = ask(position, goal, needed, kept)
    budget = NO_BUDGET if budget_nodes is None else budget_nodes
    answer = question.between(search, floor=question.base, ceiling=ANY_VALUE, budget=budget)
    if not answer.is_found:
        if answer.status == Status.NONE:
            _check_table(position, needed, backend)
        return _tell_none(position, goal, answer, question)
    solution = _tell(position, goal, answer, question)
    if question.named or not least:
        return solution
    return calm(
        position,
        solution,
        required=needed,
        forbidden=kept,
        budget_nodes=least_budget_nodes,
        backend=backend,
    )


def calm(
    position: Position,
    solution: Solution,
    *,
    required: Iterable[Face] = (),
    forbidden: Iterable[Face] = (),
    budget_nodes: int = LEAST_BUDGET_NODES,
    backend: Backend | None = None,
) -> Solution:
    """Return an equally good play that disturbs the table least: the second pass of ``solve`` by itself.

    A play that is not proven the best keeps its value. For an opening there is nothing to do.
    """
    if not solution.possible or solution.goal is Goal.OPENING:
        return solution
    question = ask(position, solution.goal, required, forbidden)
    found = disturb_least(
        question, position.table, solution.table, search=searcher(backend), budget=budget_nodes
    )
    played = list_faces(count_faces(chain.from_iterable(found.table)) - question.lying)
    return replace(
        solution,
        tiles=len(played),
        points=points_of(played, position.joker_value),
        played=played,
        table=found.table,
        least="proven" if found.proven else "found",
        nodes=solution.nodes + found.nodes,
    )


def _check_table(position: Position, needed: Sequence[Face], backend: Backend | None) -> None:
    """Raise PositionError unless the required tiles, not the table, are why there is no answer."""
    if not needed:
        raise PositionError(
            "position/table-not-sets",
            "expected tiles on the table that split into sets, got "
            + " | ".join(" ".join(laid) for laid in position.table),
        )
    solve(position, least=False, backend=backend)


def _tell(position: Position, goal: Goal, answer: Answer, question: SearchQuestion) -> Solution:
    """Translate an answer into a ``Solution``."""
    played = list_faces(answer.tiles - question.lying)
    return Solution(
        goal=goal,
        possible=True,
        tiles=len(played),
        points=answer.value if question.named else points_of(played, position.joker_value),
        played=played,
        table=read_sets(answer.sets),
        optimal=answer.status == Status.BEST,
        bound=goal_numbers(goal, answer.bound - question.base),
        least=None,
        nodes=answer.nodes,
        before=position.table,
    )


def _tell_none(position: Position, goal: Goal, answer: Answer, question: SearchQuestion) -> Solution:
    """Return the solution for no play, or none found: the table stays as it is."""
    return Solution(
        goal=goal,
        possible=False,
        tiles=0,
        points=0,
        played=(),
        table=() if question.named else position.table,
        optimal=answer.status == Status.NONE,
        bound=goal_numbers(goal, max(0, answer.bound - question.base)),
        least=None,
        nodes=answer.nodes,
        before=position.table,
    )


def best_opening(
    rack: Iterable[Face],
    *,
    jokers_allowed: bool = True,
    copies: int = 2,
    jokers: int = 2,
    backend: Backend | None = None,
) -> Solution:
    """Return the sets of rack tiles alone with the highest total (P2); book E allows no joker in them.

    >>> best_opening([Face("r10"), Face("b10"), Face("J")]).points
    30
    """
    tiles = tuple(rack)
    position = Position((), tiles, copies=copies, jokers=jokers)
    kept = () if jokers_allowed else tuple(face for face in tiles if face == JOKER)
    return solve(position, Goal.OPENING, forbidden=kept, backend=backend)


def can_open(
    rack: Iterable[Face],
    points: int = 30,
    *,
    jokers_allowed: bool = True,
    copies: int = 2,
    jokers: int = 2,
    backend: Backend | None = None,
) -> bool:
    """Say whether rack tiles alone make sets of so many points or more (P2, E7).

    >>> can_open([Face("r10"), Face("b10"), Face("k10")])
    True
    """
    best = best_opening(rack, jokers_allowed=jokers_allowed, copies=copies, jokers=jokers, backend=backend)
    return best.points >= points


def can_go_out(position: Position, *, backend: Backend | None = None) -> bool:
    """Say whether the whole rack can be laid this turn.

    >>> can_go_out(Position(((Face("r3"), Face("r4"), Face("r5")),), rack=(Face("r6"),)))
    True
    """
    return solve(position, required=position.rack, least=False, backend=backend).possible
