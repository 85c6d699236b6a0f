"""Repeats: a write sent again under the same key is done once, also if the server has restarted."""

from .errors import Forbidden
from .ports import DAY_MS, CommandKey, WriteStore

KEPT_MS = 7 * DAY_MS
"""How long the key of a write is known."""


async def first_write(store: WriteStore, key: CommandKey | None) -> str | None:
    """Return what was written under a key before; none: nothing.

    Raises ``Forbidden`` when the key was used for another request.
    """
    known = None if key is None else await store.written(key.who, key.id)
    if known is None:
        return None
    if known.key != key:
        raise Forbidden("command/reused")
    return known.about
