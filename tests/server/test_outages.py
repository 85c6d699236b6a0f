"""The database or the bus of real servers is lost: clients hear of it, nobody waits for long, all comes back.

Proves `server/live/health.py`.
"""

import asyncio
import contextlib
import signal
import time
from functools import partial
from random import Random

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from real_servers import RealPostgres, a_postgres, a_valkey, postgres, removed
from server.live.test_kill import real_server
from server.live_server import Client, Json, client
from server.test_two_servers import a_table, all_ready, begin
from tilemeld.service.ports import SILENT_MS

LONGEST_SECONDS = 5
"""What nobody may wait longer than, whatever is lost: the promise itself, not the speed of a test."""


async def in_turn(*players: Client) -> Json:
    """Take a tile with whoever's turn it is, and return the answer."""
    active = next(each for each in players if each.view is not None and each.view["active"] == each.seat)
    async with asyncio.timeout(LONGEST_SECONDS):
        answer = await active.command("take")
    if answer["type"] == "ack":
        for each in players:
            await each.until_view(lambda view: view["version"] >= answer["version"])
    return answer


def test_when_all_backends_are_killed_again_and_again_every_move_is_acknowledged_once() -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), real_server(url) as server:
            ports = server.port, server.port
            table, tokens = await a_table(ports, Random(1))
            await all_ready(ports, Random(1), table, tokens)
            async with client(ports[0], tokens[0]) as one, client(ports[0], tokens[1]) as two:
                for player in (one, two):
                    await player.enter(table)
                await asyncio.gather(begin(one), begin(two))
                for _ in range(6):
                    await kill_backends(url)
                    assert (await in_turn(one, two))["type"] == "ack"

    asyncio.run(run())


async def kill_backends(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


def test_while_the_database_is_away_moves_are_refused_soon_and_all_goes_on_when_it_is_back() -> None:
    with removed(a_postgres()) as database:
        assert isinstance(database, RealPostgres)
        url = database.database()

        async def run() -> None:
            async with asyncio.timeout(100), real_server(url) as server:
                ports = server.port, server.port
                table, tokens = await a_table(ports, Random(1))
                await all_ready(ports, Random(1), table, tokens)
                async with client(ports[0], tokens[0]) as one, client(ports[0], tokens[1]) as two:
                    for player in (one, two):
                        await player.enter(table)
                    await asyncio.gather(begin(one), begin(two))
                    await asyncio.to_thread(database.kill, signal.SIGQUIT)
                    for player in (one, two):
                        await player.until("health", lambda health: not health["store"])
                    refused = await in_turn(one, two)
                    assert refused["refusals"][0]["code"] == "store/unavailable"
                    with pytest.raises(ConnectionClosed) as closed:
                        async with client(ports[0], tokens[0]):
                            raise AssertionError("nobody is known just now")
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 1013, "come back later"
                    await asyncio.to_thread(database.start)
                    for player in (one, two):
                        await player.until("health", lambda health: health["store"])
                    while (await in_turn(one, two))["type"] != "ack":
                        pass

        asyncio.run(run())


def test_without_the_bus_servers_go_on_by_the_store_and_it_is_used_again_when_it_is_back() -> None:
    url = postgres().database()
    with removed(a_valkey()) as bus:
        at = f"redis://127.0.0.1:{bus.port}"

        async def run() -> None:
            async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
                servers = [await stack.enter_async_context(real_server(url, at)) for _ in range(2)]
                ports = servers[0].port, servers[1].port
                table, tokens = await a_table(ports, Random(1))
                await all_ready(ports, Random(1), table, tokens)
                async with client(ports[0], tokens[0]) as one, client(ports[1], tokens[1]) as two:
                    for player in (one, two):
                        await player.enter(table)
                    await asyncio.gather(begin(one), begin(two))
                    await asyncio.to_thread(bus.kill)
                    for player in (one, two):
                        await player.until("health", lambda health: not health["bus"])
                    for _ in range(2):
                        async with asyncio.timeout(LONGEST_SECONDS):
                            assert (await in_turn(one, two))["type"] == "ack"
                    await asyncio.to_thread(bus.start)
                    for player in (one, two):
                        await player.until("health", lambda health: health["bus"])
                    assert (await in_turn(one, two))["type"] == "ack"

        asyncio.run(run())


def test_after_a_long_outage_everybody_keeps_their_games_and_turns_get_their_time_back() -> None:
    with removed(a_postgres()) as database:
        assert isinstance(database, RealPostgres)
        url = database.database()

        async def run() -> None:
            async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
                servers = [await stack.enter_async_context(real_server(url)) for _ in range(2)]
                players = []
                for server in servers:  # a game at each, which nobody has touched at the other one
                    ports = server.port, server.port
                    table, tokens = await a_table(ports, Random(1))
                    await all_ready(ports, Random(1), table, tokens)
                    seated = [await stack.enter_async_context(client(ports[0], token)) for token in tokens]
                    for player in seated:
                        await player.enter(table)
                    await asyncio.gather(*map(begin, seated))
                    players.append(seated)
                before, versions = await owners(url), [known(one)["version"] for one, _ in players]
                await asyncio.to_thread(database.kill, signal.SIGQUIT)
                lost = time.monotonic()
                while time.monotonic() - lost < 1.5 * SILENT_MS / 1000:
                    assert (await in_turn(*players[0]))["type"] == "refused"
                await asyncio.to_thread(database.start)
                for (one, two), version in zip(players, versions, strict=True):
                    for each in (one, two):
                        await each.until_view(partial(is_at, version + 2))
                    assert known(one)["paused_at"] is None
                    assert (await in_turn(one, two))["type"] == "ack", "at once"
                assert await owners(url) == before, "nobody has taken up another's game"
                for stopped, resumed in await pauses(url):
                    assert resumed - stopped >= SILENT_MS, "the time is given back"
                assert len(await pauses(url)) == 2, "each has stopped once"

        asyncio.run(run())


def is_at(version: int, view: Json) -> bool:
    """Say whether a view has this version."""
    return bool(view["version"] == version)


def known(player: Client) -> Json:
    """Return what a player sees."""
    assert player.view is not None
    return player.view


async def owners(url: str) -> dict[str, str]:
    """Return which process tends which game."""
    connection = await asyncpg.connect(url)
    try:
        return dict(await connection.fetch("SELECT game_id, process FROM owners"))
    finally:
        await connection.close()


async def pauses(url: str) -> list[tuple[int, int]]:
    """Return from when to when games were paused, by their steps."""
    connection = await asyncpg.connect(url)
    try:
        sql = """SELECT a.at, b.at FROM steps a JOIN steps b ON b.game_id = a.game_id AND b.version = a.after
          WHERE a.body::json -> 'command' ->> 'type' = 'pause'"""
        return [(row[0], row[1]) for row in await connection.fetch(sql)]
    finally:
        await connection.close()
