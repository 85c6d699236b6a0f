"""The HTTP API: guests, lobby, options, headers, health.

Proves `server/app.py`, `server/dispatch.py`, `server/logs.py`, `server/http/endpoint.py`,
`server/live/problems.py`, `server/lobby/api.py`, `service/guests/guests.py`.
"""

import asyncio
import json
import logging
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import segno
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets import websockets_sansio_impl

from server.live_server import LOOSE, QUICK, HttpProblem, Json, Live, all_ready, ask, client, live, set_table
from tilemeld.server.dispatch import HEADERS
from tilemeld.server.logs import CLIENTS_FAULTS, SELDOM_SECONDS, JsonLines, Seldom
from tilemeld.service.guests.generated_names import NAMES


def tell(story: Callable[[Live], Awaitable[None]], **changes: object) -> None:
    async def run() -> None:
        chosen = replace(QUICK, **changes)  # type: ignore[arg-type]  # names of settings, in tests
        async with asyncio.timeout(60), live(chosen) as server:
            await story(server)

    asyncio.run(run())


async def refused(asking: Awaitable[Json]) -> tuple[int, list[str]]:
    with pytest.raises(HttpProblem) as caught:
        await asking
    return caught.value.status, caught.value.codes


def test_a_guest_comes_in_changes_the_name_and_is_forgotten() -> None:
    async def story(server: Live) -> None:
        guest = await server.guest()
        assert guest["name"].count(" ") == 1
        reader = await server.http("POST", "/api/guests", {"language": "uk"})
        assert reader["name"].split()[0] in NAMES["uk"][0].split()
        unknown = server.http("POST", "/api/guests", {"language": "xx"})
        assert await refused(unknown) == (400, ["http/malformed"])
        token = guest["token"]
        changed = await server.http("PATCH", "/api/me", {"name": "  Ania  Ż ", "avatar": "owl-moss"}, token)
        assert (changed["name"], changed["avatar"]) == ("Ania Ż", "owl-moss")
        assert (await server.http("GET", "/api/me", token=token))["name"] == "Ania Ż"
        for body, code in (
            ({"name": "x" * 60}, "person/bad-name"),
            ({"name": "a\u0000b"}, "person/bad-name"),
            ({"avatar": "z9"}, "person/bad-avatar"),
        ):
            assert await refused(server.http("PATCH", "/api/me", body, token)) == (400, [code])
        await server.http("DELETE", "/api/me", token=token)
        assert await refused(server.http("GET", "/api/me", token=token)) == (401, ["person/unknown"])
        assert await refused(server.http("GET", "/api/me")) == (401, ["http/unauthorised"])

    tell(story)


def test_a_token_is_bound_to_its_person() -> None:
    async def story(server: Live) -> None:
        one, two = await server.guest(), await server.guest()
        mixed = one["person"] + "." + two["token"].split(".")[1]
        assert await refused(server.http("GET", "/api/me", token=mixed)) == (401, ["person/unknown"])

    tell(story)


def test_another_device_becomes_the_same_person_by_a_code_and_guessing_is_limited() -> None:
    async def story(server: Live) -> None:
        ola, jan = await server.guest("Ola"), await server.guest("Jan")
        made = await server.http("POST", "/api/me/devices", {"table": "abc"}, ola["token"])
        assert made["link"] == f"http://127.0.0.1:{server.port}/move#{made['code']}.ABC"
        assert made["expires_at"] - made["now"] == 300_000
        again = await server.http("POST", "/api/me/devices", {}, ola["token"])
        assert again["code"] == made["code"]
        seen = f"/api/me/devices/{made['code']}"
        assert not (await server.http("GET", seen, token=ola["token"]))["used"]
        entry = {"code": made["code"], "ticket": "t" * 24}
        for _ in range(2):
            assert (await server.http("POST", "/api/devices", entry))["token"] == ola["token"]
        assert (await server.http("GET", seen, token=ola["token"]))["used"]
        unknown = (404, ["device/unknown"])
        assert await refused(server.http("GET", seen, token=jan["token"])) == unknown
        other = {**entry, "ticket": "u" * 24}
        assert await refused(server.http("POST", "/api/devices", other)) == unknown
        assert await refused(server.http("POST", "/api/devices", other)) == (429, ["http/too-fast"])

    tell(story, limits=replace(LOOSE, device_codes_per_minute=3))


