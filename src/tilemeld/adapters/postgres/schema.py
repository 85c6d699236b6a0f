"""The schema in PostgreSQL: the migrations of all stores, run once, under a lock that all servers share."""

import asyncio
from importlib.resources import files
from typing import Any

import asyncpg

from tilemeld.adapters.sql.database import DatabaseRefused
from tilemeld.adapters.sql.migrations import migrations
from tilemeld.service.ports import SILENT_MS

from .connections import CUT

LOCK = 0x74696C65
"""The advisory lock of migrations: two servers that start together run them one after the other."""
CLAIM = LOCK + 1
"""The advisory lock of whoever uses the database: servers share it, maintenance has it alone."""
AWAY = ("08", "53", "57")
"""The classes of errors of a server that cannot be reached, has no room, or is starting or ending."""
FUNCTIONS = ("appending.sql", "jobs.sql")
"""The functions in the database, which every program brings along."""
_MADE = "CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY)"


async def migrate(url: str, *, dry_run: bool = False, seconds: float = 10.0) -> list[int]:
    """Bring the schema up to date; return which migrations were run, or with ``dry_run`` would be.

    Each is in a transaction of its own. Raises ``RuntimeError`` when a newer program has written the
    database, ``ConnectionError`` when it cannot be reached.
    """
    connection = await _connect(url, seconds)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
        return await _run(connection, dry_run=dry_run)
    except CUT as error:
        connection.terminate()
        raise ConnectionError(str(error) or type(error).__name__) from error
    finally:
        await asyncio.wait_for(connection.close(), seconds)


async def claim(url: str, *, sole: bool = True, seconds: float = 10.0) -> Any:
    """Return a connection that claims the database until it is closed: alone, or as one of several servers.

    Raises ``RuntimeError`` when it cannot be had, ``ConnectionError`` when it cannot be reached.
    """
    connection = await _connect(url, seconds)
    try:
        await (_claim_alone(connection) if sole else _claim_with_others(connection))
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _claim_alone(connection: Any) -> None:
    """Claim it if no server runs; one whose claim was cut is known by its heartbeat, in database time."""
    free = await connection.fetchval("SELECT pg_try_advisory_lock($1)", CLAIM)
    beats = "SELECT count(*) FROM processes WHERE at > tilemeld_now() - $1"
    if not free or await connection.fetchval(beats, SILENT_MS):
        raise RuntimeError("a server is using this database: stop it first")


async def _claim_with_others(connection: Any) -> None:
    if not await connection.fetchval("SELECT pg_try_advisory_lock_shared($1)", CLAIM):
        raise RuntimeError("this database is being copied or mended: wait until that is done")


async def _connect(url: str, seconds: float) -> Any:
    """Connect; ``ConnectionError`` where that may work later, ``DatabaseRefused`` where it will not."""
    try:
        return await asyncpg.connect(url, timeout=seconds)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        is_away = isinstance(error, OSError) or str(getattr(error, "sqlstate", ""))[:2] in AWAY
        kind = ConnectionError if is_away else DatabaseRefused
        raise kind(str(error) or type(error).__name__) from error


async def check(url: str) -> None:
    """Bring the schema up to date and see that a server may use the database."""
    await migrate(url)
    connection = await claim(url, sole=False)
    await connection.close()


async def _run(connection: Any, *, dry_run: bool) -> list[int]:
    known = migrations("postgres")
    exists = await connection.fetchval("SELECT to_regclass('schema_versions') IS NOT NULL")
    at = await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_versions") if exists else 0
    if at > known[-1][0]:
        raise RuntimeError(f"the data are at schema {at}, this program knows {known[-1][0]}: use a newer one")
    due = [(number, sql) for number, sql in known if number > at]
    if not dry_run:
        await connection.execute(_MADE)
        for number, sql in due:
            async with connection.transaction():
                await connection.execute(sql)
                await connection.execute("INSERT INTO schema_versions (version) VALUES ($1)", number)
        for name in FUNCTIONS:
            await connection.execute((files(__package__) / name).read_text(encoding="utf-8"))
    return [number for number, _ in due]
