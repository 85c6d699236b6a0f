"""Labels of buttons on the narrowest phone, measured in every language: none is cut or much too long."""

from collections.abc import Iterable
from typing import TypedDict

import pytest
from playwright.sync_api import Page, expect
from tools.catalogue import WORDS, Catalogue

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from tilemeld.engine.rules import profile

NARROW = {"width": 360, "height": 640}
LONGEST = 1.4
"""How many times as long as the English label one may be where it does not fit on one line."""
PATHS = (
    *("/", "/create", "/settings", "/privacy", "/solver", "/replay", "/tutorial"),
    *("/tournaments", "/tournaments/new", "/companion", "/companion/new"),
)
MEASURE = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const buttons = [...document.querySelectorAll("button, a.button")];
  return buttons.filter((each) => each.checkVisibility() && each.innerText.trim()).map((each) => {
    const style = getComputedStyle(each);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = each.innerText.trim().split("\\n")[0];
    const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const cut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
    return { text, width: pen.measureText(text).width, room, cut };
  });
}"""


class Label(TypedDict):
    """A button's first line: its natural width, the room that it has; whether anything is cut."""

    text: str
    width: float
    room: float
    cut: bool


def measure(page: Page) -> list[Label]:
    page.wait_for_load_state("networkidle")
    labels: list[Label] = page.evaluate(MEASURE)
    return labels


ENGLISH: dict[str, list[Label]] = {}
"""The English labels by their screens: measured once, compared with in every other language."""


OTHERS = [name for name in Catalogue(WORDS).about if name != "en"]


def share_of(language: str) -> tuple[str, ...]:
    """The screens that are measured in a language: by day the table and a third of the others."""
    return at_night(PATHS, by_day=PATHS[OTHERS.index(language) :: len(OTHERS)])


@pytest.mark.parametrize("language", OTHERS)
def test_labels_of_buttons_fit_a_phone_of_360_pixels(language: str, house: House, arrive: Arrive) -> None:
    rules = profile("pl").override({"turn_seconds": None})
    table = house.set_up(Position(rules, ["r4 r5 r6 b9 k9", "o1 o2"], table="b1 b2 b3 b4"))
    code = f"/t/{table.code}"

    def labels_in(spoken: str, paths: Iterable[str]) -> dict[str, list[Label]]:
        person = arrive("touch", locale=spoken, viewport=NARROW, who=table.people[0], path="/")
        labels = {}
        for path in paths:
            person.page.goto(house.url + path)
            person.page.locator("h1, h2, .bar").first.wait_for()
            labels["/t" if path == code else path] = measure(person.page)
        return labels

    if not ENGLISH:
        ENGLISH.update(labels_in("en", (*PATHS, code)))
    assert sum(map(len, ENGLISH.values())) > 40
    faults = []
    for path, own in labels_in(language, (*share_of(language), code)).items():
        english = ENGLISH[path]
        assert len(own) == len(english), path
        for one, other in zip(english, own, strict=True):
            wraps = other["width"] > other["room"] + 1 and one["width"] <= one["room"] + 1
            if other["cut"] or (wraps and other["width"] > LONGEST * one["width"]):
                faults.append(f"{path}: {other['text']} ({one['text']})")
    assert faults == []


@pytest.mark.parametrize("language", Catalogue(WORDS).about)
def test_the_turn_bar_gives_its_reasons_in_full_on_a_phone(
    language: str, house: House, arrive: Arrive
) -> None:
    rules = profile("pl").override({"turn_seconds": None})
    table = house.set_up(Position(rules, ["r8 r12 k8 b1", "o1 o2"], table="b1 b2 b3 b4", opened=True))
    person = arrive("touch", locale=language, viewport=NARROW, who=table.people[0], path=f"/t/{table.code}")
    buttons = person.page.locator(".bar .take, .bar .confirm, .bar .why")
    cut = (
        "all => all.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.innerText)"
    )
    expect(person.page.locator(".bar .why")).to_have_count(1)  # nothing is laid yet
    assert buttons.evaluate_all(cut) == []
    red, *_, black, _ = (piece.tile for piece in person.look().rack)
    person.put(red, None)
    person.put(black, [red])
    assert buttons.evaluate_all(cut) == []
    person.press(person.page.locator(".bar .take"))
    expect(person.page.locator(".bar .why")).to_have_count(2)  # the set is wrong; a second press gives it up
    assert buttons.evaluate_all(cut) == []
