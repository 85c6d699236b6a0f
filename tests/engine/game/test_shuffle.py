"""Fair shuffles: committed to, mixed, unbiased, repeatable, pinned."""

import hashlib
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_setup import begun, do, new_game
from tilemeld.engine.game.commands import AddEntropy, BeginGame
from tilemeld.engine.game.shuffle import FixedChance, commit_to, derive_seed, shuffled
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat


def test_the_commitment_is_a_hash_of_the_secret_and_nothing_else() -> None:
    assert commit_to("s") == hashlib.sha256(b"tilemeld commitment 1\ns").hexdigest()
    assert len({commit_to(secret) for secret in ("", "a", "b", "ab")}) == 4


def test_a_golden_shuffle_never_changes() -> None:
    """Records are verified with this for ever: another order is another version of the shuffle."""
    seed = derive_seed("secret", [None, "entropy"])
    assert seed.hex() == GOLDEN_SEED
    assert "".join(shuffled("abcdefghijklmnop", seed, "deal/1")) == GOLDEN_DEAL
    assert commit_to("secret") == GOLDEN_COMMITMENT
    assert FixedChance("1").secret() == GOLDEN_SECRET


@given(st.lists(st.integers(), max_size=300), st.binary(max_size=40), st.text(max_size=10))
def test_a_shuffle_keeps_every_item(items: list[int], seed: bytes, purpose: str) -> None:
    assert sorted(shuffled(items, seed, purpose)) == sorted(items)


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (
        cells - len(counts)
    )


def test_all_orders_of_four_are_equally_likely() -> None:
    counts: Counter[object] = Counter(
        shuffled("abcd", b"fixed", f"try/{attempt}") for attempt in range(24_000)
    )
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7  # 23 degrees of freedom, 0.1 %


def test_every_tile_is_as_likely_in_every_place_of_a_box() -> None:
    counts: Counter[object] = Counter()
    for attempt in range(600):
        order = shuffled(range(106), b"box", str(attempt))
        counts.update((place // 10, tile // 10) for place, tile in enumerate(order) if place < 100 > tile)
    assert chi_square(counts, 100) < 148.2  # 99 degrees of freedom, 0.1 %


def test_numbers_that_would_favour_small_ones_are_skipped() -> None:
    """With three items two words in 2**32 are skipped; a limit just over half of them skips nearly half."""
    from tilemeld.engine.game.shuffle import _Words

    words, limit = _Words(b"sub-seed"), (1 << 31) + 1
    drawn = [words.below(limit) for _ in range(2_000)]
    assert all(0 <= number < limit for number in drawn)
    low = sum(number < limit // 2 for number in drawn)
    assert 900 < low < 1100
    assert words._position > 4 * 3_000, "a word was skipped for nearly every one that was taken"


def test_each_purpose_has_an_order_of_its_own() -> None:
    orders = {shuffled(range(106), b"seed", purpose) for purpose in ("starter", "deal/1", "deal/2", "bank/1")}
    assert len(orders) == 4


def test_every_part_of_the_mixture_changes_the_seed() -> None:
    mixtures: list[tuple[str, list[str | None]]] = [
        ("s", [None, None]),
        ("t", [None, None]),
        ("s", ["", None]),
        ("s", [None, ""]),
        ("s", ["-", None]),
        ("s", ["a", "b"]),
        ("s", ["ab", ""]),
        ("s", ["", "ab"]),
        ("s", ["b", "a"]),
        ("s", [None]),
    ]
    for one, other in combinations(mixtures, 2):
        assert derive_seed(*one) != derive_seed(*other)


def test_any_seats_entropy_changes_starter_deal_and_bank() -> None:
    rules = profile("pl-tournament")
    plain = new_game(rules, 2)
    games = [plain] + [do(plain, AddEntropy(Seat(seat), "dice"))[0] for seat in (0, 1)]
    dealt = [do(game, BeginGame())[0] for game in games]
    assert len({state.seats[0].rack for state in dealt}) == 3
    assert len({state.bank for state in dealt}) == 3


@pytest.mark.parametrize("name", ["pl", "pl-tournament", "cs"])
def test_the_same_secret_and_entropy_give_the_same_game(name: str) -> None:
    assert begun(profile(name), 3, seed="x") == begun(profile(name), 3, seed="x")
    assert begun(profile(name), 3, seed="x")[0].seats != begun(profile(name), 3, seed="y")[0].seats


GOLDEN_SEED = "bdb7f718e7b88ee3910dc66d6bc385c88d99d5da8342f86e3484c597c4f5029a"
GOLDEN_DEAL = "fobanhgjipcdklme"
GOLDEN_COMMITMENT = "6eafd41ae68c0b0fb653e6e1c14e7745458bf7df6e53b21584702dcf3251ceb8"
GOLDEN_SECRET = "d34f49bf479935f2754d8b1621886da5d93e827c24f623079e593dbf4843fb19"
