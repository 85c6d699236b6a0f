"""Many games: the options and the progress bar of the commands that play hundreds of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilemeld.cli.terminal import WholeNumber, messages

from .house import house_option

Command = TypeVar("Command", bound=Callable[..., Any])


def many_games(*, games: int, rounded: str = "", jobs: int | None = 1) -> Callable[[Command], Command]:
    """Add the options for how many games of which rules are played; no ``jobs``: one for each core."""
    options = (
        click.option(
            "--games",
            default=games,
            metavar="N",
            show_default=True,
            type=WholeNumber(1, 10_000_000),
            help=f"How many games{rounded}.",
        ),
        click.option(
            "--seed",
            default="1",
            metavar="S",
            show_default=True,
            help="Any text; the same seed gives the same games.",
        ),
        click.option(
            "--jobs",
            default=jobs,
            metavar="J",
            show_default="all cores" if jobs is None else True,
            type=WholeNumber(1, 256),
            help="How many processes.",
        ),
        house_option,
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@contextmanager
def playing(total: int) -> Iterator[Callable[[int], None]]:
    """Show progress on a terminal; yields the function to call with the number of games just done."""
    console = messages()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=total)
        yield lambda done: progress.advance(task, done)
