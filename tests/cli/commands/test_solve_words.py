"""``tilemeld solve`` with letters: one position as a picture or JSON, and files that mix both games.

Proves `cli/positions/words.py`.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilemeld.cli.main import cli

TABLE = "SZCZYT | KOSZYK"


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, ["solve", *args], input=stdin, env={"COLUMNS": "110"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def words(*args: str) -> Result:
    return run("--rules", "pl-word", *args)


def few(tmp_path: Path) -> str:
    path = tmp_path / "few.txt"
    path.write_text("szczyt koszyk szyszka oczy kat kot szyk dupa".replace(" ", "\n"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (("--rules", "pl-word", "--rack", "KOSZYK", "--joker", "3"), "--joker"),
        (("--rules", "pl-word", "--rack", "KOSZYK", "--plan"), "--plan"),
        (("--rack", "r1", "--unopened"), "--unopened"),
        (("--rack", "r1", "--any-words"), "--any-words"),
    ],
)
def test_options_of_the_other_game_are_refused(args: tuple[str, ...], option: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert f"{option} means nothing with" in result.output


@pytest.mark.rule("W17")
def test_a_picture_shows_the_words_before_and_after_and_the_points(tmp_path: Path) -> None:
    text = words("--table", TABLE, "--rack", "AA", "--lexicon", few(tmp_path)).output
    assert "Lay 2 tiles (AA): SZYSZKA, 7 points." in text
    assert "0 of 2 words stay; no new word can be longer than 7 letters" in text
    for word in ("SZYSZKA", "OCZY", "KAT"):
        assert word in text


def test_json_holds_the_words_the_scoring_word_the_points_and_the_bound() -> None:
    answer = json.loads(words("--table", "KOSZYK | KO?(T)", "--rack", "ATOMNE?", "--json").output)
    assert answer["points"] == 2 * len(answer["word"].replace("?(", "").replace(")", ""))
    assert answer["double"] is True
    assert answer["optimal"] is (answer["points"] == answer["bound"])
    assert sorted(answer["laid"]) == sorted("ATOMNE?")
    assert answer["word"] in answer["table"]
    assert set(answer) == {
        "points", "word", "double", "laid", "table", "broken", "longest", "bound", "optimal", "micros",
    }  # fmt: skip


@pytest.mark.rule("W11")
def test_a_double_is_reported() -> None:
    assert "doubled: the whole rack is laid (W11)" in words("--table", "KOSZYK", "--rack", "SZYSZKA").output


def test_openings_words_and_emptying_are_goals_too(tmp_path: Path) -> None:
    lexicon = few(tmp_path)
    text = words("--rack", "KOSZYKT", "--goal", "openings", "--unopened").output
    assert "KOSZYK" in text
    assert "openings" in text
    text = words("--rack", "KOSZYKT", "--goal", "openings", "--unopened", "--lexicon", lexicon).output
    assert "1 opening\n" in text
    answer = json.loads(words("--rack", "KTO?", "--goal", "words", "--json").output)
    assert answer["count"] == len(answer["words"])
    assert "KTO?(Ś)" in answer["words"]
    assert "more: --json lists them all" in words("--rack", "KTOSA??", "--goal", "words").output
    text = words("--table", "KOSZYK", "--rack", "T", "--goal", "empty", "--lexicon", lexicon).output
    assert "Lay 1 tile (T): KOT, 3 points" in text
    text = words("--table", "KOSZYK", "--rack", "ŹŹ"[:1], "--goal", "empty", "--lexicon", lexicon).output
    assert "No way was found to lay all the tiles." in text


def test_nothing_to_lay_is_reported(tmp_path: Path) -> None:
    assert "Nothing can be laid." in words("--table", "KOSZYK", "--rack", "Ź").output
    assert "No opening is possible." in words("--rack", "KOT", "--unopened").output
    stopped = words("--table", TABLE, "--rack", "AATOMNI", "--budget", "0")
    assert "Nothing was found before the budget was used up; at most" in stopped.output
    answer = json.loads(words("--table", "KOSZYK", "--rack", "Ź", "--json").output)
    assert (answer["points"], answer["table"], answer["bound"], answer["optimal"]) == (0, ["KOSZYK"], 0, True)
    args = ("--table", "KOSZYK", "--rack", "T", "--goal", "empty", "--lexicon", few(tmp_path), "--json")
    assert json.loads(words(*args).output)["points"] == 3


def test_vulgar_words_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    args = ("--rack", "DUPA", "--goal", "words", "--lexicon", few(tmp_path), "--json")
    assert json.loads(words(*args).output)["words"] == []
    assert json.loads(words(*args, "--any-words").output)["words"] == ["DUPA"]


@pytest.mark.rule("W16")
def test_a_theme_limits_the_words(tmp_path: Path) -> None:
    answer = json.loads(
        words("--rack", "SZYSZKAT", "--goal", "words", "--theme", few(tmp_path), "--json").output
    )
    assert answer["words"] == ["SZYSZKA", "SZYK", "KAT"]


def test_lines_of_both_games_are_answered_in_order_and_bad_ones_in_place(tmp_path: Path) -> None:
    lines = [
        '{"rules":"pl-word","table":["SZCZYT","KOSZYK"],"rack":"AA","opened":true}',
        '{"rules":"pl","table":["r3 r4 r5"],"rack":"r6"}',
        '{"rules":"pl-word","rack":"KOSZYK","opened":false}',
        '{"rules":"pl-word","table":["KOSZYK"]}',
        '{"rules":"pl-word","rack":"A","joker":30}',
        '{"rules":"pl-word","rack":5}',
        '{"rules":"pl-word","rack":"A","table":"KOT"}',
        '{"rules":"pl-word","rack":"A","opened":1}',
        '{"rules":"pl-word","rack":"A","goal":"tiles"}',
        '{"rules":"pl-word","rack":"X"}',
        '{"rules":"pl-word","rack":"ŹŹ"}',
        '{"rules":"pl-word","rack":"A","table":["KO?"]}',
        '{"rules":"pl-word","rack":"A","table":["XYZ"]}',
        '{"rules":"pl-word","rack":"A","table":["TOKZ"]}',
        '{"rules":"pl-word","rack":"A","table":["KOT","KOT"]}',
        "no json",
    ]
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("--jsonl", str(path))
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["points"] == answers[0]["bound"] == 10
    assert answers[1]["tiles"] == 1
    assert answers[2]["word"] == "KOSZYK"
    assert [answer["error"]["code"] for answer in answers[3:]] == [
        "solve/missing-field",
        "solve/unknown-field",
        "solve/bad-field",
        "solve/bad-field",
        "solve/bad-field",
        "solve/unknown-goal",
        "notation/letter",
        "solve/too-many",
        "solve/bad-set",
        "notation/letter",
        "solve/bad-set",
        "solve/bad-set",
        "solve/not-json",
    ]
    assert answers[3]["error"]["line"] == 4


def test_bad_input_is_named_with_exit_code_2() -> None:
    for args, part in [
        (("--rack", "A", "--goal", "tiles"), "there is no goal tiles: choose one of score"),
        (("--rack", "A", "--lexicon", "nowhere.txt"), "cannot be read"),
        (("--rack", "A", "--table", "ZZZ"), "set 1 on the table is not a set: ZZZ is not in the dictionary"),
    ]:
        result = words(*args)
        assert result.exit_code == 2
        assert part in " ".join(result.output.split())
    beside = run("--jsonl", "-", "--unopened")
    assert beside.exit_code == 2
