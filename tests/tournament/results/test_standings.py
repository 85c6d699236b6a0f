"""Standings and sheets: sums checked at entry, ranking by rules and director, every place explained.

Proves `tournament/players.py`, `tournament/result_sheet.py`.
"""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.simulate import play_random_game
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import active
from tilemeld.tournament.log.facts import (
    ConductReported,
    Excluded,
    ResultCorrected,
    ResultEntered,
    RulingMade,
    SeatingDrawn,
    SeatingPublished,
    Substituted,
    WarningGiven,
)
from tilemeld.tournament.log.state import fold
from tilemeld.tournament.next_round import plan_day
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.result_sheet import Sheet, problems_of, sheet_of
from tilemeld.tournament.results.standings import (
    WORDS,
    format_points,
    game_scores,
    places,
    ruled_points,
    standings,
)
from tilemeld.tournament.views.public import PublicSitter, public_tournament
from tournament.examples import DIRECTOR, REFEREE, Tournament

SAID = json.loads((Path(__file__).parents[3] / "words/en/hall.json").read_text(encoding="utf-8"))


def sheet(*points: int, won: tuple[int, ...] = (0,), ended: str = "rack-empty") -> Sheet:
    return Sheet(points, tuple(map(Seat, won)), ended)  # type: ignore[arg-type]  # one of the endings


def value(shown: str) -> list[int]:
    """Read what was compared: a number, or two for a direct meeting."""
    return [int(part) for part in shown.split(" / ")]


def codes(given: Sheet, name: str = "pl-tournament", seats: int = 4) -> list[str]:
    return [problem.code for problem in problems_of(given, profile(name), seats=seats, table=1)]


