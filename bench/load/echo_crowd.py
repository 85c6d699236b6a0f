"""A crowd for the bare peer: tables of four sockets, one message every so often at each; prints the times."""

import argparse
import asyncio
import json
import time
from random import Random

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = 4


class Seat(WSListener):
    """One socket at a table."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._table.seen += 1
            if self._table.seen == SEATS:
                self._table.done.set()


class Table:
    """Four sockets, and a message that all of them get."""

    def __init__(self, port: int, number: int, every: float) -> None:
        self._url, self._every = f"ws://127.0.0.1:{port}/{number}", every
        self._rng = Random(number)
        self.seen = 0
        self.done = asyncio.Event()
        self.times_ms: list[float] = []

    async def play(self, end: float) -> None:
        seats = [Seat(self) for _ in range(SEATS)]
        for seat in seats:
            await ws_connect(lambda seat=seat: seat, self._url, use_aiofastnet=False)
        while time.monotonic() < end:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._every)
            self.seen = 0
            self.done.clear()
            begun = time.monotonic()
            transport = seats[0].transport
            assert transport is not None
            transport.send(WSMsgType.TEXT, b"m" * 300)
            await self.done.wait()
            self.times_ms.append((time.monotonic() - begun) * 1000)


async def run(port: int, tables: int, every: float, seconds: float) -> None:
    end = time.monotonic() + seconds
    found = [Table(port, number, every) for number in range(tables)]
    await asyncio.gather(*(table.play(end) for table in found))
    times = [each for table in found for each in table.times_ms]
    print(json.dumps({"times_ms": times}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--every", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    chosen = parser.parse_args()
    uvloop.run(run(chosen.port, chosen.tables, chosen.every, chosen.seconds))


if __name__ == "__main__":
    main()
