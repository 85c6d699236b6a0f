"""Reasons to keep a fact out of the log: it does not fit the state, or this person may not write it."""

from collections import Counter
from collections.abc import Iterator

from tilemeld.engine.errors import is_writable
from tilemeld.engine.game.interruptions import ALLOWANCE_LIMIT, PENALTY_LIMIT
from tilemeld.engine.rules import Rules
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.format import NAME_LIMIT, format_problems
from tilemeld.tournament.players import quoted, rating_problems
from tilemeld.tournament.result_sheet import POINTS_LIMIT, problems_of
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.seating.table_sizes import FULL
from tilemeld.tournament.wishes import wish_problems

from .entries import Entry, Signature
from .facts import (
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ClockPaused,
    ClockStarted,
    ConductReported,
    DayPlanned,
    Excluded,
    Fact,
    FormatChanged,
    GameSkipped,
    PlayersEntered,
    RackSeen,
    RatingChanged,
    RefereeCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    Returned,
    RoleGiven,
    RulingMade,
    SeatingDrawn,
    SeatingPublished,
    SeatsSwapped,
    Substituted,
    TableOpened,
    TimeAdded,
    TimeEnded,
    TournamentEnded,
    TournamentOpened,
    TournamentRenamed,
    WarningGiven,
    WishesStated,
    Withdrawn,
)
from .permissions import MAY, head_referee_problems, needed, own_table_problems
from .state import ResultState, TournamentState

ADD_LIMIT = 7_200
"""Seconds that can be added to a round at once."""

Problems = Iterator[TournamentError]


def problems_with(state: TournamentState | None, entry: Entry, *, is_new: bool = True) -> Problems:
    """List every reason to keep a fact out of the log; people who may not write it get only that reason.

    Of an entry that is in the log already it is not asked again who wrote it.
    """
    fact, by = entry.fact, entry.by
    if is_new and by.role not in MAY[type(fact)]:
        yield tournament_error("tournament/not-yours", role=by.role, needed=needed(type(fact)))
    elif is_new and state is not None and (others := [*head_referee_problems(state, fact, by)]):
        yield from others
    elif isinstance(fact, TournamentOpened):
        if state is not None:
            yield tournament_error("tournament/opened")
        yield from _name_problems(fact.name)
        yield from format_problems(fact.format)
    elif state is None:
        yield tournament_error("tournament/not-opened")
    elif state.ended and not isinstance(fact, RoleGiven | RackSeen | ConductReported):
        yield tournament_error("tournament/ended")
    elif others := [*own_table_problems(state, fact, by)]:
        yield from others
    elif is_new and (changed := [*_changed_problems(state, fact)]):
        yield from changed
    else:
        yield from _fact_problems(state, fact, by)


def _fact_problems(state: TournamentState, fact: Fact, by: Signature) -> Problems:
    match fact:
        case FormatChanged():
            yield from format_problems(fact.format)
            if state.published and fact.format.rules != state.format.rules:
                yield tournament_error("round/drawn", round=1)
        case TournamentRenamed():
            yield from _name_problems(fact.name)
        case RoleGiven():
            if fact.player is not None:
                yield from _player_problems(state, fact.player)
        case PlayersEntered():
            yield from _entrant_problems(state, fact)
        case CheckedIn() | Withdrawn() | Returned() | Substituted() | AllowanceGiven():
            yield from _player_fact_problems(state, fact, by)
        case RatingChanged():
            yield from _player_problems(state, fact.player)
            yield from rating_problems(fact.rating)
        case SeatingDrawn() | SeatsSwapped() | SeatingPublished():
            yield from _seating_problems(state, fact)
        case WishesStated():
            yield from wish_problems(fact.wishes, state.players)
        case DayPlanned():
            for each in fact.rounds:
                if not len(state.published) < each.round <= state.format.all_rounds:
                    yield tournament_error("round/unknown", round=each.round, rounds=state.format.all_rounds)
                yield from _seat_problems(state, Round(each.tables, each.byes))
        case ClockStarted() | ClockPaused() | TimeAdded() | TimeEnded():
            yield from _clock_problems(state, fact)
        case ResultEntered() | ResultConfirmed() | ResultCorrected() | GameSkipped():
            yield from _result_problems(state, fact, by)
        case TournamentEnded():
            pass
        case _:
            yield from _referee_problems(state, fact, by)


