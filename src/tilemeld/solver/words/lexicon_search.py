"""Searching a lexicon: the words that letters can spell, and words that use letters up.

This is the interface to the kernel and its twin: strings outside, numbers inside.
"""

from codecs import charmap_decode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat
from types import ModuleType
from typing import NamedTuple

from tilemeld.engine.sets.lexicon import CLASS_LETTERS, Lexicon
from tilemeld.solver.numbers.backends import Backend

from . import search_twin
from .position import JOKER, LaidWord

NO_LIMIT = 1 << 40
VOWELS = "AĄÁEĘÉĚIÍOÓUÚŮYÝАЕЄИІЇОУЮЯ"
"""Letters that words need in proportion to the others: a heuristic, not a rule."""
Letters = Mapping[str, int]
"""How many of each letter."""


def _find_searches() -> dict[Backend, ModuleType]:
    """Return the available searches; without a compiler there is no kernel, but a broken kernel raises."""
    found: dict[Backend, ModuleType] = {"twin": search_twin}
    name = f"{__package__}.kernel"
    if find_spec(name) is not None:  # pragma: no branch  # test_without_kernel shows it, in another process
        found["kernel"] = import_module(name)
    return found


SEARCHES = _find_searches()


class Found(NamedTuple):
    """Words that were found, whether these are all, and the nodes it took."""

    words: list[str]
    is_complete: bool
    nodes: int


class Covered(NamedTuple):
    """The classes that use up the letters, if there are any, and the nodes it took."""

    classes: list[str] | None
    is_proven: bool
    """Whether there is no way, where none was found."""
    nodes: int


