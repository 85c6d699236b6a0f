"""Games in counts are the engine's: thousands of games in step (`python -m bench.count_games`), here a few.

Proves `bots/value/count_view.py`, `bots/value/habits.py`.
"""

import random

import pytest
from bench.count_games import play_both

from tilemeld.bots.value.count_game import CountGame, deal, doublets, play
from tilemeld.bots.value.count_view import box_of, count_view
from tilemeld.bots.value.habits import Habit, takes_last
from tilemeld.bots.value.model import asker_for
from tilemeld.engine.game.commands import BeginGame, CreateGame, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.solver import count_faces, count_tiles


def counted(text: str) -> int:
    return count_faces(parse_faces(text))


@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.rule("E1", "E2", "E3", "E5", "E6", "E7")
def test_a_game_in_counts_goes_and_ends_as_the_engines_does(name: str) -> None:
    rules = profile(name)
    for number in range(4):
        players = rules.min_players + number % (rules.max_players - rules.min_players + 1)
        play_both(rules, players, f"counts/{name}/{number}")


def test_a_deal_uses_the_whole_box_once_and_no_rack_has_the_right_to_another() -> None:
    rules = profile("pl")
    for number in range(200):
        game = deal(rules, 3, random.Random(number))
        assert game.table + sum(game.racks) + sum(game.bank) == box_of(rules)
        assert [count_tiles(rack) for rack in game.racks] == [14, 14, 14]
        assert max(map(doublets, game.racks)) < 3


def test_the_history_says_who_laid_and_how_long_ago() -> None:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("history"))
    game.do(BeginGame())
    first = game.active
    game.do(Take(first))
    game.do(Take(game.active))
    game.do(Take(game.active))
    seen = count_view(game.view(Seat(1 - first)))
    assert seen.turns[first] == 2
    assert seen.silent[first] == 2
    assert seen.lays == (0, 0)
    assert [turn.taken for turn in game.state.history] == [1, 1, 1]
    assert not any(turn.laid for turn in game.state.history)


def test_a_seat_knows_what_its_own_turn_leads_to() -> None:
    game = deal(profile("pl"), 2, random.Random(1))
    before = game.view(game.turn)
    after = before.after(0)
    assert after.held[before.seat] == 15
    assert count_tiles(after.rack) == 14
    assert (after.bank, after.active) == (before.bank - 1, 1 - before.seat)
    assert after.hidden == before.hidden


@pytest.mark.rule("E2")
def test_whoever_plays_for_tempo_takes_the_last_tile() -> None:
    """With two tiles in the bank it lays one instead of taking, so that the other takes the last but one."""
    table, rack = counted("r4 r5 r6 r7 k1 k2 k3"), counted("r8 k9 b1 o4")
    game = CountGame(
        profile("pl"), table, [rack, counted("b9 b11")], [True, True], [counted("k5"), counted("k7")], 0
    )
    seen, asker = game.view(0), asker_for(game.rules)
    assert not takes_last(seen)
    assert Habit(holds=99, tempo=2).lay(seen, asker, random.Random(1)) == counted("r8")
    assert Habit(holds=99).lay(seen, asker, random.Random(1)) == 0
    game.bank.pop()
    assert takes_last(game.view(0))
    assert Habit(holds=99, tempo=2).lay(game.view(0), asker, random.Random(1)) == 0


def test_habits_hold_react_and_burst() -> None:
    table, rack = counted("r4 r5 r6 r7 r8"), counted("r9 k9 b1 o4")
    many = [counted("k5")] * 30

    def lays(habit: Habit, other: str = "b9 b11") -> int:
        game = CountGame(profile("pl"), table, [rack, counted(other)], [True, True], many, 0)
        return count_tiles(habit.lay(game.view(0), asker_for(game.rules), random.Random(3)))

    assert lays(Habit()) == 1
    assert lays(Habit(holds=3)) == 1
    assert lays(Habit(holds=4)) == 0
    assert lays(Habit(holds=4, until_other=2)) == 1
    assert lays(Habit(holds=3, reacts=3), "b9 b11 b13") == 0
    assert lays(Habit(holds=9, until_bank=31)) == 1
    assert lays(Habit(holds=9, bursts=1.0)) == 1
    assert lays(Habit(overlooks=1.0)) == 0


def test_a_game_in_counts_comes_to_an_end() -> None:
    rng = random.Random(5)
    result = play(deal(profile("uk"), 4, rng), [Habit()] * 4, rng)
    assert sum(map(result.share, range(4))) == pytest.approx(1)
    assert sum(result.points) <= 0
