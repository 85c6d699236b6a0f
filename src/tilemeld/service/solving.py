"""Solving for people at real tables: one question at a time, and only so many wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from .errors import Unavailable
from .ports import Thinker
from .positions import Question, Solved
from .word_positions import WordQuestion, WordSolved

Answer = TypeVar("Answer")

WAITING = 16
"""How many questions may wait for their turn: bots at running games come first."""


class Solving:
    """Answers questions one after the other, off the event loop; only so many may wait."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._turn = asyncio.Semaphore()
        self._asked = 0

    async def answer(self, question: Question) -> Solved:
        """Return the best play.

        Raises ``Unavailable`` when too many wait, or when no answer comes in time.
        """
        return await self._in_turn(lambda: self._thinker.solve(question))

    async def answer_words(self, question: WordQuestion) -> WordSolved:
        """Return the best turn with words.

        Raises ``Unavailable`` when too many wait, or when no answer comes in time.
        """
        return await self._in_turn(lambda: self._thinker.solve_words(question))

    async def _in_turn(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        if self._asked >= WAITING:
            raise Unavailable("solve/busy")
        self._asked += 1
        try:
            async with self._turn:
                return await ask()
        except TimeoutError:
            raise Unavailable("solve/too-hard") from None
        finally:
            self._asked -= 1
