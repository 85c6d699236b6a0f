"""The log as it is stored: games, their steps, the commands that were carried out, deadlines."""

import asyncio
import contextlib
import json
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

Json = Any


@dataclass(frozen=True, slots=True)
class Step:
    """One row of ``steps``: decided at a version, led to another."""

    version: int
    after: int
    at: int
    body: Json

    @property
    def command(self) -> Json:
        """What was asked."""
        return self.body["command"]

    @property
    def events(self) -> list[Json]:
        """What happened; the step that creates a game has it in ``created``."""
        return list(self.body["events"])


@dataclass(frozen=True, slots=True)
class Done:
    """One row of ``commands``: what a seat asked for under an id, and what came of it."""

    who: str
    id: str
    version: int
    after: int


@dataclass(slots=True)
class Game:
    """Everything that is stored of one game."""

    id: str
    version: int
    is_over: bool
    steps: list[Step] = field(default_factory=list)
    commands: list[Done] = field(default_factory=list)
    deadline: int | None = None


@dataclass(slots=True)
class Log:
    """All games of a database."""

    games: dict[str, Game] = field(default_factory=dict)
    tournaments: dict[str, list[tuple[int, Json]]] = field(default_factory=dict)
    """The numbered entries of each tournament."""


QUERIES = (
    "SELECT id, version, over FROM games",
    "SELECT game_id, version, after, at, body FROM steps ORDER BY game_id, version",
    "SELECT game_id, who, id, version, after FROM commands ORDER BY game_id, version",
    "SELECT game_id, at FROM deadlines",
    "SELECT event_id, number, body FROM event_entries ORDER BY event_id, number",
)


def read_log(address: str) -> Log:
    """Read a database: a SQLite file, or ``postgresql://…``."""
    rows = asyncio.run(_from_postgres(address)) if "://" in address else _from_sqlite(Path(address))
    return _built(rows)


def _from_sqlite(path: Path) -> list[list[tuple[Json, ...]]]:
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")  # all tables as they were at one moment
        return [connection.execute(query).fetchall() for query in QUERIES]


async def _from_postgres(address: str) -> list[list[tuple[Json, ...]]]:
    connection = await asyncpg.connect(address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return [[tuple(row) for row in await connection.fetch(query)] for query in QUERIES]
    finally:
        await connection.close()


def _built(rows: list[list[tuple[Json, ...]]]) -> Log:
    games, steps, commands, deadlines, entries = rows
    log = Log({game: Game(game, version, bool(over)) for game, version, over in games})
    for game, version, after, at, body in steps:
        step = Step(version, after, at, json.loads(body))
        log.games.setdefault(game, Game(game, -1, False)).steps.append(step)
    for game, who, name, version, after in commands:
        log.games.setdefault(game, Game(game, -1, False)).commands.append(Done(who, name, version, after))
    for game, at in deadlines:
        log.games.setdefault(game, Game(game, -1, False)).deadline = at
    for tournament, number, body in entries:
        log.tournaments.setdefault(tournament, []).append((number, json.loads(body)))
    return log
