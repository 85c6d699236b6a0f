"""The players of a tournament: their cards, with the names that they chose for the public."""

from collections.abc import Iterator
from dataclasses import dataclass

from tilemeld.engine.errors import is_writable

from .errors import TournamentError, tournament_error

NAME_LIMIT = 60
QUOTED_LIMIT = 24
RATING_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card: the name, stored apart from the log, so that it can be erased."""

    name: str
    public_name: str = ""
    """What the public pages show; empty: the name."""
    club: str = ""

    @property
    def shown(self) -> str:
        """The name for the public."""
        return self.public_name or self.name


@dataclass(frozen=True, slots=True)
class NewPlayer(Card):
    """A player as entered: everything known before the tournament assigns a number."""

    rating: int = 0


def player_problems(player: Card) -> Iterator[TournamentError]:
    """Name every text of a player that cannot be shown."""
    for text, needed in ((player.name, True), (player.public_name, False), (player.club, False)):
        fits = len(text) <= NAME_LIMIT and is_writable(text) and text.isprintable()
        if not fits or (needed and not text.strip()):
            yield tournament_error("players/name", name=quoted(text), limit=NAME_LIMIT)


def rating_problems(rating: int) -> Iterator[TournamentError]:
    """Object to a rating that is out of range."""
    if abs(rating) > RATING_LIMIT:
        yield tournament_error("ruling/count", value=rating, low=-RATING_LIMIT, high=RATING_LIMIT)


def quoted(text: str) -> str:
    """Return an invalid name in a form that can be quoted."""
    return repr(text if len(text) <= QUOTED_LIMIT else text[:QUOTED_LIMIT] + "…")
