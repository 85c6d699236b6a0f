"""Exact search: position to best play, with a compiled kernel and its plain Python twin.

Other rooms use the solver through the names of this package (the number game), of ``tilemeld.solver.words``
(the word game) and of ``tilemeld.solver.plan`` (the moves that lead from one table to another), and
through nothing inside them; import-linter holds that.

>>> from tilemeld.engine.notation import parse_face_sets, parse_faces
>>> from tilemeld.solver import Goal, Position, solve
>>> position = Position(parse_face_sets("r3 r4 r5 | k7 b7 o7"), parse_faces("r6 r7 o9"))
>>> best = solve(position, Goal.TILES)
>>> best.tiles, best.points, best.played, best.untouched
(2, 13, ('r6', 'r7'), 1)

Callers that ask thousands of times and need no sets use counted tiles: ``count_faces``, ``CountSolver``.
"""

from tilemeld.engine.tiles import FaceSet

from .numbers.backends import Backend, Searcher, has_kernel, searcher
from .numbers.box import is_known_box, joker_worth, position_under
from .numbers.count_solver import CountSolver
from .numbers.counts import (
    EVERY_TILE,
    FACES,
    KERNEL_COLOURS,
    NO_JOKERS,
    ONE_JOKER,
    Count,
    count_faces,
    count_jokers,
    count_tiles,
    list_faces,
    list_units,
    rack_value,
)
from .numbers.disturbance import count_moved, count_untouched
from .numbers.position import (
    MAX_COPIES,
    MAX_JOKER_VALUE,
    MAX_JOKERS,
    Goal,
    Position,
    PositionError,
    Solution,
)
from .numbers.question import Weights, goal_weights, points_of
from .numbers.solve import best_opening, calm, can_go_out, can_open, solve
from .numbers.twin.search import NO_BUDGET
from .plan import Plan, format_plan, make_plan

__all__ = [
    "EVERY_TILE",
    "FACES",
    "KERNEL_COLOURS",
    "MAX_COPIES",
    "MAX_JOKERS",
    "MAX_JOKER_VALUE",
    "NO_BUDGET",
    "NO_JOKERS",
    "ONE_JOKER",
    "Backend",
    "Count",
    "CountSolver",
    "FaceSet",
    "Goal",
    "Plan",
    "Position",
    "PositionError",
    "Searcher",
    "Solution",
    "Weights",
    "best_opening",
    "calm",
    "can_go_out",
    "can_open",
    "count_faces",
    "count_jokers",
    "count_moved",
    "count_tiles",
    "count_untouched",
    "format_plan",
    "goal_weights",
    "has_kernel",
    "is_known_box",
    "joker_worth",
    "list_faces",
    "list_units",
    "make_plan",
    "points_of",
    "position_under",
    "rack_value",
    "searcher",
    "solve",
]
