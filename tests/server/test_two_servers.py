"""Two real servers on one real database: whatever a person is routed to, the game is the same.

The servers of most tests are deaf: every notice between them is lost, so that what is right is right by the
store alone.
"""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable
from random import Random

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from at_night import at_night
from real_servers import postgres
from server.live.test_kill import http, real_server
from server.live_server import Client, Json, ask, client
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.service.live.pause_reasons import DESERTED, DOWN, RESTART

Story = Callable[[int, int], Awaitable[None]]
DEAF = ("deaf",)
BAD = ("bad",)
"""The bus loses, doubles and delays 30 % each of all messages."""


def tell(story: Story, *options: str) -> None:
    """Run a story with two servers, given their ports."""
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(120), contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(real_server(url, *options)) for _ in range(2)]
            await story(*(server.port for server in servers))

    asyncio.run(run())


async def a_table(ports: tuple[int, int], rng: Random, **options: Json) -> tuple[str, list[str]]:
    """Two people set a table and get ready; every request goes to either server."""
    tokens = [(await http(rng.choice(ports), "POST", "/api/guests", {}))["token"] for _ in range(2)]
    body = {"profile": "cs", "seats": 2, **options}
    table = (await http(rng.choice(ports), "POST", "/api/tables", body, tokens[0]))["id"]
    await http(rng.choice(ports), "POST", f"/api/tables/{table}/seats", {}, tokens[1])
    return table, tokens


async def all_ready(ports: tuple[int, int], rng: Random, table: str, tokens: list[str]) -> None:
    for seat, token in enumerate(tokens):
        path = f"/api/tables/{table}/seats/{seat}/ready"
        await http(rng.choice(ports), "PUT", path, {"ready": True}, token)


def test_nobody_is_stuck_in_the_lobby_wherever_each_request_goes() -> None:
    async def story(*ports: int) -> None:
        both = ports[0], ports[1]
        for seed in range(8):
            rng = Random(seed)
            table, tokens = await a_table(both, rng)
            for port in both:  # both servers know the table as it was
                await http(port, "GET", f"/api/tables/{table}", token=tokens[0])
            await http(both[0], "DELETE", f"/api/tables/{table}/seats/1", token=tokens[1])
            tokens[1] = (await http(both[0], "POST", "/api/guests", {}))["token"]
            await http(both[1], "POST", f"/api/tables/{table}/seats", {"seat": 1}, tokens[1])
            await all_ready(both, rng, table, tokens)
            stages = [(await http(port, "GET", f"/api/tables/{table}", token=tokens[0])) for port in both]
            assert "playing" in [each["stage"] for each in stages], seed

    tell(story, *DEAF)


async def play(player: Client, rng: Random, moves: int | None) -> None:
    """Play a seat until the game is over or has so many versions."""
    view = await player.until_view(lambda _view: True)
    while view["phase"] != "ended" and (moves is None or view["version"] < moves):
        if view["phase"] == "entropy" and view["entropy"][player.seat] is None:
            await player.command("add-entropy", entropy="x")
        elif view["active"] == player.seat and view["phase"] in ("turn", "announce", "stacks"):
            await player.play_once(rng)
        else:
            await player.next()
        assert player.view is not None
        view = player.view


@pytest.mark.parametrize(
    ("options", "moves"),
    [((), None), (DEAF, 16), (BAD, at_night(None, by_day=24))],
    ids=["bus", "deaf", "bad"],
)
def test_two_people_at_two_servers_play_one_game(options: tuple[str, ...], moves: int | None) -> None:
    async def story(*ports: int) -> None:
        both, rng = (ports[0], ports[1]), Random(5)
        table, tokens = await a_table(both, rng)
        await all_ready(both, rng, table, tokens)
        async with client(both[0], tokens[0]) as one, client(both[1], tokens[1]) as two:
            for player in (one, two):
                await player.enter(table)
            await asyncio.gather(play(one, Random(1), moves), play(two, Random(2), moves))
            assert one.game == two.game
            assert one.history.keys() & two.history.keys(), "both have seen the same"
            for version in one.history.keys() & two.history.keys():
                assert one.history[version]["table"] == two.history[version]["table"]
            if moves is None:
                for port, token in zip(both, tokens, strict=True):
                    path = f"/api/games/{one.game}/record"
                    status, _, text = await asyncio.to_thread(ask, port, "GET", path, token=token)
                    assert status == 200
                    assert verify(parse_record(text)) == ()

    tell(story, *options)