class TestSums:
    @pytest.mark.rule("M3")
    @pytest.mark.parametrize(
        ("given", "name", "found"),
        [
            (sheet(30, -10, -15, -5), "pl-tournament", []),
            (sheet(31, -10, -15, -5), "pl-tournament", ["result/sum"]),
            (sheet(30, 10, -15, -25), "pl-tournament", ["result/positive"]),
            (sheet(27, -4, -9, -14, ended="lowest-rack"), "pl-tournament", []),
            (sheet(30, -5, -10, -15, ended="lowest-rack"), "cs", []),
            (sheet(29, -5, -10, -15, ended="lowest-rack"), "cs", ["result/sum"]),
            (sheet(29, -5, -10, -15, ended="lowest-rack"), "pl", []),
            (sheet(31, -5, -10, -15, ended="lowest-rack"), "pl", ["result/sum"]),
            (sheet(9, 9, -10, -15, won=(0, 1), ended="lowest-rack"), "pl", []),
            (sheet(9, 8, -10, -15, won=(0, 1), ended="lowest-rack"), "pl", ["result/equal-share"]),
            (sheet(12, 12, -10, -15, won=(0, 1), ended="lowest-rack"), "cs", []),
            (sheet(13, 12, -10, -15, won=(0, 1), ended="lowest-rack"), "cs", ["result/share"]),
            (sheet(0, 0, 0, 0, won=(), ended="abandoned"), "pl", []),
        ],
    )
    def test_the_sums_are_checked_at_entry(self, given: Sheet, name: str, found: list[str]) -> None:
        assert codes(given, name) == found

    @pytest.mark.parametrize(
        ("given", "found"),
        [
            (sheet(1, -1, 0), ["result/count"]),
            (sheet(10_000, -10_000, 0, 0), ["result/too-large"]),
            (sheet(30, -10, -15, -5, won=()), ["result/no-winner"]),
            (sheet(30, -10, -15, -5, won=(0, 0), ended="lowest-rack"), ["result/winner-seat"]),
            (sheet(30, -10, -15, -5, won=(4,)), ["result/winner-seat"]),
            (sheet(10, 10, -15, -5, won=(0, 1)), ["result/one-winner"]),
            (sheet(30, -10, -15, -5, ended="abandoned"), ["result/winner-abandoned"]),
        ],
    )
    def test_what_cannot_be_a_result_is_refused(self, given: Sheet, found: list[str]) -> None:
        assert codes(given) == found

    def test_counted_racks_have_to_give_the_scores(self) -> None:
        racks = (0, 10, 15, 5)
        assert codes(Sheet((30, -10, -15, -5), (Seat(0),), "rack-empty", racks)) == []
        assert codes(Sheet((30, -15, -10, -5), (Seat(0),), "rack-empty", racks)) == ["result/racks"] * 2
        assert codes(Sheet((215, -200, -10, -5), (Seat(0),), "rack-empty", (0, 44, 10, 5))) == []
        assert codes(Sheet((27, -4, -9, -14), (Seat(0),), "lowest-rack", (1, 5, 10, 15))) == []
        assert codes(Sheet((1, -1), (Seat(0),), "rack-empty", (0, 1, 2))) == ["result/count"]

    @pytest.mark.rule("E6", "R-9")
    @pytest.mark.parametrize(
        ("given", "name", "found"),
        [
            (Sheet((29, -5, -10, -15), (Seat(0),), "lowest-rack", (1, 5, 10, 15)), "pl", []),
            (Sheet((30, -5, -10, -15), (Seat(0),), "lowest-rack", (1, 5, 10, 15)), "pl", ["result/racks"]),
            (Sheet((30, -5, -10, -15), (Seat(0),), "lowest-rack", (1, 5, 10, 15)), "cs", []),
            (Sheet((29, -5, -10, -15), (Seat(0),), "lowest-rack", (1, 5, 10, 15)), "cs", ["result/racks"]),
            (
                Sheet((-5, 29, -10, -15), (Seat(1),), "lowest-rack", (1, 5, 10, 15)),
                "pl",
                ["result/rack-winner"],
            ),
            (Sheet((12, -3, -9, 0), (Seat(0),), "lowest-rack", (3, 3, 9, 0)), "pl", ["result/rack-winner"]),
            (Sheet((9, 9, -10, -15), (Seat(0), Seat(1)), "lowest-rack", (3, 3, 10, 15)), "pl", []),
            (
                Sheet((12, 9, -10, -15), (Seat(0), Seat(1)), "lowest-rack", (3, 3, 10, 15)),
                "pl",
                ["result/racks"],
            ),
            (Sheet((30, -10, -15, -5), (Seat(0),), "rack-empty", (0, 10, 15, 5)), "pl", []),
            (
                Sheet((-10, 30, -15, -5), (Seat(1),), "rack-empty", (0, 10, 15, 5)),
                "pl",
                ["result/rack-winner"],
            ),
            (
                Sheet((30, -10, -15, -5), (Seat(0),), "rack-empty", (2, 10, 15, 5)),
                "pl",
                ["result/no-empty-rack"],
            ),
            (Sheet((31, -10, -15, -5), (Seat(0),), "rack-empty", (0, 10, 15, 5)), "pl", ["result/racks"]),
            (
                Sheet((30, -10, -15, -5), (Seat(0),), "rack-empty", (0, 10, 15, -5)),
                "pl",
                ["result/rack-value"],
            ),
        ],
    )
    def test_counted_racks_say_who_won_and_what_the_winner_scores(
        self, given: Sheet, name: str, found: list[str]
    ) -> None:
        assert codes(given, name) == found

    def test_a_wrong_score_of_the_winner_is_answered_with_the_right_one(self) -> None:
        given = Sheet((30, -5, -10, -15), (Seat(0),), "lowest-rack", (1, 5, 10, 15))
        (problem,) = problems_of(given, profile("pl"), seats=4, table=1)
        assert problem.params == {"seat": "A", "expected": 29, "points": 30}

    def test_word_games_are_not_zero_sum(self) -> None:
        rules = profile("pl-word")
        for ended in ("lowest-rack", "rack-empty"):  # W15: equal points share the win, whoever laid all
            right = Sheet((40, 31, 22, 40), (Seat(0), Seat(3)), ended)
            assert problems_of(right, rules, seats=4, table=1) == []
        wrong = Sheet((40, 31, 22, 40), (Seat(0),), "lowest-rack")
        assert [each.code for each in problems_of(wrong, rules, seats=4, table=1)] == ["result/most-points"]

    @pytest.mark.rule("M3")
    @pytest.mark.parametrize("name", ["pl-tournament", "pl", "cs", "uk"])
    def test_every_game_played_here_passes_the_check(self, name: str) -> None:
        for number in range(4):
            game, _ = play_random_game(profile(name), 4, f"sheet/{number}")
            assert game.state.result is not None
            assert codes(sheet_of(game.state.result, "g"), name) == []

    @pytest.mark.rule("E8")
    def test_a_win_is_one_big_point_and_a_shared_win_one_each(self) -> None:
        rules = profile("pl-tournament")
        assert sheet(30, -10, -15, -5).big_points(rules) == (1, 0, 0, 0)
        assert sheet(12, 12, -10, -15, won=(0, 1), ended="lowest-rack").big_points(rules) == (1, 1, 0, 0)
        assert sheet(30, -10, -15, -5).big_points(profile("pl")) == (0, 0, 0, 0)


