"""What clients wrote down: everything they sent, were answered and were shown, one JSON object a line.

| did | fields besides `at` (milliseconds), `who`, `game` |
|---|---|
| `sent` | `seat`, `id`, `kind`, and `table` of a confirm; a repeat is written again |
| `acked` | `seat`, `id`, `version` |
| `refused` | `seat`, `id`, `codes` |
| `saw` | `link` (the connection's number), `version`, `phase`, `turn`, `active`, `counts`, `bank`, `table` |
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = Any
Key = tuple[str, int, str]
"""A command: the game, the seat, the id."""


@dataclass(slots=True)
class Journal:
    """Everything that clients wrote down, by kind and in order."""

    sent: dict[Key, dict[str, Json]] = field(default_factory=dict)
    """What each command was when it was first sent."""
    changed: list[Key] = field(default_factory=list)
    """Ids under which something else was sent later: the client's own fault."""
    acked: dict[Key, list[Json]] = field(default_factory=dict)
    refused: dict[Key, list[Json]] = field(default_factory=dict)
    saw: list[Json] = field(default_factory=list)
    acks_in_order: list[Json] = field(default_factory=list)
    until: int = 0
    """The latest moment of any line."""

    def write(self, line: Json) -> None:
        """Take one line in."""
        self.until = max(self.until, line["at"])
        if line["did"] == "saw":
            self.saw.append(line)
            return
        key = line["game"], line["seat"], line["id"]
        if line["did"] == "sent":
            first: dict[str, Json] = self.sent.setdefault(key, line)
            if (first["kind"], first.get("table")) != (line["kind"], line.get("table")):
                self.changed.append(key)
        else:
            answers = self.acked if line["did"] == "acked" else self.refused
            answers.setdefault(key, []).append(line)
            if line["did"] == "acked":
                self.acks_in_order.append(line)

    def people(self) -> dict[str, set[int]]:
        """Return the seats of each game at which somebody who keeps a journal sat."""
        seats: dict[str, set[int]] = {}
        for game, seat, _ in self.sent:
            seats.setdefault(game, set()).add(seat)
        return seats


def read_journals(paths: Iterable[Path]) -> Journal:
    """Read journals; the last line of a client that was killed may be cut off."""
    journal = Journal()
    for path in paths:
        for line in _lines(path):
            journal.write(line)
    return journal


def _lines(path: Path) -> Iterator[Json]:
    lines = path.read_text(encoding="utf-8").split("\n")
    yield from (json.loads(line) for line in lines[:-1] if line)
