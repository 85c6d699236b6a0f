"""The path that the endpoints of a tournament begin with, and its parameters."""

from tilemeld.tournament.errors import tournament_error

NUMBER_LIMIT = 9_999

TOURNAMENT = "/api/tournaments/{tournament}"


def path_number(text: str) -> int:
    """Read a number that is a part of an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(NUMBER_LIMIT))):
        raise tournament_error("tournament/no-number", value=text[:20], limit=NUMBER_LIMIT)
    return int(text)
