"""Interruptions: pauses, the clock, leaving and referees' rulings (T10, M5, M9, R-7, R-11)."""

from tilemeld.engine.errors import Refused, is_writable, refuse

from .commands import (
    CorrectScore,
    EndRound,
    ExpireDeadline,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pause,
    RestartTurn,
    Resume,
    Return,
    TakeBackTurn,
)
from .events import (
    AllowanceGiven,
    Deadline,
    Paused,
    Resumed,
    RoundEnded,
    ScoreCorrected,
    SeatLeft,
    SeatReturned,
    TurnRestarted,
    TurnTakenBack,
)
from .setup import choose_stack_by_chance, start_first_turn
from .state import Phase
from .story import Story
from .turns import draw_penalty, end_game, expire_announcement, expire_turn, leave_turn, turn_deadline
from .votes import close_vote, close_vote_if_all_have_voted

ALLOWANCE_LIMIT = 600
PENALTY_LIMIT = 20
REASON_LIMIT = 500


def expire_deadline(story: Story, command: ExpireDeadline, now: int) -> None:
    """Handle the end of the running time in this phase; refused before that time."""
    state = story.state
    if state.deadline is None:
        raise Refused([refuse("clock/none")])
    if now < state.deadline.at:
        raise Refused([refuse("clock/not-yet", left_ms=state.deadline.at - now)])
    if state.phase == Phase.STACKS:
        choose_stack_by_chance(story, now)
    elif state.phase == Phase.REDEAL:
        start_first_turn(story, now)
    else:
        assert state.active is not None, "a turn belongs to a player"
        if state.phase == Phase.TURN:
            expire_turn(story, state.active, command.draft, now)
        elif state.phase == Phase.VOTE:
            close_vote(story, now)
        else:
            expire_announcement(story, state.active, now)


def end_round(story: Story, command: EndRound, now: int) -> None:
    """Note that the round's time is over; the last lap, if none has begun, follows the turn (R-7)."""
    if not story.state.rules.round_time:
        raise Refused([refuse("round/no-clock")])
    if story.state.round_over:
        raise Refused([refuse("round/over")])
    story.tell(RoundEnded())


def pause(story: Story, command: Pause, now: int) -> None:
    """Stop the clock and the game."""
    _check_reason(command.reason)
    story.tell(Paused(now, command.reason))


def resume(story: Story, command: Resume, now: int) -> None:
    """Resume with the time that was left."""
    state = story.state
    if state.paused_at is None:
        raise Refused([refuse("game/not-paused")])
    waited = max(0, now - state.paused_at)  # a system clock that was set back costs no player time
    deadline = state.deadline and Deadline(state.deadline.kind, state.deadline.at + waited)
    turn_at = None if state.turn_deadline_at is None else state.turn_deadline_at + waited
    story.tell(Resumed(deadline, turn_at))


def give_allowance(story: Story, command: GiveAllowance, now: int) -> None:
    """Give a seat more time from its next turn on (M9)."""
    if not 0 <= command.seconds <= ALLOWANCE_LIMIT:
        raise Refused([refuse("clock/bad-seconds", seconds=command.seconds, limit=ALLOWANCE_LIMIT)])
    story.tell(AllowanceGiven(command.seat, command.seconds))


def leave(story: Story, command: Leave, now: int) -> None:
    """Leave for good: a bot takes the seat or its turns are passed; when all are gone the game ends."""
    if story.state.seats[command.seat].left:
        raise Refused([refuse("seat/left", seat=command.seat)])
    stand_in = story.state.rules.leaver == "bot"
    story.tell(SeatLeft(command.seat, stand_in))
    if all(seat.gone for seat in story.state.seats):
        end_game(story, "abandoned")
    elif not stand_in and story.state.active == command.seat and story.state.phase == Phase.TURN:
        leave_turn(story, command.seat, now)
    elif not stand_in and story.state.active == command.seat and story.state.phase == Phase.ANNOUNCE:
        expire_announcement(story, command.seat, now)
    elif story.state.phase == Phase.VOTE:
        close_vote_if_all_have_voted(story, now)


def come_back(story: Story, command: Return, now: int) -> None:
    """Take the seat back."""
    if not story.state.seats[command.seat].left:
        raise Refused([refuse("seat/not-left", seat=command.seat)])
    story.tell(SeatReturned(command.seat))


def restart_turn(story: Story, command: RestartTurn, now: int) -> None:
    """Start the turn in progress over, with its full time."""
    _check_reason(command.reason)
    state = story.state
    assert state.active is not None, "a turn belongs to a player"
    deadline = turn_deadline(state, state.active, now)
    story.tell(TurnRestarted(state.active, command.reason, deadline))


def take_back_turn(story: Story, command: TakeBackTurn, now: int) -> None:
    """Undo the last finished turn; its player plays it again."""
    _check_reason(command.reason)
    state = story.state
    if state.last_turn is None:
        raise Refused([refuse("referee/no-turn")])
    seat = state.last_turn.active
    if state.seats[seat].gone:
        raise Refused([refuse("seat/left", seat=seat)])
    story.tell(TurnTakenBack(seat, command.reason, turn_deadline(state, seat, now)))


def give_penalty(story: Story, command: GivePenalty, now: int) -> None:
    """Make a seat take tiles."""
    _check_reason(command.reason)
    if not 1 <= command.count <= PENALTY_LIMIT:
        raise Refused([refuse("referee/bad-count", count=command.count, limit=PENALTY_LIMIT)])
    if not story.state.bank:
        raise Refused([refuse("take/bank-empty")])
    draw_penalty(story, command.seat, command.count, command.reason)


def correct_score(story: Story, command: CorrectScore, now: int) -> None:
    """Correct a score of the finished game and, if the ruling says so, who won it."""
    _check_reason(command.reason)
    state = story.state
    assert state.result is not None, "a finished game has a result"
    winners = set(state.result.winners)
    if command.won is not None:
        winners = winners | {command.seat} if command.won else winners - {command.seat}
    big = int(state.rules.big_points and command.seat in winners)
    ranked = tuple(sorted(winners))
    story.tell(
        ScoreCorrected(
            seat=command.seat, points=command.points, winners=ranked, big_points=big, reason=command.reason
        )
    )


def _check_reason(reason: str) -> None:
    if not (1 <= len(reason.strip()) <= len(reason) <= REASON_LIMIT and is_writable(reason)):
        raise Refused([refuse("referee/no-reason", limit=REASON_LIMIT)])
