"""The front end's files: types, caching, compression, addresses of the client, a missing build."""

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tilemeld.server.http.static_files import ASK_AGAIN, CLIENT_PAGES, FOR_EVER, FrontEnd, content_policy

PAGE = b"<!doctype html><title>tilemeld</title>"
SCRIPT = b"export const answer = 42;" * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "sw.js").write_text("//")
    (tmp_path / ".stamp").write_text("1")
    return tmp_path


def request(path: str, method: str = "GET", **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": method, "path": path, "headers": raw, "query_string": b""})


def get(front_end: FrontEnd, path: str, **headers: str) -> Response:
    asking = front_end.file if path in front_end.files else front_end.page
    return asyncio.run(asking(request(path, **headers)))


def test_every_file_is_served_but_stamps_and_compressed_twins(folder: Path) -> None:
    assert sorted(FrontEnd(folder).files) == ["/assets/index-abc.js", "/manifest.webmanifest", "/sw.js"]


def test_the_page_may_use_what_stands_inside_it_and_nothing_else(folder: Path) -> None:
    page = '<style>a{}</style><script>let a = 1</script><script type="module" src="/x.js"></script>'
    (folder / "index.html").write_text(page)
    front_end = FrontEnd(folder)
    policy = get(front_end, "/").headers["content-security-policy"]
    assert policy == content_policy(styles=["a{}"], scripts=["let a = 1"])
    assert policy != content_policy(styles=["b{}"], scripts=["let a = 1"])
    assert "unsafe" not in policy
    tag = get(front_end, "/").headers["etag"]
    unchanged = get(front_end, "/", if_none_match=tag)
    assert (unchanged.status_code, unchanged.headers["content-security-policy"]) == (304, policy)
    missing = front_end.not_found(request("/nowhere", accept="text/html"))
    assert missing is not None
    assert missing.headers["content-security-policy"] == policy


def test_hashed_names_are_kept_for_ever_and_others_are_asked_for_again(folder: Path) -> None:
    front_end = FrontEnd(folder)
    assert get(front_end, "/assets/index-abc.js").headers["cache-control"] == FOR_EVER
    for path in ("/", "/sw.js", "/manifest.webmanifest"):
        assert get(front_end, path).headers["cache-control"] == ASK_AGAIN


@pytest.mark.parametrize(
    ("path", "media"),
    [
        ("/assets/index-abc.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/", "text/html; charset=utf-8"),
    ],
)
def test_content_has_its_type(folder: Path, path: str, media: str) -> None:
    assert get(FrontEnd(folder), path).headers["content-type"] == media


def test_who_takes_gzip_gets_it(folder: Path) -> None:
    front_end = FrontEnd(folder)
    packed = get(front_end, "/assets/index-abc.js", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == SCRIPT
    plain = get(front_end, "/assets/index-abc.js")
    assert "content-encoding" not in plain.headers
    assert plain.body == SCRIPT


def test_what_is_known_is_not_sent_again(folder: Path) -> None:
    front_end = FrontEnd(folder)
    tag = get(front_end, "/").headers["etag"]
    again = get(front_end, "/", if_none_match=tag)
    assert (again.status_code, again.body) == (304, b"")


@pytest.mark.parametrize("path", CLIENT_PAGES)
def test_every_address_of_the_client_answers_with_its_page(folder: Path, path: str) -> None:
    answer = get(FrontEnd(folder), path)
    assert (answer.status_code, answer.body) == (200, PAGE)


def test_a_browser_that_is_lost_sees_the_client_and_a_program_the_api(folder: Path) -> None:
    front_end = FrontEnd(folder)
    lost = front_end.not_found(request("/nowhere", accept="text/html,*/*"))
    assert lost is not None
    assert (lost.status_code, lost.body) == (404, PAGE)
    assert front_end.not_found(request("/nowhere", accept="application/json")) is None
    assert front_end.not_found(request("/api/nowhere", accept="text/html")) is None
    assert front_end.not_found(request("/nowhere", method="POST", accept="text/html")) is None


def test_a_build_that_is_missing_is_said_with_the_remedy(tmp_path: Path) -> None:
    front_end = FrontEnd(tmp_path)
    assert not front_end.is_built
    answer = get(front_end, "/")
    assert answer.status_code == 503
    assert b"make setup" in answer.body
