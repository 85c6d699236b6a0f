"""Whatever is sent to a tournament twice under one key leaves the same state as sent once."""

import asyncio
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

import pytest

from server.live_server import QUICK, HttpProblem, Json, Live, live
from server.tournament.test_tournaments import Desk, come_in, serve
from tilemeld.engine.record.codec import TAGGED
from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.tournament.log.facts import WritableFact

SHEET = {"points": [30, -10, -15, -5], "winners": [0]}
TABLES = [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "P8"]]
CLOCK = {"presses": 1, "game": 1, "turn": 1, "seat": 0, "started_at": 5, "limit_ms": 40_000}
AT = "/api/tournaments/{tournament}"


@dataclass(frozen=True)
class Write:
    """A write: the endpoint, the address below the tournament, what is sent, and who sends it."""

    endpoint: str
    path: str
    body: Json = None
    who: str = "director"


def fact(kind: str, *, who: str = "director", why: str = "x", **fields: Json) -> Write:
    body = {"fact": {"type": kind, **fields}, "why": why}
    return Write(f"POST {AT}/facts", "/facts", body, who)


GAME: Json = {"round": 1, "table": 1, "game": 1}
WRITES: tuple[Write, ...] = (
    Write(f"POST {AT}/players", "/players", {"text": "\n".join(f"Name {n}" for n in range(9))}),
    Write(f"PUT {AT}/format", "/format", {"rounds": 3, "games": 2}),
    Write(f"PUT {AT}/players/{{player}}", "/players/P1", {"name": "Ala", "rating": 1500}),
    Write(f"DELETE {AT}/players/{{player}}/name", "/players/P9/name"),
    Write(f"POST {AT}/claim", "/claim", {"code": "P1"}, "P1"),
    fact("rating-changed", player="P2", rating=7),
    fact("tournament-renamed", name="Autumn Cup"),
    fact("withdrawn", player="P9"),
    fact("returned", player="P9"),
    fact("wishes-stated", wishes={"apart_rounds": 1, "never": [["P1", "P2"]], "fixed": [["P3", 2]]}),
    Write(f"POST {AT}/plans", "/plans"),
    Write(f"POST {AT}/proposals", "/proposals", {"round": 1}),
    fact("seating-drawn", round=1, tables=TABLES, byes=["P9"]),
    fact("seats-swapped", round=1, one="P8", other="P9"),
    fact("seating-published", round=1),
    fact("checked-in", player="P1", who="P1"),
    fact("clock-started", round=1),
    fact("time-added", round=1, seconds=60),
    fact("clock-paused", round=1),
    fact("allowance-given", player="P1", seconds=20),
    Write(f"PUT {AT}/rounds/{{round}}/tables/{{number}}/clock", "/rounds/1/tables/1/clock", CLOCK, "P1"),
    Write(f"POST {AT}/calls", "/calls", {"round": 1, "table": 1, "why": "why"}, "P1"),
    Write(
        f"POST {AT}/rulings",
        "/rulings",
        {"round": 1, "table": 1, "kind": "points", "player": "P2", "value": -10, "why": "x"},
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
        {"name": {"name": "Iwo"}, "why": "x"},
    ),
    fact("event-ended"),
    fact("undone", entry=0),
)
"""Everything that can be written at a hall, in an order in which it can."""


async def state_of(desk: Desk) -> Json:
    """Everything that there is to know of a tournament."""
    return [await desk.call("GET", path) for path in ("", "/log", "/codes", "/public", "/players/P1/games")]


async def prepared(desk: Desk, body: Json) -> Json:
    """Fill in what only the server can say: a player's code, the number of an entry."""
    if body is None or ("fact" not in body and "code" not in body):
        return body
    log = (await desk.call("GET", "/log"))["entries"]
    if "code" in body:
        codes = (await desk.call("GET", "/codes"))["codes"]
        return {"code": next(each["code"] for each in codes if each["player"] == body["code"])}
    for field, kind in (("call", "referee-called"), ("entry", "event-ended")):
        if body.get("fact", {}).get(field) == 0:
            number = next(each["entry"]["number"] for each in log if each["entry"]["fact"]["type"] == kind)
            return {**body, "fact": {**body["fact"], field: number}}
    return body