def at_one_table(*sheets: Sheet, **chosen: object) -> Tournament:
    tournament = Tournament(4, rounds=1, games=len(sheets), **chosen)
    tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"),)))
    tournament.do(SeatingPublished(1))
    for game, each in enumerate(sheets, start=1):
        tournament.do(ResultEntered(1, 1, game, each))
    return tournament


def order(tournament: Tournament) -> list[tuple[int, str]]:
    return [(row.place, row.player) for row in standings(tournament.state)]


class TestRanking:
    @pytest.mark.rule("M2")
    def test_book_b_counts_big_points_then_small_ones(self) -> None:
        tournament = at_one_table(
            sheet(10, -1, -4, -5), sheet(-90, 100, -5, -5, won=(1,)), sheet(10, -1, -4, -5)
        )
        assert order(tournament) == [(1, "P1"), (2, "P2"), (3, "P3"), (4, "P4")]
        first, second, third, _ = standings(tournament.state)
        assert (first.big_points, int(first.total)) == (2, -70)
        assert str(first.before_next) == "big points: 2 against 1"
        assert str(second.before_next) == "big points: 1 against 0"
        assert str(third.before_next) == "points: -13 against -15"

    @pytest.mark.rule("M2")
    def test_book_e_counts_games_won_first_and_book_d_the_total(self) -> None:
        sheets = (sheet(10, -1, -4, -5), sheet(-90, 100, -5, -5, won=(1,)), sheet(10, -1, -4, -5))
        assert order(at_one_table(*sheets, rules=profile("uk")))[0] == (1, "P1")
        assert order(at_one_table(*sheets, rules=profile("cs")))[0] == (1, "P2")

    def test_who_cannot_be_told_apart_shares_a_place(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2))
        assert order(tournament) == [(1, "P1"), (2, "P4"), (3, "P2"), (3, "P3")]
        assert standings(tournament.state)[3].before_next is None

    @pytest.mark.parametrize(
        ("criterion", "shared"),
        [("best-game", False), ("fewest-penalties", False), ("opponents", True), ("last-round", True)],
    )
    def test_the_director_chooses_what_decides_between_equals(self, criterion: str, shared: bool) -> None:
        tournament = at_one_table(
            sheet(10, 0, -5, -5),
            sheet(-5, 10, 0, -5, won=(1,)),
            sheet(-5, 5, 0, 0, won=(1,)),
            sheet(15, 0, -10, -5),
            rules=profile("cs"),
            tie_breaks=(criterion,),
        )
        tournament.do(RulingMade(1, 1, "penalty-tiles", "P2", 3), REFEREE, "touched the bank")
        one, other = standings(tournament.state)[:2]
        assert (int(one.total), int(other.total)) == (15, 15)
        assert one.player == "P1"
        assert (one.place == other.place) == shared
        assert one.before_next is not None
        assert shared or one.before_next.criterion == criterion

    def test_the_direct_meeting_decides_where_all_have_met(self) -> None:
        tournament = Tournament(8, rounds=1, games=2, rules=profile("cs"), tie_breaks=("direct",))
        tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"), ("P5", "P6", "P7", "P8"))))
        tournament.do(SeatingPublished(1))
        tournament.do(ResultEntered(1, 1, 1, sheet(20, -10, -5, -5)))
        tournament.do(ResultEntered(1, 1, 2, sheet(-20, 40, -10, -10, won=(1,))))
        tournament.do(ResultEntered(1, 2, 1, sheet(20, -10, -5, -5)))
        tournament.do(ResultEntered(1, 2, 2, sheet(-20, 40, -10, -10, won=(1,))))
        rows = {row.player: row.place for row in standings(tournament.state)}
        assert rows["P2"] == rows["P6"] == 1, "they never met"
        assert rows["P3"] == rows["P4"] == rows["P7"] == rows["P8"]

    def test_penalty_points_count_and_are_shown(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2))
        tournament.do(RulingMade(1, 1, "points", "P1", -20), REFEREE, "phone at the table")
        row = next(row for row in standings(tournament.state) if row.player == "P1")
        assert (int(row.total), row.ruled_points, row.penalties) == (-10, -20, 1)
        assert row.lines == ("big points 1", "points -10", "wins 1 of 1", "best game 10", "penalties 1")

    def test_points_given_by_a_ruling_are_not_a_penalty(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2))
        tournament.do(RulingMade(1, 1, "points", "P2", 20), REFEREE, "the table was disturbed")
        row = next(row for row in standings(tournament.state) if row.player == "P2")
        assert (int(row.total), row.ruled_points, row.penalties) == (16, 20, 0)

    def test_games_and_rulings_that_count_add_up_to_the_total(self) -> None:
        tournament = Tournament(8, rounds=2, games=1, final="table")
        tournament.play(1)
        tournament.do(
            RulingMade(1, 1, "points", tournament.state.rounds[1].seating.tables[0][0], 20), why="x"
        )
        tournament.play(2)
        for number in (2, 3):
            if number == 3:
                tournament.play(3)
                seated = tournament.state.rounds[3].seating.tables[0]
                tournament.do(RulingMade(3, 1, "points", seated[1], -7), why="late")
            for row in standings(tournament.state):
                games = game_scores(tournament.state, row.player)
                rulings = ruled_points(tournament.state, row.player)
                ruled = sum(ruling.points for ruling in rulings if ruling.counts)
                assert row.total == ruled + sum(game.points for game in games if game.counts)
                assert row.games == sum(game.counts for game in games)
        assert any(not game.counts for game in game_scores(tournament.state, seated[0]))

    def test_small_points_at_tables_of_three_can_be_equalised(self) -> None:
        for equalise, expected in (("none", Fraction(20)), ("four-thirds", Fraction(80, 3))):
            tournament = Tournament(7, rounds=1, games=1, equalise=equalise)
            tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"), ("P5", "P6", "P7"))))
            tournament.do(SeatingPublished(1))
            tournament.do(ResultEntered(1, 2, 1, sheet(20, -10, -10)))
            assert game_scores(tournament.state, "P5")[0].points == expected
            assert game_scores(tournament.state, "P5")[0].written == 20
        assert format_points(Fraction(80, 3)) == "26⅔"

    def test_where_all_play_at_three_nothing_is_equalised(self) -> None:
        tournament = Tournament(6, rounds=1, games=1, equalise="four-thirds")
        tournament.do(SeatingDrawn(1, (("P1", "P2", "P3"), ("P4", "P5", "P6"))))
        tournament.do(SeatingPublished(1))
        tournament.do(ResultEntered(1, 1, 1, sheet(20, -10, -10)))
        assert game_scores(tournament.state, "P1")[0].points == 20

    def test_before_any_result_ratings_give_the_places(self) -> None:
        assert places(Tournament(4).state) == {"P1": 1, "P2": 2, "P3": 3, "P4": 4}

    def test_every_criterion_has_its_words(self) -> None:
        assert all(WORDS.values())
        assert format_points(Fraction(7, 2)) == "3 1/2"


