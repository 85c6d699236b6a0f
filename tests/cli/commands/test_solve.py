"""``tilemeld solve``: one position as a picture or JSON, and files of positions.

Proves `cli/positions/jsonl.py`.
"""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from tilemeld.cli.commands.solve import solve, with_progress
from tilemeld.cli.main import cli
from tilemeld.cli.positions.jsonl import LineError, read_question
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.engine.sets.numbers import read_numbers

TABLE = "r3 r4 r5 | k7 b7 o7"


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, ["solve", *args], input=stdin, env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_picture_shows_the_table_before_and_after_and_what_to_lay() -> None:
    text = run("--table", TABLE, "--rack", "r6 o9", "--plan").output
    assert "Lay 1 tile, 6 points off the rack:" in text
    assert "The table afterwards" in text
    assert "Add r6 from the rack to r3 r4 r5" in text
    assert "1 of 2 sets stay as they lie; no best play disturbs less" in text


def test_a_rack_that_cannot_lay_is_reported() -> None:
    assert "Nothing can be laid." in run("--table", TABLE, "--rack", "o9").output
    stopped = run("--rack", "r1 r2 r3", "--budget", "0").output
    assert "Nothing was found before the budget was used up; at most 3 is possible." in stopped
    assert "No opening is possible." in run("--rack", "o9", "--goal", "opening").output


@pytest.mark.rule("E4")
def test_points_off_the_rack_are_called_so_and_those_of_an_opening_are_not() -> None:
    assert "Lay 1 tile, 30 points off the rack:" in run("--table", TABLE, "--rack", "J").output
    assert "Lay 1 tile, 1 point off the rack:" in run("--table", "r2 r3 r4", "--rack", "r1").output
    assert "Open with 3 tiles, 30 points:" in run("--rack", "r10 b10 J", "--goal", "opening").output


