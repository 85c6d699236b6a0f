"""The ladder of searches: what is allowed more, more broken words or more nodes, never finds less."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.word_judging import judge_words, polish, toy_lexicon, toy_position
from tilemeld.bots.words.vocabulary import natural
from tilemeld.solver.words import LaidWord, WordPosition, best_turn, can_empty
from tilemeld.solver.words.ladder import RUNGS, climb
from tilemeld.solver.words.lexicon_search import SEARCHES, WordSearch

FULL_TABLE = (
    "TWO HUK GRY ŚLĄ PERM BID CIĘĆ CHO BANA LAS RUS PÓZ PĘT IMPET ZEW RDZEŃ NIŻ KAŁ ŁONA NAW GÓRĄ KUJ ISTA "
    "MIESZANYCH FAZIE CZYJE KOI"
)
"""Here the expert once passed, with 32 points on offer: its search spent everything on long words."""


def full_table() -> WordPosition:
    return WordPosition(tuple(map(LaidWord, FULL_TABLE.split())), "ŹOO?NLD")


def test_a_full_table_is_not_passed_by() -> None:
    words = natural(polish().lexicon)
    found = [best_turn(full_table(), words, breaks=breaks, budget_nodes=400_000) for breaks in (0, 1, 2, 3)]
    points = [each.points for each in found]
    assert points == sorted(points)
    assert points[0] > 0
    assert points[-1] >= 24
    assert best_turn(full_table(), words, budget_nodes=400_000).points >= 32
    for breaks, each in enumerate(found):
        judge_words(full_table(), each, polish().lexicon)
        assert len(each.broken) <= breaks


@given(seed=st.integers(0, 2**32), words=st.integers(2, 4))
def test_more_broken_words_or_more_nodes_never_give_less(seed: int, words: int) -> None:
    rng = random.Random(seed)
    lexicon = toy_lexicon(rng)
    table = tuple(map(LaidWord, rng.sample([word for word in lexicon if len(word) <= 6], words)))
    position = WordPosition(table, "".join(rng.choices("AOKTSYA?", k=rng.choice([2, 4, 7, 8]))))
    search = WordSearch(lexicon)
    limits = [*range(words), None]
    budgets = [0, RUNGS[0], RUNGS[1] + 1]
    points = [
        [climb(position, search, breaks=breaks, budget_nodes=budget).points for budget in budgets]
        for breaks in limits
    ]
    for row in points:
        assert row == sorted(row), (position, points)
    for column in zip(*points, strict=True):
        assert list(column) == sorted(column), (position, points)


@given(seed=st.integers(0, 2**32))
def test_every_limit_has_an_honest_bound_and_keeps_to_it(seed: int) -> None:
    rng = random.Random(seed)
    lexicon = toy_lexicon(rng)
    position = toy_position(rng, lexicon)
    whole = best_turn(position, WordSearch(lexicon))
    for breaks in range(len(position.table)):
        for budget in (0, RUNGS[0], RUNGS[2]):
            found = best_turn(position, WordSearch(lexicon), breaks=breaks, budget_nodes=budget)
            judge_words(position, found, lexicon)
            assert len(found.broken) <= breaks
            assert found.points <= whole.points
            assert found.bound <= whole.longest * 2


@pytest.mark.kernel
@given(seed=st.integers(0, 2**32))
def test_kernel_and_twin_climb_alike(seed: int) -> None:
    assert "kernel" in SEARCHES
    rng = random.Random(seed)
    lexicon = toy_lexicon(rng)
    position = toy_position(rng, lexicon)
    for breaks in (None, 1):
        by_twin, by_kernel = (
            climb(position, WordSearch(lexicon, backend=name), breaks=breaks, budget_nodes=RUNGS[1])
            for name in ("twin", "kernel")
        )
        assert by_twin == by_kernel


def test_where_there_are_too_many_choices_the_bound_covers_those_left_out() -> None:
    words = natural(polish().lexicon)
    few = best_turn(full_table(), words, breaks=3, budget_nodes=RUNGS[0])
    assert few.bound >= best_turn(full_table(), words, breaks=3).points
    assert not few.optimal


def test_a_rack_is_emptied_by_more_nodes_wherever_it_is_by_fewer() -> None:
    position = WordPosition((LaidWord("KOSZYK"), LaidWord("PIANA")), "TAKNA?M")
    points = []
    for budget in RUNGS:
        emptied = can_empty(position, polish(), budget_nodes=budget)
        points.append(0 if emptied is None else emptied.points)
    assert points == sorted(points)
    assert points[-1] > 0
