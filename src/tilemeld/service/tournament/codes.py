"""The codes of tournaments: four letters lead to the public page, twelve give a role.

They are derived from the server's key and from how often such a role was revoked, so undoing a role also
ends its code. The code of a role begins with that of its tournament.
"""

import hmac

from tilemeld.service.live.lobby import CODE_LETTERS
from tilemeld.tournament.log.facts import Role

from .ports import TournamentId

TOURNAMENT_LETTERS = 4
"""How long the code of a tournament is, by which its public page is found."""
CODE_LENGTH = 12
"""How long the code of a role is, with that of its tournament."""

DERIVED_AS = "event"
"""What every code is derived from. Another text would make the codes on printed cards invalid."""


def code_of_tournament(key: bytes, tournament: TournamentId) -> str:
    """Return the code by which everybody finds a tournament."""
    return _letters(key, f"{DERIVED_AS}\n{tournament}", TOURNAMENT_LETTERS)


def code_of_role(
    key: bytes, tournament: TournamentId, who: tuple[Role, str | None], *, generation: int
) -> str:
    """Return the code that gives a role, and to a player their number."""
    text = f"{DERIVED_AS}\n{tournament}\n{who[0]}\n{who[1]}\n{generation}"
    return code_of_tournament(key, tournament) + _letters(key, text, CODE_LENGTH - TOURNAMENT_LETTERS)


def plain_code(code: str) -> str:
    """Return a code without spaces and dashes.

    >>> plain_code("abcd-efgh 2345")
    'ABCDEFGH2345'
    """
    return "".join(code.upper().split()).replace("-", "")


def _letters(key: bytes, text: str, count: int) -> str:
    assert key, "started before use"
    digest = hmac.digest(key, text.encode(), "sha256")
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in digest[:count])
