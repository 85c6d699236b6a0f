"""One connection: resuming, retries, stale versions, drafts, spectators, hostile frames, limits.

Proves `server/connections/commands_in.py`, `server/connections/connection.py`,
`server/connections/subscription.py`.
"""

import asyncio
import contextlib
import gc
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from random import Random

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.live_server import (
    LOOSE,
    QUICK,
    Client,
    HttpProblem,
    Json,
    Live,
    all_ready,
    choose,
    client,
    live,
    set_table,
    show_view,
)
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.engine.tiles import Seat
from tilemeld.server.connections.connection import Connection
from tilemeld.server.connections.subscription import TableSubscription
from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.server.run import listen
from tilemeld.server.settings import Limits
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.ports import GameId


@contextlib.asynccontextmanager
async def two_at_a_table(
    server: Live, **options: Json
) -> AsyncIterator[tuple[Client, Client, str, list[str]]]:
    """Two people in the first turn of a game without a redeal window; the active one first."""
    options = {"profile": "cs", "bots": 0, **options}
    table, tokens = await set_table(server, **options)
    async with client(server, tokens[0]) as first, client(server, tokens[1]) as second:
        await all_ready(server, table["id"], tokens)
        for player in (first, second):
            await player.enter(table["id"])
            await player.until_view(lambda _view: True)
            await player.command("add-entropy", entropy="e")
        for player in (first, second):
            await player.until_view(lambda view: bool(view["phase"] == "turn"))
        assert first.view is not None
        pair = (first, second) if first.view["active"] == first.seat else (second, first)
        yield (*pair, table["id"], tokens)


def tell(story: Callable[[Live], Awaitable[None]], **changes: object) -> None:
    async def run() -> None:
        settings = replace(QUICK, **changes)  # type: ignore[arg-type]  # names of settings, in tests
        async with asyncio.timeout(60), live(settings) as server:
            await story(server)

    asyncio.run(run())


def codes(message: Json) -> list[str]:
    return [each["code"] for each in message["refusals"]]


def test_coming_back_at_any_version_gives_the_view_of_who_never_left() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, people=2, bots=1) as (first, second, table, _):
            players = {first.seat: first, second.seat: second}
            rng = Random(2)
            while first.view is not None and first.view["phase"] != "ended":
                if first.version > 120 and first.view["active"] in players:
                    break  # the bot has done what it had to
                active = players.get(first.view["active"])
                if active is None:
                    await first.next()
                    continue
                await active.until_view(at_least(first.version))
                message = await active.play_once(rng)
                await first.until_view(at_least(message["version"]))
            last, moves = first.view, first.moves
            known = {version: view for version, view in first.history.items() if view != last}
            boundaries = {step.after for step in await server.server.store.load(GameId(str(first.game)))}
            for version in range(first.version):
                if version in boundaries and version not in known:
                    continue  # before this client had come
                first.view = known.get(version)
                await first.enter(table, game=first.game, version=version)
                message = await first.next_of("moved", "view")
                assert message["type"] == ("moved" if version in known else "view")
                assert first.view == last
            assert first.moves - moves == len(known) > 30
            state = await server.server.games.view(GameId(str(first.game)), Seat(first.seat or 0))
            assert last == show_view(state)

    tell(story)


def at_least(version: int) -> Callable[[Json], bool]:
    return lambda view: bool(view["version"] >= version)


def test_a_repeated_command_is_answered_with_its_first_result() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            seen = first.version
            message = await first.command("take", id="once", seen=seen)
            again = await first.command("take", id="once", seen=seen)
            assert (message["repeated"], again["repeated"]) == (False, True)
            assert message["version"] == again["version"]
            other = await first.command("pass", id="once", seen=seen)
            assert codes(other) == ["command/reused"]
            await second.until_view(at_least(message["version"]))
            mine = await second.command("take", id="once")
            assert mine["type"] == "ack", "another seat's ids are its own"
            assert (await server.server.games.state(GameId(str(first.game)))).version == mine["version"]

    tell(story)


