"""Every rule of sections 1–7 and every ruling of docs/RULES.md is named by a test, or says who proves it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "RULES.md"
ELSEWHERE = TESTS / "rules_proved_elsewhere.toml"

_ID = re.compile(r"\*\*((?:[NSPTEMW]\d+)|(?:R-\d+))\*\*")


def rules_to_prove() -> list[str]:
    """The ids of sections 1–7 and of the rulings, in the order of the text."""
    text = RULES.read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    numbered = [section for section in sections if re.match(r"[1-7]\. ", section)]
    (rulings,) = [section for section in sections if section.startswith("8. Rulings")]
    assert len(numbered) == 7
    found = [match for section in [*numbered, rulings] for match in definitions(section)]
    assert len(found) == len(set(found)), "a rule is defined once"
    return found


def definitions(section: str) -> Iterator[str]:
    """A rule begins a list item or a row of a table."""
    for line in section.splitlines():
        if line.startswith(("- **", "| **")) and (match := _ID.match(line[2:])):
            yield match.group(1)


def all_ids() -> set[str]:
    """Every id that the text defines, letters included."""
    text = RULES.read_text(encoding="utf-8")
    return set(re.findall(r"^[-|] \*\*([A-Z]\d+|R-\d+)\*\*", text, flags=re.MULTILINE))


@cache
def named_by_tests() -> dict[str, set[str]]:
    """The ids in ``pytest.mark.rule(...)`` and ``claim(...)`` decorators, with the files they stand in."""
    named: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "claim"):
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        named.setdefault(str(argument.value), set()).add(path.name)
    return named


def proved_elsewhere() -> dict[str, dict[str, str]]:
    return tomllib.loads(ELSEWHERE.read_text(encoding="utf-8"))


def test_the_rules_are_found_in_the_text() -> None:
    found = rules_to_prove()
    for first, count in {"N": 6, "S": 7, "P": 8, "T": 11, "E": 8, "M": 9, "W": 17, "R": 17}.items():
        assert sum(rule.startswith(first) for rule in found) == count, first


def test_every_rule_is_named_by_a_test_or_says_who_proves_it() -> None:
    named, elsewhere = named_by_tests(), proved_elsewhere()
    assert [rule for rule in rules_to_prove() if rule not in named and rule not in elsewhere] == []


def test_no_rule_is_excused_that_has_tests_or_does_not_exist() -> None:
    named, elsewhere = named_by_tests(), proved_elsewhere()
    assert [rule for rule in elsewhere if rule in named] == []
    assert [rule for rule in elsewhere if rule not in rules_to_prove()] == []


def test_every_excuse_gives_a_reason_and_the_work_that_proves_it() -> None:
    for rule, excuse in proved_elsewhere().items():
        assert set(excuse) == {"reason", "proved_by"}, rule
        assert all(len(text) > 10 for text in excuse.values()), rule


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    unknown = {rule: files for rule, files in named_by_tests().items() if rule not in all_ids()}
    assert unknown == {}
