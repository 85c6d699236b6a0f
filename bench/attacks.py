"""Attacks on a real server: what a guest with a client of their own, or a broken disk, can do to the others.

Each attack runs against `tilemeld serve` with its usual settings and a file on disk. Afterwards a
neighbour, who calls from another address, has to be served: a new guest, a game against a bot, an answer of
that bot. The run ends with 1 if an attack goes through. What an attack costs a neighbour while it lasts is
measured by `bench.neighbours`.

    python -m bench.attacks [--only NAME] [--source DIR]

Loopback only; bounded in count and time: about two minutes. Linux only: memory is read from /proc.
"""

import argparse
import asyncio
import contextlib
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bench.soak import Place, Server, served
from tools.people.place import fresh_address
from websockets.asyncio.client import ClientConnection, connect

from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import profile
from tilemeld.server.live.protocol import PROTOCOL

Json = Any
NEIGHBOUR_SECONDS = 10.0
"""How long a neighbour may wait for a bot right after an attack, on a busy machine."""
BOMB_MB = 60.0
"""How much memory a request may cost for good."""
HUGE = 100_000_000
SILENT = 900
"""How many connections say nothing: more than one address may have, fewer than this program may open."""


class GoesThrough(Exception):
    """The attack does harm."""


def need(held: bool, harm: str) -> None:  # it reads like an assert
    """Let the attack fail, or say what harm it does."""
    if not held:
        raise GoesThrough(harm)


@dataclass
class House:
    """The server under attack, its file, and a way to start it again."""

    data: Path
    server: Server

    def caller(self) -> Place:
        """Return somebody at an address of their own."""
        return Place(self.server.port, fresh_address())

    async def status(self, place: Place, method: str, path: str, body: Json, token: str = "") -> int:
        """Ask and return the status of the answer."""
        try:
            await place.http(method, path, body, token)
        except RuntimeError as error:
            return int(str(error).partition("HTTP/1.1 ")[2][:3])
        return 200


async def guest(place: Place) -> str:
    """Come in and return the token."""
    return str((await place.http("POST", "/api/guests", {}))["token"])


