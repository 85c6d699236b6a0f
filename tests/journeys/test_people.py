"""People in browsers of their own: invited by a link, cut off, on another device, watching, playing again."""

import re

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from tilemeld.engine.rules import Rules, profile

CALM: Rules = profile("pl").override({"turn_seconds": None})


def test_from_the_link_to_the_first_tile_it_takes_at_most_three_taps(house: House, arrive: Arrive) -> None:
    host = arrive()
    host.press(host.page.get_by_role("link", name="Create a table"))
    host.choose("No clock")
    host.press("Create the table")
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    link = host.page.get_by_role("textbox", name="Link").input_value()
    assert link.startswith(house.url)
    guest = arrive("touch", path=link.removeprefix(house.url))  # scanned
    guest.press("Sit down and play")
    host.press("Start the game")
    expect(guest.page.locator(".bar .title")).to_be_visible()
    guest.wait_until(lambda: len(guest.look().rack) == 14)
    before = [piece.tile for piece in guest.look().rack]
    first, last = guest.look().rack[0], guest.look().rack[-1]
    guest.drag((first.x, first.y), (last.x, last.y))
    guest.wait_until(lambda: [piece.tile for piece in guest.look().rack] != before)
    assert guest.presses <= 3


def two(house: House, arrive: Arrive, **more: str) -> tuple[Person, Person, str]:
    """Ola and Jan in the middle of a game, Ola's turn, who can lay two sets."""
    racks = ["r4 r5 r6 b9 k9 o9 r13", "o1 o2 o3 o4"]
    sitting = house.set_up(Position(CALM, racks, table="b1 b2 b3 b4"))
    path = f"/t/{sitting.code}"
    ola = arrive("mouse", path=path, who=sitting.people[0], **more)
    jan = arrive("mouse", path=path, who=sitting.people[1])
    ola.waits_for_turn()
    return ola, jan, path


def lay(person: Person, *faces: str) -> list[str]:
    """Lay rack tiles as a set of their own."""
    laid: list[str] = []
    for face in faces:
        tile = next(piece.tile for piece in person.look().rack if piece.face == face)
        person.put(tile, laid or None)
        laid.append(tile)
    return laid


def test_a_reload_and_another_device_in_the_middle_of_a_turn_lose_nothing(
    house: House, arrive: Arrive
) -> None:
    racks = ["r4 r5 r6 b9 k9 o9 r13", "o1 o2 o3 o4"]
    sitting = house.set_up(Position(CALM, racks, table="b1 b2 b3 b4"))
    path = f"/t/{sitting.code}"
    ola = arrive("mouse", path=path, who=sitting.people[0])
    jan = arrive("mouse", path=path, who=sitting.people[1])
    ola.waits_for_turn()
    lay(ola, "r4", "r5")
    half_built = ola.look().faces()
    jan.wait_until(lambda: sorted(jan.look().faces()) == sorted(half_built))  # others see it, so it is kept
    ola.page.reload()
    ola.waits_for_turn()
    ola.wait_until(lambda: len(ola.look().sets) == 2)
    assert ola.look().faces() == half_built
    ola.press("Undo")  # the way back is kept, too
    ola.wait_until(lambda: "r5" in [piece.face for piece in ola.look().rack])
    ola.press("Redo")
    jan.wait_until(lambda: sorted(jan.look().faces()) == sorted(half_built))
    phone = arrive("touch", path=path, who=sitting.people[0])
    phone.waits_for_turn()
    phone.wait_until(lambda: len(phone.look().sets) == 2)
    assert sorted(phone.look().faces()) == sorted(half_built)
    tile = next(piece.tile for piece in phone.look().rack if piece.face == "r6")
    (open_set,) = (pieces for pieces in phone.look().sets if pieces[0].face.startswith("r"))
    phone.put(tile, [piece.tile for piece in open_set])
    phone.confirm()
    jan.waits_for_turn()
    expect(ola.page.locator(".bar .title")).to_contain_text("Jan")
    assert ("r4", "r5", "r6") in jan.look().faces()


