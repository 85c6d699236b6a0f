"""Hints that say when to hold, and why."""

from collections.abc import Iterator

from table_setup import a_turn
from tilemeld.bots import player_named
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.holding import CLEARLY, WORTH_WAITING, better_than_laying, waits_for
from tilemeld.bots.value.model import judge_choices
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.record.record import replay
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.arena import hurried, play_game

PL = profile("pl")


def a_view(rack: str, other: str, table: str, *, opened: bool = True) -> GameView:
    return view(a_turn(PL, [rack, other], table=table, opened=[opened, True]), Seat(0))


def turns_of(names: str, seed: str) -> Iterator[GameView]:
    """Every turn of a game, as its player sees it."""
    game = play_game(PL, [hurried(player_named(name)) for name in names.split()], seed)
    for state in replay(game.record):
        if state.phase == Phase.TURN and state.active is not None:
            yield view(state, state.active)


def test_a_hint_says_what_is_clearly_better_than_laying_everything_and_why() -> None:
    advised = reasons = 0
    for seen in turns_of("club casual", "holding"):
        answer = hint(seen)
        judged = {each.kind: each.chance for each in judge_choices(seen)}
        best = max(judged.values())
        is_better = (
            answer.code == "hint/lay" and not answer.goes_out and best >= judged.get("all", 1.0) + CLEARLY
        )
        assert bool(answer.better) == is_better
        if answer.better:
            advised += 1
            assert abs(answer.better_chance - best) < 0.001
            assert answer.better != "all"
            assert answer.laying_chance < answer.better_chance
        if answer.waits_for is not None:
            reasons += 1
            assert answer.waiting >= WORTH_WAITING
    assert advised > 3
    assert reasons > 0


def test_the_tile_that_most_wait_for_is_named() -> None:
    """With a red 3 four more could be laid: red 1, 2, 4 and 5; a black 9 helps nobody."""
    seen = a_view("r1 r2 r4 r5 k9 o4", "k1 k2 k3 k4 k5", "o1 o2 o3 | b11 b12 b13")
    assert waits_for(seen) == (4, "r3")
    assert waits_for(a_view("r1 k5 o9", "k1", "b11 b12 b13")) == (0, None)


def test_before_the_opening_and_when_it_wins_a_hint_does_not_advise_to_hold() -> None:
    assert hint(a_view("r10 b10 k10 o1", "k1 k2", "", opened=False)).better == ""
    winning = hint(a_view("b9", "k1 k2", "b6 b7 b8"))
    assert (winning.goes_out, winning.better) == (True, "")


def test_without_a_model_nothing_is_advised() -> None:
    words = profile("pl-word")
    assert better_than_laying(view(a_turn(words, ["KOTEK", "O"], table="OKO"), Seat(0))) is None
