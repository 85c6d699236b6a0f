"""``tilemeld tournament``: a whole tournament played by simulated players, and standings from a log."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.bots import PLAYERS
from tilemeld.cli.options.house import house_option, house_rules
from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.word_lists import why_unreadable
from tilemeld.cli.terminal import (
    BadInput,
    Refusing,
    Unusable,
    WholeNumber,
    messages,
    needing,
    output,
    print_json,
    typed,
)
from tilemeld.cli.text.speech import Speech
from tilemeld.cli.text.tiles import BAD, DIM, GOOD
from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json
from tilemeld.tournament.errors import TournamentError, refuse
from tilemeld.tournament.format import Format, format_problems
from tilemeld.tournament.log.decide import check
from tilemeld.tournament.log.entries import Entry, active, first_broken, parse_entry
from tilemeld.tournament.log.facts import Undone
from tilemeld.tournament.log.state import TournamentState, evolve
from tilemeld.tournament.names import names_of
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import Row, format_points, standings
from tilemeld.tournament.season import By, SeasonRow, SeasonRules, season_table, team_table
from tilemeld.tournament.seating.table_sizes import table_sizes
from tilemeld.tournament.views.backup import Backup, read_backup
from tilemeld.tournament.views.website import website, website_papers

if TYPE_CHECKING:
    from tilemeld.cli.tournament_simulation import SimulatedTournament


@click.group()
def tournament() -> None:
    """Run a tournament from the terminal.

    \b
    Examples:
      tilemeld tournament simulate                       32 players, 4 rounds, played by bots to the end
      tilemeld tournament simulate --players 20 --rounds 5 --draw swiss --final
      tilemeld tournament standings tournament.jsonl     from a log; says whether all its seals fit
      tilemeld tournament export export.json --into www  the public pages as plain HTML, with printouts
      tilemeld tournament restore export.json --data tilemeld.sqlite
      tilemeld tournament season may.json june.json july.json --best 2
    """


@tournament.command()
@click.option("--players", default=32, metavar="N", show_default=True, type=WholeNumber(3, 400))
@click.option("--rounds", default=4, metavar="R", show_default=True, type=WholeNumber(1, 20))
@click.option(
    "--games", default=1, metavar="G", show_default=True, type=WholeNumber(1, 10), help="Games in a round."
)
@click.option("--rules", "name", default="pl-tournament", metavar="P", show_default=True, help="The profile.")
@house_option
@click.option(
    "--minutes",
    default=60,
    metavar="M",
    show_default=True,
    type=WholeNumber(1, 600),
    help="Minutes in a round.",
)
@click.option("--draw", default="fewest", show_default=True, type=click.Choice(["fewest", "swiss", "random"]))
@click.option("--final", is_flag=True, help="The best four play a final table.")
@click.option(
    "--bots",
    default="beginner,casual,club",
    metavar="B,B",
    show_default=True,
    help="The bots that play for them.",
)
@click.option(
    "--seed", default="1", metavar="S", show_default=True, help="The same seed, the same tournament."
)
@click.option("--data", metavar="FILE", help="Keep the tournament in this SQLite file instead of in memory.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
def simulate(
    *,
    players: int,
    rounds: int,
    games: int,
    name: str,
    house: tuple[str, ...],
    minutes: int,
    draw: Literal["fewest", "swiss", "random"],
    final: bool,
    bots: str,
    seed: str,
    data: str | None,
    as_json: bool,
) -> None:
    """Let simulated players play a whole tournament on online tables, through the real service.

    Everybody joins with a code, every move is a command of a guest, results report themselves, and the
    round clock ends games that take too long. The standings at the end are printed with their reasons.
    """
    chosen = Format(
        house_rules(name, house),
        rounds,
        games,
        round_minutes=minutes,
        later_draw=draw,
        final="table" if final else "none",
        place="online",
    )
    kinds = _bots(bots)
    try:
        refuse(format_problems(chosen))
        tables = len(table_sizes(players))
    except TournamentError as error:
        raise BadInput(f"{error}.") from error
    logging.getLogger("tilemeld").setLevel(logging.WARNING)
    done = _play(chosen, players, kinds, seed=seed, data=data, total=tables * games * rounds + games * final)
    if as_json:
        print_json(_to_json(done))
    else:
        _show(done)


def _bots(text: str) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",") if kind.strip()]
    unknown = [kind for kind in kinds if kind not in PLAYERS]
    if unknown or not kinds:
        raise BadInput(f"There is no bot {(unknown or [text])[0]!r}: choose from {', '.join(PLAYERS)}.")
    return kinds


def _play(
    format: Format,  # noqa: A002  # it is the format of the tournament
    players: int,
    bots: Sequence[str],
    *,
    seed: str,
    data: str | None,
    total: int,
) -> "SimulatedTournament":
    with needing("server", what="tilemeld tournament simulate"):
        from tilemeld.cli.tournament_simulation import simulate_tournament  # noqa: PLC0415  # it runs a server
    console = messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("round 1", total=total)

        def on_game(number: int, games: int) -> None:
            progress.update(task, advance=games, description=f"round {number}")

        async def run() -> "SimulatedTournament":
            store = None if data is None else _open(data)
            return await simulate_tournament(
                format, players, seed=seed, bots=bots, store=store, on_game=on_game
            )

        return asyncio.run(run())


def _open(data: str) -> SqliteStore:
    try:
        return SqliteStore.open(Path(data), sole=True)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"--data {data!r} cannot be used: {error}.") from None


@tournament.command("standings")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@click.pass_context
def show_standings(ctx: click.Context, *, file: str, as_json: bool) -> None:
    """Show the standings of a tournament from its log, and whether every seal fits.

    FILE is the log that the server gives out (log.jsonl). Names are not in it. The exit code is 1 if an
    entry was changed or left out, 2 if the file is not a log.
    """
    log = _read_log(file)
    state = _state_of(log, file)
    broken = first_broken(log)
    if as_json:
        print_json({"broken": broken, "standings": _rows_json(standings(state), {})})
    else:
        console = output()
        _show_rows(state, {})
        if broken is None:
            console.print(Text(f"✓ {len(log)} entries, every seal fits", style=GOOD))
        else:
            console.print(Text(f"✗ entry {broken} was changed, or one before it left out", style=BAD))
    ctx.exit(0 if broken is None else 1)


@tournament.command("export")
@click.argument("file")
@click.option("--into", required=True, metavar="DIR", help="The folder for the pages; it is made if needed.")
@language_option
def export_pages(file: str, *, into: str, speech: Speech) -> None:
    """Write the public pages of a tournament as plain HTML, with printouts, for any web space.

    FILE is what the desk saves as the whole tournament (export.json); its seals are verified first.
    """
    with needing("paper", what="tilemeld tournament export"):
        from tilemeld.adapters.pdf import typeset  # noqa: PLC0415  # only this command prints
    backup = _read_backup(file)
    language = speech.language
    public = {card: Card(each.shown, "", each.club) for card, each in backup.cards.items()}
    folder = Path(into)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in website(backup.state, backup.cards, language=language).items():
            (folder / name).write_text(text, encoding="utf-8")
        for name, (kind, sheet) in website_papers(backup.state, public, language=language).items():
            (folder / name).write_bytes(typeset(kind, sheet))
    except OSError as error:
        raise Unusable("print-input.cannot-write", file=typed(into), reason=why_unreadable(error)) from None
    messages().print(speech.say("print.wrote", file=str(folder)))


@tournament.command()
@click.argument("file")
@click.option(
    "--data", required=True, metavar="FILE", help="The SQLite file of the server, which must not run."
)
@language_option
def restore(file: str, *, data: str, speech: Speech) -> None:
    """Put a tournament back into the data of a server, as the desk saved it (export.json).

    Its seals are verified first. Join it at the server's page with the code that is printed.
    """
    with needing("server", what="tilemeld tournament restore"):
        from tilemeld.cli.tournament_restore import restore_into  # noqa: PLC0415  # it runs a service
    text = _read_file(file)
    try:
        code = asyncio.run(restore_into(_open(data), text))
    except TournamentError as error:
        raise Refusing(error) from error
    messages().print(speech.say("tournament.restored", code=code))


@tournament.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--by", default="place", show_default=True, type=click.Choice(["place", "big-points"]))
@click.option(
    "--best", type=WholeNumber(1, 100), metavar="N", help="How many tournaments count.  [default: all]"
)
@click.option("--points", default="", metavar="P,P,…", help="What the places are worth, the first one first.")
@click.option(
    "--team", default=3, show_default=True, type=WholeNumber(1, 100), help="How many of a club count."
)
@click.option("--clubs", is_flag=True, help="The table of the clubs instead of that of the players.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@language_option
def season(
    files: tuple[str, ...],
    *,
    by: By,
    best: int | None,
    points: str,
    team: int,
    clubs: bool,
    as_json: bool,
    speech: Speech,
) -> None:
    """Count several tournaments together, for the players or their clubs.

    FILES are what the desk saves as whole tournaments (export.json), in their order. Without --points a
    place is worth one point, and one for everybody who was left behind.
    """
    worth = [each.strip() for each in points.split(",") if each.strip()]
    if not all(each.isascii() and each.isdigit() and len(each) < 6 for each in worth):
        raise Unusable("season-input.points", value=typed(points))
    rules = SeasonRules(by=by, best=best, points=tuple(map(int, worth)), team=team)
    events = [(backup.state, backup.cards) for backup in map(_read_backup, files)]
    rows = team_table(events, rules) if clubs else season_table(events, rules)
    if as_json:
        print_json([_season_json(row) for row in rows])
        return
    grid = Grid()
    for key in ("season.place", "season.name", "season.club"):
        grid.add_column(speech.say(key), justify="right" if key == "season.place" else "left")
    for state, _ in events:
        grid.add_column(Text(state.name), justify="right")
    grid.add_column(speech.say("season.total"), justify="right")
    for row in rows:
        shown = [
            Text(
                "–" if each is None else format_points(each.points), style="" if each and each.counts else DIM
            )
            for each in row.results
        ]
        grid.add_row(str(row.place), Text(row.name), Text(row.club), *shown, format_points(row.total))
    output().print(grid)


def _season_json(row: SeasonRow) -> Json:
    return {
        "place": row.place,
        "name": row.name,
        "club": row.club,
        "total": format_points(row.total),
        "results": [
            None if each is None else {"points": format_points(each.points), "counts": each.counts}
            for each in row.results
        ],
    }


def _read_backup(file: str) -> Backup:
    try:
        return read_backup(_read_file(file))
    except TournamentError as error:
        raise Refusing(error) from error


def _read_file(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Unusable("log-input.file", file=typed(file), reason=why_unreadable(error)) from None


def read_tournament(file: str) -> TournamentState:
    """Return the tournament of a log; ``BadInput`` if it is not a log."""
    return _state_of(_read_log(file), file)


def _state_of(log: Sequence[Entry], file: str) -> TournamentState:
    """Fold a log whose entries fit each other, which those of a file need not do."""
    state: TournamentState | None = None
    for entry in active(log):
        if isinstance(entry.fact, Undone):
            continue
        try:
            check(state, entry)
        except TournamentError as error:
            number = str(entry.number)
            raise Unusable("log-input.entry", file=typed(file), number=number, reason=error) from None
        state = evolve(state, entry)
    if state is None:
        raise Unusable("log-input.empty", file=typed(file))
    return state


def _read_log(file: str) -> list[Entry]:
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise Unusable("log-input.file", file=typed(file), reason=why_unreadable(error)) from None
    try:
        return [parse_entry(line) for line in lines if line.strip()]
    except RecordError as error:
        raise Unusable("log-input.not-a-log", file=typed(file), reason=error) from None


def _show(done: "SimulatedTournament") -> None:
    _show_rows(done.state, done.cards)
    minutes = done.clock_ms // 60_000
    skipped = sum(len(now.skipped) for now in done.state.published)
    output().print(
        Text(
            f"{done.moves} moves, {minutes // 60} h {minutes % 60:02} min of play, "
            f"{done.entries} entries in the log"
            + (f", {skipped} games not begun in time" if skipped else ""),
            style=DIM,
        )
    )


def _show_rows(state: TournamentState, cards: Mapping[str, Card]) -> None:
    grid = Grid(title=state.name, title_style="bold", title_justify="left")
    for column in ("place", "player", "club", "big", "points", "won", "games", "before the next by"):
        is_text = column in ("player", "club", "before the next by")
        grid.add_column(column, justify="left" if is_text else "right")
    names = names_of(cards, public=True)
    for row in standings(state):
        card = cards.get(row.card) or Card(row.card)
        before = [f"until round {each.last}: {names.get(each.card, each.card)}" for each in row.before]
        grid.add_row(
            str(row.place),
            Text("\n".join((names.get(row.card, row.card), *before))),
            Text(card.club),
            str(row.big_points),
            format_points(row.total),
            str(row.wins),
            str(row.games),
            Text("" if row.before_next is None else str(row.before_next)),
        )
    output().print(grid)


def _rows_json(rows: Sequence[Row], cards: Mapping[str, Card]) -> Json:
    names = names_of(cards, public=True)
    return [
        {
            "place": row.place,
            "player": row.player,
            "name": names.get(row.card, row.card),
            "before": [
                {"name": names.get(each.card, each.card), "first": each.first, "last": each.last}
                for each in row.before
            ],
            "big_points": row.big_points,
            "points": format_points(row.total),
            "wins": row.wins,
            "games": row.games,
            "because": None if row.before_next is None else str(row.before_next),
        }
        for row in rows
    ]


def _to_json(done: "SimulatedTournament") -> Json:
    return {
        "tournament": done.tournament,
        "players": len(done.state.players),
        "rounds": len(done.state.rounds),
        "moves": done.moves,
        "entries": done.entries,
        "clock_ms": done.clock_ms,
        "standings": _rows_json(standings(done.state), done.cards),
    }
