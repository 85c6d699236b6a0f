"""What cannot be read is set aside by itself; everybody else goes on, at the start and later.

Proves `service/upkeep/loops.py`.
"""

import asyncio
import gc
import json
import logging
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.live_server import Client, Live, SteadyThinker, all_ready, client, live, set_table
from service.hall import Hall
from service.tournament.test_referees import TornStore
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.adapters.sql.statements import do
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.engine.game.state import Phase
from tilemeld.engine.rules import profile
from tilemeld.server.app import Overrides, Server, Store
from tilemeld.server.settings import Settings
from tilemeld.service.errors import Unreadable
from tilemeld.service.live.game_log import Moved
from tilemeld.service.live.lobby_table import Options
from tilemeld.service.ports import GameId, StoredStep, TableId
from tilemeld.service.upkeep.loops import AGAIN_MS, keep_going
from tilemeld.service.upkeep.set_aside import Reason, SetAside

NAMED = f'"profile":"cs","version":{profile("cs").version}'
UNKNOWN = '"profile":"cs","version":99'
Break = Callable[[MemoryStore, GameId], None]


def a_server(store: Store, clock: ManualClock | None = None) -> Server:
    overrides = Overrides(store=store, bus=LocalBus(), clock=clock or ManualClock(), thinker=InlineThinker())
    return Server(Settings(bot_pace=0, resume_after_ms=0), overrides)


async def a_game(server: Server) -> tuple[TableId, GameId]:
    people = [(await server.guests.arrive())[0].id for _ in range(2)]
    table = await server.tables.create(people[0], Options(profile("cs"), 2))
    await server.tables.sit(table.id, people[1])
    for seat, person in enumerate(people):
        table = await server.play.ready(person, table.id, seat, ready=True)
    assert table.game is not None
    return table.id, table.game


def change_step(store: MemoryStore, game: GameId, at: int, **changes: Any) -> None:
    store._steps[game][at] = replace(store._steps[game][at], **changes)


def no_json(store: MemoryStore, game: GameId) -> None:
    change_step(store, game, -1, body='{"version": 3, "at"')


def missing_in_the_middle(store: MemoryStore, game: GameId) -> None:
    body = json.dumps({"version": 9, "at": 0, "command": {}, "events": []})
    store._steps[game].append(StoredStep(9, 10, 0, body))


def without_steps(store: MemoryStore, game: GameId) -> None:
    store._steps[game].clear()


def without_a_row_of_its_own(store: MemoryStore, game: GameId) -> None:
    del store._tables_of[game]


def unknown_version_of_a_profile(store: MemoryStore, game: GameId) -> None:
    body = store._steps[game][0].body
    assert NAMED in body
    change_step(store, game, 0, body=body.replace(NAMED, UNKNOWN))


def leads_elsewhere(store: MemoryStore, game: GameId) -> None:
    change_step(store, game, -1, after=77)


GAMES: dict[str, Break] = {
    each.__name__: each
    for each in (
        no_json,
        missing_in_the_middle,
        without_steps,
        without_a_row_of_its_own,
        unknown_version_of_a_profile,
        leads_elsewhere,
    )
}


def test_what_is_set_aside_keeps_nothing_of_what_was_read() -> None:
    read: list[weakref.ref[MemoryStore]] = []

    def fail(set_aside: SetAside) -> None:
        rows = MemoryStore()
        read.append(weakref.ref(rows))
        try:
            try:
                raise KeyError("profile")
            except KeyError as error:
                raise ValueError("step 3 is missing") from error
        except ValueError as error:
            set_aside.put("game", "g", error)

    set_aside = SetAside()
    fail(set_aside)
    gc.collect()
    assert read[0]() is None, "a thousand broken games would be in memory for ever"
    assert set_aside.items() == [("game", "g", Reason("step 3 is missing", None))]


