"""Decide: may this be written into the log? Answers with the sealed entry, or says why not.

Undoing is decided by folding the log again without the entry: if something later rests on it, that is
named and has to be undone first.
"""

from collections.abc import Sequence

from tilemeld.engine.errors import Param, is_writable
from tilemeld.engine.game.interruptions import ALLOWANCE_LIMIT, PENALTY_LIMIT
from tilemeld.engine.record.codec import tag_of
from tilemeld.engine.rules import Rules
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.format import NAME_LIMIT, check_format
from tilemeld.tournament.players import check_rating, quoted
from tilemeld.tournament.result_sheet import POINTS_LIMIT, problems_of
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.seating.table_sizes import FULL

from .entries import Entry, Signature, active, sealed
from .facts import (
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ClockPaused,
    ClockStarted,
    ConductReported,
    EventEnded,
    EventOpened,
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
    Undone,
    WarningGiven,
    Withdrawn,
)
from .permissions import MAY, NEEDS_WHY, check_own_table, needed
from .state import PlayerState, RoundState, TournamentState, evolve, fold

WHY_LIMIT = 500
ADD_LIMIT = 7_200
"""Seconds that can be added to a round at once."""


def decide(
    log: Sequence[Entry],
    fact: Fact,
    *,
    by: Signature,
    at: int,
    why: str = "",
    state: TournamentState | None = None,
    id: str = "",  # noqa: A002  # it is the id of the entry
) -> Entry:
    """Return the entry that writes a fact into the log, sealed.

    Whoever has the state of the log at hand may give it; else it is folded from the log.

    Raises ``TournamentError``; then nothing is to be written.
    """
    entry = Entry(len(log) + 1, max(at, log[-1].at if log else 0), by, fact, " ".join(why.split()), id=id)
    _check_why(entry)
    if isinstance(fact, Undone):
        _check_undoing(log, active(log), entry)
    else:
        check(fold(active(log)) if state is None else state, entry)
    return sealed(entry, log[-1].seal if log else "")


def check(state: TournamentState | None, entry: Entry) -> None:
    """Refuse a fact that does not fit the state, or is not this person's to write."""
    fact, by = entry.fact, entry.by
    if by.role not in MAY[type(fact)]:
        raise tournament_error("event/not-yours", role=by.role, needed=needed(type(fact)))
    if isinstance(fact, EventOpened):
        if state is not None:
            raise tournament_error("event/opened")
        _check_name(fact.name)
        check_format(fact.format)
        return
    if state is None:
        raise tournament_error("event/not-opened")
    if state.ended and not isinstance(fact, RoleGiven | EventEnded | RackSeen | ConductReported):
        raise tournament_error("event/ended")
    check_own_table(state, fact, by)
    _check_fact(state, fact, by)


def _check_fact(state: TournamentState, fact: Fact, by: Signature) -> None:
    match fact:
        case FormatChanged():
            check_format(fact.format)
            if state.published and fact.format.rules != state.format.rules:
                raise tournament_error("round/drawn", round=1)
        case RoleGiven():
            if fact.player is not None:
                _player(state, fact.player)
        case PlayersEntered() | CheckedIn() | Withdrawn() | Returned() | Substituted() | AllowanceGiven():
            _check_player_fact(state, fact, by)
        case RatingChanged():
            _player(state, fact.player)
            check_rating(fact.rating)
        case SeatingDrawn() | SeatsSwapped() | SeatingPublished() | TableOpened():
            _check_seating_fact(state, fact)
        case ClockStarted() | ClockPaused() | TimeAdded() | TimeEnded():
            _check_clock_fact(state, fact)
        case ResultEntered() | ResultConfirmed() | ResultCorrected() | GameSkipped():
            _check_result_fact(state, fact, by)
        case EventEnded():
            if state.ended:
                raise tournament_error("event/ended")
        case _:
            _check_referee_fact(state, fact, by)


