"""The plain Python twin of the kernel: the same search, the same answers in the same order.

The search goes through the numbers 1-13 with all four colours at once and keeps, for every joint state
it reaches, the best value so far. A state's value and the bound on what may come (``prices``) say how
good it can still get. Each pass keeps only the best states of a number (a beam) and remembers the best
bound it ever let go: if that is no better than the answer, the answer is proven; else a wider pass
follows. docs/solver.md has the argument in full.
"""

from collections.abc import Sequence
from functools import cache
from operator import add, itemgetter
from typing import NamedTuple

from .groups import Counts, most_groups, most_in_groups, share_out
from .prices import Bounds, Stage, add_rows, free_bounds, priced_bounds
from .rebuild import Column, rebuild
from .runs import NEVER, NO_RUNS, Kind, Prices, Row, Supply, run_choices

SCALE = 16
"""Values are multiplied by this, so that prices can be fractions of a tile's weight."""
FIRST_WIDTH = 4
"""How many states the first pass keeps at each number."""
SECOND_WIDTH = 16
"""How many the second keeps: the last before there are prices."""
THIRD_WIDTH = 64
"""How many the third keeps: the last that lets states go."""
FEW = Stage(steps=30, patience=3)
MANY = Stage(steps=100, patience=6)
"""How prices are moved before the third pass, and before those that let nothing go: long where needed."""
EVERYTHING = 0xFFFFFF
"""So wide that nothing is let go."""
AIM_PART = 8
"""The first pass that lets nothing go looks at this part of what lies between the answer and the bound, but
at least at the bound and what is next to it: a pass for the bound alone costs nearly as much."""
NO_BUDGET = -1
FINISHED = NEVER // 2
"""Below this there is a state that cannot be finished."""


class Status:
    """How a search ended."""

    NONE = 0
    """No answer reaches the floor: proven."""
    BEST = 1
    """The answer is the best there is: proven."""
    CUT = 2
    """The budget ran out; the answer may not be the best."""
    UNKNOWN = 3
    """The budget ran out before there was an answer."""


class Answer(NamedTuple):
    """What a search returns; kernel and twin return the same."""

    status: int
    value: int
    bound: int
    nodes: int
    sets: bytes


def search(
    lowest: bytes,
    highest: bytes,
    jokers: tuple[int, int],
    weights: tuple[Sequence[int], Sequence[int]],
    limits: tuple[int, int, int],
) -> Answer:
    """Return the heaviest tiles that split into sets, between the lowest and highest counts of each face.

    ``jokers`` are the fewest and most jokers used, ``weights`` those of tiles and of jokers by number (a
    joker that does not weigh the same everywhere is one that counts as what it stands for), ``limits`` are
    the value from which an answer counts, the value known to be the highest possible, and the budget in
    nodes (-1 for none).
    """
    return _Search(lowest, highest, jokers=jokers, weights=weights, limits=limits).run()


class _Budget(Exception):  # not an error: how a pass that may not go on ends
    """The nodes are used up."""


# A joint state is one whole number: twelve bits for the open runs of each colour (runs.State), the jokers
# left and whether a run lies, so that spare ones have room. More is better in every part of it, and the bit
# above each part is free, so that one subtraction says whether one state can do all that another can. What
# choices add is packed above it, so that the choices of several colours are joined by adding them up.
PAIR = 0xFFFFFF
JOINT = 0xFFFFFFFFFFFF
LEFT = 48
ROOM = 52
HAS_RUN = 7
"""The room for spare jokers once a run lies; without one only as many jokers are as good."""
GUARDS = 0x88888888888888
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

Node = tuple[int, int, int, "Node | None", tuple[Kind, ...], int]
"""A joint state reached: its rank, its value, the state, and how it was reached: the node before, what each
colour did, the jokers in groups. The rank is the best it can become; of equals, more jokers left and more
open runs are better."""