def test_a_person_who_is_erased_at_one_server_is_unknown_to_the_other() -> None:
    async def story(one: int, two: int) -> None:
        token = (await http(one, "POST", "/api/guests", {}))["token"]
        for port in (one, two):
            await http(port, "GET", "/api/me", token=token)
        status, _, _ = await asyncio.to_thread(ask, one, "DELETE", "/api/me", token=token)
        assert status < 300
        for port in (one, two):
            status, _, _ = await asyncio.to_thread(ask, port, "GET", "/api/me", token=token)
            assert status in (401, 403), port

    tell(story, *DEAF)


@pytest.mark.parametrize("options", [(), DEAF, BAD], ids=["bus", "deaf", "bad"])
def test_everybody_sees_who_is_there_wherever_they_are_and_who_has_gone(options: tuple[str, ...]) -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(real_server(url, *options)) for _ in range(2)]
            both = servers[0].port, servers[1].port
            table, tokens = await a_table(both, Random(1))
            watcher = (await http(both[1], "POST", "/api/guests", {}))["token"]
            async with client(both[0], tokens[0]) as one:
                await one.enter(table)
                async with client(both[1], tokens[1]) as two, client(both[1], watcher) as three:
                    await two.enter(table)
                    await three.enter(table)
                    for player in (one, two):
                        await until_online(player, [True, True], spectators=1)
                await until_online(one, [True, False], spectators=0)
                async with client(both[1], tokens[1]) as two:
                    await two.enter(table)
                    await until_online(one, [True, True], spectators=0)
                    servers[1].kill()
                    await until_online(one, [True, False], spectators=0)
            table = await http(both[0], "GET", f"/api/tables/{table}", token=tokens[0])
            assert [place["online"] for place in table["places"]] == [False, False]

    asyncio.run(run())


async def until_online(player: Client, seats: list[bool], *, spectators: int) -> None:
    """Wait until a player is shown who is there."""
    while True:
        for message in reversed(player.messages):
            if message["type"] == "online":
                if (message["seats"], message["spectators"]) == (seats, spectators):
                    return
                break
        await player.next()


def test_a_game_waits_only_when_nobody_is_there_at_any_server_and_whoever_ends() -> None:
    """The second player's server has no clock to watch, and the first one's no connection."""
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(real_server(url, "impatient")) for _ in range(2)]
            both = servers[0].port, servers[1].port
            table, tokens = await a_table((both[0], both[0]), Random(1))
            await all_ready((both[0], both[0]), Random(1), table, tokens)
            async with client(both[1], tokens[1]) as two:
                await two.enter(table)
                async with client(both[0], tokens[0]) as one:
                    await one.enter(table)
                    await asyncio.gather(*(begin(player) for player in (one, two)))
                before = await versions(url)
                await two.until("online", lambda found: found["seats"] == [False, True])
                await until_beats(url, 3)
                assert await versions(url) == before, "one of them is still there"
            await until_paused(url, DESERTED, since=before)
            async with client(both[1], tokens[1]) as two:
                await two.enter(table)
                await two.until_view(lambda view: view["paused_at"] is None)
                servers[1].kill()
            await until_paused(url, DESERTED, since=await versions(url))

    asyncio.run(run())


async def begin(player: Client) -> None:
    """Add to the shuffle and wait for the first turn."""
    await player.until_view(lambda view: view["phase"] == "entropy")
    await player.command("add-entropy", entropy="x")
    await player.until_view(lambda view: view["phase"] == "turn")


async def until_beats(url: str, count: int) -> None:
    """Wait until every server has shown so often that it lives."""
    connection = await asyncpg.connect(url)
    try:
        before = dict(await connection.fetch("SELECT id, at FROM processes"))
        while True:
            now = dict(await connection.fetch("SELECT id, at FROM processes"))
            if all(now[each] >= at + count * 1_000 for each, at in before.items()):
                return
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def until_paused(url: str, reason: str, *, since: dict[str, int]) -> None:
    """Wait until the game has a step after a version that pauses it."""
    connection = await asyncpg.connect(url)
    (version,) = since.values()
    try:
        while not any(
            reason in row[0]
            for row in await connection.fetch("SELECT body FROM steps WHERE version >= $1", version)
        ):
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def until_bot(player: Client, bot: int) -> None:
    """Play a seat until it is the bot's turn."""
    view = await player.until_view(lambda _view: True)
    while view["phase"] != "turn" or view["active"] != bot:
        if view["phase"] == "entropy" and view["entropy"][player.seat] is None:
            await player.command("add-entropy", entropy="x")
        elif view["phase"] == "turn" and view["active"] == player.seat:
            await player.command("take")
        else:
            await player.next()
        assert player.view is not None
        view = player.view


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_server_that_starts_stops_no_game_and_takes_up_those_of_one_that_ends(how: int) -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
            first = await stack.enter_async_context(real_server(url, "dreamy"))
            ports, rng = (first.port, first.port), Random(3)
            table, tokens = await a_table(ports, rng, seats=3, bots=["random"])
            await all_ready(ports, rng, table, tokens)
            async with client(first.port, tokens[0]) as one, client(first.port, tokens[1]) as two:
                for player in (one, two):
                    await player.enter(table)
                await asyncio.gather(until_bot(one, 2), until_bot(two, 2))
                second = await stack.enter_async_context(real_server(url))
                path = f"/api/tables/{table}"
                assert (await http(second.port, "GET", path, token=tokens[0]))["stage"] == "playing"
                stored = await versions(url)
                assert stored == {one.game: one.version}, "who starts stops no game of a living server"
                first.process.send_signal(how)
                await first.process.wait()
            async with client(second.port, tokens[0]) as one:
                await one.enter(table)
                await one.until_view(lambda view: view["active"] != 2 and view["paused_at"] is None)
            assert (await versions(url)) != stored, "the bot has played at the other server"

    asyncio.run(run())


