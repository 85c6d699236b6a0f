"""Where the secret of a game comes from: the operating system, or a seed for games that can be repeated."""

import secrets

from tilemeld.engine.game.shuffle import SECRET_BYTES, Chance, FixedChance


class SystemChance:
    """Secrets that nobody can guess."""

    def secret(self) -> str:
        """Return a new secret."""
        return secrets.token_hex(SECRET_BYTES)


def chance_for(seed: str | None, game: int) -> Chance:
    """Return the chance of one game of a match: seeded, or the system's own."""
    return SystemChance() if seed is None else FixedChance(f"{seed}/{game}")
