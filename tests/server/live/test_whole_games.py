"""Whole games over real sockets: they are finished, and nobody receives a tile that is not theirs."""

import asyncio
import contextlib
import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from server.live_server import Client, Json, Live, all_ready, ask, client, live, play_on, set_table
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.game.state import GameState
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.engine.rules import PROFILES
from tilemeld.service.ports import GameId

TILE = re.compile(r'"((?:[rbko]\d{1,2}|J)[a-c])(?:\([rbko]\d{1,2}\))?"')
LETTER = re.compile(r'"([A-ZĄĆĘŁŃÓŚŹŻ?][a-i])(?:\([A-ZĄĆĘŁŃÓŚŹŻ]\))?"')


@pytest.mark.rule("P7", "M4")
@pytest.mark.parametrize("profile", PROFILES)
def test_two_people_and_a_bot_finish_a_game_and_no_frame_holds_a_hidden_tile(profile: str) -> None:
    asyncio.run(play_and_watch_every_frame(profile))


@pytest.mark.rule("W16", "P7")
def test_words_are_voted_on_over_sockets() -> None:
    house = {"theme": "anything", "theme_by": "vote", "opening_letters": 4}
    asyncio.run(play_and_watch_every_frame("pl-word", house=house))


async def play_and_watch_every_frame(profile: str, **options: Json) -> None:
    async with live() as server, contextlib.AsyncExitStack() as stack:
        states: list[GameState] = []
        server.server.games.on_moved.append(lambda moved: states.append(moved.state))
        table, tokens = await set_table(server, profile=profile, **options)
        spectator = (await server.guest())["token"]
        players = [await stack.enter_async_context(client(server, each)) for each in [*tokens, spectator]]
        for player in players:
            await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        watching = asyncio.create_task(until_over(players[2]))
        async with asyncio.timeout(60):
            await asyncio.gather(watching, *(play_on(server, each, Random(3)) for each in players[:2]))
        assert players[0].view is not None
        assert players[1].view is not None
        assert players[0].view["result"] == players[1].view["result"]
        while players[0].table["stage"] != "over":
            await players[0].next()
        points = [score["points"] for score in players[0].view["result"]["scores"]]
        assert points == players[0].table["totals"]
        await check_record(server.port, players[0].game, tokens)
        for player in players:
            check_frames(player, states)
        assert players[2].seat is None
        assert players[2].view is not None
        assert players[2].view["rack"] == []


async def check_record(port: int, game: str | None, tokens: list[str]) -> None:
    path = f"/api/games/{game}/record"
    status, headers, text = await asyncio.to_thread(ask, port, "GET", path, token=tokens[0])
    assert (status, headers["content-type"]) == (200, "application/jsonl")
    assert verify(parse_record(text), sets_for=sets_with_words) == ()


async def until_over(player: Client) -> None:
    while player.view is None or player.view["phase"] != "ended":
        await player.next()


def check_frames(player: Client, states: list[GameState]) -> None:
    """Follow the frames beside the states: every tile in one was known to its reader by then."""
    known: set[str] = set()
    by_version = {state.version: state for state in states}
    seen = 0
    for frame in player.frames:
        message = json.loads(frame)
        if message["type"] in ("view", "moved"):
            known |= open_tiles(by_version, message["version"], player.seat)
            seen += 1
        if message.get("view", {}).get("result") or message.get("changes", {}).get("result"):
            break  # the game is over: all is revealed
        pattern = TILE if states[0].rules.sets == "numbers" else LETTER
        assert {match.group(1) for match in pattern.finditer(frame)} <= known
    assert seen > 10


def open_tiles(by_version: dict[int, GameState], version: int, seat: int | None) -> set[str]:
    """What a viewer may know up to a version: the table, the draw for the starter, their own rack."""
    known: set[str] = set()
    for at, state in by_version.items():
        if at <= version:
            known |= {laid.tile for laid_set in state.table for laid in laid_set}
            known |= {laid.tile for laid_set in (state.vote.table if state.vote else ()) for laid in laid_set}
            known |= {tile for drawn in state.starter_draws for _, tile in drawn}
            if seat is not None:
                known |= set(state.seats[seat].rack)
    return known


# Two games that differ only in what is hidden


@pytest.mark.rule("P7", "M4")
@pytest.mark.parametrize("profile", ["pl", "pl-tournament", "cs"])
def test_everything_sent_is_equal_for_games_that_differ_only_in_what_is_hidden(profile: str) -> None:
    asyncio.run(compare_twins(profile))


