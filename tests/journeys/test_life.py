"""Life at the table: what others did is seen, the rack sorts itself, nobody waits for nothing."""

import json
import math
import re

from playwright.sync_api import Page, expect

from journeys.conftest import Arrive
from journeys.house import House, Position, Seated
from journeys.person import Person
from journeys.test_table import calm, log_text

NOTE_FLIGHTS = """
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (options?.id === 'tm-flight')
      window.flights.push({ tile: this.dataset.tile ?? 'face down', from: frames[0].transform });
    return animate.call(this, frames, options);
  };
"""
NOTE_RACK_WHEN_THE_TURN_BEGINS = """
  window.racks = [];
  const note = () => {
    const title = document.querySelector('.bar .title')?.textContent ?? '';
    const mine = title === 'Your turn';
    if (mine && !window.isMine) requestAnimationFrame(() => {
      const tiles = [...document.querySelectorAll('.tm-layer > .tm-tile[data-tile]')];
      const left = (each) => each.getBoundingClientRect().left;
      tiles.sort((a, b) => left(a) - left(b));
      window.racks.push(tiles.map((each) => each.dataset.tile.slice(0, -1)));
    });
    window.isMine = mine;
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Which tiles lie in which order on the rack in the first frame of each turn of one's own."""
SEAT = """(seat) => {
  const at = document.querySelector(`[data-seat="${seat}"]`).getBoundingClientRect();
  return [at.left + at.width / 2, at.top + at.height / 2];
}"""
IN_THE_AIR = "document.getAnimations().filter((each) => each.id === 'tm-flight').length"


def come(arrive: Arrive, who: Seated, code: str, **options: str) -> Person:
    """Open a table with everything moving, slowly, and note what flies."""
    ola = arrive(path="/", who=who, reduced_motion="no-preference", **options)
    ola.page.add_init_script(NOTE_FLIGHTS)
    ola.page.evaluate("localStorage.setItem('tilemeld.settings', JSON.stringify({ pace: 'slow' }))")
    ola.page.goto(f"{ola.page.url.rstrip('/')}/t/{code}")
    expect(ola.page.locator(".bar .title")).to_be_visible()
    return ola


def flights(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(page.evaluate("JSON.stringify(window.flights)"))
    return found


def middle_of(transform: str) -> tuple[float, float]:
    """Where the middle of a tile is, by its transform."""
    found = re.match(r"translate\(([-\d.]+)px,\s*([-\d.]+)px\) scale\(([\d.]+)\)", transform)
    assert found is not None, transform
    x, y, scale = map(float, found.groups())
    return x + 24 * scale, y + 31.7 * scale


def near(here: tuple[float, float], there: list[float]) -> bool:
    return abs(here[0] - there[0]) < 4 and abs(here[1] - there[1]) < 4


def test_tiles_fly_from_the_seat_that_laid_them_and_carry_a_mark_until_ones_own_turn_is_over(
    house: House, arrive: Arrive
) -> None:
    racks = ["k1 b9 o5", "r13 r1", "b5 b8", "k2 k7"]
    position = Position(calm(), racks, table="r10 r11 r12", bots={1: "club", 2: "club", 3: "club"})
    sitting = house.set_up(position)
    ola = come(arrive, sitting.people[0], sitting.code)
    ola.waits_for_turn()
    expect(ola.page.locator(".tm-laid")).to_have_count(0)
    ola.press(ola.page.locator(".bar .take"))
    ola.wait_until(lambda: len(flights(ola.page)) >= 3)
    ola.waits_for_turn()
    first, *others = flights(ola.page)
    assert first["tile"] == "r13a"
    assert near(middle_of(first["from"]), ola.page.evaluate(SEAT, 1)), "from the seat of whoever laid it"
    assert [each["tile"] for each in others] == ["face down", "face down"]
    assert ola.page.evaluate(IN_THE_AIR) > 0, "the turn is there while others' tiles still fly"
    expect(ola.page.locator(".bar .take")).to_be_enabled()
    ola.key("Shift")  # any key, any touch
    assert ola.page.evaluate(IN_THE_AIR) == 0

    laid = ola.page.locator(".tm-laid")
    expect(laid).to_have_attribute("data-tile", "r13a")
    expect(laid).to_have_attribute("aria-label", re.compile("laid by"))
    ola.page.reload()
    expect(laid).to_have_attribute("data-tile", "r13a")
    faces = ola.page.locator(".tm-by")
    expect(faces).to_have_count(1)
    expect(faces).to_have_attribute("data-by", "1")
    assert faces.locator("use").get_attribute("href") == ola.page.locator(
        "[data-seat='1'] use"
    ).first.get_attribute("href"), "the face of whoever laid it"
    tile, face = laid.bounding_box(), faces.bounding_box()
    assert tile is not None
    assert face is not None
    assert abs(tile["x"] + tile["width"] - face["x"] - face["width"] / 2) < tile["width"] / 3
    shape = laid.locator(".tm-shape").bounding_box()
    assert shape is not None
    away = (
        face["x"] + face["width"] / 2 - shape["x"] - shape["width"],
        face["y"] + face["height"] / 2 - shape["y"] - shape["height"],
    )
    assert math.hypot(*away) > face["width"] / 2, "the colour's shape is in sight"
    seat = ola.page.locator("[data-seat='1']").get_by_role("button")
    ola.page.evaluate("window.flights.length = 0")
    seat.focus()
    ola.key("Enter")
    expect(ola.page.locator(".toast")).to_contain_text("laid red\u00a013")
    assert "laid red" in log_text(ola)
    assert [each["tile"] for each in flights(ola.page)] == ["r13a"]
    ola.press("Menu")
    ola.press("What happened")
    expect(ola.page.get_by_role("listitem").get_by_role("img", name="red 13")).to_be_visible()
    ola.press("Close")
    ola.press(ola.page.locator(".bar .take"))
    expect(laid).to_have_count(0)
    expect(faces).to_have_count(0)


def test_with_less_motion_nothing_flies_and_the_marks_are_there(house: House, arrive: Arrive) -> None:
    racks = ["k1 b9 o5", "r13 r1"]
    sitting = house.set_up(Position(calm(), racks, table="r10 r11 r12", bots={1: "club"}))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.page.evaluate(f"() => {{ {NOTE_FLIGHTS} }}")
    ola.waits_for_turn()
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.locator(".tm-laid")).to_have_count(1)
    assert flights(ola.page) == []
    watcher = arrive(path=f"/t/{sitting.code}")  # who comes later and only looks on sees them too
    expect(watcher.page.locator(".tm-laid")).to_have_attribute("data-tile", "r13a")


