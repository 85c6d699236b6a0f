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
from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.word_lists import word_options, words_for
from tilemeld.cli.terminal import Unusable, messages, naming, output, print_json, read_record, typed
from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.event_sentences import Cast, cast_of
from tilemeld.cli.text.speech import Speech
from tilemeld.cli.text.tiles import BAD, DIM, GOOD, HEAD, signed
from tilemeld.cli.text.word_review import said_deed, word_turn_lines
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.notation import WrittenTile, format_faces, format_sets
from tilemeld.engine.record.record import Record
from tilemeld.solver import PositionError

LITTLE = 0.02
"""What a turn may cost of the chance to win without a word about it."""


@click.command()
@click.argument("file", metavar="RECORD")
@click.option("--all", "every", is_flag=True, help="Show every turn, not only those that mattered.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@word_options
@language_option
def analyse(
    *, file: str, every: bool, as_json: bool, lexicon: str | None, theme: str | None, speech: Speech
) -> None:
    """Review a recorded game: the best plays compared with yours.

    Number games are judged by chance to win: how much of it each turn gave away against the best choice
    (lay all, lay less, one tile, hold), and the few turns that mattered. Accuracy is how much of it was kept;
    luck (the deal and every tile taken) and skill add up to the result. The exact best play stands beside it.
    RECORD may be - for standard input.

    In a word game the best turn scores most with words that people know, and accuracy is the share of
    points; what the whole dictionary would have given is shown next to it.

    \b
    Examples:
      tilemeld play --record game.jsonl
      tilemeld analyse game.jsonl
      tilemeld analyse game.jsonl --language uk
      tilemeld analyse game.jsonl --json | less
    """
    record = read_record(file)
    sets_for = words_for(record.created.rules, lexicon, theme)
    try:
        with naming(file):
            analysis = _run(record, sets_for, speech)
    except PositionError:
        raise Unusable("review-input.box", file=typed(file)) from None
    if as_json:
        print_json(analysis_to_json(analysis))
        return
    console = output()
    cast = cast_of(record, speech)
    console.print(_summary(analysis, cast))
    _show_turns(console, analysis, cast, every=every)


def _run(record: Record, sets_for: SetRulesFor, speech: Speech) -> Analysis:
    console = messages()
    doing = TextColumn(speech.say("review.analysing"))
    columns = (doing, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("turns", total=None)
        return analyse_record(
            record,
            on_turn=lambda done, total: progress.update(task, completed=done, total=total),
            sets_for=sets_for,
        )


def _summary(analysis: Analysis, cast: Cast) -> Grid:
    say = cast.speech.say
    state = say("review.finished" if analysis.finished else "review.unfinished")
    title = say("review.summary", profile=analysis.profile, state=state, count=len(analysis.turns))
    grid = Grid(title=title, title_style=HEAD, title_justify="left", box=SIMPLE, pad_edge=False)
    made = say("review.scored" if analysis.sets == "letters" else "review.laid")
    ledger = (say("review.luck"), say("review.skill")) if analysis.by_chance else ()
    headings = (
        *(say("sheet.points"), say("replay.accuracy"), *ledger, made, say("review.best-turns")),
        *(say("review.could-open"), say("review.opened"), say("review.missed-wins")),
    )
    grid.add_column("")
    for heading in headings:
        grid.add_column(heading, justify="right")
    for player in analysis.players:
        grid.add_row(*_row(player, cast, analysis))
    return grid


def _row(player: PlayerReview, cast: Cast, analysis: Analysis) -> list[Text]:
    speech, words = cast.speech, analysis.sets == "letters"
    ledger = (f"{100 * player.luck:+.0f} %", f"{100 * player.skill:+.0f} %") if analysis.by_chance else ()
    cells = (
        "–" if player.score is None else str(player.score) if words else signed(player.score),
        "–" if player.accuracy is None else f"{player.accuracy:.0f} %",
        *ledger,
        f"{player.points}/{player.best_points}" if words else f"{player.tiles}/{player.best_tiles}",
        f"{player.best_turns}/{player.choices}",
        _when(player.could_open_at, 0, speech),
        _when(player.opened_at, player.late_turns, speech),
        _missed_wins(player.missed_wins, speech),
    )
    name = Text(cast.name(player.seat), style="bold green" if player.won else "")
    return [name, *(Text(cell) for cell in cells)]


def _when(turn: int | None, late: int, speech: Speech) -> str:
    if turn is None:
        return speech.say("review.never")
    if late:
        return speech.say("review.turn-late", turn=turn, count=late)
    return speech.say("review.turn", turn=turn)


def _missed_wins(turns: tuple[int, ...], speech: Speech) -> str:
    if not turns:
        return "–"
    listed = ", ".join(map(str, turns[:3]))
    if len(turns) > 3:
        return speech.say("review.more-turns", turns=listed, count=len(turns) - 3)
    return speech.say("review.turns", turns=listed, count=len(turns))


def _show_turns(console: Console, analysis: Analysis, cast: Cast, *, every: bool) -> None:
    say = cast.speech.say
    if not analysis.turns:
        console.print(Text(say("review.no-turn"), style=DIM))
        return
    if analysis.by_chance:
        shown = [turn for turn in analysis.turns if every or turn.matters or turn.missed_win]
        none: Key = "review.nothing-mattered"
        heading: Key = "review.mattered"
    else:
        shown = [turn for turn in analysis.turns if every or (turn.is_choice and not turn.is_best)]
        none, heading = "review.all-best", "review.could-be-better"
    if not shown:
        console.print(Text(say(none), style=GOOD))
        return
    if not every:
        console.print(Text(say(heading), style=DIM))
    for turn in shown:
        for line in _turn_lines(turn, cast):
            console.print(line)


def _turn_lines(turn: TurnReview, cast: Cast) -> list[Text]:
    """Say what was played and, where that was not the best, what was."""
    speech = cast.speech
    line = Text(f"{speech.say('replay.turn', turn=turn.turn)} ", style=HEAD)
    if turn.by_points:
        return word_turn_lines(turn, cast, line)
    if turn.chances:
        return _chance_lines(turn, cast, line)
    line.append(said_deed(turn, cast, format_faces(turn.played)), style="none")
    if turn.is_best:
        return [line.append(" ✓" if turn.is_choice else "", style=GOOD)]
    line.append(f"; {_missed(turn, speech)}", style=BAD if turn.missed_win else "yellow")
    return [line, Text(f"  {_best(turn, speech)}"), Text(f"  → {_changed(turn)}", style=DIM)]


def _chance_lines(turn: TurnReview, cast: Cast, line: Text) -> list[Text]:
    """Say what was played, what it gave away of the chance to win, and what could have been laid."""
    speech = cast.speech
    line.append(said_deed(turn, cast, format_faces(turn.played)), style="none")
    line.append(f" ({100 * turn.chances[turn.seat]:.0f} %)", style=DIM)
    if turn.missed_win:
        line.append(f"; {_missed(turn, speech)}", style=BAD)
        return [line, Text(f"  {_best(turn, speech)}"), Text(f"  → {_changed(turn)}", style=DIM)]
    if turn.cost >= LITTLE:
        choice = speech.say_of("replay.choice", turn.best_choice)
        said = speech.say("review.cost", share=f"{100 * turn.cost:.0f} %", choice=choice)
        line.append(f"; {said}", style=BAD if turn.matters else "yellow")
    elif turn.is_choice:
        line.append(" ✓", style=GOOD)
    return [line]


def _missed(turn: TurnReview, speech: Speech) -> str:
    if turn.missed_win:
        return speech.say("review.win-missed")
    if turn.missed_tiles:
        return speech.say("review.tiles-missed", count=turn.missed_tiles)
    return speech.say("review.points-missed", count=turn.missed_points)


def _best(turn: TurnReview, speech: Speech) -> str:
    tiles = format_faces(turn.best_played)
    if turn.opened:
        return speech.say("review.best-lay" if turn.proven else "review.better-lay", tiles=tiles)
    return speech.say(
        "review.best-open" if turn.proven else "review.better-open", tiles=tiles, points=turn.best_worth
    )


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
