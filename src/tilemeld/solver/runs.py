"""Runs of one colour: the states a sweep through the numbers 1-13 can be in, and the best from each.

Only the number of tiles in runs matters at each number. Runs that are not three long yet must go on; of
the others as many go on as there are tiles, and only then new runs start: a run that starts where a long
one could have gone on can be joined to it, and the tiles in runs stay the same. So a state is how many
open runs have one, two, and three or more tiles, and the choice at a number is how many tiles go into
runs there. Long runs that the next number cannot feed are forgotten, which makes states equal.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

NEVER = -(1 << 28)
"""The value of what cannot be finished; small enough that five of them add up within 32 bits."""

State = int
"""How many open runs have one, two, and three or more tiles: three bits each, from the lowest."""

Row = list[int]
"""A value for every state, or for 0, 1, 2… jokers."""


class Kind(NamedTuple):
    """What one colour does at one number: tiles and jokers in runs, and what it leaves to groups."""

    tiles: int
    jokers: int
    low: int
    """The fewest tiles that must go into groups, because they have to be used."""
    high: int


Choice = tuple[int, int, int]
"""A kind, by its place among the number's kinds, its jokers, and the place of the state it leads to."""


class Step(NamedTuple):
    """All that one colour can do at one number."""

    kinds: tuple[Kind, ...]
    states: tuple[State, ...]
    """The states before it."""
    choices: tuple[tuple[tuple[Choice, ...], ...], ...]
    """For 0, 1, 2… jokers left and every state before it, the choices."""
    after: tuple[State, ...]


Colour = tuple[Step, ...]
"""The steps of one colour through the numbers."""


class Supply(NamedTuple):
    """What one colour has: for every number the tiles that must be used, that can be, and group room."""

    lowest: bytes
    highest: bytes
    grouped: bytes
    jokers: int
    named: bool
    """Whether a joker counts as what it stands for, so that it matters where it stands (P2)."""


@lru_cache(maxsize=1 << 8)
def run_choices(supply: Supply) -> Colour:
    """List the choices of one colour for every number and state that can be reached from the start."""
    states: tuple[State, ...] = (0,)
    steps = []
    jokers = supply.jokers
    feeds = [*supply.highest[1:], -jokers]
    for low, high, grouped, feed in zip(supply.lowest, supply.highest, supply.grouped, feeds, strict=True):
        step = _step(states, _Pile(low, high, grouped, feed + jokers, jokers, supply.named))
        steps.append(step)
        states = step.after
    return tuple(steps)


class _Pile(NamedTuple):
    """What one colour has of one number, and how many runs the next number can feed."""

    lowest: int
    highest: int
    grouped: int
    feed: int
    jokers: int
    named: bool


@lru_cache(maxsize=1 << 13)
def _step(states: tuple[State, ...], pile: _Pile) -> Step:
    """List the choices of some states at one number: piles are few, so most were listed before."""
    reached: dict[State, int] = {}
    kinds: dict[Kind, int] = {}
    choices = [
        [
            (kinds.setdefault(kind, len(kinds)), kind.jokers, reached.setdefault(after, len(reached)))
            for kind, after in _choices_at(state, pile)
        ]
        for state in states
    ]
    allowed = [
        tuple([tuple([choice for choice in some if choice[1] <= left]) for some in choices])
        for left in range(pile.jokers + 1)
    ]
    return Step(tuple(kinds), states, tuple(allowed), tuple(reached))


@lru_cache(maxsize=1 << 13)
def _choices_at(state: State, pile: _Pile) -> tuple[tuple[Kind, State], ...]:
    """List what a colour can do at a number in a state, and the state that follows."""
    ones, twos, longs = state & 7, state >> 3 & 7, state >> 6
    found = []
    for count in range(ones + twos, pile.highest + pile.jokers + 1):
        extra = count - ones - twos
        joined = min(longs, extra)
        new = extra - joined
        if new + ones > pile.feed:
            break
        after = new | ones << 3 | min(twos + joined, pile.feed - ones - new) << 6
        found += [(kind, after) for kind in _kinds(pile, count)]
    return tuple(found)


def _kinds(pile: _Pile, count: int) -> Iterator[Kind]:
    """Yield the ways to put so many tiles and jokers into runs at a number."""
    fewest = max(0, count - pile.highest)
    most = min(count, pile.jokers) if pile.named else fewest
    for jokers in range(fewest, most + 1):
        tiles = count - jokers
        low = max(0, pile.lowest - tiles)
        # A joker in a run while a tile of its face is in a group: they change places. So none is.
        high = 0 if jokers else min(pile.highest - tiles, pile.grouped)
        if low <= high:
            yield Kind(tiles, jokers, low, high)


class Prices(NamedTuple):
    """What a tile in a run, a tile in a group and a joker count at every number, for one colour."""

    tile: Sequence[int]
    grouped: Sequence[int]
    joker: Sequence[int]

    def gains(self, step: Step, number: int) -> list[int]:
        """Return what each kind of a number counts when its groups are free to choose."""
        tile, grouped, joker = self.tile[number], self.grouped[number], self.joker[number]
        if grouped >= 0:
            return [tile * tiles + joker * used + grouped * high for tiles, used, _, high in step.kinds]
        return [tile * tiles + joker * used + grouped * low for tiles, used, low, _ in step.kinds]


def best_to_come(colour: Colour, jokers: int, prices: Prices) -> list[list[Row]]:
    """Return for every number, jokers left and state the best this colour alone can still make."""
    after: list[Row] = [[0]] * (jokers + 1)
    rows = [after]
    for number in range(12, -1, -1):
        step = colour[number]
        gains = prices.gains(step, number)
        after = [
            [
                max([gains[kind] + after[left - used][state] for kind, used, state in some], default=NEVER)
                for some in step.choices[left]
            ]
            for left in range(jokers + 1)
        ]
        rows.append(after)
    rows.reverse()
    return rows


def grouped_on_best(colour: Colour, rows: list[list[Row]], jokers: int, prices: Prices) -> list[int]:
    """Walk one best way of the colour and return how many of its tiles are in groups at each number."""
    state, grouped = 0, []
    for number, step in enumerate(colour):
        gains, after, best = prices.gains(step, number), rows[number + 1], rows[number][jokers][state]
        kind, used, state = next(
            choice
            for choice in step.choices[jokers][state]
            if gains[choice[0]] + after[jokers - choice[1]][choice[2]] == best
        )
        jokers -= used
        done = step.kinds[kind]
        grouped.append(done.high if prices.grouped[number] >= 0 else done.low)
    return grouped