def test_one_tap_sorts_and_the_rack_stays_sorted(house: House, arrive: Arrive) -> None:
    racks = ["b9 k1 o5 k9 r13 k5", "o1 o2"]
    sitting = house.set_up(Position(calm(), racks, bank="k3 k4 k6 k7 k8", bots={1: "club"}))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()

    def faces() -> list[str]:
        return [piece.face for piece in ola.look().rack]

    def values() -> list[int]:
        return [int(face[1:]) for face in faces()]

    assert faces() == ["k1", "k5", "k9", "r13", "b9", "o5"], "dealt sorted"
    ola.press("Sort the rack: By number")
    assert faces() == ["k1", "k5", "o5", "k9", "b9", "r13"]
    ola.press("Sort the rack: By colour")
    ola.press("Sort the rack: By number")
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.locator(".tm-marked")).to_have_count(1)  # it is pointed at before it takes its place
    ola.wait_until(lambda: len(faces()) == 7 and values() == sorted(values()))
    ola.press("Menu")
    ola.press("What happened")
    drawn = ola.page.get_by_role("listitem").filter(has_text=re.compile(r"You took black.[34678]"))
    expect(drawn.get_by_role("img")).to_be_visible()
    ola.page.reload()
    ola.waits_for_turn()
    assert values() == sorted(values())


def test_a_tile_that_was_taken_is_in_its_place_when_the_turn_begins(house: House, arrive: Arrive) -> None:
    racks = ["k4 k9 r13 b9", "o1 o2"]
    sitting = house.set_up(Position(calm(), racks, bank="k1 k2 k3", bots={1: "club"}))
    ola = arrive(path="/", who=sitting.people[0])
    ola.page.add_init_script(NOTE_RACK_WHEN_THE_TURN_BEGINS)
    ola.page.goto(f"{ola.page.url.rstrip('/')}/t/{sitting.code}")
    ola.waits_for_turn()
    ola.press(ola.page.locator(".bar .take"))
    ola.wait_until(lambda: ola.page.evaluate("window.racks.length") >= 2)
    orders = ola.page.evaluate("window.racks")
    assert orders[-1][0] in ("k1", "k2", "k3"), "in order before a hand can reach it"
    assert len(orders[-1]) == 5


