"""Salvage: what can still be read of a damaged file of games is moved into a new one.

The damaged file is kept next to it. Rows are recognised by their shape and content, not by the trees that
lead to them, so one broken page costs the rows on it and nothing else.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .pages import Pages, Row, Value, page_sizes

Rows = dict[tuple[Value, ...], Row]
"""Rows by their key."""

KEYS: Mapping[str, int] = {
    "games": 1,
    "tables": 1,
    "people": 1,
    "facts": 1,
    "steps": 2,
    "commands": 3,
    "deadlines": 1,
    "drafts": 1,
    "sitters": 2,
    "writes": 2,
    "follow_ups": 3,
    "event_entries": 2,
    "event_cards": 2,
    "event_people": 2,
    "turn_clocks": 3,
}
"""How many of the first columns are the key of each table; in the order in which rows may be added."""
OF_GAMES = ("steps", "commands", "deadlines", "drafts")
FACTS = ("server_key", "alive_at")
SHAPES: Mapping[tuple[type, ...], tuple[str, ...]] = {
    (str, str, int, int): ("games",),
    (str, str, int, str, int, int, int): ("tables",),
    (str, str, str, int, int): ("people",),
    (str, str, str, str, int, int): ("commands",),
    (str, str, str, str, int): ("writes",),
    (str, int, int): ("deadlines",),
    (str, int, int, int, str): ("steps", "drafts", "turn_clocks"),
    (str, int, str): ("event_entries",),
    (str, int, str, int, int): ("follow_ups",),
    (str, str, str, str, str): ("event_cards",),
    (str, str): ("facts", "event_people", "sitters"),
}


@dataclass(slots=True)
class Salvaged:
    """What was read from a damaged file."""

    rows: dict[str, Rows] = field(default_factory=lambda: {name: {} for name in KEYS})
    lost_games: int = 0
    """Games that have steps, but whose table is unknown."""

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.rows.values())


def read_damaged(path: Path) -> Salvaged:
    """Return every row of ours that can be read."""
    return max((_sort(Pages(path, size).rows()) for size in page_sizes(path)), key=len)


def salvage(path: Path, schema: Iterable[str]) -> Salvaged:
    """Replace a damaged file by a new one with what can be read; the damaged one is kept next to it.

    ``schema`` is the SQL that makes an empty file.
    """
    found = read_damaged(path)
    new = path.with_name(path.name + ".salvaged")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_RDWR, 0o600))
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as connection:
        for sql in schema:
            connection.executescript(sql)
        _write(connection, found)
    kept = _free_name(path)
    path.rename(kept)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + ending))
    new.rename(path)
    return found


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return kept


def _sort(rows: Iterable[Row]) -> Salvaged:
    """Find out to which table each row belongs; of two with the same key the newer counts."""
    found = Salvaged()
    for row in rows:
        names = SHAPES.get(tuple(type(value) for value in row), ())
        name = names[0] if len(names) == 1 else _name_of(row, names)
        if name is not None:
            kept = found.rows[name].setdefault(row[: KEYS[name]], row)
            if name == "tables" and _version(row) > _version(kept):
                found.rows[name][row[:1]] = row
    _settle_pairs(found)
    _mend_games(found)
    return found


def _version(row: Row) -> int:
    return int(row[2] or 0)


def _name_of(row: Row, names: tuple[str, ...]) -> str | None:
    """Distinguish tables of the same shape by the contents of their rows."""
    if "steps" in names:
        body = str(row[-1])
        return "drafts" if body.startswith("[") else "steps" if '"events"' in body else "turn_clocks"
    if "facts" in names:
        return "facts" if row[0] in FACTS else "sitters"
    return None


def _settle_pairs(found: Salvaged) -> None:
    """Distinguish rows of ``sitters`` from rows of ``event_people``; pairs of indexes are neither."""
    tournaments = {key[0] for key in found.rows["event_entries"]}
    codes = {row[1] for row in found.rows["tables"].values()}
    pairs, found.rows["sitters"] = found.rows["sitters"], {}
    for key, row in pairs.items():
        if (row[1],) in found.rows["tables"] and row[0] not in codes:
            found.rows["sitters"][key] = row
        elif row[1] in tournaments:
            found.rows["event_people"][key] = row


def _mend_games(found: Salvaged) -> None:
    """List again the games whose own row is lost, from their steps and tables; drop what has no game."""
    tables = _tables_of_games(found.rows["tables"].values())
    last: dict[Value, Row] = {}
    for row in found.rows["steps"].values():
        if row[0] not in last or int(row[2] or 0) > int(last[row[0]][2] or 0):
            last[row[0]] = row
    reached: dict[Value, int] = {}
    for command in found.rows["commands"].values():
        reached[command[0]] = max(reached.get(command[0], 0), int(command[5] or 0))
    for game, step in last.items():
        if (game,) not in found.rows["games"] and game in tables:
            over = int('"game-ended"' in str(step[4]))
            version = max(int(step[2] or 0), reached.get(game, 0))  # later steps may be lost
            found.rows["games"][game,] = (game, tables[game], version, over)
    found.lost_games = sum((game,) not in found.rows["games"] for game in last)
    for name in OF_GAMES:
        rows = found.rows[name]
        found.rows[name] = {key: row for key, row in rows.items() if (row[0],) in found.rows["games"]}


def _tables_of_games(tables: Iterable[Row]) -> dict[Value, Value]:
    found: dict[Value, Value] = {}
    for row in tables:
        with contextlib.suppress(ValueError, AttributeError, TypeError):
            document = json.loads(str(row[3]))
            past = [each["game"] for each in document.get("past", ())]
            found |= dict.fromkeys([*document.get("games", ()), *past], row[0])
    return found


def _write(connection: sqlite3.Connection, found: Salvaged) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN")
    for name in KEYS:
        for row in found.rows[name].values():
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", row)
    connection.execute("COMMIT")
