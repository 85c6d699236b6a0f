"""Uploaded records: read strictly in another process, with limited time and memory."""

from dataclasses import dataclass

from tilemeld.engine.record.record import parse_record, replay
from tilemeld.engine.rules import Rules
from tilemeld.service.claims import Claim
from tilemeld.service.errors import ServiceError, Unavailable
from tilemeld.service.ports import Clerk

RECORD_STEPS = 1_000
"""The most steps that are reviewed; a long game of six has 200."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A valid record: still a text, because the reviewing process reads it again."""

    text: str
    rules: Rules


class Reading:
    """Reads uploaded records."""

    def __init__(self, clerk: Clerk, *, seconds: float, megabytes: int) -> None:
        self._clerk = clerk
        self._seconds = seconds
        self._megabytes = megabytes

    async def read(self, text: str, *, claim: Claim) -> Sent:
        """Return a valid record.

        Raises ``RecordError``, which names the place, or ``ServiceError`` where it is too long or hard.
        """
        try:
            return Sent(text, await self._clerk.run(claim, rules_of_sent, text))
        except (TimeoutError, MemoryError):
            limits = {"seconds": int(self._seconds), "megabytes": self._megabytes}
            raise Unavailable("record/too-hard", **limits) from None


def rules_of_sent(text: str) -> Rules:
    """Read a record, see that its steps follow from each other, and return the rules it is played by."""
    record = parse_record(text)
    if len(record.steps) > RECORD_STEPS:
        raise ServiceError("record/too-long", limit=RECORD_STEPS, count=len(record.steps))
    for _ in replay(record):
        pass
    return record.created.rules
