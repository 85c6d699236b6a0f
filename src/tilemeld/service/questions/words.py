"""Word positions of real tables, entered by hand: questions about them and the answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilemeld.bots.words.vocabulary import family, natural
from tilemeld.engine.errors import refuse
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.letters import JOKER, LetterSets
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.word_notation import format_letters, format_word, parse_letters, parse_word
from tilemeld.service.errors import ServiceError
from tilemeld.solver import has_kernel
from tilemeld.solver.plan import PlanStep
from tilemeld.solver.words import (
    LaidWord,
    WordPosition,
    WordSearch,
    WordSolution,
    best_turn,
    can_empty,
    from_written,
    make_word_plan,
    openings,
    word_faces,
    words_from,
)

from .numbers import refuse_set

WordGoal = Literal["score", "openings", "words", "empty"]
"""The turn that scores most; every opening; what the rack spells; a turn that lays the whole rack."""
BUDGET_NODES = 600_000 if has_kernel() else 60_000
"""How much one question may cost: the same as a hint at a table."""
MOST_SPELLED = 24
"""With more letters, listing everything that they spell would take seconds."""
MOST_LISTED = 400
"""How many words are listed of openings and of what letters spell; all are counted."""


@dataclass(frozen=True, slots=True)
class WordQuestion:
    """A position that reads, and what is asked about it."""

    rules: Rules
    position: WordPosition
    goal: WordGoal = "score"
    natural: bool = False
    """Whether only common words are used; otherwise all words of the dictionary that are not vulgar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestWords:
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
    played: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    """The whole table afterwards, words that stay first; a joker is written with its letter, ?(T)."""
    plan: tuple[PlanStep, ...]
    words: tuple[str, ...]
    """The first of the openings, or of the words that the rack spells, the longest first."""
    count: int
    """How many there are."""


def make_word_question(
    table: Sequence[str],
    rack: str,
    sets: LetterSets,
    *,
    goal: WordGoal = "score",
    opened: bool = True,
    natural: bool = False,
) -> WordQuestion:
    """Build a question from the texts that a person entered.

    Raises ``NotationError`` for invalid letters and ``ServiceError`` for an invalid position.
    """
    position = read_word_position(table, rack, sets, opened=opened)
    if goal in ("openings", "words") and len(position.rack) > MOST_SPELLED:
        raise ServiceError("solve/many-letters", limit=MOST_SPELLED, count=len(position.rack))
    return WordQuestion(rules=sets.rules, position=position, goal=goal, natural=natural)


def read_word_position(
    table: Sequence[str], rack: str, sets: LetterSets, *, opened: bool = True
) -> WordPosition:
    """Read a position: a text for each word of the table, a joker in it with its letter, and the rack.

    Raises ``NotationError`` for invalid letters and ``ServiceError`` for an invalid position.
    """
    rules = sets.rules
    written = [parse_word(word) for word in table]
    for place, word in enumerate(written, start=1):
        unnamed = any(tile.face == JOKER and tile.stands_for is None for tile in word)
        if unnamed:
            refuse_set(place, [refuse("word/joker-unnamed", word=format_word(word), letters="A … Ż")])
    laid = tuple(from_written(word) for word in written)
    times = Counter(each.word for each in laid)
    for place, each in enumerate(laid, start=1):
        if faults := sets.look_up(each.word):
            refuse_set(place, faults)
        if times[each.word] > 1:
            refuse_set(place, [refuse("word/twice", word=each.word, count=times[each.word])])
    letters = format_letters(parse_letters(rack))
    _check_box("".join(each.faces for each in laid) + letters, sets)
    return WordPosition(
        laid,
        letters,
        opened=opened,
        opening_letters=rules.opening_letters,
        opening_jokers=rules.opening_jokers,
        double_from=rules.double_from,
    )


def answer_words(question: WordQuestion, words: Lexicon) -> BestWords:
    """Return the best turn within the budget and its plan, or the words that were asked for."""
    search = (natural if question.natural else family)(words)
    solution, found = find_words(question.position, question.goal, search, budget_nodes=BUDGET_NODES)
    return _best_words(question, solution, found)


def _best_words(
    question: WordQuestion, solution: WordSolution | None, listed: tuple[LaidWord, ...]
) -> BestWords:
    position, best = question.position, solution or WordSolution(question.position.table)
    found = best.word is not None
    return BestWords(
        goal=question.goal,
        points=best.points,
        word=best.word.word if best.word else "",
        double=best.is_double,
        goes_out=found and len(best.laid) == len(position.rack),
        bound=best.bound,
        longest=best.longest,
        proven=question.goal in ("openings", "words") or (solution is not None and best.optimal),
        needed=0 if position.opened and question.goal != "openings" else position.opening_letters,
        played=tuple(best.laid),
        table=tuple(tuple(word_faces(laid)) for laid in (best.table if found else position.table)),
        plan=make_word_plan(best.before, best.table).steps if found else (),
        words=tuple("".join(word_faces(laid)) for laid in listed[:MOST_LISTED]),
        count=len(listed),
    )


def find_words(
    position: WordPosition, goal: WordGoal, search: WordSearch, *, budget_nodes: int
) -> tuple[WordSolution | None, tuple[LaidWord, ...]]:
    """Return the turn, or all the words, that were asked for."""
    match goal:
        case "openings":
            return None, openings(position, search)
        case "words":
            return None, words_from(position.rack, search)
        case "empty":
            return can_empty(position, search, budget_nodes=budget_nodes), ()
        case "score":
            return best_turn(position, search, budget_nodes=budget_nodes), ()


def _check_box(faces: str, sets: LetterSets) -> None:
    box = Counter(sets.box())
    for face, count in Counter(faces).items():
        if count > box[face]:  # type: ignore[index]  # a letter is a face
            raise ServiceError("solve/too-many", face=face, count=count, allowed=box[face])  # type: ignore[index]
