"""A file that is something else is left alone."""

from pathlib import Path

import pytest

from tilemeld.adapters.sqlite.store import SqliteStore


def test_a_file_that_is_no_database_is_refused_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("# not a database, but long enough to look at", encoding="utf-8")
    with pytest.raises(RuntimeError, match="is not a file of games: choose another with --data"):
        SqliteStore.open(path, sole=True)
    assert [each.name for each in tmp_path.iterdir()] == ["README.md"]
