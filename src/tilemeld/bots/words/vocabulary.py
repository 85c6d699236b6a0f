"""The words that bots and the coach think of: no vulgar words, and common words before rare ones.

The dictionary has four million forms, most of which nobody at the table has ever heard. So the coach
advises and judges by *natural* words: the largest of the lexicon's lists of common words. In a lexicon
without such lists, a theme's for example, all words are natural.
"""

from collections.abc import Collection

from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.solver.words import WordSearch, word_search

from .unsuitable import is_unsuitable

COMES_TO_MIND = 10
"""The longest word that a person sees in a turn's time."""


def words_of(sets: SetRules) -> Lexicon | None:
    """Return the words of a game, its dictionary or its theme's list (W16), if they can be searched."""
    if not isinstance(sets, LetterSets):
        return None
    words = sets.theme if sets.needs_theme else sets.lexicon
    return words if isinstance(words, Lexicon) else None


def natural(words: Lexicon, *, without: Collection[str] = ()) -> WordSearch:
    """Return the search over family words that people know."""
    return family(words.common[-1] if words.common else words, without=without)


def everyday(words: Lexicon, *, without: Collection[str] = ()) -> WordSearch:
    """Return the search over the words that come to mind at a table: the second list, up to ten letters."""
    known = words.common[min(1, len(words.common) - 1)] if words.common else words
    search = family(known, without=without)
    return search.limited(avoid=search.avoid, longest=COMES_TO_MIND)


def family(words: Lexicon, *, without: Collection[str] = ()) -> WordSearch:
    """Return the search over all words that are not vulgar, except those that were voted down."""
    rejected = frozenset(without)
    return word_search(words).limited(avoid=lambda word: word in rejected or is_unsuitable(word))
