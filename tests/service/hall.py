"""A hall to test in: a server with a tournament of four players at one online table."""

import asyncio
from collections.abc import Awaitable, Callable

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineClerk, InlineThinker, MemoryStore
from tilemeld.engine.game.commands import Pass, Take
from tilemeld.engine.game.state import Phase
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import Overrides, Server, Store
from tilemeld.server.settings import Settings
from tilemeld.service.ports import CommandKey, GameId, PersonId, TableId
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import ClockStarted, SeatingPublished
from tilemeld.tournament.players import NewPlayer


def a_format(**chosen: object) -> Format:
    options = {"rules": profile("pl-tournament"), "rounds": 2, "games": 1, "place": "online", **chosen}
    return Format(**options)  # type: ignore[arg-type]  # chosen by the test


def under(name: str, digest: str = "as sent") -> CommandKey:
    """The key of something that a client has sent."""
    return CommandKey("somebody", name, digest)


class Hall:
    """A server with a tournament of four players at one online table."""

    def __init__(self, store: Store | None = None, **chosen: object) -> None:
        self.clock = ManualClock()
        self.store = store or MemoryStore()
        self.chosen = chosen
        self.server = self.another_server()
        self.director, self.tournament = PersonId(""), TournamentId("")
        self.people: dict[str, PersonId] = {}

    def another_server(self) -> Server:
        overrides = Overrides(
            store=self.store, bus=LocalBus(), clock=self.clock, thinker=InlineThinker(), clerk=InlineClerk()
        )
        return Server(Settings(bot_pace=0, resume_after_ms=0), overrides)

    async def open(self, players: int = 4) -> None:
        await self.server.start()
        tournaments = self.server.tournaments
        self.director = (await self.server.guests.arrive("Dora"))[0].id
        self.tournament = await tournaments.open(self.director, "Cup", a_format(**self.chosen))
        named = [NewPlayer(f"Name {number}", f"Nick {number}") for number in range(1, players + 1)]
        await tournaments.enter(self.tournament, self.director, named)
        for (role, player), code in (await tournaments.roles.codes(self.tournament)).items():
            if role == "player" and player is not None:
                person = (await self.server.guests.arrive())[0].id
                await tournaments.claim(self.tournament, person, code.lower())
                self.people[player] = person

    async def publish(self, number: int = 1, *, start: bool = True) -> None:
        await self.server.tournaments.propose(self.tournament, self.director, number)
        await self.act(SeatingPublished(number))
        if start:
            await self.act(ClockStarted(number))

    async def act(self, fact: object, person: PersonId | None = None, why: str = "") -> int:
        entry = await self.server.tournaments.act(
            self.tournament,
            person or self.director,
            fact,  # type: ignore[arg-type]  # given by the test
            why=why,
        )
        return entry.number

    @property
    async def table(self) -> TableId:
        state = await self.server.tournaments.state(self.tournament)
        return TableId(state.published[-1].lobby_tables[1])

    @property
    async def game(self) -> GameId:
        game = (await self.server.tables.get(await self.table)).game
        assert game is not None
        return game

    async def to_first_turn(self) -> None:
        await self.until(self._in_turn)

    async def _in_turn(self) -> bool:
        return (await self.server.games.state(await self.game)).phase == Phase.TURN

    async def take(self) -> None:
        """Whose turn it is takes a tile, or passes where there is none any more."""
        state = await self.server.games.state(await self.game)
        assert state.active is not None
        person = (await self.server.tables.get(await self.table)).places[state.active].person
        assert person is not None
        seat = Seat(state.active)
        command = Take(seat) if state.bank else Pass(seat)
        await self.server.play.move(person, await self.game, command, command_id=f"t{state.version}")
        await self.breathe()

    async def breathe(self) -> None:
        """Let happen what is due now: the clock goes on only when nothing waits for the store any more."""
        for _ in range(3):
            for _ in range(20):
                await asyncio.sleep(0)
            await self.store.written("hall", "breath")  # behind every question that was asked before it
            await asyncio.to_thread(int)
            await self.server.tournament_tables.settle()
            await self.server.games.drain()

    async def until(self, happened: Callable[[], Awaitable[bool]]) -> None:
        for _ in range(400):
            await self.breathe()
            if await happened():
                return
            self.clock.move_to(self.clock.next_at or self.clock.now_ms() + 1_000)
        raise AssertionError("never happened")

    async def crash(self) -> None:
        """The server is gone without a word; another one opens the same store."""
        await self.server.games.drain()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)
        self.server = self.another_server()
        await self.server.start()


def in_hall(story: Callable[[Hall], Awaitable[None]], store: Store | None = None, **chosen: object) -> None:
    """Open a tournament, let the story happen in it, and close the server."""

    async def in_time() -> None:
        async with asyncio.timeout(60):
            hall = Hall(store, **chosen)
            await hall.open()
            await story(hall)
            await hall.server.stop()

    asyncio.run(in_time())


async def last_lap(hall: Hall) -> None:
    """Everybody takes until the game is over."""
    game = await hall.game
    while (state := await hall.server.games.state(game)).phase != Phase.ENDED:
        late = state.deadline is not None and hall.clock.now_ms() > state.deadline.at
        if state.phase == Phase.TURN and not late:  # else the server is about to end the turn
            await hall.take()
        else:
            hall.clock.move_to(hall.clock.next_at or hall.clock.now_ms() + 1)
            await hall.breathe()
