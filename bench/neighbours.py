"""What a neighbour feels while one address asks for all it may: ``python -m bench.neighbours``.

A real server on loopback; attacker and neighbour are told apart by ``X-Forwarded-For``. The neighbour plays
against a bot and looks at a page all the time; each attack lasts a few seconds. ``--source`` names the folder
``src`` of another version, to compare.
"""

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tilemeld.server.live.protocol import PROTOCOL

ATTACKER, NEIGHBOUR = "198.51.100.66", "203.0.113.7"
ROOT = Path(__file__).parents[1]
BOMB_PLAYERS = 20_000_000
Json = Any


@dataclass
class Server:
    """A running server."""

    port: int
    process: subprocess.Popen[str]

    async def http(
        self, method: str, path: str, body: Json = None, *, token: str = "", address: str = NEIGHBOUR
    ) -> tuple[int, Json]:
        """One request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"X-Forwarded-For: {address}"]
        lines += [f"Idempotency-Key: {secrets.token_hex(8)}"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Content-Length: {len(content)}", "", ""]
        writer.write("\r\n".join(lines).encode() + content)
        text = b""
        with contextlib.suppress(ConnectionError):  # refused before all of it was sent
            text = await reader.read()
        writer.close()
        head, _, found = text.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1]) if head else 0
        with contextlib.suppress(ValueError):
            return status, json.loads(found)
        return status, None

    async def guest(self, address: str) -> str:
        """A new guest's token."""
        return str((await self.http("POST", "/api/guests", {}, address=address))[1]["token"])

    @contextlib.asynccontextmanager
    async def socket(self, token: str, address: str) -> AsyncIterator[ClientConnection]:
        """A connection that has said hello."""
        where = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(
            where, additional_headers={"X-Forwarded-For": address}, compression=None, max_queue=None
        ) as line:
            await line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
            yield line

    @property
    def megabytes(self) -> float:
        """The resident memory of the server's own process."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1_048_576


@dataclass
class Felt:
    """What the neighbour felt, in milliseconds."""

    ack: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One row of the table."""
        cells = [
            f"{percentile(each, 50):6.0f} {percentile(each, 95):6.0f}"
            for each in (self.ack, self.bot, self.page)
        ]
        return f"{name:26} {'   '.join(cells)}   ({len(self.bot)} answers)"


def percentile(values: list[float], share: int) -> float:
    """The value that so many in a hundred do not exceed."""
    if len(values) < 2:
        return values[0] if values else float("nan")
    return quantiles(values, n=100, method="inclusive")[share - 1]


