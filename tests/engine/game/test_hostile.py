"""Hostile input: whatever is asked, the answer is events or a refusal, and a refusal changes nothing."""

from dataclasses import fields, replace
from functools import cache
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from at_night import at_night
from table_setup import NOW, a_turn, all_tiles, begun, codes, do, draft, lay, new_game, on_table, refused
from tilemeld.engine.errors import CODES, Refused
from tilemeld.engine.game.commands import (
    AddEntropy,
    Announce,
    AskRedeal,
    BeginGame,
    CastVote,
    ChooseStack,
    Command,
    Confirm,
    CorrectScore,
    CreateGame,
    EndRound,
    EndTurn,
    ExpireDeadline,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pass,
    Pause,
    RestartTurn,
    Resume,
    Return,
    SkipRedeal,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.decide import decide, play
from tilemeld.engine.game.events import Event
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState
from tilemeld.engine.game.views import redact, view
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Face, LaidTile, Seat, Table, TileId

TABLE = "r3 J r5 | k7 b7 o7 | r8 r9 r10"
HANDS = ["r4 r6 k10 r10 b10 J k2", "k3 o7 b1"]


@cache
def positions() -> tuple[GameState | None, ...]:
    """Games in every phase, of several profiles, paused and left ones among them."""
    found: list[GameState | None] = [None]
    for name in NUMBER_PROFILES:
        rules = profile(name)
        turn = a_turn(rules, HANDS, table=TABLE)
        unopened = a_turn(rules, HANDS, table=TABLE, opened=False)
        found += [new_game(rules, 2), begun(rules, 2)[0], turn, unopened]
        found += [begun(rules.override({"stacks": "give", "stacks_by_hand": True}), 2)[0]]
        found += [do(unopened, Take(Seat(0)))[0], do(turn, Pause("tea"))[0], do(turn, Leave(Seat(1)))[0]]
        found += [a_turn(rules, HANDS, table=TABLE, bank="")]
        found += [lay(a_turn(rules, ["r6", "k1"], table="r3 r4 r5"), "r3 r4 r5 r6")[0]]
    strict = profile("pl").override({"strict": True, "turn_seconds": None})
    return (*found, a_turn(strict, HANDS, table=TABLE))


SEATS = st.sampled_from([0, 0, 0, 1, 2, -1, -2, 10**9, -(10**30)]).map(Seat)
SEEN = st.one_of(st.none(), st.none(), st.integers(-2, 12))
TEXT = st.one_of(st.text(max_size=10), st.sampled_from(["", " ", "tea", "\ud800", "x" * 600]))
NUMBERS = st.one_of(st.integers(-3, 30), st.integers())
NOWS = st.one_of(st.sampled_from([NOW, NOW + 60_000, NOW + 60_001, 0, -(10**20), 10**20]), st.integers())

KNOWN = "r3a Ja r5a k7a b7a o7a r8a r9a r10a r4a r6a k10a r10b b10a Jb k2a"
TILES = st.one_of(
    st.sampled_from([TileId(tile) for tile in KNOWN.split()]),
    st.sampled_from(
        [TileId(tile) for tile in ("k3a", "o13b", "J", "", "a", "x9a", "r3z", "\ud800", "r" * 99)]
    ),
    st.text(max_size=4).map(TileId),
)
NAMES = st.one_of(
    st.none(),
    st.none(),
    st.sampled_from([Face(face) for face in ("r4", "b13", "J", "", "r14", "\ud800", "z" * 99)]),
)
FREE_TABLES = st.lists(st.lists(st.builds(LaidTile, TILES, NAMES), max_size=6).map(tuple), max_size=8).map(
    tuple
)


@st.composite
def shuffled_tables(draw: st.DrawFn) -> Table:
    """The table and the rack of seat 0, cut into sets anywhere: often nearly right."""
    tiles = draw(st.permutations(KNOWN.split()))
    tiles = tiles[: draw(st.integers(0, len(tiles)))]
    cuts = sorted(draw(st.lists(st.integers(0, len(tiles)), max_size=5)))
    edges = [0, *cuts, len(tiles)]
    return tuple(
        tuple(LaidTile(TileId(tile), draw(NAMES)) for tile in tiles[low:high])
        for low, high in pairwise(edges)
    )


TABLES: st.SearchStrategy[Table] = st.one_of(FREE_TABLES, shuffled_tables())
RULES = st.sampled_from([profile(name) for name in NUMBER_PROFILES])

COMMANDS: dict[type, st.SearchStrategy[Command]] = {
    CreateGame: st.builds(CreateGame, RULES, NUMBERS, NUMBERS, st.none() | SEATS),
    AddEntropy: st.builds(AddEntropy, SEATS, TEXT, seen=SEEN),
    BeginGame: st.builds(BeginGame),
    ChooseStack: st.builds(ChooseStack, SEATS, NUMBERS, seen=SEEN),
    AskRedeal: st.builds(AskRedeal, SEATS, seen=SEEN),
    SkipRedeal: st.builds(SkipRedeal, SEATS, seen=SEEN),
    Confirm: st.builds(Confirm, SEATS, TABLES, seen=SEEN),
    Take: st.builds(Take, SEATS, st.none() | NUMBERS, seen=SEEN),
    Pass: st.builds(Pass, SEATS, seen=SEEN),
    Announce: st.builds(Announce, SEATS, seen=SEEN),
    EndTurn: st.builds(EndTurn, SEATS, seen=SEEN),
    CastVote: st.builds(CastVote, SEATS, st.lists(TEXT, max_size=3).map(tuple), seen=SEEN),
    ExpireDeadline: st.builds(ExpireDeadline, st.none() | TABLES),
    EndRound: st.builds(EndRound),
    Pause: st.builds(Pause, TEXT),
    Resume: st.builds(Resume),
    GiveAllowance: st.builds(GiveAllowance, SEATS, NUMBERS),
    Leave: st.builds(Leave, SEATS),
    Return: st.builds(Return, SEATS),
    RestartTurn: st.builds(RestartTurn, TEXT),
    TakeBackTurn: st.builds(TakeBackTurn, TEXT),
    GivePenalty: st.builds(GivePenalty, SEATS, NUMBERS, TEXT),
    CorrectScore: st.builds(CorrectScore, SEATS, NUMBERS, TEXT),
}


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(get_args(Command))


def decide_or_refuse(state: GameState | None, command: Command, now: int) -> GameState | None:
    """The state after the command; the same one when it was refused, with reasons that can be said."""
    answer = ask(state, command, now)
    if isinstance(answer, Refused):
        assert answer.refusals, "a refusal has a reason"
        assert all(code in CODES for code in answer.codes)
        assert all(str(refusal) for refusal in answer.refusals)
        return state
    assert answer, "what is not refused happens"
    after = play(state, answer)
    for viewer in (None, Seat(0), Seat(1)):
        assert view(after, viewer).version == after.version
        assert [type(redact(event, viewer)) for event in answer] == [type(event) for event in answer]
    return after


def ask(state: GameState | None, command: Command, now: int) -> tuple[Event, ...] | Refused:
    try:
        return decide(state, command, now=now, chance=FixedChance("hostile"))
    except Refused as error:
        return error


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@settings(max_examples=at_night(400, by_day=25))
@given(data=st.data())
def test_a_command_is_answered_or_refused_in_every_position(kind: type, data: st.DataObject) -> None:
    command = data.draw(COMMANDS[kind])
    now = data.draw(NOWS)
    for state in positions():
        copy = None if state is None else replace(state)
        after = decide_or_refuse(state, command, now)
        assert state == copy, "deciding changes nothing"
        if state is not None and after is not None and state.table:
            assert all_tiles(after) == all_tiles(state), "no tile is lost or invented"


@settings(max_examples=at_night(400, by_day=25))
@given(st.lists(st.tuples(st.one_of(*COMMANDS.values()), NOWS), max_size=12))
def test_any_commands_in_a_row_are_answered_or_refused(asked: list[tuple[Command, int]]) -> None:
    for start in positions()[::7]:
        state = start
        for command, now in asked:
            state = decide_or_refuse(state, command, now)


@given(TABLES)
@example(())
def test_a_table_is_laid_only_if_every_set_reads(table: Table) -> None:
    for state in positions()[2:4]:
        assert state is not None
        after = decide_or_refuse(state, Confirm(Seat(0), table), NOW)
        assert after is not None
        assert all(after.sets.read(laid).valid for laid in after.table)


LETTER_TILES = ["Ka", "Oa", "Sa", "Za", "Ya", "Kb", "?a", "Ta", "Kc", "?b", "Ab", "Sb", "Ob", "Aa"]
LETTER_NAMES = st.one_of(st.none(), st.sampled_from([Face(face) for face in ("T", "K", "?", "Q", "", "Ż")]))


@cache
def word_positions() -> tuple[GameState, ...]:
    """Word games in every phase that numbers do not have, and in turns."""
    rules = profile("pl-word")
    voting = rules.override({"theme": "animals", "theme_by": "vote"})
    racks = ["OSAKAT?", "E", "E"]
    turns = [a_turn(each, racks, table="KOSZYK KO?(T)") for each in (rules, voting)]
    vote = lay(turns[1], "KOSZYK KO?(T) OSA")[0]
    strict = a_turn(rules.override({"strict": True}), racks, table="KOSZYK KO?(T)", opened=False)
    return (*turns, vote, strict, begun(rules, 2)[0], do(vote, Pause("tea"))[0])


@st.composite
def letter_tables(draw: st.DrawFn) -> Table:
    """Letters cut into words anywhere, jokers named or not."""
    tiles = draw(st.permutations(LETTER_TILES))
    tiles = tiles[: draw(st.integers(0, len(tiles)))]
    cuts = sorted(draw(st.lists(st.integers(0, len(tiles)), max_size=5)))
    return tuple(
        tuple(LaidTile(TileId(tile), draw(LETTER_NAMES)) for tile in tiles[low:high])
        for low, high in pairwise([0, *cuts, len(tiles)])
    )


WORD_COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Confirm, SEATS, letter_tables(), seen=SEEN),
    st.builds(ExpireDeadline, st.none() | letter_tables()),
    st.builds(CastVote, SEATS, st.lists(st.one_of(TEXT, st.just("OSA")), max_size=3).map(tuple), seen=SEEN),
    *COMMANDS.values(),
)


