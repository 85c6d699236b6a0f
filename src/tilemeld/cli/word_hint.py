"""Hints of the word game in words: what can be scored, with which word, and the whole table."""

from typing import NamedTuple

from tilemeld.bots.family import is_vulgar
from tilemeld.bots.word_levels import position_of
from tilemeld.engine.letters import LetterSets
from tilemeld.engine.lexicon import Lexicon
from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.spelling import parse_words
from tilemeld.engine.views import GameView
from tilemeld.solver.word_position import WordSolution, format_word
from tilemeld.solver.words import best_turn, word_search


class WordHint(NamedTuple):
    """What the coach says, more clearly with each line, and the table that it would confirm."""

    lines: tuple[str, ...]
    table: tuple[WrittenSet, ...] = ()


def find_word_hint(view: GameView, sets: LetterSets) -> WordHint:
    """Ask the solver for the best turn; vulgar words and those that were voted down are left out."""
    words = sets.theme if sets.needs_theme else sets.lexicon
    if not isinstance(words, Lexicon):
        return WordHint(("There are no hints for this list of words.",))
    rejected = frozenset(view.rejected)
    search = word_search(words).limited(avoid=lambda word: word in rejected or is_vulgar(word))
    best = best_turn(position_of(view), search)
    if best.word is None:
        otherwise = "'take'" if view.bank_count else "'pass'"
        return WordHint((f"Nothing of your rack can be laid: {otherwise}.",))
    return WordHint(_lines(best), parse_words(" ".join(map(format_word, best.table))))


def _lines(best: WordSolution) -> tuple[str, ...]:
    assert best.word is not None, "asked only for a turn that lays something"
    double = ", the whole rack at once" if best.is_double else ""
    at_least = "" if best.optimal else "at least "
    table = " ".join(map(format_word, best.table))
    return (
        f"You can score {at_least}{best.points}{double}. ('hint' again says with which word.)",
        f"With {best.word.word}, laying {' '.join(best.laid)}. ('hint' again says how.)",
        f"table {table}\n'hint play' does it for you; then 'done'.",
    )
