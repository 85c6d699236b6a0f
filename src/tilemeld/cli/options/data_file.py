"""The file that the server keeps games in, where nobody names another."""

import os
import sys
from pathlib import Path


def data_file() -> Path:
    """Return the file in the user's data folder that games are kept in."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tilemeld" / "games.sqlite"
