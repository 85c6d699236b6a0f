"""Rule sets as data: versions never change, house games say what differs, wrong values are named."""

import ast
import json
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilemeld
from tilemeld.engine.errors import RulesError
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.engine.rules import (
    NUMBER_PROFILES,
    PROFILES,
    PUBLISHED,
    RULE_FIELDS,
    WORD_PROFILES,
    Difference,
    Rules,
    Value,
    differences,
    profile,
)

GOLDEN = Path(__file__).parent.parent / "data" / "profiles"
SOURCE = Path(str(tilemeld.__file__)).parent


def test_every_published_profile_has_a_golden_file_and_every_file_a_profile() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == {
        f"{name}-{version}" for name, version in PUBLISHED
    }


def by_the_old_guess(rules: Rules) -> dict[str, object]:
    """What releases before these were fields derived for a real table, from flags that mean other things."""
    manners = ["gap", "push", "clock", "done", "distance", "count"] if rules.big_points else []
    settled = "bank-mixed" if rules.timeout_salvage == "penalised" else "bank"
    return {
        "settlement": "player" if rules.sets == "letters" or rules.big_points else settled,
        "table_manners": ["call"] if rules.match_ranking[0] == "wins" else manners,
    }


@pytest.mark.parametrize(("name", "version"), PUBLISHED)
def test_a_published_version_never_changes(name: str, version: int) -> None:
    """Fields that came later hold the default that means "as before"."""
    golden = json.loads((GOLDEN / f"{name}-{version}.json").read_text())
    values = json.loads(json.dumps(profile(name, version).values()))
    later = {each.name: each.default for each in fields(Rules) if each.name not in golden and each.metadata}
    assert values == {**later, **golden, **by_the_old_guess(profile(name, version))}
    assert list(values) == list(RULE_FIELDS)


@pytest.mark.parametrize(("name", "version"), PUBLISHED)
def test_what_is_as_the_book_has_it_is_left_out_of_records(name: str, version: int) -> None:
    rules = profile(name, version)
    written = to_json(rules)
    assert isinstance(written, dict)
    assert written.keys().isdisjoint({"settlement", "table_manners"})
    assert from_json(Rules, written) == rules, "also records from before there were such fields"
    house = rules.override({"settlement": "bank-mixed", "table_manners": ("distance",)})
    assert from_json(Rules, to_json(house)) == house


def test_rules_of_a_profile_that_nobody_published_settle_a_table_as_the_first_book_does() -> None:
    data = to_json(profile("uk"))
    assert isinstance(data, dict)
    strange = from_json(Rules, {**data, "profile": "club"})
    assert (strange.settlement, strange.table_manners) == ("bank", ())


def test_the_fields_that_came_later_are_known_by_name() -> None:
    old, new = (set(json.loads((GOLDEN / f"{name}-1.json").read_text())) for name in ("pl", "pl-word"))
    assert new - old == {
        "redeal_few",
        "opening_letters",
        "refill_to",
        "rack_end",
        "double_from",
        "theme",
        "theme_by",
        "vote_seconds",
    }
    second = {"opening_as_named", "pieces_are_disorder", "empty_rack_confirms", "ruling_opens"}
    by_book = {"settlement", "table_manners"}
    assert set(RULE_FIELDS) - new == {"family_words"} | second | by_book
    assert new <= set(RULE_FIELDS)


def test_the_profiles_stand_in_the_order_of_the_rules() -> None:
    assert NUMBER_PROFILES == ("pl", "pl-xp", "pl-tournament", "cs", "uk", "uk-xp")
    assert WORD_PROFILES == ("pl-word",)
    assert PROFILES == NUMBER_PROFILES + WORD_PROFILES
    assert [profile(name).version for name in PROFILES] == [2] * 7


@pytest.mark.rule("R-10", "R-8", "T11", "W13")
def test_the_second_version_differs_from_the_first_in_four_rulings_and_nothing_else() -> None:
    changed = {
        name: {each.field: each.ours for each in differences(profile(name, 2), profile(name, 1))}
        for name in PROFILES
    }
    numbers = {"opening_as_named": True, "pieces_are_disorder": True, "ruling_opens": False}
    letters = {"pieces_are_disorder": True, "empty_rack_confirms": False}
    assert changed == {**dict.fromkeys(NUMBER_PROFILES, numbers), **dict.fromkeys(WORD_PROFILES, letters)}


def test_a_house_game_overrides_single_fields_and_says_what_differs() -> None:
    house = profile("pl").override({"opening_points": 50, "turn_seconds": None})
    assert (house.profile, house.version) == ("pl", 2)
    assert [(each.field, each.theirs, each.ours) for each in differences(house)] == [
        ("opening_points", 30, 50),
        ("turn_seconds", 60, None),
    ]
    assert differences(profile("pl")) == ()
    assert {each.field for each in differences(profile("uk-xp"), profile("uk"))} == {
        "copies",
        "jokers",
        "max_players",
    }
    assert isinstance(differences(house)[0], Difference)