def test_a_server_that_ends_says_so_goes_on_for_a_while_and_hands_its_games_over_running() -> None:
    url = postgres().database()

    async def run() -> None:
        async with asyncio.timeout(100), contextlib.AsyncExitStack() as stack:
            first = await stack.enter_async_context(real_server(url, "draining"))
            second = await stack.enter_async_context(real_server(url))
            ports = first.port, first.port
            table, tokens = await a_table(ports, Random(1))
            await all_ready(ports, Random(1), table, tokens)
            async with client(first.port, tokens[0]) as one, client(first.port, tokens[1]) as two:
                for player in (one, two):
                    await player.enter(table)
                await asyncio.gather(*(begin(player) for player in (one, two)))
                first.process.send_signal(signal.SIGTERM)
                while (await asyncio.to_thread(ask, first.port, "GET", "/readyz"))[0] != 503:
                    pass
                active = one if one.view is not None and one.view["active"] == one.seat else two
                assert (await active.command("take"))["type"] == "ack", "it goes on meanwhile"
                for player in (one, two):
                    with pytest.raises(ConnectionClosed):
                        await player.until("never")
                    assert player.connection.close_code == 1012
            async with client(second.port, tokens[0]) as one, client(second.port, tokens[1]) as two:
                for player in (one, two):
                    await player.enter(table)
                    await player.until_view(lambda _view: True)
                active = one if one.view is not None and one.view["active"] == one.seat else two
                assert (await active.command("take"))["type"] == "ack"
            assert await first.process.wait() in (0, -signal.SIGTERM)
            connection = await asyncpg.connect(url)
            bodies = [row[0] for row in await connection.fetch("SELECT body FROM steps")]
            await connection.close()
            assert not any(RESTART in body or DOWN in body for body in bodies), "nothing was paused"

    asyncio.run(run())


async def versions(url: str) -> dict[str, int]:
    connection = await asyncpg.connect(url)
    try:
        return {row[0]: row[1] for row in await connection.fetch("SELECT id, version FROM games")}
    finally:
        await connection.close()


def test_a_code_for_another_device_is_good_once_at_whichever_server_is_asked() -> None:
    async def story(one: int, two: int) -> None:
        guest = await http(one, "POST", "/api/guests", {})
        made = await http(one, "POST", "/api/me/devices", {}, guest["token"])
        path = f"/api/me/devices/{made['code']}"
        assert not (await http(two, "GET", path, token=guest["token"]))["used"]
        came = await http(two, "POST", "/api/devices", {"code": made["code"], "ticket": "a" * 16})
        assert came["person"] == guest["person"]
        assert (await http(one, "GET", path, token=guest["token"]))["used"]
        for port in (one, two):
            body = {"code": made["code"], "ticket": "b" * 16}
            status, _, _ = await asyncio.to_thread(ask, port, "POST", "/api/devices", body=body)
            assert status == 404, port

    tell(story, *DEAF)


def test_two_servers_have_one_limit_together() -> None:
    async def guests(port: int) -> int:
        """How many new guests a server lets in until it refuses one."""
        for count in range(40):
            status, _, _ = await asyncio.to_thread(ask, port, "POST", "/api/guests", body={})
            if status == 429:
                return count
            await asyncio.sleep(0.15)
        raise AssertionError("never refused")

    async def story(one: int, two: int) -> None:
        token = (await http(two, "POST", "/api/guests", {}))["token"]
        for port in (one, two):
            await http(port, "POST", "/api/tables", {"profile": "cs", "seats": 2}, token)
        for port in (one, two):
            body = {"profile": "cs", "seats": 2}
            status, _, _ = await asyncio.to_thread(ask, port, "POST", "/api/tables", body=body, token=token)
            assert status == 429, "two tables at two servers are two tables"
        assert await guests(one) >= 30
        assert await guests(two) < 20, "what was spent at the first one counts here"

    tell(story, *DEAF, "tight")