def _check_player_fact(state: TournamentState, fact: Fact, by: Signature) -> None:
    if isinstance(fact, PlayersEntered):
        if not fact.players:
            raise tournament_error("players/none")
        known = set(state.players)
        for entrant in fact.players:
            if entrant.id in known:
                raise tournament_error("player/exists", player=entrant.id)
            known.add(entrant.id)
        return
    assert isinstance(fact, CheckedIn | Withdrawn | Returned | Substituted | AllowanceGiven)
    player = _player(state, fact.player)
    _own_only(by, fact.player)
    if player.status == "excluded":
        raise tournament_error("player/excluded", player=fact.player)
    is_back = isinstance(fact, Returned)
    if is_back == (player.status == "in"):
        raise tournament_error("player/in" if is_back else "player/out", player=fact.player)
    if isinstance(fact, AllowanceGiven) and not 0 <= fact.seconds <= ALLOWANCE_LIMIT:
        raise tournament_error("ruling/count", value=fact.seconds, low=0, high=ALLOWANCE_LIMIT)
    if isinstance(fact, Substituted) and state.published:
        last = state.published[-1]
        table = last.table_of(fact.player)
        if table is not None and any(key[0] == table for key in last.missing(state.format.games)):
            raise tournament_error("player/substituted", player=fact.player, round=last.number)


def _check_seating_fact(
    state: TournamentState, fact: SeatingDrawn | SeatsSwapped | SeatingPublished | TableOpened
) -> None:
    if not 1 <= fact.round <= state.format.all_rounds:
        raise tournament_error("round/unknown", round=fact.round, rounds=state.format.all_rounds)
    now = state.rounds.get(fact.round)
    if isinstance(fact, TableOpened):
        _table(_published(state, fact.round), fact.table)
        return
    if now is not None and now.published:
        raise tournament_error("round/drawn", round=fact.round)
    if isinstance(fact, SeatingDrawn):
        _check_order(state, fact.round)
        _check_seats(state, Round(fact.tables, fact.byes))
        return
    if now is None:
        raise tournament_error("round/not-drawn", round=fact.round)
    if isinstance(fact, SeatsSwapped):
        now.seating.swapped(fact.one, fact.other)
        return
    _check_seats(state, now.seating)  # somebody may have left since the draft
    before = state.rounds.get(fact.round - 1)
    if before is not None and (missing := before.missing(state.format.games)):
        table, game = missing[0]
        raise tournament_error(
            "round/not-finished",
            round=fact.round,
            before=fact.round - 1,
            count=len(missing),
            table=table,
            game=game,
        )


def _check_order(state: TournamentState, number: int) -> None:
    before = state.rounds.get(number - 1)
    if number > 1 and (before is None or not before.published):
        raise tournament_error("round/order", round=number, before=number - 1)


def _check_seats(state: TournamentState, seating: Round) -> None:
    seated = seating.players
    if len(set(seated)) != len(seated):
        twice = next(player for player in seated if seated.count(player) > 1)
        raise tournament_error("round/twice", player=twice)
    for player in seated:
        if _player(state, player).status != "in":
            raise tournament_error("player/out", player=player)
    if not seating.tables or any(not state.format.smallest <= len(table) <= FULL for table in seating.tables):
        raise tournament_error("round/sizes", low=state.format.smallest, high=FULL)


def _check_clock_fact(
    state: TournamentState, fact: ClockStarted | ClockPaused | TimeAdded | TimeEnded
) -> None:
    clock = _published(state, fact.round).clock
    if clock.over:
        raise tournament_error("clock/over", round=fact.round)
    running = clock.running_since is not None
    if isinstance(fact, ClockStarted) and running:
        raise tournament_error("clock/running", round=fact.round)
    if isinstance(fact, ClockPaused) and not running:
        raise tournament_error("clock/not-running", round=fact.round)
    if isinstance(fact, TimeAdded) and (
        not 1 <= abs(fact.seconds) <= ADD_LIMIT
        or clock.total_ms is None
        or clock.total_ms + fact.seconds * 1_000 < 0
    ):
        raise tournament_error("clock/seconds", seconds=fact.seconds, limit=ADD_LIMIT)


