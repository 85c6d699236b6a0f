"""The companion on a phone at a real table: loaded once, then the server is gone, and everything goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from journeys.conftest import Arrive
from journeys.house import CutProxy, House
from journeys.person import Person


@pytest.fixture
def proxy(house: House) -> Iterator[CutProxy]:
    """A proxy before the server that can be cut."""
    proxy = house.proxy()
    yield proxy
    proxy.close()


def speak(person: Person, language: str) -> None:
    """Take another language, as the settings would, and load the page again."""
    wishes = {"language": language}
    person.page.evaluate("kept => localStorage.setItem('tilemeld.settings', JSON.stringify(kept))", wishes)
    person.page.reload()


def begin(person: Person, *names: str, box: str = "Polish family game", starter: str | None = None) -> None:
    """Set a match up: names, box, who starts."""
    person.press(person.page.get_by_role("link", name="New match"))
    for number, name in enumerate(names, start=1):
        field = person.page.get_by_label(f"Name of player {number}")
        if not field.count():
            person.press("Add a player")
        field.fill(name)
    person.page.get_by_label("Rules").select_option(label=box)
    if starter is not None:
        person.choose(starter)
    person.press("Begin")


def tap_in(person: Person, *tiles: str) -> None:
    """Tap tiles in the open dialog, colour first."""
    dialog = person.page.get_by_role("dialog")
    for tile in tiles:
        if tile != "Joker":
            person.press(dialog.get_by_role("button", name=f"{tile.split()[0]} tiles", exact=True))
        person.press(dialog.get_by_role("button", name=tile, exact=True).locator("visible=true"))
    person.press(dialog.get_by_role("button", name="Done", exact=True))


def rack_of(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=name, exact=True)


def row(person: Person, name: str) -> list[str]:
    """What stands in a row of the sheet."""
    sheet = person.page.get_by_role("region", name="Score sheet")
    found = sheet.get_by_role("row").filter(has=person.page.get_by_role("rowheader", name=name))
    return [text.strip() for text in found.get_by_role("cell").all_inner_texts()]


def points(person: Person, game: int) -> list[str]:
    return [text.split()[0] for text in row(person, f"Correct game {game}")]


@pytest.mark.rule("E4", "E5", "E7", "M1", "M3", "M9", "S2", "T9")
def test_a_match_at_a_real_table_without_the_server(arrive: Arrive, proxy: CutProxy) -> None:
    ola = arrive("touch", path="/companion", url=proxy.url, service_workers="allow")
    page = ola.page
    expect(page.get_by_text("Saved on this device")).to_be_visible()
    proxy.cut()
    speak(ola, "uk")  # words that were never loaded before
    expect(page.get_by_role("heading", name="За столом")).to_be_visible()
    speak(ola, "en")
    expect(page.get_by_role("heading", name="Companion")).to_be_visible()

    begin(ola, "Ola", "Jan", "Ewa", starter="Jan")
    run_clocks(ola)

    # Game 1: Jan goes out, Ewa never opened and could have: −200, as the phone works out by itself.
    ola.press("End of the game: score")
    ola.press("Jan")
    page.get_by_label("Ola: points left on the rack").fill("24")
    ola.press(rack_of(ola, "Ewa").get_by_role("button", name="Tap tiles"))
    tap_in(ola, "Black 10", "Red 10", "Joker")
    expect(rack_of(ola, "Ewa")).to_contain_text("Worth 50")
    ola.press(rack_of(ola, "Ewa").get_by_role("switch", name="Never opened"))
    ola.press("Work it out")
    expect(page.get_by_text("this device has worked it out")).to_be_visible()
    expect(page.get_by_role("radio", name="Yes, it was")).to_be_checked()
    page.reload()
    expect(rack_of(ola, "Ewa")).to_contain_text("Worth 50")
    expect(page.get_by_text("The points add up to zero.")).to_be_visible()
    ola.press("Put it on the sheet")
    assert points(ola, 1) == ["−24", "+224", "−200"]

    # Game 2: left of the starter begins; the bank runs empty, and the lowest rack wins.
    ola.press("Play game 2")
    expect(ola.button("Ewa: start the clock")).to_be_visible()
    ola.press("End of the game: score")
    ola.press("Nobody: the bank is empty")
    for name, left in {"Ola": 4, "Jan": 10, "Ewa": 15}.items():
        page.get_by_label(f"{name}: points left on the rack").fill(str(left))
    expect(page.get_by_text("add up to −4, as the rule book says")).to_be_visible()
    upright = page.viewport_size
    assert upright is not None
    page.set_viewport_size({"width": 844, "height": 390})
    ola.frame()
    foot = page.locator("footer").bounding_box()
    assert foot is not None
    assert foot["height"] <= 72, "a turned phone shows the question, not only its answer"
    page.set_viewport_size(upright)
    ola.press("Put it on the sheet")
    assert points(ola, 2) == ["+21", "−10", "−15"]
    assert row(ola, "Total") == ["−3", "+214", "−215"]

    # A wrong step back and forth, a correction, a reload: the sheet and the picture stay.
    ola.press("Undo")
    expect(page.get_by_role("row")).to_have_count(4)
    ola.press("Redo")
    ola.press(page.get_by_role("link", name="Correct game 1"))
    page.get_by_label("Ola: points left on the rack").fill("20")
    ola.press(ola.button("Save"))
    expect(page.get_by_role("heading", name="Jan leads")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Jan leads")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Total")).to_be_visible()
    assert row(ola, "Total") == ["+1", "+210", "−215"]
    expect(
        page.get_by_role("img", name="Graph of the match. Now: Ola +1, Jan +210, Ewa −215")
    ).to_be_visible()
    ola.press(page.get_by_text("As a table"))
    expect(page.get_by_role("region", name="Points after each game")).to_contain_text("+220")

    page.emulate_media(media="print")
    expect(ola.button("Undo")).not_to_be_visible()
    expect(page.get_by_role("region", name="Score sheet")).to_be_visible()
    page.emulate_media(media="screen")

    # Back in reach: the exact solver answers, and shows the sets.
    proxy.mend()
    ola.press(page.get_by_role("link", name="Correct game 1"))
    ola.press("Work it out")
    expect(page.get_by_text("Worked out exactly.")).to_be_visible()
    expect(page.get_by_role("img", name="red 10")).to_be_visible()
    ola.press(ola.button("Red 10: taken last"))
    expect(page.get_by_role("radio", name="Only thanks to the tile")).to_be_checked()
    ola.press(ola.button("Save"))
    assert points(ola, 1) == ["−20", "+70", "−50"]


def run_clocks(person: Person) -> None:
    """Start, pass on, take a wrong tap back, rest, and turn the clock to the player opposite."""
    person.press("Jan: start the clock")
    person.press("Jan: turn done")
    expect(person.button("Ewa: turn done")).to_be_visible()
    person.press("Wrong tap")
    expect(person.button("Jan: turn done")).to_be_visible()
    person.press("Pause")
    person.page.reload()
    expect(person.button("Jan: continue")).to_contain_text("Paused")
    person.press(person.page.get_by_role("button", name="Rotate the clock"))
    expect(person.page.locator(".face.round")).to_have_count(1)
    person.press("More")
    expect(person.page.get_by_role("dialog")).to_contain_text("the surplus tiles go to the bank")
    person.press("Close")


@pytest.mark.rule("W10", "W11", "W15")
def test_a_word_game_is_scored_turn_by_turn(arrive: Arrive) -> None:
    jan = arrive("touch", path="/companion")
    page = jan.page
    begin(jan, "Jan", "Iza", box="Polish word game", starter="Iza")
    jan.press("Iza: start the clock")
    jan.press(jan.button("6 letters"))
    expect(jan.button("Jan: turn done")).to_be_visible()
    jan.press(jan.button("All tiles laid, 7 or more: double"))
    jan.press(jan.button("7 letters"))
    jan.press("No points")
    jan.press(jan.button("Undo the last points"))
    jan.press(jan.button("9 letters"))
    page.reload()
    expect(page.get_by_role("region", name="Jan, turn 2:")).to_be_visible()
    jan.press("End of the game: score")
    expect(page.get_by_text("one more for Jan.")).to_be_visible()
    jan.press(jan.button("Iza, turn 2, 9 points: change"))
    jan.press(jan.button("Letters: less"))
    jan.press(page.get_by_role("dialog").get_by_role("button", name="Done"))
    jan.choose("All passed")
    jan.press("Put it on the sheet")
    expect(page.get_by_role("heading", name="Jan, Iza lead")).to_be_visible()
    assert points(jan, 1) == ["+14", "+14"]


def test_what_cannot_be_read_is_said_and_left_alone(arrive: Arrive) -> None:
    ewa = arrive("touch", path="/companion")
    page = ewa.page
    page.evaluate("localStorage.setItem('tilemeld.companion.match.old', '{\"tilemeld\": \"compan')")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    begin(ewa, "Ewa", "Piotr", starter="Ewa")
    assert page.evaluate("localStorage.getItem('tilemeld.companion.match.old')") == '{"tilemeld": "compan'
