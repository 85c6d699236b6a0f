"""Faults that people found: what covers tiles, where one gets stuck, what grows from game to game."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from at_night import at_night
from journeys.conftest import PHONE, Arrive
from journeys.house import House, LiveTable, Position
from journeys.person import Person
from tilemeld.engine.rules import Rules, profile

SMALL = [{**PHONE, "viewport": {"width": 360, "height": height}} for height in (640, 560)]
SHORT = pytest.mark.parametrize("window", SMALL, ids=["360x640", "360x560"])
_COVERED = """async ([words, tiles]) => {
  const box = (element) => element.getBoundingClientRect();
  const meet = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const area = () => {
    const over = [...document.querySelectorAll(words)].map(box).filter((at) => at.width > 0);
    return [...document.querySelectorAll(tiles)].map(box)
      .reduce((sum, tile) => sum + over.reduce((most, at) => Math.max(most, meet(at, tile)), 0), 0);
  };
  const frame = () => new Promise(requestAnimationFrame);
  let found = area();
  for (let still = 0, frames = 0; still < 8 && frames < 300; frames += 1) {
    await frame();
    const now = area();
    still = now === found ? still + 1 : 0;
    found = now;
  }
  return found;
}"""
"""How many pixels of tiles lie under words, once the page has been still for eight frames."""


def calm() -> Rules:
    return profile("pl").override({"turn_seconds": None})


def covered(page: Page, words: str, tiles: str = ".tm-tile") -> float:
    """How many pixels of tiles words cover; the words have to be there."""
    expect(page.locator(words).first).to_be_visible()
    pixels: float = page.evaluate(_COVERED, [words, tiles])
    return pixels


def seat(arrive: Arrive, table: LiveTable, **options: Any) -> Person:
    """Let the first person of a table come, by finger on a phone."""
    return arrive("touch", path=f"/t/{table.code}", who=table.people[0], **options)


def is_whole_in_window(target: Locator) -> bool:
    """Whether all of something is in sight without scrolling."""
    shown: bool = target.evaluate(
        """element => { const at = element.getBoundingClientRect();
        return at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth; }"""
    )
    return shown


@SHORT
def test_what_the_tutorial_says_lies_over_no_tile(window: Any, arrive: Arrive) -> None:
    newcomer = arrive("touch", path="/tutorial", **window)
    newcomer.waits_for_turn()
    newcomer.press("Take a tile")
    assert covered(newcomer.page, ".wrong") == 0
    newcomer.put(next(piece.tile for piece in newcomer.look().rack if piece.face == "r8"), None)
    newcomer.button("Confirm").tap(force=True)
    assert covered(newcomer.page, ".wrong") == 0
    newcomer.press("Undo")
    newcomer.play_turn(profile("pl"))
    expect(newcomer.page.get_by_text("Well done!")).to_be_visible()
    assert covered(newcomer.page, ".praise") == 0
    newcomer.press("Next")


@SHORT
def test_words_about_a_set_lie_beside_it(window: Any, house: House, arrive: Arrive) -> None:
    racks = ["r3 b9 k13 o5", "o1 o2"]
    table = house.set_up(Position(calm(), racks, table="r10 r11 r12 | b4 k4 o4", bots={1: "club"}))
    ola = seat(arrive, table, **window)
    ola.waits_for_turn()
    first, second = (piece.tile for piece in ola.look().rack[:2])
    ola.put(first, None)
    ola.put(second, [first])
    bubble = ".frame > p:not(.visually-hidden)"
    mates = f"[data-tile='{first}'], [data-tile='{second}']"
    assert covered(ola.page, bubble, mates) == 0
    assert covered(ola.page, bubble) == 0


def test_a_pause_leaves_the_half_built_table_as_it_is_and_refuses_nothing(
    house: House, arrive: Arrive
) -> None:
    table = house.set_up(Position(calm(), ["r3 b9 k13", "o1 o2"], table="r10 r11 r12", bots={1: "club"}))
    ola = seat(arrive, table)
    ola.waits_for_turn()
    laid = ola.look().rack[0].tile
    ola.page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const racked = document.querySelectorAll('.tm-layer > [data-tile]').length;
          const toasts = [...document.querySelectorAll('.toast')].map((each) => each.textContent);
          window.seen.push([racked, ...toasts]);
        }).observe(document.body, { childList: true, subtree: true }); }"""
    )
    ola.put(laid, None)
    ola.page.evaluate("() => { window.seen.length = 0; }")
    ola.press("Menu")
    ola.press("Ask for a pause")
    expect(ola.page.locator(".bar .title")).to_have_text("Paused")
    ola.press("Continue")
    ola.waits_for_turn()
    assert [laid] in [[piece.tile for piece in pieces] for pieces in ola.look().sets]
    seen = ola.page.evaluate("window.seen")
    assert {racked for racked, *_ in seen} == {2}, "the tile never left the table"
    toasts = {each for _, *notes in seen for each in notes}
    assert toasts <= {"Everybody agreed: the game is paused", "The game continues"}, "nothing was refused"


