"""Whatever lies over the table, in every window, also in one that changes while it is open.

Every button is where a finger meets it, no two of them meet, only a card that asks something lies over tiles.
"""

from typing import Any

from playwright.sync_api import expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, LiveTable, Position
from journeys.person import Person
from journeys.test_manipulations import filled
from tilemeld.engine.rules import profile

WINDOWS = at_night(
    ("390x844", "390x664", "360x560", "844x390", "768x1024", "1440x900", "2560x1440", "1280x800", "667x375"),
    by_day=("390x664", "844x390", "768x1024", "1440x900"),
)
CLOCKED, CALM = profile("pl"), profile("pl").override({"turn_seconds": None})
WORDS = profile("pl-word").override({"turn_seconds": None, "opening_letters": 3})
RACK = "r4 k13 b2 o7 r11 k3 b9 o12 k5 r13 b6 o1 k8 J"
PEOPLE = Position(
    CLOCKED,
    [RACK, "o2 k9 k11", "b1 b4 o5"],
    table=filled("r1 r2 r3", f"{RACK} o2 k9 k11 b1 b4 o5", tiles=40),
    seconds=3_000,
)
LAID_OVER = ".bubble, .note, .line, .speech, .celebration *, .celebration"
"""What is only looked at lets the finger through; here it has to be seen where it lies."""
CARDS = ".panel, [data-shape='side'] .dock"
"""What asks something may lie over tiles; beside a low table the word panel has the place of the seats."""
NOTES = ".notes > *"
"""Words for a moment and the coach stand where the seats are, and never over a tile."""
FAULTS = """({ laidOver, cards, notes }) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:is(${laidOver}) { pointer-events: auto !important; }`);
  document.adoptedStyleSheets = [sheet];
  const name = (each) => each && (each.ariaLabel || each.dataset?.tile || each.innerText?.slice(0, 30)
    || `${each.tagName}.${each.className?.baseVal ?? each.className}`);
  const faults = [];
  const box = (each) => each.getBoundingClientRect();
  const scrollTo = (each) => {
    for (let at = each.parentElement; at; at = at.parentElement) {
      if (at.scrollHeight <= at.clientHeight + 1) continue;
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
      const [inner, outer] = [box(each), box(at)];
      if (inner.bottom > outer.bottom) at.scrollTop += inner.bottom - outer.bottom + 2;
      if (inner.top < outer.top) at.scrollTop -= outer.top - inner.top + 2;
    }
  };
  const on = [...document.querySelectorAll(cards)];
  const buttons = [...document.querySelectorAll('button, a[href], [role=switch], input')]
    .filter((each) => !each.closest('.seat, .visually-hidden, dialog:not([open])')
      && each.checkVisibility({ visibilityProperty: true }) && box(each).width > 0);
  for (const each of buttons) {
    scrollTo(each);
    const at = box(each), own = each.closest(cards);
    for (const x of [at.left + 6, at.left + at.width / 2, at.right - 6]) {
      const hit = document.elementFromPoint(x, at.top + at.height / 2);
      const mine = hit && (each.contains(hit) || hit.closest('label')?.contains(each));
      const card = hit?.closest(cards);
      if (!mine && !(card && card !== own) && !hit?.closest(notes))
        faults.push(`${name(each)} is behind ${name(hit)}`);
    }
  }
  const cardsAndNotes = [...on, ...document.querySelectorAll(notes)];
  const groups = cardsAndNotes.map((card) => buttons.filter((each) => card.contains(each)));
  for (const group of [...groups, buttons.filter((each) => !each.closest(`${cards}, ${notes}`))])
    group.forEach((one, index) => group.slice(index + 1).forEach((other) => {
      const [a, b] = [box(one), box(other)];
      if (one.contains(other) || one.closest('label')?.contains(other)) return;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        faults.push(`${name(one)} meets ${name(other)}`);
    }));
  for (const each of document.querySelectorAll('.tm-tile[data-tile]')) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    const at = box(each);
    const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (!each.contains(hit) && !hit?.closest('.tm-tile') && !hit?.closest(cards))
      faults.push(`the tile ${name(each)} is behind ${name(hit)}`);
  }
  for (const seat of document.querySelectorAll('.seat')) {
    if (seat.parentElement.scrollHeight > seat.parentElement.clientHeight + 1) continue;
    const at = box(seat);
    const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (!seat.contains(hit) && !hit?.closest(`${cards}, ${notes}`))
      faults.push(`the seat ${name(seat)} is behind ${name(hit)}`);
  }
  for (const each of document.querySelectorAll(`${cards}, ${notes}, ${laidOver}, .dock, .bar, .seat`)) {
    if (!each.checkVisibility() || each.closest('.celebration')) continue;
    const at = box(each);
    if (at.left < -1 || at.right > innerWidth + 1 || at.top < -1 || at.bottom > innerHeight + 1)
      faults.push(`${name(each)} leaves the window`);
  }
  document.adoptedStyleSheets = [];
  return [...new Set(faults)];
}"""


