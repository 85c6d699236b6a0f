"""Could this rack open? The exact worth of the best opening, without the solver (P2, E7, R-10).

A sweep over the numbers 1 to 13. Between two numbers all that matters of the tiles laid so far is,
for each colour, how many open runs have one tile, two tiles, and three or more (those may stop), and
how many jokers are left; of all ways to the same state only the most valuable is kept. Two exchange
arguments keep the states few and the answer exact: a joker goes into a run only where all real
copies of that tile are in runs already (else swap the two: both count the same number), and of the
long runs no more are kept open than the next number can supply.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tilemeld.engine.number_faces import COLOURS, HIGHEST, JOKER, colour_and_number
from tilemeld.engine.tiles import Face

Runs = tuple[int, int, int]
"""Open runs of one colour: with one tile, with two, with three or more."""

_State = tuple[tuple[Runs, ...], int]
_LAST_START = HIGHEST - 2


def best_opening(rack: Sequence[Face], *, jokers_allowed: bool = True, enough: int | None = None) -> int:
    """Return the most points that sets made of these tiles alone can be worth; 0 if there is no set.

    With ``enough`` the search stops at the first total that reaches it, which need not be the most.

    >>> best_opening([Face("r10"), Face("b10"), Face("k10")])
    30
    >>> best_opening([Face("r12"), Face("J"), Face("r11")], jokers_allowed=False)
    0
    """
    counts = Counter(colour_and_number(face) for face in rack if face != JOKER)
    jokers = sum(face == JOKER for face in rack) if jokers_allowed else 0
    states: dict[_State, int] = {(((0, 0, 0),) * len(COLOURS), jokers): 0}
    best = 0
    for number in range(1, HIGHEST + 1):
        states = _after_number(states, counts, number)
        closed = [worth for (runs, _), worth in states.items() if not any(a or b for a, b, _ in runs)]
        best = max(best, *closed)
        if enough is not None and best >= enough:
            break
    return best


def _after_number(
    states: dict[_State, int], counts: Counter[tuple[str, int]], number: int
) -> dict[_State, int]:
    """Place the tiles of one number in runs, colour by colour, then what is left in groups."""
    partial: dict[tuple[tuple[Runs, ...], int, tuple[int, ...]], int] = {
        (runs, jokers, ()): worth for (runs, jokers), worth in states.items()
    }
    for place, colour in enumerate(COLOURS):
        here, ahead = counts[colour, number], counts[colour, number + 1]
        grown: dict[tuple[tuple[Runs, ...], int, tuple[int, ...]], int] = {}
        for (runs, jokers, spare), worth in partial.items():
            for after, used, left in _run_choices(runs[place], here, jokers, number):
                if after[0] + after[1] > ahead + left:
                    continue  # a short run could not go on
                open_runs = (after[0], after[1], min(after[2], ahead + left))
                spare_now = (*spare, here - min(used, here))
                key = ((*runs[:place], open_runs, *runs[place + 1 :]), left, spare_now)
                grown[key] = max(grown.get(key, 0), worth + number * used)
        partial = grown
    result: dict[_State, int] = {}
    for (runs, jokers, spare), worth in partial.items():
        for spent in range(jokers + 1):
            state = (runs, jokers - spent)
            total = worth + number * _most_in_groups(spare, spent)
            result[state] = max(result.get(state, 0), total)
    return result


def _run_choices(runs: Runs, here: int, jokers: int, number: int) -> Iterator[tuple[Runs, int, int]]:
    """List the runs after this number, how many tiles they took, and how many jokers are left."""
    one, two, long = runs
    most = here + jokers
    for kept in range(long + 1):
        going_on = one + two + kept
        for started in range(max(0, most - going_on) + 1 if number <= _LAST_START else 1):
            used = going_on + started
            if used <= most:
                yield (started, one, two + kept), used, jokers - max(0, used - here)


def _most_in_groups(spare: Sequence[int], jokers: int) -> int:
    """Return how many of the spare tiles of one number, by colour, and jokers fit into groups."""
    most = 0
    for groups in range(1, (sum(spare) + jokers) // 3 + 1):
        tiles = min(len(COLOURS) * groups, sum(min(count, groups) for count in spare) + jokers)
        if tiles >= 3 * groups:
            most = max(most, tiles)
    return most
