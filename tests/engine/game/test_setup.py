"""Setting up: the draw for the starter, stacks, the deal, the right to a new one (S1–S7, R-2–R-4).

Proves `engine/game/decide.py`.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from table_setup import NOW, a_turn, all_tiles, begun, codes, do, kinds, new_game, only, refused, time_up
from tilemeld.bots import Dawdle, player_named
from tilemeld.engine.game.commands import (
    AddEntropy,
    AskRedeal,
    BeginGame,
    ChooseStack,
    CreateGame,
    ExpireDeadline,
    Leave,
    SkipRedeal,
    Take,
)
from tilemeld.engine.game.decide import decide, play
from tilemeld.engine.game.events import (
    Deadline,
    Dealt,
    EntropyAdded,
    GameCreated,
    RedealAsked,
    StackChosen,
    StacksBuilt,
    StarterChosen,
    TilesTaken,
    TurnStarted,
)
from tilemeld.engine.game.setup import build_stacks, draw_for_starter
from tilemeld.engine.game.shuffle import FixedChance, commit_to
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import redact, view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record, parse_record, verify
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Face, Seat, face_of, tile_ids

PL = profile("pl")
TOURNAMENT = profile("pl-tournament")
BY_HAND = TOURNAMENT.override({"stacks_by_hand": True})


def test_creating_a_game_commits_to_a_secret_that_nobody_sees() -> None:
    (created,) = decide(None, CreateGame(PL, 3), now=NOW, chance=FixedChance("s"))
    assert isinstance(created, GameCreated)
    assert created.secret == FixedChance("s").secret()
    assert created.commitment == commit_to(created.secret)
    state = play(None, [created])
    assert (state.phase, state.version, state.players) == (Phase.ENTROPY, 1, 3)
    for viewer in (None, Seat(0)):
        assert view(state, viewer).secret is None
        assert redact(created, viewer) == replace(created, secret=None)


def test_a_table_that_cannot_be_set_is_refused_with_every_reason() -> None:
    refusals = refused(None, CreateGame(PL, 5, 2, Seat(7)))
    assert [(each.code, each.params) for each in refusals] == [
        ("game/players", {"profile": "pl", "low": 2, "high": 4, "players": 5}),
        ("seat/unknown", {"seat": 7}),
    ]
    assert codes(refused(new_game(PL), CreateGame(PL, 4))) == ["game/exists"]
    assert codes(refused(None, BeginGame())) == ["game/not-created"]


@pytest.mark.rule("S4", "S5")
@pytest.mark.parametrize(
    ("size", "stacks", "players", "enough"),
    [
        (26, "none", 4, True),  # 104 of 106 tiles
        (28, "none", 4, False),
        (26, "choose", 4, False),  # seven stacks of 13 and one of 15: the eighth would be the odd one
        (24, "choose", 4, True),  # eight stacks of 12 and one of 10
        (40, "give", 2, True),
    ],
)
def test_racks_that_the_box_cannot_fill_are_refused(
    size: int, stacks: str, players: int, enough: bool
) -> None:
    rules = PL.override({"rack_size": size, "stacks": stacks})
    if enough:
        state, _ = begun(rules, players)
        assert [len(seat.rack) for seat in state.seats] == [size] * players
    else:
        (refusal,) = refused(None, CreateGame(rules, players))
        assert (refusal.code, refusal.params) == (
            "game/box-too-small",
            {"players": players, "rack_size": size},
        )


def test_each_seat_adds_entropy_once_and_that_changes_the_deal() -> None:
    state = new_game(PL, 2)
    mixed, events = do(state, AddEntropy(Seat(1), "dice: 3 5 1"))
    assert events == (EntropyAdded(Seat(1), "dice: 3 5 1"),)
    assert mixed.entropy == (None, "dice: 3 5 1")
    assert do(mixed, BeginGame())[0].seats != do(state, BeginGame())[0].seats
    refusals = refused(mixed, AddEntropy(Seat(1), "x" * 129))
    assert [(each.code, each.params) for each in refusals] == [
        ("entropy/given", {"seat": 1}),
        ("entropy/too-long", {"length": 129, "limit": 128}),
    ]
    assert do(mixed, AddEntropy(Seat(0), "x" * 128))[0].entropy[0] == "x" * 128


def test_entropy_that_cannot_be_written_is_refused() -> None:
    (refusal,) = refused(new_game(PL, 2), AddEntropy(Seat(1), "\ud800"))
    assert refusal.code == "entropy/unwritable"


@pytest.mark.rule("S1")
def test_the_highest_number_drawn_starts() -> None:
    ties = 0
    for seed in range(200):
        starter, draws = draw_for_starter(NumberSets(PL), 4, str(seed).encode())
        ties += len(draws) > 1
        drawn = {seat: number(tile) for seat, tile in draws[0]}
        assert set(drawn) == {0, 1, 2, 3}
        assert drawn[starter] == max(drawn.values())
    assert ties > 5


@pytest.mark.rule("S1")
def test_those_who_tie_draw_again_among_themselves() -> None:
    for seed in range(60):
        starter, draws = draw_for_starter(NumberSets(PL), 4, str(seed).encode())
        for this, following in pairwise(draws):
            numbers = {seat: number(tile) for seat, tile in this}
            tied = {seat for seat, drawn in numbers.items() if drawn == max(numbers.values())}
            assert {seat for seat, _ in following} == tied
            assert len(tied) > 1
        last = {seat: number(tile) for seat, tile in draws[-1]}
        assert [seat for seat, drawn in last.items() if drawn == max(last.values())] == [starter]


@pytest.mark.rule("S1", "R-2")
@pytest.mark.parametrize("name", ["pl", "cs", "uk-xp"])
def test_a_drawn_joker_is_drawn_again(name: str) -> None:
    jokers = 0
    for seed in range(100):
        _, draws = draw_for_starter(NumberSets(profile(name)), 4, str(seed).encode())
        for drawn in draws:
            order = [seat for seat, _ in drawn]
            again = [seat for seat, tile in drawn if face_of(tile) == "J"]
            jokers += len(again)
            assert order == sorted(order), "who drew a joker draws again at once"
            assert len(order) == len(set(order)) + len(again)
    assert jokers > 3


class ThreeTiles(NumberSets):
    """A box so small that ties use it up."""

    def box(self) -> tuple[Face, ...]:
        return (Face("k5"), Face("r5"), Face("k6"))


@pytest.mark.rule("S1")
def test_when_ties_use_all_tiles_up_they_go_back_and_are_shuffled() -> None:
    lengths = set()
    for seed in range(30):
        starter, draws = draw_for_starter(ThreeTiles(PL), 2, str(seed).encode())
        lengths.add(len(draws))
        assert dict(draws[-1])[starter] == "k6a"
    assert {1, 2} <= lengths


def number(tile: str) -> int:
    """The number of a drawn tile; a joker is none and never the highest."""
    return 0 if tile.startswith("J") else int(tile[1:-1])


@pytest.mark.rule("S2")
@pytest.mark.parametrize(("previous", "expected"), [(0, 1), (1, 2), (2, 0)])
@pytest.mark.parametrize("name", ["pl", "pl-tournament"])
def test_the_player_left_of_the_last_starter_starts_the_next_game(
    name: str, previous: int, expected: int
) -> None:
    _, events = begun(profile(name), 3, game=2, previous_starter=previous)
    assert only(events, StarterChosen) == StarterChosen(Seat(expected), ())


@pytest.mark.rule("S2")
@pytest.mark.rule("S2")
def test_a_later_game_whose_last_starter_is_unknown_goes_by_its_number_or_draws() -> None:
    assert only(begun(PL, 3, game=2)[1], StarterChosen).draws
    starters = [only(begun(TOURNAMENT, 3, game=game)[1], StarterChosen).starter for game in (1, 2, 3, 4)]
    assert starters == [0, 1, 2, 0]


@pytest.mark.rule("S3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_clockwise(players: int) -> None:
    state, _ = begun(profile("cs"), players)
    seen = []
    for _ in range(2 * players):
        assert state.active is not None
        seen.append(state.active)
        state, _ = do(state, Take(state.active))
    assert state.starter is not None
    assert seen == [(state.starter + turn) % players for turn in range(2 * players)]


@pytest.mark.rule("N1", "S4")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_every_tile_is_dealt_or_in_the_bank(name: str) -> None:
    rules = profile(name)
    for players in range(rules.min_players, rules.max_players + 1):
        state, events = begun(rules, players)
        assert all_tiles(state) == sorted(tile_ids(state.sets.box()))
        dealt = only(events, Dealt)
        assert [len(rack or ()) for rack in dealt.racks] == [14] * players
        for viewer in (None, Seat(1)):
            shown = redact(dealt, viewer)
            assert isinstance(shown, Dealt)
            assert shown.bank is None
            assert [place for place, rack in enumerate(shown.racks) if rack is not None] == (
                [] if viewer is None else [1]
            )


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("tiles", "size", "sizes"),
    [
        (106, 7, [7] * 14 + [8]),
        (160, 7, [7] * 22 + [6]),
        (112, 7, [7] * 16),
        (108, 7, [7] * 14 + [10]),
        (109, 7, [7] * 15 + [4]),
    ],
)
def test_tiles_stand_in_stacks_and_an_odd_one(tiles: int, size: int, sizes: list[int]) -> None:
    box = tuple(NumberSets(profile("pl-xp")).box() * 2)[:tiles]
    ids = tuple(tile_ids(box))
    stacks = build_stacks(ids, size)
    assert [len(stack) for stack in stacks] == sizes
    assert tuple(tile for stack in stacks for tile in stack) == ids


@pytest.mark.rule("S5", "R-3")
def test_with_two_players_each_gives_two_stacks_to_the_other() -> None:
    state, _ = begun(BY_HAND, 2)
    pairs = []
    while state.phase == Phase.STACKS:
        assert state.active is not None
        state, events = do(state, ChooseStack(state.active, 2))
        chosen = only(events, StackChosen)
        pairs.append((chosen.seat, chosen.receiver))
    assert pairs == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [len(seat.rack) for seat in state.seats] == [14, 14]


@pytest.mark.rule("S5", "R-3")
def test_stacks_are_chosen_from_the_starter_on_clockwise() -> None:
    rules = PL.override({"stacks_by_hand": True})
    state, events = begun(rules, 3, seed="b")
    starter = only(events, StacksBuilt).chooser
    assert starter == state.starter
    order = []
    while state.phase == Phase.STACKS:
        assert state.active is not None
        order.append((state.active - starter) % 3)
        state, _ = do(state, ChooseStack(state.active, 0))
    assert order == [0, 1, 2, 0, 1, 2]
    assert all_tiles(state) == sorted(tile_ids(state.sets.box()))


@pytest.mark.rule("S5", "R-3")
def test_the_odd_stack_and_stacks_that_do_not_exist_cannot_be_chosen() -> None:
    state, events = begun(BY_HAND, 2)
    assert only(events, StacksBuilt).sizes == (*[7] * 14, 8)
    for wrong in (14, 15, -1):
        (refusal,) = refused(state, ChooseStack(Seat(0), wrong))
        assert refusal.code == "stack/unknown"
        assert refusal.params["stack"] == wrong
    assert codes(refused(state, ChooseStack(Seat(1), 0))) == ["seat/not-active"]
    assert view(state, Seat(0)).stacks == (*[7] * 14, 8)
    assert redact(events[-1], Seat(0)) == replace(only(events, StacksBuilt), stacks=None)


@pytest.mark.rule("R-3")
def test_when_the_time_to_choose_is_over_chance_chooses() -> None:
    state, _ = begun(BY_HAND, 2)
    assert codes(refused(state, ChooseStack(Seat(0), 0), now=NOW + 10_001)) == ["turn/time-over"]
    assert codes(refused(state, ExpireDeadline(), now=NOW + 9_999)) == ["clock/not-yet"]
    after, events = time_up(state)
    chosen = only(events, StackChosen)
    assert chosen.by_chance
    assert 0 <= chosen.stack < 14
    assert after.active == 1
    assert time_up(state) == (after, events), "chance is fixed by the secret and the entropy"


@pytest.mark.rule("R-3", "R-11")
def test_for_a_seat_that_was_left_chance_chooses_when_its_time_is_over() -> None:
    state, _ = begun(BY_HAND, 2)
    state, _ = do(state, Leave(Seat(0)))
    assert codes(refused(state, ChooseStack(Seat(0), 0))) == ["seat/left"]
    assert time_up(state)[0].active == 1


@pytest.mark.rule("S6")
def test_the_stack_of_8_is_drawn_from_first_and_then_the_next_is_opened() -> None:
    state, _ = begun(TOURNAMENT, 4)
    assert view(state, None).bank == (8, 7, 7, 7, 7, 7, 7)
    state, _ = time_up(state)
    for left in (7, 6, 5, 4, 3, 2, 1):
        state, _ = time_up(state)  # nothing moved: take 1
        assert view(state, None).bank == (left, 7, 7, 7, 7, 7, 7)
        assert state.bank_open
    state, _ = time_up(state)
    assert (view(state, None).bank, state.bank_open) == ((7, 7, 7, 7, 7, 7), False)
    state, events = time_up(state)
    assert only(events, TilesTaken).stack == 0
    assert (view(state, None).bank, state.bank_open) == ((6, 7, 7, 7, 7, 7), True)


def with_two_closed_stacks() -> GameState:
    state = a_turn(BY_HAND, ["k1", "k2"], bank="r1 | b1 b2 | o1 o2")
    return do(state, Take(Seat(0)))[0]


@pytest.mark.rule("S6")
def test_who_has_to_draw_from_a_used_up_stack_chooses_the_next() -> None:
    state = with_two_closed_stacks()
    (refusal,) = refused(state, Take(Seat(1)))
    assert (refusal.code, refusal.params) == ("take/choose-stack", {"stacks": "0, 1"})
    for wrong in (2, -1):
        (refusal,) = refused(state, Take(Seat(1), wrong))
        assert (refusal.code, refusal.params) == ("stack/unknown", {"stack": wrong, "stacks": "0, 1"})
    state, events = do(state, Take(Seat(1), 1))
    taken = only(events, TilesTaken)
    assert (taken.tiles, taken.stack) == (("o1a",), 1)
    assert state.bank == (("o2a",), ("b1a", "b2a"))
    (refusal,) = refused(state, Take(Seat(0), 1))
    assert refusal.params["stacks"] == "none, one is open"
    assert do(state, Take(Seat(0)))[0].bank == (("b1a", "b2a"),)


@pytest.mark.rule("S6", "T8")
def test_a_penalty_goes_on_with_the_next_stack() -> None:
    rules = TOURNAMENT.override({"timeout_untouched_takes": 4})
    state = a_turn(rules, ["k1", "k2"], bank="r1 | b1 b2 | o1 o2")
    state, events = time_up(state)
    assert only(events, TilesTaken).tiles == ("r1a", "b1a", "b2a", "o1a")
    assert (state.bank, state.bank_open) == ((("o2a",),), True)
    state = a_turn(rules.override({"timeout_untouched_takes": 3}), ["k1", "k2"], bank="r1 | b1 b2 | o1 o2")
    state, _ = time_up(state)
    assert (state.bank, state.bank_open) == ((("o1a", "o2a"),), False)


def window(rack: str, rules_name: str = "pl") -> GameState:
    """The window for a redeal, with this rack in seat 1."""
    tiles = a_turn(profile(rules_name), ["k13", rack]).seats[1].rack
    state, _ = begun(profile(rules_name), 3)
    seats = list(state.seats)
    seats[1] = replace(seats[1], rack=tiles)
    return replace(state, seats=tuple(seats))


THREE = "r1 r1 b2 b2 k3 k3 k5 o6 k7 o8 k9 o10 k11 o12"


@pytest.mark.rule("S7", "R-4")
def test_who_was_dealt_three_doublets_may_ask_for_a_new_deal_for_everybody() -> None:
    state = window(THREE)
    assert [view(state, viewer).may_redeal for viewer in (None, Seat(0), Seat(1), Seat(2))] == [
        False,
        False,
        True,
        False,
    ]
    after, events = do(state, AskRedeal(Seat(1)))
    assert (after.phase, after.deal, after.starter) == (Phase.REDEAL, 2, state.starter)
    assert all(now.rack != then.rack for now, then in zip(after.seats, state.seats, strict=True))
    assert all_tiles(after) == sorted(tile_ids(after.sets.box()))
    assert only(events, Dealt).deal == 2
    assert codes(refused(state, AskRedeal(Seat(0)))) == ["redeal/not-entitled"]
    assert codes(refused(state, AskRedeal(Seat(1)), now=NOW + 8_001)) == ["turn/time-over"]


@pytest.mark.rule("R-4")
def test_the_window_for_a_new_deal_can_be_skipped_and_the_record_says_so() -> None:
    state = window(THREE)
    after, events = do(state, SkipRedeal(Seat(2)), now=NOW + 500)
    assert kinds(events) == ["RedealSkipped", "TurnStarted"]
    assert (after.phase, after.active, after.table) == (Phase.TURN, state.starter, ())
    assert after.deadline == Deadline("turn", NOW + 500 + 60_000)
    assert codes(refused(after, SkipRedeal(Seat(2)))) == ["phase/wrong"]
    assert codes(refused(state, SkipRedeal(Seat(2)), now=NOW + 8_001)) == ["turn/time-over"]
    assert codes(refused(state, SkipRedeal(Seat(9)))) == ["seat/unknown"]


@pytest.mark.rule("R-4")
def test_a_record_with_a_skipped_window_is_read_and_verified() -> None:
    game = LocalGame(CreateGame(profile("pl"), 2), chance=FixedChance("skipped"))
    game.do(BeginGame())
    assert game.state.phase == Phase.REDEAL
    game.do(SkipRedeal(Seat(0)))
    rng = Random(1)
    while not game.is_over:
        choice = player_named("beginner").choose(game.view(game.active), rng)
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    text = format_record(replace(game.record, bots=(None, "beginner")))
    assert "redeal-skipped" in text
    assert verify(parse_record(text)) == ()
    between_people = replace(game.record, bots=("beginner", None))
    assert "not all others are bots" in verify(between_people)[0].reason


@pytest.mark.rule("S7")
def test_it_is_that_players_choice_and_the_first_turn_ends_the_right() -> None:
    state, events = time_up(window(THREE))
    assert only(events, TurnStarted).seat == state.starter
    assert not view(state, Seat(1)).may_redeal
    assert codes(refused(state, AskRedeal(Seat(1)))) == ["phase/wrong"]


@pytest.mark.rule("R-4", "S7")
@pytest.mark.parametrize(
    ("rack", "entitled"),
    [
        (THREE, True),
        ("r1 r1 r1 b2 b2 k3 k4 k5 o6 k7 o8 k9 o10 k11", False),  # three equal tiles are one doublet
        ("r1 r1 r1 b2 b2 b2 k3 k3 k3 o6 k7 o8 k9 o10", True),
        ("r1 r1 b2 b2 J J k5 o6 k7 o8 k9 o10 k11 o12", False),  # jokers make none
        ("r1 b1 r2 b2 r3 b3 k5 o5 k7 o7 k9 o9 k11 o11", False),
    ],
)
def test_what_counts_as_a_doublet(rack: str, entitled: bool) -> None:
    assert view(window(rack, "pl-xp"), Seat(1)).may_redeal == entitled


@pytest.mark.rule("R-4")
def test_who_asked_stays_hidden_until_the_end_of_the_game() -> None:
    state, events = do(window(THREE), AskRedeal(Seat(1)))
    asked = only(events, RedealAsked)
    assert [redact(asked, viewer) for viewer in (None, Seat(0), Seat(1))] == [
        RedealAsked(None),
        RedealAsked(None),
        RedealAsked(Seat(1)),
    ]
    assert view(state, Seat(0)).redeals_asked_by is None
    state, _ = time_up(state)
    rules = state.rules.override({"leaver": "pass"})
    state = replace(state, rules=rules)
    for seat in range(3):
        state, events = do(state, Leave(Seat(seat)))
    assert state.phase == Phase.ENDED
    assert view(state, Seat(0)).redeals_asked_by == (1,)


@pytest.mark.rule("R-4")
def test_a_new_deal_may_be_repeated_and_every_window_has_the_same_length() -> None:
    state = window(THREE)
    first, events = do(state, AskRedeal(Seat(1)), now=NOW + 5_000)
    deadline = only(events, Dealt).deadline
    assert deadline is not None
    assert deadline.at == NOW + 13_000
    again = replace(first, seats=state.seats)
    second, _ = do(again, AskRedeal(Seat(1)), now=NOW + 6_000)
    assert (second.deal, second.redeals_asked_by) == (3, (1, 1))


@pytest.mark.rule("R-4", "S5")
def test_a_new_deal_by_hand_begins_with_all_tiles_in_the_stacks() -> None:
    state, _ = begun(PL.override({"stacks_by_hand": True}), 2)
    while state.phase == Phase.STACKS:
        assert state.active is not None
        state, _ = do(state, ChooseStack(state.active, 0))
    seats = (replace(state.seats[0], rack=window(THREE).seats[1].rack), state.seats[1])
    state, _ = do(replace(state, seats=seats), AskRedeal(Seat(0)))
    assert state.phase == Phase.STACKS
    assert all_tiles(state) == sorted(tile_ids(state.sets.box()))
    assert view(state, None).bank == ()
