"""What several tests of the server need."""

from random import Random

import pytest

from tilemeld.bots import Dawdle, player_named
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import Record
from tilemeld.engine.rules import profile


@pytest.fixture(scope="session")
def some_record() -> Record:
    """A short game of two that is over."""
    rules = profile("cs").override({"rack_size": 5, "opening_points": 0})
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance("short"))
    game.do(BeginGame())
    rng = Random(1)
    while not game.is_over:
        choice = player_named("club").choose(game.view(game.active), rng)
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    return game.record
