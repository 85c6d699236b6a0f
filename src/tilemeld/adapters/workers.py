"""Workers: bots and the coach run in a bounded number of processes, which are ended when they hang."""

import asyncio
import multiprocessing
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import cast

from tilemeld.bots import player_named
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn, analyse
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.bots.registry import player_for
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record, parse_record
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import Unavailable
from tilemeld.service.limits.fair_queue import FairQueue
from tilemeld.service.questions.numbers import BestPlay, Question, answer
from tilemeld.service.questions.words import BestWords, WordQuestion, answer_words

from .pools import MEGABYTES, Pool, be_nice, bound_memory, deaf_to_interrupts, end_with_parent

QUESTIONS_NICE = 5


class ProcessThinker:
    """Runs bots and the coach off the event loop; ``close`` ends the processes.

    Questions have a process of their own with lower priority, so that a hard one never delays a bot for
    which people wait.
    """

    def __init__(
        self,
        *,
        processes: int = 1,
        patience_seconds: float = 10.0,
        sets_for: SetRulesFor = sets_of,
        warm_for: tuple[Rules, ...] = (),
    ) -> None:
        self._sets_for = sets_for
        pool = partial(Pool, patience_seconds=patience_seconds, sets_for=sets_for, warm_for=warm_for)
        self.bots = pool(processes)
        self.questions = pool(nice=QUESTIONS_NICE)

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        """Return the bot's move.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        player_named(bot)
        return await self.bots.run(claim, _choose, bot, view, seed, self._sets_for)

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        """Return the coach's hint.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self.questions.run(claim, _advise, view, step, self._sets_for)

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play of a position.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self.questions.run(claim, answer, question)

    async def solve_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn of a position of words.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self.questions.run(claim, _spell, question, self._sets_for)

    async def warm_up(self) -> None:
        """Start the processes before they are needed."""
        await self.bots.warm_up()
        await self.questions.warm_up()

    def close(self) -> None:
        """End the processes and wait until they are gone."""
        self.bots.close()
        self.questions.close()


class ProcessAnalyst:
    """Reviews one game at a time, each in a process of its own with low priority."""

    def __init__(
        self, sets_for: SetRulesFor = sets_of, *, seconds: float = 900.0, megabytes: int = MEGABYTES
    ) -> None:
        self._sets_for = sets_for
        self._turns = FairQueue(1)
        self._seconds = seconds
        self._megabytes = megabytes

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        """Review a game when it is its turn, and report progress; cancelling ends the process.

        Raises ``TimeoutError`` when the process dies and ``Unavailable`` when it finds a fault.
        """
        async with self._turns.mine(claim):
            return await self._analyse(record, on_turn)

    async def _analyse(self, record: Record | str, on_turn: OnTurn) -> Analysis:
        loop = asyncio.get_running_loop()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(
            target=_analyse, args=(record, self._sets_for, self._megabytes, there), daemon=True
        )
        with deaf_to_interrupts():
            process.start()
        there.close()

        def listen() -> Analysis | str | None:
            try:
                while isinstance(review := here.recv(), tuple):
                    loop.call_soon_threadsafe(on_turn, *review)
            except EOFError:
                return None  # it died
            return cast(Analysis | str, review)

        try:
            review = await asyncio.wait_for(loop.run_in_executor(None, listen), self._seconds)
        finally:
            process.kill()
        if review is None:
            raise TimeoutError("the process of an analysis died")
        if isinstance(review, str):
            raise Unavailable("analysis/failed", reason=review)
        return review


def _analyse(
    record: Record | str, sets_for: SetRulesFor, megabytes: int, there: "Connection[object, object]"
) -> None:
    """Run in the process: send the progress, then the result."""
    end_with_parent()
    be_nice(10)
    bound_memory(megabytes)
    try:
        record = parse_record(record) if isinstance(record, str) else record
        review: Analysis | str = analyse(
            record, on_turn=lambda done, total: there.send((done, total)), sets_for=sets_for
        )
    except (TilemeldError, MemoryError) as error:
        review = str(error) or f"it takes more than {megabytes} MB"
    there.send(review)


def _choose(bot: str, view: GameView, seed: str, sets_for: SetRulesFor) -> Choice:
    return player_for(bot, sets_for(view.rules)).choose(view, Random(seed))


def _spell(question: WordQuestion, sets_for: SetRulesFor) -> BestWords:
    words = words_of(sets_for(question.rules))
    assert words is not None, "a question about words is made with them"
    return answer_words(question, words)


def _advise(view: GameView, step: HintStep, sets_for: SetRulesFor) -> Hint:
    return hint(view, step, words=words_of(sets_for(view.rules)))
