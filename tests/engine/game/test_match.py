"""Matches: rotation of the starter, totals, who wins, and the check of the sums."""

from collections.abc import Sequence

import pytest

from tilemeld.engine.game.commands import BeginGame
from tilemeld.engine.game.match import GameLine, Match, expected_sum, is_sum_right, line_of, totals
from tilemeld.engine.game.scoring import FinalSeat, Result, SeatScore, score_game
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Face, Seat, TileId, tile_ids

SHEET = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)]
FOURTH = (-10, -25, 41, -6)


def match_of(name: str, rows: Sequence[tuple[int, ...]]) -> Match:
    match = Match(profile(name), 4)
    for row in rows:
        winner = Seat(row.index(max(row)))
        big = tuple(int(seat == winner) for seat in range(4)) if profile(name).big_points else ()
        match = match.with_game(GameLine(row, (winner,), big_points=big))
    return match


@pytest.mark.rule("M1")
def test_scores_of_a_match_add_up_as_in_the_books() -> None:
    assert totals(SHEET) == (-14, -29, 4, 39)
    assert totals([*SHEET, FOURTH]) == (-24, -54, 45, 33)
    standings = match_of("cs", SHEET).standings()
    assert [standing.total for standing in standings] == [-14, -29, 4, 39]
    assert [standing.wins for standing in standings] == [1, 0, 1, 1]


@pytest.mark.rule("M2", "R-16")
@pytest.mark.parametrize("name", ["pl", "pl-xp", "cs"])
def test_the_highest_total_wins_the_match_of_books_a_and_d(name: str) -> None:
    rows = [(10, -5, -5, 0), (10, -5, -5, 0), (-90, 100, -5, -5)]
    assert match_of(name, rows).winners() == (1,)


@pytest.mark.rule("M2")
@pytest.mark.parametrize("name", ["uk", "uk-xp", "pl-tournament"])
def test_most_games_won_beat_the_highest_total_in_books_e_and_b(name: str) -> None:
    rows = [(10, -5, -5, 0), (10, -5, -5, 0), (-90, 100, -5, -5)]
    assert match_of(name, rows).winners() == (0,)


@pytest.mark.rule("M2")
@pytest.mark.parametrize("name", ["uk", "pl-tournament"])
def test_equal_wins_are_decided_by_the_total(name: str) -> None:
    assert match_of(name, [*SHEET, FOURTH]).winners() == (2,)
    assert match_of(name, SHEET).winners() == (3,)


@pytest.mark.rule("R-9")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_match_that_is_still_level_is_shared(name: str) -> None:
    assert match_of(name, [(20, -10, -10, 0), (-10, 20, -10, 0)]).winners() == (0, 1)


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pl", "left"),
        ("pl-xp", "left"),
        ("pl-tournament", "left"),
        ("cs", "draw"),
        ("uk", "draw"),
        ("uk-xp", "draw"),
    ],
)
def test_who_starts_the_later_games(name: str, expected: str) -> None:
    match = Match(profile(name), 4).with_game(GameLine((0, 0, 0, 0), (), starter=Seat(3)))
    game = LocalGame(match.next_game(), chance=FixedChance("later"))
    game.do(BeginGame())
    assert game.state.game == 2
    if expected == "left":
        assert game.state.starter == 0
        assert game.state.starter_draws == ()
    else:
        assert len(game.state.starter_draws) >= 1


@pytest.mark.rule("S1", "S2")
def test_seat_a_starts_the_first_tournament_game_and_b_the_second() -> None:
    match = Match(profile("pl-tournament"), 4)
    starters = []
    for _ in range(5):
        game = LocalGame(match.next_game(), chance=FixedChance("b"))
        game.do(BeginGame())
        assert game.state.starter is not None
        starters.append(game.state.starter)
        match = match.with_game(GameLine((0, 0, 0, 0), (), starter=game.state.starter))
    assert starters == [0, 1, 2, 3, 0]


def racks_worth(*values: int) -> list[FinalSeat]:
    """Racks whose tiles add up to the values given, opened, as the books' examples have them."""
    seats = []
    for value in values:
        faces = [Face("r1")] * (value % 13) if value < 13 else [Face("r13"), *[Face("r1")] * (value - 13)]
        seats.append(FinalSeat(tile_ids(faces), opened=True, had_turn=True, last_taken=(), announced=False))
    return seats


@pytest.mark.rule("M3", "E6")
@pytest.mark.parametrize(("name", "total"), [("pl", -1), ("pl-tournament", 0), ("cs", 0), ("uk", 0)])
def test_sums_are_zero_except_for_the_winners_own_rack_of_book_a(name: str, total: int) -> None:
    rules = profile(name)
    result = score_game(rules, NumberSets(rules), racks_worth(1, 5, 10, 15), cause="last-lap")
    assert sum(score.points for score in result.scores) == total == expected_sum(rules, result)
    assert is_sum_right(rules, result)


@pytest.mark.rule("M3")
def test_a_game_that_nobody_wins_adds_up_to_nothing() -> None:
    nothing = SeatScore((), 0, "none", 0, 0)
    result = Result("abandoned", (), (nothing, nothing))
    assert expected_sum(profile("cs"), result) == 0
    assert is_sum_right(profile("cs"), result)


@pytest.mark.rule("M3", "R-9")
def test_a_dropped_remainder_is_part_of_the_expected_sum() -> None:
    rules = profile("cs")
    result = score_game(rules, NumberSets(rules), racks_worth(3, 3, 10, 15), cause="all-passed")
    assert [score.points for score in result.scores] == [12, 12, -10, -15]
    assert expected_sum(rules, result) == -1
    assert is_sum_right(rules, result)


@pytest.mark.rule("M3")
def test_a_wrong_sum_is_noticed() -> None:
    scores = tuple(SeatScore((), 0, "none", points, 0) for points in (10, -9))
    assert not is_sum_right(profile("pl"), Result("rack-empty", (Seat(0),), scores))


@pytest.mark.rule("E8")
def test_big_points_reach_the_sheet_only_where_the_rules_have_them() -> None:
    def line(name: str) -> GameLine:
        rules = profile(name)
        seats = [FinalSeat((), True, True, (), False), FinalSeat((TileId("r1a"),), True, True, (), False)]
        return line_of(score_game(rules, NumberSets(rules), seats, cause="rack-empty"), Seat(1))

    assert line("pl-tournament") == GameLine((1, -1), (Seat(0),), Seat(1), (1, 0))
    assert line("pl").big_points == ()