def _check_result_fact(
    state: TournamentState,
    fact: ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped,
    by: Signature,
) -> None:
    now = _published(state, fact.round)
    seated = _table(now, fact.table)
    if not 1 <= fact.game <= state.format.games:
        raise tournament_error("round/no-game", games=state.format.games, game=fact.game)
    if by.role == "player" and by.who not in seated:
        raise tournament_error("result/not-at-table", player=by.who, table=fact.table, round=fact.round)
    if by.role == "player" and isinstance(fact, ResultEntered) and fact.table in now.lobby_tables:
        raise tournament_error("event/not-yours", role="player", needed="server")
    known = now.results.get((fact.table, fact.game))
    if isinstance(fact, ResultEntered | GameSkipped):
        if known is not None or (fact.table, fact.game) in now.skipped:
            raise tournament_error("result/exists", table=fact.table, game=fact.game)
    elif known is None:
        raise tournament_error("result/missing", table=fact.table, game=fact.game)
    if isinstance(fact, ResultEntered):
        for problem in problems_of(fact.sheet, state.format.rules, seats=len(seated), table=fact.table):
            raise problem
    if isinstance(fact, ResultCorrected):
        _check_corrected(fact, state.format.rules, len(seated))
    if isinstance(fact, ResultConfirmed) and known is not None:
        if known.confirmed and by.role != "player":
            raise tournament_error("result/confirmed", table=fact.table, game=fact.game)
        if by.role == "player":
            _check_confirmation(state, fact, by, entered_by=known.by.who, already=known.confirmed_by)


def _check_corrected(fact: ResultCorrected, rules: Rules, seats: int) -> None:
    """A corrected sheet has to add up (M3), unless the ruling says that it counts anyway; never nonsense."""
    sheet = fact.sheet
    if not fact.anyway:
        for problem in problems_of(sheet, rules, seats=seats, table=fact.table):
            raise problem
    if len(sheet.points) != seats:
        raise tournament_error("result/count", table=fact.table, seats=seats, count=len(sheet.points))
    for points in sheet.points:
        if abs(points) > POINTS_LIMIT:
            raise tournament_error("result/too-large", points=points, limit=POINTS_LIMIT)
    if not all(0 <= seat < seats for seat in sheet.winners):
        raise tournament_error("result/winner-seat")


def _check_confirmation(
    state: TournamentState, fact: ResultConfirmed, by: Signature, *, entered_by: str, already: tuple[str, ...]
) -> None:
    if state.format.confirm == "desk":
        raise tournament_error("event/not-yours", role="player", needed="desk")
    if fact.player != by.who:
        raise tournament_error("event/not-yours", role="player", needed="player-own")
    if by.who == entered_by or by.who in already:
        raise tournament_error("result/own", player=by.who)


def _check_referee_fact(state: TournamentState, fact: Fact, by: Signature) -> None:
    match fact:
        case RefereeCalled():
            seated = _table(_published(state, fact.round), fact.table)
            if by.role == "player" and (by.who not in seated or fact.player != by.who):
                raise tournament_error(
                    "result/not-at-table", player=by.who, table=fact.table, round=fact.round
                )
            if any((c.round, c.table, c.answered) == (fact.round, fact.table, False) for c in state.calls):
                raise tournament_error("call/open", table=fact.table)
        case CallAnswered():
            if not any(call.number == fact.call and not call.answered for call in state.calls):
                raise tournament_error("call/unknown", number=fact.call)
        case RulingMade():
            _check_ruling(state, fact)
        case RackSeen():
            _table(_published(state, fact.round), fact.table)
        case ConductReported() | WarningGiven() | Excluded():
            player = _player(state, fact.player)
            if player.status == "excluded":
                raise tournament_error("player/excluded", player=fact.player)
            if isinstance(fact, Excluded) and not player.warnings:
                raise tournament_error("conduct/no-warning", player=fact.player)  # M6
        case _:
            raise AssertionError(f"no check for {type(fact).__name__}")


