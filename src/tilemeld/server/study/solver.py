"""The HTTP API of the solver: the best play for a position of a real table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilemeld.server.http.endpoint import Call, Endpoint, House, ShortText, house_rules
from tilemeld.service.errors import ServiceError
from tilemeld.service.questions.numbers import Question, Solved, make_question
from tilemeld.service.questions.words import (
    WordGoal,
    WordQuestion,
    WordSolved,
    make_word_question,
)
from tilemeld.solver import Goal
from tilemeld.solver.plan import PlanStep, in_order
from tilemeld.solver.words import WordSolution, format_word, word_faces

FaceText = Annotated[str, Meta(min_length=1, max_length=3)]
RackText = Annotated[list[FaceText], Meta(max_length=160)]
"""The biggest box has 160 tiles (N1)."""
TableText = Annotated[list[Annotated[list[FaceText], Meta(min_length=1, max_length=13)]], Meta(max_length=53)]
"""No more sets than the biggest box has tiles for; a run of all numbers has 13."""


class AskedPosition(Struct, forbid_unknown_fields=True, kw_only=True):
    """A rack and a table as they lie, in faces: r3, k13, J. What lies on the table must be sets."""

    rack: RackText
    table: TableText = []
    rules: ShortText = "pl"
    goal: Literal["tiles", "points", "tiles-points", "points-tiles", "opening"] = "tiles-points"
    house: House = {}
    """Fields of the rules that this table plays differently."""


class BestPlay(Struct, kw_only=True):
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
    plan: tuple[PlanStep, ...]
    shortest: bool
    """Whether no plan has fewer moves."""


async def solve_position(call: Call[AskedPosition]) -> BestPlay:
    """Answer a question about a position."""
    asked = call.body
    question = make_question(house_rules(asked.rules, asked.house), asked.table, asked.rack, Goal(asked.goal))
    return best_play(question, await call.context.solving.answer(question, claim=call.claim))


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
        plan=solved.plan.steps,
        shortest=solved.plan.proven,
    )


LetterText = Annotated[str, Meta(max_length=200)]
WordText = Annotated[str, Meta(min_length=1, max_length=200)]


class AskedWords(Struct, forbid_unknown_fields=True, kw_only=True):
    """A rack of letters and the words on a table: ATOM?, KOSZYK, a joker with its letter KO?(T)."""

    rack: LetterText
    table: Annotated[list[WordText], Meta(max_length=40)] = []
    rules: ShortText = "pl-word"
    goal: WordGoal = "score"
    """The best turn, every opening, what the rack spells, or a turn that lays the whole rack."""
    opened: bool = True
    natural: bool = False
    """Whether only words that people know are thought of; vulgar ones never are."""
    house: House = {}
    """Fields of the rules that this table plays differently."""


class BestWords(Struct, kw_only=True):
    """The best turn with words, or the words that were asked for."""

    goal: WordGoal
    points: int
    """What the turn scores (W10, W11); 0: nothing was found."""
    word: str
    """The word that scores."""
    double: bool
    goes_out: bool
    """Whether the whole rack is laid."""
    bound: int
    """No turn scores more."""
    longest: int
    """No new word has more letters."""
    proven: bool
    needed: int
    """The letters that an opening needs, before it; else 0."""
    played: list[str]
    table: list[list[str]]
    """The whole table afterwards, words that stay first; a joker is written with its letter, ?(T)."""
    plan: tuple[PlanStep, ...]
    words: list[str]
    """The first of the openings, or of the words that the rack spells, the longest first."""
    count: int
    """How many there are."""


async def solve_words(call: Call[AskedWords]) -> BestWords:
    """Answer a question about a position of words."""
    asked = call.body
    rules = house_rules(asked.rules, asked.house)
    if rules.sets != "letters":
        raise ServiceError("solve/numbers", profile=asked.rules)
    sets = await call.context.dictionary.sets(rules)
    question = make_word_question(
        asked.table, asked.rack, sets, goal=asked.goal, opened=asked.opened, natural=asked.natural
    )
    return best_words(question, await call.context.solving.answer_words(question, claim=call.claim))


def best_words(question: WordQuestion, solved: WordSolved) -> BestWords:
    """Write an answer about words."""
    position = question.position
    found = solved.solution or WordSolution(position.table)
    listing = question.goal in ("openings", "words")
    return BestWords(
        goal=question.goal,
        points=found.points,
        word=found.word.word if found.word else "",
        double=found.is_double,
        goes_out=found.word is not None and len(found.laid) == len(position.rack),
        bound=found.bound,
        longest=found.longest,
        proven=listing or (solved.solution is not None and found.optimal),
        needed=0 if position.opened and question.goal != "openings" else position.opening_letters,
        played=list(found.laid),
        table=[list(word_faces(laid)) for laid in (found.table if found.word else position.table)],
        plan=solved.plan.steps,
        words=[format_word(laid) for laid in solved.words],
        count=solved.count,
    )


ENDPOINTS = (
    Endpoint(
        "POST /api/solve",
        "The best play for a rack and a table.",
        solve_position,
        token=False,
        thinks=True,
    ),
    Endpoint(
        "POST /api/solve/words",
        "The best turn with words, every opening, what letters spell, or a turn that lays the whole rack.",
        solve_words,
        token=False,
        thinks=True,
    ),
)
"""The solver's addresses."""
