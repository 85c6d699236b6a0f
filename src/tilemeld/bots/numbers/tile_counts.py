"""Counts: how bots that look ahead ask the exact solver, thousands of times and without building sets.

Racks and tables are counted tiles (``tilemeld.solver.Count``): what lies together does not matter here.
"""

from tilemeld.solver import (
    NO_BUDGET,
    Answer,
    Count,
    Goal,
    Searcher,
    Weights,
    goal_weights,
    search_counts,
    searcher,
)


class Asker:
    """Asks the exact solver how to lay the most, in counts; the box decides what a joker is worth."""

    def __init__(
        self, joker_value: int, *, budget_nodes: int = NO_BUDGET, search: Searcher | None = None
    ) -> None:
        self._search = search or searcher(None)
        self._budget = budget_nodes
        self.weights = goal_weights(Goal.TILES_POINTS, joker_value)
        self._opening = goal_weights(Goal.OPENING, joker_value)
        self.nodes = 0
        """How many nodes its questions have cost so far."""

    def lay_most(self, table: Count, rack: Count, weights: Weights | None = None) -> Count:
        """Return the tiles of the best play: most tiles, then most points, unless other weights are given.

        Nothing when nothing can be laid, and when a budget ran out before anything was found.
        """
        best = self._ask(table, table + rack, weights or self.weights)
        return best.tiles - table if best.is_found else 0

    def opening_points(self, rack: Count) -> tuple[int, Count]:
        """Return the highest worth of sets from the rack alone (P2), and the tiles of those sets."""
        best = self._ask(0, rack, self._opening)
        return (best.value, best.tiles) if best.is_found else (0, 0)

    def can_go_out(self, table: Count, rack: Count) -> bool:
        """Say whether the whole rack can be laid."""
        whole = table + rack
        return self._ask(whole, whole, self.weights).is_found

    def _ask(self, lowest: Count, highest: Count, weights: Weights) -> Answer:
        answer = search_counts(lowest, highest, weights, budget_nodes=self._budget, search=self._search)
        self.nodes += answer.nodes
        return answer
