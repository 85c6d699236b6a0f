"""The curated names of the package."""

import importlib
import subprocess
import sys

import pytest

import tilemeld


def test_every_curated_name_can_be_used_and_is_the_thing_from_its_room() -> None:
    assert set(tilemeld.__all__) <= set(dir(tilemeld))
    for name in tilemeld.__all__:
        home = tilemeld._HOME_OF[name]
        assert getattr(tilemeld, name) is getattr(importlib.import_module(f"tilemeld.{home}"), name)
    assert set(tilemeld._HOME_OF) == set(tilemeld.__all__)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        _ = tilemeld.Chess


def test_the_solver_does_not_load_the_game_loop() -> None:
    """Importing the solver stays quick: it needs tiles and errors, not commands, events and records."""
    code = "import sys, tilemeld.solver; print(sorted(name for name in sys.modules if 'tilemeld' in name))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "tilemeld.engine.tiles" in loaded
    assert "tilemeld.engine.game.decide" not in loaded
    assert "tilemeld.engine.record.record" not in loaded
