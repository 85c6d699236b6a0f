"""Logs in memory: what is kept of each, how large it is, and what is released first.

All of it is a cache: the store has every entry and every result, and a released log is folded again on
demand.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tilemeld.service.ports import CommandResult

RESULTS = 16
"""How many results of commands are kept for retries; the store has the others."""
STATE_BYTES = 2_000
"""The additional size of a state next to the one before it, measured on games."""

State = TypeVar("State")
Event = TypeVar("Event")
"""What a log is made of: a step of a game, an entry of a tournament."""
Id = TypeVar("Id", bound=str)


@dataclass(frozen=True, slots=True)
class Moment(Generic[State, Event]):
    """An entry of a log and the state it led to."""

    step: Event
    state: State
    before: int
    """The version it was decided at."""
    version: int
    """The version it led to."""
    at: int
    size: int
    """How long the entry is as text."""


@dataclass(slots=True)
class OpenLog(Generic[State, Event]):
    """A log in memory: its queue, its state, and the results of its latest commands."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    """How many write or wait for it: it is not released then."""
    state: State | None = None
    version: int = 0
    at: int = 0
    """When its last entry was written."""
    touched_at: int = 0
    """When it was last used."""
    looked_at: int = 0
    """When it was last known to be all that the store has."""
    is_stale: bool = False
    """Whether the store may have more: the next use folds what is new."""
    unsure: Moment[State, Event] | None = None
    """An entry that may be stored although the store did not answer: it is announced when it is found."""
    weight: int = STATE_BYTES
    """About how many bytes it takes."""
    results: OrderedDict[tuple[str, str], CommandResult] = field(default_factory=OrderedDict)
    """Results of the latest commands; the store has earlier ones."""

    @property
    def is_busy(self) -> bool:
        """Whether somebody is working with it."""
        return self.users > 0 or self.lock.locked()

    def accept(self, moment: Moment[State, Event]) -> None:
        """Add a durable entry."""
        self.state, self.version, self.at = moment.state, moment.version, moment.at

    def keep_result(self, result: CommandResult) -> None:
        """Keep the result of a command for retries."""
        self.results[result.key.who, result.key.id] = result
        while len(self.results) > RESULTS:
            self.results.popitem(last=False)

    def forget(self) -> None:
        """Drop everything; the next use folds the log from its beginning."""
        self.state, self.version, self.is_stale, self.unsure = None, 0, False, None
        self.weight = STATE_BYTES

    def slim(self) -> None:
        """Keep only what the next command needs."""
        self.results.clear()


Open = TypeVar("Open", bound=OpenLog)  # type: ignore[type-arg]  # of any state and event


class LogCache(Generic[Id, Open]):
    """The logs in memory, the most recently used last."""

    def __init__(self, make: Callable[[], Open], *, items: int, bytes: int) -> None:  # noqa: A002
        self._make = make
        self._logs: OrderedDict[Id, Open] = OrderedDict()
        self._limit_items = items
        self._limit_bytes = bytes

    def __len__(self) -> int:
        return len(self._logs)

    def __iter__(self) -> Iterator[Id]:
        return iter(list(self._logs))

    @property
    def weight(self) -> int:
        """About how many bytes all of them take."""
        return sum(each.weight for each in self._logs.values())

    def open(self, item: Id, now: int) -> Open:
        """Return a log from memory, or an empty entry for it."""
        found = self._logs.get(item)
        if found is None:
            found = self._logs[item] = self._make()
            self._make_room()
        self._logs.move_to_end(item)
        found.touched_at = now
        return found

    @asynccontextmanager
    async def writing(self, item: Id, now: int) -> AsyncIterator[Open]:
        """Wait for the queue of a log: nobody else in this process writes to it meanwhile."""
        found = self.open(item, now)
        found.users += 1
        try:
            async with found.lock:
                self._logs[item] = found  # it may have been looked up in vain in the meantime
                yield found
        finally:
            found.users -= 1

    def blank(self) -> Open:
        """Return an empty entry that is not kept."""
        return self._make()

    def find(self, item: Id) -> Open | None:
        """Return a log if it is in memory."""
        return self._logs.get(item)

    def drop(self, item: Id) -> bool:
        """Release a log unless it is in use; say whether it was released."""
        found = self._logs.get(item)
        if found is not None and found.is_busy:
            return False
        self._logs.pop(item, None)
        return True

    def forget(self, item: Id) -> None:
        """Release a log even if it is in use: there is none with this id."""
        self._logs.pop(item, None)

    def lose_weight(self) -> None:
        """Reduce the least recently used; where that is not enough, release them; never the last one."""
        too_much = self.weight - self._limit_bytes
        for work in (self._slim, self.drop):
            for item in list(self._logs)[:-1] if too_much > 0 else ():
                before = self._logs[item].weight
                work(item)
                after = self._logs.get(item)
                too_much -= before - (0 if after is None else after.weight)
                if too_much <= 0:
                    return

    def _make_room(self) -> None:
        for item in list(self._logs)[: max(0, len(self._logs) - self._limit_items)]:
            self.drop(item)

    def _slim(self, item: Id) -> bool:
        found = self._logs[item]
        if not found.is_busy:
            found.slim()
        return True
