"""A scripted person at a table: plays, is cut off, comes back and sends again what was not answered."""

import asyncio
import json
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tilemeld.server.live.protocol import PROTOCOL

from .choose import choose
from .notebook import Notebook
from .place import Place

Json = Any
OWN = ("viewer", "rack", "last_taken", "may_redeal", "waiting")
UNKNOWN = {"store/unavailable", "server/unavailable"}
"""Refusals after which the same command is sent again."""
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


@dataclass(slots=True, frozen=True)
class Manners:
    """How somebody plays."""

    think: tuple[float, float] = (0.0, 0.0)
    """Seconds between seeing one's turn and moving."""
    drafts: int = 0
    """How many half-built tables are sent while thinking."""
    dawdles: float = 0.0
    """How often the time of a turn is left to run out."""
    reloads: float = 0.0
    """How often somebody reloads the page after a move of their own."""
    is_slow: bool = False
    """Whether this is a slow phone: it reads nothing for a moment after every message."""
    is_careful: bool = False
    """Whether the hash of every view is compared."""
    answer_within: float = 8.0
    """Seconds after which a silent connection is given up."""


@dataclass(slots=True)
class Tally:
    """What happened to people, all together."""

    moves: int = 0
    times_ms: list[float] = field(default_factory=list)
    """From sending a move until everybody quick at the table had seen it."""
    counts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    """Codes of refusals and faults."""
    offsets_ms: list[float] = field(default_factory=list)
    """How far the time in messages was from this machine's clock."""
    games: int = 0


