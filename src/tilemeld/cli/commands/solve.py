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

from tilemeld.cli.options.language import language_option
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
from tilemeld.cli.terminal import BadInput, Unusable, WholeNumber, messages, output, typed
from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.refusals import error_in_words
from tilemeld.cli.text.speech import ENGLISH, Message, Speech
from tilemeld.cli.text.tiles import DIM, HEAD, is_plain, table_view, tile_text
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
@language_option
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
    speech: Speech,
) -> None:
    """Find the best play for a table and a rack.

    The answer is exact: nothing better exists. With --jsonl every line of FILE is a position,
    {"rules": "pl", "table": ["r3 r4 r5"], "rack": "b3 J o9", "goal": "tiles", "joker": 30}, and every line
    of the output its answer, in the same order; a line that cannot be read is answered with
    {"error": {"code": ..., "message": ..., "line": ...}} and the rest continue. What lies on the table must
    be sets; loose tiles belong on the rack. The exit code is 0, or 2 if the input cannot be used at all.

    With letters a line is {"rules": "pl-word", "table": ["KOSZYK", "KO?(T)"], "rack": "ATOM?", "opened":
    true}, and the answer has the word that scores, its points, and a bound that no turn can beat.
    JSON is the same in every --language.

    \b
    Examples:
      tilemeld solve --table "r3 r4 r5 | k7 b7 o7" --rack "b3 J o9" --plan
      tilemeld solve --rack "r10 b10 J" --goal opening
      tilemeld solve --rules pl-word --table "KOSZYK | KO?(T)" --rack "ATOMNE?"
      tilemeld solve --jsonl positions.jsonl --no-least > answers.jsonl
    """
    if backend == "kernel" and not has_kernel():
        raise Unusable("solve-input.no-kernel")
    options = SolveOptions(least=not no_least, plan=plan, budget_nodes=budget, backend=backend)
    answers = WordAnswers(options, lexicon=lexicon, theme=theme, any_words=any_words)
    if jsonl is not None:
        refuse_beside_jsonl(ctx, (*FIELDS, "unopened"))
        _solve_lines(jsonl, options, answers, speech)
        return
    refuse_beside_rules(ctx, rules)
    try:
        if rack is None:
            raise LineError("solve/missing-field", Message("solve-input.no-rack"))
        sets = [laid for laid in table.split("|") if laid.strip()]
        if rules in WORD_PROFILES:
            _solve_words(
                answers.answer(sets, rack, profile(rules), goal=goal or "score", opened=not unopened),
                speech,
                as_json=as_json,
            )
            return
        wanted = goal or Goal.TILES.value
        solved = solve_timed(read_question(sets, rack, rules=rules, goal=wanted, joker=joker), options)
    except (LineError, CodedError) as error:
        if as_json:
            click.echo(json.dumps({"error": {"code": error.code, "message": str(error)}}, ensure_ascii=False))
        raise BadInput(f"{_reason(error, speech)} ({error.code}).") from error
    if as_json:
        click.echo(json.dumps(to_json(solved), ensure_ascii=False))
    else:
        _show(output(), solved, speech)


def _reason(error: LineError | CodedError, speech: Speech) -> str:
    return error.in_words(speech) if isinstance(error, LineError) else error_in_words(error, speech)


def _solve_words(solved: TimedWords, speech: Speech, *, as_json: bool) -> None:
    """Print the answer about a word position."""
    if as_json:
        click.echo(json.dumps(words_to_json(solved), ensure_ascii=False))
    else:
        show_words(output(), solved, speech)


def refuse_beside_jsonl(ctx: click.Context, names: Iterable[str]) -> None:
    """Refuse options that have no meaning with a file, whose lines specify them."""
    for name in names:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise Unusable("solve-input.beside-jsonl", option=name)


NUMBERS_ONLY = ("joker", "plan", "no_least")
LETTERS_ONLY = ("unopened", "any_words", "lexicon", "theme")
"""Options that apply to only one of the two games."""


def refuse_beside_rules(ctx: click.Context, rules: str) -> None:
    """Refuse options of the other game rather than ignore them."""
    letters = rules in WORD_PROFILES
    other = NUMBERS_ONLY if letters else LETTERS_ONLY
    for name in other:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = name.replace("_", "-")
            raise Unusable(
                "solve-input.beside-letters" if letters else "solve-input.beside-numbers",
                option=option,
                profile=rules,
            )


def _solve_lines(name: str, options: SolveOptions, answers: WordAnswers, speech: Speech) -> None:
    """Answer every line of a file, with progress on a terminal."""
    for number, line in enumerate(with_progress(_lines_of(name), messages(), speech), start=1):
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
        raise Unusable("solve-input.file", file=typed(name), reason=error) from None


def with_progress(lines: Iterable[str], console: Console, speech: Speech = ENGLISH) -> Iterator[str]:
    """Show on a terminal how many positions are done; elsewhere just pass the lines on."""
    if not console.is_terminal or sys.stdout.isatty():
        yield from lines
        return
    with Progress(*Progress.get_default_columns()[:1], "{task.completed}", console=console) as bar:
        task = bar.add_task(speech.say("solve.solving"), total=None)
        for line in lines:
            yield line
            bar.advance(task)


def _show(console: Console, solved: TimedSolution, speech: Speech) -> None:
    """Draw the table before and after, what to lay, and the plan."""
    solution, say = solved.solution, speech.say
    plain = is_plain(console)
    if solution.before:
        console.print(Text(say("solver.table"), style=HEAD))
        console.print(table_view([_set_text(laid, Counter(), plain=plain) for laid in solution.before]))
    console.print(Text(_headline(solution, speech), style=HEAD))
    if solution.tiles:
        console.print(Text(" ").join(tile_text(face, plain=plain) for face in solution.played))
        fresh = Counter(solution.played)
        heading = say("solve.opening" if solution.goal is Goal.OPENING else "solver.after")
        console.print(Text(heading, style=HEAD))
        console.print(table_view([_set_text(laid, fresh, plain=plain) for laid in solution.table]))
    if solved.plan is not None:
        console.print(Text(say("solve.plan"), style=HEAD))
        console.print(format_plan(solved.plan, speech.language))
    console.print(Text(_footline(solved, speech), style=DIM))


def _headline(solution: Solution, speech: Speech) -> str:
    """Say what to lay, in a line."""
    say, bound = speech.say, ", ".join(map(str, solution.bound))
    opening = solution.goal is Goal.OPENING
    if not solution.tiles and not solution.optimal:
        return say("solve.budget", bound=bound)
    if not solution.tiles:
        return f"{say('solver.no-opening' if opening else 'solver.nothing')}."
    proof = "" if solution.optimal else f" ({say('solve.unproven', bound=bound)})"
    # off the rack a joker counts what it costs there (E4), in an opening what it stands for
    key: Key = "solver.opens" if opening else "solver.lay"
    return f"{say(key, count=solution.tiles, points=solution.points)}{proof}:"


def _footline(solved: TimedSolution, speech: Speech) -> str:
    """Say how much of the table stays unchanged, and how long it took."""
    solution, say = solved.solution, speech.say
    parts = []
    if solution.before and solution.goal is not Goal.OPENING:
        parts.append(say("solve.sets-stay", stay=solution.untouched, count=len(solution.before)))
    if solution.least is not None and solution.tiles:
        parts.append(say("solve.least" if solution.least == "proven" else "solve.little"))
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