def test_a_command_that_looked_at_an_older_version_is_refused_with_the_present_one() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, _, _, _):
            message = await first.command("take", seen=first.version - 1)
            assert codes(message) == ["game/stale"]
            assert message["refusals"][0]["params"]["version"] == first.version

    tell(story)


def test_nobody_moves_for_another_seat_or_without_one() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, table, _):
            message = await second.command("take", seat=first.seat)
            assert codes(message) == ["seat/not-yours"]
            assert codes(await second.command("take")) == ["seat/not-active"]
            stranger = (await server.guest())["token"]
            async with client(server, stranger) as watcher:
                await watcher.enter(table)
                view = await watcher.until_view(lambda _view: True)
                assert (view["viewer"], view["rack"]) == (None, [])
                for kind in ("take", "pass", "leave"):
                    more = {} if kind != "leave" else {"seen": None}
                    await send_command(watcher, kind, seat=first.seat, **more)
                    assert codes(await watcher.until("refused")) == ["seat/not-yours"]
                await watcher.send("say", phrase="hello")
                assert codes(await watcher.until("refused")) == ["say/seated-only"]
                draft: Json = {"game": watcher.game, "seat": first.seat, "turn": 1, "number": 1, "table": []}
                await watcher.send("draft", **draft)
                assert codes(await watcher.until("refused")) == ["seat/not-yours"]
                await watcher.enter(table, seat=first.seat)
                assert codes(await watcher.until("refused")) == ["seat/not-yours"]

    tell(story)


async def send_command(player: Client, kind: str, **fields: Json) -> None:
    message = {"id": "x", "game": player.game, "seen": player.version, **fields}
    await player.send(kind, **{name: value for name, value in message.items() if value is not None})


def test_who_comes_to_watch_hears_at_once_how_many_do() -> None:
    async def story(server: Live) -> None:
        async with (
            two_at_a_table(server) as (_, _, table, _),
            client(server, (await server.guest())["token"]) as first,
            client(server, (await server.guest())["token"]) as second,
        ):
            await first.enter(table)
            await first.until("online", lambda found: bool(found["spectators"] == 1))
            await second.enter(table)
            found = await second.next_of("online", "view")
            assert (found["type"], found["spectators"]) == ("online", 2)

    tell(story)


def test_a_table_without_spectators_lets_nobody_watch() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, spectators=False) as (_, _, table, _):
            stranger = (await server.guest())["token"]
            async with client(server, stranger) as watcher:
                await watcher.enter(table)
                assert codes(await watcher.until("refused")) == ["table/no-spectators"]

    tell(story)


def test_a_table_without_spectators_is_open_to_who_was_invited_until_the_game_begins() -> None:
    """Who has the link sees the lobby; who has not sat down is shown out before a tile is seen."""

    async def story(server: Live) -> None:
        table, tokens = await set_table(server, profile="cs", bots=0, spectators=False)
        late_comer, onlooker = [(await server.guest())["token"] for _ in range(2)]
        async with client(server, tokens[1]) as guest, client(server, onlooker) as other:
            for each in (guest, other):
                await each.enter(table["id"])
                await each.until("table")
            await all_ready(server, table["id"], tokens)
            assert codes(await other.until("refused")) == ["table/no-spectators"]
            await guest.until_view(lambda _view: True)
            assert other.view is None
            await other.send("look")
            assert codes(await other.next_of("refused", "view")) == ["table/no-spectators"]
            async with client(server, late_comer) as late:
                await late.enter(table["id"])
                assert codes(await late.until("refused")) == ["table/no-spectators"]

    tell(story)


async def put_draft(player: Client, number: int, table: Json) -> None:
    assert player.view is not None
    await player.send(
        "draft", game=player.game, seat=player.seat, turn=player.view["turn"], number=number, table=table
    )


