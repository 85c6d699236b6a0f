"""Claims about the word game: what book C says, proved by playing it (W1–W16, and of T, E, M some)."""

from collections import Counter
from dataclasses import replace

from engine.claims import claim, do_or_mistake, play_out, refusal_codes
from table_setup import (
    NOW,
    a_turn,
    begun,
    do,
    draft,
    lay,
    on_rack,
    on_table,
    only,
    result_of,
    time_up,
)
from tilemeld.engine.game.commands import (
    AskRedeal,
    CastVote,
    ChooseStack,
    Confirm,
    CreateGame,
    EndRound,
    Leave,
    Pass,
    Take,
)
from tilemeld.engine.game.events import (
    Deadline,
    Dealt,
    LastLapBegan,
    MistakeMade,
    StackChosen,
    StacksBuilt,
    StarterChosen,
    TilesLaid,
    TimeUp,
    TurnStarted,
    VoteOpened,
)
from tilemeld.engine.game.match import GameLine, Match
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Seat, faces_of

LETTERS = "letters"
BOX = "A9 Ą2 B2 C4 Ć1 D3 E7 Ę2 F1 G2 H2 I8 J2 K4 L3 Ł2 M3 N6 Ń1 O7 Ó2 P4 R5 S4 Ś1 T4 U3 W4 Y4 Z6 Ż1 Ź1"
TABLE = "KOSZYK SZCZYT"


# The box, the players and setting up (W1–W4)


@claim("W1", sets=LETTERS)
def the_box_holds_110_letters_and_two_jokers(rules: Rules) -> None:
    state, _ = begun(rules, 2)
    everywhere = [*state.seats[0].rack, *state.seats[1].rack, *(tile for s in state.bank for tile in s)]
    counts = Counter(faces_of(everywhere))
    assert counts.pop(state.sets.joker, 0) == 2
    assert dict(counts) == {item[0]: int(item[1:]) for item in BOX.split()}
    assert counts.total() + 2 == 112


@claim("W7", sets=LETTERS)
def sets_are_words(rules: Rules) -> None:
    assert rules.sets == "letters"
    state, _ = lay(a_turn(rules, ["T", "A"], table=TABLE), "KOT SZYK SZCZYT")
    assert on_table(state) == "KOT SZYK SZCZYT"


@claim("R-16", sets=LETTERS)
def two_to_four_may_play(rules: Rules) -> None:
    assert [players for players in range(9) if not refusal_codes(None, CreateGame(rules, players))] == [
        2,
        3,
        4,
    ]


@claim("W2", sets=LETTERS)
def the_first_starter_is_drawn_and_the_next_sits_left(rules: Rules) -> None:
    starters = set()
    for seed in "abcdefgh":
        chosen = only(begun(rules, 4, seed=seed)[1], StarterChosen)
        assert chosen.draws
        starters.add(chosen.starter)
        later = only(begun(rules, 4, seed=seed, game=2, previous_starter=3)[1], StarterChosen)
        assert later == StarterChosen(Seat(0), ())
    assert len(starters) > 1


@claim("W3", sets=LETTERS)
def everybody_chooses_two_of_sixteen_stacks_of_seven(rules: Rules) -> None:
    state, events = begun(rules.override({"stacks_by_hand": True}), 4)
    assert only(events, StacksBuilt).sizes == (7,) * 16
    for stack in (15, 14, 0, 0, 0, 0, 0, 0):  # the last stack is as good as any
        assert state.active is not None
        state, events = do(state, ChooseStack(state.active, stack))
        chosen = only(events, StackChosen)
        assert chosen.receiver == chosen.seat
    assert [len(seat.rack) for seat in state.seats] == [14] * 4


@claim("W3", "R-3", sets=LETTERS)
def stacks_are_chosen_by_chance_and_the_rest_is_one_bank(rules: Rules) -> None:
    state, events = begun(rules, 4)
    assert state.phase == Phase.REDEAL
    assert [len(rack or ()) for rack in only(events, Dealt).racks] == [14] * 4
    assert only(events, Dealt).bank_sizes == (56,)


@claim("R-3", sets=LETTERS)
def a_stack_chosen_by_hand_has_a_short_deadline(rules: Rules) -> None:
    _, events = begun(rules.override({"stacks_by_hand": True}), 3)
    assert only(events, StacksBuilt).deadline == Deadline("stack", NOW + 10_000)


