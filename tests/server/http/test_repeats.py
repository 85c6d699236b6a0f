"""Every write of the lobby, sent twice under one key, leaves the state of once: also after a restart.

Proves `service/repeats.py`.
"""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.live_server import QUICK, Live, ask, live
from server.study.test_records import finished, when_listed
from server.tournament.test_tournaments import serve
from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.service.ports import WRITES_KEPT, CommandKey, PersonId, TableId

Json = Any
TABLE = "/api/tables/{table}"
GAME = "/api/games/{game}"
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
COME = "5f0e6a7be3d94c21"
"""The key of somebody whom the server does not know yet."""
APART = {
    "POST /api/guests",
    "DELETE /api/me",
    "POST /api/quick",
    f"POST {TABLE}/rematch",
    f"POST {GAME}/analysis",
}


def test_every_write_outside_tournaments_is_sent_twice_by_a_test() -> None:
    writes = {each.name for each in ENDPOINTS if each.writes and "/api/tournaments" not in each.path}
    assert {name for name, _ in STORY} | APART == writes


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
        first = await send(server, "POST /api/guests", {"name": "Ala"}, "", key=COME)
        assert await send(server, "POST /api/guests", {"name": "Ala"}, "", key=COME) == first
        token = first[1]["token"]
        assert (await send(server, "DELETE /api/me", None, token, key="go"))[0] == 200
        assert (await send(server, "DELETE /api/me", None, token, key="go"))[0] == 401

    serve(story)


@pytest.mark.parametrize(
    "key", ["1", "come", "f0e6a7be3d94c21", "0" * 36, "00000000-0000-0000-0000-000000000001"]
)
def test_who_is_not_known_needs_a_key_that_nobody_else_has(key: str) -> None:
    async def story(server: Live) -> None:
        status, found = await send(server, "POST /api/guests", {"name": "Ala"}, "", key=key)
        assert status == 400, "the next script behind the same router would get this person and their token"
        (refusal,) = found["refusals"]
        assert refusal["code"] == "http/weak-key"
        assert repr(key) in refusal["text"]
        assert "UUID" in refusal["text"]
        token = str((await server.guest("Dora"))["token"])
        assert (await send(server, "POST /api/guests", {"name": "Ala"}, token, key=key))[0] == 201

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
            once = await send(server, name, None, token, key=name, table=table, game=game)
            state = await state_of(server, token)
            assert await send(server, name, None, token, key=name, table=table, game=game) == once
            assert once[0] == 200
            assert await state_of(server, token) == state

    serve(story)


async def refusal_of(server: Live, name: str, body: Json, token: str, *, key: str, **parts: Json) -> Json:
    status, found = await send(server, name, body, token, key=key, **parts)
    return status, [each["code"] for each in found["refusals"]]


def test_what_was_refused_may_be_tried_again() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        for _ in range(2):
            found = await refusal_of(server, "POST /api/quick", {"bots": ["nobody"]}, token, key="a")
            assert found == (400, ["bots/unknown"])
        assert (await send(server, "POST /api/quick", {"bots": ["casual"]}, token, key="a"))[0] == 201

    serve(story)


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_write_without_a_key_or_with_a_long_one_is_refused_and_a_question_needs_none(key: str) -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        for name in ("POST /api/guests", "POST /api/quick", "DELETE /api/me"):
            found = await refusal_of(
                server, name, {"bots": ["casual"]} if "q" in name else {}, token, key=key
            )
            assert found == (400, ["http/no-key"])
        assert (await send(server, "POST /api/solve", {"rack": ["r1"]}, token, key=key))[0] == 200

    serve(story)


