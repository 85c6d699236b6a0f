"""The WebSocket server: reads the messages of each connection, answers them, and follows a table."""

import asyncio
import contextlib
import logging
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilemeld.engine.errors import CodedError, Refused
from tilemeld.server.context import Context
from tilemeld.server.live import protocol
from tilemeld.service.errors import Forbidden, NotFound, ServiceError, Unavailable
from tilemeld.service.live.lobby import check_may_enter, check_own
from tilemeld.service.log.event_log import Outcome
from tilemeld.service.ports import CommandKey, GameId, Person, TableId

from .commands_in import read_command, read_draft
from .connection import CLOSE_TRY_LATER, Connection, Gone, fault
from .subscription import TableSubscription

log = logging.getLogger(__name__)

CLOSE_BAD_ORIGIN = 4403
CLOSE_NO_HELLO = 4401
CLOSE_TOO_MANY_FAULTS = 4400
CLOSE_TOO_FAST = 4429
CLOSE_GOING_AWAY = 1012
ANSWER_SECONDS = 2.0
"""How long a server that ends waits for the answer to what was sent before."""


class LiveServer:
    """Every open connection of this process."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._open: set[ClientSession] = set()
        self.closing = False
        self._telling: set[asyncio.Task[None]] = set()
        context.health.on_changed.append(self._tell_everybody)

    def _tell_everybody(self, health: protocol.Health) -> None:
        """Say to everybody what works."""
        text = protocol.encode(health)
        for session in self._open:
            task = asyncio.create_task(session.tell(text))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def talk(self, socket: WebSocket, address: str) -> None:
        """Accept a connection and serve it until it ends."""
        held = self._context.connections_held
        if held.is_full(address):
            self._context.metrics.dropped.labels("wire/busy").inc()
            await socket.close(CLOSE_TOO_FAST, "wire/busy")
            return
        try:
            await self._context.request_limits.coming_in(address)
        except ServiceError as error:
            self._context.metrics.dropped.labels(error.code).inc()
            await socket.close(CLOSE_TOO_FAST, error.code)
            return
        await socket.accept()
        connection = Connection(socket, self._context.metrics)
        session = ClientSession(connection, self._context, address)
        self._open.add(session)
        held.take(address)
        self._context.metrics.connections.inc()
        try:
            await session.run()
        finally:
            self._open.discard(session)
            held.give_back(address)
            self._context.metrics.connections.dec()

    @property
    def connection_count(self) -> int:
        """How many connections are open."""
        return len(self._open)

    def connections_of(self, person: str) -> int:
        """Return how many connections a person has."""
        return self._context.windows_held.here(person)

    async def close_all(self) -> None:
        """Answer what has come in, announce the restart to everybody, and close all connections."""
        self.closing = True
        await asyncio.gather(*(each.end() for each in list(self._open)), return_exceptions=True)


class ClientSession:
    """One person's connection: a reader, and a follower of one table at a time."""

    def __init__(self, connection: Connection, context: Context, address: str) -> None:
        self._connection = connection
        self._context = context
        self._address = address
        self._person: Person | None = None
        self._follower: TableSubscription | None = None
        self._bucket = context.request_limits.connection()
        self._thinking: asyncio.Task[None] | None = None
        self._faults = 0
        self._is_idle = asyncio.Event()
        self._size = 0
        """How long the message is that is being answered."""

    async def run(self) -> None:
        """Read and answer messages until the connection ends."""
        try:
            async with asyncio.timeout(self._context.limits.hello_seconds) as patience:
                while not self._connection.gone:
                    await self._serve_one()
                    if self._person is not None:
                        patience.reschedule(None)
        except TimeoutError:
            await self._connection.hang_up("wire/hello-first", CLOSE_NO_HELLO)
        except (WebSocketDisconnect, Gone):
            pass
        finally:
            self._connection.gone = True
            thinking, self._thinking = self._thinking, None
            if thinking is not None:
                thinking.cancel()
            self._be(None)
            await self._stop_following()

    async def tell(self, text: str) -> None:
        """Send something that everybody is sent, to whoever has said hello."""
        if self._person is not None:
            with contextlib.suppress(Gone):
                await self._connection.send_text(text)

    async def end(self) -> None:
        """Close the connection because the server ends, once what it has sent is answered."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_idle.wait(), ANSWER_SECONDS)
        await self._connection.hang_up("server/closing", CLOSE_GOING_AWAY)

    async def _serve_one(self) -> None:
        self._is_idle.set()
        text = await self._connection.receive()
        self._is_idle.clear()
        await self._take_in(text)

    async def _take_in(self, text: str | None) -> None:
        if not self._bucket.take(self._context.clock.now_ms()):
            await self._count_fault(ServiceError("wire/too-fast"), CLOSE_TOO_FAST)
            return
        try:
            await self._context.request_limits.message(self._address, text)
        except ServiceError as error:
            await self._count_fault(error, CLOSE_TOO_FAST)
            return
        if text is None:
            await self._count_fault(ServiceError("wire/binary"))
            return
        if len(text) > self._context.limits.message_bytes:
            await self._count_fault(ServiceError("wire/too-large", limit=self._context.limits.message_bytes))
            return
        try:
            message = protocol.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await self._count_fault(_malformed(error))
            return
        self._context.metrics.messages.labels(type(message).__name__).inc()
        self._size = len(text)
        await self._answer(message)

    async def _count_fault(self, error: ServiceError, close_code: int = CLOSE_TOO_MANY_FAULTS) -> None:
        self._faults += 1
        self._context.metrics.faults.labels(error.code).inc()
        if self._faults > self._context.limits.faults:
            await self._connection.hang_up(error.code, close_code, **error.params)
        else:
            await self._connection.send(fault(error, fatal=False))

    async def _answer(self, message: protocol.FromClient) -> None:
        command_id: str | None = getattr(message, "id", None)
        try:
            if isinstance(message, protocol.Hello):
                await self._hello(message)
            elif self._person is None:
                await self._count_fault(ServiceError("wire/hello-first"))
            else:
                await self._do(self._person, message)
        except (Refused, ServiceError, CodedError) as error:
            await self._connection.refuse(command_id, error)
        except msgspec.DecodeError as error:  # the table of a draft
            await self._count_fault(_malformed(error))
        except (WebSocketDisconnect, Gone):
            raise
        except Exception:
            log.exception("a %s message failed", type(message).__name__)
            self._context.metrics.faults.labels("server/failed").inc()
            await self._connection.send(fault(ServiceError("server/failed"), fatal=False))

    async def _hello(self, message: protocol.Hello) -> None:
        if message.protocol != protocol.PROTOCOL:
            await self._connection.hang_up(
                "wire/protocol", CLOSE_NO_HELLO, ours=protocol.PROTOCOL, theirs=message.protocol
            )
            return
        try:
            person = await self._context.guests.recognise(message.token)
        except Forbidden as error:
            await self._connection.hang_up(error.code, CLOSE_NO_HELLO)
            return
        except Unavailable as error:
            await self._connection.hang_up(error.code, CLOSE_TRY_LATER)
            return
        windows = self._context.windows_held
        if windows.is_full(person.id, but=int(self._person is not None and self._person.id == person.id)):
            await self._connection.hang_up("wire/many-windows", CLOSE_TOO_FAST, limit=windows.limit)
            return
        if self._person is not None and self._person.id != person.id:
            await self._stop_following()
        self._be(person)
        self._context.last_seen.note(person.id, self._address)
        now = self._context.clock.now_ms()
        await self._connection.send(
            protocol.Welcome(
                protocol=protocol.PROTOCOL, person=person.id, name=person.name, avatar=person.avatar, now=now
            )
        )
        health = self._context.health.now
        if not (health.store and health.bus):
            await self._connection.send(health)

    def _be(self, person: Person | None) -> None:
        """Set the person of this connection."""
        if self._person is not None:
            self._context.windows_held.give_back(self._person.id)
        if person is not None:
            self._context.windows_held.take(person.id)
        self._person = person

    async def _do(self, person: Person, message: protocol.FromClient) -> None:
        context = self._context
        match message:
            case protocol.Ping():
                await self._connection.send(protocol.Pong(number=message.number, now=context.clock.now_ms()))
            case protocol.Enter():
                await context.request_limits.view(self._address)
                await self._enter(person, message)
            case protocol.Look():
                if self._follower is None:
                    raise NotFound("table/unknown")
                await context.request_limits.view(self._address)
                await self._follower.show_whole()
            case protocol.PutDraft():
                if self._follower is not None:
                    self._follower.note_draft(message.game, message.turn, message.number)
                await context.play.draft(person.id, GameId(message.game), read_draft(message))
            case protocol.Leave():
                outcome = await context.play.leave(
                    person.id, GameId(message.game), message.seat, command_id=message.id
                )
                await self._acknowledge(message.id, outcome)
            case protocol.ComeBack():
                outcome = await context.play.come_back(
                    person.id, GameId(message.game), message.seat, command_id=message.id
                )
                await self._acknowledge(message.id, outcome)
            case protocol.Wish():
                await self._wish(person, message)
            case protocol.Say():
                if self._follower is None:
                    raise NotFound("table/unknown")
                await context.play.say(person.id, self._follower.table, message.phrase)
            case protocol.SetPace():
                context.last_seen.note_pace(person.id, message.pace)
            case protocol.AskHint():
                self._ask_coach(person, message)
            case protocol.Hello():
                raise AssertionError("answered before")
            case _:
                await self._move(person, message)

    async def _wish(self, person: Person, message: protocol.Wish) -> None:
        game, key = GameId(message.game), CommandKey(person.id, message.id, protocol.digest(message))
        repeated = await self._context.play.wish(person.id, game, message.seat, wish=message.wish, key=key)
        state = await self._context.games.view(game, None)
        ack = protocol.Ack(id=message.id, version=state.version, repeated=repeated)
        await self._connection.send(ack)

    def _ask_coach(self, person: Person, message: protocol.AskHint) -> None:
        """Answer in the background, so that drafts and moves are not delayed; a newer question cancels it.

        Raises ``ServiceError`` when solver and coach are asked too often from this address.
        """
        self._context.request_limits.question(self._address, person.id, code="wire/too-fast")
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking = asyncio.create_task(self._hint(person, message))

    async def _hint(self, person: Person, message: protocol.AskHint) -> None:
        try:
            hint = await self._context.play.hint(
                person.id, GameId(message.game), message.seat, message.step, address=self._address
            )
            await self._connection.send(protocol.Hinted(id=message.id, game=message.game, hint=hint))
        except ServiceError as error:
            with contextlib.suppress(Gone):
                await self._connection.refuse(message.id, error)
        except (WebSocketDisconnect, Gone):
            pass
        except Exception:
            log.exception("a hint failed")

    async def _move(self, person: Person, message: protocol.SeatMessage) -> None:
        started = time.perf_counter()
        command = read_command(message)
        self._context.request_limits.write(self._address, person.id, self._size)
        outcome = await self._context.play.move(
            person.id,
            GameId(message.game),
            command,
            command_id=message.id,
            command_digest=protocol.digest(message),
        )
        self._context.metrics.commands.observe(time.perf_counter() - started)
        await self._acknowledge(message.id, outcome)

    async def _acknowledge(self, command: str, outcome: Outcome) -> None:
        ack = protocol.Ack(id=command, version=outcome.after, repeated=outcome.repeated)
        await self._connection.send(ack)

    async def _enter(self, person: Person, message: protocol.Enter) -> None:
        table = await self._context.tables.get(TableId(message.table))
        check_may_enter(table, person.id)
        if message.seat is not None:
            check_own(table, person.id, message.seat)
        await self._stop_following()
        known = None
        if message.game is not None and message.version is not None:
            known = (GameId(message.game), message.version)
        self._follower = TableSubscription(
            self._connection, self._context, person, table=table.id, wanted=message.seat, known=known
        )
        await self._follower.start()

    async def _stop_following(self) -> None:
        follower, self._follower = self._follower, None
        if follower is not None:
            await follower.stop()


def _malformed(error: Exception) -> ServiceError:
    return ServiceError("wire/malformed", reason=str(error)[:200])
