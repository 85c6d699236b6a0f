"""The word game, rule by rule, through the same decide, evolve and view that play numbers (W1–W17, R-12)."""

from dataclasses import replace

import pytest

from table_setup import (
    LEXICON,
    NOW,
    a_turn,
    begun,
    do,
    lay,
    new_game,
    on_rack,
    on_table,
    only,
    points_of,
    refused,
    result_of,
    sets_for,
    time_up,
    why_not,
)
from tilemeld.engine.errors import RulesError
from tilemeld.engine.game.commands import (
    AskRedeal,
    Confirm,
    CorrectScore,
    CreateGame,
    EndRound,
    GivePenalty,
    Leave,
    Pass,
    RestartTurn,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.events import (
    Dealt,
    GameCreated,
    LastLapBegan,
    RedealAsked,
    StarterChosen,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnStarted,
)
from tilemeld.engine.game.match import Match, is_sum_right, line_of
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import redact, view
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LETTERS, LetterSets
from tilemeld.engine.tiles import Face, LaidTile, Seat, Table, TileId, face_of

RULES = profile("pl-word")
STRICT = RULES.override({"strict": True})
TABLE = "KOSZYK SZCZYT"


def faults(state: GameState, text: str) -> list[str]:
    """What is wrong with a table: codes, those of single words instead of ``table/bad-set``."""
    return [str(params.get("fault", code)) for code, params in why_not(state, text)]


def scored(state: GameState, text: str) -> tuple[int, str]:
    """What laying these words scores, and for which."""
    laid = only(lay(state, text)[1], TilesLaid)
    return laid.points, laid.word


# The examples of the book


@pytest.mark.rule("W17", "W7", "W10")
def test_koszyk_and_t_make_kot_and_szyk() -> None:
    state = a_turn(RULES, ["TA", "O"], table="KOSZYK")
    after, events = lay(state, "KOT SZYK")
    assert on_table(after) == "KOT SZYK"
    laid = only(events, TilesLaid)
    assert (laid.laid, laid.points, laid.word) == (("Ta",), 3, "KOT")  # SZYK is longer, but has no rack tile


@pytest.mark.rule("W17", "W7", "W10")
def test_szczyt_and_koszyk_and_two_a_make_szyszka_oczy_and_kat_worth_7() -> None:
    state = a_turn(RULES, ["AAE", "O"], table=TABLE)
    assert scored(state, "SZYSZKA OCZY KAT") == (7, "SZYSZKA")


# Setting up


@pytest.mark.rule("W2", "R-2")
def test_nearest_to_a_starts_and_jokers_are_drawn_again() -> None:
    alphabet = list(LETTERS)
    assert alphabet[-3:] == ["Z", "Ź", "Ż"]
    jokers = 0
    for seed in range(60):
        chosen = only(begun(RULES, 4, seed=str(seed))[1], StarterChosen)
        jokers += sum(face_of(tile) == "?" for drawn in chosen.draws for _, tile in drawn)
        last = {seat: face_of(tile) for seat, tile in chosen.draws[-1] if face_of(tile) != "?"}
        assert last[chosen.starter] == min(last.values(), key=alphabet.index)
    assert jokers


@pytest.mark.rule("W4", "R-4")
def test_a_new_deal_keeps_the_starter_and_hides_who_asked() -> None:
    for seed in range(60):
        state, _ = begun(RULES, 4, seed=str(seed))
        assert state.phase == Phase.REDEAL
        entitled = [seat for seat in range(4) if view(state, Seat(seat)).may_redeal]
        if entitled:
            after, events = do(state, AskRedeal(Seat(entitled[0])))
            assert (after.starter, after.deal) == (state.starter, 2)
            assert only(events, RedealAsked).seat == entitled[0]
            assert view(after, None).redeals_asked_by is None
            return
    pytest.fail("nobody was dealt few vowels")


@pytest.mark.rule("W4")
def test_without_the_right_to_a_new_deal_the_first_turn_begins_at_once() -> None:
    _, events = begun(RULES.override({"redeal_few": None}), 2)
    assert only(events, Dealt).deadline is None
    assert only(events, TurnStarted).turn == 1


# Words


@pytest.mark.rule("W7", "W8")
def test_every_fault_is_reported_at_once() -> None:
    state = a_turn(RULES, ["TAOKOSA", "O"], table=TABLE)
    assert faults(state, "KOSZYK SZCZYTA TO") == ["word/unknown", "word/too-short"]
    assert faults(state, "KOSZYK") == ["lay/nothing", *["table/tile-missing"] * 6]
    assert faults(state, "KOSZ KOT SZCZYT") == ["table/tile-missing"]


@pytest.mark.rule("W7", "P4")
@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("KOSZYK", "I", "KOSZYKI"),  # at the end
        ("TOK", "ZAA", "ZATOKA"),  # at both ends
        ("OKO", "CZ", "OCZKO"),  # inside
        ("KOSZYK", "CZE", "KOSZYCZEK"),  # in several places
        ("KOSZYK", "T", "KOT SZYK"),  # split
        ("OKO LICA", "MI", "OKOLICAMI"),  # merged
        (TABLE, "AA", "SZYSZKA OCZY KAT"),  # everything rebuilt
        ("KOT", "OSAIKAT", "KOT OSA KITA"),  # several new ones from the rack
    ],
)
def test_words_are_extended_split_merged_and_made_anew(table: str, rack: str, after: str) -> None:
    state, _ = lay(a_turn(RULES, [f"{rack}E", "O"], table=table), after)
    assert on_table(state) == after


