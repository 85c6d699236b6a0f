"""``tilemeld verify``: was the shuffle fair, was every turn right, does the score follow?"""

import click
from rich.text import Text

from tilemeld.engine.errors import RulesError
from tilemeld.engine.events import Dealt, GameEnded, StarterChosen
from tilemeld.engine.record import Record
from tilemeld.engine.record import verify as verify_record
from tilemeld.engine.rules import Difference, Rules, differences

from .rules_command import format_value
from .show import BAD, GOOD
from .terminal import output, read_record
from .word_lists import word_options, words_for


@click.command()
@click.argument("file", metavar="FILE")
@word_options
@click.pass_context
def verify(ctx: click.Context, file: str, lexicon: str | None, theme: str | None) -> None:
    """Derive a recorded game again and say what does not fit.

    The secret has to fit the commitment that was shown before the deal; the draw for the first turn,
    every deal and every tile have to follow from it; every turn and the score have to follow from the
    rules. A word game names its dictionary by a hash; if it is not the one that comes with this program,
    --lexicon names it. Needs no network. FILE may be - for standard input. The exit code is 0 if all
    fits, 1 if something does not, 2 if the file is no record.

    \b
    Example:
      tilemeld verify game.jsonl
    """
    record = read_record(file)
    problems = verify_record(record, sets_for=words_for(record.created.rules, lexicon, theme))
    console = output()
    for problem in problems:
        where = "creation" if problem.step == 0 else f"step {problem.step}"
        console.print(Text(f"✗ {where}: {problem.reason}", style=BAD))
    if not problems:
        for line in checked(record):
            console.print(Text(f"✓ {line}", style=GOOD))
    for line in house_notes(record.created.rules):
        console.print(line)
    ctx.exit(1 if problems else 0)


def checked(record: Record) -> list[str]:
    """Say what was checked in a record in which everything fits."""
    events = [event for step in record.steps for event in step.events]
    draws = [len(event.draws) for event in events if isinstance(event, StarterChosen)]
    deals = sum(isinstance(event, Dealt) for event in events)
    scores = [
        score.points for event in events if isinstance(event, GameEnded) for score in event.result.scores
    ]
    how = f"drawn in {_count(draws[0], 'round')}" if draws and draws[0] else "given by the rules"
    words = record.created.words
    return [
        f"commitment: the secret fits {record.created.commitment[:16]}…",
        f"starter: {how}",
        f"{_count(deals, 'deal')}: every rack and the bank follow from the seed",
        *([] if words is None else [f"words: judged again by the list {words[:16]}…"]),
        f"{_count(len(record.steps), 'step')}: each decided again with the same {len(events)} events",
        f"score: {' '.join(f'{points:+}' for points in scores)}",
    ]


def house_notes(rules: Rules) -> list[str]:
    """Say which rules of a game differ from the published profile that it was made from."""
    name = f"{rules.profile!r} version {rules.version}"
    try:
        changed = differences(rules)
    except RulesError:
        return [f"Rules: {name} is no published profile; the record's own rules were used."]
    if not changed:
        return [f"Rules: {name}, as published."]
    return [f"Rules: {name} with {_count(len(changed), 'house rule')}:", *map(difference_line, changed)]


def difference_line(each: Difference) -> str:
    """Write a field in which a game's rules differ from the published profile."""
    ours, theirs = format_value(each.ours), format_value(each.theirs)
    return f"  {each.field} = {ours} (published: {theirs}): {each.text}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
