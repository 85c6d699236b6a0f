"""The six manipulations and the joker uses that a player finds in a rule book, move by move (P4, P5, R-5)."""

import pytest

from table_setup import a_turn, all_tiles, do, draft, lay, on_rack, on_table, only, why_not
from tilemeld.engine.game.commands import Confirm
from tilemeld.engine.game.events import TilesLaid
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat, faces_of

BOOK = {
    "add to a run": ("r3 r4 r5", "r6", "r3 r4 r5 r6"),
    "add at the low end of a run": ("r3 r4 r5", "r2", "r2 r3 r4 r5"),
    "add to a group": ("k7 b7 o7", "r7", "k7 b7 o7 r7"),
    "take the fourth tile of a group": ("k4 b4 o4 r4", "r2 r3", "k4 b4 o4 | r2 r3 r4"),
    "take an end of a run": ("r3 r4 r5 r6", "b6 k6", "r3 r4 r5 | r6 b6 k6"),
    "replace and move": ("r3 r4 r5", "r6 b3 k3", "r4 r5 r6 | r3 b3 k3"),
    "split a run": ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8"),
    "combine tiles from a run and a group": (
        "o1 o2 o3 o4 | k1 r1 b1 o1",
        "b1",
        "o2 o3 o4 | k1 b1 o1 | b1 o1 r1",
    ),
    "several at once": (
        "r5 r6 r7 | o5 o6 o7 | b5 b6 b7 | k10 k11 k12",
        "k5 k6 k7 k13 k9",
        "r5 o5 b5 k5 | r6 o6 b6 k6 | r7 o7 b7 k7 | k9 k10 k11 k12 k13",
    ),
    "merge two runs": ("r3 r4 r5 | r7 r8 r9", "r6", "r3 r4 r5 r6 r7 r8 r9"),
}


@pytest.mark.rule("P4", "N6")
@pytest.mark.parametrize("name", BOOK)
def test_the_books_manipulations_are_accepted_in_every_profile(name: str) -> None:
    table, rack, after = BOOK[name]
    for rules in map(profile, NUMBER_PROFILES):
        state = a_turn(rules, [f"{rack} k2", "k1"], table=table)
        before = all_tiles(state)
        state, events = lay(state, after)
        assert on_table(state) == after
        assert on_rack(state, 0) == "k2"
        laid = only(events, TilesLaid)
        assert sorted(faces_of(laid.laid)) == sorted(rack.split())
        assert not laid.opening
        assert all_tiles(state) == before
        assert state.active == 1


JOKERS = {
    "replaced by the tile it stands for": (
        "r3 J r5",
        "r4 b8 b9",
        "r3 r4 r5 | J b8 b9",
        "r3 r4 r5 | J(b7) b8 b9",
    ),
    "replaced in a group by one missing colour": (
        "k7 b7 J",
        "r7 k8 k9",
        "k7 b7 r7 | J k8 k9",
        "k7 b7 r7 | J(k7) k8 k9",
    ),
    "replaced in a group by the other missing colour": (
        "k7 b7 J",
        "o7 k8 k9",
        "k7 b7 o7 | J k8 k9",
        "k7 b7 o7 | J(k7) k8 k9",
    ),
    "replaced in a group by two tiles": (
        "k7 b7 J",
        "r7 o7 k8 k9",
        "k7 b7 r7 o7 | J k8 k9",
        "k7 b7 r7 o7 | J(k7) k8 k9",
    ),
    "replaced by a tile from the table": (
        "r3 J r5 | r4 b4 k4 o4",
        "k8 k9",
        "r3 r4 r5 | b4 k4 o4 | k8 k9 J",
        "r3 r4 r5 | b4 k4 o4 | k8 k9 J(k10)",
    ),
    "freed by splitting a run": (
        "r1 r2 r3 J r5 r6 r7",
        "k9 b9",
        "r1 r2 r3 | r5 r6 r7 | k9 J b9",
        "r1 r2 r3 | r5 r6 r7 | k9 J b9",
    ),
    "freed by adding at an end": (
        "J r5 r6",
        "r7 k2 k3",
        "r5 r6 r7 | k2 k3 J",
        "r5 r6 r7 | k2 k3 J(k4)",
    ),
    "freed by sending tiles to groups": (
        "r5 J r7 | k5 b5 o5 | k7 b7 o7",
        "k12 k13",
        "k5 b5 o5 r5 | k7 b7 o7 r7 | J k12 k13",
        "k5 b5 o5 r5 | k7 b7 o7 r7 | J(k11) k12 k13",
    ),
    "left in its set, which grows": ("r3 J r5", "r6", "r3 J r5 r6", "r3 J(r4) r5 r6"),
    "freed into a set that held tiles before": (
        "r3 J r5 | k9 k10 k11",
        "r4",
        "r3 r4 r5 | k9 k10 k11 J",
        "r3 r4 r5 | k9 k10 k11 J(k12)",
    ),
}


