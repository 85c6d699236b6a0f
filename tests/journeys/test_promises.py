"""What players of other versions complain about: cancelled drags, shuffled racks, idle waiting. Not here."""

import sqlite3

from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})


def two(house: House, arrive: Arrive) -> tuple[Person, Person]:
    """Ola's turn, who can add one tile; Jan holds a set of his own."""
    racks = ["b5 r13", "r4 r5 r6 k9 o2"]
    sitting = house.set_up(Position(CALM, racks, table="b1 b2 b3 b4 | k7 r7 o7"))
    ola, jan = (arrive("mouse", path=f"/t/{sitting.code}", who=who) for who in sitting.people)
    ola.waits_for_turn()
    expect(jan.page.locator(".bar .title")).to_contain_text("Ola")
    return ola, jan


def tile(person: Person, face: str) -> str:
    return next(piece.tile for piece in person.look().rack if piece.face == face)


def finish_turn(ola: Person) -> None:
    run = next(pieces for pieces in ola.look().sets if pieces[0].face.startswith("b"))
    ola.put(tile(ola, "b5"), [piece.tile for piece in run])
    ola.confirm()


def test_what_others_do_never_cancels_a_drag(house: House, arrive: Arrive) -> None:
    ola, jan = two(house, arrive)
    held = jan.look().piece(tile(jan, "k9"))
    mouse = jan.page.mouse
    mouse.move(held.x, held.y)
    mouse.down()
    mouse.move(held.x + 40, held.y - 60, steps=4)  # in the hand
    finish_turn(ola)
    jan.waits_for_turn()
    expect(jan.page.locator(".tm-held")).to_have_count(1)  # still in the hand
    x, y = jan._free_spot(jan.look())
    mouse.move(x, y, steps=4)
    mouse.up()
    expect(jan.page.locator(".tm-tray")).to_have_count(3)
    assert ("k9",) in jan.look().faces(), "it lies where it was let go"


def test_a_plan_made_while_waiting_is_laid_when_the_turn_comes(house: House, arrive: Arrive) -> None:
    ola, jan = two(house, arrive)
    jan.press("Plan ahead")
    laid: list[str] = []
    for face in ("r4", "r5", "r6"):
        one = tile(jan, face)
        jan.put(one, laid or None)
        laid.append(one)
    assert ("r4", "r5", "r6") in jan.look().faces()
    assert len(ola.look().sets) == 2, "nobody else sees it"
    finish_turn(ola)
    jan.waits_for_turn()
    expect(jan.button("Confirm")).to_be_enabled()
    jan.confirm()
    ola.waits_for_turn()
    assert ("r4", "r5", "r6") in ola.look().faces()


def test_the_rack_keeps_its_own_order_over_turns_and_reloads(house: House, arrive: Arrive) -> None:
    ola, jan = two(house, arrive)
    rack = jan.look().rack
    jan.drag((rack[0].x, rack[0].y), (rack[-1].x + 0.45 * rack[-1].width, rack[-1].y))
    jan.wait_until(lambda: jan.look().rack[-1].tile == rack[0].tile)
    order = [piece.tile for piece in jan.look().rack]
    finish_turn(ola)
    jan.waits_for_turn()
    assert [piece.tile for piece in jan.look().rack] == order
    jan.page.reload()
    jan.waits_for_turn()
    assert [piece.tile for piece in jan.look().rack] == order
    jan.take()
    assert [piece.tile for piece in jan.look().rack][: len(order)] == order, "a new tile comes to the end"


def test_the_coach_helps_in_three_steps_and_lays_it_if_asked(house: House, arrive: Arrive) -> None:
    racks = ["r4 r5 r6 k13", "o1 o2"]
    sitting = house.set_up(Position(CALM, racks, table="b1 b2 b3 b4", bots={1: "beginner"}))
    ola = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    ola.waits_for_turn()
    ola.press("Hint")
    expect(ola.page.get_by_text("You can lay 3 tiles").first).to_be_visible()
    ola.press("Tell me more")
    expect(ola.page.get_by_text("With these").first).to_be_visible()
    ola.press("Tell me more")
    expect(ola.page.get_by_role("region", name="Hint")).to_contain_text("from the rack as a new set")
    ola.press("Lay it for me")
    ola.wait_until(lambda: len(ola.look().sets) == 2)
    ola.confirm()
    assert [piece.face for piece in ola.look().rack][:1] == ["k13"]


def test_a_game_that_cannot_be_read_says_so_and_leads_home(house: House, arrive: Arrive) -> None:
    sitting = house.set_up(Position(CALM, ["b5 r13", "r4 r5 r6"], table="b1 b2 b3 b4"))
    with sqlite3.connect(house.data, timeout=20) as connection:
        sql = "UPDATE steps SET body = '{' WHERE version = 0 AND game_id = ?"
        assert connection.execute(sql, (sitting.game,)).rowcount == 1
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    expect(ola.page.get_by_text("This game cannot be read")).to_be_visible()
    ola.page.get_by_role("link", name="Start page").click()
    expect(ola.page).to_have_url(f"{house.url}/")
