"""The public page of a tournament, timed: a thousand viewers who keep asking, compared with a static answer.

The server runs in a process of its own with a tournament of 200 players whose log grows meanwhile, as results
come in: every viewer then fetches the page once and is answered 304 until the next. The peer is asked in the
same run, of the same process: the same bytes from memory behind the same ETag, on a bare route without
headers, limits, metrics or a tournament. CPU is the server process's own.

    python -m bench.public_page [--viewers 1000] [--seconds 20] [--every 4] [--players 200]
"""

import argparse
import asyncio
import contextlib
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tilemeld.server.app import create_app
from tilemeld.server.run import listen, run
from tilemeld.server.settings import Limits, Settings

Json = Any
TURNS = 2
LOOSE = Limits(requests_per_second=1e9, requests_burst=10**9, guests_per_minute=1e9)


# The server process


def serve(data: Path) -> None:
    settings = Settings(data=data, port=0, limits=LOOSE)
    app = create_app(settings)
    bare = Bare()
    app.router.routes += [
        Route("/bare", bare.answer),
        Route("/bare", bare.take, methods=["PUT"]),
        Route("/cpu", cpu),
    ]
    listener = listen(settings)
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


async def cpu(_request: Request) -> JSONResponse:
    return JSONResponse({"cpu": time.process_time()})


class Bare:
    """The peer: bytes in memory with a tag."""

    def __init__(self) -> None:
        self._body, self._tag = b"", '"0"'

    async def take(self, request: Request) -> Response:
        self._body, self._tag = await request.body(), request.headers["etag"]
        return Response()

    async def answer(self, request: Request) -> Response:
        headers = {"ETag": self._tag}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        return Response(self._body, media_type="application/json", headers=headers)


# The viewers: one connection each, kept open, as browsers keep theirs


@dataclass
class Line:
    """A kept connection that can ask one thing after the other."""

    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, port: int) -> "Line":
        return cls(port, *await asyncio.open_connection("127.0.0.1", port, limit=2**22))

    async def ask(
        self, method: str, path: str, *, body: bytes = b"", **headers: str
    ) -> tuple[int, str, bytes]:
        """Ask; a connection that the server has closed meanwhile is reopened, as browsers do."""
        try:
            return await self._ask(method, path, body, headers)
        except (ConnectionError, asyncio.IncompleteReadError):
            fresh = await Line.open(self.port)
            self.reader, self.writer = fresh.reader, fresh.writer
            return await self._ask(method, path, body, headers)

    async def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, str, bytes]:
        lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head.decode().split("\r\n")[1:])
        }
        length = int(headers.get("content-length", "0")) if status != 304 else 0
        return status, headers.get("etag", ""), await self.reader.readexactly(length)

    async def json(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        sent = b"" if body is None else msgspec.json.encode(body)
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(8)}
        status, _, text = await self.ask(method, path, body=sent, **headers)
        assert status < 400, text
        return msgspec.json.decode(text)


@dataclass
class Seen:
    """What the viewers saw."""

    times: list[float] = field(default_factory=list)
    pages: int = 0
    unchanged: int = 0
    size: int = 0
    """How large a page was."""


async def view(line: Line, path: str, seen: Seen, *, until: float, every: float, rng: random.Random) -> None:
    """Look, wait as the page does, look again with the tag."""
    tag = ""
    await asyncio.sleep(rng.random() * every)
    while time.monotonic() < until:
        begun = time.monotonic()
        status, tag, body = await line.ask("GET", path, If_None_Match=tag, Accept_Encoding="gzip")
        seen.times.append(time.monotonic() - begun)
        assert status in (200, 304), status
        seen.pages += status == 200
        seen.unchanged += status == 304
        seen.size = max(seen.size, len(body))
        await asyncio.sleep(every * (0.85 + 0.3 * rng.random()))


async def flood(line: Line, path: str, seen: Seen, *, until: float) -> None:
    """Ask without a pause: how many answers a second there are."""
    _, tag, _ = await line.ask("GET", path)
    while time.monotonic() < until:
        begun = time.monotonic()
        status, tag, _ = await line.ask("GET", path, If_None_Match=tag, Accept_Encoding="gzip")
        seen.times.append(time.monotonic() - begun)
        seen.unchanged += status == 304


