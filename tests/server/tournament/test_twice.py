"""Whatever is sent to a tournament twice under one id leaves the same state as sent once."""

from dataclasses import dataclass
from typing import get_args

import pytest

from server.live_server import HttpProblem, Json, Live
from server.tournament.test_tournaments import Desk, come_in, serve
from tilemeld.engine.record.codec import tag_of
from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.tournament.log.facts import WritableFact

SHEET = {"points": [30, -10, -15, -5], "winners": [0]}
TABLES = [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "P8"]]
CLOCK = {"presses": 1, "game": 1, "turn": 1, "seat": 0, "started_at": 5, "limit_ms": 40_000}
AT = "/api/events/{event}"
ASKING = {"POST /api/events/find", f"POST {AT}/players/reading", f"POST {AT}/swap-cost"}
"""What is asked by POST, since the question is long or secret; nothing is written."""


@dataclass(frozen=True)
class Write:
    """A write: the endpoint, the address below the event, what is sent, and who sends it."""

    endpoint: str
    path: str
    body: Json = None
    who: str = "director"


def fact(kind: str, *, who: str = "director", why: str = "x", **fields: Json) -> Write:
    body = {"fact": {"type": kind, **fields}, "why": why, "id": f"f-{kind}"}
    return Write(f"POST {AT}/facts", "/facts", body, who)


GAME: Json = {"round": 1, "table": 1, "game": 1}
WRITES: tuple[Write, ...] = (
    Write(f"POST {AT}/players", "/players", {"text": "\n".join(f"Name {n}" for n in range(9)), "id": "e"}),
    Write(f"PUT {AT}/format", "/format", {"rounds": 3, "games": 2, "id": "f"}),
    Write(f"PUT {AT}/players/{{player}}", "/players/P1", {"name": "Ala", "rating": 1500}),
    Write(f"DELETE {AT}/players/{{player}}/name", "/players/P9/name"),
    Write(f"POST {AT}/claim", "/claim", {"code": "P1"}, "P1"),
    fact("rating-changed", player="P2", rating=7),
    fact("withdrawn", player="P9"),
    fact("returned", player="P9"),
    Write(f"POST {AT}/drafts", "/drafts", {"round": 1, "id": "d"}),
    fact("seating-drawn", round=1, tables=TABLES, byes=["P9"]),
    fact("seats-swapped", round=1, one="P8", other="P9"),
    fact("seating-published", round=1),
    fact("checked-in", player="P1", who="P1"),
    fact("clock-started", round=1),
    fact("time-added", round=1, seconds=60),
    fact("clock-paused", round=1),
    fact("allowance-given", player="P1", seconds=20),
    Write(f"PUT {AT}/rounds/{{round}}/tables/{{number}}/clock", "/rounds/1/tables/1/clock", CLOCK, "P1"),
    Write(f"POST {AT}/calls", "/calls", {"round": 1, "table": 1, "why": "why", "id": "c"}, "P1"),
    Write(
        f"POST {AT}/rulings",
        "/rulings",
        {"round": 1, "table": 1, "kind": "points", "player": "P2", "value": -10, "why": "x", "id": "r"},
    ),
    fact("call-answered", call=0),
    fact("conduct-reported", player="P3"),
    fact("warning-given", player="P3"),
    fact("result-entered", **GAME, sheet=SHEET, who="P1"),
    fact("result-confirmed", **GAME, player=None),
    fact("result-corrected", **GAME, sheet={"points": [20, -10, -5, -5], "winners": [0]}),
    fact("game-skipped", **{**GAME, "game": 2}),
    fact("time-ended", round=1),
    fact("excluded", player="P3"),
    Write(
        f"POST {AT}/players/{{player}}/substitute",
        "/players/P8/substitute",
        {"name": {"name": "Iwo"}, "why": "x", "id": "s"},
    ),
    fact("event-ended"),
    fact("undone", entry=0),
)
"""Everything that can be written at a hall, in an order in which it can."""


async def state_of(desk: Desk) -> Json:
    """Everything that there is to know of an event, but for the time."""
    seen = [await desk.call("GET", path) for path in ("", "/log", "/codes", "/public", "/players/P1/games")]
    for each in seen[0]["rounds"]:
        each.pop("clock_left_ms", None)
    seen[0].pop("now", None)
    return seen


