"""The arena: bots play each other over mirrored deals, and the figures say who is stronger.

A *mirrored deal* is one shuffle played once for every rotation of the players over the seats, so that
luck with the tiles and the first turn cancels out. Its games are not independent of each other, deals
are: every interval is computed over deals. The result follows from the seed, not from the jobs.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from openskill.models import PlackettLuce

from tilemeld.bots import Dawdle, LevelPlayer, Player
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import Seat

from .foreign_bots import find_player
from .intervals import Estimate, estimate, share_estimate
from .spread import HERE, Workers, spread

BATCH = 4
"""Deals that a process plays before it reports."""

MOST_WAITING = 50
"""How often in a row a bot may let a game wait, or be refused, before the arena gives up on it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game, by player and not by seat."""

    shares: tuple[float, ...]
    """Each player's share of the win: 1, or less when it is shared (R-9)."""
    points: tuple[int, ...]
    turns: int
    cause: str
    record: str | None = None
    """The whole game, where records are wanted."""


Deal = tuple[Outcome, ...]
"""The games of one mirrored deal, one for each rotation."""


@dataclass(frozen=True, slots=True)
class Line:
    """The figures of one player."""

    name: str
    wins: Estimate
    """The share of games won, shared wins divided."""
    score: Estimate
    """The mean score of a game."""
    rating: float
    """openskill's mean (Plackett-Luce), 25 for an unknown player."""
    uncertainty: float
    """openskill's standard deviation."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of the arena."""

    profile: str
    seed: str
    deals: int
    games: int
    turns: float
    """The mean number of turns of a game."""
    causes: dict[str, int]
    """How the games ended."""
    lines: tuple[Line, ...]
    """The players, in the order in which they were named."""

    @property
    def ranked(self) -> tuple[Line, ...]:
        """The players, the best first."""
        return tuple(sorted(self.lines, key=lambda line: -line.wins.mean))