def test_a_key_that_stands_for_something_else_is_refused() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"bots": ["casual"], "profile": "cs"}
        _, table = await send(server, "POST /api/quick", wish, token, key="a")
        state = await state_of(server, token)
        others: tuple[tuple[str, Json], ...] = (
            ("POST /api/quick", {"bots": ["strong"], "profile": "cs"}),
            ("POST /api/tables", {}),
            ("PATCH /api/me", {"name": "Ala"}),
            (f"POST {TABLE}/start", None),
        )
        for name, body in others:
            found = await refusal_of(server, name, body, token, key="a", table=table["id"])
            assert found == (403, ["command/reused"])
        again = {"profile": "cs", "house": {}, "bots": ["casual"]}  # the same, written in another way
        assert (await send(server, "POST /api/quick", again, token, key="a"))[1]["id"] == table["id"]
        assert await state_of(server, token) == state
        other = str((await server.guest("Ola"))["token"])  # keys of different people do not clash
        assert (await send(server, "POST /api/tables", {}, other, key="a"))[0] == 201

    serve(story)


@pytest.mark.parametrize(
    "name", ["POST /api/guests", "POST /api/tables", "POST /api/quick", f"POST {TABLE}/start"]
)
def test_what_is_sent_five_times_at_once_is_done_once(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with live(replace(QUICK, data=tmp_path / "games.sqlite")) as server:
            token = str((await server.guest("Dora"))["token"])
            _, table = await send(server, "POST /api/tables", {"bots": ["casual"]}, token, key="t")
            body = {"bots": ["casual"]} if "quick" in name else None if "start" in name else {}
            sent = (send(server, name, body, token, key="k", table=table["id"]) for _ in range(5))
            results = await asyncio.gather(*sent)
            assert {status for status, _ in results} <= {200, 201}, results
            assert len({each.get("id", each.get("token")) for _, each in results}) == 1
            assert len({each.get("game") for _, each in results if each.get("game")}) <= 1
            _, tables = await state_of(server, token)
            assert len(tables) == (2 if name in ("POST /api/tables", "POST /api/quick") else 1)
            games = [table["game"] for table in tables if table["game"]]
            assert await server.server.store.unfinished() == games, "no second game is played at no table"

    asyncio.run(story())


def test_what_is_sent_again_after_a_restart_leaves_the_state_of_once(tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")

    async def story() -> None:
        async with live(settings) as server:
            token = str((await server.guest("Dora"))["token"])
        parts: Json = {}
        for name, body in (*STORY, ("POST /api/quick", {"bots": ["casual"]})):
            parts["seat"] = SEATS.get(name, 0)
            key = f"k-{name}"[:64]
            async with live(settings) as server:
                once = await send(server, name, body, token, key=key, **parts)
                assert once[0] < 300, (name, once)
            async with live(settings) as server:
                state = await state_of(server, token)
                again = await send(server, name, body, token, key=key, **parts)
                assert again[0] == once[0], (name, again)
                assert again[1].get("id") == once[1].get("id"), name
                assert await state_of(server, token) == state, name
                if body is not None:
                    other = {**body, "name": "Ewa", "games": 2, "seat": 0, "ready": True}
                    other = {field: other[field] for field in body} | (
                        {"games": 2} if "profile" in body else {}
                    )
                    if other != body:
                        found = await refusal_of(server, name, other, token, key=key, **parts)
                        assert found == (403, ["command/reused"]), name
            if name == "POST /api/tables":
                parts["table"] = once[1]["id"]
            if name == f"POST {TABLE}/start":
                parts["game"] = once[1]["game"]

    asyncio.run(story())


def test_an_old_yes_does_not_say_yes_again_after_a_restart(tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")

    async def story() -> None:
        async with live(settings) as server:
            first = await send(server, "POST /api/guests", {"name": "Ala"}, "", key=COME)
            token = first[1]["token"]
            _, table = await send(server, "POST /api/tables", {"seats": 3}, token, key="t")
            where: Json = {"table": table["id"], "seat": 0}
            for key, ready in (("yes", True), ("no", False)):
                await send(
                    server, f"PUT {TABLE}/seats/{{seat}}/ready", {"ready": ready}, token, key=key, **where
                )
            for key, name in (("a", "Ewa"), ("b", "Iza")):
                await send(server, "PATCH /api/me", {"name": name}, token, key=key)
        async with live(settings) as server:
            assert (await send(server, "POST /api/guests", {"name": "Ala"}, "", key=COME))[1][
                "token"
            ] == token
            name = f"PUT {TABLE}/seats/{{seat}}/ready"
            _, found = await send(server, name, {"ready": True}, token, key="yes", **where)
            assert not found["places"][0]["ready"]
            assert (await send(server, "PATCH /api/me", {"name": "Ewa"}, token, key="a"))[1]["name"] == "Iza"

    asyncio.run(story())


def test_a_game_that_was_set_but_not_begun_when_the_server_died_begins_by_the_repeat(tmp_path: Path) -> None:
    settings = replace(QUICK, data=tmp_path / "games.sqlite")
    wish = {"bots": ["casual"], "profile": "cs"}

    async def story() -> None:
        async with live(settings) as server:
            token = str((await server.guest("Dora"))["token"])

            async def die(*_given: object, **_more: object) -> None:
                raise OSError("the plug was pulled")

            server.server.play.start = die  # type: ignore[method-assign,assignment]
            assert (await send(server, "POST /api/quick", wish, token, key="a"))[0] == 500
        async with live(settings) as server:
            status, table = await send(server, "POST /api/quick", wish, token, key="a")
            assert (status, table["stage"]) == (201, "playing")
            assert len((await state_of(server, token))[1]) == 1

    asyncio.run(story())


def test_a_repeat_that_comes_while_the_first_is_still_beginning_the_game_is_answered_with_it() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        play = server.server.play
        begin = play.start
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def begin_slowly(*given: Any, **more: Any) -> Any:
            if not begun.is_set():
                begun.set()
                await go_on.wait()
                return await begin(*given, **more)
            go_on.set()  # the first one is quicker now
            while not (await server.server.tables.get(given[1])).games:
                await asyncio.sleep(0)
            return await begin(*given, **more)

        play.start = begin_slowly  # type: ignore[method-assign]
        wish = {"bots": ["casual"]}
        first = asyncio.create_task(send(server, "POST /api/quick", wish, token, key="a"))
        await begun.wait()
        again = await send(server, "POST /api/quick", wish, token, key="a")
        assert again[0] == 201, again
        assert again[1]["game"] == (await first)[1]["game"]

    serve(story)


def test_the_key_of_a_new_name_is_as_new_as_the_name() -> None:
    async def story(server: Live) -> None:
        me = await server.guest("Dora")
        person, token = PersonId(me["person"]), str(me["token"])
        _, table = await send(server, "POST /api/tables", {}, token, key="t")
        server.clock.advance(60_000)  # what is known of a visit is up to an hour old
        for number in range(WRITES_KEPT):
            key = CommandKey(person, f"k{number}", "")
            await server.server.tables.set_ready(TableId(table["id"]), person, 0, ready=True, key=key)
        for key_text, name in (("a", "Ewa"), ("b", "Iza"), ("a", "Ewa")):
            status, found = await send(server, "PATCH /api/me", {"name": name}, token, key=key_text)
        assert (status, found["name"]) == (200, "Iza")

    serve(story)


def test_who_left_came_back_and_left_twice_under_one_id_is_there(tmp_path: Path) -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        person = (await server.http("GET", "/api/me", None, token))["person"]
        _, table = await send(server, "POST /api/quick", {"bots": ["casual"]}, token, key="a")
        play, game = server.server.play, table["game"]
        await play.leave(person, game, 0, command_id="l")
        await play.come_back(person, game, 0, command_id="b")
        assert (await play.leave(person, game, 0, command_id="l")).repeated
        assert not (await server.server.tables.get(table["id"])).places[0].away

    serve(story)
