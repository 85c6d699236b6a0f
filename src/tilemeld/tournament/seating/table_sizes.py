"""Table sizes: fours, with threes where the number of players requires it, and byes."""

from typing import Literal

from tilemeld.tournament.errors import tournament_error

FULL = 4
"""The norm of book B: seats A to D."""
Smallest = Literal[2, 3, 4]
"""The smallest table that the director allows."""


def table_sizes(players: int, *, smallest: Smallest = 3) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first; players left over have a bye.

    >>> table_sizes(14)
    (4, 4, 3, 3)
    >>> table_sizes(14, smallest=4)
    (4, 4, 4)
    >>> table_sizes(14, smallest=2)
    (4, 4, 4, 2)

    Tables of three only where the number requires them, a table of two only where it is allowed (2), only
    full ones with 4. Five players make one table of four and a bye, since 3 + 2 needs a table of two.
    """
    if players < smallest:
        raise tournament_error("seating/too-few", players=players, smallest=smallest)
    for byes in range(players):
        found = _fewest_short(players - byes, smallest)
        if found is not None:
            return found
    raise AssertionError("a table of the smallest size always fits")


def byes_needed(players: int, *, smallest: Smallest = 3) -> int:
    """Return how many have to sit out.

    >>> byes_needed(5), byes_needed(6), byes_needed(10, smallest=4)
    (1, 0, 2)
    """
    return players - sum(table_sizes(players, smallest=smallest))


def _fewest_short(players: int, smallest: int) -> tuple[int, ...] | None:
    """Return sizes that seat everybody with the fewest tables below the full size."""
    for twos in range(2 if smallest <= 2 else 1):
        for threes in range(4 if smallest <= 3 else 1):
            rest = players - 2 * twos - 3 * threes
            if rest >= 0 and rest % FULL == 0 and (twos + threes, players) != (0, 0):
                best = (FULL,) * (rest // FULL) + (3,) * threes + (2,) * twos
                return _with_two(players, smallest, best)
    return None


def _with_two(players: int, smallest: int, best: tuple[int, ...]) -> tuple[int, ...]:
    """Take a table of two where it is allowed and makes fewer short tables."""
    if smallest > 2 or best.count(3) < 2:
        return best
    with_two = (FULL,) * ((players - 2) // FULL) + ((3,) if (players - 2) % FULL == 3 else ()) + (2,)
    return with_two if sum(with_two) == players and _short(with_two) < _short(best) else best


def _short(sizes: tuple[int, ...]) -> int:
    return sum(size < FULL for size in sizes)
