"""A real server process for journeys, and games set up in its data file: any position, made of events."""

import asyncio
import contextlib
import json
import re
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from table_setup import a_turn
from tilemeld.adapters.chance import SystemChance
from tilemeld.adapters.clocks import SystemClock
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.engine.game.commands import BeginGame, Command, CreateGame
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.events import (
    Deadline,
    Dealt,
    Event,
    StarterChosen,
    TilesLaid,
    TurnEnded,
    TurnStarted,
)
from tilemeld.engine.game.evolve import evolve
from tilemeld.engine.game.state import GameState
from tilemeld.engine.record.record import Step
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat, Table, tiles_of
from tilemeld.service.guests.guests import Guests
from tilemeld.service.live.game_log import format_body
from tilemeld.service.live.lobby_table import Options, Place, to_stored
from tilemeld.service.live.lobby_table import Table as LobbyTable
from tilemeld.service.ports import Append, GameId, PersonId, StoredStep, TableId


@dataclass
class House:
    """A running server and its data."""

    url: str
    data: Path
    process: "subprocess.Popen[str]"

    def kill(self) -> None:
        """Kill it as a pulled plug would: nothing is finished, nothing is closed."""
        self.process.kill()
        self.process.wait(20)

    def proxy(self) -> "CutProxy":
        """Put a proxy of its own before the server."""
        return CutProxy(int(self.url.rpartition(":")[2]))

    def set_up(self, position: "Position") -> "LiveTable":
        """Put a game in the middle of play into the data; people open it in their browsers."""
        with ThreadPoolExecutor(1) as elsewhere:  # the browser's driver has the loop of this thread
            return elsewhere.submit(lambda: asyncio.run(_write(self.data, position))).result()


@contextlib.contextmanager
def serving(data: Path, *more: str) -> Iterator[House]:
    """Run ``tilemeld serve`` until the block ends; bots answer at once."""
    command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--no-browser", "--bot-pace", "0"]
    with subprocess.Popen(
        [*command, "--data", str(data), *more], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            found = None
            while found is None:
                line = process.stdout.readline()
                assert line, "the server ended before it was ready"
                found = re.search(r"http://\S+", line)
            yield House(found[0].rstrip("/"), data, process)
        finally:
            process.terminate()
            process.wait(20)


class CutProxy:
    """Stands between a browser and the server, and can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._is_cut = False
        self._is_mute = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """End every connection; new ones come to nothing."""
        self._is_cut = True
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def mute(self) -> None:
        """Carry nothing any more, and end nothing: a hole in the network that says nothing."""
        self._is_mute.set()

    def mend(self, house: "House | None" = None) -> None:
        """Let connections through again, to another server if one is given."""
        if house is not None:
            self._to = int(house.url.rpartition(":")[2])
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                if self._is_cut:
                    here.close()
                    continue
                try:
                    there = socket.create_connection(("127.0.0.1", self._to))
                except OSError:  # the server is gone before the line is cut: the line itself goes on
                    here.close()
                    continue
                self._open += [here, there]
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=_carry, args=(*pair, self._is_mute), daemon=True).start()


def _carry(source: socket.socket, target: socket.socket, is_mute: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(65_536):
            if not is_mute.is_set():
                target.sendall(part)
    for each in (source, target):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
    source.close()  # the other one is closed by who reads from it


@dataclass(frozen=True)
class Position:
    """The start of a turn, in notation (``table_setup.a_turn``), and who sits there."""

    rules: Rules
    racks: Sequence[str]
    table: str = ""
    bank: str | None = None
    opened: bool | Sequence[bool] = True
    active: int = 0
    bots: dict[int, str] = field(default_factory=dict)
    """The seats of bots; all others are people."""
    is_shared: bool = False
    """Whether one person plays all seats that no bot has, on one device."""
    hints: bool = True
    games: int = 1
    seconds: float | None = None
    """How much of the turn's time is left; none: as much as one likes."""
    is_dealt: bool = False
    """Whether the tiles have only just been dealt: a new deal can be asked for, for as long as one likes."""


@dataclass(frozen=True)
class Seated:
    """A person at the table, and what the browser of that person keeps."""

    seat: int
    name: str
    token: str
    storage: str


@dataclass(frozen=True)
class LiveTable:
    """A table that was set up."""

    table: str
    code: str
    game: str
    people: tuple[Seated, ...]


async def _write(data: Path, position: Position) -> LiveTable:
    store = SqliteStore.open(data)
    try:
        guests = Guests(store, SystemClock())
        await guests.start()
        people: list[Seated] = []
        places: list[Place] = []
        for seat in range(len(position.racks)):
            if seat in position.bots:
                places.append(Place(bot=position.bots[seat], ready=True))
                continue
            if people and position.is_shared:
                places.append(Place(person=places[people[0].seat].person, ready=True))
                continue
            person, token = await guests.arrive(("Ola", "Jan", "Ewa", "Piotr", "Zofia", "Marek")[seat])
            kept = {"person": person.id, "name": person.name, "avatar": person.avatar, "token": token}
            people.append(Seated(seat, person.name, token, json.dumps(kept)))
            places.append(Place(person=PersonId(person.id), ready=True))
        code = "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ") for _ in range(6))
        game = GameId(secrets.token_urlsafe(12))
        host = next(place.person for place in places if place.person is not None)
        table = LobbyTable(
            TableId(secrets.token_urlsafe(12)),
            code,
            host,
            Options(position.rules, len(places), position.games, hints=position.hints),
            tuple(places),
            stage="playing",
            games=(game,),
            touched_at=SystemClock().now_ms(),
        )
        await _write_steps(store, game, table.id, position)
        await store.put_table(to_stored(table))
        return LiveTable(table.id, code, game, tuple(people))
    finally:
        await store.close()


