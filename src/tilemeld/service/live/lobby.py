"""The lobby: tables by code and in a list, seats, bots, ready check, matches, leaving and coming back."""

import contextlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from tilemeld.bots import player_named
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.match import line_of
from tilemeld.engine.game.setup import setup_refusals
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import Seat
from tilemeld.service.errors import Conflict, Forbidden, NotFound, ServiceError, Unreadable
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import Bus, Clock, CommandKey, GameId, PersonId, StoredTable, TableId, TableStore
from tilemeld.service.repeats import first_write
from tilemeld.service.upkeep.set_aside import SetAside

from .lobby_table import Options, Place, Played, Stage, Table, from_stored, to_stored

MAX_GAMES = 20
ATTEMPTS = 8
LISTED = 100
REMEMBERED = 20
"""How many finished games a table remembers; the records themselves stay."""
FREED = 12
"""How many people whose seat was freed a table remembers, to tell them."""
CACHED = 5_000
"""How many tables are kept in memory, those asked for last."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters of codes, without any that look alike."""
CODE_LENGTH = 6

TOURNAMENT_HOST = PersonId("event")
"""The host of a tournament's table: nobody, so that nobody can change it; stored tables call it that."""

Change = Callable[[Table], Table]


class Lobby:
    """Every table of the lobby; a change is a new document at the next version.

    What a person does has a key: under the same one it is done once, and answered with the table as it is.
    """

    def __init__(
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        *,
        themes: frozenset[str] = frozenset(),
        belief: Belief | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        self._set_aside = set_aside or SetAside()
        self._store = store
        self._themes = themes
        self._bus = bus
        self._clock = clock
        self._cache: OrderedDict[TableId, Table] = OrderedDict()
        self._belief = belief or Belief()
        self._looked_at: dict[TableId, int] = {}
        self._heard: OrderedDict[TableId, int] = OrderedDict()
        """The versions that other processes gave notice of."""
        self._listed: OrderedDict[TableId, Table] = OrderedDict()

    async def create(
        self, host: PersonId, options: Options, *, bots: Sequence[str] = (), key: CommandKey | None = None
    ) -> Table:
        """Create a table; the host sits in the first seat, the bots in the last ones."""
        _check_options(options, self._themes)
        if len(bots) >= options.seats:
            raise ServiceError("table/full")
        places = [Place() for _ in range(options.seats)]
        places[0] = Place(person=host)
        for at, bot in enumerate(reversed(bots), start=1):
            player_named(bot)
            places[-at] = Place(bot=bot, ready=True)
        for _ in range(ATTEMPTS):
            if (first := await first_write(self._store, key)) is not None:
                return await self.get(TableId(first))
            table = Table(
                id=TableId(secrets.token_urlsafe(12)),
                code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
                host=host,
                options=options,
                places=tuple(places),
                touched_at=self._clock.now_ms(),
            )
            try:
                await self._store.put_table(to_stored(table), table.people, key=key)
            except Conflict:
                continue  # the code is taken: try another; or the same was sent twice at once
            return table
        raise Conflict("table/busy")

    async def get(self, table: TableId, *, version: int = 0) -> Table:
        """Return a table, as it was at this version or later."""
        known = self._cache.get(table)
        version = max(version, self._heard.get(table, 0))
        if known is not None and known.version >= version and self._is_fresh(table):
            self._cache.move_to_end(table)
            return known
        return await self.look_again(table)

    async def look_again(self, table: TableId) -> Table:
        """Return a table as the store has it now, and tell those who follow it here if it has changed."""
        asked_at = self._clock.now_ms()
        stored = await self._store.get_table(table)
        if stored is None:
            raise NotFound("table/unknown")
        known = self._cache.get(table)
        if known is not None and known.version == stored.version:
            return self._remember(known, asked_at)  # reading costs more than asking
        if known is not None and known.version < stored.version:
            self._bus.publish_here(f"table/{table}", f"table {stored.version}")
        return self._remember(self._read(stored), asked_at)

    async def heard(self, table: TableId, version: int) -> None:
        """Take a notice of another process; a table that somebody follows here is read at once, for all."""
        self._heard[table] = max(version, self._heard.pop(table, 0))
        if len(self._heard) > CACHED:
            self._heard.popitem(last=False)
        if self._bus.is_heard_here(f"table/{table}"):
            with contextlib.suppress(NotFound):
                await self.get(table)
            self._bus.publish_here(f"table/{table}", f"table {version}")

    async def look_around(self) -> None:
        """Ask the store once for the versions of all tables in memory, and read those that have changed."""
        asked_at, tables = self._clock.now_ms(), list(self._cache)
        versions = await self._store.table_versions(tables)
        for table in tables:
            known = self._cache.get(table)
            if known is None or table not in versions:
                continue
            if known.version >= versions[table]:
                self._looked_at[table] = max(self._looked_at.get(table, 0), asked_at)
            else:
                await self.look_again(table)

    def tidy(self, is_watched: Callable[[TableId], bool]) -> None:
        """Release the tables where nobody plays and nobody is connected."""
        for table, known in list(self._cache.items()):
            if known.stage != "playing" and not is_watched(table):
                del self._cache[table]
                self._looked_at.pop(table, None)

    def known(self, table: TableId) -> Table | None:
        """Return a table if it is in memory, without waiting."""
        return self._cache.get(table)

    def _is_fresh(self, table: TableId) -> bool:
        looked_at = self._looked_at.get(table)
        return looked_at is not None and not self._belief.is_old(looked_at, self._clock.now_ms())

    def _remember(self, table: Table, asked_at: int) -> Table:
        self._looked_at[table.id] = asked_at
        known = self._cache.get(table.id)
        if known is None or known.version < table.version:
            self._cache[table.id] = table
        if len(self._cache) > CACHED:
            self._looked_at.pop(self._cache.popitem(last=False)[0], None)
        return table

    async def find(self, code: str) -> Table:
        """Return a table by its code, in whatever way it was typed."""
        stored = await self._store.find_table(code.strip().upper())
        if stored is None:
            raise NotFound("table/unknown")
        return self._read(stored)

    async def listed(self) -> list[Table]:
        """Return the public tables."""
        return self._readable(await self._store.listed_tables(limit=LISTED))

    async def of(self, person: PersonId) -> list[Table]:
        """Return the tables that a person sits or sat at, the latest first."""
        return self._readable(await self._store.tables_of(person, limit=LISTED))

    async def playing(self) -> list[Table]:
        """Return the tables where a game is being played."""
        return self._readable(await self._store.playing_tables())

    def _read(self, stored: StoredTable) -> Table:
        """Read a stored table; ``Unreadable`` when it cannot be read."""
        try:
            return from_stored(stored)
        except Exception as error:
            raise self._set_aside.put("table", stored.id, error) from error

    def _readable(self, stored: Sequence[StoredTable]) -> list[Table]:
        """Read stored tables, except those that cannot be read."""
        found = []
        for each in stored:
            with contextlib.suppress(Unreadable):
                found.append(self._read_once(each))
        return found

    def _read_once(self, stored: StoredTable) -> Table:
        """Read a stored table, unless it was read at the same version lately: lists are asked for again."""
        known = self._cache.get(stored.id) or self._listed.get(stored.id)
        if known is not None and known.version == stored.version:
            return known
        table = self._listed[stored.id] = self._read(stored)
        if len(self._listed) > 2 * LISTED:
            self._listed.popitem(last=False)
        return table

    async def sit(
        self, table: TableId, person: PersonId, seat: int | None = None, *, key: CommandKey | None = None
    ) -> Table:
        """Sit down, in the first free seat or in the one asked for.

        Sitting down in one's own seat changes nothing; asking for another free seat gives a second one,
        for a device that is passed around.
        """

        def change(now: Table) -> Table:
            mine = now.seats_of(person)
            if mine and (seat is None or seat in mine):
                return now
            _only_outside(now)
            at = _first_free(now) if seat is None else _seat(now, seat)
            if now.places[at].taken:
                raise Forbidden("seat/taken", seat=at)
            now = replace(now, freed=tuple(each for each in now.freed if each != person))
            return now.with_place(at, Place(person=person))

        return await self._change(table, change, key)

    async def stand_up(
        self, table: TableId, person: PersonId, seat: int, *, key: CommandKey | None = None
    ) -> Table:
        """Leave a seat before or after the games; during one, the game has to be left (R-11).

        The host may free the seat of somebody who went away; that person learns of it and may sit down again.
        """

        def change(now: Table) -> Table:
            sitter = now.places[_seat(now, seat)].person
            _only_outside(now)
            if sitter != person:
                return _freed(now, person, seat)
            now = now.with_place(seat, Place())
            if now.host == person and not now.seats_of(person):
                others = [place.person for place in now.places if place.person is not None]
                now = replace(now, host=others[0] if others else now.host)
            return now

        return await self._change(table, change, key)

    async def seat_bot(
        self, table: TableId, host: PersonId, seat: int, *, bot: str | None, key: CommandKey | None = None
    ) -> Table:
        """Put a bot into a free seat, or take one out; the host decides."""

        def change(now: Table) -> Table:
            _host_only(now, host)
            _only_outside(now)
            at = _seat(now, seat)
            if now.places[at].person is not None:
                raise Forbidden("seat/taken", seat=at)
            if bot is None:
                if now.places[at].bot is None:
                    raise ServiceError("seat/no-bot", seat=at)
                return now.with_place(at, Place())
            player_named(bot)
            return now.with_place(at, Place(bot=bot, ready=True))

        return await self._change(table, change, key)

    async def set_options(
        self, table: TableId, host: PersonId, options: Options, *, key: CommandKey | None = None
    ) -> Table:
        """Change the options; everybody is asked again whether they are ready."""
        _check_options(options, self._themes)

        def change(now: Table) -> Table:
            _host_only(now, host)
            _only_outside(now)
            places = now.places[: options.seats]
            if any(place.taken for place in now.places[options.seats :]):
                raise Forbidden("table/full")
            places += tuple(Place() for _ in range(options.seats - len(places)))
            return replace(now, options=options, places=places).unready()

        return await self._change(table, change, key)

    async def set_ready(
        self, table: TableId, person: PersonId, seat: int, *, ready: bool, key: CommandKey | None = None
    ) -> Table:
        """Set whether a person is ready for the next game."""

        def change(now: Table) -> Table:
            _own(now, person, seat)
            if now.stage == "playing":
                raise Forbidden("table/started")
            return now.with_place(seat, replace(now.places[seat], ready=ready))

        return await self._change(table, change, key)

    async def begin(self, table: TableId, game: GameId, *, key: CommandKey | None = None) -> Table:
        """Note that the next game of the match has begun; empty seats are removed.

        Raises ``Forbidden`` when a game is being played or too few are there, and ``Refused`` when the
        rules cannot be played by so many.
        """

        def change(now: Table) -> Table:
            if now.stage == "playing":
                raise Forbidden("table/started")
            now = now if now.stage != "over" else _new_match(now)
            places = tuple(place for place in now.places if place.taken) if not now.games else now.places
            if len(places) < now.options.rules.min_players:
                raise Forbidden("table/too-few", needed=now.options.rules.min_players, count=len(places))
            now = replace(now, places=places)
            _check_start(now.match.next_game())
            return replace(now, stage="playing", games=(*now.games, game), freed=()).without_wishes()

        return await self._change(table, change, key, begins=True)

    async def take_back_start(
        self, table: TableId, game: GameId, before: Table | None = None, *, key: CommandKey | None = None
    ) -> Table:
        """Give up a game that could not be created, restoring the seats too, or that cannot be read."""

        def change(now: Table) -> Table:
            if now.game != game or now.stage != "playing":
                return now
            places = now.places if before is None else before.places
            stage: Stage = "between" if now.lines else "open"
            return replace(now, places=places, stage=stage, games=now.games[:-1]).unready()

        return await self._change(table, change, key)

    async def finish(self, table: TableId, game: GameId, state: GameState) -> Table:
        """Write a finished game onto the score sheet, once."""
        assert state.phase == Phase.ENDED, "only finished games have a score"
        assert state.result is not None, "a finished game has a result"
        line = line_of(state.result, state.starter)

        def change(now: Table) -> Table:
            if now.game != game or now.stage != "playing":
                return now
            lines = (*now.lines, line)
            seated = tuple(Place(place.person, place.bot) for place in now.places)
            played = Played(game=game, at=self._clock.now_ms(), places=seated, winners=line.winners)
            now = replace(now, past=(*now.past, played)[-REMEMBERED:])
            over = len(lines) >= now.options.games
            now = replace(now, lines=lines, stage="over" if over else "between")
            places = tuple(Place() if place.away and over else place for place in now.places)
            return replace(now, places=places).unready().without_wishes()

        return await self._change(table, change)

    async def close(self, table: TableId) -> Table:
        """End a match early, between two games: the time of a tournament round is over (T10)."""

        def change(now: Table) -> Table:
            return now if now.stage == "playing" else replace(now, stage="over")

        return await self._change(table, change)

    async def rematch(self, table: TableId, person: PersonId, *, key: CommandKey | None = None) -> Table:
        """Clear the sheet for another match with the same people; everybody says when they are ready."""

        def change(now: Table) -> Table:
            if now.host == TOURNAMENT_HOST or not now.seats_of(person):
                raise Forbidden("table/not-host")  # a tournament says what is played at its tables
            if now.stage != "over":
                raise Forbidden("table/not-over")
            return _new_match(now).unready()

        return await self._change(table, change, key)

    async def set_away(self, table: TableId, seat: int, *, away: bool) -> Table:
        """Note that the person of a seat has left the game, or has come back."""

        def change(now: Table) -> Table:
            return now.with_place(seat, replace(now.places[seat], away=away))

        return await self._change(table, change)

    async def wish(
        self, table: TableId, person: PersonId, wish: str | None, *, key: CommandKey | None = None
    ) -> Table:
        """Note that a person wants to pause, to resume, or neither: for every seat of a shared device."""

        def change(now: Table) -> Table:
            for seat in now.seats_of(person):
                place = replace(now.places[seat], wants_pause=wish == "pause", wants_resume=wish == "resume")
                now = now.with_place(seat, place)
            return now

        return await self._change(table, change, key)

    async def clear_wishes(self, table: TableId) -> Table:
        """Forget what everybody wanted."""
        return await self._change(table, Table.without_wishes)

    async def forget_idle(self, *, before: int) -> int:
        """Delete tables that nobody has used for long."""
        self._cache.clear()
        return await self._store.forget_tables(before=before)

    async def is_done(self, key: CommandKey | None) -> bool:
        """Say whether a write was done before, under its key."""
        return await first_write(self._store, key) is not None

    async def forget(self, key: CommandKey | None) -> None:
        """Let a write whose effect was taken back be tried again under its key."""
        if key is not None:
            await self._store.forget_write(key)

    async def _change(
        self, table: TableId, change: Change, key: CommandKey | None = None, *, begins: bool = False
    ) -> Table:
        """Replace a table by a changed one; when another change came first, try again."""
        for attempt in range(ATTEMPTS):
            # where others write, nobody is refused by what was
            is_shared = self._belief.fresh_ms is not None
            now = await (self.look_again(table) if attempt or is_shared else self.get(table))
            if await self.is_done(key):
                return await self.look_again(table)  # the first one may be stored and not be remembered here
            changed = change(now)
            if changed == now and key is None:
                return now
            changed = replace(changed, version=now.version + 1, touched_at=self._clock.now_ms())
            asked_at = self._clock.now_ms()
            try:
                await self._store.put_table(to_stored(changed), changed.people, key=key, begins=begins)
            except Conflict:
                continue
            self._remember(changed, asked_at)
            await self._bus.publish(f"table/{table}", f"table {changed.version}")
            return changed
        raise Conflict("table/busy")


def all_ready(table: Table) -> bool:
    """Say whether everybody who sits here is ready and there are enough of them."""
    taken = [place for place in table.places if place.taken]
    enough = len(taken) >= table.options.rules.min_players and any(place.person for place in taken)
    return enough and all(place.ready or place.away for place in taken)


def check_may_watch(table: Table, person: PersonId) -> None:
    """Allow people who sit here, and spectators where they are allowed."""
    if not table.options.spectators and not table.seats_of(person):
        raise Forbidden("table/no-spectators")


def check_may_enter(table: Table, person: PersonId) -> None:
    """Allow everybody at a table that is still open, since there is nothing to watch; later as spectators."""
    if table.stage != "open":
        check_may_watch(table, person)


def check_own(table: Table, person: PersonId, seat: int) -> Seat:
    """Return the seat, if it is the person's own."""
    return _own(table, person, seat)


def _check_options(options: Options, themes: frozenset[str]) -> None:
    rules = options.rules
    if rules.theme is not None and not rules.has_vote and rules.theme not in themes:
        raise ServiceError("letters/no-list", theme=rules.theme)
    if not rules.min_players <= options.seats <= rules.max_players:
        raise ServiceError(
            "table/seats",
            profile=rules.profile,
            low=rules.min_players,
            high=rules.max_players,
            seats=options.seats,
        )
    if not 1 <= options.games <= MAX_GAMES:
        raise ServiceError("table/games", limit=MAX_GAMES, games=options.games)
    player_named(options.stand_in)
    _check_start(CreateGame(rules, options.seats))


def _check_start(command: CreateGame) -> None:
    """Refuse a game that cannot be set up, before anything is changed for it."""
    if refusals := setup_refusals(command, sets_of(command.rules)):
        raise Refused(refusals)


def _new_match(table: Table) -> Table:
    return replace(table, stage="open", games=(), lines=(), matches=table.matches + 1)


def _freed(table: Table, host: PersonId, seat: int) -> Table:
    """Return the table with somebody else's seat freed by the host."""
    sitter = table.places[seat].person
    if sitter is None or table.host != host:
        raise Forbidden("seat/not-yours", seat=seat)
    table = table.with_place(seat, Place())
    if table.seats_of(sitter) or sitter in table.freed:
        return table
    return replace(table, freed=(*table.freed, sitter)[-FREED:])


def _first_free(table: Table) -> int:
    for at, place in enumerate(table.places):
        if not place.taken:
            return at
    raise Forbidden("table/full")


def _seat(table: Table, seat: int) -> int:
    if not 0 <= seat < len(table.places):
        raise ServiceError("seat/none", seat=seat)
    return seat


def _own(table: Table, person: PersonId, seat: int) -> Seat:
    if table.places[_seat(table, seat)].person != person:
        raise Forbidden("seat/not-yours", seat=seat)
    return Seat(seat)


def _host_only(table: Table, person: PersonId) -> None:
    if table.host != person:
        raise Forbidden("table/not-host")


def _only_outside(table: Table) -> None:
    """Seats change hands only when no match is under way, so that a score belongs to one person.

    At a tournament's table they never do: the draw says who sits there.
    """
    if table.host == TOURNAMENT_HOST:
        raise Forbidden("table/not-host")
    if table.stage not in ("open", "over"):
        raise Forbidden("table/started")
