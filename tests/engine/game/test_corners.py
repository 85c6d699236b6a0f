"""Corners where several rules meet, found by a referee who tried to trip the engine up."""

import pytest

from table_setup import a_turn, codes, do, lay, refused, result_of, why_not
from tilemeld.engine.game.commands import (
    Announce,
    Command,
    Confirm,
    EndRound,
    GivePenalty,
    RestartTurn,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.events import RoundEnded
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Face, LaidTile, Seat, TileId

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
    punished, _ = do(state, GivePenalty(Seat(0), 1, "a penalty is not a gift"))
    assert why_not(punished, "k10 r10 b10") == [("lay/just-taken", {"tile": "b10a"})]
    assert view(punished, Seat(0)).waiting == ("b10a",)
    assert view(punished, Seat(1)).waiting == view(punished, None).waiting == ()
    later, _ = do(do(punished, Take(Seat(0)))[0], Take(Seat(1)))
    assert later.waiting == ()
    assert lay(later, "k10 r10 b10")[0].table
    back, _ = do(do(do(state, Take(Seat(0)))[0], GivePenalty(Seat(1), 1, "x"))[0], TakeBackTurn("y"))
    assert back.waiting == ()


@pytest.mark.rule("R-10", "P2")
def test_an_opening_counts_what_its_jokers_were_named_and_the_highest_value_where_they_were_not() -> None:
    state = a_turn(PL, ["r5 J J k3 k4 k5 o1", "r2"], opened=False)
    assert why_not(state, "r5 J(k5) J(b5) | k3 k4 k5") == [("opening/too-low", {"points": 27, "needed": 30})]
    assert why_not(state, "r5 J J(b5) | k3 k4 k5") == [("opening/too-low", {"points": 27, "needed": 30})]
    assert lay(state, "r5 J J | k3 k4 k5")[0].seats[0].opened
    assert lay(state, "r5 J(r6) J | k3 k4 k5")[0].seats[0].opened


@pytest.mark.rule("R-10", "P2")
@pytest.mark.parametrize("name", ["pl", "pl-xp", "pl-tournament", "cs"])
def test_two_jokers_named_below_a_nine_do_not_open(name: str) -> None:
    state = a_turn(profile(name).override({"strict": False}), ["r9 J J k9", "o2"], opened=False)
    assert why_not(state, "J(r7) J(r8) r9") == [("opening/too-low", {"points": 24, "needed": 30})]
    assert why_not(state, "J(r7) J r9") == [("opening/too-low", {"points": 24, "needed": 30})]
    assert lay(state, "J J r9")[0].seats[0].opened


def charged(rack: str, bank: str, *commands: Command) -> str:
    """What seat 0, which has not opened, is charged as when seat 1 wins after these commands."""
    state = a_turn(PL, [rack, "r6"], table="r3 r4 r5", opened=(False, True), bank=bank)
    for command in commands:
        state, _ = do(state, command)
    state, _ = lay(state, "r3 r4 r5 r6")
    return result_of(state).scores[0].charge


@pytest.mark.rule("R-8", "E7")
def test_only_a_rulings_tile_after_the_last_turn_comes_too_late_to_open_with() -> None:
    take, ruling = Take(Seat(0)), GivePenalty(Seat(0), 1, "touched the bank")
    assert charged("k10 r10 o2", "k2 b10 k3", take, ruling) == "unopened"
    assert charged("k10 r10 o2", "b10 k2 k3", ruling, take) == "could-open"  # in the turn, not after it
    assert charged("k10 r10 b10 o2", "k2 o10 k3", take, ruling) == "could-open"  # it could open without
    assert charged("k10 r10 o2", "b10 o10 k3", take, ruling) == "waived"  # the tile taken made it possible


@pytest.mark.rule("R-8", "M5")
def test_what_a_ruling_gave_can_be_laid_from_the_next_turn_on_and_is_late_no_more() -> None:
    state = a_turn(PL, ["k10 r10 o2", "r6 k1"], opened=False, bank="b10 k2 k3 k4 k5", active=1)
    late, _ = do(state, GivePenalty(Seat(0), 1, "touched the bank"))
    assert late.seats[0].given_since == ("b10a",)
    restarted, _ = do(late, RestartTurn("noise"))
    assert restarted.seats[0].given_since == ("b10a",)  # a penalty outlives the turn
    turn, _ = do(late, Take(Seat(1)))
    assert turn.seats[0].given_since == ()
    taken, _ = do(turn, Take(Seat(0)))
    late_again, _ = do(taken, GivePenalty(Seat(0), 1, "again"))
    assert late_again.seats[0].given_since == ("k4a",)
    back, _ = do(late_again, TakeBackTurn("dispute"))
    assert (back.active, back.seats[0].given_since) == (0, ())  # the turn is still to be played


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
