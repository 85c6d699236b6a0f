"""``tilemeld arena`` and ``tilemeld analyse`` on the command line.

Proves `cli/commands/analyse.py`, `cli/options/games_progress.py`, `cli/text/word_review.py`.
"""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilemeld.cli.main import cli
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import profile

GAMES = Path(__file__).parents[2] / "data" / "games"


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=text)


def test_the_arena_tells_who_is_stronger_and_draws_it(tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    result = run(
        "arena",
        "--rules",
        "cs",
        "--bots",
        "beginner,club",
        "--games",
        "6",
        "--jobs",
        "1",
        "--picture",
        str(picture),
    )
    assert result.exit_code == 0, result.output
    assert "cs, 6 games in 3 mirrored deals" in result.output
    assert result.output.index("club") < result.output.index("beginner")
    assert "turns a game; ended by" in result.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_arena_speaks_json_that_depends_on_the_seed_alone() -> None:
    args = (
        "arena",
        "--rules",
        "cs",
        "--bots",
        "club,casual",
        "--games",
        "2",
        "--seed",
        "s",
        "--json",
        "--jobs",
    )
    first = run(*args, "1")
    assert first.exit_code == 0, first.output
    assert run(*args, "2").output == first.output
    data = json.loads(first.output)
    assert (data["profile"], data["games"], data["deals"], data["seed"]) == ("cs", 2, 1, "s")
    assert [player["name"] for player in data["players"]] == ["club", "casual"]
    assert data["players"][0]["wins"]["low"] is None  # one deal has no interval


def test_one_deal_has_no_interval_in_words_either() -> None:
    said = run("arena", "--rules", "cs", "--bots", "club,casual", "--games", "2", "--jobs", "1").output
    assert "inf" not in said
    assert "–" in said


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--bots", "expert,grandmaster"), "there is no bot 'grandmaster': choose from random"),
        (("--bots", "club"), "names 1 player, but pl is for 2 to 4"),
        (("--bots", "club," * 5), "names 5 players, but pl is for 2 to 4"),
        (("--bots", "club,club", "--rules", "nowhere"), "there is no profile 'nowhere'"),
        (("--bots", "club,club", "--games", "0"), "--games"),
        (("--bots", "club,club", "--picture", "no/such/folder/x.svg"), "is in no folder that exists"),
    ],
)
def test_bad_input_is_named_with_a_remedy(args: tuple[str, ...], said: str) -> None:
    result = run("arena", *args)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_a_record_is_reviewed_in_words() -> None:
    result = run("analyse", str(GAMES / "cs-1.jsonl"))
    assert result.exit_code == 0, result.output
    assert "cs, finished, 24 turns" in result.output
    assert re.search(r"Turn 23 Seat A laid k9 k7 \(\d+ %\); a win missed", result.output)
    assert "best: lay k2 k4 k7 k9 o11" in result.output
    every = run("analyse", "--all", str(GAMES / "cs-1.jsonl"))
    assert "Turn 1 Seat" in every.output


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_a_record_without_a_finished_turn_is_not_praised(options: tuple[str, ...]) -> None:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("none"))
    game.do(BeginGame())
    result = run("analyse", "-", *options, text=format_record(game.record))
    assert "No turn was finished, so there is nothing to judge." in result.output
    assert "as good as" not in result.output


def test_a_record_is_reviewed_as_json_from_standard_input() -> None:
    result = run("analyse", "-", "--json", text=(GAMES / "cs-1.jsonl").read_text(encoding="utf-8"))
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert data["players"][0]["seen"] == 48.0
    assert len(data["turns"]) == 24


@pytest.mark.rule("W10")
def test_a_word_game_is_reviewed_by_points() -> None:
    result = run("analyse", str(GAMES / "pl-word-1.jsonl"))
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert "pl-word, finished, 54 turns" in said
    assert "Turn 3 Seat A opened with WIANIU for 6; 3 points missed best: FIGURKAMI for 9" in said
    assert "→ FI?(G)URKAMI a person could find: HARMONII for 8 with the whole" in said
    assert "with the whole dictionary: CHMURNIKAMI for 11" in said
    assert "a double" in said
    assert "; the game could have been ended in the lead" in said


@pytest.mark.parametrize("command", ["analyse", "replay", "verify"])
def test_what_is_wrong_with_a_record_is_reported_with_the_files_name(command: str, tmp_path: Path) -> None:
    lines = (GAMES / "cs-1.jsonl").read_text(encoding="utf-8").splitlines()
    noise, torn = tmp_path / "noise.jsonl", tmp_path / "torn.jsonl"
    noise.write_text("{}\n", encoding="utf-8")
    torn.write_text("\n".join([*lines[:4], *lines[5:]]), encoding="utf-8")
    for file in (noise,) if command == "verify" else (noise, torn):
        result = run(command, str(file))
        assert result.exit_code == 2
        assert f"{file.name}” cannot be used as a game record" in result.output.replace("\n", "")


def test_what_is_no_record_is_reported() -> None:
    result = run("analyse", "no-such-file.jsonl")
    assert result.exit_code == 2
    assert "“no-such-file.jsonl” cannot be read" in result.output
