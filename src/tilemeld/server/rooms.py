"""Who is connected to which table, in this process; and a table as a person may see it."""

from collections import Counter

from tilemeld.engine.match import totals
from tilemeld.engine.rules import differences
from tilemeld.service.people import Guests
from tilemeld.service.ports import Bus, PersonId, TableId
from tilemeld.service.table import Place, Table

from . import protocol
from .encoding import Wire


class Rooms:
    """Counts the connections of every table, seat by seat; ``None`` stands for spectators."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._here: dict[TableId, Counter[int | None]] = {}

    async def enter(self, table: TableId, seats: tuple[int, ...]) -> None:
        """Note a connection from somebody with these seats, or a spectator if there are none."""
        self._here.setdefault(table, Counter()).update(seats or (None,))
        await self._bus.publish(f"table/{table}", "online")

    async def leave(self, table: TableId, seats: tuple[int, ...]) -> None:
        """Note that it has gone."""
        here = self._here.get(table)
        if here is None:
            return
        here.subtract(seats or (None,))
        if not any(here.values()):
            del self._here[table]
        await self._bus.publish(f"table/{table}", "online")

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table."""
        return table in self._here

    def online(self, table: Table) -> protocol.Online:
        """Say which seats are connected; bots always are."""
        here = self._here.get(table.id, Counter())
        seats = [place.bot is not None or here[at] > 0 for at, place in enumerate(table.places)]
        return protocol.Online(seats, max(0, here[None]))


async def describe(
    table: Table, person: PersonId | None, *, guests: Guests, rooms: Rooms, wire: Wire
) -> protocol.TableInfo:
    """Return a table as everybody may know it; which seats are the person's own is marked."""
    online = rooms.online(table).seats
    places = [
        await _describe_place(place, person, guests=guests, online=online[at], host=table.host)
        for at, place in enumerate(table.places)
    ]
    rules = table.options.rules
    lines = [
        protocol.LineInfo(list(line.points), list(line.winners), list(line.big_points))
        for line in table.lines
    ]
    return protocol.TableInfo(
        id=table.id,
        code=table.code,
        version=table.version,
        stage=table.stage,
        profile=rules.profile,
        rules=wire.rules(rules),
        differences=[
            protocol.DifferenceInfo(each.field, each.text, _plain(each.theirs), _plain(each.ours))
            for each in differences(rules)
        ],
        games=table.options.games,
        public=table.options.public,
        hints=table.options.hints,
        spectators=table.options.spectators,
        stand_in=table.options.stand_in,
        places=places,
        game=table.game,
        lines=lines,
        totals=list(totals([line.points for line in table.lines])) if lines else [],
        winners=list(table.match.winners()) if table.stage == "over" and lines else [],
        matches=table.matches,
    )


def _plain(value: object) -> "protocol.EngineValue":
    if isinstance(value, tuple):
        return list(value)
    assert value is None or isinstance(value, str | int | bool), f"no value of a rule: {value!r}"
    return value


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
