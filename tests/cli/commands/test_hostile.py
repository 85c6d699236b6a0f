"""Hostile input: records changed at random, and lines of nonsense at the table. Only clean exits, ever."""

import json
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from at_night import at_night
from cli.typed_table import At
from tilemeld.cli.main import cli
from tilemeld.cli.table.typed_edits import ALIASES, VERBS
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import profile
from tilemeld.lab.simulate import play_random_game

RULES = profile("cs").override({"rack_size": 5, "opening_points": 5, "turn_seconds": None})
LINES = format_record(play_random_game(RULES, 2, "hostile")[0].record).splitlines()

JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 300),
    st.just(10**30),
    st.floats(allow_nan=False),
    st.sampled_from(["r7a", "Ja", "zz", "", "r7a(b9)", "\x1b[2J", "[red]", "x" * 300, "pl", "turn-started"]),
    st.just([]),
    st.just({}),
    st.just([["r7a"]]),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List every place in a JSON value."""
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path, *(place for key, each in items for place in places(each, (*path, key)))]


class Change(NamedTuple):
    """One change to a record: what is done to which line, and where in it."""

    kind: str
    line: int
    other: int
    junk: Any


def changed(changes: list[Change]) -> str:
    """Return the record with values replaced, lines lost, doubled or exchanged."""
    lines = list(LINES)
    for kind, line, other, junk in changes:
        number, place = line % len(lines), other % len(lines)
        if kind == "drop" and len(lines) > 1:
            lines.pop(number)
        elif kind == "double":
            lines.insert(number, lines[number])
        elif kind == "swap":
            lines[number], lines[place] = lines[place], lines[number]
        else:
            lines[number] = _spoilt(lines[number], other, junk)
    return "\n".join(lines)


def _spoilt(line: str, other: int, junk: Any) -> str:
    data = json.loads(line)
    ways = places(data)[1:]
    if not ways:
        return line
    *way, last = ways[other % len(ways)]
    inner = data
    for key in way:
        inner = inner[key]
    inner[last] = junk
    return json.dumps(data)


KINDS = st.sampled_from(["value", "value", "value", "drop", "double", "swap"])
CHANGES = st.builds(Change, KINDS, st.integers(0, 200), st.integers(0, 2000), JUNK)


@settings(max_examples=at_night(400, by_day=25))
@given(
    changes=st.lists(CHANGES, min_size=1, max_size=2),
    command=st.sampled_from([("replay",), ("verify",), ("replay", "--json")]),
)
def test_changed_records_never_break_the_commands(changes: list[Change], command: tuple[str, ...]) -> None:
    text = changed(changes)
    result = CliRunner().invoke(cli, [*command, "-"], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in (0, 1, 2)
    assert "\x1b[2J" not in result.output, "text of a record reaches the terminal as it is"


@settings(max_examples=at_night(400, by_day=20))
@given(data=st.binary(max_size=300), command=st.sampled_from(["replay", "verify"]))
def test_files_of_noise_are_unreadable(data: bytes, command: str) -> None:
    result = CliRunner().invoke(cli, [command, "-"], input=data)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")


WORDS = st.one_of(
    st.sampled_from([*VERBS, *ALIASES, "new", "|", "J", "J(r9)", "1", "2", "3", "99", "-1", "²", "٣"]),
    st.sampled_from(["r1", "r2", "r3", "r4", "k9", "b9", "o9", "r13", "r14", "J(J)", "(", ")"]),
    st.text(max_size=6),
)


@settings(max_examples=at_night(400, by_day=25))
@given(
    lines=st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), max_size=12), opened=st.booleans()
)
def test_no_line_breaks_the_game_or_loses_a_tile(lines: list[str], opened: bool) -> None:
    racks = ["r1 r2 r4 k9 b9 o9 J", "b1 b2"]
    at = At(racks, table="r3 r4 r5 r6 | b3 k3 J", opened=opened)
    at.type(*lines)
    state = at.game.state
    tiles = [tile for seat in state.seats for tile in seat.rack]
    tiles += [laid.tile for laid_set in state.table for laid in laid_set]
    tiles += [tile for stack in state.bank for tile in stack]
    assert len(tiles) == len(set(tiles)) == 106
    assert all(state.sets.read(laid_set).valid for laid_set in state.table)


@pytest.mark.parametrize("text", ["{}\n" * 3, "[" * 100_000, '{"a":' * 50_000, "1e999", "NaN", "\ufeff"])
def test_odd_json_is_unreadable(text: str) -> None:
    result = CliRunner().invoke(cli, ["verify", "-"], input=text)
    assert result.exit_code == 2, result.output[:200]
    assert "Traceback" not in result.output


@pytest.mark.parametrize("number", [10**30, -(10**30)])
def test_numbers_beyond_every_place_do_not_fit(number: int) -> None:
    for place, line in enumerate(LINES):
        if '"stack":0' in line:
            spoilt = [*LINES[:place], line.replace('"stack":0', f'"stack":{number}', 1), *LINES[place + 1 :]]
            result = CliRunner().invoke(cli, ["replay", "-"], input="\n".join(spoilt))
            assert result.exit_code == 2, repr(result.exception)
            assert f"line {place + 1}: events[0].stack: expected a whole number" in " ".join(
                result.output.split()
            )
            return
    pytest.fail("no tile was taken")
