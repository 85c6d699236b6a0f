"""Matches: several games by the same players, who starts each, and who wins (S2, M1–M3, R-9)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat

from .commands import CreateGame
from .scoring import Result


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game on the score sheet of a match."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    starter: Seat | None = None
    big_points: tuple[int, ...] = ()
    """Big points by seat; empty where the rules have none (E8)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a seat in a match."""

    seat: Seat
    total: int
    wins: int
    big_points: int


@dataclass(frozen=True, slots=True)
class Match:
    """Several games under the same rules: scores add up (M1)."""

    rules: Rules
    players: int
    games: tuple[GameLine, ...] = ()

    def with_game(self, line: GameLine) -> "Match":
        """Return the match with one more game on its sheet."""
        return replace(self, games=(*self.games, line))

    def next_game(self) -> CreateGame:
        """Return the command that creates the next game, including who started the last one (S2)."""
        previous = self.games[-1].starter if self.games else None
        return CreateGame(
            rules=self.rules, players=self.players, game=len(self.games) + 1, previous_starter=previous
        )

    def standings(self) -> tuple[Standing, ...]:
        """Return totals, games won and big points for every seat, in seat order."""
        return tuple(
            Standing(
                seat=Seat(seat),
                total=sum(line.points[seat] for line in self.games),
                wins=sum(seat in line.winners for line in self.games),
                big_points=sum(line.big_points[seat] for line in self.games if line.big_points),
            )
            for seat in range(self.players)
        )

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the rules' ranking; seats that are still level share the win (M2, R-9)."""
        standings = self.standings()
        best = max(self._rank(standing) for standing in standings)
        return tuple(standing.seat for standing in standings if self._rank(standing) == best)

    def _rank(self, standing: Standing) -> tuple[int, ...]:
        measures = {"total": standing.total, "wins": standing.wins, "big-points": standing.big_points}
        return tuple(measures[key] for key in self.rules.match_ranking)


def line_of(result: Result, starter: Seat | None) -> GameLine:
    """Put a game's result on a line of the score sheet."""
    points = tuple(score.points for score in result.scores)
    big = tuple(score.big_points for score in result.scores)
    return GameLine(
        points=points, winners=result.winners, starter=starter, big_points=big if any(big) else ()
    )


def expected_sum(rules: Rules, result: Result) -> int:
    """Return what the scores of a game have to add up to (M3).

    That is zero, except for the winners' own racks after E6 of book A and a remainder that R-9 drops.
    """
    if not result.winners:
        return 0
    losses = -sum(
        score.points for seat, score in enumerate(result.scores) if Seat(seat) not in result.winners
    )
    dropped = losses % len(result.winners)
    if rules.lowest_rack_scores != "own-rack" or result.cause == "rack-empty":
        return -dropped
    return -dropped - sum(result.scores[seat].rack_value for seat in result.winners)


def is_sum_right(rules: Rules, result: Result) -> bool:
    """Say whether the scores of a game add up as M3 requires.

    Where turns are scored, each player's points have to be the sum of that player's turns (W15).
    """
    if rules.sets == "letters":
        return all(score.points == sum(score.turn_points) for score in result.scores)
    return sum(score.points for score in result.scores) == expected_sum(rules, result)


def totals(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Add up a score sheet, column by column.

    >>> totals([(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)])
    (-14, -29, 4, 39)
    """
    return tuple(sum(column) for column in zip(*rows, strict=True))
