"""The picture of the rooms: read from the imports, honest about circles, and steady."""

from tools.code_graph import cycles_of, graph_of, heights_of, modules_of, read_here, without_shortcuts
from tools.rooms import border_figure, cards_of, draw, wire_figure

FILES = {
    "src/tilemeld/__init__.py": "",
    "src/tilemeld/top/__init__.py": '"""The top: it is small."""\n',
    "src/tilemeld/top/a.py": "from tilemeld.base import b\nimport tilemeld.base.inner.c\n",
    "src/tilemeld/base/__init__.py": '"""What others stand on."""\n',
    "src/tilemeld/base/b.py": "from .inner.c import thing\nfrom . import inner\n",
    "src/tilemeld/base/inner/__init__.py": "",
    "src/tilemeld/base/inner/c.py": "from os import path\n\n\ndef thing():\n    return path\n",
}


def test_imports_are_read_absolute_or_relative_and_only_within_the_package() -> None:
    modules = modules_of(FILES)
    assert modules["tilemeld.top.a"].imports == {"tilemeld.base.b", "tilemeld.base.inner.c"}
    assert modules["tilemeld.base.b"].imports == {"tilemeld.base.inner.c", "tilemeld.base.inner"}
    assert not modules["tilemeld.base.inner.c"].imports
    assert [each.lines for each in modules["tilemeld.base.inner.c"].functions] == [2]


def test_a_circle_is_found_and_stands_at_one_height() -> None:
    graph = {"a": frozenset("b"), "b": frozenset("cd"), "c": frozenset("bd"), "d": frozenset[str]()}
    assert cycles_of(graph) == [{"b", "c"}]
    assert heights_of(graph) == {"a": 2, "b": 1, "c": 1, "d": 0}


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    graph = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset[str]()}
    assert without_shortcuts(graph) == {"a": {"b"}, "b": {"c"}, "c": frozenset()}


def test_figures_are_drawn_anew_only_when_they_are_far_off() -> None:
    modules = modules_of(FILES)
    before = draw(*cards_of(modules, {}))
    assert 'id="base" data-files="2" data-lines="7"' in before
    nearly, far = {"base": (2, 6)}, {"base": (9, 900)}
    assert 'id="base" data-files="2" data-lines="6"' in draw(*cards_of(modules, nearly))
    assert draw(*cards_of(modules, far)) == before


def test_no_files_of_the_package_import_each_other_in_a_circle() -> None:
    modules = modules_of(read_here("src", (".py",)))
    assert len(modules) > 200
    assert cycles_of(graph_of(modules, {name: name for name in modules})) == []


def test_the_border_is_counted_the_same_way_at_every_commit() -> None:
    texts = {
        "src/tilemeld/server": {"a.py": "one\ntwo\n", "words.py": '"""Words.\n\nMade of words/x.\n"""\n'},
        "client/src/connection": {"api.ts": "three\n"},
    }
    said = border_figure(lambda folder, endings: texts[folder] if endings else {})
    assert said.startswith("border: 2 files, 3 lines")


def test_structs_of_the_wire_and_what_copies_into_them_are_counted() -> None:
    text = (
        "class Base(Struct):\n    a: int\n\n\nclass More(Base, kw_only=True):\n    b: int\n    c: str\n\n\n"
        "class Other:\n    d: int\n\n\ndef copy(x):\n    return More(a=x.a, b=x.b, c=x.c, e=1)\n\n\n"
        "def few(x):\n    return More(a=x, b=1)\n"
    )
    said = wire_figure({"src/tilemeld/server/a.py": text, "src/tilemeld/engine/b.py": text})
    assert said.startswith("wire: 2 structs with 3 fields in 5 lines, 1 functions")
    assert said.endswith("in 2 lines")