def test_a_guest_is_forgotten_after_thirty_idle_days_but_the_game_stays() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0)
        day = 86_400_000
        server.clock.advance(29 * day)
        await server.http("GET", "/api/me", token=tokens[0])  # was here again
        server.clock.advance(2 * day)
        await server.server.tidy()
        await server.http("GET", "/api/me", token=tokens[0])
        assert await refused(server.http("GET", "/api/me", token=tokens[1])) == (401, ["person/unknown"])
        assert await refused(server.http("GET", f"/api/tables/{table['id']}")) == (404, ["table/unknown"])

    tell(story)


def test_a_guest_with_an_open_game_is_not_forgotten_for_a_year() -> None:
    async def story(server: Live) -> None:
        house = {"turn_seconds": None}
        table, tokens = await set_table(server, bots=0, profile="cs", house=house)
        await all_ready(server, table["id"], tokens)
        server.clock.advance(300 * 86_400_000)
        await server.server.tidy()
        assert (await server.http("GET", "/api/me", token=tokens[0]))["name"]
        places = (await server.http("GET", f"/api/tables/{table['id']}"))["places"]
        assert all(place["name"] for place in places), "who plays here has a name"
        server.clock.advance(66 * 86_400_000)
        await server.server.tidy()
        assert await refused(server.http("GET", "/api/me", token=tokens[1])) == (401, ["person/unknown"])
        await server.http("GET", "/api/me", token=tokens[0])

    tell(story)


def test_a_table_is_set_found_by_its_code_and_shows_how_it_differs_from_its_book() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        body = {"profile": "pl", "house": {"turn_seconds": None, "strict": True}, "seats": 3, "public": True}
        table = await server.http("POST", "/api/tables", body, token)
        assert [(each["field"], each["theirs"], each["ours"]) for each in table["differences"]] == [
            ("turn_seconds", 60, None),
            ("strict", False, True),
        ]
        found = await server.http("GET", f"/api/codes/{table['code'].lower()}")
        assert found["id"] == table["id"]
        _, headers, picture = await asyncio.to_thread(
            ask, server.port, "GET", f"/api/tables/{table['id']}/qr.svg"
        )
        assert headers["content-type"] == "image/svg+xml"
        link = segno.make(f"http://127.0.0.1:{server.port}/t/{table['code']}", error="m", micro=False)
        drawn = re.compile(r' d="([^"]+)"')
        assert drawn.findall(picture) == drawn.findall(link.svg_inline(border=2))
        assert [place["yours"] for place in found["places"]] == [False] * 3
        assert [each["id"] for each in (await server.http("GET", "/api/tables"))["tables"]] == [table["id"]]
        private = await server.http("POST", "/api/tables", {"profile": "cs"}, token)
        listed = (await server.http("GET", "/api/tables"))["tables"]
        assert private["id"] not in [each["id"] for each in listed]

    tell(story)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"profile": "nobody"}, 400, "rules/unknown-profile"),
        ({"house": {"opening": 1}}, 400, "rules/unknown-field"),
        ({"house": {"opening_points": -1}}, 400, "rules/bad-value"),
        ({"profile": "pl-word", "house": {"theme": "cats"}}, 400, "letters/no-list"),
        ({"seats": 5}, 400, "table/seats"),
        ({"seats": 2, "bots": ["random", "random"]}, 400, "table/full"),
        ({"bots": ["nobody"]}, 400, "bots/unknown"),
        ({"games": 21}, 400, "http/malformed"),
        ({"seats": "3"}, 400, "http/malformed"),
        ({"cheat": True}, 400, "http/malformed"),
    ],
)
def test_a_table_that_cannot_be_says_why(body: Json, status: int, code: str) -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        assert await refused(server.http("POST", "/api/tables", body, token)) == (status, [code])

    tell(story)


def test_seats_bots_options_and_who_may_change_them() -> None:
    async def story(server: Live) -> None:
        table, (host, other) = await set_table(server, bots=0, seats=4, profile="pl")
        path = f"/api/tables/{table['id']}"
        assert await refused(server.http("PUT", f"{path}/seats/3/bot", {"bot": "random"}, other)) == (
            403,
            ["table/not-host"],
        )
        table = await server.http("PUT", f"{path}/seats/3/bot", {"bot": "random"}, host)
        assert [place["kind"] for place in table["places"]] == ["person", "person", "empty", "bot"]
        assert await refused(server.http("POST", f"{path}/seats", {"seat": 3}, other)) == (
            403,
            ["seat/taken"],
        )
        assert await refused(server.http("DELETE", f"{path}/seats/0", token=other)) == (
            403,
            ["seat/not-yours"],
        )
        options = {"profile": "uk", "seats": 4, "games": 2, "spectators": False}
        table = await server.http("PUT", path, options, host)
        assert (table["profile"], table["games"], table["spectators"]) == ("uk", 2, False)
        assert await refused(server.http("PUT", path, {**options, "seats": 3}, host)) == (403, ["table/full"])
        table = await server.http("PUT", f"{path}/seats/3/bot", {"bot": None}, host)
        await server.http("DELETE", f"{path}/seats/0", token=host)
        table = await server.http("GET", path, token=other)
        assert [place["host"] for place in table["places"]] == [False, True, False, False]

    tell(story)


