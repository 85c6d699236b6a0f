"""``tilemeld solve``: the best play for a table and a rack: a picture, JSON, or a file of positions."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from tilemeld.cli.options.word_lists import word_options
from tilemeld.cli.positions.jsonl import (
    FIELDS,
    LineError,
    SolveOptions,
    TimedSolution,
    answer_line,
    read_question,
    solve_timed,
    to_json,
)
from tilemeld.cli.positions.words import GOALS, TimedWords, WordAnswers, show_words, words_to_json
from tilemeld.cli.terminal import BadInput, WholeNumber, messages, output
from tilemeld.cli.text.tiles import DIM, HEAD, count_tiles, is_plain, table_view, tile_text
from tilemeld.engine.errors import CodedError
from tilemeld.engine.rules import PROFILES, WORD_PROFILES, profile
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet
from tilemeld.solver import MAX_JOKER_VALUE, Backend, Goal, Solution, format_plan, has_kernel


@click.command()
@click.option("--table", default="", help='The sets on the table: "r3 r4 r5 | k7 b7 o7".')
@click.option("--rack", help='The tiles on the rack: "b3 J o9".')
@click.option("--rules", type=click.Choice(PROFILES), default="pl", show_default=True, help="Rule set.")
@click.option(
    "--goal",
    type=click.Choice([*(goal.value for goal in Goal), *GOALS]),
    help=f"What counts as best: tiles by default; with letters one of {', '.join(GOALS)}.",
)
@click.option("--unopened", is_flag=True, help="You have not opened yet (with letters).")
@click.option("--any-words", is_flag=True, help="Vulgar words too (with letters).")
@word_options
@click.option(
    "--joker",
    type=WholeNumber(0, MAX_JOKER_VALUE),
    help="What a joker on the rack counts, if not what the rules say.",
)
@click.option("--plan", is_flag=True, help="Say how to get there, move by move.")
@click.option(
    "--no-least", is_flag=True, help="Take any best play, not the one that disturbs the table least."
)
@click.option(
    "--budget", type=WholeNumber(min=0), help="Stop after this many nodes with the best found so far."
)
@click.option("--backend", type=click.Choice(["kernel", "twin"]), help="Compiled or plain Python search.")
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON.")
@click.option(
    "--jsonl", metavar="FILE", help="Answer a file of positions, one JSON object per line; - for stdin."
)
@click.pass_context
def solve(
    ctx: click.Context,
    *,
    table: str,
    rack: str | None,
    rules: str,
    goal: str | None,
    unopened: bool,
    any_words: bool,
    lexicon: str | None,
    theme: str | None,
    joker: int | None,
    plan: bool,
    no_least: bool,
    budget: int | None,
    backend: Backend | None,
    as_json: bool,
    jsonl: str | None,
) -> None:
    """Find the best play for a table and a rack.

    The answer is exact: nothing better exists. With --jsonl every line of FILE is a position,
    {"rules": "pl", "table": ["r3 r4 r5"], "rack": "b3 J o9", "goal": "tiles", "joker": 30}, and every line
    of the output its answer, in the same order; a line that cannot be read is answered with
    {"error": {"code": ..., "message": ..., "line": ...}} and the rest continue. What lies on the table must
    be sets; loose tiles belong on the rack. The exit code is 0, or 2 if the input cannot be used at all.

    With letters a line is {"rules": "pl-word", "table": ["KOSZYK", "KO?(T)"], "rack": "ATOM?", "opened":
    true}, and the answer has the word that scores, its points, and a bound that no turn can beat.

    \b
    Examples:
      tilemeld solve --table "r3 r4 r5 | k7 b7 o7" --rack "b3 J o9" --plan
      tilemeld solve --rack "r10 b10 J" --goal opening
      tilemeld solve --rules pl-word --table "KOSZYK | KO?(T)" --rack "ATOMNE?"
      tilemeld solve --jsonl positions.jsonl --no-least > answers.jsonl
    """
    if backend == "kernel" and not has_kernel():
        raise BadInput("There is no compiled kernel here: leave --backend out, or say --backend twin.")
    options = SolveOptions(least=not no_least, plan=plan, budget_nodes=budget, backend=backend)
    answers = WordAnswers(options, lexicon=lexicon, theme=theme, any_words=any_words)
    if jsonl is not None:
        refuse_beside_jsonl(ctx, (*FIELDS, "unopened"))
        _solve_lines(jsonl, options, answers)
        return
    refuse_beside_rules(ctx, rules)
    try:
        if rack is None:
            raise LineError(
                "solve/missing-field",
                'say what is on the rack: --rack "b3 J o9" (or give a file with --jsonl)',
            )
        sets = [laid for laid in table.split("|") if laid.strip()]
        if rules in WORD_PROFILES:
            _solve_words(
                answers.answer(sets, rack, profile(rules), goal=goal or "score", opened=not unopened),
                as_json,
            )
            return
        wanted = goal or Goal.TILES.value
        solved = solve_timed(read_question(sets, rack, rules=rules, goal=wanted, joker=joker), options)
    except (LineError, CodedError) as error:
        if as_json:
            click.echo(json.dumps({"error": {"code": error.code, "message": str(error)}}, ensure_ascii=False))
        raise BadInput(f"{error} ({error.code}).") from error
    if as_json:
        click.echo(json.dumps(to_json(solved), ensure_ascii=False))
    else:
        _show(output(), solved)


def _solve_words(solved: TimedWords, as_json: bool) -> None:
    """Print the answer about a word position."""
    if as_json:
        click.echo(json.dumps(words_to_json(solved), ensure_ascii=False))
    else:
        show_words(output(), solved)


def refuse_beside_jsonl(ctx: click.Context, names: Iterable[str]) -> None:
    """Refuse options that have no meaning with a file, whose lines specify them."""
    for name in names:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"--{name} does not go with --jsonl: the lines of the file specify it (solve/beside-jsonl)."
            )


NUMBERS_ONLY = ("joker", "plan", "no_least")
LETTERS_ONLY = ("unopened", "any_words", "lexicon", "theme")
"""Options that apply to only one of the two games."""


def refuse_beside_rules(ctx: click.Context, rules: str) -> None:
    """Refuse options of the other game rather than ignore them."""
    played, other = ("letters", NUMBERS_ONLY) if rules in WORD_PROFILES else ("numbers", LETTERS_ONLY)
    for name in other:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = name.replace("_", "-")
            raise BadInput(
                f"--{option} means nothing with {rules!r}, which is played with {played}: leave it out, "
                "or choose other --rules (solve/beside-rules)."
            )


def _solve_lines(name: str, options: SolveOptions, answers: WordAnswers) -> None:
    """Answer every line of a file, with progress on a terminal."""
    for number, line in enumerate(with_progress(_lines_of(name), messages()), start=1):
        answer = answers.answer_line(line, number) or answer_line(line, options, number)
        click.echo(json.dumps(answer, ensure_ascii=False))


def _lines_of(name: str) -> Iterator[str]:
    """Yield the lines of the file, or of standard input for ``-``; invalid bytes become question marks."""
    if name == "-":
        for line in sys.stdin:
            yield line.removeprefix("\ufeff")
        return
    try:
        with Path(name).open(encoding="utf-8-sig", errors="replace") as file:
            yield from file
    except OSError as error:
        raise BadInput(
            f"{name!r} cannot be read ({error.strerror}): give a file of positions, or -."
        ) from None


def with_progress(lines: Iterable[str], console: Console) -> Iterator[str]:
    """Show on a terminal how many positions are done; elsewhere just pass the lines on."""
    if not console.is_terminal or sys.stdout.isatty():
        yield from lines
        return
    with Progress(*Progress.get_default_columns()[:1], "{task.completed} positions", console=console) as bar:
        task = bar.add_task("Solving", total=None)
        for line in lines:
            yield line
            bar.advance(task)


def _show(console: Console, solved: TimedSolution) -> None:
    """Draw the table before and after, what to lay, and the plan."""
    solution = solved.solution
    plain = is_plain(console)
    if solution.before:
        console.print(Text("Table", style=HEAD))
        console.print(table_view([_set_text(laid, Counter(), plain=plain) for laid in solution.before]))
    console.print(Text(_headline(solution), style=HEAD))
    if solution.tiles:
        console.print(Text(" ").join(tile_text(face, plain=plain) for face in solution.played))
        fresh = Counter(solution.played)
        console.print(Text("Opening" if solution.goal is Goal.OPENING else "Table afterwards", style=HEAD))
        console.print(table_view([_set_text(laid, fresh, plain=plain) for laid in solution.table]))
    if solved.plan is not None:
        console.print(Text("Plan", style=HEAD))
        console.print(format_plan(solved.plan))
    console.print(Text(_footline(solved), style=DIM))


def _headline(solution: Solution) -> str:
    """Say what to lay, in a line."""
    if not solution.tiles and not solution.optimal:
        limit = ", ".join(map(str, solution.bound))
        return f"Nothing was found before the budget was used up; at most {limit} may be possible."
    if not solution.tiles:
        return "No opening." if solution.goal is Goal.OPENING else "No tile can be laid."
    proof = "" if solution.optimal else f" (not proven; at most {', '.join(map(str, solution.bound))})"
    points = "1 point" if solution.points == 1 else f"{solution.points} points"
    off = "" if solution.goal is Goal.OPENING else " off the rack"  # a joker counts what it costs there (E4)
    return f"Lay {count_tiles(solution.tiles)}, {points}{off}{proof}:"


def _footline(solved: TimedSolution) -> str:
    """Say how much of the table stays unchanged, and how long it took."""
    solution = solved.solution
    parts = []
    if solution.before and solution.goal is not Goal.OPENING:
        parts.append(f"{solution.untouched} of {len(solution.before)} sets stay as they lie")
    if solution.least is not None and solution.tiles:
        parts.append("no best play disturbs less" if solution.least == "proven" else "little is disturbed")
    parts.append(f"{(solved.micros + solved.least_micros) / 1000:.2f} ms")
    return "; ".join(parts) + "."


def _set_text(laid: FaceSet, fresh: Counter[Face], *, plain: bool) -> Text:
    """Draw a set in the order in which it reads; tiles from the rack are underlined."""
    reading = read_numbers(laid)
    order = reading.order or range(len(laid))
    drawn = []
    for place in order:
        is_fresh = fresh[laid[place]] > 0
        fresh[laid[place]] -= is_fresh
        drawn.append(tile_text(laid[place], fresh=is_fresh, plain=plain))
    return Text(" ").join(drawn)
