"""Computer players: they get a seat's view, never the state, and are pure like the engine."""

from tilemeld.bots.numbers.laying import table_with
from tilemeld.bots.numbers.levels import LEVELS, Level, LevelPlayer
from tilemeld.bots.numbers.random_legal import RandomLegalPlayer
from tilemeld.bots.numbers.random_player import Habits, RandomPlayer
from tilemeld.bots.numbers.to_tiles import lay, table_faces
from tilemeld.bots.value.count_game import CountPlayer
from tilemeld.bots.value.count_view import CountView, count_view
from tilemeld.engine.errors import CodedError

from .player import Choice, Dawdle, Player, take_or_pass

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
    "CountPlayer",
    "CountView",
    "Dawdle",
    "Habits",
    "Level",
    "LevelPlayer",
    "Player",
    "RandomLegalPlayer",
    "RandomPlayer",
    "count_view",
    "lay",
    "player_named",
    "table_faces",
    "table_with",
    "take_or_pass",
]
