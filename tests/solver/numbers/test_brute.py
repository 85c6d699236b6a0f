"""The solver against a brute force that tries everything, on thousands of tiny positions.

The positions come from small boxes (a few neighbouring numbers, two to four colours, one to three
copies, up to four jokers), so that runs, groups and jokers fight for the same tiles.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from at_night import at_night
from solver.brute import Best, as_tiles, best_opening, best_play, highest_reading, is_group, is_run
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face
from tilemeld.solver import Backend, Goal, Position, Solution, solve

BACKENDS: tuple[Backend, ...] = ("kernel", "twin")
PLAY_GOALS = ("tiles", "points", "tiles-points", "points-tiles")
CHUNK = 60


class Tiny(NamedTuple):
    """A position small enough to try everything."""

    table: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    copies: int
    jokers: int


def tiny_position(rng: random.Random) -> Tiny:
    colours = "".join(rng.sample("rbko", rng.choice([2, 3, 4, 4])))
    width = rng.randint(3, 5)
    low = rng.choice([1, 14 - width, rng.randint(1, 14 - width)])
    copies = rng.choice([1, 2, 2, 3])
    jokers = rng.choice([0, 0, 1, 2, 2, 3, 4])
    box = Counter({f"{colour}{n}": copies for colour in colours for n in range(low, low + width)})
    box["J"] = jokers
    room = rng.choice([0, 3, 6, 9, 12 - jokers])
    table = []
    for _ in range(30):
        laid = tiny_set(rng, colours, range(low, low + width))
        if len(laid) <= room and not Counter(laid) - box:
            table.append(laid)
            room -= len(laid)
            box -= Counter(laid)
    rest = rng.sample(sorted(box.elements()), sum(box.values()))
    if rng.random() < 0.4:
        rest.sort(key=lambda face: face != "J")
    return Tiny(tuple(table), tuple(rest[: rng.randint(0, 6)]), copies, jokers)


def tiny_set(rng: random.Random, colours: str, numbers: range) -> tuple[str, ...]:
    if rng.random() < 0.05:
        return ("J",) * rng.choice([3, 4])
    if rng.random() < 0.5 and len(colours) >= 3:
        number = rng.choice(numbers)
        faces = [f"{colour}{number}" for colour in rng.sample(colours, rng.randint(3, len(colours)))]
    else:
        size = rng.randint(3, len(numbers))
        start = rng.randint(numbers[0], numbers[-1] + 1 - size)
        colour = rng.choice(colours)
        faces = [f"{colour}{start + step}" for step in range(size)]
    return tuple("J" if rng.random() < 0.15 else face for face in faces)


def ask(
    tiny: Tiny,
    goal: str,
    backend: Backend,
    *,
    joker: int = 30,
    required: Sequence[str] = (),
    forbidden: Sequence[str] = (),
    least: bool = True,
) -> Solution:
    position = Position(
        table=tuple(as_faces(laid) for laid in tiny.table),
        rack=as_faces(tiny.rack),
        copies=tiny.copies,
        jokers=tiny.jokers,
        joker_value=joker,
    )
    return solve(
        position,
        Goal(goal),
        required=as_faces(required),
        forbidden=as_faces(forbidden),
        backend=backend,
        least=least,
    )


def as_faces(tiles: Sequence[str]) -> tuple[Face, ...]:
    return tuple(Face(face) for face in tiles)


def check_play(tiny: Tiny, solution: Solution, best: Best) -> None:
    """Compare with the brute force, and look at what the solution shows: it must be what it says."""
    assert solution.optimal
    assert solution.possible == best.possible
    if not best.possible:
        return
    assert solution.value == best.value
    assert all(read_numbers(laid).valid for laid in solution.table)
    lying = Counter(face for laid in tiny.table for face in laid)
    played = Counter[str](solution.played)
    assert Counter[str](face for laid in solution.table for face in laid) == lying + played
    assert not played - Counter(tiny.rack)
    assert len(solution.played) == solution.tiles
    shown, least = (solution.untouched, -solution.moved), (best.untouched, -best.moved)
    assert shown <= least
    assert shown == least or solution.least != "proven"


@pytest.mark.kernel
@pytest.mark.parametrize("chunk", range(at_night(120, by_day=5)))
def test_the_best_play_is_the_brute_forces_for_every_goal_and_disturbs_least(chunk: int) -> None:
    proven: Counter[str | None] = Counter()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        rng = random.Random(seed)
        tiny = tiny_position(rng)
        joker = rng.choice([30, 50])
        for goal in PLAY_GOALS:
            solution = ask(tiny, goal, "kernel", joker=joker)
            check_play(tiny, solution, best_play(*tiny[:2], goal, joker=joker))
            proven[solution.least] += 1
    assert proven["found"] <= proven["proven"] // 50, "tables this small should hardly ever use the budget up"


@pytest.mark.parametrize("chunk", range(3))
def test_the_twins_best_play_is_the_brute_forces_too(chunk: int) -> None:
    for seed in range(5_000 + chunk * CHUNK, 5_000 + (chunk + 1) * CHUNK):
        rng = random.Random(seed)
        tiny = tiny_position(rng)
        goal = rng.choice(PLAY_GOALS)
        check_play(tiny, ask(tiny, goal, "twin", least=False), best_play(*tiny[:2], goal))


@pytest.mark.parametrize(("backend", "chunk"), [*(("kernel", n) for n in range(8)), ("twin", 8), ("twin", 9)])
def test_required_and_forbidden_tiles_are_obeyed_exactly(chunk: int, backend: Backend) -> None:
    for seed in range(10_000 + chunk * CHUNK, 10_000 + (chunk + 1) * CHUNK):
        rng = random.Random(seed)
        tiny = tiny_position(rng)
        rack = rng.sample(tiny.rack, len(tiny.rack))
        cut = rng.randint(0, len(rack) // 2)
        required, forbidden = rack[:cut], rack[cut : cut + rng.randint(0, 2)]
        goal = rng.choice(PLAY_GOALS)
        solution = ask(tiny, goal, backend, required=required, forbidden=forbidden, least=backend == "kernel")
        check_play(tiny, solution, best_play(*tiny[:2], goal, required=required, forbidden=forbidden))


@pytest.mark.parametrize(("backend", "chunk"), [*(("kernel", n) for n in range(8)), ("twin", 8), ("twin", 9)])
def test_the_highest_opening_is_the_brute_forces(chunk: int, backend: Backend) -> None:
    for seed in range(20_000 + chunk * CHUNK, 20_000 + (chunk + 1) * CHUNK):
        rng = random.Random(seed)
        tiny = tiny_position(rng)._replace(table=())
        jokers = [face for face in tiny.rack if face == "J"]
        for forbidden in ([], jokers):
            check_opening(tiny, ask(tiny, "opening", backend, forbidden=forbidden), forbidden)


def check_opening(tiny: Tiny, solution: Solution, forbidden: Sequence[str]) -> None:
    """The value is the brute force's, and the sets shown are worth it (P2, R-10, R-14)."""
    assert (solution.optimal, solution.possible) == (True, True)
    assert solution.value == best_opening(tiny.rack, forbidden=forbidden).value
    assert sum(read_numbers(laid).worth for laid in solution.table) == solution.points
    played = Counter[str](solution.played)
    assert Counter[str](face for laid in solution.table for face in laid) == played
    assert not played - (Counter(tiny.rack) - Counter(forbidden))


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("table", "rack", "best"),
    [
        ("", "r7 b7 k7 o7 J", 4),
        ("", "r7 b7 k7 J", 4),
        ("r7 b7 k7 o7", "J", 0),
        ("", "J J J", 3),
        ("", "J J J J", 4),
        ("J J J", "J", 1),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "J", 1),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 J", "r13", 1),
        ("r5 J r7 | k5 k6 k7", "r6", 1),
        ("r5 r6 r7 r8 r9", "r7", 1),
    ],
)
def test_known_traps(table: str, rack: str, best: int) -> None:
    laid = tuple(tuple(part.split()) for part in table.split("|") if part.strip())
    tiny = Tiny(laid, tuple(rack.split()), 2, 4)
    assert best_play(laid, tiny.rack, "tiles").value == (best,)
    for backend in BACKENDS:
        check_play(tiny, ask(tiny, "tiles", backend), best_play(laid, tiny.rack, "tiles"))


