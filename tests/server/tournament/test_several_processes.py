"""Online tournaments over several real servers: whatever dies when, every result is there exactly once.

Every notice between the servers is lost, every request goes to any server that lives, and a server is killed
(kill -9) the moment after it has stored something, before it could do what follows from that.

Proves `service/tournament/table_openings.py`.
"""

import asyncio
import contextlib
import json
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from at_night import at_night
from real_servers import postgres
from server.live.test_kill import Process, real_server
from server.live_server import Client, Json, ask, client

SHORT = {"rack_size": 26, "redeal_doublets": None, "turn_seconds": 60}
"""Rules of games that are over soon: four players have all tiles but two."""


@dataclass
class Cluster:
    """Some servers on one database; requests go to any that lives."""

    url: str
    servers: list[Process]
    rng: Random
    keys: int = 0
    tokens: list[str] = field(default_factory=list)

    def living(self) -> list[int]:
        return [each.port for each in self.servers if each.process.returncode is None]

    async def ask(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        """Ask any server, and another one, with the same key, when it does not answer."""
        self.keys += 1
        key = f"0123456789abcdef{self.keys}"
        async with asyncio.timeout(30):
            while True:
                port = self.rng.choice(self.living())
                try:
                    status, _, text = await asyncio.to_thread(
                        ask, port, method, path, body=body, token=token, idempotency_key=key
                    )
                except OSError:  # it died
                    await asyncio.sleep(0.05)
                    continue
                assert status < 400, (path, text)
                return json.loads(text)


class Cup:
    """An online tournament whose people play by themselves."""

    def __init__(self, cluster: Cluster, players: int, rounds: int) -> None:
        self.cluster, self.players, self.rounds = cluster, players, rounds
        self.director, self.at = "", ""

    async def open(self, **chosen: Json) -> None:
        ask = self.cluster.ask
        self.director = (await ask("POST", "/api/guests", {}))["token"]
        wish = {
            "place": "online",
            "profile": "cs",
            "house": SHORT,
            "rounds": self.rounds,
            "games": 1,
            **chosen,
        }
        made = await ask("POST", "/api/tournaments", {"name": "Cup", "format": wish}, self.director)
        self.at = f"/api/tournaments/{made['tournament']}"
        names = "\n".join(f"Name {number}" for number in range(self.players))
        await ask("POST", f"{self.at}/players", {"text": names}, self.director)
        codes: list[str] = []
        while len(codes) < self.players:  # a server that has not heard of them knows them after a second
            every = (await ask("GET", f"{self.at}/codes", token=self.director))["codes"]
            codes = [each["code"] for each in every if each["role"] == "player"]
        for code in codes:
            token = (await ask("POST", "/api/guests", {}))["token"]
            await ask("POST", f"{self.at}/claim", {"code": code}, token)
            self.cluster.tokens.append(token)

    async def fact(self, kind: str, **fields: Json) -> None:
        body = {"fact": {"type": kind, **fields}, "why": ""}
        await self.cluster.ask("POST", f"{self.at}/facts", body, self.director)

    async def begin(self, number: int) -> None:
        await self.cluster.ask("POST", f"{self.at}/proposals", {"round": number}, self.director)
        await self.fact("seating-published", round=number)
        await self.fact("clock-started", round=number)

    async def round(self, number: int) -> Json:
        seen = await self.cluster.ask("GET", self.at, token=self.director)
        return seen["rounds"][number - 1]

    async def all_play(self, number: int) -> None:
        """Everybody plays the game of a round, wherever they are let in, to its end."""
        async with asyncio.timeout(at_night(600, by_day=90)):
            await asyncio.gather(
                *(self._play(token, number, seat) for seat, token in enumerate(self.cluster.tokens))
            )

    async def _play(self, token: str, number: int, seed: int) -> None:
        table = await self._table(token, number)
        rng, is_over = Random(seed), False
        while not is_over:
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                async with client(self.cluster.rng.choice(self.cluster.living()), token) as player:
                    await player.enter(table)
                    is_over = await play_to_the_end(player, rng)
            await asyncio.sleep(0.05)

    async def _table(self, token: str, number: int) -> str:
        while True:
            me = await self.cluster.ask("GET", f"{self.at}/me", token=token)
            if me["round"] == number and me["lobby_table"]:
                return str(me["lobby_table"])
            await asyncio.sleep(0.1)

    async def results(self) -> Counter[tuple[int, int]]:
        """How often each table of each round has a result in the log, undone ones included."""
        entries = (await self.cluster.ask("GET", f"{self.at}/log", token=self.director))["entries"]
        facts = [each["entry"]["fact"] for each in entries]
        facts = [fact for fact in facts if fact["type"] == "result-entered"]
        return Counter((each["round"], each["table"]) for each in facts)

    async def until_complete(self, number: int) -> None:
        """Wait until a round has all its results."""
        async with asyncio.timeout(30):
            while (await self.round(number))["missing"]:
                await asyncio.sleep(0.2)


async def play_to_the_end(player: Client, rng: Random) -> bool:
    view = await player.until_view(lambda _view: True)
    while view["phase"] != "ended":
        if view["phase"] == "entropy" and view["entropy"][player.seat] is None:
            await player.command("add-entropy", entropy="x")
        elif view["active"] == player.seat and view["phase"] in ("turn", "announce", "stacks"):
            await player.play_once(rng)
        else:
            await player.next()
        assert player.view is not None
        view = player.view
    return True


async def stored(url: str, sql: str) -> list[tuple[object, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


async def play_a_cup(
    url: str,
    orders: list[str],
    *,
    players: int,
    rounds: int,
    seed: int,
    last_orders: Sequence[str] = (),
    **chosen: Json,
) -> None:
    """Play a tournament over several servers, some of which die by their orders.

    Those with ``last_orders`` come for the last round and count what they store in it, so they die in it.
    """
    async with contextlib.AsyncExitStack() as stack:
        cluster = Cluster(url, [], Random(seed))

        async def add(order: str = "") -> Process:
            options = ("together", "deaf", *((f"dies={order}",) if order else ()))
            cluster.servers.append(await stack.enter_async_context(real_server(url, *options)))
            return cluster.servers[-1]

        for order in [*orders, ""]:
            await add(order)
        cup = Cup(cluster, players, rounds)
        await cup.open(**chosen)
        late: list[Process] = []
        for number in range(1, rounds + 1):
            if number == rounds:
                late = [await add(order) for order in last_orders]
            await cup.begin(number)
            await cup.all_play(number)
            await cup.until_complete(number)
        tables = players // 4
        assert await cup.results() == {
            (number, table): 1 for number in range(1, rounds + 1) for table in range(1, tables + 1)
        }
        games = await stored(url, "SELECT id, over FROM games")
        assert len(games) == tables * rounds, "no game is missing, none was begun twice"
        assert all(over for _, over in games)
        await until_nothing_follows(url)
        assert len(cluster.living()) < len(cluster.servers), "nobody died"
        assert not last_orders or late[0].process.returncode == -signal.SIGKILL, "it died in the last round"


async def until_nothing_follows(url: str) -> None:
    async with asyncio.timeout(30):
        while await stored(url, "SELECT * FROM follow_ups WHERE kind <> 'round-end'"):
            await asyncio.sleep(0.2)


EVERY_DEATH = (
    "table-opened:1",
    "begun:1",
    "over:1",
    "table:1",
    "step:1",
    "clock-started:1",
    "result-entered:1",
)


@pytest.mark.parametrize("order", at_night(EVERY_DEATH, by_day=EVERY_DEATH[:2]))
def test_a_server_that_dies_before_it_could_do_what_follows_is_replaced_by_another(order: str) -> None:
    asyncio.run(play_a_cup(postgres().database(), [order], players=8, rounds=1, seed=1))


def test_an_event_with_a_kill_in_its_last_round_has_every_result_once() -> None:
    """By night with 32 players over three rounds, and more servers die: earlier, and at a first result."""
    players, rounds = at_night((32, 3), by_day=(8, 2))
    asyncio.run(
        play_a_cup(
            postgres().database(),
            at_night(["over:4", "result-entered:2"], by_day=[]),
            players=players,
            rounds=rounds,
            seed=2,
            last_orders=at_night(["step:20", "result-entered:1", "over:1"], by_day=["step:8"]),
        )
    )


def test_a_round_ends_although_the_server_that_watched_its_clock_is_gone() -> None:
    async def story(url: str) -> None:
        async with contextlib.AsyncExitStack() as stack:
            options = ("together", "deaf")
            servers = [await stack.enter_async_context(real_server(url, *options)) for _ in range(2)]
            cluster = Cluster(url, servers[:1], Random(1))
            cup = Cup(cluster, 4, 1)
            await cup.open(round_minutes=1)
            await cup.begin(1)
            await cup.fact("time-added", round=1, seconds=-57)
            cluster.servers = servers
            servers[0].kill()
            await servers[0].process.wait()
            async with asyncio.timeout(30):
                while not (await cup.round(1))["clock"]["over"]:
                    await asyncio.sleep(0.2)
            entries = (await cluster.ask("GET", f"{cup.at}/log", token=cup.director))["entries"]
            assert [each["entry"]["fact"]["type"] for each in entries].count("time-ended") == 1
            await cup.all_play(1)
            await cup.until_complete(1)
            games = await stored(url, "SELECT body FROM steps WHERE body LIKE '%round-time%'")
            assert games, "the game was ended by the time of the round (T10)"

    asyncio.run(story(postgres().database()))