@pytest.mark.parametrize(
    ("changes", "field", "allowed"),
    [
        ({"opening_points": -1}, "opening_points", "a whole number from 0 to 1000"),
        ({"opening_points": 1001}, "opening_points", "a whole number from 0 to 1000"),
        ({"opening_points": True}, "opening_points", "a whole number from 0 to 1000"),
        ({"opening_points": "30"}, "opening_points", "a whole number from 0 to 1000"),
        ({"strict": 1}, "strict", "true or false"),
        ({"stacks": "heap"}, "stacks", "one of none, choose, give"),
        ({"stacks": 3}, "stacks", "one of none, choose, give"),
        (
            {"match_ranking": ()},
            "match_ranking",
            "a list of at most 20, each item one of wins, big-points, total",
        ),
        ({"turn_seconds": 0}, "turn_seconds", "a whole number from 1 to 86400, or none"),
        (
            {"turn_seconds_offered": (0,)},
            "turn_seconds_offered",
            "a list of at most 20, each item a whole number from 1 to 86400, or none",
        ),
        (
            {"match_ranking": ("luck",)},
            "match_ranking",
            "a list of at most 20, each item one of wins, big-points, total",
        ),
        (
            {"match_ranking": "total"},
            "match_ranking",
            "a list of at most 20, each item one of wins, big-points, total",
        ),
        ({"min_players": 4, "max_players": 3}, "max_players", "4 or more"),
        ({"rack_size": 13}, "rack_size", "an even number, since each player gets two stacks"),
        ({"sets": "letters", "copies": 3}, "copies", "1 or 2 boxes of letters"),
        ({"sets": "letters", "theme": ""}, "theme", "a text of 1 to 60 characters, or none"),
        ({"sets": "letters", "theme": "x" * 61}, "theme", "a text of 1 to 60 characters, or none"),
        ({"sets": "letters", "theme": "\ud800"}, "theme", "a text of 1 to 60 characters, or none"),
        ({"sets": "letters", "theme": 5}, "theme", "a text of 1 to 60 characters, or none"),
        (
            {"sets": "letters", "opening_letters": 2},
            "opening_letters",
            "a whole number from 3 to 14",
        ),
    ],
)
def test_a_value_that_a_field_does_not_take_is_named(
    changes: dict[str, Value], field: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as caught:
        profile("pl").override(changes)
    assert caught.value.code == "rules/bad-value"
    assert (caught.value.params["field"], caught.value.params["allowed"]) == (field, allowed)


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (partial(profile, "pl-words"), "rules/unknown-profile"),
        (partial(profile("pl").override, {"double_from": 7}), "rules/other-game"),
        (partial(profile("pl-word").override, {"opening_points": 30}), "rules/other-game"),
        (partial(profile, "pl", 3), "rules/unknown-version"),
        (partial(profile("pl").override, {"version": 3}), "rules/unknown-field"),
    ],
)
def test_unknown_profiles_versions_and_fields_are_named(attempt: Callable[[], Rules], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        attempt()
    assert caught.value.code == code


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.lists(st.integers()),
    st.tuples(st.one_of(st.integers(), st.none(), st.text(), st.lists(st.integers()))),
    st.dictionaries(st.text(), st.integers()),
)


@given(
    st.sampled_from(PROFILES),
    st.dictionaries(st.one_of(st.sampled_from(list(RULE_FIELDS)), st.text()), ANYTHING, max_size=3),
)
def test_an_override_gives_rules_or_says_what_is_wrong(name: str, changes: dict[str, Value]) -> None:
    error: RulesError | None = None
    house = profile(name)
    try:
        house = house.override(changes)
    except RulesError as caught:
        error = caught
    assert {each.field for each in differences(house)} <= set(changes)
    if error is not None:
        assert error.code in ("rules/bad-value", "rules/unknown-field", "rules/other-game")
        assert len(str(error)) < 300


@given(st.text())
def test_a_name_is_a_profile_or_an_error(name: str) -> None:
    if name not in PROFILES:
        with pytest.raises(RulesError, match="there is no profile"):
            profile(name)


def test_no_other_file_compares_a_profiles_name() -> None:
    guilty = []
    for path in SOURCE.rglob("*.py"):
        if path.name != "rules.py" or path.parent.name != "engine":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare) and ".profile" in ast.unparse(node):
                    literals = [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
                    guilty += [
                        f"{path.name}:{node.lineno}" for each in literals if isinstance(each.value, str)
                    ]
    assert guilty == []


def test_every_field_says_what_it_means_and_which_rule_it_is() -> None:
    for name, info in RULE_FIELDS.items():
        assert info.text, name
        assert info.rules, name
        assert info.allowed, name
