"""A player in counts that does what the model likes best: how the model plays against itself in training."""

from dataclasses import dataclass
from random import Random

from tilemeld.solver import Count, CountSolver

from .choices import judge
from .count_view import CountView
from .network import Network


@dataclass(frozen=True, slots=True)
class JudgePlayer:
    """Takes the choice with the best chance; now and then another one, to see what that leads to."""

    network: Network
    explores: float = 0.0
    """The share of turns in which it takes any of its choices."""

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        """Return the tiles to lay."""
        judged = judge(view, asker, self.network)
        if self.explores and rng.random() < self.explores:
            return rng.choice(judged).tiles
        return max(judged, key=lambda each: each.chance).tiles
