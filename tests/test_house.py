"""The house keeps its own rules: nothing asks for a profile by its name, and locks hold hashes only."""

import ast
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tilemeld.engine.rules import PROFILES
from tilemeld.server.all_endpoints import ENDPOINTS
from tilemeld.server.live.protocol import FromClient
from tilemeld.service.guests.guests import NAME_LIMIT
from tilemeld.tournament.format import NAME_LIMIT as TOURNAMENT_NAME_LIMIT
from tilemeld.tournament.log.decide import WHY_LIMIT
from tilemeld.tournament.players import NAME_LIMIT as PLAYER_NAME_LIMIT

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


def test_nothing_looks_hovered_on_a_screen_that_is_touched() -> None:
    """A style that a mouse brings and takes away sticks after a tap: it needs ``@media (hover: hover)``."""
    sheets = [path for path in (ROOT / "client/src").rglob("*") if path.suffix in (".css", ".svelte")]
    found = [
        f"{path.name}: {rule}" for path in sheets for rule in bare_hovers(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert list(bare_hovers("a:hover {\n  color: red;\n}")) == ["a:hover"]
    assert list(bare_hovers("@media (hover: hover) {\n  a:hover {\n    color: red;\n  }\n}")) == []


def bare_hovers(text: str) -> Iterator[str]:
    """Return the selectors with ``:hover`` that count on screens without a mouse, too."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    around: list[str] = []
    for head, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "{":
            if ":hover" in head and not any("hover: hover" in each for each in around):
                yield " ".join(head.split())
            around.append(head)
        elif mark == "}" and around:
            around.pop()


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


MOST_POSITIONAL = 3


def trees_of(folder: str) -> dict[Path, ast.Module]:
    """Every module of a folder, parsed."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py")}


def classes_in(trees: Iterable[ast.Module]) -> dict[str, ast.ClassDef]:
    """Every class by its name."""
    return {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def long_calls(path: Path, tree: ast.Module, classes: Collection[str]) -> Iterator[str]:
    """Every call of a constructor with more than three positional arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in classes:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {called} {len(node.args)}"


def test_nothing_is_made_with_more_than_three_positional_arguments() -> None:
    trees = trees_of("src/tilemeld")
    classes = classes_in(trees.values())
    assert len(classes) > 300
    assert [call for path, tree in trees.items() for call in long_calls(path, tree, classes)] == []


def structs_of_the_wire() -> dict[str, ast.ClassDef]:
    """The classes of the server that are structs, by themselves or by what they extend."""
    classes, found = classes_in(trees_of("src/tilemeld/server").values()), dict[str, ast.ClassDef]()
    while True:
        more = {
            name: node
            for name, node in classes.items()
            if name not in found
            and any(ast.unparse(base).rpartition(".")[2] in ("Struct", *found) for base in node.bases)
        }
        if not more:
            return found
        found |= more


def test_structs_of_the_wire_are_made_with_keywords_only() -> None:
    structs = structs_of_the_wire()
    assert len(structs) > 80
    assert [
        name
        for name, node in structs.items()
        if not any(each.arg == "kw_only" and ast.unparse(each.value) == "True" for each in node.keywords)
    ] == []


def copied(call: ast.Call) -> float:
    """Return which part of a call's keywords are fields of one value, under the same name."""
    sources = Counter[str]()
    for each in call.keywords:
        value = each.value
        if isinstance(value, ast.Call) and ast.unparse(value.func) in ("list", "tuple") and value.args:
            value = value.args[0]
        if isinstance(value, ast.Attribute) and value.attr == each.arg:
            sources[ast.unparse(value.value)] += 1
    return max(sources.values(), default=0) / max(len(call.keywords), 1)


def test_no_struct_of_the_wire_is_a_copy_of_a_value() -> None:
    """A value that has the wire's shape is written as it is (``http.endpoint.encode``)."""
    structs = structs_of_the_wire()
    found = [
        f"{path.name}:{node.lineno}: {ast.unparse(node.func)}"
        for path, tree in trees_of("src/tilemeld/server").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in structs
        and len(node.keywords) > MOST_POSITIONAL
        and copied(node) > 0.6
        and not ast.unparse(node.func).endswith("DraftInfo")  # its table is passed on as it came
    ]
    assert found == []


def any_in(kind: msgspec.inspect.Type) -> bool:
    """Say whether a type of the wire takes anything at all somewhere."""
    if isinstance(kind, msgspec.inspect.AnyType):
        return True
    below = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type", "type")]
    below += [each.type for each in getattr(kind, "fields", ())]
    below += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    return any(any_in(each) for each in below if isinstance(each, msgspec.inspect.Type))


def test_nothing_of_any_kind_comes_in() -> None:
    bodies = [endpoint.body for endpoint in ENDPOINTS if endpoint.body is not None]
    assert len(bodies) > 25
    assert [kind.__name__ for kind in bodies if any_in(msgspec.inspect.type_info(kind))] == []
    assert not any_in(msgspec.inspect.type_info(FromClient))
    assert any_in(msgspec.inspect.type_info(dict[str, list[Any]]))


def test_the_client_knows_no_default_of_the_server() -> None:
    """The wire says every value in full; what a new table or format has is generated."""
    known = re.compile(r"\?\? (?:[2-9]|\d\d+)\b")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "client/src").rglob("*")
        if path.suffix in (".ts", ".svelte") and "generated" not in path.parts
        for line in path.read_text(encoding="utf-8").splitlines()
        if known.search(line)
    ]
    assert found == []