@pytest.mark.parametrize("break_it", GAMES.values(), ids=GAMES)
def test_a_game_that_cannot_be_read_is_set_aside_and_all_others_go_on(
    break_it: Break, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        store = MemoryStore()
        first = a_server(store)
        await first.start()
        _, broken = await a_game(first)
        _, sound = await a_game(first)
        break_it(store, broken)
        clock = ManualClock(2_000_000)
        server = a_server(store, clock)
        with caplog.at_level(logging.ERROR, "tilemeld.service.upkeep.set_aside"):
            await server.start()
            with pytest.raises(Unreadable) as refused:
                await server.games.state(broken)
        assert refused.value.code == "game/unreadable"
        assert sum(broken in record.getMessage() for record in caplog.records) == 1
        assert 'tilemeld_unreadable{kind="game"} 1.0' in server.metrics.page().decode()
        assert (await server.games.state(sound)).players == 2
        clock.advance(10_000)
        await server.game_keeper.fire_overdue()  # a deadline of a game that cannot be read is left alone
        assert (await server.games.state(sound)).phase != Phase.ENTROPY
        await server.stop()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", "["),
        ('"stage":"playing"', '"stage":"dancing"'),
        ('{"id"', '{"new":2,"id"'),
        (NAMED, UNKNOWN),
        ('"profile":"cs"', '"profile":"zz"'),
    ],
)
def test_a_table_that_cannot_be_read_is_set_aside_and_all_others_are_found(old: str, new: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        first = a_server(store)
        await first.start()
        broken, _ = await a_game(first)
        sound, _ = await a_game(first)
        stored = store._tables[broken]
        assert old in stored.body
        body = stored.body.replace(old, new, 1)
        store._tables[broken] = replace(stored, body=body, listed=True)
        store._tables[sound] = replace(store._tables[sound], listed=True)
        server = a_server(store)
        await server.start()
        for ask in (server.tables.get(broken), server.tables.find(stored.code)):
            with pytest.raises(Unreadable) as refused:
                await ask
            assert refused.value.code == "table/unreadable"
        assert [table.id for table in await server.tables.listed()] == [sound]
        assert [table.id for table in await server.tables.playing()] == [sound]
        assert 'tilemeld_unreadable{kind="table"} 1.0' in server.metrics.page().decode()
        await server.stop()

    asyncio.run(story())


@pytest.mark.parametrize("body", ["", "{}", "[]", '{"number": 2}', "null"])
def test_a_tournament_that_cannot_be_read_hides_no_other(body: str) -> None:
    async def story() -> None:
        hall = Hall()
        await hall.open()
        tournaments = hall.server.tournaments
        other = await tournaments.open(
            hall.director, "Other", (await tournaments.state(hall.tournament)).format
        )
        entries = hall.store._entries[hall.tournament]  # type: ignore[attr-defined]  # it is the memory's
        entries[1] = replace(entries[1], body=body)
        again = hall.another_server()
        await again.start()
        with pytest.raises(Unreadable):
            await again.tournaments.state(hall.tournament)
        assert [each.id for each in await again.tournaments.mine(hall.director)] == [other]
        assert (await again.tournaments.roles.find(again.tournaments.roles.code_of(other)))[0] == other
        assert 'tilemeld_unreadable{kind="tournament"} 1.0' in again.metrics.page().decode()
        await again.stop()

    asyncio.run(story())


def tell(story: Callable[[Live], Awaitable[None]], **overrides: Any) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), live(**overrides) as server:
            await story(server)

    asyncio.run(run())


def test_the_people_of_a_game_that_cannot_be_read_hear_of_it_over_their_connection() -> None:
    store = MemoryStore()

    async def story(server: Live) -> None:
        table, tokens = await set_table(server, bots=0, profile="cs")
        await all_ready(server, table["id"], tokens)
        game = (await server.http("GET", f"/api/tables/{table['id']}"))["game"]
        no_json(store, game)
        server.server.games.memory.forget(game)
        async with client(server, tokens[0]) as one:
            await one.enter(table["id"])
            message = await one.until("refused")
            assert [each["code"] for each in message["refusals"]] == ["game/unreadable"]
            await one.send("ping", number=1)
            assert (await one.until("pong"))["number"] == 1

    tell(story, store=store)


class Stumbling(SteadyThinker):
    """Fails over one bot, thinks for all others."""

    async def think(self, bot: str, *rest: Any, **more: Any) -> Any:
        if bot == "expert":
            raise RuntimeError("a fault of its own")
        return await super().think(bot, *rest, **more)


def at_own_turn(player: Client, least: int) -> Callable[[dict[str, Any]], bool]:
    """The turn of a player, this one or a later one."""
    return lambda view: bool(
        view["phase"] == "turn" and view["active"] == player.seat and view["turn"] >= least
    )


def test_a_bot_that_fails_holds_up_its_own_game_only() -> None:
    async def story(server: Live) -> None:
        me = await server.guest()
        bad = await server.http("POST", "/api/quick", {"profile": "cs", "bots": ["expert"]}, me["token"])
        good = await server.http("POST", "/api/quick", {"profile": "cs", "bots": ["club"]}, me["token"])
        assert bad["game"] != good["game"]
        async with client(server, me["token"]) as one:
            await one.enter(good["id"])
            await one.until_view(lambda view: bool(view["phase"] in ("entropy", "turn")))
            await one.command("add-entropy", entropy="e")
            for least in (1, 3, 5):
                await one.until_view(at_own_turn(one, least))
                assert (await one.command("take"))["type"] == "ack"
            await one.until_view(at_own_turn(one, 7))

    tell(story, thinker=Stumbling())


