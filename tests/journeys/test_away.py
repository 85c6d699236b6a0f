"""Who looks elsewhere: the game waits when everybody is gone, and says so when it is somebody's turn."""

import json

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position, serving
from journeys.person import Person
from journeys.test_faults import covered
from journeys.test_table import calm

AWAY = """
  window.isAway = false;
  Object.defineProperty(document, 'hidden', { get: () => window.isAway });
  Object.defineProperty(document, 'visibilityState', { get: () => (window.isAway ? 'hidden' : 'visible') });
  window.shown = [];
  window.asked = 0;
  window.Notification = class {
    static permission = localStorage.getItem('test.permission') ?? 'default';
    static requestPermission = async () => {
      window.asked += 1;
      return (Notification.permission = 'granted');
    };
    constructor(title, options) { window.shown.push({ title, body: options.body, isThere: true }); }
    close() { window.shown.at(-1).isThere = false; }
  };
"""
"""A page that can be put out of sight, and a device that notes its notifications."""


def look_away(person: Person, *, is_away: bool = True) -> None:
    person.page.evaluate(
        "away => { window.isAway = away; document.dispatchEvent(new Event('visibilitychange')); }", is_away
    )


@pytest.fixture
def pair(house: House, arrive: Arrive) -> tuple[Person, Person]:
    """Ola waits, Jan plays; neither has been asked anything about notifications."""
    sitting = house.set_up(
        Position(calm(), ["r4 b9 k13", "o1 o2"], table="r10 r11 r12", active=1, bank="k1 k2 k3 k4")
    )
    ola = arrive("touch", path="/", who=sitting.people[0])
    ola.page.add_init_script(AWAY)
    ola.page.goto(f"{ola.page.url.rstrip('/')}/t/{sitting.code}")
    jan = arrive(path=f"/t/{sitting.code}", who=sitting.people[1])
    jan.waits_for_turn()
    expect(ola.page.locator(".bar .title")).to_contain_text("Jan")
    return ola, jan


def test_who_comes_back_is_offered_notifications_once_and_then_gets_them(pair: tuple[Person, Person]) -> None:
    ola, jan = pair
    offer = ola.page.locator(".note", has_text="Get a notification")
    expect(offer).to_have_count(0)
    look_away(ola)
    jan.take()
    ola.waits_for_turn()
    assert ola.page.evaluate("window.shown") == [], "nothing without permission"
    expect(offer).to_have_count(0)
    look_away(ola, is_away=False)
    expect(offer).to_be_visible()
    ola.look()
    assert covered(ola.page, ".note") == 0
    ola.press(offer.get_by_role("button").last)
    expect(offer).to_have_count(0)
    assert ola.page.evaluate("window.asked") == 1
    ola.take()
    jan.waits_for_turn()
    look_away(ola)
    jan.take()
    ola.wait_until(lambda: len(ola.page.evaluate("window.shown")) == 1)
    [shown] = ola.page.evaluate("window.shown")
    assert shown["isThere"]
    assert "turn" in shown["title"].lower()
    look_away(ola, is_away=False)
    ola.wait_until(lambda: not ola.page.evaluate("window.shown")[0]["isThere"])
    expect(offer).to_have_count(0)


def test_who_says_no_is_not_asked_again(pair: tuple[Person, Person]) -> None:
    ola, _ = pair
    look_away(ola)
    look_away(ola, is_away=False)
    ola.press(ola.page.locator(".note", has_text="Get a notification").get_by_role("button").first)
    expect(ola.page.locator(".note", has_text="Get a notification")).to_have_count(0)
    ola.page.reload()
    expect(ola.page.locator(".bar .title")).to_contain_text("Jan")
    look_away(ola)
    look_away(ola, is_away=False)
    ola.frame()
    expect(ola.page.locator(".note", has_text="Get a notification")).to_have_count(0)
    assert json.loads(ola.page.evaluate("JSON.stringify([window.asked, window.shown])")) == [0, []]


def test_a_game_that_everybody_has_left_waits_until_somebody_is_back(
    tmp_path_factory: pytest.TempPathFactory, arrive: Arrive
) -> None:
    data = tmp_path_factory.mktemp("alone") / "games.sqlite"
    with serving(data, "--away-seconds", "0") as house:
        position = Position(calm(), ["r4 b9", "o1 o2"], table="r10 r11 r12", seconds=3_000)
        sitting = house.set_up(position)
        path = f"/t/{sitting.code}"
        ola, jan = (arrive(path=path, who=who, url=house.url) for who in sitting.people)
        watcher = arrive(path=path, url=house.url)
        ola.waits_for_turn()
        title = watcher.page.locator(".bar .title")
        expect(title).to_contain_text("Ola")
        jan.page.goto(f"{house.url}/privacy")
        expect(watcher.page.locator(".seat .dot:not(.online)")).to_have_count(1)
        expect(title).to_contain_text("Ola")  # one of them is there: nothing stops
        ola.page.goto(f"{house.url}/privacy")
        expect(title).to_have_text("Paused")
        jan.page.goto(house.url + path)  # it need not be the one whose turn it is
        expect(title).to_contain_text("Ola")
        expect(jan.page.locator(".bar .title")).to_contain_text("Ola")
