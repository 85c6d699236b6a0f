"""Housekeeping: once a second, memory that nobody needs is released; the store has all of it."""

import asyncio
import logging

from tilemeld.service.live.drafts import Drafts
from tilemeld.service.live.game_log import GameLog
from tilemeld.service.live.lobby import Lobby

from .ports import Attendance, Clock

log = logging.getLogger(__name__)

EVERY_MS = 1_000


class Housekeeper:
    """Releases games, drafts and tables that are finished or idle while nobody is connected."""

    def __init__(
        self, games: GameLog, drafts: Drafts, tables: Lobby, *, clock: Clock, attendance: Attendance
    ) -> None:
        self._games = games
        self._drafts = drafts
        self._tables = tables
        self._clock = clock
        self._attendance = attendance
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._look_around())

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def tidy(self) -> None:
        """Release what nobody needs now."""
        now, is_watched = self._clock.now_ms(), self._attendance.is_watched_here
        self._games.memory.tidy(now, is_watched)
        self._drafts.tidy(lambda game: self._games.memory.find(game) is not None)
        self._tables.tidy(is_watched)

    async def _look_around(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now_ms() + EVERY_MS)
            try:
                self.tidy()
            except Exception:  # an error here must not let memory grow without bound
                log.exception("housekeeping failed")
