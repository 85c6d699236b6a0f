"""JSON Schema of a record, generated from the same types that the codec reads."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from tilemeld.engine.game.commands import Command
from tilemeld.engine.game.events import Event, GameCreated
from tilemeld.engine.tiles import MAX_SEATS, LaidTile, Seat, TileId

from .codec import TAGGED, Json, tag_of
from .record import FORMAT, SCHEMA

_SIMPLE: Mapping[object, dict[str, Json]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Seat: {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1},
    TileId: {"type": "string", "description": "face and copy, such as r7a or Jb"},
    LaidTile: {"type": "string", "description": "a tile, a joker with what it stands for: r7a, Ja(r9)"},
}


def record_schema() -> dict[str, Json]:
    """Return the JSON Schema of one line of a record: the header or a step."""
    schema = TypeSchemas()
    header = _object(
        {
            "format": {"const": FORMAT},
            "schema": {"const": SCHEMA},
            "at": {"type": "integer"},
            "created": schema.of(GameCreated),
            "bots": schema.of(tuple[str | None, ...]),
        },
        optional=frozenset({"bots"}),
    )
    step = _object(
        {
            "version": {"type": "integer"},
            "at": {"type": "integer"},
            "command": schema.of(Command),
            "events": {"type": "array", "minItems": 1, "items": schema.of(Event)},
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a tilemeld record",
        "description": "A record is JSON Lines: the header first, then one step a line.",
        "oneOf": [header, step],
        "$defs": dict(sorted(schema.definitions.items())),
    }


def _object(properties: dict[str, Json], optional: frozenset[str] = frozenset()) -> dict[str, Json]:
    required: list[Json] = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


class TypeSchemas:
    """The schemas of types that the codec writes, collecting the dataclasses that have been met.

    Definitions have the names that ``name_of`` gives to types.
    """

    def __init__(self, name_of: Callable[[type], str] = tag_of) -> None:
        self.definitions: dict[str, Json] = {}
        self._name_of = name_of

    def of(self, kind: Any) -> dict[str, Json]:
        """Return the schema of a type, defining dataclasses on the way."""
        if kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        if isinstance(kind, NewType):
            return self.of(kind.__supertype__)
        origin, items = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(items)}
        if origin is tuple:
            return self._tuple(items)
        if origin in (UnionType, Union):
            return {"anyOf": [self.of(item) for item in items]}
        if origin is not None:
            return {"type": "object", "additionalProperties": self.of(items[1])}
        if issubclass(kind, StrEnum):
            return {"enum": [each.value for each in kind]}
        return self._dataclass(kind)

    def _tuple(self, items: tuple[Any, ...]) -> dict[str, Json]:
        if items[-1] is Ellipsis:
            return {"type": "array", "items": self.of(items[0])}
        each: list[Json] = [self.of(item) for item in items]
        return {"type": "array", "prefixItems": each, "minItems": len(items), "maxItems": len(items)}

    def _field(self, item: Field[Any], hint: Any) -> dict[str, Json]:
        if (between := item.metadata.get("between")) is None:
            return self.of(hint)
        return {"type": "integer", "minimum": between[0], "maximum": between[1]}

    def _dataclass(self, kind: Any) -> dict[str, Json]:
        name = self._name_of(kind)
        if name not in self.definitions:
            hints = get_type_hints(kind)
            properties: dict[str, Json] = {"type": {"const": TAGGED[kind]}} if kind in TAGGED else {}
            properties |= {item.name: self._field(item, hints[item.name]) for item in fields(kind)}
            optional = frozenset(
                item.name
                for item in fields(kind)
                if item.default is not MISSING or item.default_factory is not MISSING
            )
            about, *_ = kind.__doc__.splitlines()
            self.definitions[name] = {"description": about, **_object(properties, optional)}
        return {"$ref": f"#/$defs/{name}"}
