"""Preset phrases and reactions: all that can be said at a table. There is no free text."""

PHRASES: tuple[str, ...] = (
    "hello",
    "good-luck",
    "nice-move",
    "well-played",
    "thank-you",
    "sorry",
    "oops",
    "one-moment",
    "back-again",
    "hurry-up",
    "good-game",
    "rematch",
    "smile",
    "wow",
    "thinking",
    "applause",
)
"""Their codes; the client has the words in every language."""
