"""Any house game can be played to its end: every field at any value that it takes."""

from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_setup import NOW, all_tiles
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.errors import Refused, RulesError
from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import NUMBER_PROFILES, RULE_FIELDS, Rules, Value, profile
from tilemeld.engine.tiles import tile_ids
from tilemeld.lab.simulate import play_random_game

HINTS = get_type_hints(Rules)


def values(kind: Any, low: int | None, high: int) -> st.SearchStrategy[Value]:
    """Any value that a field of this type takes; the ends of a range more often than its middle."""
    if kind is bool:
        return st.booleans()
    if kind is int:
        least = low or 0
        return st.sampled_from([least, min(least + 1, high), high]) | st.integers(least, min(high, 60))
    if kind is str:
        return st.text("ab", min_size=1, max_size=5)
    if isinstance(kind, UnionType):
        return st.none() | values(get_args(kind)[0], low, high)
    if get_origin(kind) is tuple:
        items = values(get_args(kind)[0], 1, 86_400)
        return st.lists(items, min_size=1, max_size=3).map(as_tuple)
    return st.sampled_from(get_args(kind))


def as_tuple(items: list[Any]) -> Value:
    return tuple(items)


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """A profile with some fields changed, as far as they go together."""
    rules = profile(draw(st.sampled_from(NUMBER_PROFILES)))
    known = [name for name, info in RULE_FIELDS.items() if info.is_for(rules) and name != "sets"]
    names = draw(st.lists(st.sampled_from(known), unique=True))
    for name in names:
        info = RULE_FIELDS[name]
        value = draw(values(HINTS[name], info.low, info.high))
        rules = with_change(rules, name, value)
    return rules


def with_change(rules: Rules, name: str, value: Value) -> Rules:
    try:
        return rules.override({name: value})
    except RulesError:
        return rules


def can_be_set_up(rules: Rules, players: int) -> bool:
    try:
        chance = FixedChance("house")
        decide(None, CreateGame(rules, players), now=NOW, chance=chance, sets_for=sets_with_words)
    except Refused as refused:
        assert refused.codes == ("game/box-too-small",)  # noqa: PT017  # the only reason there can be
        return False
    return True


def watch(game: LocalGame) -> None:
    """No tile is lost or invented, and every set on the table reads."""
    state = game.state
    if state.deal and state.version % 5 == 0:
        assert all_tiles(state) == sorted(tile_ids(state.sets.box()))
        assert all(state.sets.read(laid).valid for laid in state.table)


@pytest.mark.rule("S4", "T8")
@settings(max_examples=15)
@given(house_rules(), st.integers(2, 6), st.integers())
def test_a_random_game_under_any_house_rules_keeps_every_tile(rules: Rules, players: int, seed: int) -> None:
    players = max(rules.min_players, min(players, rules.max_players))
    if can_be_set_up(rules, players):
        play_random_game(rules, players, str(seed), watch=watch)


@st.composite
def word_house_rules(draw: st.DrawFn) -> Rules:
    """The word game with some fields changed; a theme is voted on, since no list is at hand."""
    rules = profile("pl-word").override({"theme_by": "vote"})
    known = [name for name, info in RULE_FIELDS.items() if info.is_for(rules)]
    names = draw(st.lists(st.sampled_from([name for name in known if name not in ("sets", "theme_by")])))
    for name in names:
        info = RULE_FIELDS[name]
        rules = with_change(rules, name, draw(values(HINTS[name], info.low, info.high)))
    return rules


@pytest.mark.rule("W3", "W7")
@settings(max_examples=12)
@given(word_house_rules(), st.integers(2, 6), st.integers())
def test_a_random_word_game_under_any_house_rules_keeps_every_tile(
    rules: Rules, players: int, seed: int
) -> None:
    players = max(rules.min_players, min(players, rules.max_players))
    if can_be_set_up(rules, players):
        play_random_game(rules, players, str(seed), watch=watch, sets_for=sets_with_words)


def every_end() -> Iterator[Rules]:
    """Each number of the Polish family rules at each end of its range, with a small box to be quick."""
    base = profile("pl").override({"copies": 1})
    for name, info in RULE_FIELDS.items():
        if info.low is not None:
            for value in (info.low, info.high):
                yield with_change(base, name, value)


def test_every_number_may_stand_at_either_end_of_its_range() -> None:
    played = 0
    for rules in every_end():
        players = max(2, rules.min_players)
        if players <= rules.max_players and can_be_set_up(rules, players):
            play_random_game(rules, players, "end", watch=watch)
            played += 1
    assert played > 25
