"""The rooms of the house, drawn from the imports of the code: ``docs/rooms.svg``; and figures about it.

A card is a room, a chip a sub-room; cards from top to bottom and chips from left to right import only
what comes after them. Arrows that follow from others are left out. ``python -m tools.rooms --figures``
prints what can be counted, ``--at COMMIT`` as it was then.
"""

import argparse
import ast
import re
import statistics
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tools.code_graph import (
    PACKAGE,
    ROOT,
    SOURCE,
    Graph,
    Module,
    cycles_of,
    graph_of,
    heights_of,
    modules_of,
    read_commit,
    read_here,
    without_shortcuts,
)

PICTURE = "docs/rooms.svg"
WIDTH = 880
LEFT = 76
"""Where the cards begin; left of it arrows pass by those that they skip."""
LANE = 14
RIGHT = WIDTH - 14
INNER = LEFT + 206
"""Where the sub-rooms of a card begin; left of it stands what the room is."""
CHIP_HEIGHT = 40
COLUMN_GAP = 24
WIDEST_CHIP = 150
ROW_GAP = 10
PAD = 14
CARD_GAP = 26
LINE = 16
SLACK = 0.15
"""A figure is redrawn only when it has changed by more than this part: commits should not touch it."""

STYLE = """
  .ground { fill: #f7f3ea } .card { fill: #fffdf8; stroke: #cfc6b4 } .chip { fill: #ffe9c7 }
  .outside { fill: none; stroke: #a59c8a; stroke-dasharray: 5 4 }
  text { fill: #2f3b46 } .quiet { fill: #5f6974 } .way { stroke: #7a6f5c; fill: none } .tip { fill: #7a6f5c }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #171c21 } .card { fill: #20272e; stroke: #3c4650 } .chip { fill: #4a3c22 }
    .outside { stroke: #6b7580 }
    text { fill: #eef0f2 } .quiet { fill: #a8b2bc } .way { stroke: #b7a88a } .tip { fill: #b7a88a }
  }
"""


