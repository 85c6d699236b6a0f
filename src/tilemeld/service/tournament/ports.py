"""Ports of tournaments: logs of entries by tournament and number; cards with names, which can be erased."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

from tilemeld.engine.record.codec import Json
from tilemeld.service.ports import CommandKey, FollowUp, PersonId
from tilemeld.tournament.views.printouts import Kind

TournamentId = NewType("TournamentId", str)


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One line of a tournament's log, as its JSON text."""

    number: int
    body: str


@dataclass(frozen=True, slots=True)
class StoredCard:
    """The name behind a number of a tournament; nothing else names the player."""

    id: str
    name: str
    public_name: str
    club: str


Where = tuple[TournamentId, int, int]
"""A real table: a tournament, a round, a table."""


@dataclass(frozen=True, slots=True)
class StoredClock:
    """The turn clock of a table, as its JSON text, and the number of presses."""

    presses: int
    body: str


class TournamentStore(Protocol):
    """Tournaments as logs of entries."""

    async def append_entry(
        self,
        tournament: TournamentId,
        entry: StoredEntry,
        *,
        cards: Sequence[StoredCard] = (),
        person: PersonId | None = None,
        follow_up: FollowUp | None = None,
        round_ends: Mapping[int, int] | None = None,
    ) -> None:
        """Add an entry and cards in one transaction, and return when they are durable.

        With a person, who then takes part in the tournament and is found by ``tournaments_of``; with what
        follows from it; and with when each running round ends, instead of what was stored of that before.

        Raises ``Conflict`` when the tournament has this entry already or not the one before.
        """
        ...

    async def load_entries(self, tournament: TournamentId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries after a number, in order; none if there is no such tournament."""
        ...

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament."""
        ...

    async def tournaments_of(self, person: PersonId) -> Sequence[TournamentId]:
        """Return the tournaments in which a person has ever taken part."""
        ...

    async def cards(self, tournament: TournamentId) -> Sequence[StoredCard]:
        """Return the cards of a tournament."""
        ...

    async def put_card(
        self, tournament: TournamentId, card: StoredCard, *, at: int = 0, key: CommandKey | None = None
    ) -> None:
        """Store a card, new or changed, and in the same transaction the key under which it was sent.

        Raises ``Conflict`` when the key is taken.
        """
        ...

    async def erase_card(self, tournament: TournamentId, card: str) -> None:
        """Forget a name."""
        ...

    async def press_clock(self, where: Where, clock: StoredClock) -> StoredClock:
        """Keep the turn clock of a table if it was pressed more often than the one that is kept.

        Returns the one that counts, when it is durable.
        """
        ...

    async def clock_at(self, where: Where) -> StoredClock | None:
        """Return the turn clock of a table; ``None`` if nobody has pressed it."""
        ...

    async def delete_tournament(self, tournament: TournamentId) -> None:
        """Forget a tournament with all its entries, cards, clocks and what was to follow."""
        ...


class Press(Protocol):
    """Typesets printed sheets."""

    async def print(self, kind: Kind, sheet: Mapping[str, Json]) -> bytes:
        """Return a PDF."""
        ...
