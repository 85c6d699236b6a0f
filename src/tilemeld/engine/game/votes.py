"""Votes: the other players say whether new words belong to the theme (W16, R-16)."""

from tilemeld.engine.errors import Refusal, Refused, refuse

from .commands import CastVote
from .events import Deadline, TimeUp, VoteCast, VoteClosed
from .state import GameState, Vote
from .story import Story
from .table_check import examine
from .turns import lay, leave_turn, make_mistake, take_in_time_up


def cast_vote(story: Story, command: CastVote, now: int) -> None:
    """Note a player's vote; when all have voted, the vote is over."""
    vote = _vote_of(story.state)
    refusals: list[Refusal] = []
    if command.seat == vote.seat:
        refusals.append(refuse("vote/own-word", seat=command.seat))
    if vote.ballots[command.seat] is not None:
        refusals.append(refuse("vote/given", seat=command.seat))
    refusals += [
        refuse("vote/unknown-word", word=word[:40], words=", ".join(vote.words))
        for word in dict.fromkeys(command.against)
        if word not in vote.words
    ][: len(vote.words)]
    if refusals:
        raise Refused(refusals)
    against = tuple(word for word in vote.words if word in command.against)
    story.tell(VoteCast(command.seat, against))
    close_vote_if_all_have_voted(story, now)


def close_vote_if_all_have_voted(story: Story, now: int) -> None:
    """Close the vote once everybody present has voted; players who have left count as yes."""
    vote = _vote_of(story.state)
    waiting = [
        place
        for place, seat in enumerate(story.state.seats)
        if place != vote.seat and not seat.gone and vote.ballots[place] is None
    ]
    if not waiting:
        close_vote(story, now)


def close_vote(story: Story, now: int) -> None:
    """Count the votes: a majority against a word makes it a wrong word; otherwise the table is laid."""
    state = story.state
    vote, seat = _vote_of(state), _vote_of(state).seat
    rejected = tuple(word for word in vote.words if _is_rejected(vote, word))
    approved = tuple(word for word in vote.words if word not in rejected)
    goes_on = bool(rejected) and not (vote.late or state.rules.strict or state.seats[seat].gone)
    deadline = Deadline("turn", now + vote.left_ms) if goes_on and vote.left_ms is not None else None
    story.tell(VoteClosed(seat=seat, approved=approved, rejected=rejected, deadline=deadline))
    if goes_on:
        return
    play = examine(story.state, seat, vote.table)
    if not rejected:
        lay(story, seat, play, now, takes=vote.takes)
    elif state.seats[seat].gone:
        leave_turn(story, seat, now)
    elif vote.late:
        story.tell(TimeUp(seat, "disorder", vote.table))
        take_in_time_up(story, seat, state.rules.timeout_disorder_takes, now)
    else:
        make_mistake(story, seat, vote.table, play.faults, now)


def _is_rejected(vote: Vote, word: str) -> bool:
    """Say whether more than half of the others are against; with two players the opponent decides."""
    against = sum(ballot is not None and word in ballot for ballot in vote.ballots)
    return 2 * against > len(vote.ballots) - 1


def _vote_of(state: GameState) -> Vote:
    assert state.vote is not None, "asked only while a vote is open"
    return state.vote