@pytest.mark.kernel
@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(PLAY_GOALS))
def test_kernel_and_twin_agree_with_the_brute_force_on_what_hypothesis_finds(
    rng: random.Random, goal: str
) -> None:
    tiny = tiny_position(rng)
    best = best_play(*tiny[:2], goal)
    answers = [ask(tiny, goal, backend) for backend in BACKENDS]
    assert answers[0] == answers[1]
    check_play(tiny, answers[0], best)


small_tiles = st.lists(
    st.sampled_from(["r1", "r2", "r3", "r13", "b1", "k1", "o1", "J"]), min_size=1, max_size=5
)


@given(small_tiles)
def test_the_brute_force_and_the_engine_agree_on_what_a_set_is(faces: list[str]) -> None:
    tiles = as_tiles(faces)
    assert (is_group(tiles) or is_run(tiles)) == read_numbers(as_faces(faces)).valid


@pytest.mark.parametrize(
    ("tiles", "points"),
    [("5 J J", 18), ("13 J J", 39), ("1 J J", 6), ("12 13 J", 36), ("10 J J J", 46)],
)
def test_a_joker_counts_the_most_it_can_stand_for(tiles: str, points: int) -> None:
    assert highest_reading(as_tiles([f if f == "J" else f"r{f}" for f in tiles.split()])) == points
    assert highest_reading(("J",) * 3) == 39
