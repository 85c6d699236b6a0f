"""Nonsense in fields: every answer is clear, in the reader's language, and what was typed stays there."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.tournament import Tournament
from tilemeld.engine.rules import profile

WORDS = Path(__file__).parents[2] / "words" / "pl"
TYPED = ("🦊🦊🦊", "<b>x</b>'; --", "   x", "ŻÓŁW-ĄĘ" * 20)


def said(area: str, key: str) -> str:
    """A message of the Polish catalogue."""
    text: str = json.loads((WORDS / f"{area}.json").read_text(encoding="utf-8"))[key]
    return text


REFUSED = (
    ("/move", "refusal.device/unknown"),
    ("/nowhere", "refusal.table/unknown"),
    ("/t/QQQQQQ", "refusal.table/unknown"),
)
EVERY_PAIR = [(path, key, typed) for path, key in REFUSED for typed in TYPED]
EACH_ONCE = [(*REFUSED[at % len(REFUSED)], typed) for at, typed in enumerate(TYPED)]


@pytest.mark.parametrize(("path", "key", "typed"), at_night(EVERY_PAIR, by_day=EACH_ONCE))
def test_a_code_that_is_none_is_refused_in_words(path: str, key: str, typed: str, arrive: Arrive) -> None:
    guest = arrive("touch", path=path, locale="pl-PL")
    wrong: list[str] = []
    guest.page.on("pageerror", lambda error: wrong.append(str(error)))
    field = guest.page.locator("main form input")
    field.fill(typed)
    guest.press(guest.page.locator("main form button"))
    expect(guest.page.locator("main form").get_by_role("alert")).to_have_text(said("refusals", key))
    expect(field).to_have_value(typed)
    assert wrong == []


@pytest.mark.parametrize("typed", at_night(TYPED, by_day=TYPED[:2]))
def test_a_link_that_leads_to_no_tournament_is_refused_in_words(typed: str, arrive: Arrive) -> None:
    guest = arrive("touch", path="/tournaments", locale="pl-PL")
    field = guest.page.locator("main form input")
    field.fill(typed)
    guest.press(guest.page.locator("main form button"))
    expect(guest.page.get_by_role("alert")).to_be_visible()
    expect(guest.page.get_by_role("alert")).to_contain_text("to nie kod")
    expect(field).to_have_value(typed)


def test_a_code_that_no_player_has_is_refused_in_words(house: House, arrive: Arrive) -> None:
    tournament = Tournament(house)
    guest = arrive("touch", path=f"{tournament.at}/me", locale="pl-PL")
    field = guest.page.locator("main form input")
    for typed in TYPED:
        field.fill(typed)
        guest.press(guest.page.locator("main form button"))
        expect(guest.page.get_by_role("alert")).to_have_text(
            said("tournaments-refusals", "refusal.role/unknown")
        )
        expect(field).to_have_value(typed[:40])  # all that the field takes


def test_a_name_of_blanks_leaves_the_name_and_a_long_one_is_cut_where_it_is_typed(arrive: Arrive) -> None:
    guest = arrive("touch", path="/settings", locale="pl-PL")
    guest.press(guest.page.locator(".me"))
    dialog = guest.page.get_by_role("dialog")
    field = dialog.get_by_role("textbox")
    before = field.input_value()
    field.fill("     ")
    guest.press(dialog.locator("button[type=submit]"))
    expect(dialog).to_have_count(0)
    expect(guest.page.locator(".me .name")).to_have_text(before)
    guest.press(guest.page.locator(".me"))
    field.fill("\u202e\u0007bad")
    guest.press(dialog.locator("button[type=submit]"))
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_role("alert")).to_contain_text("Imię")


def test_nonsense_in_the_word_field_is_refused_in_words_and_lays_nothing(
    house: House, arrive: Arrive
) -> None:
    rules = profile("pl-word").override({"turn_seconds": None})
    sitting = house.set_up(Position(rules, ["KOTEK", "ŹŃ"], table="SZCZYT KOSZYK", bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    ola.page.keyboard.press("w")
    panel = ola.page.locator(".dock form")
    field, answer = panel.get_by_role("textbox"), panel.get_by_role("status")
    before = [piece.tile for piece in ola.look().rack]
    faults = []
    for typed in (
        "🦊🦊🦊",
        "123",
        "\u202eKOT",
        "<b>kot</b>",
        "'; drop--",
        "ŁÓŚĆ" * 12,
        "Ωμέγα",
        "кіт",
        "qxv",
    ):
        field.fill(typed)
        expect(answer).not_to_have_text(re.compile("^Checking"))
        said = answer.inner_text()
        if not re.search("is not one of the 32 letters|has 3 letters or more|is not in the dictionary", said):
            faults.append(f"{typed!r}: {said}")
        expect(panel.get_by_role("button")).to_be_disabled()
        field.press("Enter")
        ola.frame()
        assert [piece.tile for piece in ola.look().rack] == before
        assert panel.evaluate("form => form.scrollWidth <= form.clientWidth"), "it stays in its panel"
    assert not faults, "\n".join(faults)
    field.fill("kot")
    expect(answer).to_have_text("KOT is a word")


def test_keys_and_taps_at_random_lose_no_tile_and_break_nothing(house: House, arrive: Arrive) -> None:
    rules = profile("pl").override({"turn_seconds": None})
    sitting = house.set_up(Position(rules, ["r4 r13 b9 k13 J", "o1 o2"], table="r10 r11 r12 | b1 b2 b3"))
    ola = arrive(path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    tiles = "[...document.querySelectorAll('.tm-tile')].map(tile => tile.dataset.tile)"
    before = set(ola.page.evaluate(tiles))
    dice = Random("keys")
    named = ("Enter", "Escape", "Space", "Tab", "Shift+Space", "Shift+z", "ArrowLeft", "ArrowUp", "ArrowDown")
    for _ in range(120):
        if dice.random() < 0.2:
            ola.page.mouse.click(dice.uniform(60, 1100), dice.uniform(80, 790))
        ola.page.keyboard.press(dice.choice([*named, *"abcdefghijklmnopqrsuvwxyz?019.,-"]))
        if not ola.page.url.endswith(sitting.code):  # a link of the menu, or the start page
            ola.page.goto(f"{house.url}/t/{sitting.code}")
            ola.page.locator(".tm-tile").first.wait_for()
    ola.page.goto(f"{house.url}/t/{sitting.code}")
    ola.page.locator(".tm-tile").first.wait_for()
    assert before <= set(ola.page.evaluate(tiles))
    expect(ola.page.locator(".bar .title")).to_contain_text(re.compile("Your turn|Jan|Paused"))
