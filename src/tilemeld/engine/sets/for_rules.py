"""Which ``SetRules`` answer for a rule set: numbers or letters. The loop asks here and knows neither."""

from tilemeld.engine.rules import Rules

from .letters import LetterSets, Words
from .numbers import NumberSets
from .set_rules import SetRules


def sets_of(rules: Rules, lexicon: Words | None = None, theme: Words | None = None) -> SetRules:
    """Return the ``SetRules`` of a rule set; a game with letters needs a lexicon."""
    return NumberSets(rules) if rules.sets == "numbers" else LetterSets(rules, lexicon, theme)
