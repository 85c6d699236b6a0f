"""Whereabouts: from where each person was last heard, in memory only; and whether anybody is at a table."""

from collections import OrderedDict

from tilemeld.service.ports import PersonId, TableId

from .presence import Presence

KEPT = 20_000


class LastSeen:
    """Who is where; the oldest are forgotten."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._addresses: OrderedDict[PersonId, str] = OrderedDict()

    def note(self, person: PersonId, address: str) -> None:
        """Take note of where somebody calls from."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > KEPT:
            self._addresses.popitem(last=False)

    def address_of(self, person: PersonId) -> str | None:
        """Return where a person was last heard from."""
        return self._addresses.get(person)

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table."""
        return self._presence.is_watched(table)