def contest(
    rules: Rules,
    names: Sequence[str],
    *,
    games: int,
    seed: int | str,
    workers: Workers = HERE,
    on_games: Callable[[int], None] | None = None,
    on_record: Callable[[int, int, str], None] | None = None,
    sets_for: SetRulesFor = sets_of,
) -> Standings:
    """Let the named bots play at least so many games, in whole mirrored deals.

    ``on_games`` is called with the number of games just done, ``on_record`` with each game's deal, rotation
    and record. A game with letters needs ``sets_for``.

    Raises ``CodedError`` for an unknown bot and ``Refused`` for a table that the rules do not allow.
    """
    check = CreateGame(rules, len(names))
    LocalGame(check, chance=FixedChance("check"), sets_for=sets_for)  # refuses impossible tables
    for name in names:
        find_player(name, sets_for(rules))
    deals = -(-games // len(names))
    played: list[Deal] = []
    keep = on_record is not None
    play = partial(play_span, rules, tuple(names), str(seed), sets_for=sets_for, keep=keep)
    for number, deal in enumerate(spread(play, deals, workers=workers, piece=BATCH)):
        for turned, outcome in enumerate(deal):
            if on_record is not None and outcome.record is not None:
                on_record(number, turned, outcome.record)
        played.append(tuple(replace(outcome, record=None) for outcome in deal))
        if on_games is not None:
            on_games(len(deal))
    return sum_up(rules.profile, str(seed), names, played)


def play_span(
    rules: Rules,
    names: tuple[str, ...],
    seed: str,
    span: range,
    *,
    sets_for: SetRulesFor = sets_of,
    keep: bool = False,
) -> list[Deal]:
    """Play some mirrored deals; in a process of its own, where the bots are found by name again."""
    sets = sets_for(rules)
    players = [hurried(find_player(name, sets)) for name in names]
    return [play_deal(rules, players, f"{seed}/{number}", sets_for=sets_for, keep=keep) for number in span]


def hurried(player: Player) -> Player:
    """Return the same player without the pass that only makes its tables easier to follow."""
    return player.hurried() if isinstance(player, LevelPlayer) else player


def play_deal(
    rules: Rules,
    players: Sequence[Player],
    seed: str,
    *,
    sets_for: SetRulesFor = sets_of,
    keep: bool = False,
) -> Deal:
    """Play one shuffle once for every rotation of the players."""
    play = partial(_play_rotation, rules, players, seed, sets_for=sets_for, keep=keep)
    return tuple(play(turned) for turned in range(len(players)))


def _play_rotation(
    rules: Rules, players: Sequence[Player], seed: str, turned: int, *, sets_for: SetRulesFor, keep: bool
) -> Outcome:
    count = len(players)
    seated = [players[(seat + turned) % count] for seat in range(count)]
    game = play_game(rules, seated, seed, sets_for=sets_for)
    result = game.state.result
    assert result is not None, "the game was played to its end"
    seat_of = [(player - turned) % count for player in range(count)]
    return Outcome(
        shares=tuple(
            (seat in result.winners) / len(result.winners) if result.winners else 0.0 for seat in seat_of
        ),
        points=tuple(result.scores[seat].points for seat in seat_of),
        turns=game.state.turn,
        cause=result.cause,
        record=format_record(game.record) if keep else None,
    )


def play_game(
    rules: Rules, seated: Sequence[Player], seed: str, *, sets_for: SetRulesFor = sets_of
) -> LocalGame:
    """Play one game to its end between the players, who sit in this order."""
    game = LocalGame(CreateGame(rules, len(seated)), chance=FixedChance(seed), sets_for=sets_for)
    dice = [random.Random(f"{seed}/{seat}") for seat in range(len(seated))]
    game.do(BeginGame())
    waited = 0
    while not game.is_over:
        try:
            waited = 0 if _step(game, seated, dice) else waited + 1
        except Refused:  # helpful play refuses a mistake (T7): the bot may try something else
            waited += 1
            if waited > MOST_WAITING:
                raise
        if waited > MOST_WAITING:
            raise RuntimeError(f"a bot waits for ever in game {seed!r} of {rules.profile}")
    return game


def _step(game: LocalGame, seated: Sequence[Player], dice: Sequence[random.Random]) -> bool:
    """Ask the players that the game waits for; say whether it moved on."""
    open_to_all = game.state.phase in (Phase.REDEAL, Phase.VOTE)
    for seat in _asked(game.state):
        choice = seated[seat].choose(game.view(Seat(seat)), dice[seat])
        if not isinstance(choice, Dawdle):
            game.do(choice)
            return True
        if not open_to_all and game.state.deadline is not None:
            game.run_out(choice.draft)
            return True
    if open_to_all:
        game.run_out()
    return open_to_all


def _asked(state: GameState) -> Sequence[int]:
    """List the seats that may do something now: all at once in a redeal window, voters in a vote (W16)."""
    if state.phase == Phase.REDEAL:
        return range(state.players)
    if state.vote is not None:
        return [
            seat
            for seat, ballot in enumerate(state.vote.ballots)
            if seat != state.vote.seat and ballot is None and not state.seats[seat].gone
        ]
    assert state.active is not None, "a running game waits for a player"
    return (state.active,)


def sum_up(profile: str, seed: str, names: Sequence[str], deals: Sequence[Deal]) -> Standings:
    """Turn the outcomes of mirrored deals into figures; every interval is over deals."""
    games = [outcome for deal in deals for outcome in deal]
    ratings = rate(len(names), games)
    lines = []
    for player, name in enumerate(distinct(names)):
        wins = [sum(game.shares[player] for game in deal) / len(deal) for deal in deals]
        scores = [sum(game.points[player] for game in deal) / len(deal) for deal in deals]
        rating, uncertainty = ratings[player]
        lines.append(
            Line(
                name=name,
                wins=share_estimate(wins),
                score=estimate(scores),
                rating=rating,
                uncertainty=uncertainty,
            )
        )
    causes: dict[str, int] = {}
    for game in games:
        causes[game.cause] = causes.get(game.cause, 0) + 1
    turns = sum(game.turns for game in games) / len(games)
    return Standings(
        profile=profile,
        seed=seed,
        deals=len(deals),
        games=len(games),
        turns=turns,
        causes=causes,
        lines=tuple(lines),
    )


def rate(players: int, games: Sequence[Outcome]) -> list[tuple[float, float]]:
    """Rate the players by Plackett-Luce, game after game: winners first, then by points."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(players)]
    for game in games:
        best = max(game.shares)
        keys = [
            (0 if share == best > 0 else 1, -points)
            for share, points in zip(game.shares, game.points, strict=True)
        ]
        order = sorted({key if key[0] else (0, 0) for key in keys})
        ranks = [float(order.index(key if key[0] else (0, 0))) for key in keys]
        ratings = [team[0] for team in model.rate([[rating] for rating in ratings], ranks=ranks)]
    return [(rating.mu, rating.sigma) for rating in ratings]


def distinct(names: Sequence[str]) -> list[str]:
    """Number names that come more than once.

    >>> distinct(["club", "expert", "club"])
    ['club 1', 'expert', 'club 2']
    """
    counts: dict[str, int] = {}
    labels = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        labels.append(name if names.count(name) == 1 else f"{name} {counts[name]}")
    return labels
