"""The search, and the Python twin of the kernel: the same answers in the same order.

The search goes through the numbers with all four colours at once (``sweep``) and keeps, for every joint
state it reaches, the best value so far. A state's value and the bound on what may come (``prices``) say how
good it can still get. Each pass keeps only the best states of a number (``beam``) and remembers the best
bound it dropped: if that is no better than the answer, the answer is proven; otherwise a wider pass
follows. The first passes go down from 13; where they do not settle it, one goes up from 1, and the last ones,
which drop nothing, go both ways at once. docs/solver.md has the full argument.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from tilemeld.solver.numbers.counts import Count, count_written

from .beam import HAS_RUN, LEFT, ROOM, Layer, Node
from .prices import Stage, priced_bounds, turned_bounds
from .rebuild import rebuild
from .runs import NEVER
from .sweep import Budget, BudgetUsed, Sweep, Task

SCALE = 16
"""Values are multiplied by this, so that prices can be fractions of a tile's weight."""
FIRST_WIDTH = 4
"""How many states the first pass keeps at each number."""
SECOND_WIDTH = 16
"""How many the second keeps, the last before there are prices; and the first one up."""
THIRD_WIDTH = 64
"""How many the third keeps."""
FEW = Stage(steps=30, patience=3)
MANY = Stage(steps=100, patience=6)
"""How prices are moved before the third pass, and before those that drop nothing."""
EVERYTHING = 0xFFFFFF
"""So wide that nothing is dropped."""
AIM_PART = 8
"""The first pass that drops nothing looks at this part of the gap between the answer and the bound, but
at least at the bound and what is next to it: a pass for the bound alone costs nearly as much."""
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


_FOUND = (Status.BEST, Status.CUT)


class Answer(NamedTuple):
    """What a search returns; kernel and twin return the same."""

    status: int
    value: int
    """What the tiles of the answer weigh."""
    bound: int
    """No answer weighs more."""
    nodes: int
    sets: bytes
    """The sets, the index of a face a byte, ``END`` after each."""

    @property
    def is_found(self) -> bool:
        """Whether there is an answer at all: proven to be the best or not."""
        return self.status in _FOUND

    @property
    def tiles(self) -> Count:
        """The tiles of all its sets, counted."""
        return count_written(self.sets)


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


