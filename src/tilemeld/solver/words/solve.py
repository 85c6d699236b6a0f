"""The word solver: what to lay, how to open, what letters spell, and whether a rack can be emptied."""

from collections import Counter

from tilemeld.engine.sets.lexicon import Lexicon

from .ladder import BUDGET, climb, climb_emptying
from .lexicon_search import WordSearch, word_search
from .position import JOKER, LaidWord, WordPosition, WordSolution
from .turn_search import TurnSearch

Searchable = Lexicon | WordSearch


def best_turn(
    position: WordPosition, words: Searchable, *, budget_nodes: int = BUDGET, breaks: int | None = None
) -> WordSolution:
    """Return the turn that scores most, as far as the budget allows; ``optimal`` says if that is proven.

    With ``breaks`` no more words of the table are broken than that; the bound is one for such turns then.
    More breaks or a larger budget never give less (``ladder``).
    """
    search = _search(words)
    if not position.opened:
        return _best_opening(position, search)
    return climb(position, search, breaks=breaks, budget_nodes=budget_nodes)


def can_empty(
    position: WordPosition, words: Searchable, *, budget_nodes: int = BUDGET
) -> WordSolution | None:
    """Return a turn that lays the whole rack, or nothing where none was found."""
    search = _search(words)
    if not position.rack:
        return None
    if not position.opened:
        best = _best_opening(position, search)
        return best if len(best.laid) == len(position.rack) else None
    return climb_emptying(position, search, budget_nodes=budget_nodes)


def openings(position: WordPosition, words: Searchable) -> tuple[LaidWord, ...]:
    """List every opening (W6), the longest first, then in the order of the alphabet."""
    letters, jokers = _opening_tiles(position)
    found = _search(words).laid(letters, jokers, shortest=position.opening_letters)
    old = position.words
    return tuple([laid for laid in found if laid.word not in old] if old else found)


def words_from(letters: str, words: Searchable, *, shortest: int = 3) -> tuple[LaidWord, ...]:
    """List the words that letters and jokers spell, the longest first, then in the order of the alphabet."""
    counts = Counter(letters)
    jokers = counts.pop(JOKER, 0)
    return tuple(_search(words).laid(counts, jokers, shortest=shortest))


def _search(words: Searchable) -> WordSearch:
    return words if isinstance(words, WordSearch) else word_search(words)


def _opening_tiles(position: WordPosition) -> tuple[Counter[str], int]:
    """Return the letters of the rack and the jokers that an opening may have."""
    letters = Counter(position.rack)
    jokers = letters.pop(JOKER, 0)
    return letters, jokers if position.opening_jokers else 0


def _best_opening(position: WordPosition, search: WordSearch) -> WordSolution:
    """Open with the longest word; that is exact."""
    letters, jokers = _opening_tiles(position)
    alone = WordPosition((), "".join(letters.elements()) + JOKER * jokers)
    length = TurnSearch(alone, search, beside=position.words).longest
    if length < position.opening_letters:
        return WordSolution(position.table, longest=length)
    found = search.fits(letters, jokers, shortest=length, longest=length).words
    word = _with_jokers(next(word for word in found if word not in position.words), letters)
    laid = Counter(word.faces)
    points = position.points_for(length, laid=laid.total())
    return WordSolution(
        position.table,
        points=points,
        word=word,
        table=(*position.table, word),
        laid="".join(face * laid[face] for face in (*search.lexicon.alphabet, JOKER)),
        is_double=points > length,
        longest=length,
        bound=points,
    )


def _with_jokers(word: str, letters: Counter[str]) -> LaidWord:
    """Mark the places where the letters run out: jokers lie there."""
    left = dict(letters)
    jokers = []
    for place, letter in enumerate(word):
        count = left.get(letter)
        if count:
            left[letter] = count - 1
        else:
            jokers.append(place)
    return LaidWord(word, tuple(jokers))
