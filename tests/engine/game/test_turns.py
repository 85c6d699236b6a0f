"""The turn: laying or taking, the opening, announcing, time, last laps (P1–P8, T1–T11, E1, E2).

Proves `engine/game/table_check.py`.
"""

from dataclasses import replace

import pytest

from table_setup import (
    NOW,
    a_turn,
    all_tiles,
    codes,
    do,
    draft,
    ended,
    kinds,
    lay,
    on_rack,
    on_table,
    only,
    points_of,
    refused,
    result_of,
    time_up,
    why_not,
)
from tilemeld.engine.game.commands import (
    Announce,
    Confirm,
    EndRound,
    EndTurn,
    ExpireDeadline,
    GivePenalty,
    Pass,
    Take,
)
from tilemeld.engine.game.events import (
    Announced,
    AnnounceOpened,
    Deadline,
    LastLapBegan,
    MistakeMade,
    Passed,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnEnded,
    TurnStarted,
)
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import redact, view
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import LaidTile, Seat, TileId

PL = profile("pl")
STRICT = PL.override({"strict": True})
TOURNAMENT = profile("pl-tournament")
CS = profile("cs")
UK = profile("uk")
TABLE = "r3 r4 r5 | k7 b7 o7"


# Laying or taking


@pytest.mark.rule("P1", "P3")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_taking_one_tile_is_a_turn_even_for_who_could_lay(name: str) -> None:
    state = a_turn(profile(name), ["r6 k1", "k2"], table=TABLE)
    state, events = do(state, Take(Seat(0)))
    assert kinds(events) == ["TilesTaken", "TurnEnded", "TurnStarted"]
    assert only(events, TilesTaken).count == 1
    assert len(state.seats[0].rack) == 3
    assert (state.active, state.seats[0].turns) == (1, 2)


