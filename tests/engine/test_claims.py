"""Every claim holds under every published profile."""

import pytest

import engine.word_claims  # noqa: F401  # its claims join those of the number game
from engine.claims import CLAIMS, Claim
from tilemeld.engine.rules import PUBLISHED, RULE_FIELDS, Rules

CASES = [(rules, claim) for rules in PUBLISHED.values() for claim in CLAIMS if claim.sets == rules.sets]


@pytest.mark.parametrize(
    ("rules", "claim"), CASES, ids=[f"{rules.profile}-{rules.version}-{claim.name}" for rules, claim in CASES]
)
def test_the_claim_holds(rules: Rules, claim: Claim) -> None:
    claim.prove(rules)


def test_both_games_have_claims() -> None:
    assert {claim.sets for claim in CLAIMS} == {rules.sets for rules in PUBLISHED.values()}


def test_every_field_of_the_rules_has_a_claim_that_names_its_rule() -> None:
    for rules in PUBLISHED.values():
        named = {rule for claim in CLAIMS if claim.sets == rules.sets for rule in claim.rules}
        fields = {name: info for name, info in RULE_FIELDS.items() if info.is_for(rules)}
        assert [name for name, info in fields.items() if not named & set(info.rules)] == []