@pytest.mark.rule("P5", "R-5", "N4")
@pytest.mark.parametrize("name", JOKERS)
def test_the_books_joker_uses_are_accepted_in_every_profile(name: str) -> None:
    table, rack, after, lies = JOKERS[name]
    for rules in map(profile, NUMBER_PROFILES):
        state = a_turn(rules, [f"{rack} k1", "k1"], table=table)
        state, events = lay(state, after)
        assert on_table(state) == lies
        assert sorted(faces_of(only(events, TilesLaid).laid)) == sorted(rack.split())


@pytest.mark.rule("P5", "P4")
def test_a_freed_joker_never_goes_to_a_rack() -> None:
    state = a_turn(profile("pl"), ["r4 k1", "k2"], table="r3 J r5")
    assert why_not(state, "r3 r4 r5") == [("table/tile-missing", {"tile": "Ja"})]


@pytest.mark.rule("P5", "N6")
def test_a_freed_joker_must_be_part_of_a_set_in_the_same_turn() -> None:
    state = a_turn(profile("pl"), ["r4 k1", "k2"], table="r3 J r5")
    ((code, params),) = why_not(state, "r3 r4 r5 | J")
    assert (code, params["set"], params["fault"], params["count"]) == ("table/bad-set", 2, "set/too-few", 1)


@pytest.mark.rule("P5", "P4", "R-5")
def test_freeing_a_joker_needs_a_rack_tile_laid() -> None:
    state = a_turn(profile("pl"), ["k1", "k2"], table="r3 J r5 | r4 b4 k4 o4 | k9 k10 k11")
    assert why_not(state, "r3 r4 r5 | b4 k4 o4 | k9 k10 k11 J") == [("lay/nothing", {})]


@pytest.mark.rule("P6", "P2", "R-5")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_no_joker_is_freed_by_a_player_who_has_not_opened(name: str) -> None:
    rules = profile(name).override({"strict": False})
    state = a_turn(rules, ["r4 k11 r11 b11 k1", "k2"], table="r3 J r5", opened=False)
    reasons = why_not(state, "r3 r4 r5 | k11 r11 b11 J")
    assert reasons[:2] == [("opening/table-touched", {"set": 1}), ("table/joker-freed", {"tile": "Ja"})]


@pytest.mark.rule("P6", "P2")
def test_a_joker_whose_set_only_grows_is_not_freed() -> None:
    state = a_turn(profile("pl"), ["r6 k11 r11 b11 k1", "k2"], table="r3 J r5", opened=False)
    assert why_not(state, "r3 J r5 r6 | k11 r11 b11") == [("opening/table-touched", {"set": 1})]


@pytest.mark.rule("P4")
def test_a_table_tile_cannot_leave_the_table() -> None:
    state = a_turn(profile("pl"), ["r6 k1", "k2"], table="r3 r4 r5 | k7 b7 o7")
    assert why_not(state, "r4 r5 r6 | k7 b7 o7") == [("table/tile-missing", {"tile": "r3a"})]


@pytest.mark.rule("P4", "N6")
def test_every_fault_of_a_table_is_reported_at_once() -> None:
    state = a_turn(profile("pl"), ["r6 o1 k1", "k2"], table="r3 r4 r5 | k7 b7 o7")
    reasons = why_not(state, "r4 r5 r6 | k7 b7 o1 | o7")
    assert [code for code, _ in reasons] == ["table/bad-set", "table/bad-set", "table/tile-missing"]
    assert reasons[0][1] == {
        "set": 2,
        "fault": "set/group-number-differs",
        "face": "o1",
        "number": 7,
        "reason": "o1 does not belong to a group of 7s",
    }
    assert reasons[1][1]["set"] == 3


@pytest.mark.rule("R-1", "N5")
def test_a_set_on_the_table_lies_in_the_order_in_which_it_reads() -> None:
    state = a_turn(profile("pl"), ["k12 k13 J r9 r8 r7 k1", "k2"])
    state, _ = lay(state, "k12 k13 J | r9 r8 r7")
    assert on_table(state) == "J(k11) k12 k13 | r9 r8 r7"


@pytest.mark.rule("R-1")
def test_a_set_that_nobody_touched_stays_as_it_lies() -> None:
    state = a_turn(profile("pl"), ["k1 r6", "k2"], table="r5 r4 r3 | k7 J(o7) b7")
    assert on_table(state) == "r5 r4 r3 | k7 J(o7) b7"
    state, _ = lay(state, "r6 r5 r4 r3 | k7 J b7")
    assert on_table(state) == "r6 r5 r4 r3 | k7 J(o7) b7"


@pytest.mark.rule("P4")
def test_tiles_of_equal_faces_may_change_places() -> None:
    state = a_turn(profile("pl"), ["r6 k1", "k2"], table="r3 r4 r5 | r3 b3 k3")
    swapped = draft(state, "r3 r4 r5 r6 | r3 b3 k3")
    one, two = swapped[0][0], swapped[1][0]
    table = ((two, *swapped[0][1:]), (one, *swapped[1][1:]))
    state, _ = do(state, Confirm(Seat(0), table))
    assert on_table(state) == "r3 r4 r5 r6 | r3 b3 k3"
