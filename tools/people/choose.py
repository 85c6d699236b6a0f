"""What a scripted person plays: a random legal move that never waits for the end of the time."""

from dataclasses import fields
from random import Random
from typing import Any, get_type_hints

from tilemeld.bots import Habits, RandomPlayer
from tilemeld.bots.player import Dawdle
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import from_json, to_json

Json = Any
STEADY = RandomPlayer(Habits(dawdle=0, err=0, leave=0, hold_back=0, redeal=0))
_TYPES = get_type_hints(GameView)


def choose(view: dict[str, Json], rng: Random) -> Json:
    """Return a command for a view as the wire has it."""
    values: dict[str, Json] = {
        item.name: from_json(_TYPES[item.name], view[item.name])
        for item in fields(GameView)
        if item.name != "phase" and item.name in view  # not the history, which clients know from events
    }
    values["phase"] = Phase(view["phase"])
    while isinstance(choice := STEADY.choose(GameView(**values), rng), Dawdle):
        pass
    return to_json(choice)
