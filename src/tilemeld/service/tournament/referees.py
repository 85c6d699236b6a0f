"""Referees: calls from tables, rulings carried out by online games, looks at hidden tiles, histories."""

from tilemeld.engine.game.commands import Command
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.service.live.game_log import GameLog, digest
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.ports import CommandKey, GameId, PersonId, TableId
from tilemeld.tournament.errors import tournament_error
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import RackSeen, RefereeCalled, RulingMade
from tilemeld.tournament.log.state import TournamentState

from .game_commands import command_of
from .ports import TournamentId
from .tournaments import Tournaments

STORED_AS = "event"
"""What the stored keys of rulings begin with, so that one of an earlier version is known again."""


class Referees:
    """The use cases of referees, and calling them."""

    def __init__(self, tournaments: Tournaments, tables: Lobby, games: GameLog) -> None:
        self._tournaments = tournaments
        self._tables = tables
        self._games = games

    async def rule(
        self,
        tournament: TournamentId,
        person: PersonId,
        ruling: RulingMade,
        *,
        why: str,
        key: CommandKey,
    ) -> Entry:
        """Make a ruling: the game at an online table carries it out, then it is logged with its reason.

        What could not be logged is not carried out either. The key is the client's: the same ruling sent
        again, whatever went wrong in between, is carried out once and logged once; a key that was used
        for another ruling is refused. A score is corrected for the whole table at once, by
        ``ResultCorrected``, and the game follows.
        """
        by = await self._tournaments.roles.staff(tournament, person)
        if (first := await self._tournaments.written(tournament, by=by, key=key)) is not None:
            return first
        state = await self._tournaments.state(tournament)
        await self._tournaments.check(tournament, ruling, by=by, why=why)
        command = command_of(state, ruling, why)
        if command is not None:
            done = CommandKey(f"{STORED_AS}/{tournament}", f"ruling/{key.id}", digest(command, by=by.who))
            await self._carry_out(state, ruling, command, done)
        return await self._tournaments.write(tournament, ruling, by=by, why=why, key=key)

    async def _carry_out(
        self, state: TournamentState, ruling: RulingMade, command: Command, key: CommandKey
    ) -> None:
        """Carry out a ruling in an online table's game, unless that was done already."""
        game = await game_at(self._tables, state, ruling.round, ruling.table, which=ruling.game)
        if game is None:
            return
        lobby = await self._tables.get(await self._games.table_of(game))
        for each in lobby.games:
            if await self._games.result(each, key) is not None:
                return
        await self._games.do(game, command, key=key)

    async def call(
        self,
        tournament: TournamentId,
        person: PersonId,
        number: int,
        table: int,
        *,
        why: str,
        game: int | None = None,
        key: CommandKey | None = None,
    ) -> Entry:
        """Call the referee to a table; an online game stops after the turn that is being played (M5)."""
        by = await self._tournaments.roles.signature(tournament, person)
        state = await self._tournaments.state(tournament)
        played = await game_at(self._tables, state, number, table)
        turn = 0 if played is None else (await self._games.state(played)).turn
        fact = RefereeCalled(
            round=number,
            table=table,
            player=by.who if by.role == "player" else None,
            turn=turn,
            game=game,
        )
        return await self._tournaments.write(tournament, fact, by=by, why=why, key=key)

    async def look(
        self,
        tournament: TournamentId,
        person: PersonId,
        number: int,
        table: int,
        *,
        why: str,
        key: CommandKey | None = None,
    ) -> Json:
        """Return every rack of an online table to a referee; the look is in the log before it happens.

        A director who plays at the table may not see the other racks (M4).
        """
        by = await self._tournaments.roles.staff(tournament, person)
        state = await self._tournaments.state(tournament)
        game = await game_at(self._tables, state, number, table)
        if game is None:
            raise tournament_error("tournament/not-online")
        await self._tournaments.write(tournament, RackSeen(number, table, game), by=by, why=why, key=key)
        now = await self._games.state(game)
        return {
            "game": game,
            "version": now.version,
            "table": to_json(now.table),
            "racks": [list(seat.rack) for seat in now.seats],
        }

    async def history(
        self, tournament: TournamentId, person: PersonId, number: int, table: int
    ) -> list[Json]:
        """Return what happened at an online table, without anything hidden."""
        await self._tournaments.roles.staff(tournament, person)
        game = await game_at(self._tables, await self._tournaments.state(tournament), number, table)
        if game is None:
            raise tournament_error("tournament/not-online")
        following = await self._games.follow(game, None, 1)
        return [] if following is None else [to_json(each) for each in following.events]


async def game_at(
    tables: Lobby, state: TournamentState, number: int, table: int, *, which: int | None = None
) -> GameId | None:
    """Return a game of an online table: the one with this number, or the one played now or last."""
    now = state.rounds.get(number)
    lobby_id = None if now is None else now.lobby_tables.get(table)
    if lobby_id is None:
        return None
    lobby = await tables.get(TableId(lobby_id))
    if which is None:
        return lobby.game
    if not 1 <= which <= len(lobby.games):
        raise tournament_error("round/no-game", games=len(lobby.games), game=which)
    return lobby.games[which - 1]
