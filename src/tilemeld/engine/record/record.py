"""Records: a game as JSON Lines, replayed without dice and checked by deciding everything again.

The first line is the header: the format, its schema number and the creation of the game with the
full rules. Every further line is a step: the version it was decided at, when, the command and its
events. docs/record.md describes it, docs/record.schema.json is generated from the same types.
"""

import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import cast

from tilemeld.engine.errors import Param, RecordError, Refusal, Refused, RulesError
from tilemeld.engine.game.commands import Command, CreateGame, Leave, Return, SkipRedeal
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.events import Event, GameCreated
from tilemeld.engine.game.evolve import SetRulesFor, evolve
from tilemeld.engine.game.shuffle import commit_to
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import RULE_FIELDS, Rules, Value, differences
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import Seat

from .codec import Json, command_from_json, event_from_json, from_json, shown, to_json

FORMAT = "tilemeld-record"
SCHEMA = 1
SIZE_LIMIT = 50_000_000
"""The longest record that is read, in characters."""
NAME_LIMIT = 40
"""The longest name of a bot."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command that was accepted, and its events."""

    version: int
    """The version of the game that the command was decided at."""
    at: int
    """When, in milliseconds of the server's clock."""
    command: Command
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: how it was created and every step since."""

    at: int
    created: GameCreated
    steps: tuple[Step, ...] = ()
    bots: tuple[str | None, ...] = ()
    """The bot that played each seat, ``None`` for a person; empty if unknown."""


def format_record(record: Record) -> str:
    """Write a record as JSON Lines."""
    header: dict[str, Json] = {
        "format": FORMAT,
        "schema": SCHEMA,
        "at": record.at,
        "created": to_json(record.created),
        **({"bots": to_json(record.bots)} if record.bots else {}),
    }
    lines = [header, *(format_step(step) for step in record.steps)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def format_step(step: Step) -> dict[str, Json]:
    """Turn a step into the JSON object of its line."""
    return {
        "version": step.version,
        "at": step.at,
        "command": to_json(step.command),
        "events": [to_json(event) for event in step.events],
    }


def parse_record(text: str) -> Record:
    """Read what ``format_record`` writes.

    Raises ``RecordError``, which names line and place, when it is something else.
    """
    if len(text) > SIZE_LIMIT:
        raise _unreadable("the file", f"{len(text)} characters are more than the {SIZE_LIMIT} that are read")
    lines = [_load(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise _unreadable("line 1", "the file is empty")
    header = _fields(lines[0], "line 1", {"format", "schema", "at", "created"}, optional={"bots"})
    if header["format"] != FORMAT or header["schema"] != SCHEMA:
        found = f"{shown(header['format'])} {shown(header['schema'])}"
        raise _unreadable("line 1", f"expected format {FORMAT!r} with schema {SCHEMA}, got {found}")
    created = event_from_json(header["created"], path="line 1: created")
    if not isinstance(created, GameCreated):
        raise _unreadable("line 1: created", "a game begins with game-created")
    at = from_json(int, header["at"], path="line 1: at")
    steps = tuple(parse_step(line, f"line {n}") for n, line in enumerate(lines[1:], start=2))
    return Record(at=at, created=created, steps=steps, bots=_parse_bots(header.get("bots"), created.players))


def _parse_bots(data: Json, players: int) -> tuple[str | None, ...]:
    """Read which bots played; nothing where the header does not say."""
    if data is None:
        return ()
    bots = from_json(tuple[str | None, ...], data, path="line 1: bots")
    if len(bots) != players or any(bot is not None and len(bot) > NAME_LIMIT for bot in bots):
        expected = f"expected null or a name of at most {NAME_LIMIT} characters for each of {players} seats"
        raise _unreadable("line 1: bots", f"{expected}, got {shown(data)}")
    return bots


def parse_step(data: Json, path: str = "$") -> Step:
    """Turn the JSON object of a line into a step."""
    line = _fields(data, path, {"version", "at", "command", "events"})
    events = line["events"]
    if not isinstance(events, list) or not events:
        raise _unreadable(f"{path}: events", f"expected a list of events, got {shown(events)}")
    return Step(
        version=from_json(int, line["version"], path=f"{path}: version"),
        at=from_json(int, line["at"], path=f"{path}: at"),
        command=command_from_json(line["command"], path=f"{path}: command"),
        events=tuple(event_from_json(event, path=f"{path}: events[{i}]") for i, event in enumerate(events)),
    )


def replay(record: Record, *, sets_for: SetRulesFor = sets_of) -> Iterator[GameState]:
    """Yield the state after the creation and after every step, without judging anything.

    Raises ``RecordError`` when the steps do not follow from each other.
    """
    state = evolve(None, record.created, sets_for=sets_for)
    yield state
    for number, step in enumerate(record.steps, start=1):
        if step.version != state.version:
            raise _unreadable(f"step {number}", f"follows version {step.version}, not {state.version}")
        for event in step.events:
            try:
                state = evolve(state, event, sets_for=sets_for)
            except (LookupError, ValueError, AssertionError, OverflowError) as error:
                reason = f"{type(event).__name__} does not fit the game so far ({error})"
                raise _unreadable(f"step {number}", reason) from error
        yield state


PROBLEMS: Mapping[str, str] = {
    "refused": "{command} was accepted, but the rules refuse it: {reason}; what follows cannot be checked",
    "differs": (
        "recorded is {recorded}, but the rules and the seed give {right}; what follows cannot be checked"
    ),
    "number-of-events": (
        "{count} events are recorded, but the rules give {right}; what follows cannot be checked"
    ),
    "version": (
        "the step follows version {found}, but the game is at {version}; what follows cannot be checked"
    ),
    "not-over": "the game is not over: it stops at {phase}",
    "previous-starter": "the first game of a match names seat {seat} as the previous starter",
    "walking-bot": "seat {seat} leaves or comes back, but a bot is named there, and bots do neither",
    "hasty-skip": "seat {seat} skips the window for a new deal, but not all others are bots (R-4)",
    "unknown-bot": "the header names a bot {bot!r} in seat {seat}, which is none of {bots}",
    "unused-field": (
        "{field} means nothing in this game, so no house changes it, "
        "but it is {ours} where {profile!r} version {version} has {theirs}"
    ),
    "earlier-than-step": "the step is from {at} ms, earlier than the step before it ({before} ms)",
    "earlier-than-game": "the step is from {at} ms, earlier than the game was set up ({before} ms)",
    "no-secret": "the server's secret is missing: it is revealed when the game is over",
    "other-secret": "the secret does not fit the commitment: the server did not keep its word",
    "impossible": "such a game cannot be created: {reason}",
    "other-words": "the game was played with the words {words}, here are {found}",
}
"""What may be wrong with a record, by code, as English sentences."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing in a record that does not match what the rules and the seed say."""

    step: int
    """Which step, counted from 1; 0 is the creation."""
    code: str
    """Which of ``PROBLEMS`` it is."""
    params: Mapping[str, Param] = field(default_factory=dict)
    refusals: tuple[Refusal, ...] = ()
    """Why the rules refuse it, where they do."""

    @property
    def reason(self) -> str:
        """The problem as an English sentence.

        >>> Problem(0, "previous-starter", {"seat": 2}).reason
        'the first game of a match names seat 2 as the previous starter'
        """
        because = "; ".join(map(str, self.refusals))
        return PROBLEMS[self.code].format(**{**self.params, "reason": because})


