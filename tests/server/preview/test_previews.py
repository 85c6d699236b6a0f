"""What links show of themselves: in the table's language, nothing hidden, cheap, and safe in HTML.

Proves `server/preview/pages.py`.
"""

import asyncio
import html
import http.client
import io
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typst
from PIL import Image

from server.live_server import LOOSE, QUICK, Json, Live, all_ready, client, live, set_table
from table_setup import a_turn
from tilemeld.adapters.memory.store import InlineClerk
from tilemeld.adapters.pdf import draw_preview
from tilemeld.engine.game.views import view
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.server.http.static_files import FOLDER
from tilemeld.server.preview.pages import KEPT, Pictures
from tilemeld.server.preview.preview_words import TEXTS
from tilemeld.server.preview.previews import (
    invitation_preview,
    language_of,
    start_preview,
    table_preview,
)
from tilemeld.service.live.lobby_table import Options, Place, Table
from tilemeld.service.ports import GameId, PersonId, TableId

LOOK = FOLDER / "pictures"
Answer = tuple[int, Mapping[str, str], bytes]


def tell(story: Callable[[Live], Awaitable[None]], **changes: object) -> None:
    async def run() -> None:
        chosen = replace(QUICK, **changes)  # type: ignore[arg-type]  # names of settings, in tests
        async with asyncio.timeout(60), live(chosen) as server:
            await story(server)

    asyncio.run(run())


async def get(server: Live, path: str, **headers: str) -> Answer:
    def ask() -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        body = answer.read()
        connection.close()
        return answer.status, found, body

    return await asyncio.to_thread(ask)


async def tags(server: Live, path: str, **headers: str) -> dict[str, str]:
    """The Open Graph tags of a page."""
    _, _, body = await get(server, path, **headers)
    found = re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)"', body.decode())
    return {name: html.unescape(text) for name, text in found}


def a_table(profile_name: str = "pl", **options: object) -> Table:
    rules = profile(profile_name)
    return Table(
        id=TableId("t"),
        code="ABCDEF",
        host=PersonId("h"),
        options=Options(rules, 4, public=True, **options),  # type: ignore[arg-type]  # names of options
        places=(Place(person=PersonId("h")), Place(bot="greedy"), Place(), Place()),
    )


@pytest.mark.parametrize("name", PROFILES)
def test_a_public_table_speaks_the_language_of_its_rules(name: str) -> None:
    shown = table_preview(a_table(name), None)
    assert shown.language == language_of(name) == name.partition("-")[0]
    assert shown.title == TEXTS[shown.language]["preview.open"]
    assert shown.description.startswith(TEXTS[shown.language][f"profile.{name}"])
    assert re.search(r"\b2\b", shown.description), "two free seats"


def test_two_games_that_differ_in_hidden_tiles_alone_have_the_same_preview() -> None:
    rules = profile("pl")
    table = replace(a_table(), stage="playing", games=(GameId("g"),))
    one = a_turn(rules, ["r4 r5 r6", "o1 o2 o3"], table="b1 b2 b3", bank="k1 k2 k3")
    other = a_turn(rules, ["k8 k9 k10", "o10 o2 J"], table="b1 b2 b3", bank="k1 r7 k3")
    shown = [table_preview(table, view(state, None)) for state in (one, other)]
    assert shown[0] == shown[1]
    assert shown[0].tag == shown[1].tag
    drawn = str(shown[0].data["sets"])
    assert drawn.count("'ink'") == 3, "three tiles lie on the table"
    laid = a_turn(rules, ["r4 r5 r6", "o1 o2 o3"], table="b1 b2 b3 b4", bank="k1 k2 k3")
    assert table_preview(table, view(laid, None)).tag != shown[0].tag


