"""Encodes entries, rounds and lines of lists as messages of the API."""

from collections.abc import Mapping

import msgspec

from tilemeld.engine.record.codec import to_json
from tilemeld.server.live.problems import reason
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import PlannedRound, RoleGiven
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.next_round import clubs_of, proposal_cost
from tilemeld.tournament.player_list import Line
from tilemeld.tournament.players import Card

from .answers import (
    PlayerLine,
    TournamentRound,
    Written,
)

_encoder = msgspec.json.Encoder()


def name_of(cards: Mapping[str, Card], card: str) -> str:
    """Return the name of a card; its number where the name was erased."""
    return cards[card].name if card in cards else card


def round_info(state: TournamentState, number: int, cards: Mapping[str, Card]) -> TournamentRound:
    """Return a round, for the desk."""
    now = state.rounds[number]
    return TournamentRound(
        round=number,
        method=now.method,
        published=now.published,
        tables=now.seating.tables,
        byes=now.seating.byes,
        clock=now.clock,
        results=[result for _, result in sorted(now.results.items())],
        missing=now.missing(state.format) if now.published else (),
        skipped=sorted(now.skipped),
        cost=None if now.published else proposal_cost(state, number, clubs=clubs_of(state, cards)),
        games=state.format.games_in(number),
        final=state.format.is_final(number),
        lobby_tables=now.lobby_tables,
    )


def planned_rounds(state: TournamentState) -> list[PlannedRound]:
    """Return the rounds announced in advance that are to come, as long as the announcement holds."""
    return [PlannedRound(number, each.tables, each.byes) for number, each in state.announced.items()]


def whose(entry: Entry) -> str:
    """Return the author of an entry: the server writes a role for the person who joined with a code."""
    return entry.fact.person if isinstance(entry.fact, RoleGiven) else entry.by.who


def entry_text(entry: Entry) -> msgspec.Raw:
    """Write an entry in full; the log itself leaves defaults out."""
    return msgspec.Raw(_encoder.encode(to_json(entry, full=True)))


def written(entry: Entry) -> Written:
    """Answer a write with its entry."""
    return Written(entry=entry_text(entry))


def line_info(line: Line, known: set[str]) -> PlayerLine:
    """Return a line of a list that was read."""
    problem = None if line.problem is None else reason(line.problem)
    return PlayerLine(line=line.number, player=line.player, known=line.player.name in known, problem=problem)
