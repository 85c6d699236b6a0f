"""A connection between two parts that can be slow, cut, or a hole that swallows everything."""

import asyncio
import contextlib
from typing import Literal, Self

Mode = Literal["pass", "slow", "cut", "hole"]
CHUNK = 65536


class FaultProxy:
    """Passes bytes on to a port of this machine, as well as its mode allows."""

    def __init__(self, target: int, port: int, *, slow_seconds: float = 0.2) -> None:
        self.target, self.port, self.slow_seconds = target, port, slow_seconds
        self._mode: Mode = "pass"
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_error: object) -> None:
        assert self._server is not None
        self._server.close()
        self.set("cut")  # every task comes to its end by itself
        while self._tasks:
            self.set("cut")
            await asyncio.sleep(0.01)

    def set(self, mode: Mode) -> None:
        """Change what happens to all connections, old and new."""
        self._mode = mode
        if mode == "hole":
            self._open.clear()
        else:
            self._open.set()
        if mode == "cut":
            for writer in tuple(self._writers):
                writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._mode == "cut":
            writer.transport.abort()
            return
        await self._open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = writer, far_writer
        self._writers.update(pair)
        try:  # a side that is reset ends the other one, too: nobody would ever close it
            with contextlib.suppress(OSError):
                await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        finally:
            self._writers.difference_update(pair)
            for each in pair:
                each.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            if self._mode == "slow":
                await asyncio.sleep(self.slow_seconds)
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