@pytest.mark.rule("W8")
def test_words_are_those_of_the_lexicon_given_to_the_game() -> None:
    created = decide(None, CreateGame(RULES, 2), now=NOW, chance=FixedChance("x"), sets_for=sets_for)
    assert only(created, GameCreated).words == LEXICON.hash
    assert view(new_game(RULES, 2), None).words == LEXICON.hash
    with pytest.raises(RulesError, match="needs a lexicon"):
        decide(None, CreateGame(RULES, 2), now=NOW, chance=FixedChance("x"))


@pytest.mark.rule("W8")
def test_a_record_without_its_lexicon_can_be_looked_at_but_not_played() -> None:
    state = play_without_words()
    assert view(state, Seat(0)).table
    with pytest.raises(RulesError, match="needs a lexicon"):
        lay(state, "KOT SZYK")


def play_without_words() -> GameState:
    state = a_turn(RULES, ["TA", "O"], table="KOSZYK")
    return replace(state, sets=LetterSets(RULES))


def laid_as(text: str) -> Table:
    """A table of tiles by their ids: KaOaTb TbAaKa."""
    return tuple(
        tuple(LaidTile(TileId(word[place : place + 2])) for place in range(0, len(word), 2))
        for word in text.split()
    )


@pytest.mark.rule("W9")
def test_all_words_on_the_table_differ() -> None:
    state = a_turn(RULES, ["KOTOSAOSA", "O"], table="KOT SZCZYT")
    assert faults(state, "KOT SZCZYT KOT") == ["word/on-table"]
    assert faults(state, "KOT SZCZYT OSA OSA") == ["word/twice"]


@pytest.mark.rule("W9", "W10")
def test_a_word_that_lay_there_may_stay_rebuilt_but_is_never_new() -> None:
    state = a_turn(RULES, ["TAK", "O"], table="KOT TAK")
    after, events = do(state, Confirm(Seat(0), laid_as("KaOaTc TbAaKb KcAbTa")))
    assert on_table(after) == "KOT TAK KAT"
    assert only(events, TilesLaid).laid == ("Tc", "Kc", "Ab")
    assert (only(events, TilesLaid).points, only(events, TilesLaid).word) == (3, "KAT")


