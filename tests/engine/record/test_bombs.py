"""Memory bombs: a small text never makes the reader build something large, and reading it ends quickly."""

import json
import time
import tracemalloc
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tilemeld.engine.errors import RecordError, RulesError
from tilemeld.engine.record.codec import LIST_LIMIT, NUMBER_LIMIT, from_json
from tilemeld.engine.record.record import parse_record, replay
from tilemeld.engine.rules import profile

GAMES = Path(__file__).parents[2] / "data" / "games"
MOST_BYTES = 40_000_000
"""What reading may take for a moment; the record itself has 80,000 characters."""
MOST_SECONDS = 10.0
"""Reading the whole record takes a tenth of a second, five times as much while memory is traced."""
EXTREMES = (-1, 0, 7, 10**5, 2**31, 10**8, 2**53, 2**63, 10**30, -(10**8), -(10**30), 1e308, None, True)
TEXTS = ("", "x" * 50_000, "9" * 4_000, "r" + "9" * 4_000)


@cache
def lines() -> list[Any]:
    """The first turns of a golden game."""
    return [json.loads(line) for line in (GAMES / "pl-1.jsonl").read_text().splitlines()[:40]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, the deepest last."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


@cache
def numbers() -> list[tuple[Any, ...]]:
    return [path for path in places(lines()) if type(at(lines(), path)) is int]


@cache
def others() -> list[tuple[Any, ...]]:
    return [path for path in places(lines()) if type(at(lines(), path)) is not int]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(path: tuple[Any, ...], new: Any) -> str:
    copy = json.loads(json.dumps(lines()))
    at(copy, path[:-1])[path[-1]] = new
    return "".join(json.dumps(line) + "\n" for line in copy)


def read(text: str) -> None:
    for _ in replay(parse_record(text)):
        pass


def read_within_bounds(text: str) -> None:
    """Read a text, or be refused, with little memory and in little time."""
    started = time.process_time()
    tracemalloc.start()
    try:
        read(text)
    except RecordError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < MOST_BYTES, f"{peak} bytes"
    assert time.process_time() - started < MOST_SECONDS


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(range(10_000)), st.sampled_from(EXTREMES))
@example(-1, 10**8)
def test_a_number_of_a_record_changed_to_an_extreme_costs_next_to_nothing(which: int, extreme: Any) -> None:
    path = (0, "created", "players") if which < 0 else numbers()[which % len(numbers())]
    read_within_bounds(changed(path, extreme))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(range(10_000)), st.sampled_from((*EXTREMES, *TEXTS, [[]] * 20_000, {"a": [1] * 9_000}))
)
def test_anything_in_a_record_changed_to_anything_large_costs_next_to_nothing(which: int, new: Any) -> None:
    read_within_bounds(changed(others()[which % len(others())], new))


@pytest.mark.parametrize("players", [10**8, 7, 1, 0, -1])
def test_a_record_has_as_many_players_as_a_table_has_seats(players: int) -> None:
    with pytest.raises(RecordError, match="players") as error:
        parse_record(changed((0, "created", "players"), players))
    assert "from 2 to 6" in str(error.value)


@pytest.mark.parametrize("number", [NUMBER_LIMIT + 1, -NUMBER_LIMIT - 1, 10**400])
def test_a_number_that_no_client_could_hold_is_refused(number: int) -> None:
    with pytest.raises(RecordError, match="whole number"):
        from_json(int, number)


@pytest.mark.parametrize("number", [NUMBER_LIMIT, -NUMBER_LIMIT, 0])
def test_a_number_that_every_client_can_hold_is_read(number: int) -> None:
    assert from_json(int, number) == number
    assert from_json(int | None, number) == number  # type: ignore[arg-type]  # a union is a type, too


def test_a_union_holds_its_numbers_to_the_same_limit() -> None:
    with pytest.raises(RecordError, match="whole number"):
        from_json(int | None, NUMBER_LIMIT + 1)  # type: ignore[arg-type]  # a union is a type, too


def test_a_list_longer_than_any_game_has_is_refused() -> None:
    with pytest.raises(RecordError, match="at most"):
        from_json(tuple[int, ...], [1] * (LIST_LIMIT + 1))


def test_what_is_nested_as_deep_as_can_be_read_is_refused_and_not_written_out() -> None:
    for depth in range(100, 1_000, 50):
        deep = json.loads("[" * depth + "]" * depth)
        with pytest.raises(RecordError):
            from_json(str, deep)


def test_a_list_in_the_rules_is_no_longer_than_a_screen_shows() -> None:
    assert profile("pl").override({"turn_seconds_offered": (30,) * 20}).turn_seconds_offered
    with pytest.raises(RulesError, match="at most 20"):
        profile("pl").override({"turn_seconds_offered": (30,) * 21})
