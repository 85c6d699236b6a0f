"""The commands that show and check: rules, replay, verify, simulate; and the group that holds them.

Proves `cli/main.py`, `cli/commands/replay.py`, `cli/commands/rules.py`, `cli/commands/simulate.py`,
`cli/commands/verify.py`, `cli/text/rule_differences.py`.
"""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tilemeld.cli.commands.rules import BOOKS, book_notes
from tilemeld.cli.main import COMMANDS, cli, solver_at_work
from tilemeld.engine.game.commands import CorrectScore
from tilemeld.engine.record.record import format_record, parse_record
from tilemeld.engine.rules import GROUPS, PROFILES, RULE_FIELDS, profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.simulate import play_random_game
from tilemeld.lab.tally import COUNTS
from tilemeld.solver import has_kernel


def run(*args: str, stdin: str | bytes = "", columns: int = 100) -> Result:
    result = CliRunner().invoke(cli, args, input=stdin, env={"COLUMNS": str(columns)})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def record_text() -> str:
    game, _ = play_random_game(profile("pl").override({"opening_points": 20}), 3, "cli")
    return format_record(game.record)


@pytest.fixture(scope="module")
def record_file(record_text: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    path.write_text(record_text, encoding="utf-8")
    return str(path)


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """One JSON object with what another says in its place."""
    return {
        **old,
        **{key: merged(old[key], value) if isinstance(value, dict) else value for key, value in new.items()},
    }


def assert_bad_input(result: Result, *parts: str) -> None:
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    for part in parts:
        assert part in " ".join(result.output.split())


class TestGroup:
    def test_help_lists_every_command_with_its_own_words(self) -> None:
        text = run("--help").output
        context = click.Context(cli)
        for name in cli.list_commands(context):
            assert COMMANDS[name].short_help in text
            command = cli.get_command(context, name)
            assert command is not None
            if name != "solve":  # said there in its own words
                assert command.get_short_help_str(200) == COMMANDS[name].short_help, name

    def test_help_loads_no_command(self) -> None:
        code = (
            "import sys; from tilemeld.cli.main import cli; cli(['--help'], standalone_mode=False); "
            "print([m for m in sys.modules if m.endswith('_command') or m.startswith('tilemeld.bots')])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"

    def test_every_command_has_a_help_page_with_an_example(self) -> None:
        for name in ("play", "rules", "replay", "verify", "simulate"):
            page = run(name, "--help")
            assert page.exit_code == 0
            assert f"tilemeld {name}" in page.output
            assert "Example" in page.output

    def test_no_help_page_speaks_of_a_range_that_has_no_ends(self) -> None:
        for name in cli.list_commands(click.Context(cli)):
            assert "None" not in run(name, "--help").output, name

    def test_the_version_names_the_solver_that_is_at_work(self) -> None:
        first, second = run("--version").output.splitlines()[:2]
        assert first.startswith("tilemeld, version 0.")
        assert second.startswith("Solver: compiled kernel" if has_kernel() else "Solver: plain Python")

    def test_without_a_kernel_it_is_said_how_much_slower_solving_is_and_what_helps(self) -> None:
        said = solver_at_work(False)
        assert "76 ms instead of 0.5" in said
        assert "C compiler" in said
        assert "compiler" not in solver_at_work(True)

    def test_an_unknown_command_is_bad_input(self) -> None:
        assert_bad_input(run("paly"), "No such command 'paly'")

    def test_python_m_tilemeld_is_the_same_command(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tilemeld", "rules"], capture_output=True, text=True, check=True
        )
        assert "pl-tournament" in done.stdout


class TestRules:
    def test_the_list_names_every_profile_with_its_book(self) -> None:
        text = run("rules").output
        for name in PROFILES:
            assert name in text
        assert "160" in text
        assert "2–6" in text

    def test_the_list_as_it_is_printed(self) -> None:
        expected = """
            pl A Polish family game 2–4 106 helpful
            pl-xp A Polish XP (up to 6 players) 2–6 160 helpful
            pl-tournament B Polish tournament 2–4 106 strict
            cs D Czech family game 2–4 106 helpful
            uk E Ukrainian family game 2–4 106 helpful
            uk-xp E Ukrainian XP (up to 6 players) 2–6 160 helpful
            pl-word C Polish word game 2–4 112 helpful
        """
        printed = [" ".join(line.replace("│", " ").split()) for line in run("rules").output.splitlines()]
        rows = [line.strip() for line in expected.strip().splitlines()]
        assert [line for line in printed if line in rows] == rows

    def test_every_profile_has_a_book_and_every_field_a_group(self) -> None:
        assert set(BOOKS) == set(PROFILES)
        grouped = [name for names in GROUPS.values() for name in names]
        assert sorted(grouped) == sorted(RULE_FIELDS)

    @pytest.mark.parametrize("name", PROFILES)
    def test_a_profile_shows_every_field(self, name: str) -> None:
        text = run("rules", name).output
        for field, info in RULE_FIELDS.items():
            assert (f"{field} " in text) == info.is_for(profile(name)), field
            assert info.rules[0] in text or not info.is_for(profile(name))

    @pytest.mark.rule("T7")
    def test_helpful_play_is_shown_as_a_difference_from_the_book(self) -> None:
        text = " ".join(run("rules", "pl").output.split())
        assert "Unlike the rule book (T4, T7): helpful play: valid sets count when the time is up" in text
        assert [note.rules for note in book_notes(profile("cs"))] == [("T5", "T7")]
        assert book_notes(profile("pl-tournament")) == ()

    def test_differences_from_another_profile_are_marked(self) -> None:
        text = run("rules", "pl", "--against", "uk").output
        assert "≠ opening_jokers" in text
        assert "13 fields differ from uk" in text
        assert "Nothing differs from pl: name another profile" in run("rules", "pl", "--against", "pl").output

    def test_json_is_a_stable_machine_form(self) -> None:
        data = json.loads(run("rules", "pl", "--against", "uk", "--json").output)
        assert list(data) == [
            "profile",
            "version",
            "book",
            "title",
            "players",
            "tiles",
            "fields",
            "unlike_the_book",
            "against",
        ]
        assert data["fields"]["turn_seconds_offered"]["value"] == [30, 40, 60, None]
        assert {"field": "opening_jokers", "ours": True, "theirs": False} in data["against"]["differences"]
        assert set(data["fields"]) == set(RULE_FIELDS)
        listed = json.loads(run("rules", "--json").output)
        assert [each["profile"] for each in listed["profiles"]] == list(PROFILES)

    def test_unknown_profiles_are_bad_input(self) -> None:
        assert_bad_input(run("rules", "fr"), "there is no profile 'fr': choose one of pl, pl-xp")
        assert_bad_input(run("rules", "pl", "--against", "fr"), "there is no profile 'fr'")
        assert_bad_input(run("rules", "--against", "uk"), "needs a profile to compare")

    def test_narrow_terminals_keep_every_word(self) -> None:
        text = run("rules", "pl", columns=60).output
        assert max(map(len, text.splitlines())) <= 60
        assert "timeout_in_order_takes" in text


class TestReplay:
    def test_the_whole_game_turn_by_turn(self, record_file: str) -> None:
        text = run("replay", record_file).output
        assert "Setting up" in text
        assert "Turn 1 · Seat" in text
        assert "The game is over" in text

    def test_standard_input(self, record_file: str, record_text: str) -> None:
        assert run("replay", "-", stdin=record_text).output == run("replay", record_file).output

    def test_bots_that_the_record_knows_are_named_by_their_level(self, record_text: str) -> None:
        record = parse_record(record_text)
        known = replace(record, bots=(None, *["club"] * (record.created.players - 1)))
        shown = run("replay", "-", stdin=format_record(known)).output
        assert "Seat B (club) takes" in shown
        assert "Seat A takes" in shown
        reviewed = run("analyse", "-", "--all", stdin=format_record(known)).output
        assert "Seat B (club) took a tile" in reviewed

    def test_one_position(self, record_file: str) -> None:
        text = run("replay", record_file, "--turn", "0").output
        assert "Setting up" in text
        assert "Turn 1" not in text
        assert "Next: Seat" in text

    def test_json_tells_turns_with_positions(self, record_file: str) -> None:
        data = json.loads(run("replay", record_file, "--json").output)
        assert [turn["turn"] for turn in data["turns"]][:3] == [0, 1, 2]
        last = data["turns"][-1]
        assert last["result"]["cause"] in ("rack-empty", "last-lap")
        tiles = [tile for turn in [last] for rack in turn["racks"] for tile in rack]
        laid = [tile.partition("(")[0] for laid_set in last["table"] for tile in laid_set]
        assert len(tiles) + len(laid) + last["bank"] == 106
        schema = {
            "type": "object",
            "required": ["turn", "seat", "events", "table", "racks", "bank", "phase", "active", "result"],
            "properties": {"turn": {"type": "integer"}, "events": {"type": "array", "minItems": 1}},
        }
        for turn in data["turns"]:
            Draft202012Validator(schema).validate(turn)

    def test_json_of_one_position(self, record_file: str) -> None:
        data = json.loads(run("replay", record_file, "--turn", "1", "--json").output)
        assert data["position"]["turn"] == 1
        assert data["profile"] == "pl"

    @pytest.mark.parametrize("turn", ["-1", "9999"])
    def test_a_turn_that_is_not_there_names_the_range(self, record_file: str, turn: str) -> None:
        assert_bad_input(
            run("replay", record_file, "--turn", turn), f"There is no turn {turn}", "from 0 (the deal) to"
        )

    def test_a_turn_that_is_no_number_is_bad_input(self, record_file: str) -> None:
        assert_bad_input(
            run("replay", record_file, "--turn", "x"), "“x” is not a whole number: write one such as 7"
        )

    def test_a_turn_taken_back_is_reported_twice(self) -> None:
        for number in range(200):
            game, _ = play_random_game(profile("pl"), 2, f"back/{number}")
            text = format_record(game.record)
            if '"turn-taken-back"' in text:
                shown = run("replay", "-", stdin=text).output
                assert "is taken back (dispute)" in " ".join(shown.split())
                return
        pytest.fail("no game with a turn taken back")

    def test_an_unfinished_record_says_so(self, record_text: str) -> None:
        text = run("replay", "-", stdin="\n".join(record_text.splitlines()[:8])).output
        assert "The record stops here" in text


@pytest.mark.parametrize("command", ["replay", "verify"])
class TestUnreadableFiles:
    @pytest.mark.parametrize(
        ("stdin", "part"),
        [
            ("", "line 1: the file is empty"),
            ("{", "line 1: not JSON"),
            ("[]", "line 1: expected an object"),
            (b"\xff\xfe\x00", "is not a text file in UTF-8"),
            ('{"format":"x","schema":1,"at":0,"created":{}}', "expected format 'tilemeld-record'"),
        ],
    )
    def test_files_that_are_no_records(self, command: str, stdin: str | bytes, part: str) -> None:
        assert_bad_input(run(command, "-", stdin=stdin), part)

    def test_files_that_are_not_there(self, command: str, tmp_path: Path) -> None:
        assert_bad_input(run(command, str(tmp_path / "none")), "cannot be read (there is no such file)")
        assert_bad_input(run(command, str(tmp_path)), "cannot be read (it is a folder)")
        assert_bad_input(run(command, "a\0b"), "Error")
        assert_bad_input(run(command), "Missing argument 'FILE'")


class TestVerify:
    def test_an_honest_record_fits_and_says_what_was_checked(self, record_file: str) -> None:
        result = run("verify", record_file)
        assert result.exit_code == 0
        for part in ("commitment", "starter", "deal", "steps", "score"):
            assert part in result.output
        assert "opening_points = 20 (published: 30)" in result.output

    def test_published_rules_are_named(self) -> None:
        game, _ = play_random_game(profile("cs"), 2, "verify")
        result = run("verify", "-", stdin=format_record(game.record))
        assert "Rules: cs version 2, as published." in result.output

    def test_a_changed_score_is_found(self, record_text: str) -> None:
        *lines, last = record_text.splitlines()
        data = json.loads(last)
        data["events"][-1]["result"]["scores"][0]["points"] += 1
        result = run("verify", "-", stdin="\n".join([*lines, json.dumps(data)]))
        assert result.exit_code == 1
        assert "✗ step" in result.output
        said = " ".join(result.output.split())
        assert "not what the rules and the seed give" in said
        assert "result.scores.1.points: recorded" in said
        assert "{" not in said

    def test_a_changed_secret_is_found(self, record_text: str) -> None:
        first, *lines = record_text.splitlines()
        data = json.loads(first)
        data["created"]["secret"] = "0" * 64
        result = run("verify", "-", stdin="\n".join([json.dumps(data), *lines]))
        assert result.exit_code == 1
        assert "✗ creation: the secret does not fit the commitment" in result.output

    def test_an_unfinished_game_fits_so_far_and_has_an_exit_code_of_its_own(self, record_text: str) -> None:
        lines = record_text.splitlines()[:-1]
        result = run("verify", "-", stdin="\n".join(lines))
        assert result.exit_code == 3
        assert f"The game is not over: the record has {len(lines) - 1} steps" in result.output
        assert "Everything up to there fits." in result.output
        hidden = json.loads(lines[0])
        hidden["created"]["secret"] = None
        result = run("verify", "-", stdin="\n".join([json.dumps(hidden), *lines[1:]]))
        assert result.exit_code == 3
        assert "Nothing can be checked before the end" in result.output

    def test_a_wrong_step_of_an_unfinished_game_is_found(self, record_text: str) -> None:
        *lines, last = record_text.splitlines()[:-1]
        data = json.loads(last)
        data["at"] += 1
        data["version"] += 1
        result = run("verify", "-", stdin="\n".join([*lines, json.dumps(data)]))
        assert result.exit_code in (1, 2)

    @pytest.mark.rule("M5")
    def test_after_a_correction_the_score_that_counts_is_shown_and_the_correction_named(self) -> None:
        game, _ = play_random_game(profile("cs"), 2, "verify")
        assert game.state.result is not None
        before = [score.points for score in game.state.result.scores]
        game.do(CorrectScore(Seat(1), -777, "a tile was under the table", won=False))
        game.do(CorrectScore(Seat(0), 4, "so it was", won=True))
        result = run("verify", "-", stdin=format_record(game.record))
        assert result.exit_code == 0
        said = " ".join(result.output.split())
        assert "✓ score: +4 -777, as the referee corrected it" in said
        assert f"score of the game itself: {before[0]:+} {before[1]:+}" in said
        assert "correction: Seat B has -777; won by" in said
        assert "reason: a tile was under the table" in said
        assert "correction: Seat A has +4; won by Seat A; reason: so it was" in said

    def test_what_a_record_cannot_prove_is_listed(self, record_text: str) -> None:
        said = run("verify", "-", stdin=record_text).output
        assert "What a record cannot prove" in said
        for part in ("when it was played", "people or bots", "which game of a match", "refused"):
            assert part in said
        short = format_record(replace(parse_record(record_text), steps=()))
        assert "rulings" not in run("verify", "-", stdin=short).output

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"at": 10**9}, "earlier than the game was set up"),
            ({"bots": ["nobody", None, None]}, "names a bot nobody in seat 0, but there are only"),
            ({"created": {"previous_starter": 2}}, "the first game of a match names seat 2"),
            ({"created": {"rules": {"redeal_few": 3}}}, "redeal_few means nothing in this game"),
        ],
    )
    def test_a_header_that_does_not_fit_is_reported(
        self, record_text: str, change: dict[str, Any], said: str
    ) -> None:
        first, *lines = record_text.splitlines()
        result = run("verify", "-", stdin="\n".join([json.dumps(merged(json.loads(first), change)), *lines]))
        assert result.exit_code == 1
        assert said in " ".join(result.output.split())
        assert "✓" not in result.output

    def test_a_step_out_of_time_is_reported(self, record_text: str) -> None:
        lines = record_text.splitlines()
        data = json.loads(lines[-2])
        lines[-2] = json.dumps({**data, "at": data["at"] + 10**9})
        result = run("verify", "-", stdin="\n".join(lines))
        assert result.exit_code == 1
        assert "earlier than the step before it" in " ".join(result.output.split())

    def test_an_unpublished_profile_is_reported(self, record_text: str) -> None:
        result = run("verify", "-", stdin=record_text.replace('"profile":"pl"', '"profile":"mine"', 1))
        assert result.exit_code == 0
        assert "mine version 2 is not a published profile" in result.output


