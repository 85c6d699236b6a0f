"""Claims: what each book says about a game, proved by playing it, profile by profile.

A claim is a function of the rules. It looks up what docs/RULES.md says for their profile, written out
in a table here, plays that through the engine and fails when the engine does something else. On a
published profile every claim holds; ``test_mutations.py`` changes one field at a time and wants a
claim that names the field's rule to fail. Where other fields would hide the one in question, a claim
sets those by hand.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

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
    points_of,
    result_of,
    sets_for,
    time_up,
)
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import (
    Announce,
    AskRedeal,
    ChooseStack,
    Command,
    Confirm,
    CreateGame,
    EndRound,
    GivePenalty,
    Leave,
    Pass,
    Take,
)
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.events import (
    AnnounceOpened,
    Deadline,
    Dealt,
    LastLapBegan,
    MistakeMade,
    StackChosen,
    StacksBuilt,
    StarterChosen,
    TimeUp,
    TurnStarted,
)
from tilemeld.engine.game.match import GameLine, Match
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat, faces_of


class Claim(NamedTuple):
    """Something the books say of a game with numbers or with letters, with the rules it proves."""

    name: str
    rules: tuple[str, ...]
    prove: Callable[[Rules], None]
    sets: str = "numbers"


CLAIMS: list[Claim] = []


def claim(*ids: str, sets: str = "numbers") -> Callable[[Callable[[Rules], None]], Callable[[Rules], None]]:
    """Register a claim with the ids of the rules that it proves."""

    def register(prove: Callable[[Rules], None]) -> Callable[[Rules], None]:
        CLAIMS.append(Claim(prove.__name__, ids, prove, sets))
        return prove

    return register


def refusal_codes(state: GameState | None, command: Command) -> tuple[str, ...]:
    """The codes with which a command is refused; none when it is accepted."""
    try:
        decide(state, command, now=NOW, chance=FixedChance("claim"), sets_for=sets_for)
    except Refused as refused:
        return refused.codes
    return ()


# Tiles, players and setting up (N1, R-16, S1–S7)


@claim("N1")
def the_box_holds_two_of_each_tile_and_two_jokers_or_three_and_four(rules: Rules) -> None:
    copies, jokers = {"pl-xp": (3, 4), "uk-xp": (3, 4)}.get(rules.profile, (2, 2))
    state, _ = begun(rules, 2)
    everywhere = [*state.seats[0].rack, *state.seats[1].rack, *(tile for s in state.bank for tile in s)]
    counts = Counter(faces_of(everywhere))
    assert counts.pop(state.sets.joker, 0) == jokers
    assert len(counts) == 4 * 13
    assert set(counts.values()) == {copies}


@claim("N2", "N3")
def sets_are_made_of_numbers(rules: Rules) -> None:
    assert rules.sets == "numbers"
    state, _ = lay(a_turn(rules, ["k7 r7 b7 r8 r9 r10 o1", "o2"]), "k7 r7 b7 | r8 r9 r10")
    assert on_table(state) == "k7 r7 b7 | r8 r9 r10"


@claim("R-16")
def as_many_may_play_as_the_book_says(rules: Rules) -> None:
    most = {"pl-xp": 6, "uk-xp": 6}.get(rules.profile, 4)
    accepted = [players for players in range(9) if not refusal_codes(None, CreateGame(rules, players))]
    assert accepted == list(range(2, most + 1))


@claim("S1")
def the_first_starter_is_drawn_or_is_seat_a(rules: Rules) -> None:
    starters = set()
    for seed in "abcdefgh":
        chosen = only(begun(rules, 4, seed=seed)[1], StarterChosen)
        assert bool(chosen.draws) == (rules.profile != "pl-tournament")
        starters.add(chosen.starter)
    assert (starters == {0}) == (rules.profile == "pl-tournament")


@claim("S2")
def the_later_starter_sits_left_of_the_last_or_is_drawn(rules: Rules) -> None:
    drawn = rules.profile in ("cs", "uk", "uk-xp")
    starters = set()
    for seed in "abcdefgh":
        chosen = only(begun(rules, 4, seed=seed, game=2, previous_starter=3)[1], StarterChosen)
        assert bool(chosen.draws) == drawn
        starters.add(chosen.starter)
    assert (starters == {0}) == (not drawn)


@claim("S4")
def everybody_starts_with_14_tiles(rules: Rules) -> None:
    dealt = only(begun(rules, 4)[1], Dealt)
    assert [len(rack or ()) for rack in dealt.racks] == [14, 14, 14, 14]
    assert sum(dealt.bank_sizes) == {"pl-xp": 160, "uk-xp": 160}.get(rules.profile, 106) - 56


@claim("S5")
def stacks_are_chosen_for_oneself_or_given_to_the_neighbours_or_not_built(rules: Rules) -> None:
    state, events = begun(rules.override({"stacks_by_hand": True}), 4)
    if rules.profile in ("cs", "uk", "uk-xp"):
        assert not any(isinstance(event, StacksBuilt) for event in events)
        return
    sizes = {"pl-xp": (*[7] * 22, 6)}.get(rules.profile, (*[7] * 14, 8))
    assert only(events, StacksBuilt).sizes == sizes
    offsets = []
    for _ in range(8):
        assert state.active is not None
        state, events = do(state, ChooseStack(state.active, 0))
        chosen = only(events, StackChosen)
        offsets.append((chosen.receiver - chosen.seat) % 4)
    given = [1] * 4 + [3] * 4  # to the left neighbour, then to the right
    assert offsets == (given if rules.profile == "pl-tournament" else [0] * 8)
    assert [len(seat.rack) for seat in state.seats] == [14, 14, 14, 14]


@claim("S5")
def stacks_by_chance_go_where_stacks_by_hand_would(rules: Rules) -> None:
    by_hand, _ = begun(rules.override({"stacks_by_hand": True}), 4)
    by_chance, _ = begun(rules.override({"stacks_by_hand": False}), 4)
    if rules.profile in ("cs", "uk", "uk-xp"):
        assert by_hand.seats == by_chance.seats
        return
    for _ in range(8):
        assert by_hand.active is not None
        by_hand, _ = do(by_hand, ChooseStack(by_hand.active, 0))
    assert by_hand.seats == by_chance.seats


@claim("R-3")
def stacks_are_chosen_by_chance(rules: Rules) -> None:
    state, _ = begun(rules.override({"stacks": "choose"}), 3)
    assert state.phase != Phase.STACKS
    assert [len(seat.rack) for seat in state.seats] == [14, 14, 14]


@claim("R-3")
def a_stack_chosen_by_hand_has_a_short_deadline(rules: Rules) -> None:
    state, events = begun(rules.override({"stacks": "choose", "stacks_by_hand": True}), 3)
    assert only(events, StacksBuilt).deadline == Deadline("stack", NOW + 10_000)
    assert state.active is not None
    _, events = do(state, ChooseStack(state.active, 0), now=NOW + 3_000)
    assert only(events, StackChosen).deadline == Deadline("stack", NOW + 13_000)


@claim("S6")
def the_bank_is_one_heap_or_stacks_with_the_odd_one_first(rules: Rules) -> None:
    state, events = begun(rules.override({"stacks": "give"}), 4)
    sizes = {"pl-xp": (104,), "uk-xp": (104,), "pl-tournament": (8, *[7] * 6)}.get(rules.profile, (50,))
    assert only(events, Dealt).bank_sizes == sizes
    assert tuple(map(len, state.bank)) == sizes


DOUBLETS = {
    2: "r1 r1 b2 b2 k3 o4 k5 o6 k7 o8 k9 o10 k11 o12",
    3: "r1 r1 b2 b2 k3 k3 k5 o6 k7 o8 k9 o10 k11 o12",
}


@claim("S7")
def three_doublets_give_the_right_to_a_new_deal_or_nothing_does(rules: Rules) -> None:
    _, events = begun(rules, 2)
    if rules.profile in ("cs", "uk", "uk-xp"):
        assert only(events, Dealt).deadline is None
        assert only(events, TurnStarted).turn == 1
        return
    codes = {
        doublets: refusal_codes(dealt_rack(rules, rack), AskRedeal(Seat(0)))
        for doublets, rack in DOUBLETS.items()
    }
    assert codes == {2: ("redeal/not-entitled",), 3: ()}


def dealt_rack(rules: Rules, rack: str) -> GameState:
    """A game in the window for a redeal, with this rack in seat 0."""
    tiles = a_turn(rules, [rack, "k1"]).seats[0].rack
    state, _ = begun(rules, 2)
    assert state.phase == Phase.REDEAL
    return replace(state, seats=(replace(state.seats[0], rack=tiles), state.seats[1]))


@claim("R-4")
def the_window_for_a_redeal_has_a_fixed_length(rules: Rules) -> None:
    _, events = begun(rules.override({"redeal_doublets": 3}), 2)
    assert only(events, Dealt).deadline == Deadline("redeal", NOW + 8_000)


# The opening (P2)


@claim("P2")
def an_opening_is_worth_30_or_more(rules: Rules) -> None:
    state = a_turn(rules, ["r4 r5 r6 b2 b3 b4 b5 b6 k9 r7", "o2"], opened=False)
    assert refusal_codes(state, Confirm(Seat(0), draft(state, "r4 r5 r6 | b2 b3 b4 b5"))) == (
        () if rules.strict else ("opening/too-low",)
    )
    _, events = do_or_mistake(state, "r4 r5 r6 | b2 b3 b4 b5")  # 15 + 14
    assert events == ["opening/too-low 29 30"]
    thirty = a_turn(rules, ["k10 r10 b10 k9", "o2"], opened=False)
    assert do_or_mistake(thirty, "k10 r10 b10")[0].seats[0].opened


@claim("P2", "R-14")
def a_joker_may_or_may_not_be_part_of_the_opening(rules: Rules) -> None:
    state = a_turn(rules, ["k11 r11 J k9", "o2"], opened=False)
    after, faults = do_or_mistake(state, "k11 r11 J")
    if rules.profile in ("uk", "uk-xp"):
        assert faults == ["opening/no-jokers"]
    else:
        assert faults == []
        assert after.seats[0].opened


@claim("R-10")
def a_named_joker_counts_in_the_opening_as_what_was_named(rules: Rules) -> None:
    house = rules.override({"opening_jokers": True, "opening_points": 30})
    state = a_turn(house, ["r9 J J k9", "o2"], opened=False)
    counts = 30 if rules.version == 1 else 24
    after, faults = do_or_mistake(state, "J(r7) J(r8) r9")
    assert faults == ([] if counts == 30 else ["opening/too-low 24 30"])
    assert after.seats[0].opened == (counts == 30)
    assert do_or_mistake(state, "J J r9")[0].seats[0].opened  # unnamed: 11, 10, 9


def do_or_mistake(state: GameState, text: str) -> tuple[GameState, list[str]]:
    """Confirm the table; what was wrong with it, in helpful play and in strict play."""
    try:
        after, events = lay(state, text)
    except Refused as refused:
        faults = refused.refusals
        after = state
    else:
        faults = tuple(
            fault for event in events if isinstance(event, MistakeMade) for fault in event.refusals
        )
    return after, [" ".join([fault.code, *map(str, fault.params.values())]) for fault in faults]


# Time and mistakes (T1–T7, T10)


@claim("T1")
def a_turn_has_60_seconds_or_40(rules: Rules) -> None:
    seconds = {"pl-tournament": 40}.get(rules.profile, 60)
    assert a_turn(rules, ["k1", "k2"]).deadline == Deadline("turn", NOW + 1000 * seconds)
    _, events = do(a_turn(rules, ["k1", "k2"]), Take(Seat(0)), now=NOW + 7_000)
    assert only(events, TurnStarted).deadline == Deadline("turn", NOW + 7_000 + 1000 * seconds)


@claim("T1")
def a_table_may_choose_the_times_of_its_book(rules: Rules) -> None:
    offered: dict[str, tuple[int | None, ...]] = {
        "pl": (30, 40, 60, None),
        "pl-xp": (30, 40, 60, None),
        "pl-tournament": (40,),
    }
    assert rules.turn_seconds_offered == offered.get(rules.profile, (60,))  # what a lobby shows


BOTH_WAYS = (True, False)
TABLE = "r3 r4 r5 | k7 b7 o7"


def out_of_time(rules: Rules, text: str | None, *, strict: bool) -> tuple[str, str, int]:
    """Time runs out over this table: the verdict, the table then, and how many tiles the rack grew by."""
    rack = "r6 k9 b9 o9 o1 k2"
    state = a_turn(rules.override({"strict": strict, "turn_seconds": 60}), [rack, "k1"], table=TABLE)
    after, events = time_up(state, text)
    return only(events, TimeUp).verdict, on_table(after), len(after.seats[0].rack) - len(rack.split())


@claim("T2", "T11", "R-6")
def nothing_moved_costs_one_tile(rules: Rules) -> None:
    for strict in BOTH_WAYS:
        assert out_of_time(rules, None, strict=strict) == ("untouched", TABLE, 1)
        assert out_of_time(rules, TABLE, strict=strict) == ("untouched", TABLE, 1)
        assert out_of_time(rules, "r5 r4 r3 | b7 o7 k7", strict=strict) == ("untouched", TABLE, 1)


@claim("T11", "T3")
def sets_of_the_table_in_pieces_are_a_disorder_rack_tile_laid_or_not(rules: Rules) -> None:
    takes = {"cs": 3, "uk": 3, "uk-xp": 3}.get(rules.profile, 1)
    expected = ("untouched", TABLE, 1) if rules.version == 1 else ("disorder", TABLE, takes)
    for strict in BOTH_WAYS:
        for pieces in ("r3 r4 | r5 b7 o7 k7", "r3 r4 r5 | k7 b7", "r3"):
            assert out_of_time(rules, pieces, strict=strict) == expected


@claim("T11")
def an_empty_rack_over_a_table_in_order_counts_as_confirmed(rules: Rules) -> None:
    for strict in BOTH_WAYS:
        house = rules.override({"strict": strict, "turn_seconds": 60})
        state, events = time_up(a_turn(house, ["r6", "k1"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
        assert only(events, TimeUp).verdict == "emptied"
        assert result_of(state).winners == (0,)


@claim("T3", "T6")
def a_table_not_in_order_is_undone_or_what_forms_sets_stays(rules: Rules) -> None:
    loose = f"{TABLE} | k9 b9 o9 | o1"  # a set and a loose tile, all from the rack
    saved = f"{TABLE} | k9 b9 o9"
    expected = {
        "pl": ("disorder", TABLE, 1),
        "pl-xp": ("disorder", TABLE, 1),
        "pl-tournament": ("salvaged", saved, -3),
        "cs": ("salvaged", saved, -3 + 3),
        "uk": ("disorder", TABLE, 3),
        "uk-xp": ("disorder", TABLE, 3),
    }[rules.profile]
    for strict in BOTH_WAYS:
        assert out_of_time(rules, loose, strict=strict) == expected


@claim("T3", "T6")
def a_table_tile_left_over_undoes_all(rules: Rules) -> None:
    takes = {"cs": 3, "uk": 3, "uk-xp": 3}.get(rules.profile, 1)
    for left_over in ("r3 r4 r5 r6 | k7 b7 | k9 b9 o9", "r3 r4 | k7 b7 o7 | k9 b9 o9 | r5", "r3 r4 r5 r6"):
        for strict in BOTH_WAYS:
            assert out_of_time(rules, left_over, strict=strict) == ("disorder", TABLE, takes)


@claim("T4", "R-6")
def a_table_in_order_when_the_time_is_up_stands_or_is_undone(rules: Rules) -> None:
    stands = ("stands", "r3 r4 r5 r6 | k7 b7 o7", -1)
    by_book = {"pl-tournament": stands, "cs": stands}.get(rules.profile, ("undone", TABLE, 1))
    assert out_of_time(rules, "r3 r4 r5 r6 | k7 b7 o7", strict=True) == by_book
    assert out_of_time(rules, "r3 r4 r5 r6 | k7 b7 o7", strict=False) == stands  # T7


@claim("T5", "R-6")
def a_confirmed_mistake_costs_tiles_in_strict_play(rules: Rules) -> None:
    takes = {"cs": 3, "uk": 3, "uk-xp": 3}.get(rules.profile, 1)
    state = a_turn(rules.override({"strict": True}), ["r6 o1", "k1"], table=TABLE)
    after, events = lay(state, "r3 r4 r5 r6 o1 | k7 b7 o7")
    assert only(events, MistakeMade).seat == 0
    assert on_table(after) == TABLE
    assert len(after.seats[0].rack) == 2 + takes
    assert after.active == 1


@claim("T7")
def only_tournaments_are_strict_from_the_start(rules: Rules) -> None:
    state = a_turn(rules, ["r6 o1", "k1"], table=TABLE)
    wrong = Confirm(Seat(0), draft(state, "r3 r4 r5 r6 o1 | k7 b7 o7"))
    strict = rules.profile == "pl-tournament"
    assert refusal_codes(state, wrong) == (() if strict else ("table/bad-set",))


@claim("T10", "R-7")
def only_a_tournament_round_has_a_clock(rules: Rules) -> None:
    state = a_turn(rules, ["k1", "k2"])
    codes = refusal_codes(state, EndRound())
    assert codes == (() if rules.profile == "pl-tournament" else ("round/no-clock",))


# The end and the score (E1–E8, R-13)


@claim("W12")
def nobody_takes_tiles_after_laying(rules: Rules) -> None:
    state, _ = lay(a_turn(rules, ["r6 k1", "k1"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    assert on_rack(state, 0) == "k1"


@claim("E1", "W15")
def an_empty_rack_ends_the_game_at_once(rules: Rules) -> None:
    state, _ = lay(a_turn(rules, ["r6", "k1"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    assert result_of(state).cause == "rack-empty"


def play_out(state: GameState) -> tuple[GameState, int]:
    """Everybody passes until the game ends; how many turns that took."""
    turns = 0
    while state.phase != Phase.ENDED and turns < 20:
        assert state.active is not None
        state, _ = do(state, Pass(state.active))
        turns += 1
    return state, turns


@claim("E2", "R-15")
def the_last_tile_begins_a_last_lap_or_all_pass(rules: Rules) -> None:
    state = a_turn(
        rules.override({"strict": False}),
        ["k1", "k5", "k10", "k2 k13"],
        table="k3 k4 k5 k6",
        bank="b1",
        active=1,
    )
    state, events = do(state, Take(Seat(1)))
    laps = [event for event in events if isinstance(event, LastLapBegan)]
    by_lap = rules.profile in ("pl", "pl-xp", "pl-tournament")
    assert laps == ([LastLapBegan("bank-empty", 4)] if by_lap else [])
    # Seat 2 passes and seat 3 lays: a lap goes on counting, passing in a row starts over.
    state, _ = do(state, Pass(Seat(2)))
    state, _ = lay(state, "k2 k3 k4 k5 k6")
    state, turns = play_out(state)
    assert (turns, result_of(state).cause) == ((2, "last-lap") if by_lap else (4, "all-passed"))


@claim("E4")
def a_joker_left_on_a_rack_counts_30_or_50(rules: Rules) -> None:
    state, _ = play_out(a_turn(rules, ["k1", "J k2", "k13 o13 b13 r13", "o12"], bank=""))
    value = {"pl-tournament": 52}.get(rules.profile, 32)
    assert [score.rack_value for score in result_of(state).scores] == [1, value, 52, 12]


@claim("E3", "E6")
def the_lowest_rack_wins_and_scores_as_the_book_says(rules: Rules) -> None:
    own_rack = [29, -5, -10, -15]
    difference = [27, -4, -9, -14]
    table = {"pl": own_rack, "pl-xp": own_rack, "cs": [30, -5, -10, -15]}
    state, _ = play_out(a_turn(rules, ["k1", "k5", "k10", "b9 r6"], bank=""))
    assert points_of(state) == table.get(rules.profile, difference)
    assert result_of(state).winners == (0,)


@claim("E3", "R-9")
def a_shared_win_divides_what_the_others_lose(rules: Rules) -> None:
    own_rack = [9, 9, -10, -15]
    difference = [9, 9, -7, -12]  # 19 shared by two, one point is dropped
    table = {"pl": own_rack, "pl-xp": own_rack, "cs": [12, 12, -10, -15]}
    state, _ = play_out(a_turn(rules, ["k3", "r3", "k10", "b9 r6"], bank=""))
    assert points_of(state) == table.get(rules.profile, difference)
    assert result_of(state).winners == (0, 1)


NO_OPENING = "k2 r5 b8 o11"
"""Worth 26, and no set in it."""
AN_OPENING = "k10 r10 b10 o2"
"""Worth 32, and an opening of 30 in it."""


@claim("E1", "E5", "E7", "R-8")
def who_has_not_opened_pays_100_or_200_or_the_rack(rules: Rules) -> None:
    state = a_turn(
        rules, ["r6", NO_OPENING, AN_OPENING, "k4 b1"], table=TABLE, opened=(True, False, False, True)
    )
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    penalised = rules.profile in ("pl", "pl-xp", "pl-tournament")
    assert points_of(state) == ([305, -100, -200, -5] if penalised else [63, -26, -32, -5])


@claim("R-8")
def a_rulings_tile_after_the_last_turn_makes_no_opening_possible(rules: Rules) -> None:
    house = rules.override({"unopened_penalty": 100, "could_open_penalty": 200})
    state = a_turn(house, ["r6", "k10 r10 o2"], table=TABLE, opened=(True, False), bank="b10 k1")
    state, _ = do(state, GivePenalty(Seat(1), 1, "touched the bank"))
    state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
    assert points_of(state)[1] == (-200 if rules.version == 1 else -100)


@claim("E7", "R-13", "T7")
def the_200_are_waived_for_an_opening_made_possible_by_the_last_tile(rules: Rules) -> None:
    penalised = rules.profile in ("pl", "pl-xp", "pl-tournament")
    for strict, announces, loss in [(True, True, 32), (True, False, 200), (False, False, 32)]:
        house = rules.override({"strict": strict})
        state = a_turn(house, ["k10 r10 o2", "r6"], table=TABLE, opened=(False, True), bank="b10 k1")
        state, events = do(state, Take(Seat(0)))
        assert any(isinstance(event, AnnounceOpened) for event in events) == (strict and penalised)
        if state.phase == Phase.ANNOUNCE:
            state, _ = do(state, Announce(Seat(0))) if announces else time_up(state)
        state, _ = lay(state, "r3 r4 r5 r6 | k7 b7 o7")
        assert points_of(state)[0] == -(loss if penalised else 32)


@claim("R-13")
def the_moment_to_announce_is_short(rules: Rules) -> None:
    house = rules.override({"strict": True, "unopened_penalty": 100, "turn_seconds": 60})
    state = a_turn(house, ["k10", "r6"], opened=False)
    _, events = do(state, Take(Seat(0)), now=NOW + 2_000)
    assert only(events, AnnounceOpened).deadline == Deadline("announce", NOW + 7_000)
    _, events = do(state, Take(Seat(0)), now=NOW + 58_000)
    assert only(events, AnnounceOpened).deadline == Deadline("announce", NOW + 60_000)


@claim("E8")
def winning_is_worth_a_big_point_in_a_tournament(rules: Rules) -> None:
    state, _ = play_out(a_turn(rules, ["k3", "r3", "k10", "b9 r6"], bank=""))
    won = int(rules.profile == "pl-tournament")
    assert [score.big_points for score in result_of(state).scores] == [won, won, 0, 0]


# Matches and leaving (M2, R-11)


SHEETS: dict[str, list[GameLine]] = {
    "more games won against the higher total": [
        GameLine((10, -10), (Seat(0),), big_points=(1, 0)),
        GameLine((10, -10), (Seat(0),), big_points=(1, 0)),
        GameLine((-99, 99), (Seat(1),), big_points=(0, 1)),
    ],
    "more games won and level totals": [
        GameLine((10, -10), (Seat(0),), big_points=(1, 0)),
        GameLine((10, -10), (Seat(0),), big_points=(1, 0)),
        GameLine((-20, 20), (Seat(1),), big_points=(0, 1)),
    ],
    "as many games won and the higher total": [
        GameLine((10, -10), (Seat(0),), big_points=(1, 0)),
        GameLine((-20, 20), (Seat(1),), big_points=(0, 1)),
    ],
    "a game won against a big point": [GameLine((0, 0), (Seat(0),), big_points=(0, 1))],
    "a game won and nothing else": [GameLine((0, 0), (Seat(0),))],
    "a big point and nothing else": [GameLine((0, 0), (), big_points=(0, 1))],
}
"""Score sheets of two players on which the ways to decide a match differ."""


@claim("M2", "R-9")
def a_match_is_decided_by_total_or_games_won_or_big_points(rules: Rules) -> None:
    shared = (0, 1)
    by_total = [(1,), shared, (1,), shared, shared, shared]
    by_wins = [(0,), (0,), (1,), (0,), (0,), shared]
    by_big_points = [(0,), (0,), (1,), (1,), shared, (1,)]
    expected = {"uk": by_wins, "uk-xp": by_wins, "pl-tournament": by_big_points}
    winners = [Match(rules, 2, tuple(sheet)).winners() for sheet in SHEETS.values()]
    assert winners == expected.get(rules.profile, by_total)


@claim("R-11")
def a_seat_that_was_left_is_played_by_a_bot_or_passed(rules: Rules) -> None:
    state, _ = do(a_turn(rules, ["k1", "k2", "k3"]), Leave(Seat(0)))
    passed = rules.profile == "pl-tournament"
    assert state.seats[0].stand_in == (not passed)
    assert state.active == (1 if passed else 0)
    assert on_rack(state, 0) == "k1"


# Real tables (T9, M8)


@claim("T9")
def a_table_that_nobody_can_restore_is_settled_as_the_book_says(rules: Rules) -> None:
    books = {"pl-tournament": "player", "cs": "bank-mixed"}
    assert rules.settlement == books.get(rules.profile, "bank")


@claim("M8")
def manners_at_real_tables_are_those_of_the_book(rules: Rules) -> None:
    tournament = ("gap", "push", "clock", "done", "distance", "count")
    books = {"pl-tournament": tournament, "uk": ("call",), "uk-xp": ("call",)}
    assert rules.table_manners == books.get(rules.profile, ())
