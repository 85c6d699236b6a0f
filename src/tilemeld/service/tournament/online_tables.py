"""The online tables of tournaments: opened with the clock of a round; their results are recorded.

Everything it does follows from facts, and is repeated after a restart until the facts say it was done:
results are written once, allowances given once, a round's end sent to every game once.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any

from tilemeld.engine.errors import Refused, TilemeldError
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.service.errors import Conflict, NotFound, Unavailable
from tilemeld.service.live.game_log import GameLog, Make, Moved
from tilemeld.service.live.game_starts import GameStarts
from tilemeld.service.live.lobby import CODE_LENGTH, CODE_LETTERS, TOURNAMENT_HOST, Lobby
from tilemeld.service.live.lobby_table import Options, Place, Table, to_stored
from tilemeld.service.live.pause_reasons import CALLED, ROUND_PAUSED
from tilemeld.service.ports import Clock, GameId, PersonId, TableId, TableStore
from tilemeld.service.upkeep.loops import keep_going
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import (
    AllowanceGiven,
    CallAnswered,
    ClockPaused,
    ClockStarted,
    Fact,
    GameSkipped,
    RefereeCalled,
    ResultCorrected,
    ResultEntered,
    RoleGiven,
    TableOpened,
    TimeAdded,
    TimeEnded,
    Undone,
)
from tilemeld.tournament.log.state import RoundState, TournamentState
from tilemeld.tournament.result_sheet import sheet_of

from .game_commands import (
    allowances,
    correct,
    end_round,
    pause,
    pause_after,
    resume_if,
    tournament_rules,
)
from .ports import TournamentId
from .referees import game_at
from .tournaments import SERVER, Tournaments

log = logging.getLogger(__name__)

RETRY_MS = 1_000


class OnlineTables:
    """Looks after the online tables and the round clocks of every tournament."""

    def __init__(
        self,
        tournaments: Tournaments,
        tables: Lobby,
        games: GameLog,
        *,
        starts: GameStarts,
        store: TableStore,
        clock: Clock,
    ) -> None:
        self._starts = starts
        self._tournaments = tournaments
        self._tables = tables
        self._games = games
        self._store = store
        self._clock = clock
        self._of_table: dict[TableId, tuple[TournamentId, int, int]] = {}
        self._clocks: dict[tuple[TournamentId, int], int] = {}
        """When the time of a round will be over."""
        self._clocks_changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None
        tournaments.on_entry.append(self.hear)
        games.on_moved.append(self.hear_game)

    async def start(self) -> None:
        """Resume every tournament after a restart: report games that ended meanwhile, continue the clocks."""
        for tournament in await self._tournaments.tournaments():
            try:
                await self._take_up(tournament)
            except TilemeldError as error:
                log.warning("tournament %s could not be taken up: %s", tournament, error)
            except Exception:
                log.exception("tournament %s could not be taken up", tournament)
        self._watch = asyncio.create_task(keep_going(self._watch_clocks, self._clock))

    async def stop(self) -> None:
        """Stop watching; what is under way is finished."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await self.settle()

    async def settle(self) -> None:
        """Wait until all pending work is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    # What is written into the log, and what follows from it

    async def hear(self, tournament: TournamentId, entry: Entry, state: TournamentState) -> None:
        """Carry out the consequences of an entry for the tables."""
        fact = entry.fact
        match fact:
            case RoleGiven():
                await self._open_tables(tournament, state)
            case ClockStarted():
                await self._open_tables(tournament, state)
                await self._each_game(state, fact.round, resume_if(ROUND_PAUSED))
            case ClockPaused():
                await self._each_game(state, fact.round, pause(ROUND_PAUSED))
            case TimeEnded():
                await self._end_round(tournament, state.rounds[fact.round])
            case AllowanceGiven():
                for now in state.published:
                    for table in now.lobby_tables:
                        make = allowances(state, now.seating.tables[table - 1])
                        await self._each_game(state, now.number, make, table=table)
            case TableOpened():
                self._of_table[TableId(fact.lobby_table)] = (tournament, fact.round, fact.table)
            case RefereeCalled():
                await self._stop_for_call(state, fact)
            case ResultCorrected():
                await self._follow(tournament, state, (fact.round, fact.table, fact.game))
            case Undone():
                await self._follow_undone(tournament, state, fact)
            case CallAnswered():
                call = next(call for call in state.calls if call.number == fact.call)
                await self._each_game(state, call.round, resume_if(CALLED), table=call.table)
        if isinstance(fact, ClockStarted | ClockPaused | TimeAdded | TimeEnded | Undone):
            self._set_clocks(tournament, state)

    def hear_game(self, moved: Moved) -> None:
        """Handle a move of a game; the consequences for its tournament follow in the background."""
        if moved.table in self._of_table:
            self._spawn(self._game_moved(moved))

    async def _game_moved(self, moved: Moved) -> None:
        tournament, number, table = self._of_table[moved.table]
        state = await self._tournaments.state(tournament)
        if moved.state.phase == Phase.ENDED:
            await self._report(moved.table, moved.game, moved.state)
            return
        make = allowances(state, state.rounds[number].seating.tables[table - 1])
        if make(moved.state, 0) is not None:
            await self._until_done(moved.game, make)
        await self._pause_for_call(state, number, table, moved.game)

    # Tables

    async def _open_tables(self, tournament: TournamentId, state: TournamentState) -> None:
        """Open and start the tables of the last round whose players have joined, once its clock runs."""
        if state.format.place != "online" or not state.published:
            return
        now = state.published[-1]
        if not now.clock.started or now.clock.over:
            return
        persons = {
            player: PersonId(person)
            for person, held in state.roles.items()
            for _, player in held
            if player is not None
        }
        for table, seated in enumerate(now.seating.tables, start=1):
            if table not in now.lobby_tables and all(player in persons for player in seated):
                sitting = [persons[player] for player in seated]
                await self._open_table(tournament, state, (now.number, table), sitting)
        state = await self._tournaments.state(tournament)
        for lobby_table in state.rounds[now.number].lobby_tables.values():
            await _quietly(self._begin(TableId(lobby_table)))

    async def _open_table(
        self,
        tournament: TournamentId,
        state: TournamentState,
        where: tuple[int, int],
        persons: list[PersonId],
    ) -> None:
        options = Options(
            tournament_rules(state.format),
            len(persons),
            state.format.games,
            public=False,
            hints=False,
            spectators=state.format.spectators,
        )
        lobby = Table(
            id=TableId(secrets.token_urlsafe(12)),
            code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
            host=TOURNAMENT_HOST,
            options=options,
            places=tuple(Place(person=person) for person in persons),
            touched_at=self._clock.now_ms(),
        )
        await self._store.put_table(to_stored(lobby))
        self._of_table[lobby.id] = (tournament, *where)
        await self._tournaments.write(tournament, TableOpened(*where, lobby.id), by=SERVER)

    async def _begin(self, table: TableId) -> None:
        """Begin the first game of a table; later ones begin when everybody is ready."""
        now = await self._tables.get(table)
        if now.stage == "open":
            await self._starts.begin(now)

    async def _report(self, lobby_id: TableId, game: GameId, ended: GameState) -> None:
        """Write the result of a game into the tournament, once."""
        assert ended.result is not None, "a finished game has a result"
        tournament, number, table = self._of_table[lobby_id]
        lobby = await self._tables.finish(lobby_id, game, ended)
        state = await self._tournaments.state(tournament)
        if lobby.matches or game not in lobby.games:
            return  # another match, for fun
        which = lobby.games.index(game) + 1
        if (table, which) not in state.rounds[number].results and which <= state.format.games:
            await self._once(
                tournament,
                ResultEntered(round=number, table=table, game=which, sheet=sheet_of(ended.result, game)),
            )
        if state.rounds[number].clock.over:
            await self._close(tournament, number, table)

    async def _once(self, tournament: TournamentId, fact: ResultEntered | GameSkipped | TimeEnded) -> None:
        """Write what may have been written already."""
        try:
            await self._tournaments.write(tournament, fact, by=SERVER)
        except TournamentError as error:
            if error.code not in ("result/exists", "clock/over", "tournament/ended"):
                raise

    async def _close(self, tournament: TournamentId, number: int, table: int) -> None:
        """Skip the remaining games after the time of a round (T10)."""
        state = await self._tournaments.state(tournament)
        now = state.rounds[number]
        lobby_id = now.lobby_tables.get(table)
        if lobby_id is None:
            return
        lobby = await self._tables.get(TableId(lobby_id))
        if lobby.stage == "playing":
            return
        await self._tables.close(lobby.id)
        for key in now.missing(state.format.games):
            if key[0] == table and key[1] > len(lobby.lines):
                await self._once(tournament, GameSkipped(number, *key))

    # Clocks

    async def _end_round(self, tournament: TournamentId, now: RoundState) -> None:
        """End the round time of every game; tables between two games are done (E2, R-7)."""
        state = await self._tournaments.state(tournament)
        await self._each_game(state, now.number, end_round)
        for table in now.lobby_tables:
            await _quietly(self._close(tournament, now.number, table))

    def _set_clocks(self, tournament: TournamentId, state: TournamentState) -> None:
        for number, now in state.rounds.items():
            ends_at = now.clock.ends_at
            if ends_at is None:
                self._clocks.pop((tournament, number), None)
            else:
                self._clocks[tournament, number] = ends_at
        self._clocks_changed.set()

    async def _watch_clocks(self) -> None:
        while True:
            self._clocks_changed.clear()
            for (tournament, number), at in list(self._clocks.items()):
                if at <= self._clock.now_ms():
                    del self._clocks[tournament, number]
                    self._spawn(self._end_time(tournament, number))
            waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._clocks_changed.wait())]
            if self._clocks:
                waits.append(asyncio.create_task(self._wait_until(min(self._clocks.values()))))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()

    async def _end_time(self, tournament: TournamentId, number: int) -> None:
        """Write that the time of a round is over; retry while that cannot be written."""
        try:
            await self._once(tournament, TimeEnded(number))
        except (Conflict, Unavailable):
            self._clocks[tournament, number] = self._clock.now_ms() + RETRY_MS
            self._clocks_changed.set()
            raise

    async def _wait_until(self, at: int) -> None:
        await self._clock.wait_until(at)

    # Corrections and calls

    async def _follow(
        self, tournament: TournamentId, state: TournamentState, at: tuple[int, int, int]
    ) -> None:
        """Give an online game the scores that count in the tournament, after a correction or its undoing."""
        number, table, which = at
        now = state.rounds.get(number)
        result = None if now is None else now.results.get((table, which))
        lobby_id = None if now is None else now.lobby_tables.get(table)
        if result is None or lobby_id is None:
            return
        games = (await self._tables.get(TableId(lobby_id))).games
        if which <= len(games):  # others were typed in at the desk
            why = (await self._tournaments.log(tournament))[result.entry - 1].why
            await self._until_done(
                games[which - 1], correct(result.sheet, why or "the correction was undone")
            )

    async def _follow_undone(self, tournament: TournamentId, state: TournamentState, undone: Undone) -> None:
        log = await self._tournaments.log(tournament)
        fact: Fact = undone
        while isinstance(fact, Undone):  # an undoing can be undone
            fact = log[fact.entry - 1].fact
        if isinstance(fact, ResultCorrected):
            await self._follow(tournament, state, (fact.round, fact.table, fact.game))

    async def _stop_for_call(self, state: TournamentState, call: RefereeCalled) -> None:
        game = await game_at(self._tables, state, call.round, call.table)
        if game is not None:
            await self._pause_for_call(state, call.round, call.table, game)

    async def _pause_for_call(self, state: TournamentState, number: int, table: int, game: GameId) -> None:
        """Stop the clock once the turn in which the table called is over."""
        for call in state.calls:
            if (call.round, call.table, call.answered) == (number, table, False):
                await self._until_done(game, pause_after(call.turn))

    # Games of a round

    async def _each_game(
        self, state: TournamentState, number: int, make: Make, *, table: int | None = None
    ) -> None:
        for at, lobby_id in state.rounds[number].lobby_tables.items():
            if table is None or at == table:
                await _quietly(self._game_at(TableId(lobby_id), make))

    async def _game_at(self, lobby_id: TableId, make: Make) -> None:
        """Carry out a command in the present game of a table."""
        lobby = await self._tables.get(lobby_id)
        if lobby.game is not None and lobby.stage == "playing":
            await self._until_done(lobby.game, make)

    async def _until_done(self, game: GameId, make: Make) -> None:
        """Carry out commands in a game until there are none left."""
        try:
            while await self._games.act(game, make) is not None:
                pass
        except (Refused, NotFound, Conflict) as error:
            log.info("game %s: %s", game, error)

    async def _take_up(self, tournament: TournamentId) -> None:
        state = await self._tournaments.state(tournament)
        for now in state.published:
            for table, lobby_id in now.lobby_tables.items():
                self._of_table[TableId(lobby_id)] = (tournament, now.number, table)
        self._set_clocks(tournament, state)
        for now in state.published:
            for table, lobby_id in now.lobby_tables.items():
                await _quietly(self._take_up_table(now, table, TableId(lobby_id)))
        state = await self._tournaments.state(tournament)
        for entry in await self._tournaments.log(tournament):
            if isinstance(entry.fact, ResultCorrected):  # undone or not, the game now has what counts
                where = (entry.fact.round, entry.fact.table, entry.fact.game)
                await _quietly(self._follow(tournament, state, where))
        for now in state.published:
            if now.clock.over:
                await self._end_round(tournament, now)
        await self._open_tables(tournament, state)

    async def _take_up_table(self, now: RoundState, table: int, lobby_id: TableId) -> None:
        """Report the games that ended while the server was down."""
        lobby = await self._tables.get(lobby_id)
        for which, game in enumerate(lobby.games, start=1):
            if (table, which) not in now.results:
                ended = await self._games.state(game)
                if ended.phase == Phase.ENDED:
                    await self._report(lobby_id, game, ended)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except TilemeldError as error:
        log.warning("a tournament could not be tended: %s", error)
    except Exception:
        log.exception("tending a tournament failed")
