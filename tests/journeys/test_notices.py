"""Notices at the table: said where the eye is, never over a tile that can be played."""

from typing import Any

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_faults import covered
from journeys.test_layout import RACK, RUN
from journeys.test_manipulations import filled
from journeys.test_table import calm

WINDOWS = ("390x844", "390x664", "844x390", "360x560", "1440x900")
FULL = filled(RUN, RACK, tiles=50)


def window(size: str) -> Any:
    width, height = (int(side) for side in size.split("x"))
    return {"width": width, "height": height}


def covers(person: Person, notice: str) -> dict[str, float]:
    """How many square pixels of tiles a notice covers, by window."""
    found = {}
    for size in WINDOWS:
        person.page.set_viewport_size(window(size))
        person.look()
        expect(person.page.locator(notice).last).to_be_visible()
        person.page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
        if (area := covered(person.page, notice)) > 0:
            found[size] = area
    return found


@pytest.fixture
def pair(house: House, arrive: Arrive) -> tuple[Person, Person]:
    """Ola, whose turn it is at a table of fifty tiles, and Jan; what Ola is shown stays."""
    sitting = house.set_up(Position(calm(), [RACK, "J"], table=FULL))
    ola = arrive("touch", path="/", who=sitting.people[0])
    ola.page.add_init_script(
        "const wait = window.setTimeout; window.setTimeout = (act, ms, ...rest) =>"
        " ms >= 4000 && ms <= 5000 ? 0 : wait(act, ms, ...rest);"
    )
    ola.page.goto(f"{ola.page.url.rstrip('/')}/t/{sitting.code}")
    jan = arrive(path=f"/t/{sitting.code}", who=sitting.people[1])
    ola.waits_for_turn()
    expect(jan.page.locator(".bar .title")).to_be_visible()
    return ola, jan


def test_a_refusal_lies_over_no_tile(pair: tuple[Person, Person]) -> None:
    ola, _ = pair
    ola.walk_to(ola.look().sets[0][0].tile)
    ola.key("Space")
    ola.key("b")  # a tile of the table does not come to the rack
    expect(ola.page.locator(".toast")).to_have_count(1)
    assert covers(ola, ".toast") == {}


def test_a_pause_that_others_ask_for_lies_over_no_tile(pair: tuple[Person, Person]) -> None:
    ola, jan = pair
    jan.press("Menu")
    jan.press("Ask for a pause")
    expect(ola.button("Agree")).to_be_visible()
    assert covers(ola, ".note:last-child") == {}
    for size in WINDOWS:
        ola.page.set_viewport_size(window(size))
        expect(ola.button("Agree")).to_be_in_viewport(ratio=1)
    ola.press(ola.page.locator(".note").get_by_role("button", name="Close"))
    expect(ola.button("Agree")).to_have_count(0)
    expect(ola.page.locator(".seat .sign")).to_be_visible()


def test_the_coach_speaks_beside_the_tiles_that_it_means(pair: tuple[Person, Person]) -> None:
    ola, _ = pair
    before = {size: places_in(ola, size) for size in WINDOWS}
    for step in ("Hint", "Tell me more", "Tell me more"):
        ola.press(step)
        expect(ola.page.locator(".coach")).to_contain_text("You can" if step == "Hint" else " ")
        assert covers(ola, ".coach") == {}
        for size in WINDOWS:
            assert places_in(ola, size) == before[size], (
                f"{size}: each tile in its place, and as large as before"
            )
    expect(ola.button("Lay it for me")).to_be_visible()


def places_in(person: Person, size: str) -> Any:
    """Where every tile of the table and the rack lies, and how wide it is, in a window."""
    person.page.set_viewport_size(window(size))
    person.frame()
    sight = person.look()
    pieces = [*sight.rack, *sum(sight.sets, ())]
    return [(each.tile, round(each.x), round(each.y), round(each.width, 1)) for each in pieces]