def test_a_silent_line_is_noticed_in_a_few_seconds(house: House, arrive: Arrive) -> None:
    proxy = house.proxy()
    try:
        table = house.set_up(Position(calm(), ["r3 b9 k13", "o1 o2"], table="r10 r11 r12"))
        ola = seat(arrive, table, url=proxy.url)
        ola.waits_for_turn()
        proxy.mute()
        since = ola.page.evaluate("performance.now()")
        expect(ola.page.locator(".bar .detail")).to_contain_text("connection", ignore_case=True)
        assert ola.page.evaluate("performance.now()") - since < 9_000, "six seconds, and a busy machine"
    finally:
        proxy.close()


@pytest.mark.parametrize("height", [560, 664])
def test_the_name_dialog_shows_how_it_is_saved(height: int, arrive: Arrive) -> None:
    guest = arrive("touch", viewport={"width": 360, "height": height})
    guest.press(guest.page.locator("button.me"))
    dialog = guest.page.get_by_role("dialog")
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_be_visible()
    assert is_whole_in_window(save)
    expect(dialog.locator("header, main, footer, nav")).to_have_count(0)
    guest.press(save)
    expect(dialog).to_have_count(0)


def test_a_replay_without_a_review_asks_for_nothing_that_is_missing(house: House, arrive: Arrive) -> None:
    table = house.set_up(Position(calm(), ["r13", "o1 o2"], table="r10 r11 r12", bots={1: "club"}))
    ola = seat(arrive, table)
    ola.waits_for_turn()
    ola.put(ola.look().rack[0].tile, [piece.tile for piece in ola.look().sets[0]])
    ola.press("Confirm")
    expect(ola.page.locator(".bar .title")).to_have_text("The game is over")
    missing: list[str] = []
    ola.page.on("response", lambda found: missing.append(found.url) if found.status >= 400 else None)
    ola.page.goto(f"{house.url}/replay/{table.game}")
    expect(ola.page.locator(".tm-tile").first).to_be_visible()
    expect(ola.page.get_by_role("button", name=re.compile("review", re.IGNORECASE)).first).to_be_visible()
    assert missing == []
    owner = ola.page.locator(".owner")
    expect(owner).to_have_text("Your rack")  # the last turn was Ola's
    ola.page.goto(f"{house.url}/replay/{table.game}?turn=deal")
    expect(owner).to_be_visible()


def test_who_has_a_wrong_code_can_try_another(house: House, arrive: Arrive) -> None:
    table = house.set_up(Position(calm(), ["r3", "o1"], table="r10 r11 r12"))
    guest = arrive(path="/t/QQQQQQ")
    expect(guest.page.get_by_role("alert")).to_contain_text("There is no such table")
    field = guest.page.get_by_label("Try another code")
    field.fill("QQQQQ7")
    guest.press("Join")
    expect(guest.page.get_by_role("alert")).to_have_count(2)
    field.fill(table.code.lower())
    guest.press("Join")
    expect(guest.page).to_have_url(re.compile(f"/t/{table.code}$"))


def test_a_tournament_that_is_not_there_has_a_way_on(arrive: Arrive) -> None:
    guest = arrive(path="/events/none")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.press(guest.page.get_by_role("link", name="To the tournaments"))
    expect(guest.page).to_have_url(re.compile(r"/tournaments$"))


def test_every_screen_begins_at_its_heading(house: House, arrive: Arrive) -> None:
    guest = arrive("keys")
    heading = guest.page.locator("h1[tabindex='-1']")
    for path in ("/", "/create", "/rules", "/settings", "/tutorial", "/solver", "/t/QQQQQQ"):
        guest.page.goto(house.url + path)
        expect(heading).to_be_focused()
    guest.page.goto(house.url)
    guest.press(guest.page.get_by_role("link", name="Create a table"))
    expect(guest.page).to_have_url(re.compile("/create$"))
    expect(heading).to_be_focused()


def test_at_the_table_one_key_leads_to_the_rack_and_back(house: House, arrive: Arrive) -> None:
    table = house.set_up(Position(calm(), ["r3 b9 k13", "o1 o2"], table="r10 r11 r12"))
    ola = arrive("keys", path=f"/t/{table.code}", who=table.people[0])
    ola.waits_for_turn()
    expect(ola.page.locator("h1")).to_be_focused()
    sight = ola.look()
    on = "document.activeElement?.dataset.tile"
    ola.page.locator(".bar button:not(:disabled)").first.focus()
    for lands in (sight.rack[0], sight.sets[0][0], sight.rack[0]):
        ola.key("g")
        assert ola.page.evaluate(on) == lands.tile
    ola.key("?")
    expect(ola.page.get_by_text("switch between your rack and the table")).to_be_visible()


