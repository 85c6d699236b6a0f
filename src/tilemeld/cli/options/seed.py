"""Where the secret of a game comes from: the operating system, or a seed for games that can be repeated."""

from tilemeld.adapters.chance import SystemChance
from tilemeld.engine.game.shuffle import Chance, FixedChance


def chance_for(seed: str | None, game: int) -> Chance:
    """Return the chance of one game of a match: seeded, or the system's own."""
    return SystemChance() if seed is None else FixedChance(f"{seed}/{game}")