def _entrant_problems(state: TournamentState, fact: PlayersEntered) -> Problems:
    if not fact.players:
        yield tournament_error("players/none")
    known = set(state.players)
    for entrant in fact.players:
        if entrant.id in known:
            yield tournament_error("player/exists", player=entrant.id)
        known.add(entrant.id)


def _player_fact_problems(
    state: TournamentState,
    fact: CheckedIn | Withdrawn | Returned | Substituted | AllowanceGiven,
    by: Signature,
) -> Problems:
    if unknown := [*_player_problems(state, fact.player)]:
        yield from unknown
        return
    if by.role == "player" and by.who != fact.player:
        yield tournament_error("tournament/not-yours", role="player", needed="player-own")
        return
    status, is_back = state.players[fact.player].status, isinstance(fact, Returned)
    if status == "excluded":
        yield tournament_error("player/excluded", player=fact.player)
    elif is_back == (status == "in") and not isinstance(fact, Substituted):
        yield tournament_error("player/in" if is_back else "player/out", player=fact.player)
    if isinstance(fact, AllowanceGiven) and not 0 <= fact.seconds <= ALLOWANCE_LIMIT:
        yield tournament_error("ruling/count", value=fact.seconds, low=0, high=ALLOWANCE_LIMIT)
    if isinstance(fact, Substituted):
        yield from _substitute_problems(state, fact)


def _substitute_problems(state: TournamentState, fact: Substituted) -> Problems:
    """Object to a substitute in the middle of a table's games, between the first result and the last."""
    if not state.published:
        if fact.round not in (None, 1):
            yield tournament_error("round/not-published", round=fact.round or 1)
        return
    last = state.published[-1]
    table = last.table_of(fact.player)
    if fact.round == last.number:
        has_begun = table in last.lobby_tables or any(key[0] == table for key in last.results)
        if has_begun or table is None:
            yield tournament_error("player/substituted", player=fact.player, round=last.number)
    elif fact.round not in (None, last.number + 1):
        yield tournament_error("round/order", round=fact.round, before=last.number)
    elif table is not None and any(key[0] == table for key in last.missing(state.format)):
        yield tournament_error("player/substituted", player=fact.player, round=last.number)


def _seating_problems(
    state: TournamentState, fact: SeatingDrawn | SeatsSwapped | SeatingPublished
) -> Problems:
    now = state.rounds.get(fact.round)
    if not 1 <= fact.round <= state.format.all_rounds:
        yield tournament_error("round/unknown", round=fact.round, rounds=state.format.all_rounds)
    elif now is not None and now.published:
        yield tournament_error("round/drawn", round=fact.round)
    elif isinstance(fact, SeatingDrawn):
        yield from _order_problems(state, fact.round)
        yield from _seat_problems(state, Round(fact.tables, fact.byes))
    elif now is None:
        yield tournament_error("round/not-drawn", round=fact.round)
    elif isinstance(fact, SeatsSwapped):
        for player in dict.fromkeys((fact.one, fact.other)):
            if player not in now.seating.players:
                yield tournament_error("seating/unknown", player=player[:60])
    else:
        yield from _seat_problems(state, now.seating)  # a player may have left since the proposal
        yield from _unfinished_problems(state, fact.round)


def _order_problems(state: TournamentState, number: int) -> Problems:
    before = state.rounds.get(number - 1)
    if number > 1 and (before is None or not before.published):
        yield tournament_error("round/order", round=number, before=number - 1)


def _unfinished_problems(state: TournamentState, number: int) -> Problems:
    before = state.rounds.get(number - 1)
    if before is not None and (missing := before.missing(state.format)):
        table, game = missing[0]
        yield tournament_error(
            "round/not-finished",
            round=number,
            before=number - 1,
            count=len(missing),
            table=table,
            game=game,
        )


def _seat_problems(state: TournamentState, seating: Round) -> Problems:
    seated = seating.players
    for player, count in Counter(seated).items():
        if count > 1:
            yield tournament_error("round/twice", player=player)
        if player not in state.players:
            yield from _player_problems(state, player)
        elif state.players[player].status != "in":
            yield tournament_error("player/out", player=player)
    if not seating.tables or any(not state.format.smallest <= len(table) <= FULL for table in seating.tables):
        yield tournament_error("round/sizes", low=state.format.smallest, high=FULL)


