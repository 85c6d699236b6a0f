"""Prices on group tiles: a bound on the whole from the four colours apart.

The colours meet only in groups. Leave that out and the four best ways of the colours add up to a bound
that is too high where each counts on the others for a group. So a tile in a group gets a price, its own
for every colour and number: the colours pay it, and the groups, chosen freely number by number, get it
back. Whatever the prices are, the sum stays a bound (Lagrangian relaxation: Geoffrion 1974), and a few
steps of the subgradient method (Held, Wolfe, Crowder 1974) bring it close to the best there is. All in
whole numbers, so that kernel and twin agree to the last digit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add
from typing import NamedTuple

from .groups import Counts, group_choices
from .runs import NEVER, Colour, Future, Prices, Row, best_to_come, grouped_on_best

FIRST_STEP = 8
"""The length of the first step, in the weight of the heaviest tile."""
PRICE_LIMIT = 8
"""The highest price, in the weight of the heaviest tile."""


class Stage(NamedTuple):
    """How often prices are moved, and after how many moves without a better bound the step is halved."""

    steps: int
    patience: int


def add_rows(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Divide jokers between two parts in the best way (a max-plus convolution).

    >>> add_rows([0, 5], [1, 2])
    [1, 6]
    """
    none = first[0] + second[0]
    if len(first) == 1:
        return [none]
    one = max(first[0] + second[1], first[1] + second[0])
    if len(first) == 2:
        return [none, one]
    return [none, one, *[max(map(add, first, second[total::-1])) for total in range(2, len(first))]]


@dataclass(slots=True)
class Bounds:
    """The prices, and for every number and state the best each colour alone can still make under them."""

    prices: list[Prices]
    futures: list[Future]
    returned: list[Row]
    """What the groups of the numbers from here on get back at most, by jokers."""
    by_number: list[Row] = field(default_factory=list)

    def at_start(self) -> Row:
        """Return the bound on everything, by jokers."""
        total = self.returned[0]
        for future in self.futures:
            total = add_rows(total, future[0][0])
        return total


def free_bounds(colours: list[Colour], jokers: int, prices: Prices) -> Bounds:
    """Return the bounds when a tile in a group costs nothing."""
    nothing: list[Row] = [[0] * (jokers + 1) for _ in range(14)]
    futures = [best_to_come(colour, jokers, prices) for colour in colours]
    return Bounds(prices=[prices] * 4, futures=futures, returned=nothing, by_number=nothing)


def priced_bounds(
    colours: list[Colour], start: Bounds, group_room: Sequence[Counts], *, stage: Stage
) -> Bounds:
    """Move the prices by the subgradient method and return the lowest bounds on the way."""
    jokers = len(start.returned[0]) - 1
    ways = [group_choices(room, jokers) for room in group_room]
    heaviest = max(start.prices[0].tile)
    step, idle = FIRST_STEP * heaviest, 0
    best = bounds = start
    for _ in range(stage.steps):
        excess = _excess(colours, bounds, ways)
        norm = sum(surplus * surplus for colour in excess for surplus in colour)
        if norm == 0:
            break
        limit = PRICE_LIMIT * heaviest
        prices = [
            _moved(old, colour, step=step, norm=norm, limit=limit)
            for old, colour in zip(bounds.prices, excess, strict=True)
        ]
        if prices == bounds.prices:
            break  # nor will a shorter step move any
        bounds = _bounds_under(colours, prices, ways, jokers)
        if bounds.at_start()[jokers] < best.at_start()[jokers]:
            best, idle = bounds, 0
        else:
            idle += 1
            if idle == stage.patience:
                step, idle = step // 2, 0
    return best


Ways = tuple[tuple[Counts, int], ...]


def turned_bounds(colours: list[Colour], found: Bounds, group_room: Sequence[Counts]) -> Bounds:
    """Return the bounds of the opposite direction, under the same prices."""
    jokers = len(found.returned[0]) - 1
    ways = [group_choices(room, jokers) for room in group_room]
    prices = [Prices(*[row[::-1] for row in colour]) for colour in found.prices]
    return _bounds_under(colours, prices, ways, jokers)