class TestSimulate:
    def test_statistics_name_what_was_counted(self) -> None:
        result = run("simulate", "--rules", "pl", "--players", "2", "--games", "3", "--seed", "7")
        assert result.exit_code == 0
        assert "pl, 2 players, 3 games" in result.output
        assert "openings (P2, W6)" in result.output
        assert "Cannot happen under these rules" in result.output

    def test_json_is_the_same_for_the_same_seed_and_any_jobs(self, tmp_path: Path) -> None:
        short = ["--house", "copies=1", "--house", "jokers=0"]  # two batches of quick games
        args = ["simulate", "--rules", "cs", "--players", "2", "--games", "30", "--json", *short]
        one, two = (
            run(*args).output,
            run(*args, "--jobs", "2", "--record", str(tmp_path / "new" / "games")).output,
        )
        assert one == two
        data = json.loads(one)
        assert list(data["counts"]) == list(COUNTS)
        assert data["games"] == 30
        files = sorted((tmp_path / "new" / "games").iterdir())
        assert len(files) == 30
        assert run("verify", str(files[0])).exit_code == 0

    @pytest.mark.parametrize(
        ("args", "part"),
        [
            (["--rules", "fr"], "there is no profile 'fr'"),
            (["--players", "9"], "pl is for 2 to 4 players, not 9"),
            (["--players", "x"], "“x” is not a whole number: write one such as 7"),
            (["--games", "0"], "0 is out of range: write one from 1"),
            (["--jobs", "0"], "0 is out of range: write one from 1"),
            (["--house", "strict"], "“strict” is not a house rule: write field=value"),
            (["--house", "strict=maybe"], "strict cannot be 'maybe': it takes true or false"),
            (["--house", "opening_point=50"], "did you mean opening_points?"),
            (["--house", "opening_points=" + "9" * 5000], "opening_points cannot be"),
            (["--house", "turn_seconds_offered=30,x"], "turn_seconds_offered cannot be"),
            (["--house", "rack_size=40"], "need more tiles than the box has"),
            (["--record", "/dev/null/games"], "is not a folder to write to"),
        ],
    )
    def test_bad_input_is_one_clear_sentence(self, args: list[str], part: str) -> None:
        assert_bad_input(run("simulate", "--games", "1", *args), part)

    def test_house_rules_reach_the_game(self) -> None:
        args = [
            "--rules",
            "pl",
            "--games",
            "2",
            "--players",
            "2",
            "--house",
            "strict=yes",
            "--house",
            "turn-seconds=none",
        ]
        data = json.loads(run("simulate", *args, "--json").output)
        assert "mistakes" in data["applicable"]
        assert data["counts"]["time-untouched"] == 0
