"""The event log with two processes on one store: who is behind catches up, and nothing is written twice.

Proves `service/log/log_cache.py`, `service/tournament/tournament_log.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from service.hall import Hall, in_hall
from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.errors import Refused, refuse
from tilemeld.engine.game.commands import BeginGame, Command, CreateGame, Take
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.service.errors import Conflict, Unavailable
from tilemeld.service.live.game_log import GameLog, digest
from tilemeld.service.log.belief import Belief
from tilemeld.service.log.event_log import Outcome
from tilemeld.service.ports import Append, CommandKey, GameId, StoredStep, TableId
from tilemeld.tournament.log.facts import CheckedIn, RoleGiven, Undone

RULES = profile("cs").override({"rack_size": 5, "opening_points": 0, "turn_seconds": None})
GAME, TABLE = GameId("g"), TableId("t")


class WatchedStore(MemoryStore):
    """Notes what is read, and can lose an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[tuple[int, int]] = []
        self.answers = True
        self.loses = False

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        found = await super().load(game, after=after)
        self.read.append((after, len(found)))
        return found

    async def append(self, game: GameId, append: Append) -> None:
        if self.loses:
            raise Unavailable("store/unavailable")
        await super().append(game, append)
        if not self.answers:
            raise Unavailable("store/unavailable")


