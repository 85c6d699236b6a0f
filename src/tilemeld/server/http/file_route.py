"""Routes that are not JSON calls, as OpenAPI describes them: files, pages, checks and former addresses."""

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from .former_addresses import FORMER_CALLS, FORMER_PAGES, METHODS, former_status
from .static_files import CLIENT_PAGES

Schema = dict[str, Any]
PROBLEM: Schema = {
    "description": "Why not.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
PARAMETER_LENGTH = 64
"""How long a part of an address may be: the longest id, code or word with room to spare."""


@dataclass(frozen=True, slots=True, eq=False)
class FileRoute:
    """A route that answers a GET with something else than the answer of a call."""

    path: str
    name: str
    """What generated clients call it; no other route has it."""
    summary: str
    _: KW_ONLY
    media: str
    schema: Schema = field(default_factory=lambda: {"type": "string"})
    token: bool = False
    """Whether only somebody with a token is answered."""
    parameters: tuple[Schema, ...] = ()
    """What may be asked besides what is in the address."""
    parts: Mapping[str, Schema] = field(default_factory=dict)
    """What parts of the address may be, where not every text fits."""
    statuses: Mapping[str, str] = field(default_factory=dict)
    """Other answers, and what they mean."""

    def operation(self) -> Schema:
        """Describe it as OpenAPI does."""
        operation: Schema = {
            "summary": self.summary,
            "operationId": self.name,
            "parameters": [*path_parameters(self.path, self.parts), *self.parameters],
            "responses": {
                "200": {"description": "Done.", "content": {self.media: {"schema": self.schema}}},
                **{status: {"description": text} for status, text in self.statuses.items()},
                "4XX": PROBLEM,
                "5XX": PROBLEM,
            },
        }
        return {**operation, "security": [{"token": []}]} if self.token else operation


def query(name: str, text: str, **schema: Any) -> Schema:
    """Describe a parameter that may be given after the question mark."""
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


def path_parameters(path: str, parts: Mapping[str, Schema]) -> list[Schema]:
    """Describe the parts of an address that are in braces."""
    usual = {"type": "string", "minLength": 1, "maxLength": PARAMETER_LENGTH}
    return [
        {"name": name, "in": "path", "required": True, "schema": parts.get(name, usual)}
        for name in re.findall(r"\{(\w+)\}", path)
    ]


def plain_path(path: str) -> str:
    """Return a route's path without the kinds of its parts: ``{seat:int}`` is ``{seat}``.

    >>> plain_path("/events/{rest:path}")
    '/events/{rest}'
    """
    return re.sub(r":\w+\}", "}", path)


CHECKS: tuple[FileRoute, ...] = (
    FileRoute(
        "/openapi.json", "openapi", "This description.", media="application/json", schema={"type": "object"}
    ),
    FileRoute(
        "/healthz",
        "health",
        "Whether the process is alive.",
        media="application/json",
        schema={"type": "object", "properties": {"alive": {"type": "boolean"}}, "required": ["alive"]},
    ),
    FileRoute(
        "/readyz",
        "readiness",
        "Whether the server takes requests; 503 while it starts or stops.",
        media="application/json",
        schema={"type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"]},
        statuses={"503": "Not yet, or not any more."},
    ),
    FileRoute("/metrics", "metrics", "Figures for Prometheus.", media="text/plain"),
)
PAGES: tuple[FileRoute, ...] = tuple(
    FileRoute(
        path,
        "page" + re.sub(r"\W+", "_", path).rstrip("_"),
        "A page of the browser's client.",
        media="text/html",
        statuses={"304": "It has not changed since the tag of If-None-Match."},
    )
    for path in CLIENT_PAGES
)


def former_operations() -> dict[str, Schema]:
    """Describe the addresses of former versions, by path."""
    found: dict[str, Schema] = {}
    for path in map(plain_path, FORMER_PAGES):
        moved = {"308": {"description": "The page is at the address in Location."}}
        found[path] = {"get": _former(path, "get", "A tournament's page, where it once was.", moved)}
    for path in map(plain_path, FORMER_CALLS):
        found[path] = {}
        for method in METHODS:
            gone = {str(former_status(method)): {**PROBLEM, "description": "The page has to be reloaded."}}
            summary = "A call of protocol 2 about tournaments."
            found[path][method.lower()] = _former(path, method.lower(), summary, gone)
    return found


def _former(path: str, method: str, summary: str, responses: Schema) -> Schema:
    return {
        "summary": summary,
        "operationId": f"former_{method}" + re.sub(r"\W+", "_", path).rstrip("_"),
        "deprecated": True,
        "parameters": path_parameters(path, {}),
        "responses": responses,
    }
