"""The log of a tournament: every fact is signed, sealed, checked, and can be undone.

Proves `tournament/errors.py`, `tournament/format.py`, `tournament/next_round.py`,
`tournament/log/entries.py`, `tournament/log/facts.py`, `tournament/log/permissions.py`,
`tournament/log/state.py`, `tournament/wishes.py`.
"""

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.tournament.errors import CODES, TournamentError
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import (
    Entry,
    Signature,
    active,
    first_broken,
    format_entry,
    parse_entry,
    sealed,
)
from tilemeld.tournament.log.facts import (
    FACTS,
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ClockPaused,
    ClockStarted,
    ConductReported,
    DayPlanned,
    Entrant,
    Excluded,
    FormatChanged,
    GameSkipped,
    PlayersEntered,
    RackSeen,
    RatingChanged,
    RefereeCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    Returned,
    RoleGiven,
    RulingKind,
    RulingMade,
    SeatingDrawn,
    SeatingPublished,
    SeatsSwapped,
    Substituted,
    TableOpened,
    TimeAdded,
    TimeEnded,
    TournamentEnded,
    TournamentOpened,
    Undone,
    WarningGiven,
    WishesStated,
    Withdrawn,
)
from tilemeld.tournament.log.permissions import MAY
from tilemeld.tournament.log.state import fold
from tilemeld.tournament.next_round import plan_day, players_of, proposal_cost, propose_round
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.results.standings import places, standings
from tilemeld.tournament.seating.seating import schedule_cost
from tilemeld.tournament.wishes import Wishes
from tournament.examples import DIRECTOR, HEAD, REFEREE, SERVER, Tournament, player

RIGHT = Sheet((30, -10, -15, -5), (Seat(0),))


def as_player(name: str) -> Signature:
    return Signature("player", name)


def refused(tournament: Tournament, fact: object, *, by: object = DIRECTOR, why: str = "") -> str:
    before = list(tournament.log)
    with pytest.raises(TournamentError) as caught:
        tournament.do(fact, by, why)  # type: ignore[arg-type]  # given by the test
    assert tournament.log == before
    assert caught.value.code in CODES
    return caught.value.code


def test_an_entry_says_who_when_what_and_why_and_is_sealed() -> None:
    tournament = Tournament(4)
    entry = tournament.do(WarningGiven("P1"), REFEREE, "talks to others about their racks")
    assert (entry.by, entry.why) == (REFEREE, "talks to others about their racks")
    assert entry.at == tournament.now
    assert first_broken(tournament.log) is None
    tournament.log[1] = replace(tournament.log[1], why="another reason")
    assert first_broken(tournament.log) == 2


def test_an_entry_is_the_same_after_writing_and_reading() -> None:
    tournament = Tournament(8)
    tournament.play(1)
    tournament.do(
        RulingMade(1, 1, "penalty-tiles", tournament.state.rounds[1].seating.tables[0][0], 3), REFEREE, "late"
    )
    for entry in tournament.log:
        assert parse_entry(format_entry(entry)) == entry


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"number":1}', '{"fact":{"type":"nonsense"}}', "\x00"])
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_entry(text)


def test_every_fact_says_who_may_write_it_and_has_a_name() -> None:
    assert set(MAY) == set(FACTS.values())
    assert to_json(Undone(3)) == {"type": "undone", "entry": 3}
    entry = Entry(number=1, at=0, by=DIRECTOR, fact=Undone(3))
    kinds: list[Json] = ["nothing", None, [], {}, "confirm"]
    for fact in ({"type": "undone", "entry": "x"}, *({"type": kind, "entry": 3} for kind in kinds)):
        with pytest.raises(RecordError, match=r"\$\.fact\.(type|entry): expected"):
            parse_entry(format_entry(entry).replace('{"type":"undone","entry":3}', json.dumps(fact)))


