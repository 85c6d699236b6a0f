"""The holder: what it lays of everything that could be laid, and when it lays nothing.

The finding behind it (docs/bots.md): tiles on the table serve everybody, tiles on a player's rack serve
nobody else, and a rack may go out whole in one turn. So a holder opens as soon as it can and then
holds everything back, jokers included, until it can go out at once; or until another player is about to win
or the bank runs out. Then it samples the hidden tiles many times and plays each choice out. It was the expert
until it was found that it beats only those who do not react.
Every part is a value that can be switched off, so that it can be measured by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tilemeld.bots.value.choices import playable
from tilemeld.bots.value.count_view import CountView
from tilemeld.bots.value.habits import Habit
from tilemeld.bots.value.imagine import imagine, play_out
from tilemeld.solver import (
    NO_JOKERS,
    Count,
    CountSolver,
    count_jokers,
    count_tiles,
    has_kernel,
    list_units,
)


@dataclass(frozen=True, slots=True)
class Holder:
    """How a holder decides; budgets are counted in imagined games."""

    holds: bool = True
    """Whether it lays nothing until the whole rack can go."""
    most_held: int = 99
    """The most tiles it is willing to hold; with more it lays what it can."""
    release_bank: int = 1
    """It stops holding when the bank has fewer tiles than this."""
    spends_jokers: bool = False
    """While holding, lay jokers that fit somewhere at once."""
    keeps_joker: int = 0
    """Without holding, lay a joker only if it brings this many more tiles; 0: like any tile."""
    delays_opening: int = 0
    """It opens only once another player holds this few tiles; 0: as soon as it can."""
    danger: int = 2
    """It searches once another player has this few tiles, or the bank is nearly empty; 0: never."""
    games: int = 24
    """How many games it imagines for a search, each played out once for every choice."""
    turns: int = 240
    """After this many turns an imagined game is stopped and scored as it is."""
    all_nodes: int = 300_000
    """It starts no imagined game that would take its questions beyond this many nodes in all."""
    deals: int = 6
    """How often hidden tiles are dealt again to fit what the others did; 1: that is ignored."""
    win_bonus: int = 1_500
    """What winning is worth in addition to the points."""
    small_rack: int = 5
    """With at most this many tiles, every part of the rack that could be laid is a choice in a search."""
    most_choices: int = 8

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        """Return the tiles that a holder lays now; none when it takes a tile or passes."""
        if not view.opened[view.seat]:
            return 0 if self._waits_to_open(view) else playable(view, asker)
        best = playable(view, asker)
        if not best or best == view.rack or view.lap_left is not None or not view.bank:
            return best
        if self._is_endgame(view):
            return self._search(view, asker, rng, self._choices(view, asker, best))
        return self._by_rule(view, asker, best)

    def _waits_to_open(self, view: CountView) -> bool:
        """Say whether it should wait although it could open (P3)."""
        return bool(self.delays_opening) and fewest_of_others(view) > self.delays_opening and view.bank > 20

    def _is_endgame(self, view: CountView) -> bool:
        """Say whether the end is near enough to search."""
        if not self.danger or not has_kernel():
            return False
        return fewest_of_others(view) <= self.danger or view.bank <= view.players

    def _by_rule(self, view: CountView, asker: CountSolver, best: Count) -> Count:
        """Hold everything, or lay the best, with the joker only where it is worth it."""
        if self.holds and view.held[view.seat] <= self.most_held and view.bank >= self.release_bank:
            return _loose_jokers(view, asker) if self.spends_jokers else 0
        if self.keeps_joker and count_jokers(best):
            without = asker.lay_most(view.table, view.free & NO_JOKERS)
            if without and count_tiles(best) - count_tiles(without) < self.keeps_joker + count_jokers(best):
                return without
        return best

    def _choices(self, view: CountView, asker: CountSolver, best: Count) -> tuple[Count, ...]:
        """List what could be laid: nothing, the best, the best without jokers, and parts of a small rack."""
        found = {0: None, best: None}
        found[asker.lay_most(view.table, view.free & NO_JOKERS)] = None
        tiles = tuple(list_units(view.free))
        if len(tiles) <= self.small_rack:
            for many in range(len(tiles) - 1, 0, -1):
                for part in combinations(tiles, many):
                    some = sum(part)
                    if some not in found and asker.can_go_out(view.table, some):
                        found[some] = None
        return tuple(found)[: self.most_choices]

    def _search(self, view: CountView, asker: CountSolver, rng: Random, choices: Sequence[Count]) -> Count:
        """Play every choice out over the same imagined hidden tiles and take the one that does best."""
        totals = [0] * len(choices)
        habits = [Habit(holds=99 * (self.holds and seat == view.seat)) for seat in range(view.players)]
        begun = asker.nodes
        for games in range(self.games):
            # if this one takes as long as those before it, will it be too much?
            if (asker.nodes - begun) * (games + 1) > self.all_nodes * games:
                break
            dealt = imagine(view, asker, rng, habits=habits, tries=self.deals)
            for place, choice in enumerate(choices):
                game = dealt.copy()
                game.lay(choice)
                play_out(game, habits, asker, rng, most_turns=self.turns)
                result = game.result(asker)
                totals[place] += result.points[view.seat] + self.win_bonus * (view.seat in result.winners)
        best = max(range(len(choices)), key=lambda place: totals[place])
        return choices[best]


def fewest_of_others(view: CountView) -> int:
    """Return how many tiles the leading opponent holds."""
    return min(held for seat, held in enumerate(view.held) if seat != view.seat)


def _loose_jokers(view: CountView, asker: CountSolver) -> Count:
    """Return the jokers of the rack if the table alone has a place for them."""
    jokers = view.free & ~NO_JOKERS
    return jokers if jokers and asker.can_go_out(view.table, jokers) else 0
