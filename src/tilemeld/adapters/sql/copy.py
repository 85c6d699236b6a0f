"""Copies everything from one store in SQL to another, and compares them row by row afterwards."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .statements import do
from .store import SqlStore

PAGE = 500
"""How many rows are read at a time."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table; the first ones are its key."""

    key: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def every(self) -> tuple[str, ...]:
        """All of them."""
        return self.key + self.others


def _columns(key: str, others: str = "") -> Columns:
    return Columns(tuple(key.split()), tuple(others.split()))


TABLES: Mapping[str, Columns] = {
    "games": _columns("id", "table_id version over"),
    "tables": _columns("id", "code version body listed playing touched_at"),
    "people": _columns("id", "name avatar created_at seen_at"),
    "facts": _columns("name", "value"),
    "steps": _columns("game_id version", "after at body"),
    "commands": _columns("game_id who id", "digest version after"),
    "deadlines": _columns("game_id", "version at"),
    "drafts": _columns("game_id", "seat turn number body"),
    "sitters": _columns("person table_id"),
    "writes": _columns("who id", "digest about at"),
    "event_entries": _columns("event_id number", "body"),
    "event_cards": _columns("event_id card", "name public_name club"),
    "event_people": _columns("person event_id"),
    "follow_ups": _columns("item number kind", "at tries"),
    "turn_clocks": _columns("event_id round table_number", "presses body"),
}
"""Every table that is copied, in the order in which rows may be added."""
OF_PROCESSES = ("processes", "owners")
"""What says which servers live now: of no use in a copy, nor in a file, which one server uses alone."""
OF_WORKERS = ("jobs", "workers", "job_turns")
"""What workers do now: in PostgreSQL only."""
MADE_AGAIN = ("reviews",)
"""What is neither copied nor salvaged, because it is made again when somebody asks."""
SHORT_LIVED = ("buckets", "held", "origins", "device_codes")
"""What is forgotten within a day anyway, and neither copied nor salvaged."""

OnRows = Callable[[str, int], None]
"""Called with the name of a table and how many of its rows are done."""


async def copy_all(source: SqlStore, target: SqlStore, on_rows: OnRows = lambda _name, _rows: None) -> int:
    """Copy every row into an empty store and compare all of them; return how many there are.

    Raises ``RuntimeError`` when the target is not empty, or has other rows afterwards.
    """
    for name in TABLES:
        async for _ in pages(target, name):
            raise RuntimeError(f"the target is not empty: it has {name}")
    copied = 0
    for name, columns in TABLES.items():
        places = ", ".join(f"?{place}" for place in range(1, len(columns.every) + 1))
        sql = f"INSERT INTO {name} ({', '.join(columns.every)}) VALUES ({places})"
        async for page in pages(source, name):
            await target._write(*(do(sql, *row) for row in page))
            copied += len(page)
            on_rows(name, copied)
    for name in TABLES:
        await _compare(source, target, name)
    return copied


async def _compare(source: SqlStore, target: SqlStore, name: str) -> None:
    theirs = pages(target, name)
    async for page in pages(source, name):
        if page != await anext(theirs, None):
            raise RuntimeError(f"{name} are not the same after copying: was a server running?")
    if await anext(theirs, None) is not None:
        raise RuntimeError(f"the target has {name} that were not copied: was a server running?")


async def pages(store: SqlStore, name: str) -> AsyncIterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in the order of their keys, some at a time."""
    columns = TABLES[name]
    key, count = ", ".join(columns.key), len(columns.key)
    sql = f"SELECT {', '.join(columns.every)} FROM {name}"
    after: tuple[Any, ...] = ()
    while True:
        places = ", ".join(f"?{place}" for place in range(1, len(after) + 1))
        where = f" WHERE ({key}) > ({places})" if after else ""
        found = await store._rows(f"{sql}{where} ORDER BY {key} LIMIT {PAGE}", *after)
        if not found:
            return
        page = [tuple(row) for row in found]
        yield page
        after = page[-1][:count]
