"""Where a server keeps everything: a file, or a database at an address."""

from pathlib import Path
from urllib.parse import urlsplit

from tilemeld.cli.terminal import BadInput

SCHEMES = ("postgresql", "postgres")
BUS_SCHEMES = ("redis", "rediss", "valkey", "valkeys")


def is_address(text: str) -> bool:
    """Say whether a text is the address of a database and not a file.

    >>> is_address("postgresql://localhost/tilemeld"), is_address("games.sqlite")
    (True, False)
    """
    return "://" in text


def checked_database(text: str) -> str:
    """Return the address of a PostgreSQL database; ``BadInput`` for anything else."""
    return _checked(text, SCHEMES, example="postgresql://tilemeld@localhost/tilemeld", what="a database")


def checked_bus(text: str) -> str:
    """Return the address of a Redis or Valkey server; ``BadInput`` for anything else."""
    return _checked(text, BUS_SCHEMES, example="redis://localhost:6379", what="a bus")


def shown(address: str) -> str:
    """Return an address without its password.

    >>> shown("postgresql://ola:secret@db.example.org/games")
    'postgresql://ola@db.example.org/games'
    """
    parts = urlsplit(address)
    place = parts.netloc.rpartition("@")[2]
    who = f"{parts.username}@" if parts.username else ""
    return parts._replace(netloc=who + place, query="").geturl()


def _checked(text: str, schemes: tuple[str, ...], *, example: str, what: str) -> str:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), -1
    if parts.scheme not in schemes or port == -1:
        raise BadInput(f"{shown(text)[:100]!r} is not the address of {what}: write it as {example}")
    return text


def location_of(text: str) -> str | Path:
    """Return an address or a file, whichever a text is."""
    return checked_database(text) if is_address(text) else Path(text)
