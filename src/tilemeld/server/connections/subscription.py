"""A subscription: sends what happens at a table to one connection, as far as the viewer may know it.

Following is pulling: the bus only says that something moved; what is sent is always "from the version
this connection has to the present one", so a live move and a reconnect take the same path, a lost
notice costs nothing, and nothing queues up for a slow reader.
"""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocketDisconnect

from tilemeld.engine.tiles import Seat
from tilemeld.server.context import Context
from tilemeld.server.live import protocol
from tilemeld.server.live.presence import Visit, describe
from tilemeld.service.errors import Forbidden, NotFound, Unavailable, Unreadable
from tilemeld.service.live.drafts import format_draft
from tilemeld.service.live.lobby import check_may_enter
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.ports import AGAIN, GameId, Person, TableId

from .connection import CLOSE_TRY_LATER, Connection, Gone

log = logging.getLogger(__name__)

AGAIN_MS = 500
"""How long a connection waits before it looks again at what could not be read."""


class _DraftOrder(msgspec.Struct, order=True, frozen=True, kw_only=True):
    """Which of several drafts is the latest."""

    turn: int
    number: int


class TableSubscription:
    """Sends what happens at one table, as far as one viewer may know it."""

    def __init__(
        self,
        connection: Connection,
        context: Context,
        person: Person,
        *,
        table: TableId,
        wanted: int | None,
        known: tuple[GameId, int] | None,
    ) -> None:
        self.table = table
        self._connection = connection
        self._context = context
        self._person = person
        self._wanted = wanted
        self._known = known
        self._viewer: Seat | None = None
        self._shown = False
        self._online: protocol.Online | None = None
        self._shown_to: Seat | None = None
        self._task: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()
        self._own_draft: tuple[str, _DraftOrder] | None = None

    async def start(self) -> None:
        """Send the present state, then follow in the background."""
        self._task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """Stop following."""
        task, self._task = self._task, None  # a cancelled task keeps its frames, and those keep this
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _follow(self) -> None:
        try:
            async with self._context.presence.visit(self.table) as visit:
                table = await self._context.tables.get(self.table)
                await visit.sit(table.seats_of(self._person.id))
                await self._follow_table(visit)
        except (Gone, WebSocketDisconnect):
            pass
        except asyncio.CancelledError:
            raise
        except (Forbidden, Unreadable) as error:
            await self._connection.refuse(None, error)
        except Unavailable as error:
            await self._connection.hang_up(error.code, CLOSE_TRY_LATER)
        except Exception:
            log.exception("following a table failed")
            await self._connection.hang_up("server/failed", 1011)

    async def _follow_table(self, visit: Visit) -> None:
        """Listen first, then send the present state, so that nothing is missed; again for each new game."""
        game: GameId | None = None
        while True:
            table = await self._context.tables.get(self.table)
            topics = [f"table/{self.table}"] + ([f"game/{table.game}"] if table.game else [])
            heard = self._context.bus.subscribe(*topics)
            try:
                table = await self._context.tables.get(self.table)
                await self._send_table(table, visit)
                if table.game is not None and f"game/{table.game}" in topics:
                    game = table.game
                    try:
                        await self._send_game(game)
                    except NotFound:
                        pass  # about to be created: a notice follows
                    except Unreadable as error:  # the host may begin another one
                        await self._connection.refuse(None, error)
                while table.game is None or f"game/{table.game}" in topics:
                    table = await self._hear_in_the_end(await heard.next(), table, game, visit)
            finally:
                heard.close()

    async def _hear_in_the_end(self, message: str, table: Table, game: GameId | None, visit: Visit) -> Table:
        """Show what a message is about; while nothing can be read, wait, and look at everything then."""
        while True:
            try:
                return await self._hear(message, table, game, visit)
            except Unavailable:
                message = AGAIN
                await self._context.clock.wait_until(self._context.clock.now_ms() + AGAIN_MS)

    async def _hear(self, message: str, table: Table, game: GameId | None, visit: Visit) -> Table:
        kind, _, rest = message.partition(" ")
        if kind == "moved" and game is not None:
            await self._context.games.catch_up(game, int(rest))
            await self._send_game(game, live=True)
        elif kind == "draft" and game is not None:
            seat, _, draft = rest.partition(" ")
            if int(seat) != self._viewer or self._is_of_another_device(game, draft):
                await self._connection.send_text(protocol.drafted(game, draft))
        elif kind == "table" and int(rest) > table.version:
            table = await self._context.tables.get(self.table, version=int(rest))
            await self._send_table(table, visit)
        elif kind == AGAIN:
            table = await self._look_again(table, game, visit)
        elif kind == "online":
            await self._send_online(table)
        elif kind == "refused":
            refusals = msgspec.json.decode(rest, type=list[protocol.RefusalInfo])
            await self._connection.send(protocol.Refused(id=None, refusals=refusals))
        elif kind == "said":
            seat, _, phrase = rest.partition(" ")
            await self._connection.send(protocol.Said(seat=int(seat), phrase=phrase))
        return table

    def note_draft(self, game: str, turn: int, number: int) -> None:
        """Remember what this connection sent last: that is not sent back to it."""
        sent = (game, _DraftOrder(turn=turn, number=number))
        if self._own_draft is None or self._own_draft[0] != game or self._own_draft < sent:
            self._own_draft = sent

    def _is_of_another_device(self, game: str, draft: str) -> bool:
        """Say whether a draft of one's own seat is newer than what this connection sent."""
        if self._own_draft is None or self._own_draft[0] != game:
            return True
        return msgspec.json.decode(draft, type=_DraftOrder) > self._own_draft[1]

    async def _look_again(self, table: Table, game: GameId | None, visit: Visit) -> Table:
        """Show what has changed since: a notice was lost on its way to this connection."""
        now = await self._context.tables.get(self.table)
        if now.version != table.version:
            await self._send_table(now, visit)
        if game is not None:
            await self._send_game(game)
        return now

    async def _send_table(self, table: Table, visit: Visit) -> None:
        self._look_at(table)
        await visit.sit(table.seats_of(self._person.id))
        context = self._context
        info = await describe(
            table,
            self._person.id,
            guests=context.guests,
            presence=context.presence,
            encoder=context.encoder,
            tournaments=context.tournaments,
        )
        await self._connection.send(protocol.TableChanged(table=info, seat=self._viewer))
        await self._send_online(table)

    async def _send_online(self, table: Table) -> None:
        """Say who is connected, and how many watch, if that is not what was said last."""
        online = self._context.presence.online(table)
        if online != self._online:  # people may have come and gone before this was sent
            self._online = online
            await self._connection.send(online)

    def _look_at(self, table: Table) -> None:
        """Return the viewer that the person is at the present table.

        Raises ``Forbidden`` when a game has begun and the person may not watch it.
        """
        check_may_enter(table, self._person.id)
        mine = table.seats_of(self._person.id)
        self._viewer = Seat(self._wanted) if self._wanted in mine else mine[0] if mine else None

    async def _send_game(self, game: GameId, *, live: bool = False) -> None:
        """Send what this connection does not have of the game yet."""
        async with self._sending:
            self._look_at(await self._context.tables.get(self.table))  # the notice may be lost
            other = self._shown and self._shown_to != self._viewer
            if self._known is None or self._known[0] != game or other:
                await self._send_whole(game)
                return
            following = await self._context.games.follow(game, self._viewer, self._known[1])
            if following is None:
                await self._send_whole(game)
            elif following.before.shared.version != following.after.shared.version:
                now = self._context.clock.now_ms()
                self._known = (game, following.after.shared.version)
                await self._connection.send_text(self._context.encoder.moved(game, following, now))
                if live:
                    self._context.metrics.views.observe((self._context.clock.now_ms() - following.at) / 1000)
            await self._send_draft_once(game)

    async def _send_draft_once(self, game: GameId) -> None:
        """Send the half-built table after a resume."""
        if not self._shown:
            self._shown, self._shown_to = True, self._viewer
            state = await self._context.games.state(game)
            if (draft := await self._context.drafts.current(game, state)) is not None:
                await self._connection.send_text(protocol.drafted(game, format_draft(draft)))

    async def show_whole(self) -> None:
        """Send the whole view."""
        async with self._sending:
            table = await self._context.tables.get(self.table)
            self._look_at(table)
            if table.game is None:
                raise NotFound("game/unknown")
            await self._send_whole(table.game)

    async def _send_whole(self, game: GameId) -> None:
        sight = await self._context.games.sight(game, self._viewer)
        draft = await self._context.drafts.current(game, await self._context.games.state(game))
        now = self._context.clock.now_ms()
        self._known = (game, sight.shared.version)
        self._shown, self._shown_to = True, self._viewer
        await self._connection.send_text(self._context.encoder.whole(game, sight, draft, now))