ADDRESSES = {
    "client/src/components/people/Invitation.svelte": "the picture of a QR code",
    "client/src/connection/tournaments.ts": "files of a tournament, and its public page with a tag",
}
"""Where the client writes an address of the API by hand, and for what: the browser or nobody calls it."""


def test_the_client_calls_the_api_by_the_names_of_its_calls() -> None:
    """Calls are named by ``generated/operations``: no address is typed, but for files that are not calls."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "client/src").rglob("*")
        if path.suffix in (".ts", ".svelte") and "generated" not in path.parts
        if "/api/" in path.read_text(encoding="utf-8")
    }
    assert found == {*ADDRESSES}


def test_bots_leave_the_searches_answer_to_the_solver() -> None:
    """They ask by the solver's public names, and never see the tuple of kernel and twin."""
    asked = {
        name.name
        for tree in trees_of("src/tilemeld/bots").values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "tilemeld.solver"
        for name in node.names
    }
    assert "CountSolver" in asked
    assert not asked & {"searcher", "Searcher", "Answer"}


def test_text_becomes_a_position_in_one_place() -> None:
    """The API, the terminal and files of positions read what people type in ``service/questions`` alone."""
    makers = {
        path.relative_to(ROOT / "src/tilemeld").as_posix()
        for path, tree in trees_of("src/tilemeld").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in ("position_under", "WordPosition")
    }
    typed = {path for path in makers if path.split("/")[0] in ("cli", "server", "service", "adapters")}
    typed -= {"cli/positions/samples.py"}  # positions of random games, which nobody types
    assert typed == {"service/questions/numbers.py", "service/questions/words.py"}


def test_every_logger_is_named_after_its_module() -> None:
    named = re.compile(r"^log = .*$", re.MULTILINE)
    found = {
        line
        for path in (ROOT / "src").rglob("*.py")
        for line in named.findall(path.read_text(encoding="utf-8"))
    }
    assert found == {"log = logging.getLogger(__name__)"}


HABITS: dict[str, str] = {
    r"\b[Tt]he own\b": "say whose: the player's own, their",
    r"\b[a-z]+ anew\b(?!\()": "say again, or start over",
    r"\boneself\b": "say who: the player, you",
    r"\bshall\b": "say should, or will",
    r"\b[Dd]earer\b": "say slower, or more expensive",
    r"\b(?:news|data) are taken in\b|\bnot what it should be\b|\bthan must be\b": "say it plainly",
    r"\b(?:for|to|of) who (?!in\b)[a-z]": "say whoever, or a player who",
    r"(?<![Tt]here )\b(?:is|are) no (?!longer|more|one|better|less|faster|next)[a-zA-Z]": "say is not a",
    r"\b(?:costs?|timed|move|solver|lexicon|Seating,?) beside\b": "say compared with",
}
"""Habits of our prose that a reader stumbles over, as patterns, and what to write instead."""
READ = {".c", ".css", ".html", ".js", ".md", ".py", ".sh", ".svelte", ".ts"}
NOT_OURS = ("client/src/generated/", "src/tilemeld/server/static/", "docs/RULES.md", "tests/test_house.py")


def test_prose_and_names_keep_clear_of_our_worst_habits() -> None:
    sources = [
        path
        for folder in ("src", "tests", "bench", "tools", "docs", "client/src", "client/tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in READ and not path.relative_to(ROOT).as_posix().startswith(NOT_OURS)
    ]
    assert len(sources) > 500
    sources += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")]
    found = [
        f"{path.relative_to(ROOT)}: {HABITS[habit]}: {text[match.start() - 30 : match.end() + 30]}"
        for path in sources
        for text in [path.read_text(encoding="utf-8")]
        for habit in HABITS
        for match in re.finditer(habit, text)
    ]
    assert found == []


def test_what_is_said_is_named_by_what_it_is() -> None:
    """An answer, a result, a text, a report: ``told`` was all of them, in names and in prose."""
    said = re.compile(r"(?<![a-zA-Z])[tT]old(?!( |_)(apart|to)\b|_to_|_apart)|toldAt")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for folder in ("src", "tests", "bench", "tools", "client/src", "client/tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in READ and not path.relative_to(ROOT).as_posix().startswith(NOT_OURS)
        for line in path.read_text(encoding="utf-8").splitlines()
        if said.search(line)
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


def test_editors_know_the_line_length_that_is_checked() -> None:
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


def test_a_limit_of_the_server_is_not_typed_again_in_the_client() -> None:
    limits = {NAME_LIMIT, PLAYER_NAME_LIMIT, TOURNAMENT_NAME_LIMIT, WHY_LIMIT}
    typed = {
        f"{path.relative_to(ROOT)}: {found}"
        for path in (ROOT / "client/src").rglob("*.svelte")
        for found in re.findall(r'maxlength="(\d+)"', path.read_text(encoding="utf-8"))
        if int(found) in limits
    }
    assert typed == {"client/src/screens/solver/Letters.svelte: 60"}, "that one is a rack of letters"
