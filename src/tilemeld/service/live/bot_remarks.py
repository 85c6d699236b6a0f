"""What bots say at a table, now and then: preset phrases about what everybody can see.

Bots speak only where people listen, one at a time, and not at all where they play without a pace.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from random import Random

from tilemeld.bots.personality import Occasion, remark
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.tiles import Seat, tiles_of
from tilemeld.service.ports import Bus, Clock, GameId

from .game_keeper import Pace, manner_of
from .game_log import GameLog, Moved
from .lobby import Lobby
from .lobby_table import Table

MUCH = 8
"""This many tiles in one turn are worth a remark."""
AFTER_MS = 900
"""How long after an event a remark comes."""
KEPT = 2_000
"""How many running games are remembered; in others, bots stay silent for a turn."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What everybody could see of a game when it last moved."""

    turn: int
    active: Seat | None
    tiles: int
    """How many tiles lay on the table."""

    @classmethod
    def of(cls, state: GameState) -> "Glimpse":
        """Look at a game."""
        return cls(state.turn, state.active, len(tiles_of(state.table)))


class BotRemarks:
    """Lets the bots of this process's games speak."""

    def __init__(self, games: GameLog, tables: Lobby, *, bus: Bus, clock: Clock, pace: Pace) -> None:
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._pace = pace.bot_pace
        self._seen: OrderedDict[GameId, Glimpse] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        if self._pace:
            games.on_moved.append(self.hear)

    def hear(self, moved: Moved) -> None:
        """Handle a move of a game; a bot may say something about it."""
        before = self._seen.pop(moved.game, None)
        if moved.state.phase != Phase.ENDED:
            self._seen[moved.game] = Glimpse.of(moved.state)
            if len(self._seen) > KEPT:
                self._seen.popitem(last=False)
        table = self._tables.known(moved.table)
        if before is None or table is None or not any(place.person is not None for place in table.places):
            return
        if (said := _first_remark(before, moved, table)) is not None:
            task = asyncio.create_task(self._say(moved, *said))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Stop all remarks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _say(self, moved: Moved, seat: Seat, phrase: str) -> None:
        await self._clock.wait_until(self._clock.now_ms() + int(AFTER_MS * self._pace))
        await self._bus.publish(f"table/{moved.table}", f"said {seat} {phrase}")


def _first_remark(before: Glimpse, moved: Moved, table: Table) -> tuple[Seat, str] | None:
    """Return which bot says what; of several, only the first speaks."""
    rng = Random(f"{moved.game}/{moved.state.version}")
    bots = [(Seat(seat), place.bot) for seat, place in enumerate(table.places) if place.bot is not None]
    rng.shuffle(bots)
    for seat, bot in bots:
        occasion = occasion_for(seat, before, moved.state)
        phrase = None if occasion is None else remark(manner_of(bot), occasion, rng)
        if phrase is not None:
            return seat, phrase
    return None


def occasion_for(seat: Seat, before: Glimpse, state: GameState) -> Occasion | None:
    """Return the public occasion that a bot in this seat may speak about."""
    if state.result is not None:
        return "wins" if seat in state.result.winners else "loses"
    if before.turn == 0 and state.turn == 1:
        return "begins"
    if len(tiles_of(state.table)) - before.tiles >= MUCH:
        return "lays-much" if before.active == seat else "admires"
    return None
