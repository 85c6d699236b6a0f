"""The ledger: every turn judged by chance to win, and luck and skill that add up to the result."""

import random
from functools import cache
from math import exp

import pytest

from table_setup import a_turn, do, lay
from tilemeld.bots import player_named
from tilemeld.bots.coach.ledger import Judgement, judge_turn, settle, turning_points
from tilemeld.bots.coach.review_game import analyse
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.engine.game.commands import Take
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.arena import hurried, play_game

PL = profile("pl")


@cache
def reviewed(names: str, seed: str) -> Analysis:
    seated = [hurried(player_named(name)) for name in names.split()]
    return analyse(play_game(PL, seated, seed).record)


@pytest.mark.parametrize(("names", "seed"), [("club beginner", "a"), ("club club casual", "b")])
def test_luck_and_skill_add_up_to_the_result(names: str, seed: str) -> None:
    review = reviewed(names, seed)
    equal = 1 / len(review.players)
    assert review.by_chance
    assert sum(review.result) == pytest.approx(1)
    for player in review.players:
        assert player.luck + player.skill == pytest.approx(review.result[player.seat] - equal, abs=0.002)
    assert sum(player.skill for player in review.players) == pytest.approx(0, abs=0.005)
    assert sum(player.luck for player in review.players) == pytest.approx(0, abs=0.005)


def test_every_turn_has_everybodys_chance_and_what_it_cost() -> None:
    review = reviewed("club beginner", "a")
    for turn in review.turns:
        assert sum(turn.chances) == pytest.approx(1, abs=0.01)
        assert turn.cost == pytest.approx(turn.best_chance - turn.chance, abs=0.002)
        assert 0 <= turn.cost <= turn.best_chance <= 1
        assert turn.best_choice
    marked = [turn.cost for turn in review.turns if turn.matters]
    assert len(marked) <= 5
    assert all(cost >= 0.1 for cost in marked)
    assert all(turn.cost <= min(marked) for turn in review.turns if not turn.matters) if marked else True


def test_whoever_gives_more_away_is_less_accurate() -> None:
    for player in (players := reviewed("club beginner", "a").players):
        given = sum(turn.cost for turn in reviewed("club beginner", "a").turns if turn.seat == player.seat)
        assert player.accuracy == pytest.approx(100 * exp(-given), abs=0.2)
    assert players[0].accuracy != players[1].accuracy


def test_a_win_that_is_passed_by_costs_what_is_lost() -> None:
    state = a_turn(PL, ["r1 r2 r3", "k5 k9 b1"], table="b4 b5 b6", bank="k1 k2 k3")
    _, missed = do(state, Take(Seat(0)))
    judged = judge_turn(state, missed)
    assert (judged.best_choice, judged.best_chance) == ("all", 1.0)
    assert judged.cost > 0.05
    _, won = lay(state, "b4 b5 b6 | r1 r2 r3")
    assert judge_turn(state, won).cost == 0.0


def test_a_tile_that_is_taken_is_luck_and_not_skill() -> None:
    """The same choice costs the same, whatever tile comes."""
    costs = set()
    for bank in ("k1 k2 k3", "r7 k2 k3", "b7 k2 k3"):
        state = a_turn(PL, ["r1 k2 o9", "k5 k9 b1"], table="b4 b5 b6", bank=bank)
        judged = judge_turn(state, do(state, Take(Seat(0)))[1])
        costs.add(round(judged.chance, 6))
    assert len(costs) == 1


def test_a_ledger_settles_by_hand() -> None:
    turns = [
        (Seat(0), Judgement((0.6, 0.4), 0.5, "hold", 0.7)),
        (Seat(1), Judgement((0.5, 0.5), 0.4, "all", 0.5)),
    ]
    first, second = settle(turns, (1.0, 0.0), 2)
    given = 1 - exp(-0.2), 1 - exp(-0.1)
    assert first.skill == pytest.approx(given[1] - given[0])
    assert second.skill == pytest.approx(given[0] - given[1])
    assert first.luck == pytest.approx(0.5 - first.skill)
    assert first.deal == pytest.approx(0.1)
    assert first.accuracy == pytest.approx(81.87, abs=0.01)
    going_on = settle(turns, None, 2)[0]
    assert going_on.luck + going_on.skill == pytest.approx(0.0)
    assert settle([], None, 2)[0].luck == 0.0


def test_few_turns_are_marked_and_the_dearest_first() -> None:
    assert turning_points([0.09, 0.0]) == frozenset()
    rng = random.Random(1)
    costs = [rng.uniform(0.1, 0.5) for _ in range(20)]
    marked = turning_points(costs)
    assert len(marked) == 5
    assert min(costs[place] for place in marked) >= max(c for p, c in enumerate(costs) if p not in marked)
