"""The box of a game's rules, as the solver takes it: bots, service and terminal all make positions here."""

from collections.abc import Iterable

from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Face, FaceSet

from .position import MAX_COPIES, MAX_JOKER_VALUE, MAX_JOKERS, Position


def is_known_box(rules: Rules) -> bool:
    """Say whether the solver knows the box of these rules; a house game may have a larger one."""
    return rules.copies <= MAX_COPIES and rules.jokers <= MAX_JOKERS


def joker_worth(rules: Rules) -> int:
    """Return what a joker counts when plays are compared: more than any tile is enough (E4)."""
    return min(rules.joker_rack_value, MAX_JOKER_VALUE)


def position_under(
    rules: Rules, table: Iterable[FaceSet], rack: Iterable[Face], *, joker_value: int | None = None
) -> Position:
    """Return the position of a table and a rack under these rules; ``joker_value`` overrides theirs.

    Raises ``PositionError`` for a box that the solver does not know, or has fewer of a tile.
    """
    return Position(
        tuple(table),
        tuple(rack),
        copies=rules.copies,
        jokers=rules.jokers,
        joker_value=joker_worth(rules) if joker_value is None else joker_value,
    )
