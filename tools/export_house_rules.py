"""Vectors for the Create screen: which values of a field the engine accepts in a profile (``make docs``)."""

import json
from collections.abc import Iterator

from tilemeld.engine.errors import RulesError
from tilemeld.engine.rules import PROFILES, RULE_FIELDS, TEXT_LIMIT, RuleField, Rules, Value, profile


def vectors_file() -> str:
    """Every field that a house or a table may choose, with values at and beyond its bounds."""
    cases = [
        {
            "profile": name,
            "field": info.name,
            "values": [[value, _accepts(profile(name), info.name, value)] for value in _values(info)],
        }
        for name in PROFILES
        for info in RULE_FIELDS.values()
        if info.chosen != "book"
    ]
    return "[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]\n"


def _accepts(rules: Rules, field: str, value: Value) -> bool:
    try:
        rules.override({field: value})
    except RulesError:
        return False
    return True


def _values(info: RuleField) -> Iterator[Value]:
    yield None
    match info.kind:
        case "switch":
            yield from (True, False)
        case "choice":
            yield from (*info.values, "something else")
        case "text":
            yield from ("", " ", "a", "a" * TEXT_LIMIT, "a" * (TEXT_LIMIT + 1))
        case "number":
            low, highs = info.low or 0, {each.high or 0 for each in info.games}
            yield from sorted(
                {low - 1, low, low + 1, low + 2, *(high + by for high in highs for by in (-1, 0, 1))}
            )
