"""The plain Python twin of the kernel: the same search, the same answers in the same order.

The search goes through the numbers 1-13 with all four colours at once and keeps, for every joint state
it reaches, the best value so far. A state's value and the bound on what may come (``prices``) say how
good it can still get. Each pass keeps only the best states of a number (a beam) and remembers the best
bound it ever let go: if that is no better than the answer, the answer is proven; else a wider pass
follows. docs/solver.md has the argument in full.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import ge
from typing import NamedTuple

from .groups import Counts, most_groups, most_in_groups, share_out
from .prices import Bounds, Stage, add_rows, free_bounds, priced_bounds
from .rebuild import Column, rebuild
from .runs import NEVER, Colour, Prices, State, Supply, run_choices

SCALE = 16
"""Values are multiplied by this, so that prices can be fractions of a tile's weight."""
FIRST_WIDTH = 8
"""How many states the first passes keep at each number."""
EVERYTHING = 0xFFFFFF
"""So wide that nothing is let go."""
FIRST_STAGE = Stage(steps=6, patience=3)
"""How the prices are moved before the second pass."""
WIDER = (
    (64, Stage(steps=30, patience=3)),
    (512, Stage(steps=0, patience=1)),
    (EVERYTHING, Stage(steps=300, patience=10)),
)
"""The wider passes and how the prices are moved before each: long only where it is needed."""
NO_BUDGET = -1


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


Option = tuple[int, int, int, int, int, tuple[int, ...]]
"""A choice of one colour as the beam needs it: its kind, jokers, packed low and high, gain, next state, and
the best this colour alone can make afterwards by jokers."""

Key = tuple[int, int, int, int, int, bool]
"""The four colours' states, jokers left, and whether a run lies already."""


class Node(NamedTuple):
    """A joint state reached: its value, the best it can become, and how it was reached."""

    value: int
    promise: int
    spare: int
    """What decides between equal promises: jokers left and long runs that may go on."""
    key: Key
    parent: "Node | None"
    kinds: tuple[int, ...]
    group_jokers: int