@given(seed=st.integers(0, 10_000))
@settings(max_examples=12)
def test_standings_do_not_depend_on_the_order_of_entry(seed: int) -> None:
    tournament = Tournament(8, rounds=1, games=2)
    tournament.publish(1)
    facts = tournament.results(1, seed=str(seed))
    tables = []
    for shuffled in (False, True):
        log = list(tournament.log)
        if shuffled:
            Random(seed).shuffle(facts)
        for fact in facts:
            log.append(decide(log, fact, by=DIRECTOR, at=0))
        state = fold(active(log))
        assert state is not None
        tables.append(standings(state))
    assert tables[0] == tables[1]


def test_every_place_is_explained() -> None:
    tournament = Tournament(16, rounds=2, games=2)
    for number in (1, 2):
        tournament.play(number)
    rows = standings(tournament.state)
    for one, other in pairwise(rows):
        if one.place == other.place:
            assert (one.before_next is None) == (other.before_next is None)
        else:
            assert one.before_next is not None
            mine, theirs = value(one.before_next.mine), value(one.before_next.theirs)
            assert mine < theirs if one.before_next.criterion == "fewest-penalties" else mine > theirs


def test_only_the_final_decides_among_those_who_play_it() -> None:
    """Neither points taken away before nor earlier meetings count at the final table."""
    tournament = Tournament(4, rounds=1, games=1, final="table", tie_breaks=("direct",))
    tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"),), ()))
    tournament.do(SeatingPublished(1))
    tournament.do(ResultEntered(1, 1, 1, sheet(12, -4, -4, -4)))
    tournament.do(RulingMade(1, 1, "points", "P3", -50), REFEREE, "hid a joker")
    tournament.do(SeatingDrawn(2, (("P1", "P2", "P3", "P4"),), ()))
    tournament.do(SeatingPublished(2))
    tournament.do(ResultEntered(2, 1, 1, sheet(-5, -5, 15, -5, won=(2,))))
    assert order(tournament) == [(1, "P3"), (2, "P1"), (2, "P2"), (2, "P4")]
    tournament.do(RulingMade(2, 1, "points", "P3", -50), REFEREE, "again")
    assert standings(tournament.state)[0].total == -35, "what happens in the final counts in it"


