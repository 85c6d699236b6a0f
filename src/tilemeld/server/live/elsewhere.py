"""Who is connected to the other server processes, as each of them reports it.

A report has everybody and a number; a notice has one table and a higher number, and comes at once if it
comes at all. So a table is known by the newest of both, and the next report makes up for a lost notice.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from tilemeld.service.ports import TableId

SPECTATORS = -1
"""How the place of spectators is written."""

Counts = Counter[int | None]
"""How many connections there are for each seat of a table; ``None`` stands for spectators."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who is connected to one process."""

    number: int = 0
    """How many changes there were before it."""
    tables: dict[str, list[tuple[int, int]]] = {}


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Who is connected to one table now, through one process."""

    number: int
    table: str
    counts: list[tuple[int, int]]


class _Known(NamedTuple):
    number: int
    counts: Counts


_report = msgspec.json.Decoder(Report)
_notice = msgspec.json.Decoder(Notice)


class Elsewhere:
    """The connections of all other processes, table by table."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[TableId, _Known]] = {}
        self._texts: dict[str, str] = {}
        """The last report of each process: one that has not changed is not read again."""
        self._numbers: dict[str, int] = {}
        """The number of the last report of each process: older notices are late."""

    def counts(self, table: TableId) -> Counts:
        """Return how many connections a table has elsewhere."""
        found: Counts = Counter()
        for known in self._tables.values():
            if table in known:
                found.update(known[table].counts)
        return found

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table elsewhere."""
        return any(known[table].counts for known in self._tables.values() if table in known)

    def hear_reports(self, reports: Mapping[str, str]) -> set[TableId]:
        """Take the reports of all living processes; return the tables where somebody came or went."""
        changed = {table for gone in self._tables.keys() - reports.keys() for table in self._forget(gone)}
        for process, text in reports.items():
            if self._texts.get(process) != text:
                self._texts[process] = text
                changed.update(self._hear_report(process, text))
        return changed

    def hear_notice(self, process: str, text: str) -> set[TableId]:
        """Take a notice between two reports; return its table, if it says anything new."""
        try:
            notice = _notice.decode(text)
        except msgspec.DecodeError:  # of a newer version: the next report counts
            return set()
        tables = self._tables.setdefault(process, {})
        table = TableId(notice.table)
        before = tables.get(table, _Known(self._numbers.get(process, 0), Counter()))
        if before.number >= notice.number:
            return set()
        tables[table] = _Known(notice.number, read_counts(notice.counts))
        return {table} if before.counts != tables[table].counts else set()

    def _hear_report(self, process: str, text: str) -> Iterator[TableId]:
        try:
            report = _report.decode(text) if text else Report()
        except msgspec.DecodeError:  # of a newer version: nobody is known to be there
            report = Report(number=sys.maxsize)
        self._numbers[process] = report.number
        tables = self._tables.setdefault(process, {})
        for table in {*tables, *map(TableId, report.tables)}:
            before = tables.get(table, _Known(0, Counter()))
            if before.number > report.number:
                continue  # a notice is newer
            after = read_counts(report.tables.get(table, ()))
            if after:
                tables[table] = _Known(report.number, after)
            else:
                tables.pop(table, None)
            if after != before.counts:
                yield table

    def _forget(self, process: str) -> list[TableId]:
        self._texts.pop(process, None)
        self._numbers.pop(process, None)
        return list(self._tables.pop(process))


def write_counts(counts: Mapping[int | None, int]) -> list[tuple[int, int]]:
    """Write how many connections there are for each seat.

    >>> write_counts({0: 1, None: 2, 1: 0})
    [(-1, 2), (0, 1)]
    """
    return sorted((SPECTATORS if seat is None else seat, many) for seat, many in counts.items() if many > 0)


def read_counts(pairs: "list[tuple[int, int]] | tuple[()]") -> Counts:
    """Read how many connections there are for each seat.

    >>> read_counts([(-1, 2), (0, 1)])
    Counter({None: 2, 0: 1})
    """
    return Counter({None if seat == SPECTATORS else seat: many for seat, many in pairs})
