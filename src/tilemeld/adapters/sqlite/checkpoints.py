"""Checkpoints of SQLite: its log is moved into the file in a separate thread, not during a commit.

By default SQLite does it in the commit that fills the log, and everybody whose move is in that commit waits
for it. Here a separate thread moves what is there and delays nobody. While moves keep coming it never quite
reaches the end, so once the log is long the writer moves the last few pages after a commit, and the next
one starts the log again.
"""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from .file import connect

EVERY_SECONDS = 1.0
LONG = 2_000
"""From this many pages (8 MB) on, the log is to be emptied."""


class Finisher(Protocol):
    """The writer, which can move the last pages while nobody else writes."""

    commits: int
    finish_checkpoint: bool


def checkpoint(connection: sqlite3.Connection) -> int:
    """Move what can be moved without waiting for anybody; return how many pages the log has."""
    with contextlib.suppress(sqlite3.Error):  # the next one does it
        _busy, pages, _moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return int(pages)
    return 0


class Checkpointer:
    """A thread that moves the log into the file once a second, if anything was written."""

    def __init__(self, path: Path, writer: Finisher) -> None:
        self.on_checkpoint: Callable[[float], None] = lambda _seconds: None
        self._path = path
        self._writer = writer
        self._seen = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tilemeld-checkpoint", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread; the last connection that closes moves what is left."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        with contextlib.closing(connect(self._path)) as connection:
            while not self._stopped.wait(EVERY_SECONDS):
                self.look(connection)

    def look(self, connection: sqlite3.Connection) -> None:
        """Move the log if there is anything new in it."""
        if self._writer.commits == self._seen:
            return
        self._seen, began = self._writer.commits, time.perf_counter()
        pages = checkpoint(connection)
        self.on_checkpoint(time.perf_counter() - began)
        if pages > LONG:
            self._writer.finish_checkpoint = True
