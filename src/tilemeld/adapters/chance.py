"""Chance of the operating system: secrets that nobody can guess."""

import secrets

from tilemeld.engine.game.shuffle import SECRET_BYTES


class SystemChance:
    """Where the secret of a new game comes from."""

    def secret(self) -> str:
        """Return a new secret."""
        return secrets.token_hex(SECRET_BYTES)
