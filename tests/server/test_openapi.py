"""The description of the wire: complete, and made of structs that are filled by name.

Proves `server/http/file_route.py`.
"""

import asyncio
import contextlib
import http.client
import inspect
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest
from starlette.routing import Route

from server.live_server import Live
from server.tournament.test_tournaments import open_tournament, serve
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.server.app import Overrides, Server
from tilemeld.server.http.file_route import plain_path
from tilemeld.server.openapi import openapi
from tilemeld.server.settings import Settings
from tilemeld.server.tournament.files import FILES

Schema = Any


def vague(schema: Schema, path: str = "$") -> Iterator[str]:
    """Every place where a schema says nothing, or only that it is an object or a list."""
    if isinstance(schema, list):
        for at, each in enumerate(schema):
            yield from vague(each, f"{path}[{at}]")
    elif isinstance(schema, dict):
        said = set(schema) - {"description", "title", "default"}
        if not said or (schema.get("type") == "object" and not said & {"properties", "additionalProperties"}):
            yield path
        if schema.get("type") == "array" and not said & {"items", "prefixItems"} and schema.get("maxItems"):
            yield path
        for name, each in schema.get("properties", {}).items():
            yield from vague(each, f"{path}.{name}")
        for name in ("items", "anyOf", "prefixItems", "additionalProperties"):
            if isinstance(schema.get(name), dict | list):
                yield from vague(schema[name], f"{path}.{name}")


def test_every_body_and_answer_is_described_completely() -> None:
    schemas = openapi()["components"]["schemas"]
    assert [place for name, each in schemas.items() for place in vague(each, name)] == []
    for endpoint in ENDPOINTS:
        assert endpoint.answer is not None or endpoint.media != "application/json", endpoint.name


def test_every_route_of_the_app_is_described() -> None:
    server = Server(Settings(), Overrides(store=MemoryStore(), thinker=InlineThinker()))
    described = {(path, method.upper()) for path, methods in openapi()["paths"].items() for method in methods}
    routes = [each for each in server.requests.routes() if isinstance(each, Route)]
    real = {
        (plain_path(each.path), method)
        for each in routes
        for method in (each.methods or set()) - {"HEAD"}
        if each.path not in server.requests.front_end.files
    }
    assert len(real) > 80
    assert real == described


def test_no_two_operations_share_a_name() -> None:
    named = [each["operationId"] for methods in openapi()["paths"].values() for each in methods.values()]
    assert len(named) == len(set(named))


def test_every_file_of_a_tournament_is_of_the_described_kind() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        proposal = {"round": 1, "seed": "1"}
        await desk.call("POST", "/proposals", proposal)
        for each in FILES:
            path = each.path.format(tournament=desk.made["tournament"], kind="standings")
            for token in ("", desk.token):
                status, headers, text = await asyncio.to_thread(read, server.port, path, token)
                assert status == (401 if each.token and not token else 200), path
                media = headers["content-type"].partition(";")[0]
                assert media == (each.media if status == 200 else "application/json"), path
                if status == 200 and media == "application/json":
                    schema = {**each.schema, "components": openapi()["components"]}
                    jsonschema.Draft202012Validator(schema).validate(json.loads(text))

    serve(story)


def read(port: int, path: str, token: str) -> tuple[int, dict[str, str], bytes]:
    """Ask for a file, which need not be text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, headers, response.read()


def test_every_field_of_an_answer_is_always_there() -> None:
    schemas = openapi()["components"]["schemas"]
    for name in ("TableInfo", "Choices", "RuleField", "AnalysisInfo", "WordInfo", "rules"):
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"]), name


def structs() -> list[type[msgspec.Struct]]:
    """Every struct of the server."""
    found, waiting = [], [msgspec.Struct]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found += [kind] if kind.__module__.startswith("tilemeld.server") else []
    return found


@pytest.mark.parametrize("kind", structs(), ids=lambda kind: kind.__name__)
def test_a_struct_of_the_wire_is_filled_by_name(kind: type[msgspec.Struct]) -> None:
    kinds = {each.kind for each in inspect.signature(kind).parameters.values()}
    assert kinds <= {inspect.Parameter.KEYWORD_ONLY}