@pytest.mark.rule("W9")
def test_a_word_that_lay_there_earlier_may_be_laid_again() -> None:
    state = a_turn(RULES, ["TEE", "KOSZYKE"], table="KOSZYK")
    state, _ = lay(state, "KOT SZYK")
    assert only(lay(state, "KOT SZYK KOSZYK")[1], TilesLaid).points == 6


@pytest.mark.rule("W10")
def test_an_exchanged_joker_makes_no_new_word_and_one_without_rack_tiles_scores_nothing() -> None:
    state = a_turn(RULES, ["TE", "O"], table="KO?(T) KAT")
    assert scored(state, "KAT?(Y) KOT") == (0, "")
    state = a_turn(RULES, ["TYE", "O"], table="KO?(T) KAT")
    assert scored(state, "KOT KA?(T)Y") == (4, "KATY")


@pytest.mark.rule("W10")
def test_the_longest_new_word_scores_jokers_included_and_no_other() -> None:
    state = a_turn(RULES, ["KOSZ?KOSAE", "O"], table="KAT")
    assert scored(state, "KAT KOSZ?(Y)K OSA") == (6, "KOSZYK")


@pytest.mark.rule("W11")
@pytest.mark.parametrize(
    ("rack", "table", "words", "points"),
    [
        ("KAKTUSY", "", "KAKTUSY", 14),  # the opening, too
        ("KOSAKIT", "", "OSA KIT K", None),
        ("OSAKITA", "KOT", "KOT OSA KITA", 8),
        ("OSAKIT", "KOT", "KOT OSA KIT", 3),  # a rack of six
        ("OSAKITAE", "KOT", "KOT OSA KITA", 4),  # one tile is left
    ],
)
def test_a_whole_rack_of_seven_or_more_scores_double(
    rack: str, table: str, words: str, points: int | None
) -> None:
    state = a_turn(RULES, [rack, "O"], table=table, opened=bool(table))
    if points is None:
        assert "word/too-short" in faults(state, words)
    else:
        laid = only(lay(state, words)[1], TilesLaid)
        assert (laid.points, laid.double) == (points, points in (8, 14))


@pytest.mark.rule("W12")
def test_the_refill_is_hidden_from_the_others_and_comes_after_laying() -> None:
    state = a_turn(RULES, ["TA", "O"], table="KOSZYK", bank="EEEEEEEI")
    after, events = lay(state, "KOT SZYK")
    taken = only(events, TilesTaken)
    assert (taken.cause, taken.count) == ("refill", 6)
    assert redact(taken, Seat(1)) == replace(taken, tiles=None)
    assert on_rack(after, 0) == "AEEEEEE"
    assert after.seats[0].last_taken == taken.tiles


@pytest.mark.rule("W12", "T8")
def test_who_does_not_lay_takes_one_however_many_they_hold() -> None:
    state, _ = do(a_turn(RULES, ["AEIOUYAEIOUYAEIOUY", "O"]), Take(Seat(0)))
    assert len(state.seats[0].rack) == 19
    assert state.seats[0].turn_points == (0, 0)


# The opening


@pytest.mark.rule("W6")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("KOSZYK", []),
        ("KOSZY?(K)", []),
        ("KOSZ", ["opening/word-too-short"]),
        ("OSA KOSZ", ["opening/one-word", "opening/word-too-short", "opening/word-too-short"]),
        ("KOSZYKA", ["word/unknown", "opening/one-word"]),
    ],
)
def test_the_opening_is_exactly_one_word_of_six_from_the_rack(words: str, expected: list[str]) -> None:
    state = a_turn(RULES, ["KOSZYK?OSA", "O"], table="SZCZYT", opened=False)
    if expected:
        assert faults(state, f"SZCZYT {words}") == expected
    else:
        assert lay(state, f"SZCZYT {words}")[0].seats[0].opened


