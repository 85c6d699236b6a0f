"""Lists of players: typed, pasted or from a CSV file, with the names that they chose for the public."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilemeld.engine.errors import is_writable

from .errors import TournamentError, refuse, tournament_error

NAME_LIMIT = 60
QUOTED_LIMIT = 24
LINES_LIMIT = 2_000
NO_LIST = ("{", "[", "<", "PK\x03\x04", "%PDF")
"""The beginnings of files that are not lists: JSON, a web page, a spreadsheet not saved as CSV, a PDF."""
RATING_LIMIT = 100_000
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": (
        *("name", "player"),
        *("imię", "imie", "nazwisko", "imię i nazwisko", "nazwisko i imię"),
        *("gracz", "uczestnik", "uczestniczka", "zawodnik", "zawodniczka"),
        *("jméno", "příjmení", "jméno a příjmení", "příjmení a jméno", "hráč", "hráčka"),
        *("ім'я", "прізвище", "ім'я та прізвище", "прізвище та ім'я", "піб"),
        *("гравець", "гравчиня", "учасник", "учасниця"),
    ),
    "public_name": ("public", "public name", "public_name", "nick", "pseudonim", "přezdívka", "псевдонім"),
    "club": ("club", "klub", "клуб", "city", "miasto", "město", "місто"),
    "rating": ("rating", "ranking", "points", "punkty", "body", "рейтинг"),
}
"""The possible headings of columns, in four languages; with any kind of apostrophe."""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card: the name, stored apart from the log, so that it can be erased."""

    name: str
    public_name: str = ""
    """What the public pages show; empty: the name."""
    club: str = ""

    @property
    def shown(self) -> str:
        """The name for the public."""
        return self.public_name or self.name


@dataclass(frozen=True, slots=True)
class NewPlayer(Card):
    """A player as entered: everything known before the tournament assigns a number."""

    rating: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list as it was read: a player, or why it is not one."""

    number: int
    """The number of the line in the text, from 1."""
    player: NewPlayer
    problem: TournamentError | None = None


def parse_players(text: str) -> tuple[NewPlayer, ...]:
    """Read a list of players: one name per line, or columns with commas, semicolons or tabs.

    A tab or a semicolon separates columns, a comma where there is neither. With a heading, whose separator
    applies to all lines, the columns may come in any order; without one they are name, rating, club.

    >>> [player.rating for player in parse_players("Ala;1500;Kraków\\nOla;1400")]
    [1500, 1400]
    >>> parse_players("Nick,Name\\nKot,Ala Nowak")[0].shown
    'Kot'

    Raises ``TournamentError`` that names every invalid line.
    """
    lines = read_players(text)
    refuse(line.problem for line in lines if line.problem is not None)
    return tuple(line.player for line in lines)


def read_players(text: str) -> tuple[Line, ...]:
    """Read a list line by line, each with its problem if there is one, for a preview.

    >>> [line.problem.code for line in read_players("Ala;many\\nOla;1400\\n;7") if line.problem]
    ['players/rating', 'players/no-name']

    Raises ``TournamentError`` for a text that is not a list at all.
    """
    whole = text.removeprefix("\ufeff")  # spreadsheets put it before everything, also before a quotation mark
    lines = [(at, line) for at, line in enumerate(whole.splitlines(), start=1) if line.strip(" \t,;")]
    if not lines:
        raise tournament_error("players/none")
    if lines[0][1].startswith(NO_LIST) or "\0" in whole:
        raise tournament_error("players/no-list", beginning=quoted(lines[0][1]))
    if len(lines) > LINES_LIMIT:
        raise tournament_error("players/too-many", limit=LINES_LIMIT)
    cells = _cells(*lines[0], _mark(lines[0][1]))
    columns = _heading(cells)
    if columns is None:
        read = [_line(at, line, _mark(line), {"name": 0, "rating": 1, "club": 2}) for at, line in lines]
    else:
        # in a list of names alone a comma is part of a name
        mark = _mark(lines[0][1]) if len(cells) > 1 else ";"
        read = [_line(at, line, mark, columns) for at, line in lines[1:]]
    if not read:
        raise tournament_error("players/none")
    return tuple(_without_twins(read))


def player_problems(player: Card) -> Iterator[TournamentError]:
    """Name every text of a player that cannot be shown."""
    for text, needed in ((player.name, True), (player.public_name, False), (player.club, False)):
        fits = len(text) <= NAME_LIMIT and is_writable(text) and text.isprintable()
        if not fits or (needed and not text.strip()):
            yield tournament_error("players/name", name=quoted(text), limit=NAME_LIMIT)


def rating_problems(rating: int) -> Iterator[TournamentError]:
    """Object to a rating that is out of range."""
    if abs(rating) > RATING_LIMIT:
        yield tournament_error("ruling/count", value=rating, low=-RATING_LIMIT, high=RATING_LIMIT)


def quoted(text: str) -> str:
    """Return an invalid name in a form that can be quoted."""
    return repr(text if len(text) <= QUOTED_LIMIT else text[:QUOTED_LIMIT] + "…")


def _mark(line: str) -> str:
    """Return the separator of a line: a tab or a semicolon outside quotes, otherwise a comma."""
    bare = re.sub('"[^"]*"', "", line)
    return next((mark for mark in "\t;" if mark in bare), ",")


def _cells(at: int, line: str, mark: str) -> list[str]:
    try:
        (row,) = csv.reader([line], delimiter=mark, strict=True)
    except (csv.Error, ValueError):
        raise tournament_error("players/unreadable", line=at) from None
    return [cell.strip() for cell in row]


def _heading(cells: Sequence[str]) -> dict[str, int] | None:
    """Return which column is which, if the first line is a heading."""
    found = {
        column: at
        for at, cell in enumerate(cells)
        for column, words in COLUMNS.items()
        if _plain(cell) in words
    }
    return found if "name" in found else None


def _plain(heading: str) -> str:
    """Return a heading in small letters, with straight apostrophes."""
    return re.sub("[’ʼ]", "'", heading.lower())


def _line(at: int, text: str, mark: str, columns: Mapping[str, int]) -> Line:
    try:
        cells = _cells(at, text, mark)
    except TournamentError as error:
        return Line(at, NewPlayer(text[:NAME_LIMIT]), error)
    values = {column: cells[place] for column, place in columns.items() if place < len(cells)}
    rating = values.get("rating", "")
    whole = rating.lstrip("-").isascii() and rating.removeprefix("-").isdigit()
    name = " ".join(values.get("name", "").split())
    fits = whole and len(rating) < 9 and abs(int(rating)) <= RATING_LIMIT
    player = NewPlayer(
        name=name,
        public_name=values.get("public_name", ""),
        club=values.get("club", ""),
        rating=int(rating) if fits else 0,
    )
    if rating and not whole and mark == "," and len(cells) == 2:
        one = text.strip()[:NAME_LIMIT]
        return Line(at, player, tournament_error("players/comma", line=at, rating=rating[:20], name=one))
    if rating and not whole:
        return Line(at, player, tournament_error("players/rating", line=at, rating=rating[:20]))
    if rating and not fits:
        huge = tournament_error("players/rating-size", line=at, rating=rating[:20], limit=RATING_LIMIT)
        return Line(at, player, huge)
    if not name:
        return Line(at, player, tournament_error("players/no-name", line=at))
    for problem in player_problems(player):
        return Line(at, player, tournament_error("players/line-name", line=at, **problem.params))
    return Line(at, player)


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
