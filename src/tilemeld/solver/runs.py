"""Runs of one colour: the states a sweep through the numbers 1-13 can be in, and the best from each.

Only the number of tiles in runs matters at each number. Runs that are not three long yet must go on; of
the others as many go on as there are tiles, and only then new runs start: a run that starts where a long
one could have gone on can be joined to it, and the tiles in runs stay the same. So a state is how many
open runs have one, two, and three or more tiles, and the choice at a number is how many tiles go into
runs there. Long runs that the next number cannot feed are forgotten, which makes states equal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

NEVER = -(1 << 28)
"""The value of what cannot be finished; small enough that five of them add up within 32 bits."""

UNFINISHABLE = 99
"""More jokers than there are."""

State = tuple[int, int, int]
"""How many open runs have one, two, and three or more tiles."""

Row = list[int]
"""A value for every state, or for 0, 1, 2… jokers."""


class Kind(NamedTuple):
    """What one colour does at one number: tiles and jokers in runs, and what it leaves to groups."""

    tiles: int
    jokers: int
    low: int
    """The fewest tiles that must go into groups, because they have to be used."""
    high: int


class Choice(NamedTuple):
    """A kind, by its place among the number's kinds, its jokers, and the state it leads to."""

    kind: int
    jokers: int
    state: int


@dataclass(slots=True)
class Colour:
    """All choices of one colour: for every number its kinds, and for every state before it the choices."""

    kinds: list[dict[Kind, int]]
    choices: list[list[list[Choice]]]
    states: list[list[State]]


class Supply(NamedTuple):
    """What one colour has: for every number the tiles that must be used, that can be, and group room."""

    lowest: Sequence[int]
    highest: Sequence[int]
    grouped: Sequence[int]
    jokers: int
    named: bool
    """Whether a joker counts as what it stands for, so that it matters where it stands (P2)."""


def run_choices(supply: Supply) -> Colour:
    """List the choices of one colour for every number and state that leads from the start to an end."""
    colour = Colour([], [], [])
    states: dict[State, int] = {(0, 0, 0): 0}
    for number in range(13):
        reached: dict[State, int] = {}
        kinds: dict[Kind, int] = {}
        colour.choices.append([_choices_at(supply, number, state, reached, kinds) for state in states])
        colour.kinds.append(kinds)
        colour.states.append(list(states))
        states = reached
    return _prune(colour, supply.jokers)


def _prune(colour: Colour, jokers: int) -> Colour:
    """Leave out the states that cannot be finished with the jokers there are, and those only they reach."""
    needs = _jokers_needed(colour)
    pruned = Colour(colour.kinds, [], [])
    there = [0]
    for number in range(13):
        kept = [
            [
                choice
                for choice in colour.choices[number][state]
                if choice.jokers + needs[number + 1][choice.state] <= jokers
            ]
            for state in there
        ]
        pruned.states.append([colour.states[number][state] for state in there])
        there = sorted({choice.state for choices in kept for choice in choices})
        places = {state: place for place, state in enumerate(there)}
        pruned.choices.append(
            [[Choice(kind, used, places[state]) for kind, used, state in choices] for choices in kept]
        )
    pruned.states.append([(0, 0, 0)])
    return pruned


def _jokers_needed(colour: Colour) -> list[list[int]]:
    """Return for every number and state the fewest jokers with which it can be finished."""
    needs: list[list[int]] = [[] for _ in range(13)] + [[0]]
    for number in range(12, -1, -1):
        after = needs[number + 1]
        needs[number] = [
            min([used + after[state] for _, used, state in choices], default=UNFINISHABLE)
            for choices in colour.choices[number]
        ]
    return needs


def _choices_at(
    supply: Supply, number: int, state: State, reached: dict[State, int], kinds: dict[Kind, int]
) -> list[Choice]:
    """List what a colour can do at a number in a state; new states and kinds are added to those known."""
    ones, twos, longs = state
    highest = supply.highest[number]
    feed = supply.highest[number + 1] + supply.jokers if number < 12 else 0
    found: list[Choice] = []
    for count in range(ones + twos, highest + supply.jokers + 1):
        extra = count - ones - twos
        joined = min(longs, extra)
        if extra - joined + ones > feed:
            break
        after = (extra - joined, ones, min(twos + joined, feed - ones - (extra - joined)))
        for kind in _kinds(supply, number, count):
            place = kinds.setdefault(kind, len(kinds))
            found.append(Choice(place, kind.jokers, reached.setdefault(after, len(reached))))
    return found


def _kinds(supply: Supply, number: int, count: int) -> Iterator[Kind]:
    """Yield the ways to put so many tiles and jokers into runs at a number."""
    lowest, highest = supply.lowest[number], supply.highest[number]
    fewest = max(0, count - highest)
    most = min(count, supply.jokers) if supply.named else fewest
    for jokers in range(fewest, most + 1):
        tiles = count - jokers
        low = max(0, lowest - tiles)
        # A joker in a run while a tile of its face is in a group: they change places. So none is.
        high = 0 if jokers else min(highest - tiles, supply.grouped[number])
        if low <= high:
            yield Kind(tiles, jokers, low, high)


class Prices(NamedTuple):
    """What a tile in a run, a tile in a group and a joker count at every number, for one colour."""

    tile: Sequence[int]
    grouped: Sequence[int]
    joker: Sequence[int]

    def gains(self, colour: Colour, number: int) -> list[int]:
        """Return what each kind of a number counts when its groups are free to choose."""
        tile, grouped, joker = self.tile[number], self.grouped[number], self.joker[number]
        if grouped >= 0:
            return [tile * k.tiles + joker * k.jokers + grouped * k.high for k in colour.kinds[number]]
        return [tile * k.tiles + joker * k.jokers + grouped * k.low for k in colour.kinds[number]]


def best_to_come(colour: Colour, jokers: int, prices: Prices) -> list[list[Row]]:
    """Return for every number, jokers left and state the best this colour alone can still make."""
    rows: list[list[Row]] = [[] for _ in range(13)] + [[[0] for _ in range(jokers + 1)]]
    for number in range(12, -1, -1):
        after = rows[number + 1]
        gains = prices.gains(colour, number)
        for left in range(jokers + 1):
            rows[number].append(
                [
                    max(
                        [
                            gains[kind] + after[left - used][state]
                            for kind, used, state in choices
                            if used <= left
                        ],
                        default=NEVER,
                    )
                    for choices in colour.choices[number]
                ]
            )
    return rows


def grouped_on_best(colour: Colour, rows: list[list[Row]], jokers: int, prices: Prices) -> list[int]:
    """Walk one best way of the colour and return how many of its tiles are in groups at each number."""
    state, grouped = 0, []
    for number in range(13):
        gains, after, best = prices.gains(colour, number), rows[number + 1], rows[number][jokers][state]
        kind, used, state = next(
            choice
            for choice in colour.choices[number][state]
            if choice.jokers <= jokers
            and gains[choice.kind] + after[jokers - choice.jokers][choice.state] == best
        )
        jokers -= used
        done = list(colour.kinds[number])[kind]
        grouped.append(done.high if prices.grouped[number] >= 0 else done.low)
    return grouped
