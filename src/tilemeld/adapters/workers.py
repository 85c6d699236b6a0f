"""Workers: bots and the coach think in processes of their own, a bounded number, ended when they hang."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any, ParamSpec, TypeVar, cast

from tilemeld.bots import player_named
from tilemeld.bots.analysis import OnTurn, analyse
from tilemeld.bots.coach import hint
from tilemeld.bots.hints import Hint, HintStep
from tilemeld.bots.player import Choice
from tilemeld.bots.reviews import Analysis
from tilemeld.bots.vocabulary import words_of
from tilemeld.bots.word_players import player_for
from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.evolve import SetRulesFor
from tilemeld.engine.letters import sets_of
from tilemeld.engine.record import Record
from tilemeld.engine.rules import Rules
from tilemeld.engine.views import GameView
from tilemeld.service.errors import Unavailable
from tilemeld.service.positions import Question, Solved, answer
from tilemeld.service.word_positions import WordQuestion, WordSolved, answer_words
from tilemeld.solver.words import word_search

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


START_SECONDS = 120.0
"""How long processes may take to start on a busy machine, before it is said that they do not."""


class ProcessThinker:
    """Runs bots and the coach off the event loop; ``close`` ends the processes."""

    def __init__(
        self,
        *,
        processes: int = 1,
        patience_seconds: float = 10.0,
        sets_for: SetRulesFor = sets_of,
        warm_for: tuple[Rules, ...] = (),
    ) -> None:
        self._processes = processes
        self._sets_for = sets_for
        self._warm_for = warm_for
        """Rules whose words every process opens when it starts, so that the first turn does not wait."""
        self._patience_seconds = patience_seconds
        self._pool: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[list[int]] | None = None
        self._free = asyncio.Semaphore(processes)
        self._busy: set[asyncio.Task[Any]] = set()

    async def think(self, bot: str, view: GameView, rng: Random) -> Choice:
        """Return what the bot does.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        player_named(bot)
        return await self._run(_choose, bot, view, rng, self._sets_for)

    async def hint(self, view: GameView, step: HintStep) -> Hint:
        """Return what the coach says.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self._run(_advise, view, step, self._sets_for)

    async def solve(self, question: Question) -> Solved:
        """Return the best play of a position.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self._run(answer, question)

    async def solve_words(self, question: WordQuestion) -> WordSolved:
        """Return the best turn of a position of words.

        Raises ``TimeoutError`` when it takes far too long; its process is ended then.
        """
        return await self._run(_spell, question, self._sets_for)

    async def _run(self, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs) -> Answer:
        await self._free.acquire()  # who waits for a free process is not one that takes too long
        task = asyncio.create_task(self._try_twice(work, *given, **more))
        self._busy.add(task)
        task.add_done_callback(self._freed)
        return await asyncio.shield(task)  # nobody may be waiting any more, but its process is still busy

    async def _try_twice(
        self, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        for last_try in (False, True):
            try:
                return await self._ask(work, *given, **more)
            except BrokenProcessPool:
                self._end_pool()  # a worker died under it: once more with new ones
                if last_try:
                    raise TimeoutError(f"the workers die over {work.__name__}") from None
        raise AssertionError("one of the two tries returns or raises")

    def _freed(self, task: asyncio.Task[Any]) -> None:
        self._busy.discard(task)
        self._free.release()
        if not task.cancelled():
            task.exception()  # whoever still waits is told; if nobody does, it is no news

    async def _ask(self, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs) -> Answer:
        pool = await self._open_pool()  # a process that starts is not one that takes too long
        future = asyncio.wrap_future(pool.submit(work, *given, **more))
        try:
            return await asyncio.wait_for(future, self._patience_seconds)
        except TimeoutError:
            if self._pool is pool:
                self._end_pool()
            raise

    async def warm_up(self) -> None:
        """Start the processes before they are needed."""
        await self._open_pool()

    async def _open_pool(self) -> ProcessPoolExecutor:
        """Return the processes, once they have started and opened their words."""
        if self._pool is None or self._started is None:
            context = multiprocessing.get_context("spawn")
            begun_with = (self._warm_for, self._sets_for)
            self._pool = ProcessPoolExecutor(self._processes, context, _begin, begun_with)
            calls = [asyncio.wrap_future(self._pool.submit(os.getpid)) for _ in range(self._processes)]
            self._started = asyncio.gather(*calls)
        pool = self._pool
        try:
            await asyncio.wait_for(asyncio.shield(self._started), START_SECONDS)
        except TimeoutError:
            if self._pool is pool:
                self._end_pool()
            raise
        return pool

    def close(self) -> None:
        """End the processes, and wait until nothing of them is left for the system to tidy up."""
        for task in self._busy:
            task.cancel()
        pool, self._pool, self._started = self._pool, None, None
        if pool is not None:
            _kill(_processes(pool))
            pool.shutdown(wait=True, cancel_futures=True)

    def _end_pool(self) -> None:
        pool, self._pool, self._started = self._pool, None, None
        if pool is not None:
            processes = _processes(pool)  # it forgets them when it is shut
            pool.shutdown(wait=False, cancel_futures=True)
            _kill(processes)


def _processes(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((getattr(pool, "_processes", None) or {}).values())


def _kill(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.kill()


class ProcessAnalyst:
    """Reviews each game in a process of its own, with little claim to the machine."""

    def __init__(self, sets_for: SetRulesFor = sets_of) -> None:
        self._sets_for = sets_for

    async def analyse(self, record: Record, on_turn: OnTurn) -> Analysis:
        """Review a game and tell how far it is; cancelling ends the process.

        Raises ``TimeoutError`` when the process dies and ``Unavailable`` when it finds a fault.
        """
        loop = asyncio.get_running_loop()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_analyse, args=(record, self._sets_for, there), daemon=True)
        process.start()
        there.close()

        def listen() -> Analysis | str | None:
            try:
                while isinstance(told := here.recv(), tuple):
                    loop.call_soon_threadsafe(on_turn, *told)
            except EOFError:
                return None  # it died
            return cast(Analysis | str, told)

        try:
            told = await loop.run_in_executor(None, listen)
        finally:
            process.kill()
        if told is None:
            raise TimeoutError("the process of an analysis died")
        if isinstance(told, str):
            raise Unavailable("analysis/failed", reason=told)
        return told


def _analyse(record: Record, sets_for: SetRulesFor, there: "Connection[object, object]") -> None:
    """Run in the process: send how far it is, then what came of it."""
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)  # people who play come first
    try:
        told: Analysis | str = analyse(
            record, on_turn=lambda done, total: there.send((done, total)), sets_for=sets_for
        )
    except TilemeldError as error:
        told = str(error)
    there.send(told)


def _begin(warm_for: tuple[Rules, ...], sets_for: SetRulesFor) -> None:
    """Start a process: it ends with its parent and has the words at hand."""
    _end_with_parent()
    for rules in warm_for:
        words = words_of(sets_for(rules))
        for each in (words, *words.common) if words is not None else ():
            word_search(each)


def _choose(bot: str, view: GameView, rng: Random, sets_for: SetRulesFor) -> Choice:
    return player_for(bot, sets_for(view.rules)).choose(view, rng)


def _spell(question: WordQuestion, sets_for: SetRulesFor) -> WordSolved:
    words = words_of(sets_for(question.rules))
    assert words is not None, "a question about words is made with them"
    return answer_words(question, words)


def _advise(view: GameView, step: HintStep, sets_for: SetRulesFor) -> Hint:
    return hint(view, step, words=words_of(sets_for(view.rules)))


def _end_with_parent() -> None:
    """Do not outlive a server that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
