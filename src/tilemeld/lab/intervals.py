"""Means and their 95 % intervals, over a few or many independent values."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, isfinite, sqrt
from statistics import NormalDist, fmean, stdev

_Z = NormalDist().inv_cdf(0.975)
_TAIL = 0.025
_ENOUGH = 5
"""With this many values other than the most common one, their side shows its spread."""


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


def share_estimate(shares: Sequence[float]) -> Estimate:
    """Return the mean of shares from 0 to 1 with a 95 % interval that is valid at the ends and for few.

    Student's interval takes what was not seen as impossible: two deals won of two leave it no doubt.
    So where fewer than five shares lie on one side of the most common one, that side is at least as wide
    as Clopper and Pearson's bound on the rate of such shares, each as far away as the farthest seen,
    or at the very end when none was seen (docs/bots.md).

    >>> round(share_estimate([1.0, 1.0]).low, 3)  # the root of 0.025
    0.158
    """
    found = estimate(shares)
    if not found.is_known:
        return found
    counts = Counter(shares)
    commonest = max(counts, key=lambda share: (counts[share], share))
    below = [commonest - share for share in shares if share < commonest]
    above = [share - commonest for share in shares if share > commonest]
    low = found.mean - _unseen(below, commonest, len(shares))
    high = found.mean + _unseen(above, 1 - commonest, len(shares))
    return Estimate(found.mean, max(0.0, min(found.low, low)), min(1.0, max(found.high, high)))


def _unseen(distances: Sequence[float], furthest: float, count: int) -> float:
    """Return by how much more the shares on one side may move the mean, when few were seen there."""
    if len(distances) >= _ENOUGH:
        return 0.0
    return rate_bound(len(distances), count) * max(distances, default=furthest) - sum(distances) / count


def rate_bound(seen: int, count: int) -> float:
    """Return Clopper and Pearson's upper 97.5 % bound of a rate, after so many were seen in so many trials.

    >>> round(rate_bound(0, 10), 4), round(rate_bound(1, 10), 4)
    (0.3085, 0.445)
    """
    low, high = seen / count, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        tail = sum(comb(count, hit) * rate**hit * (1 - rate) ** (count - hit) for hit in range(seen + 1))
        low, high = (rate, high) if tail > _TAIL else (low, rate)
    return (low + high) / 2


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
