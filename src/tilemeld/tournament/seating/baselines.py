"""What other programs do, as starting points for our search, so that it is never worse than they are.

Pantheon (the tournament software of riichi clubs) seats a round in two ways, described here in our own
words: it takes the best of many shuffles, or, Swiss, gives each table the best player who is left and
then the nearest ones below who have met those already there seldom enough, raising "enough" when stuck.
"""

from collections.abc import Sequence
from random import Random

SHUFFLES = 1_000
"""How many shuffles the first way compares."""
DEAD_ENDS = 15_000
"""How many steps the second way takes before it raises what is enough."""

Met = Sequence[Sequence[int]]


def best_of_shuffles(
    sizes: Sequence[int], met: Met, rng: Random, *, shuffles: int = SHUFFLES
) -> list[list[int]]:
    """Shuffle so many times and keep the tables with the fewest repeated meetings."""
    order = list(range(sum(sizes)))
    best, fewest = order[:], None
    for _ in range(shuffles):
        rng.shuffle(order)
        repeats = _repeats(order, sizes, met)
        if fewest is None or repeats < fewest:
            best, fewest = order[:], repeats
        if not fewest:
            break
    return _cut(best, sizes)


def nearest_first(sizes: Sequence[int], met: Met, order: Sequence[int]) -> list[list[int]]:
    """Fill one table after the other from the top of the standings; ``order`` is the best player first."""
    allowed = 0
    while True:
        tables = _fill(sizes, met, list(order), allowed)
        if tables is not None:
            return tables
        allowed += 1


def _fill(sizes: Sequence[int], met: Met, left: list[int], allowed: int) -> list[list[int]] | None:
    """Seat everybody so that no newcomer has met those at the table more than so often in all."""
    tables: list[list[int]] = [[]]
    steps = 0

    def seat() -> bool | None:
        nonlocal steps
        steps += 1
        if steps > DEAD_ENDS:
            return None
        if not left:
            return True
        if len(tables[-1]) == sizes[len(tables) - 1]:
            tables.append([])
        opened = not tables[-1]
        for at, player in enumerate(left):
            if sum(met[player][other] for other in tables[-1]) > allowed:
                continue
            tables[-1].append(left.pop(at))
            went = seat()
            if went is not False:
                return went
            while not tables[-1]:
                tables.pop()
            left.insert(at, tables[-1].pop())
            if opened:
                break  # the best who is left sits here, whatever comes of it
        return False

    return tables if seat() else None


def _repeats(order: Sequence[int], sizes: Sequence[int], met: Met) -> int:
    total = at = 0
    for size in sizes:
        for i in range(at, at + size):
            row = met[order[i]]
            for j in range(i + 1, at + size):
                if row[order[j]]:
                    total += 1
        at += size
    return total


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables
