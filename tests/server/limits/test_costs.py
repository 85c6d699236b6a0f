"""What a person and an address may cost: claims of bots, limits with their refusals, neighbours served.

Proves `server/limits/rate_limits.py`, `server/limits/request_limits.py`.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.live_server import (
    LOOSE,
    QUICK,
    HttpProblem,
    Json,
    Live,
    SteadyThinker,
    all_ready,
    ask,
    client,
    live,
    set_table,
)
from tilemeld.adapters.clocks import ManualClock
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record, format_record
from tilemeld.server.limits.request_limits import RequestLimits
from tilemeld.server.live.protocol import PROTOCOL
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.errors import ServiceError
from tilemeld.service.live.game_keeper import UNWATCHED_MS
from tilemeld.service.ports import DAY_MS, PersonId
from tilemeld.service.questions.numbers import BestPlay, Question


class NotingThinker(SteadyThinker):
    """Notes for whom it thinks."""

    def __init__(self) -> None:
        super().__init__()
        self.claims: list[Claim] = []

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        self.claims.append(claim)
        return await super().think(bot, view, seed)


async def quick_game(server: Live, token: str) -> Json:
    body = {"profile": "cs", "bots": ["random"] * 3}
    return await server.http("POST", "/api/quick", body, token)


def test_bots_think_on_their_hosts_account_and_first_where_somebody_is() -> None:
    async def story() -> None:
        thinker = NotingThinker()
        async with asyncio.timeout(60), live(replace(QUICK, entropy_ms=0), thinker=thinker) as server:
            guest = await server.guest()
            table = await quick_game(server, guest["token"])
            async with client(server, guest["token"]) as player:
                await player.enter(table["id"])
                await player.until_view(lambda _view: True)
                thinker.claims.clear()
                while not thinker.claims:
                    server.clock.advance(5_000)
                    await asyncio.sleep(0)
            assert thinker.claims[0] == Claim("127.0.0.1", guest["person"], Rank.PLAY)

    asyncio.run(story())


def test_bots_of_a_table_where_nobody_is_come_last_and_take_their_time() -> None:
    async def story() -> None:
        thinker = NotingThinker()
        settings = replace(QUICK, entropy_ms=0, bot_pace=0.001, grace_ms=10**9)
        async with asyncio.timeout(60), live(settings, thinker=thinker) as server:
            guest = await server.guest()
            table = await quick_game(server, guest["token"])
            while not thinker.claims:
                server.clock.advance(int(UNWATCHED_MS))
                await asyncio.sleep(0)
            assert thinker.claims[0].rank == Rank.UNWATCHED
            assert (await server.http("GET", f"/api/tables/{table['id']}"))["stage"] == "playing"

    asyncio.run(story())


async def refused(asking: Awaitable[Json]) -> tuple[int, list[str]]:
    """Ask, and return the status and the codes of the refusal."""
    with pytest.raises(HttpProblem) as caught:
        await asking
    return caught.value.status, caught.value.codes


def within(story: Callable[[Live], Awaitable[None]], **limits: float) -> None:
    """Tell a story on a server with small limits; callers are told apart by the word of a proxy."""

    async def run() -> None:
        narrow = replace(LOOSE, **limits)  # type: ignore[arg-type]  # names of limits, in tests
        async with (
            asyncio.timeout(60),
            live(replace(QUICK, limits=narrow, behind_proxy=True)) as server,
        ):
            await story(server)

    asyncio.run(run())


async def call(
    server: Live, path: str, body: Json, token: str = "", *, method: str = "POST", address: str = "10.0.0.1"
) -> Json:
    """Ask as somebody at an address."""
    status, _, text = await asyncio.to_thread(
        ask, server.port, method, path, body=body, token=token, x_forwarded_for=address
    )
    if status >= 400:
        raise HttpProblem(status, text)
    return json.loads(text)


async def guest_at(server: Live, address: str = "10.0.0.1") -> str:
    return str((await call(server, "/api/guests", {}, address=address))["token"])


TABLE: Json = {"profile": "cs", "seats": 2}
NEIGHBOUR = "10.0.0.2"


def test_a_person_has_so_many_tables_open_and_whoever_stands_up_may_set_another() -> None:
    async def story(server: Live) -> None:
        ann, bob = await guest_at(server), await guest_at(server)
        tables = [await call(server, "/api/tables", TABLE, ann) for _ in range(2)]
        assert await refused(call(server, "/api/tables", TABLE, ann)) == (429, ["limit/tables"])
        quick = {"bots": ["random"]}
        assert await refused(call(server, "/api/quick", quick, ann)) == (429, ["limit/tables"])
        await call(server, "/api/tables", TABLE, bob)
        await call(server, f"/api/tables/{tables[0]['id']}/seats/0", None, ann, method="DELETE")
        await call(server, "/api/tables", TABLE, ann)
        assert await refused(call(server, "/api/tables", TABLE, ann)) == (429, ["limit/tables"])
        server.clock.advance(86_400_000)
        await call(server, "/api/tables", TABLE, ann)

    within(story, tables_per_person=2)


def test_tables_asked_for_at_the_same_moment_are_counted_one_by_one() -> None:
    async def story(server: Live) -> None:
        ann = await guest_at(server)
        tries = await asyncio.gather(
            *(call(server, "/api/tables", TABLE, ann) for _ in range(8)), return_exceptions=True
        )
        assert sum(isinstance(each, HttpProblem) for each in tries) == 5

    within(story, tables_per_person=3)


def test_guests_are_free_but_the_tables_of_their_address_are_counted_together() -> None:
    async def story(server: Live) -> None:
        for _ in range(4):
            await call(server, "/api/tables", TABLE, await guest_at(server))
        one_more = call(server, "/api/tables", TABLE, await guest_at(server))
        assert await refused(one_more) == (429, ["limit/address-tables"])
        await call(server, "/api/tables", TABLE, await guest_at(server, NEIGHBOUR), address=NEIGHBOUR)

    within(story, tables_per_address=4)


def test_public_tables_have_a_limit_also_when_they_become_public_later_or_play_again() -> None:
    public: Json = {**TABLE, "public": True}

    async def story(server: Live) -> None:
        ann, bob = await guest_at(server), await guest_at(server)
        listed = await call(server, "/api/tables", public, ann)
        assert await refused(call(server, "/api/tables", public, ann)) == (429, ["limit/public-tables"])
        hidden = await call(server, "/api/tables", TABLE, ann)
        publish = call(server, f"/api/tables/{hidden['id']}", public, ann, method="PUT")
        assert await refused(publish) == (429, ["limit/public-tables"])
        await call(server, f"/api/tables/{listed['id']}", public, ann, method="PUT")
        one_more = call(server, "/api/tables", public, bob)
        assert await refused(one_more) == (429, ["limit/address-public-tables"])

    within(story, public_tables_per_person=1, public_tables_per_address=1)


@pytest.mark.parametrize(
    ("path", "body", "limit", "code"),
    [
        ("/api/tables", TABLE, "address_tables_per_hour", "limit/table-pace"),
        ("/api/quick", {"bots": ["random"]}, "address_tables_per_hour", "limit/table-pace"),
        ("/api/tournaments", {"name": "Cup"}, "address_tournaments_per_hour", "limit/tournament-pace"),
    ],
)
def test_an_address_makes_so_many_in_an_hour(path: str, body: Json, limit: str, code: str) -> None:
    async def story(server: Live) -> None:
        for _ in range(2):
            await call(server, path, body, await guest_at(server))
        assert await refused(call(server, path, body, await guest_at(server))) == (429, [code])
        await call(server, path, body, await guest_at(server, NEIGHBOUR), address=NEIGHBOUR)
        server.clock.advance(1_800_000)
        await call(server, path, body, await guest_at(server))

    within(story, **{limit: 2})


def test_a_person_stores_so_much_in_a_day_and_all_of_an_address_together() -> None:
    clock = ManualClock()
    limits = RequestLimits(replace(LOOSE, megabytes_per_day=1, address_megabytes_per_day=2), clock)

    def store(person: str, address: str = "here") -> int:
        """How many kilobytes are stored until it is refused."""
        for count in range(5_000):
            try:
                limits.write(address, PersonId(person), 9_000)
            except ServiceError:
                return 10 * count
        raise AssertionError("never refused")

    assert [store("ann"), store("ann"), store("bob"), store("eve")] == [1_000, 0, 1_000, 0]
    assert store("neighbour", "there") == 1_000
    clock.advance(DAY_MS // 2)
    assert [store("ann"), store("bob")] == [500, 500]


def test_a_write_and_a_move_count_as_what_they_store() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, people=2, bots=0)
        await all_ready(server, table["id"], tokens)
        async with client(server, tokens[0]) as player:
            await player.enter(table["id"])
            await player.until_view(lambda _view: True)
            person = (await server.server.guests.recognise(tokens[0])).id
            with contextlib.suppress(ServiceError):
                for _ in range(2_000):
                    server.server.context.request_limits.write("elsewhere", person, 0)
            answer = await player.command("add-entropy", entropy="x")
            assert [each["code"] for each in answer["refusals"]] == ["limit/stored"]
        with pytest.raises(HttpProblem, match="limit/stored"):
            await server.http("PATCH", "/api/me", {"name": "Ola"}, tokens[0])
        await server.http("PATCH", "/api/me", {"name": "Ola"}, tokens[1])

    within(story, megabytes_per_day=1)


ASKED: Json = {"rack": ["r1", "r2", "r3"]}


def test_questions_are_counted_by_person_and_all_of_an_address_together() -> None:
    async def story(server: Live) -> None:
        ann, bob = await guest_at(server), await guest_at(server)
        for _ in range(2):
            await call(server, "/api/solve", ASKED, ann)
        assert await refused(call(server, "/api/solve", ASKED, ann)) == (429, ["http/too-fast"])
        for token in (bob, bob, ""):
            await call(server, "/api/solve", ASKED, token)
        assert await refused(call(server, "/api/solve", ASKED)) == (429, ["http/too-fast"])
        await call(server, "/api/solve", ASKED, address=NEIGHBOUR)

    within(story, questions_per_minute=4, address_questions_per_minute=10)


class StuckSolver(SteadyThinker):
    """Answers only whom it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Claim] = []

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        self.asked.append(claim)
        if claim.address != NEIGHBOUR:
            await asyncio.Event().wait()
        return await super().solve(question, claim=claim)


def test_only_so_many_questions_of_one_caller_wait_and_the_neighbour_is_answered() -> None:
    async def story() -> None:
        thinker = StuckSolver()
        narrow = replace(LOOSE, questions_waiting=2, address_questions_waiting=3)
        settings = replace(QUICK, limits=narrow, behind_proxy=True)
        async with asyncio.timeout(60), live(settings, thinker=thinker) as server:
            ann, bob = await guest_at(server), await guest_at(server)
            waiting = []
            for token in (ann, ann, bob):
                waiting.append(asyncio.create_task(call(server, "/api/solve", ASKED, token)))
                while len(thinker.asked) < len(waiting):
                    await asyncio.sleep(0)
            for token in (ann, bob):
                assert await refused(call(server, "/api/solve", ASKED, token)) == (429, ["limit/questions"])
            assert (await call(server, "/api/solve", ASKED, address=NEIGHBOUR))["tiles"] == 3
            for each in waiting:
                each.cancel()

    asyncio.run(story())


def test_only_so_many_reviews_of_one_caller_are_under_way(some_record: Record) -> None:
    class Stuck:
        async def analyse(self, record: Record | str, on_turn: object, **_more: object) -> Analysis:
            await asyncio.Event().wait()
            raise AssertionError("never")

    def sent(number: int) -> Json:
        return {"record": format_record(replace(some_record, at=number))}

    async def story() -> None:
        narrow = replace(LOOSE, reviews_waiting=2, address_reviews_waiting=3)
        settings = replace(QUICK, limits=narrow, behind_proxy=True)
        async with asyncio.timeout(60), live(settings, analyst=Stuck()) as server:
            ann, bob = await guest_at(server), await guest_at(server)
            for number, token in enumerate((ann, ann, bob)):
                await call(server, "/api/records/reviews", sent(number), token)
            for token in (ann, bob):
                asking = call(server, "/api/records/reviews", sent(7), token)
                assert await refused(asking) == (429, ["limit/reviews"])
            neighbour = await guest_at(server, NEIGHBOUR)
            await call(server, "/api/records/reviews", sent(8), neighbour, address=NEIGHBOUR)

    asyncio.run(story())


