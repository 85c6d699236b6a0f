"""The beam: the joint states reached at one number in one pass, and the best bound that was dropped.

A joint state is one whole number: twelve bits for the open runs of each colour (``runs.State``), the jokers
left and whether there is a run, so that spare ones have room. More is better in every part, and the bit
above each part is free, so that one subtraction says whether one state can do everything another can.
"""

from operator import itemgetter

from .runs import NEVER, NO_RUNS, Kind

PAIR = 0xFFFFFF
"""The bits of the first two colours."""
JOINT = 0xFFFFFFFFFFFF
"""The bits of all four."""
LEFT = 48
ROOM = 52
HAS_RUN = 7
"""The room for spare jokers once there is a run; without one only the same number is as good."""
GUARDS = 0x88888888888888
START = NO_RUNS * 0x1001001001
"""No open runs of any colour."""
RANK = 7
"""How many bits of a rank decide between equal promises."""


def spare_jokers(jokers: int, *, has_run: bool) -> int:
    """Write down the jokers left and whether there is room for spare ones."""
    return jokers << LEFT | (HAS_RUN if has_run else 6 - jokers) << ROOM


Node = tuple[int, int, int, "Node | None", tuple[Kind, ...], int]
"""A joint state reached: its rank, its value, the state, and how it was reached: the node before, what each
colour did, the jokers in groups. The rank is the best it can become; of equals, more jokers left and more
open runs are better."""


class Layer:
    """The states reached at one number in one pass, and the best bound among those dropped."""

    __slots__ = ("cut", "dropped", "limit", "nodes", "threshold", "width")

    def __init__(self, width: int, threshold: int, dropped: int) -> None:
        self.width = width
        self.threshold = threshold
        self.dropped = dropped
        self.limit = threshold
        """Promises below this do not matter: below the threshold, or no better than what was dropped."""
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
        """Return the best states, best first, and drop the others."""
        ranked = _needed(sorted(self.nodes.values(), key=itemgetter(0), reverse=True))
        if len(ranked) > self.width:
            self.dropped = max(self.dropped, ranked[self.width][0] >> RANK)
        return ranked[: self.width]


def _needed(ranked: list[Node]) -> list[Node]:
    """Drop the states that an earlier one dominates: no less value, and no part of the state is less."""
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
