"""Limits: buckets that refill with time, for connections and for addresses."""

from collections import OrderedDict
from collections.abc import Iterator

KEPT = 10_000
NOTABLE = 10
"""Whoever has spent or holds a tenth of a limit settles with other processes; nobody else costs anything."""


class Bucket:
    """A token bucket: a burst at once, then a rate per second."""

    __slots__ = ("_burst", "_level", "_per_second", "_seen_ms", "spent")

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._level = float(burst)
        self._seen_ms: int | None = None
        self.spent = 0.0
        """What was taken here since this process last settled with the others."""

    def take(self, now_ms: int, weight: float = 1) -> bool:
        """Take one token, or several, if there are enough."""
        self._refill(now_ms)
        if self._level < weight:
            return False
        self._level -= weight
        self.spent += weight
        return True

    def settle(self, level: float, spent: float) -> None:
        """Take over the level that all processes share, of which so much of the spending here is part."""
        self.spent -= spent
        self._level = min(self._level, level - self.spent)

    def _refill(self, now_ms: int) -> None:
        if self._seen_ms is not None:
            gained = (now_ms - self._seen_ms) / 1000 * self._per_second
            self._level = min(self._burst, self._level + gained)
        self._seen_ms = now_ms

    def owe(self, now_ms: int, weight: float, *, most_ms: int) -> int | None:
        """Take tokens even where there are not enough, and return how long to wait until there are.

        None where that would be too long; nothing is taken then.
        """
        self._refill(now_ms)
        wait_ms = max(0, int((weight - self._level) / self._per_second * 1000))
        if wait_ms > most_ms:
            return None
        self._level -= weight
        self.spent += weight
        return wait_ms


class Buckets:
    """A bucket for each address; unused ones are dropped."""

    def __init__(self, per_second: float, burst: float, *, name: str = "") -> None:
        self.per_second = per_second
        self.burst = burst
        self.name = name
        """What is limited."""
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._notable: set[str] = set()

    def take(self, address: str, now_ms: int, weight: float = 1) -> bool:
        """Take one token for the address, or several, if there are enough."""
        bucket = self._bucket(address)
        is_enough = bucket.take(now_ms, weight)
        self._note(address, bucket)
        return is_enough

    def owe(self, address: str, now_ms: int, weight: float, *, most_ms: int) -> int | None:
        """Take tokens for the address, and return how long to wait; ``None`` if that is too long."""
        bucket = self._bucket(address)
        wait_ms = bucket.owe(now_ms, weight, most_ms=most_ms)
        self._note(address, bucket)
        return wait_ms

    def notable(self) -> Iterator[tuple[str, Bucket]]:
        """Return who has spent much here since it was last settled, and forget that."""
        names, self._notable = self._notable, set()
        for name in names:
            if (bucket := self._buckets.get(name)) is not None:
                yield name, bucket

    def _note(self, address: str, bucket: Bucket) -> None:
        if bucket.spent * NOTABLE >= self.burst:
            self._notable.add(address)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.per_second, self.burst)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket
