"""``tilemeld solve``: one position as a picture or JSON, and files of positions."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilemeld.cli.main import cli
from tilemeld.cli.solve import solve

TABLE = "r3 r4 r5 | k7 b7 o7"


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, ["solve", *args], input=stdin, env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_picture_shows_the_table_before_and_after_and_what_to_lay() -> None:
    text = run("--table", TABLE, "--rack", "r6 o9", "--plan").output
    assert "Lay 1 tile, 6 points" in text
    assert "Table afterwards" in text
    assert "Add r6 from the rack to r3 r4 r5" in text
    assert "1 of 2 sets stay as they lie; no best play disturbs less" in text


def test_a_rack_that_cannot_lay_is_told() -> None:
    assert "No tile can be laid." in run("--table", TABLE, "--rack", "o9").output
    stopped = run("--rack", "r1 r2 r3", "--budget", "0").output
    assert "Nothing was found before the budget was used up; at most 3 may be possible." in stopped
    assert "No opening." in run("--rack", "o9", "--goal", "opening").output


def test_json_holds_the_fields_that_were_promised() -> None:
    answer = json.loads(run("--table", TABLE, "--rack", "b3 J o9", "--json").output)
    assert answer["tiles"] == 1
    assert answer["points"] == 30
    assert answer["played"] == "J"
    assert answer["untouched"] == 1
    assert answer["optimal"] is True
    assert answer["least"] == "proven"
    assert {"micros", "least_micros", "table"} <= set(answer)


def test_an_opening_holds_its_own_sets_and_their_total() -> None:
    answer = json.loads(run("--table", TABLE, "--rack", "r10 b10 J k2", "--goal", "opening", "--json").output)
    assert (answer["table"], answer["points"]) == (["r10 b10 J"], 30)
    assert "least_micros" not in answer
    none = json.loads(run("--rack", "r10 b10 J", "--goal", "opening", "--rules", "uk", "--json").output)
    assert (none["table"], none["points"]) == ([], 0)


def test_lines_are_answered_in_order_and_bad_ones_in_place(tmp_path: Path) -> None:
    lines = [
        '{"rules":"pl","table":["r3 r4 r5","k7 b7 o7"],"rack":"b3 J o9","goal":"tiles","joker":50}',
        "no json",
        "",
        "[]",
        '{"table":["r3 r4 r5"]}',
        '{"rack":"r99"}',
        '{"rack":"","table":"r3 r4 r5"}',
        '{"rack":"","joker":true}',
        '{"rack":"","goal":"most"}',
        '{"rack":"","rules":"xx"}',
        '{"rack":"r1 r1 r1"}',
        '{"rack":"","table":["r3 r4"]}',
        '{"rack":"r1 r1 r1 r2 r3 J J J","rules":"pl-xp"}',
    ]
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("--jsonl", str(path), "--no-least", "--plan")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert answers[0]["points"] == 50
    assert "least_micros" not in answers[0]
    assert answers[0]["plan"]
    assert [answer["error"]["code"] for answer in answers[1:-1]] == [
        "solve/not-json",
        "solve/not-json",
        "solve/not-an-object",
        "solve/bad-field",
        "notation/tile",
        "solve/bad-field",
        "solve/bad-field",
        "solve/unknown-goal",
        "rules/unknown-profile",
        "position/too-many",
        "position/table-not-sets",
    ]
    assert answers[-1]["tiles"] == 7


def test_standard_input_and_a_budget_are_understood() -> None:
    line = '{"table":["r3 r4 r5"],"rack":"r6"}\n'
    answer = json.loads(run("--jsonl", "-", "--budget", "0", "--backend", "twin", stdin=line).output)
    assert answer["optimal"] is False
    assert answer["bound"] == [1]


@pytest.mark.parametrize(
    ("args", "part"),
    [
        ((), "Say what is on the rack"),
        (("--rack", "r99"), "not a tile"),
        (("--rack", "r1 r1 r1"), "at most 2"),
        (("--rack", "", "--table", "r1"), "split into sets"),
        (("--jsonl", "nowhere.jsonl"), "cannot be read"),
        (("--rack", "", "--rules", "pl-word"), "Invalid value"),
    ],
)
def test_bad_input_is_named_with_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert part in " ".join(result.output.split())


def test_the_help_says_it_in_its_own_words() -> None:
    assert solve.get_short_help_str(200) == "Find the best play for a table and a rack."
