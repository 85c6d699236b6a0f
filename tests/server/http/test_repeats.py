"""Every write of the lobby, sent twice under one key, leaves the state of once."""

import asyncio
import json
from typing import Any

from server.live_server import Live, ask
from server.study.test_records import finished, when_listed
from server.tournament.test_tournaments import serve
from tilemeld.server.all_endpoints import ENDPOINTS

Json = Any
TABLE = "/api/tables/{table}"
GAME = "/api/games/{game}"
QUESTIONS = {"POST /api/solve", "POST /api/solve/words", "POST /api/records/reviews"}
"""They are posted because they are long; they change nothing."""
STORY: tuple[tuple[str, Json], ...] = (
    ("PATCH /api/me", {"name": "Ala"}),
    ("POST /api/tables", {"profile": "cs", "seats": 4}),
    (f"PUT {TABLE}", {"profile": "cs", "seats": 3}),
    (f"POST {TABLE}/seats", {"seat": 1}),
    (f"DELETE {TABLE}/seats/{{seat}}", None),
    (f"PUT {TABLE}/seats/{{seat}}/bot", {"bot": "casual"}),
    (f"PUT {TABLE}/seats/{{seat}}/ready", {"ready": False}),
    (f"POST {TABLE}/start", None),
    (f"POST {GAME}/allowances", {"seat": 0, "seconds": 10}),
)
"""In this order; a seat is named where it is needed."""
SEATS = {f"DELETE {TABLE}/seats/{{seat}}": 1, f"PUT {TABLE}/seats/{{seat}}/bot": 1}
APART = {
    "POST /api/guests",
    "DELETE /api/me",
    "POST /api/quick",
    f"POST {TABLE}/rematch",
    f"POST {GAME}/analysis",
}


def test_every_write_outside_tournaments_is_sent_twice_by_a_test() -> None:
    writes = {each.name for each in ENDPOINTS if each.method != "GET" and "/api/events" not in each.path}
    assert {name for name, _ in STORY} | APART == writes - QUESTIONS


async def send(
    server: Live, name: str, body: Json, token: str, *, key: str, **parts: Json
) -> tuple[int, Json]:
    method, path = name.format(**parts).split(" ")
    status, _, text = await asyncio.to_thread(
        ask, server.port, method, path, body=body, token=token, idempotency_key=key
    )
    return status, json.loads(text)


async def state_of(server: Live, token: str) -> Json:
    """Everything that a write of the lobby changes."""
    me = await server.http("GET", "/api/me", None, token)
    tables = await server.server.tables.of(me["person"])
    return me, [await server.http("GET", f"/api/tables/{table.id}", None, token) for table in tables]


def test_what_is_sent_twice_under_one_key_leaves_the_state_of_once() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        parts: Json = {}
        for name, body in STORY:
            parts["seat"] = SEATS.get(name, 0)
            once = await send(server, name, body, token, key=f"k-{name}"[:64], **parts)
            state = await state_of(server, token)
            again = await send(server, name, body, token, key=f"k-{name}"[:64], **parts)
            assert again == once, name
            assert once[0] < 300, (name, once)
            assert await state_of(server, token) == state, name
            if name == "POST /api/tables":
                parts["table"] = once[1]["id"]
            if name == f"POST {TABLE}/start":
                parts["game"] = once[1]["game"]

    serve(story)


def test_a_guest_who_asks_twice_is_one_guest_and_is_forgotten_once() -> None:
    async def story(server: Live) -> None:
        first = await send(server, "POST /api/guests", {"name": "Ala"}, "", key="come")
        assert await send(server, "POST /api/guests", {"name": "Ala"}, "", key="come") == first
        token = first[1]["token"]
        assert (await send(server, "DELETE /api/me", None, token, key="go"))[0] == 200
        assert (await send(server, "DELETE /api/me", None, token, key="go"))[0] == 401

    serve(story)


def test_a_game_against_bots_is_set_once_and_two_keys_are_two_games() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"bots": ["casual"], "profile": "cs"}
        made = [await send(server, "POST /api/quick", wish, token, key=key) for key in ("a", "a", "b")]
        assert made[0] == made[1]
        assert made[0][1]["id"] != made[2][1]["id"]

    serve(story)


def test_a_review_and_a_rematch_are_begun_once() -> None:
    async def story(server: Live) -> None:
        table, game, token = await finished(server)
        await when_listed(server, token)
        for name in (f"POST {GAME}/analysis", f"POST {TABLE}/rematch"):
            once = await send(server, name, None, token, key="k", table=table, game=game)
            state = await state_of(server, token)
            assert await send(server, name, None, token, key="k", table=table, game=game) == once
            assert once[0] == 200
            assert await state_of(server, token) == state

    serve(story)


def test_what_was_refused_may_be_tried_again_and_a_long_key_is_refused() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        for _ in range(2):
            status, told = await send(server, "POST /api/quick", {"bots": ["nobody"]}, token, key="a")
            assert (status, told["refusals"][0]["code"]) == (400, "bots/unknown")
        assert (await send(server, "POST /api/quick", {"bots": ["casual"]}, token, key="a"))[0] == 201
        assert (await send(server, "POST /api/quick", {"bots": ["casual"]}, token, key="x" * 65))[0] == 400

    serve(story)
