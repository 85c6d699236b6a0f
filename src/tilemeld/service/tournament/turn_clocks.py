"""The turn clocks of real tables: a value that the phones of a table share, and this server keeps.

A clock consists of moments of the server's time, so every phone counts down by itself, also while it is
offline, and continues after a restart. The latest press has the highest count.
"""

import json
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.record.codec import from_json, to_json

from .ports import StoredClock, TournamentStore, Where


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a table after a press."""

    presses: int
    """The number of presses at this table; the highest count is the truth."""
    game: int
    turn: int
    """Which turn of the game it is, from 1."""
    seat: int
    """Whose turn it is, from 0."""
    started_at: int
    """When the turn began; later by every pause."""
    limit_ms: int
    """The time for this turn, with the player's allowance (M9)."""
    paused_at: int | None = None
    stop_after: int | None = None
    """The turn after which the clock stops, since the referee was called in it (M5)."""
    lap_from: int | None = None
    """The turn in which the last turns were announced; one turn for each seat follows it (R-7)."""
    lap_why: Literal["time", "bank"] | None = None


class TurnClocks:
    """The clocks of all tables, in the store, so that all processes agree."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store

    async def at(self, where: Where) -> TurnClock | None:
        """Return the clock of a table, if a phone has started one."""
        stored = await self._store.clock_at(where)
        return None if stored is None else _read(stored)

    async def press(self, where: Where, clock: TurnClock) -> TurnClock:
        """Store a phone's clock if it has the latest press; return the durable one that counts."""
        body = json.dumps(to_json(clock), separators=(",", ":"))
        return _read(await self._store.press_clock(where, StoredClock(clock.presses, body)))


def _read(stored: StoredClock) -> TurnClock:
    return from_json(TurnClock, json.loads(stored.body))
