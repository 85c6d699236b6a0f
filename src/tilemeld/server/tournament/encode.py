"""Encodes facts, players, rounds and standings as messages of the API."""

from collections.abc import Mapping

import msgspec

from tilemeld.server.live.problems import reason
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import Fact, RoleGiven, fact_tag
from tilemeld.tournament.log.state import RoundClock, RoundState, TournamentState
from tilemeld.tournament.next_round import proposal_cost
from tilemeld.tournament.players import Line, NewPlayer
from tilemeld.tournament.results.conduct import conduct_of
from tilemeld.tournament.results.standings import Row, format_points, standings

from .answers import (
    ClockInfo,
    EntryInfo,
    PlayerLine,
    TournamentPlayer,
    TournamentResult,
    TournamentRound,
    TournamentRow,
    Written,
)

_encoder = msgspec.json.Encoder()


def name_of(cards: Mapping[str, NewPlayer], card: str) -> str:
    """Return the name of a card; its number where the name was erased."""
    return cards[card].name if card in cards else card


def player_info(state: TournamentState, player: str, cards: Mapping[str, NewPlayer]) -> TournamentPlayer:
    """Return a player, for the desk."""
    known, card = state.players[player], cards.get(player) or NewPlayer(player)
    return TournamentPlayer(
        id=player,
        name=card.name,
        public_name=card.public_name,
        club=card.club,
        rating=known.rating,
        status=known.status,
        checked_in=known.checked_in,
        late=known.late,
        allowance_seconds=known.allowance_seconds,
        warnings=known.warnings,
        reports=known.reports,
        may_be_excluded=conduct_of(state, player).may_be_excluded,
        substitutes=[name_of(cards, substitute) for _, substitute in known.substitutes],
        came_in=any(("player", player) in held for held in state.roles.values()),
    )


def with_clock(shown: TournamentRound, clock: RoundClock, now_ms: int) -> TournamentRound:
    """Return a round with its clock at a moment; all else is the same for as long as nothing is written."""
    return msgspec.structs.replace(shown, clock_left_ms=clock.left_ms(now_ms))


def round_info(state: TournamentState, number: int) -> TournamentRound:
    """Return a round, for the desk; how much time is left is for each moment to say."""
    now = state.rounds[number]
    return TournamentRound(
        round=number,
        method=now.method,
        published=now.published,
        tables=[list(table) for table in now.seating.tables],
        byes=list(now.seating.byes),
        results=[
            TournamentResult(
                table=table,
                game=game,
                points=list(result.sheet.points),
                winners=list(result.sheet.winners),
                racks=None if result.sheet.racks is None else list(result.sheet.racks),
                ended=result.sheet.ended,
                confirmed=result.confirmed,
                corrected=result.corrected,
                entry=result.entry,
                by=result.by.role,
            )
            for (table, game), result in sorted(now.results.items())
        ],
        missing=list(now.missing(state.format.games)) if now.published else [],
        skipped=sorted(now.skipped),
        cost=None if now.published else proposal_cost(state, number),
        final=state.format.is_final(number),
        lobby_tables={str(table): lobby for table, lobby in now.lobby_tables.items()},
        clock_total_ms=now.clock.total_ms,
        clock_left_ms=None,
        clock_running=now.clock.running_since is not None,
        clock_over=now.clock.over,
    )


def clock_info(now: RoundState, now_ms: int) -> ClockInfo:
    """Return the clock of a round at a moment."""
    clock = now.clock
    return ClockInfo(
        round=now.number,
        left_ms=clock.left_ms(now_ms),
        running=clock.running_since is not None,
        over=clock.over,
    )


def rows_of(state: TournamentState, cards: Mapping[str, NewPlayer]) -> list[TournamentRow]:
    """Return the standings, explained."""
    return [_row_info(row, cards) for row in standings(state)]


def _row_info(row: Row, cards: Mapping[str, NewPlayer]) -> TournamentRow:
    criterion, mine, theirs = ("", "", "") if row.before_next is None else row.before_next.values
    return TournamentRow(
        place=row.place,
        player=row.player,
        name=name_of(cards, row.player),
        big_points=row.big_points,
        points=format_points(row.total),
        wins=row.wins,
        games=row.games,
        best_game=format_points(row.best_game),
        penalties=row.penalties,
        penalty_points=row.penalty_points,
        byes=row.byes,
        unconfirmed=row.unconfirmed,
        because="" if row.before_next is None else str(row.before_next),
        criterion=criterion,
        mine=mine,
        theirs=theirs,
    )


def whose(entry: Entry) -> str:
    """Return the author of an entry: the server writes a role for the person who joined with a code."""
    return entry.fact.person if isinstance(entry.fact, RoleGiven) else entry.by.who


def entry_info(entry: Entry, *, counts: bool = True) -> EntryInfo:
    """Return an entry of the log."""
    return EntryInfo(
        number=entry.number,
        at=entry.at,
        role=entry.by.role,
        who=entry.by.who,
        fact=fact_info(entry.fact),
        why=entry.why,
        counts=counts,
        seal=entry.seal,
    )


def written(entry: Entry) -> Written:
    """Answer a write with its entry."""
    return Written(entry=entry_info(entry))


def fact_info(fact: Fact) -> msgspec.Raw:
    """Write a fact in full; the log itself leaves defaults out."""
    return msgspec.Raw(_encoder.encode({"type": fact_tag(type(fact)), **msgspec.to_builtins(fact)}))


def line_info(line: Line, known: set[str]) -> PlayerLine:
    """Return a line of a list that was read."""
    new, problem = line.player, line.problem
    said = None if problem is None else reason(problem)
    return PlayerLine(
        line=line.number,
        name=new.name,
        public_name=new.public_name,
        club=new.club,
        rating=new.rating,
        known=new.name in known,
        problem=said,
    )
