"""The turn clocks of real tables: a value that the phones of a table share, and this server passes on.

A clock is made of moments of the server's time, so every phone counts down by itself, also while its line
is down. The phones carry the clock: whoever pressed last has the highest count of presses, and brings
the clock back after a restart. That is why nothing of it has to be stored.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from .tournament_ports import EventId

KEPT = 4_000
"""How many tables are remembered at once."""

Where = tuple[EventId, int, int]
"""An event, a round, a table."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a table as it was after somebody pressed."""

    presses: int
    """How often somebody has pressed at this table; the highest count is the truth."""
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
    """The turn in which the last lap was announced; as many turns as there are seats follow it (R-7)."""
    lap_why: Literal["time", "bank"] | None = None


class TableClocks:
    """The clocks of every table that has one."""

    def __init__(self) -> None:
        self._clocks: OrderedDict[Where, TurnClock] = OrderedDict()

    def at(self, where: Where) -> TurnClock | None:
        """Return the clock of a table, if a phone has brought one."""
        return self._clocks.get(where)

    def press(self, where: Where, clock: TurnClock) -> TurnClock:
        """Take what a phone says if it has pressed last; return what counts."""
        known = self._clocks.get(where)
        if known is not None and known.presses >= clock.presses:
            return known
        self._clocks[where] = clock
        self._clocks.move_to_end(where)
        if len(self._clocks) > KEPT:
            self._clocks.popitem(last=False)
        return clock
