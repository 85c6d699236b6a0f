"""A real server on loopback and real WebSocket clients, in one event loop, on a clock that tests move."""

import asyncio
import contextlib
import http.client
import itertools
import json
import secrets
import zlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.adapters.memory.store import InlineClerk, InlineThinker, MemoryStore
from tilemeld.bots import Habits, RandomPlayer
from tilemeld.bots.player import Choice, Dawdle
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.server.app import Overrides, Server, create_app
from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.server.live.view_encoding import UNSENT_FIELDS
from tilemeld.server.run import configure, listen
from tilemeld.server.settings import Limits, Settings
from tilemeld.service.claims import NOBODY, Claim

PATIENCE = 20
"""Seconds to wait for something that has to come, before a test fails."""
LOOSE = Limits(
    messages_per_second=10_000,
    messages_burst=100_000,
    requests_per_second=10_000,
    requests_burst=100_000,
    previews_per_second=10_000,
    previews_burst=100_000,
    device_codes_per_minute=100_000,
    guests_per_minute=100_000,
    questions_per_minute=100_000,
    connections_per_address=1_000,
    http_connections_per_address=10_000,
    connections_per_person=1_000,
    address_messages_per_second=100_000,
    address_messages_burst=1_000_000,
    address_requests_per_second=10_000,
    address_requests_burst=100_000,
    address_questions_per_minute=100_000,
    tables_per_person=10_000,
    tables_per_address=10_000,
    public_tables_per_person=10_000,
    public_tables_per_address=10_000,
    address_tables_per_hour=1_000_000,
    address_tournaments_per_hour=1_000_000,
)
QUICK = Settings(bot_pace=0, resume_after_ms=0, limits=LOOSE)
STEADY = RandomPlayer(Habits(dawdle=0, err=0, leave=0, hold_back=0, redeal=0))
Json = Any


def choose(view: GameView, rng: Random, *, claim: Claim = NOBODY) -> Choice:
    """A random player who never lets the time run out, but for the redeal window."""
    player = STEADY if view.rules.sets == "numbers" else RandomWordPlayer(polish_lexicon(), STEADY.habits)
    for _ in range(100):
        choice = player.choose(view, rng)
        if not isinstance(choice, Dawdle) or view.phase == Phase.REDEAL:
            return choice
    raise AssertionError("always dawdles")


class SteadyThinker(InlineThinker):
    """Bots that do not dawdle, in the event loop."""

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        return choose(view, Random(seed))


@dataclass
class Live:
    """A running server."""

    server: Server
    clock: ManualClock
    port: int

    async def http(
        self, method: str, path: str, body: Json = None, token: str = "", *, key: str | None = None
    ) -> Json:
        """Ask the HTTP API; what is not a success raises ``HttpProblem``."""
        key = secrets.token_hex(8) if key is None else key
        status, _, text = await asyncio.to_thread(
            ask, self.port, method, path, body=body, token=token, idempotency_key=key
        )
        if status >= 400:
            raise HttpProblem(status, text)
        return json.loads(text)

    async def guest(self, name: str | None = None) -> Json:
        return await self.http("POST", "/api/guests", {} if name is None else {"name": name})


class HttpProblem(Exception):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status} {text}")
        self.status = status
        self.codes = [each["code"] for each in json.loads(text)["refusals"]]


