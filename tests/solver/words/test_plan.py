"""Plans with words: followed to the letter, whatever is rearranged, and with the codes of moves."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.word_judging import toy_lexicon, toy_position
from tilemeld.solver.plan.plan import Plan, apply_plan
from tilemeld.solver.words import WORD_PLAN_CODES, best_turn, make_word_plan, word_faces
from tilemeld.solver.words.lexicon_search import WordSearch
from tilemeld.solver.words.position import LaidWord, parse_word


def words(text: str) -> list[LaidWord]:
    return [parse_word(word) for word in text.split()]


def plan_of(before: str, after: str) -> Plan:
    return make_word_plan(words(before), words(after))


def moves_of(plan: Plan) -> list[str]:
    return [f"{step.code.removeprefix('plan/')} {''.join(step.result)}" for step in plan.steps]


def followed(before: str, after: str) -> None:
    """Make the moves and see that they lead to the words that were wanted."""
    places = apply_plan([word_faces(laid) for laid in words(before)], plan_of(before, after))
    assert sorted(places) == sorted(word_faces(laid) for laid in words(after))


@pytest.mark.rule("W7", "W17")
@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ("KOT", "KOT", []),
        ("", "KOT", ["new-set KOT"]),
        ("KOT", "KOTY", ["add KOTY"]),
        ("KOT", "TOK", ["order TOK"]),
        ("KOSZYK", "KOT SZYK", ["take KO", "add KOT"]),
        ("KOTKAT", "KOT KAT", ["split KOT"]),
        ("KOT KAT", "KOTKAT", ["join KOTKAT"]),
        ("KOTY SZYK", "KOT SZYKY", ["move SZYKY"]),
        ("KO?(T) SZYK", "KOT SZYK?(I)", ["move SZYK?(I)", "add KOT"]),
        ("KO?(T)", "KO?(C)YK", ["add KO?(C)YK"]),
    ],
)
def test_the_moves_are_those_a_person_would_name(before: str, after: str, moves: list[str]) -> None:
    plan = plan_of(before, after)
    assert sorted(each.split()[0] for each in moves_of(plan)) == sorted(each.split()[0] for each in moves)
    assert moves_of(plan)[-1:] == moves[-1:]
    assert plan.proven
    followed(before, after)


def test_the_example_of_the_book_is_followed_move_by_move() -> None:
    followed("SZCZYT KOSZYK", "SZYSZKA OCZY KAT")
    followed("KOT SZCZYT KOSZYK", "TOK SZYSZKA OCZY KAT")
    plan = plan_of("SZCZYT KOSZYK", "SZYSZKA OCZY KAT")
    assert sum(step.source is None for step in plan.steps) == 2


def test_words_that_stay_are_never_touched() -> None:
    plan = plan_of("KOT SZCZYT KOSZYK", "KOT SZYSZKA OCZY KAT")
    assert all(0 not in (step.source, step.target) for step in plan.steps)


def test_a_table_tile_that_vanishes_is_refused() -> None:
    with pytest.raises(ValueError, match="lost"):
        plan_of("KOTY", "KOT")


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_the_plan_of_a_best_turn_leads_to_its_table(seed: int) -> None:
    rng = random.Random(seed)
    lexicon = toy_lexicon(rng)
    position = toy_position(rng, lexicon)
    best = best_turn(position, WordSearch(lexicon))
    after = best.table or position.table
    plan = make_word_plan(position.table, after)
    assert {step.code for step in plan.steps} <= set(WORD_PLAN_CODES)
    places = apply_plan([word_faces(laid) for laid in position.table], plan)
    assert sorted(places) == sorted(map(word_faces, after))
    assert "".join(sorted("".join(t for s in plan.steps if s.source is None for t in s.tiles))) == "".join(
        sorted(best.laid)
    )
