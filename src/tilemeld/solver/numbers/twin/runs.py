"""Runs of one colour: the states a sweep through the numbers can be in, and the best from each.

Numbers are positions in a sweep here, from 0 to 12: it may go up from 1 or down from 13 (``sweep``).

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

MOST_OPEN = 7
"""More runs of one colour are never open at once: three copies of a tile and four jokers."""
FIRST_JOKER_START = 10
"""Before this place (11 upwards, 3 downwards) no joker begins a run: it can be at its end, or spare."""

State = int
"""The open runs of a colour, four bits a part, so that more is better in every part: how few need two more
tiles, how few need any, how many there are in all. The top bit of each part stays free."""

Row = Sequence[int]
"""A value for every state, or for 0, 1, 2… jokers."""


def encode_runs(ones: int, twos: int, longs: int) -> State:
    """Write down how many open runs have one, two, and three or more tiles.

    >>> hex(encode_runs(1, 0, 2))
    '0x366'
    """
    short = ones + twos
    return MOST_OPEN - ones | MOST_OPEN - short << 4 | short + longs << 8


NO_RUNS = encode_runs(0, 0, 0)


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
    """Everything one colour can do at one number."""

    kinds: tuple[Kind, ...]
    places: dict[State, int]
    """The states before it."""
    most: tuple[int, ...]
    """The most jokers that can be left in each."""
    choices: tuple[tuple[tuple[Choice, ...], ...], ...]
    """For 0, 1, 2… jokers left and every state before it, the choices."""
    after: tuple[State, ...]
    spent: tuple[int, ...]
    """The fewest jokers with which each state after it is reached."""


Colour = tuple[Step, ...]
"""The steps of one colour through the numbers."""


class Supply(NamedTuple):
    """What one colour has: for every number the tiles that must be used, that can be, and group room."""

    lowest: bytes
    highest: bytes
    grouped: bytes
    jokers: int
    named: bool
    """Whether a joker counts as what it stands for, so that its place matters (P2)."""


@lru_cache(maxsize=1 << 8)
def run_choices(supply: Supply) -> Colour:
    """List the choices of one colour for every number and state that can be reached from the start."""
    states: tuple[State, ...] = (NO_RUNS,)
    spent: tuple[int, ...] = (0,)
    steps = []
    jokers, named = supply.jokers, supply.named
    feeds = [*supply.highest[1:], -jokers]
    piles = zip(supply.lowest, supply.highest, supply.grouped, feeds, strict=True)
    for place, (low, high, grouped, feed) in enumerate(piles):
        starts = high + jokers if named or place >= FIRST_JOKER_START else high
        step = _step(
            states,
            spent,
            _Pile(
                lowest=low,
                highest=high,
                grouped=grouped,
                feed=feed + jokers,
                starts=starts,
                jokers=jokers,
                named=named,
            ),
        )
        steps.append(step)
        states, spent = step.after, step.spent
    return tuple(steps)


class _Pile(NamedTuple):
    """What one colour has of one number, and how many runs the next number can feed."""

    lowest: int
    highest: int
    grouped: int
    feed: int
    starts: int
    """How many runs can begin here."""
    jokers: int
    named: bool


@lru_cache(maxsize=1 << 13)
def _step(states: tuple[State, ...], spent: tuple[int, ...], pile: _Pile) -> Step:
    """List the choices of some states at one number: piles are few, so most were listed before."""
    reached: dict[State, int] = {}
    fewest: list[int] = []
    kinds: dict[Kind, int] = {}
    listed = []
    for state, gone in zip(states, spent, strict=True):
        some = []
        for kind, after in _choices_at(state, pile):
            used = gone + kind.jokers
            if used <= pile.jokers:
                place = reached.setdefault(after, len(reached))
                if place == len(fewest):
                    fewest.append(used)
                elif used < fewest[place]:
                    fewest[place] = used
                some.append((kinds.setdefault(kind, len(kinds)), kind.jokers, place))
        listed.append(some)
    allowed = [
        tuple(
            [
                tuple([choice for choice in some if choice[1] <= left]) if gone + left <= pile.jokers else ()
                for some, gone in zip(listed, spent, strict=True)
            ]
        )
        for left in range(pile.jokers + 1)
    ]
    places = {state: place for place, state in enumerate(states)}
    most = tuple([pile.jokers - gone for gone in spent])
    return Step(
        kinds=tuple(kinds),
        places=places,
        most=most,
        choices=tuple(allowed),
        after=tuple(reached),
        spent=tuple(fewest),
    )


@lru_cache(maxsize=1 << 13)
def _choices_at(state: State, pile: _Pile) -> tuple[tuple[Kind, State], ...]:
    """List what a colour can do at a number in a state, and the state that follows."""
    ones, short = MOST_OPEN - (state & 7), MOST_OPEN - (state >> 4 & 7)
    longs = (state >> 8) - short
    found = []
    for count in range(short, pile.highest + pile.jokers + 1):
        joined = min(longs, count - short)
        new = count - short - joined
        if new + ones > pile.feed or new > pile.starts:
            break
        after = encode_runs(new, ones, min(short - ones + joined, pile.feed - ones - new))
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
            yield Kind(tiles=tiles, jokers=jokers, low=low, high=high)


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


Future = list[list[Row]]
"""For every number and state before it the best to come, by jokers left."""


def best_to_come(colour: Colour, jokers: int, prices: Prices) -> Future:
    """Return for every number, state and jokers left the best this colour alone can still make."""
    after: list[Row] = [[0]] * (jokers + 1)
    future: Future = [[(0,) * (jokers + 1)]]
    for number in range(12, -1, -1):
        step = colour[number]
        gains = prices.gains(step, number)
        if jokers:
            after = [
                [
                    max(
                        [gains[kind] + after[left - used][state] for kind, used, state in some], default=NEVER
                    )
                    for some in step.choices[left]
                ]
                for left in range(jokers + 1)
            ]
        else:
            [row] = after
            after = [
                [
                    max([gains[kind] + row[state] for kind, _, state in some], default=NEVER)
                    for some in step.choices[0]
                ]
            ]
        future.append(list(zip(*after, strict=True)))
    future.reverse()
    return future


def grouped_on_best(colour: Colour, future: Future, jokers: int, prices: Prices) -> list[int]:
    """Walk one best way of the colour and return how many of its tiles are in groups at each number."""
    state, grouped = 0, []
    for number, step in enumerate(colour):
        gains, after, best = prices.gains(step, number), future[number + 1], future[number][state][jokers]
        kind, used, state = next(
            choice
            for choice in step.choices[jokers][state]
            if gains[choice[0]] + after[choice[2]][jokers - choice[1]] == best
        )
        jokers -= used
        done = step.kinds[kind]
        grouped.append(done.high if prices.grouped[number] >= 0 else done.low)
    return grouped
