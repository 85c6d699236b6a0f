"""The core needs nothing but Python; what a command needs beyond it comes with the extra it names.

Proves `__main__.py`, `cli/extras.py`.
"""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from tilemeld.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
LEFT_OUT = {"postgres", "train", "valkey"}
"""Extras that ``all``, which make play installs, leaves out."""
CORE = ("engine", "solver", "bots", "tournament")


def isolated(code: str, *arguments: str, without: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
    """Run code with the sources and the standard library alone, or with every package but some."""
    bare = ["-I"] if without else ["-I", "-S"]
    start = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n"
        f"sys.modules.update(dict.fromkeys({without!r}))\n"  # None there: it cannot be imported
    )
    command = [sys.executable, *bare, "-c", start + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def packages_of(extra: str) -> set[str]:
    """Return the modules that an extra brings, with those of the extras it includes."""
    found: set[str] = set()
    for requirement in EXTRAS[extra]:
        name, included = re.match(r"([A-Za-z0-9-]+)(?:\[([a-z,]+)\])?", requirement).groups()  # type: ignore[union-attr]  # a requirement begins with a name
        if name == "tilemeld":
            found.update(*map(packages_of, included.split(",")))
        else:
            found.add(name.replace("-", "_"))
    return found


WALK = """
import importlib, pkgutil, sys
import tilemeld
for room in sys.argv[1:]:
    package = importlib.import_module(f"tilemeld.{room}")
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(each.name)
foreign = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(len(sys.modules), sorted(foreign - {"tilemeld", "__main__", "__mp_main__"}))
"""


def test_every_module_of_the_core_is_imported_with_the_standard_library_alone() -> None:
    done = isolated(WALK, *CORE)
    assert done.returncode == 0, done.stderr
    count, _, foreign = done.stdout.strip().partition(" ")
    assert int(count) > 150
    assert foreign == "[]"


def test_the_core_declares_no_dependency() -> None:
    assert PROJECT["project"].get("dependencies", []) == []


def test_solving_and_a_game_of_bots_work_with_the_core_alone() -> None:
    code = """
from random import Random
from tilemeld import BeginGame, CreateGame, FixedChance, LocalGame, parse_faces, profile
from tilemeld.bots import player_named
from tilemeld.engine.notation import parse_face_sets
from tilemeld.solver import Goal, Position, solve
print(solve(Position(parse_face_sets("r3 r4 r5"), parse_faces("r6 r7 o9")), Goal.TILES).played)
game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("core"))
game.do(BeginGame())
for _ in range(4):
    game.do(player_named("club").choose(game.view(game.active), Random(1)))
print("turns were played")
"""
    done = isolated(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["('r6', 'r7')", "turns were played"]


def test_the_command_without_its_extra_says_which_one_is_missing() -> None:
    done = isolated("from tilemeld.__main__ import main; main()")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip() == (
        "The command tilemeld needs click, which is not installed: pip install 'tilemeld[cli]' brings it."
    )


@pytest.mark.parametrize(
    ("command", "missing", "extra"),
    [
        ("serve", "starlette", "server"),
        ("serve", "uvicorn", "server"),
        ("print", "typst", "paper"),
        ("arena", "openskill", "lab"),
        ("train", "numpy", "train"),
        ("solve", "rich", "cli"),
    ],
)
def test_a_command_without_its_extra_says_which_one_is_missing(
    command: str, missing: str, extra: str
) -> None:
    code = "from tilemeld.__main__ import main; main()"
    done = isolated(code, command, "--help", without=(missing,))
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    assert f"needs {missing}, which is not installed" in " ".join(done.stderr.split())
    assert f"pip install 'tilemeld[{extra}]'" in done.stderr


def test_a_simulated_tournament_needs_the_server_and_the_standings_of_one_do_not() -> None:
    code = "from tilemeld.__main__ import main; main()"
    done = isolated(code, "tournament", "simulate", "--players", "4", without=("starlette",))
    assert "tilemeld tournament simulate needs starlette" in " ".join(done.stderr.split())
    assert "pip install 'tilemeld[server]'" in done.stderr
    done = isolated(code, "tournament", "standings", "--help", without=("starlette",))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("options", "missing", "extra"),
    [
        (["--database", "postgresql://localhost/x"], "asyncpg", "postgres"),
        (["--database", "postgresql://localhost/x", "--bus", "redis://localhost"], "valkey", "valkey"),
    ],
)
def test_a_database_without_its_driver_names_the_extra(options: list[str], missing: str, extra: str) -> None:
    code = "from tilemeld.__main__ import main; main()"
    done = isolated(code, "serve", "--port", "0", *options, without=(missing,))
    assert done.returncode == 2, done.stdout
    assert f"needs {missing}, which is not installed" in " ".join(done.stderr.split())
    assert f"pip install 'tilemeld[{extra}]'" in done.stderr


def test_a_fault_of_our_own_is_not_taken_for_a_missing_extra() -> None:
    done = isolated(
        "from tilemeld.__main__ import main; main()", "arena", "--help", without=("tilemeld.lab",)
    )
    assert "tilemeld.lab" in done.stderr
    assert "pip install" not in done.stderr


@pytest.mark.parametrize("extra", sorted(set(EXTRAS) - {"all"} - LEFT_OUT))
def test_a_command_imports_nothing_that_its_extra_does_not_bring(extra: str) -> None:
    modules = [f"tilemeld.cli.{lazy.module}" for lazy in COMMANDS.values() if lazy.extra == extra]
    assert modules
    others = sorted(every_package() - packages_of(extra))
    done = isolated(f"import {', '.join(modules)}", without=tuple(others))
    assert done.returncode == 0, done.stderr[-600:]


def every_package() -> set[str]:
    return set().union(*map(packages_of, EXTRAS))


def test_all_is_every_extra_that_one_server_needs() -> None:
    assert packages_of("all") == set().union(*map(packages_of, set(EXTRAS) - LEFT_OUT))
    assert all(find_spec(name) for name in every_package() - {"uvloop"})


def test_the_contract_of_the_core_forbids_every_package_of_the_extras() -> None:
    contracts = {each["id"]: each for each in PROJECT["tool"]["importlinter"]["contracts"]}
    contract = contracts["core-needs-python-alone"]
    assert every_package() <= set(contract["forbidden_modules"])
    assert {f"tilemeld.{room}" for room in CORE} <= set(contract["source_modules"])
