"""The plain Python twin of the kernel: the same search, the same answers in the same order.

The search goes through the numbers 1-13 with all four colours at once and keeps, for every joint state
it reaches, the best value so far. A state's value and the bound on what may come (``prices``) say how
good it can still get. Each pass keeps only the best states of a number (a beam) and remembers the best
bound it ever let go: if that is no better than the answer, the answer is proven; else a wider pass
follows. docs/solver.md has the argument in full.
"""

from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from .groups import Counts, most_groups, most_in_groups, share_out
from .prices import Bounds, Stage, add_rows, free_bounds, priced_bounds
from .rebuild import Column, rebuild
from .runs import NEVER, Kind, Prices, Supply, run_choices

SCALE = 16
"""Values are multiplied by this, so that prices can be fractions of a tile's weight."""
FIRST_WIDTH = 8
"""How many states the first pass keeps at each number."""
SECOND_WIDTH = 32
"""How many the second keeps: the last before there are prices."""
EVERYTHING = 0xFFFFFF
"""So wide that nothing is let go."""
WIDER = (
    (64, Stage(steps=30, patience=3)),
    (512, Stage(steps=0, patience=1)),
    (EVERYTHING, Stage(steps=300, patience=10)),
)
"""The wider passes and how the prices are moved before each: long only where it is needed."""
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


# A joint state is one whole number: nine bits for each colour's state, jokers left, whether a run lies. What
# choices add is packed above it, so that the choices of several colours are joined by adding them up.
PAIR = 0o777777
JOINT = 0o777777777777
LEFT = 37
HAS_RUN = 41
SHAPE = 0o077077077077 | 1 << HAS_RUN
"""The short runs and whether a run lies."""
SPARE = 0o700700700700 | 7 << LEFT
"""The long runs and the jokers left."""
GUARDS = 0o1001001001000 | 8 << LEFT
"""The bits above the counts of long runs and jokers: a borrow shows there which of two counts is less."""
CODE = 48
TILES = 64
LONGS = 70


Option = tuple[int, int, int, list[int], Kind]
"""What a colour can do at a number: jokers in runs; the state it leaves, what groups may and must take, tiles
in runs and long runs, each in its bits; the gain; the best it can make afterwards, by jokers; the kind."""
Pair = tuple[int, int, int, list[int], tuple[Kind, Kind]]
"""The same of two neighbouring colours together."""


class Node(NamedTuple):
    """A joint state reached: how good it can become, its value, and how it was reached."""

    rank: int
    """The best it can become; of equals, more jokers left and more long runs that may go on are better."""
    value: int
    state: int
    parent: "Node | None"
    kinds: tuple[Kind, ...]
    group_jokers: int


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
        self.nodes = {node.state: node for node in kept}
        if len(kept) == self.width:
            self.cut = kept[-1].rank >> RANK
        self.limit = max(self.threshold, min(self.cut, self.dropped + 1))

    def let_go(self, promise: int) -> None:
        """Remember the promise of a state that is not kept."""
        self.dropped = max(self.dropped, promise)
        self.limit = max(self.threshold, min(self.cut, self.dropped + 1))

    def best(self) -> list[Node]:
        """Return the best states, best first, and let the others go."""
        ranked = _needed(sorted(self.nodes.values(), key=itemgetter(0), reverse=True))
        if len(ranked) > self.width:
            self.dropped = max(self.dropped, ranked[self.width].rank >> RANK)
        return ranked[: self.width]


RANK = 7
"""How many bits of a rank decide between equal promises."""


def _needed(ranked: list[Node]) -> list[Node]:
    """Leave out the states that an earlier one of the same short runs outdoes.

    Long runs may stop, and spare jokers have room once a run lies: a state with no fewer of both and no
    less value can do all that the other can.
    """
    needed = []
    alike: dict[int, list[tuple[int, int]]] = {}
    for node in ranked:
        _, value, state, _, _, _ = node
        shape = state & (SHAPE if state >> HAS_RUN else SHAPE | 7 << LEFT)
        mine = state & SPARE
        others = alike.get(shape)
        if others is None:
            alike[shape] = [(value, mine | GUARDS)]
        else:
            for other_value, other in others:
                if other_value >= value and other - mine & GUARDS == GUARDS:
                    break
            else:
                others.append((value, mine | GUARDS))
                needed.append(node)
            continue
        needed.append(node)
    return needed


