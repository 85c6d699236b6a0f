"""Seatings as values: who sits where, what a seating costs and why, and manual swaps with their cost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tilemeld.tournament.errors import tournament_error

from .aims import MISPLACED, NO_AIMS, Aims
from .table_sizes import FULL

SEATS = "ABCDEF"
"""The names of the seats; seat A starts the first game (S1)."""

REPEAT = 1_000
"""What it costs when two meet a second time."""
REPEAT_AGAIN = 500
"""What a third meeting of the same two costs on top."""
REPEAT_OFTEN = 2_000
"""What each further one costs on top of that, so that nobody sits with the same player all day."""
BYE_AGAIN = 5_000
"""What it costs when a player sits out again."""
DISTANCE = 1
"""What it costs, Swiss only, when places d apart meet: d squared times this."""
SEAT = 2
"""What one step away from evenly shared seats costs."""

Meetings = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Round:
    """The seating of one round: tables of players in the order of their seats, and who sits out."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, table by table, then who sits out."""
        return (*(player for table in self.tables for player in table), *self.byes)

    def place_of(self, player: str) -> tuple[int, int] | None:
        """Return table and seat, both counted from 0; ``None`` for a player with a bye."""
        for at, table in enumerate(self.tables):
            if player in table:
                return at, table.index(player)
        if player in self.byes:
            return None
        raise tournament_error("seating/unknown", player=player[:60])

    def swapped(self, one: str, other: str) -> "Round":
        """Return the round with two players in each other's place."""
        for player in (one, other):
            self.place_of(player)
        other_name = {one: other, other: one}
        return Round(
            tuple(tuple(other_name.get(player, player) for player in table) for table in self.tables),
            tuple(other_name.get(player, player) for player in self.byes),
        )


@dataclass(frozen=True, slots=True)
class Cost:
    """What is wrong with a seating, part by part; the smaller the total, the better."""

    repeats: int = 0
    """Meetings of two who had met before."""
    worst: int = 0
    """How often those two have met who meet most often, this round included."""
    pairs: tuple[tuple[str, str, int], ...] = ()
    """Who meets again, and how often they have then met."""
    short: int = 0
    """How far the short tables are from being shared evenly: by how many seats too often."""
    short_spread: int = 0
    """By how much those who have sat at short tables most often are ahead of those who have least."""
    apart: tuple[tuple[str, str], ...] = ()
    """Who sits together against a wish."""
    misplaced: tuple[str, ...] = ()
    """Who does not sit at the table that is fixed for them."""
    byes_again: int = 0
    """Players who sit out again."""
    distance: int = 0
    """Swiss only: the squared distances in place of all who meet, as far as table sizes can help it."""
    seats: int = 0
    """How far the seats A to D are from being shared evenly, over everybody."""
    later: int = 0
    """The additional cost of the rounds planned after this one, if they stay as planned."""
    total: int = 0
    """All of it, weighed."""

    def lines(self) -> tuple[str, ...]:
        """Say in words what the cost is made of.

        >>> Cost(repeats=1, pairs=(("Ala", "Ola", 2),), total=1000).lines()
        ('1 repeated meeting: Ala and Ola (2 times)', 'cost 1000')
        """
        said = []
        if self.repeats:
            met = ", ".join(f"{one} and {other} ({times} times)" for one, other, times in self.pairs)
            said.append(f"{self.repeats} repeated {'meeting' if self.repeats == 1 else 'meetings'}: {met}")
        if self.byes_again:
            said.append(f"{self.byes_again} sit out again")
        if self.apart:
            said.append(
                "together against a wish: " + ", ".join(f"{one} and {other}" for one, other in self.apart)
            )
        if self.misplaced:
            said.append(f"not at their fixed table: {', '.join(self.misplaced)}")
        if self.short:
            said.append(f"short tables uneven by {self.short}")
        if self.distance:
            said.append(f"distance in the standings {self.distance}")
        if self.seats:
            said.append(f"seats uneven by {self.seats}")
        if self.later:
            said.append(f"the rounds planned after it cost {self.later} more")
        return (*said, f"cost {self.total}")


