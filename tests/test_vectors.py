"""The vectors that the browser's twins are tested against are what the engine says today."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def is_up_to_date(tool_name: str, vectors: str) -> bool:
    """Run the tool that writes the vectors and compare."""
    spec = importlib.util.spec_from_file_location(tool_name, ROOT / "tools" / f"{tool_name}.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stored = (ROOT / "client/tests/vectors" / vectors).read_text(encoding="utf-8")
    return bool(stored == tool.vectors_file())


@pytest.mark.rule("N2", "N3", "N4", "N5", "R-1", "R-10")
def test_vectors_of_readings_are_up_to_date() -> None:
    assert is_up_to_date("export_vectors", "readings.json"), "run: python tools/export_vectors.py"


@pytest.mark.rule("E3", "E4", "E5", "E6", "E7", "E8", "M1", "M2", "M3", "R-8", "R-9", "W10", "W11", "W15")
def test_vectors_of_scores_are_up_to_date() -> None:
    assert is_up_to_date("export_scores", "scores.json"), "run: python tools/export_scores.py"
