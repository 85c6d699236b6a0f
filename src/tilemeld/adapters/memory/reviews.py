"""Reviews in memory: for a server without a store, and for tests."""

from collections import OrderedDict

from tilemeld.bots.coach.review_values import Analysis

KEPT = 64


class MemoryReviews:
    """Keeps the latest reviews."""

    def __init__(self, *, kept: int = KEPT) -> None:
        self._kept = kept
        self._found: OrderedDict[str, Analysis] = OrderedDict()

    async def keep(self, key: str, analysis: Analysis) -> None:
        """Keep a review, and forget the oldest."""
        self._found[key] = analysis
        self._found.move_to_end(key)
        while len(self._found) > self._kept:
            self._found.popitem(last=False)

    async def find(self, key: str) -> Analysis | None:
        """Return a review that was kept."""
        return self._found.get(key)
