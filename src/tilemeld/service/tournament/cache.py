"""Tournaments in memory: the whole log of each, its names, and the pages that were computed from it."""

import asyncio
import gzip
import hashlib
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tilemeld.service.log.log_cache import STATE_BYTES, LogCache, Moment, OpenLog
from tilemeld.service.ports import CommandKey
from tilemeld.tournament.log.entries import Entry, Signature
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card

from .ports import StoredCard, TournamentId

SERVER = Signature("server", "")
"""Who writes what the server notices."""
KEPT = 64
"""How many tournaments are kept in memory."""
CHARACTERS = 24 * 1_048_576
"""How long their logs may be together."""
TEXT_TIMES = 8
"""The size of a log in memory as a multiple of its text, measured."""


Shown = TypeVar("Shown", covariant=True)  # noqa: PLC0105  # a word, not a formula


@dataclass(frozen=True, slots=True)
class WrittenPage(Generic[Shown]):
    """A page as text, written once for each version of a tournament."""

    tag: str
    """A digest of the body: the same after a restart, another for other names."""
    body: bytes
    packed: bytes
    """The same, compressed."""

    @classmethod
    def of(cls, body: bytes) -> "WrittenPage[Shown]":
        """Compress and tag a text."""
        tag = hashlib.sha256(body).hexdigest()[:16]
        return cls(f'W/"{tag}"', body, gzip.compress(body, 6, mtime=0))

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.body) + len(self.packed)


@dataclass(slots=True)
class KnownTournament(OpenLog[TournamentState, Entry]):
    """A tournament in memory."""

    log: list[Entry] = field(default_factory=list)
    cards: dict[str, Card] = field(default_factory=dict)
    pages: dict[object, object] = field(default_factory=dict)
    """What was computed for this version, by the function that computes it."""
    ids: dict[tuple[bool, str], int] = field(default_factory=dict)
    """Which entry was written under which id; those of the server are apart, and no client can take one."""
    size: int = 0
    """How many characters its log has."""
    writing_page: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def now(self) -> TournamentState:
        """The tournament as it is."""
        assert self.state is not None, "a loaded tournament was opened"
        return self.state

    def written(self, key: CommandKey | None) -> Entry | None:
        """Return the entry that was written under the id of a key."""
        number = None if key is None else self.ids.get((key.who == SERVER.role, key.id))
        return None if number is None else self.log[number - 1]

    def accept(self, moment: Moment[TournamentState, Entry]) -> None:
        """Add a durable entry."""
        OpenLog.accept(self, moment)
        entry = moment.step
        self.log.append(entry)
        self.size += moment.size
        if entry.id:
            self.ids[entry.by.role == SERVER.role, entry.id] = entry.number
        self._drop_pages()

    def name(self, *cards: StoredCard, whole: bool = False) -> None:
        """Take in cards that are stored: these in addition, or these and no others."""
        named = {card.id: Card(card.name, card.public_name, card.club) for card in cards}
        self.cards = named if whole else {**self.cards, **named}
        self._drop_pages()

    def keep_page(self, work: object, page: object) -> None:
        """Keep what was computed for this version; a text counts as what it takes."""
        self.pages[work] = page
        self.weight += page.size if isinstance(page, WrittenPage) else 0

    def slim(self) -> None:
        """Keep only what the next command needs; pages are written again when they are asked for."""
        OpenLog.slim(self)
        self._drop_pages()

    def _drop_pages(self) -> None:
        self.pages = {}  # another one: what is still being computed is kept with the version it belongs to
        self.weight = STATE_BYTES + TEXT_TIMES * self.size

    def forget(self) -> None:
        """Drop everything."""
        OpenLog.forget(self)
        self.log, self.ids, self.size, self.pages = [], {}, 0, {}


class TournamentCache(LogCache[TournamentId, KnownTournament]):
    """The tournaments that were asked for last."""

    def __init__(self, *, kept: int = KEPT, characters: int = CHARACTERS) -> None:
        super().__init__(KnownTournament, items=kept, bytes=kept * STATE_BYTES + TEXT_TIMES * characters)
