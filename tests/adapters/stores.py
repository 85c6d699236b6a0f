"""Every kind of store, for suites that all of them pass."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from real_servers import postgres
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.server.app import Store

Story = Callable[[Store], Awaitable[None]]
Tell = Callable[[Story], None]


def open_memory(_path: Path) -> Store:
    return MemoryStore()


def open_sqlite(path: Path) -> Store:
    return SqliteStore.open(path / "games.sqlite")


def open_postgres(_path: Path) -> Store:
    return PostgresStore(postgres().database())


STORES = {"memory": open_memory, "sqlite": open_sqlite, "postgres": open_postgres}
