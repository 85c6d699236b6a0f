"""A cheating client: what a guest with a modified client tries, one thing after the other, and what stops it.

Whatever is tried, nothing changes for the others, nobody's tiles are shown, and the server logs no error;
docs/security.md has the table.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import pytest
from websockets.exceptions import ConnectionClosed

from server.live_server import PATIENCE, Client, HttpProblem, Json, Live, all_ready, client, live, set_table
from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.service.ports import GameId


@dataclass
class Scene:
    """Ann and Bob play; Eve has a table of her own with Cid, where it is her turn, and a modified client."""

    server: Live
    ann: Client
    bob: Client
    eve: Client
    tokens: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)

    @property
    def hidden(self) -> set[str]:
        """The tiles that only Ann and Bob may see."""
        racks = {tile for player in (self.ann, self.bob) for tile in (player.view or {})["rack"]}
        return racks - {tile for draws in (self.ann.view or {})["starter_draws"] for _seat, tile in draws}

    async def send(self, kind: str, **fields: Json) -> list[str]:
        """Eve sends a command to Ann's game, and gets the codes of its refusal."""
        base = {"id": f"eve {kind} {len(self.eve.frames)}", "game": self.ann.game, "seat": self.ann.seat}
        await self.eve.send(kind, **{**base, **fields})
        return await self.answer()

    async def answer(self) -> list[str]:
        message = await self.eve.next_of("refused", "fault", "ack", "view")
        if message["type"] == "refused":
            return [each["code"] for each in message["refusals"]]
        return [message.get("code", message["type"])]

    async def http(self, method: str, path: str, body: Json = None) -> list[str]:
        try:
            await self.server.http(method, path, body, self.tokens["eve"])
        except HttpProblem as problem:
            return problem.codes
        return ["done"]

    async def hello(self, token: str) -> list[str]:
        """Eve introduces herself with a token that is not hers."""
        async with AsyncExitStack() as stack:
            try:
                other = await stack.enter_async_context(client(self.server, token))
            except ConnectionClosed as closed:
                return [closed.rcvd.reason if closed.rcvd is not None else "closed"]
            return [f"welcome {other.messages[-1]['person']}"]


Attack = Callable[[Scene], Awaitable[list[str]]]


async def in_own_game(scene: Scene, kind: str, **fields: Json) -> list[str]:
    """Eve plays at her own table, where it is her turn, by no rule."""
    eve = scene.eve
    return await scene.send(kind, **{"game": eve.game, "seat": eve.seat, "seen": eve.version, **fields})


async def replay_of_anns_command(scene: Scene) -> list[str]:
    """Eve has seen what Ann sent, and sends the same once more."""
    return await scene.send("add-entropy", **STOLEN, seen=scene.ann.version)


async def same_key_for_something_else(scene: Scene) -> list[str]:
    await scene.eve.command("take", id="once")
    return await in_own_game(scene, "pass", id="once")


async def look_as_ann(scene: Scene) -> list[str]:
    """Eve asks for the view of Ann's seat; without a seat she is a spectator."""
    await scene.eve.send("enter", table=scene.tables["ann"], seat=scene.ann.seat)
    refusal = await scene.answer()
    await scene.eve.send("enter", table=scene.tables["ann"])
    view = (await scene.eve.until("view"))["view"]
    assert (view["viewer"], view["rack"]) == (None, [])
    await scene.eve.send("enter", table=scene.tables["eve"])
    await scene.eve.until("view")
    return refusal


async def look_after_leaving(scene: Scene) -> list[str]:
    """Eve leaves her game and plays on."""
    mine = {"game": scene.eve.game, "seat": scene.eve.seat}
    assert await scene.send("leave", **mine) == ["ack"]
    return await scene.send("take", **mine, seen=scene.eve.version + 1)


async def foreign_tiles(scene: Scene) -> list[str]:
    """Eve lays a set of tiles that she does not hold."""
    rack = set((scene.eve.view or {})["rack"])
    others = [tile for tile in ("r10a", "r11a", "r12a", "k10a", "k11a", "k12a") if tile not in rack][:3]
    return await in_own_game(scene, "confirm", table=[[f"{tile}" for tile in others]])


