"""``tilemeld verify``: was the shuffle fair, was every turn right, does the score follow?"""

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

import click
from rich.text import Text

from tilemeld.bots import PLAYERS
from tilemeld.cli.options.word_lists import word_options, words_for
from tilemeld.cli.terminal import output, read_record
from tilemeld.cli.text.event_sentences import cast_of
from tilemeld.cli.text.rule_differences import difference_line
from tilemeld.cli.text.tiles import BAD, DIM, GOOD
from tilemeld.engine.errors import Refused, RulesError
from tilemeld.engine.game.commands import (
    CorrectScore,
    EndRound,
    GiveAllowance,
    GivePenalty,
    Pause,
    RestartTurn,
    TakeBackTurn,
)
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.events import Dealt, Event, GameEnded, ScoreCorrected, StarterChosen
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.record.codec import Json, tag_of, to_json
from tilemeld.engine.record.record import Problem, Record, replay
from tilemeld.engine.record.record import verify as verify_record
from tilemeld.engine.rules import Rules, differences

UNFINISHED = 3
"""The exit code for a game that fits so far and is not over."""


@click.command()
@click.argument("file", metavar="FILE")
@word_options
@click.pass_context
def verify(ctx: click.Context, file: str, lexicon: str | None, theme: str | None) -> None:
    """Derive a recorded game again and say what does not fit.

    The secret has to fit the commitment that was shown before the deal; the draw for the first turn,
    every deal and every tile have to follow from it; every turn and the score have to follow from the
    rules; times may not run backwards, and the header may not claim anything impossible. What no record can
    prove is listed at the end. A word game names its dictionary by a hash; if it is not the one that comes
    with this program, --lexicon names it. Needs no network. FILE may be - for standard input. The exit
    code is 0 if all fits, 1 if something does not, 2 if the file is not a record, 3 if all fits so far but
    the game is not over.

    \b
    Example:
      tilemeld verify game.jsonl
    """
    record = read_record(file)
    sets_for = words_for(record.created.rules, lexicon, theme)
    problems = (*unknown_bots(record), *verify_record(record, sets_for=sets_for))
    console = output()
    unfinished = bool(problems) and is_unfinished(record, problems, sets_for)
    if unfinished:
        for line in so_far(record):
            console.print(Text(line))
    else:
        for problem in problems:
            for line in problem_lines(record, problem, sets_for):
                console.print(Text(line, style=BAD))
    if not problems:
        for line in checked(record):
            console.print(Text(f"✓ {line}", style=GOOD))
    for line in house_notes(record.created.rules):
        console.print(line)
    if not problems or unfinished:
        for line in unproven(record):
            console.print(Text(line, style=DIM))
    ctx.exit(UNFINISHED if unfinished else 1 if problems else 0)


def is_unfinished(record: Record, problems: Sequence[Problem], sets_for: SetRulesFor) -> bool:
    """Say whether the only problem is that the game is not over."""
    *_, last = replay(record, sets_for=sets_for)
    problem = problems[0]
    if last.phase == Phase.ENDED or len(problems) > 1:
        return False
    if record.created.secret is None:
        return True
    return problem.step == len(record.steps) and difference(record, problem, sets_for) is None


def so_far(record: Record) -> list[str]:
    """Say how far a game that is not over could be checked."""
    lines = [f"The game is not over: the record has {_count(len(record.steps), 'step')} and no result yet."]
    if record.created.secret is None:
        return [*lines, "Nothing can be checked before the end, when the server's secret is revealed."]
    return [*lines, "Everything up to there fits. Verify it again when the game is over."]


def problem_lines(record: Record, problem: Problem, sets_for: SetRulesFor) -> list[str]:
    """Say what does not fit, field by field where the recorded events differ from the right ones."""
    where = "creation" if problem.step == 0 else f"step {problem.step}"
    both = difference(record, problem, sets_for) if problem.step else None
    if both is None:
        return [f"✗ {where}: {problem.reason}"]
    ours, theirs = both
    command = tag_of(type(record.steps[problem.step - 1].command))
    lines = [f"✗ {where} ({command}): what was recorded is not what the rules and the seed give."]
    for name, right, recorded in _differences("", ours, theirs):
        lines.append(f"    {name}: recorded {_short(recorded)}, right {_short(right)}")
    return [*lines, "    What follows cannot be checked."]


def difference(
    record: Record, problem: Problem, sets_for: SetRulesFor
) -> tuple[dict[str, Json], dict[str, Json]] | None:
    """Return the fields of the first event that differs, as the rules give it and as it was recorded."""
    step = record.steps[problem.step - 1] if record.steps else None
    before = next(islice(replay(record, sets_for=sets_for), max(0, problem.step - 1), None))
    if step is None or step.version != before.version:
        return None
    try:
        ours = decide(before, step.command, now=step.at, chance=FixedChance("unused"))
    except Refused:
        return None
    for one, other in zip_longest(ours, step.events):
        if one != other:
            return _fields(one), _fields(other)
    return None


