"""A tournament played to its end by simulated players, with every move through the real service.

Each simulated player is a guest with a code, sits at an online table, and asks a bot for every move. Time
is a clock that moves as the players think, so hours of a tournament pass in seconds.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import InlineThinker, MemoryStore
from tilemeld.bots.player import Choice
from tilemeld.bots.registry import player_for
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import EndTurn, Pass, SeatCommand, Take
from tilemeld.engine.game.shuffle import SECRET_BYTES
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.tiles import Seat
from tilemeld.server.app import Overrides, Server, Store
from tilemeld.server.settings import Settings
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.ports import GameId, PersonId, TableId
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import CheckedIn, ClockStarted, SeatingPublished, TournamentEnded
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card, NewPlayer

THINK_MS = (1_500, 14_000)
"""How long simulated players think, at the least and at the most."""
WAIT_MS = 1_000

Progress = Callable[[int, int], None]
"""Called with the round and the number of games done."""


class SeededChance:
    """Secrets that follow from a seed, one after the other."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(f"secrets/{seed}")

    def secret(self) -> str:
        """Return the next secret."""
        return self._rng.randbytes(SECRET_BYTES).hex()


@dataclass(frozen=True, slots=True)
class SimulatedTournament:
    """A tournament that was played to its end."""

    tournament: TournamentId
    state: TournamentState
    cards: dict[str, Card]
    entries: int
    moves: int
    clock_ms: int
    """How much time passed in the hall."""


@dataclass(slots=True)
class _Seat:
    person: PersonId
    bot: str


async def simulate_tournament(
    format: Format,  # noqa: A002  # it is the format of the tournament
    players: int,
    *,
    seed: str,
    bots: Sequence[str],
    store: Store | None = None,
    on_game: Progress | None = None,
) -> SimulatedTournament:
    """Play a whole tournament through the real service."""
    clock = ManualClock()
    overrides = Overrides(
        store=store or MemoryStore(),
        bus=LocalBus(),
        clock=clock,
        thinker=InlineThinker(),
        chance=SeededChance(seed),
    )
    server = Server(Settings(bot_pace=0), overrides)
    await server.start()
    try:
        simulation = _Simulation(server, clock, Random(seed), on_game=on_game)
        return await simulation.run(format, players, bots, seed)
    finally:
        await server.stop()


class _Simulation:
    """The people in the hall."""

    def __init__(self, server: Server, clock: ManualClock, rng: Random, *, on_game: Progress | None) -> None:
        self._server = server
        self._clock = clock
        self._rng = rng
        self._on_game = on_game
        self._seats: dict[PersonId, _Seat] = {}
        self._commands = 0
        self._done = 0

    async def run(
        self,
        format: Format,  # noqa: A002  # it is the format of the tournament
        players: int,
        bots: Sequence[str],
        seed: str,
    ) -> SimulatedTournament:
        server, began = self._server, self._clock.now_ms()
        director = (await server.guests.arrive("Director"))[0].id
        tournament = await server.tournaments.open(director, f"Simulation {seed}"[:100], format)
        named = [
            NewPlayer(
                name=f"Player {number:02}",
                public_name="",
                club=bots[number % len(bots)],
                rating=2_000 - number,
            )
            for number in range(1, players + 1)
        ]
        await server.tournaments.enter(tournament, director, named)
        await self._come_in(tournament, bots)
        for number in range(1, format.all_rounds + 1):
            await server.tournaments.propose(tournament, director, number, seed=seed)
            await server.tournaments.act(tournament, director, SeatingPublished(number))
            await server.tournaments.act(tournament, director, ClockStarted(number))
            await self._play_round(tournament, number)
        await server.tournaments.act(tournament, director, TournamentEnded())
        state = await server.tournaments.state(tournament)
        cards = dict(await server.tournaments.cards(tournament))
        entries = len(await server.tournaments.log(tournament))
        return SimulatedTournament(
            tournament=tournament,
            state=state,
            cards=cards,
            entries=entries,
            moves=self._commands,
            clock_ms=self._clock.now_ms() - began,
        )

    async def _come_in(self, tournament: TournamentId, bots: Sequence[str]) -> None:
        """Let every player join with a code and check in."""
        codes = await self._server.tournaments.roles.codes(tournament)
        for number, ((role, player), code) in enumerate(codes.items()):
            if role != "player" or player is None:
                continue
            person = (await self._server.guests.arrive(f"Guest {number}"))[0].id
            await self._server.tournaments.claim(tournament, person, code)
            await self._server.tournaments.act(tournament, person, CheckedIn(player))
            self._seats[person] = _Seat(person, bots[int(player[1:]) % len(bots)])

    async def _play_round(self, tournament: TournamentId, number: int) -> None:
        while True:
            await self._breathe()
            state = await self._server.tournaments.state(tournament)
            self._tell(state, number)
            if not state.rounds[number].missing(state.format):
                return
            acted = False
            for lobby_table in state.rounds[number].lobby_tables.values():
                acted = await self._act_at(TableId(lobby_table)) or acted
            if acted:
                self._clock.advance(self._rng.randint(*THINK_MS))
            else:
                self._clock.move_to(self._clock.next_at or self._clock.now_ms() + WAIT_MS)

    def _tell(self, state: TournamentState, number: int) -> None:
        done = sum(len(now.results) + len(now.skipped) for now in state.published)
        if self._on_game is not None and done != self._done:
            self._on_game(number, done - self._done)
        self._done = done

    async def _breathe(self) -> None:
        """Let everything that was woken do its work."""
        for _ in range(12):
            await asyncio.sleep(0)
        await self._server.tournament_tables.settle()
        await self._server.games.drain()

    async def _act_at(self, table_id: TableId) -> bool:
        """Let the players that a table waits for do something; say whether anybody did."""
        table = await self._server.tables.get(table_id)
        if table.stage == "between":
            for seat, place in enumerate(table.places):
                assert place.person is not None, "people sit here"
                await self._server.play.ready(place.person, table.id, seat, ready=True)
            return True
        if table.stage != "playing" or table.game is None:
            return False
        state = await self._server.games.state(table.game)
        if state.phase not in (Phase.TURN, Phase.ANNOUNCE, Phase.STACKS) or state.paused_at is not None:
            return False
        assert state.active is not None, "a turn belongs to a player"
        await self._move(table, table.game, state, Seat(state.active))
        return True

    async def _move(self, table: Table, game: GameId, state: GameState, seat: Seat) -> None:
        person = table.places[seat].person
        assert person is not None, "people sit here"
        choice = player_for(self._seats[person].bot, state.sets).choose(view(state, seat), self._rng)
        for each in (choice, _harmless(view(state, seat), seat)):
            if not isinstance(each, SeatCommand):
                continue  # a player who waits or would leave does something harmless
            self._commands += 1
            try:
                await self._server.play.move(person, game, each, command_id=f"m{self._commands}")
            except Refused:
                continue
            return


def _harmless(seen: GameView, seat: Seat) -> Choice:
    """Return the move of a player who found nothing."""
    if seen.phase == Phase.ANNOUNCE:
        return EndTurn(seat)
    if seen.bank_count:
        return Take(seat, 0 if seen.rules.stacks_by_hand and not seen.bank_open else None)
    return Pass(seat)
