"""The file of the embedded store: claimed, checked for damage, salvaged, migrated."""

import contextlib
import logging
import os
import sqlite3
from functools import cache
from pathlib import Path
from typing import IO

from tilemeld.adapters.sql.migrations import migrations

from .salvage import read_damaged, salvage

try:
    import fcntl
except ImportError:  # Windows has no such locks; there the file is not claimed
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

Schema = frozenset[tuple[object, ...]]
SQLITE_MAGIC = b"SQLite format 3\x00"
PASSING = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_AUTH,
)
"""Errors that say nothing about the content of the file."""


def open_file(path: Path, *, mend: bool) -> None:
    """Make the file if there is none and bring its schema up to date; ``mend`` salvages a damaged one.

    Raises ``RuntimeError`` for a file that is something else or that a newer program has written.
    """
    _check_is_ours(path)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds the server's key
    elif mend:
        _mend(path)
    with contextlib.closing(connect(path)) as connection:
        migrate(connection)


def has_content(path: Path) -> bool:
    """Say whether the file exists and is not empty."""
    return path.is_file() and path.stat().st_size > 0


def _check_is_ours(path: Path) -> None:
    """Refuse a file of another kind before anything is written."""
    if path.is_dir():
        raise RuntimeError(f"{path} is a folder: name a file in it with --data")
    if has_content(path) and not _is_sqlite(path) and not len(read_damaged(path)):
        raise RuntimeError(f"{path} is not a file of games: choose another with --data")


def claim_file(path: Path) -> IO[str]:
    """Lock a file next to the data until it is closed or the process ends, however it ends.

    Raises ``RuntimeError`` when another process has it, or the file is something else.
    """
    _check_is_ours(path)
    claim = path.with_name(path.name + ".lock").open("w")
    try:
        if fcntl is not None:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        claim.close()
        raise RuntimeError(f"another server is using {path}: stop it, or choose another file") from None
    return claim


def connect(path: Path) -> sqlite3.Connection:
    """Open the file: write-ahead log, every commit on disk before it is answered."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.text_factory = _decode
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _decode(text: bytes) -> str:
    """Read a text; invalid bytes do not keep the other rows of an answer from being read."""
    return text.decode("utf-8", "replace")


def find_damage(path: Path) -> str | None:
    """Say what is wrong with the pages of a file; none if it is sound."""
    if not _has_header(path):
        return "its first bytes are not those of an SQLite file"
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as connection:
            connection.text_factory = _decode
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            (at,) = connection.execute("PRAGMA user_version").fetchone()
            if verdict == "ok" and at <= migrations()[-1][0] and _schema(connection) not in _known_schemas():
                return "its tables are not as they were made"
    except UnicodeDecodeError:
        return "the names of its tables are not text"  # SQLite quotes them when it complains
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise
    return None if verdict == "ok" else str(verdict)


def is_damage(error: sqlite3.Error) -> bool:
    """Say whether an error comes from damaged pages, not from a file that is busy, full or out of reach."""
    return isinstance(error, sqlite3.DatabaseError) and error.sqlite_errorcode & 0xFF not in PASSING


def _mend(path: Path) -> None:
    """Move what can be read of a damaged file into a new one, and say so."""
    if not has_content(path) or (damage := find_damage(path)) is None:
        return
    if not len(read_damaged(path)):
        raise RuntimeError(
            f"{path} is damaged or not a file of games ({damage[:200]}): choose another with --data"
        )
    found = salvage(path, [sql for _, sql in migrations()])
    log.error(
        "%s is damaged (%s): %d rows were moved into a new file, %d games lost their table; "
        "the damaged file is kept next to it",
        *(path.name, damage[:200], len(found), found.lost_games),
    )


def _is_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def _has_header(path: Path) -> bool:
    """Say whether SQLite would write to a file with this header."""
    with path.open("rb") as file:
        header = file.read(20)
    return header[:16] == SQLITE_MAGIC and {*header[18:20]} <= {1, 2}


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, each migration in a transaction of its own.

    Raises ``RuntimeError`` for a file that a newer version of the program has written.
    """
    known = migrations()
    (at,) = connection.execute("PRAGMA user_version").fetchone()
    if at != known[-1][0] and _schema(connection) == _known_schemas()[-1]:
        at = known[-1][0]  # the number in the header is damaged: the schema is complete
        connection.execute(f"PRAGMA user_version = {at}")
    if at > known[-1][0]:
        raise RuntimeError(f"the data are at schema {at}, this program knows {known[-1][0]}: use a newer one")
    for number, sql in known:
        if number > at:
            connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")


def _schema(connection: sqlite3.Connection) -> Schema:
    """Return what the file has: tables with their columns and what they refer to, and indexes."""
    names = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    parts: set[tuple[object, ...]] = {("has", *each) for each in names}
    for kind, name in names:
        for pragma in ("table_info", "foreign_key_list") if kind == "table" else ("index_xinfo",):
            rows = connection.execute(f"SELECT * FROM pragma_{pragma}(?)", (name,)).fetchall()
            parts |= {(name, pragma, *row) for row in rows}
    return frozenset(parts)


@cache
def _known_schemas() -> tuple[Schema, ...]:
    """Return what a file has before the first migration, after it, and so on."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        found = [_schema(connection)]
        for _, sql in migrations():
            connection.executescript(sql)
            found.append(_schema(connection))
        return tuple(found)