def test_a_draft_is_streamed_kept_over_a_reconnect_and_never_goes_back() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, table, tokens):
            assert first.view is not None
            tiles = first.view["rack"]
            await put_draft(first, 2, [[tiles[0]], [tiles[1], tiles[2]]])
            heard = await second.until("drafted")
            assert heard["draft"]["table"] == [[tiles[0]], [tiles[1], tiles[2]]]
            await put_draft(first, 1, [[tiles[5]]])  # late and old
            async with client(server, tokens[first.seat or 0]) as other_device:
                await other_device.enter(table)
                await other_device.until_view(lambda _view: True)
                assert other_device.draft == heard["draft"]
            async with client(server, tokens[first.seat or 0]) as back:
                back.view, back.game = first.view, first.game
                await back.enter(table, game=first.game, version=first.version)
                assert (await back.until("drafted"))["draft"] == heard["draft"]

    tell(story)


def test_of_two_devices_with_one_seat_each_hears_what_the_other_drafts_and_not_itself() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, table, tokens):
            assert first.view is not None
            tiles = first.view["rack"]
            async with client(server, tokens[first.seat or 0]) as other:
                await other.enter(table)
                await other.until_view(lambda _view: True)
                for number, (sender, heard_by) in enumerate(((first, other), (other, first)), start=1):
                    await put_draft(sender, number, [[tiles[number]]])
                    assert (await second.until("drafted"))["draft"]["number"] == number
                    assert (await heard_by.until("drafted"))["draft"]["number"] == number
                    server.clock.advance(1_000)
                await put_draft(other, 3, [[tiles[5]]])
                await second.until("drafted")
                await other.send("ping", number=7)
                answer = await other.next()
                assert answer["type"] == "pong", "a client does not get its own messages back"

    tell(story)


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ([["r7z"]], "table/unknown-tile"),
        ([["OWN", "OWN"]], "table/twice"),
        ([["THEIRS"]], "table/foreign-tile"),
        ([["r7("]], "notation/tile"),
    ],
)
def test_a_draft_that_no_hand_could_have_made_is_refused(draft: Json, code: str) -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            assert first.view is not None
            assert second.view is not None
            names = {"OWN": first.view["rack"][0], "THEIRS": second.view["rack"][0]}
            await put_draft(first, 1, [[names.get(tile, tile) for tile in each] for each in draft])
            assert codes(await first.until("refused"))[0] == code
            await put_draft(second, 1, [])
            assert codes(await second.until("refused")) == ["draft/not-now"]

    tell(story)


@pytest.mark.rule("T3", "T6")
def test_the_draft_is_what_is_judged_when_the_time_is_up() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            assert first.view is not None
            tiles = first.view["rack"]
            await put_draft(first, 1, [[tiles[0]]])
            await second.until("drafted")
            server.clock.advance(60_000 + server.server.settings.lag_ms)
            moved = await second.until("moved")
            assert [event["type"] for event in moved["events"]][:2] == ["time-up", "tiles-taken"]
            assert moved["events"][0]["draft"] == [[tiles[0]]]
            assert moved["events"][0]["verdict"] == "disorder"
            assert (moved["events"][1]["count"], moved["events"][1]["tiles"]) == (3, None)

    tell(story)


def test_an_answer_within_the_lag_allowance_counts_and_a_later_one_does_not() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            server.clock.advance(60_000 + server.server.settings.lag_ms - 1)
            assert (await first.command("take"))["type"] == "ack"
            await second.until_view(lambda view: bool(view["active"] == second.seat))
            server.clock.advance(60_000 + server.server.settings.lag_ms + 1)
            message = await second.command("take")
            assert set(codes(message)) & {"game/stale", "turn/time-over"}

    tell(story)


