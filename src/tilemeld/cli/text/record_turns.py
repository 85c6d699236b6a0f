"""A record divided into turns, each with everything that happened in it and how it ended."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tilemeld.engine.errors import RecordError
from tilemeld.engine.game.events import Event, TurnTakenBack
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.record.record import Record, replay
from tilemeld.engine.tiles import Seat


@dataclass(frozen=True, slots=True)
class Chapter:
    """One turn of a game; number 0 is the set-up."""

    turn: int
    seat: Seat | None
    """Whose turn it was."""
    before: GameState
    after: GameState
    """The position when the turn was over, or where the record stops."""
    events: tuple[Event, ...] = field(default=())


def chapters(record: Record) -> Iterator[Chapter]:
    """Cut a record into its turns; a turn that a referee takes back is followed by one of the same number.

    Raises ``RecordError`` when the steps do not follow from each other.
    """
    states = replay(record)
    state = next(states)
    chapter = Chapter(turn=0, seat=None, before=state, after=state, events=(record.created,))
    for number, after in _numbered(states):
        step = record.steps[number - 1]
        chapter = replace(chapter, after=after, events=chapter.events + step.events)
        taken_back = any(isinstance(event, TurnTakenBack) for event in step.events)
        if after.phase == Phase.TURN and (after.turn != chapter.turn or taken_back):
            yield chapter
            chapter = Chapter(turn=after.turn, seat=after.active, before=after, after=after)
    if chapter.events:
        yield chapter


def _numbered(states: Iterator[GameState]) -> Iterator[tuple[int, GameState]]:
    """Number the states after each step; a number too large for any place is a record that does not fit."""
    number = 0
    while True:
        number += 1
        try:
            state = next(states, None)
        except OverflowError as error:  # replay answers lookups and values, not numbers beyond an index
            raise RecordError("record/unreadable", path=f"step {number}", reason=str(error)) from None
        if state is None:
            return
        yield number, state
