"""``tilemeld print``: seating lists, table cards, score sheets, standings and certificates as PDF."""

from pathlib import Path

import click

from tilemeld.adapters.pdf import typeset, typeset_pictures
from tilemeld.cli.options.house import house_option, house_rules
from tilemeld.cli.options.language import language_option
from tilemeld.cli.terminal import Refusing, Unusable, WholeNumber, messages, typed
from tilemeld.cli.text.speech import Speech
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.views.printout_words import LANGUAGES, Language
from tilemeld.tournament.views.printouts import (
    KINDS,
    Kind,
    Sheet,
    bilingual,
    certificates,
    score_sheets,
    seating_list,
    standings_list,
    table_cards,
)

from .seat import listed_players, read_rounds
from .tournament import read_tournament

FORMS = (".pdf", ".png")
"""The file formats, by the end of the file's name."""


@click.command("print")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("source", required=False)
@click.option(
    "--out", metavar="FILE", help="Where to write: name.pdf, or name.png for pictures of the pages."
)
@language_option
@click.option(
    "--second", type=click.Choice(LANGUAGES), help="A second language next to the first, on the same sheet."
)
@click.option(
    "--title", default="tilemeld", metavar="T", show_default=True, help="The name of the tournament."
)
@click.option(
    "--rules", "profile", default="pl-tournament", metavar="P", show_default=True, help="The profile."
)
@house_option
@click.option(
    "--round", "number", type=WholeNumber(1, 100), metavar="N", help="Which round.  [default: the last]"
)
@click.option("--games", type=WholeNumber(1, 30), metavar="G", help="Rows of a score sheet.")
@click.option(
    "--seats", default=None, type=WholeNumber(2, 6), help="Seats on a blank score sheet; all of the rules."
)
@click.option("--players", metavar="FILE", help="The list of players in the order of their numbers P1, P2, …")
@click.option("--link", default="", metavar="URL", help="Printed on table cards as a QR code.")
@click.option(
    "--first", default=3, show_default=True, type=WholeNumber(1, 100), help="Places with certificates."
)
@click.option("--date", default="", metavar="D", help="Printed on certificates.")
def print_paper(
    *,
    kind: Kind,
    source: str | None,
    out: str | None,
    speech: Speech,
    second: Language | None,
    title: str,
    profile: str,
    house: tuple[str, ...],
    number: int | None,
    games: int | None,
    seats: int | None,
    players: str | None,
    link: str,
    first: int,
    date: str,
) -> None:
    """Print seatings, cards, score sheets and standings.

    SOURCE is what 'tilemeld seat --json' wrote (seating, table-cards, score-sheets), or a tournament's log
    (standings, certificates; --players gives the names). Score sheets without a source are blank.

    \b
    Examples:
      tilemeld print score-sheets --rules pl-word --language pl
      tilemeld seat club.csv --rounds 4 --json > rounds.json
      tilemeld print seating rounds.json --round 1 --language cs --title "Pohár Vltavy"
      tilemeld print table-cards rounds.json --link http://192.168.1.5:8000/tournaments/abc
      tilemeld print certificates tournament.jsonl --players club.csv --language uk --first 3
    """
    language = speech.language
    path = Path(out or f"{kind}-{language}.pdf")
    if path.suffix.lower() not in FORMS:
        raise Unusable("print-input.form", file=typed(out or ""))
    try:
        rules = house_rules(profile, house)
        read = _tournament(kind, source, players, speech) if kind in ("standings", "certificates") else None

        def sheet_in(language: Language) -> Sheet:
            if read is not None:
                state, cards = read
                if kind == "standings":
                    return standings_list(state, cards, language=language, after=number)
                return certificates(state, cards, language=language, first=first, date=date)
            if kind == "score-sheets" and source is None:
                columns = seats or rules.max_players
                return score_sheets(title, rules, language=language, games=games, seats=columns)
            which, seating = _round(kind, source, number)
            if kind == "seating":
                return seating_list(title, which, seating, {}, language=language)
            if kind == "table-cards":
                return table_cards(title, which, seating, {}, language=language, rules=rules, link=link)
            return score_sheets(title, rules, language=language, games=games, number=which, seating=seating)

        sheet = sheet_in(language)
        if second is not None and second != language:
            sheet = bilingual(sheet, sheet_in(second))
    except TournamentError as error:
        raise Refusing(error) from error
    _write(kind, sheet, path)
    messages().print(speech.say("print.wrote", file=str(path)))


def _round(kind: Kind, source: str | None, number: int | None) -> tuple[int, Round]:
    if source is None:
        raise Unusable("print-input.rounds", kind=kind)
    rounds = read_rounds(source)
    which = len(rounds) if number is None else number
    if not 1 <= which <= len(rounds):
        raise Unusable("print-input.no-round", file=typed(source), round=which, rounds=str(len(rounds)))
    return which, rounds[which - 1]


def _tournament(
    kind: Kind, source: str | None, players: str | None, speech: Speech
) -> tuple[TournamentState, dict[str, Card]]:
    if source is None:
        raise Unusable("print-input.log", kind=kind)
    listed = () if players is None else listed_players(players, speech)
    return read_tournament(source), {f"P{at}": player for at, player in enumerate(listed, start=1)}


def _write(kind: Kind, sheet: Sheet, path: Path) -> None:
    try:
        if path.suffix.lower() == ".png":
            pages = typeset_pictures(kind, sheet)
            for at, page in enumerate(pages, start=1):
                name = path if len(pages) == 1 else path.with_stem(f"{path.stem}-{at}")
                name.write_bytes(page)
        else:
            path.write_bytes(typeset(kind, sheet))
    except OSError as error:
        raise Unusable("print-input.cannot-write", file=typed(str(path)), reason=error) from None
