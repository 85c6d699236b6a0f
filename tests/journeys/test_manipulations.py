"""The six manipulations of the rule book on a phone, with sixty tiles on the table, by one finger."""

from collections import Counter
from itertools import combinations

import pytest
from playwright.sync_api import expect

from at_night import at_night
from engine.game.test_manipulations import BOOK
from journeys.conftest import Arrive
from journeys.house import House, Position
from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.engine.rules import profile

SIX = (
    "add to a run",
    "take the fourth tile of a group",
    "replace and move",
    "split a run",
    "merge two runs",
    "combine tiles from a run and a group",
)
"""Add, take the fourth tile, replace and move, split runs, merge, several of these together (P4)."""
SECONDS = 8.0
"""What a manipulation may take; a hand's time follows from the way it goes (``Person.hand_seconds``)."""


def filled(table: str, rack: str, *, tiles: int = 60) -> str:
    """The table with other sets beside it, until so many tiles lie there."""
    left = Counter({f"{colour}{number}": 2 for colour in "krbo" for number in range(1, 14)})
    left.subtract(parse_faces(f"{rack} {table.replace('|', ' ')}"))
    sets = [" ".join(each) for each in parse_face_sets(table)]
    lying = sum(len(each.split()) for each in sets)
    for number in range(13, 0, -1):
        for colours in combinations("krbo", 3):
            faces = [f"{colour}{number}" for colour in colours]
            if lying < tiles and all(left[face] > 0 for face in faces):
                left.subtract(faces)
                sets.append(" ".join(faces))
                lying += 3
    return " | ".join(sets)


@pytest.mark.rule("P4")
def test_each_of_the_books_manipulations_is_quick_on_a_phone(house: House, arrive: Arrive) -> None:
    rules = profile("pl").override({"turn_seconds": None})
    found = []
    for name in at_night(SIX, by_day=SIX[::2]):
        table, rack, after = BOOK[name]
        full = filled(table, rack)
        others = full.removeprefix(table)
        position = Position(rules, [rack, "J"], table=full, bots={1: "random"})
        sitting = house.set_up(position)
        finger = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
        finger.waits_for_turn()
        sight = finger.look()
        assert sum(map(len, sight.sets)) >= 59
        wanted = [*parse_face_sets(after), *parse_face_sets(others.removeprefix(" | "))]
        finger.rearrange(sight, wanted)
        expect(finger.button("Confirm")).to_be_enabled()
        found.append((name, finger.presses, round(finger.hand_seconds, 1)))
        finger.page.close()
    print(*found, sep="\n")
    assert [each for each in found if each[2] > SECONDS] == []


def test_a_turn_of_ten_tiles_is_quick_when_several_go_at_once(house: House, arrive: Arrive) -> None:
    """Three sets from the rack, each picked by taps and dragged as one, and one single tile."""
    rules = profile("pl").override({"turn_seconds": None})
    sets = ("r4 r5 r6", "k9 b9 o9", "b11 b12 b13")
    rack = f"{' '.join(sets)} o4 k1 r1"
    full = filled("o1 o2 o3 | b1 b2 b3", rack, tiles=48)
    sitting = house.set_up(Position(rules, [rack, "J"], table=full, bots={1: "random"}))
    finger = arrive("touch", path=f"/t/{sitting.code}", who=sitting.people[0])
    finger.waits_for_turn()
    for faces in sets:
        rack_now = finger.look().rack
        finger.put_together(
            [next(piece.tile for piece in rack_now if piece.face == face) for face in faces.split()], None
        )
    (run,) = (
        pieces for pieces in finger.look().sets if [piece.face for piece in pieces] == ["o1", "o2", "o3"]
    )
    four = next(piece.tile for piece in finger.look().rack if piece.face == "o4")
    finger.put(four, [piece.tile for piece in run])
    assert len(finger.look().rack) == 2
    expect(finger.button("Confirm")).to_be_enabled()
    print(finger.presses, round(finger.hand_seconds, 1))
    assert finger.hand_seconds < SECONDS
