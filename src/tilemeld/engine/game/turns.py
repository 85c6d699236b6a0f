"""Turns: laying, taking, passing, announcing, time running out, the last lap (P1–P8, T1–T11, E1, E2)."""

from tilemeld.engine.errors import Refusal, Refused, refuse
from tilemeld.engine.sets.set_rules import NO_SCORE
from tilemeld.engine.tiles import Seat, Table, TileId

from .commands import Announce, Confirm, EndTurn, Pass, Take
from .events import (
    Announced,
    AnnounceOpened,
    Deadline,
    GameEnded,
    LastLapBegan,
    MistakeMade,
    Passed,
    TakeCause,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnEnded,
    TurnStarted,
    VoteOpened,
)
from .scoring import EndCause, FinalSeat, score_game
from .state import GameState
from .story import Story
from .table_check import Play, examine, salvage


def confirm(story: Story, command: Confirm, now: int) -> None:
    """Lay, if the table is in order; a mistake is refused in helpful play and costs tiles in strict play."""
    play = examine(story.state, command.seat, command.table)
    if play.nonsense or not play.laid:
        raise Refused(play.nonsense or (refuse("lay/nothing"), *play.faults))
    if play.in_order:
        _lay_or_vote(story, command.seat, play, now)
    elif story.state.rules.strict:
        make_mistake(story, command.seat, command.table, play.faults, now)
    else:
        raise Refused(play.faults)


def make_mistake(story: Story, seat: Seat, table: Table, faults: tuple[Refusal, ...], now: int) -> None:
    """In strict play a confirmed mistake costs tiles (T5); with an empty bank it is a pass (T8)."""
    story.tell(MistakeMade(seat, table, faults))
    if _draw(story, seat, story.state.rules.mistake_takes, cause="mistake"):
        _after_taking(story, seat, now)
    else:
        story.tell(Passed(seat, "mistake"))
        _pass_on(story, seat, now)


def take(story: Story, command: Take, now: int) -> None:
    """Take one tile; in strict play a moment to announce may follow (P1, R-13)."""
    state = story.state
    if not state.bank:
        raise Refused([refuse("take/bank-empty")])
    stack = _stack_to_open(state, command.stack)
    _draw(story, command.seat, 1, cause="choice", stack=stack)
    _after_taking(story, command.seat, now)


def pass_turn(story: Story, command: Pass, now: int) -> None:
    """Pass, with an empty bank (E2)."""
    if story.state.bank:
        raise Refused([refuse("pass/bank-not-empty")])
    story.tell(Passed(command.seat, "choice"))
    _pass_on(story, command.seat, now)


def announce(story: Story, command: Announce, now: int) -> None:
    """Announce the opening and end the turn (E7)."""
    story.tell(Announced(command.seat))
    _pass_on(story, command.seat, now, took=True)


def end_turn(story: Story, command: EndTurn, now: int) -> None:
    """End the turn without announcing."""
    expire_announcement(story, command.seat, now)


def expire_announcement(story: Story, seat: Seat, now: int) -> None:
    """End the turn, because the moment to announce is over."""
    _pass_on(story, seat, now, took=True)


def expire_turn(story: Story, seat: Seat, draft: Table | None, now: int) -> None:
    """Judge the half-built table when the time is up (T2–T4, T6, T11)."""
    rules = story.state.rules
    play = examine(story.state, seat, draft or ())
    in_pieces = play.in_pieces and rules.pieces_are_disorder
    if draft is None or (not play.laid and not play.nonsense and not in_pieces):
        story.tell(TimeUp(seat, "untouched", draft))  # T2, T11
        take_in_time_up(story, seat, rules.timeout_untouched_takes, now)
    elif play.nonsense:
        raise Refused(play.nonsense)
    elif play.in_order:
        _expire_in_order(story, seat, play, draft, now)
    else:
        _expire_in_disorder(story, seat, draft, now)


def leave_turn(story: Story, seat: Seat, now: int) -> None:
    """Pass the turn of a player who has left, without taking a tile (R-11)."""
    story.tell(Passed(seat, "left"))
    _pass_on(story, seat, now)


def start_turn(story: Story, seat: Seat, now: int) -> None:
    """Begin a seat's turn with its time, or pass it when nobody plays for the seat."""
    state = story.state
    if state.seats[seat].gone:
        leave_turn(story, seat, now)
    else:
        story.tell(TurnStarted(seat, state.turn + 1, turn_deadline(state, seat, now)))


