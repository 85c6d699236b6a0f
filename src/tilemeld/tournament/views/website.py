"""The public side of a tournament as plain HTML: a folder of pages for any web space, without scripts.

Only what the public page shows is in it, in one language; printouts can be laid next to the pages.
"""

from collections.abc import Mapping, Sequence
from html import escape

from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import format_points, game_scores
from tilemeld.words.message import fill

from .printout_words import WORDS, Language
from .printouts import Kind, Sheet, round_names, seating_list, standings_list
from .public import PublicRound, PublicTournament, public_tournament

STANDINGS = "index.html"
CROSSTABLE = "rounds.html"
STANDINGS_PAPER = "standings.pdf"
NUMBER = ' class="n"'
CURRENT = ' aria-current="page"'
STYLE = """
:root { color-scheme: light dark; --line: #8886; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; font: 1rem/1.4 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .5rem 0; }
nav [aria-current] { font-weight: 700; text-decoration: none; color: inherit; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
th { vertical-align: bottom; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; }
small, footer { opacity: .75; }
@media print { nav { display: none; } }
"""


def website(
    state: TournamentState,
    cards: Mapping[str, Card],
    *,
    language: Language,
) -> dict[str, str]:
    """Return every page by the name of its file; the printouts that they lead to lie next to them."""
    site = _Site(public_tournament(state, cards), WORDS[language], language)
    shown = site.shown
    pages = {
        STANDINGS: site.page(STANDINGS, site.words["standings"], site.standings()),
        CROSSTABLE: site.page(CROSSTABLE, site.words["crosstable"], site.crosstable(state)),
    }
    for each in shown.rounds:
        name = _round_file(each.round)
        pages[name] = site.page(name, site.title_of(each), site.round(each))
    return pages


def website_papers(
    state: TournamentState, cards: Mapping[str, Card], *, language: Language
) -> dict[str, tuple[Kind, Sheet]]:
    """Return the printouts next to the pages by the names of their files: standings and seating lists."""
    papers: dict[str, tuple[Kind, Sheet]] = {
        STANDINGS_PAPER: ("standings", standings_list(state, cards, language=language))
    }
    for now in state.published:
        sheet = seating_list(
            state.name,
            now.number,
            now.seating,
            round_names(state, now.number, cards, public=True),
            language=language,
            final=state.format.is_final(now.number),
        )
        papers[_seating_paper(now.number)] = ("seating", sheet)
    return papers


def _round_file(number: int) -> str:
    return f"round-{number}.html"


def _seating_paper(number: int) -> str:
    return f"round-{number}.pdf"


class _Site:
    """The pages of one tournament in one language."""

    def __init__(
        self,
        shown: PublicTournament,
        words: Mapping[str, str],
        language: Language,
    ) -> None:
        self.shown = shown
        self.words = words
        self._language = language

    def title_of(self, each: PublicRound) -> str:
        """Return what a round is called."""
        if each.final:
            return self.words["final"]
        return fill(self.words["round"], self._language, {"number": each.round})

    def page(self, name: str, title: str, body: str) -> str:
        """Return a whole page."""
        links = {STANDINGS: self.words["standings"], CROSSTABLE: self.words["crosstable"]}
        links |= {_round_file(each.round): self.title_of(each) for each in self.shown.rounds}
        items = "".join(
            f'<li><a href="{escape(file)}"{CURRENT if file == name else ""}>{escape(text)}</a></li>'
            for file, text in links.items()
        )
        heading = escape(self.shown.name)
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)} · {heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<header><h1>{heading}</h1>\n<nav><ul>{items}</ul></nav></header>\n"
            f"<main>\n<h2>{escape(title)}</h2>\n{body}\n{self._paper(name)}</main>\n<footer><p>tilemeld</p></footer>\n</body>\n"
            "</html>\n"
        )

    def _paper(self, name: str) -> str:
        """Return the link to the printout of a page, if it has one."""
        papers = {_round_file(each.round): _seating_paper(each.round) for each in self.shown.rounds}
        paper = {STANDINGS: STANDINGS_PAPER, **papers}.get(name)
        return (
            "" if paper is None else f'<p><a href="{paper}">{escape(self.words["to-print"])} (PDF)</a></p>\n'
        )

    def standings(self) -> str:
        """Return the standings, as the public page has them."""
        words, big = self.words, any(row.big_points for row in self.shown.standings)
        head = [("place", True), ("player", False), ("club", False)]
        head += [("big-points", True)] * big + [("points", True), ("wins", True), ("games", True)]
        rows = []
        for row in self.shown.standings:
            cells = [(str(row.place), True), (row.name, False), (row.club, False)]
            cells += [(str(row.big_points), True)] * big
            cells += [(_minus(row.points), True), (str(row.wins), True), (str(row.games), True)]
            rows.append(cells)
        return _table([(words[key], number) for key, number in head], rows)

    def crosstable(self, state: TournamentState) -> str:
        """Return what everybody scored in each round, with the table."""
        words, at = self.words, self.words["table-short"]
        head = [(words["place"], True), (words["player"], False)]
        head += [(self.title_of(each), True) for each in self.shown.rounds] + [(words["points"], True)]
        rows = []
        for row in self.shown.standings:
            games = game_scores(state, row.player)
            cells = [(str(row.place), True), (row.name, False)]
            for each in self.shown.rounds:
                of_round = [game for game in games if game.round == each.round]
                sums = _minus(format_points(sum(game.points for game in of_round))) if of_round else "–"
                table = next(
                    (t.table for t in each.tables if any(seat.player == row.player for seat in t.seats)), None
                )
                cells.append((sums if table is None else f"{sums} ({at} {table})", True))
            rows.append([*cells, (_minus(row.points), True)])
        return _table(head, rows)

    def round(self, each: PublicRound) -> str:
        """Return the tables of a round, with the points of every game."""
        words, games = self.words, range(1, self.shown.games + 1)
        tables = []
        for table in each.tables:
            head = [(words["seat"], False), (words["player"], False), *((str(game), True) for game in games)]
            rows = [
                [
                    (seat.seat, False),
                    (seat.name, False),
                    *(("" if points is None else _minus(str(points)), True) for points in seat.points),
                ]
                for seat in table.seats
            ]
            title = f"{words['table']} {table.table}"
            tables.append(f"<section><h3>{escape(title)}</h3>{_table(head, rows)}</section>")
        byes = f"<p>{escape(words['byes'])}: {escape(', '.join(each.byes))}</p>" if each.byes else ""
        return f'<div class="tables">{"".join(tables)}</div>{byes}'


def _minus(points: str) -> str:
    return points.replace("-", "−")


def _table(head: Sequence[tuple[str, bool]], rows: Sequence[Sequence[tuple[str, bool]]]) -> str:
    """Return a table; what is a number stands at the right."""

    def cell(kind: str, text: str, *, number: bool) -> str:
        return f"<{kind}{NUMBER if number else ''}>{escape(text)}</{kind}>"

    top = "".join(cell("th", text, number=number) for text, number in head)
    body = "".join(
        f"<tr>{''.join(cell('td', text, number=number) for text, number in row)}</tr>\n" for row in rows
    )
    return (
        f'<div class="scroll"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>'
    )
