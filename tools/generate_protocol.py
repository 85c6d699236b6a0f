"""The schema of the protocol and its TypeScript, made from the messages themselves (``make docs``)."""

import json
from collections.abc import Iterable
from typing import Any

from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.server.http.endpoint import HEAD_HEADER, NOW_HEADER, ROLE_HEADER, AnyEndpoint
from tilemeld.server.live.protocol import PROTOCOL, PROTOCOL_HEADER
from tilemeld.server.openapi import openapi, operation_id, protocol_schema

Schema = dict[str, Any]

HEADER = "// Made from the Python code by `make docs` (tools/generate_protocol.py); do not edit."

NUMBERS = ("seat", "round", "number")
"""The parts of addresses that are numbers."""


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
        HEADER,
        "// One long file, because it is one list that nobody reads from top to bottom: names are searched",
        "// for, types refer to each other, and the build erases them: no browser loads any of it.",
        "",
        f"export const PROTOCOL = {PROTOCOL};",
        f'export const PROTOCOL_HEADER = "{PROTOCOL_HEADER}";',
        f'export const NOW_HEADER = "{NOW_HEADER}";',
        f'export const ROLE_HEADER = "{ROLE_HEADER}";',
        f'export const HEAD_HEADER = "{HEAD_HEADER}";',
    ]
    for name, schema in sorted(definitions.items(), key=lambda item: type_name(item[0])):
        lines.append("")
        if "description" in schema:
            lines.append(f"/** {schema['description']} */")
        lines.append(f"export type {type_name(name)} = {type_of(schema)};")
    return "\n".join(lines) + "\n"


def calls_file() -> str:
    """The calls of the HTTP API: what each needs in its address and its body, and what it answers."""
    names = {
        kind.__name__
        for endpoint in ENDPOINTS
        for kind in (endpoint.body, endpoint.answer)
        if kind is not None
    }
    imports = "".join(f"  {name},\n" for name in sorted(names))
    entries = "".join(_entry(endpoint) for endpoint in ENDPOINTS)
    return (
        f'{HEADER}\n\nimport type {{\n{imports}}} from "./protocol";\n\n'
        "/** Every call: the parts of its address, its body (undefined: none) and its answer. */\n"
        f"export type Calls = {{\n{entries}}};\n\n"
        "/** The calls whose answers are written once for all who ask, and have a tag. */\n"
        f"export type KeptPages ={_union(each for each in ENDPOINTS if each.is_kept)};\n\n"
        "/** The calls that need no token. */\n"
        f"export type OpenCalls ={_union(each for each in ENDPOINTS if not each.token)};\n"
    )


def operations_file() -> str:
    """The names of the calls, as the client gives them to `api.call`, `ask` and `askSince`."""
    names = "".join(
        f"/** {each.summary} */\nexport const {_constant(each)} = {json.dumps(each.name)};\n"
        for each in ENDPOINTS
    )
    return f"{HEADER}\n\n{names}"


def _union(endpoints: Iterable[AnyEndpoint]) -> str:
    return "".join(f"\n  | {json.dumps(endpoint.name)}" for endpoint in endpoints)


def _constant(endpoint: AnyEndpoint) -> str:
    """Return the name of a call in TypeScript: that of its operation."""
    first, *more = operation_id(endpoint).split("_")
    return first + "".join(part.capitalize() for part in more)


def _entry(endpoint: AnyEndpoint) -> str:
    parts = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    path = "; ".join(f"readonly {part}: {'number' if part in NUMBERS else 'string'}" for part in parts)
    body = "undefined" if endpoint.body is None else type_name(endpoint.body.__name__)
    answer = "string" if endpoint.answer is None else type_name(endpoint.answer.__name__)
    return (
        f"  /** {endpoint.summary} */\n"
        f"  {json.dumps(endpoint.name)}: {{\n"
        f"    readonly path: {{ {path} }};\n".replace("{  }", "Readonly<Record<string, never>>")
        + f"    readonly body: {body};\n    readonly answer: {answer};\n  }};\n"
    )


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