def test_the_lobby_speaks_to_families_not_to_programmers(house: House, arrive: Arrive) -> None:
    host = arrive(path="/create")
    host.press(host.page.get_by_role("button", name=re.compile("Create|Set")))
    expect(host.page).to_have_url(re.compile("/t/"))
    expect(host.page.get_by_text("only on this computer")).to_be_visible()
    expect(host.page.get_by_text(re.compile("make play|LAN="))).to_have_count(0)


def test_the_licence_of_the_dictionary_is_reported_once(arrive: Arrive) -> None:
    guest = arrive(path="/rules/pl-word")
    expect(guest.page.get_by_text("CC BY 4.0")).to_have_count(1)
    guest.page.goto(guest.page.url.replace("/rules/pl-word", "/solver?rules=pl-word"))
    expect(guest.page.get_by_role("link", name="About the word list")).to_be_visible()
    expect(guest.page.get_by_text("CC BY 4.0")).to_have_count(0)


def test_a_page_is_as_large_after_three_games_as_after_one(house: House, arrive: Arrive) -> None:
    """Elements, and what listens to them, of earlier games are gone: also those that are not shown."""
    ola = arrive()
    seen = []
    for _ in range(3):
        table = house.set_up(Position(calm(), ["r13", "o1 o2"], table="r10 r11 r12", bots={1: "club"}))
        move_over(ola, table)
        ola.waits_for_turn()
        ola.put(ola.look().rack[0].tile, [piece.tile for piece in ola.look().sets[0]])
        ola.press("Confirm")
        ola.press("See the result")
        expect(ola.page.get_by_role("heading", name="Score sheet")).to_be_visible()
        seen.append(settled_size(ola))
    first, *_, last = seen
    for _ in range(MEASUREMENTS):
        if is_as_large(first, last):
            return
        ola.frame()
        last = size_of(ola.page)
    raise AssertionError(f"the page stays larger than after the first game: {[*seen, last]}")


def test_a_page_does_not_grow_with_the_turns_of_a_long_game(house: House, arrive: Arrive) -> None:
    """Nothing but tiles is added from turn to turn, and nothing that is gone is held."""
    sitting = house.set_up(Position(calm(), ["r13 b1", "o1 o2"], table="r10 r11 r12", bots={1: "beginner"}))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    seen = []
    for _ in at_night(range(6), by_day=range(3)):
        for _ in range(6):
            ola.take()
            ola.waits_for_turn()
        seen.append(besides_tiles(ola))
    first, *_, last = seen
    for _ in range(MEASUREMENTS):
        if is_as_large(first, last):
            return
        ola.frame()
        last = besides_tiles(ola)
    raise AssertionError(f"the page grows from turn to turn: {[*seen, last]}")


def besides_tiles(person: Person) -> dict[str, int]:
    """Count what a page holds apart from its tiles, which become more."""
    size = settled_size(person)
    shown, nodes = person.page.evaluate(
        """() => {
          const tiles = [...document.querySelectorAll('.tm-tile')];
          const nodes = (root) => {
            const walker = document.createTreeWalker(root);
            let count = 1;
            while (walker.nextNode()) count += 1;
            return count;
          };
          const sum = (of) => tiles.reduce((all, tile) => all + of(tile), 0);
          return [sum((tile) => 1 + tile.getElementsByTagName('*').length), sum(nodes)];
        }"""
    )
    return {**size, "shown": size["shown"] - shown, "nodes": size["nodes"] - nodes}


MEASUREMENTS = 60
"""The browser frees what is gone when it likes: it may take it some frames, never for ever."""


def is_as_large(first: dict[str, int], last: dict[str, int]) -> bool:
    """Whether a page has grown by no more than a few notes."""
    spare = {"shown": 20, "nodes": 60, "listeners": 5}
    return all(last[what] <= first[what] + most for what, most in spare.items())


def settled_size(person: Person) -> dict[str, int]:
    """Measure a page once everything that comes later is there: until two measurements agree."""
    measured: dict[str, int] = {}
    for _ in range(MEASUREMENTS):
        before, measured = measured, size_of(person.page)
        if measured == before:
            break
        for _ in range(20):
            person.frame()
    return measured


def move_over(person: Person, table: LiveTable) -> None:
    """Become who sits at a table, and go there without a new page."""
    person.page.evaluate(
        """([kept, path]) => { localStorage.setItem('tilemeld.guest', kept);
          history.pushState({ inside: true }, '', path);
          dispatchEvent(new PopStateEvent('popstate')); }""",
        [table.people[0].storage, f"/t/{table.code}"],
    )


def size_of(page: Page) -> dict[str, int]:
    """Count the elements of a page, and all nodes and listeners that it still holds."""
    tools = page.context.new_cdp_session(page)
    for _ in range(3):
        tools.send("HeapProfiler.collectGarbage")
    counted = tools.send("Memory.getDOMCounters")
    shown: int = page.evaluate("document.getElementsByTagName('*').length")
    return {"shown": shown, "nodes": counted["nodes"], "listeners": counted["jsEventListeners"]}
