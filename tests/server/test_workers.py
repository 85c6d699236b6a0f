"""Servers and workers as real processes on one real database: whoever is killed, bots play on.

Proves `cli/commands/serving/work.py`.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from random import Random
from typing import cast

import asyncpg
import pytest
from click.testing import CliRunner
from tools.cluster.parts import free_port

from real_servers import postgres, valkey
from server.live.test_kill import TESTS, http, real_server
from server.live_server import Client, ask, client
from server.test_two_servers import a_table, all_ready, play, until_bot
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.jobs import MemoryJobs
from tilemeld.adapters.memory.store import InlineAnalyst, InlineThinker
from tilemeld.adapters.workers import ProcessThinker
from tilemeld.cli.main import cli
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.server.workers import Workers
from tilemeld.service.jobs.job import KINDS, WorkerInfo
from tilemeld.service.jobs.worker import Worker, lanes_for

QUEUE = ("together", "queue", "idle")
"""A server that leaves bots, hints and reviews to workers."""


SHORT = {"rack_size": 5, "opening_points": 0}
"""House rules of a game that is over soon."""


@contextlib.asynccontextmanager
async def a_process(*command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextlib.asynccontextmanager
async def real_worker(url: str, name: str, *options: str) -> AsyncIterator[asyncio.subprocess.Process]:
    async with a_process("-m", "server.real_worker", url, name, *options) as process:
        assert await line_of(process) == "ready"
        yield process


async def line_of(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(60):
        return (await process.stdout.readline()).decode().strip()


@contextlib.asynccontextmanager
async def seated(ports: tuple[int, int]) -> AsyncIterator[tuple[Client, Client]]:
    """Two people and a bot, who sit in seat 2, each at another server."""
    rng = Random(3)
    table, tokens = await a_table(ports, rng, seats=3, bots=["random"])
    await all_ready(ports, rng, table, tokens)
    async with client(ports[0], tokens[0]) as one, client(ports[1], tokens[1]) as two:
        for player in (one, two):
            await player.enter(table)
        yield one, two


async def rows(url: str, sql: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(sql))
    finally:
        await connection.close()


async def count(url: str, table: str) -> int:
    return int((await rows(url, f"SELECT count(*) FROM {table}"))[0][0])


async def bot_steps(url: str) -> list[int]:
    """Return the versions at which the bot has acted."""
    steps = await rows(url, "SELECT version, body FROM steps ORDER BY version")
    return [row["version"] for row in steps if '"seat":2' in row["body"].partition('"events"')[0]]


def test_a_turn_that_a_killed_worker_had_taken_is_played_once_and_in_seconds() -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(real_server(url, *QUEUE)) for _ in range(2)]
            dreamy = await stack.enter_async_context(real_worker(url, "one", "dreamy"))
            one, two = await stack.enter_async_context(seated((servers[0].port, servers[1].port)))
            await asyncio.gather(until_bot(one, 2), until_bot(two, 2))
            taken = await line_of(dreamy)
            assert taken == f"took {one.version}"
            other = await stack.enter_async_context(real_worker(url, "two"))
            dreamy.send_signal(signal.SIGKILL)
            began, version = time.monotonic(), one.version
            view = await one.until_view(lambda view: view["version"] > version)
            took = time.monotonic() - began
            assert await line_of(other) == taken, "the same turn, by another worker"
            assert view["active"] != 2
            assert took < 20, "a few seconds, on a machine that may be busy"
            assert (await bot_steps(url)).count(version) == 1

    asyncio.run(run())


def test_two_servers_and_two_workers_play_a_whole_game_and_find_one_review() -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(240), contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(real_server(url, *QUEUE)) for _ in range(2)]
            for name in ("one", "two"):
                await stack.enter_async_context(real_worker(url, name))
            ports = servers[0].port, servers[1].port
            rng = Random(4)
            table, tokens = await a_table(ports, rng, seats=3, bots=["random"], house=SHORT)
            await all_ready(ports, rng, table, tokens)
            async with client(ports[0], tokens[0]) as one, client(ports[1], tokens[1]) as two:
                for player in (one, two):
                    await player.enter(table)
                await asyncio.gather(play(one, Random(1), None), play(two, Random(2), None))
            path = f"/api/games/{one.game}/record"
            status, _, text = await asyncio.to_thread(ask, ports[1], "GET", path, token=tokens[0])
            assert status == 200
            assert verify(parse_record(text)) == ()
            assert len(await bot_steps(url)) > 1
            path = f"/api/games/{one.game}/analysis"
            assert (await http(ports[0], "GET", path, token=tokens[0]))["state"] == "none"
            await http(ports[0], "POST", path, {}, tokens[0])
            while (found := await http(ports[1], "GET", path, token=tokens[1]))["state"] != "done":
                assert found["state"] in ("waiting", "working"), found
            servers[0].kill()
            assert (await http(ports[1], "POST", path, {}, tokens[1]))["review"] == found["review"]
            assert await count(url, "reviews") == 1

    asyncio.run(run())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_tilemeld_work_says_what_it_does_and_ends_cleanly(how: int) -> None:
    url, bus = postgres().database(), f"redis://127.0.0.1:{valkey().port}"

    async def run() -> None:
        port = free_port()
        options = ("--database", url, "--bus", bus, "--kinds", "question,bot", "--jobs", "1")
        async with (
            asyncio.timeout(100),
            a_process("-m", "tilemeld", "work", *options, "--metrics-port", str(port)) as process,
        ):
            assert (await line_of(process)).endswith(": bot, question. Stop with Ctrl+C.")
            status, _, text = await asyncio.to_thread(ask, port, "GET", "/metrics")
            assert (status, "tilemeld_jobs_now 0.0" in text) == (200, True)
            process.send_signal(how)
            assert await line_of(process) == "Finishing what is begun …"
            assert await line_of(process) == "Stopped."
            assert await process.wait() == 0
        assert await count(url, "workers") == 0

    asyncio.run(run())


def test_a_server_that_leaves_the_work_to_others_does_bots_turns_while_nobody_else_does() -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), real_server(url, *QUEUE) as server:
            token = (await http(server.port, "POST", "/api/guests", {}))["token"]
            body = {"profile": "cs", "seats": 2, "bots": ["club"]}
            table = (await http(server.port, "POST", "/api/tables", body, token))["id"]
            async with client(server.port, token) as player:
                await player.enter(table)
                await http(server.port, "PUT", f"/api/tables/{table}/seats/0/ready", {"ready": True}, token)
                await until_bot(player, 1)
                version = player.version
                await player.until_view(lambda view: view["version"] > version)
            question = {"rack": ["r6"], "table": [["r3", "r4", "r5"]]}
            status, _, text = await asyncio.to_thread(
                ask, server.port, "POST", "/api/solve", body=question, token=token
            )
            assert (status, "work/nobody" in text) == (503, True)
            served = await rows(url, "SELECT who FROM job_turns")
            assert served, "the bot's turn was taken"
            assert "127.0.0.1" not in str(served), "no address is stored"

    asyncio.run(run())


class Warming:
    """Processes that are started as soon as somebody says so."""

    def __init__(self) -> None:
        self.is_warm = asyncio.Event()

    async def warm_up(self) -> None:
        await self.is_warm.wait()

    def close(self) -> None:
        pass


def test_who_stops_while_processes_are_started_takes_no_job_afterwards() -> None:
    async def run() -> None:
        processes, queue = Warming(), MemoryJobs(ManualClock())
        leave = queue.leave

        async def leave_as_they_start(worker: str) -> None:
            processes.is_warm.set()
            for _ in range(10):
                await asyncio.sleep(0)
            await leave(worker)

        queue.leave = leave_as_they_start  # type: ignore[method-assign]
        thinker, analyst = InlineThinker(), InlineAnalyst()
        worker = Worker(
            queue,
            LocalBus(),
            ManualClock(),
            me=WorkerInfo("one", KINDS),
            thinker=thinker,
            analyst=analyst,
            lanes=lanes_for(KINDS, 1),
        )
        workers = Workers(thinker, analyst, processes=cast(ProcessThinker, processes), worker=worker)
        await workers.start()
        while not await queue.workers():
            await asyncio.sleep(0)
        await workers.stop()
        assert processes.is_warm.is_set(), "they were just started"
        assert not worker.is_working
        assert not worker.is_shown
        assert await queue.workers() == []

    asyncio.run(run())


def test_a_worker_whose_database_does_not_exist_ends_and_says_so() -> None:
    url = f"{postgres().database()}none".replace("tilemeld@", "tilemeld:secret@")
    result = CliRunner().invoke(cli, ["work", "--database", url])
    assert result.exit_code == 2
    assert "Cannot work for postgresql://tilemeld@127.0.0.1" in result.output
    assert "does not exist" in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--database", "postgresql://localhost/x", "--kinds", "bot,cooking"], "'cooking'"),
        (["--database", "mysql://localhost/x"], "is not the address of a database"),
        (["--database", "postgresql://localhost/x", "--bus", "amqp://x"], "is not the address of a bus"),
        ([], "--database"),
    ],
)
def test_a_worker_that_cannot_begin_says_why(options: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["work", *options])
    assert result.exit_code != 0
    assert said in result.output
    assert "secret" not in result.output
