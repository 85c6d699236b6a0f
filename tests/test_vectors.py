"""The vectors that the browser's twin of the reading is tested against are what the engine says today."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.rule("N2", "N3", "N4", "N5", "R-1", "R-10")
def test_vectors_for_the_browser_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("export_vectors", ROOT / "tools" / "export_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stored = (ROOT / "client/tests/vectors/readings.json").read_text(encoding="utf-8")
    assert stored == tool.vectors_file(), "run: python tools/export_vectors.py"
