"""Claims: who asks for worker time, and how urgent it is; workers are scheduled fairly."""

from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """The urgency of a job."""

    PLAY = 0
    """People at a table wait for a bot."""
    ASK = 1
    """A person waits for the coach or the solver."""
    UNWATCHED = 2
    """A bot's turn at a table where nobody is."""
    REVIEW = 3
    """A review of a whole game."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Where a job comes from: addresses are served in turn, and within an address its people."""

    address: str = ""
    owner: str = ""
    """A person, a table or, without a token, the address again."""
    rank: Rank = Rank.ASK


NOBODY = Claim()
"""A claim of the server itself, or of a test."""
