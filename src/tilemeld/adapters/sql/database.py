"""What a database does for every part of a store in SQL."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from .statements import Statement, do

AT_ONCE = 1_000
"""How many rows are forgotten in one write, so that it never takes long and what was done stays done."""


class DatabaseRefused(RuntimeError):
    """A database that is there but will not have us: a wrong password, an unknown name. Waiting is vain."""


class SqlDatabase(ABC):
    """Carries statements out."""

    @abstractmethod
    async def _write(self, *statements: Statement) -> int:
        """Do all of it in one transaction and return when it is durable.

        Returns how many rows the first statement changed. Raises ``Conflict`` when a guard did not change
        exactly one or a key is taken, ``Unavailable`` when the database does not answer.
        """

    async def _forget(self, sql: str, before: int) -> int:
        """Delete what is older (``?1``), some at a time (``?2``), until nothing is left; return how many."""
        forgotten = 0
        while now := await self._write(do(sql, before, AT_ONCE)):
            forgotten += now
        return forgotten

    @abstractmethod
    async def _rows(self, sql: str, *values: object) -> Sequence[Any]:
        """Return the rows of a question."""
