"""Runs of one colour: the states a sweep through the numbers 1-13 can be in, and the best from each.

Only the number of tiles in runs matters at each number. Runs that are not three long yet must go on; of
the others as many go on as there are tiles, and only then new runs start: a run that starts where a long
one could have gone on can be joined to it, and the tiles in runs stay the same. So a state is how many
open runs have one, two, and three or more tiles, and the choice at a number is how many tiles go into
runs there. Long runs that the next number cannot feed are forgotten, which makes states equal.
"""

from collections.abc import Sequence
from typing import NamedTuple

NEVER = -(1 << 28)
"""The value of what cannot be finished; small enough that five of them add up within 32 bits."""

Row = list[int]
"""The best value with at most 0, 1, 2… jokers."""


class Choice(NamedTuple):
    """What one colour does at one number: tiles in runs, and the least and most it leaves to groups."""

    tiles: int
    jokers: int
    low: int
    high: int
    state: int
    """The state this leads to, as its place among the next number's states."""


Choices = list[list[list[Choice]]]
"""For every number and every state before it, what the colour can do."""


class Supply(NamedTuple):
    """What one colour has: for every number the tiles that must be used, that can be, and group room."""

    lowest: Sequence[int]
    highest: Sequence[int]
    grouped: Sequence[int]
    jokers: int
    named: bool
    """Whether a joker counts as what it stands for, so that it matters where it stands (P2)."""


def run_choices(supply: Supply) -> Choices:
    """List the choices of one colour for every number and state that can be reached from the start."""
    choices: Choices = []
    states: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
    for number in range(13):
        reached: dict[tuple[int, int, int], int] = {}
        choices.append([_choices_at(supply, number, state, reached) for state in states])
        states = reached
    return choices


def _choices_at(
    supply: Supply, number: int, state: tuple[int, int, int], reached: dict[tuple[int, int, int], int]
) -> list[Choice]:
    """List what a colour can do at a number in a state; new states are added to those reached."""
    ones, twos, longs = state
    lowest, highest = supply.lowest[number], supply.highest[number]
    feed = supply.highest[number + 1] + supply.jokers if number < 12 else 0
    found: list[Choice] = []
    for count in range(ones + twos, highest + supply.jokers + 1):
        extra = count - ones - twos
        joined = min(longs, extra)
        if extra - joined + ones > feed:
            break
        after = (extra - joined, ones, min(twos + joined, feed - ones - (extra - joined)))
        fewest = max(0, count - highest)
        most = min(count, supply.jokers) if supply.named else fewest
        for jokers in range(fewest, most + 1):
            tiles = count - jokers
            low = max(0, lowest - tiles)
            # A joker in a run while a tile of its face is in a group: they change places. So none is.
            high = 0 if jokers else min(highest - tiles, supply.grouped[number])
            if low <= high:
                found.append(Choice(tiles, jokers, low, high, reached.setdefault(after, len(reached))))
    return found


class Prices(NamedTuple):
    """What a tile in a run, a tile in a group and a joker count at every number, for one colour."""

    tile: Sequence[int]
    grouped: Sequence[int]
    joker: Sequence[int]


def worth(choice: Choice, prices: Prices, number: int) -> int:
    """Return what the choice counts at the number when its groups were free to choose."""
    grouped = prices.grouped[number]
    return (
        prices.tile[number] * choice.tiles
        + prices.joker[number] * choice.jokers
        + grouped * (choice.high if grouped >= 0 else choice.low)
    )


def best_to_come(choices: Choices, jokers: int, prices: Prices) -> list[list[Row]]:
    """Return for every number and state before it the best this colour alone can still make."""
    rows: list[list[Row]] = [[] for _ in range(13)] + [[[0] * (jokers + 1)]]
    for number in range(12, -1, -1):
        after = rows[number + 1]
        for options in choices[number]:
            row = [NEVER] * (jokers + 1)
            for choice in options:
                gain = worth(choice, prices, number)
                next_row = after[choice.state]
                for used in range(choice.jokers, jokers + 1):
                    row[used] = max(row[used], gain + next_row[used - choice.jokers])
            rows[number].append(row)
    return rows


def grouped_on_best(choices: Choices, rows: list[list[Row]], jokers: int, prices: Prices) -> list[int]:
    """Walk one best way of the colour and return how many of its tiles are in groups at each number."""
    state, grouped = 0, []
    for number in range(13):
        goal = rows[number][state][jokers]
        for choice in choices[number][state]:
            if choice.jokers <= jokers:
                rest = rows[number + 1][choice.state][jokers - choice.jokers]
                if worth(choice, prices, number) + rest == goal:
                    break
        grouped.append(choice.high if prices.grouped[number] >= 0 else choice.low)
        state, jokers = choice.state, jokers - choice.jokers
    return grouped
