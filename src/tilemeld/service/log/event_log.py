"""The event log: one writer for each log. Load, decide, append, and only then acknowledge and publish.

Games and tournaments are two users of it: each says how its entries are stored, folded and announced.
What both share is written here once: the queue of each log, the key under which a repeated command is
done once, losing a race against another process, catching up, the cache.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from tilemeld.engine.errors import TilemeldError
from tilemeld.service.errors import Conflict, Unavailable
from tilemeld.service.ports import Bus, Clock, CommandKey, CommandResult, StoredStep
from tilemeld.service.upkeep.set_aside import Kind, SetAside

from .belief import Belief
from .log_cache import Event, Id, LogCache, Moment, Open, State

ATTEMPTS = 8
"""How often a command is decided again when another process was first."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The durable result of a command."""

    version: int
    after: int
    repeated: bool = False
    """Whether the command had been carried out before, and this is its first result."""


@dataclass(frozen=True, slots=True)
class Decided(Generic[State, Event]):
    """What a command leads to, and how it becomes durable."""

    moment: Moment[State, Event]
    store: Callable[[], Awaitable[None]]
    """Appends it at its version: ``Conflict`` when the log is at another one or the key is taken."""
    body: str = ""
    """The entry as it is stored, if other processes are sent it with the notice."""


Decide = Callable[[Open], Awaitable[Decided[State, Event] | None]]
"""Gets the log, in its queue, and returns what follows; ``None``: nothing to do."""


