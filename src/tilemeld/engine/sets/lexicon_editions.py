"""Editions: an earlier list of words is the newer list plus what that leaves out (W8).

A record names its list by hash. When a new edition of a dictionary leaves words out, games that were played
with the old one still have to be judged by the old one, without shipping megabytes twice.
"""

from collections.abc import Iterable

from .lexicon import Lexicon
from .lexicon_builder import NODE

_SHIFT = NODE.bit_length()


class Edition:
    """The words of a newer lexicon and those that it has left out; a node is a pair of their nodes.

    >>> first = Edition(Lexicon.from_words(["KOT", "KOTY"]), Lexicon.from_words(["KOTR", "NRU"]), named="1st")
    >>> "KOTY" in first, "NRU" in first, "KO" in first, first.hash, first.size
    (True, True, False, '1st', 4)
    >>> [letter for letter, _ in first.children(first.root)]
    ['K', 'N']
    """

    __slots__ = ("_left_out", "_newer", "alphabet", "hash", "root", "size")

    def __init__(self, newer: Lexicon, left_out: Lexicon, *, named: str) -> None:
        self._newer = newer
        self._left_out = left_out
        self.alphabet = newer.alphabet
        self.hash = named
        """The hash of the edition as it was shipped; the build of the newer one checks it."""
        self.size = newer.size + left_out.size
        self.root = _pair(newer.root, left_out.root)

    def __contains__(self, word: object) -> bool:
        return word in self._newer or word in self._left_out

    def children(self, node: int) -> list[tuple[str, int]]:
        """List the letters that may follow, in the order of the alphabet, with the nodes they lead to."""
        newer = dict(self._newer.children(node & NODE))
        left_out = dict(self._left_out.children(node >> _SHIFT))
        letters = sorted(newer.keys() | left_out.keys(), key=self.alphabet.index)
        return [(letter, _pair(newer.get(letter, 0), left_out.get(letter, 0))) for letter in letters]

    def is_word(self, node: int) -> bool:
        """Say whether the letters that led here are a word of either."""
        return bool((node | node >> _SHIFT) & 1)

    def restricted(self, words: Iterable[str], *, title: str = "") -> Lexicon:
        """Return the lexicon of those of the given words that are in this edition: a theme (W16)."""
        return Lexicon.from_words(
            [word for word in words if word in self], alphabet=self.alphabet, title=title
        )


def _pair(newer: int, left_out: int) -> int:
    return newer | left_out << _SHIFT
