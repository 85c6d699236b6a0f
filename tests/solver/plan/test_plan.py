"""Plans: exact against a breadth-first search, followed to the letter, and said in four languages.

Proves `solver/plan/order.py`, `solver/plan/text.py`, `solver/plan/transfers.py`.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tilemeld.engine.notation import format_faces, parse_face_sets
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face
from tilemeld.solver.plan.catalogue import TEXTS
from tilemeld.solver.plan.order import best_order
from tilemeld.solver.plan.plan import PLAN_CODES, Plan, PlanStep, apply_plan, apply_step, make_plan
from tilemeld.solver.plan.text import format_plan, format_step
from tilemeld.solver.plan.transfers import heaviest_matching
from tilemeld.words.message import fill

Faces = tuple[Face, ...]
Table = tuple[Faces, ...]


def plan_of(before: str, after: str) -> Plan:
    return make_plan(parse_face_sets(before), parse_face_sets(after))


def codes_of(plan: Plan) -> list[str]:
    return [step.code.removeprefix("plan/") for step in plan.steps]


def as_multiset(table: Table) -> Counter[Faces]:
    return Counter(tuple(sorted(laid)) for laid in table if laid)


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        ("r3 r4 r5", "r3 r4 r5", []),
        ("r3 r4 r5", "r5 r4 r3", []),
        ("", "r3 r4 r5", ["new-set"]),
        ("r3 r4 r5", "r3 r4 r5 | r3 r4 r5", ["new-set"]),
        ("r3 r4 r5", "r3 r4 r5 J", ["add"]),
        ("r3 r4 r5 r6", "r4 r5 r6 | r3 b3 k3", ["take", "add"]),
        ("r3 r4 r5 r6 r7", "r3 r4 r5 | r5 r6 r7", ["take", "add"]),
        ("r3 r4 r5 r6 r7 r8", "r3 r4 r5 | r6 r7 r8", ["split"]),
        ("r3 r4 r5 | r6 r7 r8", "r3 r4 r5 r6 r7 r8", ["join"]),
        ("r3 r4 r5 r6 | b6 k6 o6", "r3 r4 r5 | r6 b6 k6 o6", ["move"]),
        ("r3 J r5 | b7 k7 o7", "r3 r4 r5 | b7 k7 o7 J", ["add", "move"]),
        ("r3 r4 r5 | b3 b4 b5 | k3 k4 k5", "r3 b3 k3 | r4 b4 k4 | r5 b5 k5", ["move"] * 6),
        ("J J J", "J J J | J r3 r4", ["new-set"]),
    ],
)
def test_the_moves_are_those_a_person_would_name(before: str, after: str, codes: list[str]) -> None:
    plan = plan_of(before, after)
    assert (codes_of(plan), plan.proven) == (codes, True)


def test_a_split_shows_both_sets_and_what_is_whole_is_never_broken_first() -> None:
    (first, second) = plan_of("r3 r4 r5 r6 r7 r8", "r3 r4 r5 | r6 r7 r8 r9").steps
    assert (first.code, format_faces(first.left), format_faces(first.result)) == (
        "plan/split",
        "r3 r4 r5",
        "r6 r7 r8",
    )
    assert (second.code, second.source, second.target) == ("plan/add", None, 1)


def test_a_set_that_stays_is_not_touched_even_when_its_tiles_would_fit_elsewhere() -> None:
    before = parse_face_sets("r3 r4 r5 | r3 r4 r5 r6")
    plan = make_plan(before, parse_face_sets("r3 r4 r5 r6 | r3 r4 r5 b5 | b3 k3 o3"))
    assert all(step.source != 1 and step.target != 1 for step in plan.steps)


def test_of_equally_short_plans_the_one_that_moves_fewer_tiles_is_taken() -> None:
    (step,) = plan_of("r1 r2 r3 r4 r5 r6 r7 r8 r9 | b9 k9 o9", "r1 r2 r3 r4 r5 r6 r7 r8 | r9 b9 k9 o9").steps
    assert step.tiles == ("r9",)


def test_a_table_tile_that_vanishes_is_refused() -> None:
    with pytest.raises(ValueError, match=r"missing \['r5'\]"):
        plan_of("r3 r4 r5", "r3 r4 J")


def test_a_step_on_another_table_is_refused() -> None:
    (step,) = plan_of("r3 r4 r5", "r3 r4 r5 r6").steps
    with pytest.raises(ValueError, match="expected the places"):
        apply_step(parse_face_sets("r3 r4 r5 r6"), step)


# -- every plan leads where it says --


def random_sets(rng: random.Random, box: list[Face]) -> list[Faces]:
    """Cut the shuffled tiles into sets of the game as long as some are found."""
    found = []
    for _ in range(60):
        size = rng.choice([3, 3, 3, 4, 4, 5])
        faces = tuple(random_set(rng, size))
        if not Counter(faces) - Counter(box):
            for face in faces:
                box.remove(face)
            found.append(faces)
    return found


def random_set(rng: random.Random, size: int) -> list[Face]:
    if rng.random() < 0.5 and size <= 4:
        number = rng.randint(1, 13)
        faces = [f"{colour}{number}" for colour in rng.sample("rbko", size)]
    else:
        colour, low = rng.choice("rbko"), rng.randint(1, 14 - size)
        faces = [f"{colour}{low + step}" for step in range(size)]
    if rng.random() < 0.15:
        faces[rng.randrange(size)] = "J"
    return [Face(face) for face in faces]


def box_of(copies: int, jokers: int) -> list[Face]:
    return [Face(f"{c}{n}") for c in "rbko" for n in range(1, 14) for _ in range(copies)] + [
        Face("J")
    ] * jokers


def recover(faces: list[Face], rng: random.Random) -> Table:
    """Put the tiles into new piles at random, valid sets where that is easy."""
    rng.shuffle(faces)
    sets: list[list[Face]] = []
    for face in faces:
        fits = [laid for laid in sets if len(laid) < 3 or read_numbers([*laid, face]).valid]
        if fits and rng.random() < 0.8:
            rng.choice(fits).append(face)
        else:
            sets.append([face])
    return tuple(tuple(laid) for laid in sets)


@pytest.mark.repeats  # whole boxes: traced it takes minutes, reaches nothing more (docs/testing.md)
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
def test_following_a_plan_gives_exactly_the_table_wanted(seed: int, copies: int) -> None:
    rng = random.Random(seed)
    sets = random_sets(rng, box_of(copies, 2 * copies - 2))
    kept = rng.randint(0, len(sets))
    before = tuple(sets[:kept])
    loose = [face for laid in sets[kept // 2 :] for face in laid]
    after = (*sets[: kept // 2], *recover(loose, rng))
    check_plan(before, after, make_plan(before, after, budget_nodes=50))


def test_a_whole_box_from_the_rack_has_a_plan_in_time_if_no_proof() -> None:
    """Nobody holds so many tiles, but who asks is answered: proving the shortest plan would take for ever."""
    rng = random.Random(225_793)
    sets = random_sets(rng, box_of(3, 4))
    after = (*sets[:4], *recover([face for laid in sets[4:] for face in laid], rng))
    plan = make_plan(sets[:8], after, budget_nodes=50)
    assert not plan.proven
    check_plan(tuple(sets[:8]), after, plan)


def check_plan(before: Table, after: Table, plan: Plan) -> None:
    reached = apply_plan(before, plan)
    assert as_multiset(reached) == as_multiset(after)
    untouched = as_multiset(before) & as_multiset(after)
    assert set(reached) <= {*after, *(laid for laid in before if tuple(sorted(laid)) in untouched)}
    touched = [place for step in plan.steps for place in (step.source, step.target) if place is not None]
    still = Counter(tuple(sorted(laid)) for place, laid in enumerate(before) if place not in touched)
    assert still == untouched
    assert all(step.code in PLAN_CODES for step in plan.steps)
    moved = Counter(face for step in plan.steps for face in step.tiles)
    assert not moved - Counter(face for laid in after for face in laid)


def test_a_small_budget_gives_a_plan_that_is_not_called_proven() -> None:
    rng = random.Random(7)
    before = tuple(random_sets(rng, box_of(2, 2)))
    after = recover([face for laid in before for face in laid], rng)
    plan = make_plan(before, after, budget_nodes=1)
    assert not plan.proven
    check_plan(before, after, plan)


@pytest.mark.parametrize("seed", range(30))
def test_up_to_four_changed_sets_are_always_proven(seed: int) -> None:
    rng = random.Random(seed)
    before = tuple(random_sets(rng, box_of(3, 4))[:4])
    after = recover([face for laid in before for face in laid], rng)
    plan = make_plan(before, after, budget_nodes=0)
    assert plan.proven
    check_plan(before, after, plan)


# -- the shortest: an independent breadth-first search --

Pile = tuple[tuple[str, ...], tuple[str, ...]]
"""What has not moved yet, and what has; sorted."""


def fewest_moves(before: Table, after: Table) -> int:
    """Search tables breadth-first, a hand's move at a time; no tile moves twice, no equal set at all."""
    goal = as_multiset(after) - as_multiset(before)
    start: list[Pile] = [(laid, ()) for laid in (as_multiset(before) - as_multiset(after)).elements()]
    rack = Counter(face for laid in after for face in laid)
    rack.subtract(Counter(face for laid in before for face in laid))
    first: tuple[tuple[Pile, ...], tuple[str, ...]] = (tuple(sorted(start)), tuple(sorted(rack.elements())))
    layer, seen, depth = {first}, {first}, 0
    while not any(is_goal(piles, hand, goal) for piles, hand in layer):
        layer = {state for old in layer for state in next_states(*old)} - seen
        seen |= layer
        depth += 1
    return depth