class WordSearch:
    """A lexicon that can be searched.

    ``avoid`` says which words are left out, as if the lexicon did not have them; so are those that are
    longer than the longest.
    """

    def __init__(
        self, lexicon: Lexicon, *, avoid: Callable[[str], bool] | None = None, backend: Backend | None = None
    ) -> None:
        self.lexicon = lexicon
        self.avoid = avoid
        self.longest = NO_LIMIT
        self._searches = _searches(backend)
        self._heights: bytes = self._searches.heights(lexicon.edges)
        self._searches.heights(lexicon.classes)  # the kernel refuses files that could lead a walk astray
        letters = lexicon.alphabet.ljust(search_twin.BY_JOKER, "?")
        self._letters = (letters * 2).ljust(search_twin.END, "?") + "\n"
        """What each byte of an answer reads as, the end of a word as the end of a line."""
        self._codes = {letter: code for code, letter in enumerate(lexicon.alphabet)}
        self._ranks = {letter: rank for rank, letter in enumerate(lexicon.rarest)}
        self._vowels = sum(1 << self._ranks[letter] for letter in VOWELS if letter in self._ranks)

    def limited(self, *, avoid: Callable[[str], bool] | None, longest: int | None = None) -> "WordSearch":
        """Return the same search with other limits."""
        limited = copy(self)
        limited.avoid = avoid
        limited.longest = NO_LIMIT if longest is None else longest
        return limited

    def has(self, word: str) -> bool:
        """Say whether the word is in the lexicon and within the limits."""
        is_left_out = self.avoid is not None and self.avoid(word)
        return len(word) <= self.longest and word in self.lexicon and not is_left_out

    def fits(
        self,
        letters: Letters,
        jokers: int = 0,
        *,
        shortest: int = 3,
        longest: int = 255,
        holding: Iterable[str] | None = None,
        most: int = NO_LIMIT,
        budget: int = NO_LIMIT,
    ) -> Found:
        """Find the words that these letters and jokers spell, in the order of the alphabet.

        With ``holding`` a word has at least one of those letters. What is avoided is not listed.
        """
        codes = self._codes
        wanted = (
            (1 << 64) - 1
            if holding is None
            else _mask(codes[letter] for letter in holding if letter in codes)
        )
        counts = _counts(letters, codes)
        lengths = shortest, min(longest, self.longest)
        outcome, nodes, written = self._searches.fits(
            self.lexicon.edges, self._heights, counts, jokers, wanted, lengths, (most, budget)
        )
        words = _lines(written, self._letters)
        if self.avoid is not None:
            words = [word for word in words if not self.avoid(word)]
        return Found(words, outcome == search_twin.DONE, nodes)

    def laid(self, letters: Letters, jokers: int = 0, *, shortest: int = 3) -> list[LaidWord]:
        """List the words that these letters and jokers spell, the longest first, with their jokers marked.

        A joker stands where the letters have run out. There may be tens of thousands, but few patterns of
        jokers among them.
        """
        counts = _counts(letters, self._codes)
        lengths = shortest, min(search_twin.MAX_WORD, self.longest)
        _, _, written = self._searches.fits(
            self.lexicon.edges, self._heights, counts, jokers, (1 << 64) - 1, lengths, (NO_LIMIT, NO_LIMIT)
        )
        patterns = _lines(written, _PATTERN)
        places = {
            pattern: tuple([place for place, mark in enumerate(pattern) if mark == JOKER])
            for pattern in set(patterns)
        }
        pairs = zip(_lines(written, self._letters), map(places.__getitem__, patterns), strict=True)
        words = list(map(tuple.__new__, repeat(LaidWord), pairs))  # LaidWord(*pair), three times as fast
        if self.avoid is not None:
            words = [laid for laid in words if not self.avoid(laid.word)]
        words.sort(key=_length, reverse=True)
        return words

    def cover(
        self,
        must: Letters,
        may: Letters,
        *,
        taken: Iterable[str] = (),
        repeats: bool = False,
        budget: int = NO_LIMIT,
    ) -> Covered:
        """Share letters out among classes: all of ``must``, any of ``may``; none twice, or repeats."""
        ranks, rarest = self._ranks, self.lexicon.rarest
        kept = b"".join(bytes(sorted([ranks[letter] for letter in word])) + _END for word in taken)
        counts = _counts(must, ranks), _counts(may, ranks)
        outcome, nodes, written = self._searches.cover(
            self.lexicon.classes, *counts, kept, repeats, self._vowels, budget
        )
        if outcome != search_twin.FOUND:
            return Covered(None, outcome == search_twin.DONE, nodes)
        classes = ["".join([rarest[rank] for rank in found]) for found in written.split(_END)[:-1]]
        return Covered(classes, False, nodes)

    def can_cover(self, must: Counter[str], may: Counter[str], *, budget: int) -> tuple[bool, int]:
        """Say whether words of any length, each as often as wanted, could use the letters up; and the nodes.

        No is a proof. Yes may also mean that the budget was used up.
        """
        covered = self.cover(must, may, repeats=True, budget=budget)
        nodes = covered.nodes
        if covered.classes is not None or not covered.is_proven:
            return True, nodes
        together = must + may
        if together.total() <= CLASS_LETTERS:
            return False, nodes
        long = self.fits(together, shortest=CLASS_LETTERS + 1, budget=budget)
        nodes += long.nodes
        if not long.is_complete:
            return True, nodes
        for word in long.words:
            letters = Counter(word)
            spare = letters - must
            if not letters & must:
                continue
            if nodes >= budget:
                return True, nodes
            possible, more = self.can_cover(must - letters, may - spare, budget=budget - nodes)
            nodes += more
            if possible:
                return True, nodes
        return False, nodes

    def class_of(self, word: str) -> str:
        """Return the letters of a word, rarest first; an empty text if it is too long to have a class."""
        ranks = self._ranks
        if len(word) > CLASS_LETTERS or not all(letter in ranks for letter in word):
            return ""
        return "".join(sorted(word, key=ranks.__getitem__))

    def anagrams(self, letters: str) -> list[str]:
        """List the words that use these letters up, in the order of the alphabet."""
        return self.fits(Counter(letters), shortest=len(letters), longest=len(letters)).words


_END = bytes([search_twin.END])
_PATTERN = "-" * search_twin.BY_JOKER + JOKER * (search_twin.END - search_twin.BY_JOKER) + "\n"
"""The same bytes read as where jokers lie."""


def _lines(written: bytes, reading: str) -> list[str]:
    """Read the words of an answer, each byte as ``reading`` says."""
    return charmap_decode(written, "strict", reading)[0].split("\n")[:-1]


def _length(laid: LaidWord) -> int:
    return len(laid.word)


def _searches(backend: Backend | None) -> ModuleType:
    """Return the searches asked for; by default the kernel if it is available.

    Raises ``LookupError`` for a kernel that was not built.
    """
    name: Backend = backend or ("kernel" if "kernel" in SEARCHES else "twin")
    if name not in SEARCHES:
        raise LookupError(f"expected one of {sorted(SEARCHES)}, got {name!r}: the kernel was not compiled")
    return SEARCHES[name]


@lru_cache(maxsize=16)
def word_search(lexicon: Lexicon) -> WordSearch:
    """Return the search over a lexicon, made once."""
    return WordSearch(lexicon)


def _mask(codes: Iterable[int]) -> int:
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def _counts(letters: Letters, places: Mapping[str, int]) -> bytes:
    """Count letters by their places; letters that no word has are not counted."""
    counts = bytearray(len(places))
    for letter, count in letters.items():
        place = places.get(letter)
        if place is not None:
            counts[place] = count
    return bytes(counts)