@claim("W4", sets=LETTERS)
def few_vowels_or_few_consonants_give_the_right_to_a_new_deal(rules: Rules) -> None:
    racks = {
        "AEIBCDFGHJKLMN": (),  # three vowels
        "AEIO?CDFGHJKLM": ("redeal/not-entitled",),
        "BCDAĄEĘIOÓUYAA": (),  # three consonants
        "BCDFĄEĘIOÓUYAA": ("redeal/not-entitled",),
        "AEI??CDFGHJKLM": (),  # jokers are neither
    }
    assert {rack: refusal_codes(dealt_rack(rules, rack), AskRedeal(Seat(0))) for rack in racks} == racks


def dealt_rack(rules: Rules, rack: str) -> GameState:
    """A game in the window for a redeal, with this rack in seat 0."""
    tiles = a_turn(rules, [rack, "A"]).seats[0].rack
    state, _ = begun(rules, 2)
    return replace(state, seats=(replace(state.seats[0], rack=tiles), state.seats[1]))


@claim("R-4", sets=LETTERS)
def the_window_for_a_redeal_has_a_fixed_length(rules: Rules) -> None:
    _, events = begun(rules, 2)
    assert only(events, Dealt).deadline == Deadline("redeal", NOW + 8_000)


# The opening (W6)


@claim("W6", sets=LETTERS)
def the_opening_is_one_word_of_six_letters(rules: Rules) -> None:
    state = a_turn(rules, ["KOSZYKSZYKA", "O"], opened=False)
    assert do_or_mistake(state, "KOSZ")[1] == ["opening/word-too-short KOSZ 4 6"]
    assert do_or_mistake(a_turn(rules, ["CZASYK", "O"], opened=False), "CZASY")[1] == [
        "opening/word-too-short CZASY 5 6"
    ]
    assert do_or_mistake(state, "KOSZYK SZYK")[1][0] == "opening/one-word 6 2"
    assert do_or_mistake(state, "KOSZYK")[0].seats[0].opened


@claim("W6", sets=LETTERS)
def a_joker_may_be_part_of_the_opening(rules: Rules) -> None:
    after, faults = do_or_mistake(a_turn(rules, ["KOSZY?A", "O"], opened=False), "KOSZY?(K)")
    assert faults == []
    assert after.seats[0].opened


@claim("W8", sets=LETTERS)
def vulgar_words_may_be_laid_unless_the_table_says_no(rules: Rules) -> None:
    words = sets_of(rules, Lexicon.from_words(["KOT", "DUPA"]), Lexicon.from_words(["KOT", "DUPA"]))
    assert isinstance(words, LetterSets)
    assert words.look_up("DUPA") == ()


# Time and mistakes (W5, W13, T7, T10)


@claim("W5", "T1", sets=LETTERS)
def a_turn_has_90_seconds(rules: Rules) -> None:
    assert a_turn(rules, ["A", "O"]).deadline == Deadline("turn", NOW + 90_000)
    _, events = do(a_turn(rules, ["A", "O"]), Take(Seat(0)), now=NOW + 7_000)
    assert only(events, TurnStarted).deadline == Deadline("turn", NOW + 97_000)
    assert rules.turn_seconds_offered == (60, 90, 120, None)


def out_of_time(rules: Rules, text: str | None, *, strict: bool) -> tuple[str, str, int]:
    """Time runs out over this table: the verdict, the table then, and how many tiles the rack grew by."""
    rack = "TAAAAAAA"
    house = rules.override({"strict": strict, "turn_seconds": 90, "refill_to": None})
    state = a_turn(house, [rack, "O"], table=TABLE)
    after, events = time_up(state, text)
    return only(events, TimeUp).verdict, on_table(after), len(after.seats[0].rack) - len(rack)


@claim("W13", "T2", "T3", "T11", sets=LETTERS)
def time_up_undoes_all_and_costs_one_tile(rules: Rules) -> None:
    for strict in (True, False):
        assert out_of_time(rules, None, strict=strict) == ("untouched", TABLE, 1)
        assert out_of_time(rules, TABLE, strict=strict) == ("untouched", TABLE, 1)
        assert out_of_time(rules, f"{TABLE} TA", strict=strict) == ("disorder", TABLE, 1)
        assert out_of_time(rules, "KOT SZYK SZCZYT A", strict=strict) == ("disorder", TABLE, 1)