@settings(max_examples=at_night(600, by_day=60))
@given(WORD_COMMANDS, NOWS)
def test_a_command_is_answered_or_refused_in_every_word_position(command: Command, now: int) -> None:
    for state in word_positions():
        copy = replace(state)
        after = decide_or_refuse(state, command, now)
        assert state == copy, "deciding changes nothing"
        if after is not None and state.table:
            assert all_tiles(after) == all_tiles(state), "no tile is lost or invented"
            assert all(after.sets.read(laid).valid for laid in after.table)


def test_many_jokers_without_letters_are_not_guessed() -> None:
    state = a_turn(profile("pl-word").override({"jokers": 8}), ["????????", "E"])
    (refusal,) = refused(state, Confirm(Seat(0), (tuple(map(LaidTile, state.seats[0].rack)),)))
    assert refusal.params["letters"] == "too many to say"


def test_a_huge_table_is_refused_at_once() -> None:
    state = a_turn(profile("pl"), HANDS, table=TABLE)
    huge = ((LaidTile(TileId("r3a")),) * 100_000,) * 2
    assert codes(refused(state, Confirm(Seat(0), huge))) == ["table/too-large"]
    assert codes(refused(state, ExpireDeadline(huge), now=NOW + 60_000)) == ["table/too-large"]
    empty = ((),) * 100_000
    assert codes(refused(state, Confirm(Seat(0), empty))) == ["table/too-large"]


def test_a_few_empty_sets_are_not_seen() -> None:
    state = a_turn(profile("pl"), ["r6 k1", "k2"], table="r3 r4 r5")
    table = ((), *draft(state, "r3 r4 r5 r6"), *[()] * 20)
    assert on_table(do(state, Confirm(Seat(0), table))[0]) == "r3 r4 r5 r6"


@pytest.mark.parametrize("strict", [True, False])
def test_a_joker_named_after_no_tile_of_the_game_is_refused_and_never_recorded(strict: bool) -> None:
    state = a_turn(profile("pl").override({"strict": strict}), HANDS, table=TABLE)
    for name in ("z" * 99, "", "J", "r14", "\ud800"):
        table = (*state.table, (LaidTile(TileId("Jb"), Face(name)), LaidTile(TileId("k2a"))))
        for command in (Confirm(Seat(0), table), ExpireDeadline(table)):
            (refusal,) = refused(state, command, now=NOW + 60_000)
            assert (refusal.code, refusal.params) == ("table/unknown-face", {"face": name[:20]})


def test_a_frozen_state_cannot_be_changed() -> None:
    state = a_turn(profile("pl"), HANDS)
    for field in fields(state):
        with pytest.raises(AttributeError):
            setattr(state, field.name, None)
