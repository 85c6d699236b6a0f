"""What all tests share: how Hypothesis runs, what holds the floor of coverage, and what needs a kernel.

Where there is no compiler there is no kernel, and what is about the kernel is skipped, for all to see.
With a compiler the kernel has to be there: nothing is skipped, and tests that miss it fail.
"""

import gc
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from at_night import at_night
from tilemeld.solver import has_kernel

# Tests start many processes: what is compiled once is kept, also where the surroundings forbid it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    "tilemeld",
    deadline=None,
    max_examples=at_night(200, by_day=40),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tilemeld")

HERE = Path(__file__).parent
COVERING = (HERE / "engine", HERE / "solver")
"""Every branch of the engine and the solver is reached by tests of their own."""
JOURNEYS = HERE / "journeys"
SLOW = frozenset(
    line.partition("\t")[2] for line in (HERE / "slow.tsv").read_text(encoding="utf-8").splitlines()
)
"""What ``make quick`` leaves out, as ``make costs`` has measured it; whatever is new is quick until then."""
WHOLLY_SLOW = (JOURNEYS, HERE / "server" / "http" / "test_any_request.py")
"""What ``make quick`` does not even collect: importing it takes seconds."""
KERNEL_IS_MISSING = not has_kernel() and shutil.which(os.environ.get("CC", "cc")) is None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not read the files of which nothing is wanted."""
    wants_quick_only = config.option.markexpr == "not slow"
    return True if wants_quick_only and collection_path in WHOLLY_SLOW else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that hold the floor, which are run under a tracer, and skip what needs a kernel."""
    for item in items:
        if any(room in item.path.parents for room in COVERING) and item.get_closest_marker("repeats") is None:
            item.add_marker("floor")
        if (
            any(each in (item.path, *item.path.parents) for each in WHOLLY_SLOW)
            or item.nodeid.partition("[")[0] in SLOW
        ):
            item.add_marker("slow")
        if KERNEL_IS_MISSING and (item.get_closest_marker("kernel") or _asks_for_kernel(item)):
            item.add_marker(pytest.mark.skip(reason="no C compiler here, so there is no kernel"))


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among what was imported: a tenth of what the tests take."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _asks_for_kernel(item: pytest.Item) -> bool:
    case = getattr(item, "callspec", None)
    return case is not None and case.params.get("backend") == "kernel"
