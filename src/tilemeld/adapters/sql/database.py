"""What a database does for every part of a store in SQL."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from .statements import Statement


class SqlDatabase(ABC):
    """Carries statements out."""

    @abstractmethod
    async def _write(self, *statements: Statement) -> int:
        """Do all of it in one transaction and return when it is durable.

        Returns how many rows the first statement changed. Raises ``Conflict`` when a guard did not change
        exactly one or a key is taken, ``Unavailable`` when the database does not answer.
        """

    @abstractmethod
    async def _rows(self, sql: str, *values: object) -> Sequence[Any]:
        """Return the rows of a question."""
