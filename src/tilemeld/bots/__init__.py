"""Players: given a seat's view, never the state; pure like the engine."""

from tilemeld.engine.errors import CodedError

from .levels import LEVELS, Level, LevelPlayer
from .player import Choice, Dawdle, Player
from .random_legal import RandomLegalPlayer
from .random_player import Habits, RandomPlayer

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "random-legal": RandomLegalPlayer(),
    **{name: LevelPlayer(level) for name, level in LEVELS.items()},
}
"""The bots by name."""


def player_named(name: str) -> Player:
    """Return the bot with this name.

    Raises ``CodedError`` when there is none.
    """
    if name not in PLAYERS:
        raise CodedError("bots/unknown", name=name[:40], names=", ".join(PLAYERS))
    return PLAYERS[name]


__all__ = [
    "LEVELS",
    "PLAYERS",
    "Choice",
    "Dawdle",
    "Habits",
    "Level",
    "LevelPlayer",
    "Player",
    "RandomLegalPlayer",
    "RandomPlayer",
    "player_named",
]
