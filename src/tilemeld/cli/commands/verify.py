"""``tilemeld verify``: was the shuffle fair, was every turn right, does the score follow?"""

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

import click
from rich.text import Text

from tilemeld.bots import PLAYERS
from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.word_lists import word_options, words_for
from tilemeld.cli.terminal import output, read_record, typed
from tilemeld.cli.text.event_sentences import cast_of
from tilemeld.cli.text.refusals import all_in_words
from tilemeld.cli.text.rule_differences import difference_line
from tilemeld.cli.text.speech import ENGLISH, Speech
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
@language_option
@click.pass_context
def verify(ctx: click.Context, file: str, lexicon: str | None, theme: str | None, speech: Speech) -> None:
    """Derive a recorded game again and say what does not fit.

    The secret has to fit the commitment that was shown before the deal; the draw for the first turn,
    every deal and every tile have to follow from it; every turn and the score have to follow from the
    rules; times may not run backwards, and the header may not claim anything impossible. What no record can
    prove is listed at the end. A word game names its dictionary by a hash; if it is not the one that comes
    with this program, --lexicon names it. Needs no network. FILE may be - for standard input. The exit
    code is 0 if all fits, 1 if something does not, 2 if the file is not a record, 3 if all fits so far but
    the game is not over.

    \b
    Examples:
      tilemeld verify game.jsonl
      tilemeld verify game.jsonl --language cs
    """
    record = read_record(file)
    sets_for = words_for(record.created.rules, lexicon, theme)
    problems = (*unknown_bots(record), *verify_record(record, sets_for=sets_for))
    console = output()
    unfinished = bool(problems) and is_unfinished(record, problems, sets_for)
    if unfinished:
        for line in so_far(record, speech):
            console.print(Text(line))
    else:
        for problem in problems:
            for line in problem_lines(record, problem, sets_for, speech):
                console.print(Text(line, style=BAD))
    if not problems:
        for line in checked(record, speech):
            console.print(Text(f"✓ {line}", style=GOOD))
    for line in house_notes(record.created.rules, speech):
        console.print(line)
    if not problems or unfinished:
        for line in unproven(record, speech):
            console.print(Text(line, style=DIM))
    ctx.exit(UNFINISHED if unfinished else 1 if problems else 0)


def is_unfinished(record: Record, problems: Sequence[Problem], sets_for: SetRulesFor) -> bool:
    """Say whether the only problem is that the game is not over."""
    if len(problems) > 1 or problems[0].code not in ("not-over", "no-secret"):
        return False
    *_, last = replay(record, sets_for=sets_for)
    return last.phase != Phase.ENDED


def so_far(record: Record, speech: Speech) -> list[str]:
    """Say how far a game that is not over could be checked."""
    over = speech.say("verify.not-over", count=len(record.steps))
    if record.created.secret is None:
        return [over, speech.say("verify.no-secret-yet")]
    return [over, speech.say("verify.fits-so-far")]


def problem_lines(
    record: Record, problem: Problem, sets_for: SetRulesFor, speech: Speech = ENGLISH
) -> list[str]:
    """Say what does not fit, field by field where the recorded events differ from the right ones."""
    say = speech.say
    where = say("record.at.step", number=problem.step) if problem.step else say("verify.creation")
    both = difference(record, problem, sets_for) if problem.step else None
    if both is None:
        return [f"✗ {where}: {problem_in_words(problem, speech)}"]
    ours, theirs = both
    command = tag_of(type(record.steps[problem.step - 1].command))
    lines = [f"✗ {say('verify.differs', where=where, command=command)}"]
    for name, right, recorded in _differences("", ours, theirs):
        lines.append(f"    {say('verify.field', field=name, recorded=_short(recorded), right=_short(right))}")
    return [*lines, f"    {say('verify.rest')}"]


