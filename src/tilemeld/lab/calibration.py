"""How good chances are: log-loss, the area under the curve, and whether "70 %" wins seven times in ten."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log

from tilemeld.bots.value.network import Network

from .self_play import Position


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions with about the same chance."""

    count: int
    said: float
    """The mean of what the model said."""
    won: float
    """The mean of what came of it."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a model's chances are for some positions."""

    count: int
    log_loss: float
    base: float
    """The log-loss of saying the mean every time."""
    auc: float
    """How often a position that was won has the higher chance than one that was lost."""
    off: float
    """By how much the bins are off, in the mean."""
    bins: tuple[Bin, ...]


def quality_of(network: Network, positions: Sequence[Position], *, bins: int = 10) -> Quality:
    """Compare what the model says about positions with what came of them."""
    return judge_chances([(network.run(each.inputs)[0], each.share) for each in positions], bins=bins)


def judge_chances(pairs: Sequence[tuple[float, float]], *, bins: int = 10) -> Quality:
    """Compare chances with shares of wins.

    >>> judge_chances([(0.9, 1.0), (0.1, 0.0)], bins=2).auc
    1.0

    Raises ``ValueError`` for no pairs.
    """
    if not pairs:
        raise ValueError("expected positions, got none")
    mean = sum(share for _, share in pairs) / len(pairs)
    grouped: list[Bin] = []
    for number in range(bins):
        inside = [pair for pair in pairs if min(int(pair[0] * bins), bins - 1) == number]
        if inside:
            said = sum(chance for chance, _ in inside) / len(inside)
            grouped.append(Bin(len(inside), said, sum(share for _, share in inside) / len(inside)))
    return Quality(
        count=len(pairs),
        log_loss=_log_loss(pairs),
        base=_log_loss([(mean, share) for _, share in pairs]),
        auc=_auc(pairs),
        off=sum(each.count * abs(each.said - each.won) for each in grouped) / len(pairs),
        bins=tuple(grouped),
    )


def by_phase(network: Network, positions: Iterable[Position]) -> dict[str, Quality]:
    """Return the quality for each phase of the game, and for each number of players."""
    groups: dict[str, list[Position]] = {}
    for each in positions:
        for name in ("all", phase_of(each), f"{each.players} players"):
            groups.setdefault(name, []).append(each)
    return {name: quality_of(network, group) for name, group in sorted(groups.items())}


PHASES: tuple[tuple[str, Callable[[Position], bool]], ...] = (
    ("last lap", lambda each: each.in_lap),
    ("bank 0 to 7", lambda each: each.bank < 8),
    ("bank 8 to 29", lambda each: each.bank < 30),
    ("bank 30 and more", lambda each: True),
)
"""The phases of a game, the first that fits."""


def phase_of(position: Position) -> str:
    """Name the phase of a position."""
    return next(name for name, fits in PHASES if fits(position))


def _log_loss(pairs: Sequence[tuple[float, float]]) -> float:
    total = 0.0
    for chance, share in pairs:
        safe = min(max(chance, 1e-6), 1 - 1e-6)
        total -= share * log(safe) + (1 - share) * log(1 - safe)
    return total / len(pairs)


def _auc(pairs: Sequence[tuple[float, float]]) -> float:
    """Count, with shared wins as halves, by ranks; equal chances share their ranks."""
    ordered = sorted(pairs)
    ranked = won = 0.0
    place = 0
    while place < len(ordered):
        same = place
        while same < len(ordered) and ordered[same][0] == ordered[place][0]:
            same += 1
        middle = (place + same - 1) / 2
        for _, share in ordered[place:same]:
            ranked += share * middle
            won += share
        place = same
    lost = len(ordered) - won
    if not won or not lost:
        return 0.5
    return (ranked - won * (won - 1) / 2) / (won * lost)
