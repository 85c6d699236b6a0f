"""``tilemeld seat`` and ``tilemeld tournament``: from the terminal, with clear errors.

Proves `cli/commands/seat.py`, `cli/commands/tournament.py`, `cli/commands/print.py`,
`cli/tournament_simulation.py`, `cli/tournament_restore.py`.
"""

import io
import itertools
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from tilemeld.cli.main import cli
from tilemeld.tournament.players import Card
from tilemeld.tournament.views.backup import backup_json
from tournament.examples import Tournament


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, args, input=stdin, env={"COLUMNS": "120"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


class TestSeat:
    def test_a_number_of_players_is_seated_without_repeats(self) -> None:
        result = run("seat", "16", "--rounds", "5")
        assert result.exit_code == 0
        assert result.output.count("Round ") == 5
        assert "repeated" not in result.output
        assert "Cost 0" in result.output

    def test_json_is_for_other_programs_and_for_the_next_round(self, tmp_path: Path) -> None:
        text = run("seat", "12", "--rounds", "1", "--json").output
        data = json.loads(text)
        assert len(data["rounds"][0]["tables"]) == 3
        path = tmp_path / "rounds.json"
        path.write_text(text, encoding="utf-8")
        result = run("seat", "12", "--after", str(path), "--rounds", "3")
        assert "Round 2" in result.output
        assert "Round 1" not in result.output
        assert "repeated meeting" in result.output

    def test_names_come_from_a_file_or_standard_input_and_ratings_seat_by_strength(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "club.csv"
        path.write_text("name;rating\n" + "\n".join(f"N{n:02};{n}" for n in range(16)), encoding="utf-8")
        data = json.loads(run("seat", str(path), "--method", "swiss", "--json").output)
        assert sorted(data["rounds"][0]["tables"][0])[0][0] == "N"
        groups = {
            tuple(sorted(int(name[1:]) // 4 for name in table)) for table in data["rounds"][0]["tables"]
        }
        assert groups == {(n, n, n, n) for n in range(4)}
        result = run("seat", "-", "--rounds", "1", stdin="Ala\nOla\nEla\nUla\nIza\n")
        assert "Sitting out" in result.output

    def test_wishes_are_kept_and_what_comes_first_is_chosen(self) -> None:
        listed = "name;rating;club\n" + "\n".join(f"N{n:02};0;{'AB'[n % 2]}" for n in range(14))
        asked = ("--rounds", "4", "--apart", "N00,N01", "--fixed", "N03=2", "--json")
        data = json.loads(run("seat", "-", *asked, stdin=listed).output)
        assert (data["cost"]["short_spread"], data["cost"]["apart"], data["cost"]["misplaced"]) == (1, [], [])
        for each in data["rounds"]:
            assert "N03" in each["tables"][1]
            assert not any({"N00", "N01"} <= {*table} for table in each["tables"])
        fewest = json.loads(run("seat", "14", "--rounds", "4", "--first", "repeats", "--json").output)
        assert fewest["cost"]["repeats"] == 0
        clubs = run("seat", "-", "--rounds", "1", "--clubs-apart", "1", stdin=listed).output
        assert "Together against a wish: " in clubs, "seven of a club at four tables"

    @pytest.mark.parametrize(
        ("wish", "said"),
        [
            (("--apart", "Ala"), "--apart takes two names"),
            (("--fixed", "Ala"), "--fixed takes a name"),
            (("--fixed", "Player 1=x"), "--fixed takes a name"),
            (("--apart", "Player 1,Ola"), "There is no player"),
        ],
    )
    def test_a_wish_that_cannot_be_read_is_named(self, wish: tuple[str, str], said: str) -> None:
        result = run("seat", "8", *wish)
        assert result.exit_code != 0
        assert said.lower() in result.output.lower()

    def test_a_swap_shows_its_cost_and_repeats_that_cannot_be_avoided_are_said(self) -> None:
        rounds = json.loads(run("seat", "16", "--rounds", "5", "--json").output)["rounds"]
        one, other = rounds[-1]["tables"][0][0], rounds[-1]["tables"][1][0]
        text = run("seat", "16", "--rounds", "5", "--swap", f"{one},{other}").output
        assert "6 repeated meetings" in " ".join(text.split())
        assert "cannot be avoided" in run("seat", "8", "--rounds", "2").output

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (("2",), "too few players (2)"),
            (("0",), "cannot be seated"),
            (("nofile.csv",), "cannot be read"),
            (("8", "--swap", "Ala"), "does not name two players"),
            (("8", "--swap", "Ala,Ola"), "has no seat in this round"),
            (("8", "--after", "nofile"), "cannot be read"),
            (("8", "--rounds", "0"), "0 is out of range"),
        ],
    )
    def test_bad_input_is_said_in_a_sentence(self, args: tuple[str, ...], message: str) -> None:
        result = run("seat", *args)
        assert result.exit_code == 2
        assert message in " ".join(result.output.split())

    def test_a_file_that_is_no_list_of_rounds_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "x.json"
        for text in (
            "[]",
            "{",
            '{"rounds": 3}',
            '{"rounds": [{"tables": 1}]}',
            '{"rounds": [{"tables": [], "byes": []}]}',
            '{"rounds": [{"tables": [[]], "byes": []}]}',
            '{"rounds": [{"tables": [["A", "B", "C", "D", "E", "F", "G"]], "byes": []}]}',
            '{"rounds": [{"tables": [["A", "B", "A"]], "byes": []}]}',
            "[" * 100_000,
        ):
            path.write_text(text, encoding="utf-8")
            result = run("seat", "8", "--after", str(path))
            assert result.exit_code == 2
            assert "not a list of rounds" in result.output
            assert "caught below" not in result.output
        bad = tmp_path / "bad.csv"
        bad.write_text("name,rating\nAla,much\n", encoding="utf-8")
        assert "not a rating" in run("seat", str(bad)).output


class TestTournament:
    def test_the_former_name_still_works_and_says_the_new_one(self) -> None:
        result = run("event", "standings", "--help")
        assert result.exit_code == 0
        assert "tilemeld event is now called tilemeld tournament." in result.stderr
        assert " event " not in run("--help").output

    @pytest.mark.parametrize("seed", [1, 7])  # by seed 7 two players share a place
    def test_a_tournament_is_simulated_to_its_end_and_its_standings_printed(
        self, tmp_path: Path, seed: int
    ) -> None:
        data = tmp_path / "games.sqlite"
        args = ("--players", "4", "--rounds", "1", "--bots", "random", "--data", str(data), "--json")
        answer = json.loads(run("tournament", "simulate", *args, "--seed", str(seed)).output)
        rows = answer["standings"]
        assert len(rows) == 4
        assert rows[0]["place"] == 1
        for number, (above, below) in enumerate(itertools.pairwise(rows), start=2):
            shared = all(above[key] == below[key] for key in ("big_points", "points"))
            assert below["place"] == (above["place"] if shared else number)
            assert (above["because"] == below["because"]) == shared  # both before the same next one
            assert above["big_points"] >= below["big_points"]
        assert data.exists()

    def test_32_players_over_4_rounds_by_one_command_with_a_progress_bar(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown = io.StringIO()
        wide = Console(file=shown, force_terminal=True, width=100, _environ={"TERM": "xterm"})
        monkeypatch.setattr("tilemeld.cli.commands.tournament.messages", lambda: wide)
        rows = json.loads(run("tournament", "simulate", "--bots", "random", "--games", "1", "--json").output)[
            "standings"
        ]
        assert [row["games"] for row in rows] == [4] * 32
        assert "round 4" in shown.getvalue()
        assert "32/32" in shown.getvalue()

    def test_the_standings_are_shown_with_reasons(self) -> None:
        result = run(
            "tournament", "simulate", "--players", "4", "--rounds", "1", "--final", "--bots", "random"
        )
        assert "before the next by" in result.output
        assert "moves" in result.output

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (("--bots", "nobody"), "There is no bot 'nobody'"),
            (("--rules", "nobody"), "there is no profile"),
            (("--rules", "pl", "--house", "max_players=3"), "not played at tables of four"),
        ],
    )
    def test_bad_input_is_said_in_a_sentence(self, args: tuple[str, ...], message: str) -> None:
        result = run("tournament", "simulate", *args)
        assert result.exit_code == 2
        assert message in result.output

    def test_a_log_is_checked_seal_by_seal(self, tmp_path: Path) -> None:
        from tilemeld.tournament.log.entries import format_entry
        from tournament.examples import Tournament

        tournament = Tournament(4, rounds=1)
        tournament.play(1)
        lines = [format_entry(entry) for entry in tournament.log]
        path = tmp_path / "tournament.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        result = run("tournament", "standings", str(path))
        assert result.exit_code == 0
        assert "every seal fits" in result.output
        path.write_text("\n".join([lines[0].replace("Cup", "Cap"), *lines[1:]]), encoding="utf-8")
        result = run("tournament", "standings", str(path))
        assert result.exit_code == 1
        assert "entry 1 was changed" in result.output
        assert json.loads(run("tournament", "standings", str(path), "--json").output)["broken"] == 1
        for text, message in (
            ("", "is empty"),
            ("{}", "$.at: expected a value"),
            ("[]", "expected an object (entry)"),
            ("[" * 100_000, "is not a tournament’s log"),
        ):
            path.write_text(text, encoding="utf-8")
            result = run("tournament", "standings", str(path))
            assert result.exit_code == 2
            assert message in result.output
        assert "cannot be read" in run("tournament", "standings", "nofile").output

    def test_entries_that_do_not_fit_each_other_are_no_log(self, tmp_path: Path) -> None:
        from tilemeld.tournament.log.entries import format_entry
        from tournament.examples import Tournament

        tournament = Tournament(4)
        tournament.publish(1)
        path = tmp_path / "tournament.jsonl"
        opened, *_, drawn, published = [format_entry(entry) for entry in tournament.log]
        for lines in ([published], [opened, opened], [opened, drawn], [opened, published]):
            path.write_text("\n".join(lines), encoding="utf-8")
            result = run("tournament", "standings", str(path))
            assert result.exit_code == 2
            assert "is not a tournament’s log: entry" in result.output

    def test_a_word_tournament_is_simulated_too(self, tmp_path: Path) -> None:
        args = ("--players", "3", "--rounds", "1", "--games", "1", "--rules", "pl-word", "--bots", "random")
        result = run("tournament", "simulate", *args, "--minutes", "10")
        assert result.exit_code == 0, result.output
        result = run("tournament", "simulate", *args, "--data", str(tmp_path))
        assert result.exit_code == 2
        assert "is a folder" in result.output


class TestPrint:
    def test_sheets_are_written_as_pdf_or_pictures(self, tmp_path: Path) -> None:
        rounds = tmp_path / "rounds.json"
        rounds.write_text(run("seat", "8", "--rounds", "1", "--json").output, encoding="utf-8")
        for args in (
            ("score-sheets", "--rules", "pl-word", "--language", "pl"),
            ("score-sheets", str(rounds), "--games", "3"),
            ("seating", str(rounds), "--language", "cs", "--title", "Pohár"),
            ("table-cards", str(rounds), "--link", "http://x/tournaments/1"),
        ):
            out = tmp_path / "sheet.pdf"
            result = run("print", *args, "--out", str(out))
            assert result.exit_code == 0, result.output
            assert out.read_bytes().startswith(b"%PDF-")
        result = run("print", "score-sheets", "--out", str(tmp_path / "sheet.txt"))
        assert result.exit_code == 2
        assert "neither .pdf nor .png" in result.output
        run("print", "table-cards", str(rounds), "--out", str(tmp_path / "card.png"))
        assert sorted(path.name for path in tmp_path.glob("*.png")) == ["card-1.png", "card-2.png"]

    def test_standings_and_certificates_come_from_a_log(self, tmp_path: Path) -> None:
        from tilemeld.tournament.log.entries import format_entry
        from tournament.examples import Tournament

        tournament = Tournament(4, rounds=1)
        tournament.play(1)
        log, club, out = tmp_path / "tournament.jsonl", tmp_path / "club.csv", tmp_path / "x.pdf"
        log.write_text("\n".join(format_entry(entry) for entry in tournament.log), encoding="utf-8")
        club.write_text("Ala\nOla\nEla\nUla\n", encoding="utf-8")
        for kind in ("standings", "certificates"):
            result = run(
                "print", kind, str(log), "--players", str(club), "--out", str(out), "--language", "uk"
            )
            assert result.exit_code == 0, result.output
            assert out.read_bytes().startswith(b"%PDF-")

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (("seating",), "needs the rounds"),
            (("standings",), "needs the log of a tournament"),
            (("seating", "nofile"), "cannot be read"),
            (("score-sheets", "--out", "/nowhere/x.pdf"), "cannot be written"),
        ],
    )
    def test_bad_input_is_said_in_a_sentence(self, args: tuple[str, ...], message: str) -> None:
        result = run("print", *args)
        assert result.exit_code == 2
        assert message in " ".join(result.output.split())

    def test_a_round_that_is_not_there(self, tmp_path: Path) -> None:
        rounds = tmp_path / "rounds.json"
        rounds.write_text(run("seat", "8", "--rounds", "1", "--json").output, encoding="utf-8")
        assert "has no round 3" in run("print", "seating", str(rounds), "--round", "3").output


