"""How tiles, sets, racks, tables and score sheets look in a terminal; every command draws with these.

A tile shows what a player types for it (``r7``) next to the shape of its colour, so that it can be read on
a grey screen too. Rich decides about colours: NO_COLOR, pipes and old terminals get none.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.engine.game.match import Match, is_sum_right
from tilemeld.engine.game.scoring import Charge, Result
from tilemeld.engine.number_faces import COLOUR_AND_NUMBER, COLOURS
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.letters import JOKER, LETTERS, VOWELS
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, Seat, Table, TileId, face_of

from .speech import ENGLISH, Speech

SHAPES = {"k": "●", "r": "◆", "b": "■", "o": "▲"}
STAR = "★"
PLAIN_SHAPES = {"k": "*", "r": "+", "b": "#", "o": "^"}
PLAIN_STAR = "@"

_IVORY = "#f4ecd8"
_INK = {"k": "#1a1a1a", "r": "#b3121d", "b": "#1746a2", "o": "#b85400", "J": "#6b2fa0"}
DIM = "dim"
GOOD = "green"
BAD = "red"
HEAD = "bold"

SORTS = ("colour", "number", "mine")
"""The ways in which a rack can be sorted; letters by the alphabet, vowels first, or as they came."""

_ALPHABET = {face: place for place, face in enumerate(LETTERS)}


def sorted_tiles(
    tiles: Iterable[TileId], way: str = "colour", *, letters: bool = False
) -> tuple[TileId, ...]:
    """Put tiles in the order of their colours, of their numbers, or leave them as they came.

    >>> sorted_tiles([TileId("b3a"), TileId("Ja"), TileId("k9a"), TileId("r3a")], "number")
    ('r3a', 'b3a', 'k9a', 'Ja')
    >>> sorted_tiles([TileId("Ża"), TileId("?a"), TileId("Aa")], letters=True)
    ('Aa', 'Ża', '?a')
    """
    if way == "mine":
        return tuple(tiles)
    if letters:
        return tuple(sorted(tiles, key=lambda tile: (_letter_key(face_of(tile), way), tile)))
    return tuple(sorted(tiles, key=lambda tile: (_sort_key(face_of(tile), way), tile)))


def _sort_key(face: Face, way: str) -> tuple[int, int]:
    colour, number = COLOUR_AND_NUMBER.get(face, ("", 99))
    place = COLOURS.find(colour) if colour else 99
    return (place, number) if way == "colour" else (number, place)


def _letter_key(face: Face, way: str) -> tuple[int, int]:
    group = 2 if face == JOKER else int(way == "number" and face not in VOWELS)
    return group, _ALPHABET.get(face, 99)


def tile_text(
    face: Face,
    stands_for: Face | None = None,
    *,
    fresh: bool = False,
    plain: bool = False,
    letters: bool = False,
) -> Text:
    """Draw one tile; ``fresh`` ones were laid this turn, ``plain`` is for terminals without Unicode."""
    if letters:
        ink = _INK["J" if face == JOKER else "k"]
        style = Style(color=ink, bgcolor=_IVORY, bold=True, underline=fresh, reverse=False)
        return Text(face if stands_for is None else f"{face}({stands_for})", style=style)
    ink = face[:1] if face in COLOUR_AND_NUMBER else "J"
    shapes, star = (PLAIN_SHAPES, PLAIN_STAR) if plain else (SHAPES, STAR)
    name = face if stands_for is None else f"{face}({stands_for})"
    style = Style(color=_INK[ink], bgcolor=_IVORY, bold=True, underline=fresh, reverse=False)
    text = Text(f"{shapes.get(ink, star)}{name}", style=style)
    text.append(" " * (4 - len(text)), Style(bgcolor=_IVORY))
    return text


def tiles_text(
    tiles: Iterable[LaidTile],
    *,
    fresh: Collection[TileId] = (),
    plain: bool = False,
    fill: bool = True,
    letters: bool = False,
) -> Text:
    """Draw tiles side by side; without ``fill`` short ones take no more room than they need.

    Letters stand close, as words do.
    """
    drawn = [
        tile_text(face_of(laid.tile), laid.stands_for, fresh=laid.tile in fresh, plain=plain, letters=letters)
        for laid in tiles
    ]
    if letters:
        return Text("").join(drawn)
    if not fill:
        for text in drawn:
            text.rstrip()
    return Text(" ").join(drawn)


def rack_text(
    tiles: Sequence[TileId],
    *,
    way: str = "colour",
    new: Collection[TileId] = (),
    plain: bool = False,
    letters: bool = False,
    speech: Speech = ENGLISH,
) -> Text:
    """Draw a rack; the tiles taken last are underlined."""
    if not tiles:
        return Text(speech.say("rack.empty"), style=DIM)
    ordered = sorted_tiles(tiles, way, letters=letters)
    if letters:
        each = [tiles_text([LaidTile(tile)], fresh=new, plain=plain, letters=True) for tile in ordered]
        return Text(" ").join(each)
    if way != "colour":
        return tiles_text(map(LaidTile, ordered), fresh=new, plain=plain)
    colours = [list(group) for _, group in groupby(ordered, key=lambda tile: tile[0])]
    drawn = [tiles_text(map(LaidTile, group), fresh=new, plain=plain) for group in colours]
    return Text("  ").join(drawn)


def set_line(
    number: int,
    laid: LaidSet,
    *,
    mark: Text | None = None,
    fresh: Collection[TileId] = (),
    plain: bool = False,
    letters: bool = False,
) -> Text:
    """Draw a set with its number before it and a mark after it."""
    line = Text(f"{number:>2} ", style="bold cyan")
    line.append_text(tiles_text(laid, fresh=fresh, plain=plain, letters=letters))
    return line if mark is None else line.append(" ").append_text(mark)


def table_view(lines: Sequence[Text], *, speech: Speech = ENGLISH) -> RenderableType:
    """Lay the sets of a table side by side as the terminal has room for them."""
    return _TableView(lines) if lines else Text(speech.say("table.empty"), style=DIM)


class _TableView:
    """Sets in cells of one width; a long set takes several cells, so that one run does not spread all."""

    def __init__(self, lines: Sequence[Text]) -> None:
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = max(1, options.max_width // _CELL)
        row, used = Text(), 0
        for line in self._lines:
            span = len(line) // _CELL + 1
            if used and used + span > cells:
                yield row
                row, used = Text(), 0
            used += span
            row.append_text(line)
            if used < cells:
                row.append(" " * (span * _CELL - len(line)))
        yield row


_CELL = 26
"""Room for a number, four tiles, a mark and a gap."""


def labelled(rows: Iterable[tuple[Text, RenderableType]]) -> RenderableType:
    """Put labels before what they name, so that long lines keep their indent."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for label, named in rows:
        grid.add_row(label, named)
    return grid


