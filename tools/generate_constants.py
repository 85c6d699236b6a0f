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
from tilemeld.engine.game.events import Event
from tilemeld.engine.game.scoring import SeatScore
from tilemeld.engine.record.codec import Json, tag_of, to_json
from tilemeld.engine.rules import PROFILES, PUBLISHED, Rules, profile
from tilemeld.server.http.static_files import CLIENT_PAGES
from tilemeld.server.live.view_encoding import OWN_FIELDS
from tilemeld.server.lobby.api import RULE_FIELDS_SHOWN
from tilemeld.service.guests.guests import NAME_LIMIT
from tilemeld.service.live.lobby import MAX_GAMES
from tilemeld.service.live.lobby_table import STAND_IN
from tilemeld.service.live.phrases import PHRASES

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
            ("STAND_IN", "The bot that plays for a player who has left, unless another is chosen.", STAND_IN),
            ("PHRASES", "Everything that can be said at a table, in the order of the panel.", list(PHRASES)),
            ("NAME_LIMIT", "The most characters of a person's name.", NAME_LIMIT),
            ("MAX_GAMES", "The most games of a match.", MAX_GAMES),
            ("PAGES", "The addresses that the server answers with this client.", list(CLIENT_PAGES)),
            ("OWN_FIELDS", "The fields of a view that belong to the viewer.", list(OWN_FIELDS)),
        )
    )


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
