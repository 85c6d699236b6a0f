"""The final as a stage of its own, rounds that somebody missed, and results that were corrected meanwhile."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.engine.tiles import Seat
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.facts import (
    Entrant,
    PlayersEntered,
    ResultConfirmed,
    ResultCorrected,
    RulingMade,
    Substituted,
    TournamentRenamed,
    Undone,
    Withdrawn,
)
from tilemeld.tournament.next_round import players_of
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.results.standings import game_scores, ruled_points, standings
from tilemeld.tournament.views.public import public_tournament
from tournament.examples import REFEREE, Tournament, player

RIGHT = Sheet((30, -10, -15, -5), (Seat(0),))
OTHER = Sheet((-30, 40, -5, -5), (Seat(1),))


class TestFinal:
    def test_it_has_its_own_length_and_time_and_a_second_table_for_the_next_four(self) -> None:
        tournament = Tournament(
            12, rounds=2, games=3, final="table", b_final=True, final_games=1, final_minutes=20
        )
        tournament.play(1)
        tournament.play(2)
        before = standings(tournament.state)
        tournament.publish(3)
        tables = tournament.state.rounds[3].seating.tables
        assert [set(table) for table in tables] == [
            {row.player for row in before[:4]},
            {row.player for row in before[4:8]},
        ]
        assert tournament.state.rounds[3].clock.total_ms == 20 * 60_000
        assert tournament.state.rounds[2].clock.total_ms == 90 * 60_000
        assert tournament.state.rounds[3].missing(tournament.state.format) == ((1, 1), (2, 1))
        for fact in tournament.results(3):
            if fact.game == 1:
                tournament.do(fact)
        rows = standings(tournament.state)
        assert [row.stage for row in rows] == [3] * 4 + [2] * 4 + [1] * 4
        totals = {row.player: row.total for row in before}
        assert all(row.preliminary == totals[row.player] for row in rows[:8])
        assert all(row.preliminary is None for row in rows[8:])
        shown = public_tournament(tournament.state, {}).standings
        assert shown[0].preliminary is not None
        assert shown[0].games == 1

    def test_without_enough_players_there_is_one_table(self) -> None:
        tournament = Tournament(6, rounds=1, games=1, final="table", b_final=True)
        tournament.play(1)
        assert len(players_of(tournament.state, 2)) == 4

    @pytest.mark.parametrize("wrong", [{"final_games": 0}, {"final_minutes": 601}, {"missed_points": 10_000}])
    def test_a_format_that_cannot_be_is_refused(self, wrong: dict[str, int]) -> None:
        with pytest.raises(TournamentError, match="cannot be"):
            Tournament(4, final="table", **wrong)


class TestMissedRounds:
    def late(self, **chosen: object) -> Tournament:
        """Nine play two rounds, one of nine sits out each; P10 comes for the second."""
        tournament = Tournament(9, rounds=2, games=1, smallest=4, **chosen)
        tournament.play(1)
        tournament.do(PlayersEntered((Entrant("P10", 1),)))
        return tournament

    def test_who_has_not_played_stands_below_everybody_who_has(self) -> None:
        rows = standings(self.late().state)
        assert [bool(row.games) for row in rows] == [True] * 8 + [False] * 2
        assert rows[7].before_next is None, "a game that was not played does not stop it"

    def test_a_fixed_number_of_points_is_added_for_each(self) -> None:
        tournament = self.late(missed="fixed", missed_points=-20)
        tournament.play(2)
        for row in standings(tournament.state):
            assert row.missed_points == -20 * row.missed
            scored = sum((game.points for game in game_scores(tournament.state, row.player)), Fraction(0))
            assert row.total == scored + row.missed_points
        assert {row.player: row.missed for row in standings(tournament.state)}["P10"] >= 1

    def test_the_average_is_of_the_rounds_that_were_played(self) -> None:
        tournament = self.late(missed="average")
        tournament.play(2)
        for row in standings(tournament.state):
            games = game_scores(tournament.state, row.player)
            scored = sum((game.points for game in games), Fraction(0))
            if games:
                assert row.missed_points == scored * row.missed / len({game.round for game in games})

    def test_rounds_after_somebody_left_are_not_missed(self) -> None:
        tournament = Tournament(8, rounds=2, games=1, missed="fixed", missed_points=5)
        tournament.play(1)
        tournament.do(Withdrawn("P1"))
        tournament.play(2)
        assert {row.player: row.missed for row in standings(tournament.state)}["P1"] == 0


class TestCorrections:
    def test_two_at_once_are_a_conflict_that_names_what_counts_now(self) -> None:
        tournament = Tournament(4, rounds=1, games=1)
        tournament.publish(1)
        first = tournament.do(tournament.results(1)[0])
        tournament.do(ResultCorrected(1, 1, 1, RIGHT, seen=first.number), REFEREE, "mistyped")
        with pytest.raises(TournamentError, match=r"\+30, −10, −15, −5") as caught:
            tournament.do(ResultCorrected(1, 1, 1, OTHER, seen=first.number), why="mistyped, too")
        assert caught.value.code == "result/changed"
        assert tournament.state.rounds[1].results[1, 1].sheet == RIGHT

    def test_nobody_confirms_what_they_have_not_seen(self) -> None:
        tournament = Tournament(4, rounds=1, games=1)
        tournament.publish(1)
        seated = tournament.state.rounds[1].seating.tables[0]
        one, other = (player(int(each[1:])) for each in seated[:2])
        fact = tournament.results(1)[0]
        entered = tournament.do(fact, one)
        tournament.do(Undone(entered.number), why="mistyped")
        again = tournament.do(fact, one)
        with pytest.raises(TournamentError, match="meanwhile"):
            tournament.do(ResultConfirmed(1, 1, 1, other.who, seen=entered.number), other)
        tournament.do(ResultConfirmed(1, 1, 1, other.who, seen=again.number), other)

    def test_a_correction_in_between_can_be_undone(self) -> None:
        tournament = Tournament(4, rounds=1, games=1)
        tournament.publish(1)
        first = tournament.do(tournament.results(1)[0])
        second = tournament.do(ResultCorrected(1, 1, 1, RIGHT, seen=first.number), why="mistyped")
        tournament.do(ResultCorrected(1, 1, 1, OTHER, seen=second.number), why="mistyped, too")
        tournament.do(Undone(second.number), why="it was not")
        assert tournament.state.rounds[1].results[1, 1].sheet == OTHER


def test_the_director_gives_the_tournament_another_name() -> None:
    tournament = Tournament(4)
    tournament.do(TournamentRenamed("Autumn Cup"))
    assert tournament.state.name == "Autumn Cup"
    with pytest.raises(TournamentError, match="name"):
        tournament.do(TournamentRenamed(" "))
    with pytest.raises(TournamentError, match="may not"):
        tournament.do(TournamentRenamed("Mine"), REFEREE)


@given(
    players=st.integers(5, 14),
    missed=st.sampled_from(["nothing", "average", "fixed"]),
    substitutes=st.lists(st.integers(1, 5), max_size=3),
    ruled=st.lists(st.tuples(st.integers(1, 5), st.integers(-50, 50)), max_size=3),
    seed=st.text("abc", max_size=3),
)
def test_games_rulings_and_missed_rounds_make_the_total_whoever_sat_there(
    players: int,
    missed: str,
    substitutes: list[int],
    ruled: list[tuple[int, int]],
    seed: str,
) -> None:
    tournament = Tournament(players, rounds=2, games=1, missed=missed, missed_points=-7)
    tournament.publish(1)
    for fact in tournament.results(1, seed=seed):
        tournament.do(fact)
    for at, number in enumerate(substitutes, start=1):
        tournament.do(Substituted(f"P{number}", f"S{at}"))
    for number, points in ruled:
        table = tournament.state.rounds[1].table_of(f"P{number}")
        if table is not None and points:
            tournament.do(RulingMade(1, table, "points", f"P{number}", points), REFEREE, "x")
    tournament.play(2)
    rows = standings(tournament.state)
    for row in rows:
        games = sum((game.points for game in game_scores(tournament.state, row.player)), Fraction(0))
        rulings = sum(each.points for each in ruled_points(tournament.state, row.player))
        assert row.total == games + rulings + row.missed_points
        assert row.card == tournament.state.players[row.player].card
        assert row.games == len(game_scores(tournament.state, row.player))
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    played = [bool(row.games) for row in rows]
    assert played == sorted(played, reverse=True)
