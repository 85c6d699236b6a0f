"""Holdings: how much of something each person or address has open now, here and in other processes."""

from collections import Counter
from collections.abc import Iterator, Mapping

from .rate_limits import NOTABLE


class Holdings:
    """Counts what is held by whom; who holds a notable part of the limit is known to the other processes."""

    def __init__(self, name: str, limit: int) -> None:
        self.name = name
        """What is held."""
        self.limit = limit
        self._here: Counter[str] = Counter()
        self._elsewhere: Mapping[str, int] = {}

    def here(self, who: str) -> int:
        """Return how much somebody holds in this process."""
        return self._here[who]

    def total(self, who: str) -> int:
        """Return how much somebody holds in all processes, as far as it is known here."""
        return self._here[who] + self._elsewhere.get(who, 0)

    def is_full(self, who: str, *, but: int = 0) -> bool:
        """Say whether somebody holds as much as allowed, except for so many."""
        return self.total(who) - but >= self.limit

    def take(self, who: str) -> None:
        """Count one more."""
        self._here[who] += 1

    def give_back(self, who: str) -> None:
        """Count one less."""
        self._here[who] -= 1
        if self._here[who] <= 0:
            del self._here[who]

    def notable(self) -> Iterator[str]:
        """Return who holds so much that the other processes have to know."""
        return (who for who, count in self._here.items() if count * NOTABLE >= self.limit)

    def learn(self, elsewhere: Mapping[str, int]) -> None:
        """Take in what those who hold much here hold elsewhere."""
        self._elsewhere = elsewhere
