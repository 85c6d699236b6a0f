"""Positions as JSON, one per line, and their answers: what ``tilemeld solve --jsonl`` reads and writes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter_ns

from tilemeld.cli.text.refusals import fault_in_words
from tilemeld.cli.text.speech import ENGLISH, Message, Speech
from tilemeld.engine.errors import CodedError, Param
from tilemeld.engine.notation import format_faces, parse_face_sets, parse_faces
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import FaceSet
from tilemeld.service.errors import ServiceError
from tilemeld.service.questions.numbers import Question, make_question
from tilemeld.solver import (
    MAX_JOKER_VALUE,
    Backend,
    Goal,
    Plan,
    Solution,
    calm,
    make_plan,
    solve,
)
from tilemeld.solver.plan import format_step

FIELDS = ("rules", "table", "rack", "goal", "joker")
"""The fields of a position."""
LINE_LIMIT = 50_000
"""The longest line that is read, in characters; a box of tiles takes less than a thousand."""


GOALS = tuple(goal.value for goal in Goal)
"""What may count as best with numbers."""


class LineError(ValueError):
    """This line is not a question that can be answered; ``code`` names the reason and stays the same.

    | code | what is wrong |
    |---|---|
    | ``solve/not-json`` | the line is not JSON |
    | ``solve/not-an-object`` | it is JSON, but not an object |
    | ``solve/too-long`` | it is longer than any position |
    | ``solve/unknown-field`` | a field that a position does not have |
    | ``solve/repeated-field`` | a field that is there twice |
    | ``solve/missing-field`` | no rack |
    | ``solve/bad-field`` | a field with a value of the wrong kind |
    | ``solve/unknown-goal`` | no such goal |

    What is wrong with a position that was read keeps its code: the service's (``solve/letters``,
    ``solve/bad-set``, ``solve/too-many``) or the engine's. Only the sentence is the terminal's own: a
    message for what can be typed, plain English for what only a file of positions has.
    """

    def __init__(self, code: str, message: str | Message) -> None:
        self._message = message
        super().__init__(self.in_words(ENGLISH))
        self.code = code

    def in_words(self, speech: Speech) -> str:
        """Return the sentence in a language."""
        return self._message if isinstance(self._message, str) else self._message.in_words(speech)


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """How positions are solved."""

    least: bool = True
    plan: bool = False
    budget_nodes: int | None = None
    backend: Backend | None = None


@dataclass(frozen=True, slots=True)
class TimedSolution:
    """An answer with its plan, if one was asked for, and the time both passes took."""

    solution: Solution
    plan: Plan | None
    micros: int
    least_micros: int


def answer_line(line: str, options: SolveOptions, number: int = 1) -> dict[str, Json]:
    """Answer one line of JSON; what is wrong with it is an answer too, with the number of the line.

    >>> answer_line("[]", SolveOptions(), 7)["error"]["line"]
    7
    """
    try:
        return to_json(solve_timed(parse_line(line), options))
    except (LineError, CodedError) as error:
        return {"error": {"code": error.code, "message": str(error), "line": number}}


def parse_line(line: str) -> Question:
    """Read a position: ``{"rules": "pl", "table": ["r3 r4 r5"], "rack": "b3 J", "goal": "tiles"}``."""
    data = fields_of(line)
    for field in data:
        if field not in FIELDS:
            raise LineError(
                "solve/unknown-field",
                f"there is no field {_json(field)}: a position has {', '.join(FIELDS)}",
            )
    if "rack" not in data:
        raise LineError("solve/missing-field", 'there is no rack: add one, like "rack": "b3 J o9"')
    table = data.get("table", [])
    if not isinstance(table, list) or not all(isinstance(laid, str) for laid in table):
        raise LineError(
            "solve/bad-field",
            f'table: write a list of sets like ["r3 r4 r5", "k7 b7 o7"], not {_json(table)}',
        )
    return read_question(
        table,
        _text(data, "rack", ""),
        rules=_text(data, "rules", "pl"),
        goal=_text(data, "goal", Goal.TILES.value),
        joker=_joker(data.get("joker")),
    )


def fields_of(line: str) -> dict[str, object]:
    """Read a line as a JSON object whose fields are all different.

    Raises ``LineError`` for anything else.
    """
    if len(line) > LINE_LIMIT:
        raise LineError(
            "solve/too-long", f"the line has {len(line)} characters; at most {LINE_LIMIT} can be read"
        )
    hint = 'write one position per line, like {"table": ["r3 r4 r5"], "rack": "r6"}'
    try:
        data = json.loads(line, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        raise LineError("solve/not-json", f"no JSON at character {error.colno}: {hint}") from None
    except (ValueError, RecursionError):
        raise LineError("solve/not-json", f"too deep, or a number too long: {hint}") from None
    if not isinstance(data, _Pairs):
        raise LineError("solve/not-an-object", f"{_json(data)} is not an object: {hint}")
    fields = dict(data)
    if len(fields) < len(data):
        names = [name for name, _ in data]
        twice = next(name for name in names if names.count(name) > 1)
        raise LineError("solve/repeated-field", f"{_json(twice)} is there twice: leave one out")
    return fields


class _Pairs(list[tuple[str, object]]):
    """The fields of a JSON object as they came."""


def _json(value: object) -> str:
    """Write a value as it came, but not too much of it."""
    written = "{…}" if isinstance(value, _Pairs) else json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 60 else f"{written[:59]}…"


def _text(data: dict[str, object], field: str, default: str) -> str:
    """Return a field that must be a text."""
    value = data.get(field, default)
    if not isinstance(value, str):
        raise LineError("solve/bad-field", f"{field}: write a text in quotes, not {_json(value)}")
    return value


def _joker(value: object) -> int | None:
    """Return what a joker counts on the rack, if the line says so."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_JOKER_VALUE:
        raise LineError(
            "solve/bad-field", f"joker: write a whole number from 0 to {MAX_JOKER_VALUE}, not {_json(value)}"
        )
    return value