def test_a_seat_is_taken_to_another_device_by_a_code_in_the_middle_of_a_turn(
    house: House, arrive: Arrive
) -> None:
    ola, _jan, path = two(house, arrive)
    lay(ola, "r4", "r5")
    half_built = sorted(ola.look().faces())
    ola.press("Menu")
    ola.press("Play on another device")
    expect(ola.page.get_by_role("img", name="QR code for the other device")).to_be_visible()
    code = ola.page.locator("[data-move-code]").inner_text()
    phone = arrive("touch", path="/move")
    phone.page.get_by_role("textbox", name="Code").fill(code)
    phone.press("Play here")
    expect(
        ola.page.get_by_text("The other device is connected.")
    ).to_be_visible()  # the first one is announced, and stays
    ola.page.keyboard.press("Escape")
    phone.page.goto(house.url + path)
    phone.waits_for_turn()
    phone.wait_until(lambda: sorted(phone.look().faces()) == half_built)
    again = arrive("mouse", path="/move#" + code.replace(" ", ""))  # a code is good once
    again.press("Play here")
    expect(again.page.get_by_role("alert")).to_contain_text("not valid")


def test_a_seat_is_taken_to_another_device_by_the_link_of_the_qr_code(house: House, arrive: Arrive) -> None:
    """The camera opens the link; somebody without one pastes it. Both are at the table at once."""
    ola, _jan, path = two(house, arrive)
    lay(ola, "r4", "r5")
    half_built = sorted(ola.look().faces())
    table = path.rpartition("/")[2]
    for scanned in (True, False):
        ola.press("Menu")
        ola.press("Play on another device")
        code = ola.page.locator("[data-move-code]").inner_text().replace(" ", "")
        link = f"/move#{code}.{table}"
        phone = arrive("touch", path=link if scanned else "/move")
        if not scanned:
            phone.page.get_by_role("textbox", name="Code").fill(house.url + link)
        phone.press("Play here")
        phone.waits_for_turn()
        phone.wait_until(lambda phone=phone: sorted(phone.look().faces()) == half_built)  # type: ignore[misc]
        expect(ola.page.get_by_text("The other device is connected.")).to_be_visible()
        ola.page.keyboard.press("Escape")


def test_a_cut_line_in_the_middle_of_a_turn_costs_nothing(house: House, arrive: Arrive) -> None:
    proxy = house.proxy()
    ola, jan, _ = two(house, arrive, url=proxy.url)
    lay(ola, "r4", "r5", "r6")
    expect(jan.page.locator(".tm-tray")).to_have_count(2)
    proxy.cut()
    seat = jan.page.locator("[data-seat='0']")
    expect(seat).to_have_attribute("aria-label", re.compile("not connected"))
    lay(ola, "b9", "k9", "o9")  # the hands go on
    expect(ola.page.locator(".bar .detail")).to_contain_text("Connection lost")
    ola.press(ola.button("Confirm"))
    assert "Jan" not in ola.page.locator(".bar .title").inner_text(), (
        "nothing is claimed before it is on disk"
    )
    proxy.mend()
    jan.waits_for_turn()
    expect(ola.page.locator(".bar .title")).to_contain_text("Jan")
    expect(seat).not_to_have_attribute("aria-label", re.compile("not connected"))
    assert {frozenset({"r4", "r5", "r6"}), frozenset({"b9", "k9", "o9"})} <= {
        frozenset(each) for each in jan.look().faces()
    }
    assert [piece.face for piece in ola.look().rack] == ["r13"]
    proxy.close()


