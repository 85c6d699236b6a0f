"""Where nothing was compiled, the plain twin does the work: shown on a copy without the library."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tilemeld

SCRIPT = """
from tilemeld.engine.tiles import Face
from tilemeld.solver import Position, has_kernel, solve
table = ((Face("r3"), Face("r4"), Face("r5")),)
best = solve(Position(table, (Face("r6"), Face("k1"))))
print(has_kernel(), best.played, best.optimal)
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.solver.words import LaidWord, WordPosition, best_turn
few = Lexicon.from_words(["KOSZYK", "KOT", "SZYK"])
print([laid.word for laid in best_turn(WordPosition((LaidWord("KOSZYK"),), "T"), few).table])
try:
    solve(Position(table, ()), backend="kernel")
except LookupError as error:
    print(error)
"""


def test_the_twin_answers_where_there_is_no_kernel(tmp_path: Path) -> None:
    package = Path(str(tilemeld.__file__)).parent
    shutil.copytree(package, tmp_path / "tilemeld", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=True
    )
    first, words, second = done.stdout.splitlines()
    assert words == "['KOT', 'SZYK']"
    assert first == "False ('r6',) True"
    assert "the kernel was not compiled" in second
