"""The solver page: somebody at a real table enters rack and table and reads what to do."""

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.person import By, Person
from journeys.test_looks import check


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
    person.press(person.page.get_by_role("link", name="Best play"))
    expect(person.page.get_by_role("heading", name="Best play")).to_be_visible()
    tap(person, "Red 6", "Black 1")
    person.press("New set")
    tap(person, "Red 5", "Red 3")
    expect(person.button("a set is not valid")).to_be_disabled()
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
    page.get_by_label("Rack", exact=True).fill("r10 x9 r10 q r10")  # nothing is pressed: it is read along
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_text(
        ["“x9” is not a tile", "“q” is not a tile"]
    )
    page.get_by_label("Rack", exact=True).fill("r10 r10 r10")
    expect(page.get_by_role("alert")).to_have_text(
        "Red 10: 3 on table and rack together, but the box has only 2"
    )
    expect(person.button("Find the best play")).to_be_disabled()
    page.get_by_label("Rack", exact=True).fill("r10 b10 j k1")
    page.get_by_label("Rack", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    person.choose("Opening")
    person.press("Find the best play")
    expect(page.get_by_role("heading", name="Open with 3 tiles, 30 points")).to_be_visible()


@pytest.mark.rule("W8", "W14", "W17")
def test_words_of_a_real_table_are_typed_and_the_best_turn_is_read(arrive: Arrive) -> None:
    person = arrive("touch", path="/solver")
    page = person.page
    page.get_by_label("Rules").select_option(label="Polish word game")
    page.get_by_role("textbox", name="Rack").fill("aa")
    word = page.get_by_label("Word on the table")
    word.fill("kotx")
    word.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("X")
    word.fill("koszyk szczyt kott")
    word.press("Enter")
    expect(page.get_by_text("KOTT is not in the dictionary")).to_be_visible()
    expect(person.button("Find it")).to_be_disabled()
    person.press("KOTT: take away")
    page.get_by_role("switch", name="Only words people know").check(force=True)
    person.press("Find it")
    expect(page.get_by_role("heading", level=2).filter(has_text="points")).to_be_visible()
    expect(page.get_by_text("The table afterwards")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="KOSZYK")).not_to_have_count(0)
    person.press("T in SZCZYT: joker or letter")
    page.reload()
    expect(person.button("joker as T in SZCZYT: joker or letter")).to_be_visible()
    person.choose("Words from my letters")
    page.get_by_role("textbox", name="Rack").fill("kto")
    person.press("Find it")
    expect(page.get_by_text("KOT", exact=True)).to_be_visible()
    faults: dict[str, set[str]] = {}
    check(person, "the solver for words", faults)
    assert faults == {}
