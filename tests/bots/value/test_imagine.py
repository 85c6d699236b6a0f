"""Imagined games: hidden tiles that fit, habits that are guessed, and an end as games have."""

import random

from table_setup import a_turn
from tilemeld.bots.value.count_game import CountGame
from tilemeld.bots.value.count_view import box_of, count_view
from tilemeld.bots.value.habits import Habit
from tilemeld.bots.value.imagine import habit_of, imagine, play_out
from tilemeld.bots.value.model import asker_for
from tilemeld.engine.game.views import view
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.solver import CountSolver, count_faces, count_tiles

BOTH = [Habit(holds=99), Habit()]


def test_imagined_hidden_tiles_are_just_those_that_cannot_be_seen() -> None:
    state = a_turn(profile("pl"), ["r7 k11", "b1 b2 b9"], table="r4 r5 r6 | k1 k2 k3")
    seen = count_view(view(state, Seat(0)))
    game = imagine(seen, CountSolver(30), random.Random(1), habits=BOTH, tries=4)
    assert game.racks[0] == count_faces(parse_faces("r7 k11"))
    assert count_tiles(game.racks[1]) == 3
    assert game.table == seen.table
    assert game.table + sum(game.racks) + sum(game.bank) == box_of(profile("pl"))


def test_a_hand_that_could_have_laid_is_dealt_again() -> None:
    """With r4 to r13 on the table, whoever holds r3 would have laid it: it is imagined less often."""
    state = a_turn(profile("pl"), ["k11", "b1 b5"], table="r4 r5 r6 r7 r8 r9 r10 r11 r12 r13")
    seen, asker = count_view(view(state, Seat(0))), CountSolver(30)
    r3 = count_faces(parse_faces("r3"))

    def share(tries: int) -> int:
        rng = random.Random(2)
        deals = [imagine(seen, asker, rng, habits=BOTH, tries=tries) for _ in range(400)]
        return sum(bool(game.racks[1] & (0xFF * r3)) for game in deals)

    assert share(8) < share(1)


def test_an_imagined_game_is_played_to_its_end_or_for_so_many_turns() -> None:
    def a_game() -> CountGame:
        return CountGame(
            rules=profile("pl"),
            table=count_faces(parse_faces("r4 r5 r6")),
            racks=[count_faces(parse_faces("r7 b9")), count_faces(parse_faces("b1"))],
            opened=[True, True],
            bank=[count_faces(parse_faces("k1"))],
            turn=0,
        )

    game, asker = a_game(), asker_for(profile("pl"))
    play_out(game, BOTH, asker, random.Random(1), most_turns=1)
    assert (game.lap_left, game.is_over) == (2, False)  # it holds, and takes the last tile
    play_out(game, BOTH, asker, random.Random(1), most_turns=10)
    assert game.is_over
    assert game.result(asker).winners == (1,)


def test_whoever_has_opened_and_hardly_lays_is_taken_for_a_holder() -> None:
    game = CountGame(
        rules=profile("pl"),
        table=0,
        racks=[count_faces(parse_faces("r7")), count_faces(parse_faces("b1 b2")) * 8],
        opened=[True, True],
        bank=[],
        turn=0,
        turns=[9, 9],
        lays=[1, 1],
    )
    assert habit_of(game.view(0), 1).holds
    assert not habit_of(game.view(1), 0).holds  # with one tile nobody holds back
    game.lays[1] = 5
    assert not habit_of(game.view(0), 1).holds
