"""The game keeper: begins games, fires deadlines, lets bots act, keeps the score sheet, restores lost time.

Everything it does goes through the game's queue and is decided there on the state at that moment, so a
second keeper in another process, or a late one, does no harm.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from tilemeld.bots.numbers.levels import LEVELS
from tilemeld.bots.personality import Personality
from tilemeld.bots.player import Choice, Dawdle
from tilemeld.engine.errors import Refused, TilemeldError
from tilemeld.engine.game.commands import (
    BeginGame,
    CastVote,
    Command,
    EndTurn,
    ExpireDeadline,
    Leave,
    Pass,
    Pause,
    Resume,
    Take,
)
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.tiles import Seat, Table
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.errors import Unavailable
from tilemeld.service.guests.guests import bot_seed
from tilemeld.service.ports import (
    SILENT_MS,
    Abandoned,
    Attendance,
    Clock,
    EventStore,
    FollowUp,
    GameId,
    StoredDeadline,
    TableId,
    Thinker,
)
from tilemeld.service.upkeep.follow_ups import FollowUps
from tilemeld.service.upkeep.loops import OTHERS_AFTER_MS, OTHERS_EVERY_MS, keep_going

from .attendance import Unattended, claim_of, liked_pace, people_at
from .deadlines import Deadlines
from .drafts import Draft, Drafts
from .game_log import GameLog, Make, Moved
from .game_starts import GameStarts
from .lobby import Lobby
from .lobby_table import Table as LobbyTable
from .pause_reasons import DOWN, RESTART
from .processes import Processes

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[Any]]
"""A task that has not started, so that it can be dropped without a trace."""
ALIVE_EVERY_MS = 1_000
RETRY_MS = 1_000
NOTABLE_MS = 1_000
"""How much time a turn has to have lost to get it back."""
UNWATCHED_MS = 10_000
"""How much longer a bot takes where nobody is connected: such games continue at low cost."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How quickly bots seem to play, and how long games wait after a restart, in milliseconds."""

    bot_pace: float = 1.0
    """How long bots seem to think, as a share of the time in their personality."""
    resume_after_ms: int = 3_000
    """How long people have to reconnect before a clock that was stopped by a restart resumes."""


