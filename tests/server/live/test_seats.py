"""Seats, clocks and restarts over real sockets: what the lobby promises to people who play.

Proves `server/live/last_seen.py`, `service/live/table_actions.py`.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from io import StringIO
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.live_server import QUICK, Json, Live, SteadyThinker, all_ready, client, live, play_on, set_table
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.bots import PLAYERS
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.server.logs import JsonLines
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.live.lobby_table import STAND_IN
from tilemeld.service.live.pause_reasons import HANDED_OVER
from tilemeld.service.ports import Append, GameId

SHORT: Json = {"profile": "cs", "house": {"rack_size": 5, "opening_points": 0}}
"""A game that is over in a few turns."""


def tell(story: Callable[[Live], Awaitable[None]], **overrides: Any) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), live(**overrides) as server:
            await story(server)

    asyncio.run(run())


def at_least(version: int) -> Callable[[Json], bool]:
    return lambda view: bool(view["version"] >= version)


# Clocks


@pytest.mark.rule("T1")
@pytest.mark.parametrize("seconds", [30, 40, 60, 90, 120, None])
def test_a_turn_has_the_time_that_the_table_chose_or_as_long_as_one_likes(seconds: int | None) -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, profile="cs", house={"turn_seconds": seconds})
        async with client(server, tokens[0]) as one, client(server, tokens[1]) as two:
            await all_ready(server, table["id"], tokens)
            for player in (one, two):
                await player.enter(table["id"])
                await player.until_view(lambda _view: True)
                await player.command("add-entropy", entropy="e")
            view = await one.until_view(lambda view: bool(view["phase"] == "turn"))
            first = view["active"]
            if seconds is None:
                assert view["deadline"] is None
                server.clock.advance(10 * 3_600_000)
                active = one if one.seat == first else two
                await active.until_view(lambda view: bool(view["phase"] == "turn"))
                assert (await active.command("take"))["type"] == "ack", "it is still the same turn"
                return
            assert view["deadline"]["at"] - server.clock.now_ms() == seconds * 1000
            server.clock.advance(seconds * 1000 + QUICK.lag_ms - 1)
            for _ in range(20):
                await asyncio.sleep(0)
            assert (await server.server.games.state(GameId(str(one.game)))).active == first
            server.clock.advance(1)
            await one.until_view(lambda view: bool(view["active"] != first))

    tell(story)


@pytest.mark.rule("M9")
def test_an_allowance_makes_that_seats_turns_longer_and_no_others() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, profile="cs")
        async with client(server, tokens[0]) as one, client(server, tokens[1]) as two:
            game = (await all_ready(server, table["id"], tokens))["game"]
            body = {"seat": 1, "seconds": 30}
            await server.http("POST", f"/api/games/{game}/allowances", body, tokens[0])
            players = {0: one, 1: two}
            for player in players.values():
                await player.enter(table["id"])
                await player.until_view(lambda _view: True)
                await player.command("add-entropy", entropy="e")
            for _ in range(4):
                view = await one.until_view(lambda view: bool(view["phase"] == "turn"))
                given = view["deadline"]["at"] - server.clock.now_ms()
                assert given == (90_000 if view["active"] == 1 else 60_000)
                active = players[view["active"]]
                await active.until_view(at_least(view["version"]))
                message = await active.command("take")
                await one.until_view(at_least(message["version"]))

    tell(story)


# Leaving, staying, coming again


class AskedThinker(SteadyThinker):
    """Remembers which bots were asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        self.asked.append(bot)
        return await super().think(bot, view, seed)


@pytest.mark.rule("R-11")
@pytest.mark.parametrize("chosen", [None, "club"])
def test_who_leaves_is_replaced_by_the_bot_that_the_table_chose(chosen: str | None) -> None:
    thinker = AskedThinker()

    async def story(server: Live) -> None:
        more: Json = {} if chosen is None else {"stand_in": chosen}
        table, tokens = await set_table(server, bots=0, **SHORT, **more)
        assert table["stand_in"] == (chosen or STAND_IN)
        async with client(server, tokens[0]) as one, client(server, tokens[1]) as two:
            game = (await all_ready(server, table["id"], tokens))["game"]
            for player in (one, two):
                await player.enter(table["id"])
                await player.until_view(lambda _view: True)
                await player.command("add-entropy", entropy="e")
            await one.send("leave", id="bye", game=game, seat=0)
            await one.until("ack")
            await play_on(server, two, Random(1))
        assert set(thinker.asked) == {chosen or STAND_IN}

    tell(story, thinker=thinker)


