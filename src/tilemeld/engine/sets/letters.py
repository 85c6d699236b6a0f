"""Letters: words, what they are worth, and what a joker is in them (W1–W16, R-12)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, Protocol

from tilemeld.engine.errors import Refusal, RulesError, refuse
from tilemeld.engine.tiles import Face, LaidSet, TileId, face_of

from .set_rules import Reading, TurnScore
from .vulgar_words import is_vulgar

if TYPE_CHECKING:
    from tilemeld.engine.rules import Rules

_BOX = "A9 Ą2 B2 C4 Ć1 D3 E7 Ę2 F1 G2 H2 I8 J2 K4 L3 Ł2 M3 N6 Ń1 O7 Ó2 P4 R5 S4 Ś1 T4 U3 W4 Y4 Z6 Ź1 Ż1"
LETTERS: Final[Mapping[Face, int]] = {Face(item[0]): int(item[1:]) for item in _BOX.split()}
"""How many tiles of each letter a box holds, in the order of the Polish alphabet (W1, W2)."""

JOKER: Final = Face("?")
VOWELS: Final = frozenset("AĄEĘIOÓUY")
SHORTEST: Final = 3
"""The fewest letters of a word (W7)."""

MOST_GUESSED: Final = 2
"""Unnamed jokers for which possible letters are listed; more would take too long to try."""


class Words(Protocol):
    """What the game needs of a list of words; ``lexicon.Lexicon`` implements it."""

    @property
    def hash(self) -> str:
        """Equal exactly for equal sets of words; a record names its list by it."""
        ...

    @property
    def root(self) -> int:
        """The node before the first letter of every word."""
        ...

    def __contains__(self, word: object) -> bool:
        """Say whether this is a word, in capitals."""
        ...

    def children(self, node: int) -> Iterable[tuple[str, int]]:
        """List the letters that may follow a node, each with the node that it leads to."""
        ...

    def is_word(self, node: int) -> bool:
        """Say whether the letters that led to a node are a word."""
        ...


@lru_cache(maxsize=1 << 12)
def spell(laid: LaidSet) -> str:
    """Return the word that the tiles spell; a joker without a letter is written ``?``.

    The cache is safe because the answer depends on nothing but the argument.
    """
    return "".join([tile.stands_for or face_of(tile.tile) for tile in laid])


@dataclass(frozen=True, slots=True)
class LetterSets:
    """``SetRules`` of the word game.

    Without words a game can be viewed and replayed, which judges nothing, but not played.
    """

    rules: "Rules"
    lexicon: Words | None = None
    """The dictionary (W8)."""
    theme: Words | None = None
    """The words of the theme, where a list says what belongs to it (W16)."""
    earlier: tuple["LetterSets", ...] = field(default=(), compare=False, repr=False)
    """The same with earlier editions of the dictionary, for games that were created with one."""

    def __post_init__(self) -> None:
        if self.rules.sets != "letters":
            raise RulesError(
                "rules/bad-value", field="sets", value=repr(self.rules.sets), allowed="letters here"
            )

    @property
    def scores_turns(self) -> bool:
        """Every turn has its score (W10)."""
        return True

    @property
    def words(self) -> str:
        """The hashes of the dictionary and of the theme's list."""
        lists = [self._lexicon]
        if self.needs_theme:
            lists.append(self._theme)
        return "+".join(each.hash for each in lists)

    @property
    def _lexicon(self) -> Words:
        if self.lexicon is None:
            raise RulesError("rules/no-words", what="lexicon")
        return self.lexicon

    def in_edition(self, words: str | None) -> "LetterSets":
        """Return the same with the edition of the dictionary that a game names; this one if there is none."""
        named = (words or "").partition("+")[0]
        return next((each for each in self.earlier if each._lexicon.hash == named), self)

    @property
    def needs_theme(self) -> bool:
        """Whether a list of words says what belongs to the theme (W16)."""
        return self.rules.theme is not None and self.rules.theme_by == "list"

    @property
    def _theme(self) -> Words:
        if self.theme is None:
            raise RulesError("rules/no-words", what=f"word list of the theme {self.rules.theme!r}")
        return self.theme

    @property
    def joker(self) -> Face:
        """The joker is written ``?``, since J is a letter (W14)."""
        return JOKER

    def box(self) -> tuple[Face, ...]:
        """Return the letters of a box, or of several, and the jokers (W1)."""
        letters = chain.from_iterable([face] * count * self.rules.copies for face, count in LETTERS.items())
        return (*letters, *[JOKER] * self.rules.jokers)

    def read(self, laid: LaidSet) -> Reading:
        """Read the tiles as a word, in the order in which they lie (W7, W8, W14, W16)."""
        order = tuple(range(len(laid)))
        names = tuple([tile.stands_for for tile in laid])
        faults = [
            refuse("set/not-a-joker", face=face_of(tile.tile), stands_for=tile.stands_for)
            for tile in laid
            if tile.stands_for is not None and face_of(tile.tile) != JOKER
        ]
        word = spell(laid)
        if JOKER in word and len(word) >= SHORTEST and not faults:
            if word.count(JOKER) > MOST_GUESSED:
                return Reading(faults=(refuse("word/joker-unnamed", word=word, letters="too many to say"),))
            may_be = self._fitting(word)
            faults = _unnamed(word, may_be)
            return Reading(kind="", order=order, may_be=may_be, stands_for=names, faults=tuple(faults))
        faults = faults or [*self.look_up(word)]
        if faults:
            return Reading(faults=tuple(faults))
        may_be = tuple([() if name is None else (name,) for name in names])
        return Reading(kind="word", order=order, may_be=may_be, stands_for=names, worth=len(laid))

    def look_up(self, word: str) -> tuple[Refusal, ...]:
        """Say why a word cannot be laid, without any tiles; empty when it can (W8).

        Looking words up is allowed during the turn and changes nothing.
        """
        if len(word) < SHORTEST:
            return (refuse("word/too-short", word=word, letters=len(word)),)
        if word not in self._lexicon:
            return (refuse("word/unknown", word=word),)
        if self.needs_theme and word not in self._theme:
            return (refuse("word/off-theme", word=word),)
        if self.rules.family_words and is_vulgar(word):
            return (refuse("word/not-family", word=word),)
        return ()

    def _fitting(self, pattern: str) -> tuple[tuple[Face, ...], ...]:
        """For each joker without a letter, list the letters with which the word is one."""
        words = self._theme if self.needs_theme else self._lexicon
        found: list[set[str]] = [set() for _ in pattern]
        ways = [(words.root, "")]
        for letter in pattern:
            ways = [
                (child, spelled + each)
                for node, spelled in ways
                for each, child in words.children(node)
                if letter in (each, JOKER)
            ]
        for node, spelled in ways:
            if words.is_word(node) and spelled in self._lexicon:
                for place, letter in enumerate(pattern):
                    if letter == JOKER:
                        found[place].add(spelled[place])
        return tuple(tuple(face for face in LETTERS if face in letters) for letters in found)

    def keep(self, laid: LaidSet, own: Collection[TileId]) -> LaidSet:
        """Return nothing: a word has no spare letters, so the player's tiles in it all go back (T6)."""
        return ()

    def opening_faults(self, sets: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Say why these words are not an opening: not exactly one, too short, or with a joker (W6)."""
        needed = self.rules.opening_letters
        faults = []
        if len(sets) != 1:
            faults.append(refuse("opening/one-word", needed=needed, words=len(sets)))
        faults += [
            refuse("opening/word-too-short", word=spell(laid), letters=len(laid), needed=needed)
            for laid in sets
            if len(laid) < needed
        ]
        jokers = any(face_of(tile.tile) == JOKER for laid in sets for tile in laid)
        if jokers and not self.rules.opening_jokers:
            faults.append(refuse("opening/no-jokers"))
        return tuple(faults)

    def table_faults(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Refuse repeated words (W9), and jokers renamed while their word stays (R-12)."""
        old = {spell(laid) for laid in before}
        counts = Counter(word for word in map(spell, after) if JOKER not in word)
        faults = [
            refuse("word/on-table", word=word)
            if word in old
            else refuse("word/twice", word=word, count=count)
            for word, count in counts.items()
            if count > 1
        ]
        return (*faults, *_renamed(before, after))

    def turn_score(
        self, before: Sequence[LaidSet], after: Sequence[LaidSet], laid: Collection[TileId]
    ) -> TurnScore:
        """Count the letters of the longest word that is new and holds a rack tile (W10)."""
        old = {spell(each) for each in before}
        own = set(laid)
        scored = [spell(each) for each in after if not own.isdisjoint(tile.tile for tile in each)]
        best = max((word for word in scored if word not in old), key=len, default="")
        return TurnScore(len(best), best)

    def words_to_vote(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[str, ...]:
        """List the words that did not lie on the table when the turn began (W16)."""
        old = {spell(laid) for laid in before}
        return tuple(word for word in map(spell, after) if word not in old)

    def can_open(self, rack: Sequence[Face]) -> bool:
        """Say whether the rack holds a word that is long enough (W6)."""
        words = self._theme if self.needs_theme else self._lexicon
        held = Counter(face for face in rack if face != JOKER)
        jokers = len(rack) - held.total() if self.rules.opening_jokers else 0
        return _holds_word(words, words.root, held, jokers, self.rules.opening_letters)

    def rack_value(self, rack: Sequence[Face]) -> int:
        """Tiles left over cost nothing (W15)."""
        return 0

    def starter_rank(self, face: Face) -> int | None:
        """Nearest to A starts; a joker is drawn again (W2, R-2)."""
        return None if face == JOKER else -list(LETTERS).index(face)

    def may_redeal(self, rack: Sequence[Face]) -> bool:
        """Say whether there are few vowels or few consonants; jokers are neither (W4)."""
        few = self.rules.redeal_few
        vowels = sum(face in VOWELS for face in rack)
        consonants = sum(face != JOKER for face in rack) - vowels
        return few is not None and min(vowels, consonants) <= few


def _unnamed(word: str, may_be: tuple[tuple[Face, ...], ...]) -> list[Refusal]:
    """Ask for the letters of jokers and list the possible ones; with none, it is not a word anyway."""
    choices = [" ".join(faces) for letter, faces in zip(word, may_be, strict=True) if letter == JOKER]
    if all(choices):
        return [refuse("word/joker-unnamed", word=word, letters=", then ".join(choices))]
    return [
        refuse("word/joker-unnamed", word=word, letters="none makes a word"),
        refuse("word/unknown", word=word),
    ]


def _renamed(before: Sequence[LaidSet], after: Sequence[LaidSet]) -> list[Refusal]:
    """Find jokers that were given another letter although the tiles of their word are the same (R-12)."""
    names = {
        frozenset(tile.tile for tile in laid): {tile.tile: tile.stands_for for tile in laid}
        for laid in before
        if any(tile.stands_for for tile in laid)
    }
    if not names:
        return []
    return [
        refuse("word/joker-kept", word=spell(laid), letter=str(kept[tile.tile]))
        for laid in after
        if (kept := names.get(frozenset(tile.tile for tile in laid)))
        for tile in laid
        if tile.stands_for != kept[tile.tile]
    ]


def _holds_word(words: Words, node: int, held: "Counter[Face]", jokers: int, needed: int) -> bool:
    """Say whether letters and jokers continue from a node to the end of a word that is long enough."""
    if needed <= 0 and words.is_word(node):
        return True
    for letter, child in words.children(node):
        face = Face(letter)
        if held[face]:
            held[face] -= 1
            found = _holds_word(words, child, held, jokers, needed - 1)
            held[face] += 1
        else:
            found = jokers > 0 and _holds_word(words, child, held, jokers - 1, needed - 1)
        if found:
            return True
    return False
