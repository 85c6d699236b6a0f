"""Views: what a seat or a spectator may know. Nothing reaches a person or a bot in any other way.

``view`` shows the state, ``redact`` an event. Both give the same for two games that differ only in
what the viewer may not know: other racks, the bank, the server's secret, who asked for a redeal.
"""

from dataclasses import dataclass, replace

from tilemeld.engine.errors import Refused, refuse
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat, Table, TileId, face_of

from .events import Deadline, Dealt, Event, GameCreated, RedealAsked, StacksBuilt, TilesTaken
from .scoring import Result
from .state import GameState, LatestTurn, Phase, PublicTurn, SeatState, Vote

Viewer = Seat | None
"""Who looks: a seat, or ``None`` for a spectator, who sees no rack (M4)."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of a seat."""

    count: int
    """How many tiles the seat holds: public at all times (P7)."""
    opened: bool
    turns: int
    announced: bool
    left: bool
    stand_in: bool
    allowance_seconds: int
    points: int
    """What the seat's turns have scored so far, where turns do (W10)."""
    turn_points: tuple[int, ...]
    """What each of its turns has scored: the rows of the score sheet (W15)."""
    latest: LatestTurn | None
    """What the seat did in its latest turn."""


@dataclass(frozen=True, slots=True)
class GameView:
    """What one viewer may know of a game."""

    viewer: Viewer
    rules: Rules
    version: int
    phase: Phase
    game: int
    commitment: str
    entropy: tuple[str | None, ...]
    starter: Seat | None
    starter_draws: tuple[tuple[tuple[Seat, TileId], ...], ...]
    deal: int
    stacks: tuple[int, ...]
    """The sizes of the stacks to choose from, while they are chosen by hand."""
    seats: tuple[SeatView, ...]
    rack: tuple[TileId, ...]
    """The viewer's own tiles."""
    last_taken: tuple[TileId, ...]
    """The tiles that the viewer took on their last turn."""
    waiting: tuple[TileId, ...]
    """The viewer's tiles that a ruling gave in this turn and that cannot be laid in it (P1)."""
    may_redeal: bool
    """Whether the viewer has the right to a new deal now."""
    table: Table
    bank: tuple[int, ...]
    """The sizes of the bank's stacks."""
    bank_open: bool
    active: Seat | None
    turn: int
    deadline: Deadline | None
    idle_turns: int
    lap_left: int | None
    lap_cause: str | None
    round_over: bool
    paused_at: int | None
    pause_reason: str | None
    result: Result | None
    secret: str | None
    """The server's secret, once the game is over."""
    redeals_asked_by: tuple[Seat, ...] | None
    """Who asked for new deals, once the game is over (R-4)."""
    words: str | None
    """The hash of the list of words that the game is played with (W8)."""
    vote: Vote | None
    """The vote on new words, while there is one (W16)."""
    approved: tuple[str, ...]
    """The words that have been found to belong to the theme."""
    rejected: tuple[str, ...]
    """The words that have not."""
    history: tuple[PublicTurn, ...] = ()
    """Every turn that has ended, as everybody saw it: who laid what, and who took how many."""

    @property
    def bank_count(self) -> int:
        """How many tiles the bank holds."""
        return sum(self.bank)


class _SeatViews:
    """What everybody may know of seats; the last ones are kept, since every viewer is shown the same."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[tuple[SeatState, ...], tuple[SeatView, ...]] = ((), ())

    def show(self, seats: tuple[SeatState, ...]) -> tuple[SeatView, ...]:
        """Show seats: a cache of one, safe because the answer depends on nothing but the argument."""
        known, shown = self._last
        if known is not seats:
            shown = tuple([_show_seat(seat) for seat in seats])
            self._last = (seats, shown)
        return shown


_SEATS = _SeatViews()


def _show_seat(seat: SeatState) -> SeatView:
    return SeatView(
        count=len(seat.rack),
        opened=seat.opened,
        turns=seat.turns,
        announced=seat.announced,
        left=seat.left,
        stand_in=seat.stand_in,
        allowance_seconds=seat.allowance_seconds,
        points=sum(seat.turn_points),
        turn_points=seat.turn_points,
        latest=seat.latest,
    )


def view(state: GameState, viewer: Viewer) -> GameView:
    """Return what a seat or a spectator may know of the state.

    Raises ``Refused`` for a seat that the table does not have, so that no mistake shows another rack.
    """
    if viewer is not None and not 0 <= viewer < state.players:
        raise Refused([refuse("seat/unknown", seat=viewer)])
    own = None if viewer is None else state.seats[viewer]
    over = state.phase == Phase.ENDED
    return GameView(
        viewer=viewer,
        rules=state.rules,
        version=state.version,
        phase=state.phase,
        game=state.game,
        commitment=state.commitment,
        entropy=state.entropy,
        starter=state.starter,
        starter_draws=state.starter_draws,
        deal=state.deal,
        stacks=tuple(map(len, state.stacks)),
        seats=_SEATS.show(state.seats),
        rack=own.rack if own else (),
        last_taken=own.last_taken if own else (),
        waiting=state.waiting if own and viewer == state.active else (),
        may_redeal=own is not None
        and state.phase == Phase.REDEAL
        and state.sets.may_redeal([face_of(tile) for tile in own.rack]),
        table=state.table,
        bank=tuple(map(len, state.bank)),
        bank_open=state.bank_open,
        active=state.active,
        turn=state.turn,
        deadline=state.deadline,
        idle_turns=state.idle_turns,
        lap_left=state.lap_left,
        lap_cause=state.lap_cause,
        round_over=state.round_over,
        paused_at=state.paused_at,
        pause_reason=state.pause_reason,
        result=state.result,
        secret=state.secret if over else None,
        redeals_asked_by=state.redeals_asked_by if over else None,
        words=state.words,
        vote=state.vote,
        approved=state.approved,
        rejected=state.rejected,
        history=state.history,
    )


def redact(event: Event, viewer: Viewer) -> Event:
    """Return what a seat or a spectator may know of an event."""
    match event:
        case GameCreated():
            return replace(event, secret=None)
        case StacksBuilt():
            return replace(event, stacks=None)
        case Dealt():
            racks = tuple(rack if place == viewer else None for place, rack in enumerate(event.racks))
            return replace(event, racks=racks, bank=None)
        case RedealAsked():
            return replace(event, seat=event.seat if event.seat == viewer else None)
        case TilesTaken() if event.seat != viewer:
            return replace(event, tiles=None)
        case _:
            return event