class _Search:
    """One search: the question, its two directions, the bound and the best answer so far."""

    def __init__(
        self,
        lowest: bytes,
        highest: bytes,
        *,
        jokers: tuple[int, int],
        weights: tuple[Sequence[int], Sequence[int]],
        limits: tuple[int, int, int],
    ) -> None:
        joker_weight = max(weights[1])
        self.task = Task(
            lowest=tuple(lowest[c : c + 13] for c in range(0, 52, 13)),
            highest=tuple(highest[c : c + 13] for c in range(0, 52, 13)),
            tile=tuple(SCALE * weight for weight in weights[0]),
            joker=tuple(SCALE * (weight - joker_weight) for weight in weights[1]),
            joker_weight=SCALE * joker_weight,
            fewest_jokers=jokers[0],
            jokers=jokers[1],
            named=min(weights[1]) != joker_weight,
        )
        self.floor = limits[0] * SCALE
        self.bound = limits[1] * SCALE
        self.budget = Budget(limits[2])
        self.down = Sweep(self.task, self.budget, is_up=False)
        self.best: Node | None = None
        self.best_sweep = self.down

    def run(self) -> Answer:
        """Search until the answer is proven or the budget is used up."""
        self._lower(self.down.use(self.down.free_bounds()))
        try:
            self._prove()
        except BudgetUsed:
            return self._answer(Status.UNKNOWN if self.best is None else Status.CUT)
        return self._answer(Status.NONE if self.best is None else Status.BEST)

    def _prove(self) -> None:
        """Try for the bound itself, then for the best; then with prices, wider, and in both directions."""
        if self.bound < self.floor or self._try_for_bound():
            return
        for stage in (
            self._second,
            self._price_a_little,
            self._third,
            self._turn,
            self._price,
            self._pass_down,
        ):
            if self.bound >= self.threshold:
                stage()

    def _try_for_bound(self) -> bool:
        """Look, in a narrow pass, for an answer as good as the bound."""
        dropped = self._pass(FIRST_WIDTH, self.bound, self.down)
        if self.best is None and dropped < self.bound:
            self.bound -= SCALE
        return self.best is not None or self.bound < self.floor

    def _second(self) -> None:
        """Look for the best, down."""
        self._pass_for(SECOND_WIDTH, self.threshold, self.down)

    def _price_a_little(self) -> None:
        """Lower the bounds by better prices."""
        self._reprice(FEW)

    def _third(self) -> None:
        """Look for the best under prices, down."""
        self._pass_for(THIRD_WIDTH, self.threshold, self.down)

    def _turn(self) -> None:
        """Look for the best under the same prices, up."""
        self.up = Sweep(self.task, self.budget, is_up=True)
        self._share_prices()
        self._pass_for(SECOND_WIDTH, self.threshold, self.up)

    def _price(self) -> None:
        """Lower the bounds of both sweeps by the best prices."""
        self._reprice(MANY)
        self._share_prices()

    def _pass_down(self) -> None:
        """Drop nothing, but look near the bound first: the higher the aim, the fewer states remain."""
        part = AIM_PART
        while self.bound >= self.threshold:
            gap = (self.bound - self.threshold) // SCALE
            aim = self.bound - min(gap, max(1, gap // part)) * SCALE
            self._pass_for(EVERYTHING, aim, self.down, self.up)
            part = 1

    def _reprice(self, stage: Stage) -> None:
        """Lower the bounds by better prices."""
        down = self.down
        self._lower(down.use(priced_bounds(down.colours, down.bounds, down.group_room, stage=stage)))

    def _share_prices(self) -> None:
        """Use the prices that were found on the way down on the way up as well."""
        up = self.up
        self._lower(up.use(turned_bounds(up.colours, self.down.bounds, up.group_room)))

    def _lower(self, start: int) -> None:
        """Apply the new bounds to the overall bound."""
        self.bound = min(self.bound, max(-SCALE, start // SCALE * SCALE))

    @property
    def threshold(self) -> int:
        """The least value that would be better than the answer so far."""
        return self.floor if self.best is None else self.best[1] + SCALE

    def _pass_for(self, width: int, aim: int, *sweeps: Sweep) -> None:
        """Look for an answer of at least the aim; without one, everything is below it or was dropped."""
        dropped = self._pass(width, aim, *sweeps)
        known = max(aim, self.threshold) - SCALE
        self.bound = min(self.bound, max(dropped // SCALE * SCALE, known))

    def _pass(self, width: int, threshold: int, *sweeps: Sweep) -> int:
        """Go through the numbers, update the answer, and return the best promise that was dropped.

        Of two directions the one with fewer nodes always continues: the first to finish has
        the answer.
        """
        for sweep in sweeps:
            sweep.start()
        dropped = NEVER
        while True:
            sweep = min(sweeps, key=_cost)
            layer = Layer(width, threshold, dropped)
            sweep.advance(layer)
            dropped = layer.dropped
            if sweep.number == 13:
                break
        if sweep.nodes:
            self.best, self.best_sweep = sweep.nodes[0], sweep
        return dropped

    def _answer(self, status: int) -> Answer:
        """Write the best answer out."""
        if self.best is None:
            return Answer(status=status, value=0, bound=self.bound // SCALE, nodes=self.budget.used, sets=b"")
        _, value, state, _, _, _ = self.best
        value //= SCALE
        bound = value if status == Status.BEST else self.bound // SCALE
        spare = state >> LEFT & 7 if state >> ROOM == HAS_RUN else 0
        columns = self.best_sweep.columns(self.best)
        return Answer(
            status=status, value=value, bound=bound, nodes=self.budget.used, sets=rebuild(columns, spare)
        )


_cost = attrgetter("cost")
