"""The vectors that the browser's replay is tested against are the engine's states today."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_states_for_the_replay_in_the_browser_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("export_replays", ROOT / "tools" / "export_replays.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stored = (ROOT / "client/tests/vectors/replays.json").read_text(encoding="utf-8")
    assert stored == tool.vectors_file(), "run: python tools/export_replays.py"
