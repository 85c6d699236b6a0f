"""The score tables of the books, line by line (E3–E8, R-8, R-9, M3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.engine.game.scoring import EndCause, FinalSeat, Result, score_game
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.number_faces import JOKER, NUMBER_FACES
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import tile_ids


def seat(
    rack: str,
    *,
    opened: bool = True,
    had_turn: bool = True,
    last: str = "",
    announced: bool = False,
) -> FinalSeat:
    """A seat at the end of the game; ``last`` are the tiles of the rack that were taken in its last turn."""
    tiles = tile_ids(parse_faces(f"{rack} {last}"))
    taken = tiles[len(parse_faces(rack)) :]
    return FinalSeat(tiles, opened, had_turn, taken, announced)


def score(rules: Rules, seats: list[FinalSeat], cause: EndCause = "last-lap") -> Result:
    return score_game(rules, NumberSets(rules), seats, cause=cause)


def points(result: Result) -> list[int]:
    return [line.points for line in result.scores]


PL, TOURNAMENT, CS, UK = map(profile, ("pl", "pl-tournament", "cs", "uk"))


@pytest.mark.rule("E6", "E3")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("pl", "pl-xp"), [29, -5, -10, -15]),
        (("pl-tournament", "uk", "uk-xp"), [27, -4, -9, -14]),
        (("cs",), [30, -5, -10, -15]),
    ],
)
def test_the_score_table_of_racks_1_5_10_15(names: tuple[str, ...], expected: list[int]) -> None:
    for name in names:
        for cause in ("last-lap", "all-passed"):
            result = score(profile(name), [seat("k1"), seat("k5"), seat("k10"), seat("b9 r6")], cause)
            assert points(result) == expected
            assert result.winners == (0,)


@pytest.mark.rule("R-9", "E3", "E8")
@pytest.mark.parametrize(
    ("name", "racks", "expected"),
    [
        ("pl", ["k3", "r3", "k10", "b9 r6"], [9, 9, -10, -15]),
        ("cs", ["k3", "r3", "k10", "b9 r6"], [12, 12, -10, -15]),
        ("uk", ["k3", "r3", "k10", "b9 r6"], [9, 9, -7, -12]),
        ("pl-tournament", ["k3", "r3", "k10", "b9 r6"], [9, 9, -7, -12]),
        ("pl", ["k3", "r3", "b3"], [-3, -3, -3]),
        ("cs", ["k3", "r3", "b3"], [0, 0, 0]),
        ("uk", ["k10", "k2", "r2", "b2"], [-8, 2, 2, 2]),
    ],
)
def test_a_shared_win_is_divided_and_a_remainder_dropped(
    name: str, racks: list[str], expected: list[int]
) -> None:
    result = score(profile(name), [seat(rack) for rack in racks])
    assert points(result) == expected
    best = min(line.rack_value for line in result.scores)
    assert result.winners == tuple(i for i, line in enumerate(result.scores) if line.rack_value == best)
    won = [int(place in result.winners and name == "pl-tournament") for place in range(len(racks))]
    assert [line.big_points for line in result.scores] == won


@pytest.mark.rule("E4", "R-17")
@pytest.mark.parametrize(("name", "value"), [("pl", 30), ("cs", 30), ("uk-xp", 30), ("pl-tournament", 50)])
def test_a_joker_left_on_a_rack_costs_its_rack_value(name: str, value: int) -> None:
    result = score(profile(name), [seat("k1 k2"), seat("J k3")])
    assert [line.rack_value for line in result.scores] == [3, value + 3]


@pytest.mark.rule("E5", "E1")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_after_an_empty_rack_the_winner_scores_what_the_others_lose(name: str) -> None:
    rules = profile(name)
    result = score(rules, [seat("k10 k5"), seat(""), seat("k3"), seat("J")], "rack-empty")
    joker = 50 if name == "pl-tournament" else 30
    assert points(result) == [-15, 18 + joker, -3, -joker]
    assert result.winners == (1,)
    assert [line.charge for line in result.scores] == ["rack", "none", "rack", "rack"]


CANNOT = "k2 r5 b8 o11"
CAN = "k10 r10 b10 o2"


@pytest.mark.rule("E7", "R-8")
@pytest.mark.parametrize(
    ("unlucky", "charge", "loss"),
    [
        (seat(CANNOT, opened=False), "unopened", 100),
        (seat(CAN, opened=False), "could-open", 200),
        (seat("J J J", opened=False), "could-open", 200),  # three jokers alone open: 39
        (seat("k13 J J", opened=False), "could-open", 200),
        (seat("k9 r9 b9", opened=False), "unopened", 100),  # 27 is not an opening
        (seat(CAN, opened=True), "rack", 32),
        (seat(CANNOT, opened=False, had_turn=False), "rack", 26),
        (seat(CAN, opened=False, had_turn=False), "rack", 32),
        (seat("k10 r10 o2", opened=False, last="b10", announced=True), "waived", 32),
        (seat("k10 r10 b10", opened=False, last="o2", announced=True), "could-open", 200),
        (seat("k10 r10 o2", opened=False, last="b10"), "could-open", 200),
        (seat("k10 r10 o2", opened=False, last="b9", announced=True), "unopened", 100),
    ],
)
def test_who_has_not_opened_is_charged_by_the_book_in_strict_play(
    unlucky: FinalSeat, charge: str, loss: int
) -> None:
    for name in ("pl", "pl-xp", "pl-tournament"):
        rules = profile(name).override({"strict": True, "joker_rack_value": 30})
        result = score(rules, [seat(""), unlucky, seat("k7")], "rack-empty")
        assert [line.charge for line in result.scores] == ["none", charge, "rack"]
        assert points(result) == [loss + 7, -loss, -7], "the penalty is part of the winner's sum"


@pytest.mark.rule("E7", "R-13", "T7")
def test_in_helpful_play_the_waiver_needs_no_announcement() -> None:
    lucky, able = seat("k10 r10 o2", opened=False, last="b10"), seat(CAN, opened=False, last="o3")
    result = score(PL, [seat(""), lucky, able], "rack-empty")
    assert [line.charge for line in result.scores] == ["none", "waived", "could-open"]


@pytest.mark.rule("E7")
@pytest.mark.parametrize("name", ["cs", "uk", "uk-xp"])
def test_no_penalty_for_the_unopened_where_the_book_has_none(name: str) -> None:
    result = score(
        profile(name), [seat(""), seat(CANNOT, opened=False), seat(CAN, opened=False)], "rack-empty"
    )
    assert points(result) == [58, -26, -32]


@pytest.mark.rule("E7")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_no_penalty_for_the_unopened_without_an_empty_rack(name: str) -> None:
    result = score(profile(name), [seat("k1"), seat(CAN, opened=False)])
    assert points(result)[1] in (-32, -31)
    assert result.scores[1].charge in ("rack", "difference")


@pytest.mark.rule("E7")
def test_a_house_game_may_have_one_penalty_without_the_other() -> None:
    only_200 = PL.override({"unopened_penalty": None})
    assert points(score(only_200, [seat(""), seat(CANNOT, opened=False)], "rack-empty")) == [26, -26]
    assert points(score(only_200, [seat(""), seat(CAN, opened=False)], "rack-empty")) == [200, -200]
    only_100 = PL.override({"could_open_penalty": None})
    assert points(score(only_100, [seat(""), seat(CAN, opened=False)], "rack-empty")) == [32, -32]


@pytest.mark.rule("R-11")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_game_that_everybody_left_has_no_winner_and_no_points(name: str) -> None:
    result = score(profile(name), [seat("k1"), seat("k5")], "abandoned")
    assert (result.winners, points(result)) == ((), [0, 0])
    assert [line.big_points for line in result.scores] == [0, 0]


RACKS = st.lists(
    st.lists(st.sampled_from([*NUMBER_FACES, JOKER]), min_size=1, max_size=8), min_size=1, max_size=5
)


@pytest.mark.rule("M3", "E5")
@given(RACKS, st.sampled_from(NUMBER_PROFILES), st.booleans())
def test_the_scores_after_an_empty_rack_add_up_to_zero(
    racks: list[list[str]], name: str, opened: bool
) -> None:
    seats = [seat(""), *(seat(" ".join(rack), opened=opened) for rack in racks)]
    assert sum(points(score(profile(name), seats, "rack-empty"))) == 0


@pytest.mark.rule("M3", "E6", "R-9")
@given(RACKS, st.sampled_from(NUMBER_PROFILES))
def test_the_scores_without_an_empty_rack_add_up_as_m3_says(racks: list[list[str]], name: str) -> None:
    result = score(profile(name), [seat(" ".join(rack)) for rack in racks])
    lowest = min(line.rack_value for line in result.scores)
    losses = -sum(line.points for place, line in enumerate(result.scores) if place not in result.winners)
    dropped = losses % len(result.winners)
    missing = lowest * len(result.winners) if name in ("pl", "pl-xp") else 0
    assert sum(points(result)) == -missing - dropped
