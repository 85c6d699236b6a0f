"""A file of many games, and many ways to break it; whatever is broken, the server starts and serves the rest.

``python -m server.broken --times 1000`` (in ``tests/``) breaks it a thousand times, the tests a few times.
"""

import argparse
import asyncio
import contextlib
import logging
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import AddEntropy, BeginGame, Pass, Take
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import Overrides, Server
from tilemeld.server.settings import Settings
from tilemeld.service.errors import NotFound, ServiceError, Unreadable
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.ports import GameId, PersonId

GAMES = 200
RUNNING = 40
"""How many of the games are not over."""
SHORT = profile("cs").override({"rack_size": 5, "opening_points": 0, "jokers": 0, "copies": 1})
OTHERS_ASKED = 25
ON_A_PAGE = 20
"""How many games may lose a row with a few broken bytes or one broken page."""
ROWS = {
    "games": ("id", "table_id"),
    "steps": ("game_id", "body"),
    "tables": ("id", "body"),
    "commands": ("game_id", "digest"),
    "deadlines": ("game_id", "game_id"),
    "people": ("id", "name"),
    "event_entries": ("event_id", "body"),
}
"""Tables with the columns that say whose row it is and what can be broken in it."""


@dataclass(frozen=True)
class Sound:
    """The file before anything is broken, and what stands in it."""

    path: Path
    states: dict[GameId, GameState]
    tournament: str


def server_on(path: Path) -> Server:
    clock = ManualClock(10_000_000)
    store = SqliteStore.open(path, sole=True)
    overrides = Overrides(store=store, bus=LocalBus(), clock=clock, thinker=InlineThinker())
    return Server(Settings(bot_pace=0, resume_after_ms=10**9), overrides)


async def make_sound(path: Path, *, games: int = GAMES, running: int = RUNNING) -> Sound:
    """Play games, some of them to their end."""
    server = server_on(path)
    await server.start()
    director = (await server.guests.arrive("Dora"))[0].id
    from service.hall import a_format  # tests/ is on the path

    tournament = await server.tournaments.open(director, "Cup", a_format())
    at_once = asyncio.Semaphore(20)

    async def one(number: int) -> GameId:
        async with at_once:
            return await play_short(server, to_end=number >= running)

    ids = await asyncio.gather(*(one(number) for number in range(games)))
    states = {game: await server.games.state(game) for game in ids}
    await server.follow_ups.stop()
    await server.game_keeper.stop(pause=False)  # as if it had been killed: the clocks run
    await server.store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Sound(path, states, tournament)


async def play_short(server: Server, *, to_end: bool) -> GameId:
    """Two people who only take tiles and pass: the box is small, so that it is over soon."""
    people = [(await server.guests.arrive())[0].id for _ in range(2)]
    table = await server.tables.create(people[0], Options(SHORT, 2))
    await server.tables.sit(table.id, people[1])
    for seat, person in enumerate(people):
        table = await server.play.ready(person, table.id, seat, ready=True)
    assert table.game is not None
    for seat, person in enumerate(people):
        await server.play.move(person, table.game, AddEntropy(Seat(seat), "e"), command_id="e")
    with contextlib.suppress(Refused):  # the game keeper was first
        await server.games.do(table.game, BeginGame())
    while (state := await server.games.state(table.game)).phase != Phase.ENDED:
        if not to_end and state.turn >= 6:
            break
        await turn(server, table.game, people, state)
    return table.game


async def turn(server: Server, game: GameId, people: Sequence[PersonId], state: GameState) -> None:
    if state.active is None or state.phase != Phase.TURN:
        await asyncio.sleep(0)
        return
    command = Take(state.active) if state.bank else Pass(state.active)
    await server.play.move(people[state.active], game, command, command_id=f"t{state.version}")


# Ways to break it

Break = Callable[[Path, Random], set[str] | None]
"""Breaks a file; returns whose rows it broke, or none if that cannot be known."""


def flip_bytes(path: Path, rng: Random) -> None:
    """Change a few bytes anywhere in the file."""
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)


