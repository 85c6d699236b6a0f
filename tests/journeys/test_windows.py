"""Screens away from the table in every window: nothing sticks out, and what matters is in sight."""

import json
import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, expect
from tools.scene import ROOT

from journeys.conftest import PHONE, Arrive
from journeys.house import House
from journeys.tournament import Tournament, come_in

SMALL = {**PHONE, "viewport": {"width": 360, "height": 560}}
TURNED = {**PHONE, "viewport": {"width": 844, "height": 390}}
LOW: dict[str, Any] = {**PHONE, "viewport": {"width": 667, "height": 375}}
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PAGES = (
    "/settings",
    "/move",
    "/privacy",
    "/nowhere",
    "/create",
    "/solver",
    "/tournaments",
    "/tournaments/new",
)


def is_in_sight(target: Locator) -> bool:
    """Whether all of something is in the window, and nothing lies over its middle."""
    shown: bool = target.evaluate(
        """element => {
          const at = element.getBoundingClientRect();
          const over = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
          return at.top >= 0 && at.bottom <= innerHeight && element.contains(over);
        }"""
    )
    return shown


def test_no_page_is_wider_than_the_window(arrive: Arrive, house: House) -> None:
    guest = arrive("touch", path=PAGES[0], **SMALL)
    for at, path in enumerate(PAGES):
        windows = (SMALL, TURNED) if at % 2 == 0 else (TURNED, SMALL)  # each is loaded in one, then turned
        for window in windows:
            guest.page.set_viewport_size(window["viewport"])
            if window is windows[0]:
                guest.page.goto(house.url + path)
                expect(guest.page.locator("main > *").first).to_be_visible()
            guest.frame()
            width = guest.page.evaluate("document.documentElement.scrollWidth")
            assert width <= window["viewport"]["width"], path  # a phone's own innerWidth grows with the page


def test_on_a_turned_phone_the_tiles_of_the_solver_leave_room_for_what_they_make(arrive: Arrive) -> None:
    guest = arrive("touch", path="/solver", **TURNED)
    rack = guest.page.get_by_role("button", name=re.compile("^Rack"))
    assert is_in_sight(rack)
    guest.press(guest.page.get_by_label("Tiles to choose from").get_by_role("button", name="Black 7").first)
    expect(rack).to_contain_text("1")
    assert is_in_sight(rack)


def test_on_a_turned_phone_the_code_of_a_table_is_in_sight(arrive: Arrive) -> None:
    host = arrive("touch", path="/create", **TURNED)
    host.press("Create the table")
    code = host.page.locator(".code")
    expect(code).to_be_visible()
    assert code.inner_text().replace("\n", "") in host.page.url
    assert is_in_sight(code)
    assert is_in_sight(host.button("Start the game"))


def test_every_seat_of_a_table_that_is_set_is_in_sight_on_felt(arrive: Arrive) -> None:
    host = arrive("touch", path="/create", **SMALL)
    seats = host.page.get_by_role("list", name="Seats").get_by_role("listitem")
    host.press("Bots: more")
    host.press("Bots: more")
    host.page.evaluate("scrollTo(0, 0)")
    expect(seats).to_have_count(4)
    expect(seats.nth(1)).to_have_text("Free seat")
    names = {seats.nth(at).locator(".name").inner_text() for at in (2, 3)}
    assert len(names) == 2, "two bots of one level are two characters"
    seats.nth(3).get_by_role("combobox", name="Bot 2: how well it plays").select_option("club")
    host.press("Create the table")
    expect(host.page.locator(".code")).to_be_visible()
    for window in (SMALL, TURNED, WIDE):
        host.page.set_viewport_size(window["viewport"])
        host.frame()
        expect(seats).to_have_count(4)
        for seat in seats.all():
            assert is_in_sight(seat), window
        assert is_in_sight(host.page.locator(".code")), window


def test_the_longest_word_for_sharing_leaves_the_code_its_room(arrive: Arrive) -> None:
    host = arrive("touch", path="/create", locale="uk-UA", **PHONE)
    host.press(host.page.locator("footer .leads"))
    share = host.page.locator(".code + .button")
    expect(share).to_be_visible()
    for width in (360, 390, 480, 768):
        host.page.set_viewport_size({"width": width, "height": 844})
        host.frame()
        assert share.evaluate("button => button.scrollWidth <= button.clientWidth"), width
        box = share.bounding_box()
        assert box is not None, width
        assert box["x"] + box["width"] <= width, width


def test_on_a_turned_phone_the_points_of_a_corrected_game_stand_beside_each_other(
    house: House, arrive: Arrive
) -> None:
    match = json.loads((ROOT / "tests/data/companion.json").read_text(encoding="utf-8"))
    scorer = arrive("touch", path="/companion", **TURNED)
    scorer.page.evaluate(
        """match => {
          localStorage.setItem("tilemeld.companion.match.sample", JSON.stringify(match));
          localStorage.setItem("tilemeld.companion.current", '"sample"');
        }""",
        match,
    )
    for window in (TURNED, LOW):
        scorer.page.set_viewport_size(window["viewport"])
        scorer.page.goto(f"{house.url}/companion/game-4")
        points = scorer.page.locator("footer dd")
        expect(points).to_have_count(4)
        edges = [
            points.nth(at).evaluate(
                """point => {
                  const text = document.createRange();
                  text.selectNodeContents(point);
                  const { left, right } = text.getBoundingClientRect();
                  return [left, right];
                }"""
            )
            for at in range(4)
        ]
        for (_, right), (left, _) in pairwise(edges):
            assert right < left, "one figure over the next"


def test_a_referee_on_a_phone_sees_the_table_at_hand_with_whole_names(house: House, arrive: Arrive) -> None:
    tournament = Tournament(house)
    tournament.publish()
    tournament.api("POST", "/calls", {"round": 1, "table": 2, "why": "a dispute"})
    referee = arrive("touch", path=f"{tournament.at}/referee", **SMALL)
    come_in(referee, tournament.made["head_referee"])
    referee.press(referee.page.get_by_role("button", name="a dispute"))
    heading = referee.page.get_by_role("heading", name="Table 2")
    expect(heading).to_be_visible()
    assert is_in_sight(heading)
    for name in referee.page.locator(".seats .name").all():
        assert (name.bounding_box() or {"width": 0})["width"] > 100, "not one letter a line"
    referee.press("All calls and tables")
    expect(heading).to_have_count(0)
    expect(referee.page.get_by_role("button", name="a dispute")).to_be_visible()


def test_a_wide_window_shows_standings_and_tables_at_once(house: House, arrive: Arrive) -> None:
    tournament = Tournament(house)
    tournament.publish()
    guest = arrive("mouse", path=tournament.at, **WIDE)
    expect(guest.page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(guest.page.get_by_text("8 players", exact=True)).to_be_visible()
    guest.page.set_viewport_size({"width": 1024, "height": 768})
    expect(guest.page.get_by_role("heading", name="Table 1")).to_be_hidden()
    guest.choose("Tables")
    expect(guest.page.get_by_role("heading", name="Table 1")).to_be_visible()


def test_all_sections_of_the_desk_are_in_sight_on_a_phone(arrive: Arrive) -> None:
    director = arrive("touch", path="/tournaments/new", locale="pl-PL", **SMALL)
    director.press(director.page.locator("footer button"))
    sections = director.page.locator("nav li a")
    for window in (SMALL, TURNED):
        director.page.set_viewport_size(window["viewport"])
        expect(sections).to_have_count(9)
        for section in sections.all():
            assert is_in_sight(section)
        assert director.page.evaluate("document.documentElement.scrollWidth") <= window["viewport"]["width"]
