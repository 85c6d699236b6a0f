"""The draw: seats one round given those before it, or a whole schedule at once.

Round 1 by chance or by rating; later rounds with the fewest repeated opponents, or Swiss, where players of
similar rank meet and repeats are as few as that allows. The same players, history and seed give the same
seating.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Literal, TypeVar

from tilemeld.tournament.errors import tournament_error

from .aims import NO_AIMS, Aims, Priority
from .anneal import Tables, improve_round, improve_schedule, round_cost
from .assignment import assigned
from .baselines import best_of_shuffles, nearest_first
from .designs import Schedule, design, longest_design
from .found import found_schedule
from .seat_letters import seat_round, seat_schedule
from .seating import (
    DISTANCE,
    SEAT,
    Cost,
    Round,
    again_price,
    cost_of,
    distance,
    even_places,
    meeting_price,
    meetings,
    schedule_cost,
    short_counts,
)
from .swap_improvement import polish
from .table_sizes import FULL, Smallest, table_sizes

Method = Literal["random", "rating", "fewest", "swiss"]
"""By chance; one of each strength at every table; fewest repeated opponents; similar rank."""

Item = TypeVar("Item")

MAX_PLAYERS = 400
MAX_ROUNDS = 40
SMALL = 24
"""Up to so many players a whole schedule is annealed at once where no design is known."""
SCHEDULE_STEPS = 160_000
ROUND_STEPS = 30_000


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round and what it costs."""

    round: Round
    cost: Cost


def draw_round(
    players: Sequence[str],
    *,
    method: Method,
    seed: str,
    history: Sequence[Round] = (),
    places: Mapping[str, int] | None = None,
    rounds: int | None = None,
    smallest: Smallest = 3,
    aims: Aims = NO_AIMS,
    steps: int = ROUND_STEPS,
) -> Draw:
    """Seat one round.

    ``places`` (1 is the best, equals share one) come from ratings or from the standings; without them all
    are equal. ``rounds`` is how many are planned: "fewest" then follows a schedule without repeats for as
    long as nobody comes or goes.

    >>> draw_round("abcdefgh", method="random", seed="1").cost.repeats
    0
    """
    check_players(players)
    ranked = even_places({player: 1 if places is None else places[player] for player in players})
    if method == "fewest" and (
        plan := plan_from(players, seed, history, rounds=rounds, smallest=smallest, aims=aims)
    ):
        return Draw(plan[0], cost_of(plan[0], history, aims=aims))
    rng = Random(f"round/{seed}/{len(history)}")
    sizes = table_sizes(len(players), smallest=smallest)
    byes = _choose_byes(players, len(players) - sum(sizes), history, ranked, rng)
    seated = [player for player in players if player not in byes]
    tables = _tables(seated, sizes, method, history, ranked, aims=aims, steps=steps, rng=rng)
    weighed = ranked if method == "swiss" else None
    drawn = Round(seat_round(aims.at_their_tables(tables), history), tuple(byes))
    if method in ("fewest", "swiss") or aims.has_wishes:
        (drawn,) = polish([drawn], history, places=weighed, aims=aims)
    return Draw(drawn, cost_of(drawn, history, places=weighed, aims=aims))


def draw_schedule(
    players: Sequence[str],
    rounds: int,
    *,
    seed: str,
    smallest: Smallest = 3,
    aims: Aims = NO_AIMS,
    steps: int = SCHEDULE_STEPS,
    on_round: Callable[[int], None] | None = None,
) -> tuple[Round, ...]:
    """Seat every round at once: no repeated opponents where a way is known, else as few as are found.

    ``on_round`` is called with the number of rounds done.
    """
    check_players(players)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise tournament_error("seating/rounds", rounds=rounds, limit=MAX_ROUNDS)
    rng = Random(f"schedule/{seed}")
    order = list(players)
    rng.shuffle(order)
    sizes = table_sizes(len(order), smallest=smallest)
    if _is_usual(sizes, len(order)):
        numbered = [
            _shuffled(tables, rng)
            for tables in _usual_schedule(len(order), rounds, aims.priority, steps=steps)
        ]
        schedule = assigned(numbered, order, aims)
    else:
        schedule = _schedule_with_byes(order, sizes, rounds, aims=aims, rng=rng)
    if on_round is not None:
        on_round(rounds)
    return schedule