async def one_tile_often(scene: Scene) -> list[str]:
    tile = (scene.eve.view or {})["rack"][0]
    return await in_own_game(scene, "confirm", table=[[tile, tile, tile]])


async def a_huge_frame(scene: Scene) -> list[str]:
    await scene.eve.connection.send(json.dumps({"type": "say", "phrase": "x" * 20_000}))
    return await scene.answer()


async def a_deep_frame(scene: Scene) -> list[str]:
    await scene.eve.connection.send('{"type":' * 2_000)
    return await scene.answer()


async def erased(scene: Scene) -> list[str]:
    """A token of a person who was erased."""
    token = (await scene.server.guest())["token"]
    await scene.server.http("DELETE", "/api/me", None, token)
    return await scene.hello(token)


def flipped(token: str) -> str:
    return token[:-1] + ("A" if token[-1] != "A" else "B")


def others_name(scene: Scene) -> str:
    """Eve's signature under Ann's name."""
    return scene.tokens["ann"].rpartition(".")[0] + "." + scene.tokens["eve"].rpartition(".")[2]


STOLEN = {"id": "stolen", "entropy": "x"}
"""What Ann has sent."""
NOT_HERS = {"seat/not-yours"}
ATTACKS: dict[str, tuple[Attack, set[str]]] = {
    "a move for Ann": (lambda s: s.send("take", seen=s.ann.version), NOT_HERS),
    "a seat that is not there": (lambda s: s.send("take", seat=5, seen=s.ann.version), {"seat/none"}),
    "a draft for Ann": (
        lambda s: s.send("draft", turn=1, number=1, table=[["r1a"]], id=None),
        {"wire/malformed", "seat/not-yours"},
    ),
    "a hint for Ann's rack": (lambda s: s.send("hint", step=3), NOT_HERS),
    "Ann leaves": (lambda s: s.send("leave"), NOT_HERS),
    "Ann comes back": (lambda s: s.send("come-back"), NOT_HERS),
    "Ann wants a pause": (lambda s: s.send("wish", wish="pause"), NOT_HERS),
    "Ann's command once more": (replay_of_anns_command, NOT_HERS),
    "Ann's view": (look_as_ann, NOT_HERS),
    "a game that is not there": (lambda s: s.send("take", game="none", seen=1), {"game/unknown"}),
    "a version of the future": (lambda s: in_own_game(s, "take", seen=10**6), {"game/stale", "game/version"}),
    "a version of the past": (lambda s: in_own_game(s, "take", seen=0), {"game/stale", "game/version"}),
    "one key for two commands": (same_key_for_something_else, {"command/reused"}),
    "a turn that is over": (look_after_leaving, {"seat/not-yours", "game/left", "seat/left"}),
    "tiles of others": (foreign_tiles, {"table/foreign-tile"}),
    "one tile three times": (one_tile_often, {"table/twice"}),
    "tiles that are none": (lambda s: in_own_game(s, "confirm", table=[["x", "", "🙂"]]), {"wire/malformed"}),
    "a huge frame": (a_huge_frame, {"wire/too-large"}),
    "a deep frame": (a_deep_frame, {"wire/malformed"}),
    "a token with another letter": (lambda s: s.hello(flipped(s.tokens["ann"])), {"person/unknown"}),
    "Ann's name, Eve's signature": (lambda s: s.hello(others_name(s)), {"person/unknown"}),
    "no token": (lambda s: s.hello(""), {"person/unknown"}),
    "the token of somebody erased": (erased, {"person/unknown"}),
    "Ann is ready": (
        lambda s: s.http("PUT", f"/api/tables/{s.tables['ann']}/seats/0/ready", {"ready": True}),
        NOT_HERS,
    ),
    "Ann stands up": (
        lambda s: s.http("DELETE", f"/api/tables/{s.tables['ann']}/seats/0"),
        {"table/started"},
    ),
    "Eve sits down in a running game": (
        lambda s: s.http("POST", f"/api/tables/{s.tables['ann']}/seats", {}),
        {"table/started"},
    ),
    "a bot in Bob's seat": (
        lambda s: s.http("PUT", f"/api/tables/{s.tables['ann']}/seats/1/bot", {"bot": "random"}),
        {"table/not-host"},
    ),
    "another start": (lambda s: s.http("POST", f"/api/tables/{s.tables['ann']}/start"), {"table/not-host"}),
    "a rematch of others": (
        lambda s: s.http("POST", f"/api/tables/{s.tables['ann']}/rematch"),
        {"table/not-host"},
    ),
    "the record of a running game": (
        lambda s: s.http("GET", f"/api/games/{s.ann.game}/record"),
        {"game/not-ended"},
    ),
    "more time for Ann": (
        lambda s: s.http("POST", f"/api/games/{s.ann.game}/allowances", {"seat": 0, "seconds": 60}),
        {"table/not-host"},
    ),
    "a code for another device, guessed": (
        lambda s: s.http("POST", "/api/devices", {"code": "ABCDEFGH", "ticket": "t" * 16}),
        {"device/unknown"},
    ),
    "a body that is too large": (
        lambda s: s.http("PATCH", "/api/me", {"name": "x" * 20_000}),
        {"http/too-large"},
    ),
}