async def compare_twins(profile: str) -> None:
    store = MemoryStore()
    async with live(store=store, clock=ManualClock()) as server:
        table, tokens = await set_table(server, profile=profile, people=3, bots=0)
        watcher = (await server.guest())["token"]
        await all_ready(server, table["id"], tokens)
        game, state = await play_some(server, table["id"], tokens)
    twin = twin_of(store, game, state)
    first = await frames_of(store, table["id"], tokens, watcher, game)
    second = await frames_of(twin, table["id"], tokens, watcher, game)
    assert len(first) > 12
    assert first == second


async def play_some(server: Live, table: str, tokens: list[str]) -> tuple[str, GameState]:
    """Seat 0 plays as it can, the others only take: their tiles stay hidden. Stop at seat 1's turn."""
    rng = Random(5)
    async with contextlib.AsyncExitStack() as stack:
        players = [await stack.enter_async_context(client(server, token)) for token in tokens]
        for player in players:
            await player.enter(table)
            await player.until_view(lambda _view: True)
            await player.command("add-entropy", entropy="e")
        turns = 0
        view = await players[0].until_view(lambda view: bool(view["phase"] != "entropy"))
        while turns < 14 or view["active"] != 1 or view["phase"] != "turn":
            if view["phase"] == "redeal":
                server.clock.advance(20_000)
                view = await players[0].until_view(lambda view: bool(view["phase"] == "turn"))
            active = players[view["active"]]
            await active.until_view(has_version(view["version"]))
            found = await (active.play_once(rng) if active.seat == 0 else act_dumbly(active))
            turns += 1
            view = await players[0].until_view(has_version(found["version"]))
        assert players[0].game is not None
        return players[0].game, await server.server.games.state(GameId(players[0].game))


def has_version(version: int) -> Callable[[Json], bool]:
    return lambda view: bool(view["version"] >= version)


async def act_dumbly(player: Client) -> Json:
    assert player.view is not None
    if player.view["phase"] == "announce":
        return await player.command("end-turn")
    return await player.command("take" if sum(player.view["bank"]) else "pass")


def twin_of(store: MemoryStore, game: str, state: GameState) -> MemoryStore:
    """The same store, but the hidden tiles of the game have changed places and the secret is another."""
    hidden = sorted(tile for seat in state.seats[1:] for tile in seat.rack)
    hidden += sorted(tile for stack in state.bank for tile in stack)
    mapping: dict[str, str] = dict(zip(hidden, [*hidden[7:], *hidden[:7]], strict=True))
    twin = copy.deepcopy(store)
    twin._steps[GameId(game)] = [
        replace(step, body=json.dumps(exchanged(json.loads(step.body), mapping)))
        for step in twin._steps[GameId(game)]
    ]
    assert twin._steps[GameId(game)] != store._steps[GameId(game)]
    return twin


def exchanged(step: Json, mapping: dict[str, str]) -> Json:
    for event in step["events"]:
        if event["type"] == "game-created":
            event["secret"] = "another"
        if event["type"] in ("dealt", "stacks-built", "tiles-taken"):
            text = json.dumps(event)
            event.update(
                json.loads(re.sub(r'"([^"]+)"', lambda name: f'"{mapping.get(name[1], name[1])}"', text))
            )
    return step


async def frames_of(
    store: MemoryStore, table: str, tokens: list[str], watcher: str, game: str
) -> list[list[str]]:
    """What seat 0 and a spectator are sent: from the start, from every version, and of what happens then."""
    frames = []
    async with live(store=store, clock=ManualClock(50_000_000)) as server:
        server.clock.advance(10_000)
        state = await server.server.games.state(GameId(game))
        steps = {step.after for step in await store.load(GameId(game))}
        for token in (tokens[0], watcher):
            for version in [None, *range(0, state.version + 1, 7), state.version]:
                async with client(server, token) as player:
                    more = {} if version is None else {"game": game, "version": version}
                    await player.send("enter", table=table, **more)
                    await player.until("table")
                    if version != state.version:
                        await player.until("moved" if version in steps else "view")
                    frames.append(comparable(player.frames))
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(client(server, each)) for each in [*tokens, watcher]]
            for player in players:
                await player.enter(table)
                await player.until_view(lambda view: view["paused_at"] is None)
            found = await act_dumbly(players[1])
            assert found["type"] == "ack", found
            if (await players[1].until_view(has_version(found["version"])))["phase"] == "announce":
                await act_dumbly(players[1])
            await players[2].until_view(lambda view: bool(view["phase"] == "turn" and view["active"] == 2))
            server.clock.advance(200_000)
            for player in (players[0], players[3]):
                await player.until_view(lambda view: bool(view["active"] == 0))
                frames.append(comparable(player.frames))
    return frames


def comparable(frames: list[str]) -> list[str]:
    """The frames without who is online just now, which follows from connections, not from the game."""
    return [re.sub(r'"online":(true|false)', "", frame) for frame in frames if '"type":"online"' not in frame]
