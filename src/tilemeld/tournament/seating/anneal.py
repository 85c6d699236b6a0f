"""Local search over seatings: players change places as long as it helps, at first even if it hurts a little.

Budgets are counted in steps and chance comes as an argument, so the same question has the same answer.
"""

import math
from collections.abc import Sequence
from random import Random

from .seating import meeting_price

Tables = list[list[int]]
Prices = Sequence[Sequence[int]]

HOT, COLD = 900.0, 40.0
"""The temperatures between which a round is annealed, in units of the cost."""


def improve_round(tables: Tables, prices: Prices, short: Sequence[int], *, steps: int, rng: Random) -> Tables:
    """Return tables of the same sizes that cost no more.

    ``prices`` say what it costs that two sit together, ``short`` what it costs each to sit at a short
    table. Annealing first, if there are steps for it; then every swap that helps.
    """
    best = [table[:] for table in tables]
    best_cost = round_cost(best, prices, short)
    if steps and best_cost:
        now = [table[:] for table in tables]
        _anneal(now, prices, short, steps=steps, rng=rng)
        if round_cost(now, prices, short) <= best_cost:
            best = now
    _descend(best, prices, short)
    return best


def round_cost(tables: Tables, prices: Prices, short: Sequence[int]) -> int:
    """Return what the tables of a round cost in all."""
    largest = max(map(len, tables))
    total = 0
    for table in tables:
        for at, player in enumerate(table):
            row = prices[player]
            total += sum(row[other] for other in table[at + 1 :])
        if len(table) < largest:
            total += sum(short[player] for player in table)
    return total


def _delta(
    tables: Tables, prices: Prices, extra: Sequence[Sequence[int]], move: tuple[int, int, int, int]
) -> int:
    """Return what a swap of two players of different tables changes."""
    one, i, other, j = move
    first, second = tables[one], tables[other]
    a, b = first[i], second[j]
    row_a, row_b = prices[a], prices[b]
    change = extra[other][a] + extra[one][b] - extra[one][a] - extra[other][b]
    for player in first:
        change += row_b[player] - row_a[player]
    for player in second:
        change += row_a[player] - row_b[player]
    # the loops above counted a with itself and with b, and b likewise: prices[x][x] is 0
    return change - 2 * row_a[b]


def _extra(tables: Tables, short: Sequence[int]) -> list[Sequence[int]]:
    largest = max(map(len, tables))
    nothing = [0] * len(short)
    return [short if len(table) < largest else nothing for table in tables]


def _anneal(tables: Tables, prices: Prices, short: Sequence[int], *, steps: int, rng: Random) -> None:
    extra = _extra(tables, short)
    count = len(tables)
    if count < 2:
        return
    heat, cooling = HOT, (COLD / HOT) ** (1 / steps)
    random = rng.random
    for _ in range(steps):
        heat *= cooling
        one = int(random() * count)
        other = int(random() * (count - 1))
        other += other >= one
        i, j = int(random() * len(tables[one])), int(random() * len(tables[other]))
        change = _delta(tables, prices, extra, (one, i, other, j))
        if change <= 0 or random() < math.exp(-change / heat):
            tables[one][i], tables[other][j] = tables[other][j], tables[one][i]


def _descend(tables: Tables, prices: Prices, short: Sequence[int]) -> None:
    """Make every swap that helps until none does."""
    extra = _extra(tables, short)
    helped = True
    while helped:
        helped = False
        for one in range(len(tables)):
            if not _is_costly(tables[one], prices, extra[one]):
                continue
            for i in range(len(tables[one])):
                helped = _best_swap(tables, prices, extra, one, i) or helped


def _is_costly(table: Sequence[int], prices: Prices, extra: Sequence[int]) -> bool:
    return any(extra[player] or any(prices[player][other] for other in table) for player in table)


def _best_swap(tables: Tables, prices: Prices, extra: Sequence[Sequence[int]], one: int, i: int) -> bool:
    best, best_change = None, 0
    for other in range(len(tables)):
        if other == one:
            continue
        for j in range(len(tables[other])):
            change = _delta(tables, prices, extra, (one, i, other, j))
            if change < best_change:
                best, best_change = (other, j), change
    if best is None:
        return False
    other, j = best
    tables[one][i], tables[other][j] = tables[other][j], tables[one][i]
    return True


def improve_schedule(
    rounds: list[Tables], players: int, *, steps: int, rng: Random, enough: int = 0, short_price: int = 0
) -> int:
    """Anneal a whole schedule in place towards the fewest repeated meetings; return what it costs.

    ``short_price`` is what it costs each time that somebody sits at a short table once more, for every time
    before. Stops early at ``enough``, which is what cannot be avoided.
    """
    met, short = _met(rounds, players), _short_counts(rounds, players)
    cost = sum(meeting_price(times) for i, row in enumerate(met) for times in row[i + 1 :])
    cost += short_price * sum(times * (times - 1) // 2 for times in short)
    best, best_cost = [[table[:] for table in tables] for tables in rounds], cost
    price = [meeting_price(times) for times in range(len(rounds) + 2)]
    up = [price[at + 1] - price[at] for at in range(len(price) - 1)]
    heat, cooling = HOT, (COLD / HOT) ** (1 / max(1, steps))
    random = rng.random
    for _ in range(steps):
        if best_cost <= enough:
            break
        heat *= cooling
        tables = rounds[int(random() * len(rounds))]
        one, other = int(random() * len(tables)), int(random() * len(tables))
        if one == other:
            continue
        first, second = tables[one], tables[other]
        i, j = int(random() * len(first)), int(random() * len(second))
        change, goes, comes = 0, -1, -1
        if len(first) != len(second):  # one of the two comes to a short table, the other leaves it
            goes, comes = (first[i], second[j]) if len(first) < len(second) else (second[j], first[i])
            change = short_price * (short[comes] - short[goes] + 1)
        change += _swap((first, i), (second, j), met, up)
        if change <= 0 or random() < math.exp(-change / heat):
            cost += change
            if goes >= 0:
                short[goes] -= 1
                short[comes] += 1
            if cost < best_cost:
                best, best_cost = [[table[:] for table in each] for each in rounds], cost
        else:
            _swap((first, i), (second, j), met, up)
    rounds[:] = best
    return best_cost


def _short_counts(rounds: Sequence[Tables], players: int) -> list[int]:
    counts = [0] * players
    for tables in rounds:
        largest = max(map(len, tables))
        for player in (player for table in tables if len(table) < largest for player in table):
            counts[player] += 1
    return counts


def _swap(
    one: tuple[list[int], int], other: tuple[list[int], int], met: list[list[int]], up: Sequence[int]
) -> int:
    """Swap two players, keep the count of meetings, and return what it changes."""
    (first, i), (second, j) = one, other
    a, b = first[i], second[j]
    change = 0
    for table, at, leaver, newcomer in ((first, i, a, b), (second, j, b, a)):
        goes, comes = met[leaver], met[newcomer]
        for seat, player in enumerate(table):
            if seat == at:
                continue
            goes[player] -= 1
            met[player][leaver] -= 1
            change += up[comes[player]] - up[goes[player]]
            comes[player] += 1
            met[player][newcomer] += 1
    first[i], second[j] = b, a
    return change


def _met(rounds: Sequence[Tables], players: int) -> list[list[int]]:
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        met[one][other] += 1
    return met
