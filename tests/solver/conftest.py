"""Where there is no compiler there is no kernel, and what is about the kernel is skipped, for all to see.

With a compiler the kernel has to be there: nothing is skipped, and tests that miss it fail.
"""

import os
import shutil

import pytest

from tilemeld.solver import has_kernel

IS_MISSING = not has_kernel() and shutil.which(os.environ.get("CC", "cc")) is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests marked ``kernel``, and the cases of a test that ask for the kernel."""
    if IS_MISSING:
        for item in items:
            if item.get_closest_marker("kernel") or _asks_for_kernel(item):
                item.add_marker(pytest.mark.skip(reason="no C compiler here, so there is no kernel"))


def _asks_for_kernel(item: pytest.Item) -> bool:
    case = getattr(item, "callspec", None)
    return case is not None and case.params.get("backend") == "kernel"
