"""What everybody may see of a tournament: pairings, results, standings, the clock, chosen names.

Conduct, rulings, calls, codes, allowances and who entered what are not here, so they cannot leak.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilemeld.tournament.log.state import RoundClock, RoundState, TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import Reason, Row, format_points, standings
from tilemeld.tournament.seating.seating import SEATS, Round


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A line of the public standings."""

    place: int
    player: str
    """The player's number, which is on the table cards and says nothing else."""
    name: str
    club: str
    big_points: int
    points: str
    wins: int
    games: int
    before_next: Reason | None
    """Why above the next; ``None`` where they share the place, or where it would reveal penalties."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat of a table, with the points of each game played."""

    seat: str
    player: str
    name: str
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table of a round."""

    table: int
    seats: tuple[PublicSeat, ...]
    lobby_table: str | None


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A published round: its tables, and its clock as facts from which any page can count down."""

    round: int
    final: bool
    tables: tuple[PublicTable, ...]
    byes: tuple[str, ...]
    clock: RoundClock
    missing: int
    """How many games have no result yet."""


@dataclass(frozen=True, slots=True)
class PlannedSeats:
    """A round that was announced in advance: its tables, where nothing has been played."""

    round: int
    tables: tuple[PublicTable, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTournament:
    """A tournament for the public page and the projector."""

    tournament: str
    code: str
    """Four letters by which everybody finds this page."""
    version: int
    name: str
    profile: str
    rounds_planned: int
    final: bool
    """Whether the last of them is the final table."""
    games: int
    players: int
    ended: bool
    rounds: tuple[PublicRound, ...]
    standings: tuple[PublicRow, ...]
    plan: tuple[PlannedSeats, ...] = ()
    """The rounds announced in advance that are to come, as long as the announcement holds."""


def public_tournament(
    state: TournamentState,
    cards: Mapping[str, Card],
    *,
    tournament: str = "",
    code: str = "",
    version: int = 0,
) -> PublicTournament:
    """Return what everybody may see of a tournament."""
    return PublicTournament(
        tournament=tournament,
        code=code,
        version=version,
        name=state.name,
        profile=state.format.rules.profile,
        rounds_planned=state.format.all_rounds,
        final=state.format.is_final(state.format.all_rounds),
        games=state.format.games,
        players=len(state.present),
        ended=state.ended,
        rounds=tuple(_round(state, now, cards) for now in state.published),
        standings=tuple(_row(row, cards) for row in standings(state)),
        plan=tuple(_planned(state, number, planned, cards) for number, planned in state.announced.items()),
    )


def shown_name(cards: Mapping[str, Card], card: str) -> str:
    """Return the name that a player chose for the public; the number where the name was erased.

    >>> shown_name({"P1": Card("Ala Nowak", "Kot")}, "P1"), shown_name({}, "P2")
    ('Kot', 'P2')
    """
    known = cards.get(card)
    return card if known is None else known.shown


def _row(row: Row, cards: Mapping[str, Card]) -> PublicRow:
    card = cards.get(row.player)
    return PublicRow(
        place=row.place,
        player=row.player,
        name=shown_name(cards, row.player),
        club="" if card is None else card.club,
        big_points=row.big_points,
        points=format_points(row.total),
        wins=row.wins,
        games=row.games,
        before_next=_public_reason(row.before_next),
    )


def _planned(state: TournamentState, number: int, planned: Round, cards: Mapping[str, Card]) -> PlannedSeats:
    tables = (
        tuple(
            PublicSeat(seat=SEATS[seat], player=player, name=name_in(state, number, player, cards), points=())
            for seat, player in enumerate(table)
        )
        for table in planned.tables
    )
    return PlannedSeats(
        round=number,
        tables=tuple(PublicTable(at, seats, None) for at, seats in enumerate(tables, start=1)),
        byes=tuple(name_in(state, number, player, cards) for player in planned.byes),
    )


def _public_reason(reason: Reason | None) -> Reason | None:
    """Leave out what would reveal penalties."""
    return None if reason is None or reason.criterion == "fewest-penalties" else reason


def _round(state: TournamentState, now: RoundState, cards: Mapping[str, Card]) -> PublicRound:
    return PublicRound(
        round=now.number,
        final=state.format.is_final(now.number),
        tables=tuple(
            _table(state, now, at, table, cards) for at, table in enumerate(now.seating.tables, start=1)
        ),
        byes=tuple(name_in(state, now.number, player, cards) for player in now.seating.byes),
        clock=now.clock,
        missing=len(now.missing(state.format.games)),
    )


def _table(
    state: TournamentState, now: RoundState, at: int, table: Sequence[str], cards: Mapping[str, Card]
) -> PublicTable:
    seats = []
    for seat, player in enumerate(table):
        results = [now.results.get((at, game)) for game in range(1, state.format.games + 1)]
        points = tuple(None if result is None else result.sheet.points[seat] for result in results)
        seats.append(
            PublicSeat(
                seat=SEATS[seat], player=player, name=name_in(state, now.number, player, cards), points=points
            )
        )
    online = now.lobby_tables.get(at) if state.format.spectators else None
    return PublicTable(at, tuple(seats), online)


def name_in(state: TournamentState, number: int, player: str, cards: Mapping[str, Card]) -> str:
    """Return the public name of the player, or substitute, in a round."""
    return shown_name(cards, state.players[player].card_in(number))
