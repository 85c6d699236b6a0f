"""Repeats: a write sent again under the same key (``Idempotency-Key``) is carried out once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine

KEPT = 2_000
"""The answers that are remembered; the oldest are forgotten."""
KEY_LENGTH = 64

Key = tuple[str, ...]
"""Who, what and the key that the client chose."""
Content = str | bytes


class Repeats:
    """The latest answers to writes, by key; in memory, so a restart forgets them."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Key, asyncio.Task[Content]] = OrderedDict()

    def knows(self, key: Key | None) -> bool:
        """Say whether this write has been carried out, or is being."""
        return key in self._answers

    async def once(self, key: Key | None, work: Callable[[], Coroutine[None, None, Content]]) -> Content:
        """Carry out a write, or answer as the first time; what was refused may be tried again."""
        if key is None:
            return await work()
        if key not in self._answers:
            self._answers[key] = asyncio.create_task(work())
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        task = self._answers[key]
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._answers.get(key) is task:
                del self._answers[key]
            raise
