"""Lists of players: typed, pasted or from a CSV file, with columns known by heading or by what is in them.

Every column is either used or said not to be: a list that is read names what each of its columns is taken
for, and whoever enters it may say otherwise.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from tilemeld.engine.errors import plainly_spaced

from .errors import TournamentError, refuse, tournament_error
from .players import NAME_LIMIT, RATING_LIMIT, NewPlayer, player_problems, quoted

LINES_LIMIT = 2_000
COLUMNS_LIMIT = 40
NO_LIST = ("{", "[", "<", "PK\x03\x04", "%PDF")
"""The beginnings of files that are not lists: JSON, a web page, a spreadsheet not saved as CSV, a PDF."""

Column = Literal["name", "first-name", "surname", "public-name", "club", "rating", "unused"]
"""What a column of a list is taken for; a first name and a surname are joined."""

HEADINGS: Mapping[Column, tuple[str, ...]] = {
    "name": (
        *("name", "full name", "player", "participant", "name and surname", "surname and name"),
        *("imię i nazwisko", "imie i nazwisko", "nazwisko i imię", "nazwisko i imie"),
        *("gracz", "graczka", "uczestnik", "uczestniczka", "zawodnik", "zawodniczka"),
        *("jméno a příjmení", "příjmení a jméno", "hráč", "hráčka", "účastník", "účastnice"),
        *(
            "ім'я та прізвище",
            "ім'я і прізвище",
            "прізвище та ім'я",
            "прізвище і ім'я",
            "прізвище й ім'я",
            "піб",
        ),
        *("гравець", "гравчиня", "учасник", "учасниця"),
    ),
    "first-name": (
        *(
            "first name",
            "firstname",
            "given name",
            "forename",
            "imię",
            "imie",
            "jméno",
            "křestní jméno",
            "ім'я",
        ),
    ),
    "surname": ("surname", "last name", "lastname", "family name", "nazwisko", "příjmení", "прізвище"),
    "public-name": (
        *("public", "public name", "public_name", "nick", "nickname", "alias"),
        *("pseudonim", "ksywka", "przezwisko", "přezdívka", "псевдонім", "нік", "нікнейм"),
    ),
    "club": (
        *("club", "team", "city", "town", "klub", "drużyna", "miasto", "miejscowość"),
        *("oddíl", "tým", "město", "obec", "клуб", "команда", "місто"),
    ),
    "rating": (*("rating", "ranking", "points", "elo", "punkty", "body", "рейтинг", "бали", "очки", "ело"),),
    "unused": (
        *("no", "no.", "nr", "nr.", "#", "lp", "lp.", "l.p.", "l. p.", "id", "number", "numer"),
        *("č", "č.", "číslo", "poř.", "pořadí", "№", "№ з/п", "з/п", "номер"),
    ),
}
"""The possible headings of columns, in four languages; with any kind of apostrophe, in any case."""

_BY_HEADING = {heading: column for column, headings in HEADINGS.items() for heading in headings}
_NAMES: tuple[Column, ...] = ("name", "first-name", "surname")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list as it was read: a player, or why it is not one."""

    number: int
    """The number of the line in the text, from 1."""
    player: NewPlayer
    problem: TournamentError | None = None


@dataclass(frozen=True, slots=True)
class ListHead:
    """What the columns of a list were taken for."""

    has_heading: bool
    columns: tuple[Column, ...]
    titles: tuple[str, ...]
    """How each column is known to whoever wrote the list: its heading, or its first value without one."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was read."""

    head: ListHead
    lines: tuple[Line, ...]


@dataclass(slots=True)
class _Row:
    """A line of the text, cut at its separator."""

    number: int
    text: str
    mark: str
    cells: list[str] = field(default_factory=list)
    problem: TournamentError | None = None


