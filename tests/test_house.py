"""The house keeps its own rules: nothing asks for a profile by its name, and locks hold hashes only."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tilemeld.engine.rules import PROFILES

ROOT = Path(__file__).parents[1]
RULES_FILE = ROOT / "src/tilemeld/engine/rules.py"
LANGUAGES = {"pl", "cs", "uk"}
"""Names of profiles that are names of languages as well."""
UNMISTAKABLE = "|".join(sorted(set(PROFILES) - LANGUAGES))


def comparisons(path: Path) -> Iterator[str]:
    """Every comparison of a file that names a profile: with an operator, or as a case of a match."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.match_case):
            sides = [part.value for part in ast.walk(node.pattern) if isinstance(part, ast.MatchValue)]
        else:
            continue
        text = " ".join(map(ast.unparse, sides))
        named = {part.value for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant)}
        if named & (set(PROFILES) - LANGUAGES) or (named & LANGUAGES and re.search("profile|rules", text)):
            yield f"{path.name}:{sides[0].lineno}: {text}"


def test_nothing_but_the_rules_compares_with_a_profiles_name() -> None:
    sources = [path for path in (ROOT / "src").rglob("*.py") if path != RULES_FILE]
    assert len(sources) > 100
    assert [found for path in sources for found in comparisons(path)] == []


def test_nor_does_the_client() -> None:
    sources = [path for path in (ROOT / "client/src").rglob("*") if path.suffix in (".ts", ".svelte")]
    assert len(sources) > 100
    wrong = re.compile(rf"""([!=]==?|case)\s*["'`]({UNMISTAKABLE})["'`]|["'`]({UNMISTAKABLE})["'`]\s*[!=]=""")
    found = [path.name for path in sources if wrong.search(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "name",
    ["requirements.lock", "requirements-dev.lock", "tools/installer.lock", "bench/requirements.lock"],
)
def test_a_lock_pins_every_package_by_hashes_and_names_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE | re.IGNORECASE)[1:]
    assert len(pinned) > (0 if "installer" in name else 5)
    for package in pinned:
        assert re.match(r"\S+==\S+", package), package
        assert "--hash=sha256:" in package, package
    assert "://" not in text


def test_the_clients_lock_has_what_other_machines_need() -> None:
    """npm leaves out of the lock what it cannot find, and then refuses the lock on every fresh machine."""
    packages = json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {path.rpartition("node_modules/")[2] for path in packages}
    missing = {name for each in packages.values() for name in each.get("optionalDependencies", {})} - locked
    assert len(locked) > 50
    assert missing == set()


ROOMS = ("engine", "solver", "bots", "lab", "tournament", "words", "cli", "service", "adapters")
POSITIONAL_LEFT = ("server",)
"""Rooms that still pass more than three values by their place alone; to be emptied."""
MOST_POSITIONAL = 3


def value_classes(trees: Iterable[ast.Module]) -> set[str]:
    """The names of dataclasses, named tuples and structs."""
    return {
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and (
            any("dataclass" in ast.unparse(each) for each in node.decorator_list)
            or any(re.search(r"\b(NamedTuple|Struct)$", ast.unparse(base)) for base in node.bases)
        )
    }


def long_calls(path: Path, tree: ast.Module, classes: set[str]) -> Iterator[str]:
    """Every call of a value's constructor with more than three positional arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in classes:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {called} {len(node.args)}"


def test_no_value_is_made_with_more_than_three_positional_arguments() -> None:
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "src/tilemeld").rglob("*.py")
    }
    classes = value_classes(trees.values())
    assert len(classes) > 100
    rooms = {path.relative_to(ROOT / "src/tilemeld").parts[0] for path in trees} - {
        "__init__.py",
        "__main__.py",
    }
    assert rooms == {*ROOMS, *POSITIONAL_LEFT}
    found = [
        call
        for path, tree in trees.items()
        if path.relative_to(ROOT / "src/tilemeld").parts[0] not in POSITIONAL_LEFT
        or path.parent.name == "tournament"
        for call in long_calls(path, tree, classes)
    ]
    assert found == []


def test_hooks_before_a_commit_call_the_tools_of_the_environment_and_fetch_nothing() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (.*)", text) == ["local"]
    entries = re.findall(r"entry: (\S+)", text)
    assert entries
    for entry in entries:
        assert entry.startswith((".venv/bin/", "tools/")), entry
        assert (ROOT / entry).is_file(), entry
    assert "://" not in text


def test_editors_are_told_the_line_length_that_is_checked() -> None:
    editors = (ROOT / ".editorconfig").read_text(encoding="utf-8")
    checked = re.search(r"line-length = (\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert checked is not None
    assert f"max_line_length = {checked[1]}" in editors


def test_most_of_the_slow_tests_are_where_they_were_measured() -> None:
    listed = (ROOT / "tests/slow.tsv").read_text(encoding="utf-8").splitlines()
    gone = [line for line in listed if not is_there(line.partition("\t")[2])]
    assert len(listed) > 100
    assert len(gone) < len(listed) / 5, f"run make costs: {gone}"


def is_there(name: str) -> bool:
    path, *_, function = name.split("::")
    source = ROOT / path
    return source.is_file() and f"def {function}(" in source.read_text(encoding="utf-8")
