"""What tournaments say is what OpenAPI describes: facts and pages in full, and every fact read back.

Proves `server/tournament/encode.py`.
"""

from typing import Any, get_args

import jsonschema
import pytest

from server.live_server import Json, Live
from server.tournament.test_tournaments import open_tournament, result, serve
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.openapi import openapi
from tilemeld.server.tournament.schemas import MAY_LACK
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import (
    ConductReported,
    Fact,
    FormatChanged,
    ResultConfirmed,
    ResultCorrected,
    SeatingDrawn,
    ServerFact,
    TimeAdded,
    TournamentOpened,
    WritableFact,
    read_fact,
)
from tilemeld.tournament.result_sheet import Sheet

FORMAT = Format(profile("uk").override({"big_points": True}), final="table")
SOME: tuple[Fact, ...] = (
    TournamentOpened("Cup", FORMAT, "seed"),
    FormatChanged(FORMAT),
    SeatingDrawn(1, (("P1", "P2", "P3"),)),
    ResultConfirmed(1, 1, 1),
    ResultCorrected(round=1, table=1, game=1, sheet=Sheet((10, -10, 0), (Seat(0),))),
    TimeAdded(1, 60),
    ConductReported("P1"),
)


def fits(value: Json, name: str) -> None:
    page = openapi()
    schema = {"$ref": f"#/components/schemas/{name}", "components": page["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)


@pytest.mark.parametrize("fact", SOME, ids=lambda fact: type(fact).__name__)
def test_a_fact_is_reported_in_full_and_read_back(fact: Fact) -> None:
    data: Any = to_json(fact, full=True)
    fits(data, "Fact")
    assert from_json(type(fact), data) == fact
    if not isinstance(fact, ServerFact):
        fits(data, "WritableFact")
        assert read_fact(data) == fact


def test_every_fact_has_a_schema_with_its_name_in_it() -> None:
    parts: dict[str, Any] = openapi()["components"]["schemas"]
    for kind in get_args(Fact):
        schema = parts[kind.__name__]
        assert "const" in schema["properties"]["type"], kind
        assert {*schema["required"], *MAY_LACK.get(kind.__name__, ())} == set(schema["properties"]), kind
    assert len(parts["WritableFact"]["anyOf"]) == len(get_args(WritableFact))
    assert "dict" not in str(parts["FactWish"])


def test_the_desk_the_log_and_the_public_page_are_as_described() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        await desk.call("POST", "/proposals", {"round": 1})
        await desk.fact("seating-published", round=1)
        await desk.fact("result-entered", **result(1))
        fits(await desk.call("GET", ""), "TournamentView")
        fits(await desk.call("GET", "/log"), "LogInfo")
        fits(await desk.call("GET", "/public"), "PublicTournament")
        view = await desk.call("GET", "")
        assert view["format"]["cut_to"] == 16, "also what is as usual"
        assert view["format"]["rules"]["settlement"] == "player"

    serve(story)
