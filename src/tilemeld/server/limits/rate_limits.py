"""Limits: buckets that refill with time, for connections and for addresses."""

from collections import OrderedDict

KEPT = 10_000


class Bucket:
    """A token bucket: a burst at once, then a rate per second."""

    __slots__ = ("_burst", "_level", "_per_second", "_seen_ms")

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._level = float(burst)
        self._seen_ms: int | None = None

    def take(self, now_ms: int, weight: float = 1) -> bool:
        """Take one token, or several, if there are enough."""
        self._refill(now_ms)
        if self._level < weight:
            return False
        self._level -= weight
        return True

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
        return wait_ms


class Buckets:
    """A bucket for each address; unused ones are dropped."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now_ms: int, weight: float = 1) -> bool:
        """Take one token for the address, or several, if there are enough."""
        return self._bucket(address).take(now_ms, weight)

    def owe(self, address: str, now_ms: int, weight: float, *, most_ms: int) -> int | None:
        """Take tokens for the address, and return how long to wait; ``None`` if that is too long."""
        return self._bucket(address).owe(now_ms, weight, most_ms=most_ms)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._per_second, self._burst)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket
