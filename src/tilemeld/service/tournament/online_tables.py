"""The online tables of tournaments: opened with the clock of a round; their results are recorded.

Everything it does follows from facts: from an entry of the log for the games, from the end of a game for the
log. Both are follow-ups, stored with what they follow from, so that another process does what one has left
undone. What is done is decided by the tournament as it is then, and is harmless when it is repeated: results
are written once under their game's key, a game is given only what it does not have.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from tilemeld.engine.errors import Refused, TilemeldError
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.service.errors import Conflict, NotFound, Unavailable
from tilemeld.service.live.game_log import GameLog, Make, Moved
from tilemeld.service.live.lobby import TOURNAMENT_HOST, Lobby
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.ports import FollowUp, GameId, TableId
from tilemeld.service.upkeep.follow_ups import FollowUps
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
    TimeEnded,
    Undone,
)
from tilemeld.tournament.log.state import RoundState, TournamentState
from tilemeld.tournament.result_sheet import sheet_of

from .cache import SERVER
from .game_commands import correct, wanted
from .ports import TournamentId
from .table_openings import TableOpenings
from .tournament_log import CLOCK_FACTS, TABLE_FACTS, follow_up_of, round_ends
from .tournaments import Tournaments, server_key

log = logging.getLogger(__name__)

Where = tuple[TournamentId, int, int]
"""A tournament, a round, a table."""


class OnlineTables:
    """Looks after the online tables and the round clocks of every tournament."""

    def __init__(
        self,
        tournaments: Tournaments,
        tables: Lobby,
        games: GameLog,
        *,
        openings: TableOpenings,
        follow_ups: FollowUps,
    ) -> None:
        self._tournaments = tournaments
        self._tables = tables
        self._games = games
        self._openings = openings
        self._follow_ups = follow_ups
        self._places: dict[TableId, Where] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        tournaments.on_entry.append(self.hear)
        games.on_moved.append(self.hear_game)
        follow_ups.on("entry", self._follow_entry)
        follow_ups.on("round-end", self._end_time)
        follow_ups.on("game-over", self._report)

    async def settle(self) -> None:
        """Wait until all pending work is done."""
        await self._follow_ups.settle()
        while self._tasks:
            await asyncio.wait(self._tasks)
            await self._follow_ups.settle()

    # What is written into the log, and what follows from it

    async def hear(self, tournament: TournamentId, entry: Entry, state: TournamentState) -> None:
        """Carry out the consequences of an entry for the tables, and watch the clocks of its rounds."""
        if isinstance(entry.fact, CLOCK_FACTS):
            self._follow_ups.watch("round-end", tournament, round_ends(state))
        if (follow_up := follow_up_of(tournament, entry, state)) is not None:
            await self._follow_ups.do(follow_up)

    async def _follow_entry(self, follow_up: FollowUp) -> None:
        """Carry out the consequences of an entry, and of what was written meanwhile by whomever.

        Whoever acts by an older state than the latest looks again afterwards, so the latest one counts.
        """
        tournament, done = TournamentId(follow_up.item), follow_up.number - 1
        if follow_up.number == 0:
            await self._take_up(tournament)
            return
        while True:
            entries, state = await self._tournaments.latest(tournament)
            if len(entries) <= done:
                return
            for entry in entries[done:]:
                if isinstance(entry.fact, TABLE_FACTS):
                    await self._carry_out(tournament, entry.fact, entries, state)
            done = len(entries)

    async def _carry_out(
        self, tournament: TournamentId, fact: Fact, entries: Sequence[Entry], state: TournamentState
    ) -> None:
        """Make the tables as the tournament wants them now, as far as a fact may have changed that."""
        while isinstance(fact, Undone):  # an undoing can be undone
            fact = entries[fact.entry - 1].fact
        match fact:
            case RoleGiven():
                await self._openings.open_round(tournament)
            case ClockStarted() | ClockPaused() | TimeEnded():
                await self._openings.open_round(tournament)
                await self._tend_round(tournament, state.rounds.get(fact.round))
            case AllowanceGiven():
                for now in state.published:
                    await self._tend_round(tournament, now)
            case RefereeCalled():
                await self._tend_round(tournament, state.rounds.get(fact.round), only=fact.table)
            case CallAnswered():
                for call in state.calls:
                    if call.number == fact.call:
                        await self._tend_round(tournament, state.rounds.get(call.round), only=call.table)
            case ResultCorrected():
                await self._follow_correction(tournament, state, (fact.round, fact.table, fact.game))

    async def _take_up(self, tournament: TournamentId) -> None:
        """Do everything for a tournament that an earlier version may have left undone."""
        entries, state = await self._tournaments.latest(tournament)
        self._follow_ups.watch("round-end", tournament, round_ends(state))
        for now in state.published:
            for lobby_id in now.lobby_tables.values():
                await _apart(self._take_up_table(TableId(lobby_id)))
        for entry in entries:
            if isinstance(entry.fact, ResultCorrected):  # undone or not, the game now has what counts
                await _apart(self._carry_out(tournament, entry.fact, entries, state))
        for now in state.published:
            await self._tend_round(tournament, now)
        await self._openings.open_round(tournament)

    async def _take_up_table(self, lobby_id: TableId) -> None:
        """Report the games that ended while the server was down."""
        for game in (await self._tables.get(lobby_id)).games:
            state = await self._games.state(game)
            if state.phase == Phase.ENDED:
                await self._report(FollowUp("game-over", game, number=state.version, at=0))

    async def _tend_round(
        self, tournament: TournamentId, now: RoundState | None, *, only: int | None = None
    ) -> None:
        """Make the games of a round as the tournament wants them; after its time, no game is begun (T10)."""
        if now is None:
            return  # it was undone
        for table, lobby_id in now.lobby_tables.items():
            if only in (None, table):
                await _apart(self._tend_table(tournament, (now.number, table), TableId(lobby_id)))

    async def _tend_table(self, tournament: TournamentId, at: tuple[int, int], lobby_id: TableId) -> None:
        lobby = await self._tables.get(lobby_id)
        state = await self._tournaments.state(tournament)
        if at[0] not in state.rounds:
            return
        if lobby.game is not None and lobby.stage == "playing":
            await self._until_done(lobby.game, wanted(state, *at))
        elif state.rounds[at[0]].clock.over:
            await self._close(tournament, state, at)

    # What happens in the games, and what follows from it

    def hear_game(self, moved: Moved) -> None:
        """Handle a move of a game; what its tournament wants of it then follows in the background."""
        known = self._tables.known(moved.table)
        if (known is None or known.host == TOURNAMENT_HOST) and moved.state.phase != Phase.ENDED:
            self._spawn(self._game_moved(moved))

    async def _game_moved(self, moved: Moved) -> None:
        lobby = await self._tables.get(moved.table)
        if (where := await self._place_of(lobby)) is not None:
            tournament, number, table = where
            _, state = await self._tournaments.latest(tournament)
            if number in state.rounds:
                await self._until_done(moved.game, wanted(state, number, table))

    async def _place_of(self, lobby: Table) -> Where | None:
        """Return where in which tournament a table is; ``None`` for every other table."""
        if lobby.host != TOURNAMENT_HOST:
            return None
        if lobby.id not in self._places:
            for tournament in await self._tournaments.of_people(lobby.people):
                _, state = await self._tournaments.latest(tournament)
                for now in state.rounds.values():
                    for table, lobby_id in now.lobby_tables.items():
                        self._places[TableId(lobby_id)] = (tournament, now.number, table)
        return self._places.get(lobby.id)

    async def _report(self, follow_up: FollowUp) -> None:
        """Write the result of a game into its tournament, once; after the round's time the table is done."""
        game = GameId(follow_up.item)
        lobby = await self._tables.look_again(await self._games.table_of(game))
        where = await self._place_of(lobby)
        if where is None or lobby.matches or game not in lobby.games:
            return  # not a tournament's, or another match, for fun
        tournament, number, table = where
        _, state = await self._tournaments.latest(tournament)
        if number not in state.rounds:
            return
        which = lobby.games.index(game) + 1
        if which <= state.format.games_in(number):
            ended = await self._games.state(game)
            await self._enter_result(tournament, (number, table, which), game, ended)
        if state.rounds[number].clock.over:
            await self._close(tournament, state, (number, table))

    async def _enter_result(
        self, tournament: TournamentId, at: tuple[int, int, int], game: GameId, ended: GameState
    ) -> None:
        if ended.result is None:
            return
        entries, _ = await self._tournaments.latest(tournament)
        facts = (entry.fact for entry in entries)
        if any(isinstance(fact, ResultEntered) and fact.sheet.game_id == game for fact in facts):
            return  # also if it was undone: then somebody wanted that
        number, table, which = at
        fact = ResultEntered(round=number, table=table, game=which, sheet=sheet_of(ended.result, game))
        await self._once(tournament, fact, f"result {game}")

    async def _once(self, tournament: TournamentId, fact: ResultEntered | GameSkipped, key: str) -> None:
        """Write what another process, or somebody at the desk, may have written already."""
        try:
            await self._tournaments.write(tournament, fact, by=SERVER, key=server_key(key))
        except TournamentError as error:
            if error.code not in ("result/exists", "tournament/ended"):
                raise

    async def _close(self, tournament: TournamentId, state: TournamentState, at: tuple[int, int]) -> None:
        """Skip the remaining games after the time of a round (T10)."""
        number, table = at
        now = state.rounds[number]
        lobby = await self._tables.close(TableId(now.lobby_tables[table]))
        if lobby.stage == "playing":
            return
        for key in now.missing(state.format):
            if key[0] == table and key[1] > len(lobby.lines):
                await self._once(tournament, GameSkipped(number, *key), f"skip {lobby.id} {key[1]}")

    async def _end_time(self, follow_up: FollowUp) -> None:
        """Write that the time of a round is over, if it is."""
        await self._tournaments.end_time(TournamentId(follow_up.item), follow_up.number)

    async def _follow_correction(
        self, tournament: TournamentId, state: TournamentState, at: tuple[int, int, int]
    ) -> None:
        """Give an online game the scores that count in the tournament, after a correction or its undoing."""
        number, table, which = at
        now = state.rounds.get(number)
        result = None if now is None else now.results.get((table, which))
        lobby_id = None if now is None else now.lobby_tables.get(table)
        if result is None or lobby_id is None:
            return
        try:
            games = (await self._tables.get(TableId(lobby_id))).games
        except NotFound:
            return  # the table is gone, and with it the game that would be corrected
        if which <= len(games):  # others were typed in at the desk
            why = (await self._tournaments.log(tournament))[result.entry - 1].why
            await self._until_done(
                games[which - 1], correct(result.sheet, why or "the correction was undone")
            )

    async def _until_done(self, game: GameId, make: Make) -> None:
        """Carry out commands in a game until there are none left."""
        try:
            while await self._games.act(game, make) is not None:
                pass
        except (Refused, NotFound, Conflict) as error:
            log.info("game %s: %s", game, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """Do something for which nobody waits."""
    try:
        await _apart(work)
    except Unavailable as error:
        log.warning("a tournament could not be tended: %s", error)


async def _apart(work: Coroutine[Any, Any, None]) -> None:
    """Do one of several things: what is wrong with it does not stop the others.

    Raises ``Unavailable``: without the store none of them is done, and what they follow from is kept.
    """
    try:
        await work
    except Unavailable:
        raise
    except TilemeldError as error:
        log.warning("a tournament could not be tended: %s", error)
    except Exception:
        log.exception("tending a tournament failed")
