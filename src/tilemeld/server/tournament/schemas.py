"""Schemas of what tournaments say outside their structs: the facts of the log, and the public page."""

from collections.abc import Collection
from typing import Any

from tilemeld.engine.record.schema import TypeSchemas
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import Fact, WritableFact
from tilemeld.tournament.views.public import PublicTournament

Schema = dict[str, Any]

MAY_LACK = {
    "SeatingDrawn": ("byes", "method", "seed"),
    "ResultConfirmed": ("player", "seen"),
    "ResultCorrected": ("anyway", "seen"),
    "Sheet": ("racks", "game_id"),
}
"""What a client need not say, since the server knows it or it means nothing; answers have it all the same."""


def tournament_parts() -> Schema:
    """Return the schema of an entry with every fact, of both unions of facts, and of the public page."""
    schemas = TypeSchemas(lambda kind: kind.__name__)
    for kind in (Entry, PublicTournament):
        schemas.of(kind)
    parts = {name: _in_full(part, MAY_LACK.get(name, ())) for name, part in schemas.definitions.items()}
    return {
        **parts,
        "Rules": {"$ref": "#/$defs/rules"},  # the engine's own schema says more
        "Fact": {**schemas.of(Fact), "description": "What was written into the log."},
        "WritableFact": {
            **schemas.of(WritableFact),
            "description": "What a person may write into the log; fields with defaults may be left out.",
        },
    }


def _in_full(schema: Any, may_lack: Collection[str]) -> Any:
    needed = [name for name in schema.get("properties", ()) if name not in may_lack]
    return {**schema, "required": needed} if "properties" in schema else schema
