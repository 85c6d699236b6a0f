"""Word positions: the table, the rack, and the answers about them.

A word on the table is its spelling and the places where jokers lie in it; a rack is its letters, ``?``
for a joker. Faces only: which of two equal tiles lies where makes no difference to any rule.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.sets import word_notation
from tilemeld.solver.numbers.position import PositionError

JOKER = "?"
SHORTEST = 3
"""The fewest letters of a word (W7)."""
MAX_TILES = 200
"""The most tiles that a position may have: more than any box."""


class LaidWord(NamedTuple):
    """A word on the table.

    >>> LaidWord("KOT", (2,)).faces
    'KO?'
    """

    word: str
    jokers: tuple[int, ...] = ()
    """The places where jokers lie, from 0."""

    @property
    def faces(self) -> str:
        """What is printed on the tiles, in order."""
        return "".join(JOKER if place in self.jokers else letter for place, letter in enumerate(self.word))


def from_written(written: WrittenSet) -> LaidWord:
    """Return a word as it was written in the notation of ``engine/sets/word_notation.py``.

    Raises ``PositionError`` when a joker has no letter: one that lies on the table always has (W14).
    """
    if any(tile.face == JOKER and tile.stands_for is None for tile in written):
        word = word_notation.format_word(written)
        raise PositionError(
            "position/joker-unnamed",
            f"expected the letter of every joker on the table, as in KO?(T), got {word}",
        )
    jokers = tuple(place for place, tile in enumerate(written) if tile.stands_for is not None)
    return LaidWord("".join(tile.stands_for or tile.face for tile in written), jokers)


def parse_word(text: str) -> LaidWord:
    """Read a word, a joker with its letter as ``?(T)``.

    >>> parse_word("KO?(T)")
    LaidWord(word='KOT', jokers=(2,))

    Raises ``NotationError`` and ``PositionError`` for anything that is not a word on a table.
    """
    return from_written(word_notation.parse_word(text))


def format_word(laid: LaidWord) -> str:
    """Write a word, a joker with its letter as ``?(T)``.

    >>> format_word(LaidWord("KOT", (2,)))
    'KO?(T)'
    """
    return "".join(
        f"?({letter})" if place in laid.jokers else letter for place, letter in enumerate(laid.word)
    )


@dataclass(frozen=True, slots=True)
class WordPosition:
    """A table of words and a rack: what a player sees at the beginning of a turn.

    Raises ``PositionError`` when it is not a valid position.
    """

    table: tuple[LaidWord, ...]
    rack: str
    """The letters on the rack and ``?`` for every joker."""
    opened: bool = True
    """Whether this player has opened; until then only the rack counts (W6)."""
    opening_letters: int = 6
    """The fewest letters of an opening (W6)."""
    opening_jokers: bool = True
    """Whether jokers may be part of the opening (W6)."""
    double_from: int | None = 7
    """How many tiles the rack must have held for a double; none: there are no doubles (W11)."""

    def __post_init__(self) -> None:
        count = len(self.rack) + sum(len(laid.word) for laid in self.table)
        if count > MAX_TILES:
            raise _bad("too-many", f"expected at most {MAX_TILES} tiles, got {count}")
        for laid in self.table:
            if len(laid.word) < SHORTEST:
                raise _bad("short-word", f"expected words of {SHORTEST} letters or more, got {laid.word!r}")
        twice = [word for word, times in Counter(laid.word for laid in self.table).items() if times > 1]
        if twice:
            raise _bad("word-twice", f"expected different words, got {', '.join(twice)} twice")

    @property
    def words(self) -> frozenset[str]:
        """The words that lie on the table: none of them is new (W9)."""
        return frozenset(laid.word for laid in self.table)

    @property
    def can_double(self) -> bool:
        """Whether laying the whole rack would score double (W11)."""
        return self.double_from is not None and len(self.rack) >= self.double_from

    def points_for(self, letters: int, *, laid: int) -> int:
        """Return what a turn scores whose longest new word has so many letters (W10, W11)."""
        return letters * (2 if self.can_double and laid == len(self.rack) else 1)


@dataclass(frozen=True, slots=True)
class WordSolution:
    """The best turn that was found."""

    before: tuple[LaidWord, ...]
    points: int = 0
    """What the turn scores; 0 when nothing can be laid."""
    word: LaidWord | None = None
    """The word that scores (W10)."""
    table: tuple[LaidWord, ...] = ()
    """All words afterwards; those that stay come first, in their order."""
    laid: str = ""
    """The tiles that come from the rack, in alphabetical order, jokers last."""
    is_double: bool = False
    longest: int = 0
    """No new word has more letters than this."""
    bound: int = 0
    """No turn scores more than this."""
    nodes: int = 0

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no turn scores more."""
        return self.points == self.bound

    @property
    def broken(self) -> tuple[LaidWord, ...]:
        """The words of the table that are gone afterwards; none where nothing is laid."""
        if self.word is None:
            return ()
        after = {laid.word for laid in self.table}
        return tuple(laid for laid in self.before if laid.word not in after)


def tiles_laid(before: Iterable[LaidWord], after: Iterable[LaidWord]) -> Counter[str]:
    """Count the faces that lie there after a turn and did not before.

    Raises ``ValueError`` when a tile of the table is gone.
    """
    had = Counter("".join(laid.faces for laid in before))
    has = Counter("".join(laid.faces for laid in after))
    if had - has:
        raise ValueError(f"expected every tile to stay on the table, lost {dict(had - has)}")
    return has - had


def _bad(code: str, message: str) -> PositionError:
    return PositionError(f"position/{code}", message)
