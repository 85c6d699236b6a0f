"""Smoke tests of an installed tilemeld, with nothing but what it was installed with: does each part work?

python tools/smoke.py         with every extra
python tools/smoke.py core    with no packages at all
"""

import asyncio
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from random import Random


def check_core() -> None:
    """Solve a position and play a short game of bots."""
    from tilemeld import BeginGame, CreateGame, FixedChance, LocalGame, parse_faces, profile  # noqa: PLC0415
    from tilemeld.bots import Dawdle, player_named  # noqa: PLC0415
    from tilemeld.solver import Goal, Position, has_kernel, solve  # noqa: PLC0415

    best = solve(Position((), parse_faces("r1 r2 r3 o9")), Goal.TILES)
    assert best.played == ("r1", "r2", "r3"), best
    game = LocalGame(CreateGame(profile("cs").override({"rack_size": 5}), 2), chance=FixedChance("smoke"))
    game.do(BeginGame())
    for _ in range(20):
        if not game.is_over:
            choice = player_named("club").choose(game.view(game.active), Random(1))
            assert not isinstance(choice, Dawdle)
            game.do(choice)
    print(f"core: solved and played, {'with the kernel' if has_kernel() else 'with the plain Python twin'}")


def check_command(*arguments: str, makes: Path | None = None) -> None:
    """Run a command of the terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "tilemeld", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"tilemeld {' '.join(arguments)}: {done.stdout}{done.stderr}"
    assert makes is None or makes.read_bytes().startswith(b"%PDF"), "no PDF was made"
    print(f"tilemeld {arguments[0]}: works")


def check_server(folder: Path) -> None:
    """Start a server and ask it for a page, for an answer of the solver, and for a WebSocket."""
    command = ["serve", "--port", "0", "--no-browser", "--data", str(folder / "games.sqlite")]
    with subprocess.Popen(
        [sys.executable, "-m", "tilemeld", *command], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert "tilemeld is at" in line, line
            link = line.rpartition(" ")[2].strip()
            with urllib.request.urlopen(f"{link}readyz") as answer:
                assert answer.status == 200
            body = urllib.request.Request(
                f"{link}api/solve", b'{"rack": ["r1", "r2", "r3"]}', {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(body) as answer:
                assert b'"tiles":3' in answer.read()
            asyncio.run(_open_socket(link))
        finally:
            process.terminate()
            process.wait(30)
    print("tilemeld serve: answers requests and WebSockets")


async def _open_socket(link: str) -> None:
    from websockets.asyncio.client import connect  # noqa: PLC0415  # only with the extra

    async with connect(f"{link.replace('http', 'ws')}ws"):
        pass


def main() -> None:
    """Check the core, and with every extra the commands."""
    check_core()
    if sys.argv[1:] == ["core"]:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_command("solve", "--rack", "r1 r2 r3")
        check_command("rules")
        check_command("arena", "--bots", "club,random", "--games", "2", "--jobs", "1")
        sheet = folder / "sheet.pdf"
        check_command("print", "score-sheets", "--language", "uk", "--out", str(sheet), makes=sheet)
        check_command("tournament", "simulate", "--players", "4", "--rounds", "1", "--json")
        check_server(folder)


if __name__ == "__main__":
    main()