def flip_header(path: Path, rng: Random) -> None:
    """Change a byte of the first page, where the schema stands."""
    data = bytearray(path.read_bytes())
    data[rng.randrange(100 if rng.random() < 0.5 else 4096)] = rng.randrange(256)
    path.write_bytes(data)


def wipe_page(path: Path, rng: Random) -> None:
    """Fill a page with nonsense."""
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data) // 4096) * 4096
    data[at : at + 4096] = rng.randbytes(4096)
    path.write_bytes(data)


def cut_off(path: Path, rng: Random) -> None:
    """Lose the end of the file."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - rng.randint(1, 8 * 4096)])


def one_of(connection: sqlite3.Connection, sql: str, rng: Random) -> tuple[str, ...]:
    """One row of an answer; one that is nobody's if there is none left."""
    rows = connection.execute(sql).fetchall() or [("nobody", "")]
    return tuple(rng.choice(rows))


def nonsense_in_rows(path: Path, rng: Random) -> set[str]:
    """Write nonsense into rows: no JSON, half a text, bytes that are not text, somebody else's body."""
    broken = set()
    with sqlite3.connect(path) as connection:
        for _ in range(rng.randint(1, 5)):
            name, (owner, column) = rng.choice(list(ROWS.items()))
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            who, body = one_of(connection, f"SELECT {owner}, {column} FROM {name}", rng)
            other = one_of(connection, f"SELECT {owner}, {column} FROM {name}", rng)[1]
            new = rng.choice(
                [b"", b"{", b"\xff\xfe{}", other.encode(), body.encode()[: len(body) // 2], b"null"]
            )
            sql = f"UPDATE OR IGNORE {name} SET {column} = CAST(? AS TEXT) WHERE {owner} = ? AND {column} = ?"
            connection.execute(sql, (new, who, body))
            broken.add(who)
    return broken


def delete_rows(path: Path, rng: Random) -> set[str]:
    """Lose rows: steps in the middle, a game without steps, steps without a game."""
    broken = set()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for _ in range(rng.randint(1, 5)):
            name, (owner, _) = rng.choice(list(ROWS.items()))
            who, *_ = one_of(connection, f"SELECT {owner} FROM {name}", rng)
            only = f" AND version % {rng.randint(2, 5)} = 0" if name == "steps" and rng.random() < 0.7 else ""
            connection.execute(f"DELETE FROM {name} WHERE {owner} = ?{only}", (who,))
            broken.add(who)
    return broken


def wrong_numbers(path: Path, rng: Random) -> set[str]:
    """Write other versions, times and flags into rows."""
    broken = set()
    columns = [
        ("games", "id", "version"),
        ("games", "id", "over"),
        ("steps", "game_id", "at"),
        ("steps", "game_id", "after"),
        ("deadlines", "game_id", "at"),
        ("deadlines", "game_id", "version"),
        ("tables", "id", "version"),
        ("tables", "id", "playing"),
    ]
    with sqlite3.connect(path) as connection:
        for _ in range(rng.randint(1, 5)):
            name, owner, column = rng.choice(columns)
            who, *_ = one_of(connection, f"SELECT {owner} FROM {name}", rng)
            value = rng.choice([0, 1, -1, 2**31, 2**62, -(2**62), 7])
            connection.execute(f"UPDATE {name} SET {column} = ? WHERE {owner} = ?", (value, who))
            broken.add(who)
    return broken


def a_newer_program(path: Path, rng: Random) -> set[str]:
    """Rows of a program that knows more: another version of a profile, an event nobody knows here."""
    broken = set()
    with sqlite3.connect(path) as connection:
        for name in ("tables", "steps", "event_entries"):
            owner = ROWS[name][0]
            first = {"steps": "version = 0", "event_entries": "number = 1"}.get(name, "1")
            who, *_ = one_of(connection, f"SELECT {owner} FROM {name} WHERE {first}", rng)
            old, new = rng.choice(
                [
                    (f'"version":{SHORT.version}', '"version":77'),
                    ('"profile":"', '"profile":"x-'),
                    ('"rack_size"', '"new"'),
                ]
            )
            sql = f"UPDATE {name} SET body = replace(body, ?, ?) WHERE {owner} = ? AND {first}"
            connection.execute(sql, (old, new, who))
            broken.add(who)
    return broken


BREAKS: dict[str, Break] = {
    "flip-bytes": flip_bytes,
    "flip-header": flip_header,
    "wipe-page": wipe_page,
    "cut-off": cut_off,
    "nonsense": nonsense_in_rows,
    "delete": delete_rows,
    "numbers": wrong_numbers,
    "newer": a_newer_program,
}


# What must hold


def asked_for(sound: Sound, broken: set[str] | None, rng: Random) -> list[GameId]:
    """The games that are running, those that were broken, and some of the others."""
    over = [game for game, state in sound.states.items() if state.phase == Phase.ENDED]
    running = [game for game in sound.states if game not in over]
    hit = [game for game in over if game in (broken or ())]
    return [*running, *hit, *rng.sample([game for game in over if game not in hit], OTHERS_ASKED)]


async def check_serves_the_rest(
    sound: Sound, path: Path, broken: set[str] | None, rng: Random
) -> Counter[str]:
    """Start a server on a broken file: whatever was not broken is as it was, and a new game can be played."""
    server = server_on(path)
    found: Counter[str] = Counter()
    try:
        await server.start()
        for game in asked_for(sound, broken, rng):
            found[await ask_for(server, game, sound.states[game], broken)] += 1
        assert found.total() - found["as-it-was"] <= (ON_A_PAGE if broken is None else 5), found
        new = await server.games.state(await play_short(server, to_end=True))
        assert new.phase == Phase.ENDED
        page = server.metrics.page().decode()
        counted = sum(float(line.rsplit(" ", 1)[1]) for line in page.splitlines() if "unreadable{" in line)
        assert counted >= found["set-aside"], page
    finally:
        await server.stop()
    return found


async def ask_for(server: Server, game: GameId, before: GameState, broken: set[str] | None) -> str:
    try:
        state = await server.games.state(game)
        await server.games.table_of(game)
    except Unreadable:
        outcome = "set-aside"
    except NotFound:
        outcome = "gone"
    else:
        outcome = "as-it-was" if same(state, before) else "another"
    if broken is not None and game not in broken:
        assert outcome == "as-it-was", f"{game} was not broken, but is {outcome}"
    return outcome


def same(now: GameState, before: GameState) -> bool:
    """Whether a game is where it was; the server may have stopped or restarted its clock."""
    return [seat.rack for seat in now.seats] == [
        seat.rack for seat in before.seats
    ] and now.bank == before.bank


async def break_once(
    sound: Sound, folder: Path, seed: int, *, way: str | None = None
) -> tuple[str, Counter[str]]:
    """Break a copy in one way and see what the server makes of it."""
    rng = Random(seed)
    name = way or rng.choice(list(BREAKS))
    path = folder / f"broken-{seed}.sqlite"
    shutil.copy(sound.path, path)
    broken = BREAKS[name](path, rng)
    try:
        return name, await check_serves_the_rest(sound, path, broken, rng)
    except (AssertionError, ServiceError, sqlite3.Error, RuntimeError) as error:
        raise AssertionError(f"seed {seed}, {name}: {error}") from error
    finally:
        for each in folder.glob(f"broken-{seed}.*"):
            each.unlink()


async def main(times: int, first: int) -> None:
    logging.disable(logging.CRITICAL)
    totals: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        sound = await make_sound(Path(folder) / "sound.sqlite")
        began = time.monotonic()
        for done, seed in enumerate(range(first, first + times), start=1):
            name, found = await break_once(sound, Path(folder), seed)
            totals.setdefault(name, Counter()).update({**found, "files": 1})
            if done % 10 == 0 or done == times:
                print(
                    f"\r{done} of {times}, {time.monotonic() - began:.0f} s",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
    print(file=sys.stderr)
    for name, found in sorted(totals.items()):
        print(f"{name:12} " + ", ".join(f"{key} {found[key]}" for key in sorted(found)))
    print(f"The server started and served the rest {times} times of {times}.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Break a file of games often and start the server on it.")
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    asyncio.run(main(chosen.times, chosen.first))
