"""The word game in the terminal: typed words, looked up, laid, voted on, recorded, replayed and verified.

Proves `cli/table/word_hint_text.py`.
"""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.typed_table import At
from table_setup import LEXICON, on_rack, on_table
from tilemeld.bots import Habits
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.cli.main import cli
from tilemeld.engine.game.state import Phase
from tilemeld.engine.record.record import parse_record
from tilemeld.engine.rules import Rules, profile

WORDS = profile("pl-word").override({"turn_seconds": None})
CALM = RandomWordPlayer(LEXICON, Habits(dawdle=0, err=0, leave=0, hold_back=1))
"""A bot that takes tiles."""


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, args, input=stdin, env={"COLUMNS": "110"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def table(racks: list[str], lying: str = "", *, opened: bool = True, rules: Rules = WORDS) -> At:
    return At(racks, rules=rules, table=lying, opened=opened)


@pytest.mark.rule("W6", "W10")
def test_a_word_is_typed_as_it_is_and_scores() -> None:
    at = table(["KOSZYKAE", "O"], opened=False)
    said = at.type("koszyk", "done", bot=CALM)
    assert "You have not opened: that takes one word of 6 letters or more" in said
    assert "This turn scores 6 for KOSZYK. 'done' ends it." in said
    assert "You open with KOSZYK (6 points for KOSZYK)." in said
    assert "You take 5 tiles to refill the rack (W12)" in said
    assert on_table(at.game.state).startswith("KOSZYK")


@pytest.mark.rule("W7", "W17")
def test_words_are_taken_apart_and_made_anew() -> None:
    at = table(["AAE", "O"], "SZCZYT KOSZYK")
    said = at.type("make 1 2 SZYSZKA OCZY KAT", "done", bot=CALM)
    assert "This turn scores 7 for SZYSZKA" in said
    assert on_table(at.game.state) == "SZYSZKA OCZY KAT"


@pytest.mark.parametrize(
    ("rack", "lying", "lines", "after"),
    [
        ("IE", "KOSZYK", ["add I 1"], "KOSZYKI"),
        ("ZAAE", "TOK", ["table zatoka"], "ZATOKA"),
        ("TAKE", "KO?(T)", ["swap T 1", "make 2 ?(T)AK"], "KOT ?(T)AK"),
        ("TE", "KOSZYK", ["split 1 S", "reset", "make 1 KOT SZYK"], "KOT SZYK"),
        ("OSAE", "KOT", ["OSA", "back OSA", "osa"], "KOT OSA"),
        ("MIE", "OKO LICA", ["join 1 2", "add MI 1"], "OKOLICAMI"),
        ("OSAE", "KOT TAK", ["move K 2 1", "undo", "lay OSA"], "KOT TAK OSA"),
    ],
)
def test_orders_work_with_letters(rack: str, lying: str, lines: list[str], after: str) -> None:
    at = table([rack, "O"], lying)
    said = at.type(*lines, "done", bot=CALM)
    assert on_table(at.game.state) == after, said


@pytest.mark.rule("W8")
def test_words_are_looked_up_during_the_turn() -> None:
    at = table(["OSAE", "O"], "KOT")
    said = at.type("check kotek kotecek ko", "check", "check ?")
    assert "KOTEK: a word." in said
    assert "KOTECEK: KOTECEK is not in the dictionary." in said
    assert "KO: a word has 3 letters or more" in said
    assert "'check' is written like this" in said
    assert at.game.state.phase == Phase.TURN
    assert "played with numbers" in At(["k1", "k2"]).type("check KOT")


def test_what_is_wrong_is_said_with_a_remedy() -> None:
    at = table(["KOTOSAE", "O"], "KOT")
    said = at.type(
        "done",
        "kot",
        "done",
        "reset",
        "osta",
        "OSATE",
        "tke",
        "make KOT",
        "add 3",
        "reset",
        "make 1 OSA",
        "?",
    )
    assert "→ Type 'lay KOSZYK' or 'add T 3', or 'take'." in said
    assert "KOT was on the table when the turn began" in said
    assert "Word 2: OSTA is not in the dictionary" in said
    assert "did you mean 'take'" in said
    assert "'make' is written like this: make 1 2 KOSZYK." in said
    assert "'add' is written like this: add T 3." in said
    assert "K T lay on the table and must be in your new sets, too" in said
    assert "look words up in the dictionary" in said


def test_wrong_words_are_marked_while_they_are_built() -> None:
    said = table(["KOSZE", "O"], "KAT").type("kosze", "undo", "ko", "rules", "score")
    assert "Word 2: KOSZE is not in the dictionary." in said
    assert "Word 2: a word has 3 letters or more; KO has 2." in said
    assert "longest new word with a tile from your rack (W10)" in said
    assert "Points by turn" in said


def test_house_rules_are_reported_in_short() -> None:
    rules = WORDS.override({"theme": "animals", "strict": True, "opening_jokers": False})
    said = table(["KOZE", "O"], opened=False, rules=rules).type("rules", "koz", "done", bot=CALM)
    assert "Theme “animals”: a list says what belongs to it (W16)." in said
    assert "Strict play" in said
    assert "no jokers" in said


@pytest.mark.rule("W11")
def test_a_whole_rack_ends_the_turn_and_is_doubled() -> None:
    said = table(["OSAKITA", "O"], "KOT").type("osa", "kita", bot=CALM)
    assert "(8 points for KITA, doubled for the whole rack)" in said
    assert "doubled. Your rack is empty and every set is valid" in said  # nothing has to be typed any more


def test_a_hint_says_more_each_time_and_plays_on_request() -> None:
    at = table(["AAE", "O"], "SZCZYT KOSZYK")
    said = at.type("hint", "hint", "hint", "hint", "hint play", "done", bot=CALM)
    assert "You can score 7 points." in said
    assert "With these letters: A A" in said
    assert "SZYSZKA scores. The table then: SZYSZKA OCZY KAT" in said
    assert said.count("1. ") == said.count("'hint play' does it for you") == 2
    assert on_table(at.game.state) == "SZYSZKA OCZY KAT"
    nothing = table(["ĆŃ", "O"], "KOT").type("hint")
    assert "Nothing on your rack can be laid: 'take'." in nothing
    opening = table(["KOSZYKA", "O"], opened=False).type("hint")
    assert "You can score 6 points." in opening
    poor = table(["KOTEKE", "O"], opened=False).type("hint")
    assert "You cannot open yet; your longest word has 5 of 6 letters: 'take'." in poor


@pytest.mark.rule("W16")
def test_the_person_votes_and_is_voted_on() -> None:
    rules = WORDS.override({"theme": "animals", "theme_by": "vote"})
    eager = RandomWordPlayer(LEXICON, Habits(dawdle=0, err=0, leave=0, hold_back=0, rearrange=60))
    at = table(["OSAE", "KAT", "E"], "KOT", rules=rules)
    said = at.type("osa", "done", "y", "y", bot=eager)
    assert "You want to lay OSA: the others vote (W16)." in said
    assert "You vote against" in said
    assert "OSA" in at.game.state.approved


@pytest.mark.rule("W4")
def test_a_new_deal_is_offered() -> None:
    for number in range(40):
        args = ("play", "--rules", "pl-word", "--seed", str(number), "--bots", "random")
        said = run(*args, stdin="y\nn\nn\n").output
        if "that you may ask for a new deal (W4)" in said:
            return
    pytest.fail("nobody was dealt few vowels")


@pytest.mark.rule("W3")
def test_stacks_are_chosen_by_hand() -> None:
    args = ("play", "--rules", "pl-word", "--house", "stacks_by_hand=true", "--bots", "random", "--seed", "2")
    said = run(*args, stdin="99\n16\n1\n").output
    assert "Choose a stack, 1 to 16" in said or "Choose a stack, 1 to 15" in said


def test_a_game_is_played_recorded_replayed_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    args = ("play", "--rules", "pl-word", "--seed", "3", "--bots", "random", "--record", str(file))
    out = run(*args, stdin="take\npass\n" * 200).output
    assert "The game is over" in out
    assert "Points by turn" in out
    verified = run("verify", str(file))
    assert verified.exit_code == 0, verified.output
    assert "words: judged again by the list" in verified.output
    replayed = run("replay", str(file)).output
    assert "Points by turn" in replayed
    assert "points for" in replayed
    data = json.loads(run("replay", str(file), "--json").output)
    assert data["words"] == parse_record(file.read_text(encoding="utf-8")).created.words
    assert data["turns"][-1]["table_notation"]
    assert len(data["turns"][-1]["points"]) == 2


def test_another_dictionary_and_a_theme_are_read_from_files(tmp_path: Path) -> None:
    words, theme, file = tmp_path / "few.txt", tmp_path / "animals.txt", tmp_path / "games"
    words.write_text("kot\nosa\nkoszyk\nzatoka\nokolica\n", encoding="utf-8")
    theme.write_text("kot\nosa\n", encoding="utf-8")
    args = ("simulate", "--rules", "pl-word", "--players", "2", "--games", "2", "--lexicon", str(words))
    done = run(*args, "--theme", str(theme), "--house", "opening_letters=3", "--record", str(file))
    assert done.exit_code == 0, done.output
    record = file / "game-00000.jsonl"
    assert '"theme":"animals"' in record.read_text(encoding="utf-8")
    assert run("verify", str(record), "--lexicon", str(words), "--theme", str(theme)).exit_code == 0
    wrong = run("verify", str(record), "--lexicon", str(words), "--theme", str(words))
    assert wrong.exit_code == 1
    assert "was played with the word list" in wrong.output


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("simulate", "--lexicon", "x.txt"), "are for word games"),
        (("simulate", "--rules", "pl-word", "--lexicon", "/no/such.txt"), "cannot be read"),
        (("simulate", "--rules", "pl-word", "--theme", "/no/such.txt"), "cannot be read"),
        (
            ("play", "--rules", "pl-word", "--house", "theme=cats"),
            "The theme “cats” has no word list here: name one with --theme FILE, or let the players vote",
        ),
        (("play", "--rules", "pl-word", "--theme", os.devnull), "null has no word of the dictionary"),
        (
            ("simulate", "--rules", "pl-word", "--lexicon", "/no/such.txt", "--theme", "/nor/such.txt"),
            "The words in “/no/such.txt” cannot be read",
        ),
        (("play", "--rules", "pl", "--house", "double_from=7"), "is a rule of the game with letters"),
    ],
)
def test_bad_word_lists_are_named(args: tuple[str, ...], reason: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert reason in " ".join(result.output.split())


def test_simulate_counts_what_words_have() -> None:
    out = run("simulate", "--rules", "pl-word", "--players", "3", "--games", "2").output
    assert "racks filled up after laying (W12)" in out
    assert "commands refused" in out


def test_the_rack_is_sorted_in_three_ways() -> None:
    at = table(["ŻKA?E", "O"], "KOT")
    said = at.type("sort", "sort", "sort")
    assert "A E K Ż ?" in said
    assert "by vowels first. A E K Ż ?" in said
    assert "by the order in which they came. Ż K A ? E" in said
    assert on_rack(at.game.state, 0) == "ŻKA?E"