def test_a_table_by_invitation_looks_like_a_code_that_nobody_has() -> None:
    async def story(server: Live) -> None:
        table, _ = await set_table(server, bots=0, profile="cs")
        wrong = ("ZZZZZZ", "%22%3E%3Cscript%3E", "x" * 500)
        for language in ("en", "pl"):
            path = f"/t/{table['code']}?lang={language}"
            private = await tags(server, path)
            assert private["og:title"] == TEXTS[language]["preview.invitation"]
            for code in wrong:
                found = await tags(server, f"/t/{code}?lang={language}")
                assert {**found, "og:url": ""} == {**private, "og:url": ""}
        pictures = {(await get(server, f"/previews/t/{code}.png"))[2] for code in (table["code"], "ZZZZZZ")}
        assert len(pictures) == 1

    tell(story)


def test_a_public_game_shows_its_table_and_no_name_and_no_rack() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, profile="uk", public=True)
        opened = await tags(server, f"/t/{table['code']}")
        assert opened["og:title"] == TEXTS["uk"]["preview.open"]
        await all_ready(server, table["id"], tokens)
        async with client(server, tokens[0]) as player:
            await player.enter(table["id"])
            await player.until_view(lambda _view: True)
        status, headers, page = await get(server, f"/t/{table['code']}")
        assert status == 200
        plain = (await get(server, "/settings"))[1]["content-security-policy"]
        assert headers["content-security-policy"] == plain, "what the page was built with is allowed"
        assert TEXTS["uk"]["preview.playing"] in page.decode()
        names = [place["name"] for place in table["places"] if place["name"]]
        assert not [name for name in names if name in page.decode()]
        found = await tags(server, f"/t/{table['code']}")
        picture = found["og:image"].partition(str(server.port))[2]
        status, headers, png = await get(server, picture)
        assert (status, headers["content-type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(png)).size == (1200, 630)
        again, _, nothing = await get(server, picture, if_none_match=headers["etag"])
        assert (again, nothing) == (304, b"")
        page_tag = (await get(server, f"/t/{table['code']}"))[1]["etag"]
        assert (await get(server, f"/t/{table['code']}", if_none_match=page_tag))[0] == 304

    tell(story)


def test_what_people_type_cannot_leave_its_attribute() -> None:
    nasty = '"><script>alert(1)</script>&'

    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        body = {"name": nasty}
        made = await server.http("POST", "/api/tournaments", body, token)
        _, _, page = await get(server, f"/tournaments/{made['tournament']}")
        assert "<script>alert" not in page.decode()
        found = await tags(server, f"/tournaments/{made['tournament']}")
        assert found["og:title"] == nasty
        status, _, png = await get(server, f"/previews/tournaments/{made['tournament']}.png")
        assert (status, png[:4]) == (200, b"\x89PNG")
        unknown = await tags(server, "/tournaments/nonsense")
        assert unknown["og:title"] == TEXTS["en"]["preview.start"]

    tell(story)


@pytest.mark.parametrize(
    ("path", "key"), [("/", "start"), ("/replay/anything", "replay"), ("/t/AAAAAA", "invitation")]
)
@pytest.mark.parametrize("language", TEXTS)
def test_pages_without_a_secret_speak_the_readers_language(path: str, key: str, language: str) -> None:
    async def story(server: Live) -> None:
        found = await tags(server, path, accept_language=f"xx,{language}-XX;q=0.9")
        assert found["og:title"] == TEXTS[language][f"preview.{key}"]
        assert found["og:locale"] == language
        assert f"lang={language}" in found["og:image"]
        _, headers, _ = await get(server, path)
        assert "Accept-Language" in headers["vary"]

    tell(story)


def test_links_begin_with_the_public_address_or_with_that_of_the_request() -> None:
    async def address_in(server: Live, **headers: str) -> str:
        return (await tags(server, "/t/AAAAAA", **headers))["og:url"]

    async def own(server: Live) -> None:
        assert await address_in(server, host="evil.example") == "https://play.example/t/AAAAAA"

    async def by_request(server: Live) -> None:
        assert await address_in(server, host="play.example:81") == "http://play.example:81/t/AAAAAA"
        assert "<" not in await address_in(server, host="x<y")
        assert (
            await address_in(server, x_forwarded_proto="https") == f"http://127.0.0.1:{server.port}/t/AAAAAA"
        )

    tell(own, public_url="https://play.example/")
    tell(by_request)


def test_guessing_codes_by_previews_is_limited_and_pages_come_all_the_same() -> None:
    async def story(server: Live) -> None:
        table, _ = await set_table(server, bots=0, profile="cs", public=True)
        titles = [(await tags(server, f"/t/{table['code']}"))["og:title"] for _ in range(4)]
        shown, hidden = TEXTS["cs"]["preview.open"], TEXTS["en"]["preview.invitation"]
        assert titles == [shown, shown, hidden, hidden]

    tell(story, limits=replace(LOOSE, previews_per_second=0.001, previews_burst=2))


def test_a_picture_is_drawn_once_kept_for_a_while_and_a_failure_is_not_kept() -> None:
    drawn: list[Json] = []

    def draw(data: Json) -> bytes:
        drawn.append(data)
        if len(drawn) == 1:
            raise TimeoutError
        return b"png"

    async def story() -> None:
        pictures = Pictures(InlineClerk(), draw)
        with pytest.raises(TimeoutError):
            await pictures.of(start_preview("en"), "here")
        made = await asyncio.gather(*(pictures.of(start_preview("en"), "here") for _ in range(5)))
        assert made == [b"png"] * 5
        assert len(drawn) == 2
        for number in range(KEPT + 10):
            await pictures.of(replace(start_preview("en"), title=str(number)), "here")
        assert len(pictures) == KEPT

    asyncio.run(story())


class BusyClerk(InlineClerk):
    """Never comes to it in time."""

    async def run(self, *_given: object, **_more: object) -> Any:
        raise TimeoutError


def test_a_picture_that_cannot_be_drawn_in_time_is_the_fault_of_the_server() -> None:
    async def story() -> None:
        async with asyncio.timeout(60), live(QUICK, clerk=BusyClerk()) as server:
            status, headers, _ = await get(server, "/previews/start.png")
            assert status == 503
            assert headers["cache-control"] == "no-store"

    asyncio.run(story())


@pytest.mark.parametrize("language", TEXTS)
def test_every_language_is_drawn_and_a_full_table_too(language: str) -> None:
    full = tuple(tuple(f"{colour}{number}" for number in range(1, 14)) for colour in "krbo" for _ in range(2))
    for preview in (
        invitation_preview(language),
        replace(start_preview(language), sets=full),
        replace(start_preview(language), rows=(("1.", "Ż" * 200, "+7"),) * 5),
        replace(start_preview(language), sets=(("Ż", "Ó", "?(Ł)", "W"),), letters=True),
    ):
        assert Image.open(io.BytesIO(draw_preview(preview.data, LOOK))).size == (1200, 630)


@pytest.mark.parametrize("language", TEXTS)
def test_pictures_are_set_in_our_typeface(language: str, tmp_path: Path) -> None:
    """Its parts are families of their own with every letter; without them the picture looks different."""
    parts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[LOOK])
    assert sorted(parts.families()) == ["RubiA", "RubiC", "RubiL"]
    font = '#set text(font: ("RubiL", "RubiA", "RubiC"), fallback: false)'
    for letter in {letter for text in TEXTS[language].values() for letter in text} - {" "}:
        made = typst.compile(
            f"{font}\n#{json.dumps(letter, ensure_ascii=False)}".encode(), format="svg", font_paths=parts
        )
        assert isinstance(made, bytes)
        assert made.count(b"<symbol") == 1, f"{letter!r} is in no part"
    data = start_preview(language).data
    assert draw_preview(data, LOOK) != draw_preview(data, tmp_path)
