"""What the client has to know without asking, as TypeScript made from the Python values (``make docs``).

Names and limits that both sides share, the published rules and their fields for pages that work without
the server, and what records leave out because it is the default.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, cast, get_args

import msgspec

from tilemeld.bots import PLAYERS
from tilemeld.bots.characters import BY_LEVEL, CHARACTERS
from tilemeld.engine.game.events import Event
from tilemeld.engine.game.scoring import SeatScore
from tilemeld.engine.record.codec import Json, tag_of, to_json
from tilemeld.engine.rules import PROFILES, PUBLISHED, Rules, profile
from tilemeld.server.http.static_files import CLIENT_PAGES
from tilemeld.server.live.view_encoding import OWN_FIELDS
from tilemeld.server.lobby.api import RULE_FIELDS_SHOWN
from tilemeld.server.lobby.messages import NewTable
from tilemeld.service.guests.avatars import GROUNDS, MOTIFS
from tilemeld.service.guests.guests import NAME_LIMIT
from tilemeld.service.live.lobby import MAX_GAMES
from tilemeld.service.live.lobby_table import STAND_IN
from tilemeld.service.live.pause_reasons import AGREED, DESERTED, HANDED_OVER
from tilemeld.service.live.phrases import PHRASES
from tilemeld.tournament.format import NAME_LIMIT as TOURNAMENT_NAME_LIMIT
from tilemeld.tournament.log.decide import WHY_LIMIT
from tilemeld.tournament.player_list import LINES_LIMIT, Column
from tilemeld.tournament.players import NAME_LIMIT as PLAYER_NAME_LIMIT
from tilemeld.tournament.result_sheet import POINTS_LIMIT

HEADER = "// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit."


def constants_file() -> str:
    """Names and limits that the server and the client share."""
    return _module(
        (
            (
                "BOTS",
                "The bots to choose from, the weakest first; one that blunders on purpose is for tests.",
                [name for name in PLAYERS if name != "random"],
            ),
            ("CHARACTERS", "Who the bots are; the last for levels without one.", list(CHARACTERS)),
            ("CHARACTER_BY_LEVEL", "Which character plays at a level.", dict(BY_LEVEL)),
            ("AVATAR_MOTIFS", "What an avatar shows: <motif>-<ground>.", list(MOTIFS)),
            ("AVATAR_GROUNDS", "What colour it lies on.", list(GROUNDS)),
            ("STAND_IN", "The bot that plays for a player who has left, unless another is chosen.", STAND_IN),
            ("PHRASES", "Everything that can be said at a table, in the order of the panel.", list(PHRASES)),
            ("NAME_LIMIT", "The most characters of a person's name.", NAME_LIMIT),
            ("HANDED_OVER", "Why a game is paused between two players of one device.", HANDED_OVER),
            ("DESERTED", "Why a game is paused that everybody has left alone.", DESERTED),
            ("AGREED", "Why a game is paused that everybody wants to pause.", AGREED),
            ("NEW_TABLE", "A table as it is set when nobody has chosen otherwise.", _new_table()),
            ("MAX_GAMES", "The most games of a match.", MAX_GAMES),
            ("PLAYER_NAME_LIMIT", "The most characters of a player's name or club.", PLAYER_NAME_LIMIT),
            ("TOURNAMENT_NAME_LIMIT", "The most characters of a tournament's name.", TOURNAMENT_NAME_LIMIT),
            ("WHY_LIMIT", "The most characters of a reason.", WHY_LIMIT),
            ("POINTS_LIMIT", "The most points of a seat on a result sheet, plus or minus.", POINTS_LIMIT),
            ("LINES_LIMIT", "The most lines of a list of players.", LINES_LIMIT),
            ("PAGES", "The addresses that the server answers with this client.", list(CLIENT_PAGES)),
            ("OWN_FIELDS", "The fields of a view that belong to the viewer.", list(OWN_FIELDS)),
        )
    )


def columns_file() -> str:
    """What a column of a list of players may be, for the desk alone: no other page loads it."""
    columns: Json = list(get_args(Column))
    return _module((("COLUMNS", "What a column of a list of players may be.", columns),))


def _new_table() -> Json:
    """Return what a new table has unless its host chooses; rules and bots are always chosen."""
    usual: Json = msgspec.to_builtins(NewTable())
    assert isinstance(usual, dict)
    return {name: usual[name] for name in ("seats", "games", "public", "spectators")}


def rules_file() -> str:
    """The published rules and their fields, for pages that work without the server."""
    books: Json = {name: to_json(profile(name), full=True) for name in PROFILES}
    shown = cast(Json, msgspec.to_builtins(RULE_FIELDS_SHOWN))
    types = 'import type { EngineRules, RuleField } from "./protocol";\n\n'
    return _module(
        (
            ("BOOKS", "Every profile by its name, in its newest version.", books),
            ("RULE_FIELDS", "Every field of the rules, in the order to show them in.", shown),
        ),
        types=types,
        annotations={"BOOKS": "Readonly<Record<string, EngineRules>>", "RULE_FIELDS": "readonly RuleField[]"},
    )


def defaults_file() -> str:
    """What a record leaves out: by event or value, the fields that hold their default."""
    kinds = (*get_args(Event), SeatScore)
    defaults: dict[str, Json] = {tag_of(kind): found for kind in kinds if (found := _defaults(kind))}
    defaults["rules"] = _defaults(Rules)
    by_book: Json = {
        f"{name} {version}": {field: to_json(getattr(rules, field)) for field in _BY_BOOK}
        for (name, version), rules in PUBLISHED.items()
    }
    return _module(
        (
            ("DEFAULTS", "The fields that records leave out where they hold this.", defaults),
            ("BY_BOOK", "The same for what goes by the book: by profile and version.", by_book),
        )
    )


_BY_BOOK = tuple(item.name for item in fields(Rules) if "default_of" in item.metadata)


def _defaults(kind: Any) -> dict[str, Json]:
    assert is_dataclass(kind), kind
    return {
        item.name: to_json(item.default)
        for item in fields(kind)
        if item.default is not MISSING and "default_of" not in item.metadata
    }


def _module(
    values: tuple[tuple[str, str, Json], ...], *, types: str = "", annotations: Mapping[str, str] = {}
) -> str:
    parts = [
        f"/** {text} */\nexport const {name}"
        + (f": {annotations[name]} = " if name in annotations else " = ")
        + json.dumps(value, indent=2, ensure_ascii=False)
        + (";\n" if name in annotations else " as const;\n")
        for name, text, value in values
    ]
    return f"{HEADER}\n\n{types}" + "\n".join(parts)
