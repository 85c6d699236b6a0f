"""The door: whoever connects has to ask for something, and one address does not take every place."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from server.live_server import LOOSE, PATIENCE, QUICK, Live, client, live
from tilemeld.server.http.listener import files_wanted
from tilemeld.server.settings import Settings

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"


class Caller:
    """A TCP connection that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        with contextlib.suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def answer(self) -> bytes:
        """Return the status line of the next answer; nothing when the server has hung up."""
        try:
            async with asyncio.timeout(PATIENCE):
                head = await self._reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                await self._reader.readexactly(length)
                return head.split(b"\r\n")[0]
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    def close(self) -> None:
        self._writer.close()


@contextlib.asynccontextmanager
async def caller(server: Live) -> AsyncIterator[Caller]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield Caller(reader, writer)
    finally:
        writer.close()


def impatient(**limits: float) -> Settings:
    return replace(QUICK, limits=replace(LOOSE, request_seconds=0.3, **limits))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [b"", b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", POST, HEALTH + HEALTH[:20]],
)
def test_who_connects_and_does_not_finish_a_request_is_hung_up_on(said: bytes) -> None:
    async def story() -> None:
        async with live(impatient()) as server, caller(server) as slow:
            await slow.send(said)
            if said.startswith(HEALTH):
                assert await slow.answer() == b"HTTP/1.1 200 OK"
            assert await slow.answer() == b""
            assert (await server.http("GET", "/healthz"))["alive"]

    asyncio.run(story())


def test_a_request_that_comes_in_pieces_is_answered_and_a_web_socket_stays() -> None:
    async def story() -> None:
        async with live(impatient()) as server, client(server, (await server.guest())["token"]) as player:
            async with caller(server) as pieces, caller(server) as silent:
                for at in range(0, len(HEALTH), 7):
                    await pieces.send(HEALTH[at : at + 7])
                assert await pieces.answer() == b"HTTP/1.1 200 OK"
                assert await silent.answer() == b""  # the time is over
            await player.send("ping", number=1)
            assert (await player.until("pong"))["number"] == 1

    asyncio.run(story())


def test_one_address_does_not_take_every_place() -> None:
    async def story() -> None:
        settings = replace(QUICK, limits=replace(LOOSE, http_connections_per_address=3))
        async with live(settings) as server, contextlib.AsyncExitStack() as stack:
            here = [await stack.enter_async_context(caller(server)) for _ in range(3)]
            for each in here:
                await each.send(HEALTH)
                assert await each.answer() == b"HTTP/1.1 200 OK"
            async with caller(server) as fourth:
                await fourth.send(HEALTH)
                assert await fourth.answer() == b""
            here[0].close()
            async with asyncio.timeout(PATIENCE):
                while not await asks(server):
                    pass

    asyncio.run(story())


async def asks(server: Live) -> bool:
    async with caller(server) as new:
        await new.send(HEALTH)
        return await new.answer() == b"HTTP/1.1 200 OK"


def test_web_sockets_are_counted_by_themselves_and_not_at_the_door() -> None:
    async def story() -> None:
        settings = replace(QUICK, limits=replace(LOOSE, http_connections_per_address=3))
        async with live(settings) as server, contextlib.AsyncExitStack() as stack:
            token = (await server.guest())["token"]
            for _ in range(6):
                await stack.enter_async_context(client(server, token))
            assert await asks(server)

    asyncio.run(story())


def test_behind_a_proxy_all_come_from_one_address() -> None:
    async def story() -> None:
        limits = replace(LOOSE, http_connections_per_address=1)
        async with (
            live(replace(QUICK, limits=limits, behind_proxy=True)) as server,
            caller(server) as first,
            caller(server) as second,
        ):
            for each in (first, second):
                await each.send(HEALTH)
                assert await each.answer() == b"HTTP/1.1 200 OK"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("soft", "hard", "wanted"),
    [(1_024, 4_096, 4_096), (1_024, 1_048_576, 65_536), (100_000, 1_048_576, 100_000), (256, -1, 65_536)],
)
def test_a_server_may_open_as_many_files_as_the_system_lets_it(soft: int, hard: int, wanted: int) -> None:
    assert files_wanted(soft, hard) == wanted
