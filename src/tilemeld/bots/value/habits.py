"""Habits: players in counts that follow a rule of thumb; the population that the value model learns from.

One value describes whoever lays everything at once, whoever holds everything back, and what lies between:
up to how many tiles, until when, which small plays in between, and how the end of the bank is met.
"""

from dataclasses import dataclass
from random import Random

from tilemeld.solver import NO_JOKERS, Count, CountSolver

from .choices import lightest, playable
from .count_view import CountView


@dataclass(frozen=True, slots=True)
class Habit:
    """What a player does by habit; the default lays as many tiles as it can."""

    holds: int = 0
    """It lays nothing while it has at most so many tiles and cannot go out."""
    until_other: int = 0
    """It stops holding once an opened opponent has so few tiles."""
    reacts: int = 99
    """Once an opened opponent has so many tiles, it holds everything too."""
    until_bank: int = 0
    """It stops holding once the bank has fewer tiles than this."""
    tempo: int = 0
    """With so few tiles in the bank it lays one tile rather than take, unless it takes the last one: whoever
    does has the last turn of the last lap."""
    bursts: float = 0.0
    """The share of turns in which it lays all the same."""
    single: float = 0.0
    """The share of turns in which it lays one tile instead of none or instead of many."""
    keeps_joker: bool = False
    """Whether it lays no joker unless it goes out."""
    opens_late: float = 0.0
    """The share of turns in which it does not open although it could."""
    overlooks: float = 0.0
    """The share of turns in which it sees nothing to lay."""

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        """Return the tiles to lay."""
        if not view.opened[view.seat]:
            if self.opens_late and view.bank and rng.random() < self.opens_late:
                return 0
            return asker.opening(view.rules, view.free)
        best = playable(view, asker)
        if not best or best == view.rack or view.lap_left is not None or not view.bank:
            return best
        if self.overlooks and rng.random() < self.overlooks:
            return 0
        if self.tempo and view.bank <= self.tempo:
            return 0 if takes_last(view) else (lightest(view.table, asker, best) or best)
        if self.single and rng.random() < self.single:
            return lightest(view.table, asker, best) or best
        if self.is_holding(view) and not (self.bursts and rng.random() < self.bursts):
            return 0
        if self.keeps_joker:
            return asker.lay_most(view.table, view.free & NO_JOKERS)
        return best

    def is_holding(self, view: CountView) -> bool:
        """Say whether it holds its tiles back in this turn."""
        if view.bank < self.until_bank:
            return False
        others = [held for seat, held in enumerate(view.held) if seat != view.seat and view.opened[seat]]
        if others and max(others) >= self.reacts:
            return True
        return view.held[view.seat] <= self.holds and (not others or min(others) > self.until_other)


def takes_last(view: CountView) -> bool:
    """Say whether the seat takes the last tile if everybody takes from now on."""
    return (view.active + view.bank - 1 - view.seat) % view.players == 0
