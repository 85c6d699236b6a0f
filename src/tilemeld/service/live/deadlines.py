"""Deadlines in memory: at most one for each game, the earliest first."""

import heapq
from collections.abc import Iterator

from tilemeld.service.ports import GameId

Due = tuple[int, GameId, int]
"""When, which game, at which version."""
SLACK = 64
"""How many obsolete entries the heap may have in addition to the valid ones."""


class Deadlines:
    """At most one deadline for each game."""

    def __init__(self) -> None:
        self._heap: list[Due] = []
        self._latest: dict[GameId, Due] = {}

    def __len__(self) -> int:
        return len(self._latest)

    def __iter__(self) -> Iterator[GameId]:
        return iter(list(self._latest))

    @property
    def size(self) -> int:
        """How many entries there are, including obsolete ones."""
        return len(self._heap)

    def set(self, at: int, game: GameId, version: int) -> bool:
        """Replace the deadline of a game; say whether it is now the earliest of all."""
        due = (at, game, version)
        self._latest[game] = due
        heapq.heappush(self._heap, due)
        self._compact()
        return self.first() == at and self._heap[0] == due

    def clear(self, game: GameId) -> None:
        """Take the deadline of a game away."""
        self._latest.pop(game, None)
        self._compact()

    def first(self) -> int | None:
        """Return when the first one is, if there is any."""
        while self._heap and self._latest.get(self._heap[0][1]) != self._heap[0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: int) -> list[tuple[GameId, int]]:
        """Return the games whose time has come, with the version at which it was set, and forget it."""
        found = []
        while (at := self.first()) is not None and at <= now:
            _, game, version = heapq.heappop(self._heap)
            del self._latest[game]
            found.append((game, version))
        return found

    def _compact(self) -> None:
        if len(self._heap) > 2 * len(self._latest) + SLACK:
            self._heap = list(self._latest.values())
            heapq.heapify(self._heap)
