"""Bulk work: one function over many numbers, on one core, on all, or on a cluster, with the same results.

The engine for several machines is dask.distributed: an address is all it needs, its workers are plain Python
processes, and it hands out work by futures as ``concurrent.futures`` does. Results come back in the order of
the work, whoever did it, so that nothing depends on how many did.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")

AHEAD = 4
"""How many pieces of work wait for each process, so that none is idle."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work."""

    jobs: int = 1
    """How many processes on this machine."""
    dask: str | None = None
    """The address of a scheduler, such as ``tcp://10.0.0.5:8786``; then ``jobs`` does not matter."""


HERE = Workers()
"""This process alone."""


def spread(
    work: Callable[[range], list[Result]], count: int, *, workers: Workers = HERE, piece: int = 8
) -> Iterator[Result]:
    """Yield the results of ``work`` for 0, 1, … in this order, as soon as they are there.

    ``work`` gets ranges of numbers and returns a result for each; it and its results have to be picklable.

    Raises ``OSError`` when the scheduler cannot be reached.
    """
    spans = [range(start, min(start + piece, count)) for start in range(0, count, piece)]
    if workers.dask is not None:
        yield from _on_cluster(work, spans, workers.dask)
    elif workers.jobs <= 1:
        for number in range(count):
            yield from work(range(number, number + 1))
    else:
        with ProcessPoolExecutor(workers.jobs) as pool:
            yield from _in_order(pool.submit, work, spans, AHEAD * workers.jobs)


def _in_order(
    submit: Callable[..., object], work: Callable[[range], list[Result]], spans: Sequence[range], ahead: int
) -> Iterator[Result]:
    """Hand out pieces, a few more than there are processes, and yield their results in order."""
    waiting: list[object] = []
    for span in spans:
        waiting.append(submit(work, span))
        if len(waiting) >= ahead:
            yield from waiting.pop(0).result()  # type: ignore[attr-defined]  # a future of either engine
    for future in waiting:
        yield from future.result()  # type: ignore[attr-defined]  # as above


def _on_cluster(
    work: Callable[[range], list[Result]], spans: Sequence[range], address: str
) -> Iterator[Result]:
    from distributed import Client  # noqa: PLC0415  # the extra "train" brings it

    with Client(address, timeout=10, set_as_default=False) as client:
        threads = sum(client.nthreads().values())

        def submit(function: Callable[[range], list[Result]], span: range) -> object:
            return client.submit(function, span, pure=False)

        yield from _in_order(submit, work, spans, AHEAD * max(1, threads))