def test_who_hears_of_a_move_and_fails_changes_nothing_for_the_player_nor_for_the_others() -> None:
    async def story() -> None:
        server = a_server(MemoryStore())
        heard: list[Moved] = []

        def fail(_moved: Moved) -> None:
            raise RuntimeError("a fault of its own")

        server.games.on_moved.insert(0, fail)
        server.games.on_moved.append(heard.append)
        await server.start()
        _, game = await a_game(server)
        assert [moved.game for moved in heard] == [game]
        await server.stop()

    asyncio.run(story())


def test_a_loop_that_fails_goes_on_a_moment_later() -> None:
    async def story() -> None:
        clock = ManualClock()
        rounds = []

        async def loop() -> None:
            rounds.append(clock.now_ms())
            raise RuntimeError("a fault")

        task = asyncio.create_task(keep_going(loop, clock))
        for count in (1, 2, 3):
            async with asyncio.timeout(10):
                while len(rounds) < count or clock.next_at is None:
                    await asyncio.sleep(0)
            clock.advance(AGAIN_MS)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert len(rounds) >= 3

    asyncio.run(story())


def test_a_game_whose_last_steps_are_lost_does_not_go_on_from_an_earlier_turn(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "games.sqlite")
        server = a_server(store)
        await server.start()
        _, game = await a_game(server)
        await store._write(do("UPDATE games SET version = version + 1 WHERE id = ?1", game))
        server.games.memory.forget(game)
        with pytest.raises(Unreadable) as refused:
            await server.games.state(game)
        assert "its steps end at" in str(refused.value.__cause__)
        await server.stop()

    asyncio.run(story())


def test_one_write_that_meets_a_broken_page_takes_no_other_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "games.sqlite")
        results = await asyncio.gather(
            store.mark_alive(7),
            store._write(do("INSERT INTO no_such_table VALUES (1)")),
            store.server_key("key"),
            return_exceptions=True,
        )
        assert results[0] is None
        assert isinstance(results[1], Exception)
        assert (results[2], await store.last_alive()) == ("key", 7)
        await store.close()

    asyncio.run(story())


def test_the_end_of_a_round_that_cannot_be_written_is_written_a_moment_later() -> None:
    async def story() -> None:
        store = TornStore()
        hall = Hall(store, round_minutes=10)
        await hall.open()
        await hall.publish()

        async def is_over() -> bool:
            return (await hall.server.tournaments.state(hall.tournament)).rounds[1].clock.over

        store.torn = True
        hall.clock.advance(10 * 60_000)
        await asyncio.sleep(0)
        await hall.server.tournament_tables.settle()
        assert not await is_over()
        store.torn = False
        async with asyncio.timeout(10):
            while not await is_over():
                hall.clock.advance(AGAIN_MS)
                await asyncio.sleep(0)
        await hall.server.stop()

    asyncio.run(story())


def test_a_table_of_a_round_that_cannot_be_read_does_not_keep_the_others_playing_on() -> None:
    """The round is over (T10): every game that can be read learns of it."""

    async def story() -> None:
        hall = Hall(round_minutes=10)
        await hall.open(8)
        await hall.publish()
        state = await hall.server.tournaments.state(hall.tournament)
        first, second = (TableId(table) for table in state.rounds[1].lobby_tables.values())
        broken = (await hall.server.tables.get(first)).game
        sound = (await hall.server.tables.get(second)).game
        assert broken is not None
        assert sound is not None
        assert isinstance(hall.store, MemoryStore)
        no_json(hall.store, broken)
        hall.server.games.memory.forget(broken)
        hall.clock.advance(10 * 60_000)
        async with asyncio.timeout(10):
            while not (await hall.server.games.state(sound)).round_over:
                await asyncio.sleep(0)
        await hall.server.stop()

    asyncio.run(story())


@pytest.mark.parametrize("name", GAMES)
def test_a_table_gives_up_a_damaged_game_by_itself_and_waits_for_a_program_that_can_read_it(
    name: str,
) -> None:
    async def story() -> None:
        store = MemoryStore()
        server = a_server(store)
        await server.start()
        table, game = await a_game(server)
        await server.stop()
        GAMES[name](store, game)
        server = a_server(store)
        await server.start()
        now = await server.tables.get(table)
        if name == "unknown_version_of_a_profile":
            assert (now.stage, now.game) == ("playing", game), "a newer program goes on with it"
            person = now.places[1].person
            assert person is not None
            now = await server.play.start(person, table)  # but who sits there need not wait for it
        assert (now.stage, now.game) == ("open", None)
        assert not any(place.ready for place in now.places)
        if name != "without_steps":
            assert store._steps[game], "what is left of it stays stored"
        await server.stop()

    asyncio.run(story())
