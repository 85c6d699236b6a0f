"""Schemas of what tournaments say outside their structs: the facts of the log, and the public page."""

from collections.abc import Collection
from typing import Any, get_args

import msgspec

from tilemeld.tournament.log.facts import Fact, WritableFact, fact_tag
from tilemeld.tournament.views.public import PublicTournament

Schema = dict[str, Any]

MAY_LACK = {
    "SeatingDrawn": ("byes", "method", "seed"),
    "ResultConfirmed": ("player",),
    "ResultCorrected": ("anyway",),
    "Sheet": ("racks", "game_id"),
}
"""What a client need not say, since the server knows it or it means nothing; answers have it all the same."""


def tournament_parts() -> Schema:
    """Return the schema of every fact, of both unions of them, and of the public page, in full."""
    kinds: tuple[type, ...] = get_args(Fact)
    refs, parts = msgspec.json.schema_components([*kinds, PublicTournament], ref_template="#/$defs/{name}")
    by_kind = dict(zip(kinds, refs, strict=False))
    for kind in kinds:
        schema = parts[kind.__name__]
        schema["properties"] = {"type": {"const": fact_tag(kind)}, **schema.get("properties", {})}
    parts = {name: _in_full(part, MAY_LACK.get(name, ())) for name, part in parts.items()}
    return {
        **parts,
        "Rules": {"$ref": "#/$defs/rules"},  # the engine's own schema says more
        "Fact": {"anyOf": list(refs[: len(kinds)]), "description": "What was written into the log."},
        "WritableFact": {
            "anyOf": [by_kind[kind] for kind in get_args(WritableFact)],
            "description": "What a person may write into the log; fields with defaults may be left out.",
        },
    }


def _in_full(schema: Schema, may_lack: Collection[str]) -> Schema:
    needed = [name for name in schema.get("properties", ()) if name not in may_lack]
    return {**schema, "required": needed} if "properties" in schema else schema
