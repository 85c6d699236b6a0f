"""One seat on two devices: each follows the other; and what two people say to each other with one tap."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_layout import RACK, RUN
from journeys.test_manipulations import filled
from journeys.test_table import calm

COUNT_DRAFTS = """
  window.drafts = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (String(text).includes('"type":"draft"')) window.drafts += 1;
    return send.call(this, text);
  };
"""


def test_of_two_devices_each_follows_the_other_and_neither_echoes(house: House, arrive: Arrive) -> None:
    racks = ["r4 r5 b9 k13", "o1 o2"]
    sitting = house.set_up(Position(calm(), racks, table="r10 r11 r12 | r1 r2 r3"))
    older, newer = (arrive(by, path="/", who=sitting.people[0]) for by in ("mouse", "touch"))
    for device in (older, newer):
        device.page.add_init_script(COUNT_DRAFTS)
        device.page.goto(f"{device.page.url.rstrip('/')}/t/{sitting.code}")
        device.waits_for_turn()

    def lay(device: Person, face: str) -> None:
        sight = device.look()
        tile = next(piece.tile for piece in sight.rack if piece.face == face)
        run = next(pieces for pieces in sight.sets if pieces[0].face == "r1")
        device.put(tile, [piece.tile for piece in run])

    def lying(device: Person) -> set[tuple[str, ...]]:
        return set(device.look().faces())

    lay(newer, "r4")
    older.wait_until(lambda: ("r1", "r2", "r3", "r4") in lying(older))
    lay(older, "r5")
    newer.wait_until(lambda: ("r1", "r2", "r3", "r4", "r5") in lying(newer))
    newer.press("Undo")
    older.wait_until(lambda: lying(older) == lying(newer))
    counts = [device.page.evaluate("window.drafts") for device in (older, newer)]
    assert counts <= [2, 3], f"what came from the other is not sent back: {counts}"
    assert counts[1] <= 3, f"nor here: {counts}"
    older.confirm()
    for device in (older, newer):
        expect(device.page.locator(".bar .title")).to_contain_text("Jan")
    assert lying(older) == lying(newer)


def middle_of(target: Locator) -> tuple[float, float]:
    """Where the middle of something on the page is."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slide(person: Person, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Press, slide and let go; return what the phrase there says."""
    person.finger("touchStart", start)
    phrases = person.page.get_by_role("group", name="Your recent phrases").get_by_role("button")
    expect(phrases).to_have_count(4)
    person.finger("touchMove", end)
    text = phrases.nth(2).inner_text()
    person.finger("touchEnd", None)
    expect(phrases).to_have_count(0)
    return text


@pytest.mark.parametrize(
    "size", at_night(("390x844", "390x664", "844x390", "1440x900"), by_day=("390x664", "1440x900"))
)
def test_what_was_said_last_is_at_hand_with_one_tap_and_said_again_with_one_press(
    size: str, house: House, arrive: Arrive
) -> None:
    """Phrases cost the table nothing: they hang below a button, and a press can slide onto one of them."""
    width, height = (int(side) for side in size.split("x"))
    table = filled(RUN, RACK, tiles=41)
    sitting = house.set_up(Position(calm(), [RACK, "J"], table=table))
    alone = house.set_up(Position(calm(), [RACK, "J"], table=table, bots={1: "club"}))
    window: Any = {"viewport": {"width": width, "height": height}}
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0], **window)
    jan = arrive(path=f"/t/{sitting.code}", who=sitting.people[1])
    quiet = arrive("touch", path=f"/t/{alone.code}", who=alone.people[0], **window)
    ola.waits_for_turn()
    quiet.waits_for_turn()
    assert ola.look().zone == quiet.look().zone, "talking takes no room from the table"
    expect(quiet.button("Say something")).to_have_count(0)
    phrases = ola.page.get_by_role("group", name="Your recent phrases").get_by_role("button")
    ola.press("Say something")
    expect(phrases).to_have_count(4)
    for each in phrases.all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 39.5
        expect(each).to_be_in_viewport(ratio=1)
    said, again = phrases.nth(1).inner_text(), middle_of(phrases.nth(2))
    ola.press(phrases.nth(1))
    expect(jan.page.locator(".speech")).to_contain_text(said)
    expect(phrases).to_have_count(0)
    said = slide(ola, middle_of(ola.button("Say something")), again)
    expect(jan.page.locator(".speech")).to_contain_text(said)
