"""Evolve: apply one event to the state. Bookkeeping only: outcomes are in the event, nothing is judged."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Seat, Table, TileId

from .events import (
    AllowanceGiven,
    Announced,
    AnnounceOpened,
    Dealt,
    EntropyAdded,
    Event,
    GameCreated,
    GameEnded,
    LastLapBegan,
    MistakeMade,
    Passed,
    Paused,
    RedealAsked,
    RedealSkipped,
    Resumed,
    RoundEnded,
    ScoreCorrected,
    SeatLeft,
    SeatReturned,
    StackChosen,
    StacksBuilt,
    StarterChosen,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnEnded,
    TurnRestarted,
    TurnStarted,
    TurnTakenBack,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from .state import GameState, LatestTurn, Phase, PublicTurn, SeatState, TurnStart, Vote, change_state

SetRulesFor = Callable[[Rules], SetRules]
"""Returns the ``SetRules`` of a rule set; for letters the caller has to provide a lexicon."""


def evolve(state: GameState | None, event: Event, *, sets_for: SetRulesFor = sets_of) -> GameState:
    """Return the state after the event; the first event of every game is ``GameCreated``."""
    if isinstance(event, GameCreated):
        return _created(event, sets_for(event.rules).in_edition(event.words))
    assert state is not None, "the first event of a game is GameCreated"
    changes = _CHANGES[type(event)](state, event)
    changes["version"] = state.version + 1
    return change_state(state, changes)


def _created(event: GameCreated, sets: SetRules) -> GameState:
    return GameState(
        rules=event.rules,
        sets=sets,
        version=1,
        phase=Phase.ENTROPY,
        game=event.game,
        previous_starter=event.previous_starter,
        commitment=event.commitment,
        secret=event.secret,
        entropy=(None,) * event.players,
        seats=(SeatState(),) * event.players,
        words=event.words,
    )


Changes = dict[str, Any]


def _change_seat(state: GameState, seat: Seat, **changes: Any) -> tuple[SeatState, ...]:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return tuple(seats)


def _entropy_added(state: GameState, event: EntropyAdded) -> Changes:
    entropy = list(state.entropy)
    entropy[event.seat] = event.entropy
    return {"entropy": tuple(entropy)}


def _starter_chosen(state: GameState, event: StarterChosen) -> Changes:
    return {"starter": event.starter, "starter_draws": event.draws}


def _stacks_built(state: GameState, event: StacksBuilt) -> Changes:
    return {
        "phase": Phase.STACKS,
        "deal": event.deal,
        "stacks": event.stacks or (),
        "stacks_chosen": 0,
        "bank": (),
        "seats": tuple(replace(seat, rack=()) for seat in state.seats),
        "active": event.chooser,
        "deadline": event.deadline,
    }


def _stack_chosen(state: GameState, event: StackChosen) -> Changes:
    tiles = state.stacks[event.stack]
    return {
        "stacks": state.stacks[: event.stack] + state.stacks[event.stack + 1 :],
        "stacks_chosen": state.stacks_chosen + 1,
        "seats": _change_seat(state, event.receiver, rack=state.seats[event.receiver].rack + tiles),
        "active": event.chooser,
        "deadline": event.deadline,
    }


def _dealt(state: GameState, event: Dealt) -> Changes:
    return {
        "phase": Phase.REDEAL,
        "deal": event.deal,
        "stacks": (),
        "seats": tuple(
            replace(seat, rack=rack or ()) for seat, rack in zip(state.seats, event.racks, strict=True)
        ),
        "bank": event.bank or (),
        "bank_open": True,
        "active": None,
        "deadline": event.deadline,
    }


def _redeal_asked(state: GameState, event: RedealAsked) -> Changes:
    asked = () if event.seat is None else (event.seat,)
    return {"redeals_asked_by": state.redeals_asked_by + asked}


def _turn_started(state: GameState, event: TurnStarted) -> Changes:
    given = state.seats[event.seat].given_since  # what rulings gave can be laid from this turn on
    seats = _change_seat(state, event.seat, given_since=()) if given else state.seats
    start = TurnStart(
        active=event.seat,
        turn=event.turn,
        seats=seats,
        table=state.table,
        bank=state.bank,
        bank_open=state.bank_open,
        idle_turns=state.idle_turns,
        lap_left=state.lap_left,
        history=state.history,
    )
    return {
        "phase": Phase.TURN,
        "active": event.seat,
        "turn": event.turn,
        "seats": seats,
        "deadline": event.deadline,
        "turn_deadline_at": event.deadline.at if event.deadline else None,
        "this_turn": start,
        "last_turn": state.this_turn,
    }


def _nothing(state: GameState, event: Event) -> Changes:
    """Change nothing: the consequences of these events follow in further events."""
    return {}


def _tiles_laid(state: GameState, event: TilesLaid) -> Changes:
    laid = set(event.laid)
    before = state.seats[event.seat]
    rack = tuple(tile for tile in before.rack if tile not in laid)
    scored = (*before.turn_points, event.points) if state.sets.scores_turns else ()
    seats = _change_seat(
        state,
        event.seat,
        rack=rack,
        opened=before.opened or event.opening,
        last_taken=(),
        announced=False,
        turn_points=scored,
        latest=replace(_latest(state, event.seat), laid=event.laid, moved=_moved(state.table, event.table)),
    )
    return {"table": event.table, "seats": seats}


def _latest(state: GameState, seat: Seat) -> LatestTurn:
    """Return what the seat has done in this turn so far."""
    known = state.seats[seat].latest
    return known if known is not None and known.turn == state.turn else LatestTurn(state.turn)


def _moved(before: Table, after: Table) -> tuple[TileId, ...]:
    """Return the tiles that lie in another set than before; a set goes on where most of its tiles are."""
    home = {laid.tile: at for at, tiles in enumerate(before) for laid in tiles}
    shared = Counter(
        (at, home[laid.tile]) for at, tiles in enumerate(after) for laid in tiles if laid.tile in home
    )
    goes_on: dict[int, int] = {}
    for (at, was), _ in sorted(shared.items(), key=lambda each: (-each[1], each[0])):
        if at not in goes_on.values() and was not in goes_on:
            goes_on[was] = at
    return tuple(
        laid.tile
        for at, tiles in enumerate(after)
        for laid in tiles
        if laid.tile in home and goes_on.get(home[laid.tile]) != at
    )


def _vote_opened(state: GameState, event: VoteOpened) -> Changes:
    ballots = (None,) * state.players
    return {
        "phase": Phase.VOTE,
        "vote": Vote(
            seat=event.seat,
            table=event.table,
            words=event.words,
            late=event.late,
            left_ms=event.left_ms,
            ballots=ballots,
            takes=event.takes,
        ),
        "deadline": event.deadline,
        "turn_deadline_at": None,
    }


def _vote_cast(state: GameState, event: VoteCast) -> Changes:
    assert state.vote is not None, "votes are cast while a vote is open"
    ballots = list(state.vote.ballots)
    ballots[event.seat] = event.against
    return {"vote": replace(state.vote, ballots=tuple(ballots))}


def _vote_closed(state: GameState, event: VoteClosed) -> Changes:
    return {
        "phase": Phase.TURN,
        "vote": None,
        "approved": state.approved + event.approved,
        "rejected": state.rejected + event.rejected,
        "deadline": event.deadline,
        "turn_deadline_at": event.deadline.at if event.deadline else None,
    }


def _tiles_taken(state: GameState, event: TilesTaken) -> Changes:
    tiles = event.tiles or ()
    taken = set(tiles)
    before = state.seats[event.seat]
    if event.cause == "ruling":
        after = _given(before, event, active=state.active)
    else:
        did = _latest(state, event.seat)
        after = replace(
            before,
            rack=before.rack + tiles,
            last_taken=tiles,
            announced=False,
            latest=replace(did, taken=did.taken + event.count),
        )
    left = [tuple(tile for tile in stack if tile not in taken) for stack in state.bank]
    opened = left.pop(event.stack)
    changes: Changes = {
        "seats": (*state.seats[: event.seat], after, *state.seats[event.seat + 1 :]),
        "bank": tuple(stack for stack in (opened, *left) if stack),
        "bank_open": bool(opened),
    }
    if event.cause == "ruling":  # a penalty outlives a turn that is restarted or taken back
        changes["waiting"] = state.waiting + (tiles if event.seat == state.active else ())
        changes["this_turn"] = _with_penalty(state.this_turn, event)
        changes["last_turn"] = _with_penalty(state.last_turn, event)
    return changes


def _given(seat: SeatState, event: TilesTaken, *, active: Seat | None) -> SeatState:
    """Give a seat the tiles of a ruling; outside its turn they come too late to open with (R-8)."""
    tiles = event.tiles or ()
    late = tiles if event.seat != active else ()
    return replace(seat, rack=seat.rack + tiles, given_since=seat.given_since + late)


def _with_penalty(start: TurnStart | None, event: TilesTaken) -> TurnStart | None:
    """Add the tiles of a referee's penalty to the state at the start of the turn too."""
    if start is None:
        return None
    tiles = event.tiles or ()
    seats = list(start.seats)
    seats[event.seat] = _given(seats[event.seat], event, active=start.active)
    bank = tuple(tuple(tile for tile in stack if tile not in tiles) for stack in start.bank)
    return replace(
        start,
        seats=tuple(seats),
        bank=tuple(stack for stack in bank if stack),
        bank_open=start.bank_open and bool(bank[0]),
    )