def faults_in_all_windows(person: Person, what: str) -> list[str]:
    """What is wrong with something that lies open while the window changes."""
    faults = []
    for size in WINDOWS:
        width, height = (int(side) for side in size.split("x"))
        person.page.set_viewport_size({"width": width, "height": height})
        person.frame()
        person.look()
        found = person.page.evaluate(FAULTS, {"laidOver": LAID_OVER, "cards": CARDS, "notes": NOTES})
        faults += [f"{what}, {size}: {each}" for each in found]
    return faults


def sit(arrive: Arrive, sitting: LiveTable, seat: int = 0, **options: Any) -> Person:
    person = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[seat], **options)
    person.page.locator(".tm-tile").first.wait_for()
    return person


def face(person: Person, wanted: str) -> str:
    pieces = [*person.look().rack, *sum(person.look().sets, ())]
    return next(piece.tile for piece in pieces if piece.face == wanted)


def test_the_menu_and_what_is_behind_it_are_whole_while_the_window_changes(
    house: House, arrive: Arrive
) -> None:
    ola = sit(arrive, house.set_up(PEOPLE))
    ola.waits_for_turn()
    panel = ola.page.locator(".panel")
    faults = []
    for entry in ("", "What happened", "Sort the rack", "Leave the game", "Say something"):
        ola.press(ola.page.locator("header .corner button").last)
        if entry == "Say something":
            ola.page.keyboard.press("Escape")
            ola.press("Say something")
        elif entry:
            ola.press(ola.page.locator(".menu").get_by_role("button", name=entry))
        expect(ola.page.locator(".panel, .dock").first).to_be_visible()
        faults += faults_in_all_windows(ola, entry or "menu")
        ola.page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
    assert not faults, "\n".join(faults)


def test_a_sets_bubble_and_the_coach_cover_nothing_while_the_window_changes(
    house: House, arrive: Arrive
) -> None:
    ola = sit(arrive, house.set_up(Position(CALM, [RACK, "o1 o2"], table="k7 r7 o7", bots={1: "beginner"})))
    ola.waits_for_turn()
    ola.put(face(ola, "r4"), None)
    ola.put(face(ola, "b2"), [face(ola, "r4")])
    expect(ola.page.locator(".bubble")).to_be_visible()
    faults = faults_in_all_windows(ola, "bubble")
    ola.press("Start the turn over")
    expect(ola.page.locator(".bubble")).to_have_count(0)
    for step in ("hint", "its tiles", "its moves"):
        ola.press("Hint" if step == "hint" else "Tell me more")
        expect(ola.button("Lay it for me" if step == "its moves" else "Tell me more")).to_be_visible()
        faults += faults_in_all_windows(ola, step)
    assert not faults, "\n".join(faults)


def test_the_word_panel_and_the_jokers_letter_cover_no_seat_and_no_word(house: House, arrive: Arrive) -> None:
    position = Position(
        WORDS,
        ["SZYSZKA?", "ŹŃ", "BL"],
        table="KOTY | ODPOWIEDZIALNOŚĆ | CZAS",
        bots={1: "beginner", 2: "beginner"},
    )
    ola = sit(arrive, house.set_up(position))
    ola.waits_for_turn()
    ola.page.keyboard.press("w")
    ola.page.get_by_role("textbox").fill("kotka")
    faults = faults_in_all_windows(ola, "word panel")
    ola.page.keyboard.press("Escape")
    ola.put(face(ola, "?"), None)
    expect(ola.page.get_by_role("group", name="The joker’s letter")).to_be_visible()
    faults += faults_in_all_windows(ola, "the joker's letter")
    assert not faults, "\n".join(faults)
