"""Taking one's seat to another device: a short code, for a few minutes, for one other device.

Codes are kept in memory only. Both sides may ask again when an answer was lost: the owner gets the same code
while it has time left, and the device that used a code gets the same answer for the same ticket.
"""

import secrets
from dataclasses import dataclass

from tilemeld.service.errors import NotFound
from tilemeld.service.ports import Clock, PersonId

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 8
VALID_MS = 5 * 60_000
RENEW_MS = 60_000
"""A code with less time left than this is replaced when its owner asks."""
KEPT = 10_000


@dataclass(slots=True)
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


class DeviceCodes:
    """The codes that are valid now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._codes: dict[str, DeviceCode] = {}
        self._of: dict[PersonId, str] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def make(self, person: PersonId) -> DeviceCode:
        """Return the person's code: the one there is, or a new one when it was used or is nearly over."""
        self._forget_old()
        known = self._codes.get(self._of.get(person, ""))
        if known is not None and not known.is_used and known.expires_at - self._clock.now_ms() > RENEW_MS:
            return known
        if known is not None:
            del self._codes[known.code]
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        made = DeviceCode(code, person, self._clock.now_ms() + VALID_MS)
        self._codes[code], self._of[person] = made, code
        return made

    def find(self, person: PersonId, code: str) -> DeviceCode:
        """Return a code of the person's own, to see whether it was used."""
        self._forget_old()
        known = self._codes.get(_typed(code))
        if known is None or known.person != person:
            raise NotFound("device/unknown")
        return known

    def use(self, code: str, ticket: str) -> PersonId:
        """Use a code and return whose it is; the same ticket may ask again.

        Raises ``NotFound`` for a code that is wrong, over, or was used by another device.
        """
        self._forget_old()
        known = self._codes.get(_typed(code))
        if known is None or known.ticket not in (None, ticket):
            raise NotFound("device/unknown")
        known.ticket = ticket
        return known.person

    def _forget_old(self) -> None:
        now = self._clock.now_ms()
        over = [code for code, each in self._codes.items() if each.expires_at <= now]
        for code in (*over, *list(self._codes)[: max(0, len(self._codes) - len(over) - KEPT)]):
            person = self._codes.pop(code).person
            if self._of.get(person) == code:
                del self._of[person]


def _typed(code: str) -> str:
    """Return a code as it is kept, however it was typed: with spaces, dashes, small letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
