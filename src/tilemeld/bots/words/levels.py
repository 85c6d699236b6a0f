"""Levels of the word game: bots that a family can beat, each a name and values.

With the whole dictionary and the whole table a bot would score two to three times what people do. So
levels differ as people do: in the words they know, the length of the words they see, what they overlook,
and how many words of the table they take apart in one turn. All of them play the longest word they see.
None of them uses a vulgar word (``vulgar_words``).
"""

from dataclasses import dataclass, replace
from random import Random
from zlib import crc32

from tilemeld.bots.player import Choice, Dawdle, take_or_pass
from tilemeld.engine.game.commands import AskRedeal, CastVote, ChooseStack, Confirm
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.engine.tiles import Seat, Table, TileId, face_of
from tilemeld.solver.words import WordPosition, WordSearch, best_turn, word_search

from .to_tiles import lay_words, words_on


@dataclass(frozen=True, slots=True)
class WordLevel:
    """What a bot knows and sees."""

    name: str
    grade: int
    """Which of the lexicon's lists of common words it knows, from 1; beyond the last: the whole lexicon."""
    breaks: int
    """How many words of the table it takes apart in one turn."""
    longest: int | None = None
    """The longest word that it finds; none: any."""
    overlooks: float = 0.0
    """The share of words that it does not think of in a turn."""
    doubles: bool = True
    """Whether it tries to lay the whole rack for a double (W11)."""
    budget_nodes: int = 400_000
    """How many nodes its searches may look at."""


WORD_LEVELS: dict[str, WordLevel] = {
    level.name: level
    for level in (
        WordLevel("beginner", 1, breaks=1, longest=6, overlooks=0.6, doubles=False),
        WordLevel("casual", 1, breaks=1, longest=9, overlooks=0.3, doubles=False),
        WordLevel("club", 2, breaks=1, longest=10, overlooks=0.4),
        WordLevel("expert", 3, breaks=3),
    )
}
"""The levels by name, the weakest first."""

ADAPTIVE = "adaptive"
CLOSE = 12
"""Points that the adaptive bot takes for a close game."""


@dataclass(frozen=True, slots=True)
class WordLevelPlayer:
    """A bot of some level for a game with words."""

    level: WordLevel
    words: Lexicon
    """The words of the game: its lexicon, or the list of its theme."""

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        match view.phase:
            case Phase.TURN:
                table = self.find_play(view, rng)
                return take_or_pass(view, seat, rng) if table is None else Confirm(seat, table)
            case Phase.STACKS:
                return ChooseStack(seat, rng.randrange(len(view.stacks) - 1))
            case Phase.REDEAL:
                return AskRedeal(seat) if view.may_redeal else Dawdle()
            case _:
                return CastVote(seat)  # bots do not know themes and trust the others (W16)

    def find_play(self, view: GameView, rng: Random) -> Table | None:
        """Return the table that the bot would confirm, or nothing when it would take a tile."""
        assert view.viewer is not None, "a player looks from a seat"
        rejected = frozenset(view.rejected)
        salt = rng.getrandbits(32)

        def is_left_out(word: str) -> bool:
            return word in rejected or is_vulgar(word) or self._overlooks(word, salt)

        search = self._known().limited(avoid=is_left_out, longest=self.level.longest)
        position = position_of(view)
        if not self.level.doubles:
            position = replace(position, double_from=None)
        solution = best_turn(position, search, breaks=self.level.breaks, budget_nodes=self.level.budget_nodes)
        return lay_words(view.table, _free_rack(view), solution) if solution.word else None

    def _known(self) -> WordSearch:
        """Return the words that the bot knows; of a list without grades it knows all."""
        common = self.words.common[self.level.grade - 1 : self.level.grade]
        return word_search(common[0] if common else self.words)

    def _overlooks(self, word: str, salt: int) -> bool:
        return crc32(word.encode(), salt) < self.level.overlooks * (1 << 32)


@dataclass(frozen=True, slots=True)
class AdaptiveWordPlayer:
    """A bot that keeps the game close: it plays better when it is behind, and worse when it leads."""

    words: Lexicon

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        level = WORD_LEVELS[_fitting_level(view, view.viewer)]
        return WordLevelPlayer(level, self.words).choose(view, rng)


def _fitting_level(view: GameView, seat: Seat) -> str:
    """Choose the level by the distance to the best of the others."""
    others = max(other.points for place, other in enumerate(view.seats) if place != seat)
    lead = view.seats[seat].points - others
    if lead > CLOSE:
        return "beginner"
    if lead > 0:
        return "casual"
    return "club" if lead > -CLOSE else "expert"


def position_of(view: GameView) -> WordPosition:
    """Return what the solver is asked about a seat's view; tiles that have to wait are left out (P1)."""
    assert view.viewer is not None, "a player looks from a seat"
    rules = view.rules
    return WordPosition(
        words_on(view.table),
        "".join(face_of(tile) for tile in _free_rack(view)),
        opened=view.seats[view.viewer].opened,
        opening_letters=rules.opening_letters,
        opening_jokers=rules.opening_jokers,
        double_from=None if view.waiting else rules.double_from,
    )


def _free_rack(view: GameView) -> list[TileId]:
    return [tile for tile in view.rack if tile not in view.waiting]
