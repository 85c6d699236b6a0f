"""Looking words up: allowed at any time, to everybody, without stopping a clock (W8)."""

import asyncio

from tilemeld.engine.errors import NotationError, Refusal
from tilemeld.engine.evolve import SetRulesFor
from tilemeld.engine.letters import LetterSets
from tilemeld.engine.rules import WORD_PROFILES, profile
from tilemeld.engine.spelling import format_letters, parse_letters

WORD_LIMIT = 112
"""The longest word that is looked up: all tiles of the box."""


class Dictionary:
    """The words that tables of this server play with."""

    def __init__(self, sets_for: SetRulesFor) -> None:
        self._sets_for = sets_for

    async def look_up(self, text: str) -> tuple[str, tuple[Refusal, ...]]:
        """Return the word as it is written on tiles, and why it cannot be laid; nothing if it can."""
        sets = await asyncio.to_thread(self._sets_for, profile(WORD_PROFILES[0]))
        assert isinstance(sets, LetterSets), "the word profile is played with letters"
        try:
            word = format_letters(parse_letters(text[:WORD_LIMIT]))
        except NotationError as error:
            return text[:WORD_LIMIT], (error.refusal,)
        return word, sets.look_up(word)
