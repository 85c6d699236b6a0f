"""The players of an event: typed, pasted or from a CSV file, with the name they want to be seen under."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilemeld.engine.errors import is_writable

from .errors import tournament_error

NAME_LIMIT = 60
LINES_LIMIT = 2_000
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": (
        "name",
        "player",
        "imię",
        "imie",
        "imię i nazwisko",
        "zawodnik",
        "jméno",
        "hráč",
        "ім'я",
        "гравець",
    ),
    "public_name": ("public", "public name", "public_name", "nick", "pseudonim", "přezdívka", "псевдонім"),
    "club": ("club", "klub", "клуб", "city", "miasto", "město", "місто"),
    "rating": ("rating", "ranking", "points", "punkty", "body", "рейтинг"),
}
"""What the columns of a list may be called, in four languages."""


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player as entered: all that is known before the event gives a number."""

    name: str
    public_name: str = ""
    """What the public pages show; empty: the name."""
    club: str = ""
    rating: int = 0

    @property
    def shown(self) -> str:
        """The name for the public."""
        return self.public_name or self.name


def parse_players(text: str) -> tuple[NewPlayer, ...]:
    """Read a list of players: one name a line, or columns with commas, semicolons or tabs.

    With a heading the columns may come in any order; without one they are name, rating, club.

    >>> [player.rating for player in parse_players("Ala;1500;Kraków\\nOla;1400")]
    [1500, 1400]
    >>> parse_players("Nick,Name\\nKot,Ala Nowak")[0].shown
    'Kot'

    Raises ``TournamentError`` that names the line.
    """
    lines = [(at, line) for at, line in enumerate(text.splitlines(), start=1) if line.strip(" \t,;")]
    if not lines:
        raise tournament_error("players/none")
    if len(lines) > LINES_LIMIT:
        raise tournament_error("players/column", line=LINES_LIMIT + 1, reason="the list is too long")
    rows = list(zip((at for at, _ in lines), _cells([line for _, line in lines]), strict=True))
    columns = _heading(rows[0][1])
    if columns is None:
        columns = {"name": 0, "rating": 1, "club": 2}
    else:
        rows = rows[1:]
    if not rows:
        raise tournament_error("players/none")
    players = tuple(_player(at, cells, columns) for at, cells in rows)
    _check_twice(players)
    return players


def check_player(player: NewPlayer) -> None:
    """Refuse a name that cannot be shown."""
    for text, needed in ((player.name, True), (player.public_name, False), (player.club, False)):
        fits = len(text) <= NAME_LIMIT and is_writable(text) and text.isprintable()
        if not fits or (needed and not text.strip()):
            raise tournament_error("players/name", name=repr(text)[:80], limit=NAME_LIMIT)


def _cells(lines: Sequence[str]) -> list[list[str]]:
    mark = max(";\t,", key=lines[0].count)
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark, strict=True)]
    except csv.Error as error:
        raise tournament_error("players/column", line=1, reason=str(error)[:80]) from None


def _heading(cells: Sequence[str]) -> dict[str, int] | None:
    """Return which column is which, if the first line is a heading."""
    found = {
        column: at
        for at, cell in enumerate(cells)
        for column, words in COLUMNS.items()
        if cell.lower().lstrip("\ufeff") in words
    }
    return found if "name" in found else None


def _player(line: int, cells: Sequence[str], columns: Mapping[str, int]) -> NewPlayer:
    values = {column: cells[at] for column, at in columns.items() if at < len(cells)}
    rating = values.get("rating", "")
    if rating and not rating.lstrip("-").isdigit():
        raise tournament_error("players/column", line=line, reason=f"{rating!r} is no rating: a whole number")
    name = " ".join(values.get("name", "").split())
    if not name:
        raise tournament_error("players/column", line=line, reason="there is no name")
    player = NewPlayer(name, values.get("public_name", ""), values.get("club", ""), int(rating[:9] or 0))
    check_player(player)
    return player


def _check_twice(players: Sequence[NewPlayer]) -> None:
    seen: set[str] = set()
    for player in players:
        if player.name in seen:
            raise tournament_error("seating/twice", player=player.name)
        seen.add(player.name)