def tell(story: Callable[[WatchedStore, GameLog, GameLog], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            store = WatchedStore()
            one, two = (
                GameLog(store, LocalBus(), ManualClock(), chance=FixedChance("two")) for _ in range(2)
            )
            await one.create(GAME, TABLE, CreateGame(RULES, 2))
            await one.do(GAME, BeginGame())
            await two.state(GAME)
            store.read.clear()
            await story(store, one, two)

    asyncio.run(in_time())


async def take(games: GameLog, name: str, *, seat: Seat | None = None) -> Outcome:
    at = (await games.state(GAME)).active if seat is None else seat
    assert at is not None
    command = Take(at)
    return await games.do(GAME, command, key=CommandKey(f"seat/{at}", name, digest(command)))


def test_catching_up_reads_and_folds_the_new_steps_only() -> None:
    async def story(store: WatchedStore, one: GameLog, two: GameLog) -> None:
        known = (await two.state(GAME)).version
        for number in range(3):
            await take(one, f"c{number}")
        assert store.read == [], "who writes reads nothing again"
        reached = (await one.state(GAME)).version
        await two.catch_up(GAME, reached)
        assert store.read == [(known, 3)]
        assert await two.state(GAME) == await one.state(GAME)
        await two.catch_up(GAME, reached)
        assert store.read == [(known, 3)], "there is nothing new"
        following = await two.follow(GAME, None, known)
        assert following is not None
        assert following == await one.follow(GAME, None, known)

    tell(story)


def test_a_move_is_not_refused_by_a_process_that_is_behind() -> None:
    async def story(store: WatchedStore, one: GameLog, two: GameLog) -> None:
        first = (await one.state(GAME)).active
        await take(one, "c1")
        known, turn = (await two.state(GAME)).version, (await one.state(GAME)).active
        assert (await two.state(GAME)).active == first, "no poke has come"
        assert turn not in (None, first)
        await take(two, "c1", seat=turn)
        assert store.read == [(known, 1)]
        with pytest.raises(Refused):
            await take(two, "c2", seat=turn)
        await take(one, "c2", seat=first)
        assert [step.version for step in await store.load(GAME)][-1] == (await two.state(GAME)).version

    tell(story)


def test_where_others_write_a_log_in_memory_is_believed_for_a_while_only() -> None:
    async def story(store: WatchedStore, one: GameLog, _two: GameLog) -> None:
        clock, belief = ManualClock(10_000), Belief(1_000)
        behind = GameLog(store, LocalBus(), clock, chance=FixedChance("two"), belief=belief)
        known = (await behind.state(GAME)).version
        await take(one, "c1")
        store.read.clear()
        clock.advance(999)
        assert (await behind.state(GAME)).version == known
        assert store.read == []
        clock.advance(1)
        assert await behind.state(GAME) == await one.state(GAME)
        assert await behind.state(GAME) == await one.state(GAME)
        assert store.read == [(known, 1)], "it was read once, and only what is new"

    tell(story)


def test_a_command_sent_to_two_processes_is_carried_out_once() -> None:
    async def story(store: WatchedStore, one: GameLog, two: GameLog) -> None:
        seat = (await one.state(GAME)).active
        results = await asyncio.gather(*(take(each, "c1", seat=seat) for each in (one, two, one, two)))
        assert sorted(each.repeated for each in results) == [False, True, True, True]
        assert len({each.after for each in results}) == 1
        assert len(await store.load(GAME)) == 3

    tell(story)


def test_after_an_answer_that_was_lost_nothing_is_refused_for_good() -> None:
    """Found by seed 325 of two versions: a database that was frozen carried out what had been refused."""

    async def story(store: WatchedStore, one: GameLog, _two: GameLog) -> None:
        seat = (await one.state(GAME)).active
        assert seat is not None
        made: list[Command | None] = [Take(seat)]

        def make(_state: GameState, _now: int) -> Command | None:
            if not made:
                raise Refused([refuse("turn/time-over")])
            return made.pop()

        store.loses = True
        with pytest.raises(Unavailable):
            await one.act(GAME, make, key=CommandKey(f"seat/{seat}", "c1", "d"))
        store.loses = False
        with pytest.raises(Refused):
            await one.act(GAME, make, key=CommandKey(f"seat/{seat}", "c2", "d"))

    tell(story)


def test_after_an_answer_that_was_lost_the_log_is_looked_at_again_and_the_command_counts_once() -> None:
    async def story(store: WatchedStore, one: GameLog, _two: GameLog) -> None:
        seat = (await one.state(GAME)).active
        announced: list[int] = []
        one.on_moved.append(lambda moved: announced.append(moved.state.version))
        store.answers = False
        first = await take(one, "c1", seat=seat)
        assert first.repeated, "it is found by its key"
        store.answers = True
        stored = await store.load(GAME)
        assert len(stored) == 3, "it was stored once"
        assert (await one.state(GAME)).version == stored[-1].after
        assert announced == [stored[-1].after], "the clock, the bots and the others hear of it"
        again = await take(one, "c1", seat=seat)
        assert again.repeated
        assert (await one.state(GAME)).version == again.after

    tell(story)


def test_a_store_that_does_not_write_is_asked_twice_and_then_the_command_is_refused() -> None:
    class Full(WatchedStore):
        asked = 0

        async def append(self, game: GameId, append: Append) -> None:
            if append.key is not None:
                self.asked += 1
                if not self.answers:
                    raise Unavailable("store/unavailable")
            await super().append(game, append)

    async def story() -> None:
        store = Full()
        games = GameLog(store, LocalBus(), ManualClock(), chance=FixedChance("two"))
        await games.create(GAME, TABLE, CreateGame(RULES, 2))
        await games.do(GAME, BeginGame())
        store.answers = False
        with pytest.raises(Unavailable):
            await take(games, "c1")
        assert store.asked == 2
        store.answers = True
        assert not (await take(games, "c1")).repeated

    asyncio.run(story())


def test_a_log_that_others_always_write_first_ends_in_a_conflict() -> None:
    class Crowded(WatchedStore):
        async def append(self, game: GameId, append: Append) -> None:
            if append.key is not None:
                raise Conflict("store/conflict")
            await super().append(game, append)

    async def story() -> None:
        games = GameLog(Crowded(), LocalBus(), ManualClock(), chance=FixedChance("two"))
        await games.create(GAME, TABLE, CreateGame(RULES, 2))
        await games.do(GAME, BeginGame())
        before = await games.state(GAME)
        with pytest.raises(Conflict):
            await take(games, "c1")
        assert await games.state(GAME) == before

    asyncio.run(story())


def test_an_undoing_in_another_process_is_folded_from_the_beginning() -> None:
    async def story(hall: Hall) -> None:
        other = hall.another_server()
        other.tournaments.start(hall.server.guests.key)
        number = await hall.act(CheckedIn("P1"))
        assert (await other.tournaments.state(hall.tournament)).players["P1"].checked_in
        await hall.act(CheckedIn("P2"))
        await hall.act(Undone(number), why="a slip")
        await other.tournaments.catch_up(hall.tournament)
        state = await other.tournaments.state(hall.tournament)
        assert state == await hall.server.tournaments.state(hall.tournament)
        assert (state.players["P1"].checked_in, state.players["P2"].checked_in) == (False, True)

    in_hall(story, place="hall")


def test_a_role_that_is_taken_in_two_processes_at_once_is_given_once() -> None:
    async def story(hall: Hall) -> None:
        tournaments, tournament = hall.server.tournaments, hall.tournament
        other = hall.another_server()
        other.tournaments.start(hall.server.guests.key)
        await other.tournaments.state(tournament)
        code = (await tournaments.roles.codes(tournament))["referee", None]
        person = (await hall.server.guests.arrive("Rita"))[0].id
        for each in (tournaments, other.tournaments):
            await each.claim(tournament, person, code)
        await other.tournaments.catch_up(tournament)
        given = [
            entry for entry in await other.tournaments.log(tournament)
            if isinstance(entry.fact, RoleGiven) and entry.fact.person == person
        ]  # fmt: skip
        assert len(given) == 1
        await hall.act(Undone(given[0].number), why="a slip")
        again = (await tournaments.roles.codes(tournament))["referee", None]
        assert (await tournaments.claim(tournament, person, again)).role == "referee", "by the new code"

    in_hall(story, place="hall")