@cache
def _group_total(code: int) -> int:
    """Return the most tiles in groups for packed lows and highs and, in the lowest bits, group jokers."""
    low = [code >> 3 + 4 * c & 3 for c in range(4)]
    high = [code >> 5 + 4 * c & 3 for c in range(4)]
    return most_in_groups(low, high, code & 7)


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
        self.places = [
            [{state: place for place, state in enumerate(step.states)} for step in colour]
            for colour in self.colours
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
        self._pass_for_best(SECOND_WIDTH)
        wider = iter(WIDER)
        while self.bound >= self.threshold:
            width, stage = next(wider)
            self._reprice(stage)
            if self.bound >= self.threshold:
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
        self.bound = min(self.bound, max(-SCALE, start // SCALE * SCALE))
        self.pairs: list[dict[int, tuple[list[int], list[Pair]]]] = [{} for _ in range(26)]
        self.options: list[dict[int, tuple[list[int], list[Option]]]] = [{} for _ in range(52)]
        self.to_come: list[dict[int, list[int]]] = [{} for _ in range(13)]

    def _try_for_bound(self) -> bool:
        """Look, in a narrow pass, for an answer as good as the bound."""
        dropped = self._pass(FIRST_WIDTH, self.bound)
        if self.best is None and dropped < self.bound:
            self.bound -= SCALE
        return self.best is not None or self.bound < self.floor

    def _pass(self, width: int, threshold: int) -> int:
        """Sweep through the numbers once, update the answer, and return the best promise let go."""
        nodes = [Node(0, self.joker_weight * self.jokers, self.jokers << LEFT, None, (), 0)]
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
        state = node.state
        left = state >> LEFT & 7
        _, first = self._pairs(number, 0, state & PAIR)
        best_second, second = self._pairs(number, 1, state >> 18 & PAIR)
        free = node.value + self.bounds.returned[number][left]
        # Each loop replaces what two colours could make at best by what this choice of theirs can.
        without_first = free + best_second[left]
        for pair0 in first:
            left0 = left - pair0[0]
            if left0 < 0:
                continue
            best = pair0[2] + pair0[3][left0]
            if without_first + best < layer.limit:
                continue
            missing = layer.limit - free - best
            for pair1 in second:
                jokers1, _, gain1, row1, _ = pair1
                if jokers1 <= left0 and gain1 + row1[left - jokers1] >= missing:
                    self._join(number, node, pair0, pair1, layer)

    def _join(self, number: int, node: Node, pair0: Pair, pair1: Pair, layer: _Layer) -> None:
        """Add the states that one joint choice leads to, with each useful number of jokers in groups."""
        jokers0, packed0, _, row0, kinds0 = pair0
        jokers1, packed1, _, row1, kinds1 = pair1
        run_jokers, packed = jokers0 + jokers1, packed0 + packed1
        _, base, state, _, _, _ = node
        left = (state >> LEFT & 7) - run_jokers
        tiles, code, joint = packed >> TILES & 63, packed >> CODE - 3 & 0x7FFF8, packed & JOINT
        has_run = not self.named and (state >> HAS_RUN > 0 or tiles + run_jokers > 0)
        tile, joker = self.prices.tile[number], self.prices.joker[number]
        base += tile * tiles + joker * run_jokers
        most = -1
        for group_jokers in range(left + 1):
            total = _group_total(code | group_jokers)
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
                row = self.to_come[number].get(joint)
                promise = value + (row or self._to_come(number, joint, row0, row1))[after]
            if promise < layer.threshold:
                continue
            state = joint | after << LEFT | has_run << HAS_RUN
            if has_run and after < self.jokers and self._is_dominated(layer, state, value):
                continue
            if promise < layer.cut:
                layer.let_go(promise)
                continue
            old = layer.nodes.get(state)
            if old is None or value > old.value:
                rank = promise << RANK | 16 * after + (packed >> LONGS)
                kinds = kinds0 + kinds1
                layer.nodes[state] = Node(rank, value, state, node, kinds, group_jokers)
            if len(layer.nodes) >= 2 * layer.width:
                layer.shrink()

    def _pairs(self, number: int, side: int, states: int) -> tuple[list[int], list[Pair]]:
        """Return the best two colours can make from their states on, by jokers, and all they can do now."""
        known = self.pairs[2 * number + side]
        found = known.get(states)
        if found is None:
            found = known[states] = self._join_colours(number, 2 * side, (states & 511, states >> 9))
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

    def _options(self, number: int, c: int, state: int) -> tuple[list[int], list[Option]]:
        """Return the best one colour can make from a state on, by jokers, and all it can do now."""
        known = self.options[4 * number + c]
        found = known.get(state)
        if found is None:
            found = known[state] = self._list_options(number, c, state)
        return found

    def _list_options(self, number: int, c: int, state: int) -> tuple[list[int], list[Option]]:
        """Work the options out, without those that cannot be finished."""
        step, rows = self.colours[c][number], self.bounds.rows[c]
        place = self.places[c][number][state]
        gains = self.bounds.prices[c].gains(step, number)
        options = []
        for kind, jokers, to in step.choices[self.jokers][place]:
            row = [column[to] for column in rows[number + 1]]
            if row[self.jokers - jokers] >= FINISHED:
                done, after = step.kinds[kind], step.after[to]
                packed = after << 9 * c | (done.low | done.high << 2) << CODE + 4 * c
                packed |= done.tiles << TILES | after >> 6 << LONGS
                options.append((jokers, packed, gains[kind], row, done))
        return [column[place] for column in rows[number]], options

    def _to_come(self, number: int, joint: int, row0: list[int], row1: list[int]) -> list[int]:
        """Work out, and remember, the bound on what is still to come after a number, by jokers left."""
        row = add_rows(add_rows(self.bounds.returned[number + 1], row0), row1)
        self.to_come[number][joint] = row
        return row

    def _is_dominated(self, layer: _Layer, state: int, value: int) -> bool:
        """Say whether the same state with more jokers left is worth as much: spare jokers have room."""
        for more in range(1, self.jokers - (state >> LEFT & 7) + 1):
            other = layer.nodes.get(state + (more << LEFT))
            if other is not None and other.value >= value:
                return True
        return False

    def _answer(self, status: int) -> Answer:
        """Write the best answer out."""
        if self.best is None:
            return Answer(status, 0, self.bound // SCALE, self.used, b"")
        value = self.best.value // SCALE
        bound = value if status == Status.BEST else self.bound // SCALE
        spare = self.best.state >> LEFT & 7 if self.best.state >> HAS_RUN else 0
        return Answer(status, value, bound, self.used, rebuild(self._columns(self.best), spare))

    def _columns(self, node: Node) -> list[Column]:
        """Say what is used of each number on the way to a final state."""
        columns: list[Column] = []
        while node.parent is not None:
            kinds = node.kinds
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
