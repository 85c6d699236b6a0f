"""The server, timed: a confirmed, validated, durable move compared with a bare fan-out of the same bytes.

The peer runs in the same server process, in the same run: a WebSocket that, for every message, makes one
durable append of the same text and sends the very bytes of that move to the same number of sockets. Clients
are in another process. CPU is the server process's own, all threads.

    python -m bench.server [--games 3] [--tables 1 8 32]
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from tools.people.choose import choose
from websockets.asyncio.client import ClientConnection, connect

from tilemeld.server.app import Server, create_app
from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.server.run import listen, run
from tilemeld.server.settings import Limits, Settings
from tilemeld.service.ports import Append, GameId, StoredStep, TableId

Json = Any
SEATS = 4
AIM = 4.0
"""So many times a bare append and fan-out may a move cost."""
LOOSE = Limits(
    message_bytes=4_000_000,
    messages_per_second=1e9,
    messages_burst=10**9,
    requests_per_second=1e9,
    requests_burst=10**9,
    guests_per_minute=1e9,
    connections_per_address=10**6,
)


# The server process


def serve(data: Path) -> None:
    settings = Settings(data=data, port=0, entropy_ms=50, limits=LOOSE)
    app = create_app(settings)
    bare = Bare(app.state.server)
    app.router.routes += [WebSocketRoute("/bare", bare.talk), Route("/cpu", cpu)]
    listener = listen(settings)
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


async def cpu(_request: object) -> JSONResponse:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return JSONResponse({"cpu": time.process_time(), "rss_kb": pages * 4})


class Bare:
    """The peer: one durable append and the same bytes to everybody."""

    def __init__(self, server: Server) -> None:
        self._store = server.store
        self._sockets: list[WebSocket] = []
        self._script: list[Json] = []
        self._number = itertools.count()

    async def talk(self, socket: WebSocket) -> None:
        await socket.accept()
        self._sockets.append(socket)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                text = await socket.receive_text()
                if text.startswith("load "):
                    self._script.append(json.loads(text[5:]))
                elif text in ("here", "loaded?"):
                    await socket.send_text("yes")
                else:
                    await self._move(self._script.pop(0))

    async def _move(self, move: Json) -> None:
        number = next(self._number)
        step = StoredStep(number, number + 1, 0, move["body"])
        await self._store.append(GameId("bare"), Append(step, TableId("bare"), None, None, False))
        for seat, frames in enumerate(move["frames"]):
            for frame in frames:
                await self._sockets[seat].send_text(frame)


# The clients


class Player:
    """A connection that keeps its view and the text of every frame since it was last asked."""

    def __init__(self, connection: ClientConnection, seat: int) -> None:
        self.connection = connection
        self.seat = seat
        self.view: dict[str, Json] = {}
        self.game = ""
        self.frames: list[str] = []

    async def next(self) -> Json:
        async with asyncio.timeout(60):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        message = json.loads(text)
        if message["type"] == "view":
            self.view, self.game = message["view"], message["game"]
        elif message["type"] == "moved":
            self.view = {**self.view, **message["changes"]}
        return message

    async def until_version(self, version: int) -> None:
        while not self.view or self.view["version"] < version:
            await self.next()

    async def until_phase(self, *phases: str) -> None:
        while not self.view or self.view["phase"] not in phases:
            await self.next()


async def http(port: int, method: str, path: str, body: Json = None, token: str = "") -> Json:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(content)}\r\n"
    head += f"Idempotency-Key: {secrets.token_hex(8)}\r\n"
    head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
    writer.write(head.encode() + content)
    answer = await reader.read()
    writer.close()
    return json.loads(answer.partition(b"\r\n\r\n")[2])


async def sit_down(port: int, stack: contextlib.AsyncExitStack, profile: str) -> list[Player]:
    """Four people at a table, in the first turn."""
    tokens = [(await http(port, "POST", "/api/guests", {}))["token"] for _ in range(SEATS)]
    table = (await http(port, "POST", "/api/tables", {"profile": profile, "seats": SEATS}, tokens[0]))["id"]
    for token in tokens[1:]:
        await http(port, "POST", f"/api/tables/{table}/seats", {}, token)
    for seat, token in enumerate(tokens):
        await http(port, "PUT", f"/api/tables/{table}/seats/{seat}/ready", {"ready": True}, token)
    players = []
    for seat, token in enumerate(tokens):
        connection = await stack.enter_async_context(
            connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_queue=None)
        )
        player = Player(connection, seat)
        await connection.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
        await connection.send(json.dumps({"type": "enter", "table": table}))
        players.append(player)
    await asyncio.gather(*(player.until_phase("turn") for player in players))
    return players


async def move(players: list[Player], rng: Random, number: int) -> tuple[str, float] | None:
    """One move by whoever has the turn, until everybody has seen it: its kind and the seconds it took."""
    view = players[0].view
    if view["phase"] == "ended":
        return None
    active = players[view["active"]]
    await active.until_version(view["version"])
    command = choose(active.view, rng)
    command |= {"id": f"m{number}", "game": active.game, "seat": active.seat, "seen": view["version"]}
    for player in players:
        player.frames.clear()
    started = time.perf_counter()
    await active.connection.send(json.dumps(command))
    while (message := await active.next())["type"] not in ("ack", "refused"):
        pass
    assert message["type"] == "ack", message
    await asyncio.gather(*(player.until_version(message["version"]) for player in players))
    return str(command["type"]), time.perf_counter() - started


# The measures


BLOCK = 16
"""So many moves of a game, then the same bytes bare, then on with the game: both in the same weather."""


async def compare_with_bare(port: int, games: int) -> float:
    """Print what a move costs compared with its bare bytes; return the median ratio of all blocks."""
    rng = Random(1)
    blocks: list[Block] = []
    async with contextlib.AsyncExitStack() as stack:
        bare = await sit_down_bare(port, stack)
        for _ in range(games):
            players = await sit_down(port, stack, "cs")
            while players[0].view["phase"] != "ended":
                blocks.append(await run_block(port, players, bare, rng))
    moves = [each for block in blocks for each in block.moves]
    sent = sum(len(frame) for each in moves for frames in each.frames for frame in frames) / len(moves)
    share = sum(each.kind == "confirm" for each in moves) / len(moves)
    full = sum(block.full_cpu for block in blocks) / len(moves) * 1e6
    peer = sum(block.bare_cpu for block in blocks) / len(moves) * 1e6
    ratios = sorted(block.full_cpu / block.bare_cpu for block in blocks)
    quarter = len(ratios) // 4
    print(f"{len(moves)} moves, {share:.0%} of them laid tiles, {sent:.0f} bytes sent for each")
    print(f"| a decided, durable move seen by {SEATS} | {full:7.0f} µs of CPU |")
    print(f"| bare: append and the same bytes to {SEATS} | {peer:7.0f} µs of CPU |")
    print(f"| ratio of the sums | {full / peer:7.2f} |")
    print(
        f"| ratio, block by block: median (middle half) | {statistics.median(ratios):.2f} "
        f"({ratios[quarter]:.2f} to {ratios[-1 - quarter]:.2f}) |"
    )
    return statistics.median(ratios)


@dataclass
class Done:
    """A move as it was seen: what it was, what everybody was sent, and the view it was chosen from."""

    kind: str
    frames: list[list[str]]
    view: dict[str, Json]


@dataclass
class Block:
    moves: list[Done]
    full_cpu: float
    bare_cpu: float


async def run_block(port: int, players: list[Player], bare: list[ClientConnection], rng: Random) -> Block:
    """Play some moves, then send the same bytes bare, with the same pauses in between."""
    overhead = await cpu_overhead(port)
    moves: list[Done] = []
    before = await cpu_of(port)
    while len(moves) < BLOCK:
        view = players[players[0].view["active"] or 0].view
        found = await move(players, rng, players[0].view["version"])
        if found is None:
            break
        moves.append(Done(found[0], [list(player.frames) for player in players], view))
    full = await cpu_of(port) - before - overhead
    for done in moves:
        size = max((len(frame) for each in done.frames for frame in each), default=0)
        script = {"frames": done.frames, "body": "x" * int(size * 0.8)}
        await bare[0].send("load " + json.dumps(script))
    await bare[0].send("loaded?")
    await bare[0].recv()
    before = await cpu_of(port)
    for done in moves:
        choose(done.view, rng)  # a client that thinks as long as before
        await bare[0].send("m" * 300)
        for seat, frames in enumerate(done.frames):
            for _ in frames:
                await bare[seat].recv()
    return Block(moves, full, await cpu_of(port) - before - overhead)


async def cpu_of(port: int) -> float:
    return float((await http(port, "GET", "/cpu"))["cpu"])


async def cpu_overhead(port: int) -> float:
    """What asking for the CPU costs itself."""
    found = [await cpu_of(port) for _ in range(5)]
    return statistics.median(after - before for before, after in itertools.pairwise(found))


async def sit_down_bare(port: int, stack: contextlib.AsyncExitStack) -> list[ClientConnection]:
    live_server = []
    for _ in range(SEATS):
        socket = await stack.enter_async_context(
            connect(f"ws://127.0.0.1:{port}/bare", compression=None, max_queue=None, max_size=None)
        )
        await socket.send("here")
        await socket.recv()  # so that the sockets are in order
        live_server.append(socket)
    return live_server


async def latency(port: int, tables: int, seconds: float) -> None:
    """Tables that move about twice a second each; how long until all four have seen a move."""
    async with contextlib.AsyncExitStack() as stack:
        idle = await http(port, "GET", "/cpu")
        seated = [await sit_down(port, stack, "cs") for _ in range(tables)]
        full = await http(port, "GET", "/cpu")
        times: list[float] = []

        async def play(players: list[Player], rng: Random) -> None:
            end = time.monotonic() + seconds
            number = 0
            while time.monotonic() < end:
                await asyncio.sleep(rng.uniform(0.3, 0.7))
                found = await move(players, rng, number)
                number += 1
                if found is None:
                    return
                times.append(found[1] * 1000)

        before, started = (await http(port, "GET", "/cpu"))["cpu"], time.monotonic()
        await asyncio.gather(*(play(players, Random(at)) for at, players in enumerate(seated)))
        share = ((await http(port, "GET", "/cpu"))["cpu"] - before) / (time.monotonic() - started)
        times.sort()
        p99 = times[int(len(times) * 0.99)]
        memory = (full["rss_kb"] - idle["rss_kb"]) / (tables * SEATS)
        print(
            f"| {tables * SEATS:4} | {len(times):5} | {statistics.median(times):6.1f} | {p99:6.1f} "
            f"| {share:5.0%} | {memory:5.0f} |"
        )


@contextlib.asynccontextmanager
async def server_process(data: Path) -> AsyncIterator[int]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.server", "--serve", str(data), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield int(await process.stdout.readline())
    finally:
        process.terminate()
        await process.wait()


async def bench(games: int, tables: list[int], seconds: float) -> bool:
    """Print all figures; say whether the aim is met."""
    with tempfile.TemporaryDirectory() as folder:
        async with server_process(Path(folder) / "games.sqlite") as port:
            ratio = await compare_with_bare(port, games)
        print(f"aim: at most {AIM:.0f} times a bare move's CPU: {'met' if ratio <= AIM else 'missed'}")
        print("| players | moves | p50 ms | p99 ms | CPU of one core | kB for each player |")
        print("|---|---|---|---|---|---|")
        for number in tables:
            async with server_process(Path(folder) / f"{number}.sqlite") as port:
                await latency(port, number, seconds)
    return ratio <= AIM


def main() -> int:
    """Run as the server or as the bench; fail when the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve)
        return 0
    return 0 if asyncio.run(bench(options.games, options.tables, options.seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())
