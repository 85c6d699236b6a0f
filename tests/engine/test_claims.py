"""Every claim holds under every published profile."""

import pytest

from engine.claims import CLAIMS, Claim
from tilemeld.engine.rules import PUBLISHED, RULE_FIELDS, Rules


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=lambda rules: f"{rules.profile}-{rules.version}")
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_the_claim_holds(claim: Claim, rules: Rules) -> None:
    claim.prove(rules)


def test_every_field_of_the_rules_has_a_claim_that_names_its_rule() -> None:
    named = {rule for claim in CLAIMS for rule in claim.rules}
    assert [name for name, info in RULE_FIELDS.items() if not named & set(info.rules)] == []
