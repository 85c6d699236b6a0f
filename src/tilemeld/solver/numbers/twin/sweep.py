"""A sweep: one pass through the numbers, down from 13 or up from 1, and the choices on the way.

Runs and groups have no direction, so both sweeps find the same best value; but what is hard in one is mostly
easy in the other. Everything here is in the order of the sweep; ``columns`` puts an answer back into that
of the numbers.
"""

from collections.abc import Sequence
from functools import cache
from operator import add
from typing import NamedTuple

from .beam import HAS_RUN, JOINT, LEFT, PAIR, RANK, ROOM, START, Layer, Node, spare_jokers
from .groups import Counts, most_groups, most_in_groups, share_out
from .prices import Bounds, add_rows, free_bounds
from .rebuild import Column
from .runs import NEVER, Kind, Prices, Row, Supply, run_choices

FINISHED = NEVER // 2
"""Below this there is a state that cannot be finished."""

# What choices add is packed above the joint state, so that the choices of several colours are joined by
# adding them up.
CODE = 64
TILES = 80
OPEN = 88

Option = tuple[int, int, int, Row, Kind]
"""What a colour can do at a number: jokers in runs; the state it leaves, what groups may and must take, tiles
in runs and open runs, each in its bits; the gain; the best it can make afterwards, by jokers; the kind."""
Pair = tuple[int, int, int, Row, tuple[Kind, Kind]]
"""The same of two neighbouring colours together."""
Plain = tuple[int, int, int, tuple[Kind, Kind]]
"""A pair without jokers: what it packs, the best it makes now and afterwards, afterwards alone, the kinds."""


class Budget:
    """How many nodes may be looked at, and how many were."""

    __slots__ = ("limit", "used")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0

    def spend(self) -> None:
        """Look at one more node. Raises ``BudgetUsed`` when no more may be."""
        if self.used == self.limit:
            raise BudgetUsed
        self.used += 1


class BudgetUsed(Exception):  # not an error: how a pass that may not go on ends
    """The node budget is used up."""


class Task(NamedTuple):
    """What is asked, number by number: the counts of each colour, the weights, and the jokers."""

    lowest: tuple[bytes, ...]
    """By colour, how many tiles of each number must be used."""
    highest: tuple[bytes, ...]
    tile: tuple[int, ...]
    joker: tuple[int, ...]
    """What a joker weighs, less ``joker_weight``."""
    joker_weight: int
    """The most a joker weighs anywhere."""
    fewest_jokers: int
    jokers: int
    named: bool

    def turned(self) -> "Task":
        """Return the same task with the numbers in the other order."""
        return self._replace(
            lowest=tuple(counts[::-1] for counts in self.lowest),
            highest=tuple(counts[::-1] for counts in self.highest),
            tile=self.tile[::-1],
            joker=self.joker[::-1],
        )


Ways = tuple[tuple[int, int], ...]
"""How many jokers go into groups of a number, and the most tiles that go with them."""

GROUPS = 0xFFFF
"""The bits of a choice that say what its groups must and may take."""


@cache
def _group_ways(code: int) -> Ways:
    """List the useful ways to make groups: of packed lows and highs, jokers left, and whether a run lies.

    With a run on the table spare jokers have room at its end; in a group they must earn a tile.
    """
    low = [code >> 4 * c & 3 for c in range(4)]
    high = [code >> 4 * c + 2 & 3 for c in range(4)]
    ways: list[tuple[int, int]] = []
    for jokers in range((code >> 17) + 1):
        total = most_in_groups(low, high, jokers)
        if total >= 0 and (not ways or total > ways[-1][1] or not code >> 16 & 1):
            ways.append((jokers, total))
    return tuple(ways)