@pytest.mark.rule("R-1")
def test_a_set_typed_out_of_order_is_answered_as_it_would_lie() -> None:
    answer = json.loads(run("--table", "o6 o7 o9 J", "--rack", "r1", "--json").output)
    assert answer["table"] == ["o6 o7 J o9"]
    answer = json.loads(run("--table", "o6 o7 o9 J | k13 J k12", "--rack", "o10 r1", "--json").output)
    assert sorted(answer["table"]) == ["J k12 k13", "o6 o7 J o9 o10"]
    line = json.dumps({"table": ["o6 o7 o9 J"], "rack": "k1"})
    assert json.loads(run("--jsonl", "-", stdin=line).output)["table"] == ["o6 o7 J o9"]


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
        '{"rack":"r1 r1 r1 r2 r3 J J J","rules":"pl-xp"}',
    ]
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("--jsonl", str(path), "--no-least", "--plan")
    first, bad, last = (json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 0
    assert first["points"] == 50
    assert "least_micros" not in first
    assert first["plan"]
    assert bad["error"]["line"] == 2
    assert last["tiles"] == 7


@pytest.mark.parametrize(
    ("line", "code", "parts"),
    [
        ("no json", "solve/not-json", ["character 1", "one position per line"]),
        ("", "solve/not-json", ["one position per line"]),
        ("[" * 100_00, "solve/not-json", ["too deep"]),
        ('{"joker":' + "9" * 5000 + "}", "solve/not-json", ["number too long"]),
        ('{"rack":"' + "r" * 50_000 + '"}', "solve/too-long", ["at most 50000"]),
        ("[]", "solve/not-an-object", ["[]", "one position per line"]),
        ("null", "solve/not-an-object", ["null"]),
        ('{"rack":"r1","Table":[]}', "solve/unknown-field", ["Table", "rules, table, rack, goal, joker"]),
        ('{"rack":"r1","rack":"r2"}', "solve/repeated-field", ["rack", "leave one out"]),
        ('{"table":["r3 r4 r5"]}', "solve/missing-field", ['"rack": "b3 J o9"']),
        ('{"rack":null}', "solve/bad-field", ["rack", "null"]),
        ('{"rack":["r1"]}', "solve/bad-field", ["rack", '["r1"]']),
        ('{"rack":{"r1":1}}', "solve/bad-field", ["rack", "{…}"]),
        ('{"rack":"","table":"r3 r4 r5"}', "solve/bad-field", ["table", "r3 r4 r5", '["r3 r4 r5", "k7']),
        ('{"rack":"","table":[3]}', "solve/bad-field", ["table", "[3]"]),
        ('{"rack":"","joker":true}', "solve/bad-field", ["joker", "true", "0 to 200"]),
        ('{"rack":"","joker":30.5}', "solve/bad-field", ["joker", "30.5"]),
        ('{"rack":"","joker":"30"}', "solve/bad-field", ["joker", '"30"']),
        ('{"rack":"","joker":-1}', "solve/bad-field", ["joker", "-1"]),
        ('{"rack":"","joker":201}', "solve/bad-field", ["joker", "201"]),
        ('{"rack":"","goal":"most"}', "solve/unknown-goal", ['"most"', "tiles-points"]),
        ('{"rack":"","goal":["tiles"]}', "solve/bad-field", ["goal"]),
        ('{"rack":"","rules":"xx"}', "rules/unknown-profile", ["xx", "pl-xp"]),
        ('{"rack":"","rules":2}', "solve/bad-field", ["rules", "2"]),
        ('{"rack":"r99"}', "notation/tile", ["r99", "1 to 13"]),
        ('{"rack":"","table":["r3 r4 q5"]}', "notation/tile", ["q5"]),
        ('{"rack":"r1 r1 r1"}', "solve/too-many", ["at most 2 of r1", "got 3", "pl"]),
        ('{"rack":"J J","table":["r1 r2 J"]}', "solve/too-many", ["at most 2 of J", "got 3"]),
        ('{"rack":"r4","table":["r1","r2","r3"]}', "solve/bad-set", ["set 1", "(r1)", "3 tiles", "rack"]),
        ('{"rack":"","table":["r1 r2 r3","r5 r6 b7"]}', "solve/bad-set", ["set 2", "r5 r6 b7"]),
        ('{"rack":"","table":["r1 r2 r3 | b1 b2 b3"]}', "solve/bad-set", ["set 1", "2 sets"]),
        ('{"rack":"","table":[""]}', "solve/bad-set", ["set 1", "0 sets"]),
    ],
)
def test_a_bad_line_is_answered_with_its_code_the_value_the_remedy_and_its_number(
    line: str, code: str, parts: list[str]
) -> None:
    stdin = f'{{"rack":""}}\n{line}\n{{"rack":"r1 r2 r3"}}\n'
    before, answer, after = (
        json.loads(text) for text in run("--jsonl", "-", stdin=stdin).stdout.splitlines()
    )
    error = answer["error"]
    assert (error["code"], error["line"]) == (code, 2)
    assert all(part in error["message"] for part in parts), error["message"]
    for internal in ("<class", "Traceback", "None", "True", "NoneType", "Expecting", "recursion", "('"):
        assert internal not in error["message"]
    assert (before["tiles"], after["tiles"]) == (0, 3)


def test_word_rules_are_refused_by_name() -> None:
    for name in PROFILES:
        if profile(name).sets != "numbers":
            with pytest.raises(
                LineError, match=f"{name} is played with letters: choose one of pl"
            ) as refused:
                read_question([], "", rules=name, goal="tiles")
            assert refused.value.code == "solve/letters"


def test_an_answer_has_the_fields_in_the_order_that_was_promised() -> None:
    line = '{"rules":"pl","table":["r3 r4 r5","k7 b7 o7"],"rack":"b3 J o9","goal":"tiles","joker":30}\n'
    answer = json.loads(run("--jsonl", "-", stdin=line).output)
    promised = ["tiles", "points", "played", "table", "untouched", "optimal", "micros", "least_micros"]
    assert [name for name in answer if name in promised] == promised
    assert (answer["tiles"], answer["points"], answer["played"], answer["untouched"]) == (1, 30, "J", 1)
    assert answer["optimal"] is True
    assert answer["least"] == "proven"
    assert all(read_numbers(parse_faces(laid)).valid for laid in answer["table"])


@pytest.mark.parametrize("goal", ["tiles", "points", "tiles-points", "points-tiles", "opening"])
def test_every_goal_is_understood_on_both_ways_in(goal: str) -> None:
    by_option = json.loads(run("--table", TABLE, "--rack", "r6 r7 b7 J", "--goal", goal, "--json").output)
    line = json.dumps({"table": ["r3 r4 r5", "k7 b7 o7"], "rack": "r6 r7 b7 J", "goal": goal})
    by_line = json.loads(run("--jsonl", "-", stdin=line + "\n").output)
    for answer in (by_option, by_line):
        answer.pop("micros")
        answer.pop("least_micros", None)
    assert by_option == by_line


@pytest.mark.rule("E4")
def test_the_profile_says_what_a_joker_counts_unless_the_line_does() -> None:
    lines = [
        {"table": ["r3 r4 r5"], "rack": "J", "rules": rules, **more}
        for rules in ("pl", "cs")
        for more in ({}, {"joker": 0}, {"joker": None})
    ]
    stdin = "".join(json.dumps(line) + "\n" for line in lines)
    points = [json.loads(line)["points"] for line in run("--jsonl", "-", stdin=stdin).stdout.splitlines()]
    pl, cs = (profile(name).joker_rack_value for name in ("pl", "cs"))
    assert points == [pl, 0, pl, cs, 0, cs]


def test_standard_input_and_a_budget_are_understood() -> None:
    line = '\ufeff{"table":["r3 r4 r5"],"rack":"r6"}\n'
    answer = json.loads(run("--jsonl", "-", "--budget", "0", "--backend", "twin", stdin=line).output)
    assert answer["optimal"] is False
    assert answer["bound"] == [1]


def test_an_empty_file_has_no_answers() -> None:
    assert run("--jsonl", "-").output == ""


@pytest.mark.parametrize("option", ["--rack", "--table", "--rules", "--goal", "--joker"])
def test_what_a_line_says_for_itself_does_not_go_with_a_file(option: str) -> None:
    value = {"--rules": "pl", "--goal": "tiles", "--joker": "30"}.get(option, "r1 r2 r3")
    result = run("--jsonl", "-", option, value, stdin='{"rack":""}\n')
    assert result.exit_code == 2
    text = " ".join(result.output.split())
    assert f"{option} does not go with --jsonl" in text
    assert "(solve/beside-jsonl)" in text


def test_progress_is_shown_on_a_terminal_and_only_there() -> None:
    for is_terminal in (True, False):
        shown = io.StringIO()
        console = Console(file=shown, force_terminal=is_terminal)
        assert list(with_progress(["one", "two"], console)) == ["one", "two"]
        assert ("Solving 2" in shown.getvalue()) == is_terminal


@pytest.mark.parametrize(
    ("args", "part"),
    [
        ((), "say what is on the rack"),
        (("--rack", "r99"), "'r99' is not a tile"),
        (("--rack", "r1 r1 r1"), "at most 2 of r1"),
        (("--rack", "", "--table", "r1"), "set 1 of the table (r1) is not a set"),
        (("--rack", "r4", "--table", "r1 | r2 | r3"), "set 1 of the table (r1) is not a set"),
        (
            ("--rack", "", "--table", "r1 r2 r3 | r5 r6 r8"),
            "set 2 of the table (r5 r6 r8) is not a set (a gap",
        ),
        (("--jsonl", "nowhere.jsonl"), "cannot be read"),
        (("--rack", "", "--rules", "pl-words"), "'pl-words' is not one of"),
        (("--rack", "", "--goal", "most"), "'most' is not one of"),
        (("--rack", "", "--joker", "x"), "'--joker': “x” is not a whole number: write one from 0 to 200"),
        (("--rack", "", "--joker", "201"), "201 is out of range: write one from 0 to 200"),
        (("--rack", "", "--budget", "-1"), "-1 is out of range: write 0 or more"),
    ],
)
def test_bad_input_is_named_with_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert part in " ".join(result.output.split())


def test_bad_input_is_json_where_json_was_asked_for() -> None:
    result = run("--rack", "", "--table", "r1", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "solve/bad-set"
    assert "(solve/bad-set)" in result.stderr


def test_a_kernel_that_was_not_compiled_is_named_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tilemeld.cli.commands.solve.has_kernel", lambda: False)
    result = run("--jsonl", "-", "--backend", "kernel", stdin='{"rack":""}\n')
    assert result.exit_code == 2
    assert "no compiled kernel" in result.output


def test_the_help_says_it_in_its_own_words() -> None:
    assert solve.get_short_help_str(200) == "Find the best play for a table and a rack."
