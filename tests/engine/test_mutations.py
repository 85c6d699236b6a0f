"""The tests bite: change one field of one profile, and a claim that names the field's rule fails."""

from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import engine.word_claims  # noqa: F401  # its claims join those of the number game
from engine.claims import CLAIMS
from tilemeld.engine.errors import Refused, RulesError
from tilemeld.engine.rules import PUBLISHED, RULE_FIELDS, Rules, Value

pytestmark = pytest.mark.repeats  # test_claims.py again, on thousands of mutants (docs/testing.md)
HINTS = get_type_hints(Rules)
SOME_NUMBER = 3
"""What a number that is none becomes."""


def other_values(kind: Any, value: Any) -> Iterator[Value]:
    """Other values for a field of this type, near the one it has."""
    if kind is bool:
        yield not value
    elif kind is int:
        yield from (value + 1, value - 1, value + 2, value - 2)
    elif get_args(kind)[:1] == (str,):
        yield "animals"
    elif isinstance(kind, UnionType):
        yield from (SOME_NUMBER,) if value is None else (None, value + 1, value - 1)
    elif get_origin(kind) is tuple:
        item = get_args(kind)[0]
        choices = get_args(item) if get_origin(item) is Literal else (45,)
        extra = next(each for each in choices if each not in value)
        yield from (value[:-1], (*value, extra), (extra, *value))
    else:
        yield from (other for other in get_args(kind) if other != value)


def mutants(rules: Rules, name: str) -> list[Rules]:
    """The rules with this field changed, as far as the values go together."""
    found = []
    for value in other_values(HINTS[name], rules.values()[name]):
        try:
            mutant = rules.override({name: value, **({"copies": 1} if name == "sets" else {})})
        except RulesError:
            continue
        if mutant != rules:
            found.append(mutant)
    return found


def killers(mutant: Rules, name: str, sets: str) -> list[str]:
    """The claims about such sets that name the field's rule and fail on the mutant."""
    found = []
    for claim in CLAIMS:
        if claim.sets == sets and set(claim.rules) & set(RULE_FIELDS[name].rules):
            try:
                claim.prove(mutant)
            except (AssertionError, Refused, RulesError):
                found.append(claim.name)
    return found


CASES = [
    (rules, name) for rules in PUBLISHED.values() for name, info in RULE_FIELDS.items() if info.is_for(rules)
]


@pytest.mark.parametrize(
    ("rules", "name"), CASES, ids=[f"{rules.profile}-{rules.version}-{name}" for rules, name in CASES]
)
def test_a_changed_field_is_noticed_by_a_claim_that_names_its_rule(rules: Rules, name: str) -> None:
    changed = mutants(rules, name)
    assert changed, f"{rules.profile}: there is no other value for {name}"
    survivors = [mutant.values()[name] for mutant in changed if not killers(mutant, name, rules.sets)]
    assert survivors == [], f"{rules.profile}: nobody noticed that {name} became one of {survivors}"


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=lambda rules: f"{rules.profile}-{rules.version}")
def test_a_field_of_the_other_game_cannot_be_changed(rules: Rules) -> None:
    foreign = [name for name, info in RULE_FIELDS.items() if not info.is_for(rules)]
    assert foreign
    for name in foreign:
        assert mutants(rules, name) == []
