"""Real servers for tests, from wheels: PostgreSQL and Valkey on loopback, in a folder of their own."""

import asyncio
import atexit
import contextlib
import os
from collections.abc import Iterator
from functools import cache
from itertools import count

import asyncpg
from tools.cluster.parts import PATIENCE, Postgres, RealServer, Valkey

from tilemeld.adapters.postgres.schema import migrate

TEMPLATE = "template_tilemeld"
_numbers = count()


class RealPostgres(Postgres):
    """A PostgreSQL server with any number of databases."""

    def database(self) -> str:
        """Make an empty database with the present schema and return its address."""
        return asyncio.run(self.make(f"test_{os.getpid()}_{next(_numbers)}", TEMPLATE))

    def blank(self) -> str:
        """Make a database without any table and return its address."""
        return asyncio.run(self.make(f"test_{os.getpid()}_{next(_numbers)}", "template0"))

    async def make(self, name: str, template: str) -> str:
        connection = await asyncpg.connect(self.url("postgres"))
        try:
            await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE {template}')
        finally:
            await connection.close()
        return self.url(name)


@cache
def postgres() -> RealPostgres:
    """Start the PostgreSQL server of this process, once."""
    server = RealPostgres()
    atexit.register(server.remove)
    server.start()
    asyncio.run(_make_template(server))
    return server


async def _make_template(server: RealPostgres) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(asyncpg.CannotConnectNowError, OSError):
                await server.make(TEMPLATE, "template0")
                break
            await asyncio.sleep(0.02)
    await migrate(server.url(TEMPLATE))


def a_postgres() -> RealPostgres:
    """Make a PostgreSQL server that a test may kill."""
    server = RealPostgres()
    server.start()
    asyncio.run(_make_template(server))
    return server


def a_valkey() -> RealServer:
    """Make a Valkey server that a test may kill."""
    server = Valkey()
    server.start()
    return server


@cache
def valkey() -> RealServer:
    """Start the Valkey server of this process, once."""
    server = a_valkey()
    atexit.register(server.remove)
    return server


@contextlib.contextmanager
def removed(server: RealServer) -> Iterator[RealServer]:
    """Remove a server at the end of the block."""
    try:
        yield server
    finally:
        server.remove()
