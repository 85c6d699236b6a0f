"""What happens at the table: openings, jokers, time, mistakes, the last lap, the end."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, LiveTable, Position
from journeys.person import Person
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, profile


def calm(name: str = "pl", **changes: int | bool | str | None) -> Rules:
    """A profile without a clock."""
    return profile(name).override({"turn_seconds": None, **changes})


def sit(arrive: Arrive, sitting: LiveTable, *by: str) -> list[Person]:
    """Let the people of a table open its link, each in a browser of their own."""
    people = [
        arrive(by[at] if at < len(by) else "mouse", path=f"/t/{sitting.code}", who=who)
        for at, who in enumerate(sitting.people)
    ]
    for person in people:
        expect(person.page.locator(".bar .title")).to_be_visible()
    return people


def log_text(person: Person) -> str:
    """What the page says to everybody who listens."""
    return person.page.get_by_role("status").inner_text()


@pytest.mark.rule("P2", "P3")
def test_an_opening_is_built_before_everybodys_eyes_and_counted(house: House, arrive: Arrive) -> None:
    racks = ["r10 b10 k10 o10 r2", "o1 o2 b5 b6 k9"]
    ola, jan = sit(arrive, house.set_up(Position(calm(), racks, opened=False)))
    ola.waits_for_turn()
    confirm = ola.button("Confirm")
    first, *others = (piece.tile for piece in ola.look().rack if piece.face.endswith("10"))
    ola.put(first, None)
    expect(confirm).to_be_disabled()
    expect(confirm).to_contain_text("a set is not valid")
    ola.put(others[0], [first])
    ola.put(others[1], [first, others[0]])
    expect(ola.page.locator(".bar .opening")).to_contain_text("30 of 30 points")
    expect(confirm).to_be_enabled()
    expect(jan.page.locator(".tm-tray")).to_have_count(1)  # the half-built table, before it counts
    assert [piece.face for piece in jan.look().sets[0]] == [piece.face for piece in ola.look().sets[0]]
    expect(jan.page.get_by_role("listitem")).to_contain_text(["5"])  # tile counts change only when it counts
    ola.confirm()
    jan.waits_for_turn()
    opponent = jan.page.locator("[data-seat='0']")
    expect(opponent).to_have_attribute("aria-label", "Ola, 2 tiles, has opened")
    expect(jan.page.locator("[data-bank]")).to_have_attribute("aria-label", re.compile(r"^Bank: \d+ tiles$"))
    assert ola.has_opened
    assert not jan.has_opened
    assert len(jan.look().sets[0]) == 3


@pytest.mark.rule("P4", "P6")
def test_a_joker_is_freed_by_the_tile_it_stands_for_and_used_again(house: House, arrive: Arrive) -> None:
    racks = ["o12 k4 r4 b13", "o1 o2"]
    (ola,) = sit(arrive, house.set_up(Position(calm(), racks, table="o9 o10 o11 J", bots={1: "club"})))
    ola.waits_for_turn()
    sight = ola.look()
    (joker,) = (piece for piece in sight.sets[0] if piece.face == "J")
    assert "orange 12" in joker.label.lower(), "it says what it stands for"
    ola.rearrange(sight, [("o9", "o10", "o11", "o12"), ("k4", "r4", "J")])  # type: ignore[list-item]  # faces
    ola.confirm()
    faces = {frozenset(piece.face for piece in pieces) for pieces in ola.look().sets}
    assert {frozenset({"o9", "o10", "o11", "o12"}), frozenset({"k4", "r4", "J"})} <= faces


@pytest.mark.rule("T2", "T3", "T4")
def test_the_end_of_the_time_tells_what_it_costs(house: House, arrive: Arrive) -> None:
    """A tile lies loose on the table when the time is up: undone, and the profile's tiles are taken.

    The clocks of the profiles run next to each other; each hand has far more time than it needs.
    """
    waiting: list[tuple[Person, Rules]] = []
    for name in at_night(NUMBER_PROFILES, by_day=("pl", "cs")):  # what they cost: one tile, three tiles
        rules = profile(name).override({"turn_seconds": 600})
        racks = ["r3 b7 k11", "o1 o2 o5"]
        (ola,) = sit(
            arrive,
            house.set_up(
                Position(rules, racks, table="r10 r11 r12", bots={1: "club"}, seconds=at_night(30, by_day=20))
            ),
        )
        ola.waits_for_turn()
        ola.put(next(piece.tile for piece in ola.look().rack if piece.face == "r3"), None)
        waiting.append((ola, rules))
    for ola, rules in waiting:
        expect(ola.page.get_by_text("You ran out of time").first).to_be_visible()
        expect(ola.page.get_by_text("Some sets were not valid").first).to_be_visible()
        takes = rules.timeout_disorder_takes
        expect(ola.page.get_by_text(f"You took {takes} tile").first).to_be_visible()
        ola.waits_for_turn()
        faces = [piece.face for piece in ola.look().rack]
        assert "r3" in faces, "the loose tile is back"
        assert len(faces) == 3 + takes


@pytest.mark.rule("T5")
def test_in_strict_play_a_confirmed_mistake_is_undone_and_costs_tiles(house: House, arrive: Arrive) -> None:
    rules = calm(strict=True)
    (ola,) = sit(
        arrive, house.set_up(Position(rules, ["r3 b7", "o1 o2"], table="r10 r11 r12", bots={1: "club"}))
    )
    ola.waits_for_turn()
    ola.put(ola.look().rack[0].tile, None)
    expect(ola.button("Confirm")).to_contain_text("penalty tiles for mistakes")
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.locator(".toast")).to_contain_text("Press again to put them back")
    expect(ola.page.locator(".bar .take")).to_contain_text("again?")
    ola.confirm()
    expect(ola.page.get_by_text("confirmed an invalid table").first).to_be_visible()
    expect(ola.page.get_by_text(f"{rules.mistake_takes} tile").first).to_be_visible()
    ola.waits_for_turn()
    assert len(ola.look().rack) == 2 + rules.mistake_takes


@pytest.mark.rule("E2", "E3", "E6")
def test_the_last_tile_begins_the_last_lap_and_its_end_shows_racks_and_scores(
    house: House, arrive: Arrive
) -> None:
    position = Position(calm(), ["r3 b7", "o1 o2"], table="r10 r11 r12", bank="k1")
    ola, jan = sit(arrive, house.set_up(position))
    ola.waits_for_turn()
    ola.take()
    expect(jan.page.locator(".bar .detail")).to_contain_text("Last turns")
    jan.waits_for_turn()
    expect(jan.page.locator(".bar .take")).to_have_text("Pass")
    jan.take()
    ola.waits_for_turn()
    ola.take()
    for person in (ola, jan):
        expect(person.page.locator(".bar .title")).to_have_text("The game is over")
        person.press("See the result")
        page = person.page.locator("body")
        expect(page).to_contain_text("+8")  # E6 of A: 11 less the winner's 3
        expect(page).to_contain_text("−11")


def holds_others(person: Person, before: set[str]) -> bool:
    """Whether the rack is another one than before."""
    return {piece.tile for piece in person.look().rack} != before


@pytest.mark.rule("S7", "R-4")
def test_three_doublets_give_the_right_to_a_new_deal_and_nobody_learns_who_asked(
    house: House, arrive: Arrive
) -> None:
    racks = ["r1 r1 b2 b2 k3 k3 o4 o5 o6 o7 o8 o9 o10 o11", "k1 r2 b3 o4 k5 r6 b7 o8 k9 r10 b11 o12 k13 r13"]
    position = Position(calm(redeal_seconds=1), racks, opened=False, is_dealt=True)
    ola, jan = sit(arrive, house.set_up(position), "touch")
    expect(jan.page.locator(".bar .detail")).to_have_text("A moment to look at your tiles")
    expect(jan.button("Ask for a new deal")).to_have_count(0)
    expect(ola.page.get_by_text("You hold at least 3 pairs of identical tiles")).to_be_visible()
    dealt = [{piece.tile for piece in person.look().rack} for person in (ola, jan)]
    ola.press("Ask for a new deal")
    for person, before in zip((ola, jan), dealt, strict=True):
        # the title alone would say it too early: "Before the first turn" is one with a turn in it
        person.wait_until(partial(holds_others, person, before))
        assert len(person.look().rack) == len(before)
        expect(person.page.locator(".bar .title")).to_have_text(re.compile("(^Your|’s) turn$"))
    jan.press("Menu")
    jan.press("What happened")
    expect(jan.page.get_by_role("region", name="What happened")).to_contain_text("new tiles for everybody")


@pytest.mark.rule("S6", "E7", "R-13")
def test_a_tournament_turn_is_announced_and_the_next_stack_is_chosen(house: House, arrive: Arrive) -> None:
    """The open stack is used up by the first player; the second chooses the next one (S6)."""
    rules = calm("pl-tournament", stacks_by_hand=True, announce_seconds=600)
    position = Position(rules, ["r1 b5 k9", "o1 o5 k10"], bank="k1 | k2 k3 | k4 k5 k6", opened=False)
    ola, jan = sit(arrive, house.set_up(position), "touch", "keys")
    ola.waits_for_turn()
    ola.press(ola.page.locator(".bar .take"))
    expect(ola.page.get_by_role("heading", name="Announce your opening?")).to_be_visible()
    ola.press("I will open on my next turn")
    expect(jan.page.locator(".bar .detail")).to_contain_text("Ola announced an opening for the next turn")
    jan.waits_for_turn()
    jan.key("t")
    expect(jan.page.get_by_role("heading", name="Choose the next stack")).to_be_visible()
    jan.press("Stack 2, 3 tiles")
    jan.wait_until(lambda: len(jan.look().rack) == 4)
    assert jan.look().rack[-1].face in ("k4", "k5", "k6"), "it comes from the stack that was chosen"
    jan.press("End the turn")
    ola.waits_for_turn()
