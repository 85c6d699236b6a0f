"""The table in every window: nothing overlaps or leaves it, the table has room, turning loses nothing."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from at_night import IS_NIGHT, at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_manipulations import filled
from tilemeld.engine.rules import profile

CALM, LARGE = (profile(name).override({"turn_seconds": None}) for name in ("pl", "pl-xp"))
RUN = "r1 r2 r3"
RACK = "r4 k13 b2 o7 r11 k3 b9 o12 k5 r13 b6 o1 k8 J"
MUCH = f"{RACK} r5 k12 b3 o8 r10 k2 b8 o11 k6 r12 b5 o2 k7 b10"
ALL_SIZES = (
    *("390x844", "390x664", "360x640", "360x560", "844x390", "667x375", "768x1024"),
    *("1024x600", "1440x900", "2560x1440", "720x450"),
)
SIZES = at_night(
    ALL_SIZES, by_day=("390x844", "390x664", "360x560", "844x390", "667x375", "1024x600", "1440x900")
)
SEATED: dict[str, Position] = {
    "two": Position(CALM, [RACK, "J"], table=filled(RUN, RACK, tiles=41), bots={1: "beginner"}),
    "six": Position(
        LARGE,
        [MUCH, "o5", "o6", "o9", "o10", "o13"],
        table=filled(RUN, f"{MUCH} o5 o6 o9 o10 o13", tiles=50),
        bots=dict.fromkeys(range(1, 6), "beginner"),
    ),
}
MEASURE = """() => {
  const box = (element) => {
    const at = element.getBoundingClientRect();
    return { x: at.left, y: at.top, w: at.width, h: at.height };
  };
  const named = (selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0)
    .map((each, at) => ({ name: `${selector} ${at}`, ...box(each) }));
  const cut = [...document.querySelectorAll('.seat .name, .ends .button, .ends .why')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1
      || getComputedStyle(each).webkitLineClamp !== 'none')
    .map((each) => each.innerText);
  const widths = (selector) => [...document.querySelectorAll(selector)].map((each) => box(each).w);
  return {
    parts: [
      '.zone', '.rack', '.status .words', '.tools', '.ends .button', '.seat', '.corner', '.beside button',
    ].flatMap(named),
    buttons: ['.seat', '.ends .button', '.tools button', '.beside button', '.corner button'].flatMap(named),
    cut, table: widths('.tm-floor .tm-tile'), rack: widths('.tm-layer > .tm-tile'),
  };
}"""


def measured(person: Person, size: str) -> Any:
    """Look at the page in a window of this size, once nothing moves any more."""
    width, height = (int(side) for side in size.split("x"))
    person.page.set_viewport_size({"width": width, "height": height})
    person.frame()
    person.look()
    return person.page.evaluate(MEASURE)


def faults_of(layout: Any, size: str, *, large_rack: bool) -> list[str]:
    """Every promise of docs/board.md that this window breaks."""
    width, height = (int(side) for side in size.split("x"))
    faults = [
        f"{each['name']} leaves the window" for each in layout["parts"] if not _within(each, width, height)
    ]
    for at, one in enumerate(layout["parts"]):
        faults += [
            f"{one['name']} and {other['name']} overlap"
            for other in layout["parts"][at + 1 :]
            if _overlap(one, other)
        ]
    faults += [f"{each['name']} is small" for each in layout["buttons"] if min(each["w"], each["h"]) < 39.5]
    faults += [f"{text!r} is cut" for text in layout["cut"]]
    felt, rack = (
        next(each for each in layout["parts"] if each["name"] == name) for name in (".zone 0", ".rack 0")
    )
    if felt["h"] < height / 2:
        faults.append(f"the table has {felt['h']:.0f} px of {height}")
    if not large_rack and rack["h"] > height / 3:
        faults.append(f"the rack has {rack['h']:.0f} px of {height}")
    if min(layout["rack"]) < 31.9:
        faults.append(f"a tile of the rack has {min(layout['rack']):.1f} px")
    if min(layout["rack"]) > max(32.6, 4 / 3 * min(layout["table"]) * 1.03):
        faults.append(f"rack tiles of {min(layout['rack']):.1f} px beside {min(layout['table']):.1f}")
    return [f"{size}: {fault}" for fault in faults]


def _within(box: Any, width: int, height: int) -> bool:
    across = box["x"] >= -1 and box["x"] + box["w"] <= width + 1
    return bool(across and box["y"] >= -1 and box["y"] + box["h"] <= height + 1)


def _overlap(one: Any, other: Any) -> bool:
    across = min(one["x"] + one["w"], other["x"] + other["w"]) - max(one["x"], other["x"])
    along = min(one["y"] + one["h"], other["y"] + other["h"]) - max(one["y"], other["y"])
    return bool(across > 1 and along > 1)


@pytest.mark.parametrize("language", at_night(("en", "pl", "cs", "uk"), by_day=("pl",)))
@pytest.mark.parametrize("seated", SEATED)
def test_nothing_overlaps_and_the_table_has_room_in_every_window(
    seated: str, language: str, house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(SEATED[seated])
    person = arrive("touch", locale=language, path=f"/t/{sitting.code}", who=sitting.people[0])
    person.page.locator(".tm-tile").first.wait_for()
    faults = []
    for size in SIZES:
        faults += faults_of(measured(person, size), size, large_rack=seated == "six")
    assert not faults, "\n".join(faults)


def test_at_400_percent_zoom_there_is_a_table_a_rack_and_a_way_to_confirm(
    house: House, arrive: Arrive
) -> None:
    """Everything else is scrolled to; what ends a turn is in sight, and nothing lies over the table."""
    sitting = house.set_up(SEATED["two"])
    person = arrive(path=f"/t/{sitting.code}", who=sitting.people[0], viewport={"width": 360, "height": 225})
    person.waits_for_turn()
    layout = measured(person, "360x225")
    felt = next(each for each in layout["parts"] if each["name"] == ".zone 0")
    assert felt["h"] >= 225 / 2
    assert min(layout["rack"]) > 31.9
    for name in ("Confirm", "Take a tile"):
        expect(person.button(name)).to_be_in_viewport(ratio=1)
    for name in ("Undo", "Sort the rack", "Menu"):
        person.button(name).scroll_into_view_if_needed()
        expect(person.button(name)).to_be_in_viewport(ratio=0.9)
    expect(person.button("Confirm")).to_be_in_viewport(ratio=1)


def test_a_phone_turned_in_the_middle_of_a_turn_keeps_what_was_laid_and_packs_it_anew(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(SEATED["two"])
    phone = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    phone.waits_for_turn()
    run = next(pieces for pieces in phone.look().sets if [piece.face for piece in pieces] == RUN.split())
    r4 = next(piece.tile for piece in phone.look().rack if piece.face == "r4")
    phone.put(r4, [piece.tile for piece in run])
    laid = {frozenset(piece.tile for piece in pieces) for pieces in phone.look().sets}
    for size in ("844x390", "390x664", "667x375"):
        layout = measured(phone, size)
        assert faults_of(layout, size, large_rack=False) == []
        sight = phone.look()
        assert {frozenset(piece.tile for piece in pieces) for pieces in sight.sets} == laid
        assert all(_seen(sight.zone, piece) for pieces in sight.sets for piece in pieces)
    phone.press("Undo")
    phone.wait_until(lambda: len(phone.look().rack) == len(RACK.split()))
    phone.press("Redo")
    phone.wait_until(
        lambda: {frozenset(piece.tile for piece in pieces) for pieces in phone.look().sets} == laid
    )
    phone.confirm()


def _seen(zone: Any, piece: Any) -> bool:
    return bool(zone.x <= piece.x <= zone.x + zone.w and zone.y <= piece.y <= zone.y + zone.h)


def test_the_table_is_tidied_for_oneself_by_a_button_and_a_key_and_stays_so(
    house: House, arrive: Arrive
) -> None:
    table = "k9 r9 b9 | r1 r2 r3 | k5 r5 o5 | b4 b5 b6 | k1 k2 k3 | o10 o11 o12 o13"
    sitting = house.set_up(Position(CALM, [RACK, "k7 r7"], table=table))
    ola, jan = (arrive(path=f"/t/{sitting.code}", who=who) for who in sitting.people)
    for each in (ola, jan):
        each.page.locator(".tm-tile").first.wait_for()
    wanted = [("k1", "k2", "k3"), ("r1", "r2", "r3"), ("b4", "b5", "b6"), ("o10", "o11", "o12", "o13")]
    wanted += [("k5", "r5", "o5"), ("k9", "r9", "b9")]
    before, mine = jan.look(), ola.look()
    assert list(mine.faces()) != wanted
    ola.press("Tidy the table")
    ola.wait_until(lambda: list(ola.look().faces()) == wanted)
    assert ola.look().rack == mine.rack
    expect(ola.button("Undo")).to_be_disabled()  # nothing was laid by it
    ola.page.reload()
    ola.page.locator(".tm-tile").first.wait_for()
    ola.wait_until(lambda: list(ola.look().faces()) == wanted)
    assert jan.look() == before, "the others' tables stay as they were"
    jan.page.keyboard.press("o")  # in somebody else's turn, by key
    jan.wait_until(lambda: list(jan.look().faces()) == wanted)


def test_words_of_sixteen_letters_stay_on_a_phone_and_the_word_panel_covers_no_table(
    house: House, arrive: Arrive
) -> None:
    rules = profile("pl-word").override({"turn_seconds": None, "opening_letters": 3})
    table = "ODPOWIEDZIALNOŚĆ KOSZYK"
    sitting = house.set_up(Position(rules, ["TAAJ", "ŹŃ"], table=table, bots={1: "beginner"}))
    phone = arrive(
        "touch", path=f"/t/{sitting.code}", who=sitting.people[0], viewport={"width": 360, "height": 640}
    )
    phone.waits_for_turn()
    sight = phone.look()
    long = max(sight.sets, key=len)
    assert len(long) == 16
    assert all(piece.width >= 18 and _inside(phone.page, piece) for piece in long)
    for size in ("360x640", "844x390", "1440x900"):
        measured(phone, size)
        phone.page.keyboard.press("w")
        panel = phone.page.get_by_role("region", name="Words")
        expect(panel).to_be_visible()
        phone.look()
        at = panel.bounding_box()
        zone = phone.look().zone
        assert at is not None
        felt = {"x": zone.x, "y": zone.y, "w": zone.w, "h": zone.h}
        assert not _overlap({"x": at["x"], "y": at["y"], "w": at["width"], "h": at["height"]}, felt), size
        assert (at["y"] > zone.y + zone.h - 2) == (size == "360x640"), "below on a phone, else beside"
        phone.press("Close")
        expect(panel).to_have_count(0)


def _inside(page: Page, piece: Any) -> bool:
    width = page.evaluate("innerWidth")
    return bool(piece.x - piece.width / 2 >= -1 and piece.x + piece.width / 2 <= width + 1)


TURNED = ("844x390", "667x375")
IS_WHOLE = """(element) => {
  const at = element.getBoundingClientRect(), box = element.closest('.parts')?.getBoundingClientRect();
  const [right, bottom] = box ? [box.right, box.bottom] : [innerWidth, innerHeight];
  return at.left >= 0 && at.top >= 0 && at.right <= right + 1 && at.bottom <= bottom + 1;
}"""


@pytest.mark.parametrize("size", TURNED)
def test_on_a_turned_phone_lessons_and_replays_have_a_table_and_every_button(
    size: str, house: House, arrive: Arrive
) -> None:
    width, height = (int(side) for side in size.split("x"))
    phone = arrive("touch", path="/tutorial", viewport={"width": width, "height": height})
    phone.waits_for_turn()

    def has_room() -> bool:
        felt = phone.look().zone
        return felt.h > height / 2 and felt.w > width / 2

    assert has_room()
    for name in ("Take a tile", "Confirm", "Undo", "Hint"):
        assert phone.button(name).evaluate(IS_WHOLE), f"{name} at {size}"
    sitting = house.set_up(Position(CALM, ["r13", "o5"], table="r10 r11 r12", bots={1: "club"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    ola.put(ola.look().rack[0].tile, [piece.tile for piece in ola.look().sets[0]])
    ola.confirm()
    phone.page.goto(f"{house.url}/replay/{sitting.game}?turn=2")
    expect(phone.page.locator(".bar .title")).to_be_visible()
    assert has_room()
    for name in ("What if", "Next", "Play", "To the end", "Before"):
        assert phone.button(name).first.evaluate(IS_WHOLE), f"{name} at {size}"


@pytest.mark.parametrize("size", at_night(("390x664", "844x390", "667x375"), by_day=("390x664", "844x390")))
def test_a_game_is_played_by_touch_without_a_miss(size: str, house: House, arrive: Arrive) -> None:
    """Every tile lands where it was put: by day in six turns against a bot, at night in a whole game."""
    width, height = (int(side) for side in size.split("x"))
    window = {"width": width, "height": height}
    phone, laid = play_whole_game(arrive, window) if IS_NIGHT else play_six_turns(house, arrive, window)
    print(f"{size}: {phone.presses} taps and drags, {laid} tiles laid, no miss")
    assert laid >= (0 if IS_NIGHT else 12)


def play_six_turns(house: House, arrive: Arrive, window: dict[str, int]) -> tuple[Person, int]:
    """Play the first turns, on a table that a bot fills, too; return how many tiles were laid."""
    racks = ["r1 r2 r3 b4 b5 b6 k9 r9 o9 o11 o12 o13 b13 k4", "o1 o2 o4 o6 o8 b11 b13 k13"]
    sitting = house.set_up(Position(CALM, racks, bots={1: "club"}, opened=False))
    phone = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0], viewport=window)
    laid = 0
    for _ in range(6):
        phone.waits_for_turn()
        if phone.is_over:
            break
        laid += phone.play_turn(CALM)
    return phone, laid


def play_whole_game(arrive: Arrive, window: dict[str, int]) -> tuple[Person, int]:
    """Play against three bots to the score sheet; return how many tiles were laid."""
    phone = arrive("touch", viewport=window)
    phone.press(phone.page.locator("summary").filter(has_text="Change"))
    phone.choose("3 bots")
    phone.choose("Club player")
    phone.press("Play now")
    laid = phone.play_game(CALM)  # looks after every drag whether the tile lies where it was put
    phone.press("See the result")
    expect(phone.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    return phone, laid