class Person(WSListener):
    """Somebody with a seat, or a spectator without one."""

    def __init__(self, name: str, token: str, place: Place, *, seat: int | None, manners: Manners) -> None:
        self.name, self.token, self.place, self.seat, self.manners = name, token, place, seat, manners
        self.table = ""
        self.stage = ""
        self.game = ""
        self.view: dict[str, Json] = {}
        self.notebook: Notebook | None = None
        self.tally = Tally()
        self.on_view: Callable[[Person], None] = lambda person: None
        self.on_answer: Callable[[Person, float, int], None] = lambda person, sent, version: None
        self.is_here = False
        self.link = 0
        self._transport: WSTransport | None = None
        self._rng = Random(place.rng.random())
        self._pending: dict[str, Json] | None = None
        self._sent_at = 0.0
        self._is_welcome = False
        self._planned_for = -1
        self._gone = asyncio.Event()
        self._numbers = 0
        self._timers: set[asyncio.TimerHandle] = set()

    @property
    def version(self) -> int:
        """The version that is known; 0 before the first view."""
        return int(self.view["version"]) if self.view else 0

    # Coming and going

    async def live(self, until: asyncio.Event) -> None:
        """Be there until told to go; come back whenever the connection is lost."""
        while not until.is_set():
            await self._connect()
            if self.is_here:
                watch = asyncio.create_task(self._watch())
                waits = [asyncio.create_task(self._gone.wait()), asyncio.create_task(until.wait())]
                await asyncio.wait([watch, *waits], return_when=asyncio.FIRST_COMPLETED)
                for task in (watch, *waits):
                    task.cancel()
                self.hang_up()
            if not until.is_set():
                await asyncio.sleep(self._rng.uniform(0.05, 0.5))

    async def _connect(self) -> None:
        self.link += 1
        self._gone.clear()
        self._planned_for = -1
        try:
            await ws_connect(
                lambda: self,
                f"ws://127.0.0.1:{self.place.port()}/ws",
                local_addr=(self.place.address, 0),
                websocket_handshake_timeout=self.manners.answer_within,
                max_frame_size=1 << 20,
                use_aiofastnet=False,
            )
        except (OSError, TimeoutError, WSError) as error:
            self.tally.counts[f"no connection: {type(error).__name__}"] += 1
            self.is_here = False
            self._gone.set()

    async def _watch(self) -> None:
        """Give a connection up that does not answer a command in time."""
        while True:
            if self._pending is None or time.monotonic() - self._sent_at < self.manners.answer_within:
                await asyncio.sleep(self.manners.answer_within / 8)
                continue
            self.tally.counts["connection given up"] += 1
            return

    def hang_up(self) -> None:
        """Go without a word."""
        self.is_here = False
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        if self._transport is not None:
            self._transport.disconnect(graceful=False)
            self._transport = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello, and how far the game is known."""
        self._transport, self.is_here, self._is_welcome = transport, True, False
        self._send({"type": "hello", "protocol": PROTOCOL, "token": self.token})
        known = {"game": self.game, "version": self.version} if self.view else {}
        seat = {} if self.seat is None else {"seat": self.seat}
        self._send({"type": "enter", "table": self.table, **seat, **known})
        if self._pending is not None:
            self.tally.counts["sent again"] += 1
            self._deliver()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note that the connection is gone."""
        if transport is self._transport or self._transport is None:
            self.is_here = False
            self._gone.set()
            self.on_view(self)

    # What comes in

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take a message in."""
        if frame.msg_type == WSMsgType.TEXT:
            self._take_in(_decode(frame.get_payload_as_memoryview()))
            if self.manners.is_slow:
                transport.underlying_transport.pause_reading()
                self._later(self._rng.uniform(0.2, 1.0), lambda: _resume(transport))
        elif frame.msg_type == WSMsgType.CLOSE:
            self.tally.counts[f"closed with {frame.get_close_code()}"] += 1
            transport.disconnect(graceful=False)

    def _take_in(self, message: Json) -> None:
        kind = message["type"]
        self.tally.counts[kind] += 1
        if kind == "view":
            self.game, self.view = message["game"], message["view"]
            self._viewed(message)
        elif kind == "moved":
            if (self.game, self.version) != (message["game"], message["base"]):
                self.tally.counts["looked again"] += 1
                self._send({"type": "look"})
                return
            self.view = {**self.view, **message["changes"]}
            self._viewed(message)
        elif kind in ("ack", "refused"):
            self._answer(message)
        elif kind == "fault":
            self.tally.codes[message["code"]] += 1
            if not self._is_welcome:
                self._gone.set()  # try another connection, as a browser does
        elif kind == "table":
            self.stage = message["table"]["stage"]
        elif kind == "welcome":
            self._is_welcome = True
            self.tally.offsets_ms.append(message["now"] - time.time() * 1000)

    def _viewed(self, message: Json) -> None:
        self.tally.offsets_ms.append(message["now"] - time.time() * 1000)
        if self.manners.is_careful and view_hash(self.view) != message["hash"]:
            self.tally.codes["view went astray"] += 1
        if self.notebook is not None:
            self.notebook.saw(self.name, self.link, self.game, self.view)
        self.on_view(self)
        self._plan()

    def _answer(self, message: Json) -> None:
        if self._pending is None or message["id"] != self._pending["id"]:
            return
        pending, sent_at = self._pending, self._sent_at
        refusals = [] if message["type"] == "ack" else [each["code"] for each in message["refusals"]]
        self.tally.codes.update(refusals)
        self._journal(
            "acked" if not refusals else "refused", pending, version=message.get("version"), codes=refusals
        )
        if UNKNOWN & set(refusals):
            self._later(0.5, self._deliver)
            return
        self._pending = None
        if not refusals:
            self.tally.moves += pending["type"] != "add-entropy"
            self.on_answer(self, sent_at, message["version"])
            if self._rng.random() < self.manners.reloads:
                self.tally.counts["reloads"] += 1
                self._reload()
        else:
            self._planned_for = -1
            self._later(0.2, self._plan)

    def _reload(self) -> None:
        """Forget everything, as a page does that is loaded again."""
        self.view, self.game = {}, ""
        self.hang_up()
        self._gone.set()

    # What goes out

    def _plan(self) -> None:
        """Decide what to do about the present view, once for each version."""
        view = self.view
        if not view or self.seat is None or self._pending is not None or not self.is_here:
            return
        if self._planned_for == view["version"] or view["paused_at"] is not None:
            return
        if view["phase"] == "entropy" and view["entropy"][self.seat] is None:
            self._planned_for = view["version"]
            self._command({"type": "add-entropy", "entropy": "x"})
        elif view["phase"] == "turn" and view["active"] == self.seat:
            self._planned_for = view["version"]
            if self._rng.random() < self.manners.dawdles:
                self.tally.counts["dawdled"] += 1
                return
            self._think(view["version"])

    def _think(self, version: int) -> None:
        wait = self._rng.uniform(*self.manners.think)
        move = choose(self.view, self._rng) if self.manners.drafts else None
        if move is not None and move["type"] == "confirm":
            for number in range(self.manners.drafts):
                part = wait * (number + 1) / (self.manners.drafts + 1)
                self._later(part, partial(self._draft, version, number, move["table"]))
        self._later(wait, lambda: self._move(version, move))

    def _draft(self, version: int, number: int, table: Json) -> None:
        if self.is_here and self.version == version:
            fields = {"game": self.game, "seat": self.seat, "turn": self.view["turn"], "number": number + 1}
            self.tally.counts["drafts"] += 1
            self._send({"type": "draft", **fields, "table": table})

    def _move(self, version: int, move: Json) -> None:
        if self.is_here and self.version == version and self._pending is None:
            self._command(move or choose(self.view, self._rng))

    def _command(self, command: Json) -> None:
        self._numbers += 1
        fields = {
            "id": f"{self.name}-{self._numbers}",
            "game": self.game,
            "seat": self.seat,
            "seen": self.version,
        }
        self._pending = {**command, **fields}
        self._deliver()

    def _deliver(self) -> None:
        """Send the command that waits for its answer, for the first time or again."""
        if self._pending is not None and self.is_here:
            self._sent_at = time.monotonic()
            self._journal("sent", self._pending, kind=self._pending["type"], table=self._pending.get("table"))
            self._send(self._pending)

    def _journal(self, did: str, command: Json, **fields: Json) -> None:
        if self.notebook is not None:
            about = {"game": command["game"], "seat": command["seat"], "id": command["id"]}
            said = {name: value for name, value in fields.items() if value is not None}
            self.notebook.write(did, self.name, **about, **said)

    def _send(self, message: Json) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, _encode(message))

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()

        def run() -> None:
            self._timers.discard(timer)
            act()

        timer = loop.call_later(seconds, run)
        self._timers.add(timer)


def _resume(transport: WSTransport) -> None:
    if not transport.is_disconnected:
        transport.underlying_transport.resume_reading()


def view_hash(view: dict[str, Json]) -> str:
    """Hash a view as docs/protocol.md says."""
    parts = ({name: view[name] for name in view if (name in OWN) is mine} for mine in (False, True))
    texts = (json.dumps(part, ensure_ascii=False, separators=(",", ":"), sort_keys=True) for part in parts)
    return f"{zlib.crc32(''.join(texts).encode()):08x}"
