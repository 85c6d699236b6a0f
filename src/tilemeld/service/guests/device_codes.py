"""Taking one's seat to another device: a short code, for a few minutes, for one other device.

Codes are in the store, so that every process accepts them. Both sides may ask again when an answer was
lost: the owner gets the same code while it has time left, and the device that used a code gets the same
answer for the same ticket.
"""

import secrets

from tilemeld.service.errors import NotFound
from tilemeld.service.ports import Clock, PersonId

from .ports import DeviceCode, DeviceCodeStore

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 8
VALID_MS = 5 * 60_000
RENEW_MS = 60_000
"""A code with less time left than this is replaced when its owner asks."""


class DeviceCodes:
    """The codes that are valid now."""

    def __init__(self, store: DeviceCodeStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def make(self, person: PersonId) -> DeviceCode:
        """Return the person's code: the one there is, or a new one when it was used or is nearly over."""
        now = self._clock.now_ms()
        known = await self._store.device_code_of(person)
        if known is not None and not known.is_used and known.expires_at - now > RENEW_MS:
            return known
        made = DeviceCode("".join(secrets.choice(LETTERS) for _ in range(LENGTH)), person, now + VALID_MS)
        await self._store.put_device_code(made, now=now)
        return made

    async def find(self, person: PersonId, code: str) -> DeviceCode:
        """Return a code of the person's own, to see whether it was used."""
        known = await self._store.device_code(_typed(code))
        if known is None or known.person != person or known.expires_at <= self._clock.now_ms():
            raise NotFound("device/unknown")
        return known

    async def use(self, code: str, ticket: str) -> PersonId:
        """Use a code and return whose it is; the same ticket may ask again.

        Raises ``NotFound`` for a code that is wrong, over, or was used by another device.
        """
        person = await self._store.use_device_code(_typed(code), ticket, now=self._clock.now_ms())
        if person is None:
            raise NotFound("device/unknown")
        return person


def _typed(code: str) -> str:
    """Return a code as it is kept, however it was typed: with spaces, dashes, small letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