def is_goal(piles: tuple[Pile, ...], hand: tuple[str, ...], goal: Counter[Faces]) -> bool:
    return not hand and Counter(tuple(sorted(still + moved)) for still, moved in piles) == goal


def next_states(
    piles: tuple[Pile, ...], hand: tuple[str, ...]
) -> Iterator[tuple[tuple[Pile, ...], tuple[str, ...]]]:
    for source in range(-1, len(piles)):
        still = hand if source < 0 else piles[source][0]
        for part in parts_of(still):
            rest = tuple(sorted((Counter(still) - Counter(part)).elements()))
            for target in range(len(piles) + 1):
                if target == source:
                    continue
                changed = [*piles, ((), ())]
                if source >= 0:
                    changed[source] = (rest, piles[source][1])
                changed[target] = (changed[target][0], tuple(sorted(changed[target][1] + part)))
                yield tuple(sorted(p for p in changed if p != ((), ()))), rest if source < 0 else hand


def parts_of(faces: tuple[str, ...]) -> list[tuple[str, ...]]:
    counts = sorted(Counter(faces).items())
    choices = product(*(range(count + 1) for _, count in counts))
    parts = [
        tuple(face for (face, _), n in zip(counts, choice, strict=True) for _ in range(n))
        for choice in choices
    ]
    return [part for part in parts if part]


