"""Migrations of the embedded store: numbered SQL files, each run once and in order."""

from importlib.resources import files


def migrations() -> list[tuple[int, str]]:
    """Return every migration with its number, in order."""
    found = [
        (int(each.name[:4]), each.read_text(encoding="utf-8"))
        for each in files(__name__).iterdir()
        if each.name.endswith(".sql")
    ]
    return sorted(found)