class GameKeeper:
    """Looks after every game of this process."""

    def __init__(
        self,
        games: GameLog,
        tables: Lobby,
        drafts: Drafts,
        *,
        starts: GameStarts,
        follow_ups: FollowUps,
        store: EventStore,
        thinker: Thinker,
        clock: Clock,
        pace: Pace | None = None,
        attendance: Attendance | None = None,
        processes: Processes | None = None,
    ) -> None:
        self._processes = processes
        """This process among several; ``None``: it is alone."""
        self.on_taken_over: list[Callable[[TableId], None]] = []
        """Who hears that a game is tended here from now on, by its table."""
        self._games = games
        self._tables = tables
        self._drafts = drafts
        self._starts = starts
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._pace = pace or Pace()
        self._attendance: Attendance = attendance or Unattended()
        self._key = b""
        self._due = Deadlines()
        self._due_changed = asyncio.Event()
        self._acting: dict[GameId, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._follow_ups = follow_ups
        follow_ups.on("game-start", self._start)
        follow_ups.on("game-over", self._finish)
        games.on_moved.append(self.hear)
        games.waits_for_bot = self._waits_for_bot

    async def start(self, key: bytes) -> None:
        """Resume every game after a restart: return lost time, set the clocks, wake the bots."""
        self._key = key
        loops = [self._watch_clock, self._watch_store]
        if self._processes is None:
            await self._take_up_all()
            loops.append(self._stay_alive)
        else:
            self._processes.on_back.append(self.give_back_time)
            await self._processes.start()
            await self.take_over(self._processes, begins=True)
            loops.append(partial(self._watch_others, self._processes))
        self._loops = [asyncio.create_task(keep_going(loop, self._clock)) for loop in loops]

    async def stop(self, *, pause: bool = True) -> None:
        """Stop; with ``pause`` the clocks of running games stop until the server is back."""
        for task in (*self._loops, *self._acting.values()):
            task.cancel()
        await asyncio.gather(*self._loops, *self._acting.values(), return_exceptions=True)
        if self._processes is not None:
            await self._processes.stop()
            pause = pause and await self._is_last(self._processes)
        if pause:
            for game in self._due:
                await self._quietly(partial(self._games.act, game, _pause_running(RESTART)))
        await self._quietly(self._drafts.save_all)
        await self._games.drain()
        if pause:
            await self._quietly(partial(self._store.mark_alive, self._clock.now_ms()))
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._processes is not None:
            await self._quietly(self._processes.leave)

    async def _is_last(self, processes: Processes) -> bool:
        """Say whether it is known that no other process could take up the games."""
        try:
            return not await processes.do_others_live()
        except Unavailable as error:
            log.warning("whether others live is unknown: %s", error)
            return False

    def hear(self, moved: Moved) -> None:
        """Handle a move of a game: set its clock, let a bot act, update the score sheet."""
        if (task := self._acting.pop(moved.game, None)) is not None:
            task.cancel()
        if moved.deadline_at is not None:
            self._note_due(moved.deadline_at, moved.game, moved.state.version)
        else:
            self._due.clear(moved.game)
        if moved.state.phase == Phase.ENDED:
            now = self._clock.now_ms()
            self._follow_ups.begin(FollowUp("game-over", moved.game, number=moved.state.version, at=now))
        elif moved.state.paused_at is None and self._has_to_tend(moved):
            task = asyncio.create_task(self._quietly(partial(self._tend, moved)))
            self._acting[moved.game] = task
            task.add_done_callback(lambda done: self._forget(moved.game, done))

    def _note_due(self, at: int, game: GameId, version: int) -> None:
        """Set a clock; the watcher is woken only if this one comes first."""
        if self._due.set(at, game, version):
            self._due_changed.set()

    def _has_to_tend(self, moved: Moved) -> bool:
        """Say whether there may be anything to do here; no if it is known to be a person's turn."""
        is_unknown = self._tables.known(moved.table) is None
        return (
            is_unknown or moved.state.phase == Phase.ENTROPY or self._waits_for_bot(moved.table, moved.state)
        )

    def _waits_for_bot(self, table: TableId, state: GameState) -> bool:
        """Say whether a game is known to wait for a bot."""
        known = self._tables.known(table)
        return known is not None and bool(self._bots_asked(state, known))

    def _forget(self, game: GameId, task: "asyncio.Task[None]") -> None:
        if self._acting.get(game) is task:
            del self._acting[game]

    def _spawn(self, work: Work) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Work) -> None:
        """Run a task in the background; errors are logged."""
        try:
            await work()
        except TilemeldError as error:
            log.warning("a game could not be tended: %s", error)
        except Exception:
            log.exception("tending failed")

    # Deadlines are stored; firing one is an append at an expected version, so it happens once

    async def _watch_clock(self) -> None:
        while True:
            self._due_changed.clear()
            now = self._clock.now_ms()
            for game, version in self._due.take(now):
                self._spawn(partial(self.fire, game, version))
            waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._due_changed.wait())]
            if (first := self._due.first()) is not None:
                waits.append(asyncio.create_task(self._wait_until(first)))
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()

    async def _wait_until(self, at: int) -> None:
        await self._clock.wait_until(at)

    async def fire(self, game: GameId, version: int) -> bool:
        """Handle the end of the time at this version; say whether this call did it.

        Without a clock it means that a bot has not acted for long: its process may have died. While nothing
        can be written, and until the games have that time back, it is put off.
        """
        try:
            if self._processes is None or not self._processes.is_cut_off:
                return await self._fire(game, version)
        except Unavailable as error:
            log.warning("game %s cannot be looked at: %s", game, error)
        self._note_due(self._clock.now_ms() + RETRY_MS, game, version)
        return False

    async def _fire(self, game: GameId, version: int) -> bool:
        state = await self._games.state(game)
        if state.version > version:
            return False
        if state.deadline is None and state.phase != Phase.ENTROPY:
            await self._wake(game)
            return False
        draft = await self._drafts.latest(game, state)
        expire = self._expire_at(version, None if draft is None else draft.table)
        return await self._games.act(game, expire) is not None

    async def _wake(self, game: GameId) -> None:
        """Let the bot act for which a game without a clock waits, unless it is thinking here already."""
        if game not in self._acting:
            self.hear(await self._games.moved(game))

    def _expire_at(self, version: int, draft: Table | None) -> Make:
        lag_ms = self._games.timing.lag_ms

        def make(state: GameState, now: int) -> Command | None:
            if state.version != version or state.paused_at is not None:
                return None
            if state.phase == Phase.ENTROPY:
                return BeginGame()
            if state.deadline is None or now < state.deadline.at + lag_ms:
                return None
            return ExpireDeadline(draft)

        return make

    async def _watch_store(self) -> None:
        """Fire overdue deadlines of the store: of games whose process has died or was too slow."""
        while True:
            await self._clock.wait_until(self._clock.now_ms() + OTHERS_EVERY_MS)
            await self._quietly(self.fire_overdue)

    async def fire_overdue(self) -> None:
        """Fire every stored deadline that nobody has fired in time; exactly one process succeeds."""
        if self._processes is not None and not self._processes.are_others_known:
            return  # they are about to give their games back the time in which nothing could be written
        for due in await self._store.deadlines(until=self._clock.now_ms() - OTHERS_AFTER_MS):
            if not self._games.is_set_aside(due.game):
                await self._quietly(partial(self._fire_stored, due))

    async def _fire_stored(self, due: StoredDeadline) -> None:
        await self._games.catch_up(due.game, due.version)
        await self.fire(due.game, due.version)

    async def _stay_alive(self) -> None:
        """Note regularly that the server is alive, so that downtime is known after a crash."""
        while True:
            await self._clock.wait_until(self._clock.now_ms() + ALIVE_EVERY_MS)
            if self._due:
                await self._quietly(partial(self._store.mark_alive, self._clock.now_ms()))

    # Several processes: each shows that it lives; the games of one that is silent are taken up by another

    async def _watch_others(self, processes: Processes) -> None:
        while True:
            await processes.wait_for_somebody()
            await self._quietly(partial(self.take_over, processes))

    async def take_over(self, processes: Processes, *, begins: bool = False) -> None:
        """Take up the games of processes that have left or died; those of living ones are left alone."""
        found = await processes.abandoned()
        abandoned = [each for each in found if not self._games.is_set_aside(each.game)]
        for each in abandoned:
            await self._quietly(partial(self._take_over, each, processes.me))
        if abandoned or begins:
            silent_at = self._clock.now_ms() - SILENT_MS
            tables = await self._tables.playing()
            await self._take_up_tables([each for each in tables if each.touched_at < silent_at])

    async def _take_over(self, abandoned: Abandoned, me: str) -> None:
        if await self._store.take(abandoned, me):
            await self._games.look_again(abandoned.game)
            await self._take_up(abandoned.game, abandoned.alive_at)
            table = (await self._games.moved(abandoned.game)).table
            for hear in self.on_taken_over:
                hear(table)

    async def give_back_time(self, lost_at: int) -> None:
        """Give this process's games the time back in which nothing could be written (docs/reliability.md)."""
        assert self._processes is not None, "it is one of several"
        games = await self._store.owned(self._processes.me)
        await asyncio.gather(*(self._quietly(partial(self._give_back, game, lost_at)) for game in games))

    async def _give_back(self, game: GameId, lost_at: int) -> None:
        back_at = self._clock.now_ms()
        stop = _pause_running(DOWN, before=back_at - NOTABLE_MS)
        if await self._games.act(game, stop, at=lost_at) is not None:
            await self._resume_at(game, back_at)

    # After a restart

    async def _take_up_all(self) -> None:
        """Take up every game: nobody else does."""
        last_alive = await self._store.last_alive()
        for game in await self._store.unfinished():
            await self._quietly(partial(self._take_up, game, last_alive))
        await self._take_up_tables(await self._tables.playing())
        await self._store.mark_alive(self._clock.now_ms())

    async def _take_up_tables(self, tables: Sequence[LobbyTable]) -> None:
        for table in tables:
            await self._quietly(partial(self._take_up_table, table))

    async def _take_up(self, game: GameId, last_alive: int | None) -> None:
        """Stop the clock of a game as of when the server was last seen; it resumes in a moment."""
        state = await self._games.state(game)
        if state.paused_at is None and state.deadline is not None and last_alive is not None:
            await self._quietly(partial(self._games.act, game, _pause_running(DOWN), at=last_alive))
            state = await self._games.state(game)
        if state.pause_reason in (DOWN, RESTART):
            at = self._clock.now_ms() + self._pace.resume_after_ms
            self._spawn(partial(self._resume_at, game, at))
        else:
            self.hear(await self._games.moved(game))

    async def _resume_at(self, game: GameId, at: int) -> None:
        """Resume a game that a restart has stopped; while the store is away, it is tried again."""
        while True:
            await self._clock.wait_until(at)
            try:
                await self._games.act(game, _resume_stopped)
                return
            except Unavailable:
                at = self._clock.now_ms() + RETRY_MS

    async def _take_up_table(self, table: LobbyTable) -> None:
        """Finish what was interrupted at a table: beginning a game, or recording its score."""
        assert table.game is not None, "a table that plays has a game"
        if await self._starts.take_up(table):
            moved = await self._games.moved(table.game)
            if moved.state.phase == Phase.ENDED:
                await self._write_sheet(moved)

    async def _write_sheet(self, moved: Moved) -> None:
        await self._tables.finish(moved.table, moved.game, moved.state)

    async def _start(self, follow_up: FollowUp) -> None:
        """Create the game that a table has chosen, if it is missing."""
        table = await self._tables.look_again(TableId(follow_up.item))
        if table.stage == "playing":
            await self._take_up_table(table)

    async def _finish(self, follow_up: FollowUp) -> None:
        """Write a game that is over onto the score sheet of its table."""
        game = GameId(follow_up.item)
        await self._games.catch_up(game, follow_up.number)
        moved = await self._games.moved(game)
        if moved.state.phase == Phase.ENDED:
            await self._write_sheet(moved)

    # Bots

    async def _tend(self, moved: Moved) -> None:
        state = moved.state
        table = await self._tables.get(moved.table)
        if state.phase == Phase.ENTROPY:
            people = [seat for seat, place in enumerate(table.places) if place.person is not None]
            if all(state.entropy[seat] is not None for seat in people):
                await self._games.act(moved.game, _only_at(state.version, BeginGame()))
            return
        for seat, bot in self._bots_asked(state, table):
            claim = claim_of(table, self._attendance)
            if await self._let_act(moved.game, state, (seat, bot), claim, self._pace_at(table, state)):
                return

    def _pace_at(self, table: LobbyTable, state: GameState) -> Pace:
        """Return how quickly bots play at a table; nobody waits for them to look at what was dealt (R-4)."""
        is_alone = state.phase == Phase.REDEAL and len(people_at(table)) == 1
        share = 0.0 if is_alone else liked_pace(table, self._attendance)
        return replace(self._pace, bot_pace=self._pace.bot_pace * share)

    def _bots_asked(self, state: GameState, table: LobbyTable) -> list[tuple[Seat, str]]:
        """List the bots that the game waits for, including those that replace a player (R-11)."""
        if state.vote is not None:  # players do not vote on their own words, and nobody votes twice (W16)
            ballots = enumerate(state.vote.ballots)
            seats = [seat for seat, cast in ballots if cast is None and seat != state.vote.seat]
        elif state.phase == Phase.REDEAL:
            seats = list(range(state.players))
        else:
            assert state.active is not None, "the game waits for a player"
            seats = [state.active]
        asked = []
        for seat in seats:
            bot = table.places[seat].bot
            if bot is None and state.seats[seat].left and state.seats[seat].stand_in:
                bot = table.options.stand_in
            if bot is not None:
                asked.append((Seat(seat), bot))
        return asked

    async def _let_act(
        self, game: GameId, state: GameState, who: tuple[Seat, str], claim: Claim, pace: Pace
    ) -> bool:
        """Ask a bot and carry out its answer, after a delay that reveals nothing about its tiles."""
        seat, bot = who
        seed = bot_seed(self._key, game, seat, state.version)
        shown_at = self._clock.now_ms() + visible_delay_ms(view(state, None), seed, manner_of(bot), pace)
        if claim.rank == Rank.UNWATCHED:
            shown_at += int(UNWATCHED_MS * pace.bot_pace)
        choice: Choice = CastVote(seat)  # bots approve every word (W16)
        try:
            if state.phase != Phase.VOTE:
                choice = await self._thinker.think(bot, view(state, seat), seed, claim=claim)
        except (TimeoutError, Unavailable) as error:
            log.warning("bot %s has no answer in game %s: %s", bot, game, error)
            choice = Dawdle()
        await self._clock.wait_until(shown_at)
        return await self._carry_out(game, state, seat, choice)

    async def _carry_out(self, game: GameId, state: GameState, seat: Seat, choice: Choice) -> bool:
        if isinstance(choice, Dawdle) and state.phase == Phase.REDEAL:
            return False
        if isinstance(choice, Dawdle) and state.deadline is not None:
            if choice.draft is not None and state.phase == Phase.TURN:
                await self._drafts.put(game, Draft(seat=seat, turn=state.turn, number=1, table=choice.draft))
            return True
        if not isinstance(choice, Dawdle | Leave):
            try:
                await self._games.act(game, _only_at(state.version, choice))
                return True
            except Refused as error:
                log.info("a bot's %s was refused: %s", type(choice).__name__, error)
        await self._games.act(game, _only_at(state.version, _harmless(state, seat)))
        return True


