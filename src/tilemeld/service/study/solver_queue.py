"""The solver's queue for questions from people: scheduled fairly, with a limit for each person."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import Unavailable
from tilemeld.service.limits.quotas import Quota, UnderWay
from tilemeld.service.ports import Thinker
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion

Answer = TypeVar("Answer")

WAITING = 200
"""How many questions may wait for their turn."""


class SolverQueue:
    """Answers questions off the event loop; only so many may wait."""

    def __init__(self, thinker: Thinker, quota: Quota | None = None) -> None:
        self._thinker = thinker
        self._waiting = UnderWay(quota or Quota(WAITING, WAITING), "limit/questions")
        self._asked = 0

    async def answer(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play.

        Raises ``Unavailable`` when too many wait, or when no answer comes in time.
        """
        return await self._in_turn(claim, lambda: self._thinker.solve(question, claim=claim))

    async def answer_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn with words.

        Raises ``Unavailable`` when too many wait, or when no answer comes in time.
        """
        return await self._in_turn(claim, lambda: self._thinker.solve_words(question, claim=claim))

    async def _in_turn(self, claim: Claim, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        if self._asked >= WAITING:
            raise Unavailable("solve/busy")
        self._asked += 1
        try:
            with self._waiting.one(claim):
                return await ask()
        except TimeoutError:
            raise Unavailable("solve/too-hard") from None
        finally:
            self._asked -= 1
