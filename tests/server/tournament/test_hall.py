"""The hall over HTTP: a player's own place, the clock that a table's phones share, limits by person.

Proves `server/tournament/referee.py`, `service/tournament/turn_clocks.py`.
"""

import asyncio
import gzip
import http.client
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from server.live_server import QUICK, HttpProblem, Json, Live, ask, live
from server.tournament.test_tournaments import Desk, come_in, open_tournament, result
from tilemeld.server.settings import Settings


def serve(story: Callable[[Live], Awaitable[None]], settings: Settings = QUICK) -> None:
    async def run() -> None:
        async with live(settings) as server:
            await story(server)

    asyncio.run(run())


async def published(server: Live, **chosen: Json) -> tuple[Desk, dict[str, str], list[str], list[str]]:
    """A tournament whose first round is published: the desk, the codes of players, and its two tables."""
    desk = await open_tournament(server, **chosen)
    codes = (await desk.call("GET", "/codes"))["codes"]
    tables = (await desk.call("POST", "/proposals", {"round": 1}))["round"]["tables"]
    await desk.fact("seating-published", round=1)
    return desk, {each["player"]: each["code"] for each in codes if each["player"]}, tables[0], tables[1]


def clock(presses: int, **changes: Json) -> Json:
    return {
        "presses": presses,
        "game": 1,
        "turn": presses,
        "seat": 0,
        "started_at": 1_000,
        "limit_ms": 40_000,
        **changes,
    }


def test_a_player_comes_in_and_sees_their_own_place_with_the_rules() -> None:
    async def story(server: Live) -> None:
        desk, codes, table, _ = await published(server)
        token = await come_in(desk, codes[table[1]])
        mine = await desk.call("GET", "/mine", token=token)
        assert mine["place"]["player"] == table[1]
        assert (mine["place"]["table"]["table"], mine["place"]["table"]["seat"]) == (1, 1)
        assert [each["player"] for each in mine["place"]["table"]["seats"]] == table
        assert mine["rules"]["turn_seconds"] == 40
        still: Json = {"ran_ms": 0, "running_since": None, "started": False, "over": False}
        assert mine["clock"] == {"total_ms": 5_400_000, **still}
        assert mine["turn_clock"] is None
        await desk.fact("result-entered", token=token, **result(1))
        mine = await desk.call("GET", "/mine", token=token)
        assert mine["place"]["table"]["results"][0]["mine"]
        with pytest.raises(HttpProblem) as caught:
            await desk.call("GET", "/mine")
        assert (caught.value.status, caught.value.codes) == (403, ["tournament/no-player"])

    serve(story)


@pytest.mark.rule("T1", "M9")
def test_the_phones_of_a_table_share_one_clock_and_the_last_press_counts() -> None:
    async def story(server: Live) -> None:
        desk, codes, table, other = await published(server)
        ala, ola = [await come_in(desk, codes[each]) for each in table[:2]]
        path = "/rounds/1/tables/1/clock"
        assert (await desk.call("PUT", path, clock(1), ala))["clock"]["presses"] == 1
        second = clock(2, seat=1, limit_ms=60_000, lap_from=1, lap_why="time")
        answer = await desk.call("PUT", path, second, ola)
        assert answer["clock"]["seat"] == 1
        late = await desk.call("PUT", path, clock(2, seat=3), ala)
        assert late["clock"]["seat"] == 1, "who pressed later has pressed for nothing"
        mine = await desk.call("GET", "/mine", token=ala)
        assert mine["turn_clock"] == {**second, "paused_at": None, "stop_after": None}
        await desk.call("PUT", path, clock(3), desk.token)  # the desk may
        stranger = await come_in(desk, codes[other[0]])
        for wrong, token in ((clock(9), stranger), (clock(9, seat=4), ala)):
            with pytest.raises(HttpProblem):
                await desk.call("PUT", path, wrong, token)
        for where in ("/rounds/1/tables/9/clock", "/rounds/2/tables/1/clock", "/rounds/x/tables/1/clock"):
            with pytest.raises(HttpProblem):
                await desk.call("PUT", where, clock(9), ala)

    serve(story)


def test_a_hall_behind_one_address_is_limited_person_by_person() -> None:
    async def story(server: Live) -> None:
        desk, codes, table, _ = await published(server)
        tokens = [await come_in(desk, codes[each]) for each in table[:2]]
        for token in tokens:  # each has a bucket of its own, and the address has none left
            for _ in range(20):
                await desk.call("GET", "/mine", token=token)
        asked = [
            (await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/mine", token=tokens[0]))[0]
            for _ in range(40)
        ]
        assert set(asked) == {200, 429}
        await desk.call("GET", "/mine", token=tokens[1])
        statuses = {
            (await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/mine"))[0] for _ in range(60)
        }
        assert statuses == {401, 429}, "who does not say who it is counts by the address"

    few = replace(QUICK.limits, requests_per_second=0.01, requests_burst=40)
    serve(story, replace(QUICK, limits=few))


def test_the_public_data_say_the_servers_time_also_to_who_has_them() -> None:
    async def story(server: Live) -> None:
        desk, _, table, _ = await published(server)
        status, headers, text = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/public")
        assert status == 200
        assert int(headers["tilemeld-now"]) == server.clock.now_ms()
        assert f'"player":"{table[0]}"' in text
        packed = await asyncio.to_thread(fetch_packed, server.port, f"{desk.at}/public")
        assert packed[:2] == (200, "gzip")
        assert gzip.decompress(packed[2]).decode() == text

    serve(story)


def fetch_packed(port: int, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers["content-encoding"], body
