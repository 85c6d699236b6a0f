"""The address from which each person was last seen, in memory only; and who is connected to a table."""

from collections import OrderedDict
from collections.abc import Iterable

from tilemeld.service.ports import PersonId, TableId

from .presence import Presence

KEPT = 20_000


class LastSeen:
    """Addresses of people; the oldest are dropped."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._addresses: OrderedDict[PersonId, str] = OrderedDict()
        self._paces: OrderedDict[PersonId, str] = OrderedDict()

    def note(self, person: PersonId, address: str) -> None:
        """Note the address of a person."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > KEPT:
            self._addresses.popitem(last=False)

    def address_of(self, person: PersonId) -> str | None:
        """Return the address from which a person was last seen."""
        return self._addresses.get(person)

    def note_pace(self, person: PersonId, pace: str) -> None:
        """Note how quickly a person likes bots to play."""
        self._paces[person] = pace
        self._paces.move_to_end(person)
        if len(self._paces) > KEPT:
            self._paces.popitem(last=False)

    def pace_of(self, person: PersonId) -> str | None:
        """Return how quickly a person likes bots to play."""
        return self._paces.get(person)

    def is_any_here(self, table: TableId, seats: Iterable[int]) -> bool:
        """Say whether somebody is connected to a table at one of these seats."""
        here = self._presence.counts(table)
        return any(here[seat] > 0 for seat in seats)

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table, here or at another server."""
        return self._presence.is_watched(table)

    def is_watched_here(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table in this process."""
        return self._presence.is_watched_here(table)