@pytest.mark.rule("R-11")
def test_who_leaves_is_replaced_by_a_bot_and_may_take_the_seat_back() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            await first.send("leave", id="bye", game=first.game, seat=first.seat)
            ack = await first.until("ack")
            again = {"id": "bye", "game": first.game, "seat": first.seat}
            await first.send("leave", **again)
            assert (await first.until("ack"))["version"] == ack["version"]
            view = await second.until_view(lambda view: bool(view["active"] == second.seat))
            assert view["seats"][first.seat]["stand_in"] is True, "the bot has played for the seat"
            message = await first.command("take")
            assert set(codes(message)) >= {"seat/left"}
            await first.send("come-back", id="back", game=first.game, seat=first.seat)
            await first.until("ack")
            view = await second.until_view(lambda view: not view["seats"][first.seat]["left"])
            assert (await second.command("take"))["type"] == "ack"
            await first.until_view(lambda view: bool(view["active"] == first.seat))
            assert (await first.command("take"))["type"] == "ack"

    tell(story)


def test_the_game_pauses_and_goes_on_when_all_agree() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            await wish(first, "pause")
            assert first.view is not None
            assert first.view["paused_at"] is None, "one alone cannot"
            await wish(second, "pause")
            await first.until_view(lambda view: view["paused_at"] is not None)
            deadline = first.view["deadline"]["at"]
            server.clock.advance(500_000)
            assert "game/paused" in codes(await first.command("take"))
            await wish(second, "resume")
            await wish(first, "resume")
            view = await first.until_view(lambda view: view["paused_at"] is None)
            assert view["deadline"]["at"] == deadline + 500_000

    tell(story)


async def wish(player: Client, what: str) -> None:
    await player.send("wish", id=f"w-{what}", game=player.game, seat=player.seat, wish=what)
    await player.until("ack")


def test_the_coach_answers_the_active_seat_in_three_steps_each_saying_more() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, hints=True) as (first, second, _, _):
            answers = [await ask_coach(first, step) for step in (1, 2, 3)]
            assert {(each["type"], each["id"], each["game"]) for each in answers} == {
                ("hinted", "h", first.game)
            }
            found = [each["hint"] for each in answers]
            assert [each["step"] for each in found] == [1, 2, 3]
            assert {each["version"] for each in found} == {first.version}
            assert (await ask_coach(second, 1))["hint"]["code"] == "hint/not-now"
            said = hint(from_json(GameView, first.view or {}), 3)
            assert json.loads(msgspec.json.encode(said)) == found[2]
            for each in found[:2]:
                assert (each["plan"], each["table"]) == ([], [])
            assert found[0]["played"] == []

    tell(story)


def test_there_are_no_hints_where_the_table_allows_none_nor_for_other_seats() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, _, _, _):
            assert codes(await ask_coach(first, 1)) == ["hint/not-allowed"]
        async with two_at_a_table(server, hints=True) as (first, second, table, _):
            assert codes(await ask_coach(second, 1, seat=first.seat)) == ["seat/not-yours"]
            async with client(server, (await server.guest())["token"]) as watcher:
                await watcher.enter(table)
                await watcher.until_view(lambda _view: True)
                assert codes(await ask_coach(watcher, 1, seat=first.seat)) == ["seat/not-yours"]

    tell(story)


def test_a_hint_holds_nothing_up_and_a_newer_question_ends_it() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, hints=True) as (first, _, _, _):
            slow = SlowCoach()
            server.server.play._thinker = slow
            for step in (1, 2):
                await first.send("hint", id=f"h{step}", game=first.game, seat=first.seat, step=step)
                await slow.asked.get()
            await first.send("ping", number=1)
            await first.until("pong")  # the connection goes on while the coach thinks
            assert (await first.command("take"))["type"] == "ack"
            slow.may_answer.set()
            assert (await first.until("hinted"))["id"] == "h2"
            assert slow.given_up == 1

    tell(story)


