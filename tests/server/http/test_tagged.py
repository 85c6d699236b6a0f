"""Bodies with a tag: sent once, compressed for whoever reads that, then only compared."""

import gzip

import pytest
from starlette.requests import Request

from tilemeld.server.http.tagged import Tagged, is_known

TEXT = b'{"name":"Cup"}' * 20
PAGE = Tagged(
    body=TEXT, packed=gzip.compress(TEXT), media="application/json", cache="no-store", tag='W/"abc"'
)


def request(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": raw})


@pytest.mark.parametrize("seen", ['W/"abc"', '"abc"', '"x", W/"abc"', "*"])
def test_what_is_known_is_not_sent_again(seen: str) -> None:
    answer = PAGE.answer(request(if_none_match=seen), headers={"Tilemeld-Now": "7"})
    assert (answer.status_code, answer.body) == (304, b"")
    assert (answer.headers["etag"], answer.headers["tilemeld-now"]) == ('W/"abc"', "7")


@pytest.mark.parametrize("seen", ["", '"ab"', '"xabc"', "abc", 'W/"x"'])
def test_another_tag_is_not_known(seen: str) -> None:
    assert not is_known(request(if_none_match=seen), '"abc"')
    assert PAGE.answer(request(if_none_match=seen)).body == TEXT


def test_it_is_compressed_for_those_who_read_that_and_only_where_there_is_a_compressed_copy() -> None:
    packed = PAGE.answer(request(accept_encoding="br, gzip"))
    assert (gzip.decompress(bytes(packed.body)), packed.headers["content-encoding"]) == (TEXT, "gzip")
    plain = Tagged(body=TEXT, packed=None, media="text/plain", cache="no-cache", tag='"abc"')
    assert plain.answer(request(accept_encoding="gzip")).body == TEXT


def test_an_error_page_is_always_sent() -> None:
    assert PAGE.answer(request(if_none_match="*"), status=404).body == TEXT
