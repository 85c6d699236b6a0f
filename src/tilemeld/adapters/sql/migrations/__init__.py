"""Migrations of the stores in SQL: numbered files, each run once and in order; one source for all.

They are written for SQLite. What PostgreSQL writes differently is translated here; parts between
``-- sqlite`` and ``-- end`` convert data of earlier versions, of which a database elsewhere has none; parts
between ``-- postgres`` and ``-- end`` are about what several processes share.
"""

import re
from importlib.resources import files
from typing import Literal

Dialect = Literal["sqlite", "postgres"]


def migrations(dialect: Dialect = "sqlite") -> list[tuple[int, str]]:
    """Return every migration with its number, in order."""
    found = [
        (int(each.name[:4]), each.read_text(encoding="utf-8"))
        for each in files(__name__).iterdir()
        if each.name.endswith(".sql")
    ]
    translated = _for_sqlite if dialect == "sqlite" else _for_postgres
    return sorted((number, translated(sql)) for number, sql in found)


def _for_sqlite(sql: str) -> str:
    r"""Leave out what only PostgreSQL has.

    >>> _for_sqlite("CREATE TABLE a (id TEXT);\n-- postgres\nCREATE UNLOGGED TABLE b (id TEXT);\n-- end\n")
    'CREATE TABLE a (id TEXT);\n'
    """
    return re.sub(r"^-- postgres\n.*?^-- end\n", "", sql, flags=re.DOTALL | re.MULTILINE)


def _for_postgres(sql: str) -> str:
    r"""Translate a migration.

    >>> _for_postgres("CREATE TABLE a (id TEXT, at INTEGER) STRICT, WITHOUT ROWID;")
    'CREATE TABLE a (id TEXT COLLATE "C", at BIGINT);'
    """
    sql = re.sub(r"^-- sqlite\n.*?^-- end\n", "", sql, flags=re.DOTALL | re.MULTILINE)
    sql = re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', sql)  # in the order of bytes, as SQLite has it
    return re.sub(r"\bINTEGER\b", "BIGINT", sql).replace(") STRICT, WITHOUT ROWID;", ");")
