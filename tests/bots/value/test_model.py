"""The value model: what it may know, what it says, and that everybody's chances add up.

Proves `bots/value/choices.py`, `bots/value/features.py`, `bots/value/judge_player.py`,
`bots/value/network.py`.
"""

import random
from dataclasses import replace
from importlib import resources

import pytest

from table_setup import a_turn
from tilemeld.bots.value.choices import Judged, judge
from tilemeld.bots.value.count_game import deal
from tilemeld.bots.value.count_view import count_view
from tilemeld.bots.value.features import FEATURES, features
from tilemeld.bots.value.judge_player import JudgePlayer
from tilemeld.bots.value.model import (
    asker_for,
    chance_in,
    chance_to_win,
    chances,
    expected_points,
    is_judged,
    judge_choices,
    judge_play,
    model,
    network_of,
)
from tilemeld.bots.value.network import Network
from tilemeld.engine.game.commands import Confirm
from tilemeld.engine.game.state import GameState
from tilemeld.engine.game.views import view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.simulate import play_random_game
from tilemeld.solver import count_tiles


def a_state(racks: list[str], table: str, *, bank: str = "k5 k7 b2", name: str = "pl") -> GameState:
    return a_turn(profile(name), racks, table=table, bank=bank)


def test_a_chance_depends_on_nothing_that_the_seat_may_not_know() -> None:
    state = a_state(["r7 k11 b4", "b1 b2 b9"], "r4 r5 r6 | k1 k2 k3")
    seen = chance_to_win(view(state, Seat(0)))
    swapped = list(state.seats)
    other = a_state(["r7 k11 b4", "o1 o2 o9"], "r4 r5 r6 | k1 k2 k3", bank="o5 o7 o2").seats[1]
    swapped[1] = replace(swapped[1], rack=other.rack)
    assert chance_to_win(view(replace(state, seats=tuple(swapped)), Seat(0))) == seen


@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_chances_of_a_whole_game_are_chances_and_end_as_the_game_did(name: str) -> None:
    found: list[tuple[float, ...]] = []

    def watch(game: LocalGame) -> None:
        if len(found) < 40 or game.is_over:
            found.append(chances(game.state))

    rules = profile(name)
    game, _ = play_random_game(rules, rules.max_players, "chances", watch=watch)
    assert all(sum(each) == pytest.approx(1) and min(each) >= 0 for each in found)
    winners = chances(game.state)
    result = game.state.result
    assert result is not None
    assert winners == tuple(
        (Seat(seat) in result.winners) / max(1, len(result.winners)) for seat in range(rules.max_players)
    )


def test_who_has_few_tiles_that_fit_is_ahead_of_who_has_many_that_do_not() -> None:
    table = "r4 r5 r6 r7 | k1 k2 k3 | b9 k9 o9"
    ahead = a_state(["r8 k13", "b1 b3 b5 b7 b11 o2 o4 o7 o11 o13 k5 k7 k11 k13"], table)
    behind = a_state(["b1 b3 b5 b7 b11 o2 o4 o7 o11 o13 k5 k7 k11 k13", "r8 k13"], table)
    assert chance_to_win(view(ahead, Seat(0))) > chance_to_win(view(behind, Seat(0)))
    assert chance_to_win(view(behind, Seat(0))) < 0.4
    assert expected_points(view(ahead, Seat(0))) > expected_points(view(behind, Seat(0)))


def test_every_feature_has_a_name_and_stays_small_in_every_profile() -> None:
    for name in NUMBER_PROFILES:
        rules = profile(name)
        for players in range(rules.min_players, rules.max_players + 1):
            game = deal(rules, players, random.Random(players))
            found = features(game.view(0), asker_for(rules))
            assert len(found) == len(FEATURES)
            assert all(-6 <= value <= 6 for value in found)


def test_a_choice_is_judged_as_the_situation_after_it_is() -> None:
    """What the shortcuts save must not change the answer: each choice judged alone says the same."""
    for number in range(12):
        game = deal(profile("pl"), 2, random.Random(number))
        asker, player = asker_for(game.rules), JudgePlayer(model(), explores=0.3)
        for _ in range(30):
            seen = game.view(game.turn)
            for each in judge(seen, asker, model()):
                if each.tiles != seen.rack:
                    assert chance_in(seen.after(each.tiles), asker) == pytest.approx(each.chance)
            if game.lay(player.lay(seen, asker, random.Random(number))):
                break


def test_choices_are_different_and_can_all_be_laid() -> None:
    from tilemeld.bots.numbers.laying import table_with  # the room above: only the proof needs it

    state = a_state(["r8 r9 J k4 b9 o1 o2 o3 b13", "b1 b3"], "r4 r5 r6 r7 | k1 k2 k3 | b9 k9 o9")
    seen = view(state, Seat(0))
    found = judge_choices(seen)
    kinds = {each.kind for each in found}
    assert {"hold", "all", "all-but-jokers", "own-sets", "single"} <= kinds
    assert len({each.tiles for each in found}) == len(found)
    for each in found:
        assert isinstance(each, Judged)
        if each.tiles:
            from tilemeld.engine.game.decide import advance
            from tilemeld.engine.game.shuffle import FixedChance

            command = Confirm(Seat(0), table_with(seen, each.tiles))
            advance(state, command, now=0, chance=FixedChance("x"))
            assert judge_play(seen, each.tiles) == pytest.approx(each.chance)


def test_going_out_is_a_win() -> None:
    state = a_state(["r8 r9", "b1 b3"], "r4 r5 r6 r7")
    assert chance_to_win(view(state, Seat(0))) == 1.0
    found = judge_choices(view(state, Seat(0)))
    assert [(each.kind, each.chance, count_tiles(each.tiles)) for each in found] == [("all", 1.0, 2)]


def test_the_weights_are_small_data_and_belong_to_these_features() -> None:
    data = resources.files("tilemeld.bots.value").joinpath("chance_model.json").read_bytes()
    assert len(data) < 1_000_000
    with pytest.raises(ValueError, match="other features"):
        network_of({"features": ["own tiles"], "hidden": [], "outputs": []})


def test_a_network_is_its_weights() -> None:
    flat = Network(((0.0, 0.0),), ((0.0, 0.0), (0.0, 2.0)))
    assert flat.run([3.0]) == (0.5, 100.0)


def test_games_of_letters_and_unknown_boxes_are_not_judged() -> None:
    assert is_judged(profile("uk-xp"))
    assert not is_judged(profile("pl-word"))
    assert not is_judged(profile("pl").override({"copies": 4}))
    assert count_view(view(a_state(["r7", "b1"], "r4 r5 r6"), Seat(0))).bank == 3
