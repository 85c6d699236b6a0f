"""Former addresses: a printed link still leads to its page, an open page is asked to reload."""

import asyncio
import json

import pytest

from server.live_server import Live, ask
from server.tournament.test_tournaments import serve
from tilemeld.server.http.former_addresses import METHODS
from tilemeld.server.live.protocol import PROTOCOL


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/events", "/tournaments"),
        ("/events/new", "/tournaments/new"),
        ("/events/a_B-9/desk/results", "/tournaments/a_B-9/desk/results"),
        ("/events/a_B-9/me?code=ABCD2345", "/tournaments/a_B-9/me?code=ABCD2345"),
        ("/events//example.org", "/tournaments//example.org"),
        ("/events/a%20b", "/tournaments/a%20b"),
    ],
)
def test_a_link_on_a_printed_card_leads_for_good_to_its_page(former: str, now: str) -> None:
    async def story(server: Live) -> None:
        status, headers, _ = await asyncio.to_thread(ask, server.port, "GET", former)
        assert (status, headers["location"]) == (308, now)
        status, headers, _ = await asyncio.to_thread(
            ask, server.port, "GET", "/events/a%0d%0aSet-Cookie:%20x"
        )
        assert (status, "set-cookie" in headers) == (404, False)

    serve(story)


def test_an_open_page_of_the_former_protocol_is_asked_to_reload_and_keeps_what_it_writes() -> None:
    async def story(server: Live) -> None:
        for path in ("/api/events", "/api/events/find", "/api/events/a_B-9/facts"):
            for method in METHODS:
                status, _, text = await asyncio.to_thread(ask, server.port, method, path)
                [refusal] = json.loads(text)["refusals"]
                assert refusal["code"] == "wire/protocol"
                assert refusal["params"] == {"ours": PROTOCOL, "theirs": 2}
                assert status == (410 if method == "GET" else 503), "what is passing is sent again later"

    serve(story)