class EventLog(ABC, Generic[Id, State, Event, Open]):
    """Every log of one kind, each with a queue of its own."""

    kind: ClassVar[Kind]
    refusal: ClassVar[type[TilemeldError]]
    """How a command is refused; before that, a log that another process may have changed is checked again."""
    unknown: ClassVar[type[TilemeldError]]
    """How a log that does not exist is refused."""

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        memory: LogCache[Id, Open],
        *,
        belief: Belief | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        self._belief = belief or Belief()
        self._bus = bus
        self._clock = clock
        self._set_aside = set_aside or SetAside()
        self.memory = memory
        self._running: set[asyncio.Future[Any]] = set()

    # What each kind of log says

    @abstractmethod
    async def _stored(self, item: Id, after: int) -> Sequence[StoredStep]:
        """Return the entries decided at this version or later."""

    @abstractmethod
    def _fold(self, cached: Open, stored: Sequence[StoredStep]) -> list[Moment[State, Event]]:
        """Read entries and fold them onto what is there, if anything; may run in a thread."""

    @abstractmethod
    async def _load_rest(self, item: Id, cached: Open, stored: Sequence[StoredStep]) -> None:
        """Load what is kept next to the entries, and check what was read; ``unknown`` without any."""

    @abstractmethod
    async def _find_result(self, item: Id, cached: Open, key: CommandKey) -> CommandResult | None:
        """Return the result of a command, however long ago it was."""

    def _known_result(self, cached: Open, key: CommandKey) -> CommandResult | None:
        """Return the result of a command that is in memory."""
        return cached.results.get((key.who, key.id))

    @abstractmethod
    def _reused(self) -> TilemeldError:
        """Return the refusal of a key that was used for something else."""

    @abstractmethod
    async def _publish(self, item: Id, cached: Open, moment: Moment[State, Event], body: str = "") -> None:
        """Announce a durable entry, which others may be sent as it is stored."""

    def _tell_here(self, item: Id, version: int) -> None:
        """Tell those who follow the log in this process that it has come so far."""

    def _is_followed(self, item: Id) -> bool:
        """Say whether somebody follows the log in this process."""
        return True

    # What all of them do

    async def write(
        self, item: Id, decide: Decide[Open, State, Event], *, key: CommandKey | None = None
    ) -> Outcome | None:
        """Append what ``decide`` returns for the present state, if anything; under a key, once.

        It is finished even if the caller is cancelled. Raises what ``decide`` raises, ``Conflict`` when
        others are first again and again, ``Unavailable``; then nothing was changed.
        """
        return await self._finish(self._write(item, decide, key))

    async def begin(self, item: Id, decide: Decide[Open, State, Event]) -> Outcome:
        """Append the first entry of a log; ``Conflict`` when there is one already."""
        return await self._finish(self._begin(item, decide))

    async def loaded(self, item: Id) -> Open:
        """Return a log in memory, folded as far as this process knows it."""
        cached = self.memory.open(item, self._clock.now_ms())
        if cached.state is None or cached.is_stale or self._is_old(cached):
            async with self.memory.writing(item, self._clock.now_ms()) as cached:
                cached.is_stale |= self._is_old(cached)
                await self._load(item, cached)
        return cached

    async def look_again(self, item: Id) -> None:
        """Fold what other processes have added to a log that is in memory."""
        if (cached := self.memory.find(item)) is not None and cached.state is not None:
            async with self.memory.writing(item, self._clock.now_ms()) as cached:
                await self._look_again(item, cached)

    async def catch_up(self, item: Id, version: int) -> None:
        """Fold what another process has added to a log, up to this version at least."""
        cached = self.memory.find(item)
        if cached is not None and cached.state is not None and cached.version < version:
            async with self.memory.writing(item, self._clock.now_ms()) as cached:
                await self._look_again(item, cached)

    async def hear(self, item: Id, version: int, entry: StoredStep | None = None) -> None:
        """Take a notice of another process: fold its entry, if it came along, or what the store has."""
        if self.memory.find(item) is None:
            self._tell_here(item, version)
            return
        async with self.memory.writing(item, self._clock.now_ms()) as cached:
            if cached.state is None or cached.version >= version:
                self._tell_here(item, version)
            elif not self._is_followed(item):
                cached.is_stale = True  # whoever needs it reads it
            elif entry is None or entry.version != cached.version or not self._fold_heard(cached, entry):
                await self._look_again(item, cached)
            else:
                self._tell_here(item, cached.version)

    async def look_at_all(self, items: Sequence[Id], versions: Mapping[Id, int], *, asked_at: int) -> None:
        """Compare logs in memory with the versions that the store had then, and fold what is new."""
        for item in items:
            cached = self.memory.find(item)
            if cached is None or cached.state is None or item not in versions:
                continue
            if cached.version >= versions[item]:
                cached.looked_at = max(cached.looked_at, asked_at)
            else:
                await self.look_again(item)

    async def check(self, item: Id) -> None:
        """Read a log from its beginning and keep nothing of it; raises as reading it does."""
        await self._read_all(item)

    def is_set_aside(self, item: Id) -> bool:
        """Say whether a log could not be read."""
        return self._set_aside.has(self.kind, item)

    async def drain(self) -> None:
        """Wait until every command that is under way is durable."""
        while self._running:
            await asyncio.wait(self._running)

    # Inside

    def _is_old(self, cached: Open) -> bool:
        return self._belief.is_old(cached.looked_at, self._clock.now_ms())

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish a task even if the caller that waits for it is cancelled."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _begin(self, item: Id, decide: Decide[Open, State, Event]) -> Outcome:
        async with self.memory.writing(item, self._clock.now_ms()) as cached:
            decided = await decide(cached)
            assert decided is not None, "a log begins with something"
            return await self._append(item, cached, decided, None)

    async def _write(
        self, item: Id, decide: Decide[Open, State, Event], key: CommandKey | None
    ) -> Outcome | None:
        was_lost = False
        async with self.memory.writing(item, self._clock.now_ms()) as cached:
            for _ in range(ATTEMPTS):
                await self._load(item, cached)
                if key is not None and (known := self._known_result(cached, key)) is not None:
                    return self._repeated(known, key)
                try:
                    decided = await decide(cached)
                    return None if decided is None else await self._append(item, cached, decided, key)
                except (Conflict, Unavailable, self.refusal) as error:
                    if isinstance(error, Unavailable) and was_lost:
                        raise
                    was_lost |= isinstance(error, Unavailable)
                    # Another process was first, or this command itself, long ago or just now before the
                    # answer was lost: then its result counts.
                    has_more = await self._look_again(item, cached)
                    if key is not None and (first := await self._first(item, cached, key)) is not None:
                        return first
                    if not has_more and not isinstance(error, Conflict | Unavailable):
                        if was_lost:  # it may yet be stored, so a refusal could be a lie
                            raise Unavailable("store/unavailable") from error
                        raise
            raise Conflict("store/conflict")

    async def _append(
        self, item: Id, cached: Open, decided: Decided[State, Event], key: CommandKey | None
    ) -> Outcome:
        """Make an entry durable, then announce it; after any error the log is looked at again."""
        moment, asked_at = decided.moment, self._clock.now_ms()
        try:
            await decided.store()
        except BaseException:
            cached.is_stale, cached.unsure = True, moment
            raise
        cached.unsure = None
        cached.accept(moment)
        cached.looked_at = asked_at
        if key is not None:
            cached.keep_result(CommandResult(key, moment.before, moment.version))
        await self._publish(item, cached, moment, decided.body)
        return Outcome(moment.before, moment.version)

    async def _load(self, item: Id, cached: Open) -> None:
        """Fold a log that is not in memory, or what is new in one that may be out of date."""
        if cached.state is None:
            asked_at = self._clock.now_ms()
            try:
                moments = await self._read(item, cached)
            except TilemeldError:
                self.memory.forget(item)
                raise
            for moment in moments:
                cached.accept(moment)
            cached.is_stale, cached.looked_at = False, asked_at
            self.memory.lose_weight()
            self._tell_here(item, cached.version)
        elif cached.is_stale:
            await self._look_again(item, cached)

    async def _look_again(self, item: Id, cached: Open) -> bool:
        """Fold what is new in the store; say whether there was anything."""
        if cached.state is None:
            return False
        asked_at = self._clock.now_ms()
        stored = await self._stored(item, cached.version)
        cached.is_stale, cached.looked_at = False, asked_at
        if not stored:
            return False
        try:
            moments = self._fold(cached, stored)
            await self._load_rest(item, cached, stored)
        except (ValueError, TilemeldError):  # what is there is not what was read: read all of it
            cached.forget()
            await self._load(item, cached)
            return True
        for moment in moments:
            cached.accept(moment)
        self._tell_here(item, cached.version)
        await self._announce_unsure(item, cached, moments)
        return True

    def _fold_heard(self, cached: Open, entry: StoredStep) -> bool:
        """Fold an entry that another process has sent; if it does not fit, the store has the right one."""
        try:
            moments = self._fold(cached, [entry])
        except Exception:
            return False
        for moment in moments:
            cached.accept(moment)
        return True

    async def _announce_unsure(self, item: Id, cached: Open, moments: Sequence[Moment[State, Event]]) -> None:
        """Announce an entry of this process whose answer was lost, if it is among what was found."""
        unsure, cached.unsure = cached.unsure, None
        if unsure is not None and any(
            (each.before, each.step) == (unsure.before, unsure.step) for each in moments
        ):
            await self._publish(item, cached, unsure)

    async def _read_all(self, item: Id) -> list[Moment[State, Event]]:
        """Read a log from its beginning without keeping anything."""
        return await self._read(item, self.memory.blank())

    async def _read(self, item: Id, cached: Open) -> list[Moment[State, Event]]:
        """Read a log from its beginning.

        Raises what the kind raises for an unknown one, or ``Unreadable`` for one that cannot be read.
        """
        try:
            stored = await self._stored(item, 0)
            await self._load_rest(item, cached, stored)
            return await asyncio.to_thread(self._fold, cached, stored)
        except (self.unknown, Unavailable):
            raise
        except Exception as error:
            raise self._set_aside.put(self.kind, item, error) from error

    async def _first(self, item: Id, cached: Open, key: CommandKey) -> Outcome | None:
        known = self._known_result(cached, key) or await self._find_result(item, cached, key)
        return None if known is None else self._repeated(known, key)

    def _repeated(self, known: CommandResult, key: CommandKey) -> Outcome:
        if known.key.digest not in ("", key.digest):
            raise self._reused()
        return Outcome(known.version, known.after, repeated=True)
