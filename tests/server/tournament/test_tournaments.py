"""Tournaments over HTTP: a hall with typed results, roles by code, a public page, and a killed server.

Proves `server/tournament/desk.py`, `server/tournament/files.py`, `server/tournament/paths.py`,
`server/tournament/players.py`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from server.live.test_kill import http, real_server
from server.live_server import HttpProblem, Json, Live, ask, live

PLAYERS = "name;rating;club\n" + "\n".join(f"Name {n};{2000 - n};Club" for n in range(1, 9))


def serve(story: Callable[[Live], Awaitable[None]]) -> None:
    async def run() -> None:
        async with live() as server:
            await story(server)

    asyncio.run(run())


class Desk:
    """A director at a desk."""

    def __init__(self, server: Live, token: str, made: Json) -> None:
        self.server, self.token, self.made = server, token, made
        self.at = f"/api/tournaments/{made['tournament']}"

    async def call(
        self, method: str, path: str, body: Json = None, token: str | None = None, *, key: str | None = None
    ) -> Json:
        token = self.token if token is None else token
        return await self.server.http(method, self.at + path, body, token, key=key)

    async def fact(self, kind: str, *, why: str = "", token: str | None = None, **fields: Json) -> Json:
        body = {"fact": {"type": kind, **fields}, "why": why}
        return (await self.call("POST", "/facts", body, token))["entry"]


async def open_tournament(server: Live, **chosen: Json) -> Desk:
    guest = await server.guest("Dora")
    wish = {"name": "Cup", "format": {"rounds": 2, "games": 1, **chosen}}
    desk = Desk(server, guest["token"], await server.http("POST", "/api/tournaments", wish, guest["token"]))
    await desk.call("POST", "/players", {"text": PLAYERS})
    return desk


async def come_in(desk: Desk, code: str) -> str:
    token = str((await desk.server.guest())["token"])
    await desk.call("POST", "/claim", {"code": code}, token)
    return token


def result(table: int, *, round_number: int = 1) -> Json:
    sheet = {"points": [30, -10, -15, -5], "winners": [0]}
    return {"round": round_number, "table": table, "game": 1, "sheet": sheet}


def test_a_hall_runs_from_the_desk_with_results_typed_in() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        proposal = await desk.call("POST", "/proposals", {"round": 1})
        assert len(proposal["round"]["tables"]) == 2
        assert proposal["cost"]["repeats"] == 0
        one, other = proposal["round"]["tables"][0][0], proposal["round"]["tables"][1][0]
        cost = await desk.call("POST", "/swap-cost", {"round": 1, "one": one, "other": other})
        assert (cost["repeats"], cost["pairs"]) == (0, [])
        await desk.fact("seats-swapped", round=1, one=one, other=other)
        await desk.fact("seating-published", round=1)
        await desk.fact("clock-started", round=1)
        clocks = await desk.call("GET", "/clocks", token="")
        assert clocks["clocks"]["1"]["total_ms"] == 90 * 60_000
        assert clocks["clocks"]["1"]["running_since"] <= clocks["now"]
        for table in (1, 2):
            await desk.fact("result-entered", **result(table))
        with pytest.raises(HttpProblem) as caught:
            await desk.fact("result-entered", **result(1))
        assert (caught.value.status, caught.value.codes) == (409, ["result/exists"])
        seen = await desk.call("GET", "")
        assert [row["place"] for row in seen["standings"]][:3] == [1, 1, 3]
        assert seen["rounds"][0]["missing"] == []
        assert seen["format"]["rules"]["settlement"] == "player"
        log = (await desk.call("GET", "/log"))["entries"]
        await desk.fact("undone", entry=log[-1]["entry"]["number"], why="mistyped")
        log = (await desk.call("GET", "/log"))["entries"]
        assert [entry["counts"] for entry in log][-2:] == [False, True]
        assert {entry["name"] for entry in log} == {"Dora"}, "also for the role that the server wrote down"
        games = await desk.call("GET", f"/players/{seen['standings'][0]['player']}/games")
        assert len(games["games"]) <= 1

    serve(story)


def test_a_refusal_lists_every_reason_with_its_values() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        with pytest.raises(HttpProblem) as caught:
            await desk.fact("seating-drawn", round=2, tables=[["P1", "P1"], ["P3", "P4", "P5", "P99"]])
        codes = ["round/order", "round/twice", "player/unknown", "round/sizes"]
        assert (caught.value.status, caught.value.codes) == (409, codes)
        assert all(value in str(caught.value) for value in ("P1", "P99", "3"))
        with pytest.raises(HttpProblem) as caught:
            await desk.call("PUT", "/players/P1", {"name": "", "club": "x" * 200, "rating": 10**6})
        assert caught.value.codes == ["players/name", "players/name", "ruling/count"]
        with pytest.raises(HttpProblem) as caught:
            await desk.call("PUT", "/format", {"rounds": 0, "games": 0})
        assert caught.value.codes == ["tournament/bad-format"] * 2

    serve(story)


def test_a_swap_with_who_sits_out_shows_its_cost_before_it_is_made() -> None:
    async def story(server: Live) -> None:
        guest = await server.guest("Dora")
        wish = {"name": "Cup", "format": {"rounds": 2, "games": 1, "later_draw": "random"}}
        desk = Desk(
            server, guest["token"], await server.http("POST", "/api/tournaments", wish, guest["token"])
        )
        await desk.call("POST", "/players", {"text": "\n".join(("Ala", "Ola", "Ewa", "Jan", "Iwo"))})
        await desk.fact("seating-drawn", round=1, tables=[["P1", "P2", "P3", "P4"]], byes=["P5"])
        await desk.fact("seats-swapped", round=1, one="P1", other="P5")
        await desk.fact("seating-published", round=1)
        await desk.fact("result-entered", **result(1))
        await desk.fact("seating-drawn", round=2, tables=[["P1", "P2", "P3", "P4"]], byes=["P5"])
        swap: Json = {"round": 2, "one": "P1", "other": "P5"}
        before = (await desk.call("GET", ""))["rounds"][1]["cost"]
        cost = await desk.call("POST", "/swap-cost", swap)
        assert (before["byes_again"], cost["byes_again"]) == (0, 1), "P1 would sit out again"
        assert cost["total"] - before["total"] >= 5_000
        await desk.fact("seats-swapped", **swap)
        seen = (await desk.call("GET", ""))["rounds"][1]
        assert (seen["byes"], seen["tables"][0][0], seen["cost"]["total"]) == (["P1"], "P5", cost["total"])

    serve(story)


def test_the_standings_for_spreadsheets_are_numbers_and_names_never_formulas() -> None:
    async def story(server: Live) -> None:
        guest = await server.guest("Dora")
        wish = {"name": "Cup", "format": {"rounds": 1, "games": 1, "equalise": "four-thirds"}}
        desk = Desk(
            server, guest["token"], await server.http("POST", "/api/tournaments", wish, guest["token"])
        )
        await desk.call("POST", "/players", {"text": "=1+1;;@club\nOla\nEwa\nAla\nJan\nIwo\nUla"})
        await desk.fact("seating-drawn", round=1, tables=[["P1", "P2", "P3"], ["P4", "P5", "P6", "P7"]])
        await desk.fact("seating-published", round=1)
        sheet = {"points": [20, -10, -10], "winners": [0]}
        await desk.fact("result-entered", round=1, table=1, game=1, sheet=sheet)
        _, _, text = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/standings.csv")
        lines = text.removeprefix("\ufeff").splitlines()
        assert lines[1] == "1,'=1+1,,'@club,1,26.67,1,1"
        assert lines[3].endswith(",,0,-13.33,0,1")

    serve(story)


def test_referees_and_players_come_in_by_code_and_do_only_what_is_theirs() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        codes = (await desk.call("GET", "/codes"))["codes"]
        players = {each["player"]: each["code"] for each in codes if each["role"] == "player"}
        referee = await come_in(desk, desk.made["referee"])
        ala = await come_in(desk, players["P1"])
        me = await desk.call("GET", "/me", token=ala)
        assert (me["role"], me["who"], me["name"]) == ("player", "P1", "Name 1")
        assert me["table"] is None
        await desk.fact("checked-in", player="P1", token=ala)
        await desk.fact("conduct-reported", player="P2", why="shouts", token=ala)
        await desk.fact("warning-given", player="P2", why="shouts", token=referee)
        for kind, token, fields in (
            ("excluded", referee, {"player": "P2", "why": "again"}),
            ("warning-given", ala, {"player": "P2", "why": "x"}),
            ("checked-in", ala, {"player": "P2"}),
            ("role-given", referee, {"person": "x", "role": "director"}),
        ):
            with pytest.raises(HttpProblem) as caught:
                await desk.fact(kind, token=token, **fields)
            assert caught.value.status == 403, kind
        for path in ("", "/log", "/codes"):
            with pytest.raises(HttpProblem) as caught:
                await desk.call("GET", path, token=ala)
            assert caught.value.status == 403
        with pytest.raises(HttpProblem) as caught:
            await desk.call("GET", "/codes", token=referee)
        assert caught.value.status == 403
        with pytest.raises(HttpProblem) as caught:
            await come_in(desk, "NOSUCHCODE")
        assert (caught.value.status, caught.value.codes) == (404, ["role/unknown"])
        for number in range(2, 9):
            await desk.fact("checked-in", player=f"P{number}")
        await desk.call("POST", "/proposals", {"round": 1})
        await desk.fact("seating-published", round=1)
        me = await desk.call("GET", "/me", token=ala)
        assert me["round"] == 1
        assert me["seat"] in (0, 1, 2, 3)
        stranger = (await server.guest())["token"]
        with pytest.raises(HttpProblem) as caught:
            await desk.call("GET", "/me", token=stranger)
        assert caught.value.codes == ["tournament/no-role"]

    serve(story)


def test_a_tournament_is_found_by_its_code_alone_and_a_players_code_by_itself() -> None:
    async def story(server: Live) -> None:
        desk, other = await open_tournament(server), await open_tournament(server)
        seen = await desk.call("GET", "")
        public = json.loads((await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/public"))[2])
        assert public["code"] == seen["code"]
        assert len(seen["code"]) == 4

        async def find(code: str) -> Json:
            return await server.http("POST", "/api/tournaments/find", {"code": code})

        assert await find(f" {seen['code'].lower()} ") == {"tournament": seen["tournament"], "role": None}
        for each in (await desk.call("GET", "/codes"))["codes"][:5]:
            spaced = " ".join(each["code"][at : at + 4] for at in (0, 4, 8))
            assert await find(spaced) == {"tournament": seen["tournament"], "role": each["role"]}
        theirs = (await other.call("GET", ""))["code"]
        assert (await find(theirs))["tournament"] != seen["tournament"]
        for wrong in ("????", seen["code"][:3], f"{seen['code']}AAAABBBB", "żółw"):
            with pytest.raises(HttpProblem) as caught:
                await find(wrong)
            assert (caught.value.status, caught.value.codes) == (404, ["role/unknown"])

    serve(story)


def test_one_finds_their_own_tournaments_and_looks_at_a_list_before_entering_it() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        listed = (await server.http("GET", "/api/tournaments", None, desk.token))["tournaments"]
        assert [(each["name"], each["role"], each["players"]) for each in listed] == [("Cup", "director", 8)]
        stranger = (await server.guest())["token"]
        assert (await server.http("GET", "/api/tournaments", None, stranger))["tournaments"] == []
        text = "name;rating\nName 1;5\nNew;x\nOther;7"
        lines = (await desk.call("POST", "/players/reading", {"text": text}))["lines"]
        assert [(each["line"], each["known"]) for each in lines] == [(2, True), (3, False), (4, False)]
        assert lines[1]["problem"]["code"] == "players/rating"
        assert lines[1]["problem"]["params"] == {"line": 3, "rating": "x"}
        assert len((await desk.call("GET", ""))["players"]) == 8, "nothing was entered"
        with pytest.raises(HttpProblem) as caught:
            await desk.call("GET", "/players/P99/games")
        assert (caught.value.status, caught.value.codes) == (404, ["player/unknown"])
        wish = {"text": "Late"}
        late = [await desk.call("POST", "/players", wish, key="once") for _ in range(2)]
        assert late[0] == late[1]
        await desk.call("PUT", "/format", {"rounds": 5, "games": 2})
        await desk.call("PUT", "/players/P1", {"name": "Name 1"})
        assert (await desk.call("GET", ""))["players"][0]["rating"] == 1999, "as it was"
        await desk.call("PUT", "/players/P1", {"name": "Name 1", "rating": 1700})
        assert (await desk.call("GET", ""))["players"][0]["rating"] == 1700
        seen = await desk.call("GET", "")
        assert len(seen["players"]) == 9
        assert (seen["format"]["rounds"], seen["format"]["games"]) == (5, 2)

    serve(story)


def test_names_that_were_pasted_with_other_spaces_are_taken_as_somebody_would_type_them() -> None:
    async def story(server: Live) -> None:
        guest = await server.guest("Dora\N{NO-BREAK SPACE}K.")
        assert guest["name"] == "Dora K."
        wish = {"name": "Cup\N{NO-BREAK SPACE} 2026\t", "format": {"rounds": 2, "games": 1}}
        made = await server.http("POST", "/api/tournaments", wish, guest["token"])
        desk = Desk(server, guest["token"], made)
        text = "name;club;nick\nAla\N{NO-BREAK SPACE}Nowak;KS\N{THIN SPACE}Kot;Al\N{NO-BREAK SPACE}N."
        await desk.call("POST", "/players", {"text": text})
        (card,) = (await desk.call("GET", ""))["cards"].values()
        listed = (await server.http("GET", "/api/tournaments", None, guest["token"]))["tournaments"]
        assert [each["name"] for each in listed] == ["Cup 2026"]
        assert (card["name"], card["club"], card["public_name"]) == ("Ala Nowak", "KS Kot", "Al N.")

    serve(story)


def test_calls_rulings_substitutes_and_names_over_the_api() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        proposal = await desk.call("POST", "/proposals", {"round": 1, "seed": "x"})
        await desk.call("PUT", "/players/P1", {"name": "Name 1", "public_name": "Kot"})
        await desk.call("DELETE", "/players/P2/name")
        wish = {"name": {"name": "Sub"}, "why": "ill"}
        await desk.call("POST", "/players/P3/substitute", wish)
        await desk.fact("seating-published", round=1)
        call = await desk.call("POST", "/calls", {"round": 1, "table": 1, "why": "dispute"})
        await desk.fact("call-answered", call=call["entry"]["number"])
        player = proposal["round"]["tables"][0][1]
        ruling = {"round": 1, "table": 1, "kind": "points", "player": player, "value": -5, "why": "phone"}
        first = await desk.call("POST", "/rulings", ruling, key="r1")
        assert await desk.call("POST", "/rulings", ruling, key="r1") == first
        for path, body in (
            ("/looks", {"round": 1, "table": 1, "why": "x"}),
            ("/rulings", {**ruling, "value": -6}),
            ("/rulings", {**ruling, "table": 99}),
            ("/facts", {"fact": {"type": "nonsense"}}),
            (
                "/facts",
                {"fact": {"type": "ruling-made", "round": 1, "table": 1, "kind": "other"}, "why": "x"},
            ),
        ):
            with pytest.raises(HttpProblem):
                await desk.call("POST", path, body, key="r1")
        for path in ("/rounds/1/tables/1/history", "/rounds/x/tables/1/history"):
            with pytest.raises(HttpProblem):
                await desk.call("GET", path)
        seen = await desk.call("GET", "")
        assert seen["cards"]["P1"]["public_name"] == "Kot"
        assert "P2" not in seen["cards"], "it was erased"
        assert [seen["cards"][card]["name"] for _, card in seen["players"][2]["substitutes"]] == ["Sub"]
        assert seen["calls"][0]["answered"]
        await desk.call("DELETE", "")
        with pytest.raises(HttpProblem) as caught:
            await desk.call("GET", "")
        assert caught.value.status == 404

    serve(story)


def test_the_public_page_is_sent_once_and_then_only_its_tag_is_compared() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        path = f"{desk.at}/public"
        status, headers, text = await asyncio.to_thread(ask, server.port, "GET", path)
        assert status == 200
        shown = json.loads(text)
        assert shown["name"] == "Cup"
        assert len(shown["standings"]) == 8
        tag = headers["etag"]
        status, _, text = await asyncio.to_thread(ask, server.port, "GET", path, if_none_match=tag)
        assert (status, text) == (304, "")
        await desk.fact("withdrawn", player="P8")
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", path, if_none_match=tag)
        assert status == 200
        status, _, csv_text = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/standings.csv")
        first, *_ = csv_text.splitlines()
        assert first.endswith("Place,Player,Played before,Club,Big points,Points,Games won,Games")
        path = f"{desk.at}/standings.csv"
        _, _, csv_text = await asyncio.to_thread(ask, server.port, "GET", f"{path}?language=cs&separator=tab")
        assert csv_text.startswith("\ufeffPořadí\tHráč")
        for bad in ("language=xx", "separator=dot"):
            status, _, _ = await asyncio.to_thread(ask, server.port, "GET", f"{path}?{bad}")
            assert status == 400
        status, headers, svg = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/qr.svg?code=ABC")
        assert headers["content-type"] == "image/svg+xml"
        assert "<svg" in svg
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/log.jsonl")
        assert status == 401
        _, _, log = await asyncio.to_thread(ask, server.port, "GET", f"{desk.at}/log.jsonl", token=desk.token)
        assert len(log.splitlines()) == 4
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", "/api/tournaments/none/public")
        assert status == 404

    serve(story)


def test_the_desk_is_sent_once_for_a_version_with_role_and_time_in_its_headers() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        _, first, text = await asyncio.to_thread(ask, server.port, "GET", desk.at, token=desk.token)
        shown = json.loads(text)
        assert first["tilemeld-role"] == "director"
        assert first["cache-control"] == "no-store", "it has names"
        assert {"role", "now"}.isdisjoint(shown)
        codes = (await desk.call("GET", "/codes"))["codes"]
        code = next(each["code"] for each in codes if each["role"] == "referee")
        referee = (await server.http("POST", "/api/guests", {}))["token"]
        await desk.call("POST", "/claim", {"code": code}, token=referee)
        seen = [
            await asyncio.to_thread(ask, server.port, "GET", desk.at, token=each)
            for each in (desk.token, referee)
        ]
        assert seen[0][2] == seen[1][2], "the same text for all of the staff"
        tag = seen[0][1]["etag"]
        assert tag != first["etag"], "a role was written into the log"
        assert [each[1]["tilemeld-role"] for each in seen] == ["director", "referee"]
        for token, role in ((desk.token, "director"), (referee, "referee")):
            status, headers, text = await asyncio.to_thread(
                ask, server.port, "GET", desk.at, token=token, if_none_match=tag
            )
            assert (status, text, headers["tilemeld-role"]) == (304, "", role)
            assert int(headers["tilemeld-now"]) > 0
        stranger = (await server.http("POST", "/api/guests", {}))["token"]
        status, headers, _ = await asyncio.to_thread(
            ask, server.port, "GET", desk.at, token=stranger, if_none_match=tag
        )
        assert status == 403, "a tag opens nothing"
        assert "etag" not in headers
        await desk.fact("withdrawn", player="P8")
        status, headers, _ = await asyncio.to_thread(
            ask, server.port, "GET", desk.at, token=desk.token, if_none_match=tag
        )
        assert status == 200
        assert headers["etag"] != tag

    serve(story)


def test_paper_and_exports_are_for_the_staff() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        await desk.call("POST", "/proposals", {"round": 1})
        await desk.fact("seating-published", round=1)
        await desk.fact("result-entered", **result(1))
        for kind in ("seating", "table-cards", "score-sheets", "standings", "certificates"):
            path = f"{desk.at}/paper/{kind}.pdf?language=uk"
            status, headers, start = await asyncio.to_thread(fetch, server.port, path, desk.token)
            assert (status, headers, start) == (200, "application/pdf", b"%PDF-")
            assert (await asyncio.to_thread(fetch, server.port, path, ""))[0] == 401
        for path in ("nothing.pdf", "seating.pdf?language=xx", "seating.pdf?round=9", "seating.pdf?round=x"):
            status, _, _ = await asyncio.to_thread(fetch, server.port, f"{desk.at}/paper/{path}", desk.token)
            assert status in (400, 409), path
        export = await desk.call("GET", "/export.json")
        assert export["players"][0]["name"] == "Name 1"
        assert len(export["log"]) == 6

    serve(story)


def test_a_round_announced_in_advance_is_on_the_public_page_and_can_be_printed() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        sheets = [f"{desk.at}/paper/{kind}.pdf?round=2" for kind in ("seating", "table-cards")]
        for path in sheets:
            assert (await asyncio.to_thread(fetch, server.port, path, desk.token))[0] == 409, path
        await desk.call("POST", "/plans")
        public = await desk.call("GET", "/public")
        names = [seat["name"] for table in public["plan"][1]["tables"] for seat in table["seats"]]
        assert (len(public["plan"]), sorted(names)) == (2, [f"Name {number}" for number in range(1, 9)])
        for path in sheets:
            assert (await asyncio.to_thread(fetch, server.port, path, desk.token))[0] == 200, path
        await desk.fact("withdrawn", player="P1")
        assert (await desk.call("GET", "/public"))["plan"] == (await desk.call("GET", ""))["plan"] == []

    serve(story)


def test_another_laptop_restores_the_same_tournament_from_the_file() -> None:
    saved: list[str] = []

    async def first(server: Live) -> None:
        desk = await open_tournament(server)
        saved.append(json.dumps(await desk.call("GET", "/export.json")))
        again = await server.http("POST", "/api/tournaments/restore", {"text": saved[0]}, desk.token)
        assert again["tournament"] == desk.made["tournament"], "where it is already, nothing changes"
        stranger = (await server.guest("Somebody else"))["token"]
        with pytest.raises(HttpProblem) as refused:
            await server.http("POST", "/api/tournaments/restore", {"text": saved[0]}, stranger)
        assert refused.value.codes == ["tournament/no-role"]

    async def second(server: Live) -> None:
        token = (await server.guest("Other laptop"))["token"]
        made = await server.http("POST", "/api/tournaments/restore", {"text": saved[0]}, token)
        at = f"/api/tournaments/{made['tournament']}"
        view = await server.http("GET", at, None, token)
        was = json.loads(saved[0])
        assert {card: each["name"] for card, each in view["cards"].items()} == {
            each["id"]: each["name"] for each in was["players"]
        }
        log = await server.http("GET", f"{at}/log", None, token)
        assert [each["entry"]["seal"] for each in log["entries"]][: len(was["entries"])] == [
            each["seal"] for each in was["entries"]
        ]
        broken = json.dumps({**was, "entries": was["entries"][:1] + was["entries"][2:]})
        with pytest.raises(HttpProblem) as refused:
            await server.http("POST", "/api/tournaments/restore", {"text": broken}, token)
        assert refused.value.codes == ["backup/broken"]
        _, media, zipped = await asyncio.to_thread(fetch, server.port, f"{at}/website.zip?language=pl", token)
        assert media.startswith("application/zip")
        assert zipped[:2] == b"PK"

    serve(first)
    serve(second)


def fetch(port: int, path: str, token: str) -> tuple[int, str, bytes]:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers["content-type"], body[:5]


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    async def story() -> None:
        data = tmp_path / "games.sqlite"
        async with real_server(data) as process:
            token = (await http(process.port, "POST", "/api/guests", {}))["token"]
            wish = {"name": "Cup", "format": {"rounds": 1, "games": 1}}
            made = await http(process.port, "POST", "/api/tournaments", wish, token)
            at = f"/api/tournaments/{made['tournament']}"
            await http(process.port, "POST", f"{at}/players", {"text": PLAYERS}, token)
            await http(process.port, "POST", f"{at}/proposals", {"round": 1}, token)
            for fact in (
                {"type": "seating-published", "round": 1},
                {"type": "clock-started", "round": 1},
                {"type": "result-entered", **result(1)},
            ):
                await http(process.port, "POST", f"{at}/facts", {"fact": fact}, token)
            clock = {"presses": 3, "game": 1, "turn": 3, "seat": 2, "started_at": 5, "limit_ms": 40_000}
            await http(process.port, "PUT", f"{at}/rounds/1/tables/1/clock", clock, token)
            seated = (await http(process.port, "GET", at, None, token))["rounds"][0]["tables"][0]
            codes = (await http(process.port, "GET", f"{at}/codes", None, token))["codes"]
            code = next(each["code"] for each in codes if each["player"] == seated[0])
            await http(process.port, "POST", f"{at}/claim", {"code": code}, token)
            before = (await http(process.port, "GET", f"{at}/log", None, token))["entries"]
            process.kill()
        async with real_server(data) as process:
            after = (await http(process.port, "GET", f"{at}/log", None, token))["entries"]
            assert after == before
            fact = {"type": "result-entered", **result(2)}
            await http(process.port, "POST", f"{at}/facts", {"fact": fact}, token)
            seen = await http(process.port, "GET", at, None, token)
            assert seen["rounds"][0]["missing"] == []
            assert seen["cards"]["P1"]["name"] == "Name 1"
            mine = await http(process.port, "GET", f"{at}/mine", None, token)
            kept = {name: mine["turn_clock"][name] for name in clock}
            assert kept == clock, "no phone had to bring it back"

    asyncio.run(story())
