"""Who the bots are: eight characters, one for each level; the client draws them, the catalogue names them."""

CHARACTERS = ("pinwheel", "cloud", "sprout", "pebble", "ember", "summit", "lantern", "moon")
"""Every character; the last is also for levels that have none of their own."""
BY_LEVEL: dict[str, str] = {
    "random": "pinwheel",
    "random-legal": "cloud",
    "beginner": "sprout",
    "casual": "pebble",
    "club": "ember",
    "expert": "summit",
    "holder": "moon",
    "adaptive": "lantern",
}


def character_of(level: str) -> str:
    """Return the character that plays at a level.

    >>> character_of("beginner"), character_of("a level to come")
    ('sprout', 'moon')
    """
    return BY_LEVEL.get(level, CHARACTERS[-1])
