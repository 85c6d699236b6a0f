"""Designs: schedules without a single repeated meeting, by algebra (the social golfer's problem).

A schedule for 4g players is a resolvable design. Three kinds are known here:

- *transversal*: the players stand in four columns of g. In a round, the table t takes from column i the
  player t + d(i). Two of different columns meet at most once if, for every two columns, the differences
  d(i) - d(j) of all rounds differ: a difference matrix. Over a finite field the multiples a(i) * r do it,
  which gives g rounds; over the whole numbers modulo g a small search finds the rows that are needed.
  Players of one column never meet, so up to three of them can be left out: that makes tables of three.
  Where 4 divides g, one more round seats the columns among themselves (16 players: the affine plane of
  order 4, 5 rounds).
- *developed*: a base round whose differences under a group are all distinct, moved through the group.
  24 players 7 rounds (Z7, three fixed points), 28 players 9 rounds (Z3 x Z3, every two meet once). The
  base rounds were found by annealing and are checked by the tests.
- 32 players 10 rounds: ``thirty_two``.
- everything else is left to the search (``search``).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

Tables = tuple[tuple[int, ...], ...]
Schedule = tuple[Tables, ...]

SEARCH_NODES = 20_000
"""How long the search for a difference matrix may take."""


def design(players: int, rounds: int) -> Schedule | None:
    """Return a schedule of fours, and threes where the number asks, without repeats; none if none is known.

    The players are numbered from 0. Rounds have ceil(players / 4) tables.
    """
    tables = -(-players // 4)
    missing = 4 * tables - players
    for find in (_transversal, _special):
        found = find(tables, missing, rounds)
        if found is not None:
            return found
    return None


def longest_design(players: int, rounds: int) -> Schedule:
    """Return as many rounds without repeats as are known, at most so many; one is always possible."""
    for wanted in range(rounds, 0, -1):
        found = design(players, wanted)
        if found is not None:
            return found
    raise AssertionError("one round has no repeats")


def _transversal(tables: int, missing: int, rounds: int) -> Schedule | None:
    extra = 1 if tables % 4 == 0 and missing <= tables // 4 and rounds > 1 else 0
    rows = difference_rows(tables, rounds)
    if rows is None and extra:
        rows = difference_rows(tables, rounds - 1)
    if rows is None:
        return None
    add = _adder(tables)
    schedule = [
        tuple(
            tuple(column * tables + add(table, row[column]) for column in range(4)) for table in range(tables)
        )
        for row in rows
    ]
    if len(schedule) < rounds:
        schedule.append(tuple(tuple(range(first, first + 4)) for first in range(0, 4 * tables, 4)))
        return _without(tuple(schedule), [4 * at for at in range(missing)])
    return _without(tuple(schedule), _spread_out(tables, missing, rows, add))


def _spread_out(
    tables: int, missing: int, rows: Sequence[Sequence[int]], add: Callable[[int, int], int]
) -> list[int]:
    """Return players of the first column to leave out so that few would have met two of them."""
    best, fewest = list(range(missing)), missing
    for others in combinations(range(1, tables), max(0, missing - 1)):
        gone = [0, *others][:missing]
        most = max(
            max(Counter(add(player, row[column]) for player in gone for row in rows).values(), default=0)
            for column in (1, 2, 3)
        )
        if most < fewest:
            best, fewest = gone, most
        if fewest <= 1:
            break
    return best


def _special(tables: int, missing: int, rounds: int) -> Schedule | None:
    schedule = _special_schedule(tables)
    if schedule is None:
        return None
    if missing < 2:
        return _without(schedule[:rounds], list(range(missing))) if rounds <= len(schedule) else None
    gone = _best_to_leave_out(tables, missing)
    apart = _rounds_apart(schedule, gone)
    return _without(apart[:rounds], list(gone)) if rounds <= len(apart) else None


@cache
def _special_schedule(tables: int) -> Schedule | None:
    if tables == 8:
        return thirty_two()
    if tables not in _BASES:
        return None
    moves, bases = _BASES[tables]
    return tuple(
        tuple(tuple(move(player) for player in table) for table in base) for base in bases for move in moves
    )


@cache
def _best_to_leave_out(tables: int, missing: int) -> tuple[int, ...]:
    """Return the players who sit apart in as many rounds as possible."""
    schedule = _special_schedule(tables)
    assert schedule is not None, "asked only where there is one"
    return max(combinations(range(4 * tables), missing), key=lambda gone: len(_rounds_apart(schedule, gone)))


def thirty_two() -> Schedule:
    """Return 10 rounds for 32 players: everybody meets everybody but one.

    The players are four columns of Z2 x Z2 x Z2, added by exclusive or, and all of it is invariant under
    adding. Six rounds are transversal, with the differences below; for every two columns two differences
    are left over, which differ by d(i, j). Three rounds seat pairs that differ by d(i, j) in the columns i
    and j together with such a pair of the other, for opposite (i, j). At every column the three d add up
    to 7, so that what is left, with 0, is a subgroup of order 4, and the last round seats its cosets. Found
    by searching all six rows for which the sums come out; nobody meets the player that differs by 7.
    """
    pairs = list(combinations(range(4), 2))
    left = {(i, j): sorted(set(range(8)) - {row[i] ^ row[j] for row in _ROWS_OF_32}) for i, j in pairs}
    apart = {pair: two[0] ^ two[1] for pair, two in left.items()}
    schedule: list[Tables] = [
        tuple(tuple(8 * column + (row[column] ^ x) for column in range(4)) for x in range(8))
        for row in _ROWS_OF_32
    ]
    for opposite in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        tables = {
            tuple(sorted((8 * i + x, 8 * i + (x ^ apart[i, j]), 8 * j + (x ^ low), 8 * j + (x ^ high))))
            for i, j in opposite
            for low, high in [left[i, j]]
            for x in range(8)
        }
        schedule.append(tuple(sorted(tables)))
    subgroups = [(0, *(apart[pair] ^ 7 for pair in pairs if column in pair)) for column in range(4)]
    cosets = {
        tuple(sorted(8 * column + (x ^ each) for each in subgroup))
        for column, subgroup in enumerate(subgroups)
        for x in range(8)
    }
    return (*schedule, tuple(sorted(cosets)))


def _rounds_apart(schedule: Schedule, gone: Sequence[int]) -> Schedule:
    """Return the rounds in which no two of these sit together, so that each leaves a table of three."""
    return tuple(
        tables for tables in schedule if all(sum(player in table for player in gone) < 2 for table in tables)
    )


def _without(schedule: Schedule, gone: list[int]) -> Schedule:
    """Take players out and renumber the others."""
    stay = [player for player in range(1 + max(map(max, schedule[0]))) if player not in gone]
    number = {player: at for at, player in enumerate(stay)}
    return tuple(
        tuple(
            sorted(
                (tuple(number[player] for player in table if player in number) for table in tables),
                key=lambda table: -len(table),
            )
        )
        for tables in schedule
    )


@cache
def difference_rows(order: int, rows: int) -> tuple[tuple[int, int, int, int], ...] | None:
    """Return rows of four group elements whose differences, for every two columns, are all distinct."""
    if rows > order or order == 1:
        return ((0, 0, 0, 0),) if rows == 1 else None
    if rows == 1:
        return ((0, 0, 0, 0),)
    field = prime_power(order)
    if field is not None and order >= 4:
        multiply = _multiplier(*field)
        return tuple((0, row, multiply(2, row), multiply(3, row)) for row in range(rows))
    if order > 3 * (rows - 1):
        return tuple((0, row, 2 * row % order, 3 * row % order) for row in range(rows))
    return _search_rows(order, rows)


def _search_rows(order: int, rows: int) -> tuple[tuple[int, int, int, int], ...] | None:
    """Search the rows (0, r, x, y) modulo the order, depth first."""
    found: list[tuple[int, int, int, int]] = []
    used: list[set[int]] = [set() for _ in range(5)]
    nodes = 0

    def place(row: int) -> bool:
        nonlocal nodes
        if len(found) == rows:
            return True
        if row == order:
            return False
        for x in range(order):
            for y in range(order):
                nodes += 1
                if nodes > SEARCH_NODES * order:
                    return False
                values = (x, y, (x - row) % order, (y - row) % order, (y - x) % order)
                if any(value in seen for value, seen in zip(values, used, strict=True)):
                    continue
                for value, seen in zip(values, used, strict=True):
                    seen.add(value)
                found.append((0, row, x, y))
                if place(row + 1):
                    return True
                found.pop()
                for value, seen in zip(values, used, strict=True):
                    seen.discard(value)
        return order - row > rows - len(found) and place(row + 1)

    return tuple(found) if place(0) else None


def prime_power(order: int) -> tuple[int, int] | None:
    """Return (p, k) if the order is p to the k.

    >>> prime_power(9), prime_power(12)
    ((3, 2), None)
    """
    for prime in range(2, order + 1):
        if order % prime == 0:
            power = 0
            while order % prime == 0:
                order //= prime
                power += 1
            return (prime, power) if order == 1 else None
    return None


def _adder(order: int) -> Callable[[int, int], int]:
    """Return the addition of the field of this order, or of the whole numbers modulo it."""
    field = prime_power(order)
    if field is None or field[1] == 1 or order < 4:
        return lambda one, other: (one + other) % order
    prime, _ = field
    return lambda one, other: _number(
        [
            (a + b) % prime
            for a, b in zip(*_same_length(_digits(one, prime), _digits(other, prime)), strict=True)
        ],
        prime,
    )


@cache
def _multiplier(prime: int, power: int) -> Callable[[int, int], int]:
    """Return the multiplication of a finite field; its elements are polynomials written in base p."""
    if power == 1:
        return lambda one, other: one * other % prime
    modulus = _irreducible(prime, power)

    def multiply(one: int, other: int) -> int:
        product = _polynomial_product(_digits(one, prime), _digits(other, prime), prime)
        return _number(_remainder(product, modulus, prime), prime)

    return multiply


@cache
def _irreducible(prime: int, power: int) -> tuple[int, ...]:
    """Return an irreducible polynomial of this degree, the lowest coefficient first."""
    products = {
        tuple(_polynomial_product(_monic(one, low, prime), _monic(other, power - low, prime), prime))
        for low in range(1, power // 2 + 1)
        for one in range(prime**low)
        for other in range(prime ** (power - low))
    }
    return next(
        tuple(_monic(number, power, prime))
        for number in range(prime**power)
        if tuple(_monic(number, power, prime)) not in products
    )


def _monic(number: int, degree: int, prime: int) -> list[int]:
    digits = _digits(number, prime)
    return digits + [0] * (degree - len(digits)) + [1]


def _digits(number: int, prime: int) -> list[int]:
    digits = []
    while number:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return digits


def _number(digits: Sequence[int], prime: int) -> int:
    return sum(digit * prime**at for at, digit in enumerate(digits))


def _same_length(one: list[int], other: list[int]) -> tuple[list[int], list[int]]:
    length = max(len(one), len(other))
    return one + [0] * (length - len(one)), other + [0] * (length - len(other))


def _polynomial_product(one: Sequence[int], other: Sequence[int], prime: int) -> list[int]:
    product = [0] * (len(one) + len(other) - 1 if one and other else 0)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] = (product[i + j] + a * b) % prime
    return product


def _remainder(value: list[int], modulus: Sequence[int], prime: int) -> list[int]:
    value = list(value)
    degree = len(modulus) - 1
    for at in range(len(value) - 1, degree - 1, -1):
        factor = value[at]
        for shift, coefficient in enumerate(modulus):
            value[at - degree + shift] = (value[at - degree + shift] - factor * coefficient) % prime
    return value[:degree]


def _cyclic(order: int, orbits: int) -> list[Callable[[int], int]]:
    """Return the moves of the whole numbers modulo the order; players beyond the orbits stay fixed."""

    def move(by: int) -> Callable[[int], int]:
        return lambda player: (
            player // order * order + (player + by) % order if player < order * orbits else player
        )

    return [move(by) for by in range(order)]


def _threes_squared(orbits: int) -> list[Callable[[int], int]]:
    """Return the moves of Z3 x Z3 on orbits of nine; the last player stays fixed."""

    def move(by: int) -> Callable[[int], int]:
        def moved(player: int) -> int:
            if player >= 9 * orbits:
                return player
            high, low = divmod(player % 9, 3)
            return player // 9 * 9 + (high + by // 3) % 3 * 3 + (low + by) % 3

        return moved

    return [move(by) for by in range(9)]


_ROWS_OF_32 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 4), (0, 3, 4, 6), (0, 4, 1, 5), (0, 5, 7, 1))

_Base = tuple[tuple[int, ...], ...]
_BASES: dict[int, tuple[list[Callable[[int], int]], tuple[_Base, ...]]] = {
    6: (
        _cyclic(7, 3),
        (
            (
                (10, 19, 0, 21),
                (17, 14, 11, 16),
                (18, 3, 7, 22),
                (2, 5, 4, 15),
                (9, 8, 1, 13),
                (20, 6, 12, 23),
            ),
        ),
    ),
    7: (
        _threes_squared(3),
        (
            (
                (6, 25, 2, 1),
                (27, 22, 5, 10),
                (13, 19, 18, 26),
                (7, 20, 23, 9),
                (15, 14, 8, 16),
                (12, 21, 0, 3),
                (11, 24, 17, 4),
            ),
        ),
    ),
}
"""Base rounds by the number of tables, with the moves that develop them."""