@pytest.mark.rule("P1")
def test_after_taking_nothing_can_be_laid() -> None:
    state = a_turn(PL, ["r6 k1", "k2"], table=TABLE)
    after, _ = do(state, Take(Seat(0)))
    table = draft(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert codes(refused(after, Confirm(Seat(0), table))) == ["seat/not-active"]
    waiting, _ = do(a_turn(TOURNAMENT, ["r6 k1", "k2"], table=TABLE, opened=False), Take(Seat(0)))
    assert waiting.phase == Phase.ANNOUNCE
    assert codes(refused(waiting, Confirm(Seat(0), table))) == ["phase/wrong"]
    assert codes(refused(waiting, Take(Seat(0)))) == ["phase/wrong"]


@pytest.mark.rule("P1", "P4")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_laying_nothing_is_no_turn_strict_or_not(name: str) -> None:
    state = a_turn(profile(name), ["r6 k1", "k2"], table="r3 r4 r5 r6 r7 r8")
    assert why_not(state, "r3 r4 r5 | r6 r7 r8") == [("lay/nothing", {})]
    everything = ["lay/nothing", *["table/tile-missing"] * 6]
    assert codes(refused(state, Confirm(Seat(0), ()))) == everything


@pytest.mark.rule("P1", "P7")
def test_only_the_player_sees_the_tile_taken_and_all_see_the_count() -> None:
    state = a_turn(PL, ["k1", "k2", "k3"], bank="o5 o6")
    after, events = do(state, Take(Seat(0)))
    taken = only(events, TilesTaken)
    assert taken.tiles == ("o5a",)
    for viewer in (None, Seat(1), Seat(2)):
        assert redact(taken, viewer) == replace(taken, tiles=None)
        assert view(after, viewer).seats[0].count == 2
        assert view(after, viewer).last_taken == ()
    assert redact(taken, Seat(0)) == taken
    assert view(after, Seat(0)).last_taken == ("o5a",)


@pytest.mark.rule("P7", "M7", "M4")
def test_how_many_tiles_everybody_holds_is_public_and_which_is_not() -> None:
    state = a_turn(PL, ["k1 k2", "k3 k4 k5", "k6"])
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        seen = view(state, viewer)
        assert [seat.count for seat in seen.seats] == [2, 3, 1]
        assert seen.rack == (() if viewer is None else state.seats[viewer].rack)


@pytest.mark.rule("P8")
def test_after_the_turn_nothing_can_be_changed() -> None:
    state, _ = lay(a_turn(PL, ["r6 r7 k1", "k2"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    later = Confirm(Seat(0), draft(state, "r3 r4 r5 r6 r7 | k7 b7 o7", seat=0))
    assert codes(refused(state, later)) == ["seat/not-active"]


@pytest.mark.rule("P8", "T1")
def test_a_confirmation_after_the_time_is_refused_and_at_the_last_moment_counts() -> None:
    state = a_turn(PL, ["r6 k1", "k2"], table=TABLE)
    command = Confirm(Seat(0), draft(state, "r3 r4 r5 r6 | k7 b7 o7"))
    assert codes(refused(state, command, now=NOW + 60_001)) == ["turn/time-over"]
    assert only(do(state, command, now=NOW + 60_000)[1], TilesLaid).laid == ("r6a",)


@pytest.mark.rule("T1")
def test_without_a_time_limit_no_clock_runs() -> None:
    state = a_turn(PL.override({"turn_seconds": None}), ["r6 k1", "k2"], table=TABLE)
    assert state.deadline is None
    assert codes(refused(state, ExpireDeadline(), now=NOW * 1000)) == ["clock/none"]
    _, events = do(state, Take(Seat(0)), now=NOW * 1000)
    assert only(events, TurnStarted).deadline is None
    strict = PL.override({"turn_seconds": None, "strict": True})
    _, events = do(a_turn(strict, ["r6 k1", "k2"], opened=False), Take(Seat(0)))
    assert only(events, AnnounceOpened).deadline == Deadline("announce", NOW + 5_000)


@pytest.mark.rule("T1")
def test_the_time_is_not_up_before_its_end() -> None:
    state = a_turn(PL, ["r6 k1", "k2"])
    (refusal,) = refused(state, ExpireDeadline(), now=NOW + 59_000)
    assert (refusal.code, refusal.params) == ("clock/not-yet", {"left_ms": 1_000})


# The opening


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("rack", "sets"),
    [
        ("k10 r10 b10", "k10 r10 b10"),
        ("r9 r10 r11", "r9 r10 r11"),
        ("k1 r1 b1 k9 r9 b9", "k1 r1 b1 | k9 r9 b9"),
        ("r11 r10 r9", "r11 r10 r9"),
        ("b10 J o10", "b10 J o10"),  # a joker counts as the tile it stands for
        ("r10 r11 J", "r10 r11 J"),
        ("J J k13", "k13 J J"),
    ],
)
def test_an_opening_of_30_points_in_one_or_more_sets_is_accepted(rack: str, sets: str) -> None:
    state = a_turn(PL, [f"{rack} k2", "k2"], table=TABLE, opened=False)
    state, events = lay(state, f"{TABLE} | {sets}")
    assert only(events, TilesLaid).opening
    assert state.seats[0].opened


@pytest.mark.rule("P2", "R-10")
@pytest.mark.parametrize(
    ("rack", "sets", "points"),
    [
        ("r9 r10 J", "J r9 r10", 27),  # the place says 8: 27, though 11 would do
        ("r5 J J", "r5 J J", 18),
        ("J J r5", "J J r5", 18),
        ("k9 r9 J", "k9 r9 J", 27),
        ("k1 r1 b1", "k1 r1 b1", 3),
    ],
)
def test_a_poor_opening_is_answered_with_its_worth(rack: str, sets: str, points: int) -> None:
    state = a_turn(PL, [f"{rack} k2", "k2"], opened=False)
    assert why_not(state, sets) == [("opening/too-low", {"points": points, "needed": 30})]


@pytest.mark.rule("P2")
def test_in_the_opening_turn_nothing_on_the_table_may_be_touched_or_added_to() -> None:
    state = a_turn(PL, ["r6 k10 r10 b10 k1", "k2"], table=TABLE, opened=False)
    assert why_not(state, "r3 r4 r5 r6 | k7 b7 o7 | k10 r10 b10") == [("opening/table-touched", {"set": 1})]
    assert why_not(state, "r3 r4 r5 r6 | k7 b7 o7") == [
        ("opening/table-touched", {"set": 1}),
        ("opening/too-low", {"points": 0, "needed": 30}),
    ]
    assert why_not(state, "r3 r4 r5 | k7 b7 | k10 r10 b10 | o7")[-1] == ("opening/table-touched", {"set": 2})


@pytest.mark.rule("P2", "R-1")
def test_a_table_set_laid_in_another_order_counts_as_untouched_and_lies_as_before() -> None:
    state = a_turn(PL, ["k10 r10 b10 k1", "k2"], table=TABLE, opened=False)
    state, _ = lay(state, "r5 r4 r3 | b7 k7 o7 | k10 r10 b10")
    assert on_table(state) == "r3 r4 r5 | k7 b7 o7 | k10 r10 b10"


@pytest.mark.rule("P2")
def test_wrong_sets_do_not_count_for_the_opening() -> None:
    state = a_turn(PL, ["k10 r10 b10 k1 k3", "k2"], opened=False)
    reasons = why_not(state, "k10 r10 | b10 k1 k3")
    assert [params["fault"] for _, params in reasons[:-1]] == [
        "set/too-few",
        "set/run-colour-differs",
        "set/run-gap",
    ]
    assert reasons[-1] == ("opening/too-low", {"points": 0, "needed": 30})


@pytest.mark.rule("P2", "R-14")
@pytest.mark.parametrize("name", ["uk", "uk-xp"])
def test_no_joker_may_be_part_of_the_ukrainian_opening_even_beside_30_points(name: str) -> None:
    state = a_turn(profile(name), ["k10 r10 b10 k1 k2 J r1", "k2"], opened=False)
    assert why_not(state, "k10 r10 b10 | k1 k2 J") == [("opening/no-jokers", {})]
    after, _ = lay(state, "k10 r10 b10")
    assert after.seats[0].opened


@pytest.mark.rule("P4", "R-14")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_manipulation_starts_with_the_turn_after_the_opening(name: str) -> None:
    rules = profile(name).override({"strict": False})
    state = a_turn(rules, ["k10 r10 b10 r6 k1", "k2"], table=TABLE, opened=False)
    state, _ = lay(state, f"{TABLE} | k10 r10 b10")
    state, _ = do(state, Take(Seat(1)))
    if state.phase == Phase.ANNOUNCE:
        state, _ = do(state, EndTurn(Seat(1)))
    state, events = lay(state, "r3 r4 r5 r6 | k7 b7 o7 | k10 r10 b10")
    assert not only(events, TilesLaid).opening


# Foreign tiles and other nonsense: refused, strict or not


@pytest.mark.rule("P4")
@pytest.mark.parametrize("strict", [True, False])
def test_what_no_hand_could_have_done_is_refused_and_costs_nothing(strict: bool) -> None:
    rules = PL.override({"strict": strict})
    state = a_turn(rules, ["r6 k1", "k2"], table=TABLE)
    fine = draft(state, "r3 r4 r5 r6 | k7 b7 o7")

    def why(*tiles: str) -> list[tuple[str, str | int]]:
        table = (*fine, tuple(LaidTile(TileId(tile)) for tile in tiles))
        refusals = refused(state, Confirm(Seat(0), table))
        return [(each.code, next(iter(each.params.values()))) for each in refusals]

    assert why("k2a") == [("table/foreign-tile", "k2a")]  # on another rack
    assert why("o9a") == [("table/foreign-tile", "o9a")]  # in the bank
    assert why("x9a", "") == [("table/unknown-tile", ""), ("table/unknown-tile", "x9a")]
    assert why("r6a", "k7a") == [("table/twice", "k7a"), ("table/twice", "r6a")]
    assert why("z" * 99) == [("table/unknown-tile", "z" * 20)]
    assert why(*["k7a"] * 200) == [("table/too-large", 207)]
    assert why(*["k7a"] * 100) == [("table/too-large", 107)]
    assert why(*["k7a"] * 99) == [("table/twice", "k7a")]  # 106 tiles: as many as the box has
    assert len(why(*(f"b{number}b" for number in range(1, 14)))) == 10


@pytest.mark.rule("T3")
def test_a_draft_of_foreign_tiles_is_refused_when_the_time_is_up() -> None:
    state = a_turn(PL, ["r6 k1", "k2"], table=TABLE)
    table = (*state.table, (LaidTile(TileId("k2a")),))
    assert codes(refused(state, ExpireDeadline(table), now=NOW + 60_000)) == ["table/foreign-tile"]


# Time and mistakes, beyond the table of claims


@pytest.mark.rule("T2", "T11")
@pytest.mark.parametrize("opened", [True, False])
def test_a_table_rearranged_without_a_rack_tile_is_undone_like_nothing_moved(opened: bool) -> None:
    table = "r3 r4 r5 r6 | r7 r8 r9 | k7 b7 o7"
    for text in ("r3 r4 r5 | r6 r7 r8 r9 | k7 b7 o7", "r6 r5 r4 r3 | r7 r8 r9 | o7 k7 b7"):
        state = a_turn(CS, ["r6 k1", "k2"], table=table, opened=opened)
        state, events = time_up(state, text)
        assert only(events, TimeUp).verdict == "untouched"
        assert only(events, TilesTaken).cause == "time-up"
        assert (on_table(state), len(state.seats[0].rack)) == (table, 3)


@pytest.mark.rule("T3", "T11")
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("name", ["cs", "uk", "uk-xp"])
def test_sets_of_the_table_left_in_pieces_cost_three_without_a_rack_tile_too(name: str, opened: bool) -> None:
    for text in ("r3 r4 | r5 k7 b7 o7", "r3 r4 r5 | k7 b7", "r3"):
        state = a_turn(profile(name), ["r6 k1", "k2"], table=TABLE, opened=opened)
        state, events = time_up(state, text)
        assert only(events, TimeUp).verdict == "disorder"
        assert only(events, TilesTaken).cause == "time-up"
        assert (on_table(state), len(state.seats[0].rack)) == (TABLE, 2 + 3)


@pytest.mark.rule("T3", "T11", "P2")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("text", [f"{TABLE} | k9 r9 b9", "r3 r4 r5 r6 | k7 b7 o7 | k9 r9 b9"])
def test_a_poor_opening_or_a_touched_table_counts_as_not_in_order(name: str, strict: bool, text: str) -> None:
    rules = profile(name).override({"strict": strict})
    state = a_turn(rules, ["k9 r9 b9 r6 k1", "k2"], table=TABLE, opened=False)
    state, events = time_up(state, text)
    assert only(events, TimeUp).verdict == "disorder"
    assert on_table(state) == TABLE
    assert len(state.seats[0].rack) == 5 + (3 if name in ("cs", "uk", "uk-xp") else 1)


@pytest.mark.rule("T6", "T11")
def test_an_opening_that_is_worth_enough_without_the_loose_tiles_stands() -> None:
    state = a_turn(TOURNAMENT, ["k10 r10 b10 r6 k1", "k2"], table=TABLE, opened=False)
    state, events = time_up(state, f"{TABLE} | k10 r10 b10 | r6 k1")
    assert only(events, TimeUp).verdict == "salvaged"
    assert only(events, TilesLaid).opening
    assert on_rack(state, 0) == "r6 k1"


@pytest.mark.rule("T6", "R-6")
def test_own_loose_tiles_go_back_even_from_a_set_they_spoil() -> None:
    state = a_turn(TOURNAMENT, ["r6 r8 k1 o1", "k2"], table=TABLE)
    state, _ = time_up(state, "r3 r4 r5 r6 r8 | k7 b7 o7 k1")
    assert on_table(state) == "r3 r4 r5 r6 | k7 b7 o7"
    assert on_rack(state, 0) == "r8 k1 o1"


@pytest.mark.rule("T6")
def test_when_only_own_loose_tiles_were_laid_nothing_stays_and_t3_applies() -> None:
    state = a_turn(TOURNAMENT, ["r8 k1", "k2"], table=TABLE)
    state, events = time_up(state, f"{TABLE} | r8 k1")
    assert only(events, TimeUp).verdict == "disorder"
    assert len(state.seats[0].rack) == 3


@pytest.mark.rule("T6", "T3")
@pytest.mark.parametrize("name", ["pl-tournament", "cs"])
def test_a_table_tile_in_the_hand_undoes_all(name: str) -> None:
    state = a_turn(profile(name), ["r6 k9 b9 o9 k1", "k2"], table=TABLE)
    state, events = time_up(state, "r3 r4 r5 | k7 b7 | k9 b9 o9")
    assert only(events, TimeUp).verdict == "disorder"
    assert on_table(state) == TABLE


@pytest.mark.rule("T3", "E2", "R-15")
def test_after_a_salvage_in_the_czech_game_three_tiles_are_taken_or_what_is_there() -> None:
    state = a_turn(CS, ["k9 b9 o9 k1", "k2"], bank="o1 o2")
    state, events = time_up(state, "k9 b9 o9 | k1")
    assert kinds(events) == ["TimeUp", "TilesLaid", "TilesTaken", "TurnEnded", "TurnStarted"]
    assert only(events, TilesTaken).count == 2
    assert on_rack(state, 0) == "k1 o1 o2"


@pytest.mark.rule("T11", "P8", "E1", "T4")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.parametrize("strict", [True, False])
def test_an_empty_rack_over_a_table_in_order_counts_as_confirmed(name: str, strict: bool) -> None:
    rules = profile(name).override({"strict": strict})
    state = a_turn(rules, ["r6", "k2"], table=TABLE)
    state, events = time_up(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert only(events, TimeUp).verdict == "emptied"
    assert (result_of(state).cause, result_of(state).winners) == ("rack-empty", (0,))


@pytest.mark.rule("T5", "T7")
def test_in_strict_play_a_mistake_shows_what_was_wrong_and_is_undone() -> None:
    state = a_turn(STRICT, ["r7 k1", "k2"], table=TABLE, bank="o1")
    table = draft(state, "r3 r4 r5 r7 | k7 b7 o7")
    after, events = do(state, Confirm(Seat(0), table))
    mistake = only(events, MistakeMade)
    assert mistake.draft == table
    assert codes(mistake.refusals) == ["table/bad-set"]
    assert only(events, TilesTaken).cause == "mistake"
    assert (on_table(after), on_rack(after, 0)) == (TABLE, "r7 k1 o1")


@pytest.mark.rule("T5", "P2")
def test_in_strict_play_a_poor_opening_is_a_mistake() -> None:
    state = a_turn(UK.override({"strict": True}), ["k9 r9 b9 k1", "k2"], opened=False)
    state, events = lay(state, "k9 r9 b9")
    assert codes(only(events, MistakeMade).refusals) == ["opening/too-low"]
    assert len(state.seats[0].rack) == 4 + 3


@pytest.mark.rule("T8")
@pytest.mark.parametrize(("bank", "taken"), [("o1 o2 o3 o4", 3), ("o1 o2", 2), ("o1", 1)])
def test_who_has_to_take_more_than_there_is_takes_what_is_there(bank: str, taken: int) -> None:
    state = a_turn(UK, ["k9 r9 k1", "k2"], bank=bank)
    state, events = time_up(state, "k9 r9")
    assert only(events, TilesTaken).count == taken
    assert len(state.seats[0].rack) == 3 + taken


@pytest.mark.rule("T8", "E2")
def test_with_an_empty_bank_a_timeout_or_a_mistake_is_a_pass() -> None:
    state = a_turn(PL, ["k9 r9 k1", "k2"], bank="")
    for text in (None, "k9 r9"):
        after, events = time_up(state, text)
        assert kinds(events)[1] == "Passed"
        assert only(events, Passed) == Passed(Seat(0), "time-up")
        assert on_rack(after, 0) == "k9 r9 k1"
    state = a_turn(STRICT, ["k9 r9 k1", "k2"], bank="")
    _, events = lay(state, "k9 r9")
    assert only(events, Passed) == Passed(Seat(0), "mistake")


@pytest.mark.rule("T2")
def test_a_house_game_may_let_a_timeout_cost_nothing() -> None:
    state = a_turn(PL.override({"timeout_untouched_takes": 0}), ["k9", "k2"])
    after, events = time_up(state)
    assert kinds(events) == ["TimeUp", "Passed", "TurnEnded", "TurnStarted"]
    assert after.idle_turns == 0


# The announcement


def taken_in_strict_play() -> GameState:
    state = a_turn(STRICT, ["k10 r10 o2", "r6"], table=TABLE, opened=(False, True), bank="b10 r7 o5 k1")
    return do(state, Take(Seat(0)))[0]


@pytest.mark.rule("E7", "R-13")
def test_the_announcement_is_public_and_ends_the_turn() -> None:
    state = taken_in_strict_play()
    after, events = do(state, Announce(Seat(0)))
    assert kinds(events) == ["Announced", "TurnEnded", "TurnStarted"]
    assert redact(only(events, Announced), None) == Announced(Seat(0))
    assert view(after, None).seats[0].announced
    assert after.active == 1


@pytest.mark.rule("R-13")
def test_the_moment_to_announce_ends_with_end_turn_or_with_its_time() -> None:
    state = taken_in_strict_play()
    assert state.deadline == Deadline("announce", NOW + 5_000)
    for after in (do(state, EndTurn(Seat(0)))[0], time_up(state)[0]):
        assert (after.active, after.seats[0].announced) == (1, False)
    assert codes(refused(state, Announce(Seat(0)), now=NOW + 5_001)) == ["turn/time-over"]
    assert codes(refused(state, Announce(Seat(1)))) == ["seat/not-active"]


@pytest.mark.rule("R-13", "P1")
def test_who_has_opened_or_plays_without_the_penalty_has_no_moment_to_announce() -> None:
    for rules, opened in [(STRICT, True), (PL, False), (CS.override({"strict": True}), False)]:
        state = a_turn(rules, ["k10", "k2"], opened=opened)
        assert kinds(do(state, Take(Seat(0)))[1]) == ["TilesTaken", "TurnEnded", "TurnStarted"]
        assert codes(refused(state, Announce(Seat(0)))) == ["phase/wrong"]
    for house in ({"unopened_penalty": None}, {"could_open_penalty": None}):
        state = a_turn(STRICT.override(dict(house)), ["k10", "k2"], opened=False)
        assert do(state, Take(Seat(0)))[0].phase == Phase.ANNOUNCE


@pytest.mark.rule("R-13")
def test_a_tile_taken_by_timeout_carries_no_announcement() -> None:
    state = a_turn(STRICT, ["k10", "k2"], opened=False)
    state, events = time_up(state)
    assert state.active == 1
    assert not any(isinstance(event, AnnounceOpened) for event in events)


@pytest.mark.rule("R-13", "E7")
def test_the_announcement_holds_for_the_next_turn_only() -> None:
    state, _ = do(taken_in_strict_play(), Announce(Seat(0)))
    state, _ = do(state, Take(Seat(1)))
    assert state.seats[0].announced
    state, _ = do(state, Take(Seat(0)))
    assert not state.seats[0].announced
    state, _ = do(state, EndTurn(Seat(0)))
    state, _ = lay(state, "r3 r4 r5 r6 r7 | k7 b7 o7")
    assert points_of(state) == [-200, 200]
    passing, _ = do(a_turn(STRICT, ["k10", "k2"], opened=False, bank=""), Pass(Seat(0)))
    assert not passing.seats[0].announced


@pytest.mark.rule("R-13")
def test_an_announcement_may_be_untrue_and_costs_nothing() -> None:
    state = a_turn(STRICT, ["k10 r2", "r6"], table=TABLE, opened=(False, True), bank="b9 k1")
    state, _ = do(state, Take(Seat(0)))
    state, _ = do(state, Announce(Seat(0)))
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert points_of(state) == [-100, 100]


# The end


@pytest.mark.rule("E1")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_the_game_ends_when_a_player_has_laid_the_last_rack_tile(name: str) -> None:
    state = a_turn(profile(name), ["r6", "k2 k3", "k5"], table=TABLE)
    state, events = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert kinds(events) == ["TilesLaid", "GameEnded"]
    assert (result_of(state).cause, result_of(state).winners) == ("rack-empty", (0,))
    assert points_of(state) == [10, -5, -5]
    assert codes(refused(state, Take(Seat(1)))) == ["game/ended"]
    assert (state.active, state.deadline) == (None, None)


@pytest.mark.rule("E1", "P2")
def test_an_opening_may_empty_the_rack() -> None:
    state = a_turn(PL, ["k10 r10 b10", "k2"], opened=False)
    state, _ = lay(state, "k10 r10 b10")
    assert result_of(state).winners == (0,)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("name", ["pl", "pl-xp", "pl-tournament"])
def test_after_the_last_tile_everybody_has_one_more_turn_the_taker_last(name: str) -> None:
    state = a_turn(profile(name), ["k1", "k5", "k10"], bank="b1", active=1)
    state, events = do(state, Take(Seat(1)))
    assert only(events, LastLapBegan) == LastLapBegan("bank-empty", 3)
    assert view(state, None).lap_left == 3
    order = []
    while state.phase != Phase.ENDED:
        assert state.active is not None
        order.append(state.active)
        state, events = do(state, Pass(state.active))
    assert order == [2, 0, 1]
    assert result_of(state).cause == "last-lap"
    assert only(events, TurnEnded).lap_left == 0


@pytest.mark.rule("E2")
def test_in_a_last_lap_a_rack_tile_may_still_be_laid_and_the_lap_goes_on() -> None:
    state = a_turn(PL, ["k1", "r6 k13"], table=TABLE, bank="", active=1, lap_left=2)
    state, events = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert only(events, TurnEnded).lap_left == 1
    assert not ended(events)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("name", ["cs", "uk", "uk-xp"])
def test_play_goes_on_until_one_turn_of_every_player_in_a_row_lays_nothing(name: str) -> None:
    state = a_turn(profile(name), ["k1", "k5", "r6 k13"], table=TABLE, bank="b1")
    state, events = do(state, Take(Seat(0)))
    assert not any(isinstance(event, LastLapBegan) for event in events)
    state, _ = do(state, Pass(Seat(1)))
    assert state.idle_turns == 1
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert state.idle_turns == 0
    for seat, idle in ((0, 1), (1, 2)):
        state, _ = time_up(state) if seat else do(state, Pass(Seat(seat)))
        assert state.idle_turns == idle
    state, _ = do(state, Pass(Seat(2)))
    assert result_of(state).cause == "all-passed"


@pytest.mark.rule("E2", "P1")
def test_passing_needs_an_empty_bank_and_taking_a_bank_with_tiles() -> None:
    assert codes(refused(a_turn(PL, ["k1", "k2"]), Pass(Seat(0)))) == ["pass/bank-not-empty"]
    assert codes(refused(a_turn(PL, ["k1", "k2"], bank=""), Take(Seat(0)))) == ["take/bank-empty"]


@pytest.mark.rule("R-15", "E2", "T5")
def test_the_last_tile_taken_as_a_penalty_is_the_last_tile_too() -> None:
    state = a_turn(STRICT, ["k9 r9 k1", "k2"], bank="o1")
    _, events = lay(state, "k9 r9")
    assert only(events, LastLapBegan) == LastLapBegan("bank-empty", 2)


@pytest.mark.rule("R-15", "R-7", "E2")
@pytest.mark.parametrize("punished", [1, 2, 3])
def test_a_ruling_that_takes_the_last_tile_lets_the_turn_be_finished_then_all_have_one_more(
    punished: int,
) -> None:
    state = a_turn(TOURNAMENT, ["k1 k13", "k2", "k3", "k4"], table="k10 k11 k12", bank="o1")
    state, events = do(state, GivePenalty(Seat(punished), 3, "touched the bank"))
    assert kinds(events) == ["TilesTaken"]
    assert (state.active, state.lap_left) == (0, None)
    state, events = lay(state, "k10 k11 k12 k13")  # the turn in progress
    assert only(events, LastLapBegan) == LastLapBegan("bank-empty", 4)
    for seat in (1, 2, 3, 0):  # beginning with the next player, not with whom the ruling hit
        assert state.active == seat
        state, events = do(state, Pass(Seat(seat)))
        assert not any(isinstance(event, LastLapBegan) for event in events)
    assert result_of(state).cause == "last-lap"


@pytest.mark.rule("R-15", "R-7")
def test_a_bank_that_empties_during_a_last_lap_changes_nothing() -> None:
    state = a_turn(TOURNAMENT, ["k1", "k2", "k3"], bank="o1")
    state, _ = do(state, EndRound())
    state, events = do(state, Take(Seat(0)))
    assert only(events, LastLapBegan) == LastLapBegan("round-time", 3)
    for seat in (1, 2, 0):
        state, events = do(state, Pass(Seat(seat)))
        assert not any(isinstance(event, LastLapBegan) for event in events)
    assert result_of(state).cause == "last-lap"


@pytest.mark.rule("T10", "E2", "R-7")
def test_round_time_over_the_turn_in_progress_is_finished_then_one_more_turn_for_all() -> None:
    state = a_turn(TOURNAMENT, ["k1", "k2", "k3"], active=1)
    state, events = do(state, EndRound())
    assert kinds(events) == ["RoundEnded"]
    assert (state.active, state.lap_left, view(state, None).round_over) == (1, None, True)
    state, events = do(state, Take(Seat(1)))
    assert only(events, LastLapBegan) == LastLapBegan("round-time", 3)
    order = []
    while state.phase != Phase.ENDED:
        assert state.active is not None
        order.append(state.active)
        state, _ = do(state, Take(state.active))  # taking is still a turn
    assert order == [2, 0, 1]
    assert view(state, None).lap_cause == "round-time"


@pytest.mark.rule("R-7", "E1", "E7")
def test_a_rack_emptied_in_a_last_lap_ends_the_game_like_any_other() -> None:
    state = a_turn(TOURNAMENT, ["r6", "k2 k5"], table=TABLE, bank="", lap_left=2, opened=(True, False))
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert result_of(state).cause == "rack-empty"
    assert points_of(state) == [100, -100]


def test_no_tile_is_lost_in_any_way_a_turn_can_end() -> None:
    for name in NUMBER_PROFILES:
        for text in (None, f"{TABLE} | k9 b9 o9 | o1", "r3 r4 r5 r6 | k7 b7 o7", "r3 r4 r6 | k7 b7 o7 | r5"):
            for strict in (True, False):
                rules = profile(name).override({"strict": strict})
                state = a_turn(rules, ["r6 k9 b9 o9 o1 k2", "k1"], table=TABLE)
                after, _ = time_up(state, text)
                assert all_tiles(after) == all_tiles(state)
