"""A game at hand: what it says between turns and without a clock."""

import pytest

from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat


def test_between_turns_it_is_nobodys_turn_and_the_game_says_what_it_waits_for() -> None:
    game = LocalGame(CreateGame(profile("pl"), 2), chance=FixedChance("session"))
    assert game.rules == profile("pl")
    assert not game.is_over
    with pytest.raises(ValueError, match="nobody's turn: the game is waiting for entropy"):
        _ = game.active
    game.do(BeginGame())
    game.run_out()
    assert game.active == game.state.starter
    assert game.now == 8_000
    assert game.view(game.active).rack == game.state.seats[game.active].rack
    assert game.view(None).rack == ()


@pytest.mark.rule("T1")
def test_without_a_clock_no_time_runs_out_and_the_clock_stands_still() -> None:
    rules = profile("cs").override({"turn_seconds": None})
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance("no clock"))
    game.do(BeginGame())
    with pytest.raises(Refused) as error:
        game.run_out()
    assert error.value.codes == ("clock/none",)
    assert game.now == 0
    assert game.active in (Seat(0), Seat(1))