def test_the_bot_that_stands_in_by_default_is_one_that_plays_to_win() -> None:
    assert STAND_IN in PLAYERS
    assert STAND_IN != "random"


def test_a_stand_in_that_nobody_knows_is_refused() -> None:
    async def story(server: Live) -> None:
        with pytest.raises(Exception, match="bots/unknown"):
            await set_table(server, bots=0, stand_in="nobody")

    tell(story)


def test_a_rematch_keeps_the_players_and_the_spectators() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, **SHORT)
        watcher = (await server.guest())["token"]
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(client(server, each)) for each in [*tokens, watcher]]
            for player in players:
                await player.enter(table["id"])
            games = set()
            for number in range(2):
                await all_ready(server, table["id"], tokens)
                async with asyncio.TaskGroup() as together:
                    for at, player in enumerate(players):
                        if at < 2:
                            together.create_task(play_on(server, player, Random(number)))
                        else:
                            together.create_task(player.until_view(lambda view: view["phase"] == "ended"))
                games.add(players[2].game)
                assert players[2].seat is None
                if number == 0:
                    for player in players:
                        while player.table["stage"] != "over":
                            await player.next()
                        player.view = None
                    again = await server.http("POST", f"/api/tables/{table['id']}/rematch", token=tokens[1])
                    assert [place["kind"] for place in again["places"]] == ["person", "person"]
            assert len(games) == 2, "who watches is taken along without doing anything"
            assert players[2].table["matches"] == 1

    tell(story)


def test_who_has_stood_up_is_not_shown_the_rack_of_who_sits_there_now() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, spectators=False, **SHORT)
        seats = f"/api/tables/{table['id']}/seats"
        async with client(server, tokens[0]) as host, client(server, tokens[1]) as gone:
            for player in (host, gone):
                await player.enter(table["id"])
            await all_ready(server, table["id"], tokens)
            async with asyncio.TaskGroup() as together:
                for player in (host, gone):
                    together.create_task(play_on(server, player, Random(1)))
            while gone.table["stage"] != "over":
                await gone.next()
            await server.http("DELETE", f"{seats}/1", token=tokens[1])
            assert (await gone.until("refused"))["refusals"][0]["code"] == "table/no-spectators"
            newcomer = (await server.guest())["token"]
            await server.http("POST", seats, {"seat": 1}, newcomer)
            await all_ready(server, table["id"], [tokens[0], newcomer])
            await gone.send("look")
            message = await gone.next_of("refused", "view")
            assert message["type"] == "refused", f"sees as seat {message['view']['viewer']}"
            assert message["refusals"][0]["code"] == "table/no-spectators"

    tell(story)


def test_one_device_that_is_passed_around_plays_a_whole_game() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        table = (await server.http("POST", "/api/tables", {"seats": 2, **SHORT}, token))["id"]
        await server.http("POST", f"/api/tables/{table}/seats", {"seat": 1}, token)
        await all_ready(server, table, [token, token])
        async with client(server, token) as device:
            await device.enter(table, seat=0)
            view = await device.until_view(lambda _view: True)
            begun = 0  # the turn whose player has said so
            while view["phase"] != "ended":
                wanted = view["active"] if view["active"] is not None else 0
                if view["viewer"] != wanted:
                    device.view = None
                    await device.enter(table, seat=wanted)
                    view = await device.until_view(lambda _view: True)
                    assert view["viewer"] == wanted
                elif view["phase"] == "turn" and begun != view["turn"]:
                    view = await device.until_view(lambda view: bool(view["pause_reason"] == HANDED_OVER))
                    wish = {"id": f"w{view['turn']}", "game": device.game, "seat": wanted, "wish": "resume"}
                    await device.send("wish", **wish)
                    view = await device.until_view(lambda view: view["paused_at"] is None)
                    begun = view["turn"]
                elif view["phase"] == "turn":
                    found = await device.play_once(Random(view["version"]))
                    assert found["type"] == "ack", found
                    view = await device.until_view(at_least(found["version"]))
                else:
                    server.clock.advance(2_000)  # nobody adds entropy
                    await device.next()
                    view = device.view or view
            assert view["result"] is not None

    tell(story)


