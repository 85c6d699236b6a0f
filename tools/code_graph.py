"""The package as a graph: its modules, what they import and how long their functions are, read with ast.

Works on the files that lie here or on those of any commit, so that before and after can be compared.
"""

import ast
import io
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "tilemeld"
SOURCE = "src"

Graph = Mapping[str, frozenset[str]]
"""Which nodes a node leads to."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method and how many lines it takes, decorators apart."""

    name: str
    lines: int


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file of the package."""

    name: str
    text: str
    is_package: bool
    imports: frozenset[str]
    """Other modules of the package that it imports."""
    functions: tuple[Function, ...]

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")

    @property
    def folder(self) -> str:
        """The package that it lies in."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


def read_here(folder: str, endings: Iterable[str]) -> dict[str, str]:
    """Return the files under a folder of the working tree with one of the endings, by path."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in endings and path.is_file() and "node_modules" not in name:
            found[name] = path.read_text(encoding="utf-8")
    return found


def read_commit(commit: str, folder: str, endings: Iterable[str]) -> dict[str, str]:
    """Return the files under a folder of a commit with one of the endings, by path."""
    packed = subprocess.run(
        ["git", "archive", "--format=tar", commit, folder], cwd=ROOT, check=True, capture_output=True
    ).stdout
    found = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member) if Path(member.name).suffix in endings else None
            if file is not None:
                found[member.name] = file.read().decode("utf-8")
    return found


def modules_of(files: Mapping[str, str]) -> dict[str, Module]:
    """Return the modules of the package by name, from its files by path."""
    names = {path: _module_name(path) for path in files if path.endswith(".py")}
    known = frozenset(names.values())
    found = {}
    for path, name in names.items():
        tree = ast.parse(files[path])
        is_package = path.endswith("__init__.py")
        base = name if is_package else name.rpartition(".")[0]
        found[name] = Module(
            name=name,
            text=files[path],
            is_package=is_package,
            imports=frozenset(_imports(tree, base, known)) - {name},
            functions=tuple(_functions(tree, name)),
        )
    return found


def _module_name(path: str) -> str:
    parts = Path(path).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.Module, base: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the modules of the package that are imported anywhere in a file, also for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = base.split(".")[: len(base.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in known:
                    yield inner
                elif source in known:
                    yield source


def _functions(tree: ast.Module, module: str) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None, "parsed from a text"
            yield Function(f"{module}.{node.name}", node.end_lineno - node.lineno + 1)


def graph_of(modules: Mapping[str, Module], group: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return which groups of modules import which others; modules without a group are left out."""
    found: dict[str, set[str]] = {each: set() for each in group.values()}
    for name, module in modules.items():
        if name in group:
            found[group[name]] |= {group[other] for other in module.imports if other in group}
    return {each: frozenset(others - {each}) for each, others in found.items()}


def cycles_of(graph: Graph) -> list[frozenset[str]]:
    """Return every set of nodes that lead to each other in a circle."""
    reach = {node: _reached(graph, node) for node in graph}
    rings = {frozenset(other for other in reach[node] if node in reach[other]) for node in graph}
    return sorted(filter(None, rings), key=sorted)


def _reached(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        node = ahead.pop()
        if node not in found:
            found.add(node)
            ahead += graph.get(node, ())
    return found


def without_shortcuts(graph: Graph) -> dict[str, frozenset[str]]:
    """Leave out every edge that a longer way says as well; edges within a circle stay.

    >>> sorted(without_shortcuts({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset()})["a"])
    ['b']
    """
    reach = {node: _reached(graph, node) for node in graph}
    return {
        node: frozenset(
            to
            for to in others
            if node in reach[to] or not any(to in reach[other] and other not in reach[to] for other in others)
        )
        for node, others in graph.items()
    }


def heights_of(graph: Graph) -> dict[str, int]:
    """Return how high each node stands above those that lead nowhere; nodes in a circle stand equally high.

    >>> heights_of({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset()})
    {'a': 2, 'b': 1, 'c': 0}
    """
    reach = {node: _reached(graph, node) for node in graph}
    heights: dict[str, int] = {}

    def height(node: str) -> int:
        ring = {node} | {other for other in reach[node] if node in reach[other]}
        below = {other for each in ring for other in graph[each]} - ring
        return heights[node] if node in heights else max((1 + height(other) for other in below), default=0)

    for node in graph:
        heights[node] = height(node)
    return heights
