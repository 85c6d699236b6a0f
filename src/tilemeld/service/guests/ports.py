"""Ports of guests: codes for another device."""

from dataclasses import dataclass
from typing import Protocol

from tilemeld.service.ports import PersonId


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A code of a person; used once, by whoever has the ticket."""

    code: str
    person: PersonId
    expires_at: int
    ticket: str | None = None

    @property
    def is_used(self) -> bool:
        """Whether another device has come in by it."""
        return self.ticket is not None


class DeviceCodeStore(Protocol):
    """The codes that are valid now."""

    async def put_device_code(self, code: DeviceCode, *, now: int) -> None:
        """Keep a new code instead of the person's earlier ones, and forget those that are over."""
        ...

    async def device_code(self, code: str) -> DeviceCode | None:
        """Return a code."""
        ...

    async def device_code_of(self, person: PersonId) -> DeviceCode | None:
        """Return the code of a person."""
        ...

    async def use_device_code(self, code: str, ticket: str, *, now: int) -> PersonId | None:
        """Use a code, once, and return whose it is; the same ticket may ask again.

        ``None`` for a code that is wrong, over, or was used by another device.
        """
        ...
