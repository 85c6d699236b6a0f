"""Reviews in the store: made by one process, found by all, and after a restart; the latest are kept."""

import asyncio
import base64
import logging
import zlib

import msgspec

from tilemeld import __version__
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.service.ports import DAY_MS, Clock

from .sql.statements import do
from .sql.store import SqlStore

log = logging.getLogger(__name__)

KEPT = 2_000
"""How many reviews are kept, some ten kilobytes each; an older one is made again."""
SENT_MS = DAY_MS
"""How long the review of a record that was sent in is kept: long enough to read it."""
_PUT = """INSERT INTO reviews (key, program, at, body) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) DO UPDATE
  SET program = excluded.program, at = excluded.at, body = excluded.body"""
_FORGET = "DELETE FROM reviews WHERE at < (SELECT at FROM reviews ORDER BY at DESC LIMIT 1 OFFSET ?1)"
_FORGET_SENT = "DELETE FROM reviews WHERE key LIKE 'record/%' AND at < ?1"


class StoredReviews:
    """Keeps reviews in a store; those that another version of the program made are made again."""

    def __init__(
        self, store: SqlStore, clock: Clock, *, kept: int = KEPT, program: str | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._kept = kept
        self._program = program or __version__

    async def keep(self, key: str, analysis: Analysis) -> None:
        """Keep a review, and forget the oldest."""
        body, now = await asyncio.to_thread(_pack, analysis), self._clock.now_ms()
        await self._store._write(
            do(_PUT, key, self._program, now, body),
            do(_FORGET, self._kept - 1),
            do(_FORGET_SENT, now - SENT_MS),
        )

    async def find(self, key: str) -> Analysis | None:
        """Return a review that was kept, if this version understands it."""
        rows = await self._store._rows("SELECT program, body FROM reviews WHERE key = ?1", key)
        if not rows or rows[0][0] != self._program:
            return None
        try:
            return await asyncio.to_thread(_unpack, rows[0][1])
        except (ValueError, zlib.error, msgspec.MsgspecError):
            log.warning("a review cannot be read and is made again: %s", key[:80])
            return None


def _pack(analysis: Analysis) -> str:
    return base64.b85encode(zlib.compress(msgspec.json.encode(analysis))).decode()


def _unpack(body: str) -> Analysis:
    return msgspec.json.decode(zlib.decompress(base64.b85decode(body)), type=Analysis)