def _passed(state: GameState, event: Passed) -> Changes:
    did = _latest(state, event.seat)
    return {"seats": _change_seat(state, event.seat, last_taken=(), announced=False, latest=did)}


def _announce_opened(state: GameState, event: AnnounceOpened) -> Changes:
    return {"phase": Phase.ANNOUNCE, "deadline": event.deadline}


def _announced(state: GameState, event: Announced) -> Changes:
    return {"seats": _change_seat(state, event.seat, announced=True)}


def _turn_ended(state: GameState, event: TurnEnded) -> Changes:
    began = state.active == event.seat  # passed turns of a seat that was left are not counted as its turns
    before, did = state.seats[event.seat], _latest(state, event.seat)
    turns, scored = before.turns + began, before.turn_points
    if state.sets.scores_turns:
        scored += (0,) * (turns - len(scored))
    return {
        "seats": _change_seat(state, event.seat, turns=turns, turn_points=scored),
        "history": (*state.history, _seen(event.seat, did)) if began else state.history,
        "waiting": (),
        "idle_turns": event.idle_turns,
        "lap_left": event.lap_left,
        "deadline": None,
        "turn_deadline_at": None,
    }


def _seen(seat: Seat, did: LatestTurn) -> PublicTurn:
    return PublicTurn(seat, did.laid, did.taken)