async def _write_steps(store: SqliteStore, game: GameId, table: TableId, position: Position) -> None:
    now = SystemClock().now_ms()
    command = CreateGame(position.rules, len(position.racks))
    state, events = advance(None, command, now=now, chance=SystemChance(), sets_for=sets_with_words)
    await _append(store, game, table, step=Step(0, now, command, events), after=state)
    before = state.version
    begin: Command = BeginGame()
    found = _story(position, now)
    for event in found:
        state = evolve(state, event)
    await _append(store, game, table, step=Step(before, now, begin, tuple(found)), after=state)


async def _append(store: SqliteStore, game: GameId, table: TableId, *, step: Step, after: GameState) -> None:
    stored = StoredStep(step.version, after.version, step.at, format_body(step))
    due = None if after.deadline is None else after.deadline.at + 500
    await store.append(game, Append(stored, table, None, due, False))


def _story(position: Position, now: int) -> list[Event]:
    """Tell how the position came about: everybody who has opened laid a part of the table."""
    wanted = a_turn(
        position.rules,
        position.racks,
        table=position.table,
        bank=position.bank,
        opened=position.opened,
        active=position.active,
    )
    opened = [Seat(at) for at, seat in enumerate(wanted.seats) if seat.opened]
    assert opened or not wanted.table, "somebody must have laid the table"
    parts: dict[Seat, Table] = {
        seat: wanted.table[at :: len(opened)] if opened else () for at, seat in enumerate(opened)
    }
    racks = tuple((*seat.rack, *tiles_of(parts.get(Seat(at), ()))) for at, seat in enumerate(wanted.seats))
    window = Deadline("redeal", now + 3_600_000) if position.is_dealt else None
    story: list[Event] = [
        StarterChosen(Seat(position.active), ()),
        Dealt(1, racks, wanted.bank, tuple(map(len, wanted.bank)), window),
    ]
    if position.is_dealt:
        return story
    laid: Table = ()
    for turn, seat in enumerate(opened, start=1):
        laid = (*laid, *parts[seat])
        story += [
            TurnStarted(seat, turn, None),
            TilesLaid(seat, laid, tuple(tiles_of(parts[seat])), True),
            TurnEnded(seat, 0, None),
        ]
    active = Seat(position.active)
    until = None if position.seconds is None else Deadline("turn", now + int(1000 * position.seconds))
    story.append(TurnStarted(active, len(opened) + 1, until))
    return story