def _excess(colours: list[Colour], bounds: Bounds, ways: list[Ways]) -> list[list[int]]:
    """Say by how much each colour's best way puts more tiles into groups than the groups want."""
    shares, jokers = _joker_shares(bounds)
    grouped = [grouped_on_best(colours[c], bounds.futures[c], shares[c], bounds.prices[c]) for c in range(4)]
    excess: list[list[int]] = [[0] * 13 for _ in range(4)]
    for number in range(13):
        used = 0
        while (
            bounds.by_number[number][used] + bounds.returned[number + 1][jokers - used]
            != bounds.returned[number][jokers]
        ):
            used += 1
        asked = [grouped[c][number] for c in range(4)]
        wanted = _wanted(ways[number], _prices_at(bounds.prices, number), asked, jokers=used)
        jokers -= used
        for c in range(4):
            excess[c][number] = asked[c] - wanted[c]
    return excess


def _joker_shares(bounds: Bounds) -> tuple[list[int], int]:
    """Say how many jokers each colour has in the best sharing, and how many the groups have."""
    totals = [bounds.returned[0]]
    for future in bounds.futures:
        totals.append(add_rows(totals[-1], future[0][0]))
    left = len(totals[0]) - 1
    shares = [0] * 4
    for c in (3, 2, 1, 0):
        row = bounds.futures[c][0][0]
        while totals[c][left - shares[c]] + row[shares[c]] != totals[c + 1][left]:
            shares[c] += 1
        left -= shares[c]
    return shares, left


def _prices_at(prices: list[Prices], number: int) -> list[int]:
    """Return what a tile in a group costs each colour at a number."""
    return [colour.tile[number] - colour.grouped[number] for colour in prices]


def _wanted(ways: Ways, costs: list[int], asked: list[int], *, jokers: int) -> Counts:
    """Return the groups that get back most, and of those the nearest to what the colours asked for."""
    r, b, k, o = costs
    backs = [r * c[0] + b * c[1] + k * c[2] + o * c[3] if used <= jokers else NEVER for c, used in ways]
    most = max(backs)
    return min(
        [counts for (counts, _), back in zip(ways, backs, strict=True) if back == most],
        key=lambda counts: sum(abs(count - ask) for count, ask in zip(counts, asked, strict=True)),
    )


def _moved(old: Prices, excess: list[int], *, step: int, norm: int, limit: int) -> Prices:
    """Raise the price of group tiles where too many are asked for, and lower it where too few are."""
    grouped = []
    for tile, value, surplus in zip(old.tile, old.grouped, excess, strict=True):
        change = step * abs(surplus) // norm
        moved = value - change if surplus > 0 else value + change
        grouped.append(max(tile - limit, min(tile + limit, moved)))
    return old._replace(grouped=grouped)


def _bounds_under(colours: list[Colour], prices: list[Prices], ways: list[Ways], jokers: int) -> Bounds:
    """Compute all bounds for these prices."""
    futures = [best_to_come(colours[c], jokers, prices[c]) for c in range(4)]
    returned: list[Row] = [[] for _ in range(13)] + [[0] * (jokers + 1)]
    by_number: list[Row] = [[] for _ in range(13)]
    for number in range(12, -1, -1):
        costs = _prices_at(prices, number)
        row = by_number[number] = _returned_at(ways[number], costs, jokers)
        returned[number] = add_rows(row, returned[number + 1])
    return Bounds(prices=prices, futures=futures, returned=returned, by_number=by_number)


def _returned_at(ways: Ways, costs: list[int], jokers: int) -> Row:
    """Return the most that the groups of one number get back, by jokers."""
    r, b, k, o = costs
    row = [0] * (jokers + 1)
    if r or b or k or o:
        for (reds, blues, blacks, oranges), used in ways:
            back = r * reds + b * blues + k * blacks + o * oranges
            row[used] = max(row[used], back)
        for used in range(jokers):
            row[used + 1] = max(row[used + 1], row[used])
    return row