def manner_of(bot: str) -> Personality:
    """Return the personality of a bot; bots without a level have the default one."""
    return LEVELS[bot].personality if bot in LEVELS else Personality()


def visible_delay_ms(public: GameView, seed: str, personality: Personality, pace: Pace) -> int:
    """Return how long a bot seems to think: from what everybody can see and a seed, nothing else."""
    rng = Random(f"{seed}/{public.version}/{len(public.table)}/{public.bank_count}")
    busy = min(1.0, len(public.table) / 20)
    longest = personality.from_ms + (personality.to_ms - personality.from_ms) * (0.5 + 0.5 * busy)
    return int(rng.uniform(personality.from_ms, longest) * pace.bot_pace)


def _only_at(version: int, command: Command) -> Make:
    return lambda state, _now: command if state.version == version else None


def _pause_running(reason: str, *, before: int | None = None) -> Make:
    """Stop a clock that runs and is not over; with a time, only if nothing has happened since then."""

    def make(state: GameState, now: int) -> Command | None:
        if state.phase == Phase.ENDED or state.deadline is None or state.paused_at is not None:
            return None
        return Pause(reason) if now < state.deadline.at and (before is None or now <= before) else None

    return make


def _resume_stopped(state: GameState, _now: int) -> Command | None:
    return Resume() if state.pause_reason in (DOWN, RESTART) else None


def _harmless(state: GameState, seat: Seat) -> Command:
    """Return the move of a bot that found nothing."""
    if state.phase == Phase.ANNOUNCE:
        return EndTurn(seat)
    if state.phase == Phase.VOTE:
        return CastVote(seat)
    if state.bank:
        return Take(seat, 0 if state.rules.stacks_by_hand and not state.bank_open else None)
    return Pass(seat)
