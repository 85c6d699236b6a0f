"""The schema of the protocol and its TypeScript types, made from the messages themselves (``make docs``)."""

import json
from typing import Any

from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.server.openapi import openapi, protocol_schema

Schema = dict[str, Any]


def schema_file() -> str:
    """The JSON Schema of both unions of messages."""
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def openapi_file() -> str:
    """The OpenAPI description of the HTTP API."""
    return json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"


def typescript_file() -> str:
    """The TypeScript types of everything on the wire."""
    definitions: Schema = {**openapi()["components"]["schemas"], **protocol_schema()["$defs"]}
    lines = [
        "// Made from src/tilemeld/server/live/protocol.py and api.py by `make docs`; do not edit.",
        "// One long file, because it is one list that nobody reads from top to bottom: names are searched",
        "// for, types refer to each other, and the build erases them: no browser loads any of it.",
        "",
        f"export const PROTOCOL = {PROTOCOL};",
    ]
    for name, schema in sorted(definitions.items(), key=lambda item: type_name(item[0])):
        lines.append("")
        if "description" in schema:
            lines.append(f"/** {schema['description']} */")
        lines.append(f"export type {type_name(name)} = {type_of(schema)};")
    return "\n".join(lines) + "\n"


def type_name(name: str) -> str:
    """Write a name as TypeScript does; the engine's own have a prefix: ``seat-view``, ``EngineSeatView``."""
    if "-" in name or name[0].islower():
        return "Engine" + "".join(part.capitalize() for part in name.split("-"))
    return name


def type_of(schema: Schema) -> str:
    """Write a schema as a type."""
    if "$ref" in schema:
        return type_name(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(each, ensure_ascii=False) for each in schema["enum"])
    return _by_kind(schema)


def _by_kind(schema: Schema) -> str:
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "readonly [" + ", ".join(type_of(each) for each in schema["prefixItems"]) + "]"
        return f"readonly ({type_of(schema.get('items', {}))})[]"
    if kind == "object":
        if "properties" in schema:
            return _object(schema)
        return f"Readonly<Record<string, {type_of(schema.get('additionalProperties', {}))}>>"
    return {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }.get(str(kind), "unknown")


def _object(schema: Schema) -> str:
    required = set(schema.get("required", ()))
    fields = [
        f"  readonly {name}{'' if name in required else '?'}: {type_of(each)};"
        for name, each in schema["properties"].items()
    ]
    return "{\n" + "\n".join(fields) + "\n}" if fields else "Readonly<Record<string, never>>"


if __name__ == "__main__":
    raise SystemExit("run: make docs")
