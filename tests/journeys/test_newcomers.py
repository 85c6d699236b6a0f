"""Newcomers play a whole game against a bot: one by mouse, one by touch, one by the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House
from journeys.person import By
from tilemeld.engine.rules import profile


@pytest.mark.parametrize(
    ("by", "bots", "level"),
    [
        ("mouse", "1 bot", at_night("Beginner", by_day="Expert")),
        ("touch", "3 bots", "Club player"),
        ("keys", "3 bots", "Club player"),
    ],
)
def test_a_newcomer_plays_a_whole_game_against_bots(
    by: By, bots: str, level: str, house: House, arrive: Arrive
) -> None:
    newcomer = arrive(by)
    laid = 0
    for _ in range(5):  # a deal in which nothing can be laid is rare, but there are such
        newcomer.choose(bots)
        newcomer.choose(level)
        newcomer.press("Play now")
        laid = newcomer.play_game(profile("pl"))
        if laid or by != "mouse":
            break
        newcomer.page.goto(house.url)
    assert laid or by != "mouse", "it was played, not only waited for"
    newcomer.press("See the result")
    expect(newcomer.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(newcomer.page.get_by_text("All sums are checked.")).to_be_visible()


def test_bots_wait_for_a_newcomer_unless_a_clock_is_wanted(house: House, arrive: Arrive) -> None:
    """Who plays bots makes nobody wait: there is no clock until one is asked for, and the wish is kept."""
    newcomer = arrive()
    newcomer.press("Play now")
    newcomer.waits_for_turn()
    seconds = newcomer.page.locator(".bar .seconds")
    expect(seconds).to_have_text("∞")
    expect(newcomer.page.get_by_text("plain HTTP")).to_have_count(0)  # this machine's own page is secure
    for wants in (True, None):
        newcomer.page.goto(house.url)
        clock = newcomer.page.get_by_role("switch", name="With a clock")
        if wants:
            newcomer.press(clock)
        expect(clock).to_be_checked()
        newcomer.press("Play now")
        newcomer.waits_for_turn()
        expect(seconds).to_have_text(re.compile(r"^\d+$"))