# Restarts and logs


class SlowDisk(MemoryStore):
    """Keeps a step when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.allowed = asyncio.Event(), asyncio.Event()
        self.allowed.set()

    async def append(self, game: GameId, append: Append) -> None:
        self.asked.set()
        await self.allowed.wait()
        await super().append(game, append)


def test_a_server_that_ends_answers_what_was_sent_before_it_hangs_up() -> None:
    async def story() -> None:
        store = SlowDisk()
        async with asyncio.timeout(20), live(store=store) as server:
            table, tokens = await set_table(server, bots=0, profile="cs")
            async with client(server, tokens[0]) as one:
                await all_ready(server, table["id"], tokens)
                await one.enter(table["id"])
                await one.until_view(lambda _view: True)
                store.asked.clear()
                store.allowed.clear()
                await one.send("add-entropy", id="k1", game=one.game, seat=0, seen=one.version, entropy="e")
                await store.asked.wait()
                ending = asyncio.create_task(server.server.live_server.close_all())
                for _ in range(10):
                    await asyncio.sleep(0)
                store.allowed.set()
                await ending
                with pytest.raises(ConnectionClosed):
                    await one.until("never")
                kinds = [message["type"] for message in one.messages]
                assert kinds.index("ack") < kinds.index("fault")
                assert one.connection.close_code == 1012

    asyncio.run(story())


def test_a_restart_hangs_up_with_its_code_and_the_turn_goes_on_afterwards() -> None:
    async def story() -> None:
        clock, store = ManualClock(), MemoryStore()
        async with live(clock=clock, store=store) as server:
            table, tokens = await set_table(server, bots=0, profile="cs")
            async with client(server, tokens[0]) as one, client(server, tokens[1]) as two:
                await all_ready(server, table["id"], tokens)
                for player in (one, two):
                    await player.enter(table["id"])
                    await player.until_view(lambda _view: True)
                    await player.command("add-entropy", entropy="e")
                before = await one.until_view(lambda view: bool(view["phase"] == "turn"))
                clock.advance(10_000)
                await server.server.stop()
                with pytest.raises(ConnectionClosed):
                    await one.until("never")
                assert one.messages[-1]["code"] == "server/closing"
                assert one.connection.close_code == 1012
        clock.advance(100_000)
        async with live(clock=clock, store=store) as server, client(server, tokens[0]) as back:
            back.view, back.game = one.view, one.game
            await back.enter(table["id"], game=one.game, version=one.version)
            view = await back.until_view(lambda view: bool(view["version"] > before["version"]))
            view = await back.until_view(lambda view: view["paused_at"] is None)
            assert view["deadline"]["at"] - clock.now_ms() == 50_000, "what was left of the turn"
            assert (view["active"], view["turn"]) == (before["active"], before["turn"])

    asyncio.run(story())


def test_logs_hold_no_token_no_name_and_no_address() -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    ours = logging.getLogger("tilemeld")
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    secrets: list[str] = []

    async def story(server: Live) -> None:
        guest = await server.guest("Unmistakable Ola")
        secrets.extend([guest["token"], guest["token"].split(".")[1], guest["name"], "127.0.0.1"])
        table = await server.http("POST", "/api/quick", {"bots": ["random"], **SHORT}, guest["token"])
        async with client(server, guest["token"]) as player:
            await player.connection.send("no message")
            await player.enter(table["id"])
            await play_on(server, player, Random(1))
        server.server.context.play._tables = None  # type: ignore[assignment]  # something fails inside
        async with client(server, guest["token"]) as player:
            await player.send("leave", id="x", game=table["game"], seat=0)
            assert (await player.until("fault"))["code"] == "server/failed"

    try:
        tell(story)
    finally:
        ours.removeHandler(handler)
        ours.setLevel(logging.NOTSET)
    assert "Leave message failed" in stream.getvalue()
    for secret in secrets:
        assert secret not in stream.getvalue()
