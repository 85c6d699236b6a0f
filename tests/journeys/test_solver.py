"""The solver page: somebody at a real table enters rack and table and reads what to do."""

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.person import By, Person


def tap(person: Person, *tiles: str) -> None:
    """Tap tiles of the palette; on a phone the colour comes first."""
    for tile in tiles:
        colour = person.page.get_by_role("button", name=f"{tile.split()[0]} tiles", exact=True)
        if colour.count() and colour.is_visible():
            person.press(colour)
        person.press(person.page.get_by_role("button", name=tile, exact=True))


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_rack_and_table_are_tapped_in_and_the_best_play_is_read(by: By, arrive: Arrive) -> None:
    person = arrive(by)
    person.press(person.page.get_by_role("link", name="Solver"))
    expect(person.page.get_by_role("heading", name="Solver")).to_be_visible()
    tap(person, "Red 6", "Black 1")
    person.press("New set")
    tap(person, "Red 5", "Red 3")
    expect(person.button("a set is still open")).to_be_disabled()
    tap(person, "Red 4", "Red 4")
    person.press("Undo")
    person.page.reload()
    expect(person.page.get_by_role("button", name="Red 3: take away")).to_be_visible()
    person.press("Find the best play")
    expect(person.page.get_by_role("heading", name="Lay 1 tile, 6 points")).to_be_visible()
    expect(person.page.get_by_role("listitem").filter(has_text="from the rack to")).to_have_count(1)
    expect(person.page.get_by_role("img", name="red 3, red 4, red 5, red 6")).to_be_visible()
    person.press(person.page.get_by_role("button", name="Red 6: take away"))
    expect(person.page.get_by_role("heading", name="Lay 1 tile")).to_have_count(0)


def test_a_position_is_typed_and_what_is_no_tile_is_named(arrive: Arrive) -> None:
    person = arrive("mouse", path="/solver")
    page = person.page
    person.press(page.get_by_text("Type instead"))
    page.get_by_label("Rack", exact=True).fill("r10 x9")
    page.get_by_label("Rack", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("x9")
    page.get_by_label("Rack", exact=True).fill("r10 b10 j k1")
    page.get_by_label("Rack", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    person.choose("Opening")
    person.press("Find the best play")
    expect(page.get_by_role("heading", name="Open with 3 tiles, 30 points")).to_be_visible()