def _fields(event: Event | None) -> dict[str, Json]:
    """Write an event as fields; an event that is missing has none."""
    data = None if event is None else to_json(event)
    return data if isinstance(data, dict) else {}


def _differences(name: str, ours: Json, theirs: Json) -> Iterator[tuple[str, Json, Json]]:
    """Yield the innermost places in which two values differ, each with both values."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**theirs, **ours}:
            yield from _differences(f"{name} {key}".strip(), ours.get(key), theirs.get(key))
    elif (
        isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs) and _has_lists(ours)
    ):
        for place, (one, other) in enumerate(zip(ours, theirs, strict=True), start=1):
            yield from _differences(f"{name} {place}", one, other)
    elif ours != theirs:
        yield name, ours, theirs


def _short(value: Json) -> str:
    """Write a value for people: tiles next to each other, an empty value as a dash."""
    if value is None:
        return "–"
    if isinstance(value, list):
        text = (
            " | ".join(_short(each) for each in value) if _has_lists(value) else " ".join(map(_short, value))
        )
    elif isinstance(value, dict):
        text = ", ".join(f"{name} {_short(each)}" for name, each in value.items())
    else:
        text = str(value)
    return text if len(text) <= 160 else text[:157] + "..."


def _has_lists(value: list[Json]) -> bool:
    return any(isinstance(each, list | dict) for each in value)


def checked(record: Record) -> list[str]:
    """Say what was checked in a record in which everything fits."""
    events = [event for step in record.steps for event in step.events]
    draws = [len(event.draws) for event in events if isinstance(event, StarterChosen)]
    deals = sum(isinstance(event, Dealt) for event in events)
    corrected = [event for event in events if isinstance(event, ScoreCorrected)]
    how = f"drawn in {_count(draws[0], 'round')}" if draws and draws[0] else "given by the rules"
    words = record.created.words
    return [
        f"commitment: the secret fits {record.created.commitment[:16]}…",
        f"starter: {how}",
        f"{_count(deals, 'deal')}: every rack and the bank follow from the seed",
        *([] if words is None else [f"words: judged again by the list {words[:16]}…"]),
        f"{_count(len(record.steps), 'step')}: each decided again with the same {len(events)} events",
        f"score: {_points(final_scores(events))}{', as the referee corrected it' if corrected else ''}",
        *(
            ["score of the game itself: " + _points(final_scores(events, corrected=False))]
            if corrected
            else []
        ),
        *(correction_line(record, event) for event in corrected),
    ]


def final_scores(events: Sequence[Event], *, corrected: bool = True) -> list[int]:
    """Return the points that count, by seat, including the referee's corrections."""
    scores: list[int] = []
    for event in events:
        if isinstance(event, GameEnded):
            scores = [score.points for score in event.result.scores]
        elif isinstance(event, ScoreCorrected) and corrected:
            scores[event.seat] = event.points
    return scores


def correction_line(record: Record, event: ScoreCorrected) -> str:
    """Write a referee's correction: whose score, what it is now, who has won, and why."""
    name = cast_of(record).name
    winners = ", ".join(name(seat) for seat in event.winners) or "nobody"
    return f"correction: {name(event.seat)} has {event.points:+}; won by {winners}; reason: {event.reason}"


def unknown_bots(record: Record) -> list[Problem]:
    """Name the bots of the header that this program does not have."""
    return [
        Problem(0, f"the header names a bot {bot!r} in seat {seat}, which is none of {', '.join(PLAYERS)}")
        for seat, bot in enumerate(record.bots)
        if bot is not None and bot not in PLAYERS
    ]


def unproven(record: Record) -> list[str]:
    """List what no record can prove, and so was not checked."""
    commands = {type(step.command) for step in record.steps}
    ruled = commands & {GivePenalty, RestartTurn, TakeBackTurn, CorrectScore, GiveAllowance, Pause, EndRound}
    return [
        "What a record cannot prove, and nobody checked:",
        "  when it was played: times are the server's word, and only have to run forwards",
        "  who sat in the seats, and whether people or bots did",
        "  which game of a match it was, and who started the one before",
        "  what was tried and refused, and drafts that no time ran out over",
        *(["  whether the referee's rulings, allowances and pauses were right"] if ruled else []),
    ]


def _points(points: Sequence[int]) -> str:
    return " ".join(f"{each:+}" for each in points)


def house_notes(rules: Rules) -> list[str]:
    """Say which rules of a game differ from the published profile that it was made from."""
    name = f"{rules.profile!r} version {rules.version}"
    try:
        changed = differences(rules)
    except RulesError:
        return [f"Rules: {name} is not a published profile; the record's own rules were used."]
    if not changed:
        return [f"Rules: {name}, as published."]
    return [f"Rules: {name} with {_count(len(changed), 'house rule')}:", *map(difference_line, changed)]


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
