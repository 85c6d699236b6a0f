"""Statements: what a store writes in one transaction, in the SQL that every database here understands.

Values have the numbered places ``?1``, ``?2`` …, which a database with other places translates.
"""

from dataclasses import dataclass


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