class _Layer:
    """The states reached at one number in one pass: a beam with a memory of what it let go."""

    __slots__ = ("cut", "dropped", "limit", "nodes", "threshold", "width")

    def __init__(self, width: int, threshold: int, dropped: int) -> None:
        self.width = width
        self.threshold = threshold
        self.dropped = dropped
        self.limit = threshold
        """Under this a promise does not matter: below the threshold, or let go and no better than others."""
        self.nodes: dict[int, Node] = {}
        self.cut = NEVER

    def shrink(self) -> None:
        """Keep the best states only; from now on a state must be better than the last of them."""
        kept = self.best()
        self.nodes = {node[2]: node for node in kept}
        if len(kept) == self.width:
            self.cut = kept[-1][0] >> RANK
        self.limit = max(self.threshold, min(self.cut, self.dropped + 1))

    def let_go(self, promise: int) -> None:
        """Remember the promise of a state that is not kept."""
        self.dropped = max(self.dropped, promise)
        self.limit = max(self.threshold, min(self.cut, self.dropped + 1))

    def best(self) -> list[Node]:
        """Return the best states, best first, and let the others go."""
        ranked = _needed(sorted(self.nodes.values(), key=itemgetter(0), reverse=True))
        if len(ranked) > self.width:
            self.dropped = max(self.dropped, ranked[self.width][0] >> RANK)
        return ranked[: self.width]


RANK = 7
"""How many bits of a rank decide between equal promises."""


def _needed(ranked: list[Node]) -> list[Node]:
    """Leave out the states that an earlier one outdoes: no less value, and no part of the state is less."""
    needed: list[Node] = []
    better: list[tuple[int, int]] = []
    for node in ranked:
        value, state = node[1], node[2]
        for other, guarded in better:
            if guarded - state & GUARDS == GUARDS and other >= value:
                break
        else:
            needed.append(node)
            better.append((value, state | GUARDS))
    return needed


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


