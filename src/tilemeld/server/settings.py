"""Settings of the server: plain values; nothing is read from the environment on import."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one connection, one address and one message may ask for."""

    message_bytes: int = 16_384
    body_bytes: int = 16_384
    messages_per_second: float = 30.0
    messages_burst: int = 90
    faults: int = 20
    """How many unreadable messages a connection may send before it is closed."""
    requests_per_second: float = 20.0
    """HTTP requests from one address."""
    requests_burst: int = 100
    guests_per_minute: float = 20.0
    """New guests from one address; a hall may stand behind one."""
    questions_per_minute: float = 60.0
    """Questions to the solver and to the coach from one address; half of them at once."""
    connections_per_address: int = 64
    hello_seconds: float = 10.0
    """How long a connection may stay silent before it says who it is."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    """The file that games are kept in; none: in memory."""
    themes: Path | None = None
    """A folder of word lists, one for each theme of the word game (W16)."""
    behind_proxy: bool = False
    """Whether a proxy in front says who calls (X-Forwarded-For) and whether by HTTPS (X-Forwarded-Proto)."""
    limits: Limits = Limits()
    lag_ms: int = 500
    entropy_ms: int = 1_500
    bot_pace: float = 1.0
    """How long bots seem to think, as a share of what is in their manner; 0: not at all."""
    resume_after_ms: int = 3_000
    bot_processes: int = 1