piles = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3), min_size=1, max_size=3)


@settings(max_examples=150, deadline=None)
@given(piles, st.randoms(use_true_random=False), st.integers(0, 2))
@example([["a", "b"], ["a", "b"]], random.Random(1), 0)
def test_no_plan_is_shorter_by_breadth_first_search(
    old: list[list[str]], rng: random.Random, extra: int
) -> None:
    """Any multisets will do here: the count of moves does not ask whether piles are sets."""
    old = old if sum(map(len, old)) <= 6 else old[:2]
    before = tuple(tuple(NAMES[face] for face in laid) for laid in old)
    loose = [face for laid in before for face in laid] + [NAMES["a"], NAMES["d"]][:extra]
    rng.shuffle(loose)
    cuts = sorted(rng.sample(range(1, len(loose)), k=min(len(loose) - 1, rng.randint(0, 2))))
    bounds = [0, *cuts, len(loose)]
    after = tuple(tuple(loose[low:high]) for low, high in pairwise(bounds))
    plan = make_plan(before, after)
    assert plan.proven
    assert len(plan.steps) == fewest_moves(before, after)
    check_plan(before, after, plan)


NAMES = {"a": Face("r7"), "b": Face("b7"), "c": Face("J"), "d": Face("k9")}


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 9)))
def test_a_matching_is_the_largest_and_then_the_heaviest(weight: dict[tuple[int, int], int]) -> None:
    best = (0, 0)
    for columns in product([None, 0, 1, 2, 3], repeat=4):
        pairs = [(row, column) for row, column in enumerate(columns) if column is not None]
        if len({column for _, column in pairs}) == len(pairs) and all(pair in weight for pair in pairs):
            best = max(best, (len(pairs), sum(weight[pair] for pair in pairs)))
    found = heaviest_matching(weight)
    assert (len(found), sum(weight[pair] for pair in found)) == best


