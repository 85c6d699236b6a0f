"""House rules on the command line: ``--house opening_points=50``."""

import difflib
from collections.abc import Iterable

import click

from tilemeld.cli.terminal import Unusable, typed
from tilemeld.engine.rules import RULE_FIELDS, Rules, Value, profile

house_option = click.option(
    "--house", multiple=True, metavar="FIELD=VALUE", help="Change one rule; may be repeated."
)
"""The option of every command that plays by rules: a tuple of texts for ``house_rules``."""

_WORDS: dict[str, bool | None] = {"none": None, "true": True, "yes": True, "false": False, "no": False}


def house_rules(name: str, changes: Iterable[str]) -> Rules:
    """Return a profile with single fields changed, each written as ``field=value``.

    >>> house_rules("pl", ["turn_seconds=none", "opening_points=50"]).opening_points
    50

    Raises ``Unusable`` or ``RulesError`` for an unknown field, value or profile.
    """
    return profile(name).override(dict(_parse_change(text) for text in changes))


def _parse_change(text: str) -> tuple[str, Value]:
    field, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not field or not written:
        raise Unusable("house.not-a-rule", text=typed(text))
    field = field.replace("-", "_")
    if field not in RULE_FIELDS:
        near = difflib.get_close_matches(field, RULE_FIELDS, n=1)
        if near:
            raise Unusable("house.no-field-near", field=typed(field), near=near[0])
        raise Unusable("house.no-field", field=typed(field))
    return field, _parse_value(field, written)


def _parse_value(field: str, written: str) -> Value:
    if RULE_FIELDS[field].kind != "list":
        return _parse_scalar(written)
    return tuple(_parse_scalar(item.strip()) for item in written.split(","))


def _parse_scalar(written: str) -> str | int | bool | None:
    if written.lower() in _WORDS:
        return _WORDS[written.lower()]
    try:
        return int(written) if len(written) <= 20 else written
    except ValueError:
        return written