def key_of(write: Write) -> str:
    """The key under which a write is sent, however often."""
    kind = write.body["fact"]["type"] if write.path == "/facts" else write.path
    return f"{write.endpoint.partition(' ')[0]} {kind}"


def test_what_is_sent_twice_leaves_the_state_of_once_also_after_a_restart(tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")
    wish = {"name": "Cup", "format": {"rounds": 2, "games": 2}}
    sent: list[tuple[str, str, Json, str, str]] = []

    async def story() -> None:
        async with live(settings) as server:
            token = str((await server.guest("Dora"))["token"])
            made = [await server.http("POST", "/api/tournaments", wish, token, key="open") for _ in range(2)]
            assert made[0] == made[1]
            assert len((await server.http("GET", "/api/tournaments", None, token))["tournaments"]) == 1
            desk = Desk(server, token, made[0])
            tokens = {"director": token, "P1": str((await server.guest("Ala"))["token"])}
            for write in WRITES:
                method, key = write.endpoint.partition(" ")[0], key_of(write)
                body = await prepared(desk, write.body)
                once = await desk.call(method, write.path, body, tokens[write.who], key=key)
                state = await state_of(desk)
                again = await desk.call(method, write.path, body, tokens[write.who], key=key)
                assert await state_of(desk) == state, write
                assert {**again, "now": 0} == {**once, "now": 0}, write
                sent.append((method, write.path, body, tokens[write.who], key))
        async with live(settings) as server:
            assert await server.http("POST", "/api/tournaments", wish, token, key="open") == made[0]
            desk = Desk(server, token, made[0])
            state = await state_of(desk)
            for method, path, body, who, key in sent:
                await desk.call(method, path, body, who, key=key)
                assert await state_of(desk) == state, (method, path)

    asyncio.run(story())


def test_what_is_sent_five_times_at_once_is_written_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with live(replace(QUICK, data=tmp_path / "games.sqlite")) as server:
            token = str((await server.guest("Dora"))["token"])
            sent = (
                server.http("POST", "/api/tournaments", {"name": "Cup"}, token, key="o") for _ in range(5)
            )
            made = await asyncio.gather(*sent)
            assert all(each == made[0] for each in made)
            desk = Desk(server, token, made[0])
            await asyncio.gather(
                *(desk.call("POST", "/players", {"text": "Ala\nOla\nEwa\nJan"}, key="p") for _ in range(5))
            )
            await asyncio.gather(*(desk.call("POST", "/proposals", {"round": 1}, key="d") for _ in range(2)))
            log = (await desk.call("GET", "/log"))["entries"]
            assert [each["entry"]["fact"]["type"] for each in log] == [
                "event-opened",
                "role-given",
                "players-entered",
                "seating-drawn",
            ]

    asyncio.run(story())


def test_a_look_at_hidden_tiles_sent_twice_is_written_once_and_forgetting_twice_forgets_once() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"name": "Cup", "format": {"rounds": 1, "games": 1, "place": "online"}}
        desk = Desk(server, token, await server.http("POST", "/api/tournaments", wish, token))
        await desk.call("POST", "/players", {"text": "Ala\nOla\nEwa\nJan"})
        codes = (await desk.call("GET", "/codes"))["codes"]
        for code in (each["code"] for each in codes if each["player"]):
            await come_in(desk, code)
        for kind in ("seating-drawn", "seating-published", "clock-started"):
            seats: Json = {"tables": [["P1", "P2", "P3", "P4"]]} if kind == "seating-drawn" else {}
            await desk.fact(kind, round=1, **seats)
        look = {"round": 1, "table": 1, "why": "a dispute"}
        first = await desk.call("POST", "/looks", look, key="look")
        log = await desk.call("GET", "/log")
        assert await desk.call("POST", "/looks", look, key="look") == first
        assert await desk.call("GET", "/log") == log
        await desk.call("DELETE", "")
        with pytest.raises(HttpProblem) as caught:
            await desk.call("DELETE", "")
        assert caught.value.codes == ["tournament/unknown"]

    serve(story)