def test_requests_that_are_limited_by_person_have_a_limit_by_address_as_well() -> None:
    async def story(server: Live) -> None:
        tokens = [await guest_at(server) for _ in range(3)]
        tournament = (await call(server, "/api/tournaments", {"name": "Cup"}, tokens[0]))["tournament"]
        path = f"/api/tournaments/{tournament}/me"
        assert (await call(server, path, None, tokens[0], method="GET"))["role"] == "director"
        for token in tokens[1:]:
            assert (await refused(call(server, path, None, token, method="GET")))[0] == 403
        assert await refused(call(server, path, None, tokens[0], method="GET")) == (429, ["http/too-fast"])

    within(story, address_requests_per_second=0.001, address_requests_burst=3)


def test_messages_of_all_connections_of_an_address_are_counted_together_and_held_up() -> None:
    async def story(server: Live) -> None:
        tokens = [(await server.guest())["token"] for _ in range(2)]
        async with client(server, tokens[0]) as one, client(server, tokens[1]) as other:
            for player in (one, other, one):
                await player.send("ping", number=1)
                assert (await player.next())["now"] == server.clock.now_ms()
            await other.send("ping", number=1)
            answer = asyncio.create_task(other.next())
            for _ in range(3):
                await server.http("GET", "/healthz")
            assert not answer.done(), "it is held up"
            server.clock.advance(1_000)
            assert (await answer)["now"] == server.clock.now_ms()
            server.clock.advance(60_000)
            await other.send("ping", number=1)
            assert (await other.next())["now"] == server.clock.now_ms()

    within(story, address_messages_per_second=1, address_messages_burst=25)


