"""Starts: a table chooses its next game, then the game is created.

The rules are judged with the number of players before the table changes its stage. If creating the game
still fails, the table returns to its stage and everybody there is notified.
"""

import json
import logging
import secrets

from tilemeld.engine.errors import Refused
from tilemeld.service.errors import Conflict, Forbidden, NotFound, ServiceError, Unavailable, Unreadable
from tilemeld.service.ports import Bus, CommandKey, GameId, TableId
from tilemeld.service.upkeep.set_aside import is_damaged

from .game_log import GameLog
from .lobby import Lobby
from .lobby_table import Table

log = logging.getLogger(__name__)


class GameStarts:
    """Begins the games of tables, each once."""

    def __init__(self, games: GameLog, tables: Lobby, *, bus: Bus) -> None:
        self._games = games
        self._tables = tables
        self._bus = bus

    async def begin(self, table: Table, *, key: CommandKey | None = None) -> Table:
        """Begin the next game of a table; two who are ready at the same moment begin only one.

        Raises ``Refused`` or ``ServiceError``; then, and whatever else goes wrong, the table is as it was,
        and its people were notified.
        """
        game = GameId(secrets.token_urlsafe(12))
        try:
            begun = await self._tables.begin(table.id, game, key=key)
        except Forbidden as error:
            if error.code == "table/started":
                return await self._tables.get(table.id)
            raise
        except Refused as error:
            await self._tell(table.id, error)
            raise
        if begun.game != game:
            return begun  # the same was sent twice at once, and the other one began it
        try:
            await self._games.create(game, begun.id, begun.match.next_game())
        except Conflict:
            return begun  # this took long, and another process has created it
        except Exception as error:
            await self._tables.take_back_start(begun.id, game, table)
            refusal = error if isinstance(error, Refused | ServiceError) else ServiceError("server/failed")
            await self._tell(table.id, refusal)
            raise
        return begun

    async def take_up(self, table: Table) -> bool:
        """After a restart: create the game that a table has chosen, if it is missing; say whether it exists.

        If setting it up is refused or fails, the table gets its stage back; also if the game is there, but so
        damaged that no program can read it: it stays stored, and everybody gets ready for another one.

        Raises ``Unavailable`` when the store does not answer; then the table is as it was, to be tried again.
        """
        assert table.game is not None, "a table that plays has a game"
        try:
            await self._games.state(table.game)
        except NotFound:
            return await self._set_up(table, table.game)
        except Unreadable as error:
            if not is_damaged(error):
                raise
            await self._tables.take_back_start(table.id, table.game)
            await self._tell(table.id, error)
            return False
        return True

    async def _set_up(self, table: Table, game: GameId) -> bool:
        try:
            await self._games.create(game, table.id, table.match.next_game())
        except Conflict:
            return True  # another process has created it
        except Unavailable:
            raise  # nothing was changed, and what is still to be done stays stored
        except Exception as error:
            log.warning("the game of table %s cannot begin: %s", table.id, error)
            await self._tables.take_back_start(table.id, game)
            return False
        return True

    async def _tell(self, table: TableId, error: Refused | ServiceError) -> None:
        """Notify everybody at a table why the game did not begin."""
        refusals = error.refusals if isinstance(error, Refused) else (error,)
        reasons = [{"code": each.code, "params": dict(each.params), "text": str(each)} for each in refusals]
        await self._bus.publish(f"table/{table}", f"refused {json.dumps(reasons)}")
