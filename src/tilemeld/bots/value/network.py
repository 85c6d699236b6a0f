"""A small network: one hidden layer, evaluated in plain Python; the weights are data."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, tanh
from operator import mul


@dataclass(frozen=True, slots=True)
class Network:
    """Weights by layer: every row ends with its constant."""

    hidden: tuple[tuple[float, ...], ...]
    outputs: tuple[tuple[float, ...], ...]
    """The first output is the chance to win as a logit, the second the points in units of 50."""

    def run(self, inputs: Sequence[float]) -> tuple[float, float]:
        """Return the chance to win, from 0 to 1, and the expected points."""
        values = (*inputs, 1.0)
        inner = [tanh(sum(map(mul, row, values))) for row in self.hidden]
        inner.append(1.0)
        logit, points = (sum(map(mul, row, inner)) for row in self.outputs)
        return squash(logit), 50 * points


def squash(logit: float) -> float:
    """Turn a logit into a chance, for any logit.

    >>> squash(0.0), squash(-1e9)
    (0.5, 0.0)
    """
    if logit < -700:
        return 0.0
    return 1 / (1 + exp(-logit))