def test_hints_count_as_questions_to_the_solver() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, hints=True) as (first, _, _, _):
            found = [await ask_coach(first, 1) for _ in range(3)]
            assert [each["type"] for each in found] == ["hinted", "hinted", "refused"]
            assert codes(found[2]) == ["wire/too-fast"]
            with pytest.raises(HttpProblem) as caught:
                await server.http("POST", "/api/solve", {"rack": ["r1"]}, first.token)
            assert caught.value.status == 429

    tell(story, limits=replace(LOOSE, questions_per_minute=4))


class SlowCoach(InlineThinker):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.asked: asyncio.Queue[int] = asyncio.Queue()
        self.given_up = 0

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        self.asked.put_nowait(step)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return await super().hint(view, step)


async def ask_coach(player: Client, step: int, seat: int | None = None) -> Json:
    at = player.seat if seat is None else seat
    await player.send("hint", id="h", game=player.game, seat=at, step=step)
    return await player.next_of("hinted", "refused")


def test_phrases_are_heard_by_the_table_and_nothing_else_can_be_said() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, _):
            await first.send("say", phrase="nice-move")
            assert await second.until("said") == {"type": "said", "seat": first.seat, "phrase": "nice-move"}
            await first.send("say", phrase="come to my place")
            assert codes(await first.until("refused")) == ["say/unknown"]

    tell(story)


HOSTILE: dict[str, str] = {
    "no json": "{",
    "empty": "",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "no type": "{}",
    "unknown type": '{"type":"cheat"}',
    "a server's message": '{"type":"ack","id":"x","version":1,"repeated":false}',
    "wrong types": '{"type":"ping","number":"1"}',
    "too big a number": '{"type":"ping","number":99999999999999999999999}',
    "a negative seat": '{"type":"enter","table":"x","seat":-1}',
    "an unknown field": '{"type":"look","rack":1}',
    "a missing field": '{"type":"enter"}',
    "half a surrogate": '{"type":"enter","table":"\\ud800"}',
    "deep": "[" * 15_000,
    "long": '{"type":"enter","table":"' + "x" * 20_000 + '"}',
    "many sets": json.dumps(
        {"type": "draft", "game": "g", "seat": 0, "turn": 1, "number": 1, "table": [[]] * 500}
    ),
}


@pytest.mark.parametrize("frame", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_frame_that_is_no_message_gets_a_code_and_the_connection_lives(frame: str) -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        async with client(server, token) as player:
            await player.connection.send(frame)
            message = await player.next()
            assert message["type"] == "fault", message
            assert message["code"] in ("wire/malformed", "wire/too-large")
            assert message["fatal"] is False
            await player.send("ping", number=3)
            assert (await player.until("pong"))["number"] == 3

    tell(story)


def test_a_binary_frame_is_refused_and_a_huge_one_ends_the_connection() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        async with client(server, token) as player:
            await player.connection.send(b'{"type":"look"}')
            assert (await player.next())["code"] == "wire/binary"
            with contextlib.suppress(ConnectionClosed):
                await player.connection.send("x" * 10_000_000)
            with pytest.raises(ConnectionClosed):
                await player.next()
            assert player.connection.close_code == 1009

    tell(story)


def test_too_many_faults_end_the_connection() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        async with client(server, token) as player:
            for _ in range(server.server.settings.limits.faults):
                await player.connection.send("?")
                assert (await player.next())["fatal"] is False
            await player.connection.send("?")
            assert (await player.next())["fatal"] is True
            with pytest.raises(ConnectionClosed):
                await player.next()

    tell(story)


def test_who_sends_too_fast_is_warned_and_then_dropped() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        async with client(server, token) as player:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(60):
                    await player.send("ping", number=1)
                    await player.next()
            assert player.messages[-1] == {
                "type": "fault",
                "code": "wire/too-fast",
                "params": {},
                "text": "too many messages: slow down",
                "fatal": True,
            }

    tell(story, limits=replace(LOOSE, messages_per_second=1, messages_burst=10))


def test_nothing_is_answered_before_hello_and_a_false_token_is_shown_the_door() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        uri = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(uri) as socket:
            await socket.send('{"type":"enter","table":"x"}')
            assert json.loads(await socket.recv())["code"] == "wire/hello-first"
        for false in ("", "x", token[:-1] + ("0" if token[-1] != "0" else "1"), "." + token.split(".")[1]):
            async with connect(uri) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": false}))
                assert json.loads(await socket.recv())["code"] == "person/unknown"
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
        for other in (1, 2, 99):  # 1, 2: pages that were open before the server was updated
            async with connect(uri) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": other, "token": token}))
                said = json.loads(await socket.recv())
                assert (said["code"], said["fatal"]) == ("wire/protocol", True)
                assert said["params"] == {"ours": PROTOCOL, "theirs": other}
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401

    tell(story)


def test_who_says_hello_as_somebody_else_does_not_see_the_first_ones_table_any_more() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, _, tokens):
            assert first.seat is not None
            await first.send("hello", protocol=PROTOCOL, token=tokens[first.seat])
            await first.until("welcome")
            await first.send("look")
            await first.until("view")
            await first.send("hello", protocol=PROTOCOL, token=(await server.guest())["token"])
            await first.until("welcome")
            await first.send("look")
            assert (await first.until("refused"))["refusals"][0]["code"] == "table/unknown"
            assert second.view is not None

    tell(story)