class TestUndo:
    def test_any_fact_can_be_undone_and_done_again(self) -> None:
        tournament = Tournament(8)
        entry = tournament.do(CheckedIn("P1"))
        undo = tournament.do(Undone(entry.number), why="was somebody else")
        assert not tournament.state.players["P1"].checked_in
        tournament.do(Undone(undo.number), why="was P1 after all")
        assert tournament.state.players["P1"].checked_in
        assert len(tournament.log) == 5, "nothing leaves the log"

    def test_what_others_rest_on_is_undone_after_them(self) -> None:
        tournament = Tournament(8)
        tournament.publish(1)
        published = tournament.log[-1].number
        result = tournament.do(tournament.results(1)[0])
        with pytest.raises(TournamentError, match="depends on it") as caught:
            tournament.do(Undone(published), why="wrong tables")
        assert caught.value.code == "tournament/needed-by"
        assert caught.value.params["by"] == result.number
        tournament.do(Undone(result.number), why="wrong table")
        tournament.do(Undone(published), why="wrong tables")
        assert not tournament.state.rounds[1].published

    def test_what_does_not_fit_any_more_cannot_come_back(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        entry = tournament.do(ResultEntered(1, 1, 1, RIGHT))
        undo = tournament.do(Undone(entry.number), why="mistyped")
        tournament.do(ResultEntered(1, 1, 1, Sheet((-10, 30, -15, -5), (Seat(1),))))
        assert refused(tournament, Undone(undo.number), why="no") in (
            "tournament/needed-by",
            "tournament/cannot-return",
        )

    def test_there_has_to_be_something_to_undo(self) -> None:
        tournament = Tournament(4)
        for number in (0, 1, 99):
            assert refused(tournament, Undone(number), why="?") == "tournament/nothing-to-undo"

    def test_a_referee_undoes_rulings_but_not_seatings(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        assert (
            refused(tournament, Undone(tournament.log[-1].number), by=REFEREE, why="?")
            == "tournament/not-yours"
        )
        ruling = tournament.do(RulingMade(1, 1, "other"), REFEREE, "new tiles")
        tournament.do(Undone(ruling.number), REFEREE, "not needed")
        assert tournament.state.rulings == ()

    @given(st.data())
    @settings(max_examples=15)
    def test_undoing_and_doing_again_leaves_the_state_as_it_was(self, data: st.DataObject) -> None:
        tournament = Tournament(8, rounds=2)
        tournament.play(1)
        tournament.do(CheckedIn("P3"))
        tournament.do(AllowanceGiven("P2", 20), REFEREE)
        before = tournament.state
        entry = data.draw(st.sampled_from(tournament.log[1:]))
        try:
            undo = tournament.do(Undone(entry.number), why="try")
        except TournamentError:
            assert refused(tournament, Undone(entry.number), why="try") == "tournament/needed-by"
        else:
            assert tournament.state != before
            tournament.do(Undone(undo.number), why="back")
        assert tournament.state == before


class TestPlayers:
    def test_late_entries_play_from_the_next_round_on(self) -> None:
        tournament = Tournament(8)
        tournament.play(1)
        tournament.do(PlayersEntered((Entrant("P9", 1), Entrant("P10", 2))))
        assert tournament.state.players["P9"].late
        tournament.publish(2)
        assert "P9" in tournament.state.rounds[2].seating.players
        assert sorted(map(len, tournament.state.rounds[2].seating.tables)) == [3, 3, 4]

    def test_who_withdraws_is_not_seated_but_keeps_what_was_played(self) -> None:
        tournament = Tournament(8)
        tournament.play(1)
        tournament.do(Withdrawn("P1"), player(1))
        tournament.publish(2)
        assert "P1" not in tournament.state.rounds[2].seating.players
        assert "P1" in {row.player for row in standings(tournament.state)}
        tournament.do(Returned("P1"), REFEREE)
        assert tournament.state.players["P1"].status == "in"
        assert refused(tournament, Returned("P1"), by=REFEREE) == "player/in"

    def test_a_substitute_plays_on_with_the_score(self) -> None:
        tournament = Tournament(4, rounds=2)
        tournament.publish(1)
        assert refused(tournament, Substituted("P1", "S1")) == "player/substituted"
        for fact in tournament.results(1):
            tournament.do(fact)
        tournament.do(Substituted("P1", "S1"))
        known = tournament.state.players["P1"]
        assert (known.card_in(1), known.card_in(2)) == ("P1", "S1")
        tournament.publish(2)
        assert "P1" in tournament.state.rounds[2].seating.players

    def test_a_substitute_comes_into_a_round_before_its_first_result(self) -> None:
        tournament = Tournament(8, rounds=2, games=1)
        tournament.publish(1)
        tournament.do(Substituted("P1", "S1", 1))
        assert tournament.state.players["P1"].card_in(1) == "S1"
        for fact in tournament.results(1):
            tournament.do(fact)
            table = tournament.state.rounds[1].table_of("P2")
            if fact.table == table and tournament.state.rounds[1].missing(tournament.state.format):
                break
        assert refused(tournament, Substituted("P2", "S2", 1)) == "player/substituted"
        assert refused(tournament, Substituted("P2", "S2", 3)) == "round/order"

    def test_who_has_left_is_replaced_and_warnings_stay_with_whoever_got_them(self) -> None:
        tournament = Tournament(8, rounds=2, games=1)
        tournament.do(WarningGiven("P1"), REFEREE, "shouts")
        tournament.do(Withdrawn("P1"))
        tournament.do(Substituted("P1", "S1"))
        known = tournament.state.players["P1"]
        assert (known.status, known.card, known.warnings, known.may_be_excluded) == ("in", "S1", 1, False)
        assert refused(tournament, Excluded("P1"), by=HEAD, why="shouts") == "conduct/no-warning"
        tournament.do(WarningGiven("P1"), REFEREE, "shouts, too")
        assert tournament.state.players["P1"].may_be_excluded

    @pytest.mark.rule("R-11")
    def test_who_leaves_in_the_middle_of_a_round_is_decided_by_the_head_referee(self) -> None:
        tournament = Tournament(8, rounds=2, games=1)
        tournament.do(Withdrawn("P8"), REFEREE)
        tournament.do(Returned("P8"), REFEREE)
        tournament.publish(1)
        assert refused(tournament, Withdrawn("P1"), by=REFEREE) == "tournament/not-yours"
        tournament.do(Withdrawn("P2"), player(2))
        tournament.do(Withdrawn("P1"), HEAD)
        for fact in tournament.results(1):
            tournament.do(fact)
        tournament.do(Withdrawn("P3"), REFEREE)

    def test_what_was_allowed_when_it_was_written_is_not_asked_again_when_something_is_undone(self) -> None:
        """Logs of earlier versions have exclusions by directors."""
        tournament = Tournament(8, rounds=2, games=1)
        tournament.do(WarningGiven("P1"), REFEREE, "shouts")
        checked = tournament.do(CheckedIn("P2"), REFEREE)
        before = tournament.log[-1].seal
        old = Entry(len(tournament.log) + 1, tournament.now, DIRECTOR, Excluded("P1"), "again")
        tournament.log.append(sealed(old, before))
        tournament.do(Undone(checked.number), REFEREE, "mistyped")
        assert tournament.state.players["P1"].status == "excluded"

    def test_once_somebody_checked_in_only_those_are_seated(self) -> None:
        tournament = Tournament(8)
        assert len(players_of(tournament.state, 1)) == 8
        for number in range(1, 8):
            tournament.do(CheckedIn(f"P{number}"), player(number))
        assert len(players_of(tournament.state, 1)) == 7

    def test_nobody_speaks_for_another_player(self) -> None:
        tournament = Tournament(4)
        assert refused(tournament, CheckedIn("P2"), by=player(1)) == "tournament/not-yours"
        assert refused(tournament, CheckedIn("P9"), by=player(9)) == "player/unknown"
        assert refused(tournament, Withdrawn("P2"), by=player(1)) == "tournament/not-yours"

    def test_a_number_is_given_once(self) -> None:
        tournament = Tournament(4)
        assert refused(tournament, PlayersEntered((Entrant("P1"),))) == "player/exists"
        assert refused(tournament, PlayersEntered((Entrant("X"), Entrant("X")))) == "player/exists"
        assert refused(tournament, PlayersEntered(())) == "players/none"

    @pytest.mark.rule("M9")
    def test_a_referee_gives_a_player_more_time(self) -> None:
        tournament = Tournament(4)
        tournament.do(AllowanceGiven("P1", 30), REFEREE, "plays her first tournament")
        assert tournament.state.players["P1"].allowance_seconds == 30
        assert refused(tournament, AllowanceGiven("P1", 601), by=REFEREE) == "ruling/count"
        assert refused(tournament, AllowanceGiven("P1", 20), by=player(1)) == "tournament/not-yours"


class TestWishes:
    def test_wishes_count_in_the_next_draw_and_in_the_cost_of_a_swap(self) -> None:
        tournament = Tournament(16, rounds=4)
        wishes = Wishes(never=(("P1", "P2"),), fixed=(("P3", 2),), apart_rounds=1, families=(("P4", "P5"),))
        tournament.do(WishesStated(wishes))
        clubs = {"P6": "Zorza", "P7": "zorza"}
        fact, cost = propose_round(tournament.state, 1, clubs=clubs)
        table_of = {player: at for at, table in enumerate(fact.tables, start=1) for player in table}
        assert table_of["P3"] == 2
        assert cost.total == 0
        for one, other in (("P1", "P2"), ("P4", "P5"), ("P6", "P7")):
            assert table_of[one] != table_of[other]
        tournament.do(fact)
        with_one = next(player for player in fact.tables[table_of["P6"] - 1] if player not in ("P6", "P3"))
        swapped = proposal_cost(tournament.state, 1, swap=("P7", with_one), clubs=clubs)
        assert swapped.apart == (("P6", "P7"),)

    @pytest.mark.parametrize(
        ("wishes", "code"),
        [
            (Wishes(never=(("P1", "P9"),)), "player/unknown"),
            (Wishes(never=(("P1", "P1"),)), "wishes/twice"),
            (Wishes(families=(("P1",),)), "wishes/twice"),
            (Wishes(fixed=(("P1", 1), ("P2", 1))), "wishes/table-taken"),
            (Wishes(fixed=(("P1", 1), ("P1", 2))), "wishes/two-tables"),
            (Wishes(fixed=(("P1", 0),)), "tournament/bad-format"),
            (Wishes(apart_rounds=41), "tournament/bad-format"),
            (Wishes(families=(("P1", "P2"),) * 401), "wishes/too-many"),
        ],
    )
    def test_wishes_that_make_no_sense_are_refused(self, wishes: Wishes, code: str) -> None:
        tournament = Tournament(8)
        assert refused(tournament, WishesStated(wishes)) == code
        assert refused(tournament, WishesStated(Wishes()), by=REFEREE) == "tournament/not-yours"


class TestPlan:
    def test_the_day_is_announced_in_advance_and_every_round_follows_it(self) -> None:
        tournament = Tournament(18, rounds=4)
        plan = plan_day(tournament.state)
        tournament.do(plan)
        assert [each.round for each in plan.rounds] == [1, 2, 3, 4]
        for each in plan.rounds:
            fact, _ = propose_round(tournament.state, each.round)
            assert (fact.tables, fact.method) == (each.tables, "plan")
            tournament.play(each.round)
        cost = schedule_cost([now.seating for now in tournament.state.published])
        assert (cost.repeats, cost.short) == (0, 0)

    def test_a_plan_ends_where_somebody_leaves_and_can_be_made_again_for_the_rest(self) -> None:
        tournament = Tournament(17, rounds=4)
        tournament.do(plan_day(tournament.state))
        tournament.play(1)
        tournament.do(Withdrawn("P4"))
        fact, _ = propose_round(tournament.state, 2)
        assert fact.method == "fewest"
        again = plan_day(tournament.state)
        assert [each.round for each in again.rounds] == [2, 3, 4]
        assert all("P4" not in table for each in again.rounds for table in each.tables)
        tournament.do(again)
        assert propose_round(tournament.state, 2)[0].tables == again.rounds[0].tables

    def test_another_seed_departs_from_the_plan_and_a_final_is_not_planned(self) -> None:
        tournament = Tournament(16, rounds=2, final="table")
        tournament.do(plan_day(tournament.state))
        assert sorted(tournament.state.plan) == [1, 2]
        assert propose_round(tournament.state, 1, seed="other")[0].method == "fewest"
        tournament.play(1)
        tournament.play(2)
        assert refused_plan(tournament) == "round/unknown"

    def test_the_announcement_holds_until_somebody_comes_or_goes_or_another_seating_is_drawn(self) -> None:
        tournament = Tournament(16, rounds=4)
        plan = plan_day(tournament.state)
        tournament.do(plan)
        assert announced(tournament) == [1, 2, 3, 4]
        tournament.do(CheckedIn("P1"))
        assert announced(tournament) == [1, 2, 3, 4], "those who have not checked in yet have not gone"
        for number in range(2, 17):
            tournament.do(CheckedIn(f"P{number}"))
        tournament.play(1)
        assert announced(tournament) == [2, 3, 4]
        second = plan.rounds[1]
        tournament.do(SeatingDrawn(2, second.tables, second.byes))
        assert announced(tournament) == [2, 3, 4], "drawn as announced, and not published yet"
        tournament.do(SeatsSwapped(2, second.tables[0][0], second.tables[1][0]))
        assert announced(tournament) == [3, 4]
        tournament.do(Withdrawn("P4"))
        assert announced(tournament) == []
        tournament.do(Returned("P4"))
        assert announced(tournament) == [3, 4]
        tournament.do(TournamentEnded())
        assert announced(tournament) == []

    @pytest.mark.parametrize("number", [-1, 0, 1, 5])
    def test_only_rounds_that_are_to_come_can_be_announced(self, number: int) -> None:
        tournament = Tournament(16, rounds=4)
        plan = plan_day(tournament.state)
        tournament.play(1)
        assert refused(tournament, DayPlanned((replace(plan.rounds[0], round=number),))) == "round/unknown"


def announced(tournament: Tournament) -> list[int]:
    return list(tournament.state.announced)


def refused_plan(tournament: Tournament) -> str:
    with pytest.raises(TournamentError) as caught:
        plan_day(tournament.state)
    return caught.value.code


class TestSeating:
    def test_a_proposal_is_changed_by_hand_with_the_cost_shown_and_published_on_command(self) -> None:
        tournament = Tournament(16, rounds=4)
        tournament.play(1)
        tournament.do(SeatingDrawn(2, tournament.state.rounds[1].seating.tables, method="hand"))
        assert proposal_cost(tournament.state, 2).repeats == 24
        one, other = (
            tournament.state.rounds[2].seating.tables[0][0],
            tournament.state.rounds[2].seating.tables[1][0],
        )
        assert proposal_cost(tournament.state, 2, swap=(one, other)).repeats == 18
        tournament.do(SeatsSwapped(2, one, other))
        assert proposal_cost(tournament.state, 2).repeats == 18
        assert not tournament.state.rounds[2].published
        tournament.do(SeatingPublished(2))
        assert refused(tournament, SeatsSwapped(2, one, other)) == "round/drawn"
        assert refused(tournament, SeatingDrawn(2, (("P1", "P2", "P3", "P4"),))) == "round/drawn"

    def test_rounds_come_in_order_and_after_their_results(self) -> None:
        tournament = Tournament(8)
        assert refused(tournament, SeatingDrawn(2, (("P1", "P2", "P3", "P4"),))) == "round/order"
        assert refused(tournament, SeatingPublished(1)) == "round/not-drawn"
        tournament.publish(1)
        tournament.do(SeatingDrawn(2, (("P1", "P2", "P3", "P4"),)))
        with pytest.raises(TournamentError, match="round 1 lacks 4 results, first table 1 game 1"):
            tournament.do(SeatingPublished(2))
        assert refused(tournament, SeatingDrawn(9, ())) == "round/unknown"
        with pytest.raises(TournamentError, match="round 3 has not been drawn"):
            proposal_cost(tournament.state, 3)

    @pytest.mark.parametrize(
        ("tables", "code"),
        [
            ((("P1", "P2", "P3", "P1"),), "round/twice"),
            ((("P1", "P2"),), "round/sizes"),
            ((("P1", "P2", "P3", "P4", "P5"),), "round/sizes"),
            ((), "round/sizes"),
            ((("P1", "P2", "P3", "P9"),), "player/unknown"),
        ],
    )
    def test_a_seating_that_does_not_fit_is_refused(
        self, tables: tuple[tuple[str, ...], ...], code: str
    ) -> None:
        assert refused(Tournament(6), SeatingDrawn(1, tables)) == code

    def test_somebody_who_left_since_the_proposal_keeps_it_from_being_published(self) -> None:
        tournament = Tournament(4)
        tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"),)))
        tournament.do(Withdrawn("P4"))
        assert refused(tournament, SeatingPublished(1)) == "player/out"

    @pytest.mark.parametrize("first", ["random", "rating"])
    def test_no_repeated_opponents_over_a_whole_tournament(self, first: str) -> None:
        tournament = Tournament(16, rounds=5, games=1, first_draw=first)
        for number in range(1, 6):
            tournament.play(number)
            assert proposal_cost(tournament.state, number).repeats == 0

    @pytest.mark.parametrize("seed", [None, "again"])
    def test_a_swap_that_leaves_the_plan_shows_what_it_makes_the_later_rounds_cost(
        self, seed: str | None
    ) -> None:
        tournament = Tournament(16, rounds=5, games=1)
        fact, _ = propose_round(tournament.state, 1, seed=seed)
        tournament.do(fact)
        tournament.do(SeatingPublished(1))
        for result in tournament.results(1):
            tournament.do(result)
        fact, cost = propose_round(tournament.state, 2, seed=seed)
        tournament.do(fact)
        assert proposal_cost(tournament.state, 2) == cost
        first, second = fact.tables[:2]
        swaps = [proposal_cost(tournament.state, 2, swap=(first[0], other)) for other in second]
        assert all(swap.total > cost.total for swap in swaps)
        assert any(swap.later for swap in swaps)

    def test_swiss_seats_by_the_standings(self) -> None:
        tournament = Tournament(16, rounds=3, games=1, later_draw="swiss", first_draw="rating")
        tournament.play(1)
        ranked = places(tournament.state)
        tournament.publish(2)
        best = sorted(tournament.state.rounds[2].seating.tables[0], key=lambda each: ranked[each])
        spread = [
            max(ranked[p] for p in t) - min(ranked[p] for p in t)
            for t in tournament.state.rounds[2].seating.tables
        ]
        assert min(spread) <= 8
        assert best

    def test_the_final_table_seats_the_best_four_and_decides_among_them(self) -> None:
        tournament = Tournament(8, rounds=1, games=1, final="table")
        tournament.play(1)
        best = [row.player for row in standings(tournament.state)][:4]
        tournament.publish(2)
        assert sorted(tournament.state.rounds[2].seating.tables[0]) == sorted(best)
        loser = tournament.state.rounds[2].seating.tables[0].index(best[0])
        last = tournament.state.rounds[2].seating.tables[0].index(best[3])
        points = [-10] * 4
        points[last], points[loser] = 70, -50
        tournament.do(ResultEntered(2, 1, 1, Sheet(tuple(points), (Seat(last),))))
        after = [row.player for row in standings(tournament.state)]
        assert after[0] == best[3]
        assert after[3] == best[0]
        assert set(after[:4]) == set(best)

    def test_after_the_cut_only_the_best_go_on(self) -> None:
        tournament = Tournament(12, rounds=2, games=1, cut_after=1, cut_to=8)
        tournament.play(1)
        best = [row.player for row in standings(tournament.state)][:8]
        tournament.publish(2)
        assert set(tournament.state.rounds[2].seating.players) == set(best)
        for fact in tournament.results(2):
            tournament.do(fact)
        assert {row.player for row in standings(tournament.state)[:8]} == set(best)

    def test_who_was_cut_stays_out_when_one_of_the_best_leaves_or_somebody_comes(self) -> None:
        tournament = Tournament(12, rounds=3, games=1, cut_after=1, cut_to=8, final="table")
        tournament.play(1)
        best = set(players_of(tournament.state, 2))
        assert len(best) == 8
        tournament.play(2)
        gone = min(best)
        tournament.do(Withdrawn(gone))
        tournament.do(PlayersEntered((Entrant("P13", 3000),)))
        assert set(players_of(tournament.state, 3)) == best - {gone}
        tournament.play(3)
        assert set(players_of(tournament.state, 4)) < best - {gone}
        assert len(players_of(tournament.state, 4)) == 4


class TestClock:
    @pytest.mark.rule("T10")
    def test_the_clock_of_a_round_is_started_paused_and_given_time_as_facts(self) -> None:
        tournament = Tournament(4, round_minutes=1)
        tournament.publish(1)
        tournament.do(ClockStarted(1), REFEREE)
        clock = tournament.state.rounds[1].clock
        assert clock.left_ms(tournament.now + 10_000) == 50_000
        assert clock.ends_at == tournament.now + 60_000
        tournament.now += 9_000
        tournament.do(ClockPaused(1), REFEREE)
        assert tournament.state.rounds[1].clock.left_ms(tournament.now + 99_000) == 50_000
        tournament.do(TimeAdded(1, 30), REFEREE)
        tournament.do(TimeAdded(1, -10), REFEREE)
        assert tournament.state.rounds[1].clock.left_ms(tournament.now) == 70_000
        tournament.do(ClockStarted(1), REFEREE)
        assert refused(tournament, ClockStarted(1)) == "clock/running"
        tournament.do(TimeEnded(1), SERVER)
        assert tournament.state.rounds[1].clock.left_ms(tournament.now) == 0
        assert tournament.state.rounds[1].clock.ends_at is None
        for fact in (ClockStarted(1), ClockPaused(1), TimeAdded(1, 60), TimeEnded(1)):
            assert refused(tournament, fact) == "clock/over"

    def test_a_clock_that_stands_cannot_be_paused_and_time_has_limits(self) -> None:
        tournament = Tournament(4, round_minutes=1)
        assert refused(tournament, ClockStarted(1)) == "round/not-published"
        tournament.publish(1)
        assert refused(tournament, ClockPaused(1)) == "clock/not-running"
        for seconds in (0, -61, 7_201):
            assert refused(tournament, TimeAdded(1, seconds)) == "clock/seconds"

    def test_without_a_clock_nothing_is_left_to_tell(self) -> None:
        tournament = Tournament(4, round_minutes=None)
        tournament.publish(1)
        assert tournament.state.rounds[1].clock.left_ms(0) is None
        assert refused(tournament, TimeAdded(1, 60)) == "clock/seconds"

    @pytest.mark.rule("T10")
    def test_games_not_begun_when_the_time_is_over_are_skipped(self) -> None:
        tournament = Tournament(4, rounds=1)
        tournament.publish(1)
        tournament.do(ResultEntered(1, 1, 1, RIGHT))
        tournament.do(GameSkipped(1, 1, 2), REFEREE)
        assert tournament.state.rounds[1].missing(tournament.state.format) == ()
        assert refused(tournament, GameSkipped(1, 1, 2), by=REFEREE) == "result/exists"


class TestResults:
    def test_a_player_enters_and_another_of_the_table_confirms(self) -> None:
        tournament = Tournament(8)
        tournament.publish(1)
        table = tournament.state.rounds[1].seating.tables[0]
        mine, other = (as_player(name) for name in table[:2])
        stranger = as_player(tournament.state.rounds[1].seating.tables[1][0])
        assert refused(tournament, ResultEntered(1, 1, 1, RIGHT), by=stranger) == "result/not-at-table"
        tournament.do(ResultEntered(1, 1, 1, RIGHT), mine)
        assert not tournament.state.rounds[1].results[1, 1].confirmed
        assert standings(tournament.state)[0].unconfirmed == 1
        assert refused(tournament, ResultConfirmed(1, 1, 1, mine.who), by=mine) == "result/own"
        assert refused(tournament, ResultConfirmed(1, 1, 1, mine.who), by=other) == "tournament/not-yours"
        tournament.do(ResultConfirmed(1, 1, 1, other.who), other)
        result = tournament.state.rounds[1].results[1, 1]
        assert result.confirmed
        assert result.confirmed_by == (other.who,)
        assert refused(tournament, ResultConfirmed(1, 1, 1)) == "result/confirmed"

    def test_the_desk_confirms_where_the_director_chose_that(self) -> None:
        tournament = Tournament(4, confirm="desk")
        tournament.publish(1)
        one, other = (as_player(name) for name in tournament.state.rounds[1].seating.tables[0][:2])
        tournament.do(ResultEntered(1, 1, 1, RIGHT), one)
        assert refused(tournament, ResultConfirmed(1, 1, 1, other.who), by=other) == "tournament/not-yours"
        tournament.do(ResultConfirmed(1, 1, 1), REFEREE)
        assert tournament.state.rounds[1].results[1, 1].confirmed

    def test_what_the_desk_or_the_server_enters_is_confirmed(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        tournament.do(ResultEntered(1, 1, 1, RIGHT), REFEREE)
        tournament.do(ResultEntered(1, 1, 2, RIGHT), SERVER)
        assert all(result.confirmed for result in tournament.state.rounds[1].results.values())

    @pytest.mark.rule("M3")
    def test_a_game_has_one_result_which_is_corrected_with_a_reason(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        assert refused(tournament, ResultCorrected(1, 1, 1, RIGHT), why="x") == "result/missing"
        tournament.do(ResultEntered(1, 1, 1, RIGHT))
        assert refused(tournament, ResultEntered(1, 1, 1, RIGHT)) == "result/exists"
        assert refused(tournament, ResultCorrected(1, 1, 1, RIGHT), by=REFEREE) == "tournament/no-why"
        uneven = Sheet((30, -10, -15, -50), (Seat(0),))
        assert (
            refused(tournament, ResultCorrected(1, 1, 1, uneven), by=REFEREE, why="hid a tile")
            == "result/sum"
        )
        tournament.do(ResultCorrected(1, 1, 1, uneven, anyway=True), REFEREE, "hid a tile")
        assert tournament.state.rounds[1].results[1, 1].corrected
        for sheet in (Sheet((1,), ()), Sheet((99_999, 0, 0, 0), ()), Sheet((0, 0, 0, 0), (Seat(5),))):
            for anyway in (False, True):
                fact = ResultCorrected(1, 1, 1, sheet, anyway)
                assert refused(tournament, fact, by=REFEREE, why="x").startswith("result/")

    @pytest.mark.parametrize(
        ("fact", "code"),
        [
            (ResultEntered(1, 9, 1, RIGHT), "round/no-table"),
            (ResultEntered(1, 1, 9, RIGHT), "round/no-game"),
            (ResultEntered(2, 1, 1, RIGHT), "round/not-published"),
            (ResultEntered(7, 1, 1, RIGHT), "round/unknown"),
            (ResultConfirmed(1, 1, 1), "result/missing"),
            (ResultEntered(1, 1, 1, Sheet((30, -10, -15, -6), (Seat(0),))), "result/sum"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, fact: ResultEntered, code: str) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        assert refused(tournament, fact) == code


class TestReferee:
    @pytest.mark.rule("M5")
    def test_a_table_calls_the_referee_whose_ruling_is_a_fact_with_its_reason(self) -> None:
        tournament = Tournament(8)
        tournament.publish(1)
        table = tournament.state.rounds[1].seating.tables[0]
        caller = as_player(table[0])
        call = tournament.do(RefereeCalled(1, 1, table[0]), caller, "clock pressed before the tile was taken")
        assert refused(tournament, RefereeCalled(1, 1, table[1]), by=as_player(table[1])) == "call/open"
        assert refused(tournament, RefereeCalled(1, 2, table[0]), by=caller) == "result/not-at-table"
        tournament.do(RulingMade(1, 1, "restart-turn", table[1]), REFEREE, "the next turn starts over")
        tournament.do(CallAnswered(call.number), REFEREE)
        assert tournament.state.calls[0].answered
        assert tournament.state.calls[0].why == "clock pressed before the tile was taken"
        assert refused(tournament, CallAnswered(call.number), by=REFEREE) == "call/unknown"
        assert tournament.state.rulings[0].why == "the next turn starts over"

    @pytest.mark.rule("M5")
    @pytest.mark.parametrize("kind", get_args(RulingKind))
    def test_every_ruling_can_be_undone_and_brought_back_and_the_log_says_by_whom(
        self, kind: RulingKind
    ) -> None:
        tournament = Tournament(4, rounds=1, games=1)
        tournament.play(1)
        before = standings(tournament.state)
        value = {"penalty-tiles": 3, "points": -500}.get(kind, 0)
        ruling = tournament.do(RulingMade(1, 1, kind, "P1", value), REFEREE, "touched after the time")
        after = standings(tournament.state)
        assert (after != before) == (kind in ("points", "penalty-tiles")), "points and penalties are counted"
        assert [made.why for made in tournament.state.rulings] == ["touched after the time"]
        assert refused(tournament, Undone(ruling.number), by=REFEREE) == "tournament/no-why"
        assert (
            refused(tournament, Undone(ruling.number), by=player(1), why="unfair") == "tournament/not-yours"
        )
        undone = tournament.do(Undone(ruling.number), HEAD, "it was somebody else")
        assert tournament.state.rulings == ()
        assert standings(tournament.state) == before
        tournament.do(Undone(undone.number), REFEREE, "it was P1 after all")
        assert standings(tournament.state) == after
        assert [(entry.by, entry.why) for entry in tournament.log[-3:]] == [
            (REFEREE, "touched after the time"),
            (HEAD, "it was somebody else"),
            (REFEREE, "it was P1 after all"),
        ]

    @pytest.mark.rule("M5")
    def test_a_ruling_needs_a_referee_a_reason_and_sense(self) -> None:
        tournament = Tournament(8)
        tournament.publish(1)
        here, there = tournament.state.rounds[1].seating.tables
        assert refused(tournament, RulingMade(1, 1, "other"), by=player(1), why="x") == "tournament/not-yours"
        assert refused(tournament, RulingMade(1, 1, "other"), by=REFEREE) == "tournament/no-why"
        assert refused(tournament, RulingMade(1, 1, "points"), by=REFEREE, why="x") == "ruling/no-player"
        bad = RulingMade(1, 1, "penalty-tiles", here[0], 21)
        assert refused(tournament, bad, by=REFEREE, why="x") == "ruling/count"
        assert (
            refused(tournament, RulingMade(1, 1, "points", here[0], 10_000), by=REFEREE, why="x")
            == "ruling/count"
        )
        assert (
            refused(tournament, RulingMade(1, 1, "points", there[0], 5), by=REFEREE, why="x")
            == "result/not-at-table"
        )

    @pytest.mark.rule("M6")
    def test_exclusion_comes_after_a_warning_and_from_the_head_referee(self) -> None:
        tournament = Tournament(8)
        tournament.do(ConductReported("P1"), player(2), "shouts")
        assert refused(tournament, Excluded("P1"), by=HEAD, why="shouts") == "conduct/no-warning"
        tournament.do(WarningGiven("P1"), REFEREE, "shouts")
        assert refused(tournament, Excluded("P1"), by=REFEREE, why="shouts again") == "tournament/not-yours"
        tournament.do(Excluded("P1"), HEAD, "shouts again")
        assert tournament.state.players["P1"].status == "excluded"
        assert "P1" not in players_of(tournament.state, 1)
        assert "P1" not in {row.player for row in standings(tournament.state)}
        assert refused(tournament, WarningGiven("P1"), by=REFEREE, why="x") == "player/excluded"
        assert refused(tournament, Returned("P1"), by=REFEREE) == "player/excluded"
        assert refused(tournament, ConductReported("P2"), by=player(3)) == "tournament/no-why"

    def test_every_look_at_hidden_tiles_is_in_the_log(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        assert refused(tournament, RackSeen(1, 1, "g"), by=REFEREE) == "tournament/no-why"
        assert refused(tournament, RackSeen(1, 1, "g"), by=player(1), why="x") == "tournament/not-yours"
        tournament.do(RackSeen(1, 1, "g"), REFEREE, "is a tile missing?")
        assert [entry.by for entry in tournament.state.looks] == [REFEREE]


class TestTournament:
    def test_a_tournament_begins_once_with_a_name_and_a_format_that_can_be_played(self) -> None:
        tournament = Tournament(0)
        rules = profile("pl")
        assert refused(tournament, TournamentOpened("Again", Format(rules), "s")) == "tournament/opened"
        for name in ("", " ", "x" * 101, "\ud800", "a\nb"):
            with pytest.raises(TournamentError, match="as a tournament's name"):
                decide([], TournamentOpened(name, Format(rules), "s"), by=DIRECTOR, at=0)
        with pytest.raises(TournamentError, match="not been opened"):
            decide([], CheckedIn("P1"), by=DIRECTOR, at=0)
        bad = [
            Format(rules, rounds=0),
            Format(rules, games=21),
            Format(rules, round_minutes=0),
            Format(rules, cut_after=4),
            Format(rules, cut_after=1, cut_to=2),
            Format(rules, tie_breaks=("wins", "wins")),
            Format(rules.override({"min_players": 5, "max_players": 6})),
        ]
        for each in bad:
            with pytest.raises(TournamentError, match=r"cannot be|twice|not played at tables of four"):
                decide([], TournamentOpened("Cup", each, "s"), by=DIRECTOR, at=0)

    def test_nobody_of_the_staff_judges_the_table_where_they_play(self) -> None:
        tournament = Tournament(8, games=1)
        tournament.do(RoleGiven(DIRECTOR.who, "player", "P1"), SERVER)
        tournament.publish(1)
        now = tournament.state.rounds[1]
        own = now.table_of("P1")
        assert own is not None
        mate = next(player for player in now.seating.tables[own - 1] if player != "P1")
        other = 3 - own
        tournament.do(
            ResultEntered(1, own, 1, RIGHT)
        )  # typing results in is not a judgement: the sums are checked
        tournament.do(ResultEntered(1, other, 1, RIGHT))
        for fact in (
            RulingMade(1, own, "points", mate, -20),
            ResultCorrected(1, own, 1, RIGHT),
            RackSeen(1, own, "g"),
            WarningGiven(mate),
        ):
            assert refused(tournament, fact, why="I say so") == "tournament/own-table"
            tournament.do(fact, REFEREE, "somebody else may")
        tournament.do(ResultCorrected(1, other, 1, RIGHT), why="another table")
        assert refused(tournament, Excluded(mate), why="again") == "tournament/own-table"
        tournament.do(Excluded(mate), HEAD, "again")

    def test_a_rating_is_corrected_by_the_director_within_reason(self) -> None:
        tournament = Tournament(4)
        tournament.do(RatingChanged("P1", 1234))
        assert tournament.state.players["P1"].rating == 1234
        assert refused(tournament, RatingChanged("P1", 100_001)) == "ruling/count"
        assert refused(tournament, RatingChanged("P9", 1)) == "player/unknown"
        assert refused(tournament, RatingChanged("P1", 1), by=player(1)) == "tournament/not-yours"

    def test_the_rules_stay_once_a_round_is_published(self) -> None:
        tournament = Tournament(4)
        tournament.do(FormatChanged(Format(profile("uk"), rounds=2)))
        tournament.publish(1)
        tournament.do(FormatChanged(Format(profile("uk"), rounds=3, games=1)))
        assert refused(tournament, FormatChanged(Format(profile("cs")))) == "round/drawn"

    def test_after_the_end_nothing_is_written_until_that_is_undone(self) -> None:
        tournament = Tournament(4)
        end = tournament.do(TournamentEnded())
        assert refused(tournament, CheckedIn("P1")) == "tournament/ended"
        assert refused(tournament, TournamentEnded()) == "tournament/ended"
        tournament.do(Undone(end.number), why="one more round")
        tournament.do(CheckedIn("P1"))

    def test_roles_are_given_by_the_server_and_taken_by_undoing(self) -> None:
        tournament = Tournament(4)
        assert refused(tournament, RoleGiven("x", "referee")) == "tournament/not-yours"
        assert refused(tournament, RoleGiven("x", "player", "P9"), by=SERVER) == "player/unknown"
        entry = tournament.do(RoleGiven("x", "referee"), SERVER)
        assert tournament.state.roles["x"] == (("referee", None),)
        tournament.do(RoleGiven("x", "player", "P2"), SERVER)
        assert tournament.state.player_of("x") == "P2"
        assert tournament.state.player_of("y") is None
        tournament.do(Undone(entry.number), why="went home")
        assert tournament.state.roles == {"x": (("player", "P2"),)}

    def test_what_would_leave_nobody_to_direct_is_not_undone(self) -> None:
        tournament = Tournament(4)
        mine = tournament.do(RoleGiven("dora", "director"), SERVER)
        assert refused(tournament, Undone(mine.number), why="by mistake") == "tournament/last-director"
        other = tournament.do(RoleGiven("ewa", "director"), SERVER)
        gone = tournament.do(Undone(mine.number), why="went home")
        assert refused(tournament, Undone(other.number), why="by mistake") == "tournament/last-director"
        tournament.do(Undone(gone.number), why="came back")
        tournament.do(Undone(other.number), why="went home")
        assert list(tournament.state.roles) == ["dora"]

    def test_tables_on_the_server_are_noted(self) -> None:
        tournament = Tournament(4)
        tournament.publish(1)
        tournament.do(TableOpened(1, 1, "t1"), SERVER)
        assert tournament.state.rounds[1].lobby_tables == {1: "t1"}
        assert refused(tournament, TableOpened(1, 2, "t2"), by=SERVER) == "round/no-table"

    def test_an_empty_log_is_no_tournament(self) -> None:
        empty: list[Entry] = []
        assert fold(active(empty)) is None
        assert first_broken(empty) is None