def test_the_host_frees_a_seat_before_the_game_and_who_sat_there_hears_of_it() -> None:
    async def story(server: Live) -> None:
        table, (host, other) = await set_table(server, bots=0, seats=3, profile="pl")
        path = f"/api/tables/{table['id']}"
        third = (await server.guest())["token"]
        await server.http("POST", f"{path}/seats", {"seat": 2}, third)
        await server.http("POST", f"{path}/seats", {}, third)
        not_yours = (403, ["seat/not-yours"])
        assert await refused(server.http("DELETE", f"{path}/seats/2", token=other)) == not_yours
        async with client(server, other) as there:
            await there.enter(table["id"])
            await server.http("DELETE", f"{path}/seats/1", token=host)
            while not (message := await there.until("table"))["table"]["freed"]:
                pass
            assert message["seat"] is None
        assert await refused(server.http("DELETE", f"{path}/seats/1", token=host)) == not_yours, "it is free"
        shown = {
            who: (await server.http("GET", path, token=token))["freed"]
            for who, token in {"host": host, "other": other, "third": third}.items()
        }
        assert shown == {"host": False, "other": True, "third": False}
        assert (await server.http("POST", f"{path}/seats", {}, other))["freed"] is False
        for seat, token in enumerate((host, other, third)):
            await server.http("PUT", f"{path}/seats/{seat}/ready", {"ready": True}, token)
        started = (403, ["table/started"])
        assert await refused(server.http("DELETE", f"{path}/seats/1", token=host)) == started

    tell(story)


def test_the_ready_check_begins_the_game_once_and_empty_seats_go() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, seats=4)
        path = f"/api/tables/{table['id']}"
        first = await server.http("PUT", f"{path}/seats/0/ready", {"ready": True}, tokens[0])
        assert (first["stage"], first["places"][0]["ready"]) == ("open", True)
        begun = await server.http("PUT", f"{path}/seats/1/ready", {"ready": True}, tokens[1])
        assert (begun["stage"], len(begun["places"])) == ("playing", 2)
        for attempt in (
            server.http("POST", f"{path}/start", token=tokens[0]),
            server.http("POST", f"{path}/seats", {"seat": 0}, (await server.guest())["token"]),
            server.http("PUT", path, {"profile": "uk", "seats": 2}, tokens[0]),
            server.http("DELETE", f"{path}/seats/0", token=tokens[0]),
        ):
            assert await refused(attempt) == (403, ["table/started"])
        assert await refused(server.http("POST", f"{path}/rematch", token=tokens[0])) == (
            403,
            ["table/not-over"],
        )

    tell(story)


def test_two_who_are_ready_at_once_begin_one_game() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, people=4, bots=0)
        path = f"/api/tables/{table['id']}/seats"
        results = await asyncio.gather(
            *(
                server.http("PUT", f"{path}/{seat}/ready", {"ready": True}, token)
                for seat, token in enumerate(tokens)
            )
        )
        games = {each["game"] for each in results if each["game"]}
        assert len(games) == 1
        assert len(await server.server.store.unfinished()) == 1

    tell(story)


def test_a_quick_game_against_bots_begins_at_once() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        table = await server.http("POST", "/api/quick", {"bots": ["random"], "profile": "cs"}, token)
        assert table["stage"] == "playing"
        async with client(server, token) as player:
            await player.enter(table["id"])
            await player.until_view(lambda view: bool(view["phase"] == "entropy"))
            await player.command("add-entropy", entropy="mine")
            await player.until_view(lambda view: bool(view["active"] == 0))

    tell(story)


@pytest.mark.rule("M9")
def test_the_host_gives_a_seat_more_time() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, profile="cs")
        game = (await all_ready(server, table["id"], tokens))["game"]
        path, body = f"/api/games/{game}/allowances", {"seat": 1, "seconds": 30}
        assert await refused(server.http("POST", path, body, tokens[1])) == (403, ["table/not-host"])
        await server.http("POST", path, body, tokens[0])
        assert (await server.server.games.state(game)).seats[1].allowance_seconds == 30

    tell(story)