class Hall:
    """A tournament in which results come in."""

    def __init__(self, line: Line, players: int) -> None:
        self._line, self._players, self._rng = line, players, random.Random(1)

    async def open(self) -> str:
        self._token = (await self._line.json("POST", "/api/guests", {}))["token"]
        wish = {"name": "Cup", "format": {"rounds": 4, "games": 20}}
        made = await self._line.json("POST", "/api/tournaments", wish, self._token)
        self._at = f"/api/tournaments/{made['tournament']}"
        names = [f"Player number {number}" for number in range(1, self._players + 1)]
        for first in range(0, len(names), 100):
            text = "\n".join(names[first : first + 100])
            await self._line.json("POST", f"{self._at}/players", {"text": text}, self._token)
        proposal = await self._line.json("POST", f"{self._at}/proposals", {"round": 1}, self._token)
        self._tables = [len(table) for table in proposal["round"]["tables"]]
        await self._fact({"type": "seating-published", "round": 1})
        await self._fact({"type": "clock-started", "round": 1})
        tables = range(1, len(self._tables) + 1)
        self._open = [(table, game) for game in range(1, 21) for table in tables]
        return f"{self._at}/public"

    async def _fact(self, fact: Json) -> None:
        await self._line.json("POST", f"{self._at}/facts", {"fact": fact}, self._token)

    async def results(self, until: float, each: float) -> None:
        """Enter a result now and then."""
        while time.monotonic() < until:
            table, game = self._open.pop(0)
            seats = self._tables[table - 1]
            points = [-self._rng.randrange(1, 80) for _ in range(seats - 1)]
            sheet = {"points": [-sum(points), *points], "winners": [0]}
            fact = {"type": "result-entered", "round": 1, "table": table, "game": game, "sheet": sheet}
            await self._fact(fact)
            await asyncio.sleep(each)


@dataclass(frozen=True)
class Figures:
    """The outcome of one run."""

    what: str
    rate: float
    p50: float
    p99: float
    cpu_share: float
    cpu_each_us: float
    pages: int
    unchanged: int


@dataclass
class Run:
    """What was seen in all turns, and what it took."""

    what: str
    seen: Seen = field(default_factory=Seen)
    seconds: float = 0.0
    cpu: float = 0.0

    def figures(self) -> Figures:
        times = sorted(self.seen.times)

        def at(share: float) -> float:
            return 1_000 * times[min(len(times) - 1, int(share * len(times)))]

        return Figures(
            self.what,
            len(times) / self.seconds,
            at(0.5),
            at(0.99),
            self.cpu / self.seconds,
            1e6 * self.cpu / len(times),
            self.seen.pages,
            self.seen.unchanged,
        )


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[int]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.public_page", "--serve", f"{folder}/bench.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield int(await asyncio.to_thread(process.stdout.readline))
            finally:
                process.terminate()


async def measure(chosen: argparse.Namespace) -> Sequence[Figures]:
    async with server() as port:
        desk = await Line.open(port)
        hall = Hall(desk, chosen.players)
        public = await hall.open()
        _, _, whole = await desk.ask("GET", public)
        _, tag, body = await desk.ask("GET", public, Accept_Encoding="gzip")
        await desk.ask("PUT", "/bare", body=body, ETag=tag)
        size = f"{len(whole) / 1024:.0f} kB ({len(body) / 1024:.1f} packed)"
        print(f"{chosen.players} players, a page of {size}, {chosen.viewers} viewers", flush=True)
        lines = [await Line.open(port) for _ in range(chosen.viewers)]
        found = {what: Run(what) for what in ("public page", "bare answer")}
        floods = {what: Run(f"{what}, flooded") for what in found}
        for _ in range(TURNS):  # by turns, since machines are busy at times
            for what, path in (("public page", public), ("bare answer", "/bare")):
                busy = hall if path == public else None
                await _crowd(found[what], path, lines, hall=busy, chosen=chosen)
                await _flooded(floods[what], path, lines[:50], chosen=chosen)
        return [each.figures() for each in (*found.values(), *floods.values())]


async def _cpu(desk: Line) -> float:
    _, _, text = await desk.ask("GET", "/cpu")
    return float(msgspec.json.decode(text)["cpu"])


@contextlib.asynccontextmanager
async def _timed(run: Run, desk: Line) -> AsyncIterator[None]:
    cpu, begun = await _cpu(desk), time.monotonic()
    yield
    run.seconds += time.monotonic() - begun
    run.cpu += await _cpu(desk) - cpu


async def _crowd(
    run: Run, path: str, lines: Sequence[Line], *, hall: Hall | None, chosen: argparse.Namespace
) -> None:
    rng, until = random.Random(2), time.monotonic() + chosen.seconds / TURNS
    async with _timed(run, lines[0]):
        work = [view(line, path, run.seen, until=until, every=chosen.every, rng=rng) for line in lines]
        if hall is not None:
            work.append(hall.results(until, chosen.result))
        await asyncio.gather(*work)


async def _flooded(run: Run, path: str, lines: Sequence[Line], *, chosen: argparse.Namespace) -> None:
    until = time.monotonic() + chosen.seconds / TURNS / 4
    async with _timed(run, lines[0]):
        await asyncio.gather(*(flood(line, path, run.seen, until=until) for line in lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--every", type=float, default=4, help="seconds between two looks of a viewer")
    parser.add_argument("--result", type=float, default=5, help="seconds between two results that come in")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve is not None:
        serve(chosen.serve)
        return
    found = asyncio.run(measure(chosen))
    print(
        f"{'':24}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'CPU share':>11}{'CPU µs':>8}{'200':>7}{'304':>8}"
    )
    for each in found:
        print(
            f"{each.what:24}{each.rate:10.0f}{each.p50:9.1f}{each.p99:9.1f}"
            f"{each.cpu_share:11.0%}{each.cpu_each_us:8.0f}{each.pages:7}{each.unchanged:8}"
        )


if __name__ == "__main__":
    main()
