"""Fuzzing the socket, seeded: messages that are nearly right, and bytes that are nothing.

Whatever comes, every frame is answered or ends its connection with a code, nobody else notices, hidden tiles
stay hidden, the game's record holds, and the server logs no error.
"""

import asyncio
import base64
import json
import logging
import struct
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from random import Random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from at_night import at_night
from server.live_server import Client, Json, Live, all_ready, ask, client, live, set_table
from tilemeld.server.live import protocol
from tilemeld.service.ports import GameId

SEEDS = range(at_night(40, by_day=2))
MESSAGES = at_night(2_000, by_day=250)
FRAMES = at_night(1_000, by_day=60)
UVICORN_NOTE = "Invalid UTF-8 sequence received from client."
"""What uvicorn logs of a text that is none; it closes the connection."""
KINDS: list[type[msgspec.Struct]] = list(protocol.FromClient.__args__)
NONSENSE: list[Json] = [
    *(
        None,
        True,
        -1,
        0,
        1,
        2**31,
        2**63,
        2**64,
        10**30,
        -0.0,
        1e308,
        0.5,
        "",
        "0",
        "x",
        "x" * 300,
        " ",
        "\x00",
    ),
    *("🙂", "\u202e", "null", "../..", "' OR 1=1 --", "r99z", "j", [], [[]], [[[]]], [["r99z"] * 60] * 3, {}),
    *({"type": "take"}, [None], ["x"] * 200, {"a": {"b": {"c": []}}}),
]


def made(kind: type[msgspec.Struct], player: Client, rng: Random) -> Json:
    """A message of a kind with plausible values, some of which are replaced by nonsense."""
    right: dict[str, Json] = {
        "protocol": protocol.PROTOCOL,
        "token": player.token,
        "table": [[tile] for tile in (player.view or {}).get("rack", [])[:3]],
        "game": player.game,
        "version": player.version,
        "seen": player.version,
        "seat": player.seat,
        "id": f"fuzz {rng.random()}",
        "turn": (player.view or {}).get("turn", 0),
        "number": rng.randrange(9),
        "entropy": "e",
        "stack": 0,
        "step": 1,
        "wish": "pause",
        "pace": "quick",
        "phrase": "hello",
        "against": [],
    }
    fields = {name: right[name] for name in kind.__struct_fields__}
    if kind is protocol.Enter:
        fields["table"] = player.table["id"]
    for name in list(fields):
        if rng.random() < 0.25:
            fields[name] = rng.choice(NONSENSE)
        if rng.random() < 0.05:
            del fields[name]
    if rng.random() < 0.1:
        fields[rng.choice(["x", "seat", "rack", "__class__"])] = rng.choice(NONSENSE)
    return {"type": kind.__struct_config__.tag if rng.random() < 0.97 else rng.choice(NONSENSE), **fields}


def mangled(text: str, rng: Random) -> str:
    """A text in which some letters are others, or the end is missing."""
    letters = list(text)
    for _ in range(rng.randrange(1, 6)):
        letters[rng.randrange(len(letters))] = rng.choice('{}[]",:\\ é\u2028🙂\x00')
    return "".join(letters)[: rng.randrange(1, len(letters) + 1)]


async def flood(server: Live, table: str, token: str, rng: Random) -> Client:
    """Send messages until they are all sent, with a new connection whenever one is closed."""
    left, seen = MESSAGES, ""
    while True:
        with suppress(ConnectionClosed):
            async with client(server, token) as player:
                await player.enter(table)
                await player.until_view(lambda _view: True)
                while left:
                    left -= 1
                    kind = rng.choice([each for each in KINDS if each is not protocol.Leave])
                    text = json.dumps(made(kind, player, rng))
                    await player.connection.send(mangled(text, rng) if rng.random() < 0.2 else text)
                    if left % 20 == 0:
                        await heard(player)
                seen += "".join(player.frames)
                player.frames = [seen]
                return player


async def heard(player: Client) -> None:
    """Wait until everything that was sent before is answered."""
    await player.send("ping", number=4_711)
    while (message := json.loads(await player.connection.recv())) != {
        "type": "pong",
        "number": 4_711,
        "now": message.get("now"),
    }:
        player.frames.append(json.dumps(message, ensure_ascii=False))