def _round_ended(state: GameState, event: RoundEnded) -> Changes:
    return {"round_over": True}


def _last_lap_began(state: GameState, event: LastLapBegan) -> Changes:
    return {"lap_left": event.turns, "lap_cause": event.cause}


def _game_ended(state: GameState, event: GameEnded) -> Changes:
    return {
        "phase": Phase.ENDED,
        "active": None,
        "deadline": None,
        "turn_deadline_at": None,
        "paused_at": None,
        "pause_reason": None,
        "secret": event.secret,
        "redeals_asked_by": event.redeals_asked_by,
        "vote": None,
        "result": event.result,
    }


def _paused(state: GameState, event: Paused) -> Changes:
    return {"paused_at": event.at, "pause_reason": event.reason}


def _resumed(state: GameState, event: Resumed) -> Changes:
    return {
        "paused_at": None,
        "pause_reason": None,
        "deadline": event.deadline,
        "turn_deadline_at": event.turn_deadline_at,
    }


def _allowance_given(state: GameState, event: AllowanceGiven) -> Changes:
    return {"seats": _change_seat(state, event.seat, allowance_seconds=event.seconds)}


def _seat_left(state: GameState, event: SeatLeft) -> Changes:
    return {"seats": _change_seat(state, event.seat, left=True, stand_in=event.stand_in)}


def _seat_returned(state: GameState, event: SeatReturned) -> Changes:
    return {"seats": _change_seat(state, event.seat, left=False, stand_in=False)}


def _turn_restarted(state: GameState, event: TurnRestarted) -> Changes:
    assert state.this_turn is not None, "only a turn in progress starts over"
    return _restored(state, state.this_turn, event)


def _turn_taken_back(state: GameState, event: TurnTakenBack) -> Changes:
    assert state.last_turn is not None, "only a finished turn is taken back"
    return {**_restored(state, state.last_turn, event), "last_turn": None, "waiting": ()}


def _restored(state: GameState, start: TurnStart, event: TurnRestarted | TurnTakenBack) -> Changes:
    """Go back to the start of a turn, but keep who has left and time allowances."""
    seats = tuple(
        replace(then, left=now.left, stand_in=now.stand_in, allowance_seconds=now.allowance_seconds)
        for then, now in zip(start.seats, state.seats, strict=True)
    )
    return {
        "phase": Phase.TURN,
        "active": start.active,
        "turn": start.turn,
        "seats": seats,
        "table": start.table,
        "bank": start.bank,
        "bank_open": start.bank_open,
        "idle_turns": start.idle_turns,
        "lap_left": start.lap_left,
        "lap_cause": state.lap_cause if start.lap_left is not None else None,
        "history": start.history,
        "deadline": event.deadline,
        "turn_deadline_at": event.deadline.at if event.deadline else None,
        "this_turn": start,
        "vote": None,
    }


def _score_corrected(state: GameState, event: ScoreCorrected) -> Changes:
    assert state.result is not None, "only a finished game has scores"
    scores = list(state.result.scores)
    scores[event.seat] = replace(scores[event.seat], points=event.points, big_points=event.big_points)
    return {"result": replace(state.result, winners=event.winners, scores=tuple(scores))}


_CHANGES: dict[type, Callable[[GameState, Any], Changes]] = {
    EntropyAdded: _entropy_added,
    StarterChosen: _starter_chosen,
    StacksBuilt: _stacks_built,
    StackChosen: _stack_chosen,
    Dealt: _dealt,
    RedealAsked: _redeal_asked,
    RedealSkipped: _nothing,
    TurnStarted: _turn_started,
    TimeUp: _nothing,
    MistakeMade: _nothing,
    TilesLaid: _tiles_laid,
    VoteOpened: _vote_opened,
    VoteCast: _vote_cast,
    VoteClosed: _vote_closed,
    TilesTaken: _tiles_taken,
    Passed: _passed,
    AnnounceOpened: _announce_opened,
    Announced: _announced,
    TurnEnded: _turn_ended,
    RoundEnded: _round_ended,
    LastLapBegan: _last_lap_began,
    GameEnded: _game_ended,
    Paused: _paused,
    Resumed: _resumed,
    AllowanceGiven: _allowance_given,
    SeatLeft: _seat_left,
    SeatReturned: _seat_returned,
    TurnRestarted: _turn_restarted,
    TurnTakenBack: _turn_taken_back,
    ScoreCorrected: _score_corrected,
}
