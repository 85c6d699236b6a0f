"""The best turn of a small word position by trying every set of words: slow, plain, and exact.

It shares nothing with the solver but the lexicon: a set of different words is a turn if the tiles of the
table and some of the rack make them up, whatever jokers stand for. R-12 is left out (the same tiles in
a word, a joker renamed), so the answer can only be too high, and only there.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.solver.words.position import JOKER, WordPosition


def brute_points(position: WordPosition, lexicon: Lexicon) -> int:
    """Return the most points that a turn can score (W7, W9–W11, W14); 0 when nothing can be laid."""
    return _Brute(position, lexicon).best()


class _Brute:
    def __init__(self, position: WordPosition, lexicon: Lexicon) -> None:
        self.position = position
        self.lexicon = lexicon
        faces = Counter("".join(laid.faces for laid in position.table))
        self.table_jokers = faces.pop(JOKER, 0)
        self.table = faces
        rack = Counter(position.rack)
        self.jokers = self.table_jokers + rack.pop(JOKER, 0)
        self.rack = rack
        self.all = self.table + self.rack

    def best(self) -> int:
        best = 0
        for word in sorted(self._words_of(Counter()), key=lambda word: (-len(word), word)):
            double = self.position.points_for(len(word), laid=len(self.position.rack))
            if word in self.position.words or best >= double:
                continue
            if double > len(word) and self._cover([word], Counter(word), self.all, whole=True):
                best = double
            elif best < len(word) and self._cover([word], Counter(word), self.table, whole=False):
                best = len(word)
        return best

    def _words_of(self, used: Counter[str], holding: str = "") -> Iterator[str]:
        """Go through the words that the tiles beyond those used spell, and that hold a letter."""
        letters = self.all - used
        stack = [(self.lexicon.root, "", self.jokers - (used - self.all).total())]
        while stack:
            node, word, jokers = stack.pop()
            if self.lexicon.is_word(node) and len(word) >= 3 and holding in word:
                yield word
            for letter, child in self.lexicon.children(node):
                has = word.count(letter) < letters[letter]
                if has or jokers:
                    stack.append((child, word + letter, jokers - (not has)))

    def _cover(self, words: list[str], spelled: Counter[str], must: Counter[str], *, whole: bool) -> bool:
        """Add words until every tile that must lie there does, in every way there is."""
        missing = must - spelled
        if not missing and self._is_turn(words[0], spelled, whole=whole):
            return True
        # without a missing letter, a joker or another tile of the rack still has no place
        return any(
            self._cover([*words, word], spelled + Counter(word), must, whole=whole)
            for word in self._words_of(spelled, min(missing, default=""))
            if word not in words
        )

    def _is_turn(self, word: str, spelled: Counter[str], *, whole: bool) -> bool:
        """Say whether some share of letters and jokers makes it a turn, with a rack tile in the word."""
        ranges = [
            [
                (letter, count)
                for count in range(self.table[letter], min(spelled[letter], self.all[letter]) + 1)
            ]
            for letter in spelled
        ]
        for shares in product(*ranges):
            real = dict(shares)
            jokers = spelled.total() - sum(real.values())
            if not self.table_jokers <= jokers <= self.jokers:
                continue
            laid = spelled.total() - self.table.total() - self.table_jokers
            if laid < 1 or (whole and laid < len(self.position.rack)):
                continue
            if any(real[letter] > self.table[letter] for letter in word):
                return True
            if jokers > self.table_jokers and any(spelled[letter] > real[letter] for letter in word):
                return True
        return False
