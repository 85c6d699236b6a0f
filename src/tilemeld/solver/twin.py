"""The plain Python twin of the kernel: the same search, the same answers in the same order.

The search goes through the numbers 1-13 with all four colours at once and keeps, for every joint state
it reaches, the best value so far. A state's value and the bound on what may come (``prices``) say how
good it can still get. Each pass keeps only the best states of a number (a beam) and remembers the best
bound it ever let go: if that is no better than the answer, the answer is proven; else a wider pass
follows. docs/solver.md has the argument in full.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .groups import Counts, most_groups, most_in_groups, share_out
from .prices import Bounds, add_rows, free_bounds, priced_bounds
from .rebuild import Column, rebuild
from .runs import NEVER, Choice, Choices, Prices, Row, Supply, run_choices, worth

SCALE = 16
"""Values are multiplied by this, so that prices can be fractions of a tile's weight."""
FIRST_WIDTH = 8
WIDENING = 8
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


class Option(NamedTuple):
    """A choice of one colour with what the beam needs to know about it."""

    choice: Choice
    code: int
    """Low and high of the choice packed for the cache of group totals."""
    gain: int
    row: Row
    """The best this colour alone can make afterwards, by jokers."""


class Node(NamedTuple):
    """A joint state reached: its value, the best it can become, and how it was reached."""

    value: int
    promise: int
    key: tuple[int, int, int, int, int, bool]
    """The four colours' states, jokers left, and whether a run lies already."""
    parent: "Node | None"
    steps: tuple[Choice, ...]
    group_jokers: int


