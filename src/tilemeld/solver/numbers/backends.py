"""Backends: the compiled kernel where it was built, and its plain Python twin everywhere."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, Protocol

from .twin import search

Backend = Literal["kernel", "twin"]
"""Which of the two searches; both give the same answers."""


class Searcher(Protocol):
    """Either search: see ``search.search``."""

    def __call__(
        self,
        lowest: bytes,
        highest: bytes,
        jokers: tuple[int, int],
        weights: tuple[Sequence[int], Sequence[int]],
        limits: tuple[int, int, int],
        /,
    ) -> tuple[int, int, int, int, bytes]:
        """Return status, value, bound, nodes and the sets as bytes."""
        ...


def _find_searchers() -> dict[Backend, Searcher]:
    """Return the available searches; without a compiler there is no kernel, but a broken kernel raises."""
    found: dict[Backend, Searcher] = {"twin": search.search}
    name = f"{__package__}.kernel"
    if find_spec(name) is not None:  # pragma: no branch  # test_without_kernel shows it, in another process
        found["kernel"] = import_module(name).search
    return found


SEARCHERS = _find_searchers()
DEFAULT: Backend = "kernel" if "kernel" in SEARCHERS else "twin"


def has_kernel() -> bool:
    """Say whether the compiled kernel is available.

    The twin gives the same answers some hundred times slower.
    """
    return "kernel" in SEARCHERS


def searcher(backend: Backend | None) -> Searcher:
    """Return the search asked for; by default the kernel if it is available.

    Raises ``LookupError`` for a kernel that was not built.
    """
    name = backend or DEFAULT
    if name not in SEARCHERS:
        raise LookupError(f"expected one of {sorted(SEARCHERS)}, got {name!r}: the kernel was not compiled")
    return SEARCHERS[name]