def problem_in_words(problem: Problem, speech: Speech) -> str:
    """Say what does not fit."""
    values = dict(problem.params)
    for name in values.keys() & {"bot", "profile"}:  # these come from the file as they are
        values[name] = typed(str(values[name]))
    if problem.refusals:
        values["reason"] = all_in_words(problem.refusals, speech)
    if "phase" in values:
        values["phase"] = speech.say_of("phase", str(values["phase"]))
    return speech.say_of("problem", problem.code, **values)


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
            yield from _differences(f"{name}.{key}".strip("."), ours.get(key), theirs.get(key))
    elif (
        isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs) and _has_lists(ours)
    ):
        for place, (one, other) in enumerate(zip(ours, theirs, strict=True), start=1):
            yield from _differences(f"{name}.{place}", one, other)
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


def checked(record: Record, speech: Speech) -> list[str]:
    """Say what was checked in a record in which everything fits."""
    say = speech.say
    events = [event for step in record.steps for event in step.events]
    draws = [len(event.draws) for event in events if isinstance(event, StarterChosen)]
    deals = sum(isinstance(event, Dealt) for event in events)
    words = record.created.words
    drawn = bool(draws and draws[0])
    return [
        say("verify.commitment", commitment=record.created.commitment[:16]),
        say("verify.starter-drawn", count=draws[0]) if drawn else say("verify.starter-given"),
        say("verify.deals", count=deals),
        *([] if words is None else [say("verify.words", words=words[:16])]),
        say("verify.steps", count=len(record.steps), events=len(events)),
        *score_lines(record, events, speech),
    ]


def score_lines(record: Record, events: Sequence[Event], speech: Speech) -> list[str]:
    """Say how the game was scored, and what the referee corrected."""
    counted = _points(final_scores(events))
    corrected = [event for event in events if isinstance(event, ScoreCorrected)]
    if not corrected:
        return [speech.say("verify.score", points=counted)]
    itself = _points(final_scores(events, corrected=False))
    return [
        speech.say("verify.score-corrected", points=counted),
        speech.say("verify.score-itself", points=itself),
        *(correction_line(record, event, speech) for event in corrected),
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


def correction_line(record: Record, event: ScoreCorrected, speech: Speech) -> str:
    """Write a referee's correction: whose score, what it is now, who has won, and why."""
    name = cast_of(record, speech).name
    winners = ", ".join(name(seat) for seat in event.winners) or speech.say("verify.nobody")
    return speech.say(
        "verify.correction",
        name=name(event.seat),
        points=f"{event.points:+}",
        winners=winners,
        reason=event.reason,
    )


def unknown_bots(record: Record) -> list[Problem]:
    """Name the bots of the header that this program does not have."""
    return [
        Problem(0, "unknown-bot", {"bot": bot, "seat": seat, "bots": ", ".join(PLAYERS)})
        for seat, bot in enumerate(record.bots)
        if bot is not None and bot not in PLAYERS
    ]


def unproven(record: Record, speech: Speech) -> list[str]:
    """List what no record can prove, and so was not checked."""
    commands = {type(step.command) for step in record.steps}
    ruled = commands & {GivePenalty, RestartTurn, TakeBackTurn, CorrectScore, GiveAllowance, Pause, EndRound}
    listed = ("when", "who", "match", "tried", *(("ruled",) if ruled else ()))
    return [
        speech.say("unproven.heading"),
        *(f"  {speech.say_of('unproven', each)}" for each in listed),
    ]


def _points(points: Sequence[int]) -> str:
    return " ".join(f"{each:+}" for each in points)


def house_notes(rules: Rules, speech: Speech) -> list[str]:
    """Say which rules of a game differ from the published profile that it was made from."""
    name, version = typed(rules.profile), rules.version
    try:
        changed = differences(rules)
    except RulesError:
        return [speech.say("verify.rules-unknown", profile=name, version=version)]
    if not changed:
        return [speech.say("verify.rules-published", profile=name, version=version)]
    heading = speech.say("verify.rules-house", profile=name, version=version, count=len(changed))
    return [heading, *(difference_line(each, speech) for each in changed)]
