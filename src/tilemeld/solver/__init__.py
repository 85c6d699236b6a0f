"""Exact search: position to best play, with a compiled kernel and its plain Python twin.

>>> from tilemeld.engine.notation import parse_face_sets, parse_faces
>>> from tilemeld.solver import Goal, Position, solve
>>> position = Position(parse_face_sets("r3 r4 r5 | k7 b7 o7"), parse_faces("r6 r7 o9"))
>>> best = solve(position, Goal.TILES)
>>> best.tiles, best.points, best.played, best.untouched
(2, 13, ('r6', 'r7'), 1)
"""

from tilemeld.solver.numbers.backends import Backend, has_kernel
from tilemeld.solver.numbers.disturbance import count_moved, count_untouched
from tilemeld.solver.numbers.position import FaceSet, Goal, Position, PositionError, Solution
from tilemeld.solver.numbers.solve import best_opening, calm, can_go_out, can_open, solve
from tilemeld.solver.plan.plan import Plan, make_plan
from tilemeld.solver.plan.text import format_plan

__all__ = [
    "Backend",
    "FaceSet",
    "Goal",
    "Plan",
    "Position",
    "PositionError",
    "Solution",
    "best_opening",
    "calm",
    "can_go_out",
    "can_open",
    "count_moved",
    "count_untouched",
    "format_plan",
    "has_kernel",
    "make_plan",
    "solve",
]