def test_what_would_be_held_up_for_long_is_refused() -> None:
    async def story(server: Live) -> None:
        async with client(server, (await server.guest())["token"]) as player:
            await player.send("say", phrase="x" * 30_000)
            assert (await player.next())["code"] == "wire/address-too-fast"
            await player.send("ping", number=1)
            assert (await player.next())["type"] == "pong"

    within(story, address_messages_per_second=1, address_messages_burst=15, message_bytes=100_000)


def test_whoever_asks_for_the_whole_table_again_and_again_pays_more() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        table = await server.http("POST", "/api/tables", TABLE, token)
        async with client(server, token) as player:
            await player.enter(table["id"])
            await player.until("table")
            await player.enter(table["id"])
            refusal = await player.until("refused")
            assert [each["code"] for each in refusal["refusals"]] == ["wire/address-too-fast"]
            await player.send("ping", number=1)
            await player.until("pong")

    within(story, address_messages_per_second=0.001, address_messages_burst=25)


def test_new_connections_of_an_address_are_counted_as_well() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        async with client(server, token):
            with pytest.raises(InvalidStatus):
                async with client(server, token):
                    pass

    within(story, address_messages_per_second=0.001, address_messages_burst=15)


def test_a_person_has_so_many_windows_and_one_that_is_closed_makes_room() -> None:
    async def story(server: Live) -> None:
        ann, bob = (await server.guest())["token"], (await server.guest())["token"]
        async with client(server, ann) as first:
            async with client(server, ann):
                await first.send("hello", protocol=PROTOCOL, token=ann)  # again: it is the same window
                await first.until("welcome")
                async with connect(f"ws://127.0.0.1:{server.port}/ws") as third:
                    await third.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": ann}))
                    message = json.loads(await third.recv())
                    assert (message["code"], message["params"]) == ("wire/many-windows", {"limit": 2})
                async with client(server, bob):
                    pass
            while server.server.live_server.connections_of(ann.partition(".")[0]) > 1:
                await asyncio.sleep(0)
            async with client(server, ann):
                pass

    within(story, connections_per_person=2)


def test_the_list_of_tables_reads_each_of_them_once_and_anew_when_it_has_changed() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        table = await server.http("POST", "/api/tables", {**TABLE, "public": True}, token)
        tables = server.server.tables
        (first,) = await tables.listed()
        assert (await tables.listed())[0] is first
        await server.http("PUT", f"/api/tables/{table['id']}/seats/1/bot", {"bot": "club"}, token)
        (changed,) = await tables.listed()
        assert changed.places[1].bot == "club"

    within(story)
