"""The expert: what it lays of everything that could be laid, and when it lays nothing.

The finding behind it (docs/bots.md): tiles on the table serve everybody, tiles on a player's rack serve
nobody else, and a rack may go out whole in one turn. So an expert opens as soon as it can and then
holds everything back, jokers included, until it can go out at once; or until another player is about to win
or the bank runs out. Then it samples the hidden tiles many times and plays each choice out.
Every part is a value that can be switched off, so that it can be measured by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tilemeld.engine.game.views import GameView
from tilemeld.solver import (
    NO_BUDGET,
    NO_JOKERS,
    Count,
    CountSolver,
    Goal,
    count_faces,
    count_jokers,
    count_tiles,
    goal_weights,
    has_kernel,
    joker_worth,
    list_units,
)

from .best_turn import fewest_of_others, free_rack
from .rollout import Rollout, imagine, table_of

NODES = NO_BUDGET if has_kernel() else 4_000
"""The node budget of one question: without the kernel a large rack would keep people waiting."""


@dataclass(frozen=True, slots=True)
class Expert:
    """How an expert decides; budgets are counted in imagined games."""

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


def choose_tiles(view: GameView, strategy: Expert, rng: Random) -> Count:
    """Return the tiles that an expert who has opened lays now; none when it takes a tile or passes."""
    asker = CountSolver(joker_worth(view.rules), budget_nodes=NODES)
    table, rack = table_of(view), count_faces(free_rack(view))
    best = asker.lay_most(table, rack)
    if not best or count_tiles(best) == len(view.rack):
        return best
    if view.lap_left is not None or view.round_over:
        return asker.lay_most(table, rack, goal_weights(Goal.POINTS_TILES, joker_worth(view.rules)))
    if not view.bank_count:
        return best
    if is_endgame(view, strategy):
        return _search(view, strategy, rng, asker, _choices(asker, table, rack, best, strategy))
    return _by_rule(view, strategy, asker, best)


def waits_to_open(view: GameView, strategy: Expert) -> bool:
    """Say whether an expert who could open should wait (P3)."""
    return (
        bool(strategy.delays_opening)
        and fewest_of_others(view) > strategy.delays_opening
        and view.bank_count > 20
    )


def is_endgame(view: GameView, strategy: Expert) -> bool:
    """Say whether the end is near enough to search."""
    if not strategy.danger or not has_kernel():
        return False
    return fewest_of_others(view) <= strategy.danger or view.bank_count <= len(view.seats)


def _by_rule(view: GameView, strategy: Expert, asker: CountSolver, best: Count) -> Count:
    """Hold everything, or lay the best, with the joker only where it is worth it."""
    if strategy.holds and len(view.rack) <= strategy.most_held and view.bank_count >= strategy.release_bank:
        return _loose_jokers(view, asker) if strategy.spends_jokers else 0
    if strategy.keeps_joker and count_jokers(best):
        without = asker.lay_most(table_of(view), count_faces(free_rack(view)) & NO_JOKERS)
        if without and count_tiles(best) - count_tiles(without) < strategy.keeps_joker + count_jokers(best):
            return without
    return best


def _loose_jokers(view: GameView, asker: CountSolver) -> Count:
    """Return the jokers of the rack if the table alone has a place for them."""
    jokers = count_faces(free_rack(view)) & ~NO_JOKERS
    return jokers if jokers and asker.can_go_out(table_of(view), jokers) else 0


def _choices(
    asker: CountSolver, table: Count, rack: Count, best: Count, strategy: Expert
) -> tuple[Count, ...]:
    """List what could be laid: nothing, the best, the best without jokers, and parts of a small rack."""
    found = {0: None, best: None}
    without = asker.lay_most(table, rack & NO_JOKERS)
    found[without] = None
    tiles = tuple(list_units(rack))
    if len(tiles) <= strategy.small_rack:
        for many in range(len(tiles) - 1, 0, -1):
            for part in combinations(tiles, many):
                some = sum(part)
                if some not in found and asker.can_go_out(table, some):
                    found[some] = None
    return tuple(found)[: strategy.most_choices]


def _search(
    view: GameView, strategy: Expert, rng: Random, asker: CountSolver, choices: Sequence[Count]
) -> Count:
    """Play every choice out over the same imagined hidden tiles and take the one that does best."""
    assert view.viewer is not None, "a player looks from a seat"
    totals = [0] * len(choices)
    holds = [strategy.holds and place == view.viewer for place in range(len(view.seats))]
    begun = asker.nodes
    for games in range(strategy.games):
        # if this one takes as long as those before it, will it be too much?
        if (asker.nodes - begun) * (games + 1) > strategy.all_nodes * games:
            break
        dealt = imagine(view, asker, rng, holds=holds, tries=strategy.deals)
        for place, choice in enumerate(choices):
            game = dealt.copy()
            if not game.lay(choice):
                game.play_out(most_turns=strategy.turns)
            totals[place] += _utility(game, view.viewer, strategy)
    best = max(range(len(choices)), key=lambda place: totals[place])
    return choices[best]


def _utility(game: Rollout, seat: int, strategy: Expert) -> int:
    points = game.points()
    return points[seat] + strategy.win_bonus * (points[seat] == max(points))
