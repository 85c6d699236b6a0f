"""Former addresses: a printed link still leads to its page, an open page is asked to reload."""

import asyncio
import contextlib
import http.client
import json

import pytest

from server.live_server import Live, ask
from server.tournament.test_tournaments import serve
from tilemeld.server.http.former_addresses import METHODS
from tilemeld.server.live.protocol import PROTOCOL, PROTOCOL_HEADER


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
                assert refusal["params"] == {"ours": PROTOCOL, "theirs": "2"}
                assert status == (410 if method == "GET" else 503), "what is passing is sent again later"

    serve(story)


@pytest.mark.parametrize(("method", "status"), [("GET", 410), ("POST", 503)])
def test_a_page_says_what_it_speaks_and_an_outdated_one_is_asked_to_reload(method: str, status: int) -> None:
    async def story(server: Live) -> None:
        for theirs in (str(PROTOCOL - 1), "x" * 99):
            found, text = await speak(server, method, theirs)
            [refusal] = json.loads(text)["refusals"]
            assert (found, refusal["code"]) == (status, "wire/protocol")
            assert refusal["params"] == {"ours": PROTOCOL, "theirs": theirs[:8]}
        for spoken in (None, str(PROTOCOL)):
            assert (await speak(server, method, spoken))[0] == 401, "read as usual: it has no token"

    serve(story)


async def speak(server: Live, method: str, protocol: str | None) -> tuple[int, bytes]:
    def send() -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        with contextlib.closing(connection):
            headers = {} if protocol is None else {PROTOCOL_HEADER: protocol}
            connection.request(method, "/api/tournaments", headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    return await asyncio.to_thread(send)