def parse_players(text: str, columns: Sequence[Column] | None = None) -> tuple[NewPlayer, ...]:
    """Read a list of players: one name per line, or columns with commas, semicolons or tabs.

    A tab or a semicolon separates columns, a comma where there is neither. With a heading, whose separator
    applies to all lines, the columns may come in any order; without one they are known by their values.

    >>> [player.rating for player in parse_players("Ala;1500;Kraków\\nOla;1400")]
    [1500, 1400]
    >>> parse_players("Nazwisko;Imię;Klub\\nNowak;Ala;Kraków")[0].name
    'Ala Nowak'

    Raises ``TournamentError`` that names every invalid line.
    """
    lines = read_players(text, columns).lines
    refuse(line.problem for line in lines if line.problem is not None)
    return tuple(line.player for line in lines)


def read_players(text: str, columns: Sequence[Column] | None = None) -> PlayerList:
    """Read a list line by line, each with its problem if there is one, for a preview.

    The columns are known by their headings or values unless they are given.

    >>> read = read_players("Ala;many\\nOla;1400\\nEla;3\\n;7")
    >>> read.head.columns, [line.problem.code for line in read.lines if line.problem]
    (('name', 'rating'), ['players/rating', 'players/no-name'])

    Raises ``TournamentError`` for a text that is not a list at all.
    """
    rows = _rows(text)
    headings = _headings(rows[0])
    if headings is not None:
        # in a list of names alone a comma is part of a name
        mark = rows[0].mark if len(headings) > 1 else ";"
        rows = [_row(row.number, row.text, mark) for row in rows[1:]]
    if not rows:
        raise tournament_error("players/none")
    known = tuple(columns) if columns else _known(headings, rows)
    read = [_line(row, known, asks=not columns and headings is None) for row in rows]
    head = ListHead(headings is not None, known, _titles(headings, rows, len(known)))
    return PlayerList(head, tuple(_without_twins(read)))


def _rows(text: str) -> list[_Row]:
    whole = text.removeprefix("\ufeff")  # spreadsheets put it before everything, also before a quotation mark
    lines = [(at, line) for at, line in enumerate(whole.splitlines(), start=1) if line.strip(" \t,;")]
    if not lines:
        raise tournament_error("players/none")
    if lines[0][1].startswith(NO_LIST) or "\0" in whole:
        raise tournament_error("players/no-list", beginning=quoted(lines[0][1]))
    if len(lines) > LINES_LIMIT:
        raise tournament_error("players/too-many", limit=LINES_LIMIT)
    return [_row(at, line, _mark(line)) for at, line in lines]


def _mark(line: str) -> str:
    """Return the separator of a line: a tab or a semicolon outside quotes, otherwise a comma."""
    bare = re.sub('"[^"]*"', "", line)
    return next((mark for mark in "\t;" if mark in bare), ",")


def _row(at: int, line: str, mark: str) -> _Row:
    row = _Row(at, line, mark)
    try:
        (cells,) = csv.reader([line], delimiter=mark, strict=True)
        row.cells = [cell.strip() for cell in cells[:COLUMNS_LIMIT]]
    except (csv.Error, ValueError):
        row.problem = tournament_error("players/unreadable", line=at)
    return row


def _headings(row: _Row) -> list[str] | None:
    """Return the headings, if the first line is one: it names a column of names, or two others."""
    if row.problem is not None:
        raise row.problem
    known = [_BY_HEADING.get(_plain(cell)) for cell in row.cells]
    is_heading = any(column in _NAMES for column in known) or sum(column is not None for column in known) > 1
    return row.cells if is_heading else None


def _plain(heading: str) -> str:
    """Return a heading in small letters, with straight apostrophes and single spaces."""
    return " ".join(re.sub("[’ʼ‘`´]", "'", heading.casefold()).rstrip(":").split())


def _known(headings: Sequence[str] | None, rows: Sequence[_Row]) -> tuple[Column, ...]:
    """Say what each column is: by its heading, or by its values where there is no heading."""
    values = list(zip_longest(*(row.cells for row in rows if row.problem is None), fillvalue=""))
    if headings is None:
        return _by_values(values)
    return _by_headings(headings, values)


