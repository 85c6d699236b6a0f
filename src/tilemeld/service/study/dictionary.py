"""Looking words up: allowed at any time, to everybody, without stopping a clock (W8)."""

import asyncio

from tilemeld.engine.errors import NotationError, Refusal
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.rules import WORD_PROFILES, Rules, profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.word_notation import format_letters, parse_letters
from tilemeld.service.errors import NotFound, ServiceError

WORD_LIMIT = 64
"""The most letters that are looked up; no word is as long."""


class Dictionary:
    """The words that tables of this server play with."""

    def __init__(self, sets_for: SetRulesFor, *, themes: frozenset[str] = frozenset()) -> None:
        self._sets_for = sets_for
        self.themes = themes
        """The themes that this server has word lists of (W16)."""

    async def sets(self, rules: Rules) -> LetterSets:
        """Return what a word is under rules that are played with letters.

        Raises ``ServiceError`` for a theme that this server has no list of.
        """
        if rules.theme is not None and not rules.has_vote and rules.theme not in self.themes:
            raise ServiceError("letters/no-list", theme=rules.theme)
        sets = await asyncio.to_thread(self._sets_for, rules)
        assert isinstance(sets, LetterSets), "asked for a word game only"
        return sets

    async def look_up(self, text: str, theme: str | None = None) -> tuple[str, tuple[Refusal, ...]]:
        """Return the word as it is written on tiles, and why it cannot be laid; nothing if it can.

        With a theme only words of its list can (W16). Raises ``NotFound`` for what is longer than any word
        and ``ServiceError`` for a theme that this server has no list of.
        """
        if len(text) > WORD_LIMIT:
            raise NotFound("http/not-found")
        sets = await self.sets(profile(WORD_PROFILES[0]).override({"theme": theme}))
        try:
            word = format_letters(parse_letters(text))
        except NotationError as error:
            return text, (error.refusal,)
        return word, sets.look_up(word)