def verify(record: Record, *, sets_for: SetRulesFor = sets_of) -> tuple[Problem, ...]:
    """Derive the whole game again and list what does not match.

    The secret has to fit its commitment, and deciding every command again, at its time and on the
    state that the rules lead to, has to give exactly the events that were recorded: the draw for the
    starter, every deal and tile, every judgement and the score. Times never run backwards, and the header
    says nothing that the game or its rules contradict.
    """
    found = (*_verify_header(record), *_verify_times(record))
    problems = tuple(_verify_creation(record, sets_for))
    return (*found, *(problems or _verify_steps(record, sets_for)))


def _verify_steps(record: Record, sets_for: SetRulesFor) -> tuple[Problem, ...]:
    """Decide every step again, up to the first that does not match."""
    state = evolve(None, record.created, sets_for=sets_for)
    for number, step in enumerate(record.steps, start=1):
        problem = _verify_step(state, step, number)
        if problem is not None:
            return (problem,)
        for event in step.events:
            state = evolve(state, event, sets_for=sets_for)
    if state.phase != Phase.ENDED:
        return (Problem(len(record.steps), "not-over", {"phase": state.phase.value}),)
    return ()


def _verify_header(record: Record) -> Iterator[Problem]:
    """List what is impossible in the header although no decision depends on it."""
    created = record.created
    if created.game == 1 and created.previous_starter is not None:
        yield Problem(0, "previous-starter", {"seat": created.previous_starter})
    for step, seat in _walks_of_bots(record):
        yield Problem(step, "walking-bot", {"seat": seat})
    for step, seat in _hasty_skips(record):
        yield Problem(step, "hasty-skip", {"seat": seat})
    book: dict[str, Param] = {"profile": created.rules.profile, "version": created.rules.version}
    for name, ours, theirs in _unused_differences(created.rules):
        values = {"field": name, "ours": repr(ours), "theirs": repr(theirs)}
        yield Problem(0, "unused-field", {**book, **values})


