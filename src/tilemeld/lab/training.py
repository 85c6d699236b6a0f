"""Training: self-play in rounds, a network fitted to what came of it, and figures that say how good it is.

Each round plays with the models of the rounds before, so that they meet their own kind. numpy does the
arithmetic; with the same versions of everything the weights are the same to the byte (they are rounded to
five figures), elsewhere chances agree within ``TOLERANCE``.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from tilemeld.bots.value.features import FEATURES
from tilemeld.bots.value.network import Network

from .calibration import Quality, quality_of
from .self_play import Position, SelfPlay
from .spread import HERE, Workers, spread

Floats = Any
"""An array of numpy, whose types are not looked at: only training needs the package."""

TOLERANCE = 0.02
"""By how much chances of two trainings on different machines may differ in the mean."""
POINTS_UNIT = 50.0
MOST_POINTS = 5.0
"""Points beyond so many units count as so many: a penalty of 200 says little about the next game."""
POINTS_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Everything that the weights depend on."""

    seed: str = "train-1"
    games: tuple[int, ...] = (500, 700, 1_000)
    """How many games each round plays."""
    kept_rounds: int = 3
    """A network is fitted to the positions of so many rounds, the latest ones."""
    hidden: int = 28
    epochs: int = 10
    batch: int = 256
    rate: float = 3e-3
    decay: float = 1e-6
    held_out: float = 0.1
    """The share of the last round's games that is only used to say how good the model is."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A model and how good it is on games that it did not learn from."""

    plan: TrainingPlan
    network: Network
    positions: int
    quality: Quality

    def to_json(self) -> dict[str, Any]:
        """Return what is shipped: the weights, and everything that made them."""
        return {
            "command": f"tilemeld train --seed {self.plan.seed}",
            "plan": asdict(self.plan),
            "positions": self.positions,
            "log_loss": round(self.quality.log_loss, 4),
            "log_loss_of_the_mean": round(self.quality.base, 4),
            "auc": round(self.quality.auc, 4),
            "features": [*FEATURES],
            "hidden": self.network.hidden,
            "outputs": self.network.outputs,
        }


def train(
    plan: TrainingPlan, *, workers: Workers = HERE, on_games: Callable[[int], None] | None = None
) -> Trained:
    """Play and fit, round after round; the result depends on the plan alone, not on the workers."""
    networks: list[Network] = []
    rounds: list[list[Position]] = []
    for number, games in enumerate(plan.games):
        league = SelfPlay(f"{plan.seed}/{number}", tuple(networks[-2:]))
        played: list[list[Position]] = []
        for positions in spread(partial(_play_span, league), games, workers=workers):
            played.append(positions)
            if on_games is not None:
                on_games(1)
        kept = played[: -max(1, round(plan.held_out * games))]
        rounds.append([position for game in kept for position in game])
        known = [position for each in rounds[-plan.kept_rounds :] for position in each]
        networks.append(fit(known, plan))
    unseen = [position for game in played[len(kept) :] for position in game]
    return Trained(
        plan=plan,
        network=networks[-1],
        positions=sum(map(len, rounds)),
        quality=quality_of(networks[-1], unseen),
    )


def _play_span(league: SelfPlay, span: range) -> list[list[Position]]:
    return [league.positions(number) for number in span]


def fit(positions: Sequence[Position], plan: TrainingPlan) -> Network:
    """Fit a network: a logistic loss for winning, a squared one for points, Adam, falling steps."""
    dice = np.random.RandomState(1)
    inputs = np.array([each.inputs for each in positions])
    shares = np.array([each.share for each in positions])
    points = np.clip(np.array([each.points for each in positions]) / POINTS_UNIT, -MOST_POINTS, MOST_POINTS)
    mean, spread_out = inputs.mean(0), inputs.std(0) + 1e-6
    inputs = (inputs - mean) / spread_out
    count, width = inputs.shape
    won = float(shares.mean())
    weights: list[Floats] = [
        dice.randn(width, plan.hidden) / np.sqrt(width),
        np.zeros(plan.hidden),
        dice.randn(plan.hidden, 2) * 0.1,
        np.array([np.log(won / (1 - won)), points.mean()]),
    ]
    means = [np.zeros_like(each) for each in weights]
    squares = [np.zeros_like(each) for each in weights]
    last, step = plan.epochs * (count // plan.batch), 0
    for _ in range(plan.epochs):
        order = dice.permutation(count)
        for start in range(0, count - plan.batch + 1, plan.batch):
            chosen = order[start : start + plan.batch]
            slopes = _slopes(weights, inputs[chosen], shares[chosen], points[chosen], plan)
            step += 1
            rate = plan.rate * (0.5 + 0.5 * np.cos(np.pi * step / last)) + 1e-5
            for place, slope in enumerate(slopes):
                means[place] = 0.9 * means[place] + 0.1 * slope
                squares[place] = 0.999 * squares[place] + 0.001 * slope * slope
                size = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
                weights[place] -= rate * (means[place] / (1 - 0.9**step)) / size
    first, first_constant, second, second_constant = weights
    scaled = first / spread_out[:, None]
    constant = first_constant - (mean / spread_out) @ first
    return Network(
        _rounded(np.vstack([scaled, constant]).T), _rounded(np.vstack([second, second_constant]).T)
    )


def _slopes(
    weights: Sequence[Floats], inputs: Floats, shares: Floats, points: Floats, plan: TrainingPlan
) -> list[Floats]:
    """Return the slope of the loss by each weight, for one batch."""
    first, first_constant, second, second_constant = weights
    inner = np.tanh(inputs @ first + first_constant)
    found = inner @ second + second_constant
    chance = 1 / (1 + np.exp(-found[:, 0]))
    wrong = np.stack([chance - shares, POINTS_WEIGHT * (found[:, 1] - points)], 1) / len(inputs)
    back = (wrong @ second.T) * (1 - inner * inner)
    return [inputs.T @ back + plan.decay * first, back.sum(0), inner.T @ wrong, wrong.sum(0)]


def _rounded(values: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(f"{value:.5g}") for value in row) for row in values)
