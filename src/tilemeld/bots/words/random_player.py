"""Random players of the word game: legal, lively and careless, like those of the number game.

They open, extend, break up and merge words, name and free jokers, vote, let the time run out with
half-built tables and confirm mistakes. They look for words by walking the lexicon at random and stop
soon, so that a game is quick; they do not play to win.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tilemeld.bots.numbers.random_player import Habits, careless_turn
from tilemeld.bots.player import Choice, Dawdle
from tilemeld.engine.game.commands import AskRedeal, CastVote, ChooseStack
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.letters import JOKER, SHORTEST, Words, spell
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, Table, TileId, face_of

NODES = 400
"""How many nodes of the lexicon one search may look at."""

USUAL = Habits()

Letters = Counter[str]


class Spelled(NamedTuple):
    """A letter of a word that was found: as what tile it is laid and what it reads as."""

    face: str
    letter: str


SpelledWord = tuple[Spelled, ...]


@dataclass(frozen=True, slots=True)
class RandomWordPlayer:
    """A player who does what the habits say, by chance, with the words of a lexicon."""

    words: Words
    habits: Habits = USUAL
    object_to: float = 0.15
    """How often a word is voted down."""

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Do something possible for the seat."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        if view.phase == Phase.TURN:
            return careless_turn(view, self.habits, rng, opening=self._open, play=self._play)
        if view.phase == Phase.STACKS:
            return Dawdle() if rng.random() < 0.2 else ChooseStack(seat, rng.randrange(len(view.stacks) - 1))
        if view.phase == Phase.VOTE:
            assert view.vote is not None, "a vote is open"
            return CastVote(seat, tuple(word for word in view.vote.words if rng.random() < self.object_to))
        return AskRedeal(seat) if view.may_redeal and rng.random() < self.habits.redeal else Dawdle()

    def _open(self, view: GameView, rng: Random) -> Table | None:
        free = [tile for tile in view.rack if view.rules.opening_jokers or face_of(tile) != JOKER]
        search = _Search(self.words, rng, loose=Letters(), rack=_count(free), nodes=4 * NODES)
        found = search.one_word(view.rules.opening_letters)
        if found is None or _read(found) in map(spell, view.table):
            return None
        return (*view.table, *_laid([found], [], list(view.rack)))

    def _play(self, view: GameView, rng: Random) -> Table | None:
        """Break up to two words and lay them out differently with tiles of the rack; or lay a new word."""
        for _ in range(self.habits.rearrange):
            broken = rng.sample(range(len(view.table)), min(len(view.table), rng.choice((0, 1, 1, 2))))
            kept = [laid for place, laid in enumerate(view.table) if place not in broken]
            loose = [tile.tile for place in broken for tile in view.table[place]]
            search = _Search(self.words, rng, loose=_count(loose), rack=_count(view.rack), nodes=NODES)
            if (new := search.all_words(taken={spell(laid) for laid in kept})) is not None:
                return (*kept, *_laid(new, loose, list(view.rack)))
        return None


class _Search:
    """One search: all loose letters have to be used, letters of the rack may be."""

    def __init__(self, words: Words, rng: Random, *, loose: Letters, rack: Letters, nodes: int) -> None:
        self._words = words
        self._rng = rng
        self._loose = loose
        self._rack = rack
        self._nodes = nodes
        self._from_rack = 0

    def one_word(self, shortest: int) -> SpelledWord | None:
        """Find a word of so many letters or more."""
        return self._extend(self._words.root, (), shortest, set())

    def all_words(self, taken: set[str]) -> list[SpelledWord] | None:
        """Find words that use all loose letters and some of the rack, none of them taken already."""
        found: list[SpelledWord] = []
        while self._loose.total() or not self._from_rack:
            word = self._extend(self._words.root, (), SHORTEST, taken)
            if word is None:
                return None
            found.append(word)
            taken = {*taken, _read(word)}
        return found

    def _extend(self, node: int, spelled: SpelledWord, shortest: int, taken: set[str]) -> SpelledWord | None:
        self._nodes -= 1
        if self._nodes < 0:
            return None
        is_word = len(spelled) >= shortest and self._words.is_word(node) and _read(spelled) not in taken
        if is_word and (not self._loose.total() or self._rng.random() < 0.4):
            return spelled
        children = list(self._words.children(node))
        self._rng.shuffle(children)
        children.sort(key=lambda child: child[0] not in self._loose)
        for letter, child in children:
            if (pile := self._pile_with(letter)) is not None:
                face = letter if pile[letter] else JOKER
                self._move(pile, face, -1)
                found = self._extend(child, (*spelled, Spelled(face, letter)), shortest, taken)
                if found is not None:
                    return found
                self._move(pile, face, 1)
        return spelled if is_word else None

    def _pile_with(self, letter: str) -> Letters | None:
        """Find where a letter, or a joker for it, can be had: loose ones first."""
        for face in (letter, JOKER):
            for pile in (self._loose, self._rack):
                if pile[face]:
                    return pile
        return None

    def _move(self, pile: Letters, face: str, step: int) -> None:
        pile[face] += step
        if not pile[face]:
            del pile[face]
        if pile is self._rack:
            self._from_rack -= step


def _count(tiles: list[TileId] | tuple[TileId, ...]) -> Letters:
    return Letters(face_of(tile) for tile in tiles)


def _read(word: SpelledWord) -> str:
    return "".join(each.letter for each in word)


def _laid(words: list[SpelledWord], loose: list[TileId], rack: list[TileId]) -> list[LaidSet]:
    """Give each letter a tile, loose ones first."""
    free: dict[str, list[TileId]] = {}
    for tile in [*reversed(rack), *reversed(loose)]:
        free.setdefault(face_of(tile), []).append(tile)
    return [
        tuple(
            LaidTile(free[each.face].pop(), Face(each.letter) if each.face == JOKER else None)
            for each in word
        )
        for word in words
    ]