@pytest.mark.rule("W6", "W14")
def test_before_the_opening_the_table_and_its_jokers_stay_as_they_are() -> None:
    state = a_turn(RULES, ["KOSZYKT", "O"], table="KO?(T)", opened=False)
    assert faults(state, "KOT KOSZYK") == [
        "table/tile-missing",
        "opening/table-touched",
        "table/joker-freed",
    ]
    touched = a_turn(RULES, ["IE", "O"], table="SZYSZK?(A) KOSZYK", opened=False)
    assert "opening/table-touched" in faults(touched, "SZYSZK?(A) KOSZYKI")


@pytest.mark.rule("W6")
@pytest.mark.parametrize("letters", [3, 4, 5, 6])
def test_a_house_game_may_open_with_shorter_words(letters: int) -> None:
    house = RULES.override({"opening_letters": letters})
    for word in ("OSA", "KOSZ", "CZASY", "KOSZYK"):
        state = a_turn(house, [f"{word}E", "O"], opened=False)
        if len(word) >= letters:
            assert lay(state, word)[0].seats[0].opened
        else:
            assert faults(state, word) == ["opening/word-too-short"]


@pytest.mark.rule("W6")
def test_a_house_game_may_keep_jokers_out_of_the_opening() -> None:
    state = a_turn(RULES.override({"opening_jokers": False}), ["KOSZY?E", "O"], opened=False)
    assert faults(state, "KOSZY?(K)") == ["opening/no-jokers"]


# Jokers


@pytest.mark.rule("W14")
def test_a_joker_needs_a_letter_and_is_answered_with_which_would_do() -> None:
    state = a_turn(RULES, ["KO??", "O"], table="SZCZYT")
    (missing,) = [params for _, params in why_not(state, "SZCZYT KO?")]
    assert (missing["fault"], missing["letters"]) == ("word/joker-unnamed", "C K T")
    (both,) = [params for _, params in why_not(state, "SZCZYT K??")]
    assert both["letters"] == "A I O T, then C K O T"
    assert faults(state, "SZCZYT O??K") == ["word/joker-unnamed", "word/unknown"]
    assert faults(state, "SZCZYT KO?(Z)") == ["word/unknown"]
    unknown = Confirm(Seat(0), (*state.table, (*laid_as("KaOa")[0], LaidTile(TileId("?a"), Face("X")))))
    assert [refusal.code for refusal in refused(state, unknown)] == ["table/unknown-face"]
    on_a_letter = Confirm(Seat(0), (*state.table, (LaidTile(TileId("Ka"), Face("T")), *laid_as("Oa?a")[0])))
    assert [refusal.code for refusal in refused(state, on_a_letter)] == ["set/not-a-joker"]


@pytest.mark.rule("W14", "P5")
def test_a_joker_is_freed_by_its_letter_and_used_in_the_same_turn() -> None:
    state = a_turn(RULES, ["TAKE", "O"], table="KO?(T) SZCZYT")
    assert faults(state, "KOT SZCZYT") == ["table/tile-missing"]
    after, _ = lay(state, "KOT SZCZYT ?(T)AK")
    assert on_table(after) == "KOT SZCZYT ?(T)AK"
    from_table = a_turn(RULES, ["AE", "O"], table="KO?(T) KATY")
    assert on_table(lay(from_table, "KOTA KA?(T)Y")[0]) == "KOTA KA?(T)Y"


@pytest.mark.rule("R-12", "W14")
def test_the_letter_of_a_joker_is_kept_until_the_tiles_of_its_word_change() -> None:
    state = a_turn(RULES, ["OSAKE", "O"], table="KO?(T)")
    assert faults(state, "KO?(C) OSA") == ["word/joker-kept"]
    assert on_table(lay(state, "?(T)OK OSA")[0]) == "?(T)OK OSA"  # the same letter in another place
    assert on_table(lay(state, "KO?(C)E OSA")[0]) == "KO?(C)E OSA"  # other tiles, another letter


# Time, mistakes and rulings


