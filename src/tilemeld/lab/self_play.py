"""Self-play: games in counts between players of many habits, and the positions that the model learns from."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tilemeld.bots.value.count_game import CountGame, CountPlayer, deal, play
from tilemeld.bots.value.count_view import CountView
from tilemeld.bots.value.features import features
from tilemeld.bots.value.habits import Habit
from tilemeld.bots.value.judge_player import JudgePlayer
from tilemeld.bots.value.model import asker_for
from tilemeld.bots.value.network import Network
from tilemeld.engine.rules import profile
from tilemeld.solver import Count

TABLES: tuple[tuple[str, int], ...] = (
    *[("pl", 2)] * 9,
    *[("pl", 3)] * 3,
    *[("pl", 4)] * 4,
    *[("uk", 2)] * 2,
    ("uk", 4),
    ("pl-xp", 2),
    ("uk-xp", 3),
    ("uk-xp", 4),
    ("uk-xp", 5),
    ("uk-xp", 6),
)
"""What is played, as often as it is named: rules and number of players."""


NEAR_END = 12
"""With fewer tiles in the bank than this more positions are kept: there tempo decides."""


class Position(NamedTuple):
    """A position of a game that was played to its end."""

    inputs: tuple[float, ...]
    share: float
    """The seat's share of the win."""
    points: int
    players: int
    bank: int
    """How many tiles the bank had."""
    in_lap: bool


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How games are played for the model, and which of their positions it learns from."""

    seed: str
    networks: tuple[Network, ...] = ()
    """Models that take part; none for the first games."""
    by_model: float = 0.6
    """The share of seats that a model plays."""
    rate: float = 0.2
    """The share of turns that are kept, twice as many near the end; with more players fewer."""

    def positions(self, number: int) -> list[Position]:
        """Play the game with a number; the same number always gives the same positions."""
        rng = Random(f"{self.seed}/{number}")
        name, players = rng.choice(TABLES)
        seated = [self._player(rng) for _ in range(players)]
        if rng.random() < 0.25:
            seated = [seated[0], *[seated[1]] * (players - 1)]
        return positions_of(name, seated, rng, rate=self.rate)

    def _player(self, rng: Random) -> CountPlayer:
        if self.networks and rng.random() < self.by_model:
            return JudgePlayer(rng.choice(self.networks), rng.choice((0.0, 0.05, 0.2)))
        return any_habit(rng)


def positions_of(name: str, seated: Sequence[CountPlayer], rng: Random, *, rate: float) -> list[Position]:
    """Play one game and return some of its positions: before turns and after them."""
    rules, players = profile(name), len(seated)
    asker = asker_for(rules)
    kept: list[tuple[CountView, list[float]]] = []
    share = rate * min(1.0, 2 / players)

    def watch(game: CountGame, view: CountView, tiles: Count) -> None:
        wanted = share * (2 if view.bank < NEAR_END else 1)
        if rng.random() < wanted:
            after = view.after(tiles)
            if after.rack or after.held[after.seat]:
                kept.append((after, features(after, asker)))
        if rng.random() < wanted / 2:
            seen = game.view(rng.randrange(players))
            kept.append((seen, features(seen, asker)))

    result = play(deal(rules, players, rng), seated, rng, asker=asker, watch=watch, most_turns=400)
    return [
        Position(
            inputs=tuple(inputs),
            share=result.share(view.seat),
            points=result.points[view.seat],
            players=players,
            bank=view.bank,
            in_lap=view.lap_left is not None,
        )
        for view, inputs in kept
    ]


def any_habit(rng: Random) -> Habit:
    """Return one of the population: some lay all, some overlook, hold, react, or play for tempo."""
    kind = rng.random()
    if kind < 0.2:
        return Habit()
    if kind < 0.3:
        return Habit(overlooks=rng.choice((0.2, 0.4, 0.6)))
    if kind < 0.45:
        return Habit(holds=99, tempo=rng.choice((0, 0, 2, 4)))
    if kind < 0.6:
        return Habit(
            holds=rng.randrange(12, 30),
            until_other=rng.choice((0, 4, 8)),
            until_bank=rng.choice((0, 0, 8, 20)),
        )
    if kind < 0.7:
        return Habit(holds=rng.randrange(14, 24), reacts=rng.randrange(14, 22), tempo=rng.choice((0, 2)))
    if kind < 0.85:
        return Habit(
            holds=99,
            bursts=rng.choice((0.1, 0.3)),
            single=rng.choice((0, 0.2)),
            tempo=rng.choice((0, 2)),
        )
    return Habit(
        holds=rng.choice((0, 16, 99)),
        single=rng.choice((0, 0.3, 0.6)),
        keeps_joker=rng.random() < 0.5,
        until_bank=rng.choice((0, 6, 12)),
    )
