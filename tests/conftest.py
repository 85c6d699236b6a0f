"""What all tests share: how Hypothesis runs, and which tests the floor of coverage is measured by."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("tilemeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tilemeld")

HERE = Path(__file__).parent
COVERING = (HERE / "engine", HERE / "solver")
"""Every branch of the engine and the solver is reached by tests of their own."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that hold the floor of coverage: they run under a tracer, and in a run of their own."""
    for item in items:
        if item.path.parent in COVERING and item.get_closest_marker("repeats") is None:
            item.add_marker("floor")