@pytest.mark.rule("W13", "T11")
def test_time_up_undoes_good_words_in_strict_play_even_when_the_whole_rack_lies_there() -> None:
    state = a_turn(STRICT, ["T", "O"], table="KOSZYK")
    after, events = time_up(state, "KOT SZYK")
    assert only(events, TimeUp).verdict == "undone"
    assert only(events, TilesTaken).count == 1
    assert (on_table(after), after.seats[0].turn_points, after.active) == ("KOSZYK", (0, 0), 1)


@pytest.mark.rule("W13", "T7")
def test_helpful_play_lets_the_whole_rack_stand_and_says_so() -> None:
    after, events = time_up(a_turn(RULES, ["T", "O"], table="KOSZYK"), "KOT SZYK")
    assert only(events, TimeUp).verdict == "stands"
    assert (on_table(after), after.seats[0].turn_points) == ("KOT SZYK", (0, 3))


@pytest.mark.rule("W13", "T6")
def test_a_house_game_may_keep_what_forms_words_when_the_time_is_up() -> None:
    for salvage, extra in {"free": 0, "penalised": 1}.items():
        house = RULES.override({"timeout_salvage": salvage, "strict": True, "refill_to": None})
        state = a_turn(house, ["OSAKZ", "O"], table="KOSZYK")
        after, events = time_up(state, "KOSZYK OSA KZ")
        assert only(events, TimeUp).verdict == "salvaged"
        assert on_table(after) == "KOSZYK OSA"
        assert len(after.seats[0].rack) == 2 + extra