def ask(
    port: int,
    method: str,
    path: str,
    *,
    body: Json = None,
    token: str = "",
    raw: bytes | None = None,
    **more: str,
) -> tuple[int, dict[str, str], str]:
    """One HTTP request, with more headers: ``x_forwarded_for="203.0.113.5"``."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers.setdefault("idempotency-key", secrets.token_hex(8))
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        connection.request(method, path, content, headers)
        response = connection.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        return response.status, found, response.read().decode()


@contextlib.asynccontextmanager
async def live(settings: Settings = QUICK, **overrides: Any) -> AsyncIterator[Live]:
    """Run a server on a port of its own until the block ends."""
    clock = overrides.setdefault("clock", ManualClock())
    overrides.setdefault("thinker", SteadyThinker())
    overrides.setdefault("clerk", InlineClerk())
    if settings.data is None:
        overrides.setdefault("store", MemoryStore())
    app = create_app(settings, Overrides(**overrides))
    listener = listen(replace(settings, port=0))
    config = configure(app, settings)
    runner = uvicorn.Server(config)
    serving = asyncio.create_task(runner.serve(sockets=[listener]))
    try:
        async with asyncio.timeout(PATIENCE):
            while not runner.started:
                assert not serving.done(), "the server did not start"
                await asyncio.sleep(0)
        yield Live(app.state.server, clock, listener.getsockname()[1])
    finally:
        runner.should_exit = True
        await serving
        listener.close()


class Client:
    """A player's or a spectator's connection: keeps the view as a browser would, and checks its hash."""

    def __init__(self, connection: ClientConnection, token: str) -> None:
        self.connection = connection
        self.token = token
        self.view: dict[str, Json] | None = None
        self.game: str | None = None
        self.seat: int | None = None
        self.table: dict[str, Json] = {}
        self.draft: Json = None
        self.frames: list[str] = []
        self.messages: list[Json] = []
        self.moves = 0
        self.history: dict[int, dict[str, Json]] = {}
        self._ids = itertools.count(1)

    @property
    def version(self) -> int:
        assert self.view is not None
        return int(self.view["version"])

    async def send(self, kind: str, **fields: Json) -> None:
        await self.connection.send(json.dumps({"type": kind, **fields}))

    async def next(self) -> Json:
        """Take the next message in, as a client does."""
        async with asyncio.timeout(PATIENCE):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        message = json.loads(text)
        self.messages.append(message)
        self.take_in(message)
        return message

    def take_in(self, message: Json) -> None:
        if message["type"] == "table":
            self.table, self.seat = message["table"], message["seat"]
        elif message["type"] == "view":
            self.game, self.view, self.draft = message["game"], message["view"], message["draft"]
            assert view_hash(message["view"]) == message["hash"]
        elif message["type"] == "moved" and self.view is not None:
            assert (self.game, self.version) == (message["game"], message["base"])
            self.view = {**self.view, **message["changes"]}
            assert self.version == message["version"]
            assert view_hash(self.view) == message["hash"], "the view went astray"
            self.draft = None
            self.moves += 1
        elif message["type"] == "drafted":
            self.draft = message["draft"]
        if self.view is not None:
            self.history[self.version] = self.view

    async def until(self, kind: str, where: Callable[[Json], bool] = lambda _message: True) -> Json:
        """Take messages in until one of a kind comes."""
        while True:
            message = await self.next()
            if message["type"] == kind and where(message):
                return message

    async def next_of(self, *kinds: str) -> Json:
        """Take messages in until one of these kinds comes."""
        while (message := await self.next())["type"] not in kinds:
            pass
        return message

    async def until_view(self, where: Callable[[dict[str, Json]], bool]) -> dict[str, Json]:
        """Take messages in until the view is as asked for."""
        while self.view is None or not where(self.view):
            await self.next()
        return self.view

    async def enter(self, table: str, **more: Json) -> None:
        await self.send("enter", table=table, **more)

    async def command(self, kind: str, **more: Json) -> Json:
        """Send a command and return its ack or refusal."""
        command_id = more.pop("id", None) or f"{secrets.token_hex(4)}-{next(self._ids)}"
        fields = {"id": command_id, "game": self.game, "seat": self.seat, "seen": self.view and self.version}
        await self.send(kind, **{**fields, **more})
        while True:
            message = await self.next()
            if message["type"] in ("ack", "refused") and message["id"] == command_id:
                return message

    async def play_once(self, rng: Random) -> Json:
        """Do what a random player would do in this view."""
        assert self.view is not None
        fields = to_json(choose(from_json(GameView, self.view), rng))
        assert isinstance(fields, dict)
        return await self.command(str(fields.pop("type")), **fields)


@contextlib.asynccontextmanager
async def client(live: "Live | int", token: str, kind: type[Client] = Client) -> AsyncIterator[Client]:
    """Connect and say hello."""
    port = live if isinstance(live, int) else live.port
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None, max_queue=None) as connection:
        player = kind(connection, token)
        await player.send("hello", protocol=PROTOCOL, token=token)
        await player.until("welcome")
        yield player


def view_hash(view: dict[str, Json]) -> str:
    """Hash a view as docs/protocol.md says, to notice that it went astray."""
    own = ("viewer", "rack", "last_taken", "may_redeal", "waiting")
    parts = ({name: view[name] for name in view if (name in own) is mine} for mine in (False, True))
    texts = (
        json.dumps(part, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() for part in parts
    )
    return f"{zlib.crc32(b''.join(texts)):08x}"


def show_view(view: GameView) -> Json:
    """Write an engine's view as the wire has it."""
    said: Json = json.loads(json.dumps(to_json(view, full=True)))
    return {name: value for name, value in said.items() if name not in UNSENT_FIELDS}


async def set_table(live: Live, *, people: int = 2, bots: int = 1, **options: Json) -> tuple[Json, list[str]]:
    """Set a table with people who sit and bots; nobody is ready yet."""
    tokens = [(await live.guest())["token"] for _ in range(people)]
    body = {"seats": people + bots, "bots": ["random"] * bots, **options}
    table = await live.http("POST", "/api/tables", body, tokens[0])
    for token in tokens[1:]:
        table = await live.http("POST", f"/api/tables/{table['id']}/seats", {}, token)
    return table, tokens


async def all_ready(live: Live, table: str, tokens: list[str]) -> Json:
    """Everybody says they are ready, so that the game begins."""
    answer: Json = None
    for seat, token in enumerate(tokens):
        answer = await live.http("PUT", f"/api/tables/{table}/seats/{seat}/ready", {"ready": True}, token)
    return answer


async def vote(player: Client, rng: Random) -> None:
    """Vote once; then wait for the others."""
    assert player.view is not None
    if player.view["vote"]["ballots"][player.seat] is None:
        await player.play_once(rng)
    else:
        await player.next()


async def play_on(live: Live, player: Client, rng: Random, *, moves: int | None = None) -> None:
    """Play a seat until the game is over, or for so many commands; the first seat ends the redeal window."""
    done = 0
    view = await player.until_view(lambda _view: True)
    while view["phase"] != "ended" and (moves is None or done < moves):
        if view["phase"] == "entropy" and view["entropy"][player.seat] is None:
            await player.command("add-entropy", entropy=f"mine {player.seat}")
        elif view["vote"] is not None and player.seat != view["active"]:
            await vote(player, rng)
        elif view["active"] == player.seat and view["phase"] in ("turn", "announce", "stacks"):
            await player.play_once(rng)
            done += 1
        else:
            if view["phase"] == "redeal" and player.seat == 0:
                live.clock.advance(20_000)
            await player.next()
        assert player.view is not None
        view = player.view
