"""The standings as a file for spreadsheets: headings in a language, separated as its spreadsheets expect."""

import csv
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, get_args

from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.names import names_of
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import standings

from .printout_words import WORDS, Language
from .printouts import until_round

Separator = Literal["comma", "semicolon", "tab"]
SEPARATORS: Final[tuple[Separator, ...]] = get_args(Separator)
SIGNS: Final[Mapping[Separator, str]] = {"comma": ",", "semicolon": ";", "tab": "\t"}
USUAL: Final[Mapping[Language, Separator]] = {
    "en": "comma",
    "pl": "semicolon",
    "cs": "semicolon",
    "uk": "semicolon",
}
"""What spreadsheets in a language expect: where fractions have a comma, columns have a semicolon."""
COLUMNS: Final = ("place", "player", "played-before", "club", "big-points", "points", "wins", "games")


def standings_csv(
    state: TournamentState,
    cards: Mapping[str, Card],
    *,
    language: Language = "en",
    separator: Separator | None = None,
) -> str:
    """Return the standings with the names that players chose, one line for each player."""
    words, names = WORDS[language], names_of(cards, public=True)
    lines = _Lines()
    rows = csv.writer(lines, delimiter=SIGNS[separator or USUAL[language]])
    rows.writerow([words[column] for column in COLUMNS])
    for row in standings(state):
        card = cards.get(row.card)
        rows.writerow(
            [
                row.place,
                _plain(names.get(row.card, row.card)),
                _plain("; ".join(until_round(each, names, language) for each in row.before)),
                _plain("" if card is None else card.club),
                row.big_points,
                _decimal(row.total, language),
                row.wins,
                row.games,
            ]
        )
    return "".join(lines.written)


class _Lines:
    """What a writer of CSV writes to: text in memory, without a file."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, text: str) -> None:
        self.written.append(text)


def _decimal(points: Fraction, language: Language) -> str:
    if points.denominator == 1:
        return str(points)
    text = f"{float(points):.2f}"
    return text if language == "en" else text.replace(".", ",")


def _plain(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