def _check_ruling(state: TournamentState, fact: RulingMade) -> None:
    seated = _table(_published(state, fact.round), fact.table)
    if fact.player is not None and fact.player not in seated:
        raise tournament_error("result/not-at-table", player=fact.player, table=fact.table, round=fact.round)
    if fact.game is not None and not 1 <= fact.game <= state.format.games:
        raise tournament_error("round/no-game", games=state.format.games, game=fact.game)
    if fact.kind in ("penalty-tiles", "points") and fact.player is None:
        raise tournament_error("ruling/no-player")
    if fact.kind == "penalty-tiles" and not 1 <= fact.value <= PENALTY_LIMIT:
        raise tournament_error("ruling/count", value=fact.value, low=1, high=PENALTY_LIMIT)
    if abs(fact.value) > POINTS_LIMIT:
        raise tournament_error("ruling/count", value=fact.value, low=-POINTS_LIMIT, high=POINTS_LIMIT)


def _check_undoing(log: Sequence[Entry], counting: Sequence[Entry], entry: Entry) -> None:
    assert isinstance(entry.fact, Undone), "asked for those only"
    target = next((each for each in counting if each.number == entry.fact.entry), None)
    if target is None or isinstance(target.fact, EventOpened):
        raise tournament_error("event/nothing-to-undo", number=entry.fact.entry)
    if entry.by.role not in MAY[Undone] or (
        entry.by.role not in MAY[type(target.fact)] and entry.by.role != "director"
    ):
        raise tournament_error("event/not-yours", role=entry.by.role, needed="writer")
    state: TournamentState | None = None
    for each in active([*log, entry]):
        if isinstance(each.fact, Undone):
            continue
        try:
            check(state, each)
        except TournamentError as error:
            if each.number < target.number or isinstance(target.fact, Undone):
                raise _resting("event/cannot-return", error, number=target.number) from None
            what = tag_of(type(each.fact))
            raise _resting(
                "event/needed-by", error, number=target.number, by=each.number, what=what
            ) from None
        state = evolve(state, each)


def _check_why(entry: Entry) -> None:
    fits = len(entry.why) <= WHY_LIMIT and is_writable(entry.why)
    if not fits or (isinstance(entry.fact, NEEDS_WHY) and not entry.why):
        raise tournament_error("event/no-why", limit=WHY_LIMIT, count=len(entry.why))


def _check_name(name: str) -> None:
    if not (1 <= len(name.strip()) <= len(name) <= NAME_LIMIT and is_writable(name) and name.isprintable()):
        raise tournament_error("event/name", limit=NAME_LIMIT, name=quoted(name))


def _own_only(by: Signature, player: str) -> None:
    if by.role == "player" and by.who != player:
        raise tournament_error("event/not-yours", role="player", needed="player-own")


def _player(state: TournamentState, player: str) -> PlayerState:
    if player not in state.players:
        raise tournament_error("player/unknown", player=player[:60])
    return state.players[player]


def _published(state: TournamentState, number: int) -> RoundState:
    now = state.rounds.get(number)
    if now is None or not now.published:
        if not 1 <= number <= state.format.all_rounds:
            raise tournament_error("round/unknown", round=number, rounds=state.format.all_rounds)
        raise tournament_error("round/not-published", round=number)
    return now


def _table(now: RoundState, table: int) -> tuple[str, ...]:
    if not 1 <= table <= len(now.seating.tables):
        raise tournament_error("round/no-table", table=table, round=now.number)
    return now.seating.tables[table - 1]


def _resting(code: str, fault: TournamentError, **params: Param) -> TournamentError:
    """Refuse because of what would be refused then; its code and values come along for other languages."""
    return tournament_error(code, **{**fault.params, **params, "fault": fault.code, "reason": str(fault)})
