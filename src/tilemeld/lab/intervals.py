"""Means and their 95 % intervals, over a few or many independent values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from statistics import NormalDist, fmean, stdev

_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_known(self) -> bool:
        """Whether there is an interval: a single value has none."""
        return isfinite(self.low)

    def scaled(self, factor: float) -> "Estimate":
        """Return the estimate in another unit."""
        return Estimate(self.mean * factor, self.low * factor, self.high * factor)


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with Student's 95 % interval; a single value says nothing about its spread.

    >>> estimate([1.0, 2.0, 3.0, 4.0, 5.0]).mean
    3.0
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, float("-inf"), float("inf"))
    half = student_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


_FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's distribution: a table, then the usual expansion.

    >>> round(student_quantile(4), 3), round(student_quantile(30), 3)
    (2.776, 2.042)
    """
    if degrees <= len(_FEW):
        return _FEW[degrees - 1]
    z = _Z  # Abramowitz and Stegun, 26.7.5
    return (
        z
        + (z**3 + z) / (4 * degrees)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
    )
