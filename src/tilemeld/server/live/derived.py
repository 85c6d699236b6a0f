"""The fields of messages that repeat a value of another room, derived from it."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any, get_args, get_type_hints

NO_BOUNDS: Mapping[str, Any] = {}


def struct_fields(
    kind: type, *, without: Collection[str] = (), bounded: Mapping[str, Any] = NO_BOUNDS
) -> list[tuple[str, Any] | tuple[str, Any, Any]]:
    """Return the fields and defaults of a dataclass as those of a struct, with the bounds that are given."""
    hints = get_type_hints(kind)
    return [
        (
            each.name,
            _bounded(hints[each.name], bounded.get(each.name)),
            *(() if each.default is MISSING else (each.default,)),
        )
        for each in fields(kind)
        if each.name not in without
    ]


def _bounded(hint: Any, bound: Any) -> Any:
    """Return the type with bounds in place of the plain one; it may still be nothing where that could."""
    if bound is None:
        return hint
    return bound | None if NoneType in get_args(hint) else bound
