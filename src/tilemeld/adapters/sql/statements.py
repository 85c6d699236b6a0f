"""Statements: what a store writes in one transaction, in the SQL that every database here understands.

Values have the numbered places ``?1``, ``?2`` …, which a database with other places translates.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tilemeld.service.ports import WRITES_KEPT, CommandKey


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a write."""

    sql: str
    values: tuple[object, ...]
    is_guard: bool = False
    """Whether it has to change exactly one row: otherwise the whole write is a ``Conflict``."""


def do(sql: str, *values: object) -> Statement:
    """Return a statement that may change any number of rows."""
    return Statement(sql, values)


def guard(sql: str, *values: object) -> Statement:
    """Return a statement that has to change exactly one row."""
    return Statement(sql, values, is_guard=True)


def noting(key: CommandKey | None, *, about: str, at: int) -> Iterator[Statement]:
    """Return what notes under which key something was written; of each sender the latest are kept."""
    if key is not None:
        sql = "INSERT INTO writes (who, id, digest, about, at) VALUES (?1, ?2, ?3, ?4, ?5)"
        yield do(sql, key.who, key.id, key.digest, about, at)
        sql = """DELETE FROM writes WHERE who = ?1 AND id NOT IN
          (SELECT id FROM writes WHERE who = ?1 ORDER BY at DESC, id LIMIT ?2)"""
        yield do(sql, key.who, WRITES_KEPT)
