"""Refusals on the wire: every reason of an error, with its code, its values and an English sentence."""

from collections.abc import Mapping
from typing import Protocol

from tilemeld.engine.errors import Param, Refused
from tilemeld.tournament.errors import TournamentError

from .protocol import RefusalInfo


class Coded(Protocol):
    """One reason of a refusal: an engine's, or an error of the service or a tournament."""

    @property
    def code(self) -> str:
        """The stable code."""
        ...

    @property
    def params(self) -> Mapping[str, Param]:
        """The values that fill its sentence."""
        ...


def reason(said: Coded) -> RefusalInfo:
    """Write one reason."""
    return RefusalInfo(code=said.code, params=dict(said.params), text=str(said))


def reasons(error: Refused | Coded) -> list[RefusalInfo]:
    """Write every reason of an error."""
    if isinstance(error, Refused):
        return [reason(each) for each in error.refusals]
    return [reason(each) for each in error.reasons] if isinstance(error, TournamentError) else [reason(error)]
