"""Editions: an earlier list of words is the newer list plus what that leaves out, less what it adds (W8).

A record names its list by hash. When a new edition of a dictionary has other words, games that were played
with the old one still have to be judged by the old one, without shipping megabytes twice.
"""

from collections.abc import Iterable

from .lexicon import Lexicon
from .lexicon_builder import NODE

_SHIFT = NODE.bit_length()


class Edition:
    """The words of a newer lexicon, those that it has left out and without those that it has added.

    A node is a triple of their nodes.

    >>> newer, gone, added = (Lexicon.from_words(words.split()) for words in ("KOT KOTY", "KOTR NRU", "KOTY"))
    >>> first = Edition(newer, gone, added, named="1st")
    >>> "KOT" in first, "NRU" in first, "KOTY" in first, first.hash, first.size
    (True, True, False, '1st', 3)
    >>> [letter for letter, _ in first.children(first.root)]
    ['K', 'N']
    """

    __slots__ = ("_added", "_left_out", "_newer", "alphabet", "hash", "root", "size")

    def __init__(self, newer: Lexicon, left_out: Lexicon, added: Lexicon, *, named: str) -> None:
        self._newer = newer
        self._left_out = left_out
        self._added = added
        self.alphabet = newer.alphabet
        self.hash = named
        """The hash of the edition as it was shipped; the build of the newer one checks it."""
        self.size = newer.size + left_out.size - added.size
        self.root = _packed(newer.root, left_out.root, added.root)

    def __contains__(self, word: object) -> bool:
        return word in self._left_out or (word in self._newer and word not in self._added)

    def children(self, node: int) -> list[tuple[str, int]]:
        """List the letters that may follow, in the order of the alphabet, with the nodes they lead to.

        Some lead nowhere: those of words that only the newer edition has.
        """
        newer, left_out, added = (
            dict(words.children(part))
            for words, part in zip((self._newer, self._left_out, self._added), _parts(node), strict=True)
        )
        letters = sorted(newer.keys() | left_out.keys(), key=self.alphabet.index)
        return [
            (letter, _packed(newer.get(letter, 0), left_out.get(letter, 0), added.get(letter, 0)))
            for letter in letters
        ]

    def is_word(self, node: int) -> bool:
        """Say whether the letters that led here are a word of this edition."""
        newer, left_out, added = _parts(node)
        return bool(left_out & 1 or (newer & 1 and not added & 1))

    def restricted(self, words: Iterable[str], *, title: str = "") -> Lexicon:
        """Return the lexicon of those of the given words that are in this edition: a theme (W16)."""
        return Lexicon.from_words(
            [word for word in words if word in self], alphabet=self.alphabet, title=title
        )


def _packed(newer: int, left_out: int, added: int) -> int:
    return newer | left_out << _SHIFT | added << 2 * _SHIFT


def _parts(node: int) -> tuple[int, int, int]:
    return node & NODE, node >> _SHIFT & NODE, node >> 2 * _SHIFT
