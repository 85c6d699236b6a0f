"""The notation in which a game is typed and shown: numbers ``r7 b13 J``, letters ``KOSZYK KO?(T)``."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilemeld.engine.notation import WrittenSet, WrittenTile, format_sets, parse_sets
from tilemeld.engine.sets.letters import JOKER, LETTERS, LetterSets
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.sets.word_notation import format_words, parse_words
from tilemeld.engine.tiles import Table, face_of


@dataclass(frozen=True, slots=True)
class Notation:
    """How tiles and sets of a game are written, with examples for people."""

    letters: bool
    parse: Callable[[str], tuple[WrittenSet, ...]]
    format: Callable[[Iterable[Sequence[WrittenTile]]], str]
    joker: str
    set: str
    """An example of a set."""
    tile: str
    """An example of a tile."""

    def format_table(self, table: Table) -> str:
        """Write a table as it would be typed."""
        return self.format(
            [[WrittenTile(face_of(laid.tile), laid.stands_for) for laid in laid_set] for laid_set in table]
        )


NUMBERS = Notation(False, parse_sets, format_sets, joker="J", set="r10 b10 k10", tile="r7")
WORDS = Notation(True, parse_words, format_words, joker="?", set="KOSZYK", tile="T")


def notation_of(sets: SetRules) -> Notation:
    """Return the notation of a game."""
    return WORDS if isinstance(sets, LetterSets) else NUMBERS


def is_spelled(text: str) -> bool:
    """Say whether a text could be a word with jokers.

    >>> is_spelled("ko?(t)"), is_spelled("add")
    (True, True)
    >>> is_spelled("r7")
    False
    """
    return all(letter in "()|" or letter == JOKER or letter in LETTERS for letter in text.upper())
