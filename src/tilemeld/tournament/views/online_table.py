"""What everybody at an online table may know of its tournament: where it is, and who was entered there."""

from collections.abc import Mapping
from dataclasses import dataclass

from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.names import name_in, names_of
from tilemeld.tournament.players import Card


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """Where an online table is in its tournament."""

    tournament: str
    """Empty where the tournament was deleted, or the table is of an earlier version."""
    name: str = ""
    round: int = 0
    final: bool = False
    table: int = 0


NOWHERE = TournamentTable("")


def online_table(
    state: TournamentState, cards: Mapping[str, Card], tournament: str, number: int, table: int
) -> tuple[TournamentTable, tuple[str, ...]]:
    """Return where a table is, and the public names at it, seat by seat; none if it was taken back."""
    where = TournamentTable(
        tournament, name=state.name, round=number, final=state.format.is_final(number), table=table
    )
    now = state.rounds.get(number)
    if now is None or not 1 <= table <= len(now.seating.tables):
        return where, ()
    names = names_of(cards, public=True)
    seated = now.seating.tables[table - 1]
    return where, tuple(name_in(state, number, player, names) for player in seated)
