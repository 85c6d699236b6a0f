"""Which tiles go where: the fewest transfers that turn the old sets into the new ones.

Rows are the old sets that change, with the rack as the last row; columns are the new sets. Every
copy of a face in a row goes to one column. A *transfer* is a pair (row, column) with at least one
tile; it costs one move of the hand, except that one column per old set may be the set itself: what
stays there does not move. So a choice of pairs costs their number less the largest matching of old
sets with new ones (the rack matches nothing).

FaceSet meet only in the pairs they share, and one more pair never lowers the cost. So the search goes
best-first over sets of pairs, held as bit masks: take a face that the pairs chosen so far cannot
carry, try every addition that can, and the first set of pairs that carries every face is the
cheapest. Sets that share no tile are solved apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from tilemeld.engine.tiles import Face

Pair = tuple[int, int]
"""From which row to which column."""

Way = tuple[tuple[int, int], ...]
"""How the copies of one face go: (bit of the pair, how many copies)."""

EQUAL_NODES = 24
"""How long to look, after the first shortest answer, for an equally short one that moves fewer tiles."""


class Transfer(NamedTuple):
    """Tiles that go from one old set (or the rack) to one new set."""

    row: int
    column: int
    tiles: tuple[Face, ...]


class Flow(NamedTuple):
    """Where every tile goes."""

    transfers: tuple[Transfer, ...]
    """What moves; the tiles that stay in their set are not among them."""
    home: dict[int, int]
    """For a new set that grows out of an old one: column to row."""
    proven: bool
    """Whether no choice has fewer transfers."""


def least_flows(
    rows: Sequence[Counter[Face]], columns: Sequence[Counter[Face]], *, budget_nodes: int | None
) -> list[Flow]:
    """Return the fewest transfers from the rows (the last one is the rack) to the columns.

    There is one flow for each part of the table that shares no tile with the rest. Of equally few
    transfers it takes those that move few tiles. When more than ``budget_nodes`` choices of a part
    were looked at, the best one so far is returned and ``proven`` is false; ``None`` means no limit.
    """
    return [_Part(rows, columns, part).least(budget_nodes) for part in _parts(rows, columns)]


def _parts(rows: Sequence[Counter[Face]], columns: Sequence[Counter[Face]]) -> list[list[int]]:
    """Group the columns that share a face on the table, or an old set, with each other."""
    links: list[set[int]] = []
    on_table = set().union(*rows[:-1])
    for face in on_table:
        links.append({column for column, wanted in enumerate(columns) if face in wanted})
    for held in rows[:-1]:
        links.append({column for column, wanted in enumerate(columns) if not held.keys().isdisjoint(wanted)})
    leader = list(range(len(columns)))
    for linked in links:
        together = {leader[column] for column in linked}
        leader = [min(together) if old in together else old for old in leader]
    return [[c for c in range(len(columns)) if leader[c] == first] for first in sorted(set(leader))]


class _Part:
    """The sets that share tiles: their pairs as bits, and the ways of every face."""

    def __init__(
        self, rows: Sequence[Counter[Face]], columns: Sequence[Counter[Face]], part: Sequence[int]
    ) -> None:
        self.rack = len(rows) - 1
        self.pairs: list[Pair] = []
        self.bit: dict[Pair, int] = {}
        self.ways: dict[Face, list[Way]] = {}
        for face in sorted({face for column in part for face in columns[column]}):
            demand = [(column, columns[column][face]) for column in part if columns[column][face]]
            supply = [(row, held[face]) for row, held in enumerate(rows[:-1]) if held[face]]
            short = sum(count for _, count in demand) - sum(count for _, count in supply)
            if short:
                supply.append((self.rack, short))
            self.ways[face] = [self._way(shares) for shares in _shares(supply, demand)]
        self.masks = {face: [_mask(way) for way in ways] for face, ways in self.ways.items()}
        self.needs = _needs(self.masks.values())

    def _way(self, shares: list[tuple[Pair, int]]) -> Way:
        for pair, _ in shares:
            if pair not in self.bit:
                self.bit[pair] = len(self.pairs)
                self.pairs.append(pair)
        return tuple((self.bit[pair], count) for pair, count in shares)

    def least(self, budget_nodes: int | None) -> Flow:
        """Search for the cheapest set of pairs that carries every face."""
        answers: list[int] = []
        end = 0
        for nodes, (cost, chosen, need) in enumerate(self._cheapest_first(), start=1):
            if not answers and budget_nodes is not None and nodes > budget_nodes:
                return self._flow([self._complete(chosen)], proven=False)
            if answers and (cost > self._cost(answers[0]) or nodes > end):
                break
            if not need:
                answers.append(chosen)
                end = end or nodes + EQUAL_NODES
        return self._flow(answers, proven=True)

    def _cheapest_first(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield sets of pairs, cheapest first: cost, pairs, and the choices of a face not yet carried."""
        start = 0
        for masks in self.needs:
            if len(masks) == 1:
                start |= masks[0]
        heap = [(self._cost(start), 0, start)]
        seen = {start}
        while heap:
            cost, _, chosen = heappop(heap)
            need = next((masks for masks in self.needs if all(mask & ~chosen for mask in masks)), ())
            yield cost, chosen, need
            for more in [chosen | mask for mask in need]:
                if more not in seen:
                    seen.add(more)
                    heappush(heap, (self._cost(more), -more.bit_count(), more))

    def _complete(self, chosen: int) -> int:
        """Carry the faces that are left, each by the addition that is cheapest at that moment."""
        for masks in self.needs:
            chosen = min((chosen | mask for mask in masks), key=lambda more: (self._cost(more), more))
        return chosen

    def _cost(self, chosen: int) -> int:
        """Return how many transfers these pairs mean."""
        edges: dict[int, list[int]] = {}
        for row, column in self._pairs_in(chosen):
            edges.setdefault(row, []).append(column)
        edges.pop(self.rack, None)
        home: dict[int, int] = {}
        return chosen.bit_count() - sum(_augment(row, edges, home, set()) for row in edges)

    def _pairs_in(self, chosen: int) -> Iterator[Pair]:
        while chosen:
            low = chosen & -chosen
            yield self.pairs[low.bit_length() - 1]
            chosen ^= low

    def _flow(self, answers: list[int], *, proven: bool) -> Flow:
        """Of equally short answers, take the one where most tiles stay, and say what moves."""
        settled = [self._settle(chosen) for chosen in answers]
        _, at_home, ways = max(settled, key=lambda answer: answer[0])
        carried: dict[int, list[Face]] = {}
        for face, way in ways.items():
            for bit, count in way:
                carried.setdefault(bit, []).extend([face] * count)
        home = {self.pairs[bit][1]: self.pairs[bit][0] for bit in carried if bit in at_home}
        moved = [Transfer(*self.pairs[bit], tuple(carried[bit])) for bit in carried if bit not in at_home]
        return Flow(tuple(sorted(moved)), home, proven)

    def _settle(self, chosen: int) -> tuple[int, set[int], dict[Face, Way]]:
        """Give old sets their new ones and send each face so that most copies stay; count those."""
        at_home = self._homes(chosen)
        total = 0
        ways = {}
        for face, options in self.ways.items():
            open_ways = [
                way for way, mask in zip(options, self.masks[face], strict=True) if not mask & ~chosen
            ]
            ways[face] = max(open_ways, key=lambda way: _count_in(way, at_home))
            total += _count_in(ways[face], at_home)
        return total, at_home, ways

    def _homes(self, chosen: int) -> set[int]:
        """Match as many old sets with new ones as possible, and of those choices the largest overlap."""
        overlap = Counter[Pair]()
        for face, options in self.ways.items():
            most = Counter[int]()
            for way, mask in zip(options, self.masks[face], strict=True):
                if not mask & ~chosen:
                    most |= Counter(dict(way))
            for bit, count in most.items():
                overlap[self.pairs[bit]] += count
        weight = {pair: overlap[pair] for pair in self._pairs_in(chosen) if pair[0] != self.rack}
        return {self.bit[pair] for pair in heaviest_matching(weight)}


