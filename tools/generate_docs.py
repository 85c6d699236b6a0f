"""The pages of docs/ that are made from the code: profiles, refusals, the record's schema (``make docs``)."""

import json

from tilemeld.engine.errors import CODES
from tilemeld.engine.record.schema import record_schema
from tilemeld.engine.rules import PROFILES, RULE_FIELDS, Value, profile


def profiles_page() -> str:
    """The rule sets side by side, one row for each field."""
    lines = [
        "# The rules by profile",
        "",
        "Made from `src/tilemeld/engine/rules.py` by `make docs`; the ids lead to [RULES.md](RULES.md).",
        "A value in **bold** differs from `pl`, and – means nothing in that game. "
        "Every field can be overridden one by one for a house game:",
        '`profile("pl").override({"turn_seconds": 30})`, and `differences(rules)` lists what was changed.',
        "",
        "| field | rules | " + " | ".join(f"`{name}`" for name in PROFILES) + " | meaning |",
        "|---" * (3 + len(PROFILES)) + "|",
    ]
    base = profile(PROFILES[0]).values()
    for name, info in RULE_FIELDS.items():
        cells = [
            _shown(profile(each).values()[name], bold=profile(each).values()[name] != base[name])
            if info.is_for(profile(each))
            else "–"
            for each in PROFILES
        ]
        lines.append(f"| `{name}` | {', '.join(info.rules)} | {' | '.join(cells)} | {info.text} |")
    lines += [
        "",
        "In helpful play (`strict` off, the default outside tournaments) a table in order stands when the",
        "time is up, whatever `timeout_in_order_takes` says: a difference from the books (T7).",
    ]
    return "\n".join(lines) + "\n"


def _shown(value: Value, *, bold: bool) -> str:
    if isinstance(value, tuple):
        text = ", ".join("none" if item is None else str(item) for item in value)
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    else:
        text = "none" if value is None else str(value)
    return f"**{text}**" if bold else text


def codes_page() -> str:
    """Every refusal and error code with its English sentence."""
    lines = [
        "# Refusals and errors",
        "",
        "Made from `src/tilemeld/engine/errors.py` by `make docs`. The code is stable: it is what the wire,",
        "translations and tests use; names in braces are the parameters that come with it.",
        "",
        "| code | in English |",
        "|---|---|",
        *(f"| `{code}` | {text.replace('|', chr(92) + '|')} |" for code, text in CODES.items()),
    ]
    return "\n".join(lines) + "\n"


def schema_file() -> str:
    """The JSON Schema of a record."""
    return json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    raise SystemExit("run: make docs")
