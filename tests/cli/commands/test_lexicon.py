"""``tilemeld lexicon``: words looked up with reasons, words from letters, lexicons built and described.

Proves `cli/options/word_lists.py`.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilemeld.adapters.lexicons import load_lexicon
from tilemeld.cli.main import cli


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, ["lexicon", *args], env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.rule("W8")
def test_valid_words_are_valid_and_the_exit_code_says_so() -> None:
    result = run("check", "szyszka", "NAJDŁUŻSZYCH", "Koszyk")
    assert result.exit_code == 0
    assert result.output == "szyszka: valid\nNAJDŁUŻSZYCH: valid\nKoszyk: valid\n"


@pytest.mark.rule("W8", "W7")
@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("pkp", "not in the dictionary: no word begins with PK (W8)"),
        ("mgra", "not in the dictionary: an abbreviation with an ending, mgr (magister) (W8)"),
        ("usg", "not in the dictionary: an abbreviation (W8)"),
        ("carpe", "not in the dictionary: a fragment of a foreign phrase, carpe diem (W8)"),
        ("koszykó", "not in the dictionary, though KOSZYKÓW is (W8)"),
        ("ko", "too short: a word has 3 letters or more (W7)"),
        ("xero", "no tile has 'X'"),
        ("czarno-biały", "no tile has '-'"),
    ],
)
def test_a_word_that_is_not_valid_comes_with_the_reason(word: str, reason: str) -> None:
    result = run("check", "kot", word)
    assert result.exit_code == 1
    assert result.output == f"kot: valid\n{word}: {reason}\n"


@pytest.mark.rule("W16")
def test_a_theme_is_looked_up_too(tmp_path: Path) -> None:
    theme = tmp_path / "zoo.txt"
    theme.write_text("kot\npies\n", encoding="utf-8")
    result = run("check", "kot", "stół", "--theme", str(theme), "--json")
    assert result.exit_code == 1
    assert json.loads(result.output) == {"kot": "valid", "stół": "not a word of the theme (W16)"}
    assert run("words", "KOTSPIE", "--theme", str(theme)).output == "PIES\nKOT\n"


def test_words_from_letters_longest_first() -> None:
    result = run("words", "kto?", "--most", "3", "--shortest", "4")
    lines = result.stdout.splitlines()
    assert lines[:3] == ["?(E)TKO", "K?(A)TO", "K?(E)TO"]
    assert "more: --most" in result.stderr
    assert run("words", "A" * 31).exit_code == 2
    assert run("words", "???").exit_code == 2
    for letters, named in (("K1T", "No tile has '1'"), ("", "There are no letters")):
        refused = run("words", letters)
        assert refused.exit_code == 2
        assert named in refused.output


def test_a_lexicon_is_built_described_and_used(tmp_path: Path) -> None:
    source, target = tmp_path / "list.txt", tmp_path / "my.lexicon"
    source.write_text("kot\npies\nWarszawa\nczarno-biały\n", encoding="utf-8")
    args = ("build", str(source), "-o", str(target), "--title", "mine", "--licence", "CC0")
    result = run(*args)
    assert result.exit_code == 0
    assert "2 words" in result.output
    assert "left out 1 capitalised; left out 1 other characters" in result.output
    first = target.read_bytes()
    run(*args)
    assert target.read_bytes() == first
    assert list(load_lexicon(target)) == ["KOT", "PIES"]
    text = run("info", str(target)).output
    for part in ("mine", "words         2", "CC0", "not stated", "none listed"):
        assert part in text
    assert run("check", "pies", "--lexicon", str(target)).exit_code == 0
    assert run("check", "szyszka", "--lexicon", str(target)).exit_code == 1


def test_another_language_is_built_with_its_alphabet(tmp_path: Path) -> None:
    source, target = tmp_path / "uk.txt", tmp_path / "uk.lexicon"
    source.write_text("кіт\nїжак\n", encoding="utf-8")
    none = run("build", str(source), "-o", str(target))
    assert none.exit_code == 2
    assert "give another --alphabet" in none.output
    alphabet = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
    assert run("build", str(source), "-o", str(target), "--alphabet", alphabet).exit_code == 0
    assert run("check", "їжак", "--lexicon", str(target)).exit_code == 0


def test_the_shipped_lexicon_is_reported_with_its_source_and_licence() -> None:
    text = run("info").output
    for part in ("4,146,762", "sjp.pl", "Modified", "CC-BY-4.0", "not covered by tilemeld's MIT licence"):
        assert part in text


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text("kot\n", encoding="utf-8")
    for args in (
        ("check", "kot", "--lexicon", "nowhere"),
        ("check", "kot", "--theme", "nowhere"),
        ("build", "nowhere", "-o", str(tmp_path / "x")),
        ("build", str(source), "-o", str(tmp_path / "no" / "x")),
        ("info", "nowhere"),
        ("build", str(source), "-o", str(tmp_path / "x"), "--alphabet", "aa"),
    ):
        result = run(*args)
        assert result.exit_code == 2, result.output
        assert "Error" in result.output
