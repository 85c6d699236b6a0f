"""Tilemeld: the tile game of runs, groups and free rearrangement, as a library.

The names here are the ones most scripts need; the rooms have the rest: ``tilemeld.engine`` for the
rules, ``tilemeld.solver`` for the best play, ``tilemeld.bots`` for players, ``tilemeld.lab`` for
simulations.
"""

from .engine.commands import (
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
from .engine.errors import NotationError, RecordError, Refusal, Refused, RulesError, TilemeldError
from .engine.evolve import evolve
from .engine.game import advance, decide, play
from .engine.match import Match, line_of
from .engine.notation import format_faces, format_sets, parse_faces, parse_sets
from .engine.numbers import read_numbers
from .engine.record import Record, format_record, parse_record, replay, verify
from .engine.rules import PROFILES, Rules, differences, profile
from .engine.session import LocalGame
from .engine.shuffle import FixedChance
from .engine.state import GameState, Phase
from .engine.tiles import Face, LaidTile, Seat, TileId
from .engine.views import GameView, redact, view

__version__ = "0.1.0"

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
