"""Nonsense in fields: every answer is clear, in the reader's language, and what was typed stays there."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House
from journeys.tournament import Tournament

WORDS = Path(__file__).parents[2] / "words" / "pl"
TYPED = ("🦊🦊🦊", "<b>x</b>'; --", "   x", "ŻÓŁW-ĄĘ" * 20)


def said(area: str, key: str) -> str:
    """A message of the Polish catalogue."""
    text: str = json.loads((WORDS / f"{area}.json").read_text(encoding="utf-8"))[key]
    return text


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize(
    ("path", "area", "key"),
    [
        ("/move", "refusals", "refusal.device/unknown"),
        ("/nowhere", "refusals", "refusal.table/unknown"),
        ("/t/QQQQQQ", "refusals", "refusal.table/unknown"),
    ],
)
def test_a_code_that_is_none_is_refused_in_words(
    path: str, area: str, key: str, typed: str, arrive: Arrive
) -> None:
    guest = arrive("touch", path=path, locale="pl-PL")
    wrong: list[str] = []
    guest.page.on("pageerror", lambda error: wrong.append(str(error)))
    field = guest.page.locator("main form input")
    field.fill(typed)
    guest.press(guest.page.locator("main form button"))
    expect(guest.page.locator("main form").get_by_role("alert")).to_have_text(said(area, key))
    expect(field).to_have_value(typed)
    assert wrong == []


@pytest.mark.parametrize("typed", TYPED)
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
