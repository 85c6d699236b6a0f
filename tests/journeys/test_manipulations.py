"""The six manipulations of the rule book on a phone, with sixty tiles on the table, by one finger."""

from collections import Counter
from itertools import combinations

import pytest
from playwright.sync_api import expect

from engine.test_manipulations import BOOK
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
    told = []
    for name in SIX:
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
        told.append((name, finger.presses, round(finger.hand_seconds, 1)))
        finger.page.context.close()
    print(*told, sep="\n")
    assert [each for each in told if each[2] > SECONDS] == []