def test_a_silent_connection_is_closed() -> None:
    async def story(server: Live) -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            assert json.loads(await socket.recv())["code"] == "wire/hello-first"
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    tell(story, limits=replace(LOOSE, hello_seconds=0.05))


@pytest.mark.parametrize(
    ("origin", "welcome"), [("OWN", True), ("http://elsewhere.test", False), ("null", False)]
)
def test_pages_from_elsewhere_may_not_connect(origin: str, welcome: bool) -> None:
    async def story(server: Live) -> None:
        page = f"http://127.0.0.1:{server.port}" if origin == "OWN" else origin
        connecting = connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers={"Origin": page})
        if welcome:
            async with connecting as socket:
                await socket.send("{}")
                await socket.recv()
        else:
            with pytest.raises(InvalidStatus) as refused:
                await connecting
            assert refused.value.response.status_code == 403

    tell(story)


def test_an_address_has_only_so_many_connections() -> None:
    async def story(server: Live) -> None:
        uri = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(uri), connect(uri):
            with pytest.raises(InvalidStatus):
                await connect(uri)

    tell(story, limits=replace(LOOSE, connections_per_address=2))


def test_who_does_not_read_is_dropped_and_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server) as (first, second, table, tokens):
            lazy = await connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, max_queue=1)
            await lazy.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": tokens[0]}))
            await lazy.send(json.dumps({"type": "enter", "table": table}))
            lazy.transport.pause_reading()
            dropped = server.server.metrics.dropped.labels("wire/too-slow")
            for number in range(3_000):
                await lazy.send(json.dumps({"type": "look"}))
                if number % 50 == 0:
                    await asyncio.sleep(0)
                    if dropped._value.get():
                        break
            async with asyncio.timeout(20):
                while not dropped._value.get():
                    await asyncio.sleep(0)
            assert (await first.command("take"))["type"] == "ack"
            await second.until_view(lambda view: bool(view["active"] == second.seat))
            lazy.transport.abort()

    monkeypatch.setattr("tilemeld.server.connections.connection.SEND_SECONDS", 0.2)
    tell(story)