@dataclass(slots=True)
class _Layer:
    """The states reached at one number in one pass: a beam with a memory of what it let go."""

    width: int
    threshold: int
    dropped: int
    limit: int
    """Under this a promise does not matter: below the threshold, or let go without raising ``dropped``."""
    nodes: dict[Key, Node]
    states: list[list[State]]
    """What each colour's states at this number are."""
    cut: int = NEVER

    def add(self, node: Node) -> None:
        """Keep the state if it is the best of its key and among the best of the layer."""
        if node.promise < self.cut:
            self.dropped = max(self.dropped, node.promise)
        else:
            old = self.nodes.get(node.key)
            if old is None or node.value > old.value:
                self.nodes[node.key] = node
            if len(self.nodes) < 2 * self.width:
                return
            kept = self.best()
            self.nodes = {node.key: node for node in kept}
            if len(kept) == self.width:
                self.cut = kept[-1].promise
        self.limit = max(self.threshold, min(self.cut, self.dropped + 1))

    def best(self) -> list[Node]:
        """Return the best states, best first, and let the others go."""
        ranked = self._needed(sorted(self.nodes.values(), key=lambda node: (-node.promise, -node.spare)))
        if len(ranked) > self.width:
            self.dropped = max(self.dropped, ranked[self.width].promise)
        return ranked[: self.width]

    def _needed(self, ranked: list[Node]) -> list[Node]:
        """Leave out the states that an earlier one of the same short runs outdoes.

        Long runs may stop, and spare jokers have room once a run lies: a state with no fewer of both and no
        less value can do all that the other can.
        """
        needed = []
        alike: dict[tuple[object, ...], list[tuple[int, ...]]] = {}
        for node in ranked:
            key, states = node.key, self.states
            s0, s1, s2, s3 = states[0][key[0]], states[1][key[1]], states[2][key[2]], states[3][key[3]]
            shape = (s0[:2], s1[:2], s2[:2], s3[:2], key[5] or key[4], key[5])
            mine = (node.value, key[4], s0[2], s1[2], s2[2], s3[2])
            others = alike.setdefault(shape, [])
            if not any(all(map(ge, other, mine)) for other in others):
                others.append(mine)
                needed.append(node)
        return needed


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
                    [room[c] for room in self.group_room],
                    self.jokers,
                    self.named,
                )
            )
            for c in range(4)
        ]
        self.states = [[colour.states[number] for colour in self.colours] for number in range(14)]
        self.longs = [
            [[state[2] for state in colour.states[number]] for colour in self.colours] for number in range(14)
        ]
        self.totals: dict[tuple[int, int], int] = {}
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
        """Try for the bound itself, then with prices, then for the best in ever wider passes."""
        if self.bound < self.floor or self._try_for_bound():
            return
        self._reprice(FIRST_STAGE)
        if self.bound < self.floor or self._try_for_bound():
            return
        self._pass_for_best(FIRST_WIDTH)
        wider = iter(WIDER)
        while self.bound >= self.threshold:
            width, stage = next(wider)
            self._reprice(stage)
            self._pass_for_best(width)

    def _reprice(self, stage: Stage) -> None:
        """Lower the bounds by better prices."""
        self._use(priced_bounds(self.colours, self.bounds, self.group_room, stage=stage))

    def _pass_for_best(self, width: int) -> None:
        """Look for anything better than the answer so far, and for how much better it could be."""
        dropped = self._pass(width, self.threshold)
        self.bound = min(self.bound, max(dropped // SCALE * SCALE, self.threshold - SCALE))

    @property
    def threshold(self) -> int:
        """The least value that would be better than the answer so far."""
        return self.floor if self.best is None else self.best.value + SCALE

    def _use(self, bounds: Bounds) -> None:
        """Take these bounds for the passes to come."""
        self.bounds = bounds
        start = self.joker_weight * self.jokers + bounds.at_start()[self.jokers]
        self.bound = min(self.bound, start // SCALE * SCALE)
        self.options = [
            [_options(self.colours[c], bounds, c, number) for c in range(4)] for number in range(13)
        ]

    def _try_for_bound(self) -> bool:
        """Look, in a narrow pass, for an answer as good as the bound."""
        dropped = self._pass(FIRST_WIDTH, self.bound)
        if self.best is None and dropped < self.bound:
            self.bound -= SCALE
        return self.best is not None or self.bound < self.floor

    def _pass(self, width: int, threshold: int) -> int:
        """Sweep through the numbers once, update the answer, and return the best promise let go."""
        start = Node(self.joker_weight * self.jokers, 0, 0, (0, 0, 0, 0, self.jokers, False), None, (), 0)
        nodes, dropped = [start], NEVER
        for number in range(13):
            layer = _Layer(width, threshold, dropped, threshold, {}, self.states[number + 1])
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
        key = node.key
        left = key[4]
        first, second, third, fourth = (self.options[number][c][key[c]] for c in range(4))
        to_come = [self.bounds.rows[c][number][left][key[c]] for c in range(4)]
        promise = node.value + self.bounds.returned[number][left] + sum(to_come)
        # Each loop replaces what a colour could make at best by what this choice of it can.
        for option0 in first:
            left0 = left - option0[1]
            promise0 = promise - to_come[0] + option0[3] + option0[5][left0]
            if left0 < 0 or promise0 < layer.limit:
                continue
            for option1 in second:
                left1 = left0 - option1[1]
                promise1 = promise0 - to_come[1] + option1[3] + option1[5][left - option1[1]]
                if left1 < 0 or promise1 < layer.limit:
                    continue
                for option2 in third:
                    left2 = left1 - option2[1]
                    promise2 = promise1 - to_come[2] + option2[3] + option2[5][left - option2[1]]
                    if left2 < 0 or promise2 < layer.limit:
                        continue
                    for option3 in fourth:
                        left3 = left2 - option3[1]
                        promise3 = promise2 - to_come[3] + option3[3] + option3[5][left - option3[1]]
                        if left3 >= 0 and promise3 >= layer.limit:
                            self._join(number, node, (option0, option1, option2, option3), left3, layer)

    def _join(
        self, number: int, node: Node, steps: tuple[Option, Option, Option, Option], left: int, layer: _Layer
    ) -> None:
        """Add the states that one joint choice leads to, with each useful number of jokers in groups."""
        kinds0, jokers0, code0, _, state0, row0 = steps[0]
        kinds1, jokers1, code1, _, state1, row1 = steps[1]
        kinds2, jokers2, code2, _, state2, row2 = steps[2]
        kinds3, jokers3, code3, _, state3, row3 = steps[3]
        code = code0 | code1 << 6 | code2 << 12 | code3 << 18
        tiles = (code0 >> 4) + (code1 >> 4) + (code2 >> 4) + (code3 >> 4)
        run_jokers = jokers0 + jokers1 + jokers2 + jokers3
        has_run = not self.named and (node.key[5] or tiles + run_jokers > 0)
        tile, joker = self.prices.tile[number], self.prices.joker[number]
        base = node.value + tile * tiles + joker * run_jokers
        longs = self.longs[number + 1]
        long_runs = longs[0][state0] + longs[1][state1] + longs[2][state2] + longs[3][state3]
        most = -1
        for group_jokers in range(left + 1):
            total = self._group_total(code, group_jokers)
            # With a run on the table spare jokers have room at its end; in a group they must earn a tile.
            if total < 0 or (has_run and total <= most):
                continue
            most = total
            value = base + tile * total + joker * group_jokers
            after = left - group_jokers
            if number == 12:
                if not has_run:
                    if self.jokers - after < self.fewest_jokers:
                        continue
                    value -= self.joker_weight * after
                promise = value
            else:
                promise = value + self._promise(number + 1, (row0, row1, row2, row3), after)
            key = (state0, state1, state2, state3, after, has_run)
            if promise < layer.threshold or (has_run and self._is_dominated(layer, key, value)):
                continue
            spare = 16 * after + long_runs
            kinds = (kinds0, kinds1, kinds2, kinds3)
            layer.add(Node(value, promise, spare, key, node, kinds, group_jokers))

    def _group_total(self, code: int, group_jokers: int) -> int:
        """Return the most tiles in groups for packed lows and highs, remembering what was asked."""
        total = self.totals.get((code, group_jokers))
        if total is None:
            low = [code >> 6 * c & 3 for c in range(4)]
            high = [code >> 6 * c + 2 & 3 for c in range(4)]
            total = self.totals[code, group_jokers] = most_in_groups(low, high, group_jokers)
        return total

    def _promise(self, number: int, rows: tuple[tuple[int, ...], ...], jokers: int) -> int:
        """Return the bound on what is still to come from a number on, with so many jokers left."""
        total = self.bounds.returned[number]
        if jokers == 0:
            return total[0] + rows[0][0] + rows[1][0] + rows[2][0] + rows[3][0]
        total = total[: jokers + 1]
        for row in rows:
            total = add_rows(total, row)
        return total[jokers]

    def _is_dominated(self, layer: _Layer, key: tuple[int, int, int, int, int, bool], value: int) -> bool:
        """Say whether the same state with more jokers left is worth as much: spare jokers have room."""
        for jokers in range(key[4] + 1, self.jokers + 1):
            other = layer.nodes.get((*key[:4], jokers, True))
            if other is not None and other.value >= value:
                return True
        return False

    def _answer(self, status: int) -> Answer:
        """Write the best answer out."""
        if self.best is None:
            return Answer(status, 0, self.bound // SCALE, self.used, b"")
        value = self.best.value // SCALE
        bound = value if status == Status.BEST else self.bound // SCALE
        spare = self.best.key[4] if self.best.key[5] else 0
        return Answer(status, value, bound, self.used, rebuild(self._columns(self.best), spare))

    def _columns(self, node: Node) -> list[Column]:
        """Say what is used of each number on the way to a final state."""
        columns: list[Column] = []
        number = 13
        while node.parent is not None:
            number -= 1
            kinds = [list(self.colours[c].kinds[number])[node.kinds[c]] for c in range(4)]
            low, high = [kind.low for kind in kinds], [kind.high for kind in kinds]
            total = most_in_groups(low, high, node.group_jokers)
            shares = share_out(low, high, total, groups=(total + node.group_jokers) // 3)
            columns.append(Column(kinds, shares, node.group_jokers))
            node = node.parent
        columns.reverse()
        return columns


def _group_room(highest: Sequence[int], jokers: int) -> Counts:
    """Say how many tiles of each colour can be in groups of one number at most."""
    groups = most_groups(highest, jokers)
    return (
        min(highest[0], groups),
        min(highest[1], groups),
        min(highest[2], groups),
        min(highest[3], groups),
    )


def _options(colour: Colour, bounds: Bounds, c: int, number: int) -> list[list[Option]]:
    """Prepare the choices of a colour at a number for the beam."""
    gains = bounds.prices[c].gains(colour, number)
    rows = list(zip(*bounds.rows[c][number + 1], strict=True))
    codes = [kind.low | kind.high << 2 | kind.tiles << 4 for kind in colour.kinds[number]]
    return [
        [(kind, jokers, codes[kind], gains[kind], state, rows[state]) for kind, jokers, state in choices]
        for choices in colour.choices[number]
    ]
