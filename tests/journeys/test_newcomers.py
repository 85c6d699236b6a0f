"""Newcomers play a whole game against a bot: one by mouse, one by touch, one by the keyboard alone."""

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.person import By
from tilemeld.engine.rules import profile


@pytest.mark.parametrize(
    ("by", "bots", "level"),
    [("mouse", "1 bot", "Beginner"), ("touch", "3 bots", "Club player"), ("keys", "3 bots", "Club player")],
)
def test_a_newcomer_plays_a_whole_game_against_bots(by: By, bots: str, level: str, arrive: Arrive) -> None:
    newcomer = arrive(by)
    newcomer.choose(bots)
    newcomer.choose(level)
    newcomer.press("Play now")
    laid = newcomer.play_game(profile("pl"))
    assert laid or by != "mouse", "it was played, not only waited for"
    newcomer.press("See the result")
    expect(newcomer.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(newcomer.page.get_by_text("All sums are checked.")).to_be_visible()