def test_nobody_downloads_a_record_before_the_end_or_from_a_closed_table() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, spectators=False)
        game = (await all_ready(server, table["id"], tokens))["game"]
        stranger = (await server.guest())["token"]
        path = f"/api/games/{game}/record"
        assert await refused(server.http("GET", path, token=tokens[0])) == (409, ["game/not-ended"])
        assert await refused(server.http("GET", path, token=stranger)) == (403, ["table/no-spectators"])
        assert await refused(server.http("GET", path)) == (401, ["http/unauthorised"])
        assert await refused(server.http("GET", "/api/games/none/record", token=stranger)) == (
            404,
            ["game/unknown"],
        )

    tell(story)


@pytest.mark.parametrize(
    "path", ["/", "/privacy", "/openapi.json", "/healthz", "/readyz", "/metrics", "/none", "/api/me"]
)
def test_every_answer_has_the_headers_that_protect_its_reader(path: str) -> None:
    async def story(server: Live) -> None:
        _, headers, _ = await asyncio.to_thread(ask, server.port, "GET", path)
        for name, value in HEADERS.items():
            policy = re.sub(r" 'sha256-[^']+'", "", headers[name.lower()])  # what stands inside the page
            assert policy == value, name
        assert "server" not in headers
        assert "unsafe" not in headers["content-security-policy"]

    tell(story)


def test_health_readiness_and_metrics_answer() -> None:
    async def story(server: Live) -> None:
        assert await server.http("GET", "/healthz") == {"alive": True}
        assert await server.http("GET", "/readyz") == {"ready": True}
        token = (await server.guest())["token"]
        async with client(server, token):
            status, _, text = await asyncio.to_thread(ask, server.port, "GET", "/metrics")
        assert status == 200
        assert "tilemeld_connections 1.0" in text
        assert 'tilemeld_messages_total{type="Hello"} 1.0' in text
        assert token not in text
        server.server.ready = False
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", "/readyz")
        assert status == 503

    tell(story)


def test_an_address_asks_only_so_often_and_only_so_much() -> None:
    async def story(server: Live) -> None:
        status, _, text = await asyncio.to_thread(ask, server.port, "POST", "/api/guests", raw=b" " * 20_000)
        assert (status, json.loads(text)["refusals"][0]["code"]) == (413, "http/too-large")
        found = [
            (await asyncio.to_thread(ask, server.port, "POST", "/api/guests", body={}))[0] for _ in range(9)
        ]
        assert (found.count(201), found.count(429)) == (4, 5)
        server.clock.advance(60_000)
        assert (await asyncio.to_thread(ask, server.port, "POST", "/api/guests", body={}))[0] == 201
        found = [(await asyncio.to_thread(ask, server.port, "GET", "/healthz"))[0] for _ in range(40)]
        assert found.count(429) > 0

    tell(story, limits=replace(LOOSE, guests_per_minute=4, requests_per_second=1, requests_burst=30))


def test_a_wrong_method_or_address_is_said_in_the_same_form() -> None:
    async def story(server: Live) -> None:
        assert await refused(server.http("PUT", "/api/guests", {})) == (405, ["http/method"])
        assert await refused(server.http("GET", "/api/nothing")) == (404, ["http/not-found"])
        assert await refused(server.http("GET", f"/api/tables/{'A' * 64}")) == (404, ["table/unknown"])
        assert await refused(server.http("GET", f"/api/tables/{'A' * 65}")) == (404, ["http/not-found"])

    tell(story)


def test_a_log_line_is_json() -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("some")
    logger.addHandler(handler)
    try:
        raise ValueError("ł")
    except ValueError:
        logger.exception("it %s", "failed")
    line = json.loads(stream.getvalue())
    assert (line["level"], line["message"]) == ("error", "it failed")
    assert "ValueError: ł" in line["error"]


def test_no_client_can_fill_the_log_with_what_uvicorn_says_of_its_bytes() -> None:
    seldom, written = Seldom(), []
    for second in range(200):
        for message in (*CLIENTS_FAULTS, "the database is lost"):
            record = logging.LogRecord("uvicorn.error", logging.ERROR, "x.py", 1, message, (), sys.exc_info())
            record.created = 1_000_000.0 + second
            if seldom.filter(record):
                written.append(message)
    assert written.count("the database is lost") == 200
    for message in CLIENTS_FAULTS:
        assert written.count(message) == 1 + 199 // SELDOM_SECONDS


def test_what_uvicorn_says_of_a_clients_bytes_is_what_is_written_seldom() -> None:
    places = (websockets_sansio_impl, h11_impl)
    found = "".join(Path(str(each.__file__)).read_text(encoding="utf-8") for each in places)
    for message in CLIENTS_FAULTS:
        assert message in found, f"uvicorn says it otherwise now: {message}"