def _clock_problems(
    state: TournamentState, fact: ClockStarted | ClockPaused | TimeAdded | TimeEnded
) -> Problems:
    if unknown := [*_published_problems(state, fact.round)]:
        yield from unknown
        return
    clock = state.rounds[fact.round].clock
    running = clock.running_since is not None
    if clock.over:
        yield tournament_error("clock/over", round=fact.round)
    elif isinstance(fact, ClockStarted) and running:
        yield tournament_error("clock/running", round=fact.round)
    elif isinstance(fact, ClockPaused) and not running:
        yield tournament_error("clock/not-running", round=fact.round)
    if isinstance(fact, TimeAdded) and (
        not 1 <= abs(fact.seconds) <= ADD_LIMIT
        or clock.total_ms is None
        or clock.total_ms + fact.seconds * 1_000 < 0
    ):
        yield tournament_error("clock/seconds", seconds=fact.seconds, limit=ADD_LIMIT)


def _result_problems(
    state: TournamentState,
    fact: ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped,
    by: Signature,
) -> Problems:
    if unknown := [*_game_problems(state, fact.round, fact.table, fact.game)]:
        yield from unknown
        return
    now = state.rounds[fact.round]
    seated = now.seating.tables[fact.table - 1]
    if by.role == "player" and by.who not in seated:
        yield tournament_error("result/not-at-table", player=by.who, table=fact.table, round=fact.round)
        return
    is_online = state.format.place == "online" or fact.table in now.lobby_tables
    if by.role == "player" and isinstance(fact, ResultEntered) and is_online:
        yield tournament_error("tournament/not-yours", role="player", needed="server")
        return
    known = now.results.get((fact.table, fact.game))
    if isinstance(fact, ResultEntered | GameSkipped):
        if known is not None or (fact.table, fact.game) in now.skipped:
            yield tournament_error("result/exists", table=fact.table, game=fact.game)
    elif known is None:
        yield tournament_error("result/missing", table=fact.table, game=fact.game)
    if isinstance(fact, ResultEntered):
        yield from problems_of(fact.sheet, state.format.rules, seats=len(seated), table=fact.table)
    if isinstance(fact, ResultCorrected):
        yield from _correction_problems(fact, state.format.rules, len(seated))
    if isinstance(fact, ResultConfirmed) and known is not None:
        yield from _confirmation_problems(state, fact, by, known)


def _changed_problems(state: TournamentState, fact: Fact) -> Problems:
    """Object to a correction of a result, or to its confirmation, that somebody has corrected meanwhile."""
    if not isinstance(fact, ResultCorrected | ResultConfirmed) or fact.seen is None:
        return
    now = state.rounds.get(fact.round)
    known = None if now is None else now.results.get((fact.table, fact.game))
    if known is not None and known.entry != fact.seen:
        points = ", ".join(f"{points:+}".replace("-", "−") for points in known.sheet.points)
        yield tournament_error("result/changed", table=fact.table, game=fact.game, points=points)


def _correction_problems(fact: ResultCorrected, rules: Rules, seats: int) -> Problems:
    """Object to a corrected sheet that does not add up (M3), unless the ruling insists; nonsense always."""
    sheet = fact.sheet
    if not fact.anyway:
        yield from problems_of(sheet, rules, seats=seats, table=fact.table)
        return
    if len(sheet.points) != seats:
        yield tournament_error("result/count", table=fact.table, seats=seats, count=len(sheet.points))
    for points in sheet.points:
        if abs(points) > POINTS_LIMIT:
            yield tournament_error("result/too-large", points=points, limit=POINTS_LIMIT)
    if not all(0 <= seat < seats for seat in sheet.winners):
        yield tournament_error("result/winner-seat")


def _confirmation_problems(
    state: TournamentState, fact: ResultConfirmed, by: Signature, known: ResultState
) -> Problems:
    if by.role != "player":
        if known.confirmed:
            yield tournament_error("result/confirmed", table=fact.table, game=fact.game)
        return
    if state.format.confirm == "desk":
        yield tournament_error("tournament/not-yours", role="player", needed="desk")
    elif fact.player != by.who:
        yield tournament_error("tournament/not-yours", role="player", needed="player-own")
    elif by.who == known.by.who or by.who in known.confirmed_by:
        yield tournament_error("result/own", player=by.who)


