"""The game that bots imagine, in counts."""

import random
from collections import Counter

import pytest

from table_setup import a_turn
from tilemeld.bots.numbers.rollout import Rollout, box_of, imagine, table_of
from tilemeld.engine.game.views import view
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Seat
from tilemeld.solver import CountSolver, count_faces, count_tiles, list_faces


@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.rule("N1")
def test_a_box_is_counted_as_the_rules_say(name: str) -> None:
    rules = profile(name)
    assert Counter(list_faces(box_of(rules))) == Counter(NumberSets(rules).box())


def test_imagined_hidden_tiles_are_just_those_that_cannot_be_seen() -> None:
    state = a_turn(profile("pl"), ["r7 k11", "b1 b2 b9"], table="r4 r5 r6 | k1 k2 k3")
    seen = view(state, Seat(0))
    game = imagine(seen, CountSolver(30), random.Random(1), holds=[True, False], tries=4)
    assert game.racks[0] == count_faces(parse_faces("r7 k11"))
    assert count_tiles(game.racks[1]) == 3
    assert game.table == table_of(seen)
    assert game.table + sum(game.racks) + sum(game.bank) == box_of(profile("pl"))


def test_a_hand_that_could_have_laid_is_dealt_again() -> None:
    """With r4 to r13 on the table, who holds r3 would have laid it: it is imagined less often."""
    state = a_turn(profile("pl"), ["k11", "b1 b5"], table="r4 r5 r6 r7 r8 r9 r10 r11 r12 r13")
    seen, asker = view(state, Seat(0)), CountSolver(30)
    r3 = count_faces(parse_faces("r3"))

    def share(tries: int) -> int:
        rng = random.Random(2)
        deals = [imagine(seen, asker, rng, holds=[True, False], tries=tries) for _ in range(400)]
        return sum(bool(game.racks[1] & (0xFF * r3)) for game in deals)

    assert share(8) < share(1)


def a_rollout(racks: list[str], bank: str, *, lap_left: int | None = None, name: str = "pl") -> Rollout:
    return Rollout(
        profile(name),
        CountSolver(30),
        count_faces(parse_faces("r4 r5 r6")),
        [count_faces(parse_faces(rack)) for rack in racks],
        [True] * len(racks),
        [count_faces([face]) for face in parse_faces(bank)],
        0,
        lap_left,
        holds=[True] + [False] * (len(racks) - 1),
    )


@pytest.mark.rule("E1", "E2")
def test_an_imagined_game_ends_as_games_do() -> None:
    out = a_rollout(["r7 r8", "b1"], "k1 k2")
    assert out.habit() == count_faces(parse_faces("r7 r8"))
    assert out.lay(out.habit())
    assert out.points() == (1, -1)
    lap = a_rollout(["r7 b9", "b1"], "k1")
    assert lap.habit() == 0  # it holds, and takes the last tile
    assert not lap.lay(0)
    assert lap.lap_left == 2
    lap.play_out(most_turns=10)
    assert lap.lap_left == 0
    idle = a_rollout(["k9 b9", "b1"], "", name="cs")
    assert not idle.lay(idle.habit())
    assert idle.lay(idle.habit())  # everybody has passed
    assert idle.points() == (-18, 18)


def test_an_imagined_player_opens_when_it_can() -> None:
    game = a_rollout(["r10 b10 k10 o1", "b1"], "k1")
    game.opened[0] = False
    assert game.habit() == count_faces(parse_faces("r10 b10 k10"))
    other = game.copy()
    other.lay(other.habit())
    assert other.opened[0]
    assert not game.opened[0]
