"""Scoring: who won a game and what everybody gets (E1, E3–E8, W15, R-8, R-9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Seat, TileId, faces_of

EndCause = Literal["rack-empty", "last-lap", "all-passed", "abandoned"]
Charge = Literal["none", "rack", "difference", "unopened", "could-open", "waived"]


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """What scoring has to know of a seat when the game ends."""

    rack: tuple[TileId, ...]
    opened: bool
    had_turn: bool
    last_taken: tuple[TileId, ...]
    """The tiles taken in the seat's last turn."""
    announced: bool
    """Whether the seat announced in its last turn to open in the next one."""
    turn_points: tuple[int, ...] = ()
    """What each turn has scored, where turns do (W10)."""
    given_since: tuple[TileId, ...] = ()
    """The tiles that rulings gave the seat since its last turn (R-8)."""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One line of the score: what was left, what it was charged as, and the points."""

    rack: tuple[TileId, ...]
    rack_value: int
    charge: Charge
    points: int
    big_points: int
    turn_points: tuple[int, ...] = ()
    """What each turn has scored, where turns do: the rows of the score sheet (W15)."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    cause: EndCause
    winners: tuple[Seat, ...]
    scores: tuple[SeatScore, ...]


def score_game(rules: Rules, sets: SetRules, seats: Sequence[FinalSeat], *, cause: EndCause) -> Result:
    """Score a finished game: what each player is charged, and the sum for the winners.

    Where turns are scored their points add up, and tiles left over cost nothing (W15).
    """
    if sets.scores_turns:
        return _score_turns(rules, seats, cause=cause)
    values = [sets.rack_value(faces_of(seat.rack)) for seat in seats]
    winners = _winners(seats, values, cause)
    charges = [
        "none" if place in winners or cause == "abandoned" else _charge(rules, sets, seat, cause=cause)
        for place, seat in enumerate(seats)
    ]
    losses = [_loss(rules, charge, value, min(values)) for charge, value in zip(charges, values, strict=True)]
    share = sum(losses) // len(winners) if winners else 0  # a remainder is dropped
    own_rack = cause != "abandoned" and rules.lowest_rack_scores == "own-rack"
    scores = []
    for place, (seat, value, charge) in enumerate(zip(seats, values, charges, strict=True)):
        won = place in winners
        points = share - (value if own_rack else 0) if won else -losses[place]
        scores.append(
            SeatScore(
                rack=seat.rack,
                rack_value=value,
                charge=charge,
                points=points,
                big_points=int(won and rules.big_points),
            )
        )
    return Result(cause, tuple(winners), tuple(scores))


def _score_turns(rules: Rules, seats: Sequence[FinalSeat], *, cause: EndCause) -> Result:
    """Most points win, equal points share the win; nobody wins a game that everybody left (W15)."""
    totals = [sum(seat.turn_points) for seat in seats]
    winners = [
        Seat(place) for place, total in enumerate(totals) if total == max(totals) and cause != "abandoned"
    ]
    scores = tuple(
        SeatScore(
            rack=seat.rack,
            rack_value=0,
            charge="none",
            points=total,
            big_points=int(place in winners and rules.big_points),
            turn_points=seat.turn_points,
        )
        for place, (seat, total) in enumerate(zip(seats, totals, strict=True))
    )
    return Result(cause, tuple(winners), scores)


def _winners(seats: Sequence[FinalSeat], values: Sequence[int], cause: EndCause) -> list[Seat]:
    """The empty rack wins (E1); without one the lowest value does, shared by equals (E3)."""
    if cause == "abandoned":
        return []
    if cause == "rack-empty":
        return [Seat(place) for place, seat in enumerate(seats) if not seat.rack]
    return [Seat(place) for place, value in enumerate(values) if value == min(values)]


def _charge(rules: Rules, sets: SetRules, seat: FinalSeat, *, cause: EndCause) -> Charge:
    """Say what a player who did not win is charged as."""
    if cause != "rack-empty":
        return "difference" if rules.lowest_rack_scores == "difference" else "rack"
    if seat.opened or not seat.had_turn:
        return "rack"
    held = _held(rules, seat)
    if not sets.can_open(faces_of(held)):
        return "rack" if rules.unopened_penalty is None else "unopened"
    if rules.could_open_penalty is None:
        return "rack"
    before = [tile for tile in held if tile not in seat.last_taken]
    is_heard = seat.announced or not rules.strict
    return "waived" if is_heard and not sets.can_open(faces_of(before)) else "could-open"


def _held(rules: Rules, seat: FinalSeat) -> list[TileId]:
    """List the tiles with which a player could have opened: none that a ruling gave too late (R-8)."""
    return [tile for tile in seat.rack if rules.ruling_opens or tile not in seat.given_since]


def _loss(rules: Rules, charge: Charge, value: int, lowest: int) -> int:
    """Return what a player loses, as a positive number."""
    penalties = {
        "none": 0,
        "rack": value,
        "waived": value,
        "difference": value - lowest,
        "unopened": rules.unopened_penalty or 0,
        "could-open": rules.could_open_penalty or 0,
    }
    return penalties[charge]