Size = tuple[int, int]
"""Files and lines."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A sub-room, and where it stands in its card."""

    name: str
    size: Size
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Card:
    """A room: what it says about itself, its sub-rooms and the files beside them."""

    name: str
    job: tuple[str, ...]
    size: Size
    chips: tuple[Chip, ...]
    ways: tuple[tuple[str, str], ...]
    """Which sub-room imports which."""
    loose: tuple[str, ...]
    """The modules that are in no sub-room, in lines of text."""

    @property
    def rows(self) -> int:
        """How many chips stand below each other."""
        return max((chip.row + 1 for chip in self.chips), default=0)

    @property
    def height(self) -> int:
        """How tall it is drawn."""
        left = 22 + LINE * (len(self.job) + 1)
        right = self.rows * (CHIP_HEIGHT + ROW_GAP) + len(self.loose) * LINE
        return 2 * PAD + max(left, right)

    @property
    def chip_width(self) -> int:
        """How wide its chips are drawn: as wide as all columns allow."""
        columns = max((chip.column + 1 for chip in self.chips), default=1)
        room = RIGHT - PAD - INNER - COLUMN_GAP * (columns - 1)
        return min(WIDEST_CHIP, room // columns)


def picture() -> str:
    """Return the picture of the rooms as they are now."""
    path = ROOT / PICTURE
    drawn = _drawn_sizes(path.read_text(encoding="utf-8") if path.exists() else "")
    return draw(*cards_of(modules_of(read_here(SOURCE, (".py",))), drawn))


def _drawn_sizes(svg: str) -> dict[str, Size]:
    """Read the figures of an earlier picture."""
    found = re.findall(r'id="([\w.]+)" data-files="(\d+)" data-lines="(\d+)"', svg)
    return {name: (int(files), int(lines)) for name, files, lines in found}


def cards_of(modules: Mapping[str, Module], drawn: Mapping[str, Size]) -> tuple[tuple[Card, ...], Graph]:
    """Return the rooms from the outermost to the innermost, and which imports which."""
    room_of = {name: name.split(".")[1] for name in modules if "." in name and "__main__" not in name}
    rooms = graph_of(modules, room_of)
    heights = heights_of(rooms)
    order = sorted(rooms, key=lambda room: (-heights[room], room))
    return tuple(_card(room, modules, drawn) for room in order), without_shortcuts(rooms)


def _card(room: str, modules: Mapping[str, Module], drawn: Mapping[str, Size]) -> Card:
    whole = f"{PACKAGE}.{room}"
    inside = {name: module for name, module in modules.items() if name.startswith(f"{whole}.")}
    part_of = {name: name.split(".")[2] for name in inside}
    packages = {part_of[name] for name, module in inside.items() if module.is_package}
    chip_of = {name: part for name, part in part_of.items() if part in packages}
    graph = graph_of(inside, chip_of)
    ways = without_shortcuts(graph)
    loose = sorted(part for name, part in part_of.items() if name not in chip_of)
    return Card(
        name=room,
        job=tuple(_wrapped(_job(modules[whole]), 28)),
        size=_kept(_size([modules[whole], *inside.values()]), drawn.get(room)),
        chips=tuple(_chips(room, graph, chip_of, inside, drawn)),
        ways=tuple((one, other) for one in sorted(ways) for other in sorted(ways[one])),
        loose=tuple(_wrapped(", ".join(loose), 92)),
    )


def _chips(
    room: str,
    graph: Graph,
    chip_of: Mapping[str, str],
    inside: Mapping[str, Module],
    drawn: Mapping[str, Size],
) -> Iterable[Chip]:
    """Yield the sub-rooms, in columns by their height."""
    heights, rows = heights_of(graph), Counter[int]()
    for name in sorted(graph):
        column = max(heights.values()) - heights[name]
        size = _size([inside[each] for each, chip in chip_of.items() if chip == name])
        yield Chip(name, _kept(size, drawn.get(f"{room}.{name}")), column, rows[column])
        rows[column] += 1


def _size(modules: Iterable[Module]) -> Size:
    """Count files and lines, without the files that only say what their folder is."""
    found = [module for module in modules if not (module.is_package and module.lines < 3)]
    return len(found), sum(module.lines for module in found)


def _kept(size: Size, drawn: Size | None) -> Size:
    """Return the figures that were drawn before, as long as they are nearly right."""
    if drawn is None:
        return size
    near = all(abs(now - before) <= SLACK * before + 1 for now, before in zip(size, drawn, strict=True))
    return drawn if near else size


def _job(package: Module) -> str:
    """Return what a room says about itself: the first part of its first sentence."""
    said = ast.get_docstring(ast.parse(package.text)) or ""
    return re.split(r"[.;]( |$|\n)", said)[0]


def _wrapped(text: str, columns: int) -> list[str]:
    return textwrap.wrap(text, columns)


def draw(cards: Sequence[Card], rooms: Graph) -> str:
    """Return the picture: cards below each other, arrows between them."""
    tops: dict[str, int] = {}
    y = 78
    for card in cards:
        tops[card.name] = y
        y += card.height + CARD_GAP
    height = y - CARD_GAP + 18
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, sans-serif" font-size="12">',
        "  <title>The rooms of tilemeld and their sub-rooms; every arrow is an import</title>",
        f"  <style>{STYLE}  </style>",
        '  <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>',
        f'  <rect class="ground" width="{WIDTH}" height="{height}" rx="14"/>',
        *_client(),
        *_ways_between(cards, rooms, tops),
    ]
    for card in cards:
        lines += _draw_card(card, tops[card.name])
    return "\n".join([*lines, "</svg>"]) + "\n"


def _client() -> list[str]:
    """The browser is not Python: it stands above all and talks to the server over the wire."""
    return [
        f'  <rect class="outside" x="{LEFT}" y="14" width="{RIGHT - LEFT}" height="38" rx="10"/>',
        _text(LEFT + PAD, 38, "client", "font-size='16' font-weight='600'"),
        _text(INNER, 38, "the table in the browser (TypeScript): over the wire only, imports nothing below"),
    ]


def _text(x: int, y: int, said: str, more: str = "") -> str:
    return f'  <text x="{x}" y="{y}"{" " + more if more else ""}>{escape(said)}</text>'.replace("'", '"')