def _referee_problems(state: TournamentState, fact: Fact, by: Signature) -> Problems:
    match fact:
        case RefereeCalled():
            yield from _call_problems(state, fact, by)
        case CallAnswered():
            if not any(call.number == fact.call and not call.answered for call in state.calls):
                yield tournament_error("call/unknown", number=fact.call)
        case RulingMade():
            yield from _ruling_problems(state, fact)
        case RackSeen() | TableOpened():
            yield from _table_problems(state, fact.round, fact.table)
        case ConductReported() | WarningGiven() | Excluded():
            yield from _conduct_problems(state, fact)
        case _:
            raise AssertionError(f"no check for {type(fact).__name__}")


def _call_problems(state: TournamentState, fact: RefereeCalled, by: Signature) -> Problems:
    if unknown := [*_table_problems(state, fact.round, fact.table)]:
        yield from unknown
        return
    seated = state.rounds[fact.round].seating.tables[fact.table - 1]
    if fact.game is not None:
        yield from _number_problems(state, fact.round, fact.game)
    if by.role == "player" and (by.who not in seated or fact.player != by.who):
        yield tournament_error("result/not-at-table", player=by.who, table=fact.table, round=fact.round)
    elif any((c.round, c.table, c.answered) == (fact.round, fact.table, False) for c in state.calls):
        yield tournament_error("call/open", table=fact.table)


def _conduct_problems(state: TournamentState, fact: ConductReported | WarningGiven | Excluded) -> Problems:
    if unknown := [*_player_problems(state, fact.player)]:
        yield from unknown
        return
    player = state.players[fact.player]
    if player.status == "excluded":
        yield tournament_error("player/excluded", player=fact.player)
    if isinstance(fact, Excluded) and not player.may_be_excluded and player.status != "excluded":
        yield tournament_error("conduct/no-warning", player=fact.player)  # M6


def _ruling_problems(state: TournamentState, fact: RulingMade) -> Problems:
    if unknown := [*_table_problems(state, fact.round, fact.table)]:
        yield from unknown
    elif fact.player not in (None, *state.rounds[fact.round].seating.tables[fact.table - 1]):
        yield tournament_error(
            "result/not-at-table", player=fact.player or "", table=fact.table, round=fact.round
        )
    if fact.game is not None:
        yield from _number_problems(state, fact.round, fact.game)
    if fact.kind in ("penalty-tiles", "points") and fact.player is None:
        yield tournament_error("ruling/no-player")
    if fact.kind == "penalty-tiles" and not 1 <= fact.value <= PENALTY_LIMIT:
        yield tournament_error("ruling/count", value=fact.value, low=1, high=PENALTY_LIMIT)
    elif abs(fact.value) > POINTS_LIMIT:
        yield tournament_error("ruling/count", value=fact.value, low=-POINTS_LIMIT, high=POINTS_LIMIT)


def _name_problems(name: str) -> Problems:
    if not (1 <= len(name.strip()) <= len(name) <= NAME_LIMIT and is_writable(name) and name.isprintable()):
        yield tournament_error("tournament/name", limit=NAME_LIMIT, name=quoted(name))


def _player_problems(state: TournamentState, player: str) -> Problems:
    if player not in state.players:
        yield tournament_error("player/unknown", player=player[:60])


def _published_problems(state: TournamentState, number: int) -> Problems:
    now = state.rounds.get(number)
    if not 1 <= number <= state.format.all_rounds and now is None:
        yield tournament_error("round/unknown", round=number, rounds=state.format.all_rounds)
    elif now is None or not now.published:
        yield tournament_error("round/not-published", round=number)


def _table_problems(state: TournamentState, number: int, table: int) -> Problems:
    if unknown := [*_published_problems(state, number)]:
        yield from unknown
    elif not 1 <= table <= len(state.rounds[number].seating.tables):
        yield tournament_error("round/no-table", table=table, round=number)


def _game_problems(state: TournamentState, number: int, table: int, game: int) -> Problems:
    yield from _table_problems(state, number, table)
    yield from _number_problems(state, number, game)


def _number_problems(state: TournamentState, number: int, game: int) -> Problems:
    games = state.format.games_in(number)
    if not 1 <= game <= games:
        yield tournament_error("round/no-game", games=games, game=game)
