"""Analysis of a recorded game: for every turn the best play, what was played, and what was left.

The best play is the exact solver's: most tiles, then most points (``best``). It looks at one turn only:
whoever holds tiles back for a plan is told what it cost in tiles, not whether the plan was good.

*Accuracy* is the share of tiles, in per cent, that a player laid of those that could be laid: over all
turns in which something could be laid, the tiles laid divided by the tiles of the best plays. A turn
that a referee took back does not count; the turn played in its place does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.codec import Json, to_json
from tilemeld.engine.events import (
    Event,
    MistakeMade,
    Passed,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnTakenBack,
)
from tilemeld.engine.record import Record, replay
from tilemeld.engine.state import GameState, Phase
from tilemeld.engine.tiles import Face, Seat, face_of, faces_of
from tilemeld.solver import has_kernel
from tilemeld.solver.question import points_of

from .best import BestTurn, Budget, best_turn
from .laying import FaceSet

ANALYSIS_BUDGET = Budget(2_000_000, 3_000) if has_kernel() else Budget(20_000, 500)
"""How long the solver may think about one turn; beyond that ``proven`` is false and the best is a bound."""

Deed = Literal["open", "lay", "take", "pass", "mistake", "time-up", "left"]
OnTurn = Callable[[int, int], None]
"""Hears how many turns are done, and of how many."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn: the best play beside what was played."""

    turn: int
    seat: Seat
    version: int
    """The version of the game when the turn could still be played differently."""
    opened: bool
    """Whether the seat had opened before this turn."""
    rack: tuple[Face, ...]
    """The player's tiles when the turn began."""
    table: tuple[FaceSet, ...]
    """The table when the turn began."""
    deed: Deed
    """What the player did."""
    played: tuple[Face, ...]
    points: int
    """What the played tiles count on the rack (E4)."""
    best_played: tuple[Face, ...]
    best_points: int
    best_worth: int
    """Before the opening: what the best own sets are worth (P2), enough or not."""
    best_table: tuple[FaceSet, ...]
    """The whole table after the best play; empty when there was nothing to lay."""
    proven: bool
    """Whether no better play exists."""
    left: int
    """How many tiles stayed on the rack after the turn, taken ones included."""
    wins: bool
    """Whether the turn emptied the rack."""

    @property
    def missed_tiles(self) -> int:
        """How many more tiles the best play lays."""
        return max(0, len(self.best_played) - len(self.played))

    @property
    def missed_points(self) -> int:
        """How many more points the best play takes off the rack."""
        return max(0, self.best_points - self.points)

    @property
    def is_choice(self) -> bool:
        """Whether anything could be laid: only such turns count for accuracy."""
        return bool(self.best_played or self.played)

    @property
    def is_best(self) -> bool:
        """Whether nothing better could be laid."""
        return (len(self.played), self.points) >= (len(self.best_played), self.best_points)

    @property
    def missed_win(self) -> bool:
        """Whether the whole rack could have been laid, and was not (E1)."""
        return not self.wins and len(self.best_played) == len(self.rack) > 0


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """What a player made of the game."""

    seat: Seat
    turns: int
    choices: int
    """Turns in which something could be laid."""
    best_turns: int
    """Of those: how many were played as well as possible."""
    tiles: int
    """Tiles laid."""
    best_tiles: int
    """Tiles of the best plays, turn by turn."""
    accuracy: float | None
    """In per cent (see the top of this chapter); none for a player who could never lay anything."""
    could_open_at: int | None
    """The first turn in which the player could have opened."""
    opened_at: int | None
    """The turn in which the player opened."""
    late_turns: int
    """How many own turns passed without opening although it was possible."""
    missed_wins: tuple[int, ...]
    """The turns in which the whole rack could have been laid, and was not."""
    score: int | None
    """The points of the game, once it is over."""
    won: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, reviewed."""

    profile: str
    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]
    finished: bool


def analyse(record: Record, *, on_turn: OnTurn | None = None, budget: Budget = ANALYSIS_BUDGET) -> Analysis:
    """Review every turn of a recorded game, which may still be going on.

    Raises ``RecordError`` when the steps do not follow from each other, and ``PositionError`` for a box
    that the solver does not know (letters among them).
    """
    decisions, last = _decisions(record)
    reviews = []
    for done, (state, events) in enumerate(decisions, start=1):
        reviews.append(_review(state, events, budget))
        if on_turn is not None:
            on_turn(done, len(decisions))
    players = tuple(_sum_up(Seat(seat), reviews, last) for seat in range(last.players))
    return Analysis(record.created.rules.profile, players, tuple(reviews), last.phase == Phase.ENDED)


_Decision = tuple[GameState, tuple[Event, ...]]


def _decisions(record: Record) -> tuple[list[_Decision], GameState]:
    """List the state before, and what happened in, each step that decided a turn; and the last state."""
    found: list[_Decision] = []
    states = replay(record)
    state = next(states)
    for step, after in zip(record.steps, states, strict=True):
        if any(isinstance(event, TurnTakenBack) for event in step.events) and found:
            found.pop()
        if state.phase == Phase.TURN and any(_is_deed(event, state) for event in step.events):
            found.append((state, step.events))
        state = after
    return found, state


def _is_deed(event: Event, state: GameState) -> bool:
    """Say whether an event is what the player whose turn it is made of it."""
    if isinstance(event, TilesTaken) and event.cause == "ruling":
        return False
    return (
        isinstance(event, TilesLaid | TilesTaken | Passed | MistakeMade | TimeUp)
        and event.seat == state.active
    )


def _review(state: GameState, events: tuple[Event, ...], budget: Budget) -> TurnReview:
    seat = state.active
    assert seat is not None, "a turn is somebody's"
    mine, rules = state.seats[seat], state.rules
    free = faces_of(tile for tile in mine.rack if tile not in state.waiting)
    table = tuple(faces_of(laid.tile for laid in laid_set) for laid_set in state.table)
    best = best_turn(rules, table, free, opened=mine.opened, budget=budget)
    laid = next((event.laid for event in events if isinstance(event, TilesLaid)), ())
    taken = sum(event.count for event in events if isinstance(event, TilesTaken) and event.seat == seat)
    played = tuple(face_of(tile) for tile in laid)
    points = points_of(played, rules.joker_rack_value)
    if (len(played), points) > (best.tiles, best.points):
        # an opening chosen for its points may be beaten in tiles; with an unproven best, anything may
        best = BestTurn(best.opening, played, points, best.worth, (), best.proven)
    left = len(mine.rack) - len(laid) + taken
    return TurnReview(
        turn=state.turn,
        seat=seat,
        version=state.version,
        opened=mine.opened,
        rack=faces_of(mine.rack),
        table=table,
        deed=_deed(events, opened=mine.opened),
        played=played,
        points=points,
        best_played=best.played,
        best_points=best.points,
        best_worth=best.worth,
        best_table=best.table if best.tiles else (),
        proven=best.proven,
        left=left,
        wins=left == 0,
    )


def _deed(events: tuple[Event, ...], *, opened: bool) -> Deed:
    """Name what the player did by the first event that says so."""
    for event in events:
        match event:
            case TilesLaid():
                return "lay" if opened else "open"
            case MistakeMade():
                return "mistake"
            case TimeUp() if event.verdict not in ("stands", "emptied", "salvaged"):
                return "time-up"
            case TilesTaken():
                return "take"
            case Passed():
                return "left" if event.cause == "left" else "pass"
            case _:
                continue
    raise AssertionError("a deed was found in these events")


def _sum_up(seat: Seat, reviews: list[TurnReview], last: GameState) -> PlayerReview:
    mine = [review for review in reviews if review.seat == seat]
    choices = [review for review in mine if review.is_choice]
    laid = sum(len(review.played) for review in choices)
    best = sum(len(review.best_played) for review in choices)
    unopened = [review for review in mine if not review.opened and review.best_played]
    opened = [review.turn for review in mine if review.deed == "open"]
    return PlayerReview(
        seat=seat,
        turns=len(mine),
        choices=len(choices),
        best_turns=sum(review.is_best for review in choices),
        tiles=laid,
        best_tiles=best,
        accuracy=round(100 * laid / best, 1) if best else None,
        could_open_at=unopened[0].turn if unopened else None,
        opened_at=opened[0] if opened else None,
        late_turns=sum(review.deed != "open" for review in unopened),
        missed_wins=tuple(review.turn for review in mine if review.missed_win),
        score=last.result.scores[seat].points if last.result is not None else None,
        won=last.result is not None and seat in last.result.winners,
    )


def analysis_to_json(analysis: Analysis) -> dict[str, Json]:
    """Write an analysis for the wire and other programs; every field is always there."""
    return {
        "profile": analysis.profile,
        "finished": analysis.finished,
        "players": [_fields(player) for player in analysis.players],
        "turns": [
            {
                **_fields(turn),
                "missed_tiles": turn.missed_tiles,
                "missed_points": turn.missed_points,
                "is_choice": turn.is_choice,
                "is_best": turn.is_best,
                "missed_win": turn.missed_win,
            }
            for turn in analysis.turns
        ],
    }


def _fields(review: PlayerReview | TurnReview) -> dict[str, Json]:
    values = {name: getattr(review, name) for name in review.__dataclass_fields__}
    return {name: value if isinstance(value, float) else to_json(value) for name, value in values.items()}