def _ways_between(cards: Sequence[Card], rooms: Graph, tops: Mapping[str, int]) -> list[str]:
    """Arrows from card to card: straight to the next one, in a lane at the left past others."""
    order = {card.name: place for place, card in enumerate(cards)}
    bottoms = {card.name: tops[card.name] + card.height for card in cards}
    found, busy = [], list[int]()
    ways = [(order[one], order[other]) for one in rooms for other in rooms[one]]
    for start, end in sorted(ways, key=lambda way: (way[1] - way[0], way)):
        one, other = cards[start].name, cards[end].name
        if end == start + 1:
            found.append(f"M{LEFT + 40} {bottoms[one]}V{tops[other] - 1}")
            continue
        lane = next((lane for lane, until in enumerate(busy) if until <= start), len(busy))
        busy[lane : lane + 1] = [end]
        x = LEFT - LANE * (lane + 1)
        found.append(f"M{LEFT} {bottoms[one] - 20}H{x + 8}q-8 0 -8 8V{tops[other] + 12}q0 8 8 8H{LEFT - 1}")
    return [f'  <path class="way" stroke-width="1.5" marker-end="url(#tip)" d="{way}"/>' for way in found]


def _draw_card(card: Card, top: int) -> list[str]:
    files, lines = card.size
    width = RIGHT - LEFT
    drawn = [
        f'  <g id="{card.name}" data-files="{files}" data-lines="{lines}">',
        f'  <rect class="card" x="{LEFT}" y="{top}" width="{width}" height="{card.height}" rx="10"/>',
        _text(LEFT + PAD, top + PAD + 14, card.name, "font-size='16' font-weight='600'"),
    ]
    for place, said in enumerate([*card.job, _format_size(card.size)]):
        quiet = "class='quiet'" if place == len(card.job) else ""
        drawn.append(_text(LEFT + PAD, top + PAD + 34 + LINE * place, said, quiet))
    for place, said in enumerate(card.loose):
        y = top + PAD + card.rows * (CHIP_HEIGHT + ROW_GAP) + 12 + LINE * place
        drawn.append(_text(INNER, y, said, "class='quiet'"))
    corners = {chip.name: _corner(card, chip, top) for chip in card.chips}
    drawn += _ways_inside(card, corners)
    for chip in card.chips:
        drawn += _draw_chip(card, chip, corners[chip.name])
    return [*drawn, "  </g>"]


def _corner(card: Card, chip: Chip, top: int) -> tuple[int, int]:
    x = INNER + chip.column * (card.chip_width + COLUMN_GAP)
    return x, top + PAD + chip.row * (CHIP_HEIGHT + ROW_GAP)


def _draw_chip(card: Card, chip: Chip, corner: tuple[int, int]) -> list[str]:
    (x, y), (files, lines) = corner, chip.size
    return [
        f'  <g id="{card.name}.{chip.name}" data-files="{files}" data-lines="{lines}">',
        f'  <rect class="chip" x="{x}" y="{y}" width="{card.chip_width}" height="{CHIP_HEIGHT}" rx="8"/>',
        _text(x + 10, y + 17, chip.name, "font-size='13' font-weight='600'"),
        _text(x + 10, y + 32, _format_size(chip.size), "class='quiet' font-size='11'"),
        "  </g>",
    ]


def _ways_inside(card: Card, corners: Mapping[str, tuple[int, int]]) -> list[str]:
    """Arrows from chip to chip, to the right; a line with two tips joins chips that import each other."""
    found = []
    for one, other in card.ways:
        (x, y), (to_x, to_y) = corners[one], corners[other]
        if x == to_x:
            if y < to_y:
                middle = x + card.chip_width // 2
                found.append(f'marker-start="url(#tip)" d="M{middle} {y + CHIP_HEIGHT + 1}V{to_y - 1}"')
            continue
        x, y, to_x, to_y = x + card.chip_width, y + CHIP_HEIGHT // 2, to_x - 1, to_y + CHIP_HEIGHT // 2
        bend, wide, tall = COLUMN_GAP // 2, to_x - x, to_y - y
        found.append(f'd="M{x} {y}c{bend} 0 {wide - bend} {tall} {wide} {tall}"')
    return [f'  <path class="way" stroke-width="1.2" marker-end="url(#tip)" {way}/>' for way in found]


def _format_size(size: Size) -> str:
    """Say how large something is, roughly: the picture should not look more exact than it is.

    >>> _format_size((12, 2871)), _format_size((1, 64))
    ('12 files, 2.9k lines', '1 file, 60 lines')
    """
    files, lines = size
    many = f"{lines / 1000:.1f}k" if lines >= 1000 else str(round(lines, -1))
    return f"{files} file{'' if files == 1 else 's'}, {many} lines"


