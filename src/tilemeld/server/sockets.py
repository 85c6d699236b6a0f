"""Sockets: one WebSocket for each person. Reads messages, answers them, and follows a table.

Following is pulling: the bus only says that something moved; what is sent is always "from the version
this connection knows to the one that is", so a live move and a reconnect take the same path, a lost
poke costs nothing, and nothing is piled up for who reads slowly.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, assert_never

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilemeld.engine import commands as engine
from tilemeld.engine.errors import CodedError, Param, Refused
from tilemeld.engine.notation import parse_laid
from tilemeld.engine.tiles import Seat
from tilemeld.engine.tiles import Table as LaidTable
from tilemeld.service.analyses import Analyses
from tilemeld.service.drafts import Draft, Drafts, parse_draft
from tilemeld.service.errors import Forbidden, NotFound, ServiceError
from tilemeld.service.games import Games
from tilemeld.service.people import Guests
from tilemeld.service.play import Play
from tilemeld.service.ports import Bus, Clock, GameId, Person, TableId
from tilemeld.service.referees import Referees
from tilemeld.service.solving import Solving
from tilemeld.service.table import Table
from tilemeld.service.table_clocks import TableClocks
from tilemeld.service.tables import Tables, check_may_enter, check_own
from tilemeld.service.tournament_ports import Press
from tilemeld.service.tournaments import Tournaments
from tilemeld.service.words import Dictionary

from . import protocol
from .encoding import Wire, draft_info, hinted
from .limits import Bucket, Buckets
from .metrics import Metrics
from .rooms import Rooms, describe
from .settings import Limits

log = logging.getLogger("tilemeld.sockets")

SEND_SECONDS = 10.0
"""How long a reader may take for one message before it is dropped."""

CLOSE_BAD_ORIGIN = 4403
CLOSE_NO_HELLO = 4401
CLOSE_TOO_MANY_FAULTS = 4400
CLOSE_TOO_FAST = 4429
CLOSE_TOO_SLOW = 4408
CLOSE_GOING_AWAY = 1012


@dataclass(frozen=True, slots=True)
class Desk:
    """What every connection needs."""

    games: Games
    tables: Tables
    drafts: Drafts
    play: Play
    guests: Guests
    analyses: Analyses
    solving: Solving
    dictionary: Dictionary
    tournaments: Tournaments
    referees: Referees
    table_clocks: TableClocks
    press: Press
    bus: Bus
    clock: Clock
    wire: Wire
    rooms: Rooms
    metrics: Metrics
    limits: Limits
    questions: Buckets
    """How often one address may ask solver and coach."""


class Sockets:
    """Every open connection of this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self.closing = False

    async def talk(self, socket: WebSocket, address: str) -> None:
        """Accept a connection and serve it until it ends."""
        if self._by_address[address] >= self._desk.limits.connections_per_address:
            self._desk.metrics.dropped.labels("wire/busy").inc()
            await socket.close(CLOSE_TOO_FAST, "wire/busy")
            return
        await socket.accept()
        connection = Connection(socket, self._desk, address)
        self._open.add(connection)
        self._by_address[address] += 1
        self._desk.metrics.connections.inc()
        try:
            await connection.run()
        finally:
            self._open.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            self._desk.metrics.connections.dec()

    async def close_all(self) -> None:
        """Tell everybody that the server restarts, and hang up."""
        self.closing = True
        await asyncio.gather(
            *(each.hang_up("server/closing", CLOSE_GOING_AWAY) for each in list(self._open)),
            return_exceptions=True,
        )


