"""The result sheet of one tournament game, and the check of its sums at entry (M3, E5, E6, E8, R-9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.game.scoring import Result
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat

from .errors import TournamentError, tournament_error

POINTS_LIMIT = 9_999

Ending = Literal["rack-empty", "lowest-rack", "abandoned"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a table writes down after a game, seat by seat."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    ended: Ending = "rack-empty"
    racks: tuple[int, ...] | None = None
    """What was left on the racks, where the table counted it; the scores are checked against it."""
    game_id: str | None = None
    """The game on this server that it comes from."""

    def big_points(self, rules: Rules) -> tuple[int, ...]:
        """Return the big points: one for a win, shared or not (E8)."""
        return tuple(int(rules.big_points and seat in self.winners) for seat in range(len(self.points)))


def sheet_of(result: Result, game_id: str) -> Sheet:
    """Write down a game that was played on this server."""
    points = tuple(score.points for score in result.scores)
    ended: Ending = (
        "abandoned"
        if result.cause == "abandoned"
        else "rack-empty"
        if result.cause == "rack-empty"
        else "lowest-rack"
    )
    return Sheet(points=points, winners=tuple(result.winners), ended=ended, racks=None, game_id=game_id)


def problems_of(sheet: Sheet, rules: Rules, *, seats: int, table: int) -> list[TournamentError]:
    """Return everything that cannot be right in a sheet; a ruling may still accept it."""
    if len(sheet.points) != seats or (sheet.racks is not None and len(sheet.racks) != seats):
        return [tournament_error("result/count", table=table, seats=seats, count=len(sheet.points))]
    wild = [points for points in sheet.points if abs(points) > POINTS_LIMIT]
    if wild:
        return [tournament_error("result/too-large", points=wild[0], limit=POINTS_LIMIT)]
    uncounted = [rack for rack in sheet.racks or () if not 0 <= rack <= POINTS_LIMIT]
    if uncounted:
        return [tournament_error("result/rack-value", rack=uncounted[0], limit=POINTS_LIMIT)]
    found = _winner_problems(sheet, rules, seats)
    if found or sheet.ended == "abandoned":
        return found
    if rules.sets == "letters":
        return _word_problems(sheet)
    if sheet.racks is not None:
        return _rack_problems(sheet, rules, sheet.racks)
    found = [
        tournament_error("result/positive", seat=_letter(seat), points=points)
        for seat, points in enumerate(sheet.points)
        if seat not in sheet.winners and points > 0
    ]
    return found or _sum_problems(sheet, rules)


def _winner_problems(sheet: Sheet, rules: Rules, seats: int) -> list[TournamentError]:
    """Say why these cannot have won: with numbers an empty rack wins, with words the points do (W15)."""
    winners = sheet.winners
    if sheet.ended == "abandoned":
        return [tournament_error("result/winner-abandoned")] if winners else []
    if not winners:
        return [tournament_error("result/no-winner")]
    if len(set(winners)) != len(winners) or not all(0 <= seat < seats for seat in winners):
        return [tournament_error("result/winner-seat")]
    if sheet.ended == "rack-empty" and len(winners) > 1 and rules.sets == "numbers":
        return [tournament_error("result/one-winner")]
    return []


def _word_problems(sheet: Sheet) -> list[TournamentError]:
    """Check a word game, which is not zero-sum: most points win (W15)."""
    best = max(sheet.points)
    right = {seat for seat, points in enumerate(sheet.points) if points == best}
    if set(sheet.winners) != right:
        return [tournament_error("result/most-points", points=best)]
    return []


def _sum_problems(sheet: Sheet, rules: Rules) -> list[TournamentError]:
    """Check M3: the others lose what the winners gain; R-9 drops a remainder, book A the winner's rack."""
    loss = -sum(points for seat, points in enumerate(sheet.points) if seat not in sheet.winners)
    share = loss // len(sheet.winners)
    own_rack = sheet.ended == "lowest-rack" and rules.lowest_rack_scores == "own-rack"
    found = []
    for seat in sheet.winners:
        points = sheet.points[seat]
        if points == share or (own_rack and points <= share):
            continue
        if len(sheet.winners) == 1:
            found.append(tournament_error("result/sum", sum=points - loss, expected=0))
        else:
            found.append(tournament_error("result/share", loss=loss, expected=share, points=points))
    scores = sorted({sheet.points[seat] for seat in sheet.winners})
    if own_rack and len(scores) > 1:
        found.append(tournament_error("result/equal-share", one=scores[0], other=scores[-1]))
    return found


def _rack_problems(sheet: Sheet, rules: Rules, racks: Sequence[int]) -> list[TournamentError]:
    """Check winners and scores against counted racks; E7 may have replaced the value of one."""
    lowest = 0 if sheet.ended == "rack-empty" else min(racks)
    right = [seat for seat, rack in enumerate(racks) if rack == lowest]
    if not right:
        return [tournament_error("result/no-empty-rack")]
    if sorted(sheet.winners) != right:
        return [tournament_error("result/rack-winner", seats=", ".join(map(_letter, right)))]
    wrong = _wrong_losses(sheet, rules, racks) or _wrong_wins(sheet, rules, racks)
    return [
        tournament_error("result/racks", seat=_letter(seat), expected=points, points=sheet.points[seat])
        for seat, points in wrong.items()
    ]


def _wrong_losses(sheet: Sheet, rules: Rules, racks: Sequence[int]) -> dict[int, int]:
    """Return what each of the others should have where the score differs (E5, E6)."""
    by_difference = sheet.ended == "lowest-rack" and rules.lowest_rack_scores == "difference"
    lowest = min(racks) if by_difference else 0
    penalties = (rules.unopened_penalty, rules.could_open_penalty) if sheet.ended == "rack-empty" else ()
    right = {seat: lowest - rack for seat, rack in enumerate(racks) if seat not in sheet.winners}
    return {
        seat: points
        for seat, points in right.items()
        if sheet.points[seat] != points and -sheet.points[seat] not in penalties
    }


def _wrong_wins(sheet: Sheet, rules: Rules, racks: Sequence[int]) -> dict[int, int]:
    """Return what each winner should have where the score differs; in A a rack is subtracted (E6, R-9)."""
    losses = -sum(points for seat, points in enumerate(sheet.points) if seat not in sheet.winners)
    share = losses // len(sheet.winners)
    own_rack = rules.lowest_rack_scores == "own-rack"
    right = {seat: share - (racks[seat] if own_rack else 0) for seat in sheet.winners}
    return {seat: points for seat, points in right.items() if sheet.points[seat] != points}


def _letter(seat: int) -> str:
    return "ABCDEF"[seat]
