"""``tilemeld database``: check the server's file for data that cannot be read, and remove it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar, get_args

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.chance import SystemChance
from tilemeld.adapters.clocks import SystemClock
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.sqlite.file import find_damage
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.cli.options.data_file import data_file
from tilemeld.cli.terminal import BadInput, messages, output
from tilemeld.cli.text.tiles import DIM, HEAD
from tilemeld.service.store_check import OnItem, Problem, StoreCheck
from tilemeld.service.upkeep.set_aside import Kind

Answer = TypeVar("Answer")

REMEDIES = {
    "newer-program": "start the program that wrote it: it is newer than this one",
    "remove": "put a backup of the file back, or take it out: tilemeld database remove {kind} {id}",
}
DAMAGED = "The file itself is damaged: {damage}"
DAMAGED_REMEDY = (
    "The server moves what can be read into a new file when it starts, and keeps this one next to it."
)

data_option = click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that games are kept in.  [default: in your data folder]",
)


@click.group(short_help="Check the server's file for data that cannot be read.")
def database() -> None:
    """Check the server's file for data that cannot be read, and remove it.

    \b
    Examples:
      tilemeld database check
      tilemeld database check --data games.sqlite --json
      tilemeld database remove game AbC123
    """


@database.command()
@data_option
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON.")
@click.pass_context
def check(ctx: click.Context, *, data: Path | None, as_json: bool) -> None:
    """Read every game, table and tournament, and list what cannot be read and what to do about it.

    It may run while the server is running. The exit code is 0 when everything can be read, 1 when
    something cannot, 2 when there is no such file.
    """
    path = _existing(data)
    damage = find_damage(path)
    problems = [] if damage else _with_progress(lambda on_item: _with_store(path, lambda c: c.run(on_item)))
    if as_json:
        click.echo(json.dumps({"damage": damage, "problems": [asdict(each) for each in problems]}))
    else:
        _show(damage, problems)
    ctx.exit(1 if damage or problems else 0)


@database.command(context_settings={"ignore_unknown_options": True})  # an id may begin with a dash
@data_option
@click.argument("kind", type=click.Choice(get_args(Kind)))
@click.argument("item", metavar="ID")
def remove(*, data: Path | None, kind: Kind, item: str) -> None:
    """Remove a game, a table or a tournament from the file; the server must be stopped.

    A table whose game is removed is free for another one.
    """
    path = _existing(data)
    if find_damage(path):
        raise BadInput(
            f"{path} is damaged: start the server once, it moves what is readable into a new file."
        )
    if not _with_store(path, lambda found: found.remove(kind, item), sole=True):
        raise BadInput(f"There is no {kind} {item[:40]!r} in {path}: see tilemeld database check.")
    click.echo(f"The {kind} {item} was taken out of {path}.")


def _existing(data: Path | None) -> Path:
    path = data or data_file()
    if not path.is_file():
        raise BadInput(f"There is no file {path}: name the server's file with --data.")
    return path


def _with_store(path: Path, work: Callable[[StoreCheck], Awaitable[Answer]], *, sole: bool = False) -> Answer:
    async def do() -> Answer:
        store = SqliteStore.open(path, sole=sole)
        try:
            return await work(
                StoreCheck(store, LocalBus(), SystemClock(), chance=SystemChance(), sets_for=sets_with_words)
            )
        finally:
            await store.close()

    try:
        return asyncio.run(do())
    except RuntimeError as error:
        raise BadInput(f"{error}.") from None


def _with_progress(work: Callable[[OnItem], list[Problem]]) -> list[Problem]:
    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn())
    console = messages()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("reading", total=None)
        return work(lambda done, total: progress.update(task, completed=done, total=total))


def _show(damage: str | None, problems: list[Problem]) -> None:
    console = output()
    if damage:
        console.print(Text(DAMAGED.format(damage=damage), HEAD))
        console.print(DAMAGED_REMEDY)
    elif not problems:
        console.print("Everything can be read.")
    for each in problems:
        console.print(Text(f"{each.kind} {each.id}", HEAD))
        console.print(Text(f"  {each.reason}", DIM))
        console.print(f"  {REMEDIES[each.remedy].format(kind=each.kind, id=each.id)}", soft_wrap=True)