class TestWholeTournaments:
    def saved(self, folder: Path, name: str, order: str = "ABCD") -> str:
        """A tournament of four as the desk saves it."""
        tournament = Tournament(4, rounds=1, games=1)
        tournament.play(1)
        cards = {f"P{at}": Card(f"Name {letter}", "", "Club") for at, letter in enumerate(order, start=1)}
        path = folder / name
        path.write_text(json.dumps(backup_json(name, cards, tournament.log)), encoding="utf-8")
        return str(path)

    def test_the_public_pages_are_written_with_their_printouts(self, tmp_path: Path) -> None:
        into = tmp_path / "www"
        result = run(
            "tournament", "export", self.saved(tmp_path, "one"), "--into", str(into), "--language", "cs"
        )
        assert result.exit_code == 0, result.output
        assert {path.name for path in into.iterdir()} == {
            "index.html",
            "rounds.html",
            "round-1.html",
            "standings.pdf",
            "round-1.pdf",
        }
        assert (into / "standings.pdf").read_bytes()[:4] == b"%PDF"
        assert 'lang="cs"' in (into / "index.html").read_text(encoding="utf-8")

    def test_a_tournament_is_restored_into_the_data_of_a_server(self, tmp_path: Path) -> None:
        file, data = self.saved(tmp_path, "one"), str(tmp_path / "server.sqlite")
        first = run("tournament", "restore", file, "--data", data)
        assert first.exit_code == 0, first.output
        assert re.search(r"code [A-Z0-9]{12}", first.output)
        again = run("tournament", "restore", file, "--data", data)
        assert again.exit_code != 0, "it is there already, and belongs to whoever restored it"

    def test_a_changed_file_is_refused_everywhere(self, tmp_path: Path) -> None:
        file = Path(self.saved(tmp_path, "one"))
        file.write_text(file.read_text(encoding="utf-8").replace('"Cup"', '"Cap"'), encoding="utf-8")
        for args in (
            ("export", str(file), "--into", str(tmp_path / "www")),
            ("restore", str(file), "--data", str(tmp_path / "server.sqlite")),
            ("season", str(file)),
        ):
            result = run("tournament", *args)
            assert result.exit_code != 0
            assert "entry 1 was changed" in " ".join(result.output.split()).lower(), args

    def test_a_season_counts_tournaments_together(self, tmp_path: Path) -> None:
        files = [self.saved(tmp_path, "one"), self.saved(tmp_path, "two", "BADC")]
        rows = json.loads(run("tournament", "season", *files, "--best", "1", "--json").output)
        assert [len(row["results"]) for row in rows] == [2, 2, 2, 2]
        assert all(sum(each["counts"] for each in row["results"]) == 1 for row in rows)
        clubs = run("tournament", "season", *files, "--clubs", "--team", "2").output
        assert "Club" in clubs
        wrong = run("tournament", "season", *files, "--points", "10,x")
        assert wrong.exit_code != 0
        assert "10,x" in wrong.output
