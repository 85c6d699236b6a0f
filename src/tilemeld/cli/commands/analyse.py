"""``tilemeld analyse``: the coach looks at a recorded game, turn by turn."""

from collections import Counter

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.bots.coach.review_game import analyse as analyse_record
from tilemeld.bots.coach.review_values import Analysis, PlayerReview, TurnReview, analysis_to_json
from tilemeld.cli.options.word_lists import word_options, words_for
from tilemeld.cli.terminal import BadInput, messages, naming, output, print_json, read_record
from tilemeld.cli.text.event_sentences import Cast, cast_of
from tilemeld.cli.text.tiles import BAD, DIM, GOOD, HEAD, count_tiles, signed
from tilemeld.cli.text.word_review import DEEDS, word_turn_lines
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.notation import WrittenTile, format_faces, format_sets
from tilemeld.engine.record.record import Record
from tilemeld.solver import PositionError


@click.command()
@click.argument("file", metavar="RECORD")
@click.option("--all", "every", is_flag=True, help="Show every turn, not only those that could be better.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@word_options
def analyse(*, file: str, every: bool, as_json: bool, lexicon: str | None, theme: str | None) -> None:
    """Review a recorded game: the best plays compared with yours.

    The best play is exact: most tiles, then most points. Accuracy is the share of the tiles that could
    be laid, turn by turn, which a player laid. Holding tiles back for a plan costs accuracy; whether the
    plan was good only the result says. RECORD may be - for standard input.

    In a word game the best turn scores most with words that people know, and accuracy is the share of
    points; what the whole dictionary would have given is shown next to it.

    \b
    Examples:
      tilemeld play --record game.jsonl
      tilemeld analyse game.jsonl
      tilemeld analyse game.jsonl --json | less
    """
    record = read_record(file)
    sets_for = words_for(record.created.rules, lexicon, theme)
    try:
        with naming(file):
            analysis = _run(record, sets_for)
    except PositionError as error:
        raise BadInput(
            f"{file!r} cannot be analysed: {error}; the coach knows the boxes that are sold."
        ) from None
    if as_json:
        print_json(analysis_to_json(analysis))
        return
    console = output()
    cast = cast_of(record)
    console.print(_summary(analysis, cast))
    _show_turns(console, analysis, cast, every=every)


def _run(record: Record, sets_for: SetRulesFor) -> Analysis:
    console = messages()
    columns = (TextColumn("analysing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("turns", total=None)
        return analyse_record(
            record,
            on_turn=lambda done, total: progress.update(task, completed=done, total=total),
            sets_for=sets_for,
        )


def _summary(analysis: Analysis, cast: Cast) -> Grid:
    state = "finished" if analysis.finished else "not finished"
    title = f"{analysis.profile}, {state}, {len(analysis.turns)} turns"
    grid = Grid(title=title, title_style=HEAD, title_justify="left", box=SIMPLE, pad_edge=False)
    made = "scored" if analysis.sets == "letters" else "tiles laid"
    for heading in ("", "points", "accuracy", made, "best turns", "could open", "opened", "missed wins"):
        grid.add_column(heading, justify="left" if not heading else "right")
    for player in analysis.players:
        grid.add_row(*_row(player, cast, words=analysis.sets == "letters"))
    return grid


def _row(player: PlayerReview, cast: Cast, *, words: bool) -> list[Text]:
    late = f" ({count_turns(player.late_turns)} late)" if player.late_turns else ""
    cells = (
        "–" if player.score is None else str(player.score) if words else signed(player.score),
        "–" if player.accuracy is None else f"{player.accuracy:.0f} %",
        f"{player.points}/{player.best_points}" if words else f"{player.tiles}/{player.best_tiles}",
        f"{player.best_turns}/{player.choices}",
        "never" if player.could_open_at is None else f"turn {player.could_open_at}",
        "never" if player.opened_at is None else f"turn {player.opened_at}{late}",
        _missed_wins(player.missed_wins),
    )
    name = Text(cast.name(player.seat), style="bold green" if player.won else "")
    return [name, *(Text(cell) for cell in cells)]


def _missed_wins(turns: tuple[int, ...]) -> str:
    if not turns:
        return "–"
    more = f" and {len(turns) - 3} more" if len(turns) > 3 else ""
    return f"turn {', '.join(map(str, turns[:3]))}{more}"


def _show_turns(console: Console, analysis: Analysis, cast: Cast, *, every: bool) -> None:
    if not analysis.turns:
        console.print(Text("No turn was finished, so there is nothing to judge.", style=DIM))
        return
    shown = [turn for turn in analysis.turns if every or (turn.is_choice and not turn.is_best)]
    if not shown:
        console.print(Text("Every turn was as good as it could be.", style=GOOD))
        return
    if not every:
        console.print(Text("Turns that could have been better (--all shows every turn):", style=DIM))
    for turn in shown:
        for line in _turn_lines(turn, cast.name(turn.seat)):
            console.print(line)


def _turn_lines(turn: TurnReview, who: str) -> list[Text]:
    """Say what was played and, where that was not the best, what was."""
    line = Text(f"Turn {turn.turn} ", style=HEAD)
    if turn.by_points:
        return word_turn_lines(turn, who, line)
    line.append(f"{who} {_did(turn)}", style="none")
    if turn.is_best:
        return [line.append(" ✓" if turn.is_choice else "", style=GOOD)]
    missed = "a win missed" if turn.missed_win else f"{count_tiles(turn.missed_tiles)} missed"
    if not turn.missed_tiles and not turn.missed_win:
        missed = f"{turn.missed_points} points missed"
    line.append(f"; {missed}", style=BAD if turn.missed_win else "yellow")
    what = "open with" if not turn.opened else "lay"
    worth = f" ({turn.best_worth} points)" if not turn.opened else ""
    best = "best" if turn.proven else "better"
    return [
        line,
        Text(f"  {best}: {what} {format_faces(turn.best_played)}{worth}"),
        Text(f"  → {_changed(turn)}", style=DIM),
    ]


def _changed(turn: TurnReview) -> str:
    """Write the sets of the best table that did not lie there before."""
    lying = Counter(tuple(sorted(faces)) for faces in turn.table)
    new = []
    for faces in turn.best_table:
        if lying[tuple(sorted(faces))] > 0:
            lying[tuple(sorted(faces))] -= 1
        else:
            new.append(tuple(WrittenTile(face) for face in faces))
    return format_sets(new)


def _did(turn: TurnReview) -> str:
    if turn.played:
        return f"{DEEDS[turn.deed]} {format_faces(turn.played)}{' and won' if turn.wins else ''}"
    return DEEDS[turn.deed]


def count_turns(count: int) -> str:
    """Write a number of turns."""
    return f"{count} turn" if count == 1 else f"{count} turns"
