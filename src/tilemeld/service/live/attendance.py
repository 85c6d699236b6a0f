"""Attendance: who is connected, as far as known, and what that means for the claims of a table's bots."""

from tilemeld.service.claims import Claim, Rank
from tilemeld.service.ports import Attendance, PersonId, TableId

from .lobby import EVENT_HOST
from .lobby_table import Table


class Unattended:
    """Knows nobody: every table counts as watched, every person as a separate address."""

    def is_watched(self, table: TableId) -> bool:
        """Return true."""
        return True

    def address_of(self, person: PersonId) -> str | None:
        """Return nothing."""
        return None


def claim_of(table: Table, attendance: Attendance) -> Claim:
    """Return the claim of a table's bots: that of the host, who seated them."""
    rank = Rank.PLAY if attendance.is_watched(table.id) else Rank.UNWATCHED
    if table.host == EVENT_HOST:
        return Claim(f"table {table.id}", table.id, rank)
    return Claim(attendance.address_of(table.host) or f"person {table.host}", table.host, rank)
