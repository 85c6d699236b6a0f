"""What an online table of a tournament knows of it: its place there, and its players as they were entered."""

from tilemeld.service.errors import Unreadable
from tilemeld.service.live.lobby_table import TournamentSeating
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.views.online_table import NOWHERE, TournamentTable, online_table

from .ports import TournamentId
from .tournaments import Tournaments


async def tournament_table(
    tournaments: Tournaments, seating: TournamentSeating | None
) -> tuple[TournamentTable, tuple[str, ...]]:
    """Return where a table is in its tournament, and the public names of those who sit there."""
    if seating is None:
        return NOWHERE, ()
    tournament = TournamentId(seating.tournament)
    try:
        state, cards = await tournaments.state(tournament), await tournaments.cards(tournament)
    except (TournamentError, Unreadable):  # it was deleted, or is damaged
        return NOWHERE, ()
    return online_table(state, cards, tournament, seating.round, seating.table)
