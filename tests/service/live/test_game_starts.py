"""A game is judged before its table begins it; a start that is refused leaves the table as it was.

Proves `service/live/lobby_table.py`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from service.hall import Hall, a_format
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.engine.errors import Refused
from tilemeld.engine.rules import profile
from tilemeld.server.app import Overrides, Server, Store
from tilemeld.server.settings import Settings
from tilemeld.service.errors import Unavailable
from tilemeld.service.live.lobby_table import Options, Table, to_stored
from tilemeld.service.ports import Append, CommandKey, GameId, PersonId, StoredTable
from tilemeld.tournament.errors import TournamentError

IMPOSSIBLE = profile("cs").override({"rack_size": 40})
"""Four racks of forty need more tiles than the box has."""
POSSIBLE = profile("cs")


def a_server(store: Store) -> Server:
    overrides = Overrides(store=store, bus=LocalBus(), clock=ManualClock(), thinker=InlineThinker())
    return Server(Settings(bot_pace=0), overrides)


def tell(story: Callable[[Server], Awaitable[None]], store: Store | None = None) -> None:
    async def run() -> None:
        server = a_server(store or MemoryStore())
        await server.start()
        try:
            await story(server)
        finally:
            await server.stop()

    asyncio.run(run())


async def a_table(server: Server, *, seats: int = 2) -> tuple[Table, list[PersonId]]:
    """A table of people who all sit down."""
    people = [(await server.guests.arrive())[0].id for _ in range(seats)]
    table = await server.tables.create(people[0], Options(POSSIBLE, seats))
    for person in people[1:]:
        table = await server.tables.sit(table.id, person)
    return table, people


def test_rules_that_so_many_cannot_play_are_refused_when_the_table_is_set() -> None:
    async def story(server: Server) -> None:
        host = (await server.guests.arrive())[0].id
        with pytest.raises(Refused) as refused:
            await server.tables.create(host, Options(IMPOSSIBLE, 4))
        assert refused.value.codes == ("game/box-too-small",)
        table = await server.tables.create(host, Options(IMPOSSIBLE, 2))
        assert table.stage == "open"

    tell(story)


def test_rules_that_so_many_cannot_play_are_refused_when_the_options_change() -> None:
    async def story(server: Server) -> None:
        table, people = await a_table(server, seats=4)
        with pytest.raises(Refused):
            await server.tables.set_options(table.id, people[0], Options(IMPOSSIBLE, 4))
        assert (await server.tables.get(table.id)).options.rules == POSSIBLE

    tell(story)


async def everybody_ready(server: Server, table: Table, people: list[PersonId]) -> Table:
    for seat, person in enumerate(people):
        table = await server.play.ready(person, table.id, seat, ready=True)
    return table


def test_a_start_that_is_refused_leaves_the_table_as_it_was_and_says_why_to_everybody() -> None:
    async def story(server: Server) -> None:
        table, people = await a_table(server, seats=4)
        old = replace(table, options=Options(IMPOSSIBLE, 4), version=table.version + 1)
        await server.store.put_table(to_stored(old), old.people)
        await server.tables.get(table.id, version=old.version)
        for seat in (0, 1, 2):
            before = await server.play.ready(people[seat], table.id, seat, ready=True)
        heard = server.bus.subscribe(f"table/{table.id}")
        with pytest.raises(Refused):
            await server.play.ready(people[3], table.id, 3, ready=True)
        after = await server.tables.get(table.id)
        assert (after.stage, after.games, after.places) == ("open", (), before.places)
        message = [await heard.next() for _ in range(3)]
        refused = next(each for each in message if each.startswith("refused "))
        assert [each["code"] for each in json.loads(refused.removeprefix("refused "))] == [
            "game/box-too-small"
        ]

    tell(story)


class FailingStore(MemoryStore):
    """Cannot write new games for a while."""

    failing = True
    error: Exception = Unavailable("store/unavailable")

    async def append(self, game: GameId, append: Append) -> None:
        if self.failing and append.step.version == 0:
            raise self.error
        await super().append(game, append)


def test_a_start_that_fails_unexpectedly_gives_the_table_back_too_and_it_can_begin_later() -> None:
    store = FailingStore()
    store.error = OSError("the dictionary cannot be opened")

    async def story(server: Server) -> None:
        table, people = await a_table(server)
        heard = server.bus.subscribe(f"table/{table.id}")
        with pytest.raises(OSError, match="dictionary"):
            await everybody_ready(server, table, people)
        assert (await server.tables.get(table.id)).stage == "open"
        while not (message := await heard.next()).startswith("refused "):
            pass
        assert json.loads(message.removeprefix("refused "))[0]["code"] == "server/failed"
        store.failing = False
        assert (await everybody_ready(server, table, people)).stage == "playing"

    tell(story, store)


def test_an_elected_game_that_fails_unexpectedly_after_a_restart_gives_the_table_back() -> None:
    store = FailingStore()
    store.error = OSError("the dictionary cannot be opened")

    async def story() -> None:
        first = a_server(store)
        await first.start()
        table, _ = await a_table(first)
        await first.tables.begin(table.id, GameId("elected"))
        second = a_server(store)
        await second.start()
        assert (await second.tables.get(table.id)).stage == "open"
        await second.stop()

    asyncio.run(story())


def test_an_elected_game_that_the_store_cannot_write_now_is_created_when_the_store_is_back() -> None:
    store = FailingStore()

    async def story() -> None:
        first = a_server(store)
        await first.start()
        table, _ = await a_table(first)
        await first.tables.begin(table.id, GameId("elected"))
        second = a_server(store)
        await second.start()
        assert (await second.tables.get(table.id)).stage == "playing", "nothing was taken back"
        assert [each.kind for each in await store.follow_ups()] == ["game-start"]
        store.failing = False
        await second.follow_ups.do_overdue()
        assert (await second.games.state(GameId("elected"))).players == 2
        assert list(await store.follow_ups()) == []
        await second.stop()

    asyncio.run(story())


def test_a_game_that_cannot_be_set_up_gives_the_table_its_stage_and_its_empty_seats_back() -> None:
    store = FailingStore()

    async def story(server: Server) -> None:
        people = [(await server.guests.arrive())[0].id for _ in range(2)]
        table = await server.tables.create(people[0], Options(POSSIBLE, 4))
        await server.tables.sit(table.id, people[1])
        await server.play.ready(people[1], table.id, 1, ready=True)
        with pytest.raises(Unavailable):
            await server.play.start(people[0], table.id)
        after = await server.tables.get(table.id)
        assert (after.stage, after.games, len(after.places)) == ("open", (), 4)
        store.failing = False
        await server.play.ready(people[1], table.id, 1, ready=True)
        begun = await server.play.start(people[0], table.id)
        assert (begun.stage, len(begun.places)) == ("playing", 2)

    tell(story, store)


def test_a_table_that_an_older_server_began_in_vain_is_open_again_after_a_restart() -> None:
    """Before, the refusal ended the process at every start (exit 3)."""
    store = MemoryStore()

    async def story(server: Server) -> None:
        table, people = await a_table(server, seats=4)
        stuck = replace(
            table,
            options=Options(IMPOSSIBLE, 4),
            stage="playing",
            games=(GameId("never-created"),),
            version=table.version + 1,
        )
        await store.put_table(to_stored(stuck), stuck.people)
        other, others = await a_table(server)
        other = await everybody_ready(server, other, others)
        assert other.game is not None
        again = a_server(store)
        await again.start()
        after = await again.tables.get(table.id)
        assert (after.stage, after.games) == ("open", ())
        assert (await again.games.state(other.game)).players == 2
        await again.tables.set_options(table.id, people[0], Options(POSSIBLE, 4))
        assert (await everybody_ready(again, after, people)).stage == "playing"
        await again.stop()

    tell(story, store)


def test_a_tournament_takes_no_rules_that_a_table_of_four_cannot_play() -> None:
    async def story(server: Server) -> None:
        director = (await server.guests.arrive())[0].id
        rules = profile("pl-tournament").override({"rack_size": 40})
        with pytest.raises(TournamentError) as refused:
            await server.tournaments.open(director, "Cup", a_format(rules=rules))
        assert refused.value.code == "tournament/box-too-small"

    tell(story)


def test_a_round_whose_games_are_refused_does_not_end_the_server_nor_the_next_start() -> None:
    """A tournament that an older server took: its clock starts, its tables cannot."""

    async def story() -> None:
        hall = Hall()
        await hall.open()
        entries = list(await hall.store.load_entries(hall.tournament))
        rules = '"rack_size":40,'
        assert '"rules":{' in entries[0].body
        body = entries[0].body.replace('"rules":{', '"rules":{' + rules, 1)
        body = body.replace('"rack_size":14,', "", 1)
        await hall.store.delete_tournament(hall.tournament)
        for entry in [replace(entries[0], body=body), *entries[1:]]:
            await hall.store.append_entry(hall.tournament, entry)
        again = hall.another_server()
        await again.start()
        hall.server = again
        assert (await again.tournaments.state(hall.tournament)).format.rules.rack_size == 40
        await hall.publish()
        await again.tournament_tables.settle()
        third = hall.another_server()
        await third.start()
        state = await third.tournaments.state(hall.tournament)
        for lobby_table in state.rounds[1].lobby_tables.values():
            assert (await third.tables.get(lobby_table)).stage == "open"  # type: ignore[arg-type]

    asyncio.run(story())


KEY = CommandKey("host", "k", "digest")


class Slow(MemoryStore):
    """What is written under a key is stored at once, but its writer hears of it only later."""

    def __init__(self) -> None:
        super().__init__()
        self.stored = asyncio.Event()
        self.answer = asyncio.Event()

    async def put_table(
        self,
        table: StoredTable,
        people: Sequence[PersonId] = (),
        *,
        key: CommandKey | None = None,
        begins: bool = False,
    ) -> None:
        await super().put_table(table, people, key=key, begins=begins)
        if key is not None:
            self.stored.set()
            await self.answer.wait()


def test_a_game_that_is_begun_twice_under_one_key_at_once_is_one_game() -> None:
    store = Slow()

    async def story(server: Server) -> None:
        table, people = await a_table(server)
        for seat, person in enumerate(people):
            table = await server.tables.set_ready(table.id, person, seat, ready=True)
        first = asyncio.create_task(server.starts.begin(table, key=KEY))
        await store.stored.wait()
        again = await server.starts.begin(table, key=KEY)
        assert await store.unfinished() == []
        store.answer.set()
        assert (again.stage, again.game) == ("playing", (await first).game)
        assert await store.unfinished() == [again.game]

    tell(story, store)


def test_a_repeat_is_answered_with_the_change_although_the_first_was_not_answered_yet() -> None:
    store = Slow()

    async def story(server: Server) -> None:
        table, people = await a_table(server)
        first = asyncio.create_task(server.tables.set_ready(table.id, people[0], 0, ready=True, key=KEY))
        await store.stored.wait()
        again = await server.tables.set_ready(table.id, people[0], 0, ready=True, key=KEY)
        assert again.places[0].ready
        store.answer.set()
        assert await first == again

    tell(story, store)
