"""Finds the bot of a name: the levels for numbers, and bots that know the words of a game with letters."""

from tilemeld.bots import PLAYERS, player_named
from tilemeld.bots.words.levels import ADAPTIVE, WORD_LEVELS, AdaptiveWordPlayer, WordLevelPlayer
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.errors import CodedError
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.set_rules import SetRules

from .player import Player

HOLDER = "holder"


def player_for(name: str, sets: SetRules) -> Player:
    """Return the bot with this name for a game with these sets.

    Raises ``CodedError`` when there is none.
    """
    if not isinstance(sets, LetterSets):
        return player_named(name)
    if name not in PLAYERS and name not in WORD_LEVELS:
        raise CodedError("bots/unknown", name=name[:40], names=", ".join(PLAYERS))
    words = words_of(sets)
    assert words is not None, "a game with letters is created with words"
    if name == HOLDER:
        name = "expert"  # nothing is held back in the word game
    if name in WORD_LEVELS:
        return WordLevelPlayer(WORD_LEVELS[name], words)
    if name == ADAPTIVE:
        return AdaptiveWordPlayer(words)
    known = words.common[-1] if words.common else words
    return RandomWordPlayer(known)  # common words only, none of which is vulgar
