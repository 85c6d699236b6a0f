"""The page as an app: small, installable, there without a network; what it says where that is not allowed."""

import io
import json
from collections.abc import Callable, Iterator

import pytest
from PIL import Image
from playwright.sync_api import Response, expect

from journeys.conftest import ELSEWHERE, Arrive
from journeys.house import CutProxy, House, Position, serving
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own: nobody has opened a table in its public list."""
    with serving(tmp_path_factory.mktemp("house") / "games.sqlite") as house:
        yield house


@pytest.fixture
def proxy(house: House) -> Iterator[CutProxy]:
    """A line to the server that can be cut."""
    proxy = house.proxy()
    yield proxy
    proxy.close()


@pytest.mark.parametrize(
    "size", ["390x844", "390x664", "360x560", "844x390", "667x375", "1024x600", "1440x900"]
)
def test_the_way_to_play_is_in_sight_in_every_window(size: str, arrive: Arrive) -> None:
    width, height = (int(side) for side in size.split("x"))
    button = arrive("touch", viewport={"width": width, "height": height}).page.locator("button.hero-play")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, "below the fold"


def test_the_first_load_is_small_and_so_is_the_table_behind_a_link(house: House, arrive: Arrive) -> None:
    """The page and what it is made of, packed as it comes over the line, in the largest language."""
    sitting = house.set_up(Position(CALM, ["r4 r5", "o1 o2"], table="b1 b2 b3", bots={1: "club"}))
    person = arrive("touch", path="/nowhere", who=sitting.people[0], locale="uk-UA")
    for path, there, most in (("/", ".start h1", 100_000), (f"/t/{sitting.code}", ".bar .title", 192_000)):
        page = person.page.context.new_page()
        answers: list[Response] = []
        page.on("response", noting(answers))
        page.goto(house.url + path)
        expect(page.locator(there)).to_be_visible()
        made_of = [answer for answer in answers if answer.url.endswith(path) or "/assets/" in answer.url]
        made_of = [answer for answer in made_of if "/faces-" not in answer.url]  # newcomers have none
        size = sum(int(answer.headers.get("content-length", "0")) for answer in made_of)
        page.close()
        print(f"{path}: {size} bytes in {len(made_of)} parts")
        assert 40_000 < size < most


def noting(answers: list[Response]) -> Callable[[Response], None]:
    """What the driver calls for every answer; a method of a list cannot be one."""

    def note(answer: Response) -> None:
        answers.append(answer)

    return note


def test_the_way_to_play_is_painted_and_works_before_the_script_is_there(
    house: House, arrive: Arrive
) -> None:
    """In the visitor's language and looks; pressed early, it starts a game as soon as the script comes."""
    person = arrive("touch", path="/nowhere", locale="pl-PL", color_scheme="dark")
    page = person.page.context.new_page()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto(house.url)
    expect(page.get_by_role("heading", name="tilemeld")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Graj teraz").tap()
    page.unroute("**/assets/*.js")
    page.reload()
    page.wait_for_url("**/t/*")
    page.close()


SEVEN = ["390x844", "390x664", "360x560", "844x390", "768x1024", "1440x900", "2560x1440"]
BOXES = """(tiles) => tiles.map((tile) => {
  const { left, top, width, height } = tile.getBoundingClientRect();
  return [left, top, width, height];
})"""


@pytest.mark.parametrize("size", [*SEVEN, "320x568", "667x375", "1024x600", "1280x800"])
def test_the_painted_table_is_the_table_that_follows(size: str, house: House, arrive: Arrive) -> None:
    """Nothing jumps when the script comes: neither the nine tiles nor the way to play."""
    width, height = (int(side) for side in size.split("x"))
    person = arrive("touch", path="/nowhere", viewport={"width": width, "height": height})
    page = person.page.context.new_page()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto(house.url)
    page.evaluate("document.fonts.ready.then(() => null)")
    painted = page.locator(".hero-tile").evaluate_all(BOXES)
    way = page.locator(".hero-play").evaluate_all(BOXES)
    assert len(painted) == 9
    page.unroute("**/assets/*.js")
    page.reload()
    expect(page.locator(".hero-table .tm-tile")).to_have_count(9)
    tiles = ["r4a", "r5a", "r6a", "b8a", "o8a", "k8a", "r3a", "r7a", "r8a"]
    drawn = [
        page.locator(f".hero-table .tm-tile[data-tile='{tile}']").evaluate_all(BOXES)[0] for tile in tiles
    ]
    assert farthest(painted, drawn) <= 2
    assert farthest(way, page.locator(".hero-play").evaluate_all(BOXES)) <= 6
    page.close()


def farthest(before: list[list[float]], after: list[list[float]]) -> float:
    """The largest difference between two lists of boxes, in pixels."""
    pairs = [pair for one, other in zip(before, after, strict=True) for pair in zip(one, other, strict=True)]
    return max(abs(one - other) for one, other in pairs)


def test_the_table_of_the_start_page_can_be_touched(arrive: Arrive) -> None:
    page = arrive("mouse").page
    tile = page.locator(".hero-table .tm-tile[data-tile='r3a']")
    expect(tile).to_be_visible()
    tile.focus()
    page.keyboard.press("Space")  # by keys; by hand below
    page.keyboard.press("Escape")
    said = page.locator(".hero-table").get_by_role("status").filter(has_text="Try it")
    expect(said).to_be_visible()
    for moved, beside, side in (("r3a", "r4a", 0), ("r7a", "r6a", 1), ("r8a", "k8a", 1)):
        box, aim = (
            page.locator(f".hero-table .tm-tile[data-tile='{each}']").bounding_box()
            for each in (moved, beside)
        )
        assert box is not None
        assert aim is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        x = aim["x"] + side * aim["width"] + (8 if side else -4)
        page.mouse.move(x, aim["y"] + aim["height"] / 2, steps=8)
        page.mouse.up()
    expect(page.locator(".hero-table").get_by_text("All laid")).to_be_visible()
    page.get_by_role("button", name="Start the turn over").click()
    expect(said).to_be_visible()


def test_it_can_be_installed(house: House, arrive: Arrive) -> None:
    person = arrive("touch", service_workers="allow")
    session = person.page.context.new_cdp_session(person.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    errors = {
        each["errorId"] for each in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert errors <= {"in-incognito"}, (
        "a window of a test keeps nothing; everything else is as a browser wants it"
    )
    icons = json.loads(found["data"])["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        answer = person.page.request.get(house.url + icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
        if icon["sizes"] != "any":
            size = Image.open(io.BytesIO(answer.body())).size
            assert icon["sizes"] == f"{size[0]}x{size[1]}"


def test_without_a_network_the_page_is_there_and_says_so(arrive: Arrive, proxy: CutProxy) -> None:
    person = arrive("touch", url=proxy.url, service_workers="allow")
    page = person.page
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")  # the shell is kept
    proxy.cut()
    page.reload()
    expect(page.get_by_role("heading", name="tilemeld")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="No connection to the server")).to_be_visible()
    person.press("Play now")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.goto(f"{proxy.url}/settings")  # never seen before, and there all the same
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    person.choose("Polski")
    expect(page.get_by_role("heading", name="Ustawienia")).to_be_visible()
    person.choose("English")
    page.goto(f"{proxy.url}/t/ABCDEF")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    proxy.mend()
    person.press("Try again")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table")
    person.press(page.get_by_role("link", name="Start page"))
    person.press(page.locator("summary").filter(has_text="Public tables"))
    expect(page.get_by_text("No table is open to everybody")).to_be_visible()
    expect(page.get_by_text("No connection to the server")).to_have_count(0)


def test_over_plain_http_it_plays_and_says_what_the_browser_does_not_allow(
    house: House, arrive: Arrive
) -> None:
    """As phones in a local network see it: a name that is not the machine's own, and no certificate."""
    url = house.url.replace("127.0.0.1", ELSEWHERE)
    person = arrive("touch", path="/settings", url=url)
    assert not person.page.evaluate("isSecureContext")
    found = person.page.get_by_text("will not install it, keep the screen on or let it work offline")
    expect(found).to_be_visible()
    person.page.goto(url)
    person.press("Play now")
    expect(person.page.locator(".bar .title")).to_be_visible()
    person.wait_until(lambda: len(person.look().rack) >= 14)
    expect(found).to_be_visible()
    person.press("Close")
    expect(found).to_have_count(0)
    person.page.reload()
    person.wait_until(lambda: len(person.look().rack) >= 14)
    expect(found).to_have_count(0)  # said once
