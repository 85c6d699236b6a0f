"""The coach at a live table: three steps, from one seat's view, as codes and values.

Proves `bots/coach/hint_values.py`, `bots/numbers/best_turn.py`, `bots/numbers/to_tiles.py`.
"""

import itertools
import random
from dataclasses import replace

import pytest

from table_setup import a_turn
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.bots.numbers.to_tiles import lay
from tilemeld.engine.game.commands import BeginGame, Confirm, CreateGame
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.notation import parse_face_sets
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.solver import Plan
from tilemeld.solver.plan import PLAN_CODES, apply_plan


def at(state: GameState, step: int = 3) -> Hint:
    return hint(view(state, state.active), STEPS[step - 1])


def test_each_step_says_more_and_none_says_it_too_early() -> None:
    state = a_turn(profile("pl"), ["r6 k1 b9", "b1"], table="r4 r5 r6 r7 r8")
    first, second, third = (at(state, step) for step in STEPS)
    assert (first.code, first.tiles, first.points, first.proven) == ("hint/lay", 1, 6, True)
    assert (first.played, first.plan, first.table) == ((), (), ())
    assert (second.played, second.plan, second.table) == (("r6",), (), ())
    assert third.played == ("r6",)
    assert sorted(third.table) == sorted(parse_face_sets("r4 r5 r6 | r6 r7 r8"))
    assert [step.code for step in third.plan] == ["plan/take", "plan/add"]
    assert replace(third, step=1, played=(), plan=(), table=()) == first


def test_the_plan_leads_to_the_table_and_the_engine_accepts_it() -> None:
    state = a_turn(profile("pl"), ["r6 b1 k9", "k2"], table="r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1 o1")
    said = at(state)
    before = parse_face_sets("r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1 o1")
    after = apply_plan(before, Plan(said.plan, True))
    assert sorted(map(sorted, after)) == sorted(map(sorted, said.table))
    assert all(step.code in PLAN_CODES for step in said.plan)
    seat = Seat(0)
    table = lay(view(state, seat), said.table)
    after_it, _ = advance(state, Confirm(seat, table), now=1_000_000, chance=FixedChance("x"))
    assert len(after_it.seats[0].rack) == 3 - said.tiles


@pytest.mark.rule("P2", "P6")
def test_before_the_opening_only_own_sets_count() -> None:
    poor = at(a_turn(profile("pl"), ["r6 r9 b9 k9", "b1"], table="r3 r4 r5", opened=False))
    assert (poor.code, poor.tiles, poor.points, poor.needed) == ("hint/take", 0, 27, 30)
    rich = at(a_turn(profile("pl"), ["r6 r10 b10 k10", "b1"], table="r3 r4 r5", opened=False))
    assert (rich.code, rich.tiles, rich.points, rich.needed) == ("hint/open", 3, 30, 30)
    assert rich.table[0] == parse_face_sets("r3 r4 r5")[0]


@pytest.mark.rule("R-14")
def test_a_joker_may_not_open_where_the_book_forbids_it() -> None:
    assert at(a_turn(profile("uk"), ["r10 b10 J", "b1"], opened=False)).code == "hint/take"
    assert at(a_turn(profile("pl"), ["r10 b10 J", "b1"], opened=False)).code == "hint/open"


def test_points_open_where_most_tiles_are_not_enough() -> None:
    said = at(a_turn(profile("pl"), ["r10 b10 k10 r1 b1 k1 r2 r3", "b1"], opened=False))
    assert said.code == "hint/open"
    assert said.points >= 30


def test_nothing_to_lay_is_taking_or_with_an_empty_bank_passing() -> None:
    assert at(a_turn(profile("pl"), ["k1 b9", "b1"], table="r4 r5 r6")).code == "hint/take"
    empty = a_turn(profile("pl"), ["k1 b9", "b1"], table="r4 r5 r6", bank="", lap_left=2)
    assert at(empty).code == "hint/pass"


@pytest.mark.rule("P1")
def test_a_tile_that_waits_is_not_hinted() -> None:
    state = a_turn(profile("pl"), ["r7 k1", "b1"], table="r4 r5 r6")
    tile = next(tile for tile in state.seats[0].rack if tile.startswith("r7"))
    assert at(replace(state, waiting=(tile,))).code == "hint/take"


def test_a_win_is_called_a_win() -> None:
    assert at(a_turn(profile("pl"), ["r7 r8", "b1"], table="r4 r5 r6")).goes_out
    assert not at(a_turn(profile("pl"), ["r7 k8", "b1"], table="r4 r5 r6")).goes_out


def test_who_is_not_asked_gets_no_hint_and_an_odd_box_has_none() -> None:
    state = a_turn(profile("pl"), ["r7 r8", "b1"], table="r4 r5 r6")
    assert hint(view(state, Seat(1))).code == "hint/not-now"
    assert hint(replace(view(state, Seat(0)), phase=Phase.ANNOUNCE)).code == "hint/not-now"
    odd = a_turn(profile("pl").override({"copies": 4}), ["r7 r8", "b1"], table="r4 r5 r6")
    assert at(odd).code == "hint/unknown-box"


@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_hint_is_the_same_whatever_is_hidden(name: str) -> None:
    game = LocalGame(CreateGame(profile(name), 2), chance=FixedChance(f"coach/{name}"))
    game.do(BeginGame())
    if game.state.phase == Phase.REDEAL:
        game.run_out()
    me, other = game.active, Seat(1 - game.active)
    said = hint(game.view(me), 3)
    hidden = [*game.state.seats[other].rack, *(tile for stack in game.state.bank for tile in stack)]
    random.Random(5).shuffle(hidden)
    seats = list(game.state.seats)
    seats[other] = replace(seats[other], rack=tuple(hidden[:14]))
    sizes = [len(stack) for stack in game.state.bank]
    cut = [14 + sum(sizes[:place]) for place in range(len(sizes) + 1)]
    bank = tuple(tuple(hidden[a:b]) for a, b in itertools.pairwise(cut))
    game.state = replace(game.state, seats=tuple(seats), bank=bank)
    assert hint(game.view(me), 3) == said
