"""What is said at the table: shown at the seat of whoever says it, one tap away for whoever waits."""

import pytest
from playwright.sync_api import Locator, expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_layout import MUCH, RUN, SIZES
from journeys.test_manipulations import filled
from journeys.test_overlays import faults_in_all_windows
from journeys.test_table import log_text
from tilemeld.engine.rules import profile

CALM = profile("pl-xp").override({"turn_seconds": None})
RACKS = [MUCH, "o5", "o6", "o9", "o10", "o13"]
STAYS = (
    "const wait = window.setTimeout; window.setTimeout = (act, ms, ...rest) =>"
    " ms >= 4000 && ms <= 5000 ? 0 : wait(act, ms, ...rest);"
)
"""What is shown for some seconds is shown for as long as one looks."""
OUT_OF_PLACE = """() => [...document.querySelectorAll('.speech')].flatMap((speech) => {
  if (!speech.checkVisibility()) return [];
  const [at, seat] = [speech, speech.closest('.seat')].map((each) => each.getBoundingClientRect());
  const faults = [];
  const across = at.left < seat.left - 1 || at.right > seat.right + 1;
  if (across || at.top < seat.top - 1 || at.bottom > seat.bottom + 1)
    faults.push(`${speech.innerText} leaves its seat`);
  if (speech.scrollHeight > speech.clientHeight + 1 || speech.scrollWidth > speech.clientWidth + 1)
    faults.push(`${speech.innerText} is cut: ${speech.scrollWidth}x${speech.scrollHeight}`);
  return faults;
})"""
"""Words that leave the seat they belong to, or are not seen whole."""


def window(person: Person, size: str) -> None:
    width, height = (int(side) for side in size.split("x"))
    person.page.set_viewport_size({"width": width, "height": height})
    person.frame()
    person.look()


def come(arrive: Arrive, house: House, seats: int, **options: str) -> list[Person]:
    """Everybody at a table of people, the first of whom is in turn; what is shown there stays."""
    racks = RACKS[:seats]
    sitting = house.set_up(Position(CALM, racks, table=filled(RUN, " ".join(racks), tiles=60)))
    first = arrive("touch", path="/", who=sitting.people[0], **options)
    first.page.add_init_script(STAYS)
    first.page.goto(f"{house.url}/t/{sitting.code}")
    others = [arrive("touch", path=f"/t/{sitting.code}", who=who) for who in sitting.people[1:]]
    for each in (first, *others):
        expect(each.page.locator(".bar .title")).to_be_visible()
    return [first, *others]


def at_hand(person: Person) -> Locator:
    return person.page.locator(".bar").get_by_role("group", name="Your recent phrases").get_by_role("button")


@pytest.mark.parametrize("language", at_night(("en", "pl", "cs", "uk"), by_day=("uk",)))
def test_what_six_players_say_stands_at_their_seats_whole_in_every_window(
    language: str, house: House, arrive: Arrive
) -> None:
    ola, jan, *_, marek = come(arrive, house, 6, locale=language)
    faults = []
    for phrase in ("Whenever you are ready…", "One moment, please", "Smile"):
        for person in (jan, marek):
            person.press("Say something")
            person.press(person.page.locator(".panel").get_by_role("button", name=phrase))
        expect(ola.page.locator(".speech")).to_have_count(2)
        for size in SIZES:
            window(ola, size)
            found = ola.page.evaluate(OUT_OF_PLACE)
            faults += [f"{phrase}, {size}: {each}" for each in found]
    faults += faults_in_all_windows(ola, "words of two")
    assert not faults, "\n".join(faults)


def test_words_are_heard_and_kept_in_what_happened(house: House, arrive: Arrive) -> None:
    ola, jan = come(arrive, house, 2)
    jan.press(at_hand(jan).first)
    expect(ola.page.locator("[data-seat='1'] .speech")).to_have_text("Hello!")
    expect(ola.page.locator(".speech")).to_have_count(1)
    expect(ola.page.get_by_role("status").filter(has_text="Jan: Hello!")).to_have_count(1)
    expect(jan.page.locator(".bar .said")).to_have_text("Hello!")
    assert "Jan: Hello!" in log_text(ola)


def test_the_latest_four_phrases_are_one_tap_away_while_others_play(house: House, arrive: Arrive) -> None:
    ola, jan = come(arrive, house, 2)
    expect(at_hand(ola)).to_have_count(0)  # there is a turn to be played
    expect(at_hand(jan)).to_have_count(4)
    cut = "each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1"
    for size in SIZES:
        window(jan, size)
        for each in at_hand(jan).all():
            box = each.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 39.5, (size, box)
            assert not each.evaluate(cut), (size, each.inner_text())
    window(jan, "390x664")
    before = jan.look()
    jan.press(at_hand(jan).nth(2))
    expect(ola.page.locator("[data-seat='1'] .speech")).to_have_text("Nice move!")
    assert jan.look() == before, "nothing lies elsewhere"
    jan.press("Plan ahead")
    expect(at_hand(jan)).to_have_count(0)  # who plans needs undo
    expect(jan.button("Undo")).to_be_visible()


def test_a_press_that_was_meant_for_a_phrase_ends_no_turn(house: House, arrive: Arrive) -> None:
    ola, jan = come(arrive, house, 2)
    expect(at_hand(jan)).to_have_count(4)
    jan.page.evaluate(
        """() => new MutationObserver(() => {
          const take = document.querySelector('.bar .take');
          if (take && window.wasEnabled === undefined) window.wasEnabled = !take.disabled;
        }).observe(document.querySelector('.bar'), { childList: true, subtree: true })"""
    )
    ola.take()
    jan.waits_for_turn()
    assert jan.page.evaluate("window.wasEnabled") is False
    expect(jan.page.locator(".bar .take")).to_be_enabled()
    jan.take()
    ola.waits_for_turn()