class Sweep:
    """One way through the numbers: its choices, the bounds in use, and how far a pass has come."""

    def __init__(self, task: Task, budget: Budget, *, is_up: bool) -> None:
        self.is_up = is_up
        if not is_up:
            task = task.turned()
        self.fewest_jokers, self.jokers = task.fewest_jokers, task.jokers
        self.named, self.joker_weight = task.named, task.joker_weight
        self.budget = budget
        self.prices = Prices(task.tile, task.tile, task.joker)
        self.group_room: list[Counts] = [
            _group_room(counts, task.jokers) for counts in zip(*task.highest, strict=True)
        ]
        self.colours = [
            run_choices(
                Supply(
                    lowest=task.lowest[c],
                    highest=task.highest[c],
                    grouped=bytes([room[c] for room in self.group_room]),
                    jokers=task.jokers,
                    named=task.named,
                )
            )
            for c in range(4)
        ]
        self.start()

    def free_bounds(self) -> Bounds:
        """Return the bounds when a tile in a group costs nothing."""
        return free_bounds(self.colours, self.jokers, self.prices)

    def use(self, bounds: Bounds) -> int:
        """Use these bounds for the next passes, and return the overall bound."""
        self.bounds = bounds
        self.plain: list[dict[int, tuple[int, list[Plain]]]] = [{} for _ in range(26)]
        self.pairs: list[dict[int, tuple[list[int], list[Pair]]]] = [{} for _ in range(26)]
        self.options: list[dict[int, tuple[Row, list[Option]]]] = [{} for _ in range(52)]
        self.to_come: list[dict[int, list[int]]] = [{} for _ in range(13)]
        return self.joker_weight * self.jokers + bounds.at_start()[self.jokers]

    def start(self) -> None:
        """Begin a pass."""
        state = START | spare_jokers(self.jokers, has_run=False)
        self.nodes: list[Node] = [(0, self.joker_weight * self.jokers, state, None, (), 0)]
        self.number = 0
        self.spent = 0

    @property
    def cost(self) -> int:
        """The nodes this pass has looked at, with those it looks at next."""
        return self.spent + len(self.nodes)

    def advance(self, layer: Layer) -> None:
        """Advance by one number."""
        for node in self.nodes:
            self.budget.spend()
            self._expand(self.number, node, layer)
        self.spent += len(self.nodes)
        self.number += 1
        self.nodes = layer.best()

    def _expand(self, number: int, node: Node, layer: Layer) -> None:
        """Add every joint choice of the four colours that can still matter."""
        state = node[2]
        left = state >> LEFT & 7
        if left == 0:
            self._expand_plain(number, node, layer)
            return
        _, first = self._pairs(number, 0, state & PAIR)
        best_second, second = self._pairs(number, 1, state >> 24 & PAIR)
        base, returned = node[1], self.bounds.returned[number]
        rest = add_rows(returned, best_second)
        has_run = not self.named and state >> ROOM == HAS_RUN
        # Each loop replaces what two colours could make at best by what this choice of theirs can.
        for pair0 in first:
            jokers0, packed0, gain0, row0, _ = pair0
            left0 = left - jokers0
            if left0 < 0 or base + gain0 + max(map(add, row0, rest[left0::-1])) < layer.limit:
                continue
            missing = layer.limit - base - gain0 - returned[left0] - row0[left0]
            for pair1 in second:
                jokers1, packed1, gain1, row1, _ = pair1
                left1 = left0 - jokers1
                if left1 < 0 or gain1 + row1[left1] < missing:
                    continue
                packed = packed0 + packed1
                lies = has_run or (not self.named and (packed >> TILES & 63 > 0 or left1 < left))
                ways = _group_ways(packed >> CODE & GROUPS | lies << 16 | left1 << 17)
                if ways:
                    self._join(number, node, pair0, pair1, ways, left1, lies, layer)

    def _expand_plain(self, number: int, node: Node, layer: Layer) -> None:
        """Do the same where no jokers are left."""
        _, base, state, _, _, _ = node
        _, first = self._plain(number, 0, state & PAIR)
        best_second, second = self._plain(number, 1, state >> 24 & PAIR)
        free = base + self.bounds.returned[number][0]
        later = self.bounds.returned[number + 1][0]
        tile, nodes = self.prices.tile[number], layer.nodes
        had_run = not self.named and state >> ROOM == HAS_RUN
        for packed0, best0, row0, kinds0 in first:
            missing = layer.limit - free - best0
            if best_second < missing:
                continue
            for packed1, best1, row1, kinds1 in second:
                if best1 < missing:
                    continue
                packed = packed0 + packed1
                ways = _group_ways(packed >> CODE & GROUPS)
                if not ways:
                    continue
                tiles = packed >> TILES & 63
                has_run = had_run or (tiles > 0 and not self.named)
                value = base + tile * (tiles + ways[0][1])
                promise = value + later + row0 + row1
                if promise < layer.threshold:
                    continue
                if promise < layer.cut:
                    layer.let_go(promise)
                    missing = layer.limit - free - best0
                    continue
                after = packed & JOINT | (NO_JOKERS_RUN if has_run else NO_JOKERS)
                old = nodes.get(after)
                if old is None or value > old[1]:
                    rank = promise << RANK | packed >> OPEN
                    nodes[after] = (rank, value, after, node, kinds0 + kinds1, 0)
                    if len(nodes) >= 2 * layer.width:
                        layer.shrink()
                        nodes = layer.nodes
                        missing = layer.limit - free - best0

    def _join(  # noqa: PLR0917  # called for every joint choice: names would cost
        self,
        number: int,
        node: Node,
        pair0: Pair,
        pair1: Pair,
        ways: Ways,
        left: int,
        has_run: bool,
        layer: Layer,
    ) -> None:
        """Add the states that one joint choice leads to, with each useful number of jokers in groups."""
        jokers0, packed0, _, row0, kinds0 = pair0
        jokers1, packed1, _, row1, kinds1 = pair1
        run_jokers, packed = jokers0 + jokers1, packed0 + packed1
        joint = packed & JOINT
        tile, joker = self.prices.tile[number], self.prices.joker[number]
        base = node[1] + tile * (packed >> TILES & 63) + joker * run_jokers
        row = self.to_come[number].get(joint)
        if row is None:
            row = self.to_come[number][joint] = add_rows(
                add_rows(self.bounds.returned[number + 1], row0), row1
            )
        for group_jokers, total in ways:
            value = base + tile * total + joker * group_jokers
            after = left - group_jokers
            if number == 12 and not has_run:
                if self.jokers - after < self.fewest_jokers:
                    continue
                value -= self.joker_weight * after
            promise = value + row[after]
            if promise < layer.threshold:
                continue
            if promise < layer.cut:
                layer.let_go(promise)
                continue
            state = joint | spare_jokers(after, has_run=has_run)
            old = layer.nodes.get(state)
            if old is None or value > old[1]:
                rank = promise << RANK | 16 * after + (packed >> OPEN)
                layer.nodes[state] = (rank, value, state, node, kinds0 + kinds1, group_jokers)
                if len(layer.nodes) >= 2 * layer.width:
                    layer.shrink()

    def _plain(self, number: int, side: int, states: int) -> tuple[int, list[Plain]]:
        """Return the best two colours can make from their states on without jokers, and all they can do."""
        known = self.plain[2 * number + side]
        found = known.get(states)
        if found is None:
            best, pairs = self._pairs(number, side, states)
            found = known[states] = (
                best[0],
                [
                    (packed, gain + row[0], row[0], kinds)
                    for jokers, packed, gain, row, kinds in pairs
                    if jokers == 0 and row[0] >= FINISHED
                ],
            )
        return found

    def _pairs(self, number: int, side: int, states: int) -> tuple[list[int], list[Pair]]:
        """Return the best two colours can make from their states on, by jokers, and all they can do now."""
        known = self.pairs[2 * number + side]
        found = known.get(states)
        if found is None:
            found = known[states] = self._join_colours(number, 2 * side, (states & 0xFFF, states >> 12))
        return found

    def _join_colours(self, number: int, c: int, states: tuple[int, int]) -> tuple[list[int], list[Pair]]:
        """List what two colours can do together in their states at a number."""
        best0, options0 = self._options(number, c, states[0])
        best1, options1 = self._options(number, c + 1, states[1])
        return add_rows(best0, best1), [
            (jokers0 + jokers1, packed0 + packed1, gain0 + gain1, add_rows(row0, row1), (kind0, kind1))
            for jokers0, packed0, gain0, row0, kind0 in options0
            for jokers1, packed1, gain1, row1, kind1 in options1
        ]

    def _options(self, number: int, c: int, state: int) -> tuple[Row, list[Option]]:
        """Return the best one colour can make from a state on, by jokers, and all it can do now."""
        known = self.options[4 * number + c]
        found = known.get(state)
        if found is None:
            found = known[state] = self._list_options(number, c, state)
        return found

    def _list_options(self, number: int, c: int, state: int) -> tuple[Row, list[Option]]:
        """Compute the options, without those that cannot be finished."""
        step, future = self.colours[c][number], self.bounds.futures[c]
        place = step.places[state]
        gains = self.bounds.prices[c].gains(step, number)
        options = []
        for kind, jokers, to in step.choices[step.most[place]][place]:
            row = future[number + 1][to]
            if max(row) >= FINISHED:
                done, after = step.kinds[kind], step.after[to]
                packed = after << 12 * c | (done.low | done.high << 2) << CODE + 4 * c
                packed |= done.tiles << TILES | after >> 8 << OPEN
                options.append((jokers, packed, gains[kind], row, done))
        return future[number][place], options

    def columns(self, node: Node) -> list[Column]:
        """Say what is used of each number, from 1 up, on the way to a final state."""
        columns: list[Column] = []
        _, _, _, parent, kinds, group_jokers = node
        while parent is not None:
            low, high = [kind.low for kind in kinds], [kind.high for kind in kinds]
            total = most_in_groups(low, high, group_jokers)
            shares = share_out(low, high, total, groups=(total + group_jokers) // 3)
            columns.append(Column(kinds, shares, group_jokers))
            _, _, _, parent, kinds, group_jokers = parent
        return columns[::-1] if self.is_up else columns


NO_JOKERS, NO_JOKERS_RUN = spare_jokers(0, has_run=False), spare_jokers(0, has_run=True)


def _group_room(highest: Sequence[int], jokers: int) -> Counts:
    """Say how many tiles of each colour can be in groups of one number at most."""
    groups = most_groups(highest, jokers)
    return (
        min(highest[0], groups),
        min(highest[1], groups),
        min(highest[2], groups),
        min(highest[3], groups),
    )
