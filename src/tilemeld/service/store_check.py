"""Checks everything in the store: what cannot be read, and what can be done about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import Chance
from tilemeld.service.live.game_log import GameLog
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.tournament.ports import TournamentId, TournamentStore
from tilemeld.service.tournament.tournament_log import TournamentLog
from tilemeld.service.upkeep.set_aside import NEWER, Kind, Reason, SetAside
from tilemeld.tournament.errors import TournamentError

from .errors import ServiceError, Unreadable
from .ports import Bus, Clock, EventStore, GameId, TableId, TableStore

OnItem = Callable[[int, int], None]
"""Called with the number of items checked and the total."""

Remedy = Literal["newer-program", "remove"]
"""The remedy: read it with the program that wrote it, or remove it."""


class WholeStore(EventStore, TableStore, TournamentStore, Protocol):
    """A store of games, tables and tournaments."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A stored item that cannot be read."""

    kind: Kind
    id: str
    reason: str
    remedy: Remedy


class StoreCheck:
    """Reads games, tables and tournaments as the server would, one after the other."""

    def __init__(
        self, store: WholeStore, bus: Bus, clock: Clock, *, chance: Chance, sets_for: SetRulesFor
    ) -> None:
        self._store = store
        self._set_aside = SetAside()
        self._games = GameLog(store, bus, clock, chance=chance, sets_for=sets_for, set_aside=self._set_aside)
        self._tables = Lobby(store, bus, clock, set_aside=self._set_aside)
        self._tournaments = TournamentLog(store, bus, clock, set_aside=self._set_aside)

    async def run(self, on_item: OnItem = lambda _done, _total: None) -> list[Problem]:
        """Read everything and return what cannot be read."""
        games, tables = await self._store.games(), await self._store.table_ids()
        tournaments = await self._store.tournaments()
        total, done = len(games) + len(tables) + len(tournaments), 0
        for kind, items in (("game", games), ("table", tables), ("tournament", tournaments)):
            for item in items:
                await self._read(kind, item)
                done += 1
                on_item(done, total)
        return [
            Problem(kind=kind, id=item, reason=why.text, remedy=_remedy(why))
            for kind, item, why in self._set_aside.items()
        ]

    async def _read(self, kind: str, item: str) -> None:
        try:
            if kind == "game":
                await self._games.check(GameId(item))
            elif kind == "table":
                await self._read_table(TableId(item))
            else:
                await self._tournaments.check(TournamentId(item))
        except (Unreadable, TournamentError):
            pass  # it is noted where it was read

    async def _read_table(self, item: TableId) -> None:
        table = await self._tables.get(item)
        if table.stage == "playing" and table.game is not None:
            try:
                await self._games.check(table.game)
            except Unreadable:
                raise
            except ServiceError as error:
                self._set_aside.put("table", item, ValueError(f"its game {table.game}: {error}"))

    async def remove(self, kind: Kind, item: str) -> bool:
        """Remove an item and say whether it existed; a table whose game is removed is free again."""
        if kind == "tournament":
            there = item in await self._store.tournaments()
            await self._store.delete_tournament(TournamentId(item))
        elif kind == "table":
            there = await self._store.get_table(TableId(item)) is not None
            await self._store.delete_table(TableId(item))
        else:
            there = item in await self._store.games()
            await self._free_table(GameId(item))
            await self._store.delete_game(GameId(item))
        return there

    async def _free_table(self, game: GameId) -> None:
        for table in await self._tables.playing():
            if table.game == game:
                await self._tables.take_back_start(table.id, game)


def _remedy(why: Reason) -> Remedy:
    return "newer-program" if why.code in NEWER else "remove"
