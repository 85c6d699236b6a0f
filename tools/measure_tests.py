"""Measures what each test costs in CPU seconds, its server, its browser and its bots included.

As a plugin (``pytest -n0 -p tools.measure_tests``) it writes a line for each test into build/test-cpu.tsv;
as a program it makes tests/slow.tsv of that, which ``make quick`` leaves out. ``make costs`` does both.
"""

import ctypes
import os
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MEASURED = ROOT / "build" / "test-cpu.tsv"
SLOW = ROOT / "tests" / "slow.tsv"
SLOW_SECONDS = 0.2
"""From here on a test function, all its cases together, is slow."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_so_far: float | None = None
ADOPT_ORPHANS = 36
"""The call of Linux by which the children of children that end come to us (PR_SET_CHILD_SUBREAPER)."""


def pytest_configure() -> None:
    """Count what outlives its parents, too: a browser does not wait for its own processes."""
    adopt_orphans()


def adopt_orphans() -> None:
    """Become the parent of what outlives its own, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note what a test cost, with what it set up."""
    global _so_far  # noqa: PLW0603  # what the last test left is where the next one begins
    before = cpu_seconds() if _so_far is None else _so_far
    answer = yield
    _so_far = cpu_seconds()
    MEASURED.parent.mkdir(exist_ok=True)
    with MEASURED.open("a", encoding="utf-8") as file:
        file.write(f"{_so_far - before:.2f}\t{item.nodeid}\n")
    return answer


def cpu_seconds() -> float:
    """Return what this process, its children and theirs have taken so far, ended ones included."""
    total, waiting = 0, [os.getpid()]
    while waiting:
        one = Path("/proc") / str(waiting.pop())
        total += sum(map(int, _read(one / "stat").rpartition(")")[2].split()[11:15]))
        for thread in _folders(one / "task"):
            waiting += map(int, _read(thread / "children").split())
    return total / TICKS


def _read(path: Path) -> str:
    """Return what a file of a process or thread says; nothing when that has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


def _folders(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except OSError:
        return []


def main() -> None:
    """Write the list of slow tests, and say what costs most."""
    costs: Counter[str] = Counter()
    for line in MEASURED.read_text(encoding="utf-8").splitlines():
        seconds, _, name = line.partition("\t")
        costs[name.partition("[")[0]] += float(seconds)  # type: ignore[assignment]  # a Counter of floats adds
    slow = [(name, cost) for name, cost in sorted(costs.items()) if cost > SLOW_SECONDS]
    SLOW.write_text("".join(f"{cost:.1f}\t{name}\n" for name, cost in slow), encoding="utf-8")
    total, in_slow = sum(costs.values()), sum(cost for _, cost in slow)
    print(f"{total:.0f} CPU seconds in all, {in_slow:.0f} of them in {len(slow)} slow tests")
    for name, cost in costs.most_common(20):
        print(f"{cost:7.1f}  {name}")


if __name__ == "__main__":
    main()