def show_table(
    console: Console, table: Table, *, fresh: Collection[TileId] = (), letters: bool = False
) -> None:
    """Print a table, its sets numbered from 1."""
    plain = is_plain(console)
    lines = [
        set_line(number, laid, fresh=fresh, plain=plain, letters=letters)
        for number, laid in enumerate(table, 1)
    ]
    console.print(table_view(lines))


def is_plain(console: Console) -> bool:
    """Say whether the terminal cannot show shapes."""
    return not console.encoding.lower().startswith("utf")


def signed(points: int) -> str:
    """Write points as a score sheet does.

    >>> signed(29), signed(-5), signed(0)
    ('+29', '−5', '0')
    """
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def turn_sheet(
    turns: Sequence[Sequence[int]], names: Sequence[str], *, speech: Speech = ENGLISH
) -> RenderableType:
    """Draw the score sheet of a game in which turns score: a row for every turn, and the totals (W15)."""
    grid = _sheet(speech.say("sheet.by-turn"), show_footer=True)
    grid.add_column(speech.say("sheet.turn"), footer=speech.say("sheet.total"), justify="right")
    for name, points in zip(names, turns, strict=False):
        grid.add_column(name, footer=str(sum(points)), justify="right")
    for row in range(max(map(len, turns), default=0)):
        grid.add_row(str(row + 1), *(str(points[row]) if row < len(points) else "" for points in turns))
    return grid


