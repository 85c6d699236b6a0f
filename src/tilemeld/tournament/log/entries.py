"""The log of a tournament: facts with who, when and why, each sealed to those before it.

A seal is a hash of the entry and of the seal before, so that nothing can be changed or left out in the
middle unnoticed. An entry that was undone stays in the log but no longer counts.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json

from .facts import Fact, Role, Undone, fact_from_json, fact_to_json

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
    seal: str = ""
    id: str = ""
    """The client's id, so that sending it again changes nothing; empty if there is none."""
    digest: str = ""
    """A hash of what the client sent under it: the same id for something else is refused."""


def sealed(entry: Entry, before: str) -> Entry:
    """Return the entry with its seal."""
    text = json.dumps([before, _body(entry)], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
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
    return json.dumps({**_body(entry), "seal": entry.seal}, ensure_ascii=False, separators=(",", ":"))


def parse_entry(text: str) -> Entry:
    """Read an entry; ``RecordError`` for anything else."""
    try:
        data = cast(Json, json.loads(text))
        if not isinstance(data, dict):
            raise TypeError("an entry is an object")
        by = cast(dict[str, str], data["by"])
        return Entry(
            number=int(cast(int, data["number"])),
            at=int(cast(int, data["at"])),
            by=Signature(cast(Role, by["role"]), by["who"]),
            fact=fact_from_json(data["fact"]),
            why=str(data.get("why", "")),
            seal=str(data["seal"]),
            id=str(data.get("id", "")),
            digest=str(data.get("digest", "")),
        )
    except RecordError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        missing = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise RecordError(
            "record/unreadable", path="$", reason=f"not an entry of a tournament: {missing:.80}"
        ) from None


def _body(entry: Entry) -> dict[str, Json]:
    return {
        "number": entry.number,
        "at": entry.at,
        "by": {"role": entry.by.role, "who": entry.by.who},
        "fact": fact_to_json(entry.fact),
        **({"why": entry.why} if entry.why else {}),
        **({"id": entry.id} if entry.id else {}),
        **({"digest": entry.digest} if entry.digest else {}),
    }
