"""Journeys in a real Chromium against a real server process: one browser and one server for all of them."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tools.browser import REMEDY, find_browser

from journeys.browsers import Browsers, LentBrowser, lending
from journeys.house import House, Seated, serving
from journeys.person import PATIENCE_MS, By, Person

HERE = Path(__file__).parent
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,  # twice as many pixels say nothing more here
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
EVERYBODY: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
ELSEWHERE = "tilemeld.test"
"""A name for this machine that is not a browser's own: what comes from there is no secure page."""

LEAN = (
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--in-process-gpu",
    "--disable-software-rasterizer",
    "--disable-extensions",
    "--disable-component-update",
    "--disable-features=Translate,OptimizationHints,MediaRouter,AudioServiceOutOfProcess",
    "--mute-audio",
    "--process-per-site",  # a page opened later finds the client compiled
    "--js-flags=--no-opt,--no-maglev",  # no page lives long enough to be worth the best code
)
"""What no journey needs costs a sixth of the browser's work."""
SHARED = ("--guests-per-minute", "1000", "--limit", "address_tournaments_per_hour=1000")
"""A server for all journeys meets more strangers from one address than a server in the world."""

Arrive = Callable[..., Person]
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the journeys: they are the longest, and one browser serves those that follow each other."""
    items.sort(key=lambda item: item.path.parent != HERE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the journeys; without one they fail and say what to do.

    It ends with the last of them: its driver holds the thread's event loop, and other tests want one.
    """
    path = find_browser(os.environ)
    assert path is not None, REMEDY
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                *LEAN,
                "--disable-background-networking",
                f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all journeys of this process; those that kill one start their own."""
    with serving(tmp_path_factory.mktemp("house") / "games.sqlite", *SHARED) as house:
        yield house


@pytest.fixture(scope="package")
def house(shared_house: House) -> House:
    """The server of a journey; a file of journeys may have another one."""
    return shared_house


@pytest.fixture(scope="package")
def browsers(browser: Browser, shared_house: House) -> Iterator[Browsers]:
    """Browsers for all journeys of this process; those at the shared server are lent again and again."""
    yield from lending(browser, shared_house.url)


@pytest.fixture
def arrive(browsers: Browsers, house: House) -> Iterator[Arrive]:
    """Let somebody open a browser: a stranger, or one who was seated before. Faults of pages fail it.

    The service worker fetches the whole client for each new browser, a third of what a short journey costs:
    a journey that goes on without the server lets it, by ``service_workers="allow"``.
    """
    lent: list[LentBrowser] = []
    faults: list[str] = []

    def come(
        by: By = "mouse", *, path: str = "/", who: Seated | None = None, url: str = house.url, **options: Any
    ) -> Person:
        device = PHONE if by == "touch" else DESKTOP
        wanted = {**EVERYBODY, **device, **options}
        one = browsers.lend(wanted, {} if who is None else {"tilemeld.guest": who.storage}, url)
        lent.append(one)
        one.context.set_default_timeout(PATIENCE_MS)
        one.listen("weberror", lambda error: faults.append(str(error.error)))
        page = browsers.open_page(one, wanted)
        _watch(page, url, faults)
        page.goto(url + path)
        return Person(page, by)

    yield come
    for one in lent:
        browsers.take_back(one)
    assert faults == []


def _watch(page: Page, url: str, faults: list[str]) -> None:
    """Note what should never happen: errors in the page, and requests to anybody else.

    Nobody else can be reached, and the server's policy forbids to try: a request that fails, or an error of
    the page. Hearing of every request would cost more than watching those that fail.
    """

    def console(message: Any) -> None:
        by_itself = (  # what the browser says of lost lines and of plain HTTP
            "Failed to load resource",
            "WebSocket connection to",
            "The Cross-Origin-Opener-Policy header has been ignored",
        )
        if message.type == "error" and not message.text.startswith(by_itself):
            faults.append(message.text)

    def request(asked: Any) -> None:
        if not asked.url.startswith((url, "data:", "blob:", url.replace("http", "ws"))):
            faults.append(f"a request to {asked.url}")

    page.on("console", console)
    page.on("requestfailed", request)
