"""Could this rack open? Exact against brute force on small racks and against known answers (P2, E7, R-10)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilemeld.engine.notation import parse_faces
from tilemeld.engine.number_faces import JOKER, NUMBER_FACES
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.number_opening import best_opening
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Face

POSITIONS = Path(__file__).parents[2] / "data" / "positions"


@pytest.mark.rule("P2", "E7", "R-10", "R-8")
@pytest.mark.parametrize(
    ("rack", "best", "without_jokers"),
    [
        ("", 0, 0),
        ("k10 r10", 0, 0),
        ("k10 r10 b10", 30, 30),
        ("k10 r10 b10 o10", 40, 40),
        ("r9 r10 r11 b1", 30, 30),
        ("J J J", 39, 0),  # three jokers alone open
        ("J J", 0, 0),
        ("k1 J J", 6, 0),  # 1 2 3
        ("k13 J J", 39, 0),
        ("k12 J J", 36, 0),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", 91, 91),
        ("r1 r2 r3 b3 k3", 9, 9),  # the group beats the run
        ("r4 r5 r6 r6 b6 k6", 33, 33),
        ("r5 b5 k5 r5 b5 o5", 30, 30),  # two groups of five with two colours each twice
        ("r5 r5 b5 b5 k5", 15, 15),
        ("r3 r4 r5 r6 r7 r4", 25, 25),
        ("r3 r4 r5 r5 r6 r7", 30, 30),
        ("r11 r12 r13 r1", 36, 36),
    ],
)
def test_the_best_opening_of_a_rack(rack: str, best: int, without_jokers: int) -> None:
    faces = parse_faces(rack)
    assert best_opening(faces) == best
    assert best_opening(faces, jokers_allowed=False) == without_jokers


# Brute force: every set as a list of faces with jokers for some of them, packed into the rack.


@cache
def every_set() -> tuple[tuple[int, Counter[Face]], ...]:
    """All groups and all runs of 3 to 5 tiles (longer ones split), with their worth."""
    sets: list[tuple[int, tuple[Face, ...]]] = []
    for number in range(1, 14):
        tiles = [Face(f"{colour}{number}") for colour in "krbo"]
        sets += [(number * size, chosen) for size in (3, 4) for chosen in combinations(tiles, size)]
    for colour in "krbo":
        for size in (3, 4, 5):
            for low in range(1, 15 - size):
                numbers = range(low, low + size)
                sets.append((sum(numbers), tuple(Face(f"{colour}{number}") for number in numbers)))
    return tuple((worth, Counter(tiles)) for worth, tiles in sets)


def packings(rack: Counter[Face], first: int) -> Iterator[int]:
    """The worth of every choice of sets, in the order of the list, that the rack can make."""
    yield 0
    sets = every_set()
    for place in range(first, len(sets)):
        worth, tiles = sets[place]
        jokers = (tiles - rack).total()
        if jokers <= rack[JOKER]:
            rest = rack - tiles
            rest[JOKER] = rack[JOKER] - jokers
            for more in packings(+rest, place):
                yield worth + more


def brute_force(rack: Sequence[Face]) -> int:
    return max(packings(Counter(rack), 0))


NEAR = [Face(f"{colour}{number}") for colour in "krb" for number in (10, 11, 12, 13)]
LOW = [Face(f"{colour}{number}") for colour in "kr" for number in (1, 2, 3, 4, 5)]
RACKS = st.one_of(
    st.lists(st.sampled_from([*NEAR, JOKER]), max_size=8),
    st.lists(st.sampled_from([*LOW, JOKER]), max_size=9),
    st.lists(st.sampled_from([*NUMBER_FACES, JOKER]), max_size=10),
).filter(lambda rack: rack.count(JOKER) <= 2 and max(Counter(rack).values(), default=0) <= 3)


@pytest.mark.rule("P2", "E7", "R-10")
@given(RACKS)
@example(list(parse_faces("J J J J")))
@example(list(parse_faces("r5 r6 r6 r7 r7 r8 J")))
def test_the_best_opening_is_what_brute_force_finds(rack: list[Face]) -> None:
    assert best_opening(rack) == brute_force(rack)
    naturals = [face for face in rack if face != JOKER]
    assert best_opening(rack, jokers_allowed=False) == brute_force(naturals)


@pytest.mark.rule("E7", "P2")
@given(RACKS, st.integers(0, 60))
def test_enough_is_enough_exactly_when_the_best_is(rack: list[Face], needed: int) -> None:
    assert (best_opening(rack, enough=needed) >= needed) == (best_opening(rack) >= needed)
    for jokers in (True, False):
        rules = profile("pl").override({"opening_points": needed, "opening_jokers": jokers})
        best = best_opening(rack, jokers_allowed=jokers)
        assert NumberSets(rules).can_open(rack) == (best >= max(1, needed))  # an opening is at least a set


def known_answers() -> Iterator[tuple[str, str]]:
    for name in ("opening.jsonl", "standard.jsonl", "xp.jsonl"):
        for line in (POSITIONS / name).read_text().splitlines():
            yield name, line


@pytest.mark.rule("E7", "P2")
def test_the_best_opening_is_the_known_answer() -> None:
    checked: Counter[str] = Counter()
    for name, line in known_answers():
        position = json.loads(line)
        rack, answers = position["rack"], position["opt"]
        if "opening" in answers:
            checked[name] += 1
            best = best_opening(rack)
            assert best == answers["opening"], (name, rack)
            assert (best >= 30) == answers["opening_30"], (name, rack)
            if JOKER in rack:
                best = best_opening(rack, jokers_allowed=False)
            assert best == answers["opening_nojoker"], (name, rack)
    assert set(checked) == {"opening.jsonl", "standard.jsonl", "xp.jsonl"}
    assert checked.total() > 200


@pytest.mark.rule("P2", "E7")
@pytest.mark.parametrize(("rack", "opens"), [("r1 b9 k4", False), ("", False), ("r1 b1 k1", True)])
def test_a_house_that_asks_for_no_points_still_wants_a_set(rack: str, opens: bool) -> None:
    rules = profile("pl").override({"opening_points": 0})
    assert NumberSets(rules).can_open(parse_faces(rack)) == opens