def words_result_view(result: Result, names: Sequence[str], *, speech: Speech = ENGLISH) -> RenderableType:
    """Draw the result of a word game: points, and what was left, which costs nothing (W15)."""
    grid = _sheet(_ending(result, speech))
    grid.add_column("")
    grid.add_column(speech.say("sheet.points"), justify="right")
    grid.add_column(speech.say("sheet.best-turn"), justify="right")
    grid.add_column(speech.say("sheet.left"))
    for seat, score in enumerate(result.scores):
        name = Text(names[seat], style="bold green" if Seat(seat) in result.winners else "")
        best = str(max(score.turn_points, default=0))
        grid.add_row(name, str(score.points), best, rack_text(score.rack, letters=True, speech=speech))
    return grid


def result_view(
    result: Result, names: Sequence[str], *, plain: bool = False, speech: Speech = ENGLISH
) -> RenderableType:
    """Draw the result of one game: what was left on each rack and what it cost."""
    grid = _sheet(_ending(result, speech))
    grid.add_column("")
    grid.add_column(speech.say("sheet.points"), justify="right")
    grid.add_column(speech.say("sheet.rack"), justify="right")
    grid.add_column(speech.say("sheet.why"))
    grid.add_column(speech.say("sheet.left"))
    for seat, score in enumerate(result.scores):
        won = Seat(seat) in result.winners
        name = Text(names[seat], style="bold green" if won else "")
        why = speech.say("sheet.wins") if won else _charge(score.charge, speech)
        left = rack_text(score.rack, plain=plain, speech=speech)
        grid.add_row(name, signed(score.points), str(score.rack_value), why, left)
    return grid


def _sheet(title: str, *, show_footer: bool = False) -> Grid:
    return Grid(title=title, title_style=HEAD, title_justify="left", show_footer=show_footer)


def _ending(result: Result, speech: Speech) -> str:
    return speech.say("end.over", cause=speech.say_of("end", result.cause))


def _charge(charge: Charge, speech: Speech) -> str:
    return "" if charge == "none" else speech.say_of("charge", charge)


def score_sheet(
    match: Match, results: Sequence[Result], names: Sequence[str], *, speech: Speech = ENGLISH
) -> RenderableType:
    """Draw the score sheet of a match: a row for each game, checked by its sum (M3), and the totals."""
    grid = _sheet(speech.say("end.sheet"), show_footer=bool(match.games))
    standings = match.standings()
    grid.add_column(speech.say("sheet.game"), footer=speech.say("sheet.total"), justify="right")
    for name, standing in zip(names, standings, strict=True):
        grid.add_column(name, footer=signed(standing.total), justify="right")
    grid.add_column(speech.say("sheet.sum"), footer=signed(sum(standing.total for standing in standings)))
    for number, (line, result) in enumerate(zip(match.games, results, strict=True), 1):
        points = (
            Text(signed(each), style="bold green" if Seat(seat) in line.winners else "")
            for seat, each in enumerate(line.points)
        )
        grid.add_row(str(number), *points, sum_check(match.rules, result, speech=speech))
    if match.games and match.rules.match_ranking != ("total",):
        grid.add_section()
        grid.add_row(speech.say("sheet.games-won"), *(str(standing.wins) for standing in standings), "")
        if match.rules.big_points:
            grid.add_row(speech.say("sheet.big"), *(str(standing.big_points) for standing in standings), "")
    return grid


def sum_check(rules: Rules, result: Result, *, speech: Speech = ENGLISH) -> Text:
    """Say what the points of a game add up to, and whether that is as it should be (M3)."""
    total = sum(score.points for score in result.scores)
    if not is_sum_right(rules, result):
        return Text(speech.say("sheet.wrong", sum=signed(total)), style=BAD)
    return Text("0 ✓" if total == 0 else f"{signed(total)} ✓ (M3)", style=GOOD)