class _Search:
    """One search: the question, its bounds and the best answer so far."""

    def __init__(
        self,
        lowest: bytes,
        highest: bytes,
        *,
        jokers: tuple[int, int],
        weights: tuple[Sequence[int], Sequence[int]],
        limits: tuple[int, int, int],
    ) -> None:
        self.fewest_jokers, self.jokers = jokers
        self.named = min(weights[1]) != max(weights[1])
        self.joker_weight = SCALE * max(weights[1])
        tile = [SCALE * weight for weight in weights[0]]
        joker = [SCALE * weight - self.joker_weight for weight in weights[1]]
        self.prices = Prices(tile, tile, joker)
        self.floor = limits[0] * SCALE
        self.ceiling = limits[1] * SCALE
        self.bound = self.ceiling
        self.budget = limits[2]
        self.used = 0
        by_number = [[highest[c * 13 + number] for c in range(4)] for number in range(13)]
        self.group_room: list[Counts] = [_group_room(counts, self.jokers) for counts in by_number]
        self.colours = [
            run_choices(
                Supply(
                    lowest[c * 13 : c * 13 + 13],
                    highest[c * 13 : c * 13 + 13],
                    bytes([room[c] for room in self.group_room]),
                    self.jokers,
                    self.named,
                )
            )
            for c in range(4)
        ]
        self.best: Node | None = None

    def run(self) -> Answer:
        """Search until the answer is proven or the budget is used up."""
        self._use(free_bounds(self.colours, self.jokers, self.prices))
        try:
            self._prove()
        except _Budget:
            return self._answer(Status.UNKNOWN if self.best is None else Status.CUT)
        return self._answer(Status.NONE if self.best is None else Status.BEST)

    def _prove(self) -> None:
        """Try for the bound itself, then for the best; then with prices in ever wider passes."""
        if self.bound < self.floor or self._try_for_bound():
            return
        self._pass_for(SECOND_WIDTH, self.threshold)
        if self.bound >= self.threshold:
            self._reprice(FEW)
        if self.bound >= self.threshold:
            self._pass_for(THIRD_WIDTH, self.threshold)
        if self.bound >= self.threshold:
            self._reprice(MANY)
        self._pass_down()

    def _pass_down(self) -> None:
        """Let nothing go, but look near the bound first: the higher the aim, the less there is to look at."""
        part = AIM_PART
        while self.bound >= self.threshold:
            gap = (self.bound - self.threshold) // SCALE
            self._pass_for(EVERYTHING, self.bound - min(gap, max(1, gap // part)) * SCALE)
            part = 1

    def _reprice(self, stage: Stage) -> None:
        """Lower the bounds by better prices."""
        self._use(priced_bounds(self.colours, self.bounds, self.group_room, stage=stage))

    def _pass_for(self, width: int, aim: int) -> None:
        """Look for an answer of at least the aim; without one, everything is below it or was let go."""
        dropped = self._pass(width, aim)
        known = max(aim, self.threshold) - SCALE
        self.bound = min(self.bound, max(dropped // SCALE * SCALE, known))

    @property
    def threshold(self) -> int:
        """The least value that would be better than the answer so far."""
        return self.floor if self.best is None else self.best[1] + SCALE

    def _use(self, bounds: Bounds) -> None:
        """Take these bounds for the passes to come."""
        self.bounds = bounds
        start = self.joker_weight * self.jokers + bounds.at_start()[self.jokers]
        self.bound = min(self.bound, max(-SCALE, start // SCALE * SCALE))
        self.plain: list[dict[int, tuple[int, list[Plain]]]] = [{} for _ in range(26)]
        self.pairs: list[dict[int, tuple[list[int], list[Pair]]]] = [{} for _ in range(26)]
        self.options: list[dict[int, tuple[Row, list[Option]]]] = [{} for _ in range(52)]
        self.to_come: list[dict[int, list[int]]] = [{} for _ in range(13)]

    def _try_for_bound(self) -> bool:
        """Look, in a narrow pass, for an answer as good as the bound."""
        dropped = self._pass(FIRST_WIDTH, self.bound)
        if self.best is None and dropped < self.bound:
            self.bound -= SCALE
        return self.best is not None or self.bound < self.floor

    def _pass(self, width: int, threshold: int) -> int:
        """Sweep through the numbers once, update the answer, and return the best promise let go."""
        jokers = self.jokers
        nodes: list[Node] = [(0, self.joker_weight * jokers, START | _spare(jokers, False), None, (), 0)]
        dropped = NEVER
        for number in range(13):
            layer = _Layer(width, threshold, dropped)
            for node in nodes:
                self._expand(number, node, layer)
            nodes = layer.best()
            dropped = layer.dropped
        if nodes:
            self.best = nodes[0]
        return dropped

    def _expand(self, number: int, node: Node, layer: _Layer) -> None:
        """Add every joint choice of the four colours that can still matter."""
        if self.used == self.budget:
            raise _Budget
        self.used += 1
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

    def _expand_plain(self, number: int, node: Node, layer: _Layer) -> None:
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
        layer: _Layer,
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
            state = joint | _spare(after, has_run)
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
        """Work the options out, without those that cannot be finished."""
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

    def _answer(self, status: int) -> Answer:
        """Write the best answer out."""
        if self.best is None:
            return Answer(status, 0, self.bound // SCALE, self.used, b"")
        _, value, state, _, _, _ = self.best
        value //= SCALE
        bound = value if status == Status.BEST else self.bound // SCALE
        spare = state >> LEFT & 7 if state >> ROOM == HAS_RUN else 0
        return Answer(status, value, bound, self.used, rebuild(self._columns(self.best), spare))

    def _columns(self, node: Node) -> list[Column]:
        """Say what is used of each number on the way to a final state."""
        columns: list[Column] = []
        _, _, _, parent, kinds, group_jokers = node
        while parent is not None:
            low, high = [kind.low for kind in kinds], [kind.high for kind in kinds]
            total = most_in_groups(low, high, group_jokers)
            shares = share_out(low, high, total, groups=(total + group_jokers) // 3)
            columns.append(Column(kinds, shares, group_jokers))
            _, _, _, parent, kinds, group_jokers = parent
        columns.reverse()
        return columns


START = NO_RUNS * 0x1001001001
"""No open runs of any colour."""


def _spare(jokers: int, has_run: bool) -> int:
    """Write down the jokers left and whether there is room for spare ones."""
    return jokers << LEFT | (HAS_RUN if has_run else 6 - jokers) << ROOM


NO_JOKERS, NO_JOKERS_RUN = _spare(0, False), _spare(0, True)


def _group_room(highest: Sequence[int], jokers: int) -> Counts:
    """Say how many tiles of each colour can be in groups of one number at most."""
    groups = most_groups(highest, jokers)
    return (
        min(highest[0], groups),
        min(highest[1], groups),
        min(highest[2], groups),
        min(highest[3], groups),
    )
