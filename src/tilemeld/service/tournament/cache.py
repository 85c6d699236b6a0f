"""Tournaments in memory: folded once from their logs, and dropped when they have not been used for long.

This is only a cache: the store has every entry, and the next use folds the log again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tilemeld.engine.rules import profile
from tilemeld.service.errors import Unavailable
from tilemeld.service.ports import CommandKey
from tilemeld.service.upkeep.set_aside import SetAside
from tilemeld.tournament.errors import tournament_error
from tilemeld.tournament.log.entries import Entry, active, parse_entry
from tilemeld.tournament.log.state import TournamentState, fold
from tilemeld.tournament.players import NewPlayer

from .ports import StoredEntry, TournamentId, TournamentStore

KEPT = 64
"""How many tournaments are kept in memory."""
CHARACTERS = 24 * 1_048_576
"""How long their logs may be together; in memory a log takes some eight times as many bytes."""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """What everybody may see, written once for each version of the tournament."""

    tag: str
    """A digest of the body: the same after a restart, another for other names."""
    body: bytes
    packed: bytes
    """The same, compressed."""


@dataclass(slots=True)
class KnownTournament:
    """A tournament in memory."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    log: list[Entry] = field(default_factory=list)
    folded: TournamentState | None = None
    cards: dict[str, NewPlayer] = field(default_factory=dict)
    cards_version: int = 0
    pages: dict[object, object] = field(default_factory=dict)
    """What was computed for this version, by the function that computes it."""
    ids: dict[str, int] = field(default_factory=dict)
    """Which entry was written under which id of a client."""
    size: int = 0
    """How many characters its log has."""
    writing_page: asyncio.Lock = field(default_factory=asyncio.Lock)
    writers: int = 0
    """How many are writing or wait for it; it is not dropped then."""

    @property
    def state(self) -> TournamentState:
        """The tournament as it is."""
        assert self.folded is not None, "a loaded tournament was opened"
        return self.folded

    def written(self, key: CommandKey | None) -> Entry | None:
        """Return the entry that was written under the id of a key."""
        number = None if key is None else self.ids.get(key.id)
        return None if number is None else self.log[number - 1]

    def took(self, entry: Entry, size: int) -> None:
        """Note an entry that is durable."""
        self.log.append(entry)
        self.size += size
        if entry.id:
            self.ids[entry.id] = entry.number
        self.pages = {}


class TournamentCache:
    """The tournaments that were asked for last."""

    def __init__(
        self,
        store: TournamentStore,
        *,
        kept: int = KEPT,
        characters: int = CHARACTERS,
        set_aside: SetAside | None = None,
    ) -> None:
        self._store = store
        self._set_aside = set_aside or SetAside()
        self._kept = kept
        self._characters = characters
        self._folding = asyncio.Lock()
        self._tournaments: OrderedDict[TournamentId, KnownTournament] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tournaments)

    async def get(self, tournament: TournamentId) -> KnownTournament:
        """Return a tournament; ``TournamentError`` if there is none."""
        now = self._tournaments.get(tournament)
        if now is None:
            loaded = KnownTournament()
            await self.load(tournament, loaded)
            now = self._tournaments.setdefault(tournament, loaded)
        self._tournaments.move_to_end(tournament)
        self._drop()
        return now

    @asynccontextmanager
    async def writing(self, tournament: TournamentId) -> AsyncIterator[KnownTournament]:
        """Lock a tournament: nobody else writes to it meanwhile."""
        now = await self.get(tournament)
        now.writers += 1
        try:
            async with now.lock:
                yield now
        finally:
            now.writers -= 1

    def forget(self, tournament: TournamentId) -> None:
        """Drop a tournament."""
        self._tournaments.pop(tournament, None)

    async def catch_up(self, tournament: TournamentId) -> None:
        """Look again at a tournament that another process has written to."""
        if tournament in self._tournaments:
            async with self.writing(tournament) as now:
                await self.load(tournament, now)

    async def load(self, tournament: TournamentId, now: KnownTournament) -> None:
        """Read a tournament from the store.

        Raises ``TournamentError`` if there is none, ``Unreadable`` if it is there but cannot be read.
        """
        try:
            stored = await self._store.load_entries(tournament)
            async with self._folding:  # several threads would only compete for the machine
                read = await asyncio.to_thread(_read, stored) if stored else None
        except Unavailable:
            raise
        except Exception as error:
            raise self._set_aside.put("tournament", tournament, error) from error
        if read is None:
            raise tournament_error("tournament/unknown")
        now.log, now.folded = read
        now.size = sum(len(each.body) for each in stored)
        now.ids = {entry.id: entry.number for entry in now.log if entry.id}
        await self.load_cards(tournament, now)

    async def load_cards(self, tournament: TournamentId, now: KnownTournament) -> None:
        """Read the names of a tournament from the store."""
        stored = await self._store.cards(tournament)
        now.cards = {card.id: NewPlayer(card.name, card.public_name, card.club) for card in stored}
        now.cards_version += 1
        now.pages = {}

    def _drop(self) -> None:
        """Drop the least recently used while there are too many or too long ones; never the last."""
        size = sum(now.size for now in self._tournaments.values())
        *others, _ = self._tournaments.items()
        for tournament, now in others:
            if len(self._tournaments) <= self._kept and size <= self._characters:
                return
            if not now.writers:
                del self._tournaments[tournament]
                size -= now.size


def _read(stored: Sequence[StoredEntry]) -> tuple[list[Entry], TournamentState]:
    log = [parse_entry(each.body) for each in stored]
    numbers = [entry.number for entry in log]
    if numbers != list(range(1, len(log) + 1)) or numbers != [each.number for each in stored]:
        raise ValueError("an entry is missing or stands in another's place")
    folded = fold(active(log))
    if folded is None:
        raise ValueError("nothing in the log opens the tournament")
    profile(folded.format.rules.profile, folded.format.rules.version)
    return log, folded
