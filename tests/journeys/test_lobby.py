"""Before the game and around it: the public list, house rules, what is said, and what one likes."""

from playwright.sync_api import Locator, expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})


def switch(person: Person, name: str) -> None:
    """Turn a switch to its other side."""
    to_be = person.page.get_by_role("switch", name=name)
    was = to_be.is_checked()
    person.press(person.page.locator("label").filter(has=to_be))
    expect(to_be).to_be_checked(checked=not was)


def says(person: Person, phrase: str) -> None:
    person.press(person.page.get_by_role("button", name=phrase, exact=True))


def listen(person: Person) -> None:
    """Note everything that is heard from now on: it is shown for some seconds only."""
    expect(person.page.locator(".heard")).to_have_count(1)
    person.page.evaluate(
        """() => {
          const place = document.querySelector('.heard');
          window.noted = '';
          const note = () => (window.noted += place.textContent);
          new MutationObserver(note).observe(place, { childList: true, subtree: true });
        }"""
    )


def heard(person: Person) -> str:
    return str(person.page.evaluate("window.noted"))


def test_a_public_table_with_house_rules_is_found_in_the_list_and_nobody_watches_unasked(
    house: House, arrive: Arrive
) -> None:
    host = arrive("mouse")
    host.press(host.page.get_by_role("link", name="Create a table"))
    host.choose("No clock")
    host.choose("Strict")
    switch(host, "In the public list")
    switch(host, "Spectators")
    host.press("Seats: less")
    host.press("Seats: less")
    host.press("Games in the match: more")
    host.press("Create the table")
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()

    guest = arrive("touch", locale="pl-PL")
    code = host.page.url.rpartition("/")[2]
    guest.press(guest.page.locator(f"a[href='/t/{code}']"))
    expect(
        guest.page.get_by_text("Inaczej niż w instrukcji")
    ).to_be_visible()  # what the house does, before one sits
    expect(guest.page.get_by_text("2 partie")).to_be_visible()
    guest.press("Usiądź i graj")

    listen(host)
    listen(guest)
    says(host, "Good luck!")  # one of the four at hand: one tap
    guest.wait_until(lambda: "Powodzenia!" in heard(guest))  # each in their own language
    guest.press(guest.page.get_by_text("Więcej", exact=True))
    guest.press("Wycisz wypowiedzi innych")
    says(host, "Hello!")
    host.wait_until(lambda: "Hello!" in heard(host))
    host.press("Start the game")
    expect(guest.page.locator(".bar .title")).to_be_visible()  # the greeting came before that
    assert "Cześć!" not in heard(guest)
    stranger = arrive("mouse", path=f"/t/{code}")
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    assert stranger.page.get_by_role("option").count() == 0


def test_the_host_frees_the_seat_of_who_went_away_who_hears_of_it_and_the_latest_phrases_stay_at_hand(
    house: House, arrive: Arrive
) -> None:
    host = arrive("mouse", path="/create")
    host.press("Create the table")
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    path = "/t/" + host.page.url.rpartition("/")[2]
    guest = arrive("touch", path=path)
    guest.press("Sit down and play")
    guest.press(guest.page.get_by_text("More to say"))
    says(guest, "One moment, please")
    says(guest, "Hello!")
    guest.page.reload()
    at_hand = guest.page.get_by_role("group", name="Your recent phrases")
    expect(at_hand.get_by_role("button", name="One moment, please")).to_be_visible()
    expect(at_hand.get_by_role("button")).to_have_count(4)

    free = host.page.get_by_role("button", name="Free the seat of")
    name = (free.get_attribute("aria-label") or "").removeprefix("Free the seat of ")
    host.press(free)
    expect(host.page.get_by_role("dialog")).to_contain_text(name)
    host.press(host.page.get_by_role("dialog").get_by_role("button", name="Free the seat", exact=True))
    expect(guest.page.get_by_role("status").filter(has_text="has freed your seat")).to_be_visible()
    guest.page.reload()  # also those who were not there see it
    expect(guest.page.get_by_role("status").filter(has_text="has freed your seat")).to_be_visible()
    guest.press("Sit down and play")
    expect(guest.page.get_by_text("has freed your seat")).to_have_count(0)
    expect(host.page.get_by_text(name, exact=True)).to_be_visible()


def test_what_one_likes_is_kept_and_shows_at_the_table(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(CALM, ["r4 k13", "o1 o2"], table="b1 b2 b3 b4", bots={1: "club"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    tile = ola.look().rack[0].tile
    face = ola.page.locator(f"[data-tile={tile}]")
    before = (height(face.locator(".tm-digits")), ola.look().piece(tile).width)
    confirm, take = ola.button("Confirm"), ola.page.locator(".bar .take")
    was_right = left_of(confirm) > left_of(take)

    ola.page.goto(f"{house.url}/settings")
    ola.choose("Dark")
    expect(ola.page.locator("html")).to_have_attribute("data-theme", "dark")
    for name in ("Shapes on tiles", "Big faces", "Left-handed"):
        switch(ola, name)
    ola.choose("Less motion")
    ola.page.goto(f"{house.url}/t/{sitting.code}")  # a new page: it was kept
    ola.waits_for_turn()
    expect(ola.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ola.page.locator("html")).to_have_attribute("data-motion", "less")
    expect(face.locator(".tm-shape")).to_be_hidden()
    assert height(face.locator(".tm-digits")) > before[0]
    assert (left_of(confirm) > left_of(take)) != was_right, "the buttons are on the other side"


def height(target: Locator) -> float:
    return float(target.evaluate("element => element.getBoundingClientRect().height"))


def left_of(target: Locator) -> float:
    return float(target.evaluate("element => element.getBoundingClientRect().left"))


def test_a_turn_is_played_by_taps_alone(house: House, arrive: Arrive) -> None:
    """Nothing needs a drag (WCAG 2.5.7): tap a tile, tap where it goes; several at once as well."""
    racks = ["r10 b10 k10 o4", "o1 o2"]
    sitting = house.set_up(Position(CALM, racks, table="o1 o2 o3", bots={1: "random"}))
    phone = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    phone.waits_for_turn()
    for face in ("r10", "b10", "k10"):
        phone.tap(*place_of(phone, face))
    phone.tap(*phone._free_spot(phone.look()))
    phone.wait_until(
        lambda: any(len(pieces) == 3 and pieces[0].face.endswith("10") for pieces in phone.look().sets)
    )
    phone.tap(*place_of(phone, "o4"))
    (run,) = (pieces for pieces in phone.look().sets if pieces[0].face == "o1")
    phone.tap((run[1].x + run[2].x) / 2, run[0].y)
    phone.wait_until(lambda: ("o1", "o2", "o3", "o4") in phone.look().faces())
    phone.press(phone.button("Confirm"))
    expect(phone.page.locator(".bar .title")).to_have_text("The game is over")


def place_of(person: Person, face: str) -> tuple[float, float]:
    piece = next(each for each in person.look().rack if each.face == face)
    return piece.x, piece.y
