"""The format of a tournament: rounds and games, rules, times, seating method, tie-breaks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.setup import setup_refusals
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.tournament.seating.aims import Priority
from tilemeld.tournament.seating.draw import MAX_ROUNDS
from tilemeld.tournament.seating.table_sizes import FULL, Smallest

from .errors import TournamentError, tournament_error
from .result_sheet import POINTS_LIMIT

MAX_GAMES = 20
MAX_MINUTES = 600
NAME_LIMIT = 100

Criterion = Literal[
    "big-points",
    "total",
    "wins",
    "direct",
    "best-game",
    "fewest-penalties",
    "opponents",
    "last-round",
]
"""What can decide between two players; the first two and the wins come from the rules (M2)."""


@dataclass(frozen=True, slots=True)
class Format:
    """Everything that the director chooses for a tournament."""

    rules: Rules
    rounds: int = 4
    games: int = 3
    """Games per round, at the same table."""
    round_minutes: int | None = 90
    """The time of a round (T10); ``None``: no clock."""
    first_draw: Literal["random", "rating", "swiss"] = "random"
    later_draw: Literal["fewest", "swiss", "random"] = "fewest"
    smallest: Smallest = 3
    priority: Priority = "threes"
    """What counts for more where both cannot be had: tables of three shared evenly, or few repeats."""
    equalise: Literal["none", "four-thirds"] = "none"
    """The factor for small points won or lost at a table of three."""
    tie_breaks: tuple[Criterion, ...] = ("wins", "direct", "best-game", "fewest-penalties")
    """What decides after the ranking of the rules."""
    confirm: Literal["table", "desk"] = "table"
    """Who confirms a result that a player entered."""
    unconfirmed: Literal["count", "wait"] = "count"
    """Whether a result that a player entered counts before it is confirmed."""
    final: Literal["none", "table"] = "none"
    """Whether the best four play a final round at one table, which alone decides among them."""
    b_final: bool = False
    """Whether the next four play a final of their own, beside it."""
    final_games: int | None = None
    """The games of the final; ``None``: as many as in the other rounds."""
    final_minutes: int | None = None
    """The time of the final; ``None``: as for the other rounds."""
    missed: Literal["nothing", "average", "fixed"] = "nothing"
    """What a round that a player sat out or missed counts: nothing, the average of those played, or
    so many points."""
    missed_points: int = 0
    """How many points a missed round counts, where that is fixed."""
    cut_after: int | None = None
    """After which round only the best continue."""
    cut_to: int = 16
    place: Literal["hall", "online"] = "hall"
    """Whether the tables are in a hall or on this server."""
    spectators: bool = True
    """Whether online tables may be watched; racks are never shown (M4)."""

    @property
    def all_rounds(self) -> int:
        """How many rounds there are with the final."""
        return self.rounds + (self.final == "table")

    @property
    def ranking(self) -> tuple[Criterion, ...]:
        """What decides, in this order: the ranking of the rules (M2), then what the director chose."""
        chosen: tuple[Criterion, ...] = (*self.rules.match_ranking, *self.tie_breaks)
        return tuple(dict.fromkeys(chosen))

    def games_in(self, number: int) -> int:
        """Return how many games a round has."""
        return (self.is_final(number) and self.final_games) or self.games

    def minutes_in(self, number: int) -> int | None:
        """Return how long a round is; ``None`` without a clock."""
        return (self.is_final(number) and self.final_minutes) or self.round_minutes

    def is_final(self, number: int) -> bool:
        """Say whether a round is the final table."""
        return self.final == "table" and number == self.rounds + 1


def format_problems(format: Format) -> Iterator[TournamentError]:  # noqa: A002  # it is the format of the tournament
    """Say everything that keeps a format from being played."""
    yield from _outside("rounds", format.rounds, MAX_ROUNDS)
    yield from _outside("games", format.games, MAX_GAMES)
    if format.round_minutes is not None:
        yield from _outside("round_minutes", format.round_minutes, MAX_MINUTES)
    if format.final_games is not None:
        yield from _outside("final_games", format.final_games, MAX_GAMES)
    if format.final_minutes is not None:
        yield from _outside("final_minutes", format.final_minutes, MAX_MINUTES)
    yield from _outside("missed_points", format.missed_points, POINTS_LIMIT, low=-POINTS_LIMIT)
    if format.cut_after is not None:
        yield from _outside("cut_after", format.cut_after, format.rounds - 1)
        yield from _outside("cut_to", format.cut_to, 1_000, low=format.smallest)
    if not format.rules.min_players <= 4 <= format.rules.max_players:
        yield tournament_error("tournament/bad-rules", profile=format.rules.profile)
    elif setup_refusals(CreateGame(format.rules, FULL), sets_of(format.rules)):
        yield tournament_error("tournament/box-too-small", players=FULL, rack_size=format.rules.rack_size)
    for criterion in dict.fromkeys(format.tie_breaks):
        if format.tie_breaks.count(criterion) > 1:
            yield tournament_error("tournament/tie-break-twice", criterion=criterion)


def _outside(field: str, value: int, high: int, *, low: int = 1) -> Iterator[TournamentError]:
    if not low <= value <= high:
        yield tournament_error("tournament/bad-format", field=field, value=value, low=low, high=high)
