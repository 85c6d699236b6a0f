"""Unreadable data are set aside: logged once with their id, counted, and left alone.

A game, a table or a tournament whose stored rows this program cannot read, because they are damaged or a
newer program wrote them, is refused with a code of its own; everything else continues.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tilemeld.service.errors import Unreadable

log = logging.getLogger(__name__)

Kind = Literal["game", "table", "tournament"]
CODES: Mapping[Kind, str] = {
    "game": "game/unreadable",
    "table": "table/unreadable",
    "tournament": "tournament/unreadable",
}
"""The code of each kind."""
KINDS: tuple[Kind, ...] = tuple(CODES)


NEWER = ("rules/unknown-profile", "rules/unknown-version")
"""The codes of what a newer program has written, and can read."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be read; not the error itself, which would keep everything that was read."""

    text: str
    code: str | None
    """The code of the error, where it has one."""


def is_damaged(error: Unreadable) -> bool:
    """Say whether no program can read something, a newer one neither."""
    return getattr(error.__cause__, "code", None) not in NEWER


class SetAside:
    """Everything that could not be read since the start."""

    def __init__(self, on_found: Callable[[Kind], None] = lambda _kind: None) -> None:
        self._found: dict[tuple[Kind, str], Reason] = {}
        self._on_found = on_found

    def has(self, kind: Kind, item: str) -> bool:
        """Say whether something was set aside."""
        return (kind, item) in self._found

    def items(self) -> list[tuple[Kind, str, Reason]]:
        """Return everything that was set aside, and why."""
        return [(kind, item, reason) for (kind, item), reason in self._found.items()]

    def put(self, kind: Kind, item: str, error: Exception) -> Unreadable:
        """Set an item aside and return the error for requests that need it."""
        if (kind, item) not in self._found:
            self._found[kind, item] = Reason(str(error)[:200], getattr(error, "code", None))
            self._on_found(kind)
            log.error(
                "%s %s cannot be read and is set aside (%s: %s); see 'tilemeld database check'",
                *(kind, item, type(error).__name__, str(error)[:200]),
            )
        refusal = Unreadable(CODES[kind])
        refusal.__cause__ = error
        return refusal
