"""What a person does at a table: moves, leaves and comes back, asks for a pause, says they are ready."""

from dataclasses import replace

from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.engine.errors import Refused, refuse
from tilemeld.engine.game.commands import (
    Command,
    GiveAllowance,
    Leave,
    Pause,
    Resume,
    Return,
    SeatCommand,
    SkipRedeal,
)
from tilemeld.engine.game.state import GameState
from tilemeld.engine.tiles import Seat
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.errors import Conflict, Forbidden, ServiceError, Unavailable
from tilemeld.service.log.event_log import Outcome
from tilemeld.service.ports import Bus, CommandKey, GameId, PersonId, TableId, Thinker

from .drafts import Draft, Drafts
from .game_log import GameLog, digest
from .game_starts import GameStarts
from .lobby import TOURNAMENT_HOST, Lobby, all_ready, check_may_watch, check_own
from .lobby_table import Table
from .pause_reasons import AGREED, HANDED_OVER
from .phrases import PHRASES

MOST_VERSIONS = 10_000
"""How long a game may be and still be paused or come back to: a long game of six has a thousand versions."""


class TableActions:
    """The use cases of people at tables; every one checks that the seat is theirs."""

    def __init__(
        self,
        games: GameLog,
        tables: Lobby,
        drafts: Drafts,
        *,
        starts: GameStarts,
        bus: Bus,
        thinker: Thinker,
        most_versions: int = MOST_VERSIONS,
    ) -> None:
        self._games = games
        self._starts = starts
        self._tables = tables
        self._drafts = drafts
        self._bus = bus
        self._thinker = thinker
        self._most_versions = most_versions

    async def move(
        self,
        person: PersonId,
        game: GameId,
        command: SeatCommand,
        *,
        command_id: str,
        command_digest: str | None = None,
    ) -> Outcome:
        """Carry out a player's command for their own seat; the caller may pass the hash of the command."""
        table = await self._own(person, game, command.seat)
        if isinstance(command, SkipRedeal):
            check_against_bots(table, command.seat)

        def make(state: GameState, _now: int) -> Command:
            if 0 <= command.seat < state.players and state.seats[command.seat].left:
                raise Refused([refuse("seat/left", seat=command.seat)])
            return command

        key = CommandKey(f"seat/{command.seat}", command_id, command_digest or digest(command))
        outcome = await self._games.act(game, make, key=key)
        assert outcome is not None, "a command was given"
        return outcome

    async def draft(self, person: PersonId, game: GameId, draft: Draft) -> bool:
        """Keep and stream the half-built table of the person whose turn it is."""
        await self._own(person, game, draft.seat)
        return await self._drafts.put(game, draft)

    async def leave(self, person: PersonId, game: GameId, seat: int, *, command_id: str) -> Outcome:
        """Leave a game for good; a bot takes over or the turns are passed (R-11)."""
        table = await self._own(person, game, seat)
        return await self._go(table, game, Leave(Seat(seat)), command_id)

    async def come_back(self, person: PersonId, game: GameId, seat: int, *, command_id: str) -> Outcome:
        """Take a seat back."""
        table = await self._own(person, game, seat)
        self._check_length(await self._games.state(game))
        return await self._go(table, game, Return(Seat(seat)), command_id)

    async def wish(
        self,
        person: PersonId,
        game: GameId,
        seat: int,
        *,
        wish: str | None,
        key: CommandKey | None = None,
    ) -> bool:
        """Ask for a pause, or to resume; it happens when everybody who plays asks for it.

        A tournament's clock is not theirs to stop: they call the referee (M5).

        Says whether the same was asked before, under its key.
        """
        table = await self._own(person, game, seat)
        repeated = await self._tables.is_done(key)
        if not repeated:
            state = await self._games.state(game)
            _check_wish(state, seat, wish)
            if table.host == TOURNAMENT_HOST and wish is not None and state.pause_reason != AGREED:
                raise Forbidden("table/no-pause")
            if wish == "pause":
                self._check_length(state)
            if wish == "resume" and state.pause_reason == HANDED_OVER:
                await self._games.act(
                    game, lambda now, _at: Resume() if now.pause_reason == HANDED_OVER else None
                )
                wish = None
            table = await self._tables.wish(table.id, person, wish, key=key)
        if wish is not None and all(
            place.wants_pause if wish == "pause" else place.wants_resume
            for place in table.places
            if place.person is not None and not place.away
        ):
            await self._games.do(game, Pause(AGREED) if wish == "pause" else Resume())
            await self._tables.clear_wishes(table.id)
        return repeated

    async def give_allowance(
        self, host: PersonId, game: GameId, seat: int, *, seconds: int, key: CommandKey | None = None
    ) -> Outcome:
        """Give a seat more time for each of its turns; the host does it for the table (M9)."""
        table = await self._tables.get(await self._games.table_of(game))
        if table.host != host:
            raise Forbidden("table/not-host")
        key = None if key is None else replace(key, who="host")  # a game's log names no people
        return await self._games.do(game, GiveAllowance(Seat(seat), seconds), key=key)

    async def ready(
        self, person: PersonId, table: TableId, seat: int, *, ready: bool, key: CommandKey | None = None
    ) -> Table:
        """Say that a person is ready; when all are, the next game begins."""
        before = await self._tables.get(table)
        now = await self._tables.set_ready(table, person, seat, ready=ready, key=key)
        if not ready or now.stage == "playing" or not all_ready(now):
            return now
        try:
            return await self._begin(now, before, person)
        except (Refused, ServiceError):
            await self._tables.forget(key)
            raise

    async def start(self, host: PersonId, table: TableId, *, key: CommandKey | None = None) -> Table:
        """Begin with those who are ready, without waiting for empty seats; the host decides.

        Where the game that is played cannot be read, anybody who sits there may give it up; then everybody
        gets ready again.
        """
        now = await self._tables.get(table)
        if await self._tables.is_done(key):
            return now
        is_lost = now.stage == "playing" and now.game is not None and self._games.is_set_aside(now.game)
        if is_lost and now.game is not None and now.seats_of(host):
            return await self._tables.take_back_start(table, now.game, key=key)
        if now.host != host:
            raise Forbidden("table/not-host")
        before = now
        for seat in now.seats_of(host):
            now = await self._tables.set_ready(table, host, seat, ready=True)
        if not all_ready(now):
            taken = sum(place.taken and place.ready for place in now.places)
            raise Forbidden("table/too-few", needed=now.options.rules.min_players, count=taken)
        return await self._begin(now, before, host, key)

    async def hint(
        self, person: PersonId, game: GameId, seat: int, step: HintStep, *, address: str = ""
    ) -> Hint:
        """Ask the coach about one's seat, where the table allows it.

        Raises ``Forbidden`` where it does not, and for other players' seats.
        """
        table = await self._own(person, game, seat)
        if not table.options.hints:
            raise Forbidden("hint/not-allowed")
        try:
            shown = await self._games.view(game, Seat(seat))
            return await self._thinker.hint(shown, step, claim=Claim(address, person, Rank.PLAY))
        except TimeoutError:
            raise Unavailable("hint/too-hard") from None

    async def say(self, person: PersonId, table: TableId, phrase: str) -> None:
        """Say one of the preset phrases; spectators cannot speak to players (M4)."""
        now = await self._tables.get(table)
        seats = now.seats_of(person)
        if not seats:
            raise Forbidden("say/seated-only")
        if phrase not in PHRASES:
            raise Forbidden("say/unknown", phrase=repr(phrase)[:30])
        await self._bus.publish(f"table/{table}", f"said {seats[0]} {phrase}")

    async def check_record(self, person: PersonId, game: GameId) -> None:
        """Allow the record to people who were at the table or were allowed to watch."""
        table = await self._tables.get(await self._games.table_of(game))
        played = table.played(game)
        if played is None or all(place.person != person for place in played.places):
            check_may_watch(table, person)

    def _check_length(self, state: GameState) -> None:
        """Refuse what makes a long game longer without bringing it nearer to its end."""
        if state.version >= self._most_versions:
            raise Forbidden("limit/game-length", limit=self._most_versions)

    async def _begin(
        self, table: Table, before: Table, person: PersonId, key: CommandKey | None = None
    ) -> Table:
        """Begin a game; if that is refused, the person's readiness is restored, and it may be tried again."""
        try:
            return await self._starts.begin(table, key=key)
        except (Refused, ServiceError):
            await self._tables.forget(key)
            for seat in before.seats_of(person):
                await self._tables.set_ready(table.id, person, seat, ready=before.places[seat].ready)
            raise

    async def _own(self, person: PersonId, game: GameId, seat: int) -> Table:
        table = await self._tables.get(await self._games.table_of(game))
        check_own(table, person, seat)
        if table.game != game:
            raise Conflict("table/not-started")
        return table

    async def _go(self, table: Table, game: GameId, command: Leave | Return, command_id: str) -> Outcome:
        """Leave or come back, once for an id; the table says what the game says, also after a repeat."""
        seat = command.seat
        key = CommandKey(f"seat/{seat}", command_id, digest(command))
        outcome = await self._games.do(game, command, key=key)
        away = (await self._games.state(game)).seats[seat].left
        await self._tables.set_away(table.id, seat, away=away)
        return outcome


def check_against_bots(table: Table, seat: int) -> None:
    """Raise ``Forbidden`` unless all others at the table are bots: they need no time for a new deal (R-4)."""
    if any(place.bot is None for at, place in enumerate(table.places) if at != seat):
        raise Forbidden("redeal/not-alone")


def _check_wish(state: GameState, seat: int, wish: str | None) -> None:
    """Refuse to pause a game that is paused, and to resume one that is not or waits for another seat."""
    if wish == "pause" and state.paused_at is not None:
        raise Refused([refuse("game/paused")])
    if wish == "resume" and state.paused_at is None:
        raise Refused([refuse("game/not-paused")])
    if wish == "resume" and state.pause_reason == HANDED_OVER and seat != state.active:
        raise Refused([refuse("seat/not-active", active=state.active or 0)])
