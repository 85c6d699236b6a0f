"""Fair shuffles that can be checked afterwards: commit, add entropy, derive, reveal.

The server publishes the SHA-256 of a secret before it knows what the seats will add; each seat may
add text of its own. Secret and entropy together give a seed, and each use (the draw for the starter,
every deal, its bank, a stack chosen by chance) derives a sub-seed of its own from it. SHAKE-256 turns
a sub-seed into as many bytes as are needed, and Fisher–Yates with rejection makes an order of them in
which every order is equally likely. Neither the server nor any seat can steer the outcome alone, and
once the secret is revealed anybody can repeat it.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")

SECRET_BYTES = 32
_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


class Chance(Protocol):
    """Where the server's secret comes from; the engine has no dice of its own."""

    def secret(self) -> str:
        """Return a new secret, as hexadecimal text that nobody can guess."""
        ...


class FixedChance:
    """Chance for tests, simulations and replays: secrets that follow from a seed.

    >>> FixedChance("7").secret() == FixedChance("7").secret()
    True
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def secret(self) -> str:
        """Return the secret that belongs to the seed."""
        return hashlib.sha256(f"tilemeld fixed chance\n{self._seed}".encode()).hexdigest()


def commit_to(secret: str) -> str:
    """Return the commitment that is published before the deal and binds the server to its secret."""
    return hashlib.sha256(f"tilemeld commitment 1\n{secret}".encode()).hexdigest()


def derive_seed(secret: str, entropy: Sequence[str | None]) -> bytes:
    """Mix the server's secret with what the seats added; a silent seat adds nothing."""
    parts = [secret, *("-" if text is None else f"+{text}" for text in entropy)]
    framed = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return hashlib.sha256(b"tilemeld seed 1\n" + framed).digest()


def shuffled(items: Sequence[Item], seed: bytes, purpose: str) -> tuple[Item, ...]:
    """Put the items in an order that follows from the seed and the purpose, all orders equally likely.

    >>> shuffled("abcd", b"seed", "deal/1") == shuffled("abcd", b"seed", "deal/1")
    True
    """
    order = list(items)
    words = _Words(hmac.digest(seed, purpose.encode(), "sha256"))
    for last in range(len(order) - 1, 0, -1):
        other = words.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class _Words:
    """Unbiased numbers from the SHAKE-256 stream of a sub-seed."""

    def __init__(self, sub_seed: bytes) -> None:
        self._shake = hashlib.shake_256(sub_seed)
        self._stream = self._shake.digest(1024)
        self._position = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1; words that would favour small numbers are skipped."""
        accepted = _WORDS - _WORDS % limit
        while True:
            word = self._next()
            if word < accepted:
                return word % limit

    def _next(self) -> int:
        if self._position == len(self._stream):
            self._stream = self._shake.digest(2 * len(self._stream))  # the same bytes and as many more
        word = self._stream[self._position : self._position + _WORD_BYTES]
        self._position += _WORD_BYTES
        return int.from_bytes(word, "big")