def turn_deadline(state: GameState, seat: Seat, now: int) -> Deadline | None:
    """Return when a turn that begins now ends, with the seat's own allowance (T1, M9)."""
    if state.rules.turn_seconds is None:
        return None
    seconds = state.rules.turn_seconds + state.seats[seat].allowance_seconds
    return Deadline("turn", now + seconds * 1000)


def draw_penalty(story: Story, seat: Seat, count: int, reason: str) -> None:
    """Make a seat take tiles by a referee's ruling, as many as there are (T8)."""
    _draw(story, seat, count, cause="ruling", reason=reason)


def end_game(story: Story, cause: EndCause) -> None:
    """Score the game and reveal what was hidden."""
    state = story.state
    seats = [
        FinalSeat(
            rack=seat.rack,
            opened=seat.opened,
            had_turn=seat.turns > 0,
            last_taken=seat.last_taken,
            announced=seat.announced,
            turn_points=seat.turn_points,
            given_since=seat.given_since,
        )
        for seat in state.seats
    ]
    result = score_game(state.rules, state.sets, seats, cause=cause)
    assert state.secret is not None, "only the server decides, and it knows its secret"
    story.tell(GameEnded(result, state.secret, state.redeals_asked_by))


def _expire_in_order(story: Story, seat: Seat, play: Play, draft: Table, now: int) -> None:
    """Keep or undo a valid table when time is up (T4, T7); an empty rack may be a confirmation (T11, W13)."""
    rules = story.state.rules
    takes = rules.timeout_in_order_takes
    emptied = rules.empty_rack_confirms and len(play.laid) == len(story.state.seats[seat].rack)
    if emptied or takes is None or not rules.strict:
        story.tell(TimeUp(seat, "emptied" if emptied else "stands", draft))
        _lay_or_vote(story, seat, play, now, late=True)
    else:
        story.tell(TimeUp(seat, "undone", draft))
        take_in_time_up(story, seat, takes, now)


def _expire_in_disorder(story: Story, seat: Seat, draft: Table, now: int) -> None:
    """Keep the valid sets where the rules say so; otherwise undo everything and take tiles (T3, T6)."""
    rules = story.state.rules
    saved = salvage(story.state, seat, draft) if rules.timeout_salvage != "none" else None
    if saved is None or not saved.in_order:
        story.tell(TimeUp(seat, "disorder", draft))
        take_in_time_up(story, seat, rules.timeout_disorder_takes, now)
        return
    story.tell(TimeUp(seat, "salvaged", draft))
    takes = rules.timeout_disorder_takes if rules.timeout_salvage == "penalised" else 0
    _lay_or_vote(story, seat, saved, now, late=True, takes=takes)


def _lay_or_vote(
    story: Story, seat: Seat, play: Play, now: int, *, late: bool = False, takes: int = 0
) -> None:
    """Lay a table in order; where words are voted on, and some are new, the others vote first (W16)."""
    state = story.state
    new = state.sets.words_to_vote(state.table, play.table) if state.rules.has_vote else ()
    if asked := tuple([word for word in new if word not in state.approved]):
        limit = state.turn_deadline_at
        left_ms = None if limit is None else max(0, limit - now)
        deadline = Deadline("vote", now + state.rules.vote_seconds * 1000)
        story.tell(
            VoteOpened(
                seat=seat,
                table=play.table,
                words=asked,
                late=late,
                left_ms=left_ms,
                deadline=deadline,
                takes=takes,
            )
        )
    else:
        lay(story, seat, play, now, takes=takes)


def lay(story: Story, seat: Seat, play: Play, now: int, *, takes: int = 0) -> None:
    """Lay, score the turn, refill the rack and end the turn (W10–W12)."""
    state, rules = story.state, story.state.rules
    held = len(state.seats[seat].rack)
    scores = state.sets.scores_turns
    score = state.sets.turn_score(state.table, play.table, play.laid) if scores else NO_SCORE
    double = rules.double_from is not None and len(play.laid) == held >= rules.double_from
    points = score.points * 2 if double else score.points
    opening = not state.seats[seat].opened
    story.tell(
        TilesLaid(
            seat=seat,
            table=play.table,
            laid=play.laid,
            opening=opening,
            points=points,
            word=score.word,
            double=double,
        )
    )
    if rules.refill_to is not None:
        _draw(story, seat, rules.refill_to - held + len(play.laid), cause="refill")
    if takes:
        _draw(story, seat, takes, cause="time-up")
    _pass_on(story, seat, now, laid=True)


