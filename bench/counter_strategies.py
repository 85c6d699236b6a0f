"""Ten strategies against an expert: none of them is in the population that the model learns from.

They decide in counts. The first two are those that refuted the holder (docs/bots.md); the others try what an
opponent who learns and searches may not have met: mirrors, deniers, rushers, bursts, mixtures.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from tilemeld.bots.value.choices import lightest, playable
from tilemeld.bots.value.count_game import CountPlayer
from tilemeld.bots.value.count_view import CountView
from tilemeld.bots.value.habits import Habit, takes_last
from tilemeld.solver import NO_JOKERS, Count, CountSolver, Goal, count_tiles, goal_weights, joker_worth

Rule = Callable[[CountView, CountSolver, Random, Count], Count]
"""Decides for a seat that has opened, cannot go out and is in no last lap; gets the most it could lay."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A strategy: opens and goes out as soon as it can, dumps in the last lap; else its rule decides."""

    rule: Rule

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        best = playable(view, asker)
        simple = not view.opened[view.seat] or view.lap_left is not None or not view.bank
        return best if simple or not best or best == view.rack else self.rule(view, asker, rng, best)


def others(view: CountView) -> list[int]:
    return [seat for seat in range(view.players) if seat != view.seat]


def parity(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Hold everything; near the end lay one tile rather than let the other take the last one."""
    if view.bank <= 2 and not takes_last(view):
        return lightest(view.table, asker, best) or best
    return 0


def reacting(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Hold at most 20 tiles until an opponent who has opened holds 16; then everything."""
    if any(view.opened[seat] and view.held[seat] >= 16 for seat in others(view)):
        return 0
    return best if view.held[view.seat] > 20 else 0


def mirror(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Lay when the seat before has just laid, hold when it held."""
    return best if view.silent[(view.seat - 1) % view.players] == 0 else 0


def denier(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Lay only whole sets of the rack, so that the table stays hard to use."""
    return asker.lay_most(0, view.free & NO_JOKERS)


def rusher(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Get rid of points first, jokers included, every turn."""
    weights = goal_weights(Goal.POINTS_TILES, joker_worth(view.rules))
    return asker.lay_most(view.table, view.free, weights)


def burst(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Hold until at least nine tiles can go at once, then lay them all."""
    return best if count_tiles(best) >= 9 else 0


def mixed(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Lay all while ahead of everybody, hold while behind."""
    return best if view.held[view.seat] <= min(view.held[seat] for seat in others(view)) else 0


def dribbler(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Lay one tile a turn and never more, so as never to take one."""
    return lightest(view.table, asker, best) or best


def unloader(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Hold, and from the last third of the bank on lay all but a few tiles."""
    return best if view.bank <= 3 * view.players or view.bank < 14 else 0


def hunter(view: CountView, asker: CountSolver, rng: Random, best: Count) -> Count:
    """Hold while the others hold; lay all once anybody is down to five tiles; play for tempo at the end."""
    if min(view.held[seat] for seat in others(view)) <= 5:
        return best
    return parity(view, asker, rng, best) if view.bank <= 6 else 0


COUNTERS: Mapping[str, CountPlayer] = {
    rule.__name__: Counter(rule)
    for rule in (parity, reacting, mirror, denier, rusher, burst, mixed, dribbler, unloader, hunter)
}
"""Every counter-strategy by name."""
LAYS_ALL: CountPlayer = Habit()
