"""Swap improvement: the last step of a draw. Two players change places as long as that helps.

Afterwards no swap of two improves it, in the cost that the director sees (``cost_of``): meetings, byes,
short tables, seats, and for Swiss rounds the distance in the standings. A round of a schedule is weighed
with the rounds that are planned after it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from .aims import MISPLACED, NO_AIMS, Aims
from .seating import BYE_AGAIN, DISTANCE, REPEAT, SEAT, Round, again_price, distance, unevenness
from .table_sizes import FULL

Place = tuple[int, int]
"""A table and a seat, both counted from 0; table -1 are those who sit out."""


def polish(
    rounds: Sequence[Round],
    history: Sequence[Round] = (),
    *,
    places: Mapping[str, float] | None = None,
    aims: Aims = NO_AIMS,
) -> tuple[Round, ...]:
    """Return the rounds so that no swap of two players in one of them lowers what they cost together.

    ``places`` are the places in the standings, for a Swiss round. Who sits out was decided before, by who
    has done so least and by the standings: only a single round without standings may exchange them for
    players who have sat out as often.
    """
    book = _Book([*history, *rounds], len(history), places=places, aims=aims)
    helped = 1
    while helped:
        helped = sum(book.improve(number) for number in range(len(history), len(book.tables)))
    return tuple(
        Round(tuple(map(tuple, tables)), tuple(byes))
        for tables, byes in list(zip(book.tables, book.byes, strict=True))[len(history) :]
    )


class _Book:
    """Every round, with what each player and each meeting costs; swaps are tried and made here."""

    def __init__(
        self, rounds: Sequence[Round], first: int, *, places: Mapping[str, float] | None, aims: Aims
    ) -> None:
        self.first = first
        self.tables = [[list(table) for table in each.tables] for each in rounds]
        self.byes = [list(each.byes) for each in rounds]
        self._places = places
        self._short_price = aims.short_price
        self._fixed = {player: table - 1 for player, table in aims.fixed}
        self._wished = [aims.prices(number) for number in range(1, len(rounds) + 1)]
        self._again = [again_price(times) for times in range(len(rounds) + 2)]
        self._met: dict[str, Counter[str]] = {player: Counter() for each in rounds for player in each.players}
        self._priced: dict[int, set[str]] = {}
        """In each round, whose meetings cost anything."""
        self._lines: dict[str, list[Place | None]] = {}
        """Where each player sat, round by round."""
        self._short = [self._shorts(number) for number in range(len(rounds))]
        for number in range(len(rounds)):
            for at, table in enumerate(self.tables[number]):
                self._count(table, 1)
                for seat, player in enumerate(table):
                    self._line(player)[number] = (at, seat)
            for at, player in enumerate(self.byes[number]):
                self._line(player)[number] = (-1, at)
        self._own = {player: self._own_cost(player, line) for player, line in self._lines.items()}

    def _shorts(self, number: int) -> list[bool]:
        largest = max(map(len, self.tables[number]))
        return [len(table) < largest for table in self.tables[number]] + [False]  # the last: who sits out

    def _line(self, player: str) -> list[Place | None]:
        return self._lines.setdefault(player, [None] * len(self.tables))

    def _count(self, table: Sequence[str], by: int) -> None:
        for one, other in combinations(table, 2):
            self._met[one][other] += by
            self._met[other][one] += by

    def improve(self, number: int) -> bool:
        """Make swaps in a round that help, as they are found; say whether there was one."""
        players = [player for table in self.tables[number] for player in table] + self.byes[number]
        helped = False
        for one in players:
            if not self._is_costly(one, number):
                continue
            others = (
                each for each in self._worth_trying(number, one, players) if self._may_swap(number, one, each)
            )
            best, other = min(((self._change(number, one, each), each) for each in others), default=(0, one))
            if best < 0:
                self._swap(number, one, other)
                helped = True
        return helped

    def _worth_trying(self, number: int, one: str, players: Sequence[str]) -> Sequence[str]:
        """Return with whom a swap may help: where no meeting costs anything, few could take such a place."""
        spare = REPEAT - self._own[one]
        if self._places is not None or spare <= 0 or self._meets_at_a_price(number, one):
            return players
        met = self._met[one]
        crowd = Counter(self._table(number, each) for each, times in met.items() if times > 0)
        here = self._table(number, one)
        priced = self._at_a_price(number, players)
        return [
            each
            for each in players
            if (there := self._table(number, each)) == here
            or crowd[there] <= (met[each] > 0)
            or self._own[each] >= spare
            or each in priced
        ]

    def _at_a_price(self, number: int, players: Sequence[str]) -> set[str]:
        """Return whose meetings in a round cost anything; until the next swap it is known."""
        if number not in self._priced:
            self._priced[number] = {player for player in players if self._meets_at_a_price(number, player)}
        return self._priced[number]

    def _table(self, number: int, player: str) -> int | None:
        place = self._lines[player][number]
        return None if place is None else place[0]

    def _may_swap(self, number: int, one: str, other: str) -> bool:
        places = self._lines[one][number], self._lines[other][number]
        assert places[0] is not None
        assert places[1] is not None
        if places[0][0] >= 0 and places[1][0] >= 0:
            return True
        is_only = self.first == len(self.tables) - 1 and self._places is None
        return is_only and self._sat_out(one) == self._sat_out(other)

    def _sat_out(self, player: str) -> int:
        return sum(place is not None and place[0] < 0 for place in self._lines[player][: self.first])

    def _is_costly(self, player: str, number: int) -> bool:
        """Say whether a player costs anything; a swap of two who cost nothing cannot help."""
        if self._own[player]:
            return True
        return self._meets_at_a_price(number, player)

    def _meets_at_a_price(self, number: int, player: str) -> bool:
        return any(
            self._price(number, player, other) for other in self._at(number, player) if other != player
        )

    def _at(self, number: int, player: str) -> Sequence[str]:
        place = self._lines[player][number]
        assert place is not None, "asked for those of the round only"
        return self.tables[number][place[0]] if place[0] >= 0 else ()

    def _met_by(self, one: str, other: str) -> int:
        return self._met[one][other]

    def _price(self, number: int, one: str, other: str) -> int:
        """Return the cost of two players at the same table."""
        return self._again[self._met_by(one, other)] + self._beside_meeting(number, one, other)

    def _beside_meeting(self, number: int, one: str, other: str) -> int:
        """Return what it costs that two sit together, however often they have met."""
        wished = self._wished[number]
        price = wished.get((one, other) if one < other else (other, one), 0) if wished else 0
        return price if self._places is None else price + DISTANCE * distance(self._places, one, other)

    def _change(self, number: int, one: str, other: str) -> int:
        """Return what a swap changes: negative is better."""
        change = self._change_of_meetings(number, one, other)
        if change >= self._own[one] + self._own[other]:
            return change  # at least that much: what the two cost by themselves is never negative
        lines = self._lines[one], self._lines[other]
        changed = [list(line) for line in lines]
        changed[0][number], changed[1][number] = lines[1][number], lines[0][number]
        own = self._own_cost(one, changed[0]) + self._own_cost(other, changed[1])
        own -= self._own[one] + self._own[other]
        return change + own

    def _change_of_meetings(self, number: int, one: str, other: str) -> int:
        here, there = self._at(number, one), self._at(number, other)
        if here is there:
            return 0
        change = 0
        for old, new, table in ((one, other, here), (other, one, there)):
            for player in table:
                if player != old:
                    change += self._again[self._met_by(new, player) + 1]
                    change += self._beside_meeting(number, new, player)
                    change -= self._price(number, old, player)
        return change

    def _own_cost(self, player: str, line: Sequence[Place | None]) -> int:
        """Return what a player's places cost over the rounds that can be changed."""
        seats, short, out, cost = [0] * FULL, 0, 0, 0
        fixed = self._fixed.get(player)
        for number, place in enumerate(line):
            if place is None:
                continue
            table, seat = place
            counts = number >= self.first
            if table < 0:
                cost += BYE_AGAIN * (counts and out > 0)
                out += 1
                continue
            cost += MISPLACED * (counts and fixed is not None and table != fixed)
            if self._short[number][table]:
                cost += self._short_price * short * counts
                short += 1
            seats[seat] += 1
            if counts:
                cost += SEAT * unevenness(seats)
        return cost

    def _swap(self, number: int, one: str, other: str) -> None:
        self._priced.clear()
        tables, byes = self.tables[number], self.byes[number]
        places = self._lines[one][number], self._lines[other][number]
        moved = {place[0] for place in places if place is not None and place[0] >= 0}
        for at in moved:
            self._count(tables[at], -1)
        for player, place in ((one, places[1]), (other, places[0])):
            assert place is not None, "asked for those of the round only"
            (tables[place[0]] if place[0] >= 0 else byes)[place[1]] = player
            self._lines[player][number] = place
        for at in moved:
            self._count(tables[at], 1)
        for player in (one, other):
            self._own[player] = self._own_cost(player, self._lines[player])