class Neighbour:
    """Somebody who plays against one bot, taking tiles, and looks at a page now and then."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.felt = Felt()

    async def live(self) -> None:
        """Play and look until told to stop."""
        await asyncio.gather(self._play(), self._look())

    async def _look(self) -> None:
        while True:
            started = time.perf_counter()
            await self._server.http("GET", "/api/choices")
            self.felt.page.append(1000 * (time.perf_counter() - started))
            await asyncio.sleep(0.2)

    async def _play(self) -> None:
        token = await self._server.guest(NEIGHBOUR)
        async with self._server.socket(token, NEIGHBOUR) as line:
            while True:
                body = {"profile": "cs", "bots": ["club"], "house": {"turn_seconds": None}}
                _, table = await self._server.http("POST", "/api/quick", body, token=token)
                await line.send(json.dumps({"type": "enter", "table": table["id"]}))
                await self._game(line)

    async def _game(self, line: ClientConnection) -> None:
        game, seat, number, waits, begun = "", 0, 0, "", time.perf_counter()
        view: dict[str, Json] = {}
        while view.get("phase") != "ended":
            message = json.loads(await line.recv())
            now = time.perf_counter()
            if message["type"] == "table":
                seat = message["seat"]
            elif message["type"] == "view":
                game, view = message["game"], message["view"]
            elif message["type"] == "moved" and message["game"] == game:
                view = {**view, **message["changes"]}
            elif message["type"] == "ack" and waits == "ack":
                self.felt.ack.append(1000 * (now - begun))
                waits = "bot"
            if view.get("active") == seat and view["phase"] == "turn" and waits != "ack":
                if waits == "bot" and message["type"] == "moved":
                    self.felt.bot.append(1000 * (now - begun))
                elif waits == "bot":
                    continue
                number += 1
                kind = "take" if any(view["bank"]) else "pass"
                begun, waits = time.perf_counter(), "ack"
                command = {"id": f"{game}{number}"[:64], "game": game, "seat": seat, "seen": view["version"]}
                await asyncio.sleep(0.05)
                begun = time.perf_counter()
                await line.send(json.dumps({"type": kind, **command}))


Attack = Callable[[Server], Coroutine[Any, Any, None]]


async def nothing(server: Server) -> None:
    """Leave the neighbour alone."""
    await asyncio.Event().wait()


async def flood(server: Server) -> None:
    """Send as many messages as every connection may, over 64 of them."""
    token = await server.guest(ATTACKER)
    house = {"turn_seconds": None}
    body = {"profile": "cs", "bots": ["random"], "house": house}
    _, table = await server.http("POST", "/api/quick", body, token=token, address=ATTACKER)

    async def one() -> None:
        while True:
            with contextlib.suppress(ConnectionClosed, OSError):
                async with server.socket(token, ATTACKER) as line:
                    reading = asyncio.create_task(_swallow(line))
                    try:
                        while True:
                            await line.send(json.dumps({"type": "enter", "table": table["id"]}))
                            await asyncio.sleep(1 / 29)
                    finally:
                        reading.cancel()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _ in range(64)))


async def _swallow(line: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for _ in line:
            pass


async def experts(server: Server) -> None:
    """Set sixty games of experts with a second a turn, half of them with words."""
    house = {"turn_seconds": 1, "redeal_seconds": 1, "stack_seconds": 1}
    games = [{"profile": "uk-xp", "bots": ["expert"] * 5}, {"profile": "pl-word", "bots": ["expert"] * 3}]
    for at in range(60):
        if at % 10 == 0:
            token = await server.guest(ATTACKER)
        body = {**games[at % 2], "house": house}
        await server.http("POST", "/api/quick", body, token=token, address=ATTACKER)
    await asyncio.Event().wait()


async def words(server: Server) -> None:
    """Ask without a token what 24 letters with jokers spell, thirty at once."""
    body = {"rack": "AEIOWZNRSTKLMPDYCJBGUH??", "goal": "words"}

    async def ask() -> None:
        while True:
            await server.http("POST", "/api/solve/words", body, address=ATTACKER)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(ask() for _ in range(30)))


async def reviews(server: Server) -> None:
    """Send in records to be reviewed, each another one."""
    first, *rest = (ROOT / "tests/data/games/pl-xp-1.jsonl").read_text(encoding="utf-8").splitlines()
    header = json.loads(first)
    token = await server.guest(ATTACKER)
    for at in range(10_000):
        text = "\n".join([json.dumps({**header, "at": at}), *rest])
        await server.http("POST", "/api/records/reviews", {"record": text}, token=token, address=ATTACKER)
        await asyncio.sleep(0.05)


async def tournament(server: Server) -> None:
    """Draw a round of 397 players again and again, and look at its pages."""
    token = await server.guest(ATTACKER)

    async def call(method: str, path: str, body: Json = None) -> Json:
        return (await server.http(method, path, body, token=token, address=ATTACKER))[1]

    at = f"/api/tournaments/{(await call('POST', '/api/tournaments', {'name': 'Cup'}))['tournament']}"
    for part in range(4):
        names = "\n".join(f"Player {number}" for number in range(100 * part, min(397, 100 * part + 100)))
        await call("POST", f"{at}/players", {"text": names})

    async def draw() -> None:
        for seed in range(10_000):
            await call("POST", f"{at}/proposals", {"round": 1, "seed": str(seed)})

    async def look(page: str) -> None:
        while True:
            await call("GET", at + page)

    await asyncio.gather(draw(), draw(), look("/public"), look(""), look("/standings.csv"))


ATTACKS: dict[str, Attack] = {
    "nobody": nothing,
    "64 sockets": flood,
    "240 experts": experts,
    "24 letters with jokers": words,
    "reviews": reviews,
    "a tournament of 397": tournament,
}


@contextlib.contextmanager
def started(source: Path | None) -> Any:
    """Run a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--no-browser"]
        command += ["--data", f"{folder}/games.sqlite", "--bot-pace", "0", "--behind-proxy"]
        command += ["--guests-per-minute", "6000"]
        environment = {**os.environ, **({} if source is None else {"PYTHONPATH": str(source)})}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        ) as process:
            assert process.stdout is not None
            port = int(process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
            try:
                yield Server(port, process)
            finally:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()


async def measure(server: Server, attack: Attack, seconds: float) -> Felt:
    """Let the neighbour live under an attack, once it is under way."""
    neighbour = Neighbour(server)
    tasks = [asyncio.create_task(attack(server)), asyncio.create_task(neighbour.live())]
    await asyncio.sleep(3)
    neighbour.felt.ack.clear()
    neighbour.felt.bot.clear()
    neighbour.felt.page.clear()
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception():
            print("  broke off:", repr(task.exception())[:200])
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return neighbour.felt


async def bomb(server: Server) -> str:
    """Send a record of 1 kB that says very many players."""
    first = (ROOT / "tests/data/games/cs-1.jsonl").read_text(encoding="utf-8").splitlines()[0]
    header = json.loads(first)
    header["created"]["players"] = BOMB_PLAYERS
    token = await server.guest(ATTACKER)
    before, most = server.megabytes, 0.0
    sent = {"record": json.dumps(header) + "\n"}
    asking = asyncio.create_task(server.http("POST", "/api/records/reviews", sent, token=token))
    while not asking.done():
        await asyncio.sleep(0.01)
        most = max(most, server.megabytes)
    return f"a bomb: answered {asking.result()[0]}, {before:.0f} MB before, {most:.0f} MB at most"


def main() -> None:
    """Measure every attack on a server of its own and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, help="the src folder of another version")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    chosen = parser.parse_args()
    print(f"{'p50 and p95, ms':26} {'move acked':>13}   {'bot answered':>13}   {'page':>13}")
    for name in chosen.only or ATTACKS:
        with started(chosen.source) as server:
            felt = asyncio.run(measure(server, ATTACKS[name], chosen.seconds))
            print(felt.line(name), f"{server.megabytes:.0f} MB", flush=True)
    with started(chosen.source) as server:
        print(asyncio.run(bomb(server)))


if __name__ == "__main__":
    main()