# -- the order and the words --


def broken_moments(before: Table, plan: Plan) -> int:
    places, total = before, 0
    for step in plan.steps:
        places = apply_step(places, step)
        total += sum(bool(laid) and not read_numbers(laid).valid for laid in places)
    return total


def test_the_order_keeps_sets_whole_where_it_can() -> None:
    before = parse_face_sets("r3 r4 r5 | b5 k5 o5 r5")
    after = parse_face_sets("r3 r4 r5 r6 r7 | r5 r6 r7 | b5 k5 o5")
    assert broken_moments(before, make_plan(before, after)) == 1


def test_long_plans_are_ordered_too() -> None:
    rng = random.Random(3)
    before = tuple(random_sets(rng, box_of(2, 2)))
    after = recover([face for laid in before for face in laid], rng)
    plan = make_plan(before, after, budget_nodes=10)
    assert len(plan.steps) > 10
    assert best_order({}, []) == []


@pytest.mark.parametrize("language", TEXTS)
def test_every_code_has_a_sentence_in_every_language(language: str) -> None:
    words = TEXTS[language]
    assert {key for key in words if key.startswith("plan/")} == set(PLAN_CODES)
    (set_before,) = parse_face_sets("r3 r4 r5")
    for code in PLAN_CODES:
        step = PlanStep(code, (Face("b9"),), 0, 1, set_before, set_before, set_before, set_before)
        sentence = format_step(step, language)
        assert "r3 r4 r5" in sentence or "b9" in sentence
        assert "{" not in sentence
    assert format_plan(Plan((), proven=True), language) == words["nothing"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "0 steps|1 step|2 steps|5 steps|12 steps|21 steps|22 steps"),
        ("pl", "0 kroków|1 krok|2 kroki|5 kroków|12 kroków|21 kroków|22 kroki"),
        ("cs", "0 kroků|1 krok|2 kroky|5 kroků|12 kroků|21 kroků|22 kroků"),
        ("uk", "0 кроків|1 крок|2 кроки|5 кроків|12 кроків|21 крок|22 кроки"),
    ],
)
def test_counted_words_have_the_plural_forms_of_their_language(language: str, forms: str) -> None:
    steps = TEXTS[language]["steps"]
    assert "|".join(fill(steps, language, {"n": n}) for n in (0, 1, 2, 5, 12, 21, 22)) == forms


def test_the_terminal_speaks_to_people_as_the_browser_does() -> None:
    czech = " ".join(TEXTS["cs"].values())
    assert re.findall(r"Vyložte|Přiložte|Rozdělte|Vezměte|začněte|Přesuňte|Spojte", czech) != []
    assert not re.search(r"\b(Vylož|Přilož|Rozděl|Vezmi|začni|Přesuň|Spoj)\b", czech)
    assert all("'" not in sentence for sentence in TEXTS["uk"].values())


def test_a_plan_reads_as_numbered_sentences_and_says_when_it_is_not_proven() -> None:
    plan = plan_of("r3 r4 r5 r6 | b6 k6 o6", "r3 r4 r5 | r6 b6 k6 o6")
    assert format_plan(plan, "en") == (
        "1 step, as few as possible:\n1. Move r6 from r3 r4 r5 r6 to b6 k6 o6: r6 b6 k6 o6."
    )
    assert format_plan(Plan(plan.steps, proven=False), "cs").startswith("1 krok, možná")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of"):
        format_plan(Plan((), proven=True), "xx")