def _after_taking(story: Story, seat: Seat, now: int) -> None:
    """Give a player who has not opened a moment to announce, in strict play where E7 applies (R-13)."""
    state, rules = story.state, story.state.rules
    has_penalty = rules.unopened_penalty is not None or rules.could_open_penalty is not None
    if not rules.strict or not has_penalty or state.seats[seat].opened:
        _pass_on(story, seat, now, took=True)
        return
    at = now + rules.announce_seconds * 1000
    limit = state.turn_deadline_at
    story.tell(AnnounceOpened(seat, Deadline("announce", at if limit is None else min(at, limit))))


def take_in_time_up(story: Story, seat: Seat, count: int, now: int) -> None:
    """Take the tiles that a time-out costs; with an empty bank it is a pass (T8). No announcement follows."""
    took = _draw(story, seat, count, cause="time-up")
    if not took:
        story.tell(Passed(seat, "time-up"))
    _pass_on(story, seat, now, took=took)


def _draw(
    story: Story, seat: Seat, count: int, *, cause: TakeCause, stack: int = 0, reason: str = ""
) -> bool:
    """Take tiles, one stack after the other; say whether there were any."""
    tiles: list[TileId] = []
    bank = story.state.bank
    for place in (stack, *(each for each in range(len(bank)) if each != stack)):
        if len(tiles) < count and place < len(bank):
            tiles += bank[place][: count - len(tiles)]
            stack = place
    if tiles:
        story.tell(
            TilesTaken(
                seat=seat, count=len(tiles), tiles=tuple(tiles), stack=stack, cause=cause, reason=reason
            )
        )
    return bool(tiles)


def _stack_to_open(state: GameState, asked: int | None) -> int:
    """Return the stack to draw from: the open one, or the one that the player chose (S6)."""
    closed = range(0 if not state.bank_open else 1, len(state.bank))
    may_choose = state.rules.bank_in_stacks and state.rules.stacks_by_hand and not state.bank_open
    if asked is None and may_choose:
        raise Refused([refuse("take/choose-stack", stacks=", ".join(map(str, closed)))])
    if asked is not None and (not may_choose or asked not in closed):
        listed = ", ".join(map(str, closed)) if may_choose else "none, one is open"
        raise Refused([refuse("stack/unknown", stack=asked, stacks=listed)])
    return asked or 0


def _pass_on(story: Story, seat: Seat, now: int, *, laid: bool = False, took: bool = False) -> None:
    """End the turn; end the game, begin the last lap, or let the next player begin (E1, E2)."""
    state = story.state
    emptied = not state.seats[seat].rack
    owed = _turns_owed(state, seat) if emptied else 0
    if emptied and not owed:
        end_game(story, "rack-empty")
        return
    idle = state.idle_turns + 1 if not (laid or took or state.bank) else 0
    lap_left = None if state.lap_left is None else state.lap_left - 1
    story.tell(TurnEnded(seat, idle, lap_left))
    if lap_left == 0:
        end_game(story, "rack-empty" if state.lap_cause == "rack-empty" else "last-lap")
    elif state.rules.bank_end == "all-pass" and idle >= state.players:
        end_game(story, "all-passed")
    else:
        if emptied and lap_left is None:
            story.tell(LastLapBegan("rack-empty", owed))
        begin_last_lap(story)
        start_turn(story, state.next_seat(seat), now)


def _turns_owed(state: GameState, seat: Seat) -> int:
    """Count the turns still to play after an empty rack, so that everybody has had the same number (W15)."""
    if state.rules.rack_end == "at-once":
        return 0
    if state.lap_left is not None:
        return state.lap_left - 1
    assert state.starter is not None, "the starter is found before the deal"
    return state.players - 1 - (seat - state.starter) % state.players


def begin_last_lap(story: Story) -> None:
    """Begin the last lap, once, if the bank is empty or the round's time is over (E2, R-7, R-15)."""
    state = story.state
    if state.lap_left is not None:
        return
    if state.round_over:
        story.tell(LastLapBegan("round-time", state.players))
    elif state.rules.bank_end == "last-lap" and not state.bank:
        story.tell(LastLapBegan("bank-empty", state.players))