async def set_scene(server: Live, stack: AsyncExitStack) -> Scene:
    tables: dict[str, str] = {}
    tokens: dict[str, str] = {}
    for names in (("ann", "bob"), ("eve", "cid")):
        table, given = await set_table(server, people=2, bots=0, profile="cs", house={"turn_seconds": None})
        tokens |= dict(zip(names, given, strict=True))
        tables[names[0]] = table["id"]
        await all_ready(server, table["id"], given)
    players = {name: await stack.enter_async_context(client(server, token)) for name, token in tokens.items()}
    for name, player in players.items():
        await player.enter(tables["ann" if name in ("ann", "bob") else "eve"])
        await player.until_view(lambda _view: True)
    await players["ann"].command("add-entropy", **STOLEN)
    for player in (players["eve"], players["cid"]):
        await player.command("add-entropy", entropy="e")
    first = await players["cid"].until_view(lambda view: bool(view["phase"] == "turn"))
    if first["active"] == players["cid"].seat:
        await players["cid"].command("take")
    await players["eve"].until_view(lambda view: bool(view["active"] == players["eve"].seat))
    return Scene(server, players["ann"], players["bob"], players["eve"], tokens, tables)


async def try_all(scene: Scene, names: list[str]) -> None:
    """Try one attack after the other; after each, everything is as it was."""
    for name in names:
        attack, expected = ATTACKS[name]
        before = scene.server.server.games.memory.find(GameId(str(scene.ann.game)))
        assert before is not None
        version = before.version
        try:
            async with asyncio.timeout(PATIENCE):
                refusals = await attack(scene)
        except TimeoutError:
            raise AssertionError(f"{name}: no answer") from None
        assert refusals, name
        assert set(refusals) <= expected, (name, refusals)
        await scene.ann.send("ping", number=7)
        await scene.ann.until("pong")
        assert scene.ann.version == version, name
        seen = "".join(scene.eve.frames)
        assert not [tile for tile in scene.hidden if f'"{tile}"' in seen], name


def cheat(names: list[str], caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with asyncio.timeout(100), live() as server, AsyncExitStack() as stack:
            await try_all(await set_scene(server, stack), names)

    with caplog.at_level(logging.ERROR, logger="tilemeld"):
        asyncio.run(story())
    assert caplog.records == []


MOVING = ("one key for two commands", "a turn that is over")
"""What ends Eve's own turn."""


def test_whatever_a_cheat_tries_is_refused_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    cheat([name for name in ATTACKS if name not in MOVING], caplog)


@pytest.mark.parametrize("name", MOVING)
def test_what_was_done_once_cannot_be_done_again(name: str, caplog: pytest.LogCaptureFixture) -> None:
    cheat([name], caplog)


def test_a_client_of_another_protocol_is_sent_away() -> None:
    async def story() -> None:
        async with asyncio.timeout(60), live() as server, AsyncExitStack() as stack:
            player = await stack.enter_async_context(client(server, (await server.guest())["token"]))
            await player.send("hello", protocol=PROTOCOL + 1, token=player.token)
            with pytest.raises(ConnectionClosed) as closed:
                await player.until("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason == "wire/protocol"

    asyncio.run(story())
