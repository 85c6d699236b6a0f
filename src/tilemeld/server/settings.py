"""Settings of the server: plain values; nothing is read from the environment on import."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilemeld.service.live.automatic_pauses import GRACE_MS


def _limit(default: float, text: str) -> Any:
    """Declare a limit with what it bounds."""
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one message, one connection, one person and one address may ask for.

    What a person may do is enough for a family that shares a browser; what an address may do is enough for
    a hall of some hundred people behind one router; guests are free, so anybody can be many.
    """

    # Connections and messages
    message_bytes: int = _limit(16_384, "bytes of one message")
    messages_per_second: float = _limit(30.0, "messages a second over one connection")
    messages_burst: int = _limit(90, "messages at once over one connection")
    address_messages_per_second: float = _limit(
        400.0, "messages a second from one address over all its connections; a long one counts several times"
    )
    address_messages_burst: int = _limit(2_000, "messages at once from one address")
    faults: int = _limit(20, "unreadable messages before a connection is closed")
    connections_per_person: int = _limit(16, "connections of one person: windows and phones")
    connections_per_address: int = _limit(400, "connections from one address")
    hello_seconds: float = _limit(10.0, "seconds that a connection may stay silent before its first message")
    # Requests
    http_connections_per_address: int = _limit(
        800, "connections from one address that are not WebSockets; not counted behind a proxy"
    )
    request_seconds: float = _limit(30.0, "seconds that a request may take to arrive")
    body_bytes: int = _limit(16_384, "bytes of one request")
    requests_per_second: float = _limit(
        20.0, "requests a second from one address, or from one person where a hall may share an address"
    )
    requests_burst: int = _limit(100, "requests at once from one address, or from one person")
    address_requests_per_second: float = _limit(
        200.0, "requests a second from one address where they are limited by person"
    )
    address_requests_burst: int = _limit(1_000, "requests at once from one address where limited by person")
    previews_per_second: float = _limit(
        20.0, "previews of links a second from one address; beyond, pages show one that says nothing"
    )
    previews_burst: int = _limit(200, "previews of links at once from one address")
    device_codes_per_minute: float = _limit(
        20.0, "codes from another device that one address may try in a minute"
    )
    guests_per_minute: float = _limit(20.0, "new guests a minute from one address")
    # Thinking
    questions_per_minute: float = _limit(
        60.0, "questions a minute to solver and coach by one person, or one address without a token"
    )
    address_questions_per_minute: float = _limit(600.0, "questions a minute from one address with tokens")
    questions_waiting: int = _limit(4, "questions of one person that wait for the solver")
    address_questions_waiting: int = _limit(24, "questions from one address that wait for the solver")
    reviews_waiting: int = _limit(3, "reviews of one person that wait or are being made")
    address_reviews_waiting: int = _limit(12, "reviews from one address that wait or are being made")
    review_seconds: float = _limit(900.0, "seconds that one review may take")
    review_megabytes: int = _limit(512, "megabytes that reading or reviewing one record may take")
    # What is kept
    tables_per_person: int = _limit(24, "tables that one person created today and that are not over")
    tables_per_address: int = _limit(600, "tables created today from one address that are not over")
    public_tables_per_person: int = _limit(3, "public tables that one person opened and that are not over")
    public_tables_per_address: int = _limit(
        20, "public tables opened from one address that are not over: a fifth of the list"
    )
    address_tables_per_hour: float = _limit(600.0, "new tables an hour from one address")
    tournaments_per_person: int = _limit(100, "tournaments that one person directs")
    address_tournaments_per_hour: float = _limit(60.0, "new tournaments an hour from one address")
    players_per_tournament: int = _limit(1_000, "players of one tournament, those who left included")
    tournament_megabytes: int = _limit(16, "megabytes that the log of one tournament may take")
    megabytes_per_day: int = _limit(100, "megabytes a day that one person may have stored")
    address_megabytes_per_day: int = _limit(2_000, "megabytes a day that may be stored from one address")
    store_megabytes: int = _limit(
        50_000, "megabytes of everything that is stored; beyond, no new guests, tables and tournaments"
    )
    free_megabytes: int = _limit(
        256, "megabytes that stay free on the disk of the file for games that are being played"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    """The data file; ``None``: in memory, unless there is a database."""
    database: str | None = None
    """The address of a PostgreSQL database, instead of a file."""
    bus: str | None = None
    """The address of a Redis or Valkey server; ``None``: the database's own notifications."""
    themes: Path | None = None
    """A folder of word lists, one for each theme of the word game (W16)."""
    behind_proxy: bool = False
    """Whether a proxy in front says who calls (X-Forwarded-For) and whether by HTTPS (X-Forwarded-Proto)."""
    public_url: str | None = None
    """The address that links in previews begin with; ``None``: as the request says."""
    limits: Limits = Limits()
    lag_ms: int = 500
    entropy_ms: int = 1_500
    bot_pace: float = 1.0
    """How long bots seem to think, as a share of the time in their personality; 0: not at all."""
    resume_after_ms: int = 3_000
    drain_seconds: float = 0.0
    """How long a server that ends says so before it closes connections, for a load balancer to see."""
    grace_ms: int = GRACE_MS
    """How long everybody may be gone from a table before its game stops."""
    bot_processes: int = 1
    work: bool = True
    """Whether bots, hints and reviews are worked out here as well; otherwise by ``tilemeld work`` alone."""

    @property
    def alone(self) -> bool:
        """Whether no other server uses the same data: a file belongs to one process, a database to several.

        With others, what is in memory is believed for a second only, and the games of a silent server are
        taken up.
        """
        return self.database is None
