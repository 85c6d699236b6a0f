"""Levels of the word game: bots that a family can beat, each a name and values.

With the whole dictionary and the whole table a bot scores three to five times what people do. So levels
differ as people do: in the words they know, and in how often they see through the whole table. In a turn in
which a bot does, it plays the best turn with its words; in the others it glances at it: it finds words up to
some length, another one in every turn, overlooks a share of them, and breaks few words of the table. Like
people it has better and worse days: the form of the day follows from the game's commitment, which is public
and constant, so a bot needs no memory. That is why the weaker of two neighbours wins its share.

No bot uses a word that is vulgar or about sex (``unsuitable``).
"""

from dataclasses import dataclass, replace
from random import Random
from zlib import crc32

from tilemeld.bots.player import Choice, Dawdle, take_or_pass
from tilemeld.engine.game.commands import AskRedeal, CastVote, ChooseStack, Confirm
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Seat, Table, TileId, face_of
from tilemeld.solver.words import SHORTEST, WordPosition, WordSearch, best_turn, word_search

from .to_tiles import lay_words, words_on
from .unsuitable import is_unsuitable


@dataclass(frozen=True, slots=True)
class Glance:
    """What a bot sees in a turn in which it does not see through the whole table."""

    longest: tuple[int, int]
    """The longest word that it finds: in every turn a length between these."""
    overlooks: float
    """The share of words that it does not think of."""
    breaks: int = 1
    """How many words of the table it takes apart."""


@dataclass(frozen=True, slots=True)
class WordLevel:
    """What a bot knows and sees."""

    name: str
    grade: int
    """Which of the lexicon's lists of common words it knows, from 1; beyond the last: the whole lexicon."""
    sees: float
    """How often it sees through the whole table and looks for a double (W11), on an average day."""
    form: float
    """How much that goes up or down with the form of the day."""
    glance: Glance


WORD_LEVELS: dict[str, WordLevel] = {
    level.name: level
    for level in (
        WordLevel("beginner", 1, sees=0.11, form=0.3, glance=Glance((4, 7), overlooks=0.3)),
        WordLevel("casual", 2, sees=0.13, form=0.3, glance=Glance((4, 8), overlooks=0.7)),
        WordLevel("club", 2, sees=0.18, form=0.35, glance=Glance((6, 9), overlooks=0.45)),
        WordLevel("expert", 3, sees=0.27, form=0.35, glance=Glance((7, 10), overlooks=0.4)),
        WordLevel("champion", 4, sees=0.33, form=0.35, glance=Glance((7, 11), overlooks=0.3)),
    )
}
"""The levels by name, the weakest first."""

NODES = 300_000
"""How many nodes a bot's search may look at."""

ADAPTIVE = "adaptive"
AHEAD, BEHIND = 4, -5
"""How many points the adaptive bot wants to be away from the best of the others: in games that it means to
win, and in the others."""
STRONG = 13
"""If it wants more points than this in a turn, it plays the best one it sees."""


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
        salt = rng.getrandbits(32)
        if rng.random() < sees_today(view, self.level):
            return play(view, known_words(self.words, self.level.grade, view))
        glance = self.level.glance
        longest = rng.randint(*glance.longest)
        known = known_words(self.words, self.level.grade, view, overlooks=(glance.overlooks, salt))
        return play(view, known, longest=longest, breaks=glance.breaks)


def sees_today(view: GameView, level: WordLevel) -> float:
    """Return how often a level sees through the whole table in this game."""
    day = Random(f"{view.commitment}/{view.game}/{view.viewer}/{level.name}").uniform(-1, 1)
    return min(1.0, max(0.0, level.sees + day * level.form))


@dataclass(frozen=True, slots=True)
class AdaptiveWordPlayer:
    """A bot that keeps the game close: it never wants to be far from the best of the others.

    In half of its games, chosen by the commitment, it wants to be a little ahead in the end, and in the
    others a little behind. So it lays the longest word that does not bring it further, and takes a tile when
    it is there.
    """

    words: Lexicon

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        if view.phase != Phase.TURN:
            return WordLevelPlayer(WORD_LEVELS["club"], self.words).choose(view, rng)
        wanted = _wanted_points(view, view.viewer)
        table = self._find_play(view, wanted)
        return take_or_pass(view, view.viewer, rng) if table is None else Confirm(view.viewer, table)

    def _find_play(self, view: GameView, wanted: int) -> Table | None:
        mine = view.seats[view.viewer or 0]
        if wanted > STRONG:
            return play(view, known_words(self.words, 3, view))
        if not mine.opened:
            wanted = max(wanted, view.rules.opening_letters)
        return (
            None
            if wanted < SHORTEST
            else play(view, known_words(self.words, 2, view), longest=wanted, breaks=1)
        )


def _wanted_points(view: GameView, seat: Seat) -> int:
    """Return how many points a turn should score for the game to stay close."""
    others = max(other.points for place, other in enumerate(view.seats) if place != seat)
    wins = Random(f"{view.commitment}/{view.game}/{seat}").random() < 0.5
    return others + (AHEAD if wins else BEHIND) - view.seats[seat].points


def known_words(
    words: Lexicon, grade: int, view: GameView, *, overlooks: tuple[float, int] = (0.0, 0)
) -> WordSearch:
    """Return the words of a grade, without those that were voted down, are unsuitable, or are overlooked.

    Of a list without grades all are known. What is overlooked is a share of the words; which ones depends on
    the salt.
    """
    common = words.common[grade - 1 : grade]
    rejected, (share, salt) = frozenset(view.rejected), overlooks

    def is_left_out(word: str) -> bool:
        return word in rejected or is_unsuitable(word) or crc32(word.encode(), salt) < share * (1 << 32)

    return word_search(common[0] if common else words).limited(avoid=is_left_out)


def play(
    view: GameView, known: WordSearch, *, longest: int | None = None, breaks: int | None = None
) -> Table | None:
    """Return the best table that somebody with these words finds, or nothing.

    With a longest word, nobody looks for a double either (W11).
    """
    position = position_of(view)
    if longest is not None:
        position = replace(position, double_from=None)
        known = known.limited(avoid=known.avoid, longest=longest)
    solution = best_turn(position, known, breaks=breaks, budget_nodes=NODES)
    return lay_words(view.table, _free_rack(view), solution) if solution.word else None


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
