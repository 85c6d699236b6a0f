"""The menu in every window, what grows with the screen, and a device that is passed on for a vote."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from at_night import at_night
from journeys.conftest import PHONE, Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_layout import MUCH, RACK, RUN, SEATED, measured
from journeys.test_life import NOTE_FLIGHTS, flights, middle_of, near
from journeys.test_manipulations import filled
from journeys.test_table import calm
from journeys.test_words import calm as calm_words
from journeys.test_words import type_word

LOW = ("360x560", "844x390", "667x375", "390x664")
PANEL = """panel => {
  const at = panel.getBoundingClientRect();
  const inside = [...panel.querySelectorAll('.entry')].filter((each) => each.checkVisibility());
  const cut = inside.filter((each) => each.scrollWidth > each.clientWidth + 1
    || each.getBoundingClientRect().height < 40).map((each) => each.innerText);
  const { scrollHeight, clientHeight } = panel.parentElement;
  return { fits: at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth,
    scrolls: scrollHeight > clientHeight + 1, cut, entries: inside.length };
}"""


def resize(person: Person, size: str) -> None:
    width, height = (int(side) for side in size.split("x"))
    person.page.set_viewport_size({"width": width, "height": height})
    person.frame()


def box_of(target: Locator) -> Any:
    box = target.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("language", at_night(("en", "pl", "cs", "uk"), by_day=("uk",)))
def test_the_menu_is_seen_whole_on_the_lowest_phones(language: str, house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(calm(), ["r4 r13", "o1 o2"], table="r10 r11 r12"))
    ola = arrive("touch", locale=language, path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.page.locator(".tm-tile").first.wait_for()
    ola.press(ola.page.locator("header .corner button").last)
    panel = ola.page.locator(".panel")
    faults = []
    for size in LOW:
        resize(ola, size)
        found = panel.evaluate(PANEL)
        if found != {"fits": True, "scrolls": False, "cut": [], "entries": 9}:
            faults.append(f"{size}: {found}")
    assert not faults, "\n".join(faults)


def test_the_menu_keeps_what_is_dangerous_apart_and_gives_the_focus_back(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(Position(calm(), ["r4 r13", "o1 o2"], table="r10 r11 r12"))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    button, entries = ola.button("Menu"), ola.page.locator(".menu .entry:visible")
    button.focus()
    ola.key("Enter")
    expect(entries.first).to_be_focused()
    leave = box_of(entries.last)
    expect(entries.last).to_have_text("Leave the game")
    above = box_of(ola.page.locator(".menu .entries"))
    assert leave["y"] > above["y"] + above["height"], "the ways out are below the line"
    panel, corner = box_of(ola.page.locator(".panel")), box_of(button)
    assert panel["y"] >= corner["y"] + corner["height"] - 4
    assert abs(panel["x"] + panel["width"] - corner["x"] - corner["width"]) < 24, "it hangs below its button"
    ola.key("Escape")
    expect(ola.page.locator(".panel")).to_have_count(0)
    expect(button).to_be_focused()
    ola.press(button)
    sound = ola.page.locator(".menu").get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    ola.press(sound)
    expect(sound).to_have_attribute("aria-pressed", "false")
    ola.page.mouse.click(300, 300)
    expect(ola.page.locator(".panel")).to_have_count(0)
    ola.page.reload()
    ola.press(button)
    expect(sound).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("seated", ["two", "six"])
def test_on_large_screens_the_racks_tiles_are_no_smaller_than_the_tables(
    seated: str, house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(SEATED[seated])
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.page.locator(".tm-tile").first.wait_for()
    faults = []
    for size in ("768x1024", "1024x600", "1440x900", "1920x1080", "2560x1440"):
        layout = measured(ola, size)
        rack, table = min(layout["rack"]), max(layout["table"])
        if not 0.95 * table <= rack <= 1.2 * table:
            faults.append(f"{size}: {rack:.1f} px on the rack, {table:.1f} px on the table")
    assert not faults, "\n".join(faults)


def test_what_stands_around_the_table_grows_with_the_screen_and_tiles_still_fly_from_their_seat(
    house: House, arrive: Arrive
) -> None:
    racks = ["k1 b9 o5", "r13 r1", "b5 b8", "k2 k7"]
    position = Position(calm(), racks, table="r10 r11 r12", bots={1: "club", 2: "club", 3: "club"})
    sitting = house.set_up(position)
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0], reduced_motion="no-preference")
    ola.page.evaluate(f"() => {{ {NOTE_FLIGHTS} }}")
    ola.waits_for_turn()
    sizes = {}
    for size in ("1440x900", "2560x1440"):
        resize(ola, size)
        parts = [".bar .take", ".bar .beside svg", "[data-seat='1'] .avatar", ".corner svg"]
        sizes[size] = [box_of(ola.page.locator(part).first)["height"] for part in parts]
    for usual, large in zip(*sizes.values(), strict=True):
        assert large >= 1.3 * usual, sizes
    ola.press(ola.page.locator(".bar .take"))
    ola.wait_until(lambda: bool(flights(ola.page)))
    first, seat = flights(ola.page)[0], box_of(ola.page.locator("[data-seat='1']"))
    assert near(middle_of(first["from"]), [seat["x"] + seat["width"] / 2, seat["y"] + seat["height"] / 2]), (
        "from the seat as it is seen"
    )


def test_a_tile_put_into_a_full_row_leaves_all_others_as_large_as_they_are(
    house: House, arrive: Arrive
) -> None:
    table = filled(RUN, f"{MUCH} o5 o6 o9 o10 o13", tiles=50)
    large = SEATED["six"].rules
    position = Position(
        large, [RACK, "o5", "o6", "o9", "o10", "o13"], table=table, bots=dict.fromkeys(range(1, 6), "club")
    )
    sitting = house.set_up(position)
    window: Any = {**PHONE, "viewport": {"width": 390, "height": 664}}
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0], **window)
    ola.waits_for_turn()
    widths = "[...document.querySelectorAll('.tm-floor .tm-tile')].map(t => t.getBoundingClientRect().width)"
    (before,) = {round(width, 1) for width in ola.page.evaluate(widths)}
    own = next(piece.tile for piece in ola.look().rack if piece.tile.startswith("r4"))
    run = next(laid for laid in ola.look().sets if laid[0].tile.startswith("r1"))
    ola.put(own, [piece.tile for piece in run])
    assert {round(width, 1) for width in ola.page.evaluate(widths)} == {before}


@pytest.mark.rule("W16")
def test_a_shared_device_is_passed_on_until_everybody_has_voted(house: House, arrive: Arrive) -> None:
    rules = calm_words(theme="zwierzęta", theme_by="vote", opening_letters=3)
    racks = ["KOTEKC", "ŹŃ", "ĆŻ"]
    sitting = house.set_up(Position(rules, racks, opened=False, is_shared=True))
    device = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    page = device.page
    tiles, takers = page.get_by_role("option"), page.get_by_role("button", name=re.compile("show my tiles"))
    device.press(takers)
    device.waits_for_turn()
    type_word(device, "KOTEK")
    device.press("Confirm")
    for waiting in (2, 1):
        device.press("Pass the device")
        expect(page.get_by_role("heading", name="Who has the device?")).to_be_visible()
        assert tiles.count() == 0, "no tile is in sight"
        expect(takers).to_have_count(3)
        device.press(takers.nth(3 - waiting))
        expect(page.get_by_text("Do they belong to the theme “zwierzęta”?")).to_be_visible()
        device.press(device.button("Vote"))
    expect(page.get_by_role("heading", name=re.compile("Hand the device to"))).to_be_visible()
    assert tiles.count() == 0, "nor when the next turn begins"
    device.press(takers)
    device.waits_for_turn()
    assert {piece.face for piece in device.look().rack} == {"Ź", "Ń"}