@dataclass(slots=True)
class _Layer:
    """The states reached at one number in one pass: a beam with a memory of what it let go."""

    width: int
    threshold: int
    dropped: int
    nodes: dict[tuple[int, int, int, int, int, bool], Node]
    cut: int = NEVER

    def lacks(self, promise: int) -> bool:
        """Say whether a promise is too low to matter: under the threshold, or surely let go for nothing."""
        return promise < self.threshold or (promise < self.cut and promise <= self.dropped)

    def add(self, node: Node) -> None:
        if node.promise < self.cut:
            self.dropped = max(self.dropped, node.promise)
            return
        old = self.nodes.get(node.key)
        if old is None or node.value > old.value:
            self.nodes[node.key] = node
            if len(self.nodes) >= 2 * self.width:
                self.nodes = {kept.key: kept for kept in self.best()}
                self.cut = next(reversed(self.nodes.values())).promise

    def best(self) -> list[Node]:
        """Return the best states, best first, and let the others go."""
        ranked = sorted(self.nodes.values(), key=lambda node: -node.promise)
        if len(ranked) > self.width:
            self.dropped = max(self.dropped, ranked[self.width].promise)
        return ranked[: self.width]


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
        self.choices: list[Choices] = [
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
        self.totals: dict[tuple[int, int], int] = {}
        self.best: Node | None = None

    def run(self) -> Answer:
        """Search until the answer is proven or the budget is used up."""
        bounds = free_bounds(self.choices, self.jokers, self.prices)
        self._use(bounds)
        try:
            self._prove(bounds)
        except _Budget:
            return self._answer(Status.UNKNOWN if self.best is None else Status.CUT)
        return self._answer(Status.NONE if self.best is None else Status.BEST)

    def _prove(self, bounds: Bounds) -> None:
        """Try for the bound itself, then with prices, then for the best in ever wider passes."""
        if self.bound < self.floor or self._try_for_bound():
            return
        self._use(priced_bounds(self.choices, bounds, self.group_room, self.jokers))
        if self.bound < self.floor or self._try_for_bound():
            return
        width = FIRST_WIDTH
        while self.bound >= self.threshold:
            dropped = self._pass(width, self.threshold)
            self.bound = min(self.bound, max(dropped // SCALE * SCALE, self.threshold - SCALE))
            width *= WIDENING

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
            [_options(self.choices[c], bounds, c, number) for c in range(4)] for number in range(13)
        ]

    def _try_for_bound(self) -> bool:
        """Look, in a narrow pass, for an answer as good as the bound."""
        dropped = self._pass(FIRST_WIDTH, self.bound)
        if self.best is None and dropped < self.bound:
            self.bound -= SCALE
        return self.best is not None or self.bound < self.floor

    def _pass(self, width: int, threshold: int) -> int:
        """Sweep through the numbers once, update the answer, and return the best promise let go."""
        start = Node(self.joker_weight * self.jokers, 0, (0, 0, 0, 0, self.jokers, False), None, (), 0)
        nodes, dropped = [start], NEVER
        for number in range(13):
            layer = _Layer(width, threshold, dropped, {})
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
        left = node.key[4]
        options = self.options[number]
        rows = self.bounds.rows
        to_come = [rows[c][number][node.key[c]][left] for c in range(4)]
        base = node.value + self.bounds.returned[number][left]
        others = base + to_come[1] + to_come[2] + to_come[3]
        for first in options[0][node.key[0]]:
            left1 = left - first.choice.jokers
            if left1 < 0 or layer.lacks(others + first.gain + first.row[left1]):
                continue
            others1 = base + first.gain + first.row[left1] + to_come[2] + to_come[3]
            for second in options[1][node.key[1]]:
                left2 = left1 - second.choice.jokers
                row2 = second.gain + second.row[left - second.choice.jokers] if left2 >= 0 else 0
                if left2 < 0 or layer.lacks(others1 + row2):
                    continue
                others2 = others1 - to_come[2] + row2
                for third in options[2][node.key[2]]:
                    left3 = left2 - third.choice.jokers
                    row3 = third.gain + third.row[left - third.choice.jokers] if left3 >= 0 else 0
                    if left3 < 0 or layer.lacks(others2 + row3):
                        continue
                    others3 = others2 - to_come[3] + row3
                    for fourth in options[3][node.key[3]]:
                        left4 = left3 - fourth.choice.jokers
                        if left4 < 0 or layer.lacks(
                            others3 + fourth.gain + fourth.row[left - fourth.choice.jokers]
                        ):
                            continue
                        self._join(number, node, (first, second, third, fourth), layer)

    def _join(
        self, number: int, node: Node, steps: tuple[Option, Option, Option, Option], layer: _Layer
    ) -> None:
        """Add the states that one joint choice leads to, with each useful number of jokers in groups."""
        chosen = tuple(step.choice for step in steps)
        code = steps[0].code | steps[1].code << 4 | steps[2].code << 8 | steps[3].code << 12
        tiles = chosen[0].tiles + chosen[1].tiles + chosen[2].tiles + chosen[3].tiles
        run_jokers = chosen[0].jokers + chosen[1].jokers + chosen[2].jokers + chosen[3].jokers
        has_run = not self.named and (node.key[5] or tiles + run_jokers > 0)
        tile, joker = self.prices.tile[number], self.prices.joker[number]
        left = node.key[4] - run_jokers
        most = -1
        for group_jokers in range(left + 1):
            total = self._group_total(code, group_jokers)
            # With a run on the table spare jokers have room at its end; in a group they must earn a tile.
            if total < 0 or (has_run and total <= most):
                continue
            most = total
            value = node.value + tile * (tiles + total) + joker * (run_jokers + group_jokers)
            after = left - group_jokers
            key = (chosen[0].state, chosen[1].state, chosen[2].state, chosen[3].state, after, has_run)
            if number == 12:
                if not has_run:
                    if self.jokers - after < self.fewest_jokers:
                        continue
                    value -= self.joker_weight * after
                promise = value
            else:
                promise = value + self._promise(number + 1, steps, after)
            if promise < layer.threshold or (has_run and self._is_dominated(layer, key, value)):
                continue
            layer.add(Node(value, promise, key, node, chosen, group_jokers))

    def _group_total(self, code: int, group_jokers: int) -> int:
        """Return the most tiles in groups for packed lows and highs, remembering what was asked."""
        total = self.totals.get((code, group_jokers))
        if total is None:
            low = [code >> 4 * c & 3 for c in range(4)]
            high = [code >> 4 * c + 2 & 3 for c in range(4)]
            total = self.totals[code, group_jokers] = most_in_groups(low, high, group_jokers)
        return total

    def _promise(self, number: int, steps: tuple[Option, Option, Option, Option], jokers: int) -> int:
        """Return the bound on what is still to come from a number on, with so many jokers left."""
        returned = self.bounds.returned[number]
        if jokers == 0:
            return returned[0] + steps[0].row[0] + steps[1].row[0] + steps[2].row[0] + steps[3].row[0]
        total = returned[: jokers + 1]
        for step in steps:
            total = add_rows(total, step.row)
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
        return Answer(status, value, bound, self.used, rebuild(_columns(self.best), spare))


def _group_room(highest: Sequence[int], jokers: int) -> Counts:
    """Say how many tiles of each colour can be in groups of one number at most."""
    groups = most_groups(highest, jokers)
    return (
        min(highest[0], groups),
        min(highest[1], groups),
        min(highest[2], groups),
        min(highest[3], groups),
    )


def _options(choices: Choices, bounds: Bounds, colour: int, number: int) -> list[list[Option]]:
    """Prepare the choices of a colour at a number, without those that cannot be finished."""
    prices, rows = bounds.prices[colour], bounds.rows[colour][number + 1]
    return [
        [
            Option(choice, choice.low | choice.high << 2, worth(choice, prices, number), rows[choice.state])
            for choice in state
            if rows[choice.state][-1] > NEVER // 2
        ]
        for state in choices[number]
    ]


def _columns(node: Node) -> list[Column]:
    """Say what is used of each number on the way to a final state."""
    columns: list[Column] = []
    while node.parent is not None:
        low = [step.low for step in node.steps]
        high = [step.high for step in node.steps]
        total = most_in_groups(low, high, node.group_jokers)
        groups = (total + node.group_jokers) // 3
        columns.append(
            Column(
                tuple(step.tiles for step in node.steps),  # type: ignore[arg-type]  # four steps
                tuple(step.jokers for step in node.steps),  # type: ignore[arg-type]  # four steps
                share_out(low, high, total, groups=groups),
                node.group_jokers,
            )
        )
        node = node.parent
    columns.reverse()
    return columns