def _walks_of_bots(record: Record) -> Iterator[tuple[int, Seat]]:
    """List the steps in which a seat that the header gives to a bot leaves or comes back."""
    bots = {seat for seat, bot in enumerate(record.bots) if bot is not None}
    for number, step in enumerate(record.steps, start=1):
        if isinstance(step.command, Leave | Return) and step.command.seat in bots:
            yield number, step.command.seat


def _hasty_skips(record: Record) -> Iterator[tuple[int, Seat]]:
    """List the steps in which the window for a new deal is skipped although others are people (R-4)."""
    people = {seat for seat, bot in enumerate(record.bots) if bot is None}
    for number, step in enumerate(record.steps, start=1):
        if isinstance(step.command, SkipRedeal) and people - {step.command.seat}:
            yield number, step.command.seat


def _unused_differences(rules: Rules) -> list[tuple[str, Value, Value]]:
    """List the fields that mean nothing in this game but differ from the published profile."""
    try:
        changed = differences(rules)
    except RulesError:
        return []
    return [
        (each.field, each.ours, each.theirs) for each in changed if not RULE_FIELDS[each.field].is_for(rules)
    ]


def _verify_times(record: Record) -> Iterator[Problem]:
    """Name the steps that are earlier than the one before them, or than the game."""
    before = record.at
    for number, step in enumerate(record.steps, start=1):
        if step.at < before:
            code = "earlier-than-step" if number > 1 else "earlier-than-game"
            yield Problem(number, code, {"at": step.at, "before": before})
        before = step.at


class _SecretOf:
    """Chance that repeats the secret of a recorded game."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def secret(self) -> str:
        return self._secret


def _verify_creation(record: Record, sets_for: SetRulesFor) -> Iterator[Problem]:
    created = record.created
    if created.secret is None:
        yield Problem(0, "no-secret")
        return
    if commit_to(created.secret) != created.commitment:
        yield Problem(0, "other-secret")
        return
    command = CreateGame(
        rules=created.rules,
        players=created.players,
        game=created.game,
        previous_starter=created.previous_starter,
    )
    try:
        (again,) = decide(
            None,
            command,
            now=record.at,
            chance=_SecretOf(created.secret),
            sets_for=lambda rules: sets_for(rules).in_edition(created.words),
        )
    except Refused as error:
        yield Problem(0, "impossible", refusals=error.refusals)
        return
    except RulesError as error:
        yield Problem(0, "impossible", refusals=(error.refusal,))
        return
    assert isinstance(again, GameCreated), "a game begins with its creation"
    if again.words != created.words:
        yield Problem(0, "other-words", {"words": str(created.words), "found": str(again.words)})


def _verify_step(state: GameState, step: Step, number: int) -> Problem | None:
    if step.version != state.version:
        return Problem(number, "version", {"found": step.version, "version": state.version})
    assert state.secret is not None, "checked with the creation"
    try:
        events = decide(state, step.command, now=step.at, chance=_SecretOf(state.secret))
    except Refused as error:
        return Problem(number, "refused", {"command": type(step.command).__name__}, refusals=error.refusals)
    for ours, theirs in zip(events, step.events, strict=False):
        if ours != theirs and _facts(to_json(ours)) != _facts(to_json(theirs)):
            return Problem(number, "differs", {"recorded": _shorten(theirs), "right": _shorten(ours)})
    if len(events) != len(step.events):
        return Problem(number, "number-of-events", {"count": len(step.events), "right": len(events)})
    return None


def _facts(value: Json) -> Json:
    """Return a value without the sentence of a fault: its wording may change, its code and numbers do not."""
    if isinstance(value, dict):
        worded = "reason" if "fault" in value else None
        return {name: _facts(item) for name, item in value.items() if name != worded}
    return [_facts(item) for item in value] if isinstance(value, list) else value


def _shorten(event: Event) -> str:
    text = json.dumps(to_json(event), ensure_ascii=False)
    return text if len(text) <= 300 else text[:297] + "..."


def _load(number: int, line: str) -> Json:
    try:
        return cast(Json, json.loads(line))
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"line {number}", f"not JSON ({error})") from None


def _fields(data: Json, path: str, names: set[str], *, optional: Set[str] = frozenset()) -> dict[str, Json]:
    if not isinstance(data, dict) or data.keys() - optional != names:
        raise _unreadable(path, f"expected an object with {', '.join(sorted(names))}, got {shown(data)}")
    return data


def _unreadable(path: str, reason: str) -> RecordError:
    return RecordError("record/unreadable", path=path, reason=reason)
