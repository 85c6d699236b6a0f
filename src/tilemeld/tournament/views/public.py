"""What everybody may see of a tournament: pairings, results, standings, the clock, chosen names.

Conduct, rulings, calls, codes, allowances and who entered what are not here, so they cannot leak.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilemeld.tournament.log.state import RoundClock, RoundState, TournamentState
from tilemeld.tournament.names import name_in, names_of
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import Reason, Row, format_points, standings
from tilemeld.tournament.seating.seating import SEATS, Round


@dataclass(frozen=True, slots=True)
class PublicSitter:
    """Somebody who played under a number, and in which rounds."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A line of the public standings."""

    place: int
    player: str
    """The player's number, which is on the table cards and says nothing else."""
    name: str
    """Of whoever played last under this number."""
    club: str
    before: tuple[PublicSitter, ...]
    """Who played under this number before a substitute came in."""
    big_points: int
    points: str
    wins: int
    games: int
    stage: int
    """3: the final table, 2: the B-final, 1: still in, 0: out by the cut; a line parts those who differ."""
    preliminary: str | None
    """The points before the final, of those who play in one."""
    missed_points: str | None
    """What the rule for missed rounds added, if anything."""
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
    unconfirmed: tuple[int, ...]
    """The games whose results are not confirmed yet, counted from 1."""
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
    names = names_of(cards, public=True)
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
        rounds=tuple(_round(state, now, names) for now in state.published),
        standings=tuple(_row(row, cards, names) for row in standings(state)),
        plan=tuple(_planned(state, number, planned, names) for number, planned in state.announced.items()),
    )


def _row(row: Row, cards: Mapping[str, Card], names: Mapping[str, str]) -> PublicRow:
    card = cards.get(row.card)
    return PublicRow(
        place=row.place,
        player=row.player,
        name=names.get(row.card, row.card),
        club="" if card is None else card.club,
        before=tuple(
            PublicSitter(names.get(each.card, each.card), each.first, each.last) for each in row.before
        ),
        big_points=row.big_points,
        points=format_points(row.total),
        wins=row.wins,
        games=row.games,
        stage=row.stage,
        preliminary=None if row.preliminary is None else format_points(row.preliminary),
        missed_points=format_points(row.missed_points) if row.missed_points else None,
        before_next=_public_reason(row.before_next),
    )


def _planned(state: TournamentState, number: int, planned: Round, names: Mapping[str, str]) -> PlannedSeats:
    tables = (
        tuple(
            PublicSeat(seat=SEATS[seat], player=player, name=name_in(state, number, player, names), points=())
            for seat, player in enumerate(table)
        )
        for table in planned.tables
    )
    return PlannedSeats(
        round=number,
        tables=tuple(
            PublicTable(table=at, seats=seats, unconfirmed=(), lobby_table=None)
            for at, seats in enumerate(tables, start=1)
        ),
        byes=tuple(name_in(state, number, player, names) for player in planned.byes),
    )


def _public_reason(reason: Reason | None) -> Reason | None:
    """Leave out what would reveal penalties."""
    return None if reason is None or reason.criterion == "fewest-penalties" else reason


def _round(state: TournamentState, now: RoundState, names: Mapping[str, str]) -> PublicRound:
    return PublicRound(
        round=now.number,
        final=state.format.is_final(now.number),
        tables=tuple(
            _table(state, now, at, table, names) for at, table in enumerate(now.seating.tables, start=1)
        ),
        byes=tuple(name_in(state, now.number, player, names) for player in now.seating.byes),
        clock=now.clock,
        missing=len(now.missing(state.format)),
    )


def _table(
    state: TournamentState, now: RoundState, at: int, table: Sequence[str], names: Mapping[str, str]
) -> PublicTable:
    seats = []
    for seat, player in enumerate(table):
        results = [now.results.get((at, game)) for game in range(1, state.format.games_in(now.number) + 1)]
        points = tuple(None if result is None else result.sheet.points[seat] for result in results)
        seats.append(
            PublicSeat(
                seat=SEATS[seat], player=player, name=name_in(state, now.number, player, names), points=points
            )
        )
    online = now.lobby_tables.get(at) if state.format.spectators else None
    waiting = tuple(
        game
        for (table_number, game), each in sorted(now.results.items())
        if table_number == at and not each.confirmed
    )
    return PublicTable(table=at, seats=tuple(seats), unconfirmed=waiting, lobby_table=online)
