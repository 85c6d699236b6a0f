"""News: what other processes have written to the games and tables that are in memory here.

While every notice comes, or its loss is noticed (``Processes``, ``Belief``), what is in memory is believed,
and a notice brings the step itself, so that nothing is asked for. Otherwise the store is asked once a second
how far everything in memory has come, with one question for many games; and every 20 seconds in any case.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from tilemeld.engine.errors import TilemeldError
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import Clock, GameId, TableId
from tilemeld.service.upkeep.loops import keep_going

from .game_log import GameLog
from .lobby import Lobby

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]
"""A task that has not started, so that it can be dropped without a trace."""

LOOK_EVERY_MS = 20_000
"""How often everything in memory is compared with the store although nothing seems to be missing."""
LOST_LOOK_EVERY_MS = 1_000
"""How often it is while notices may be missing."""


class News:
    """Takes in what other processes have done, and looks for what nobody gave notice of."""

    def __init__(self, games: GameLog, tables: Lobby, clock: Clock, *, belief: Belief) -> None:
        self._games = games
        self._tables = tables
        self._clock = clock
        self._belief = belief
        self._looked_at = 0
        self._loop: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to look for what nobody gave notice of."""
        if self._loop is None:  # who starts may have to try it again
            self._loop = asyncio.create_task(keep_going(self._look_on, self._clock))

    async def stop(self) -> None:
        """Take nothing in any more."""
        tasks = [*self._tasks, *([] if self._loop is None else [self._loop])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def take_in(self, topic: str, message: str, about: str) -> bool:
        """Take a message of another process; say whether followers of the topic here hear of it by this."""
        kind, _, rest = message.partition(" ")
        room, _, item = topic.partition("/")
        if (room, kind) == ("game", "moved") and rest.isdecimal():
            self._spawn(partial(self._games.heard, GameId(item), int(rest), about))
        elif (room, kind) == ("table", "table") and rest.isdecimal():
            self._spawn(partial(self._tables.heard, TableId(item), int(rest)))
        else:
            return False
        return True

    def note_loss(self) -> None:
        """Note that messages may have been lost: from now on everything is looked at again."""
        self._belief.whole_since = None

    async def look(self) -> None:
        """Compare everything in memory with the store."""
        self._looked_at = self._clock.now_ms()
        await self._games.look_around()
        await self._tables.look_around()

    async def _look_on(self) -> None:
        was_whole_since = None
        while True:
            await self._clock.wait_until(self._clock.now_ms() + LOST_LOOK_EVERY_MS)
            whole_since = self._belief.whole_since
            is_quiet = whole_since is not None and whole_since == was_whole_since
            if not is_quiet or self._clock.now_ms() - self._looked_at >= LOOK_EVERY_MS:
                await self._quietly(self.look)
                was_whole_since = whole_since

    def _spawn(self, work: Work) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Work) -> None:
        """Do something that is done again within a second if it fails: nobody waits for it."""
        try:
            await work()
        except TilemeldError as error:
            self.note_loss()
            log.info("news could not be looked at: %s", error)