def test_a_correction_changes_the_standings() -> None:
    tournament = at_one_table(sheet(10, -4, -4, -2))
    tournament.do(ResultCorrected(1, 1, 1, sheet(-4, 10, -4, -2, won=(1,))), REFEREE, "seats mixed up")
    assert order(tournament)[0] == (1, "P2")


CARDS = {
    "P1": NewPlayer("Ala Nowak", "Kot"),
    "P2": NewPlayer("Ola Lis", club="Kraków"),
    "S1": NewPlayer("Jan Bo"),
}


class TestPublic:
    @pytest.mark.rule("M6")
    def test_conduct_is_never_public_and_names_are_as_chosen(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2))
        tournament.do(ConductReported("P2"), REFEREE, "SECRET report")
        tournament.do(WarningGiven("P2"), REFEREE, "SECRET warning")
        tournament.do(RulingMade(1, 1, "points", "P2", -5), REFEREE, "SECRET ruling")
        text = repr(public_tournament(tournament.state, CARDS))
        assert "Kot" in text
        assert "Nowak" not in text
        assert "Ola Lis" in text
        assert "Kraków" in text
        for hidden in ("SECRET", "remi", "dora", "warning", "penalt"):
            assert hidden not in text

    def test_the_public_sees_tables_seats_and_points(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2), sheet(10, -4, -4, -2))
        tournament.do(Substituted("P1", "S1"))
        shown = public_tournament(tournament.state, CARDS)
        (now,) = shown.rounds
        assert [seat.seat for seat in now.tables[0].seats] == list("ABCD")
        assert now.tables[0].seats[0].points == (10, 10)
        assert now.tables[0].seats[0].name == "Kot", "the substitute plays from the next round on"
        assert now.tables[0].seats[2].name == "P3", "a name that was erased is a number"
        assert shown.standings[0].place == 1

    def test_a_line_with_a_substitute_names_both_and_each_round_who_sat_there(self) -> None:
        tournament = Tournament(4, rounds=2, games=1)
        tournament.play(1)
        tournament.do(Substituted("P1", "S1"))
        tournament.play(2)
        shown = public_tournament(tournament.state, CARDS)
        line = next(row for row in shown.standings if row.player == "P1")
        assert (line.name, line.before) == ("Jan Bo", (PublicSitter("Kot", 1, 1),))
        seats = [
            seat.name
            for now in shown.rounds
            for table in now.tables
            for seat in table.seats
            if seat.player == "P1"
        ]
        assert seats == ["Kot", "Jan Bo"]

    def test_the_public_sees_who_sits_where_in_the_rounds_announced_in_advance(self) -> None:
        tournament = Tournament(5, rounds=2)
        tournament.do(plan_day(tournament.state))
        announced = public_tournament(tournament.state, CARDS).plan
        assert [each.round for each in announced] == [1, 2]
        planned = tournament.state.plan[1]
        (table,) = announced[0].tables
        assert tuple(seat.player for seat in table.seats) == planned.tables[0]
        assert [(table.table, seat.seat, seat.points) for seat in table.seats] == [
            (1, letter, ()) for letter in "ABCD"
        ]
        names = {seat.player: seat.name for each in announced for seat in each.tables[0].seats}
        assert (names["P1"], names["P2"], names["P3"]) == ("Kot", "Ola Lis", "P3")
        assert [len(each.byes) for each in announced] == [1, 1]
        tournament.play(1)
        assert [each.round for each in public_tournament(tournament.state, CARDS).plan] == [2]

    def test_why_one_stands_before_another_does_not_tell_of_penalties(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2), tie_breaks=("fewest-penalties",))
        tournament.do(RulingMade(1, 1, "penalty-tiles", "P2", 3), REFEREE, "x")
        assert public_tournament(tournament.state, CARDS).standings[2].before_next is None


