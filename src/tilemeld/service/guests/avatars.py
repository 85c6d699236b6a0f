"""The pictures that stand for people: a motif on a ground of some colour; the client draws them."""

import secrets

from tilemeld.engine.number_faces import COLOURS, HIGHEST

MOTIFS = (
    "fox",
    "owl",
    "hedgehog",
    "cat",
    "whale",
    "bee",
    "snail",
    "mushroom",
    "tulip",
    "cherries",
    "kettle",
    "boat",
)
GROUNDS = ("sea", "moss", "clay", "heather")
AVATARS = tuple(f"{motif}-{ground}" for motif in MOTIFS for ground in GROUNDS)
AVATAR_LENGTH = max(map(len, AVATARS))
_FORMER = {
    f"{colour}{number}": f"{MOTIFS[(number - 1) % len(MOTIFS)]}-{ground}"
    for colour, ground in zip(COLOURS, GROUNDS, strict=True)
    for number in range(1, HIGHEST + 1)
}
"""Avatars were tiles once, and looked as if they could be played."""


def random_avatar() -> str:
    """Return an avatar for somebody who has not chosen one."""
    return secrets.choice(AVATARS)


def current_avatar(stored: str) -> str:
    """Return the avatar to show for one that was stored, by any version.

    >>> current_avatar("fox-sea"), current_avatar("r7"), current_avatar("b13")
    ('fox-sea', 'snail-moss', 'fox-clay')
    """
    return _FORMER.get(stored, stored)
