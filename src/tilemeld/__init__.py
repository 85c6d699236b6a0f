"""Tilemeld: the tile game of runs, groups and free rearrangement, as a library.

The names here are the ones most scripts need; the rooms have the rest: ``tilemeld.engine`` for the
rules, ``tilemeld.solver`` for the best play, ``tilemeld.bots`` for players, ``tilemeld.lab`` for
simulations.

Each name is loaded when it is first used, so that importing one room does not load the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilemeld.engine.errors import NotationError, RecordError, Refusal, Refused, RulesError, TilemeldError
    from tilemeld.engine.game.commands import (
        AddEntropy,
        Announce,
        AskRedeal,
        BeginGame,
        ChooseStack,
        Confirm,
        CreateGame,
        EndTurn,
        ExpireDeadline,
        Pass,
        Take,
    )
    from tilemeld.engine.game.decide import advance, decide, play
    from tilemeld.engine.game.evolve import evolve
    from tilemeld.engine.game.match import Match, line_of
    from tilemeld.engine.game.shuffle import FixedChance
    from tilemeld.engine.game.state import GameState, Phase
    from tilemeld.engine.game.views import GameView, redact, view
    from tilemeld.engine.local_game import LocalGame
    from tilemeld.engine.notation import format_faces, format_sets, parse_faces, parse_sets
    from tilemeld.engine.record.record import Record, format_record, parse_record, replay, verify
    from tilemeld.engine.rules import PROFILES, Rules, differences, profile
    from tilemeld.engine.sets.numbers import read_numbers
    from tilemeld.engine.tiles import Face, LaidTile, Seat, TileId

__version__ = "0.3.0"

__all__ = [
    "PROFILES",
    "AddEntropy",
    "Announce",
    "AskRedeal",
    "BeginGame",
    "ChooseStack",
    "Confirm",
    "CreateGame",
    "EndTurn",
    "ExpireDeadline",
    "Face",
    "FixedChance",
    "GameState",
    "GameView",
    "LaidTile",
    "LocalGame",
    "Match",
    "NotationError",
    "Pass",
    "Phase",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Rules",
    "RulesError",
    "Seat",
    "Take",
    "TileId",
    "TilemeldError",
    "advance",
    "decide",
    "differences",
    "evolve",
    "format_faces",
    "format_record",
    "format_sets",
    "line_of",
    "parse_faces",
    "parse_record",
    "parse_sets",
    "play",
    "profile",
    "read_numbers",
    "redact",
    "replay",
    "verify",
    "view",
]

_HOMES = {
    "engine.game.commands": (
        "AddEntropy",
        "Announce",
        "AskRedeal",
        "BeginGame",
        "ChooseStack",
        "Confirm",
        "CreateGame",
        "EndTurn",
        "ExpireDeadline",
        "Pass",
        "Take",
    ),
    "engine.errors": ("NotationError", "RecordError", "Refusal", "Refused", "RulesError", "TilemeldError"),
    "engine.game.evolve": ("evolve",),
    "engine.game.decide": ("advance", "decide", "play"),
    "engine.game.match": ("Match", "line_of"),
    "engine.notation": ("format_faces", "format_sets", "parse_faces", "parse_sets"),
    "engine.sets.numbers": ("read_numbers",),
    "engine.record.record": ("Record", "format_record", "parse_record", "replay", "verify"),
    "engine.rules": ("PROFILES", "Rules", "differences", "profile"),
    "engine.local_game": ("LocalGame",),
    "engine.game.shuffle": ("FixedChance",),
    "engine.game.state": ("GameState", "Phase"),
    "engine.tiles": ("Face", "LaidTile", "Seat", "TileId"),
    "engine.game.views": ("GameView", "redact", "view"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name of ``__all__`` from its room."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the names that can be used."""
    return sorted([*globals(), *__all__])
