"""Hands as they are: two fingers, a turned phone, a reload or a dead server during a drag, nonsense."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.house import House, Position, serving
from journeys.person import FINGER_ABOVE, Person, between
from journeys.test_manipulations import filled
from tilemeld.engine.rules import profile

CALM = profile("pl").override({"turn_seconds": None})
RUN = "r1 r2 r3"
RACK = "r4 k13 b2"


def at_a_full_table(house: House, arrive: Arrive, *, tiles: int = 90) -> Person:
    """Somebody with a phone, whose turn it is, who can add a red four."""
    table = filled(RUN, RACK, tiles=tiles)
    sitting = house.set_up(Position(CALM, [RACK, "J"], table=table, bots={1: "random"}))
    person = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    person.waits_for_turn()
    return person


def tiles_of(person: Person) -> list[str]:
    sight = person.look()
    return sorted(piece.tile for piece in (*sight.rack, *sum(sight.sets, ())))


def place_of(person: Person, face: str) -> tuple[float, float]:
    """Where a tile of the rack is; near by, sets of the table may lie behind the rack."""
    sight = person.look()
    pieces = (*sight.rack, *sum(sight.sets, ()))
    piece = next(each for each in pieces if each.face == face and "on your rack" in each.label)
    return piece.x, piece.y


def test_two_fingers_come_near_and_move_the_table_and_one_button_shows_all_of_it(
    house: House, arrive: Arrive
) -> None:
    phone = at_a_full_table(house, arrive)
    whole = phone.button("Show the whole table")
    expect(whole).to_have_count(0)
    sight = phone.look()
    run = next(pieces for pieces in sight.sets if [piece.face for piece in pieces] == RUN.split())
    small, (x, y) = run[1].width, (run[1].x, run[1].y)
    phone.two_fingers(((x - 20, y), (x + 20, y)), ((x - 50, y), (x + 50, y)))
    near = phone.look().piece(run[1].tile)
    assert near.width == pytest.approx(2.5 * small, rel=0.15)
    expect(whole).to_be_visible()

    phone.two_fingers(((120, 300), (220, 300)), ((140, 270), (240, 270)))
    moved = phone.look().piece(run[1].tile)
    assert moved.width == pytest.approx(near.width, rel=0.02), (
        "the same distance: nothing but the place changes"
    )
    assert (moved.x - near.x, moved.y - near.y) != (0, 0)
    phone.two_fingers(((120, 300), (220, 300)), ((120, 330), (220, 330)))

    zone = phone.look().zone
    target = phone.look().piece(run[1].tile)
    assert zone.x < target.x < zone.x + zone.w
    inwards = (
        1 if target.x < zone.x + zone.w / 2 else -1
    )  # away from the edge, where the table would move along
    phone.drag(place_of(phone, "r4"), (target.x + inwards * target.width / 2, target.y))
    phone.press(whole)
    expect(whole).to_have_count(0)
    assert phone.look().piece(run[1].tile).width == pytest.approx(
        small, rel=0.12
    )  # its row may be longer now
    mates = next(pieces for pieces in phone.look().sets if any(piece.tile == run[1].tile for piece in pieces))
    assert [piece.face for piece in mates] == ["r1", "r2", "r3", "r4"], (
        "near by, a drop lands where it is aimed"
    )
    phone.confirm()


def test_a_second_finger_a_turned_phone_and_a_reload_lose_nothing_in_the_middle_of_a_drag(
    house: House, arrive: Arrive
) -> None:
    phone = at_a_full_table(house, arrive, tiles=30)
    all_tiles = tiles_of(phone)
    free = phone._free_spot(phone.look())
    above = (free[0], free[1] + FINGER_ABOVE)

    start, other = place_of(phone, "k13"), place_of(phone, "b2")
    phone.finger("touchStart", start)
    phone.finger("touchMove", between(start, above, 0.5))
    phone.finger("touchStart", between(start, above, 0.5), other)  # the other hand comes down upon the rack
    phone.finger("touchMove", above, (other[0] - 40, other[1] - 90))
    phone.finger("touchEnd", None, (other[0] - 40, other[1] - 90))
    phone.finger("touchEnd")
    phone.wait_until(lambda: ("k13",) in phone.look().faces())
    assert tiles_of(phone) == all_tiles

    start = place_of(phone, "b2")
    phone.finger("touchStart", start)
    phone.finger("touchMove", between(start, free, 0.7))
    expect(phone.page.locator(".tm-held")).to_have_count(1)
    phone.page.set_viewport_size({"width": 844, "height": 390})  # turned, with the tile in the hand
    phone.finger("touchMove", (400, 200))
    phone.finger("touchEnd")
    expect(phone.page.locator(".tm-held")).to_have_count(0)
    assert tiles_of(phone) == all_tiles
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.press("Start the turn over")
    phone.wait_until(lambda: len(phone.look().rack) == 3)

    start = place_of(phone, "k13")
    phone.finger("touchStart", start)
    phone.finger("touchMove", between(start, free, 0.7))
    phone.page.reload()
    phone.waits_for_turn()
    phone.finger("touchEnd")  # of which the new page knows nothing
    assert tiles_of(phone) == all_tiles
    run = next(pieces for pieces in phone.look().sets if [piece.face for piece in pieces] == RUN.split())
    tile = next(piece.tile for piece in phone.look().rack if piece.face == "r4")
    phone.put(tile, [piece.tile for piece in run])
    phone.confirm()


def test_a_server_that_dies_while_a_tile_is_in_the_hand_costs_nothing(arrive: Arrive, tmp_path: Path) -> None:
    """Killed in the middle of a turn and started again upon the same data: draft, drag and turn go on."""
    data = tmp_path / "games.sqlite"
    with serving(data) as house:
        proxy = house.proxy()
        table = f"{RUN} | k7 b7 o7"
        sitting = house.set_up(Position(CALM, [RACK, "o1 o2"], table=table))
        path = f"/t/{sitting.code}"
        ola, jan = (arrive("mouse", path=path, who=who, url=proxy.url) for who in sitting.people)
        ola.waits_for_turn()
        k13 = next(piece.tile for piece in ola.look().rack if piece.face == "k13")
        ola.put(k13, None)
        expect(jan.page.locator(".tm-tray")).to_have_count(3)  # the others see it, so it is kept
        held = ola.look().piece(next(piece.tile for piece in ola.look().rack if piece.face == "r4"))
        mouse = ola.page.mouse
        mouse.move(held.x, held.y)
        mouse.down()
        mouse.move(held.x + 30, held.y - 80, steps=4)
        house.kill()
        expect(ola.page.locator(".bar .detail")).to_contain_text("Connection lost")
    with serving(data) as again:
        proxy.mend(again)
        expect(ola.page.get_by_text("Connection lost")).to_have_count(0)
        expect(ola.page.locator(".tm-held")).to_have_count(1)  # still in the hand
        sight = ola.look()
        run = next(pieces for pieces in sight.sets if [piece.face for piece in pieces] == RUN.split())
        mouse.move((run[0].x + run[1].x) / 2, run[0].y, steps=4)
        mouse.up()
        ola.wait_until(lambda: ("r1", "r2", "r3", "r4") in ola.look().faces())
        assert ("k13",) in ola.look().faces(), "what was laid before lies there"
        ola.drag(_middle(ola, k13), _middle(ola, next(piece.tile for piece in ola.look().rack)))
        ola.confirm()
        jan.waits_for_turn()
        assert ("r1", "r2", "r3", "r4") in jan.look().faces()
        proxy.close()


def _middle(person: Person, tile: str) -> tuple[float, float]:
    piece = person.look().piece(tile)
    return piece.x, piece.y


@pytest.mark.parametrize("seed", at_night([1, 2, 3], by_day=[1]))
def test_nonsense_breaks_nothing(seed: int, house: House, arrive: Arrive) -> None:
    """Clicks, double clicks, drags from anywhere to anywhere, keys: no tile goes, the turn can be played."""
    table = filled(RUN, RACK, tiles=30)
    sitting = house.set_up(Position(CALM, [RACK, "J"], table=table, bots={1: "random"}))
    person = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0])
    person.waits_for_turn()
    all_tiles, dice, page = tiles_of(person), random.Random(seed), person.page
    zone = person.look().zone
    keys = ["z", "Shift+Z", "s", "Space", "n", "ArrowRight", "ArrowDown", "Escape", "Backspace"]

    def anywhere() -> tuple[float, float]:
        sight = person.look()
        pieces = [*sight.rack, *sum(sight.sets, ())]
        piece = dice.choice(pieces)
        spots = [(piece.x, piece.y)] * 4 + [
            (zone.x + dice.random() * zone.w, zone.y + dice.random() * zone.h)
        ]
        return dice.choice([*spots, (-60.0, 300.0), (700.0, -40.0), (5_000.0, 5_000.0)])

    for _ in range(at_night(200, by_day=30)):
        act = dice.randrange(6)
        if act == 0:
            page.keyboard.press(dice.choice(keys))
        elif act == 1:
            page.mouse.dblclick(*_inside(anywhere()))
        elif act == 2:
            page.mouse.click(*_inside(anywhere()))
        elif act == 3:  # pressed, wheeled and let go
            page.mouse.move(*_inside(anywhere()))
            page.mouse.down()
            page.mouse.wheel(0, dice.choice((-300, 300)))
            page.mouse.up()
        else:
            person.drag(_inside(anywhere()), anywhere())
    assert tiles_of(person) == all_tiles
    page.keyboard.press("Escape")
    person.press("Start the turn over")
    if (whole := person.button("Show the whole table")).count():
        person.press(whole)
    assert {tuple(map(str, faces)) for faces in person.look().faces()} >= {tuple(RUN.split())}
    r4 = next(piece.tile for piece in person.look().rack if piece.face == "r4")
    run = next(pieces for pieces in person.look().sets if [piece.face for piece in pieces] == RUN.split())
    person.put(r4, [piece.tile for piece in run])
    person.confirm()


def _inside(at: tuple[float, float]) -> tuple[float, float]:
    """The same, within the table and the rack: buttons are not the matter here."""
    return min(max(at[0], 20.0), 1_260.0), min(max(at[1], 90.0), 780.0)
