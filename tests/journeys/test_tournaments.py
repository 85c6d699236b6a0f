"""A director at the desk: lists with faults, swaps, wrong sums, corrections, a pulled cable, standings."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.desk import Director
from journeys.house import House

NAMES = ("Ala Nowak", "Ola Lis", "Jan Zając", "Ewa Bąk", "Petr Malý", "Іван Лис", "Kasia Wrona", "Tomek Sowa")


@pytest.mark.rule("M2", "M3", "E8")
def test_a_director_runs_a_tournament_and_a_pulled_cable_loses_nothing(house: House, arrive: Arrive) -> None:
    proxy = house.proxy()
    desk = Director(arrive("mouse", url=proxy.url))
    desk.set_up("Club Cup", rounds=2, games=2)
    enter_players(desk)
    first_round(desk)
    results(desk)
    pull_the_cable(desk, proxy.cut, proxy.mend)
    standings(desk)
    the_only_director_stays(desk)
    proxy.close()


def enter_players(desk: Director) -> None:
    page = desk.page
    desk.press("Add players")
    box = page.get_by_label("List of players")
    box.fill("name;rating\n" + "\n".join(f"{name};{1500 + at}" for at, name in enumerate(NAMES)) + "\nX;many")
    expect(page.get_by_text("Line 10: many is not a rating")).to_be_visible()
    expect(page.get_by_role("button", name="Enter 9 players")).to_be_disabled()
    box.fill("Nowak, Ala\nLis, Ola")
    expect(page.get_by_text("is “Ala” a club or part of the name?")).to_be_visible()
    page.get_by_label("Nowak").select_option("Surname")
    page.get_by_label("Ala").select_option("First name")
    expect(page.get_by_role("cell", name="Ala Nowak", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Enter 2 players")).to_be_enabled()
    box.fill("\n".join(NAMES))
    desk.in_dialog(lambda dialog: desk.press("Enter 8 players", dialog))
    expect(page.get_by_role("button", name=re.compile("^Check in "))).to_have_count(9)


def first_round(desk: Director) -> None:
    page = desk.page
    desk.draw(1)
    expect(page.get_by_text("Nobody meets an opponent again")).to_be_visible()
    seats = page.get_by_role("listitem").get_by_role("button", name=re.compile("^A"))
    before = [seats.nth(at).text_content() or "" for at in range(2)]
    for at in range(2):
        seats.nth(at).click()
    expect(page.get_by_text("Cost 0 → 0")).to_be_visible()
    desk.press("Swap")
    expect(seats.first).to_have_text(before[1])
    expect(seats.nth(1)).to_have_text(before[0])
    desk.press("Publish")
    expect(page.get_by_text("2 results missing", exact=True)).to_be_visible()
    played, draw = page.locator("#round-1").bounding_box(), page.get_by_text("Draw round 2").bounding_box()
    assert played is not None
    assert draw is not None
    assert played["y"] < draw["y"], "nobody draws the next round by mistake while one is played"
    page.get_by_role("link", name="start the clock of round 1").click()
    desk.press("Start")
    expect(page.get_by_text("running", exact=True)).to_be_visible()


def results(desk: Director) -> None:
    page = desk.page
    desk.section("Results")
    desk.open_cell(1, "missing")
    desk.type_in("0", "10", "15", "5")
    expect(desk.cell(1, "entered")).to_be_visible()
    expect(page.get_by_role("heading", name="Table 2 · game 1")).to_be_visible()
    desk.person.choose("Points ±")
    page.locator("#sum-0").focus()
    desk.type_in("-10", "30", "-15", "-4")
    expect(page.get_by_role("alert")).to_contain_text("add up to 1 and have to add up to 0")
    expect(desk.cell(2, "missing")).to_be_visible()
    page.locator("#sum-3").fill("-5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("All results are in")).to_be_visible()
    desk.open_cell(1, "entered")
    desk.press("Correct")
    page.locator("#sum-3").fill("25")
    desk.press("Correct")
    desk.because("miscounted a joker", "Correct")
    expect(page.get_by_text("corrected", exact=True)).to_be_visible()
    expect(page.get_by_role("cell", name="+50")).to_be_visible()
    desk.open_cell(2, "entered")
    desk.press("Undo")
    desk.because("wrong table", "Undo")
    expect(desk.cell(2, "missing")).to_be_visible()


def pull_the_cable(desk: Director, cut: Callable[[], None], mend: Callable[[], None]) -> None:
    """What is typed without a line waits in the browser, also over another page, and is sent once."""
    page = desk.page
    cut()
    page.locator("#sum-0").focus()
    desk.type_in("-10", "30", "-15", "-5")
    expect(page.get_by_text("1 entry waits to be sent")).to_be_visible()
    expect(desk.cell(2, "waits to be sent")).to_be_visible()
    desk.section("Standings")
    mend()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("waits to be sent")).to_have_count(0)
    desk.section("Results")
    expect(desk.cell(2, "entered")).to_be_visible()
    desk.section("Log")
    expect(page.get_by_text("miscounted a joker")).to_be_visible()
    expect(page.locator("li", has_text="Result entered").filter(has_text="Table 2")).to_have_count(2)


def standings(desk: Director) -> None:
    page = desk.page
    desk.section("Standings")
    first = page.get_by_role("row").nth(1)
    expect(first).to_contain_text("50")
    first.get_by_role("button").click()
    expect(page.get_by_text("points 50 against 30")).to_be_visible()


def the_only_director_stays(desk: Director) -> None:
    """A role is taken back by undoing it; it says what that means, and the last director stays."""
    desk.section("Log")
    role = desk.page.locator("li", has_text="Entered with a code")
    role.get_by_role("button").click()
    expect(desk.page.get_by_text("can only come back with a code")).to_be_visible()
    desk.page.get_by_label("Reason").fill("went home")
    desk.page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("nobody would direct the tournament any more")
