"""Personalities: the pace of a bot and what it says; they change nothing in what it plays.

A bot speaks in the same preset phrases as people, now and then, and only about what everybody can see.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Literal

Occasion = Literal["begins", "lays-much", "admires", "wins", "loses"]
"""When a bot may say something: the first turn, much laid by itself or by another, the end."""


@dataclass(frozen=True, slots=True)
class Personality:
    """The pace and the phrases of a bot."""

    from_ms: int = 900
    """The shortest time that it seems to think."""
    to_ms: int = 2_600
    """The longest time that it seems to think."""
    talks: float = 0.0
    """The share of occasions at which it says something."""
    says: Mapping[Occasion, tuple[str, ...]] = field(default_factory=dict)
    """What it may say, by occasion: codes of preset phrases."""


CHEERFUL = Personality(
    1_500,
    4_000,
    talks=0.6,
    says={
        "begins": ("hello", "smile"),
        "lays-much": ("smile", "wow"),
        "admires": ("wow", "applause"),
        "wins": ("smile", "rematch"),
        "loses": ("well-played", "applause"),
    },
)
CHATTY = Personality(
    1_200,
    3_500,
    talks=0.8,
    says={
        "begins": ("hello", "good-luck"),
        "lays-much": ("smile",),
        "admires": ("nice-move", "wow", "oops"),
        "wins": ("good-game", "rematch", "thank-you"),
        "loses": ("well-played", "rematch"),
    },
)
BRISK = Personality(
    900,
    2_600,
    talks=0.4,
    says={
        "begins": ("good-luck",),
        "admires": ("nice-move",),
        "wins": ("good-game",),
        "loses": ("well-played", "good-game"),
    },
)
SILENT = Personality(1_200, 3_000, talks=0.7, says={"wins": ("good-game",), "loses": ("well-played",)})
SLY = Personality(
    1_000,
    2_400,
    talks=0.5,
    says={
        "begins": ("smile",),
        "wins": ("smile", "good-game"),
        "loses": ("well-played",),
    },
)
KIND = Personality(
    1_000,
    3_000,
    talks=0.6,
    says={
        "begins": ("hello", "good-luck"),
        "admires": ("nice-move", "applause"),
        "wins": ("good-game", "rematch"),
        "loses": ("well-played", "applause"),
    },
)


def remark(personality: Personality, occasion: Occasion, rng: Random) -> str | None:
    """Return the phrase that a bot says on an occasion; mostly it says nothing.

    >>> remark(SILENT, "begins", Random(1)) is None
    True
    """
    phrases = personality.says.get(occasion, ())
    return rng.choice(phrases) if phrases and rng.random() < personality.talks else None