def figures(commit: str | None) -> list[str]:
    """Count what can be counted of a commit, or of the files that lie here: as lines to print."""
    read = read_here if commit is None else _reader(commit)
    python = read(SOURCE, (".py",))
    modules = modules_of(python)
    functions = sorted(
        (each for module in modules.values() for each in module.functions), key=lambda each: each.lines
    )
    lengths = [each.lines for each in functions]
    rings = cycles_of({name: module.imports for name, module in modules.items()})
    client = read("client/src", (".ts", ".svelte", ".css"))
    return [
        f"figures of {commit or 'the files here'}",
        *_count("Python", python),
        f"  functions: {len(lengths)}, median {statistics.median(lengths):g} lines, "
        f"nine of ten at most {lengths[len(lengths) * 9 // 10]}",
        "  longest: " + ", ".join(f"{each.name} {each.lines}" for each in functions[:-6:-1]),
        f"  files that import each other in a circle: {len(rings)}"
        + "".join(f" ({', '.join(sorted(ring))})" for ring in rings),
        *_count("client", client),
        *_count("tests", read("tests", (".py",))),
        border_figure(read),
        wire_figure(python),
    ]


BORDER = {"src/tilemeld/server": (".py",), "client/src/connection": (".ts",)}
"""What stands between the service and the screens, both sides of the wire."""


def border_figure(read: Callable[[str, Iterable[str]], dict[str, str]]) -> str:
    """Count the lines of the border that people write; what is generated says so in its first lines."""
    files = [text for folder, endings in BORDER.items() for text in read(folder, endings).values()]
    written = [
        text for text in files if not re.search("^Made of words|Made from the Python", text, re.MULTILINE)
    ]
    lines = sum(text.count("\n") for text in written)
    return f"border: {len(written)} files, {lines} lines ({', '.join(BORDER)}; without generated files)"


LARGE = 4
"""A function that gives a struct so many values copies them."""


def wire_figure(python: Mapping[str, str]) -> str:
    """Count the structs of the wire, their fields, and the functions that copy values into them."""
    trees = [ast.parse(text) for path, text in python.items() if path.startswith("src/tilemeld/server/")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    structs = _structs(node for node in nodes if isinstance(node, ast.ClassDef))
    fields = sum(isinstance(item, ast.AnnAssign) for each in structs.values() for item in each.body)
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    copying = [node for node in functions if any(_fills(each, structs) for each in ast.walk(node))]
    return (
        f"wire: {len(structs)} structs with {fields} fields in {_lines(structs.values())} lines, "
        f"{len(copying)} functions that fill one with {LARGE} values or more in {_lines(copying)} lines"
    )


def _structs(classes: Iterable[ast.ClassDef]) -> dict[str, ast.ClassDef]:
    """Return the classes that are structs, by themselves or by what they extend."""
    left, found = {each.name: each for each in classes}, dict[str, ast.ClassDef]()
    known = {"Struct", "msgspec.Struct"}
    while more := {name for name, each in left.items() if known & {ast.unparse(base) for base in each.bases}}:
        found |= {name: left.pop(name) for name in more}
        known |= more
    return found


def _fills(node: ast.AST, structs: Collection[str]) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < LARGE:
        return False
    return ast.unparse(node.func).rpartition(".")[2] in structs


def _lines(nodes: Iterable[ast.stmt]) -> int:
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes)


def _reader(commit: str) -> Callable[[str, Iterable[str]], dict[str, str]]:
    return lambda folder, endings: read_commit(commit, folder, endings)


def _count(name: str, files: Mapping[str, str]) -> list[str]:
    """Count files, lines and how many files a folder has."""
    folders = Counter(str(Path(path).parent) for path in files)
    lines = sum(text.count("\n") for text in files.values())
    fullest = ", ".join(f"{folder} {count}" for folder, count in folders.most_common(6))
    return [
        f"{name}: {len(files)} files, {lines} lines, {len(folders)} folders, "
        f"median {statistics.median(folders.values()):g} files, "
        f"{sum(count > 16 for count in folders.values())} with more than 16",
        f"  fullest: {fullest}",
    ]


def main() -> None:
    """Write the picture, or print figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", action="store_true", help="print figures instead of drawing")
    parser.add_argument("--at", metavar="COMMIT", help="figures of this commit, not of the files here")
    chosen = parser.parse_args()
    if chosen.figures:
        print("\n".join(figures(chosen.at)))
    else:
        (ROOT / PICTURE).write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
