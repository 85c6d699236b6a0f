"""Axe on every state around the table: what is asked, said, opened, lost and won, in every theme."""

import re

from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.test_looks import check
from journeys.test_people import lay
from journeys.test_table import calm

TABLE = "r10 r11 r12 | b1 b2 b3"
Faults = dict[str, set[str]]


def test_axe_finds_nothing_serious_in_what_is_opened_over_the_table(house: House, arrive: Arrive) -> None:
    faults: Faults = {}
    sitting = house.set_up(Position(calm(), ["r4 r13 b9 k13", "o1 o2", "k1 k2"], table=TABLE))
    path = f"/t/{sitting.code}"
    ola, jan, _ = (arrive("touch", path=path, who=who) for who in sitting.people)
    ola.waits_for_turn()
    ola.press("Menu")
    check(ola, "menu", faults)
    ola.press(ola.page.locator(".panel").get_by_role("button", name="Close"))
    for entry in ("What happened", "Say something", "Sort the rack", "Keys", "Leave the game"):
        if entry == "Keys":
            ola.key("?")  # who has only a finger is not offered them
        elif entry != "Say something":
            ola.press("Menu")
            ola.press(ola.page.locator(".menu").get_by_role("button", name=entry))
        else:
            ola.press(entry)
        check(ola, entry, faults)
        ola.press(ola.page.locator(".panel").get_by_role("button", name="Close"))
    ola.press("Menu")
    ola.press("Play on another device")
    expect(ola.page.get_by_role("dialog")).to_be_visible()
    check(ola, "another device", faults)
    ola.page.keyboard.press("Escape")
    ola.page.keyboard.press("Escape")
    ola.press(ola.page.locator("[data-seat='1']").get_by_role("button"))
    expect(ola.page.locator(".toast")).to_be_visible()
    check(ola, "a seat's last turn", faults)
    jan.press(jan.page.get_by_role("group", name="Your recent phrases").get_by_role("button").first)
    expect(ola.page.locator(".speech")).to_be_visible()
    check(jan, "phrases at hand", faults)
    check(ola, "what was said", faults)
    ola.press("Menu")
    ola.press("Ask for a pause")
    expect(jan.button("Agree")).to_be_visible()
    check(jan, "a pause is asked for", faults)
    check(ola, "I asked for a pause", faults)
    watcher = arrive(path=path)
    expect(watcher.page.locator(".bar .title")).to_contain_text("Ola")
    check(watcher, "looking on", faults)
    assert faults == {}


def test_axe_finds_nothing_serious_in_what_the_game_asks(house: House, arrive: Arrive) -> None:
    faults: Faults = {}
    alone = house.set_up(Position(calm(), ["r4 b9", "o1 o2"], table=TABLE, bots={1: "club"}))
    ola = arrive("touch", path=f"/t/{alone.code}", who=alone.people[0])
    ola.waits_for_turn()
    ola.press("Menu")
    ola.press("Ask for a pause")
    expect(ola.page.get_by_role("heading", name="Paused")).to_be_visible()
    check(ola, "paused", faults)
    dealt = house.set_up(Position(calm(), ["r4 r4 b9 b9 k2 k2", "o1 o2"], bots={1: "club"}, is_dealt=True))
    ola = arrive("touch", path=f"/t/{dealt.code}", who=dealt.people[0])
    expect(ola.button("Start playing")).to_be_visible()
    check(ola, "the window for a new deal", faults)
    strict = house.set_up(Position(calm(strict=True), ["r4 b9", "o1 o2"], table=TABLE))
    ola = arrive("touch", path=f"/t/{strict.code}", who=strict.people[0])
    ola.waits_for_turn()
    ola.put(ola.look().rack[0].tile, None)
    ola.press("Confirm")
    expect(ola.page.locator(".note .penalty")).to_be_visible()
    check(ola, "a penalty", faults)
    last = house.set_up(Position(calm(), ["k1 b9", "o1 o2"], table=TABLE, bank="k7", bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{last.code}", who=last.people[0])
    ola.waits_for_turn()
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.locator(".bar")).to_contain_text("Last turns")
    check(ola, "the last turns", faults)
    assert faults == {}


def test_axe_finds_nothing_serious_when_the_line_is_lost_or_the_device_handed_over(
    house: House, arrive: Arrive
) -> None:
    faults: Faults = {}
    proxy = house.proxy()
    try:
        sitting = house.set_up(Position(calm(), ["r4 b9", "o1 o2"], table=TABLE))
        ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0], url=proxy.url)
        ola.waits_for_turn()
        proxy.cut()
        expect(ola.page.locator(".bar .detail")).to_contain_text("Connection lost")
        check(ola, "the connection is lost", faults)
    finally:
        proxy.close()
    device = arrive("touch")
    device.press(device.page.get_by_role("link", name="Create a table"))
    device.press("Create the table")
    device.press("Another player on this device")
    device.page.get_by_role("textbox", name="Name").fill("Babcia")
    device.press("Save")
    device.press("Start the game")
    expect(device.page.get_by_role("button", name=re.compile("show my tiles")).first).to_be_visible()
    check(device, "the curtain", faults)
    assert faults == {}


def test_axe_finds_nothing_serious_in_the_end_with_all_that_it_offers(house: House, arrive: Arrive) -> None:
    faults: Faults = {}
    racks = ["r4 r5 r6", "o1 o2 o3 o4"]
    sitting = house.set_up(Position(calm(), racks, table=TABLE, bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    lay(ola, "r4", "r5", "r6")
    ola.confirm()
    expect(ola.page.locator("[data-celebration]")).to_be_visible()
    check(ola, "a celebration", faults)
    ola.press("See the result")
    expect(ola.page.get_by_role("heading", name="Key moments")).to_be_visible()
    check(ola, "key moments", faults)
    ola.press("Share")
    expect(ola.page.get_by_role("dialog")).to_be_visible()
    check(ola, "the picture to share", faults)
    assert faults == {}
