"""Learning: finished games are replayed and reviewed, records are opened, the tutorial is done."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from at_night import IS_NIGHT, at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import By, Person
from journeys.test_looks import check
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import profile
from tilemeld.lab.simulate import play_random_game

CALM = profile("pl").override({"turn_seconds": None})
GOLDEN = Path(__file__).parent.parent / "data" / "games"
LESSONS = 9
BY_KEYS = 4
"""How many lessons are done by keys by day: laying, adding, the opening, and one after a reload."""


def title(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".bar .title")).to_have_text(text)


def tile(person: Person, face: str) -> str:
    return next(piece.tile for piece in person.look().rack if piece.face == face)


def test_a_game_is_replayed_reviewed_and_tried_again(house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    racks = ["r4 r5 r6", "o5"]
    sitting = house.set_up(Position(CALM, racks, table="b1 b2 b3 b4 | o6 o7 o8", bots={1: "club"}))
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    page = ola.page
    ola.waits_for_turn()
    ola.take()  # although the whole rack could be laid; then the bot goes out
    ola.press("See the result")
    ola.press(page.get_by_role("link", name="Replay and review"))
    title(page, "The deal")
    page.keyboard.press("End")
    title(page, "The end")
    page.keyboard.press("ArrowLeft")
    title(page, "Turn 4 · Ember")
    expect(page).to_have_url(f"{house.url}/replay/{sitting.game}?turn=4")
    slider = page.get_by_role("slider", name="Moment of the game")
    slider.focus()
    slider.press("ArrowLeft")
    title(page, "Turn 3 · You")
    expect(page.get_by_role("listitem").filter(has_text="You took 1 tile")).to_be_visible()
    assert len(ola.look().rack) == 4, "the tile that was taken is there"
    ola.press("Before")
    ola.wait_until(lambda: len(ola.look().rack) == 3)

    ola.press("Review this game")
    expect(page.get_by_text("a missed win", exact=False).first).to_be_visible()
    expect(page.get_by_text("3 tiles, 15 points")).to_be_visible()
    ola.press("Show the best play")
    ola.wait_until(lambda: ("r4", "r5", "r6") in ola.look().faces())
    ola.press("How is it done?")
    expect(page.get_by_text("from the rack as a new set")).to_be_visible()
    check(ola, "replay with a review", faults)

    ola.press("What if?")
    laid: list[str] = []
    for face in ("r4", "r5", "r6"):
        one = tile(ola, face)
        ola.put(one, laid or None)
        laid.append(one)
    expect(page.locator(".bar .detail")).to_have_text("Possible, and it wins the game")
    ola.press("Start the turn over")
    ola.press("Best from here")
    expect(page.get_by_role("heading", name="Lay 3 tiles, 15 points")).to_be_visible()
    check(ola, "what if", faults)
    ola.press("Lay it for me")
    ola.wait_until(lambda: ("r4", "r5", "r6") in ola.look().faces())
    ola.press("Back to the replay")
    title(page, "Turn 3 · You")

    page.reload()
    title(page, "Turn 3 · You")
    expect(page.get_by_text("Accuracy").first).to_be_visible()  # the review is still there
    ola.press(page.get_by_role("button", name="Play", exact=True))
    title(page, "The end")
    expect(page.get_by_role("listitem").filter(has_text="winner").first).to_contain_text("Ember")
    page.goto(house.url)
    expect(page.get_by_role("link", name="You, Ember").first).to_have_attribute(
        "href", f"/replay/{sitting.game}"
    )
    assert faults == {}


def test_records_are_opened_from_files_and_what_is_none_is_refused(arrive: Arrive, tmp_path: Path) -> None:
    person = arrive("touch", path="/replay")
    page = person.page
    chooser = page.locator("input[type=file]")
    torn = tmp_path / "torn.jsonl"
    torn.write_text((GOLDEN / "cs-1.jsonl").read_text(encoding="utf-8")[:4_000], encoding="utf-8")
    chooser.set_input_files(torn)
    expect(page.get_by_role("alert")).to_contain_text("This file is not a record. Line")
    chooser.set_input_files(GOLDEN / "cs-1.jsonl")
    title(page, "The deal")
    person.press("To the end")
    expect(page.get_by_role("listitem").filter(has_text="winner").first).to_be_visible()
    person.press("Review this game")
    expect(page.get_by_role("meter").first).to_be_visible()
    person.press("Back")
    chooser.set_input_files(record_of_a_large_box(tmp_path))
    person.press("Next turn")
    title(page, re.compile(r"Turn 1 · (You|Ember)"))
    person.press("Review this game")
    expect(page.get_by_role("alert")).to_contain_text("at most 3 of each tile and 4 jokers")
    expect(page.get_by_role("alert")).to_contain_text("played with 4 and 2")


def record_of_a_large_box(folder: Path) -> Path:
    """A game of one person and a bot with more tiles than the coach knows, as the terminal saves it."""
    rules = profile("cs").override({"copies": 4})
    game, _ = play_random_game(rules, 2, "large box")
    file = folder / "large.jsonl"
    file.write_text(format_record(replace(game.record, bots=(None, "club"))), encoding="utf-8")
    return file


@pytest.mark.kernel  # the twin has a tenth of the budget
@pytest.mark.rule("W8", "W14")
def test_a_turn_of_a_word_game_is_shown_at_its_best_and_described_move_by_move(
    arrive: Arrive, tmp_path: Path
) -> None:
    person = arrive("mouse", path="/replay")
    page = person.page
    lines = (GOLDEN / "pl-word-1.jsonl").read_text(encoding="utf-8").splitlines()
    file = tmp_path / "words.jsonl"
    file.write_text("\n".join(lines[:12]), encoding="utf-8")  # enough turns, and soon reviewed
    page.locator("input[type=file]").set_input_files(file)
    title(page, "The deal")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    title(page, "Turn 5 · Seat 3")
    person.press("Review this game")
    coach = page.locator("section").filter(has=page.get_by_role("heading", name="The coach"))
    expect(coach).to_contain_text("UDOSTĘPNIAŁ")
    person.press("How is it done?")
    person.wait_until(lambda: "UDO?TĘPNIAŁ" in words_on(person))
    assert {"DRUH", "WINNI"} <= words_on(person)
    moves = coach.locator("ol").get_by_role("listitem")
    expect(moves.filter(has_text=re.compile("^1.*OŁUPIĘ"))).to_have_count(1)  # begins with what lies there
    expect(moves.filter(has_text="UDO?(S)TĘPNIAŁ")).not_to_have_count(0)
    expect(moves.filter(has_text="DRUH")).not_to_have_count(0)


def words_on(person: Person) -> set[str]:
    """The words on the table, jokers as they look."""
    return {"".join(each.face for each in pieces) for pieces in person.look().sets}


@pytest.mark.parametrize("by", ["touch", "keys"])
def test_the_tutorial_is_done_from_start_to_end(by: By, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    newcomer = arrive(by)
    page = newcomer.page
    newcomer.press(page.get_by_role("link", name="Learn in three minutes"))
    newcomer.waits_for_turn()
    if by == "touch":
        check(newcomer, "a lesson", faults)
        tries_wrong_things_first(newcomer)
    for number in range(1, at_night(LESSONS, by_day=LESSONS if by == "touch" else BY_KEYS) + 1):
        expect(page.get_by_role("img", name=f"Lesson {number} of {LESSONS}")).to_be_visible()
        if page.get_by_role("heading", name="Nothing fits").count():
            newcomer.key("t") if by == "keys" else newcomer.press("Take a tile")
        else:
            newcomer.play_turn(profile("pl"))
        expect(page.get_by_text("Well done!")).to_be_visible()
        if number == 3:
            page.reload()  # what is done stays done
            expect(page.get_by_role("heading", name="The opening")).to_be_visible()
            newcomer.press("Skip")
        else:
            newcomer.press("Next")
    if not (IS_NIGHT or by == "touch"):
        return
    expect(page.get_by_role("heading", name="That is all you need")).to_be_visible()
    if by == "touch":
        check(newcomer, "the end of the tutorial", faults)
    newcomer.press("Play your first game")
    newcomer.waits_for_turn()
    assert faults == {}


def tries_wrong_things_first(newcomer: Person) -> None:
    """A set that is none, taking where something can be laid, the hint, and what it shows."""
    page = newcomer.page
    detail = page.locator(".bar .detail")
    newcomer.press("Take a tile")
    expect(page.locator(".wrong")).to_have_text("You can lay something here: try that first.")
    newcomer.put(tile(newcomer, "r8"), None)
    newcomer.button("Confirm").tap(force=True)  # it looks disabled and says why
    expect(page.locator(".wrong")).to_have_text("A set has 3 tiles or more; this one has 1")
    newcomer.press("Hint")
    expect(page.get_by_text("Drag an eight onto the table")).to_be_visible()
    newcomer.press("Show me")
    expect(detail).to_have_text("Right! Now confirm.")
    newcomer.press("Start the turn over")
