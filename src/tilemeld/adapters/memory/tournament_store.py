"""Tournaments in memory: the simplest implementation of the port."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from tilemeld.service.errors import Conflict
from tilemeld.service.ports import CommandKey, FollowUp, PersonId
from tilemeld.service.tournament.ports import StoredCard, StoredClock, StoredEntry, TournamentId, Where

from .follow_ups import MemoryFollowUpStore


class MemoryTournamentStore(MemoryFollowUpStore, ABC):
    """The part of the store in memory that keeps tournaments."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[TournamentId, list[StoredEntry]] = {}
        self._cards: dict[TournamentId, dict[str, StoredCard]] = {}
        self._tournaments_of: dict[PersonId, set[TournamentId]] = {}
        self._clocks: dict[Where, StoredClock] = {}

    @abstractmethod
    def _put_key(self, key: CommandKey | None, *, about: str, at: int) -> None:
        """Note under which key something is written; ``Conflict`` when it is taken."""

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
        """Add an entry at its number."""
        known = self._entries.get(tournament, [])
        if entry.number != len(known) + 1:
            raise Conflict("store/conflict")
        self._entries.setdefault(tournament, []).append(entry)
        for card in cards:
            self._cards.setdefault(tournament, {})[card.id] = card
        if person is not None:
            self._tournaments_of.setdefault(person, set()).add(tournament)
        self._follow(follow_up)
        self._end_rounds(tournament, round_ends)

    async def load_entries(self, tournament: TournamentId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries after a number."""
        return self._entries.get(tournament, [])[after:]

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament."""
        return sorted(self._entries)

    async def tournaments_of(self, person: PersonId) -> Sequence[TournamentId]:
        """Return the tournaments of a person."""
        return sorted(self._tournaments_of.get(person, ()))

    async def cards(self, tournament: TournamentId) -> Sequence[StoredCard]:
        """Return the cards of a tournament."""
        return [card for _, card in sorted(self._cards.get(tournament, {}).items())]

    async def put_card(
        self, tournament: TournamentId, card: StoredCard, *, at: int = 0, key: CommandKey | None = None
    ) -> None:
        """Store a card."""
        self._put_key(key, about=tournament, at=at)
        self._cards.setdefault(tournament, {})[card.id] = card

    async def erase_card(self, tournament: TournamentId, card: str) -> None:
        """Forget a name."""
        self._cards.get(tournament, {}).pop(card, None)

    async def press_clock(self, where: Where, clock: StoredClock) -> StoredClock:
        """Keep a clock that was pressed more often."""
        known = self._clocks.get(where)
        if known is None or known.presses < clock.presses:
            self._clocks[where] = clock
        return self._clocks[where]

    async def clock_at(self, where: Where) -> StoredClock | None:
        """Return the clock of a table."""
        return self._clocks.get(where)

    async def delete_tournament(self, tournament: TournamentId) -> None:
        """Forget a tournament."""
        self._entries.pop(tournament, None)
        self._cards.pop(tournament, None)
        for tournaments in self._tournaments_of.values():
            tournaments.discard(tournament)
        self._forget_follow_ups(tournament)
        self._clocks = {where: clock for where, clock in self._clocks.items() if where[0] != tournament}