def tell(story: Callable[[Live], Awaitable[None]], caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with asyncio.timeout(at_night(600, by_day=90)), live() as server:
            await story(server)

    with caplog.at_level(logging.ERROR, logger="tilemeld"):
        asyncio.run(run())
    ours = [each for each in caplog.records if each.name.startswith("tilemeld") or each.exc_info]
    assert [each.getMessage() for each in ours if each.getMessage() != UVICORN_NOTE] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_messages_that_are_nearly_right_break_nothing(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, people=3, bots=0, profile="cs", house={"turn_seconds": None})
        await all_ready(server, table["id"], tokens)
        async with AsyncExitStack() as stack:
            victims = [await stack.enter_async_context(client(server, token)) for token in tokens[:2]]
            for victim in victims:
                await victim.enter(table["id"])
                await victim.until_view(lambda _view: True)
                await victim.command("add-entropy", entropy="e")
            server.clock.advance(2_000)
            await victims[0].until_view(lambda view: bool(view["phase"] not in ("entropy",)))
            racks = {tile for victim in victims for tile in (victim.view or {})["rack"]}
            eve = await flood(server, table["id"], tokens[2], Random(seed))
            seen = "".join(eve.frames)
            view = victims[0].view or {}
            laid = {tile for tiles in view["table"] for tile in str(tiles).split("'")}
            drawn = {
                tile for draws in view["starter_draws"] for _seat, tile in draws
            }  # seen by all, then dealt
            assert not [tile for tile in racks - laid - drawn if f'"{tile}"' in seen], "a hidden tile"
            for victim in victims:
                await heard(victim)
        game = GameId(str(eve.game))
        await server.server.games.check(game)  # its log can be read from the beginning

    tell(story, caplog)


async def upgraded(port: int, rng: Random) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that has become a WebSocket, for bytes of our own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(rng.randbytes(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(rng: Random) -> bytes:
    """One frame: any opcode, flags and length, masked or not, with less or more than it says."""
    first = rng.choice([0x81, 0x82, 0x80, 0x01, 0x88, 0x89, 0x8A, 0x83, 0xF1, rng.randrange(256)])
    body = rng.randbytes(rng.choice([0, 1, 5, 125, 300, 20_000]))
    said = rng.choice([len(body), len(body), rng.randrange(126), 2**16, 2**63])
    mask = rng.choice([0x80, 0x80, 0x80, 0])
    if said < 126:
        head = struct.pack("!BB", first, mask | said)
    elif said < 2**16:
        head = struct.pack("!BBH", first, mask | 126, said)
    else:
        head = struct.pack("!BBQ", first, mask | 127, said)
    return head + (rng.randbytes(4) if mask else b"") + body


@pytest.mark.parametrize("seed", SEEDS)
def test_bytes_that_are_nothing_end_their_own_connection_only(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(server: Live) -> None:
        rng = Random(seed)
        async with client(server, (await server.guest())["token"]) as honest:
            for _ in range(FRAMES):
                reader, writer = await upgraded(server.port, rng)
                with suppress(ConnectionError):
                    for _ in range(rng.randrange(1, 4)):
                        writer.write(frame(rng))
                        await writer.drain()
                    writer.write_eof()
                    await reader.read()
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()
            await honest.send("ping", number=1)
            await honest.until("pong")
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", "/healthz")
        assert status == 200

    tell(story, caplog)


@pytest.mark.parametrize("seed", SEEDS)
def test_requests_that_are_nothing_end_their_own_connection_only(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(server: Live) -> None:
        rng = Random(seed)
        right = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nIdempotency-Key: 0123456789abcdef\r\n"
        right += b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        for _ in range(FRAMES):
            sent = bytearray(right)
            for _ in range(rng.randrange(1, 12)):
                sent[rng.randrange(len(sent))] = rng.randrange(256)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            with suppress(ConnectionError):
                writer.write(bytes(sent[: rng.randrange(1, len(sent) + 1)]))
                writer.write_eof()
                await reader.read()
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        status, _, _ = await asyncio.to_thread(ask, server.port, "GET", "/healthz")
        assert status == 200

    tell(story, caplog)
