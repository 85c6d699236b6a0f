"""Corners where several rules meet, found by a referee who tried to trip the engine up."""

import pytest

from table_setup import a_turn, codes, do, lay, refused, why_not
from tilemeld.engine.commands import Announce, Confirm, EndRound, GivePenalty, Take, TakeBackTurn
from tilemeld.engine.events import RoundEnded
from tilemeld.engine.rules import profile
from tilemeld.engine.state import Phase
from tilemeld.engine.tiles import Face, LaidTile, Seat, TileId
from tilemeld.engine.views import view

PL, TOURNAMENT = profile("pl"), profile("pl-tournament")


@pytest.mark.rule("R-7")
def test_there_is_never_a_second_last_lap() -> None:
    state = a_turn(TOURNAMENT, ["k1", "k2"], bank="o1")
    over, _ = do(state, EndRound())
    assert codes(refused(over, EndRound())) == ["round/over"]
    lap, _ = do(state, Take(Seat(0)))
    assert lap.lap_left == 2
    noted, events = do(lap, EndRound())
    assert events == (RoundEnded(),)
    assert noted.lap_left == 2


@pytest.mark.rule("T10", "R-7")
def test_a_round_that_ended_in_a_last_lap_is_not_forgotten_when_its_turn_is_taken_back() -> None:
    lap, _ = do(a_turn(TOURNAMENT, ["k1", "k2"], bank="o1"), Take(Seat(0)))
    again, _ = do(do(lap, EndRound())[0], TakeBackTurn("dispute"))
    assert again.lap_left is None
    after, _ = do(again, Take(Seat(0)))
    assert (after.lap_left, after.lap_cause) == (2, "round-time")


@pytest.mark.rule("R-13", "T5", "E7")
def test_after_a_mistake_too_there_is_a_moment_to_announce() -> None:
    state = a_turn(TOURNAMENT, ["r1 r2 r3 k13", "k2"], bank="o1", opened=False)
    after, _ = lay(state, "r1 r2 r3")
    assert after.phase == Phase.ANNOUNCE
    announced, _ = do(after, Announce(Seat(0)))
    assert announced.seats[0].announced
    assert announced.active == 1


@pytest.mark.rule("P1", "M5")
def test_a_tile_given_by_a_ruling_waits_for_the_next_turn() -> None:
    state = a_turn(PL, ["k10 r10 k1", "r2"], bank="b10 k3 o1")
    punished, _ = do(state, GivePenalty(Seat(0), 1, "a penalty is no gift"))
    assert why_not(punished, "k10 r10 b10") == [("lay/just-taken", {"tile": "b10a"})]
    assert view(punished, Seat(0)).waiting == ("b10a",)
    assert view(punished, Seat(1)).waiting == view(punished, None).waiting == ()
    later, _ = do(do(punished, Take(Seat(0)))[0], Take(Seat(1)))
    assert later.waiting == ()
    assert lay(later, "k10 r10 b10")[0].table
    back, _ = do(do(do(state, Take(Seat(0)))[0], GivePenalty(Seat(1), 1, "x"))[0], TakeBackTurn("y"))
    assert back.waiting == ()


@pytest.mark.rule("R-10", "P2")
def test_an_opening_counts_the_highest_value_whatever_its_jokers_are_called() -> None:
    state = a_turn(PL, ["r5 J J k3 k4 k5 o1", "r2"], opened=False)
    assert lay(state, "r5 J(k5) J(b5) | k3 k4 k5")[0].seats[0].opened


@pytest.mark.rule("T5", "T7")
def test_a_name_for_a_tile_that_is_no_joker_is_nonsense_and_not_a_mistake() -> None:
    state = a_turn(TOURNAMENT, ["r5 r6 r7 k1", "k2"])
    named = (tuple(LaidTile(TileId(f"r{n}a"), Face(f"r{n}")) for n in (5, 6, 7)),)
    assert codes(refused(state, Confirm(Seat(0), named))) == ["set/not-a-joker"] * 3


@pytest.mark.rule("P2", "P6", "T7")
def test_before_the_opening_a_touched_table_is_named_even_when_nothing_was_laid() -> None:
    state = a_turn(PL, ["k1", "r2"], table="k10 J(k11) k12 k13", opened=False)
    draft = ((state.table[0][1],), (state.table[0][0], *state.table[0][2:]))
    named = codes(refused(state, Confirm(Seat(0), draft)))
    assert {"lay/nothing", "opening/table-touched", "table/joker-freed"} <= set(named)
    assert "opening/too-low" not in named
