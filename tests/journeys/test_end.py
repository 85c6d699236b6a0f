"""After a game: the result in words at once, a little joy, key moments, a picture to share, the next game."""

import base64
import io
import re

from PIL import Image
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_people import lay
from journeys.test_windows import is_in_sight
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})
WINDOWS = ((390, 664), (844, 390), (360, 560), (768, 1024), (1440, 900), (2560, 1440))
TABLE = "b1 b2 b3 b4 | k7 r7 o7 | r8 r9 r10 r11 r12 | k1 k2 k3"


def won(person: Person) -> None:
    """Lay the last three tiles."""
    person.waits_for_turn()
    lay(person, "r4", "r5", "r6")
    person.confirm()


def test_the_result_is_said_at_once_and_against_bots_the_next_game_is_one_tap_away(
    house: House, arrive: Arrive
) -> None:
    racks = ["r4 r5 r6", "o1 o2 o3 o4"]
    sitting = house.set_up(Position(CALM, racks, table=TABLE, bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0], reduced_motion="no-preference")
    won(ola)
    said = ola.page.get_by_role("status").filter(has_text="You won!")
    expect(said).to_contain_text("10 points, 20 ahead of")  # over the table, before anything is pressed
    expect(ola.page.locator("[data-celebration] svg")).to_have_count(40)
    ola.page.mouse.click(5, 400)
    expect(ola.page.locator("[data-celebration]")).to_have_count(0)  # a tap ends it
    ola.press("See the result")
    expect(ola.page.get_by_role("heading", name="You won!")).to_be_visible()
    expect(ola.page.locator("[data-celebration]")).to_have_count(0)  # once is enough
    expect(ola.page.get_by_text("All sums are checked.")).to_be_visible()

    moment = ola.page.get_by_role("link", name="ended the game")
    expect(moment.get_by_role("img")).to_have_accessible_name(re.compile("red 4.*red 6"))
    ola.press(moment)
    expect(ola.page).to_have_url(re.compile(r"/replay/.*\?turn=\d+"))
    ola.page.go_back()

    before = ola.presses
    ola.press("Play again")
    expect(ola.page.locator(".bar .title")).to_be_visible()
    assert ola.presses == before + 1


def test_the_next_game_and_all_that_is_worth_a_look_are_one_tap_from_the_table(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3 o4"], table=TABLE, bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    won(ola)
    for name in ("Key moments", "Share", "Look at the table", "See the result", "Play again"):
        expect(ola.button(name)).to_be_visible()
    ola.press("Share")
    expect(ola.page.get_by_role("dialog").get_by_role("img", name="Picture:")).to_be_visible()
    ola.page.keyboard.press("Escape")
    ola.press("Look at the table")
    expect(ola.page.get_by_text("You won!")).to_have_count(0)
    ola.press("See the result")
    expect(ola.page.get_by_role("heading", name="You won!")).to_be_visible()
    ola.press("Look at the table")
    expect(ola.page.locator(".bar .title")).to_have_text("The game is over")
    expect(ola.page.get_by_text("You won!")).to_have_count(
        0
    )  # it was seen: the last turn is what one looks at
    for width, height in WINDOWS:
        ola.page.set_viewport_size({"width": width, "height": height})
        assert is_in_sight(ola.button("Play again")), (width, height)
    before = ola.presses
    ola.press("Play again")
    expect(ola.page.locator(".bar .title")).not_to_have_text("The game is over")
    assert ola.presses == before + 1


def test_in_a_match_the_table_leads_to_its_next_game(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3 o4"], table=TABLE, games=3))
    ola, jan = (arrive("touch", path=f"/t/{sitting.code}", who=who) for who in sitting.people)
    won(ola)
    ola.press("Ready for game 2 of 3")
    expect(ola.button("Ready for game 2 of 3")).to_have_count(0)
    expect(ola.page.locator(".bar .detail")).to_contain_text("Jan")  # who is waited for
    jan.press("Ready for game 2 of 3")
    for each in (ola, jan):
        expect(each.page.locator(".bar .title")).not_to_have_text("The game is over")


def test_who_wants_less_motion_gets_a_result_that_stands_still(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3 o4"], table=TABLE, bots={1: "beginner"}))
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    won(ola)
    stars = ola.page.locator("[data-celebration] svg")
    expect(stars).to_have_count(6)
    assert stars.first.evaluate("(each) => getComputedStyle(each).animationName") == "none"


def test_a_picture_of_the_result_is_made_here_with_initials_until_names_are_wanted(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3 o4"], table=TABLE))
    ola, jan = (arrive("touch", path=f"/t/{sitting.code}", who=who) for who in sitting.people)
    won(ola)
    jan.press("See the result")
    expect(jan.page.get_by_role("heading", name="wins the game")).to_be_visible()
    ola.press("See the result")
    ola.press("Share")
    picture = ola.page.get_by_role("dialog").get_by_role("img", name="Picture:")
    expect(picture).to_have_accessible_name(re.compile(f"{sitting.people[0].name} wins.* 20 ahead of J\\.$"))
    first = picture.get_attribute("src") or ""
    image = Image.open(io.BytesIO(base64.b64decode(first.partition(",")[2])))
    assert image.size == (1080, 1080)
    assert len(image.convert("RGB").getcolors(1 << 20) or []) > 50, "felt, text, tiles"
    ola.press(
        ola.page.locator("label").filter(has=ola.page.get_by_role("switch", name="Names of the others"))
    )
    expect(picture).to_have_accessible_name(re.compile(f"20 ahead of {sitting.people[1].name}"))
    with ola.page.expect_download() as saved:
        ola.press(ola.page.get_by_role("link", name="Save the picture"))
    assert saved.value.suggested_filename == f"tilemeld-{sitting.code}.png"
    ola.page.keyboard.press("Escape")

    ola.press("Play again")  # one tap each: it begins when both have said so
    jan.press("I am ready")
    for person in (ola, jan):
        expect(person.page.locator(".bar .title")).to_be_visible()


def test_who_won_and_the_next_game_are_in_sight_in_every_window(house: House, arrive: Arrive) -> None:
    racks = ["r4 r5 r6", "o1 o2 o3 o4", "k13", "b12", "b13", "o13"]
    sitting = house.set_up(Position(profile("pl-xp").override({"turn_seconds": None}), racks, table=TABLE))
    first = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    won(first)
    first.press("See the result")
    podium = first.page.locator(".steps li")
    expect(podium).to_have_count(3)
    expect(podium.first).to_contain_text("You")
    for width, height in WINDOWS:
        first.page.set_viewport_size({"width": width, "height": height})
        shown = first.page.get_by_role("heading", name="You won!")
        expect(shown).to_be_visible()
        for target in (shown, podium.first, first.page.get_by_role("button", name="Play again")):
            assert is_in_sight(target), (width, height, target)
        assert first.page.evaluate("document.documentElement.scrollWidth") <= width