class Seat:
    """A person in a game against a bot: takes a tile whenever it is their turn."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count()
        self._seat = 0
        self._view: dict[str, Json] = {}
        self._taken_at: float | None = None

    async def until_the_bot_has_answered(self) -> float:
        """Return how long it took from one's own move until it was one's turn again, in seconds."""
        while True:
            message = json.loads(await self._socket.recv())
            if message["type"] == "table":
                self._seat = message["seat"]
            elif message["type"] in ("view", "moved"):
                self._view |= message.get("view") or message["changes"]
                if self._is_my_turn and self._taken_at is not None:
                    return time.monotonic() - self._taken_at
                await self._go_on(message["game"])

    @property
    def _is_my_turn(self) -> bool:
        return bool(self._view["phase"] == "turn" and self._view["active"] == self._seat)

    async def _go_on(self, game: str) -> None:
        head = {"id": f"n{next(self._ids)}", "game": game, "seat": self._seat, "seen": self._view["version"]}
        if self._view["phase"] == "entropy":
            await self._socket.send(json.dumps({**head, "type": "add-entropy", "entropy": "e"}))
        elif self._is_my_turn:
            await self._socket.send(json.dumps({**head, "type": "take"}))
            self._taken_at = time.monotonic()
        elif self._view["phase"] == "announce" and self._view["active"] == self._seat:
            await self._socket.send(json.dumps({**head, "type": "end-turn"}))


async def is_neighbour_served(house: House) -> float:
    """Play against a bot from another address and return how long its answer took, in seconds."""
    place = house.caller()
    token = await guest(place)
    table = await place.http("POST", "/api/quick", {"profile": "cs", "bots": ["beginner"]}, token)
    async with talking(house, token, place) as socket, asyncio.timeout(60):
        await socket.send(json.dumps({"type": "enter", "table": table["id"]}))
        return await Seat(socket).until_the_bot_has_answered()


@contextlib.asynccontextmanager
async def talking(house: House, token: str, place: Place) -> AsyncIterator[ClientConnection]:
    """Connect and say hello."""
    address = f"ws://127.0.0.1:{house.server.port}/ws"
    async with connect(address, compression=None, local_addr=(place.address, 0)) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
        yield socket


# The attacks


async def rules_that_cannot_be_played(house: House) -> str:
    """Set tables and tournaments whose racks need more tiles than the box has."""
    place = house.caller()
    token = await guest(place)
    house_rules = {"profile": "cs", "house": {"rack_size": 40}}
    found = [
        await house.status(place, "POST", "/api/tables", {**house_rules, "seats": 4}, token),
        await house.status(place, "POST", "/api/quick", {**house_rules, "bots": ["club"] * 3}, token),
    ]
    tournament = {"name": "Cup", "format": {"house": {"rack_size": 40}, "place": "online"}}
    found.append(await house.status(place, "POST", "/api/tournaments", tournament, token))
    need(all(400 <= status < 500 for status in found), f"taken: {found}")
    return f"refused: {found}"


def a_record(**changes: Json) -> str:
    """A short record with other numbers in its first line."""
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("attack"))
    header, *rest = format_record(game.record).splitlines()
    said = json.loads(header)
    for path, value in changes.items():
        at = said
        *way, last = path.split("__")
        for part in way:
            at = at.get(part, at)
        at[last] = value
    return "\n".join([json.dumps(said), *rest]) + "\n"


async def memory_bombs(house: House) -> str:
    """Send records, rules, questions and formats with huge numbers, and lists that are nested deeply."""
    place = house.caller()
    token = await guest(place)
    before = house.server.memory_mb()
    bodies: list[tuple[str, Json]] = [
        ("/api/records/reviews", {"record": a_record(players=HUGE)}),
        ("/api/records/reviews", {"record": a_record(created__players=HUGE)}),
        ("/api/records/reviews", {"record": a_record(rules__copies=HUGE, rules__jokers=HUGE)}),
        ("/api/records/reviews", {"record": "[" * 400_000}),
        ("/api/records/reviews", {"record": '{"a":' * 100_000}),
        ("/api/tables", {"profile": "cs", "seats": HUGE}),
        ("/api/tables", {"profile": "cs", "seats": 4, "house": {"copies": HUGE, "jokers": HUGE}}),
        ("/api/quick", {"profile": "cs", "bots": ["club"] * 3_000}),
        ("/api/tournaments", {"name": "Cup", "format": {"rounds": HUGE, "games": HUGE}}),
        ("/api/solve", {"profile": "cs", "rack": ["J"] * 3_000, "table": []}),
        ("/api/solve/words", {"profile": "pl-word", "rack": "?" * 9_000, "table": [], "goal": "words"}),
    ]
    statuses = []
    for path, body in bodies:
        statuses.append(await house.status(place, "POST", path, body, token))
        grown = house.server.memory_mb() - before
        need(grown < BOMB_MB, f"{grown:.0f} MB more after {path} {str(body)[:60]}")
    need(all(400 <= status < 500 for status in statuses), f"taken: {statuses}")
    return f"{len(bodies)} refused, {house.server.memory_mb() - before:+.0f} MB"


async def two_enters_in_one_packet(house: House) -> str:
    """Enter a table several times before the first is answered, hang up, and look who is counted."""
    place = house.caller()
    host, watcher, other = await guest(place), await guest(place), await guest(place)
    table = await place.http("POST", "/api/tables", {"profile": "cs", "seats": 2}, host)
    enter = json.dumps({"type": "enter", "table": table["id"]})
    async with talking(house, watcher, place) as watching, asyncio.timeout(30):
        await watching.send(enter)
        for _ in range(5):
            async with talking(house, other, place) as socket:
                await asyncio.gather(*(socket.send(enter) for _ in range(4)))
        async with talking(house, other, place) as socket:
            await socket.send(enter)
            await socket.recv()
            await heard(watching, spectators=2)
        await heard(watching, spectators=1)
    return "spectators are counted right"


async def heard(socket: ClientConnection, *, spectators: int) -> None:
    """Wait until so many spectators are shown."""
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "online" and message["spectators"] == spectators:
            return


async def connections_that_say_nothing(house: House) -> str:
    """Open more connections than one address may have, and say nothing."""
    place = house.caller()
    here = (place.address, 0)
    opened = await asyncio.gather(
        *(asyncio.open_connection("127.0.0.1", house.server.port, local_addr=here) for _ in range(SILENT))
    )
    gone = 0
    try:
        gone = sum(await asyncio.gather(*(is_hung_up(reader) for reader, _ in opened)))
        seconds = await is_neighbour_served(house)
    finally:
        for _, writer in opened:
            writer.close()
    need(gone > 0, f"{SILENT} silent connections are kept")
    return f"{gone} of {SILENT} were hung up on at once, and meanwhile a bot answered in {seconds:.1f} s"


async def is_hung_up(reader: asyncio.StreamReader) -> bool:
    """Wait for a moment whether the server hangs up."""
    try:
        async with asyncio.timeout(3):
            return await reader.read(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def break_rows(data: Path) -> int:
    """Break a few games, a table and a tournament of the file; return how many."""
    connection = sqlite3.connect(data, isolation_level=None)
    games = [game for (game,) in connection.execute("SELECT id FROM games ORDER BY id LIMIT 4")]
    connection.execute("UPDATE steps SET body = '{' WHERE game_id = ? AND version = 1", games[:1])
    connection.execute("DELETE FROM steps WHERE game_id = ? AND version = 0", games[1:2])
    connection.execute("UPDATE steps SET body = replace(body, 'profile', 'x') WHERE game_id = ?", games[2:3])
    connection.execute("UPDATE tables SET body = 'null' WHERE id = (SELECT id FROM tables LIMIT 1)")
    connection.close()
    return len(games)


def check_database(data: Path) -> int:
    """Return how many problems `tilemeld database check` lists."""
    command = [sys.executable, "-m", "tilemeld", "database", "check", "--json", "--data", str(data)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return len(json.loads(result.stdout)["problems"])


ATTACKS: dict[str, Callable[[House], Awaitable[str]]] = {
    "rules-that-cannot-be-played": rules_that_cannot_be_played,
    "memory-bombs": memory_bombs,
    "two-enters-in-one-packet": two_enters_in_one_packet,
    "connections-that-say-nothing": connections_that_say_nothing,
}


async def run_one(house: House, name: str) -> bool:
    """Run an attack, then look whether a neighbour is served; say whether the house holds."""
    try:
        found = await ATTACKS[name](house)
        seconds = await is_neighbour_served(house)
        need(seconds < NEIGHBOUR_SECONDS, f"a neighbour's bot took {seconds:.1f} s")
    except (GoesThrough, OSError, TimeoutError) as error:
        print(f"THROUGH  {name}: {error!r}")
        return False
    print(f"holds    {name}: {found}; a neighbour's bot answers in {seconds:.1f} s")
    return True


async def run_all(data: Path, only: str | None, source: Path | None) -> bool:
    """Run every attack, break the file, start again."""
    held = []
    with served(data, source) as server:
        house = House(data, server)
        for name in ATTACKS:
            if only in (None, name):
                held.append(await run_one(house, name))
        for _ in range(4):
            await is_neighbour_served(house)  # games to be broken
    broken = break_rows(data)
    with served(data, source) as server:
        seconds = await is_neighbour_served(House(data, server))
        print(f"holds    broken-rows: {broken} games broken, a new one is played in {seconds:.1f} s")
    problems = check_database(data)
    held.append(problems >= 3)
    print(f"{'holds   ' if held[-1] else 'THROUGH '} database check lists {problems} problems")
    return all(held)


def main() -> None:
    """Run the attacks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=ATTACKS, help="one attack")
    parser.add_argument("--source", type=Path, help="the src folder of another version, to attack that one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(run_all(Path(folder) / "games.sqlite", chosen.only, chosen.source))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
