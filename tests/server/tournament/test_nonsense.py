"""Nonsense in every field of a tournament is refused by a code that names the value; nothing is written."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from server.live_server import HttpProblem, Json, Live, live
from server.tournament.test_tournaments import Desk, come_in, open_tournament, result, serve
from tilemeld.tournament.errors import CODES

HUGE = 10**40
BIG = 2**53 - 1
"""The largest number that is read at all."""
LONG = "x" * 10_000
EMOJI = "🎲" * 200

FORMATS: tuple[tuple[Json, str, str], ...] = (
    ({"rounds": 0}, "tournament/bad-format", "0"),
    ({"rounds": -3}, "tournament/bad-format", "-3"),
    ({"rounds": 41}, "tournament/bad-format", "41"),
    ({"rounds": HUGE}, "tournament/bad-format", "1000000000"),
    ({"games": 21}, "tournament/bad-format", "21"),
    ({"games": -HUGE}, "tournament/bad-format", "-1000000000"),
    ({"round_minutes": 0}, "tournament/bad-format", "0"),
    ({"round_minutes": 601}, "tournament/bad-format", "601"),
    ({"cut_after": 9}, "tournament/bad-format", "9"),
    ({"cut_after": 1, "cut_to": 1}, "tournament/bad-format", "1"),
    ({"tie_breaks": ["wins", "wins"]}, "tournament/tie-break-twice", "wins"),
    ({"tie_breaks": ["direct"] * 200}, "tournament/tie-break-twice", "direct"),
    ({"profile": "🎲"}, "rules/unknown-profile", "🎲"),
    ({"house": {"turn_seconds": -5}}, "rules/bad-value", "-5"),
    ({"house": {"turn_seconds": HUGE}}, "rules/bad-value", "1000000000"),
    ({"house": {"🎲": 1}}, "rules/unknown-field", "🎲"),
)
NAMES: tuple[tuple[str, str], ...] = (
    ("", "''"),
    ("   ", "' "),
    ("\u00a0\u2003", "'"),
    (LONG, "xxxx"),
    (EMOJI, "🎲🎲🎲"),
    ("Ala\u0000", "Ala"),
    ("Ala\u202eOla", "Ala"),
    ("\ud83d", "\\ud83d"),
)
LISTS: tuple[tuple[str, str, str], ...] = (
    ("", "players/none", ""),
    ("\ufeff\n ; ; \n\t\n", "players/none", ""),
    ("name;rating\n", "players/none", ""),
    ("name;rating\nAla;many", "players/rating", "many"),
    ("Ala;1 500", "players/rating", "1 500"),
    ("Ala;15.5", "players/rating", "15.5"),
    ("name;rating\nAla;😀", "players/rating", "😀"),
    ("Ala;١٢٣", "players/rating", "١٢٣"),
    ("Ala;9999999999", "players/rating-size", "9999999999"),
    ("Ala;-100001", "players/rating-size", "-100001"),
    ("Nowak, Ala", "players/comma", "Nowak, Ala"),
    ("1;;Klub\n;1400", "players/no-name", "2"),
    ('"Ala;1400', "players/unreadable", "1"),
    ("Ala;1;Klub\nOla\nAla;2;Klub", "players/twice", "Ala"),
    (LONG, "players/line-name", "xxxx"),
    ("\ufeffname;rating\nAla;x", "players/rating", "x"),
    ("name|rating\n" + "|" * 70, "players/line-name", "||||"),
    ("\n".join(f"Name {number}" for number in range(1_100)) + "\nName 7", "players/twice", "Name 7"),
    ('{"tilemeld": "companion", "format": 1, "steps": []}', "players/no-list", "tilemeld"),
    ("PK\x03\x04\x14\0\x06", "players/no-list", "PK"),
    ("Ala\0\nOla", "players/no-list", "Ala"),
)
FACTS: tuple[tuple[Json, str, str], ...] = (
    ({}, "tournament/fact-unknown", "null"),
    ({"type": "🎲"}, "tournament/fact-unknown", "🎲"),
    ({"type": ["withdrawn"]}, "tournament/fact-unknown", "withdrawn"),
    ({"type": "withdrawn"}, "tournament/fact-lacks", "player"),
    ({"type": "withdrawn", "player": 7}, "tournament/fact-value", "7"),
    ({"type": "withdrawn", "player": "P1", "🎲": LONG}, "tournament/fact-value", "xxx"),
    ({"type": "withdrawn", "player": LONG}, "player/unknown", "xxx"),
    ({"type": "time-added", "round": 1, "seconds": BIG}, "clock/seconds", "9007199254740991"),
    ({"type": "time-added", "round": 1, "seconds": HUGE}, "tournament/fact-value", "1000000000"),
    ({"type": "time-added", "round": 1, "seconds": 0}, "clock/seconds", "0"),
    ({"type": "time-added", "round": 1, "seconds": 1.5}, "tournament/fact-value", "1.5"),
    ({"type": "time-added", "round": BIG, "seconds": 60}, "round/unknown", "9007199254740991"),
    ({"type": "allowance-given", "player": "P1", "seconds": -1}, "ruling/count", "-1"),
    ({"type": "allowance-given", "player": "P1", "seconds": BIG}, "ruling/count", "9007199254740991"),
    ({"type": "rating-changed", "player": "P1", "rating": BIG}, "ruling/count", "9007199254740991"),
    ({"type": "seats-swapped", "round": 2, "one": "P1", "other": "P2"}, "round/not-drawn", "2"),
    ({"type": "seating-drawn", "round": 2, "tables": [["P1"]]}, "round/sizes", "3"),
    ({"type": "seating-drawn", "round": 2, "tables": "P1"}, "tournament/fact-value", "P1"),
    ({"type": "seating-drawn", "round": 2, "tables": [["P1", "P2", "P1"]]}, "round/twice", "P1"),
    ({"type": "day-planned", "rounds": []}, "tournament/server-only", "day-planned"),
    ({"type": "day-planned", "rounds": 7}, "tournament/fact-value", "7"),
    ({"type": "wishes-stated"}, "tournament/fact-lacks", "wishes"),
    ({"type": "wishes-stated", "wishes": "🎲"}, "tournament/fact-value", "🎲"),
    ({"type": "wishes-stated", "wishes": {"never": "P1"}}, "tournament/fact-value", "P1"),
    ({"type": "wishes-stated", "wishes": {"🎲": 1}}, "tournament/fact-value", "🎲"),
    ({"type": "wishes-stated", "wishes": {"apart_rounds": -1}}, "tournament/bad-format", "-1"),
    ({"type": "wishes-stated", "wishes": {"apart_rounds": BIG}}, "tournament/bad-format", "9007199254740991"),
    ({"type": "wishes-stated", "wishes": {"never": [["P1", LONG]]}}, "player/unknown", "xxx"),
    ({"type": "wishes-stated", "wishes": {"never": [["P1", "P1"]]}}, "wishes/twice", "P1"),
    ({"type": "wishes-stated", "wishes": {"never": [["P1", "P2"]] * 401}}, "wishes/too-many", "400"),
    ({"type": "wishes-stated", "wishes": {"families": [["P1"]]}}, "wishes/twice", "P1"),
    ({"type": "wishes-stated", "wishes": {"fixed": [["P1", 0]]}}, "tournament/bad-format", "0"),
    (
        {"type": "wishes-stated", "wishes": {"fixed": [["P1", BIG]]}},
        "tournament/bad-format",
        "9007199254740991",
    ),
    ({"type": "wishes-stated", "wishes": {"fixed": [["P1", 1], ["P1", 2]]}}, "wishes/two-tables", "P1"),
    ({"type": "call-answered", "call": -1}, "call/unknown", "-1"),
    ({"type": "undone", "entry": BIG}, "tournament/nothing-to-undo", "9007199254740991"),
    ({"type": "role-given", "person": "x", "role": "director"}, "tournament/server-only", "role-given"),
    ({"type": "game-skipped", "round": 1, "table": 99, "game": 1}, "round/no-table", "99"),
    ({"type": "game-skipped", "round": 1, "table": 1, "game": BIG}, "round/no-game", "9007199254740991"),
)
SHEETS: tuple[tuple[Json, str, str], ...] = (
    ({"points": [30, -10, -15], "winners": [0]}, "result/count", "3"),
    ({"points": [BIG, -10, -15, -5], "winners": [0]}, "result/too-large", "9007199254740991"),
    ({"points": [HUGE, -10, -15, -5], "winners": [0]}, "tournament/fact-value", "1000000000"),
    ({"points": [10_000, -10_000, 0, 0], "winners": [0]}, "result/too-large", "10000"),
    ({"points": [30, -10, -15, "🎲"], "winners": [0]}, "tournament/fact-value", "🎲"),
    ({"points": [30, -10, -15, None], "winners": [0]}, "tournament/fact-value", "null"),
    ({"points": [30, -10, -15, 4.5], "winners": [0]}, "tournament/fact-value", "4.5"),
    ({"points": [30, -10, -15, True], "winners": [0]}, "tournament/fact-value", "true"),
    ({"points": [31, -10, -15, -5], "winners": [0]}, "result/sum", "1"),
    ({"points": [30, -10, -15, -5], "winners": []}, "result/no-winner", ""),
    ({"points": [30, -10, -15, -5], "winners": [5]}, "result/winner-seat", ""),
    ({"points": [30, -10, -15, -5], "winners": [-1]}, "tournament/fact-value", "-1"),
    ({"points": [30, -10, -15, -5], "winners": [0], "ended": "🎲"}, "tournament/fact-value", "🎲"),
    ({"points": [30, 10, -35, -5], "winners": [0]}, "result/positive", "10"),
    ({"winners": [0]}, "tournament/fact-lacks", "points"),
)
RULINGS: tuple[tuple[Json, str, str], ...] = (
    ({"kind": "penalty-tiles", "player": "P1", "value": 21}, "ruling/count", "21"),
    ({"kind": "penalty-tiles", "player": "P1", "value": 0}, "ruling/count", "0"),
    ({"kind": "points", "player": "P1", "value": -HUGE}, "ruling/count", "-1000000000"),
    ({"kind": "points", "value": -10}, "ruling/no-player", ""),
    ({"kind": "points", "player": LONG, "value": -10}, "result/not-at-table", "xxx"),
    ({"kind": "other", "game": 99}, "round/no-game", "99"),
    ({"kind": "other", "why": ""}, "tournament/no-why", "0"),
    ({"kind": "other", "why": "  "}, "tournament/no-why", "0"),
    ({"kind": "other", "why": LONG}, "tournament/no-why", "10000"),
    ({"kind": "other", "table": HUGE}, "round/no-table", "1000000000"),
    ({"kind": "other", "round": -1}, "round/unknown", "-1"),
)


async def refused(desk: Desk, method: str, path: str, body: Json, want: tuple[str, str]) -> None:
    """Ask, and expect this one reason: with a code that has words in four languages, and with the value."""
    code, value = want
    with pytest.raises(HttpProblem) as caught:
        await desk.call(method, path, body)
    where = f"{method} {path} {body!r:.120}: {caught.value}"
    assert caught.value.codes == [code], where
    assert 400 <= caught.value.status < 500, where
    assert value in str(caught.value), where
    assert len(str(caught.value)) < 600, where


async def entries(desk: Desk) -> int:
    return len((await desk.call("GET", "/log"))["entries"])


def test_nonsense_in_the_form_of_a_tournament() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        before = await entries(desk)
        for wish, code, value in FORMATS:
            await refused(desk, "PUT", "/format", {"rounds": 4, **wish}, (code, value))
        assert await entries(desk) == before
        for name, shown in NAMES[:-1]:
            with pytest.raises(HttpProblem) as caught:
                await server.http("POST", "/api/tournaments", {"name": name}, desk.token)
            assert (caught.value.codes, shown in str(caught.value)) == (["tournament/name"], True), repr(name)

    serve(story)


def test_nonsense_in_lists_and_names_of_players() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        before = await entries(desk)
        for text, code, value in LISTS:
            await refused(desk, "POST", "/players", {"text": text}, (code, value))
        for name, shown in NAMES[:-1]:
            wish = {"name": name, "rating": 7}
            await refused(desk, "PUT", "/players/P1", wish, ("players/name", shown))
            await refused(desk, "POST", "/players/P1/substitute", {"name": wish}, ("players/name", shown))
        for field in ("public_name", "club"):
            wish = {"name": "Ala", field: LONG}
            await refused(desk, "PUT", "/players/P1", wish, ("players/name", "xxx"))
        for rating in (100_001, -HUGE):
            wish = {"name": "Somebody else", "rating": rating}
            await refused(desk, "PUT", "/players/P1", wish, ("ruling/count", str(rating)[:12]))
        await refused(desk, "PUT", f"/players/{'P' * 60}", {"name": "Ala"}, ("player/unknown", "PPPP"))
        assert await entries(desk) == before
        names = {card["name"] for card in (await desk.call("GET", ""))["cards"].values()}
        assert names == {f"Name {number}" for number in range(1, 9)}, "nothing was written in part"

    serve(story)


def test_nonsense_at_the_desk_in_results_and_in_rulings() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        tables = [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "P8"]]
        await desk.fact("seating-drawn", round=1, tables=tables)
        await desk.fact("seating-published", round=1)
        await desk.fact("result-entered", **result(2))
        before = await entries(desk)
        for fact, code, value in FACTS:
            await refused(desk, "POST", "/facts", {"fact": fact, "why": "x"}, (code, value))
        for sheet, code, value in SHEETS:
            fact = {"type": "result-entered", "round": 1, "table": 1, "game": 1, "sheet": sheet}
            await refused(desk, "POST", "/facts", {"fact": fact}, (code, value))
            again = {**fact, "type": "result-corrected", "table": 2}
            await refused(desk, "POST", "/facts", {"fact": again, "why": "x"}, (code, value))
        for wish, code, value in RULINGS:
            ruling = {"round": 1, "table": 1, "why": "x", **wish}
            await refused(desk, "POST", "/rulings", ruling, (code, value))
        for number in (0, 3, HUGE):
            await refused(desk, "POST", "/proposals", {"round": number}, ("round/unknown", str(number)[:12]))
        swap = {"round": 1, "one": LONG, "other": "P1"}
        await refused(desk, "POST", "/swap-cost", swap, ("seating/unknown", "xxx"))
        call = {"round": 1, "table": 1, "why": LONG}
        await refused(desk, "POST", "/calls", call, ("tournament/no-why", "10000"))
        assert await entries(desk) == before

    serve(story)


def test_a_day_is_planned_only_with_players_and_rounds_that_are_left() -> None:
    async def story(server: Live) -> None:
        token = str((await server.guest("Dora"))["token"])
        wish = {"name": "Cup", "format": {"rounds": 1}}
        empty = Desk(server, token, await server.http("POST", "/api/tournaments", wish, token))
        await refused(empty, "POST", "/plans", None, ("seating/too-few", "0"))
        desk = await open_tournament(server, rounds=1)
        await desk.fact("seating-drawn", round=1, tables=[[f"P{n}" for n in range(1, 5)]])
        await desk.fact("seating-published", round=1)
        before = await entries(desk)
        await refused(desk, "POST", "/plans", None, ("round/unknown", "2"))
        assert await entries(desk) == before

    serve(story)


def test_nonsense_instead_of_the_file_of_a_tournament() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        file = await desk.call("GET", "/export.json")
        first = file["entries"][0]
        for text, code in (
            ("", "backup/unreadable"),
            ("🎲", "backup/unreadable"),
            ("[" * 10_000, "backup/unreadable"),
            ("{}", "backup/unreadable"),
            (json.dumps({**file, "entries": []}), "backup/unreadable"),
            (json.dumps({**file, "entries": 7}), "backup/unreadable"),
            (json.dumps({**file, "tournament": LONG}), "backup/unreadable"),
            (json.dumps({**file, "cards": 7}), "backup/unreadable"),
            (json.dumps({**file, "cards": {"P1": {"name": 7}}}), "backup/unreadable"),
            (json.dumps({**file, "cards": {"P1": {"name": LONG}}}), "backup/unreadable"),
            (
                json.dumps({**file, "entries": [{**first, "seal": "🎲"}, *file["entries"][1:]]}),
                "backup/broken",
            ),
            (json.dumps({**file, "entries": file["entries"][::-1]}), "backup/broken"),
        ):
            with pytest.raises(HttpProblem) as caught:
                await server.http("POST", "/api/tournaments/restore", {"text": text}, desk.token)
            assert (caught.value.codes, caught.value.status < 500) == ([code], True), text[:80]
        mine = await server.http("GET", "/api/tournaments", None, desk.token)
        assert len(mine["tournaments"]) == 1

    serve(story)


def test_nonsense_in_codes_and_addresses() -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        for code in ("", "🎲", LONG, "'; drop table tournaments; --", str(HUGE)):
            await refused(desk, "POST", "/claim", {"code": code}, ("role/unknown", ""))
        player = await come_in(desk, desk.made["referee"])
        desk.token = player
        for path, code, value in (
            ("/rounds/x/tables/1/history", "tournament/no-number", "x"),
            ("/rounds/1/tables/99999/history", "tournament/no-number", "99999"),
            ("/paper/poster.pdf", "tournament/no-paper", "poster"),
            ("/paper/seating.pdf?language=xx", "tournament/no-paper", "xx"),
            ("/paper/seating.pdf?round=-1", "tournament/no-number", "-1"),
            ("/paper/certificates.pdf?first=many", "tournament/no-number", "many"),
            ("/paper/seating.pdf?round=7", "round/not-drawn", "7"),
        ):
            await refused(desk, "GET", path, None, (code, value))

    serve(story)


def test_a_list_with_odd_marks_is_read_as_it_was_meant() -> None:
    async def story() -> None:
        async with live() as server:
            desk = await open_tournament(server)
            text = '\ufeff"Imię"\t"Ranking"\r\nŁucja O\'Brien-Święch\t1400\r\n\r\nЩур 🎲\t-5\r\n'
            read = await desk.call("POST", "/players/reading", {"text": text})
            assert [(line["player"]["name"], line["player"]["rating"]) for line in read["lines"]] == [
                ("Łucja O'Brien-Święch", 1400),
                ("Щур 🎲", -5),
            ]
            await desk.call("PUT", "/players/P1", {"name": "  Ala \u00a0 Nowak ", "rating": 3})
            assert (await desk.call("GET", ""))["cards"]["P1"]["name"] == "Ala Nowak"

    asyncio.run(story())


def test_every_reason_is_reported_in_four_languages_with_its_values() -> None:
    words = Path(__file__).parents[3] / "client" / "src" / "generated" / "words"
    for language in ("en", "pl", "cs", "uk"):
        text = (words / language / "tournaments-refusals.ts").read_text(encoding="utf-8")
        found = dict(re.findall(r'^  "refusal\.([^"]+)": "((?:[^"\\]|\\.)*)",$', text, re.MULTILINE))
        assert found.keys() == CODES.keys(), language
        for code, sentence in CODES.items():
            named = set(re.findall(r"{(\w+)", found[code]))
            known = set(re.findall(r"{(\w+)", sentence))
            assert named <= known | {"round"}, (language, code)


@pytest.mark.parametrize(
    ("method", "path", "body", "codes"),
    [
        ("PUT", "/players/P1", {"name": "", "club": LONG}, ["players/name"] * 2),
        ("PUT", "/players/P1", {"name": "", "rating": HUGE}, ["players/name", "ruling/count"]),
        ("POST", "/players", {"text": f"{LONG}\nname\u0007"}, ["players/line-name"] * 2),
        (
            "POST",
            "/players/P99/substitute",
            {"name": {"name": "", "club": "x" * 600}, "why": "x" * 600},
            ["players/name", "players/name", "tournament/no-why", "player/unknown"],
        ),
        ("PUT", "/format", {"rounds": 0, "games": 0}, ["tournament/bad-format"] * 2),
    ],
)
def test_what_is_wrong_twice_is_refused_with_both_reasons(
    method: str, path: str, body: Json, codes: list[str]
) -> None:
    async def story(server: Live) -> None:
        desk = await open_tournament(server)
        before = await entries(desk)
        with pytest.raises(HttpProblem) as caught:
            await desk.call(method, path, body)
        assert caught.value.codes == codes
        assert await entries(desk) == before

    serve(story)
