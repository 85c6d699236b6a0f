"""From the table as it lies to the table wanted: the moves of the hand and their texts."""

from .order import in_order
from .plan import PLAN_CODES, Plan, PlanStep, apply_plan, make_plan
from .text import format_plan, format_step

__all__ = [
    "PLAN_CODES",
    "Plan",
    "PlanStep",
    "apply_plan",
    "format_plan",
    "format_step",
    "in_order",
    "make_plan",
]
