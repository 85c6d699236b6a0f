"""Who is connected to which table, here and at other servers; and a table as a person may see it."""

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec

from tilemeld.engine.game.match import totals
from tilemeld.engine.rules import differences
from tilemeld.service.guests.guests import Guests
from tilemeld.service.live.lobby import TOURNAMENT_HOST
from tilemeld.service.live.lobby_table import Place, Table
from tilemeld.service.live.processes import Processes
from tilemeld.service.ports import Bus, PersonId, TableId
from tilemeld.service.tournament.table_names import tournament_table
from tilemeld.service.tournament.tournaments import Tournaments

from . import protocol
from .elsewhere import Counts, Elsewhere, Notice, Report, write_counts
from .view_encoding import ViewEncoder


class Visit:
    """One connection's presence at a table: counted, and released exactly once."""

    def __init__(self, presence: "Presence", table: TableId) -> None:
        self._presence = presence
        self._table = table
        self._counted: tuple[int | None, ...] = ()
        self._ended = False

    async def sit(self, seats: tuple[int, ...]) -> None:
        """Replace the presence: with these seats, or as a spectator if there are none."""
        if not self._ended:
            await self._count(seats or (None,))

    async def end(self) -> None:
        """Release the presence; a second time, or before anything was counted, changes nothing."""
        self._ended = True
        await self._count(())

    async def _count(self, seats: tuple[int | None, ...]) -> None:
        if seats == self._counted:
            return
        before, self._counted = self._counted, seats  # noted in one step: no cancelling falls in between
        await self._presence.change(self._table, before, seats)


class Presence:
    """Counts the connections of every table, seat by seat; ``None`` stands for spectators."""

    def __init__(self, bus: Bus, processes: Processes | None = None) -> None:
        self._bus = bus
        self._here: dict[TableId, Counts] = {}
        self._elsewhere = Elsewhere()
        self._processes = processes
        self._changes = 0
        self._report: str | None = None
        self.on_changed: list[Callable[[TableId], None]] = []
        """Who hears that people came to a table or went, here."""
        self.on_changed_elsewhere: list[Callable[[TableId], None]] = []
        """Who hears that people came to a table or went, at another server."""
        if processes is not None:
            processes.report = self.report
            processes.on_reports.append(lambda found: self._note(self._elsewhere.hear_reports(found)))
            processes.on_notice.append(lambda *said: self._note(self._elsewhere.hear_notice(*said)))

    def __len__(self) -> int:
        return len(self._here)

    def counts(self, table: TableId) -> Counts:
        """Return how many connections there are at a table for each seat, and of spectators."""
        found = Counter(self._here.get(table, ()))
        if self._processes is not None:
            found.update(self._elsewhere.counts(table))
        return found

    def report(self) -> str:
        """Write down everybody who is connected here, for other servers."""
        if self._report is None:
            tables = {str(table): write_counts(counts) for table, counts in self._here.items()}
            self._report = msgspec.json.encode(Report(number=self._changes, tables=tables)).decode()
        return self._report

    def _note(self, tables: Iterable[TableId]) -> None:
        """Let those who follow a table here know that somebody came or went elsewhere."""
        for table in tables:
            for hear in self.on_changed_elsewhere:
                hear(table)
            self._bus.publish_here(f"table/{table}", "online")

    @contextlib.asynccontextmanager
    async def visit(self, table: TableId) -> AsyncIterator[Visit]:
        """Be present at a table until the block ends, however it ends."""
        visit = Visit(self, table)
        try:
            yield visit
        finally:
            await visit.end()

    async def change(
        self, table: TableId, before: tuple[int | None, ...], after: tuple[int | None, ...]
    ) -> None:
        """Recount a connection and notify the table; used by ``Visit`` only."""
        here = self._here.setdefault(table, Counter())
        here.subtract(before)
        here.update(after)
        if not any(here.values()):
            del self._here[table]
        self._changes, self._report = self._changes + 1, None
        for hear in self.on_changed:
            hear(table)
        self._bus.publish_here(f"table/{table}", "online")
        if self._processes is not None:
            notice = Notice(number=self._changes, table=table, counts=write_counts(self._here.get(table, {})))
            await self._processes.notify(msgspec.json.encode(notice).decode())

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table, here or at another server."""
        return table in self._here or self._elsewhere.is_watched(table)

    def is_watched_here(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table in this process."""
        return table in self._here

    def online(self, table: Table) -> protocol.Online:
        """Say which seats are connected; bots always are."""
        here = self.counts(table.id)
        seats = [place.bot is not None or here[at] > 0 for at, place in enumerate(table.places)]
        return protocol.Online(seats=seats, spectators=here[None])


async def describe(
    table: Table,
    person: PersonId | None,
    *,
    guests: Guests,
    presence: Presence,
    encoder: ViewEncoder,
    tournaments: Tournaments,
) -> protocol.TableInfo:
    """Return the public description of a table, with the person's own seats marked."""
    online = presence.online(table).seats
    is_tournaments = table.host == TOURNAMENT_HOST
    where, entered = await tournament_table(tournaments, table.seating) if is_tournaments else (None, ())
    places = [
        await _describe_place(place, person, guests=guests, online=online[at], host=table.host)
        for at, place in enumerate(table.places)
    ]
    for place, name in zip(places, entered, strict=False):
        place.name = name  # as it was entered, not what a guest is called elsewhere
    rules = table.options.rules
    return protocol.TableInfo(
        id=table.id,
        code=table.code,
        version=table.version,
        stage=table.stage,
        profile=rules.profile,
        rules=encoder.rules(rules),
        differences=differences(rules),
        games=table.options.games,
        public=table.options.public,
        hints=table.options.hints,
        spectators=table.options.spectators,
        stand_in=table.options.stand_in,
        places=places,
        game=table.game,
        lines=table.lines,
        totals=list(totals([line.points for line in table.lines])) if table.lines else [],
        winners=list(table.match.winners()) if table.stage == "over" and table.lines else [],
        matches=table.matches,
        tournament=where,
        freed=person is not None and person in table.freed,
    )


async def _describe_place(
    place: Place, person: PersonId | None, *, guests: Guests, online: bool, host: PersonId
) -> protocol.PlaceInfo:
    name, avatar = place.bot or "", ""
    if place.person is not None:
        name, avatar = await guests.name_of(place.person)
    return protocol.PlaceInfo(
        kind="person" if place.person is not None else "bot" if place.bot is not None else "empty",
        name=name,
        avatar=avatar,
        ready=place.ready,
        away=place.away,
        online=online,
        wants_pause=place.wants_pause,
        wants_resume=place.wants_resume,
        host=place.person is not None and place.person == host,
        yours=person is not None and place.person == person,
    )
