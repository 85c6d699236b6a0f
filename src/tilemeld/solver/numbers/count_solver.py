"""Questions in counted tiles, for bots that look ahead: thousands of them, and no sets are built.

Racks and tables are counted tiles: what lies together does not matter here. The tuple of kernel and twin is
taken apart on the spot, since a question costs a few microseconds and its wrapping would cost a tenth of it.
"""

from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.numbers import read_numbers

from .backends import Searcher, searcher
from .counts import JOKER_INDEX, NO_JOKERS, SIZE, Count, count_written
from .position import Goal
from .question import ANY_VALUE, Weights, goal_weights, read_sets
from .twin.search import NO_BUDGET, Status

_NOTHING = frozenset({int(Status.NONE), int(Status.UNKNOWN)})


class CountSolver:
    """Says exactly what to lay, in counts; the box decides what a joker is worth.

    >>> from tilemeld.engine.tiles import Face
    >>> from tilemeld.solver import count_faces
    >>> red = count_faces(Face(f"r{number}") for number in (3, 4, 5, 6))
    >>> CountSolver(30).lay_most(0, red + count_faces([Face("b9")])) == red
    True
    """

    def __init__(
        self, joker_value: int, *, budget_nodes: int = NO_BUDGET, search: Searcher | None = None
    ) -> None:
        self._search = search or searcher(None)
        self._limits = 0, ANY_VALUE, budget_nodes
        self.weights = goal_weights(Goal.TILES_POINTS, joker_value)
        self._opening = goal_weights(Goal.OPENING, joker_value)
        self.nodes = 0
        """How many nodes its questions have cost so far."""

    def lay_most(self, table: Count, rack: Count, weights: Weights | None = None) -> Count:
        """Return the tiles of the best play: most tiles, then most points, unless other weights are given.

        Nothing when nothing can be laid, and when a budget ran out before anything was found.
        """
        low, high = table.to_bytes(SIZE, "little"), (table + rack).to_bytes(SIZE, "little")
        status, _, _, nodes, sets = self._search(
            low[:JOKER_INDEX],
            high[:JOKER_INDEX],
            (low[JOKER_INDEX], high[JOKER_INDEX]),
            weights or self.weights,
            self._limits,
        )
        self.nodes += nodes
        return 0 if status in _NOTHING else count_written(sets) - table

    def opening_points(self, rack: Count) -> tuple[int, Count]:
        """Return the highest worth of sets from the rack alone (P2), and the tiles of those sets."""
        high = rack.to_bytes(SIZE, "little")
        status, value, _, nodes, sets = self._search(
            _NO_TILES, high[:JOKER_INDEX], (0, high[JOKER_INDEX]), self._opening, self._limits
        )
        self.nodes += nodes
        return (0, 0) if status in _NOTHING else (value, count_written(sets))

    def most_tiles_opening(self, rack: Count, needed: int) -> Count:
        """Return the tiles of an opening (P2): as many as possible, or else those worth most, if enough."""
        if not rack:
            return 0
        high = rack.to_bytes(SIZE, "little")
        for weights in (self.weights, self._opening):
            status, _, _, nodes, written = self._search(
                _NO_TILES, high[:JOKER_INDEX], (0, high[JOKER_INDEX]), weights, self._limits
            )
            self.nodes += nodes
            if status in _NOTHING or not written:
                return 0
            if sum([read_numbers(faces).worth for faces in read_sets(written)]) >= needed:
                return count_written(written)
        return 0

    def can_open(self, rules: Rules, rack: Count) -> bool:
        """Say whether a rack holds an opening, with jokers where the rules allow them (E7)."""
        return self.opening_points(usable(rules, rack))[0] >= max(1, rules.opening_points)

    def opening(self, rules: Rules, rack: Count) -> Count:
        """Return the tiles with which a rack opens; none if it cannot."""
        return self.most_tiles_opening(usable(rules, rack), max(1, rules.opening_points))

    def can_go_out(self, table: Count, rack: Count) -> bool:
        """Say whether the whole rack can be laid."""
        whole = (table + rack).to_bytes(SIZE, "little")
        counted, jokers = whole[:JOKER_INDEX], whole[JOKER_INDEX]
        status, _, _, nodes, _ = self._search(counted, counted, (jokers, jokers), self.weights, self._limits)
        self.nodes += nodes
        return status not in _NOTHING


def usable(rules: Rules, rack: Count) -> Count:
    """Return the tiles that may be part of an opening (R-14)."""
    return rack if rules.opening_jokers else rack & NO_JOKERS


_NO_TILES = bytes(JOKER_INDEX)