class Connection:
    """One person's connection: a reader, and a follower of one table at a time."""

    def __init__(self, socket: WebSocket, desk: Desk, address: str) -> None:
        self._socket = socket
        self._desk = desk
        self._address = address
        self._person: Person | None = None
        self._follower: Follower | None = None
        self._bucket = Bucket(desk.limits.messages_per_second, desk.limits.messages_burst)
        self._thinking: asyncio.Task[None] | None = None
        self._faults = 0
        self._gone = False

    async def run(self) -> None:
        """Read and answer messages until the connection ends."""
        try:
            async with asyncio.timeout(self._desk.limits.hello_seconds) as patience:
                while not self._gone:
                    await self._serve_one()
                    if self._person is not None:
                        patience.reschedule(None)
        except TimeoutError:
            await self.hang_up("wire/hello-first", CLOSE_NO_HELLO)
        except (WebSocketDisconnect, _Gone):
            pass
        finally:
            self._gone = True
            if self._thinking is not None:
                self._thinking.cancel()
            await self._stop_following()

    async def send(self, message: protocol.FromServer) -> None:
        """Send a message."""
        await self.send_text(protocol.encode(message))

    async def send_text(self, text: str) -> None:
        """Send a message that is written already; a reader that takes too long is dropped."""
        if self._gone:
            raise _Gone
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(text)
        except TimeoutError:
            self._desk.metrics.dropped.labels("wire/too-slow").inc()
            self._gone = True
            await self._close(CLOSE_TOO_SLOW, "wire/too-slow")
            raise _Gone from None
        except (RuntimeError, WebSocketDisconnect, OSError):
            self._gone = True
            raise _Gone from None
        self._desk.metrics.sent.inc(len(text))

    async def hang_up(self, code: str, close_code: int, **params: Param) -> None:
        """Say why and close."""
        self._desk.metrics.dropped.labels(code).inc()
        try:
            await self.send(_fault(ServiceError(code, **params), fatal=True))
        except _Gone:
            return
        self._gone = True
        await self._close(close_code, code)

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._socket.close(code, reason)
        except (RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            pass  # it is gone already

    async def _serve_one(self) -> None:
        text = await self._receive()
        if not self._bucket.take(self._desk.clock.now_ms()):
            await self._count_fault(ServiceError("wire/too-fast"), CLOSE_TOO_FAST)
            return
        if text is None:
            await self._count_fault(ServiceError("wire/binary"))
            return
        if len(text) > self._desk.limits.message_bytes:
            await self._count_fault(ServiceError("wire/too-large", limit=self._desk.limits.message_bytes))
            return
        try:
            message = protocol.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await self._count_fault(ServiceError("wire/malformed", reason=str(error)[:200]))
            return
        self._desk.metrics.messages.labels(type(message).__name__).inc()
        await self._answer(message)

    async def _receive(self) -> str | None:
        """Return the next message; none for a binary one."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise _Gone
        text: str | None = received.get("text")
        return text

    async def _count_fault(self, error: ServiceError, close_code: int = CLOSE_TOO_MANY_FAULTS) -> None:
        self._faults += 1
        self._desk.metrics.faults.labels(error.code).inc()
        if self._faults > self._desk.limits.faults:
            await self.hang_up(error.code, close_code, **error.params)
        else:
            await self.send(_fault(error, fatal=False))

    async def _answer(self, message: protocol.FromClient) -> None:
        command_id: str | None = getattr(message, "id", None)
        try:
            if isinstance(message, protocol.Hello):
                await self._hello(message)
            elif self._person is None:
                await self._count_fault(ServiceError("wire/hello-first"))
            else:
                await self._do(self._person, message)
        except Refused as error:
            refusals = [
                protocol.RefusalInfo(each.code, dict(each.params), str(each)) for each in error.refusals
            ]
            await self.refuse(command_id, refusals)
        except ServiceError as error:
            await self.refuse(command_id, [_refusal(error.code, dict(error.params), str(error))])
        except CodedError as error:
            await self.refuse(command_id, [_refusal(error.code, dict(error.params), str(error))])
        except (WebSocketDisconnect, _Gone):
            raise
        except Exception:
            log.exception("a %s message failed", type(message).__name__)
            self._desk.metrics.faults.labels("server/failed").inc()
            await self.send(_fault(ServiceError("server/failed"), fatal=False))

    async def refuse(self, command_id: str | None, refusals: list[protocol.RefusalInfo]) -> None:
        """Say no to a message, or to following on."""
        for each in refusals:
            self._desk.metrics.refusals.labels(each.code).inc()
        await self.send(protocol.Refused(command_id, refusals))

    async def _hello(self, message: protocol.Hello) -> None:
        if message.protocol != protocol.PROTOCOL:
            await self.hang_up(
                "wire/protocol", CLOSE_NO_HELLO, ours=protocol.PROTOCOL, theirs=message.protocol
            )
            return
        try:
            person = await self._desk.guests.recognise(message.token)
        except Forbidden as error:
            await self.hang_up(error.code, CLOSE_NO_HELLO)
            return
        if self._person is not None and self._person.id != person.id:
            await self._stop_following()
        self._person = person
        now = self._desk.clock.now_ms()
        await self.send(protocol.Welcome(protocol.PROTOCOL, person.id, person.name, person.avatar, now))

    async def _do(self, person: Person, message: protocol.FromClient) -> None:
        desk = self._desk
        match message:
            case protocol.Ping():
                await self.send(protocol.Pong(message.number, desk.clock.now_ms()))
            case protocol.Enter():
                await self._enter(person, message)
            case protocol.Look():
                if self._follower is None:
                    raise NotFound("table/unknown")
                await self._follower.show_whole()
            case protocol.PutDraft():
                table = read_table(message.table)
                draft = Draft(Seat(message.seat), message.turn, message.number, table)
                await desk.play.draft(person.id, GameId(message.game), draft)
            case protocol.Leave():
                outcome = await desk.play.leave(
                    person.id, GameId(message.game), message.seat, command_id=message.id
                )
                await self.send(protocol.Ack(message.id, outcome.after, outcome.repeated))
            case protocol.ComeBack():
                outcome = await desk.play.come_back(
                    person.id, GameId(message.game), message.seat, command_id=message.id
                )
                await self.send(protocol.Ack(message.id, outcome.after, outcome.repeated))
            case protocol.Wish():
                await desk.play.wish(person.id, GameId(message.game), message.seat, message.wish)
                state = await desk.games.view(GameId(message.game), None)
                await self.send(protocol.Ack(message.id, state.version, repeated=False))
            case protocol.Say():
                if self._follower is None:
                    raise NotFound("table/unknown")
                await desk.play.say(person.id, self._follower.table, message.phrase)
            case protocol.AskHint():
                self._ask_coach(person, message)
            case protocol.Hello():
                raise AssertionError("answered before")
            case _:
                await self._move(person, message)

    def _ask_coach(self, person: Person, message: protocol.AskHint) -> None:
        """Think in the background, so that drafts and moves are not held up; a newer question ends it.

        Raises ``ServiceError`` when solver and coach are asked too often from this address.
        """
        if not self._desk.questions.take(self._address, self._desk.clock.now_ms()):
            raise ServiceError("wire/too-fast")
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking = asyncio.create_task(self._hint(person, message))

    async def _hint(self, person: Person, message: protocol.AskHint) -> None:
        try:
            said = await self._desk.play.hint(person.id, GameId(message.game), message.seat, message.step)
            await self.send(hinted(message.id, message.game, said))
        except ServiceError as error:
            with contextlib.suppress(_Gone):
                await self.refuse(message.id, [_refusal(error.code, dict(error.params), str(error))])
        except (WebSocketDisconnect, _Gone):
            pass
        except Exception:
            log.exception("a hint failed")

    async def _move(self, person: Person, message: protocol.SeatMessage) -> None:
        started = time.perf_counter()
        command = read_command(message)
        outcome = await self._desk.play.move(
            person.id,
            GameId(message.game),
            command,
            command_id=message.id,
            command_digest=protocol.digest(message),
        )
        self._desk.metrics.commands.observe(time.perf_counter() - started)
        await self.send(protocol.Ack(message.id, outcome.after, outcome.repeated))

    async def _enter(self, person: Person, message: protocol.Enter) -> None:
        table = await self._desk.tables.get(TableId(message.table))
        check_may_enter(table, person.id)
        if message.seat is not None:
            check_own(table, person.id, message.seat)
        await self._stop_following()
        known = None
        if message.game is not None and message.version is not None:
            known = (GameId(message.game), message.version)
        self._follower = Follower(self, self._desk, person, table.id, wanted=message.seat, known=known)
        await self._follower.start()

    async def _stop_following(self) -> None:
        follower, self._follower = self._follower, None
        if follower is not None:
            await follower.stop()


class Follower:
    """Sends what happens at one table, as one viewer may know it."""

    def __init__(
        self,
        connection: Connection,
        desk: Desk,
        person: Person,
        table: TableId,
        *,
        wanted: int | None,
        known: tuple[GameId, int] | None,
    ) -> None:
        self.table = table
        self._connection = connection
        self._desk = desk
        self._person = person
        self._wanted = wanted
        self._known = known
        self._seats: tuple[int, ...] = ()
        self._viewer: Seat | None = None
        self._shown = False
        self._shown_to: Seat | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def start(self) -> None:
        """Send where things stand, then follow in the background."""
        self._task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """Stop following."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._desk.rooms.leave(self.table, self._seats)

    async def _follow(self) -> None:
        try:
            table = await self._desk.tables.get(self.table)
            self._seats = table.seats_of(self._person.id)
            await self._desk.rooms.enter(self.table, self._seats)
            await self._follow_table()
        except (_Gone, WebSocketDisconnect):
            pass
        except asyncio.CancelledError:
            raise
        except Forbidden as error:
            await self._connection.refuse(None, [_refusal(error.code, dict(error.params), str(error))])
        except Exception:
            log.exception("following a table failed")
            await self._connection.hang_up("server/failed", 1011)

    async def _follow_table(self) -> None:
        """Listen first, then send where things stand, so that nothing falls in between; a new game, anew."""
        game: GameId | None = None
        while True:
            table = await self._desk.tables.get(self.table)
            topics = [f"table/{self.table}"] + ([f"game/{table.game}"] if table.game else [])
            heard = self._desk.bus.subscribe(*topics)
            try:
                table = await self._desk.tables.get(self.table)
                await self._send_table(table)
                if table.game is not None and f"game/{table.game}" in topics:
                    game = table.game
                    with contextlib.suppress(NotFound):  # about to be created: a poke follows
                        await self._send_game(game)
                while table.game is None or f"game/{table.game}" in topics:
                    table = await self._hear(await heard.next(), table, game)
            finally:
                heard.close()

    async def _hear(self, message: str, table: Table, game: GameId | None) -> Table:
        kind, _, rest = message.partition(" ")
        if kind == "moved" and game is not None:
            await self._desk.games.catch_up(game, int(rest))
            await self._send_game(game)
        elif kind == "draft" and game is not None:
            draft = parse_draft(rest)
            if draft.seat != self._viewer:
                await self._connection.send(protocol.Drafted(game, draft_info(draft)))
        elif kind == "table":
            table = await self._desk.tables.get(self.table, version=int(rest))
            await self._send_table(table)
        elif kind == "online":
            await self._connection.send(self._desk.rooms.online(table))
        elif kind == "said":
            seat, _, phrase = rest.partition(" ")
            await self._connection.send(protocol.Said(int(seat), phrase))
        return table

    async def _send_table(self, table: Table) -> None:
        check_may_enter(table, self._person.id)  # a game has begun, and who did not sit down would watch it
        mine = table.seats_of(self._person.id)
        if mine != self._seats:
            await self._desk.rooms.leave(self.table, self._seats)
            self._seats = mine
            await self._desk.rooms.enter(self.table, self._seats)
        self._viewer = Seat(self._wanted) if self._wanted in mine else mine[0] if mine else None
        desk = self._desk
        info = await describe(table, self._person.id, guests=desk.guests, rooms=desk.rooms, wire=desk.wire)
        await self._connection.send(protocol.TableChanged(info, self._viewer))

    async def _send_game(self, game: GameId) -> None:
        """Send what this connection does not know of the game yet."""
        async with self._sending:
            other = self._shown and self._shown_to != self._viewer
            if self._known is None or self._known[0] != game or other:
                await self._send_whole(game)
                return
            following = await self._desk.games.follow(game, self._viewer, self._known[1])
            if following is None:
                await self._send_whole(game)
            elif following.before.shared.version != following.after.shared.version:
                now = self._desk.clock.now_ms()
                self._known = (game, following.after.shared.version)
                await self._connection.send_text(self._desk.wire.moved(game, following, now))
            await self._send_draft_once(game)

    async def _send_draft_once(self, game: GameId) -> None:
        """After a resume: the half-built table as it stands."""
        if not self._shown:
            self._shown, self._shown_to = True, self._viewer
            state = await self._desk.games.state(game)
            if (draft := await self._desk.drafts.current(game, state)) is not None:
                await self._connection.send(protocol.Drafted(game, draft_info(draft)))

    async def show_whole(self) -> None:
        """Send the whole view."""
        table = await self._desk.tables.get(self.table)
        if table.game is None:
            raise NotFound("game/unknown")
        async with self._sending:
            await self._send_whole(table.game)

    async def _send_whole(self, game: GameId) -> None:
        sight = await self._desk.games.sight(game, self._viewer)
        draft = await self._desk.drafts.current(game, await self._desk.games.state(game))
        now = self._desk.clock.now_ms()
        self._known = (game, sight.shared.version)
        self._shown, self._shown_to = True, self._viewer
        await self._connection.send_text(self._desk.wire.whole(game, sight, draft, now))


class _Gone(Exception):
    """The other side has hung up."""


def read_table(sets: list[list[str]]) -> LaidTable:
    """Read a table as it came over the wire."""
    return tuple(tuple(parse_laid(text) for text in laid_set) for laid_set in sets)


def read_command(message: protocol.SeatMessage) -> engine.SeatCommand:
    """Turn a message into the engine's command."""
    seat, seen = Seat(message.seat), message.seen
    match message:
        case protocol.AddEntropy():
            return engine.AddEntropy(seat, message.entropy)  # seats add at the same time: no order matters
        case protocol.ChooseStack():
            return engine.ChooseStack(seat, message.stack, seen=seen)
        case protocol.AskRedeal():
            return engine.AskRedeal(seat, seen=seen)
        case protocol.Confirm():
            return engine.Confirm(seat, read_table(message.table), seen=seen)
        case protocol.Take():
            return engine.Take(seat, message.stack, seen=seen)
        case protocol.Pass():
            return engine.Pass(seat, seen=seen)
        case protocol.Announce():
            return engine.Announce(seat, seen=seen)
        case protocol.EndTurn():
            return engine.EndTurn(seat, seen=seen)
        case protocol.CastVote():
            return engine.CastVote(
                seat, tuple(message.against)
            )  # all vote at the same time: no order matters
        case _:
            assert_never(message)


def _refusal(code: str, params: dict[str, Any], text: str) -> protocol.RefusalInfo:
    return protocol.RefusalInfo(code, params, text)


def _fault(error: ServiceError, *, fatal: bool) -> protocol.Fault:
    return protocol.Fault(error.code, dict(error.params), str(error), fatal)
