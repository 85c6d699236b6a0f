"""Wishes in a whole schedule: who takes which number, so that those sit apart who should.

The schedule itself stays as it is, and with it how often people meet and how short tables are shared; only
the names are dealt out to its numbers. What remains is left to swaps within single rounds.
"""

from collections.abc import Mapping, Sequence

from .aims import Aims, Pair
from .seating import Round
from .swap_improvement import polish

SWEEPS = 8
"""How often everybody who still sits against a wish looks for a better number."""


def assigned(
    schedule: Sequence[Sequence[Sequence[int]]], order: Sequence[str], aims: Aims
) -> tuple[Round, ...]:
    """Return a schedule of numbers with names: by their place in the order, changed for the wishes."""
    names = list(order)
    if not aims.has_wishes:
        return _named(schedule, names)
    _deal(schedule, names, [aims.prices(number) for number in range(1, len(schedule) + 1)])
    rounds = _named(schedule, names)
    at_home = [Round(aims.at_their_tables(each.tables), each.byes) for each in rounds]
    return polish(at_home, aims=aims)


def _named(schedule: Sequence[Sequence[Sequence[int]]], names: Sequence[str]) -> tuple[Round, ...]:
    return tuple(
        Round(tuple(tuple(names[player] for player in table) for table in tables)) for tables in schedule
    )


def _deal(
    schedule: Sequence[Sequence[Sequence[int]]], names: list[str], prices: Sequence[Mapping[Pair, int]]
) -> None:
    """Exchange the numbers of two players as long as that brings fewer together who should sit apart."""
    table_of = [{player: at for at, table in enumerate(tables) for player in table} for tables in schedule]
    wishes: dict[str, dict[str, list[int]]] = {}
    for number, of_round in enumerate(prices):
        for (one, other), price in of_round.items():
            for mine, theirs in ((one, other), (other, one)):
                wishes.setdefault(mine, {}).setdefault(theirs, [0] * len(prices))[number] = price
    number_of = {name: number for number, name in enumerate(names)}

    def cost(player: str, number: int, moved: str, moved_to: int) -> int:
        total = 0
        for other, of_rounds in wishes.get(player, {}).items():
            there = moved_to if other == moved else number_of.get(other)
            if there is not None:
                total += sum(
                    price
                    for price, tables in zip(of_rounds, table_of, strict=True)
                    if price and tables[number] == tables[there]
                )
        return total

    for _ in range(SWEEPS):
        changed = False
        for one in [name for name in names if name in wishes]:
            here = number_of[one]
            if not cost(one, here, "", 0):
                continue
            best, best_change = one, 0
            for other in names:
                if other == one:
                    continue
                there = number_of[other]
                change = cost(one, there, other, here) + cost(other, here, one, there)
                change -= cost(one, here, other, there) + cost(other, there, one, here)
                if change < best_change:
                    best, best_change = other, change
            if best != one:
                there = number_of[best]
                number_of[one], number_of[best] = there, here
                names[here], names[there] = best, one
                changed = True
        if not changed:
            return
