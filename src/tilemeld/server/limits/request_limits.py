"""Request limits: what each message and request costs, by person and by address."""

from collections.abc import Sequence

from tilemeld.server.settings import Limits
from tilemeld.service.errors import ServiceError
from tilemeld.service.ports import Clock, PersonId

from .rate_limits import Bucket, Buckets

_WEIGHT_BYTES = 2_048
"""A message counts once for every so many bytes."""
_WHOLE_VIEW = 8
"""How many additional messages a whole view counts as."""
_COMING_IN = 10
"""How many messages a new connection counts as: a hundred that reconnect at once are let in at once."""
_ROW_BYTES = 1_000
"""About what is stored of a write besides what was sent: events, keys, indices."""
_MOST_WAIT_MS = 5_000
"""How long the messages of an address are delayed before they are refused."""


class RequestLimits:
    """Every bucket of the server but those of single connections."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        each = limits.questions_per_minute
        many = limits.address_questions_per_minute
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst, name="requests")
        self._hall = Buckets(limits.address_requests_per_second, limits.address_requests_burst, name="hall")
        self._previews = Buckets(limits.previews_per_second, limits.previews_burst, name="previews")
        self._devices = _a_minute(limits.device_codes_per_minute, "devices")
        self._guests = _a_minute(limits.guests_per_minute, "guests")
        self._questions = Buckets(each / 60, each / 2, name="questions")
        self._questions_here = Buckets(many / 60, many / 2, name="address questions")
        self._tables = _an_hour(limits.address_tables_per_hour, "tables")
        self._tournaments = _an_hour(limits.address_tournaments_per_hour, "tournaments")
        self._messages = Buckets(
            limits.address_messages_per_second, limits.address_messages_burst, name="messages"
        )

        self._stored = _a_day(limits.megabytes_per_day, "stored")
        self._stored_here = _a_day(limits.address_megabytes_per_day, "address stored")

    @property
    def buckets(self) -> Sequence[Buckets]:
        """Everything that is counted by address or person: several processes count it together."""
        return (
            self._requests,
            self._hall,
            self._previews,
            self._devices,
            self._guests,
            self._questions,
            self._questions_here,
            self._tables,
            self._tournaments,
            self._messages,
            self._stored,
            self._stored_here,
        )

    def connection(self) -> Bucket:
        """Return the bucket of a new connection."""
        return Bucket(self._limits.messages_per_second, self._limits.messages_burst)

    def request(self, who: str) -> None:
        """Count a request by an address, or by a person; ``ServiceError`` when there are too many."""
        self._take(self._requests, who, "http/too-fast")

    def request_in_hall(self, address: str) -> None:
        """Count a request that is limited by person: all from one address together have a limit too."""
        self._take(self._hall, address, "http/too-fast")

    def preview(self, address: str) -> None:
        """Count a preview of a link that was looked up."""
        self._take(self._previews, address, "http/too-fast")

    def device(self, address: str) -> None:
        """Count a try to come in by a code from another device."""
        self._take(self._devices, address, "http/too-fast")

    def guest(self, address: str) -> None:
        """Count a new guest."""
        self._take(self._guests, address, "http/too-fast")

    def table(self, address: str) -> None:
        """Count a new table."""
        self._take(self._tables, address, "limit/table-pace", self._limits.address_tables_per_hour)

    def tournament(self, address: str) -> None:
        """Count a new tournament."""
        self._take(
            self._tournaments, address, "limit/tournament-pace", self._limits.address_tournaments_per_hour
        )

    def write(self, address: str, person: PersonId | None, size: int) -> None:
        """Count what a write of so many bytes stores; ``ServiceError`` when that was enough for a day."""
        kilobytes = (size + _ROW_BYTES) / 1_000
        if person is not None:
            limit = self._limits.megabytes_per_day
            self._take(self._stored, f"person {person}", "limit/stored", limit, weight=kilobytes)
        limit = self._limits.address_megabytes_per_day
        self._take(self._stored_here, address, "limit/stored", limit, weight=kilobytes)

    def question(self, address: str, person: PersonId | None, *, code: str = "http/too-fast") -> None:
        """Count a question to solver or coach: by person, or by address without a token, and in total."""
        self._take(self._questions, address if person is None else f"person {person}", code)
        self._take(self._questions_here, address, code)

    async def coming_in(self, address: str) -> None:
        """Count a new connection from an address, and wait until its turn has come; else as ``message``."""
        await self._wait(address, _COMING_IN)

    async def message(self, address: str, text: str | None) -> None:
        """Count a message from an address, a long one several times, and wait until its turn has come.

        Raises ``ServiceError`` when that would take too long.
        """
        await self._wait(address, 1 + len(text or "") // _WEIGHT_BYTES)

    async def view(self, address: str) -> None:
        """Count that a message is answered with a whole view; else as ``message``."""
        await self._wait(address, _WHOLE_VIEW)

    async def _wait(self, address: str, weight: float) -> None:
        now = self._clock.now_ms()
        wait_ms = self._messages.owe(address, now, weight, most_ms=_MOST_WAIT_MS)
        if wait_ms is None:
            raise ServiceError("wire/address-too-fast", limit=int(self._limits.address_messages_per_second))
        if wait_ms:
            await self._clock.wait_until(now + wait_ms)

    def _take(
        self, buckets: Buckets, who: str, code: str, limit: float | None = None, *, weight: float = 1
    ) -> None:
        if not buckets.take(who, self._clock.now_ms(), weight):
            raise ServiceError(code, **({} if limit is None else {"limit": int(limit)}))


def _a_minute(count: float, name: str) -> Buckets:
    return Buckets(count / 60, count, name=name)


def _a_day(megabytes: float, name: str) -> Buckets:
    """Return buckets of kilobytes."""
    return Buckets(megabytes * 1_000 / 86_400, megabytes * 1_000, name=name)


def _an_hour(count: float, name: str) -> Buckets:
    return Buckets(count / 3_600, count, name=name)