def test_a_file_restored_twice_makes_one_tournament_also_after_a_restart(tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")
    kept: list[Json] = []

    async def restore(server: Live) -> Desk:
        made = await server.http("POST", "/api/tournaments/restore", {"text": kept[0]}, kept[1], key="r")
        return Desk(server, kept[1], made)

    async def old_laptop(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        desk = Desk(server, token, await server.http("POST", "/api/tournaments", {"name": "Cup"}, token))
        await desk.call("POST", "/players", {"text": "Ala\nOla\nEwa\nJan"})
        await desk.call("POST", "/plans")
        kept.append(json.dumps(await desk.call("GET", "/export.json")))

    async def new_laptop() -> None:
        async with live(settings) as server:
            kept.append(str((await server.guest("Ewa"))["token"]))
            kept.append(await state_of(await restore(server)))
            assert await state_of(await restore(server)) == kept[2]
        async with live(settings) as server:
            assert await state_of(await restore(server)) == kept[2]
            mine = await server.http("GET", "/api/tournaments", None, kept[1])
            assert len(mine["tournaments"]) == 1

    serve(old_laptop)
    asyncio.run(new_laptop())


@pytest.mark.parametrize(
    "first", [{"name": "Ala"}, {"name": "Ala", "rating": 0}, {"name": "Ala", "rating": 9}]
)
def test_a_late_repeat_of_a_name_undoes_no_newer_name_or_rating(first: Json, tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")

    async def story() -> None:
        async with live(settings) as server:
            token = str((await server.guest("Dora"))["token"])
            desk = Desk(server, token, await server.http("POST", "/api/tournaments", {"name": "Cup"}, token))
            await desk.call("POST", "/players", {"text": "Iwo\nOla\nEwa\nJan"})
            await desk.call("PUT", "/players/P1", first, key="a")
            await desk.call("PUT", "/players/P1", {"name": "Ada", "rating": 1500}, key="b")
            state = await state_of(desk)
            await desk.call("PUT", "/players/P1", first, key="a")
            assert await state_of(desk) == state
        async with live(settings) as server:
            desk = Desk(server, token, desk.made)
            await desk.call("PUT", "/players/P1", first, key="a")
            assert await state_of(desk) == state
            with pytest.raises(HttpProblem) as caught:
                await desk.call("PUT", "/players/P1", {"name": "Eve"}, key="a")
            assert caught.value.codes[0].endswith("/reused")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("path", "body", "where", "other"),
    [
        ("", {"name": "Cup"}, "", {"name": "Another"}),
        ("/proposals", {"round": 1}, "/proposals", {"round": 1, "seed": "s"}),
        ("/players", {"text": "Ala"}, "/proposals", {"round": 1}),
        ("/players", {"text": "Ala"}, "/players", {"text": "Ela"}),
    ],
)
def test_a_key_that_stands_for_something_else_is_refused(
    path: str, body: Json, where: str, other: Json
) -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        desk = Desk(server, token, await server.http("POST", "/api/tournaments", {"name": "Cup"}, token))
        await desk.call("POST", "/players", {"text": "Iwo\nOla\nEwa\nJan"})
        await server.http("POST", desk.at + path if path else "/api/tournaments", body, token, key="k")
        with pytest.raises(HttpProblem) as caught:
            await server.http("POST", desk.at + where if where else "/api/tournaments", other, token, key="k")
        assert caught.value.codes == ["tournament/reused"]
        with pytest.raises(HttpProblem) as caught:
            await desk.call("POST", "/proposals", {"round": 1}, key="")
        assert caught.value.codes == ["http/no-key"]

    serve(story)


def test_every_write_of_a_tournament_is_sent_twice_by_a_test() -> None:
    found = {each.name for each in ENDPOINTS if "/api/tournaments" in each.path and each.writes}
    apart = {"POST /api/tournaments", "POST /api/tournaments/restore", f"POST {AT}/looks", f"DELETE {AT}"}
    assert {write.endpoint for write in WRITES} | apart == found
    kinds = {write.body["fact"]["type"] for write in WRITES if write.path == "/facts"}
    assert kinds | {"format-changed"} == {TAGGED[kind] for kind in get_args(WritableFact)}
