"""What a player sees of a tournament: their table, who else sits there, the results of the table.

Others are shown as they chose for the public. Conduct, rulings, reasons and who called are not here, so
they cannot leak; time allowances are (M9), since the table's clock has to know them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tilemeld.tournament.log.state import ResultState, RoundState, Status, TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.seating.seating import SEATS

from .public import name_in


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A player at the table, including the viewer."""

    player: str
    name: str
    seat: str
    """The letter of the seat, A to D."""
    allowance_seconds: int
    """More time for every turn (M9)."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a game of the table, and what the viewer may still do about it."""

    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    ended: Literal["rack-empty", "lowest-rack", "abandoned"]
    confirmed: bool
    corrected: bool
    """Whether a referee has corrected it."""
    mine: bool
    """Whether the viewer has entered or confirmed it."""
    may_confirm: bool


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table of a player in the last published round."""

    round: int
    final: bool
    table: int
    seat: int
    """Counted from 0."""
    seats: tuple[Neighbour, ...]
    results: tuple[TableResult, ...]
    missing: tuple[int, ...]
    """The games that have no result yet."""
    called_at: int | None
    """When this table called the referee, if the call is still open."""
    lobby_table: str | None
    """The online table to go to."""


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A player's own view of a tournament."""

    player: str
    name: str
    public_name: str
    """What others see instead of the name; empty: the name itself."""
    club: str
    status: Status
    checked_in: bool
    round: int | None
    """The last published round, whether the player sits in it or not."""
    bye: bool
    """Whether the player sits out in that round."""
    table: OwnTable | None


def own_place(state: TournamentState, player: str, cards: Mapping[str, Card]) -> OwnPlace:
    """Return what a player may see of a tournament."""
    known = state.players[player]
    now = state.published[-1] if state.published else None
    card = cards.get(player)
    return OwnPlace(
        player=player,
        name=player if card is None else card.name,
        public_name="" if card is None else card.public_name,
        club="" if card is None else card.club,
        status=known.status,
        checked_in=known.checked_in,
        round=None if now is None else now.number,
        bye=now is not None and player in now.seating.byes,
        table=None if now is None else _table(state, now, player, cards),
    )


def _table(
    state: TournamentState, now: RoundState, player: str, cards: Mapping[str, Card]
) -> OwnTable | None:
    number = now.table_of(player)
    if number is None:
        return None
    seated = now.seating.tables[number - 1]
    open_calls = [
        call.at
        for call in state.calls
        if (call.round, call.table, call.answered) == (now.number, number, False)
    ]
    return OwnTable(
        round=now.number,
        final=state.format.is_final(now.number),
        table=number,
        seat=seated.index(player),
        seats=tuple(
            Neighbour(
                player=each,
                name=name_in(state, now.number, each, cards),
                seat=SEATS[seat],
                allowance_seconds=_allowance(state, each),
            )
            for seat, each in enumerate(seated)
        ),
        results=tuple(
            _result(state, result, game, player)
            for (table, game), result in sorted(now.results.items())
            if table == number
        ),
        missing=tuple(game for table, game in now.missing(state.format.games) if table == number),
        called_at=open_calls[0] if open_calls else None,
        lobby_table=now.lobby_tables.get(number),
    )


def _allowance(state: TournamentState, player: str) -> int:
    return state.players[player].allowance_seconds


def _result(state: TournamentState, result: ResultState, game: int, player: str) -> TableResult:
    entered = result.by.role == "player" and result.by.who == player
    mine = entered or player in result.confirmed_by
    by_table = state.format.confirm == "table" and result.by.role == "player"
    return TableResult(
        game=game,
        points=result.sheet.points,
        winners=tuple(result.sheet.winners),
        ended=result.sheet.ended,
        confirmed=result.confirmed,
        corrected=result.corrected,
        mine=mine,
        may_confirm=by_table and not mine and not result.corrected and not state.ended,
    )
