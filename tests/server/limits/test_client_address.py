"""Callers: told apart by their address, a proxy believed only where it is trusted."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest
import segno
from starlette.requests import HTTPConnection

from server.live_server import LOOSE, QUICK, ask, live
from tilemeld.server.limits.client_address import ClientAddresses

Header = tuple[str, str]


def a_call(*headers: Header, client: tuple[str, int] | None = ("10.0.0.9", 4000)) -> HTTPConnection:
    """A request as the server gets it."""
    raw = [(name.lower().encode(), value.encode()) for name, value in (("Host", "game.example"), *headers)]
    return HTTPConnection(
        {
            "type": "http",
            "scheme": "http",
            "path": "/",
            "root_path": "",
            "query_string": b"",
            "server": ("127.0.0.1", 8000),
            "client": client,
            "headers": raw,
        }
    )


FORWARDED = "X-Forwarded-For"
PROTO = "X-Forwarded-Proto"


@pytest.mark.parametrize(
    ("headers", "trusted", "address"),
    [
        ((), False, "10.0.0.9"),
        ((), True, "10.0.0.9"),
        (((FORWARDED, "203.0.113.5"),), False, "10.0.0.9"),
        (((FORWARDED, "203.0.113.5"),), True, "203.0.113.5"),
        (((FORWARDED, "made up, 203.0.113.5"),), True, "203.0.113.5"),
        (((FORWARDED, "made up"), (FORWARDED, "203.0.113.5")), True, "203.0.113.5"),
        (((FORWARDED, " "),), True, "10.0.0.9"),
        (((FORWARDED, "x" * 500),), True, "x" * 64),
        (((FORWARDED, "2001:db8:1:2:aaaa::5"),), True, "2001:db8:1:2::/64"),
        (((FORWARDED, "2001:db8:1:2:bbbb::6"),), True, "2001:db8:1:2::/64"),
        (((FORWARDED, "::ffff:203.0.113.5"),), True, "203.0.113.5"),
    ],
)
def test_the_address_is_the_last_the_proxy_wrote_where_it_is_trusted(
    headers: tuple[Header, ...], trusted: bool, address: str
) -> None:
    assert ClientAddresses(behind_proxy=trusted).address_of(a_call(*headers)) == address


def test_a_caller_without_an_address_is_told_apart_from_the_others() -> None:
    assert ClientAddresses().address_of(a_call(client=None)) == "unknown"


@pytest.mark.parametrize(
    ("proto", "trusted", "base"),
    [
        (None, True, "http://game.example/"),
        ("https", False, "http://game.example/"),
        ("https", True, "https://game.example/"),
        ("http, https", True, "https://game.example/"),
        ("javascript", True, "http://game.example/"),
    ],
)
def test_links_begin_as_the_page_was_called(proto: str | None, trusted: bool, base: str) -> None:
    headers = [] if proto is None else [(PROTO, proto)]
    assert ClientAddresses(behind_proxy=trusted).base_of(a_call(*headers)) == base


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        (None, True),
        ("http://game.example", True),
        ("https://game.example", True),
        ("https://game.example:444", False),
        ("https://elsewhere.example", False),
        ("https://game.example.elsewhere.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_pages_of_this_server_may_connect(origin: str | None, own: bool) -> None:
    headers = [] if origin is None else [("Origin", origin)]
    assert ClientAddresses().is_own_page(a_call(*headers)) is own


@pytest.mark.parametrize(("trusted", "statuses"), [(True, [201, 201, 429]), (False, [201, 429, 429])])
def test_behind_a_proxy_limits_count_callers_and_else_nobody_makes_up_an_address(
    trusted: bool, statuses: list[int]
) -> None:
    async def story() -> list[int]:
        settings = replace(QUICK, limits=replace(LOOSE, guests_per_minute=1), behind_proxy=trusted)
        async with live(settings) as server:
            come_in = partial(ask, server.port, "POST", "/api/guests", body={})
            client_addresses = ("203.0.113.5", "203.0.113.6", "203.0.113.6")
            return [(await asyncio.to_thread(come_in, x_forwarded_for=each))[0] for each in client_addresses]

    assert asyncio.run(story()) == statuses


def test_behind_a_proxy_the_qr_code_of_a_table_leads_to_https() -> None:
    async def story() -> tuple[str, str]:
        async with live(replace(QUICK, behind_proxy=True)) as server:
            table = await server.http("POST", "/api/tables", {}, (await server.guest())["token"])
            look = partial(ask, server.port, "GET", f"/api/tables/{table['id']}/qr.svg")
            return table["code"], (
                await asyncio.to_thread(look, host="game.example", x_forwarded_proto="https")
            )[2]

    code, picture = asyncio.run(story())
    expected = segno.make(f"https://game.example/t/{code}", error="m", micro=False)
    assert path_of(picture) == path_of(expected.svg_inline(border=2))


def path_of(picture: str) -> str:
    """The dark squares of a QR code."""
    return picture.split(' d="')[1].split('"', 1)[0]
