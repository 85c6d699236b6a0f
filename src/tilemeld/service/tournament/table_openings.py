"""Openings: the online tables of a round are opened when its clock runs, each once, and their games begun.

Every process may do it, and after a crash another one continues: a table's id follows from the tournament, so
that a second table is never set for the same seats, and what is in the log is not written again.
"""

import logging
import secrets
from collections.abc import Iterator

from tilemeld.engine.errors import Refused
from tilemeld.service.errors import Conflict, NotFound
from tilemeld.service.live.game_starts import GameStarts
from tilemeld.service.live.lobby import CODE_LENGTH, CODE_LETTERS, TOURNAMENT_HOST, Lobby
from tilemeld.service.live.lobby_table import Options, Place, Table, TournamentSeating, to_stored
from tilemeld.service.ports import Clock, PersonId, TableId, TableStore
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import Fact, TableOpened
from tilemeld.tournament.log.state import RoundState, TournamentState

from .cache import SERVER
from .game_commands import tournament_rules
from .ports import TournamentId
from .tournaments import Tournaments, server_key

log = logging.getLogger(__name__)


class TableOpenings:
    """Opens the online tables of tournaments."""

    def __init__(
        self, tournaments: Tournaments, tables: Lobby, *, starts: GameStarts, store: TableStore, clock: Clock
    ) -> None:
        self._tournaments = tournaments
        self._tables = tables
        self._starts = starts
        self._store = store
        self._clock = clock

    async def open_round(self, tournament: TournamentId) -> None:
        """Open and start the tables of the last round whose players have joined, once its clock runs."""
        entries, state = await self._tournaments.latest(tournament)
        if state.format.place != "online" or not state.published:
            return
        now = state.published[-1]
        if not now.clock.started or now.clock.over:
            return
        for table, people in _complete(state, now):
            opened = sum(_opens(entry.fact, now.number, table) for entry in entries)  # undone ones, too
            name = f"table {tournament} {now.number} {table} {opened} {' '.join(people)}"
            seating = TournamentSeating(tournament, now.number, table)
            lobby = self._new_table(
                TableId(self._tournaments.derive(name)), state.format, people, seating=seating
            )
            await self._open(tournament, TableOpened(now.number, table, lobby.id), lobby)
        state = await self._tournaments.state(tournament)
        for lobby_id in state.rounds[now.number].lobby_tables.values():
            await self._begin(TableId(lobby_id))

    def _new_table(
        self, table: TableId, chosen: Format, people: tuple[PersonId, ...], *, seating: TournamentSeating
    ) -> Table:
        options = Options(
            tournament_rules(chosen, seating.round),
            len(people),
            chosen.games_in(seating.round),
            public=False,
            hints=False,
            spectators=chosen.spectators,
        )
        return Table(
            id=table,
            code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
            host=TOURNAMENT_HOST,
            options=options,
            places=tuple(Place(person=person) for person in people),
            touched_at=self._clock.now_ms(),
            seating=seating,
        )

    async def _open(self, tournament: TournamentId, fact: TableOpened, lobby: Table) -> None:
        try:
            await self._store.put_table(to_stored(lobby))
        except Conflict:
            if await self._store.get_table(lobby.id) is None:
                raise  # the code is taken: this is done again with another
        await self._tournaments.write(tournament, fact, by=SERVER, key=server_key(f"open {lobby.id}"))

    async def _begin(self, table: TableId) -> None:
        """Begin the first game of a table; later ones begin when everybody is ready."""
        try:
            now = await self._tables.get(table)
            if now.stage == "open":
                await self._starts.begin(now)
        except (Refused, NotFound) as error:  # its people were notified, or it is gone; others begin
            log.warning("the game of table %s cannot begin: %s", table, error)


def _complete(state: TournamentState, now: RoundState) -> Iterator[tuple[int, tuple[PersonId, ...]]]:
    """Yield the tables of a round that are not open and whose players have all joined, with the people."""
    persons = {
        player: PersonId(person)
        for person, held in state.roles.items()
        for _, player in held
        if player is not None
    }
    for table, seated in enumerate(now.seating.tables, start=1):
        if table not in now.lobby_tables and all(player in persons for player in seated):
            yield table, tuple(persons[player] for player in seated)


def _opens(fact: Fact, number: int, table: int) -> bool:
    return isinstance(fact, TableOpened) and (fact.round, fact.table) == (number, table)
