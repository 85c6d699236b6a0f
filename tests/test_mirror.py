"""Tests mirror the source: a module leads to its tests by its path, or they name it.

What proves ``engine/game/turns.py`` is ``tests/engine/game/test_turns.py``. Where one suite proves several
modules (a contract, a differential test), its docstring ends with their paths, so that a search finds it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "tilemeld"
_PROVES = re.compile(r"^Proves\s+(`.*)\.\s*\Z", re.DOTALL | re.MULTILINE)


def _modules() -> list[str]:
    """Return the paths of the modules that do something; declarations have nothing to prove."""
    return [
        path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "__init__.py" and _does_something(path)
    ]


def _does_something(path: Path) -> bool:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(
        not all(isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) for line in each.body)
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, functions)
    )


def _claims() -> Iterator[tuple[Path, str]]:
    """Every test file with each path that its docstring says it proves."""
    for test in sorted(TESTS.rglob("test_*.py")):
        text = ast.get_docstring(ast.parse(test.read_text(encoding="utf-8"))) or ""
        if (found := _PROVES.search(text)) is not None:
            yield from ((test, each) for each in re.findall(r"`([^`]+)`", found.group(1)))


def _mirror(path: str) -> Path:
    return TESTS / Path(path).parent / f"test_{Path(path).name}"


def test_the_tests_of_every_module_are_found_by_its_path_or_name_it() -> None:
    claimed = {path for _, path in _claims()}
    homeless = [path for path in _modules() if path not in claimed and not _mirror(path).exists()]
    assert homeless == [], (
        "add tests/<path>/test_<module>.py, or name it after 'Proves' in a suite's docstring"
    )


def test_a_suite_claims_only_what_exists_has_no_file_of_its_own_and_is_claimed_once() -> None:
    modules = _modules()
    claims = list(_claims())
    assert [(test.name, path) for test, path in claims if path not in modules] == []
    assert [(test.name, path) for test, path in claims if _mirror(path).exists()] == []
    paths = [path for _, path in claims]
    assert sorted({path for path in paths if paths.count(path) > 1}) == []