@claim("T11", sets=LETTERS)
def words_of_the_table_in_pieces_are_a_disorder(rules: Rules) -> None:
    verdict = "untouched" if rules.version == 1 else "disorder"
    for strict in (True, False):
        assert out_of_time(rules, "KOSZ YK SZCZYT", strict=strict) == (verdict, TABLE, 1)
        assert out_of_time(rules, "KOSZYK", strict=strict) == (verdict, TABLE, 1)  # the rest in the hand


@claim("W13", "T11", "T7", sets=LETTERS)
def the_whole_rack_in_good_words_is_undone_too_except_in_helpful_play(rules: Rules) -> None:
    for strict in (True, False):
        house = rules.override({"strict": strict, "turn_seconds": 90, "refill_to": None})
        after, events = time_up(a_turn(house, ["T", "O"], table="KOSZYK"), "KOT SZYK")
        book = "undone" if strict else "stands"
        assert only(events, TimeUp).verdict == ("emptied" if rules.version == 1 else book)
        undone = strict and rules.version > 1
        assert on_table(after) == ("KOSZYK" if undone else "KOT SZYK")
        assert after.seats[0].turn_points == (0, 0 if undone else 3)
        assert len(after.seats[0].rack) == (2 if undone else 0)


@claim("W13", "T4", "T7", "R-6", sets=LETTERS)
def even_valid_words_are_undone_except_in_helpful_play(rules: Rules) -> None:
    words = "KOT SZYK SZCZYT"
    assert out_of_time(rules, words, strict=True) == ("undone", TABLE, 1)
    assert out_of_time(rules, words, strict=False) == ("stands", words, -1)


@claim("W13", "T5", sets=LETTERS)
def a_confirmed_mistake_costs_one_tile_in_strict_play(rules: Rules) -> None:
    state = a_turn(rules.override({"strict": True}), ["AT", "O"], table=TABLE)
    after, events = lay(state, "KOSZYKA SZCZYT")
    assert only(events, MistakeMade).seat == 0
    assert (on_table(after), len(after.seats[0].rack), after.active) == (TABLE, 3, 1)
    assert after.seats[0].turn_points == (0, 0)


@claim("T7", sets=LETTERS)
def play_is_helpful_from_the_start(rules: Rules) -> None:
    state = a_turn(rules, ["AT", "O"], table=TABLE)
    assert refusal_codes(state, Confirm(Seat(0), draft(state, "KOSZYKA SZCZYT"))) == ("table/bad-set",)


@claim("T10", sets=LETTERS)
def there_is_no_round_clock(rules: Rules) -> None:
    assert refusal_codes(a_turn(rules, ["A", "O"]), EndRound()) == ("round/no-clock",)


# Points, refilling and the end (W10–W12, W15)


@claim("W10", "W11", sets=LETTERS)
def a_whole_rack_of_seven_laid_at_once_scores_double(rules: Rules) -> None:
    for rack, points in {"KAKTUSY": 14, "KAKTUS": 6, "KAKTUSYA": 7}.items():
        state = a_turn(rules, [rack, "O"], opened=False, bank="")
        word = rack.removesuffix("YA") + "Y" if rack.endswith("YA") else rack
        _, events = lay(state, word)
        laid = only(events, TilesLaid)
        assert (laid.points, laid.word, laid.double) == (points, word, points == 14)


@claim("W12", sets=LETTERS)
def after_laying_the_rack_is_filled_up_to_seven(rules: Rules) -> None:
    for left, after in {"": 7, "AAA": 7, "AAAAAAA": 7, "AAAAAAAE": 8}.items():
        state, _ = lay(a_turn(rules, [f"T{left}", "O"], table=TABLE), "KOT SZYK SZCZYT")
        assert len(state.seats[0].rack) == after
    state, _ = lay(a_turn(rules, ["TA", "O"], table=TABLE, bank="EE"), "KOT SZYK SZCZYT")
    assert on_rack(state, 0) == "AEE"
    state, _ = do(a_turn(rules, ["TAAAAAAAA", "O"], table=TABLE), Take(Seat(0)))
    assert len(state.seats[0].rack) == 10