def _shares(supply: list[tuple[int, int]], demand: list[tuple[int, int]]) -> Iterator[list[tuple[Pair, int]]]:
    """Yield every way to hand the copies of one face from the rows to the columns."""
    if not supply:
        yield []
        return
    (row, copies), *rest = supply
    for gifts in _splits(copies, [count for _, count in demand]):
        left = [(column, count - gift) for (column, count), gift in zip(demand, gifts, strict=True)]
        here = [((row, column), gift) for (column, _), gift in zip(demand, gifts, strict=True) if gift]
        for others in _shares(rest, left):
            yield here + others


def _splits(copies: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to put the copies into places with so much room."""
    if not room:
        if not copies:
            yield ()
        return
    for here in range(min(copies, room[0]), -1, -1):
        for others in _splits(copies - here, room[1:]):
            yield (here, *others)


def _mask(way: Way) -> int:
    mask = 0
    for bit, _ in way:
        mask |= 1 << bit
    return mask


def _count_in(way: Way, bits: set[int]) -> int:
    return sum(count for bit, count in way if bit in bits)


def _needs(faces: Iterable[list[int]]) -> list[tuple[int, ...]]:
    """List the distinct choices of pairs, those without a choice first, without needless pairs."""
    distinct = {
        tuple(
            sorted(
                {mask for mask in masks if not any(other != mask and not other & ~mask for other in masks)}
            )
        )
        for masks in faces
    }
    return sorted(distinct, key=lambda masks: (len(masks), masks))


def _augment(row: int, edges: dict[int, list[int]], home: dict[int, int], tried: set[int]) -> bool:
    """Find a free column for the row, moving others if need be (an augmenting path)."""
    for column in edges[row]:
        if column not in tried:
            tried.add(column)
            if column not in home or _augment(home[column], edges, home, tried):
                home[column] = row
                return True
    return False


def heaviest_matching(weight: dict[Pair, int]) -> list[Pair]:
    """Return as many one-to-one pairs as there can be, and of those choices the heaviest.

    It grows the matching by the path of greatest gain until there is none; each such matching is
    the heaviest of its size (successive shortest paths, Bellman–Ford on a handful of sets).

    >>> heaviest_matching({(0, 0): 5, (0, 1): 4, (1, 0): 3})
    [(0, 1), (1, 0)]
    """
    home: dict[int, int] = {}
    while path := _best_path(weight, home):
        for row, column in path:
            home[column] = row
    return sorted((row, column) for column, row in home.items())


def _best_path(weight: dict[Pair, int], home: dict[int, int]) -> list[Pair]:
    """Return the pairs that an augmenting path of greatest gain adds; empty when there is none."""
    matched = set(home.values())
    gain: dict[int, int] = {}
    paths: dict[int, list[Pair]] = {}
    reach = {row: (0, list[Pair]()) for row, _ in weight if row not in matched}
    while reach:
        better: dict[int, tuple[int, list[Pair]]] = {}
        for (row, column), value in weight.items():
            if row not in reach or home.get(column) == row:
                continue
            if column not in gain or reach[row][0] + value > gain[column]:
                gain[column] = reach[row][0] + value
                paths[column] = [*reach[row][1], (row, column)]
                if column in home:
                    owner = home[column]
                    better[owner] = (gain[column] - weight[owner, column], paths[column])
        reach = better
    ends = [column for column in gain if column not in home]
    return paths[max(ends, key=lambda column: gain[column])] if ends else []