def cost_of(
    seating: Round,
    history: Sequence[Round] = (),
    *,
    places: Mapping[str, float] | None = None,
    aims: Aims = NO_AIMS,
) -> Cost:
    """Return what a round costs after those before it.

    ``places`` are the places in the standings, for Swiss rounds; equal places are equally good.

    >>> cost_of(Round((("a", "b", "c", "d"),)), [Round((("b", "a", "d", "c"),))]).repeats
    6
    """
    return _cost_of(seating, history, places, aims)[0]


def _cost_of(
    seating: Round, history: Sequence[Round], places: Mapping[str, float] | None, aims: Aims
) -> tuple[Cost, int]:
    """Return what a round costs, and how often those at its short tables had sat at one before.

    Of that only what could have been avoided is part of the cost.
    """
    met = meetings(history)
    again = [(*pair, met[pair] + 1) for pair in _pairs(seating) if met[pair]]
    before, sat_out = short_counts(history), Counter(player for each in history for player in each.byes)
    seats, now = seat_counts((*history, seating)), short_counts([seating])
    had_short = sum(before[player] for player in now)
    together = aims.prices(len(history) + 1)
    cost = Cost(
        repeats=len(again),
        worst=max((times for _, _, times in again), default=1),
        pairs=tuple(sorted(again, key=lambda pair: (-pair[2], pair[:2]))),
        short=had_short - sum(sorted(before[player] for player in seating.players)[: len(now)]),
        short_spread=_spread([before[player] + now[player] for table in seating.tables for player in table]),
        apart=tuple(pair for pair in _pairs(seating) if pair in together) if together else (),
        misplaced=aims.misplaced(seating.tables),
        byes_again=sum(sat_out[player] > 0 for player in seating.byes),
        distance=0 if places is None else sum(distance(places, *pair) for pair in _pairs(seating)),
        seats=sum(unevenness(seats[player]) for player in seating.players if player not in seating.byes),
    )
    wished = sum(together[pair] for pair in cost.apart)
    return replace(cost, total=_total(cost, aims) + wished), had_short


def plan_cost(
    seating: Round, history: Sequence[Round], plan: Sequence[Round], *, aims: Aims = NO_AIMS
) -> Cost:
    """Return what a round costs that may depart from a plan: also what it makes the later rounds cost.

    The plan begins with the round as it was meant.
    """
    cost = cost_of(seating, history, aims=aims)
    if seating != plan[0]:
        departed = _cost_after([*history, seating], plan[1:], aims)
        later = departed - _cost_after([*history, plan[0]], plan[1:], aims)
        cost = replace(cost, later=later, total=cost.total + later)
    return cost


def _cost_after(history: Sequence[Round], rounds: Sequence[Round], aims: Aims) -> int:
    """Return what rounds cost, with every time that somebody sits at a short table again."""
    total = 0
    for at, each in enumerate(rounds):
        cost, had_short = _cost_of(each, [*history, *rounds[:at]], None, aims)
        total += cost.total + aims.short_price * (had_short - cost.short)
    return total


