"""Pausing, leaving, allowances and the referee's rulings (T10, M5, M9, R-7, R-11); who may do what when."""

from dataclasses import replace

import pytest

from table_setup import (
    NOW,
    a_turn,
    all_tiles,
    begun,
    codes,
    do,
    kinds,
    lay,
    new_game,
    on_rack,
    on_table,
    only,
    points_of,
    refused,
    result_of,
    time_up,
)
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import (
    AddEntropy,
    Announce,
    BeginGame,
    Command,
    CorrectScore,
    EndRound,
    ExpireDeadline,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pass,
    Pause,
    RestartTurn,
    Resume,
    Return,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.decide import play
from tilemeld.engine.game.events import (
    AllowanceGiven,
    Deadline,
    LastLapBegan,
    Passed,
    Paused,
    Resumed,
    ScoreCorrected,
    SeatLeft,
    TilesTaken,
    TurnEnded,
    TurnRestarted,
    TurnStarted,
    TurnTakenBack,
)
from tilemeld.engine.game.match import Match, line_of
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat

PL = profile("pl")
PASSING = PL.override({"leaver": "pass"})
TOURNAMENT = profile("pl-tournament")
TABLE = "r3 r4 r5 | k7 b7 o7"


# The wrong moment or the wrong person


def test_a_command_with_an_old_version_is_refused_and_with_the_right_one_accepted() -> None:
    state = a_turn(PL, ["k1", "k2"])
    (refusal,) = refused(state, Take(Seat(0), seen=state.version - 1))
    assert (refusal.code, refusal.params) == (
        "game/stale",
        {"seen": state.version - 1, "version": state.version},
    )
    assert do(state, Take(Seat(0), seen=state.version))[0].version == state.version + 3


def test_every_objection_is_reported_at_once() -> None:
    state = a_turn(PASSING, ["k1", "k2", "k3"])
    state, _ = do(state, Leave(Seat(2)))
    state, _ = do(state, Pause("a phone rings"))
    refusals = refused(state, Announce(Seat(2), seen=0), now=NOW + 60_001)
    assert codes(refusals) == [
        "game/stale",
        "phase/wrong",
        "game/paused",
        "seat/left",
        "seat/not-active",
        "turn/time-over",
    ]
    assert refusals[1].params == {"command": "Announce", "phase": "turn"}
    assert refusals[4].params == {"active": 0}


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_there_is_no_such_seat(seat: int) -> None:
    state = a_turn(PL, ["k1", "k2"])
    for command in (Take(Seat(seat)), Leave(Seat(seat)), GivePenalty(Seat(seat), 1, "late")):
        (refusal,) = refused(state, command)
        assert (refusal.code, refusal.params) == ("seat/unknown", {"seat": seat})


def test_what_belongs_to_the_setting_up_is_refused_in_a_turn() -> None:
    state = a_turn(PL, ["k1", "k2"])
    assert codes(refused(state, BeginGame())) == ["phase/wrong"]
    assert codes(refused(state, AddEntropy(Seat(0), "x"))) == ["phase/wrong"]
    assert codes(refused(new_game(PL), Take(Seat(0)))) == ["phase/wrong"]
    assert codes(refused(new_game(PL), ExpireDeadline())) == ["clock/none"]


def test_a_finished_game_takes_nothing_but_a_corrected_score() -> None:
    state, _ = lay(a_turn(PL, ["r6", "k2"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    commands: list[Command] = [
        Take(Seat(0)),
        Leave(Seat(0)),
        Pause("why"),
        Resume(),
        EndRound(),
        ExpireDeadline(),
    ]
    for command in commands:
        assert codes(refused(state, command)) == ["game/ended"]


def test_events_alone_make_no_game_without_the_first() -> None:
    with pytest.raises(Refused, match="not been created"):
        play(None, ())


# Pausing


@pytest.mark.rule("M5")
def test_a_pause_stops_the_clock_and_going_on_gives_back_what_was_left() -> None:
    state = a_turn(PL, ["k1", "k2"])
    paused, events = do(state, Pause("a dispute"), now=NOW + 20_000)
    assert events == (Paused(NOW + 20_000, "a dispute"),)
    assert view(paused, None).pause_reason == "a dispute"
    for command in (Take(Seat(0)), ExpireDeadline(), Pause("again")):
        assert codes(refused(paused, command, now=NOW + 30_000)) == ["game/paused"]
    resumed, events = do(paused, Resume(), now=NOW + 500_000)
    assert only(events, Resumed).deadline == Deadline("turn", NOW + 540_000)
    assert resumed.turn_deadline_at == NOW + 540_000
    assert (resumed.paused_at, resumed.pause_reason) == (None, None)
    assert codes(refused(resumed, Resume())) == ["game/not-paused"]


def test_a_pause_without_a_clock_just_waits() -> None:
    state = a_turn(PL.override({"turn_seconds": None}), ["k1", "k2"])
    state, _ = do(state, Pause("tea"))
    state, events = do(state, Resume(), now=NOW + 9_000)
    assert only(events, Resumed) == Resumed(None, None)


def test_in_a_pause_the_moment_to_announce_stands_still_too() -> None:
    state, _ = do(a_turn(TOURNAMENT, ["k1", "k2"], opened=False), Take(Seat(0)), now=NOW + 38_000)
    state, _ = do(state, Pause("tea"), now=NOW + 39_000)
    state, events = do(state, Resume(), now=NOW + 49_000)
    assert only(events, Resumed) == Resumed(Deadline("announce", NOW + 50_000), NOW + 50_000)


def test_a_turn_that_begins_in_a_pause_gets_its_full_time() -> None:
    state, _ = do(a_turn(PASSING, ["k1", "k2", "k3"]), Pause("tea"), now=NOW + 1_000)
    state, events = do(state, Leave(Seat(0)), now=NOW + 30_000)
    assert only(events, TurnStarted).deadline == Deadline("turn", NOW + 61_000)
    state, _ = do(state, Resume(), now=NOW + 101_000)
    assert state.deadline == Deadline("turn", NOW + 161_000)


def test_the_clock_that_goes_backwards_does_not_shorten_a_turn() -> None:
    state, _ = do(a_turn(PL, ["k1", "k2"]), Pause("tea"), now=NOW + 20_000)
    state, _ = do(state, Resume(), now=NOW + 10_000)
    assert state.deadline == Deadline("turn", NOW + 60_000)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "\ud800"])
def test_a_ruling_and_a_pause_need_a_reason(reason: str) -> None:
    state = a_turn(PL, ["k1", "k2"])
    for command in (
        Pause(reason),
        RestartTurn(reason),
        TakeBackTurn(reason),
        GivePenalty(Seat(0), 1, reason),
    ):
        (refusal,) = refused(state, command)
        assert (refusal.code, refusal.params) == ("referee/no-reason", {"limit": 500})
    assert do(state, Pause("x" * 500))[0].pause_reason == "x" * 500


# Allowances


@pytest.mark.rule("M9", "T1")
def test_an_allowance_lengthens_the_seats_turns_from_the_next_on() -> None:
    state = a_turn(PL, ["k1", "k2"])
    state, events = do(state, GiveAllowance(Seat(1), 30))
    assert events == (AllowanceGiven(Seat(1), 30),)
    assert view(state, None).seats[1].allowance_seconds == 30
    state, events = do(state, Take(Seat(0)))
    assert only(events, TurnStarted).deadline == Deadline("turn", NOW + 90_000)
    _, events = do(state, Take(Seat(1)))
    assert only(events, TurnStarted).deadline == Deadline("turn", NOW + 60_000)


@pytest.mark.rule("M9")
@pytest.mark.parametrize("seconds", [-1, 601, 10**9])
def test_an_allowance_has_its_limits(seconds: int) -> None:
    (refusal,) = refused(a_turn(PL, ["k1", "k2"]), GiveAllowance(Seat(0), seconds))
    assert (refusal.code, refusal.params) == ("clock/bad-seconds", {"seconds": seconds, "limit": 600})


# Leaving


@pytest.mark.rule("R-11")
def test_a_bot_takes_the_seat_and_plays_on_with_its_rack() -> None:
    state = a_turn(PL, ["k1", "k2"])
    state, events = do(state, Leave(Seat(0)))
    assert events == (SeatLeft(Seat(0), True),)
    assert (state.active, view(state, None).seats[0].stand_in) == (0, True)
    state, _ = do(state, Take(Seat(0)))
    assert state.active == 1
    assert codes(refused(state, Leave(Seat(0)))) == ["seat/left"]


@pytest.mark.rule("R-11")
def test_the_turns_of_a_seat_that_was_left_are_passed_without_taking_a_tile() -> None:
    state = a_turn(PASSING, ["k1", "k2", "k3"])
    state, events = do(state, Leave(Seat(0)))
    assert events[0] == SeatLeft(Seat(0), False)
    assert only(events, Passed) == Passed(Seat(0), "left")
    assert (on_rack(state, 0), state.active) == ("k1", 1)
    state, _ = do(state, Take(Seat(1)))
    state, events = do(state, Take(Seat(2)))
    assert only(events, Passed) == Passed(Seat(0), "left")
    assert [event.seat for event in events if isinstance(event, TurnEnded)] == [2, 0]
    assert (on_rack(state, 0), state.active) == ("k1", 1)


@pytest.mark.rule("R-11")
def test_who_leaves_in_anothers_turn_does_not_disturb_it() -> None:
    state = a_turn(PASSING, ["k1", "k2", "k3"])
    state, events = do(state, Leave(Seat(1)))
    assert kinds(events) == ["SeatLeft"]
    state, _ = do(state, Take(Seat(0)))
    assert state.active == 2


@pytest.mark.rule("R-11", "R-13")
def test_who_leaves_in_the_moment_to_announce_announces_nothing() -> None:
    state, _ = do(a_turn(TOURNAMENT, ["k1", "k2"], opened=False), Take(Seat(0)))
    state, events = do(state, Leave(Seat(0)))
    assert kinds(events) == ["SeatLeft", "TurnEnded", "TurnStarted"]
    assert (state.active, state.seats[0].announced) == (1, False)


@pytest.mark.rule("R-11")
def test_the_score_of_a_seat_that_was_left_goes_on_counting() -> None:
    state = a_turn(PASSING, ["k1 k9", "r6", "k3"], table=TABLE)
    state, _ = do(state, Leave(Seat(0)))
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert points_of(state) == [-10, 13, -3]


@pytest.mark.rule("R-11", "E2")
def test_passed_turns_of_a_left_seat_count_for_the_end_with_an_empty_bank() -> None:
    rules = profile("cs").override({"leaver": "pass"})
    state = a_turn(rules, ["k1", "k2", "k3"], bank="")
    state, _ = do(state, Leave(Seat(1)))
    state, _ = do(state, Pass(Seat(0)))
    state, _ = do(state, Pass(Seat(2)))
    assert result_of(state).cause == "all-passed"


@pytest.mark.rule("R-11")
def test_a_player_may_come_back() -> None:
    state, _ = do(a_turn(PASSING, ["k1", "k2"]), Leave(Seat(0)))
    assert codes(refused(state, Return(Seat(1)))) == ["seat/not-left"]
    state, _ = do(state, Return(Seat(0)))
    assert not state.seats[0].left
    state, _ = do(state, Take(Seat(1)))
    assert state.active == 0


@pytest.mark.rule("R-11")
def test_when_all_have_left_the_game_is_abandoned_even_before_it_began() -> None:
    for early in (new_game(TOURNAMENT, 2), begun(TOURNAMENT, 2)[0], a_turn(TOURNAMENT, ["k1", "k2"])):
        alone, _ = do(early, Leave(Seat(0)))
        assert alone.phase != Phase.ENDED
        empty, events = do(alone, Leave(Seat(1)))
        assert kinds(events) == ["SeatLeft", "GameEnded"]
        assert (result_of(empty).cause, points_of(empty)) == ("abandoned", [0, 0])


@pytest.mark.rule("R-11", "M5")
def test_a_game_abandoned_in_a_pause_is_over_and_not_paused() -> None:
    state, _ = do(a_turn(TOURNAMENT, ["k1", "k2"]), Pause("a fire alarm"))
    for seat in (0, 1):
        state, _ = do(state, Leave(Seat(seat)))
    assert (state.phase, view(state, None).paused_at) == (Phase.ENDED, None)
    assert do(state, CorrectScore(Seat(0), 3, "the head referee decided"))[0].result is not None


# The round's clock


@pytest.mark.rule("T10", "R-7")
def test_a_round_that_is_over_before_the_first_turn_leaves_one_lap() -> None:
    state, _ = begun(TOURNAMENT, 2)
    state, _ = do(state, EndRound())
    state, events = time_up(state)
    assert only(events, LastLapBegan) == LastLapBegan("round-time", 2)
    assert state.lap_left == 2


# The referee


@pytest.mark.rule("M5")
def test_the_turn_in_progress_starts_anew_with_its_full_time() -> None:
    state, _ = do(a_turn(TOURNAMENT, ["k1", "k2"], opened=False, bank="o1 o2"), Take(Seat(0)))
    state, _ = do(state, GiveAllowance(Seat(1), 9))
    after, events = do(state, RestartTurn("the clock was pressed too early"), now=NOW + 9_000)
    assert only(events, TurnRestarted).deadline == Deadline("turn", NOW + 49_000)
    assert (after.phase, on_rack(after, 0), after.bank_count) == (Phase.TURN, "k1", 2)
    assert after.seats[1].allowance_seconds == 9
    assert do(after, Take(Seat(0)))[0].phase == Phase.ANNOUNCE


@pytest.mark.rule("M5")
def test_the_last_finished_turn_is_taken_back_and_played_again() -> None:
    state = a_turn(TOURNAMENT, ["r6 k1", "k2", "k3"], table=TABLE)
    laid, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    after, events = do(laid, TakeBackTurn("a tile too many was laid"), now=NOW + 5_000)
    assert only(events, TurnTakenBack).deadline == Deadline("turn", NOW + 45_000)
    assert (after.active, after.turn) == (0, state.turn)
    assert (on_table(after), on_rack(after, 0), after.seats[0].turns) == (TABLE, "r6 k1", 1)
    assert codes(refused(after, TakeBackTurn("and the one before"))) == ["referee/no-turn"]
    assert codes(refused(state, TakeBackTurn("nothing was played"))) == ["referee/no-turn"]
    again, _ = lay(after, "r3 r4 r5 r6 | k7 b7 o7")
    assert replace(again, version=0, deadline=None, turn_deadline_at=None) == replace(
        laid, version=0, deadline=None, turn_deadline_at=None
    )


@pytest.mark.rule("M5", "E2")
def test_taking_back_the_turn_that_began_the_last_lap_takes_the_lap_back() -> None:
    state = a_turn(PL, ["k1", "k2"], bank="o1")
    state, _ = do(state, Take(Seat(0)))
    assert (state.lap_left, state.lap_cause) == (2, "bank-empty")
    state, _ = do(state, TakeBackTurn("taken by mistake"))
    assert (state.lap_left, state.lap_cause, state.bank_count) == (None, None, 1)
    state, _ = do(state, Take(Seat(0)))
    state, _ = do(state, Pass(Seat(1)))
    state, _ = do(state, TakeBackTurn("passed by mistake"))
    assert (state.lap_left, state.lap_cause) == (2, "bank-empty")


@pytest.mark.rule("M5", "R-11")
def test_a_turn_of_a_player_who_has_left_is_not_taken_back() -> None:
    state, _ = do(a_turn(PASSING, ["k1", "k2", "k3"]), Take(Seat(0)))
    state, _ = do(state, Leave(Seat(0)))
    assert codes(refused(state, TakeBackTurn("a dispute"))) == ["seat/left"]
    state, _ = do(state, Return(Seat(0)))
    assert do(state, TakeBackTurn("a dispute"))[0].active == 0


@pytest.mark.rule("M5", "T8")
def test_a_penalty_by_ruling_takes_tiles_as_many_as_there_are() -> None:
    state = a_turn(PL, ["k1", "k2"], bank="o1 o2 o3")
    state, events = do(state, GivePenalty(Seat(1), 2, "touched the tiles"))
    assert only(events, TilesTaken) == TilesTaken(
        Seat(1), 2, state.seats[1].rack[1:], 0, "ruling", "touched the tiles"
    )
    assert (on_rack(state, 1), state.active) == ("k2 o1 o2", 0)
    assert state.seats[1].last_taken == (), "a penalty is not a turn"
    state, events = do(state, GivePenalty(Seat(1), 5, "again"))
    assert only(events, TilesTaken).count == 1
    assert codes(refused(state, GivePenalty(Seat(1), 1, "again"))) == ["take/bank-empty"]
    _, events = do(state, Pass(Seat(0)))
    assert only(events, LastLapBegan).cause == "bank-empty"


@pytest.mark.rule("M5")
@pytest.mark.parametrize("count", [0, -1, 21])
def test_a_penalty_by_ruling_has_its_limits(count: int) -> None:
    (refusal,) = refused(a_turn(PL, ["k1", "k2"]), GivePenalty(Seat(1), count, "why"))
    assert (refusal.code, refusal.params) == ("referee/bad-count", {"count": count, "limit": 20})


@pytest.mark.rule("M5")
def test_a_finished_games_score_can_be_put_right() -> None:
    state, _ = lay(a_turn(PL, ["r6", "k2"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    after, events = do(state, CorrectScore(Seat(1), -7, "a tile was under the table"))
    assert events == (ScoreCorrected(Seat(1), -7, (Seat(0),), 0, "a tile was under the table"),)
    assert points_of(after) == [2, -7]
    running = a_turn(PL, ["k1", "k2"])
    assert codes(refused(running, CorrectScore(Seat(1), -7, "too early"))) == ["game/not-ended"]


@pytest.mark.rule("M5")
def test_rulings_lose_no_tile() -> None:
    state: GameState = a_turn(PL, ["r6 k1", "k2"], table=TABLE)
    tiles = all_tiles(state)
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    for command in (
        GivePenalty(Seat(0), 3, "a"),
        TakeBackTurn("b"),
        GivePenalty(Seat(1), 20, "c"),
        RestartTurn("d"),
    ):
        state, _ = do(state, command)
        assert all_tiles(state) == tiles


@pytest.mark.rule("M5")
@pytest.mark.parametrize("ruling", [RestartTurn("dispute"), TakeBackTurn("dispute")])
def test_a_penalty_outlives_the_turn_that_is_played_again(ruling: RestartTurn | TakeBackTurn) -> None:
    state, _ = do(a_turn(PL, ["k1", "k2"], bank="r1 r2 r3 r4"), Take(Seat(0)))
    punished, _ = do(state, GivePenalty(Seat(1), 2, "touched the table"))
    again, _ = do(punished, ruling)
    assert len(again.seats[1].rack) == 3
    assert set(again.seats[1].rack) == {"k2a", "r2a", "r3a"}
    assert again.bank_count == (1 if isinstance(ruling, RestartTurn) else 2)


@pytest.mark.rule("M5")
def test_a_penalty_before_the_second_turn_has_only_one_turn_to_outlive() -> None:
    state, _ = do(a_turn(PL, ["k1", "k2"], bank="r1 r2 r3"), GivePenalty(Seat(0), 3, "late"))
    again, _ = do(state, RestartTurn("dispute"))
    assert again.seats[0].rack == state.seats[0].rack
    assert again.bank == ()
    assert not again.bank_open


@pytest.mark.rule("M5", "E8", "M2")
def test_a_ruling_can_move_the_win_and_its_big_point() -> None:
    rules = profile("pl-tournament")
    state, _ = lay(a_turn(rules, ["r6", "k2"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    lost, _ = do(state, CorrectScore(Seat(0), -2, "touched after time", won=False))
    after, _ = do(lost, CorrectScore(Seat(1), 2, "so the other wins", won=True))
    assert after.result is not None
    assert after.result.winners == (1,)
    assert [(score.points, score.big_points) for score in after.result.scores] == [(-2, 0), (2, 1)]
    assert Match(rules, 2).with_game(line_of(after.result, Seat(0))).winners() == (1,)


@pytest.mark.rule("R-8", "R-11")
def test_a_seat_that_was_left_before_its_first_turn_never_had_one() -> None:
    state = a_turn(
        profile("pl-tournament"),
        ["k1", "r10 k10 b10", "r6"],
        table=TABLE,
        turns=0,
        opened=(True, False, True),
    )
    state, _ = do(state, Leave(Seat(1)))
    state, _ = do(state, Take(Seat(0)))
    assert state.active == 2
    assert state.seats[1].turns == 0
    over, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert over.result is not None
    assert (over.result.scores[1].charge, over.result.scores[1].points) == ("rack", -30)
