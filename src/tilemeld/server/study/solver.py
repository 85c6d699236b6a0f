"""The HTTP API of the solver: the best play for a position of a real table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilemeld.server.http.endpoint import Call, Endpoint, House, ShortText, house_rules
from tilemeld.service.errors import ServiceError
from tilemeld.service.questions.numbers import BestPlay, make_question
from tilemeld.service.questions.words import BestWords, WordGoal, make_word_question
from tilemeld.solver import Goal

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


async def solve_position(call: Call[AskedPosition]) -> BestPlay:
    """Answer a question about a position."""
    asked = call.body
    question = make_question(house_rules(asked.rules, asked.house), asked.table, asked.rack, Goal(asked.goal))
    return await call.context.solving.answer(question, claim=call.claim)


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
    return await call.context.solving.answer_words(question, claim=call.claim)


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
