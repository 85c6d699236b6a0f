"""Claims: who asks for the time of a worker, and how urgent it is; workers serve by turns."""

from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """Who comes first."""

    PLAY = 0
    """People at a table wait for a bot."""
    ASK = 1
    """Somebody waits for the coach or the solver."""
    UNWATCHED = 2
    """A bot's turn at a table where nobody is."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Where a wish for work comes from: one address after the other is served, and there one by one."""

    address: str = ""
    owner: str = ""
    """A person, a table or, for who has no token, the address again."""
    rank: Rank = Rank.ASK


NOBODY = Claim()
"""A claim of the server itself, or of a test."""