def read_question(
    table: Sequence[str], rack: str, *, rules: str, goal: str, joker: int | None = None
) -> Question:
    """Read what is asked from texts, a text for each set.

    Raises ``CodedError`` and ``LineError`` for what cannot be read.
    """
    book = profile(rules)
    if goal not in GOALS:
        goals = {"goal": _json(goal), "goals": ", ".join(GOALS)}
        raise LineError("solve/unknown-goal", Message("solve-input.no-goal", goals))
    laid = [_one_set(text, place) for place, text in enumerate(table, start=1)]
    try:
        return make_question(book, laid, parse_faces(rack), Goal(goal), joker_value=joker)
    except ServiceError as error:
        raise _with_remedy(error, rules, laid) from None


def _one_set(text: str, place: int) -> FaceSet:
    """Read one set of the table, in the order in which it would lie (R-1)."""
    sets = parse_face_sets(text)
    if len(sets) != 1:
        raise LineError(
            "solve/bad-set",
            f"set {place} of the table ({_json(text)}) is {len(sets)} sets: write each by itself",
        )
    return tuple(sets[0][tile] for tile in read_numbers(sets[0]).order) or tuple(sets[0])


class BadSet(LineError):
    """A set of the table that is not one; says why in any language."""

    def __init__(self, tiles: str, params: Mapping[str, Param]) -> None:
        self._tiles, self._params = tiles, params
        super().__init__("solve/bad-set", "")
        self.args = (self.in_words(ENGLISH),)

    def in_words(self, speech: Speech) -> str:
        """Return the sentence in a language."""
        reason = fault_in_words(self._params, speech)
        return speech.say("solve-input.bad-set", set=self._params["set"], tiles=self._tiles, reason=reason)


def _with_remedy(error: ServiceError, rules: str, table: Sequence[FaceSet]) -> LineError:
    """Say what is wrong with a position as a terminal can: with the tiles, and with what to type instead."""
    params = error.params
    match error.code:
        case "solve/letters":
            known = {"profile": rules, "profiles": ", ".join(NUMBER_PROFILES)}
            return LineError(error.code, Message("solve-input.letters", known))
        case "solve/bad-set":
            return BadSet(format_faces(table[int(str(params["set"])) - 1]), params)
        case _:
            many = {name: params[name] for name in ("allowed", "face", "count")}
            return LineError(error.code, Message("solve-input.too-many", {**many, "profile": rules}))


def solve_timed(asked: Question, options: SolveOptions) -> TimedSolution:
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
    return TimedSolution(
        solution=solution,
        plan=make_plan_for(solution) if options.plan else None,
        micros=(exact - start) // 1000,
        least_micros=(done - exact) // 1000,
    )


def make_plan_for(solution: Solution) -> Plan:
    """Return the moves that lead to the solution; an opening only adds sets."""
    before = solution.before
    after = (*before, *solution.table) if solution.goal is Goal.OPENING else solution.table
    return make_plan(before, after)


def to_json(solved: TimedSolution) -> dict[str, Json]:
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
