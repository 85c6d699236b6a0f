"""How it looks to everybody: axe on every screen in every theme, tiles that colour-blind eyes tell apart."""

import io
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, LiveTable, Position
from journeys.person import Person
from journeys.tournament import Tournament, come_in
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})
THEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
AXE = Axe()
VISIONS = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")


def faults_of(page: Page, *, only: tuple[str, ...] = ()) -> set[str]:
    """What axe calls serious or worse, with where it is."""
    options: dict[str, Any] = {
        "resultTypes": ["violations"],
        "preload": False,
    }  # no rule here needs a preload
    if only:
        options["runOnly"] = list(only)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)  # once for each page: reading it takes longer than most checks
    found = page.evaluate("options => axe.run(options).then((result) => result.violations)", options)
    return {
        f"{each['id']}: {node['target']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    }


def themes_of(name: str) -> tuple[str, ...]:
    """The light theme and, by day, one of the others for every second state; at night both."""
    others = ("dark", "contrast")
    place = sum(map(ord, name))
    return ("light", *at_night(others, by_day=others[place % 4 : place % 4 + 1]))


def check(person: Person, name: str, faults: dict[str, set[str]]) -> None:
    """Ask axe for everything once, and about contrast in the other themes."""
    for theme in themes_of(name):
        person.page.emulate_media(reduced_motion="reduce", **THEMES[theme])
        expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
        person.frame()
        found = faults_of(person.page, only=() if theme == "light" else ("color-contrast",))
        if found:
            faults[f"{name}, {theme}"] = found


def keep_a_match(page: Page) -> None:
    """Let the companion have a match on its shelf."""
    text = (Path(__file__).parent.parent / "data" / "companion.json").read_text(encoding="utf-8")
    kept = {"tilemeld.companion.match.sample": text, "tilemeld.companion.current": '"sample"'}
    page.evaluate(
        "kept => Object.entries(kept).forEach(([name, text]) => localStorage.setItem(name, text))", kept
    )


def a_table(house: House) -> LiveTable:
    racks = ["r4 r5 r6 J b9 k9 o9", "o1 o2 o3 o4"]
    return house.set_up(Position(CALM, racks, table="b1 b2 b3 b4 | o9 o10 J o12 | k7 r7 b7 o7"))


def test_axe_finds_nothing_serious_around_the_table(house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    guest = arrive("mouse")
    keep_a_match(guest.page)
    for path in (
        "/",
        "/create",
        "/settings",
        "/move",
        "/privacy",
        "/keys",
        "/solver",
        "/replay",
        "/rules",
        "/rules/uk",
        "/rules/pl-word",
        "/nowhere",
        "/tournaments",
        "/tournaments/new",
        "/companion",
        "/companion/new",
        "/companion/table",
        "/companion/game-4",
        "/companion/sheet",
    ):
        guest.page.goto(house.url + path)
        expect(guest.page.locator("h1").first).to_be_visible()
        check(guest, path, faults)
    for section in desk_sections(guest):
        check(guest, section, faults)
    guest.page.goto(f"{house.url}/create")
    guest.press("Create the table")
    expect(guest.page.get_by_role("img", name="QR code")).to_be_visible()
    check(guest, "lobby", faults)
    assert faults == {}


def desk_sections(director: Person) -> Iterator[str]:
    """Set up a tournament with a published round and open every section of its desk."""
    page = director.page
    page.goto(page.url.partition("/companion")[0] + "/tournaments/new")
    director.press("Set up the tournament")
    director.press("Add players")
    page.get_by_label("List of players").fill("\n".join(f"Player {number}" for number in range(1, 41)))
    expect(page.get_by_role("button", name="Enter 40 players")).to_be_enabled()
    yield "a long list of players to be entered"
    page.get_by_label("List of players").fill("\n".join(f"Player {number}" for number in range(1, 6)))
    expect(page.get_by_role("button", name="Enter 5 players")).to_be_enabled()
    yield "players to be entered"
    director.press("Enter 5 players")
    expect(page.get_by_role("dialog")).to_have_count(0)
    navigation = page.get_by_role("navigation")
    director.press(navigation.get_by_role("link", name="Rounds"))
    director.press("Draw round 1")
    expect(page.get_by_text("proposal", exact=True)).to_be_visible()
    yield "a proposal"
    director.press("Publish")
    expect(page.get_by_text("proposal", exact=True)).to_have_count(0)
    for name in ("Players", "Results", "Staff"):
        director.press(navigation.get_by_role("link", name=name))
        expect(navigation.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
        yield f"desk, {name}"


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_axe_finds_nothing_serious_at_the_table(by: str, house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    sitting = a_table(house)
    path = f"/t/{sitting.code}"
    ola = arrive(by, path=path, who=sitting.people[0])
    ola.waits_for_turn()
    ola.put(next(piece.tile for piece in ola.look().rack if piece.face == "r4"), None)
    check(ola, "own turn", faults)
    for step in steps(ola):
        check(ola, step, faults)
    jan = arrive(by, path=path, who=sitting.people[1])
    expect(jan.page.locator(".bar .title")).to_contain_text("Ola")
    check(jan, "another's turn", faults)
    assert faults == {}


def steps(person: Person) -> Iterator[str]:
    """Open what can be opened over the table, one after the other."""
    person.press("Hint")
    expect(person.page.get_by_text("You can lay")).not_to_have_count(0)
    yield "a hint"
    person.press(person.button("Close").first)
    person.press("Menu")
    yield "the menu"


def test_axe_finds_nothing_serious_at_the_end(house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    sitting = house.set_up(Position(CALM, ["r4", "o1 o2 o3 o4"], table="r1 r2 r3", bots={1: "club"}))
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    ola.play_turn(CALM)
    ola.press("See the result")
    expect(ola.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    check(ola, "result", faults)
    assert faults == {}


def test_axe_finds_nothing_serious_in_the_hall(house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    tournament = Tournament(house, {"round_minutes": 60, "rounds": 1})
    tournament.publish()
    tournament.fact("clock-started", round=1)
    tournament.api("POST", "/calls", {"round": 1, "table": 1, "why": "a dispute"})
    tournament.fact("warning-given", player=tournament.tables[0][0], why="shouts")
    guest = arrive("mouse", path=tournament.at)
    expect(guest.page.get_by_label("Find me")).to_be_visible()
    check(guest, "public", faults)
    guest.choose("Tables")
    check(guest, "public tables", faults)
    guest.page.goto(f"{house.url}{tournament.at}/clock")
    expect(guest.page.get_by_role("timer")).to_be_visible()
    check(guest, "wall", faults)
    ola = tournament.phone(arrive, tournament.tables[0][0])
    ola.press("Enter game 1")
    ola.choose("Nobody")
    check(ola, "sheet", faults)
    ola.press(ola.button("Close").first)
    check(ola, "my table", faults)
    ola.press("Turn clock")
    ola.press("Start")
    check(ola, "turn clock", faults)
    referee = arrive("touch", path=f"{tournament.at}/referee")
    come_in(referee, tournament.made["head_referee"])
    referee.press(referee.page.get_by_role("button", name="a dispute"))
    check(referee, "referee", faults)
    assert faults == {}


def test_tiles_are_told_apart_in_grey_and_by_colour_blind_eyes(house: House, arrive: Arrive) -> None:
    """The rendered pixels of equal numbers differ in every simulation: by the shapes of the colours."""
    sitting = a_table(house)
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    session = ola.page.context.new_cdp_session(ola.page)
    for theme, media in THEMES.items():
        ola.page.emulate_media(reduced_motion="reduce", **media)
        for vision in VISIONS:
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            pictures = dict(pictures_of(ola, lambda face: face in ("k7", "r7", "b7", "o7")))
            assert len(pictures) == 4
            for one, other in combinations(pictures, 2):
                share = difference(pictures[one], pictures[other])
                assert share > 0.15, f"{one} and {other} look alike: {theme}, {vision}, {share:.3f}"


def pictures_of(person: Person, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Image.Image]]:
    """The lower halves of tiles as they are drawn, where the shapes are; in grey."""
    person.frame()
    whole = Image.open(io.BytesIO(person.page.screenshot()))
    for piece in sum(person.look().sets, ()):
        if wanted(piece.face):
            left, top = piece.x - 0.3 * piece.width, piece.y + 0.1 * piece.width
            box = (int(left), int(top), int(left + 0.6 * piece.width), int(top + 0.36 * piece.width))
            yield piece.face, whole.crop(box).convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the drawn pixels of two pictures that only one of them has; colour does not count."""
    size = (min(one.width, other.width), min(one.height, other.height))
    one, other = one.crop((0, 0, *size)), other.crop((0, 0, *size))
    ground = one.getpixel((0, 0))
    assert isinstance(ground, int)
    drawn = [each.point(lambda value: 255 if abs(value - ground) > 48 else 0) for each in (one, other)]
    either = ImageChops.lighter(*drawn).histogram()[255]
    both = ImageChops.darker(*drawn).histogram()[255]
    return (either - both) / either


FOCUSED = """() => {
  const on = document.activeElement;
  if (!on || on === document.body) return null;
  const shown = on.closest('label') ?? on, at = on.getBoundingClientRect();
  const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
  const covered = !top || !(shown.contains(top) || top.contains(on));
  return { name: (shown.innerText || on.ariaLabel || on.name || on.tagName).slice(0, 40), covered };
}"""


@pytest.mark.parametrize("path", ["/create", "/settings"])
def test_what_has_the_focus_is_never_under_a_bar(arrive: Arrive, path: str) -> None:
    """The bars of a page stay where they are; what the Tab key leads to comes out from under them."""
    person = arrive("keys", path=path, viewport={"width": 390, "height": 664})
    expect(person.page.locator("h1")).to_be_focused()
    walked, covered = set(), set()
    for _ in range(60):
        person.key("Tab")
        person.frame()
        on = person.page.evaluate(FOCUSED)
        if on is None:
            break
        walked.add(on["name"])
        if on["covered"]:
            covered.add(on["name"])
    assert len(walked) > 10
    assert covered == set()
