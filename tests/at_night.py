"""How often something is repeated: enough by day to see a fault, many times by ``make nightly``."""

import os
from typing import TypeVar

Amount = TypeVar("Amount")
IS_NIGHT = bool(os.environ.get("TILEMELD_NIGHT"))


def at_night(many: Amount, *, by_day: Amount) -> Amount:
    """Return the amount for a long run at night, or the one for every other run."""
    return many if IS_NIGHT else by_day