def schedule_cost(rounds: Sequence[Round], *, aims: Aims = NO_AIMS) -> Cost:
    """Return what a whole schedule costs: every round after those before it, and the seats at the end."""
    costs = [cost_of(each, rounds[:at], aims=aims) for at, each in enumerate(rounds)]
    met, seats, short = meetings(rounds), seat_counts(rounds), short_counts(rounds)
    wished = sum(aims.prices(at)[pair] for at, cost in enumerate(costs, start=1) for pair in cost.apart)
    cost = Cost(
        repeats=sum(each.repeats for each in costs),
        worst=max(met.values(), default=0),
        pairs=tuple((*pair, times) for pair, times in sorted(met.items()) if times > 1),
        short=unevenness([short[player] for player in seats]),
        short_spread=_spread([short[player] for player in seats]),
        apart=tuple(dict.fromkeys(pair for each in costs for pair in each.apart)),
        misplaced=tuple(dict.fromkeys(player for each in costs for player in each.misplaced)),
        byes_again=sum(each.byes_again for each in costs),
        seats=sum(map(unevenness, seats.values())),
    )
    misplaced = sum(len(each.misplaced) for each in costs) - len(cost.misplaced)
    rest = _rest(cost, aims) + wished + MISPLACED * misplaced
    return replace(cost, total=sum(map(meeting_price, met.values())) + rest)


def meetings(rounds: Iterable[Round]) -> Counter[tuple[str, str]]:
    """Count how often each two have met; the names of a pair are in order."""
    return Counter(pair for each in rounds for pair in _pairs(each))


def meeting_price(times: int) -> int:
    """Return what it costs that two have met so often.

    >>> [meeting_price(times) for times in range(6)]
    [0, 0, 1000, 2500, 6000, 11500]
    """
    return sum(again_price(each) for each in range(2, times + 1))


def again_price(times: int) -> int:
    """Return what it costs that two meet for the second, third, … time."""
    return 0 if times < 2 else REPEAT + (times > 2) * REPEAT_AGAIN + max(0, times - 3) * REPEAT_OFTEN


def seat_counts(rounds: Iterable[Round]) -> dict[str, tuple[int, ...]]:
    """Count how often each player has sat in each seat."""
    counts: dict[str, list[int]] = {}
    for each in rounds:
        for table in each.tables:
            for seat, player in enumerate(table):
                counts.setdefault(player, [0] * FULL)[seat] += 1
    return {player: tuple(each) for player, each in counts.items()}


def unevenness(counts: Sequence[int]) -> int:
    """Say how far a player's seats are from being shared evenly: 0 is as even as possible.

    >>> unevenness((2, 1, 1, 1)), unevenness((2, 2, 1, 0))
    (0, 1)
    """
    games = sum(counts)
    full, rest = divmod(games, len(counts))
    best = (len(counts) - rest) * full * full + rest * (full + 1) ** 2
    return (sum(count * count for count in counts) - best) // 2


def distance(places: Mapping[str, float], one: str, other: str) -> int:
    """Return the squared distance of two places in the standings."""
    return round((places[one] - places[other]) ** 2)


def even_places(places: Mapping[str, int]) -> dict[str, float]:
    """Return places in which players who share one get the mean of the places they take.

    >>> even_places({"a": 1, "b": 2, "c": 2, "d": 4})
    {'a': 1.0, 'b': 2.5, 'c': 2.5, 'd': 4.0}
    """
    shared = Counter(places.values())
    return {player: place + (shared[place] - 1) / 2 for player, place in places.items()}


def short_counts(rounds: Iterable[Round]) -> Counter[str]:
    """Count how often each player sat at a table that is shorter than others of its round."""
    counts: Counter[str] = Counter()
    for each in rounds:
        largest = max(map(len, each.tables), default=0)
        counts.update(player for table in each.tables if len(table) < largest for player in table)
    return counts


def _spread(counts: Sequence[int]) -> int:
    return max(counts) - min(counts) if counts else 0


def _total(cost: Cost, aims: Aims) -> int:
    again = sum(again_price(times) for _, _, times in cost.pairs)
    return again + _rest(cost, aims)


def _rest(cost: Cost, aims: Aims) -> int:
    return (
        aims.short_price * cost.short
        + BYE_AGAIN * cost.byes_again
        + DISTANCE * cost.distance
        + SEAT * cost.seats
        + MISPLACED * len(cost.misplaced)
    )


def _pairs(seating: Round) -> Iterator[tuple[str, str]]:
    for table in seating.tables:
        yield from combinations(sorted(table), 2)
