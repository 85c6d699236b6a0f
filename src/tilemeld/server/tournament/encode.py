"""Encodes facts, players, rounds and standings as messages of the API."""

from collections.abc import Mapping

from tilemeld.server.http.problems import reason
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import RoleGiven, fact_to_json
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.next_round import draft_cost
from tilemeld.tournament.players import Line, NewPlayer
from tilemeld.tournament.results.conduct import conduct_of
from tilemeld.tournament.results.standings import format_points, standings
from tilemeld.tournament.seating.seating import Cost

from .answers import (
    CostInfo,
    EntryInfo,
    EventPlayer,
    EventResult,
    EventRound,
    EventRow,
    PlayerLine,
)


def name_of(cards: Mapping[str, NewPlayer], card: str) -> str:
    """Return the name of a card; its number where the name was erased."""
    return cards[card].name if card in cards else card


def player_info(state: TournamentState, player: str, cards: Mapping[str, NewPlayer]) -> EventPlayer:
    """Return a player, for the desk."""
    known, card = state.players[player], cards.get(player) or NewPlayer(player)
    return EventPlayer(
        player,
        card.name,
        card.public_name,
        card.club,
        known.rating,
        known.status,
        known.checked_in,
        known.late,
        known.allowance_seconds,
        known.warnings,
        known.reports,
        conduct_of(state, player).may_be_excluded,
        [name_of(cards, substitute) for _, substitute in known.substitutes],
        any(("player", player) in held for held in state.roles.values()),
    )


def round_info(state: TournamentState, number: int, now_ms: int) -> EventRound:
    """Return a round, for the desk."""
    now = state.rounds[number]
    return EventRound(
        number,
        now.method,
        now.published,
        [list(table) for table in now.seating.tables],
        list(now.seating.byes),
        [
            EventResult(
                table,
                game,
                list(result.sheet.points),
                list(result.sheet.winners),
                None if result.sheet.racks is None else list(result.sheet.racks),
                result.sheet.ended,
                result.confirmed,
                result.corrected,
                result.entry,
                result.by.role,
            )
            for (table, game), result in sorted(now.results.items())
        ],
        list(now.missing(state.format.games)) if now.published else [],
        sorted(now.skipped),
        None if now.published else cost_info(draft_cost(state, number)),
        state.format.is_final(number),
        {str(table): lobby for table, lobby in now.lobby_tables.items()},
        now.clock.total_ms,
        now.clock.left_ms(now_ms),
        now.clock.running_since is not None,
        now.clock.over,
    )


def rows_of(state: TournamentState, cards: Mapping[str, NewPlayer]) -> list[EventRow]:
    """Return the standings, explained."""
    return [
        EventRow(
            row.place,
            row.player,
            name_of(cards, row.player),
            row.big_points,
            format_points(row.total),
            row.wins,
            row.games,
            format_points(row.best_game),
            row.penalties,
            row.penalty_points,
            row.byes,
            row.unconfirmed,
            "" if row.before_next is None else str(row.before_next),
            *(("", "", "") if row.before_next is None else row.before_next.values),
        )
        for row in standings(state)
    ]


def whose(entry: Entry) -> str:
    """Return the author of an entry: the server writes a role for the person who joined with a code."""
    return entry.fact.person if isinstance(entry.fact, RoleGiven) else entry.by.who


def entry_info(entry: Entry, *, counts: bool = True) -> EntryInfo:
    """Return an entry of the log."""
    fact = fact_to_json(entry.fact)
    assert isinstance(fact, dict), "an object"
    return EntryInfo(entry.number, entry.at, entry.by.role, entry.by.who, fact, entry.why, counts, entry.seal)


def line_info(line: Line, known: set[str]) -> PlayerLine:
    """Return a line of a list that was read."""
    new, problem = line.player, line.problem
    said = None if problem is None else reason(problem)
    return PlayerLine(line.number, new.name, new.public_name, new.club, new.rating, new.name in known, said)


def cost_info(cost: Cost) -> CostInfo:
    """Return what a seating costs."""
    return CostInfo(
        cost.repeats,
        cost.worst,
        cost.short_again,
        cost.byes_again,
        cost.distance,
        cost.seats,
        cost.total,
        list(cost.lines()),
        list(cost.pairs),
        cost.later,
    )
