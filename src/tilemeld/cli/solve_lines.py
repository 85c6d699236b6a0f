"""Positions as JSON, one a line, and their answers: what ``tilemeld solve --jsonl`` reads and writes."""

import json
from dataclasses import dataclass
from time import perf_counter_ns

from tilemeld.engine.codec import Json
from tilemeld.engine.errors import CodedError
from tilemeld.engine.notation import format_faces, parse_face_sets, parse_faces
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Face
from tilemeld.solver import (
    Backend,
    Goal,
    Plan,
    Position,
    PositionError,
    Solution,
    calm,
    make_plan,
    solve,
)
from tilemeld.solver.plan_text import format_step


class LineError(ValueError):
    """This line is no position; ``code`` names the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Asked:
    """A position and what is asked about it."""

    position: Position
    goal: Goal
    forbidden: tuple[Face, ...] = ()
    """Jokers where the opening may not hold one (R-14)."""


@dataclass(frozen=True, slots=True)
class Options:
    """How positions are solved."""

    least: bool = True
    plan: bool = False
    budget_nodes: int | None = None
    backend: Backend | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """An answer with its plan, if one was asked for, and the time both passes took."""

    solution: Solution
    plan: Plan | None
    micros: int
    least_micros: int


def answer_line(line: str, options: Options) -> dict[str, Json]:
    """Answer one line of JSON; what is wrong with it is an answer too.

    >>> answer_line("[]", Options())
    {'error': {'code': 'solve/not-an-object', 'message': 'expected a JSON object, got list'}}
    """
    try:
        return to_json(solve_timed(parse_line(line), options))
    except (LineError, CodedError, PositionError) as error:
        return {"error": {"code": error.code, "message": str(error)}}


def parse_line(line: str) -> Asked:
    """Read a position: ``{"rules": "pl", "table": ["r3 r4 r5"], "rack": "b3 J", "goal": "tiles"}``."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LineError("solve/not-json", f"expected a line of JSON: {error}") from None
    if not isinstance(data, dict):
        raise LineError("solve/not-an-object", f"expected a JSON object, got {type(data).__name__}")
    table = data.get("table", [])
    if not isinstance(table, list) or not all(isinstance(laid, str) for laid in table):
        raise LineError(
            "solve/bad-field", f"table: expected a list of texts like 'r3 r4 r5', got {table!r:.60}"
        )
    joker = data.get("joker")
    if joker is not None and (isinstance(joker, bool) or not isinstance(joker, int)):
        raise LineError("solve/bad-field", f"joker: expected a whole number, got {joker!r:.60}")
    return make_asked(
        " | ".join(table),
        _text(data, "rack", None),
        rules=_text(data, "rules", "pl"),
        goal=_text(data, "goal", Goal.TILES.value),
        joker=joker,
    )


def _text(data: dict[str, object], field: str, default: str | None) -> str:
    """Return a field that must be a text."""
    value = data.get(field, default)
    if not isinstance(value, str):
        raise LineError("solve/bad-field", f"{field}: expected a text, got {value!r:.60}")
    return value


def make_asked(table: str, rack: str, *, rules: str, goal: str, joker: int | None = None) -> Asked:
    """Put together what is asked from texts.

    Raises ``CodedError``, ``PositionError`` and ``LineError`` for what cannot be read.
    """
    book = profile(rules)
    if book.sets != "numbers":
        raise LineError("solve/letters", f"expected rules of the number game, got {rules!r}")
    try:
        wanted = Goal(goal)
    except ValueError:
        known = ", ".join(each.value for each in Goal)
        raise LineError("solve/unknown-goal", f"expected one of {known}, got {goal!r:.60}") from None
    position = Position(
        parse_face_sets(table) if table.strip(" |") else (),
        parse_faces(rack),
        copies=book.copies,
        jokers=book.jokers,
        joker_value=book.joker_rack_value if joker is None else joker,
    )
    banned = wanted is Goal.OPENING and not book.opening_jokers
    jokers = tuple(face for face in position.rack if face == "J") if banned else ()
    return Asked(position, wanted, jokers)


def solve_timed(asked: Asked, options: Options) -> Solved:
    """Solve a position and measure both passes."""
    start = perf_counter_ns()
    solution = solve(
        asked.position,
        asked.goal,
        forbidden=asked.forbidden,
        least=False,
        budget_nodes=options.budget_nodes,
        backend=options.backend,
    )
    exact = perf_counter_ns()
    if options.least:
        solution = calm(asked.position, solution, forbidden=asked.forbidden, backend=options.backend)
    done = perf_counter_ns()
    return Solved(
        solution,
        make_plan_for(solution) if options.plan else None,
        (exact - start) // 1000,
        (done - exact) // 1000,
    )


def make_plan_for(solution: Solution) -> Plan:
    """Return the moves of the hand that lead to the solution; an opening only adds sets."""
    before = solution.before
    after = (*before, *solution.table) if solution.goal is Goal.OPENING else solution.table
    return make_plan(before, after)


def to_json(solved: Solved) -> dict[str, Json]:
    """Write an answer as JSON."""
    solution = solved.solution
    answer: dict[str, Json] = {
        "tiles": solution.tiles,
        "points": solution.points,
        "played": format_faces(solution.played),
        "table": [format_faces(laid) for laid in solution.table],
        "untouched": solution.untouched,
        "optimal": solution.optimal,
    }
    if not solution.optimal:
        answer["bound"] = list(solution.bound)
    if solution.least is not None:
        answer |= {"moved": solution.moved, "least": solution.least}
    answer["micros"] = solved.micros
    if solution.least is not None:
        answer["least_micros"] = solved.least_micros
    if solved.plan is not None:
        answer["plan"] = [format_step(step) for step in solved.plan.steps]
    return answer
