"""Which seat within a table: A to D shared evenly over the rounds, since the seat decides who starts."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from .seating import Round, seat_counts
from .table_sizes import FULL

SWEEPS = 12
"""How many further passes over a schedule correct the effects of tables of three."""


def seat_round(tables: Sequence[Sequence[str]], history: Sequence[Round]) -> tuple[tuple[str, ...], ...]:
    """Seat the players of each table so that everybody's seats are shared as evenly as can be."""
    counts = {player: list(each) for player, each in seat_counts(history).items()}
    return tuple(_best_order(table, counts) for table in tables)


def seat_schedule(rounds: Sequence[Sequence[Sequence[str]]]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Seat a whole schedule.

    The players and the tables of all rounds make a graph with two sides. Walking along its circuits and
    dealing their edges out in turn halves it evenly; halved twice it gives the four seats, and nobody has
    one seat more than one time more often than another (an equitable edge colouring, de Werra). It is done
    for four rounds at a time, so that the seats are even after every round, not only after the last. Tables
    of three use the seats A to C only, so the schedule is gone through again until nothing gets better.
    """
    coloured = [
        each
        for at in range(0, len(rounds), FULL)
        for each in _four_seats([table for tables in rounds[at : at + FULL] for table in tables])
    ]
    counts: dict[str, list[int]] = {}
    seated = []
    for table, seats in coloured:
        order = _in_order(table, seats)
        _count(counts, order, 1)
        seated.append(order)
    for _ in range(SWEEPS):
        if not _mend(seated, counts):
            break
    every = iter(seated)
    return tuple(tuple(next(every) for _ in tables) for tables in rounds)


def _mend(seated: list[tuple[str, ...]], counts: dict[str, list[int]]) -> bool:
    changed = False
    for at, table in enumerate(seated):
        _count(counts, table, -1)
        better = _best_order(table, counts)
        _count(counts, better, 1)
        changed = changed or better != table
        seated[at] = better
    return changed


def _count(counts: dict[str, list[int]], table: Iterable[str], by: int) -> None:
    for seat, player in enumerate(table):
        counts.setdefault(player, [0] * FULL)[seat] += by


def _best_order(table: Sequence[str], counts: dict[str, list[int]]) -> tuple[str, ...]:
    """Return the order in which the players have sat least often where they sit now."""
    sat = [counts.get(player, [0] * FULL) for player in table]
    best = min(
        permutations(range(len(table))),
        key=lambda order: sum(2 * sat[who][seat] + 1 for seat, who in enumerate(order)),
    )
    return tuple(table[who] for who in best)


def _in_order(table: Sequence[str], seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(player for _, player in sorted(zip(seats, table, strict=True)))


def _four_seats(tables: Sequence[Sequence[str]]) -> list[tuple[Sequence[str], list[int]]]:
    edges = [(player, at) for at, table in enumerate(tables) for player in table]
    halves = _halved(edges, range(len(edges)))
    quarters = [quarter for half in halves for quarter in _halved(edges, half)]
    seat_of = {edge: seat for seat, quarter in enumerate(quarters) for edge in quarter}
    seats: list[list[int]] = [[] for _ in tables]
    for edge, (_, at) in enumerate(edges):
        seats[at].append(seat_of[edge])
    return list(zip(tables, seats, strict=True))


def _halved(edges: Sequence[tuple[str, int]], chosen: Iterable[int]) -> tuple[list[int], list[int]]:
    """Deal edges out to two halves so that every end has as many in one as in the other, give or take one."""
    at_end: dict[object, list[int]] = {}
    for edge in chosen:
        player, table = edges[edge]
        at_end.setdefault(("player", player), []).append(edge)
        at_end.setdefault(("table", table), []).append(edge)
    used: set[int] = set()
    halves: tuple[list[int], list[int]] = ([], [])
    odd_first = sorted(at_end, key=lambda end: len(at_end[end]) % 2 == 0)
    for start in odd_first:
        while walk := _walk(edges, at_end, used, start):
            for step, edge in enumerate(walk):
                halves[step % 2].append(edge)
    return halves


def _walk(
    edges: Sequence[tuple[str, int]], at_end: dict[object, list[int]], used: set[int], start: object
) -> list[int]:
    """Walk along unused edges until stuck; in a graph with two sides every circuit has an even length."""
    path: list[int] = []
    here = start
    while True:
        waiting = at_end[here]
        while waiting and waiting[-1] in used:
            waiting.pop()
        if not waiting:
            return path
        edge = waiting.pop()
        used.add(edge)
        path.append(edge)
        player, table = edges[edge]
        here = ("table", table) if here == ("player", player) else ("player", player)