@claim("W15", "E1", sets=LETTERS)
def after_an_empty_rack_all_get_as_many_turns(rules: Rules) -> None:
    for active, laps in {0: [LastLapBegan("rack-empty", 2)], 1: [LastLapBegan("rack-empty", 2)]}.items():
        racks = ["E", "E", "E"]
        racks[active] = "T"
        state = a_turn(rules, racks, table=TABLE, bank="", active=active)
        state, events = lay(state, "KOT SZYK SZCZYT")
        assert [event for event in events if isinstance(event, LastLapBegan)] == laps
        state, _ = do(state, Pass(Seat((active + 1) % 3)))
        state, _ = do(state, Pass(Seat((active + 2) % 3)))
        assert result_of(state).cause == "rack-empty"


@claim("W15", "E2", sets=LETTERS)
def it_also_ends_when_all_pass_in_a_row(rules: Rules) -> None:
    state, turns = play_out(a_turn(rules, ["E", "E", "T"], table=TABLE, bank=""))
    assert (turns, result_of(state).cause) == (3, "all-passed")


@claim("E8", sets=LETTERS)
def there_are_no_big_points(rules: Rules) -> None:
    state, _ = play_out(a_turn(rules, ["E", "E"], bank=""))
    assert [score.big_points for score in result_of(state).scores] == [0, 0]


@claim("M2", sets=LETTERS)
def a_match_is_decided_by_the_total(rules: Rules) -> None:
    sheet = (
        GameLine((10, 9), (Seat(0),), big_points=(1, 0)),
        GameLine((10, 9), (Seat(0),), big_points=(1, 0)),
        GameLine((9, 99), (Seat(1),), big_points=(0, 1)),
    )
    assert Match(rules, 2, sheet).winners() == (1,)
    level = (GameLine((10, 9), (Seat(0),), big_points=(1, 0)), GameLine((9, 10), (), big_points=(0, 0)))
    assert Match(rules, 2, level).winners() == (0, 1)


@claim("R-11", sets=LETTERS)
def a_seat_that_was_left_is_played_by_a_bot(rules: Rules) -> None:
    state, _ = do(a_turn(rules, ["A", "O", "E"]), Leave(Seat(0)))
    assert state.seats[0].stand_in
    assert state.active == 0
    assert on_rack(state, 0) == "A"


# Themes (W16, R-16)


@claim("W16", sets=LETTERS)
def there_is_no_theme_until_one_is_agreed(rules: Rules) -> None:
    state, _ = lay(a_turn(rules, ["AA", "O"], table=TABLE), "SZYSZKA OCZY KAT")
    assert on_table(state) == "SZYSZKA OCZY KAT"


@claim("W16", sets=LETTERS)
def a_theme_is_a_list_of_words(rules: Rules) -> None:
    house = rules.override({"theme": "animals"})
    state = a_turn(house, ["OSAKOZTAA", "O"])
    _, faults = do_or_mistake(state, "OSA KAT")
    assert [each.split()[0] for each in faults] == ["table/bad-set"]
    assert "word/off-theme" in faults[0]
    after, _ = lay(state, "OSA KOZA")
    assert on_table(after) == "OSA KOZA"


@claim("R-16", sets=LETTERS)
def a_vote_takes_20_seconds_and_a_majority_of_no_rejects(rules: Rules) -> None:
    house = rules.override({"theme": "animals", "theme_by": "vote", "strict": False})
    state = a_turn(house, ["OSAT", "O", "E"])
    state, events = lay(state, "OSA")
    assert only(events, VoteOpened).deadline == Deadline("vote", NOW + 20_000)
    state, _ = do(state, CastVote(Seat(1), ("OSA",)))
    state, _ = do(state, CastVote(Seat(2)))
    assert on_table(state) == "OSA"


# Real tables (T9, M8)


@claim("T9", sets=LETTERS)
def who_leaves_a_table_that_nobody_can_restore_takes_its_tiles(rules: Rules) -> None:
    assert rules.settlement == "player"


@claim("M8", sets=LETTERS)
def the_word_game_has_no_manners_of_its_own(rules: Rules) -> None:
    assert rules.table_manners == ()
