"""Bulk work: on this machine's processes, or on a cluster."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tilemeld.cli.terminal import BadInput, WholeNumber
from tilemeld.lab.spread import Workers

Command = TypeVar("Command", bound=Callable[..., Any])


def dask_option(command: Command) -> Command:
    """Add the option for a cluster; results do not depend on it."""
    option = click.option(
        "--dask",
        metavar="ADDRESS",
        help="Let a dask.distributed cluster do the work, such as tcp://10.0.0.5:8786.",
    )
    return option(command)


def bulk_options(command: Command) -> Command:
    """Add the options for processes and clusters; results do not depend on them."""
    jobs = click.option(
        "--jobs",
        default=1,
        metavar="J",
        show_default=True,
        type=WholeNumber(1, 256),
        help="How many processes on this machine.",
    )
    return jobs(dask_option(command))


def workers_of(jobs: int, dask: str | None) -> Workers:
    """Return who does the work.

    Raises ``BadInput`` where the package for a cluster is missing or its address is not one.
    """
    if dask is None:
        return Workers(jobs)
    if "://" not in dask:
        raise BadInput(
            f"--dask {dask[:80]!r} is not the address of a scheduler: write --dask tcp://10.0.0.5:8786."
        )
    try:
        import distributed  # noqa: F401, PLC0415  # only asked whether it is there
    except ImportError:
        raise BadInput("--dask needs the package distributed: pip install 'tilemeld[train]'.") from None
    return Workers(jobs, dask)