async def prepared(desk: Desk, body: Json) -> Json:
    """Fill in what only the server can say: a player's code, the number of an entry."""
    if body is None or ("id" not in body and "code" not in body):
        return body
    log = (await desk.call("GET", "/log"))["entries"]
    if "code" in body:
        codes = (await desk.call("GET", "/codes"))["codes"]
        return {"code": next(each["code"] for each in codes if each["player"] == body["code"])}
    for field, kind in (("call", "referee-called"), ("entry", "event-ended")):
        if body.get("fact", {}).get(field) == 0:
            number = next(entry["number"] for entry in log if entry["fact"]["type"] == kind)
            return {**body, "fact": {**body["fact"], field: number}}
    return body


def test_what_is_sent_twice_leaves_the_state_of_once() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"name": "Cup", "format": {"rounds": 2, "games": 2}, "id": "open"}
        made = [await server.http("POST", "/api/events", wish, token) for _ in range(2)]
        assert made[0] == made[1]
        assert len((await server.http("GET", "/api/events", None, token))["events"]) == 1
        desk = Desk(server, token, made[0])
        tokens = {"director": token, "P1": str((await server.guest("Ala"))["token"])}
        for write in WRITES:
            method = write.endpoint.partition(" ")[0]
            body = await prepared(desk, write.body)
            once = await desk.call(method, write.path, body, tokens[write.who])
            state = await state_of(desk)
            again = await desk.call(method, write.path, body, tokens[write.who])
            assert await state_of(desk) == state, write
            assert {**again, "now": 0} == {**once, "now": 0}, write

    serve(story)


def test_a_look_at_hidden_tiles_sent_twice_is_written_once_and_forgetting_twice_forgets_once() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"name": "Cup", "format": {"rounds": 1, "games": 1, "place": "online"}, "id": "open"}
        desk = Desk(server, token, await server.http("POST", "/api/events", wish, token))
        await desk.call("POST", "/players", {"text": "Ala\nOla\nEwa\nJan", "id": "e"})
        codes = (await desk.call("GET", "/codes"))["codes"]
        for code in (each["code"] for each in codes if each["player"]):
            await come_in(desk, code)
        for kind in ("seating-drawn", "seating-published", "clock-started"):
            seats: Json = {"tables": [["P1", "P2", "P3", "P4"]]} if kind == "seating-drawn" else {}
            await desk.fact(kind, round=1, **seats)
        look = {"round": 1, "table": 1, "why": "a dispute", "id": "look"}
        first = await desk.call("POST", "/looks", look)
        log = await desk.call("GET", "/log")
        assert await desk.call("POST", "/looks", look) == first
        assert await desk.call("GET", "/log") == log
        await desk.call("DELETE", "")
        with pytest.raises(HttpProblem) as caught:
            await desk.call("DELETE", "")
        assert caught.value.codes == ["event/unknown"]

    serve(story)


@pytest.mark.parametrize(
    ("path", "body", "other"),
    [
        ("", {"name": "Cup", "id": "o"}, {"name": "Another", "id": "o"}),
        ("/drafts", {"round": 1, "id": "d"}, {"round": 1, "seed": "s", "id": "d"}),
        ("/players", {"text": "Ala", "id": "p"}, None),
    ],
)
def test_an_id_that_stands_for_something_else_is_refused(path: str, body: Json, other: Json) -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        desk = Desk(server, token, await server.http("POST", "/api/events", {"name": "Cup"}, token))
        await desk.call("POST", "/players", {"text": "Iwo\nOla\nEwa\nJan"})
        at = "/api/events" if not path else desk.at + path
        await server.http("POST", at, body, token)
        again, where = (other, at) if other else ({"round": 1, "id": "p"}, f"{desk.at}/drafts")
        with pytest.raises(HttpProblem) as caught:
            await server.http("POST", where, again, token)
        assert caught.value.codes == ["event/reused"]

    serve(story)


def test_every_write_of_a_tournament_is_sent_twice_by_a_test() -> None:
    found = {each.name for each in ENDPOINTS if "/api/events" in each.path and each.method != "GET"} - ASKING
    apart = {"POST /api/events", f"POST {AT}/looks", f"DELETE {AT}"}
    assert {write.endpoint for write in WRITES} | apart == found
    kinds = {write.body["fact"]["type"] for write in WRITES if write.path == "/facts"}
    assert kinds | {"format-changed"} == {tag_of(kind) for kind in get_args(WritableFact)}
