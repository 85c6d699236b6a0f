"""``tilemeld database``: check what a server keeps, bring it up to date, copy it elsewhere."""

import asyncio
import contextlib
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
from tilemeld.adapters.sql.copy import copy_all
from tilemeld.adapters.sql.migrations import migrations
from tilemeld.adapters.sql.store import SqlStore
from tilemeld.adapters.sqlite.file import connect, find_damage
from tilemeld.adapters.sqlite.file import migrate as migrate_file
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.cli.options.data_file import data_file
from tilemeld.cli.options.database_url import checked_database, location_of, shown
from tilemeld.cli.terminal import BadInput, messages, needing, output
from tilemeld.cli.text.tiles import DIM, HEAD
from tilemeld.service.errors import Unavailable
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


database_option = click.option(
    "--database",
    envvar="TILEMELD_DATABASE",
    metavar="URL",
    help="A PostgreSQL database instead of a file: postgresql://tilemeld@localhost/tilemeld",
)


@click.group(short_help="Check, migrate or copy the server's data.")
def database() -> None:
    """Check, migrate or copy the server's data.

    \b
    Examples:
      tilemeld database check
      tilemeld database check --data games.sqlite --json
      tilemeld database remove game AbC123
      tilemeld database migrate --database postgresql://localhost/tilemeld --dry-run
      tilemeld database copy games.sqlite postgresql://localhost/tilemeld
    """


@database.command()
@data_option
@database_option
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON.")
@click.pass_context
def check(ctx: click.Context, *, data: Path | None, database: str | None, as_json: bool) -> None:
    """Read every game, table and tournament, and list what cannot be read and what to do about it.

    It may run while the server is running. The exit code is 0 when everything can be read, 1 when
    something cannot, 2 when there is no such file or database.
    """
    location = _location(data, database)
    damage = find_damage(location) if isinstance(location, Path) else None
    problems = [] if damage else _with_progress(lambda each: _with_check(location, lambda c: c.run(each)))
    if as_json:
        click.echo(json.dumps({"damage": damage, "problems": [asdict(each) for each in problems]}))
    else:
        _show(damage, problems)
    ctx.exit(1 if damage or problems else 0)


@database.command(context_settings={"ignore_unknown_options": True})  # an id may begin with a dash
@data_option
@database_option
@click.argument("kind", type=click.Choice(get_args(Kind)))
@click.argument("item", metavar="ID")
def remove(*, data: Path | None, database: str | None, kind: Kind, item: str) -> None:
    """Remove a game, a table or a tournament; the server must be stopped.

    A table whose game is removed is free for another one.
    """
    location = _location(data, database)
    if isinstance(location, Path) and find_damage(location):
        raise BadInput(
            f"{location} is damaged: start the server once, it moves what is readable into a new file."
        )
    if not _with_check(location, lambda found: found.remove(kind, item), sole=True):
        raise BadInput(
            f"There is no {kind} {item[:40]!r} in {_shown(location)}: see tilemeld database check."
        )
    click.echo(f"The {kind} {item} was taken out of {_shown(location)}.")


@database.command()
@data_option
@database_option
@click.option("--dry-run", is_flag=True, help="Say what would be done, and change nothing.")
def migrate(*, data: Path | None, database: str | None, dry_run: bool) -> None:
    """Bring the schema up to date; a server that starts does it too, under the same lock.

    Migrations go forward only, each in a transaction of its own.
    """
    location = _location(data, database)
    if isinstance(location, Path):
        due = _reaching(location, lambda: _migrate_file(location, dry_run=dry_run))
    else:
        with needing("postgres", what="--database"):
            from tilemeld.adapters.postgres import schema  # noqa: PLC0415  # asyncpg is an extra
        due = _reaching(location, lambda: asyncio.run(schema.migrate(location, dry_run=dry_run)))
    if not due:
        click.echo(f"{_shown(location)} is up to date.")
    else:
        done = "Migrations that would be run" if dry_run else "Migrations that were run"
        click.echo(f"{done}: {', '.join(map(str, due))}.")


def _migrate_file(path: Path, *, dry_run: bool) -> list[int]:
    with contextlib.closing(connect(path)) as connection:
        (at,) = connection.execute("PRAGMA user_version").fetchone()
        due = [number for number, _ in migrations() if number > at]
        if not dry_run:
            migrate_file(connection)
        return due


@database.command()
@click.argument("source")
@click.argument("target")
def copy(*, source: str, target: str) -> None:
    """Copy everything from SOURCE into the empty TARGET: files, or addresses of PostgreSQL databases.

    No server may be running. Every row is compared afterwards, and every game, table and tournament is read
    from the copy. The exit code is 0 when all of it is the same and can be read.
    """
    come, go = location_of(source), location_of(target)
    if isinstance(come, Path):
        come = _existing(come)
    rows = _with_stores(come, go)
    problems = _with_progress(lambda on_item: _with_check(go, lambda c: c.run(on_item)))
    click.echo(f"{rows} rows were copied from {_shown(come)} to {_shown(go)} and compared.")
    if problems:
        _show(None, problems)
        raise BadInput("These could not be read in the source either; everything else was copied.")


def _with_stores(come: str | Path, go: str | Path) -> int:
    async def do() -> int:
        source = _open(come, sole=True)
        try:
            target = _open(go, sole=True)
            try:
                return await copy_all(source, target)
            finally:
                await target.close()
        finally:
            await source.close()

    return _reaching(go, lambda: asyncio.run(do()))


def _location(data: Path | None, database: str | None) -> str | Path:
    """Return the file or the address that was named; a file comes first."""
    if database is None or data is not None:
        return _existing(data)
    return checked_database(database)


def _existing(data: Path | None) -> Path:
    path = data or data_file()
    if not path.is_file():
        raise BadInput(f"There is no file {path}: name the server's file with --data.")
    return path


def _shown(location: str | Path) -> str:
    return str(location) if isinstance(location, Path) else shown(location)


def _open(location: str | Path, *, sole: bool) -> SqlStore:
    if isinstance(location, Path):
        return SqliteStore.open(location, sole=sole)
    with needing("postgres", what="--database"):
        from tilemeld.adapters.postgres.store import PostgresStore  # noqa: PLC0415  # asyncpg is an extra
    return PostgresStore(location, sole=sole)


def _with_check(
    location: str | Path, work: Callable[[StoreCheck], Awaitable[Answer]], *, sole: bool = False
) -> Answer:
    async def do() -> Answer:
        store = _open(location, sole=sole)
        try:
            return await work(
                StoreCheck(store, LocalBus(), SystemClock(), chance=SystemChance(), sets_for=sets_with_words)
            )
        finally:
            await store.close()

    return _reaching(location, lambda: asyncio.run(do()))


def _reaching(location: str | Path, work: Callable[[], Answer]) -> Answer:
    """Do something with a store; say in a sentence why it cannot be used."""
    try:
        return work()
    except RuntimeError as error:
        raise BadInput(f"{error}.") from None
    except Unavailable as error:
        raise BadInput(f"{_shown(location)} cannot be used: {error.__cause__ or error}.") from None
    except OSError as error:
        raise BadInput(f"{_shown(location)} cannot be reached: {error}.") from None


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