def test_a_device_passed_around_shows_the_seat_that_is_asked_for() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        body = {"profile": "cs", "seats": 2}
        table = (await server.http("POST", "/api/tables", body, token))["id"]
        await server.http("POST", f"/api/tables/{table}/seats", {"seat": 1}, token)
        await all_ready(server, table, [token, token])
        async with client(server, token) as device:
            racks = []
            for seat in (0, 1):
                await device.enter(table, seat=seat)
                await device.until("view")
                await device.command("add-entropy", entropy="e")
            for seat in (0, 1):
                device.view = None
                await device.enter(table, seat=seat)
                view = await device.until_view(lambda view: bool(view["phase"] == "turn"))
                assert view["viewer"] == seat
                racks.append(view["rack"])
            assert not set(racks[0]) & set(racks[1])

    tell(story)


def test_a_match_of_two_games_a_rematch_and_a_new_view_for_each() -> None:
    async def story(server: Live) -> None:
        async with two_at_a_table(server, games=2) as (first, second, table, tokens):
            rng = Random(1)
            games = set()
            for number in (1, 2):
                assert first.game is not None
                games.add(first.game)
                await finish(first, second, rng)
                while len(first.table["lines"]) < number:
                    await first.next()
                assert first.table["stage"] == ("between" if number == 1 else "over")
                if number == 2:
                    assert first.table["totals"] == [
                        sum(column)
                        for column in zip(
                            *(connection["points"] for connection in first.table["lines"]), strict=True
                        )
                    ]
                    await server.http("POST", f"/api/tables/{table}/rematch", token=tokens[1])
                for player in (first, second):
                    player.view = None
                await all_ready(server, table, tokens)
                for player in (first, second):
                    await player.until_view(lambda _view: True)
                    await player.command("add-entropy", entropy="e")
            assert first.game not in games
            assert (first.table["lines"], first.table["matches"]) == ([], 1)

    tell(story)


async def finish(first: Client, second: Client, rng: Random) -> None:
    players = {first.seat: first, second.seat: second}
    while first.view is None or first.view["phase"] != "ended":
        view = first.view
        active = players.get(view["active"]) if view else None
        if view is None or active is None or view["phase"] != "turn":
            await first.next()
            continue
        await active.until_view(at_least(view["version"]))
        fields = to_json(choose(from_json(GameView, active.view or {}), rng))
        assert isinstance(fields, dict)
        message = await active.command(str(fields.pop("type")), **fields)
        await first.until_view(at_least(message["version"]))
    await second.until_view(lambda view: bool(view["phase"] == "ended"))


def test_a_connection_does_not_wait_to_send_small_messages() -> None:
    listener = listen(replace(QUICK, port=0))
    listener.listen()
    with contextlib.closing(listener), socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with contextlib.closing(accepted):
            assert accepted.proto == socket.IPPROTO_TCP, "or asyncio leaves Nagle's algorithm on"


def test_the_limits_of_a_real_server_let_a_person_play() -> None:
    limits = Limits()
    assert limits.messages_per_second > 15, "drafts are streamed at most fifteen times a second"
    assert limits.message_bytes > 160 * 12, "a full table fits into a message"


def test_who_has_gone_leaves_nothing_for_the_collector() -> None:
    """The collector comes rarely: what only it could free is memory that grows with every visit."""

    async def story(server: Live) -> None:
        table, tokens = await set_table(server, profile="cs", bots=0)
        async with client(server, tokens[0]) as host:
            await host.enter(table["id"])
            await host.until("table")
            before = connections_in_memory()
            gc.disable()
            for _ in range(3):
                async with client(server, (await server.guest())["token"]) as watcher:
                    await watcher.enter(table["id"])
                    await watcher.until("table")
                    await host.until("online", lambda found: bool(found["spectators"] == 1))
                await host.until("online", lambda found: bool(found["spectators"] == 0))
            while server.server.live_server.connection_count > 1:
                await asyncio.sleep(0)
            assert connections_in_memory() == before

    try:
        tell(story)
    finally:
        gc.enable()


def connections_in_memory() -> tuple[int, int]:
    """Count connections and subscriptions, dead ones that wait for the collector included."""
    kinds = [type(each) for each in gc.get_objects()]
    return kinds.count(Connection), kinds.count(TableSubscription)
