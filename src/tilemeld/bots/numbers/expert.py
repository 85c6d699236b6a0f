"""The expert: it plays by the chance to win.

Every turn it judges what it could do (lay all, less, one tile, nothing) by the value model; so it opens,
holds back and lays as the others make it worth while. When somebody is nearly out, and in the last lap, it
deals the hidden tiles to fit the history, plays its best choices out, and lets the model have the last word
where games are not played to their end. Where everybody holds back to the end, the last tile of the bank
decides: whoever takes it has the last turn. There it lays one tile instead of taking, as long as that helps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tilemeld.bots.value.choices import Judged, judge, playable
from tilemeld.bots.value.count_game import CountGame
from tilemeld.bots.value.count_view import CountView
from tilemeld.bots.value.features import features
from tilemeld.bots.value.habits import Habit, takes_last
from tilemeld.bots.value.imagine import habit_of, imagine, play_out
from tilemeld.bots.value.model import model
from tilemeld.engine.rules import Rules
from tilemeld.solver import NO_JOKERS, Count, CountSolver, count_tiles, has_kernel, list_units

OWN_HABIT = Habit(holds=99, tempo=4)
"""How it imagines that it plays on."""


@dataclass(frozen=True, slots=True)
class Expert:
    """How an expert decides; budgets are counted in imagined games and in nodes."""

    tempo: int = 2
    """With so few tiles in the bank, and an opponent who holds back, it plays for the last tile."""
    hands: int = 4
    """How many hands of an opponent it imagines to find the tile that helps them least."""
    singles: int = 8
    """How many tiles it compares for that."""
    near_out: int = 2
    """It searches when an opponent who has opened has at most so many tiles, and in a last lap; 0: never."""
    games: int = 8
    """How many games it imagines for a search, each played on once for every choice."""
    choices: int = 4
    """How many choices it searches, the best by the model."""
    turns: int = 60
    """After so many turns the model says how an imagined game stands."""
    deals: int = 4
    """How often hidden tiles are dealt again to fit what the others did."""
    all_nodes: int = 150_000
    """It starts no imagined game that would take its questions beyond this many nodes in all."""
    prior: float = 2.0
    """The model's word on a choice counts as much as so many imagined games."""

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        """Return the tiles to lay; none to take a tile or to pass."""
        holders = self._holders(view)
        if holders:
            return self._outlast(view, asker, rng, holders)
        judged = judge(view, asker, model())
        if len(judged) == 1:
            return judged[0].tiles
        won = win_worth(view.rules)
        judged.sort(key=lambda each: -(won * each.chance + each.points))
        if self._is_near(view) and has_kernel():
            return self._search(view, asker, rng, judged[: self.choices])
        return judged[0].tiles

    def _holders(self, view: CountView) -> list[int]:
        """List the opponents who hold back, where that decides: with two players, or at the end."""
        if view.rules.bank_end != "last-lap" or view.lap_left is not None or not view.opened[view.seat]:
            return []
        others = [seat for seat in range(view.players) if seat != view.seat]
        holding = [seat for seat in others if habit_of(view, seat).holds]
        return holding if view.bank and (len(others) == 1 or view.bank <= self.tempo) else []

    def _outlast(self, view: CountView, asker: CountSolver, rng: Random, holders: Sequence[int]) -> Count:
        """Hold back longer than they do; at the end lay a tile that helps them least rather than take one."""
        best = playable(view, asker)
        if best == view.rack or view.bank > self.tempo or takes_last(view):
            return best if best == view.rack else 0
        units = [unit for unit in set(list_units(best & NO_JOKERS)) if asker.can_go_out(view.table, unit)]
        units.sort(reverse=True)
        if len(units) < 2:
            return units[0] if units else 0
        habits = [OWN_HABIT] * view.players
        hands = [
            dealt.racks[seat]
            for dealt in (imagine(view, asker, rng, habits=habits, tries=1) for _ in range(self.hands))
            for seat in holders
        ]
        return max(
            units[: self.singles],
            key=lambda unit: sum(
                [count_tiles(hand - asker.lay_most(view.table + unit, hand)) for hand in hands]
            ),
        )

    def _is_near(self, view: CountView) -> bool:
        """Say whether the end is near enough to search: it pays with two players only."""
        if view.players > 2:
            return False
        if view.lap_left is not None:
            return bool(self.near_out)
        others = [held for seat, held in enumerate(view.held) if seat != view.seat and view.opened[seat]]
        return bool(others) and min(others) <= self.near_out

    def _search(self, view: CountView, asker: CountSolver, rng: Random, judged: Sequence[Judged]) -> Count:
        """Play the choices on over the same imagined hidden tiles and take the one that does best."""
        won = win_worth(view.rules)
        totals = [self.prior * (won * each.chance + each.points) for each in judged]
        habits = [OWN_HABIT if seat == view.seat else habit_of(view, seat) for seat in range(view.players)]
        begun = asker.nodes
        for games in range(self.games):
            if (asker.nodes - begun) * (games + 1) > self.all_nodes * games:
                break
            dealt = imagine(view, asker, rng, habits=habits, tries=self.deals)
            for place, each in enumerate(judged):
                game = dealt.copy()
                game.lay(each.tiles)
                play_out(game, habits, asker, rng, most_turns=self.turns)
                totals[place] += _worth(game, view.seat, asker, won)
        best = max(range(len(judged)), key=lambda place: totals[place])
        return judged[best].tiles


def win_worth(rules: Rules) -> float:
    """Return what a win is worth in points: more where matches go by wins than by totals (M2)."""
    return 1_500.0 if rules.match_ranking[0] == "total" else 5_000.0


def _worth(game: CountGame, seat: int, asker: CountSolver, won: float) -> float:
    if game.is_over:
        result = game.result(asker)
        return won * result.share(seat) + result.points[seat]
    chance, points = model().run(features(game.view(seat), asker))
    return won * chance + points
