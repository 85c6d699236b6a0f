"""The lexicon compared with a set, marisa-trie and dawg2: the same four million words, a process each.

What counts: how large it is on disk, how long it takes to open and what it takes in memory (a server and
each of its workers open it), and a look-up. Only ours has a walk over nodes that takes jokers.
"""

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Container
from importlib import import_module
from itertools import islice
from pathlib import Path

from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.engine.sets.lexicon import Lexicon

OUT = Path(__file__).parent / "out"
LOOKUPS = 20_000
BATCHES = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every so-many-th word only")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "FOLDER"), help="(for the processes)")
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure(chosen.measure[0], Path(chosen.measure[1]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        words = list(islice(polish_lexicon(), 0, None, chosen.every))
        (Path(folder) / "words.txt").write_text("\n".join(words), encoding="utf-8")
        print(f"{len(words):,} words\n")
        print(f"{'':12} {'build s':>8} {'file MB':>8} {'open ms':>8} {'memory MB':>10} {'look-up us':>11}")
        rows = []
        for name in OPENERS:
            for step in ("build", "open"):
                command = [sys.executable, "-m", "bench.lexicon", "--measure", f"{step}:{name}", folder]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                if step == "build":
                    row = {"name": name, **json.loads(done.stdout)}
                else:
                    row |= json.loads(done.stdout)
            rows.append(row)
            print(
                f"{name:12} {row['build_s']:8.1f} {row['file_mb']:8.1f} {row['open_ms']:8.1f} "
                f"{row['memory_mb']:10.1f} {row['lookup_us']:11.2f}"
            )
    OUT.mkdir(exist_ok=True)
    (OUT / "lexicon.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def measure(task: str, folder: Path) -> dict[str, float]:
    step, name = task.split(":")
    file = folder / name
    if step == "build":
        words = (folder / "words.txt").read_text(encoding="utf-8").split("\n")
        start = time.process_time()
        BUILDERS[name](words, file)
        return {"build_s": time.process_time() - start, "file_mb": file.stat().st_size / 1e6}
    with (folder / "words.txt").open(encoding="utf-8") as lines:
        some = [word.strip() for word in islice(lines, 7, None, 401)][: LOOKUPS // 2]
    asked = [each for word in some for each in (word, word[:-1] + "Ź")]
    import_module(OPENERS[name][0])
    before = resident_mb()
    start = time.process_time()
    opened = OPENERS[name][1](file)
    open_ms = 1000 * (time.process_time() - start)
    memory = resident_mb() - before
    times = []
    for _ in range(BATCHES):
        start = time.process_time()
        found = sum(word in opened for word in asked)
        times.append(time.process_time() - start)
    assert found >= len(some), f"{name} does not know its own words"
    return {"open_ms": open_ms, "memory_mb": memory, "lookup_us": 1e6 * statistics.median(times) / len(asked)}


def resident_mb() -> float:
    """What this process takes in memory now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def build_tilemeld(words: list[str], file: Path) -> None:
    file.write_bytes(Lexicon.from_words(words).to_bytes())


def open_tilemeld(file: Path) -> Container[str]:
    return Lexicon.from_bytes(file.read_bytes())


def build_set(words: list[str], file: Path) -> None:
    file.write_bytes(pickle.dumps(frozenset(words)))


def open_set(file: Path) -> Container[str]:
    opened: frozenset[str] = pickle.loads(file.read_bytes())
    return opened


def build_marisa(words: list[str], file: Path) -> None:
    import_module("marisa_trie").Trie(words).save(str(file))


def open_marisa(file: Path) -> Container[str]:
    opened: Container[str] = import_module("marisa_trie").Trie().load(str(file))
    return opened


def build_dawg(words: list[str], file: Path) -> None:
    import_module("dawg").DAWG(words).save(str(file))


def open_dawg(file: Path) -> Container[str]:
    opened: Container[str] = import_module("dawg").DAWG().load(str(file))
    return opened


BUILDERS: dict[str, Callable[[list[str], Path], None]] = {
    "tilemeld": build_tilemeld,
    "marisa-trie": build_marisa,
    "dawg2": build_dawg,
    "set": build_set,
}
OPENERS: dict[str, tuple[str, Callable[[Path], Container[str]]]] = {
    "tilemeld": ("tilemeld.engine.sets.lexicon", open_tilemeld),
    "marisa-trie": ("marisa_trie", open_marisa),
    "dawg2": ("dawg", open_dawg),
    "set": ("pickle", open_set),
}
"""The module that each needs, whose import is not counted as its memory, and how it is opened."""

if __name__ == "__main__":
    main()
