"""The peer: for every message one durable append, then as many bytes to everybody at the table; no more.

A process of its own with picows, the quickest WebSocket server that Python has, so that the ratio to it is
strict: `python -m bench.load.bare --port N (--sqlite FILE | --postgres URL)`.
"""

import argparse
import asyncio
import sqlite3
from collections import defaultdict
from pathlib import Path

import asyncpg
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

TEXT = "x" * 900
"""As long as a step in the log."""
ANSWER = b"y" * 1200
"""As long as what a viewer is sent for a move."""


class Appends:
    """Appends that come together share a commit."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []
        self._wake = asyncio.Event()

    async def append(self) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        self._wake.set()
        await done

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            await self.write(len(batch))
            for done in batch:
                done.set_result(None)

    async def write(self, number: int) -> None:
        raise NotImplementedError


class SqliteAppends(Appends):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"):
            self._connection.execute(line)
        self._connection.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    async def write(self, number: int) -> None:
        await asyncio.to_thread(self._write, number)

    def _write(self, number: int) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO log (body) VALUES (?)", [(TEXT,)] * number)
        self._connection.execute("COMMIT")


class PostgresAppends(Appends):
    def __init__(self, connection: asyncpg.Connection) -> None:
        super().__init__()
        self._connection = connection

    async def write(self, number: int) -> None:
        await self._connection.execute(
            "INSERT INTO bare_log (body) SELECT unnest($1::text[])", [TEXT] * number
        )


class Table(WSListener):
    """One connection; all with the same path sit at one table."""

    def __init__(self, others: list[WSTransport], appends: Appends) -> None:
        self._others, self._appends = others, appends

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._others.append(transport)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._others.remove(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            task = asyncio.create_task(self._move(frame.get_payload_as_bytes()))
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)

    async def _move(self, message: bytes) -> None:
        await self._appends.append()
        for each in self._others:
            each.send(WSMsgType.TEXT, message[:20] + ANSWER)


_tasks: set[asyncio.Task[None]] = set()


async def serve(port: int, sqlite_file: Path | None, url: str | None) -> None:
    if sqlite_file is not None:
        appends: Appends = SqliteAppends(sqlite_file)
    else:
        connection = await asyncpg.connect(url)
        await connection.execute("CREATE TABLE IF NOT EXISTS bare_log (id BIGSERIAL PRIMARY KEY, body TEXT)")
        appends = PostgresAppends(connection)

    tables: defaultdict[bytes, list[WSTransport]] = defaultdict(list)

    def listener(request: WSUpgradeRequest) -> WSListener:
        return Table(tables[request.path], appends)

    server = await ws_create_server(listener, "127.0.0.1", port, use_aiofastnet=False)
    async with server:
        await appends.run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sqlite", type=Path)
    parser.add_argument("--postgres")
    chosen = parser.parse_args()
    uvloop.run(serve(chosen.port, chosen.sqlite, chosen.postgres))


if __name__ == "__main__":
    main()
