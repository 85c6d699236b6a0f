"""Newcomers play against bots: one by mouse, one by touch, one by the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from at_night import IS_NIGHT, at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import By, Person
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})


@pytest.mark.parametrize(
    ("by", "bots", "level"),
    [
        ("mouse", "1 bot", "Beginner"),
        *at_night([("touch", "3 bots", "Club player"), ("keys", "3 bots", "Club player")], by_day=[]),
    ],
)
def test_a_newcomer_starts_a_game_against_bots_and_plays_it(
    by: By, bots: str, level: str, house: House, arrive: Arrive
) -> None:
    """At night to the score sheet; by day until the opening lies there.

    By day the ends of games are played below, and their beginnings by touch in ``test_layout.py``.
    """
    newcomer = arrive(by)
    laid = 0
    for _ in range(5):  # a deal in which nothing can be laid is rare, but there are such
        newcomer.press(newcomer.page.locator("summary").filter(has_text="Change"))
        newcomer.choose(bots)
        newcomer.choose(level)
        newcomer.press("Play now")
        laid = newcomer.play_game(profile("pl"), enough=at_night(None, by_day=3))
        if laid or by != "mouse":
            break
        newcomer.page.goto(house.url)
    assert laid or by != "mouse", "it was played, not only waited for"
    if IS_NIGHT:
        sees_the_score_sheet(newcomer)


def sees_the_score_sheet(person: Person) -> None:
    person.press("See the result")
    expect(person.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(person.page.get_by_text("All sums are checked.")).to_be_visible()


@pytest.mark.parametrize("by", ["touch", "keys"])
def test_a_newcomer_plays_the_end_of_a_game_against_bots(by: By, house: House, arrive: Arrive) -> None:
    """By finger and by keys alone: an opening, turns until somebody goes out, the score sheet."""
    racks = ["r10 r11 r12 b4 b5 b6 o2 o13", "k1 k5 r13", "o1 o5 k12", "b1 b9 r4"]
    bots = dict.fromkeys((1, 2, 3), "club")
    sitting = house.set_up(Position(CALM, racks, table="k7 k8 k9", opened=(False, *[True] * 3), bots=bots))
    newcomer = arrive(by, path=f"/t/{sitting.code}", who=sitting.people[0])
    newcomer.waits_for_turn()
    assert not newcomer.has_opened
    assert newcomer.play_game(CALM) >= 3, "it was played, not only waited for"
    sees_the_score_sheet(newcomer)


def test_bots_wait_for_a_newcomer_unless_a_clock_is_wanted(house: House, arrive: Arrive) -> None:
    """Who plays bots makes nobody wait: there is no clock until one is asked for, and the wish is kept."""
    newcomer = arrive()
    newcomer.press("Play now")
    newcomer.waits_for_turn()
    seconds = newcomer.page.locator(".bar .seconds")
    expect(newcomer.page.locator(".bar .face")).to_be_visible()  # one's own, where a clock would be
    expect(seconds).to_have_count(0)
    expect(newcomer.page.get_by_text("plain HTTP")).to_have_count(0)  # this machine's own page is secure
    for wants in (True, None):
        newcomer.page.goto(house.url)
        newcomer.press(newcomer.page.locator("summary").filter(has_text="Change"))
        clock = newcomer.page.get_by_role("switch", name="With a clock")
        if wants:
            newcomer.press(clock)
        expect(clock).to_be_checked()
        newcomer.press("Play now")
        newcomer.waits_for_turn()
        expect(seconds).to_have_text(re.compile(r"^\d+$"))
