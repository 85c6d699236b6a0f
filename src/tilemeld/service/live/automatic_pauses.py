"""Pauses that nobody asks for: a device that is handed over, and a table that everybody has left alone.

Both are ordinary pauses in the record, each with its reason. At tables of tournaments the referee decides.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.game.commands import Command, Pause, Resume
from tilemeld.engine.game.events import GameCreated, TurnStarted
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.service.ports import Attendance, Clock, GameId, TableId

from .attendance import people_at
from .game_log import GameLog, Moved
from .lobby import TOURNAMENT_HOST, Lobby
from .lobby_table import Table
from .pause_reasons import DESERTED, HANDED_OVER

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[Any]]
"""A task that has not started, so that it can be dropped without a trace."""
GRACE_MS = 20_000
"""How long everybody may be gone before the game stops: a reload, a tunnel, a phone that sleeps."""


class AutomaticPauses:
    """Stops and resumes games by who is there."""

    def __init__(
        self,
        games: GameLog,
        tables: Lobby,
        *,
        clock: Clock,
        attendance: Attendance,
        grace_ms: int = GRACE_MS,
    ) -> None:
        self._games = games
        self._tables = tables
        self._clock = clock
        self._attendance = attendance
        self._grace_ms = grace_ms
        self._leaving: dict[TableId, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        games.on_moved.append(self.hear)

    async def start(self) -> None:
        """After a restart: games whose people do not come back stop."""
        for table in await self._tables.playing():
            self.presence_changed(table.id)

    async def stop(self) -> None:
        """Stop; what is paused stays paused."""
        tasks = (*self._tasks, *self._leaving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, moved: Moved) -> None:
        """Stop the clock of a turn that begins with handing the device over; look who is there at first."""
        state = moved.state
        if self._has_to_look(moved):
            self.presence_changed(moved.table)  # nobody may be connected: then nobody comes or goes
        if state.pause_reason == HANDED_OVER:
            if state.active is not None and state.seats[state.active].left:
                self._spawn(
                    partial(self._resume, moved.game, HANDED_OVER)
                )  # nobody is going to take the device
        elif _begins_timed_turn(moved):
            self._spawn(partial(self._hand_over, moved))

    def _has_to_look(self, moved: Moved) -> bool:
        """Say whether a game or a turn begins at a table where nobody may be."""
        if any(isinstance(event, GameCreated) for event in moved.events):
            return True
        known = self._tables.known(moved.table)
        begins = any(isinstance(event, TurnStarted) for event in moved.events)
        return begins and known is not None and self._is_deserted(known)

    def presence_changed_elsewhere(self, table: TableId) -> None:
        """Look who is at a table, because somebody came or went at another server, if its game is known here.

        Who comes resumes the game where they come; who is the last to leave may have left with the server.
        """
        known = self._tables.known(table)
        if known is not None and known.game is not None and self._games.memory.find(known.game) is not None:
            if self._is_deserted(known):
                self.presence_changed(table)
            else:
                self._wait_no_more(table)

    def presence_changed(self, table: TableId) -> None:
        """Look who is at a table, because somebody came or went, or its game begins."""
        self._spawn(partial(self._look, table))

    async def _hand_over(self, moved: Moved) -> None:
        table = await self._tables.get(moved.table)
        state = moved.state
        assert state.active is not None, "a turn belongs to a player"
        person = table.places[state.active].person
        if person is None or table.host == TOURNAMENT_HOST or state.seats[state.active].left:
            return
        if len(table.seats_of(person)) < 2:
            return

        def make(now: GameState, _at: int) -> Command | None:
            return Pause(HANDED_OVER) if now.version == state.version else None

        await self._games.act(moved.game, make, at=0)  # as of the moment in which the turn began

    async def _look(self, table_id: TableId) -> None:
        table = await self._tables.get(table_id)
        if table.stage != "playing" or table.game is None or table.host == TOURNAMENT_HOST:
            return
        if self._is_deserted(table):
            if table_id not in self._leaving:
                task = asyncio.create_task(self._desert(table_id))
                self._leaving[table_id] = task
                task.add_done_callback(lambda done: self._forget(table_id, done))
            return
        self._wait_no_more(table_id)
        await self._resume(table.game, DESERTED)

    def _wait_no_more(self, table_id: TableId) -> None:
        if (leaving := self._leaving.pop(table_id, None)) is not None:
            leaving.cancel()  # a pause on its way to the disk is in the game's queue before what follows

    def _forget(self, table_id: TableId, task: "asyncio.Task[None]") -> None:
        if self._leaving.get(table_id) is task:
            del self._leaving[table_id]

    def _is_deserted(self, table: Table) -> bool:
        """Say whether there are people who play here, and none of them is connected."""
        seats = people_at(table)
        return bool(seats) and not self._attendance.is_any_here(table.id, seats)

    async def _desert(self, table_id: TableId) -> None:
        await self._clock.wait_until(self._clock.now_ms() + self._grace_ms)
        table = await self._tables.get(table_id)
        if table.stage != "playing" or table.game is None or not self._is_deserted(table):
            return

        def make(state: GameState, _at: int) -> Command | None:
            runs = state.phase not in (Phase.ENDED, Phase.ENTROPY) and state.paused_at is None
            return Pause(DESERTED) if runs else None

        await self._quietly(partial(self._games.act, table.game, make))

    async def _resume(self, game: GameId, reason: str) -> None:
        await self._games.act(game, lambda state, _at: Resume() if state.pause_reason == reason else None)

    def _spawn(self, work: Work) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Work) -> None:
        try:
            await work()
        except TilemeldError as error:
            log.warning("a game could not be stopped or resumed: %s", error)
        except Exception:
            log.exception("looking after a table failed")


def _begins_timed_turn(moved: Moved) -> bool:
    """Say whether a turn with a clock has just begun."""
    state = moved.state
    runs = state.phase == Phase.TURN and state.deadline is not None and state.paused_at is None
    return runs and any(isinstance(event, TurnStarted) for event in moved.events)