def fewest_possible(players: int, rounds: int, *, smallest: Smallest = 3) -> int:
    """Return how many repeated meetings cannot be avoided, by counting meetings alone: a lower bound.

    >>> fewest_possible(16, 5), fewest_possible(16, 6), fewest_possible(12, 2)
    (0, 24, 3)

    In a second round of three tables each takes four players from three tables: two of them have met.
    """
    sizes = table_sizes(players, smallest=smallest)
    met = rounds * sum(size * (size - 1) // 2 for size in sizes)
    by_pairs = max(0, met - players * (players - 1) // 2)
    crowded = sum(_crowded(size, sizes) for size in sizes) * (rounds - 1)
    return max(by_pairs, crowded)


def check_players(players: Sequence[str]) -> None:
    """Refuse a list with a name twice or too many names."""
    if len(players) > MAX_PLAYERS:
        raise tournament_error("seating/players", players=len(players), limit=MAX_PLAYERS)
    twice = [player for player, times in Counter(players).items() if times > 1]
    if twice:
        raise tournament_error("seating/twice", player=twice[0][:60])


def _crowded(size: int, sizes: Sequence[int]) -> int:
    """Return how many at a table must have sat together the round before, with so few tables."""
    share, rest = divmod(size, len(sizes))
    return (len(sizes) - rest) * share * (share - 1) // 2 + rest * share * (share + 1) // 2


def plan_from(
    players: Sequence[str],
    seed: str,
    history: Sequence[Round],
    *,
    rounds: int | None,
    smallest: Smallest = 3,
    aims: Aims = NO_AIMS,
) -> tuple[Round, ...]:
    """Return the rounds that are left of the schedule which the rounds so far follow; none if they do not."""
    if rounds is None or len(history) >= rounds:
        return ()
    if any(set(each.players) != set(players) for each in history):
        return ()
    schedule = _schedule_of(tuple(sorted(players)), rounds, seed, smallest, aims)
    if not _follows(history, schedule):
        schedule = () if aims.has_wishes else _schedule_from(history[0], rounds, aims.priority)
    if not schedule or not _follows(history, schedule):
        return ()
    rest = schedule[len(history) :]
    if any({*drawn.tables} != {*each.tables} for drawn, each in zip(schedule, history, strict=False)):
        rest = (Round(seat_round(rest[0].tables, history), rest[0].byes), *rest[1:])  # seats changed by hand
    return rest


@lru_cache(maxsize=16)
def _schedule_of(
    players: tuple[str, ...], rounds: int, seed: str, smallest: Smallest, aims: Aims
) -> tuple[Round, ...]:
    return draw_schedule(players, rounds, seed=seed, smallest=smallest, aims=aims)


def _follows(history: Sequence[Round], schedule: Sequence[Round]) -> bool:
    """Say whether the rounds so far are the first ones of a schedule, whatever the seats."""
    return all(
        {frozenset(table) for table in drawn.tables} == {frozenset(table) for table in each.tables}
        for drawn, each in zip(schedule, history, strict=False)
    )


def _schedule_from(first: Round, rounds: int, priority: Priority) -> tuple[Round, ...]:
    """Return a schedule that begins with a round that was drawn otherwise: by rating, or by hand."""
    sizes = table_sizes(len(first.players))
    if first.byes or sorted(map(len, first.tables)) != sorted(sizes) or not _is_usual(sizes, sum(sizes)):
        return ()
    numbered = _usual_schedule(sum(sizes), rounds, priority, steps=SCHEDULE_STEPS)
    pairs = zip(_by_size(numbered[0]), _by_size(first.tables), strict=True)
    name = {number: player for one, other in pairs for number, player in zip(one, other, strict=True)}
    return tuple(
        Round(tuple(tuple(name[number] for number in table) for table in _by_size(tables)))
        for tables in numbered
    )


def _by_size(tables: Sequence[Sequence[Item]]) -> list[Sequence[Item]]:
    return sorted(tables, key=lambda table: -len(table))


def _tables(
    players: Sequence[str],
    sizes: Sequence[int],
    method: Method,
    history: Sequence[Round],
    places: Mapping[str, float],
    *,
    aims: Aims,
    steps: int,
    rng: Random,
) -> list[list[str]]:
    order = list(players)
    rng.shuffle(order)
    if method == "random":
        return _cut(order, sizes)
    order.sort(key=lambda player: places[player])  # chance decides among equals
    if method == "rating":
        return _one_of_each(order, sizes)
    weighed = places if method == "swiss" else None
    found = _search(order, sizes, history, weighed, aims=aims, steps=steps, rng=rng)
    return [[order[player] for player in table] for table in found]


def _search(
    order: Sequence[str],
    sizes: Sequence[int],
    history: Sequence[Round],
    places: Mapping[str, float] | None,
    *,
    aims: Aims,
    steps: int,
    rng: Random,
) -> Tables:
    """Search from the seatings of other programs, so that the result is never worse than theirs.

    Swiss: the greedy's tables, and the players cut into tables in the order of the standings. Otherwise: the
    greedy's, and the best of many shuffles.
    """
    met, short = _met(order, history), _short_prices(order, history, aims)
    prices = [
        [
            0
            if i == j
            else again_price(times + 1)
            + (0 if places is None else DISTANCE * distance(places, order[i], order[j]))
            for j, times in enumerate(row)
        ]
        for i, row in enumerate(met)
    ]
    number = {player: at for at, player in enumerate(order)}
    for (one, another), price in aims.prices(len(history) + 1).items():
        if one in number and another in number:
            prices[number[one]][number[another]] += price
            prices[number[another]][number[one]] += price
    everybody = range(len(order))
    other = best_of_shuffles(sizes, met, rng) if places is None else _cut(everybody, sizes)
    starts = (nearest_first(sizes, met, everybody), other)
    tries = [improve_round(start, prices, short, steps=steps, rng=rng) for start in starts]
    return min(tries, key=lambda tables: round_cost(tables, prices, short))


def _met(order: Sequence[str], history: Sequence[Round]) -> list[list[int]]:
    counts = meetings(history)
    number = {player: at for at, player in enumerate(order)}
    met = [[0] * len(order) for _ in order]
    for (one, other), times in counts.items():
        if one in number and other in number:
            met[number[one]][number[other]] = met[number[other]][number[one]] = times
    return met


def _short_prices(order: Sequence[str], history: Sequence[Round], aims: Aims) -> list[int]:
    counts = short_counts(history)
    least = min(counts[player] for player in order)
    return [aims.short_price * (counts[player] - least) for player in order]


def _choose_byes(
    players: Sequence[str],
    count: int,
    history: Sequence[Round],
    places: Mapping[str, float],
    rng: Random,
) -> list[str]:
    """Choose who sits out: those who have done so least, then the last in the standings, then chance."""
    sat_out = Counter(player for each in history for player in each.byes)
    order = list(players)
    rng.shuffle(order)
    return sorted(order, key=lambda player: (sat_out[player], -places[player]))[:count]


def _one_of_each(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Give every table one of the strongest, one of the next, and so on, back and forth."""
    tables: list[list[str]] = [[] for _ in sizes]
    at, step = 0, 1
    for player in order:
        while len(tables[at]) >= sizes[at]:
            at, step = _next_table(at, step, len(sizes))
        tables[at].append(player)
        at, step = _next_table(at, step, len(sizes))
    return tables


def _next_table(at: int, step: int, count: int) -> tuple[int, int]:
    return (at + step, step) if 0 <= at + step < count else (at, -step)


def _is_usual(sizes: Sequence[int], players: int) -> bool:
    """Say whether everybody sits at tables of four and as few of three as the number asks for."""
    return sum(sizes) == players and min(sizes) >= 3 and len(sizes) == -(-players // FULL)


@cache
def _usual_schedule(players: int, rounds: int, priority: Priority, *, steps: int) -> Schedule:
    """Return a schedule of numbers: a design, or what a search finds, with seats; names come later."""
    aims, sizes = Aims(priority), table_sizes(players)
    ready = (design(players, rounds), found_schedule(players, rounds, priority))
    known = [each for each in ready if each is not None]
    if ready[1] is None and not any(
        _numbered_cost(each, aims) <= _unavoidable(sizes, players, rounds) for each in known
    ):
        known.append(_searched_schedule(players, rounds, aims, steps=steps))
    return _polished(min(known, key=lambda each: _numbered_cost(each, aims)), aims)


def _numbered_cost(schedule: Schedule, aims: Aims) -> int:
    """Return what meetings and short tables cost in a schedule of numbers."""
    rounds = [Round(tuple(tuple(map(str, table)) for table in tables)) for tables in schedule]
    cost = schedule_cost(rounds, aims=aims)
    return cost.total - SEAT * cost.seats


def _polished(schedule: Schedule, aims: Aims) -> Schedule:
    """Return a schedule of numbers with seats, in which no swap of two players helps."""
    named = [[[str(player) for player in table] for table in tables] for tables in schedule]
    rounds = polish([Round(tables) for tables in seat_schedule(named)], aims=aims)
    return tuple(tuple(tuple(map(int, table)) for table in each.tables) for each in rounds)


def _searched_schedule(players: int, rounds: int, aims: Aims, *, steps: int) -> Schedule:
    rng, sizes = Random(f"usual/{players}/{rounds}"), table_sizes(players)
    begun = [[list(table) for table in tables] for tables in longest_design(players, rounds)]
    if players > SMALL:
        return _frozen(_one_by_one(begun, sizes, players, rounds, aims=aims, rng=rng))
    enough = _unavoidable(sizes, players, rounds)
    level = aims.short_price * _least_short(sizes, players, rounds)
    tries = []
    for start in (begun, []):
        schedule = _one_by_one(list(start), sizes, players, rounds, aims=aims, rng=rng)
        cost = improve_schedule(
            schedule,
            players,
            steps=steps // 2,
            rng=rng,
            enough=enough + level,
            short_price=aims.short_price,
        )
        tries.append((cost, schedule))
        if cost <= enough + level:
            break
    return _frozen(min(tries, key=lambda each: each[0])[1])


def _least_short(sizes: Sequence[int], players: int, rounds: int) -> int:
    """Return how often in all somebody sits at a short table again, however evenly that is shared."""
    each, more = divmod(rounds * sum(size for size in sizes if size < sizes[0]), players)
    return (players - more) * each * (each - 1) // 2 + more * each * (each + 1) // 2


def _frozen(schedule: Sequence[Tables]) -> Schedule:
    return tuple(tuple(tuple(table) for table in tables) for tables in schedule)


def _one_by_one(
    schedule: list[Tables], sizes: Sequence[int], players: int, rounds: int, *, aims: Aims, rng: Random
) -> list[Tables]:
    """Add rounds one after the other, each with the fewest repeats after those before it."""
    names = [str(player) for player in range(players)]
    while len(schedule) < rounds:
        history = [Round(tuple(tuple(names[p] for p in table) for table in tables)) for tables in schedule]
        order = names[:]
        rng.shuffle(order)
        found = _search(order, sizes, history, None, aims=aims, steps=ROUND_STEPS // 3, rng=rng)
        schedule.append([[int(order[player]) for player in table] for table in found])
    return schedule


def _unavoidable(sizes: Sequence[int], players: int, rounds: int) -> int:
    """Return the cost that no schedule goes below: all meetings spread evenly over all pairs."""
    pairs = players * (players - 1) // 2
    each, rest = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), pairs)
    return (pairs - rest) * meeting_price(each) + rest * meeting_price(each + 1)


def _schedule_with_byes(
    order: Sequence[str], sizes: Sequence[int], rounds: int, *, aims: Aims, rng: Random
) -> tuple[Round, ...]:
    """Seat round after round where players sit out in turn, or where tables of two are allowed."""
    done: list[Round] = []
    places = dict.fromkeys(order, 1.0)
    for _ in range(rounds):
        byes = _choose_byes(order, len(order) - sum(sizes), done, places, rng)
        seated = [player for player in order if player not in byes]
        rng.shuffle(seated)
        found = _search(seated, sizes, done, None, aims=aims, steps=ROUND_STEPS, rng=rng)
        tables = aims.at_their_tables([[seated[player] for player in table] for table in found])
        done.append(Round(tables, tuple(byes)))
    with_seats = seat_schedule([each.tables for each in done])
    with_byes = [Round(tables, each.byes) for tables, each in zip(with_seats, done, strict=True)]
    return polish(with_byes, aims=aims)


def _shuffled(tables: Sequence[Sequence[int]], rng: Random) -> list[Sequence[int]]:
    """Renumber the tables, short ones last."""
    mixed = list(tables)
    rng.shuffle(mixed)
    return sorted(mixed, key=lambda table: -len(table))


def _cut(order: Sequence[Item], sizes: Sequence[int]) -> list[list[Item]]:
    tables: list[list[Item]] = []
    at = 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables
