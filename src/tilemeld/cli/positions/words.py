"""The word game's part of ``tilemeld solve``: positions as texts or JSON, and their answers.

A position is {"rules": "pl-word", "table": ["KOSZYK", "KO?(T)"], "rack": "ATOM?", "opened": true,
"goal": "score"}. Goals: ``score``, the turn that scores most; ``openings``, every opening; ``words``, every
word that the rack spells; ``empty``, a turn that lays the whole rack.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import get_args

from rich.console import Console
from rich.text import Text

from tilemeld.bots.words.vocabulary import words_of
from tilemeld.cli.options.word_lists import themed, words_for
from tilemeld.cli.terminal import typed
from tilemeld.cli.text.refusals import coded
from tilemeld.cli.text.speech import Message, Speech
from tilemeld.cli.text.tiles import DIM, HEAD, table_view, tile_text
from tilemeld.engine.errors import CodedError
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import WORD_PROFILES, Rules, profile
from tilemeld.engine.sets.letters import JOKER, LetterSets
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.engine.tiles import Face
from tilemeld.service.errors import ServiceError
from tilemeld.service.questions.words import WordGoal, WordQuestion, find_words, read_word_position
from tilemeld.solver import Backend
from tilemeld.solver.words import (
    BUDGET,
    LaidWord,
    WordSearch,
    WordSolution,
    format_word,
    tiles_laid,
)

from .jsonl import LineError, SolveOptions, fields_of

GOALS: tuple[str, ...] = get_args(WordGoal)
WORD_FIELDS = ("rules", "table", "rack", "goal", "opened")
"""The fields of a word position."""
MANY = 60
"""Words that are listed on a screen; JSON has them all."""


@dataclass(frozen=True, slots=True)
class TimedWords:
    """An answer: a turn, or a list of words; and the time it took."""

    asked: WordQuestion
    solution: WordSolution | None
    words: tuple[LaidWord, ...]
    micros: int


def make_search(sets: LetterSets, *, any_words: bool = False, backend: Backend | None = None) -> WordSearch:
    """Return the search over the words of the game; vulgar ones are left out unless any word will do."""
    words = words_of(sets)
    assert words is not None, "files are read as lexicons"
    return WordSearch(words, avoid=None if any_words else is_vulgar, backend=backend)


class WordAnswers:
    """Answers questions about word positions; the words are read when the first one comes."""

    def __init__(
        self,
        options: SolveOptions,
        *,
        lexicon: str | None = None,
        theme: str | None = None,
        any_words: bool = False,
    ) -> None:
        self._options = options
        self._lexicon = lexicon
        self._theme = theme
        self._any_words = any_words
        self._known: dict[Rules, tuple[LetterSets, WordSearch]] = {}

    def answer(
        self, table: Sequence[str], rack: str, rules: Rules, *, goal: str = "score", opened: bool = True
    ) -> TimedWords:
        """Answer a question.

        Raises ``BadInput`` when a list of words cannot be read, ``CodedError`` and ``LineError`` for an
        invalid position.
        """
        sets, search = self._words(themed(rules, self._theme))
        asked = ask_words(table, rack, sets, goal=goal, opened=opened)
        return solve_word_position(asked, search, budget_nodes=self._options.budget_nodes)

    def _words(self, rules: Rules) -> tuple[LetterSets, WordSearch]:
        if rules not in self._known:
            sets = words_for(rules, self._lexicon, self._theme)(rules)
            assert isinstance(sets, LetterSets), "the caller asks only about letters"
            search = make_search(sets, any_words=self._any_words, backend=self._options.backend)
            self._known[rules] = sets, search
        return self._known[rules]

    def answer_line(self, line: str, number: int) -> dict[str, Json] | None:
        """Answer a line of JSON, if its rules are played with letters; what is wrong is an answer too."""
        try:
            data = fields_of(line)
            name = data.get("rules")
            if name not in WORD_PROFILES:
                return None
            table, rack, goal, opened = word_fields(data)
            return words_to_json(self.answer(table, rack, profile(str(name)), goal=goal, opened=opened))
        except (LineError, CodedError) as error:
            return {"error": {"code": error.code, "message": str(error), "line": number}}


def word_fields(data: dict[str, object]) -> tuple[list[str], str, str, bool]:
    """Return table, rack, goal and whether the player has opened, from the fields of a line.

    Raises ``LineError`` for fields that a word position does not have, and values of the wrong kind.
    """
    for field in data:
        if field not in WORD_FIELDS:
            message = f"there is no field {field!r:.60}: a word position has {', '.join(WORD_FIELDS)}"
            raise LineError("solve/unknown-field", message)
    if "rack" not in data:
        raise LineError("solve/missing-field", 'there is no rack: add one, like "rack": "ATOM?"')
    table, rack = data.get("table", []), data["rack"]
    goal, opened = data.get("goal", "score"), data.get("opened", True)
    if not isinstance(table, list) or not all(isinstance(word, str) for word in table):
        raise LineError(
            "solve/bad-field", f'table: write a list of words like ["KOSZYK", "KO?(T)"], not {table!r:.60}'
        )
    if not isinstance(rack, str) or not isinstance(goal, str):
        raise LineError("solve/bad-field", 'rack and goal: write texts, like "ATOM?" and "score"')
    if not isinstance(opened, bool):
        raise LineError("solve/bad-field", f"opened: write true or false, not {opened!r:.60}")
    return table, rack, goal, opened


def ask_words(
    table: Sequence[str], rack: str, sets: LetterSets, *, goal: str = "score", opened: bool = True
) -> WordQuestion:
    """Put together what is asked from texts, a text for each word.

    Raises ``CodedError`` and ``LineError`` for what cannot be read or is not a position.
    """
    if goal not in GOALS:
        goals = {"goal": typed(goal), "goals": ", ".join(GOALS)}
        raise LineError("solve/unknown-goal", Message("solve-input.no-goal", goals))
    try:
        position = read_word_position(table, rack, sets, opened=opened)
    except ServiceError as error:
        raise CodedLineError(error) from None
    return WordQuestion(sets.rules, position, goal)  # type: ignore[arg-type]  # it is one of GOALS


class CodedLineError(LineError):
    """A word position that the service refuses, in any language."""

    def __init__(self, error: ServiceError) -> None:
        self._error = error
        super().__init__(error.code, str(error))

    def in_words(self, speech: Speech) -> str:
        """Return the sentence in a language."""
        return coded(self._error.code, self._error.params, speech, english=str(self._error))


def solve_word_position(
    asked: WordQuestion, search: WordSearch, *, budget_nodes: int | None = None
) -> TimedWords:
    """Answer what is asked and measure the time."""
    budget = BUDGET if budget_nodes is None else budget_nodes
    start = perf_counter_ns()
    solution, words = find_words(asked.position, asked.goal, search, budget_nodes=budget)
    return TimedWords(asked=asked, solution=solution, words=words, micros=(perf_counter_ns() - start) // 1000)


def words_to_json(solved: TimedWords) -> dict[str, Json]:
    """Write an answer as JSON."""
    if solved.asked.goal in ("openings", "words"):
        return {
            "count": len(solved.words),
            "words": [format_word(laid) for laid in solved.words],
            "micros": solved.micros,
        }
    solution = solved.solution
    if solution is None or solution.word is None:
        bound = 0 if solution is None else solution.bound
        return {
            "points": 0,
            "table": [format_word(laid) for laid in solved.asked.position.table],
            "bound": bound,
            "optimal": solution is not None and solution.optimal,
            "micros": solved.micros,
        }
    return {
        "points": solution.points,
        "word": format_word(solution.word),
        "double": solution.is_double,
        "laid": solution.laid,
        "table": [format_word(laid) for laid in solution.table],
        "broken": [format_word(laid) for laid in solution.broken],
        "longest": solution.longest,
        "bound": solution.bound,
        "optimal": solution.optimal,
        "micros": solved.micros,
    }


def show_words(console: Console, solved: TimedWords, speech: Speech) -> None:
    """Draw the table before and after, the word that scores and its points; or list the words."""
    if solved.asked.goal in ("openings", "words"):
        _list_words(console, solved, speech)
        return
    solution = solved.solution
    before = solved.asked.position.table
    if before:
        console.print(Text(speech.say("solver.table"), style=HEAD))
        console.print(table_view([_word_text(laid, Counter()) for laid in before]))
    if solution is None or solution.word is None:
        console.print(Text(_nothing(solved, speech), style=HEAD))
    else:
        console.print(Text(_headline(solution, speech), style=HEAD))
        fresh = tiles_laid(before, solution.table)
        after = [solution.word, *(laid for laid in solution.table if laid != solution.word)]
        console.print(Text(speech.say("solve.after-words"), style=HEAD))
        console.print(table_view([_word_text(laid, fresh) for laid in after]))
    console.print(Text(_footline(solved, speech), style=DIM))


def _headline(solution: WordSolution, speech: Speech) -> str:
    assert solution.word is not None, "something is laid"
    said = speech.say(
        "solve.word",
        count=len(solution.laid),
        letters=solution.laid,
        word=solution.word.word,
        points=solution.points,
    )
    double = f", {speech.say('solve.double')}" if solution.is_double else ""
    proof = "" if solution.optimal else f" ({speech.say('solve.unproven', bound=solution.bound)})"
    return f"{said}{double}{proof}."


def _nothing(solved: TimedWords, speech: Speech) -> str:
    position, solution = solved.asked.position, solved.solution
    if solved.asked.goal == "empty":
        return f"{speech.say('solver.not-emptied')}."
    if not position.opened:
        return f"{speech.say('solver.no-opening')}."
    if solution is not None and not solution.optimal:
        return speech.say("solve.budget", bound=solution.bound)
    return f"{speech.say('solver.nothing')}."


def _footline(solved: TimedWords, speech: Speech) -> str:
    parts = []
    if solved.solution is not None and solved.solution.word is not None:
        before = len(solved.solution.before)
        if before:
            stay = before - len(solved.solution.broken)
            parts.append(speech.say("solve.words-stay", stay=stay, count=before))
        parts.append(speech.say("solve.longest", count=solved.solution.longest))
    parts.append(f"{solved.micros / 1000:.1f} ms")
    return "; ".join(parts) + "."


def _list_words(console: Console, solved: TimedWords, speech: Speech) -> None:
    count = len(solved.words)
    openings = solved.asked.goal == "openings"
    heading = speech.say("solver.openings" if openings else "solver.spelled", count=count)
    console.print(Text(heading, style=HEAD))
    for length in sorted({len(laid.word) for laid in solved.words[:MANY]}, reverse=True):
        words = [format_word(laid) for laid in solved.words[:MANY] if len(laid.word) == length]
        console.print(f"{length:3}  {' '.join(words)}", soft_wrap=True)
    if count > MANY:
        console.print(Text(speech.say("solve.more", count=count - MANY), style=DIM))
    console.print(Text(f"{solved.micros / 1000:.1f} ms.", style=DIM))


def _word_text(laid: LaidWord, fresh: Counter[str]) -> Text:
    """Draw a word; tiles from the rack are underlined."""
    drawn = []
    for letter, face in zip(laid.word, laid.faces, strict=True):
        is_fresh = fresh[face] > 0
        fresh[face] -= is_fresh
        name = Face(letter) if face == JOKER else None
        drawn.append(tile_text(Face(face), name, fresh=is_fresh, letters=True))
    return Text("").join(drawn)
