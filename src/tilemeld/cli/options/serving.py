"""The options that servers and workers share: the database, the bus, themes, and how much is logged."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tilemeld.cli.terminal import BadInput, needing

from .database_url import checked_bus, checked_database

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def database_option(text: str, *, required: bool = False) -> Option:
    """Return the option that names the database."""
    example = "postgresql://tilemeld@localhost/tilemeld"
    return click.option(
        "--database",
        envvar="TILEMELD_DATABASE",
        metavar="URL",
        required=required,
        help=f"{text}: {example}",
    )


def bus_option(text: str) -> Option:
    """Return the option that names the bus."""
    return click.option("--bus", envvar="TILEMELD_BUS", metavar="URL", help=f"{text}: redis://localhost:6379")


def themes_option(text: str) -> Option:
    """Return the option that names the folder of word lists."""
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    return click.option("--themes", type=kind, metavar="DIR", help=text)


verbose_option: Option = click.option("--verbose", is_flag=True, help="Log more.")


def log_level(*, verbose: bool) -> str:
    """Return how much is logged."""
    return "DEBUG" if verbose else "WARNING"


def usable_database(url: str, *, what: str) -> str:
    """Return the address of a database; ``BadInput`` for something else, and where the driver is missing."""
    with needing("postgres", what=what):
        importlib.import_module("asyncpg")
    return checked_database(url)


def usable_bus(bus: str | None, database: str | None) -> str | None:
    """Return the address of the bus; ``BadInput`` without a database, or where the driver is missing."""
    if bus is None:
        return None
    if database is None:
        raise BadInput("--bus is for games in a database: name one with --database.")
    with needing("valkey", what="--bus"):
        importlib.import_module("valkey")
    return checked_bus(bus)
