"""``tilemeld bench solver``: figures of kernel, twin and peer, on made-up positions or those of a file.

Proves `cli/positions/peer.py`, `cli/positions/samples.py`.
"""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tilemeld.cli.commands import bench
from tilemeld.cli.main import cli
from tilemeld.cli.positions.samples import LARGEST_RACK, LARGEST_TABLE, random_positions
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.solver import Goal, has_kernel

OURS = ["kernel", "kernel+least", "twin"] if has_kernel() else ["twin"]
LINES = '{"table":["r3 r4 r5"],"rack":"r6 J"}\n{"rack":"r1 r2 r3","goal":"points"}\n'


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, ["bench", "solver", *args], input=stdin, env={"COLUMNS": "110"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for no peer, so that nothing depends on what else is installed, and start no other Pythons."""
    monkeypatch.setattr(bench, "has_peer", lambda: False)
    monkeypatch.setattr(bench, "import_milliseconds", lambda: 12.34)


def test_figures_are_shown_by_table_size_and_what_is_left_out_is_said() -> None:
    text = " ".join(run("--positions", "6").output.split())
    for part in ("p50", "p95", "p99", "max", "all", "0–20", "61–90", *OURS):
        assert part in text
    assert "rummikub-solver is not installed here, so it is left out." in text
    assert "Importing the solver takes 12 ms" in text


def test_json_has_figures_for_each_solver_and_size_and_what_the_kernel_weighs() -> None:
    data = json.loads(run("--positions", "4", "--rules", "pl-xp", "--goal", "points-tiles", "--json").stdout)
    assert data["positions"] == 4
    assert [one["solver"] for one in data["figures"] if one["tiles_on_table"] == "all"] == OURS
    for one in data["figures"]:
        assert 0 <= one["p50"] <= one["p95"] <= one["p99"] <= one["max"]
    assert data["differs"] == dict.fromkeys(OURS, 0)
    assert data["kernel_bytes"] < 1_000_000
    assert bool(data["kernel_bytes"]) == has_kernel()
    assert data["import_ms"] == 12.3


def test_importing_the_solver_is_timed_in_a_fresh_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert bench.import_milliseconds() > 0


def test_positions_of_a_file_have_rules_and_goals_of_their_own() -> None:
    data = json.loads(run("--jsonl", "-", "--json", stdin=LINES).stdout)
    assert (data["positions"], data["figures"][0]["positions"]) == (2, 2)


@pytest.mark.parametrize(
    ("args", "stdin", "part"),
    [
        (("--jsonl", "-"), '{"rack":""}\n{"rack":"r99"}\n', "Line 2: 'r99' is not a tile"),
        (("--jsonl", "-"), '{"rack":"","table":["r1"]}\n', "Line 1: set 1 of the table (r1) is not a set"),
        (("--jsonl", "-"), "", "'-' holds no positions"),
        (("--jsonl", "nowhere.jsonl"), "", "'nowhere.jsonl' cannot be read"),
        (("--jsonl", "-", "--goal", "points"), LINES, "--goal does not go with --jsonl"),
        (("--jsonl", "-", "--seed", "2"), LINES, "--seed does not go with --jsonl"),
        (("--positions", "1"), "", "1 is out of range: write one from 2 to 10000"),
        (("--rules", "xx"), "", "'xx' is not one of"),
    ],
)
def test_bad_input_is_named_with_exit_code_2(args: tuple[str, ...], stdin: str, part: str) -> None:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2
    assert part in " ".join(result.output.split())


def test_without_a_kernel_the_twin_is_measured_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "has_kernel", lambda: False)
    text = " ".join(run("--positions", "2").output.split())
    assert "The kernel was not compiled here, so only the twin is measured." in text
    data = json.loads(run("--positions", "2", "--json").stdout)
    assert [*data["differs"]] == ["twin"]
    assert data["kernel_bytes"] == 0


class FakeRules:
    """As much of the peer as is used, and wrong now and then: it never lays a tile."""

    def __init__(self, *, repeats: int, jokers: int, solver_backend: str) -> None:
        colours = ("RED", "BLUE", "BLACK", "ORANGE")
        self.tiles: list[Any] = [
            SimpleNamespace(colour=SimpleNamespace(name=colour), value=number)
            for colour in colours
            for number in range(1, 14)
        ]
        self.tiles.append(FakeJoker())
        assert (repeats, jokers, solver_backend) == (2, 2, "scipy")

    def new_game(self) -> Any:
        return SimpleNamespace(add_table=lambda *_: None, add_rack=lambda *tiles: self._keep(tiles))

    def _keep(self, tiles: tuple[Any, ...]) -> None:
        self.rack = tiles

    def solve(self, state: Any, mode: str) -> Any:
        assert (state.initial, mode) == (False, "tiles")
        return None if len(self.rack) > 1 else SimpleNamespace(tiles=())


class FakeJoker:
    pass


@pytest.fixture
def _fake_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    package = SimpleNamespace(
        RuleSet=FakeRules,
        Joker=FakeJoker,
        MILPSolver=SimpleNamespace(SCIPY="scipy"),
        SolverMode=SimpleNamespace(TILE_COUNT="tiles"),
    )
    monkeypatch.setitem(sys.modules, "rummikub_solver", package)
    monkeypatch.setattr(bench, "has_peer", lambda: True)


@pytest.mark.usefixtures("_fake_peer")
def test_a_peer_that_is_installed_is_measured_for_the_goal_it_knows_and_its_mistakes_are_counted() -> None:
    stdin = '{"table":["r3 r4 r5"],"rack":"r6 J"}\n{"rack":"r1"}\n'
    text = " ".join(run("--jsonl", "-", stdin=stdin).output.split())
    assert "rummikub-solver lays another number of tiles in 1 of 2." in text
    assert "times at p50" in text
    assert "not installed" not in text
    assert "rummikub-solver" not in json.loads(run("--jsonl", "-", "--json", stdin=LINES).stdout)["differs"]


def test_kernel_and_twin_that_do_not_agree_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(1000))
    monkeypatch.setattr(bench, "_ours", lambda _, *, least: lambda asked: lambda: next(numbers))
    monkeypatch.setattr(bench, "has_kernel", lambda: True)
    monkeypatch.setattr(bench, "kernel_bytes", lambda: 1)  # also where there is none
    result = run("--positions", "2", "--json")
    assert result.exit_code == 1
    assert "do not agree" in result.output


@pytest.mark.rule("N1", "N6")
@pytest.mark.parametrize("name", ["pl", "pl-xp"])
def test_made_up_positions_are_tables_of_sets_from_one_box_and_the_same_for_a_seed(name: str) -> None:
    rules = profile(name)
    asked = random_positions(30, rules, Goal.TILES, seed=5)
    assert asked == random_positions(30, rules, Goal.TILES, seed=5)
    assert asked != random_positions(30, rules, Goal.TILES, seed=6)
    sizes = [sum(map(len, one.position.table)) for one in asked]
    assert sizes[0] == 0
    assert max(sizes) > 0.8 * LARGEST_TABLE * rules.copies
    for one in asked:
        assert 1 <= len(one.position.rack) <= LARGEST_RACK
        assert all(read_numbers(laid).valid for laid in one.position.table)