class TestConduct:
    @pytest.mark.rule("M6")
    def test_a_player_may_be_excluded_after_a_warning(self) -> None:
        tournament = Tournament(4)
        tournament.do(ConductReported("P1"), REFEREE, "shouts")
        assert not tournament.state.players["P1"].may_be_excluded
        tournament.do(WarningGiven("P1"), REFEREE, "shouts")
        known = tournament.state.players["P1"]
        assert (known.reports, known.warnings, known.may_be_excluded) == (1, 1, True)
        assert [entry.why for entry in tournament.state.conduct] == ["shouts", "shouts"]
        tournament.do(Excluded("P1"), DIRECTOR, "again")
        known = tournament.state.players["P1"]
        assert (known.status, known.may_be_excluded) == ("excluded", False)

    @pytest.mark.rule("T9")
    @pytest.mark.parametrize(
        ("name", "where"),
        [
            ("pl", "bank"),
            ("pl-xp", "bank"),
            ("pl-tournament", "player"),
            ("cs", "bank-mixed"),
            ("uk", "bank"),
        ],
    )
    def test_a_table_that_nobody_can_restore_is_settled_as_its_book_says(self, name: str, where: str) -> None:
        assert profile(name).settlement == where
        assert f"hall.settle.{where}" in SAID

    @pytest.mark.rule("T9", "M8")
    def test_a_ukrainian_house_game_with_big_points_keeps_ukrainian_manners(self) -> None:
        house = profile("uk").override({"big_points": True, "timeout_salvage": "penalised"})
        assert (house.settlement, house.table_manners) == ("bank", ("call",))
        wins = profile("pl").override({"match_ranking": ("wins",)})
        assert wins.table_manners == ()

    @pytest.mark.rule("T9", "M5")
    def test_settling_a_table_is_a_ruling(self) -> None:
        tournament = at_one_table(sheet(10, -4, -4, -2))
        tournament.do(RulingMade(1, 1, "restore-table", "P2"), REFEREE, "the player took four tiles")
        assert tournament.state.rulings[0].why == "the player took four tiles"

    @pytest.mark.rule("M8", "M7", "M4")
    def test_the_page_of_a_real_table_says_what_holds_there_only(self) -> None:
        text = " ".join(SAID[f"hall.real.{manner}"] for manner in profile("pl-tournament").table_manners)
        for part in (
            "a tile’s width",
            "half a tile’s height",
            "Już",
            "Wyłożę się w następnej rundzie",
            "1.5 m",
        ):
            assert part in text
        assert "take the tile first" in text.lower()
        assert "have to answer" in text
        assert "say nothing that could help" in text
        assert profile("uk").table_manners == ("call",)
        assert "Руммікуб" in SAID["hall.real.call"]
        assert profile("cs").table_manners == ()