@pytest.mark.rule("M4")
def test_a_spectator_sees_the_table_and_no_rack_and_stays_for_the_rematch(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3 o4"], table="b1 b2 b3 b4"))
    path = f"/t/{sitting.code}"
    ola, jan = (arrive("mouse", path=path, who=who) for who in sitting.people)
    watcher = arrive("touch", path=path)
    expect(watcher.page.locator(".tm-tray")).to_have_count(1)
    assert watcher.look().rack == ()
    assert watcher.page.locator(".bar button").count() == 0
    ola.waits_for_turn()
    lay(ola, "r4", "r5", "r6")
    expect(watcher.page.locator(".tm-tray")).to_have_count(2)  # live, while it is being laid
    ola.confirm()
    for person in (ola, jan, watcher):
        person.press("See the result")
        expect(person.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(ola.page.get_by_role("heading", name="You won!")).to_be_visible()
    expect(ola.page.get_by_text("All sums are checked.")).to_be_visible()
    expect(watcher.page.get_by_role("img", name="orange 1")).to_be_visible()  # Jan's rack, revealed
    jan.press("Play again")  # and is ready for it
    ola.press("Start the game")
    for person in (ola, jan, watcher):
        expect(person.page.locator(".bar .title")).to_be_visible()
    assert watcher.look().rack == ()


def test_one_device_is_passed_around_and_hides_the_tiles_in_between(arrive: Arrive) -> None:
    device = arrive("touch")
    device.press(device.page.get_by_role("link", name="Create a table"))
    device.choose("No clock")
    device.press("Create the table")
    device.press("Another player on this device")
    device.page.get_by_role("textbox", name="Name").fill("Babcia")
    device.press("Save")
    device.press("Start the game")
    racks = []
    show = device.page.get_by_role("button", name=re.compile("show my tiles"))
    for _ in range(3):
        expect(device.page.get_by_role("heading", name="Hand the device to")).to_be_visible()
        assert device.page.get_by_role("option").count() == 0, "no tile is in sight"
        device.press(show)
        device.waits_for_turn()
        racks.append(frozenset(piece.tile for piece in device.look().rack))
        device.press(device.page.locator(".bar .take"))
    assert not racks[0] & racks[1], "each sees their own tiles"
    assert racks[0] < racks[2], "and has them again in the next turn"


def test_the_language_changes_at_once_everywhere(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(CALM, ["r4 r5 r6", "o1 o2 o3"], table="b1 b2 b3 b4", bots={1: "club"}))
    guest = arrive("mouse", who=sitting.people[0])
    language = guest.page.get_by_role("combobox", name="Language")
    for name, play, code in (
        ("pl", "Graj teraz", "pl"),
        ("cs", "Hrát hned", "cs"),
        ("uk", "Грати зараз", "uk"),
        ("pl", "Graj teraz", "pl"),
    ):
        language = guest.page.locator("select").first
        language.select_option(name)
        expect(guest.page.get_by_role("button", name=re.compile(play))).to_be_visible()
        expect(guest.page.locator("html")).to_have_attribute("lang", code)
    guest.page.goto(f"{house.url}/t/{sitting.code}")
    expect(guest.page.locator(".bar .title")).to_have_text("Twój ruch")
    labels = {piece.label for piece in guest.look().rack}
    assert all(re.search("czerwon", label, re.IGNORECASE) for label in labels), labels


@pytest.mark.rule("R-11")
def test_the_clock_stands_when_all_agree_and_a_bot_plays_for_who_has_left(
    house: House, arrive: Arrive
) -> None:
    position = Position(CALM, ["r13 b7", "k1 k5 o9 r4"], table="o1 o2 o3", seconds=3_000)
    sitting = house.set_up(position)
    path = f"/t/{sitting.code}"
    ola, jan = (
        arrive(by, path=path, who=who) for by, who in zip(("touch", "mouse"), sitting.people, strict=True)
    )
    ola.waits_for_turn()
    lay(ola, "r13")
    half_built = ola.look().faces()
    ola.press("Menu")
    ola.press("Ask for a pause")
    expect(jan.page.locator(".note", has_text="Asking for a pause: Ola")).to_be_visible()
    expect(jan.page.get_by_role("status")).to_have_text("Asking for a pause: Ola")
    expect(ola.page.locator(".bar .detail", has_text="You have asked for a pause")).to_be_visible()
    jan.press("Agree")
    for person in (ola, jan):
        expect(person.page.get_by_role("heading", name="Paused")).to_be_visible()
        expect(person.page.locator(".toast", has_text="Everybody agreed: the game is paused")).to_be_visible()
    ola.press("Continue")
    expect(ola.button("Waiting for the others")).to_be_disabled()
    expect(jan.page.get_by_text("Ola: ready to continue")).to_be_visible()
    jan.press("Continue")
    ola.waits_for_turn()
    assert ola.look().faces() == half_built
    ola.press("Undo")
    ola.wait_until(lambda: len(ola.look().rack) == 2)

    jan.press("Menu")
    jan.press("Leave the game")
    expect(jan.page.get_by_text("A bot will play for you")).to_be_visible()
    jan.press(jan.page.get_by_role("button", name="Leave", exact=True))
    expect(jan.button("Play now")).to_be_visible()
    expect(ola.page.locator(".bar .detail")).to_contain_text("Jan left: a bot plays on")
    ola.take()
    ola.waits_for_turn()  # the bot has played the turn of the seat
    jan.page.goto(house.url + path)
    expect(jan.page.get_by_role("heading", name="You have left this game")).to_be_visible()
    jan.press("Come back")
    expect(ola.page.locator(".bar .detail")).to_contain_text("Jan came back")
    ola.take()
    jan.waits_for_turn()
    jan.take()
    ola.waits_for_turn()
