"""The log of a tournament: facts with who, when and why, each sealed to those before it.

A seal is a hash of the entry and of the seal before, so that nothing can be changed or left out in the
middle unnoticed. An entry that was undone stays in the log but no longer counts.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import from_json, to_json

from .facts import Fact, Role, Undone

SEALED_AS = "tilemeld event 1"
"""What every seal begins with. Another text would break the seals of every log that there is."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Who did it: a role, and the pseudonym of a person or the number of a player."""

    role: Role
    who: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    """Counted from 1."""
    at: int
    """Milliseconds of the server's clock."""
    by: Signature
    fact: Fact
    why: str = ""
    id: str = ""
    """The client's id, so that sending it again changes nothing; empty if there is none."""
    digest: str = ""
    """A hash of what the client sent under it: the same id for something else is refused."""
    seal: str = ""


def sealed(entry: Entry, before: str) -> Entry:
    """Return the entry with its seal."""
    body = to_json(replace(entry, seal=""))
    text = json.dumps([before, body], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    seal = hashlib.sha256(f"{SEALED_AS}\n{text}".encode()).hexdigest()[:32]
    return replace(entry, seal=seal)


def first_broken(log: Sequence[Entry]) -> int | None:
    """Return the number of the first entry that does not fit its seal, its place or the one before."""
    before = ""
    for place, entry in enumerate(log, start=1):
        if entry.number != place or sealed(entry, before) != entry:
            return place
        before = entry.seal
    return None


def active(log: Sequence[Entry]) -> list[Entry]:
    """Return the entries that count, in order; undoing an undoing brings the first one back.

    An entry is out when a later one that counts undoes it.
    """
    out: set[int] = set()
    for entry in reversed(log):
        if isinstance(entry.fact, Undone) and entry.number not in out:
            out.add(entry.fact.entry)
    return [entry for entry in log if entry.number not in out]


def format_entry(entry: Entry) -> str:
    """Write an entry as one line of JSON."""
    return json.dumps(to_json(entry), ensure_ascii=False, separators=(",", ":"))


def parse_entry(text: str) -> Entry:
    """Read an entry; ``RecordError`` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = f"not an entry of a tournament: {error!s:.80}"
        raise RecordError("record/unreadable", path="$", reason=reason) from None
    return from_json(Entry, data)
