"""Attendance: who is connected, as far as known, and what that means for the claims of a table's bots."""

from collections.abc import Iterable

from tilemeld.engine.tiles import Seat
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.ports import Attendance, PersonId, TableId

from .lobby import TOURNAMENT_HOST
from .lobby_table import Table


class Unattended:
    """Knows nobody: every table counts as watched, every person as a separate address."""

    def is_watched(self, table: TableId) -> bool:
        """Return true."""
        return True

    def is_watched_here(self, table: TableId) -> bool:
        """Return true."""
        return True

    def address_of(self, person: PersonId) -> str | None:
        """Return nothing."""
        return None

    def is_any_here(self, table: TableId, seats: Iterable[int]) -> bool:
        """Return true."""
        return True

    def pace_of(self, person: PersonId) -> str | None:
        """Return nothing."""
        return None


def claim_of(table: Table, attendance: Attendance) -> Claim:
    """Return the claim of a table's bots: that of the host, who seated them."""
    rank = Rank.PLAY if attendance.is_watched(table.id) else Rank.UNWATCHED
    if table.host == TOURNAMENT_HOST:
        return Claim(f"table {table.id}", table.id, rank)
    return Claim(attendance.address_of(table.host) or f"person {table.host}", table.host, rank)


PACES = {"slow": 1.6, "normal": 1.0, "quick": 0.3}
"""How long bots seem to think, compared with the normal pace."""


def people_at(table: Table) -> list[Seat]:
    """List the seats of the people who play at a table; bots stand in for those who have left."""
    return [Seat(at) for at, place in enumerate(table.places) if place.person is not None and not place.away]


def liked_pace(table: Table, attendance: Attendance) -> float:
    """Return the pace of bots that all people of a table like; the normal one where they differ."""
    people = [table.places[seat].person for seat in people_at(table)]
    liked = {attendance.pace_of(person) or "normal" for person in people if person is not None}
    return PACES[liked.pop()] if len(liked) == 1 else PACES["normal"]