@pytest.mark.rule("W5")
def test_a_table_may_choose_60_90_or_120_seconds_or_no_clock() -> None:
    for seconds in RULES.turn_seconds_offered:
        deadline = a_turn(RULES.override({"turn_seconds": seconds}), ["A", "O"]).deadline
        assert (None if deadline is None else (deadline.at - NOW) // 1000) == seconds


@pytest.mark.rule("M5", "W10")
def test_a_turn_that_is_taken_back_loses_its_points() -> None:
    state, _ = lay(a_turn(RULES, ["TA", "O"], table="KOSZYK"), "KOT SZYK")
    assert state.seats[0].turn_points == (0, 3)
    state, _ = do(state, TakeBackTurn("dispute"))
    assert (state.active, state.seats[0].turn_points) == (0, (0,))
    assert on_table(state) == "KOSZYK"
    state, _ = do(state, RestartTurn("again"))
    state, _ = do(state, GivePenalty(Seat(0), 1, "slow"))
    assert len(state.seats[0].rack) == 3


# The end


def last_turns(racks: list[str], *, active: int, starter: int, table: str = "KOSZYK") -> GameState:
    """A turn with an empty bank in a game that another seat began."""
    return replace(a_turn(RULES, racks, table=table, bank="", active=active), starter=Seat(starter))


@pytest.mark.rule("W15")
@pytest.mark.parametrize(
    ("starter", "active", "more"), [(0, 0, 2), (0, 1, 1), (0, 2, 0), (1, 1, 2), (1, 0, 0), (2, 0, 1)]
)
def test_those_with_fewer_turns_get_one_more_after_an_empty_rack(
    starter: int, active: int, more: int
) -> None:
    racks = ["E", "E", "E"]
    racks[active] = "T"
    state, events = lay(last_turns(racks, active=active, starter=starter), "KOT SZYK")
    laps = [event for event in events if isinstance(event, LastLapBegan)]
    assert laps == ([LastLapBegan("rack-empty", more)] if more else [])
    for turn in range(more):
        state, _ = do(state, Pass(Seat((active + 1 + turn) % 3)))
    assert result_of(state).cause == "rack-empty"
    assert result_of(state).winners == (active,)


@pytest.mark.rule("W15", "W11")
def test_the_extra_turn_may_be_an_opening_a_double_and_another_empty_rack() -> None:
    state = last_turns(["T", "KAKTUSY", "I"], active=0, starter=0, table="KOSZYK")
    seats = (state.seats[0], replace(state.seats[1], opened=False), state.seats[2])
    state, _ = lay(replace(state, seats=seats), "KOT SZYK")
    state, events = lay(state, "KOT SZYK KAKTUSY")
    assert not any(isinstance(event, LastLapBegan) for event in events)
    assert (only(events, TilesLaid).points, only(events, TilesLaid).opening) == (14, True)
    state, _ = do(state, Pass(Seat(2)))
    assert points_of(state) == [3, 14, 0]
    assert result_of(state).winners == (1,)


@pytest.mark.rule("W15", "E3")
def test_equal_points_share_the_win_and_left_over_tiles_cost_nothing() -> None:
    state = a_turn(RULES, ["E", "EEEEE??"], bank="")
    for seat in (0, 1):
        state, _ = do(state, Pass(Seat(seat)))
    result = result_of(state)
    assert (result.cause, result.winners, points_of(state)) == ("all-passed", (0, 1), [0, 0])
    assert [score.rack_value for score in result.scores] == [0, 0]


@pytest.mark.rule("W15")
def test_the_score_sheet_has_a_row_for_every_turn() -> None:
    state = a_turn(RULES, ["TA", "I", "E"], table="KOSZYK", turns=0, bank="E")
    state, _ = lay(state, "KOT SZYK")
    state, _ = do(state, Pass(Seat(1)))
    state, _ = do(state, Pass(Seat(2)))
    state, _ = lay(state, "KOTA SZYK")
    assert [each.turn_points for each in view(state, None).seats] == [(3, 4), (0,), (0,)]
    assert [each.points for each in view(state, None).seats] == [7, 0, 0]


@pytest.mark.rule("W15", "R-11")
def test_a_game_that_everybody_left_keeps_its_points_and_has_no_winner() -> None:
    state = a_turn(RULES.override({"leaver": "pass"}), ["TA", "O"], table="KOSZYK")
    state, _ = lay(state, "KOT SZYK")
    for seat in (1, 0):
        state, _ = do(state, Leave(Seat(seat)))
    assert (result_of(state).cause, result_of(state).winners) == ("abandoned", ())
    assert points_of(state) == [3, 0]


@pytest.mark.rule("T10", "R-7", "W15")
def test_the_round_time_of_a_tournament_ends_a_word_game_too() -> None:
    state = a_turn(RULES.override({"round_time": True}), ["TA", "I"], table="KOSZYK", bank="EEEEEEIIII")
    state, _ = do(state, EndRound())
    state, events = lay(state, "KOT SZYK")
    assert only(events, LastLapBegan) == LastLapBegan("round-time", 2)
    state, _ = do(state, Take(Seat(1)))
    state, _ = do(state, Take(Seat(0)))
    assert (result_of(state).cause, result_of(state).winners) == ("last-lap", (0,))


@pytest.mark.rule("M1", "M2", "M3", "W15")
def test_a_match_adds_points_up_and_the_next_starter_sits_left() -> None:
    state = last_turns(["T", "E"], active=0, starter=1)
    state, _ = lay(state, "KOT SZYK")
    match = Match(RULES, 2).with_game(line_of(result_of(state), state.starter))
    assert match.standings()[0].total == 3
    assert match.winners() == (0,)
    assert match.next_game().previous_starter == 1
    assert is_sum_right(RULES, result_of(state))
    corrected, _ = do(state, CorrectScore(Seat(0), 9, "miscounted"))
    assert not is_sum_right(RULES, result_of(corrected))


@pytest.mark.rule("P7")
def test_the_view_hides_letters_as_it_hides_numbers() -> None:
    state = a_turn(RULES, ["KOSZYKCC", "SZCZYTTA"])
    seen = repr(view(state, Seat(0)))
    hidden = [*state.seats[1].rack, *(tile for stack in state.bank for tile in stack)]
    assert not any(f"'{tile}'" in seen for tile in hidden)
    assert [seat.count for seat in view(state, None).seats] == [8, 8]
