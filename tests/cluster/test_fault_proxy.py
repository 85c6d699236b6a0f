"""The proxy between parts leaves nothing open: a database would run out of connections for it."""

import asyncio
import contextlib
import socket
import struct

import pytest
from tools.cluster.fault_proxy import FaultProxy
from tools.cluster.parts import free_port

RESET = struct.pack("ii", 1, 0)
"""What lets closing a socket reset its connection."""


@pytest.mark.parametrize("is_reset", [True, False], ids=["reset", "closed"])
def test_a_connection_that_ends_on_one_side_ends_on_the_other(is_reset: bool) -> None:
    async def story() -> None:
        ended = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.read(4))
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()
            ended.set()

        target, port = free_port(), free_port()
        server = await asyncio.start_server(serve, "127.0.0.1", target)
        async with asyncio.timeout(30), server, FaultProxy(target, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"ping")
            assert await reader.read(4) == b"ping"
            if is_reset:
                linger = socket.SOL_SOCKET, socket.SO_LINGER, RESET
                writer.get_extra_info("socket").setsockopt(*linger)
                writer.transport.abort()
            else:
                writer.close()
            await ended.wait()

    asyncio.run(story())
