"""The OpenAPI page and the schemas of the wire, made from the same types that read and write it."""

from fractions import Fraction
from typing import Any, get_args

import msgspec

from tilemeld.engine.game.events import Event
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import Json
from tilemeld.engine.record.schema import TypeSchemas
from tilemeld.engine.rules import Rules
from tilemeld.server.http.endpoint import HEAD_HEADER, NOW_HEADER, ROLE_HEADER, AnyEndpoint, Problem
from tilemeld.server.http.file_route import CHECKS, PAGES, PARAMETER_LENGTH, PROBLEM, former_operations
from tilemeld.server.preview.pages import PREVIEW_FILES
from tilemeld.server.tournament.files import FILES
from tilemeld.server.tournament.schemas import tournament_parts

from .all_endpoints import ENDPOINTS
from .live import protocol
from .live.view_encoding import UNSENT_FIELDS

VERSION = "1"
ABOUT = "Lobby, tables, records and tournaments; the pages, but not the files that they load."
KEY_LENGTH = 64
"""How long the key of a write may be."""
LEAST_UNKNOWN_KEY = 16
"""How long it has to be without a token: then only the key tells those who share an address apart."""


def engine_definitions() -> dict[str, Any]:
    """Return the schemas of the engine's values that messages carry: views, changes, events, rules."""
    schemas = TypeSchemas()
    schemas.of(GameView)
    schemas.of(Rules)
    event = schemas.of(Event)
    definitions: dict[str, Any] = {name: _in_full(each) for name, each in schemas.definitions.items()}
    view: Any = definitions["game-view"]
    for name in UNSENT_FIELDS:
        del view["properties"][name]
        view["required"].remove(name)
    del definitions["public-turn"]
    definitions["view-changes"] = {**view, "required": []}
    definitions["event"] = event
    return dict(sorted(definitions.items()))


def _in_full(schema: Any) -> Any:
    """Say that every field is there, as it is on the wire; records leave defaults out."""
    return {**schema, "required": list(schema["properties"])} if "properties" in schema else schema


def protocol_schema() -> dict[str, Any]:
    """Return the JSON Schema of both unions of messages."""
    (client, server), parts = msgspec.json.schema_components(
        [protocol.FromClient, protocol.FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the tilemeld protocol {protocol.PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
        "$defs": {**_messages(parts), **engine_definitions(), "FromClient": client, "FromServer": server},
    }


def _messages(parts: dict[str, Any]) -> dict[str, Any]:
    read = {kind.__name__ for kind in get_args(protocol.FromClient)}
    return {name: each if name in read else _in_full(each) for name, each in parts.items()}


def openapi() -> dict[str, Any]:
    """Return the OpenAPI description of the HTTP API."""
    kinds: list[Any] = [Problem]
    for endpoint in ENDPOINTS:
        kinds += [kind for kind in (endpoint.body, endpoint.answer) if kind is not None]
    kinds = list(dict.fromkeys(kinds))
    refs, parts = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}", schema_hook=_schema_of
    )
    by_kind = dict(zip(kinds, refs, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind)
    read = _reachable(by_kind, parts)
    said = {name: each if name in read else _in_full(each) for name, each in parts.items()}
    paths |= {each.path: {"get": each.operation()} for each in (*FILES, *PREVIEW_FILES, *CHECKS, *PAGES)}
    paths |= former_operations()
    page: Json = _moved_refs({**engine_definitions(), **said, **tournament_parts()})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tilemeld",
            "version": VERSION,
            "description": ABOUT,
        },
        "paths": paths,
        "components": {
            "schemas": page,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _schema_of(kind: type) -> dict[str, Any]:
    """Describe what ``encode`` writes in its own way."""
    assert kind is Fraction, kind
    return {"type": "string", "description": "Points, with thirds where tables of three are equalised."}


def _reachable(by_kind: dict[Any, Any], parts: dict[str, Any]) -> set[str]:
    """Return the names of what requests are made of: there, and only there, defaults may be left out."""
    found: set[str] = set()
    waiting: list[Any] = [by_kind[each.body] for each in ENDPOINTS if each.body is not None]
    while waiting:
        match waiting.pop():
            case {"$ref": str(ref)}:
                name = ref.rsplit("/", 1)[1]
                waiting += [] if name in found or name not in parts else [parts[name]]
                found.add(name)
            case dict() as schema:
                waiting += schema.values()
            case list() as schemas:
                waiting += schemas
    return found


def operation_id(endpoint: AnyEndpoint) -> str:
    """Return what generated clients call an endpoint."""
    return endpoint.handler.__name__.strip("_")


def _operation(endpoint: AnyEndpoint, by_kind: dict[Any, Any]) -> dict[str, Any]:
    answer = {"schema": by_kind[endpoint.answer]} if endpoint.answer is not None else {}
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": operation_id(endpoint),
        "responses": {
            str(endpoint.status): {"description": "Done.", "content": {endpoint.media: answer}},
            **(_if_kept(endpoint, answer) if endpoint.is_kept else {}),
            "4XX": PROBLEM,
            "5XX": PROBLEM,
        },
        "parameters": [_parameter(name) for name in _names(endpoint.path)],
    }
    if endpoint.writes:
        operation["parameters"].append(_key(endpoint.token))
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": not _is_optional(endpoint.body),
            "content": {"application/json": {"schema": by_kind[endpoint.body]}},
        }
    if endpoint.token:
        operation["security"] = [{"token": []}]
    return operation


def _if_kept(endpoint: AnyEndpoint, answer: dict[str, Any]) -> dict[str, Any]:
    """Describe both answers of what is written once for all who ask, and their headers."""
    texts = {"ETag": "The tag of the text.", NOW_HEADER: "The server's time, in milliseconds."}
    if endpoint.token:
        texts[ROLE_HEADER] = "Your role in the tournament."
        texts[HEAD_HEADER] = "Whether you act as head referee: yes or no."
    headers = {name: {"description": text, "schema": {"type": "string"}} for name, text in texts.items()}
    unchanged = {"description": "Nothing has changed since the tag of If-None-Match.", "headers": headers}
    return {
        "200": {"description": "Done.", "headers": headers, "content": {endpoint.media: answer}},
        "304": unchanged,
    }


def _is_optional(body: type[msgspec.Struct]) -> bool:
    """Say whether a request may come without its body, since everything in it has a default."""
    try:
        msgspec.json.decode(b"{}", type=body)
    except msgspec.ValidationError:
        return False
    return True


def _names(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def _parameter(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": PARAMETER_LENGTH}
    if name == "seat":
        schema = {"type": "integer", "minimum": 0, "maximum": 5}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _key(known: bool) -> dict[str, Any]:
    about = "Chosen by the client: under the same key, a write is done once."
    if not known:
        about += f" Without a token it has at least {LEAST_UNKNOWN_KEY} characters (http/weak-key)."
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "required": True,
        "description": about,
        "schema": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH},
    }


def _moved_refs(value: Any) -> Any:
    """Point references at where OpenAPI keeps its schemas."""
    if isinstance(value, dict):
        return {
            key: each.replace("#/$defs/", "#/components/schemas/")
            if key == "$ref" and isinstance(each, str)
            else _moved_refs(each)
            for key, each in value.items()
        }
    return [_moved_refs(each) for each in value] if isinstance(value, list) else value
