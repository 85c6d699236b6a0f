"""Quotas: how much a person and an address may have in progress at the same time."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tilemeld.service.claims import Claim
from tilemeld.service.errors import Unavailable

KEPT = 20_000
"""How many people and addresses are remembered."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many of a kind one person and one address may have."""

    person: int
    address: int


class UnderWay:
    """Counts what each person and each address waits for."""

    def __init__(self, quota: Quota, code: str) -> None:
        self._quota = quota
        self._code = code
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, claim: Claim) -> Callable[[], None]:
        """Count one more, and return the function that takes it off again.

        Raises ``Unavailable`` when the person or the address has reached the limit.
        """
        most = {f"person {claim.owner}": self._quota.person, f"address {claim.address}": self._quota.address}
        for who, limit in most.items():
            if self._held[who] >= limit:
                raise Unavailable(self._code, limit=limit)
        self._held.update(most.keys())

        def give_back() -> None:
            for who in most:
                self._held[who] -= 1
                if self._held[who] <= 0:
                    del self._held[who]

        return give_back

    @contextmanager
    def one(self, claim: Claim) -> Iterator[None]:
        """Count one more for as long as the block lasts."""
        give_back = self.take(claim)
        try:
            yield
        finally:
            give_back()