def _by_headings(headings: Sequence[str], values: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """Take columns by heading, each meaning once; if none of them is a name, the first text is."""
    found: list[Column] = []
    for heading in headings:
        column = _BY_HEADING.get(_plain(heading), "unused")
        found.append("unused" if column in found else column)
    found += ["unused"] * (len(values) - len(found))
    if not set(_NAMES) & set(found):
        free = [at for at, column in enumerate(values) if found[at] == "unused" and not _are_numbers(column)]
        found[free[0] if free else 0] = "name"
    return tuple(found)


def _by_values(values: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """Take columns by what is in them: first the name, then the club; numbers are a rating."""
    found: list[Column] = []
    for column in values:
        wanted: Column = "rating" if _are_numbers(column) else "club" if "name" in found else "name"
        found.append("unused" if wanted in found or _is_numbering(column) or not any(column) else wanted)
    return tuple(found)


def _is_numbering(values: Sequence[str]) -> bool:
    """Say whether a column only counts the lines: 1, 2, 3."""
    counted = [str(at) for at in range(1, len(values) + 1)]
    return len(values) > 1 and [value.rstrip(".") for value in values] == counted


def _are_numbers(values: Sequence[str]) -> bool:
    """Say whether at least half of the values are meant as numbers, readable or not: 1500, 1 500, 15.5."""
    filled = [value for value in values if value]
    meant = sum(re.fullmatch(r"[+−-]?\d[\d\s.,]*", value) is not None for value in filled)
    return 2 * meant >= max(1, len(filled))


def _is_number(text: str) -> bool:
    return re.fullmatch("[+-]?[0-9]+", text) is not None


def _titles(headings: Sequence[str] | None, rows: Sequence[_Row], width: int) -> tuple[str, ...]:
    first = headings if headings is not None else max((row.cells for row in rows[:20]), key=len, default=[])
    return tuple(title[:NAME_LIMIT] for _, title in zip_longest(range(width), first[:width], fillvalue=""))


def _line(row: _Row, columns: Sequence[Column], *, asks: bool) -> Line:
    """Read a line; without headings a comma between two single words is asked about: a club, or a name?"""
    if row.problem is not None:
        return Line(row.number, NewPlayer(row.text[:NAME_LIMIT]), row.problem)
    values = dict(zip(reversed(columns[: len(row.cells)]), reversed(row.cells[: len(columns)]), strict=True))
    rating = values.get("rating", "")
    whole = _is_number(rating)
    fits = whole and len(rating) < 9 and abs(int(rating)) <= RATING_LIMIT
    names = (values.get(column, "") for column in ("name", "first-name", "surname"))
    player = NewPlayer(
        name=plainly_spaced(" ".join(names)),
        public_name=plainly_spaced(values.get("public-name", "")),
        club=plainly_spaced(values.get("club", "")),
        rating=int(rating) if fits else 0,
    )
    return Line(row.number, player, _problem(row, player, rating, asks=asks, whole=whole, fits=fits))


def _problem(
    row: _Row, player: NewPlayer, rating: str, *, asks: bool, whole: bool, fits: bool
) -> TournamentError | None:
    at, second = row.number, row.cells[1] if len(row.cells) == 2 else ""
    if asks and row.mark == "," and second and not _is_number(second) and " " not in row.cells[0]:
        name = row.text.strip()[:NAME_LIMIT]
        return tournament_error("players/comma", line=at, word=second[:20], name=name)
    if rating and not whole:
        return tournament_error("players/rating", line=at, rating=rating[:20])
    if rating and not fits:
        return tournament_error("players/rating-size", line=at, rating=rating[:20], limit=RATING_LIMIT)
    if not player.name:
        return tournament_error("players/no-name", line=at)
    for problem in player_problems(player):
        return tournament_error("players/line-name", line=at, **problem.params)
    return None


def _without_twins(lines: Sequence[Line]) -> Iterator[Line]:
    """Mark players who are in the list twice: same name, same club."""
    seen: set[tuple[str, str]] = set()
    for line in lines:
        who = (line.player.name, line.player.club)
        if line.problem is None and who in seen:
            twice = tournament_error("players/twice", line=line.number, name=line.player.name)
            yield Line(line.number, line.player, twice)
        else:
            yield line
        seen.add(who)
