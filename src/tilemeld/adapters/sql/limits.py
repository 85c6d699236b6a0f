"""Shared limits and short-lived codes in SQL."""

from collections.abc import Mapping, Sequence

from tilemeld.service.errors import Conflict
from tilemeld.service.guests.ports import DeviceCode
from tilemeld.service.limits.ports import Spending
from tilemeld.service.ports import PersonId, TableId

from .database import SqlDatabase
from .statements import Statement, do, guard

_PARTS = 1_000
"""Levels are stored in thousandths."""


class SqlLimitStore(SqlDatabase):
    """The part of a store in SQL that keeps what several processes count together."""

    async def settle(self, spendings: Sequence[Spending], *, at: int) -> Mapping[str, float]:
        """Take what was spent and return how full each bucket is."""
        ordered = sorted(spendings, key=lambda each: each.name)  # two processes never wait in a circle
        await self._write(*(_settling(each, at) for each in ordered))
        places = ", ".join(f"?{place}" for place in range(1, len(ordered) + 1))
        sql = f"SELECT label, level FROM buckets WHERE label IN ({places})"
        rows = await self._rows(sql, *(each.name for each in ordered))
        return {row[0]: row[1] / _PARTS for row in rows}

    async def share_held(
        self, process: str, held: Mapping[str, int], *, at: int, since: int
    ) -> Mapping[str, int]:
        """Report what is held in this process, and return what the others have reported of the same."""
        sql = """INSERT INTO held (label, process, count, at) VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT (label, process) DO UPDATE SET count = excluded.count, at = excluded.at"""
        await self._write(*(do(sql, name, process, held[name], at) for name in sorted(held)))
        places = ", ".join(f"?{place}" for place in range(3, len(held) + 3))
        sql = f"""SELECT label, CAST(sum(count) AS BIGINT) FROM held
          WHERE process <> ?1 AND at >= ?2 AND label IN ({places}) GROUP BY label"""
        return {row[0]: row[1] for row in await self._rows(sql, process, since, *held)}

    async def forget_held(self, process: str) -> None:
        """Forget what a process has reported."""
        await self._write(do("DELETE FROM held WHERE process = ?1", process))

    async def forget_buckets(self, *, before: int) -> None:
        """Forget buckets that nobody has settled since."""
        sql = "DELETE FROM buckets WHERE label IN (SELECT label FROM buckets WHERE at < ?1 LIMIT ?2)"
        await self._forget(sql, before)
        sql = """DELETE FROM held WHERE (label, process) IN
          (SELECT label, process FROM held WHERE at < ?1 LIMIT ?2)"""
        await self._forget(sql, before)

    async def note_origin(self, table: TableId, who: Sequence[str], *, at: int) -> None:
        """Note who has set a table."""
        sql = """INSERT INTO origins (who, table_id, at) SELECT CAST(?1 AS TEXT), id, CAST(?3 AS BIGINT)
          FROM tables WHERE id = ?2 ON CONFLICT (who, table_id) DO UPDATE SET at = excluded.at"""
        await self._write(*(do(sql, each, table, at) for each in who))

    async def tables_from(self, who: str, *, since: int, listed: bool, limit: int) -> Sequence[TableId]:
        """Return the tables that somebody has set."""
        sql = """SELECT tables.id FROM origins JOIN tables ON tables.id = origins.table_id
          WHERE origins.who = ?1 AND tables.touched_at > ?2 AND tables.listed >= ?3
          ORDER BY tables.id LIMIT ?4"""
        return [TableId(row[0]) for row in await self._rows(sql, who, since, int(listed), limit)]

    async def put_device_code(self, code: DeviceCode, *, now: int) -> None:
        """Keep a new code."""
        await self._write(
            do("DELETE FROM device_codes WHERE person = ?1 OR expires_at <= ?2", code.person, now),
            do(
                "INSERT INTO device_codes (code, expires_at, person, ticket) VALUES (?1, ?2, ?3, '')",
                *(code.code, code.expires_at, code.person),
            ),
        )

    async def device_code(self, code: str) -> DeviceCode | None:
        """Return a code."""
        return await self._device_code("code = ?1", code)

    async def device_code_of(self, person: PersonId) -> DeviceCode | None:
        """Return the code of a person."""
        return await self._device_code("person = ?1", person)

    async def _device_code(self, where: str, value: str) -> DeviceCode | None:
        rows = await self._rows(
            f"SELECT code, person, expires_at, ticket FROM device_codes WHERE {where}", value
        )
        if not rows:
            return None
        found, person, expires_at, ticket = rows[0]
        return DeviceCode(found, person, expires_at, ticket=ticket or None)

    async def use_device_code(self, code: str, ticket: str, *, now: int) -> PersonId | None:
        """Use a code, once."""
        sql = """UPDATE device_codes SET ticket = ?1
          WHERE code = ?2 AND expires_at > ?3 AND ticket IN ('', ?1)"""
        try:
            await self._write(guard(sql, ticket, code, now))
        except Conflict:
            return None
        known = await self.device_code(code)
        return None if known is None else known.person


def _settling(spending: Spending, at: int) -> Statement:
    """Return what refills a bucket up to now and takes what was spent."""
    sql = """INSERT INTO buckets (label, level, at, burst) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (label) DO UPDATE SET level = (CASE
        WHEN ?3 <= buckets.at THEN buckets.level
        WHEN buckets.level + (?3 - buckets.at) * ?5 / 1000000 > ?4 THEN ?4
        ELSE buckets.level + (?3 - buckets.at) * ?5 / 1000000 END) - ?6,
      at = CASE WHEN ?3 > buckets.at THEN ?3 ELSE buckets.at END, burst = excluded.burst"""
    burst, spent = int(spending.burst * _PARTS), int(spending.spent * _PARTS)
    return do(sql, spending.name, burst - spent, at, burst, int(spending.per_second * 1_000_000), spent)
