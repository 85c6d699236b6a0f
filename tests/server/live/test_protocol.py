"""The protocol's page, schema and types are what the code says; every message has an example that is read."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from server.live_server import view_hash
from tilemeld.engine.errors import CODES as RULE_CODES
from tilemeld.server.live import protocol
from tilemeld.server.openapi import openapi, protocol_schema
from tilemeld.service.errors import CODES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", PAGE, flags=re.DOTALL)
]

VALIDATORS = {
    side: jsonschema.Draft202012Validator({**protocol_schema(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})
    for side in ("FromClient", "FromServer")
}


def tags(union: object) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_every_message_has_an_example_and_every_example_is_one() -> None:
    assert {example["type"] for example in EXAMPLES} == tags(protocol.FromClient) | tags(protocol.FromServer)
    assert len(EXAMPLES) == len(get_args(protocol.FromClient)) + len(get_args(protocol.FromServer))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["type"])
def test_an_example_is_read_by_the_code_and_fits_the_schema(example: dict[str, Any]) -> None:
    side = "FromClient" if example["type"] in tags(protocol.FromClient) else "FromServer"
    if side == "FromClient":
        assert isinstance(protocol.decode(json.dumps(example)), get_args(protocol.FromClient))
    else:
        msgspec.json.decode(json.dumps(example), type=protocol.FromServer)
    VALIDATORS[side].validate(example)


def test_the_example_of_a_view_has_its_own_hash() -> None:
    (view,) = (example for example in EXAMPLES if example["type"] == "view")
    assert view_hash(view["view"]) == view["hash"]


def test_the_two_unions_share_no_name_and_no_message_is_both() -> None:
    assert not tags(protocol.FromClient) & tags(protocol.FromServer)


def test_every_reference_of_the_schemas_leads_somewhere() -> None:
    for page, place in ((protocol_schema(), "#/$defs/"), (openapi(), "#/components/schemas/")):
        known = page["$defs"] if "$defs" in page else page["components"]["schemas"]
        refs = set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(page)))
        assert refs
        assert {ref for ref in refs if ref.removeprefix(place) not in known} == set()


def test_codes_of_rules_and_service_do_not_overlap() -> None:
    assert not set(RULE_CODES) & set(CODES)


def test_every_code_of_the_service_is_used_somewhere() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "tilemeld").rglob("*.py")
        if path.name != "errors.py"
    )
    assert [code for code in CODES if f'"{code}"' not in source] == []
