"""What is still to be done, in SQL."""

from collections.abc import Mapping, Sequence

from tilemeld.service.ports import FOLLOW_UP_KINDS, FollowUp, FollowUpKind

from .database import SqlDatabase
from .statements import Statement, do

_LATEST = 2**63 - 1


class SqlFollowUpStore(SqlDatabase):
    """The part of a store in SQL that keeps what is to follow."""

    async def follow_ups(
        self,
        *,
        until: int | None = None,
        limit: int = 1_000,
        kinds: Sequence[FollowUpKind] = FOLLOW_UP_KINDS,
    ) -> Sequence[FollowUp]:
        """Return what is still to be done, the earliest first."""
        places = ", ".join(f"?{place}" for place in range(3, len(kinds) + 3))
        sql = f"""SELECT kind, item, number, at, tries FROM follow_ups WHERE at <= ?1 AND kind IN ({places})
          ORDER BY at, item, number, kind LIMIT ?2"""
        rows = await self._rows(sql, _LATEST if until is None else until, limit, *kinds)
        return [FollowUp(*row) for row in rows]

    async def finish_follow_up(self, done: FollowUp) -> None:
        """Remove what was done."""
        sql = "DELETE FROM follow_ups WHERE item = ?1 AND number = ?2 AND kind = ?3 AND at <= ?4"
        await self._write(do(sql, done.item, done.number, done.kind, done.at))

    async def put_off(self, follow_up: FollowUp, *, at: int) -> None:
        """Set something for later."""
        sql = "UPDATE follow_ups SET at = ?4, tries = tries + 1 WHERE item = ?1 AND number = ?2 AND kind = ?3"
        await self._write(do(sql, follow_up.item, follow_up.number, follow_up.kind, at))


def following(follow_up: FollowUp) -> Statement:
    """Return what stores that something is to follow."""
    sql = """INSERT INTO follow_ups (item, number, kind, at, tries) VALUES (?1, ?2, ?3, ?4, 0)
      ON CONFLICT (item, number, kind) DO UPDATE SET at = excluded.at"""
    return do(sql, follow_up.item, follow_up.number, follow_up.kind, follow_up.at)


def ending_rounds(tournament: str, ends: Mapping[int, int]) -> list[Statement]:
    """Return what stores when the running rounds of a tournament end, and no others."""
    sql = "DELETE FROM follow_ups WHERE item = ?1 AND kind = 'round-end'"
    every = [FollowUp("round-end", tournament, number=number, at=at) for number, at in ends.items()]
    return [do(sql, tournament), *(following(each) for each in every)]