def test_the_rack_never_moves_under_a_finger(house: House, arrive: Arrive) -> None:
    racks = ["k4 k9 r13 b9", "o1 o2"]
    sitting = house.set_up(Position(calm(), racks, bank="k1 k2 k3 k1"))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    jan = arrive(path=f"/t/{sitting.code}", who=sitting.people[1])
    ola.waits_for_turn()
    rests_on = ola.look().rack[1]
    ola.finger("touchStart", (rests_on.x, rests_on.y))  # from before the tile comes until the turn is back
    ola.page.locator(".bar .take").click()
    ola.wait_until(lambda: len(ola.look().rack) == 5)
    before = [piece.tile for piece in ola.look().rack]
    assert before[-1][:-1] in ("k1", "k2", "k3"), "shown at the end, out of order"
    jan.waits_for_turn()
    jan.press(jan.page.locator(".bar .take"))
    ola.waits_for_turn()
    assert [piece.tile for piece in ola.look().rack] == before
    ola.finger("touchEnd", None)
    assert sorted(piece.tile for piece in ola.look().rack) == sorted(before)


def test_against_bots_one_tap_begins_the_game_and_the_rack_can_be_sorted_before(
    house: House, arrive: Arrive
) -> None:
    racks = ["b9 k1 o5 k1 b9 o5 r13", "o1 o2"]  # three doublets: there may be a new deal
    sitting = house.set_up(Position(calm(), racks, bots={1: "club"}, is_dealt=True))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    begin = ola.button("Start playing")
    expect(begin).to_be_visible()
    ola.press("Sort the rack: By number")
    assert [piece.face for piece in ola.look().rack] == ["k1", "k1", "o5", "o5", "b9", "b9", "r13"]
    ola.press(begin)
    ola.waits_for_turn()
    expect(begin).to_have_count(0)


def test_against_bots_who_has_no_right_to_a_new_deal_begins_at_once(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(calm(), ["b9 k1 o5 k9", "o1 o2"], bots={1: "club"}, is_dealt=True))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    expect(ola.page.locator(".empty")).to_have_text("Lay sets worth 30 points together, or take a tile")
    expect(ola.page.locator(".bar .opening")).to_have_text("Opening: 0 of 30 points")


def test_between_people_there_is_no_way_to_cut_the_window_short(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(calm(), ["b9 k1", "o1 o2"], is_dealt=True))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    expect(ola.page.locator(".bar .title")).to_be_visible()
    expect(ola.button("Sort the rack")).to_be_visible()
    expect(ola.button("Start playing")).to_have_count(0)


def test_the_last_turns_are_reported_without_a_card_over_the_felt(house: House, arrive: Arrive) -> None:
    position = Position(calm(), ["k1 b9", "o1 o2"], table="r10 r11 r12", bank="k7", bots={1: "beginner"})
    sitting = house.set_up(position)
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.locator(".toast", has_text="The bank is empty")).to_be_visible()
    expect(ola.page.locator(".bar")).to_contain_text("Last turns")
    expect(ola.page.locator(".panel")).to_have_count(0)
    while not ola.is_over:
        ola.page.evaluate("document.querySelector('.bar .take:enabled')?.click()")
        ola.frame()
    expect(ola.page.locator(".panel")).to_have_count(0)


def test_a_device_that_is_passed_around_shows_nobodys_tiles_to_the_next_whatever_happens(
    arrive: Arrive,
) -> None:
    device = arrive("touch")
    page = device.page
    device.press(page.get_by_role("link", name="Create a table"))
    device.press("Create the table")
    device.press("Another player on this device")
    page.get_by_role("textbox", name="Name").fill("Babcia")
    device.press("Save")
    device.press("Start the game")
    curtain = page.get_by_role("button", name=re.compile("show my tiles"))
    tiles = page.get_by_role("option")

    def is_shut() -> None:
        expect(curtain.first).to_be_visible()
        assert tiles.count() == 0, "no tile is in sight"

    expect(page.get_by_role("heading", name="Who has the device?")).to_be_visible()
    is_shut()
    page.reload()
    is_shut()
    expect(page.get_by_role("heading", name="Hand the device to")).to_be_visible()  # the deal is over
    for happening in ("reload", "hide", "network", "address"):
        is_shut()
        if happening == "reload":
            page.reload()
        elif happening == "hide":
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            page.evaluate("window.dispatchEvent(new Event('focus'))")
        elif happening == "network":
            page.context.set_offline(True)
            page.context.set_offline(False)
            page.evaluate("window.dispatchEvent(new Event('online'))")
        else:
            page.goto(page.url)
        is_shut()
        device.press(curtain)
        device.waits_for_turn()
        expect(page.locator(".bar .seconds")).to_have_text(re.compile(r"^(60|5\d)$"))  # it has waited
        before = {piece.tile for piece in device.look().rack}
        device.press(page.locator(".bar .take"))
        device.wait_until(lambda: tiles.count() == len(before) + 1)  # noqa: B023  # asked at once
        expect(page.locator(".tm-marked")).to_have_count(1)  # its owner sees it first
    is_shut()
