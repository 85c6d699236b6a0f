"""The description of the wire: complete, and made of structs that are filled by name."""

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.server.openapi import openapi

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
