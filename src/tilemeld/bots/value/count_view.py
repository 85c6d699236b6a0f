"""What a seat knows of a number game, in counted tiles: all that the value model and the experts look at.

What lies together does not matter to them, only how many of each face there are. ``count_view`` makes one
of a seat's view; a game in counts (``count_game``) makes the same one, much faster.
"""

from typing import NamedTuple, TypeVar

from tilemeld.engine.game.views import GameView
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import faces_of
from tilemeld.solver import EVERY_TILE, ONE_JOKER, Count, count_faces, count_tiles

Item = TypeVar("Item")


class CountView(NamedTuple):
    """What one seat may know: its own tiles, what everybody sees, and what everybody saw."""

    rules: Rules
    seat: int
    rack: Count
    """The seat's own tiles, as far as it has seen them."""
    free: Count
    """Those of them that may be laid in this turn (P1)."""
    table: Count
    held: tuple[int, ...]
    """How many tiles each seat holds (P7)."""
    opened: tuple[bool, ...]
    bank: int
    active: int
    """Whose turn it is."""
    lap_left: int | None
    idle: int
    """How many turns in a row were passed with the bank empty."""
    turns: tuple[int, ...]
    """How many turns each seat has ended."""
    lays: tuple[int, ...]
    """In how many of them it laid tiles."""
    silent: tuple[int, ...]
    """How many turns each seat has ended since it last laid tiles."""

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self.held)

    @property
    def hidden(self) -> Count:
        """Every tile that the seat cannot see: in the bank or on another rack."""
        return box_of(self.rules) - self.table - self.rack

    def after(self, tiles: Count) -> "CountView":
        """Return what the seat knows after its turn: it laid these tiles, or with none took one or passed.

        The tile that it takes is counted and not known: ``held`` is then one more than ``rack`` has.
        """
        seat, bank = self.seat, self.bank
        took = not tiles and bank > 0
        held = list(self.held)
        held[seat] += took - (count_tiles(tiles) if tiles else 0)
        silent = 0 if tiles else self.silent[seat] + 1
        lap_left = None if self.lap_left is None else self.lap_left - 1
        if lap_left is None and bank - took == 0 and self.rules.bank_end == "last-lap":
            lap_left = len(held)
        return self._replace(
            rack=self.rack - tiles,
            free=self.rack - tiles,
            table=self.table + tiles,
            held=tuple(held),
            opened=_with(self.opened, seat, True) if tiles else self.opened,
            bank=bank - took,
            active=(seat + 1) % len(held),
            lap_left=lap_left,
            idle=0 if tiles or bank else self.idle + 1,
            turns=_with(self.turns, seat, self.turns[seat] + 1),
            lays=_with(self.lays, seat, self.lays[seat] + 1) if tiles else self.lays,
            silent=_with(self.silent, seat, silent),
        )

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as far as the seat can see."""
        if 0 in self.held or self.lap_left == 0:
            return True
        return self.rules.bank_end == "all-pass" and self.idle >= len(self.held)


def count_view(view: GameView) -> CountView:
    """Return what a seat's view of a number game says, in counts."""
    assert view.viewer is not None, "a player looks from a seat"
    rack = count_faces(faces_of(view.rack))
    return CountView(
        rules=view.rules,
        seat=view.viewer,
        rack=rack,
        free=rack - count_faces(faces_of(view.waiting)),
        table=count_faces([face for laid in view.table for face in faces_of(tile.tile for tile in laid)]),
        held=tuple([seat.count for seat in view.seats]),
        opened=tuple([seat.opened for seat in view.seats]),
        bank=view.bank_count,
        active=view.viewer if view.active is None else view.active,
        lap_left=_lap_left(view),
        idle=view.idle_turns,
        **_behaviour(view),
    )


def _lap_left(view: GameView) -> int | None:
    """Return the turns left in the last lap; it begins after a turn in which the round's time ended (T10)."""
    if view.lap_left is None and view.round_over:
        return len(view.seats) + 1
    return view.lap_left


def _behaviour(view: GameView) -> dict[str, tuple[int, ...]]:
    """Count from the history how often each seat has laid tiles, and how long ago that was."""
    turns, lays, silent = ([0] * len(view.seats) for _ in range(3))
    for turn in view.history:
        turns[turn.seat] += 1
        if turn.laid:
            lays[turn.seat] += 1
            silent[turn.seat] = 0
        else:
            silent[turn.seat] += 1
    return {"turns": tuple(turns), "lays": tuple(lays), "silent": tuple(silent)}


def _with(values: tuple[Item, ...], place: int, value: Item) -> tuple[Item, ...]:
    return (*values[:place], value, *values[place + 1 :])


def box_of(rules: Rules) -> Count:
    """Count the tiles of a whole box (N1)."""
    return rules.copies * EVERY_TILE + rules.jokers * ONE_JOKER
