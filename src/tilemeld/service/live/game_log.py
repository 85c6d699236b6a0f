"""The game log: one writer for each game. Load, decide, append, and only then acknowledge and publish."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast, get_args

from tilemeld.engine.errors import Refused, refuse
from tilemeld.engine.game.commands import Command, CreateGame, SeatCommand
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.events import Event, GameCreated
from tilemeld.engine.game.evolve import SetRulesFor, evolve
from tilemeld.engine.game.shuffle import Chance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, Viewer, redact
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.record.record import Record, Step, format_step, parse_step
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.service.errors import Conflict, Forbidden, NotFound, ServiceError, Unavailable
from tilemeld.service.ports import (
    Append,
    Bus,
    Clock,
    CommandKey,
    CommandResult,
    EventStore,
    GameId,
    StoredStep,
    TableId,
)
from tilemeld.service.upkeep.set_aside import SetAside

from .game_cache import REMEMBERED, GameCache, Moment, OpenGame

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""How often a command is decided again when another process was first."""
_SEAT_COMMANDS = get_args(SeatCommand)

Result = TypeVar("Result")

Make = Callable[[GameState, int], Command | None]
"""Gets the state, in the game's queue, and returns the command to carry out, if any."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A durable move of a game: for the parts of the service in this process, never for people."""

    game: GameId
    table: TableId
    state: GameState
    deadline_at: int | None
    """When the game has to be looked at again, if nobody does anything."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The small times of the table, in milliseconds."""

    lag_ms: int = 500
    """How late an answer may arrive and still count as in time."""
    entropy_ms: int = 1_500
    """How long seats may add entropy once the server has committed to its secret."""
    bot_ms: int = 30_000
    """How long a game without a clock may wait for a bot before it is checked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The durable result of a command."""

    version: int
    after: int
    repeated: bool = False
    """Whether the command had been carried out before, and this is its first result."""


@dataclass(frozen=True, slots=True)
class ViewPair:
    """What a viewer may know of a game, and what everybody may know of it."""

    own: GameView
    shared: GameView
    """The spectator's view of the same version."""


@dataclass(frozen=True, slots=True)
class Following:
    """What happened since a version, for one viewer."""

    before: ViewPair
    after: ViewPair
    events: tuple[Event, ...]
    at: int
    """When the last of it was decided."""


class GameLog:
    """Every game of the server, each with a queue of its own."""

    def __init__(
        self,
        store: EventStore,
        bus: Bus,
        clock: Clock,
        *,
        chance: Chance,
        timing: Timing | None = None,
        sets_for: SetRulesFor = sets_of,
        memory: GameCache | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        self._store = store
        self._set_aside = set_aside or SetAside()
        self._bus = bus
        self._clock = clock
        self._chance = chance
        self._sets_for = sets_for
        self.timing = timing or Timing()
        self.memory = GameCache() if memory is None else memory
        self._running: set[asyncio.Future[Any]] = set()
        self.on_moved: list[Callable[[Moved], None]] = []
        """Listeners in this process, called after a step is durable."""
        self.waits_for_bot: Callable[[TableId, GameState], bool] = lambda _table, _state: False
        """Says whether a game waits for a bot; set by the part that lets bots act."""

    async def create(self, game: GameId, table: TableId, command: CreateGame) -> Outcome:
        """Create a game; ``Conflict`` when a game with this id exists already."""
        return await self._finish(self._create(game, table, command))

    async def act(
        self, game: GameId, make: Make, *, key: CommandKey | None = None, at: int | None = None
    ) -> Outcome | None:
        """Carry out the command that ``make`` returns for the present state, if any.

        The step is finished even if the caller is cancelled. ``at`` sets the time, for what the server
        notices late; it is never before the last step.

        Raises ``Refused`` by the rules, ``NotFound``, ``Forbidden`` for a reused command id, or
        ``Unavailable``; then nothing was changed.
        """
        return await self._finish(self._act(game, make, key, at))

    async def do(self, game: GameId, command: Command, *, key: CommandKey | None = None) -> Outcome:
        """Carry a command out."""
        outcome = await self.act(game, lambda _state, _now: command, key=key)
        assert outcome is not None, "a command was given"
        return outcome

    async def view(self, game: GameId, viewer: Viewer) -> GameView:
        """Return what a viewer may know of the game now."""
        return (await self.sight(game, viewer)).own

    async def sight(self, game: GameId, viewer: Viewer) -> ViewPair:
        """Return what a viewer may know of the game now, and what everybody may know."""
        cached = await self._loaded(game)
        return _view_pair(cached, _state(cached), viewer)

    async def follow(self, game: GameId, viewer: Viewer, base: int) -> Following | None:
        """Return what happened since a version, redacted; ``None`` if there was no such version."""
        cached = await self._loaded(game)
        if base > _state(cached).version:
            return None
        if cached.since(base) is None and not cached.is_whole:
            await self._remember_all(game, cached)
            cached = await self._loaded(game)  # it may have moved meanwhile
        if (known := cached.since(base)) is None:
            return None
        before, steps = known
        events = tuple(redact(event, viewer) for step in steps for event in step.events)
        return Following(
            before=_view_pair(cached, before, viewer),
            after=_view_pair(cached, _state(cached), viewer),
            events=events,
            at=cached.at,
        )

    async def result(self, game: GameId, key: CommandKey) -> Outcome | None:
        """Return the first result of a command, if it was ever carried out.

        Raises ``Forbidden`` when the id was used for another command.
        """
        known = await self._store.result(game, key.who, key.id)
        return None if known is None else _first_result(known, key)

    async def record(self, game: GameId) -> Record:
        """Return the whole record of a finished game; ``Refused`` before its end."""
        moments = await self._read_all(game)
        if moments[-1].state.phase != Phase.ENDED:
            raise Refused([refuse("game/not-ended")])
        first, *rest = (moment.step for moment in moments)
        created = first.events[0]
        assert isinstance(created, GameCreated), "a game begins with its creation"
        return Record(first.at, created, tuple(rest))

    async def check_ended(self, game: GameId) -> None:
        """Raise ``Refused`` unless the game is finished."""
        if (await self.state(game)).phase != Phase.ENDED:
            raise Refused([refuse("game/not-ended")])

    async def state(self, game: GameId) -> GameState:
        """Return everything about a game; for the service alone."""
        return _state(await self._loaded(game))

    async def moved(self, game: GameId) -> Moved:
        """Return a game as if it had just moved, to resume work after a restart."""
        cached = await self._loaded(game)
        assert cached.table is not None, "a loaded game has its table"
        state = _state(cached)
        return Moved(
            game=game,
            table=cached.table,
            state=state,
            deadline_at=self._deadline_at(cached.table, state, cached.at),
        )

    async def table_of(self, game: GameId) -> TableId:
        """Return the table that a game is played at."""
        cached = await self._loaded(game)
        assert cached.table is not None, "a loaded game has its table"
        return cached.table

    async def drain(self) -> None:
        """Wait until every command that is under way is durable."""
        while self._running:
            await asyncio.wait(self._running)

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish a task even if the caller that waits for it is cancelled."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _create(self, game: GameId, table: TableId, command: CreateGame) -> Outcome:
        cached = self.memory.open(game, self._clock.now_ms())
        async with cached.lock:
            self.memory.put(game, cached)  # the game may have been looked up in vain in the meantime
            if command.rules.sets == "letters":
                await asyncio.to_thread(self._sets_for, command.rules)  # a dictionary takes a moment to open
            now = self._clock.now_ms()
            state, events = advance(None, command, now=now, chance=self._chance, sets_for=self._sets_for)
            cached.table = table
            return await self._append(
                game, cached, Step(version=0, at=now, command=command, events=events), state, None
            )

    async def _act(self, game: GameId, make: Make, key: CommandKey | None, at: int | None) -> Outcome | None:
        cached = self.memory.open(game, self._clock.now_ms())
        async with cached.lock:
            for _ in range(ATTEMPTS):
                await self._load(game, cached)
                if key is not None and (known := cached.results.get((key.who, key.id))):
                    return _first_result(known, key)
                try:
                    return await self._decide(game, cached, make, key, at)
                except (Conflict, Refused) as error:
                    # Another process was first, or this command itself, long ago: then its result counts.
                    if key is not None and (first := await self.result(game, key)) is not None:
                        return first
                    if isinstance(error, Refused):
                        raise
            raise Conflict("store/conflict")

    async def _decide(
        self, game: GameId, cached: OpenGame, make: Make, key: CommandKey | None, at: int | None
    ) -> Outcome | None:
        """Decide a command on the game in memory, and append the step."""
        state = _state(cached)
        now = max(self._clock.now_ms() if at is None else at, cached.at)
        command = make(state, now)
        if command is None:
            return None
        now = self._with_lag(state, command, now)
        after, events = advance(state, command, now=now, chance=self._chance)
        return await self._append(
            game, cached, Step(version=state.version, at=now, command=command, events=events), after, key
        )

    async def _append(
        self, game: GameId, cached: OpenGame, step: Step, after: GameState, key: CommandKey | None
    ) -> Outcome:
        """Make a step durable, then publish it; after any error the next command loads the game again."""
        assert cached.table is not None, "a loaded game has its table"
        body = format_body(step)
        stored = StoredStep(version=step.version, after=after.version, at=step.at, body=body)
        fact = self._deadline_at(cached.table, after, step.at)
        append = Append(
            step=stored, table=cached.table, key=key, deadline_at=fact, over=after.phase == Phase.ENDED
        )
        try:
            await self._store.append(game, append)
        except BaseException:
            cached.forget()
            raise
        cached.accept(Moment(step, after, len(body)))
        if key is not None:
            cached.keep_result(CommandResult(key, step.version, after.version))
        self._tell(Moved(game=game, table=cached.table, state=after, deadline_at=fact))
        await self._bus.publish(f"game/{game}", f"moved {after.version}")
        return Outcome(step.version, after.version)

    def _tell(self, moved: Moved) -> None:
        """Notify the listeners; the step is durable, whatever they do with it."""
        for hear in self.on_moved:
            try:
                hear(moved)
            except Exception:
                log.exception("game %s moved, and who heard of it failed", moved.game)

    def _deadline_at(self, table: TableId, state: GameState, at: int) -> int | None:
        """Return when the game has to be looked at again; stored with the step."""
        if state.phase == Phase.ENDED or state.paused_at is not None:
            return None
        if state.phase == Phase.ENTROPY:
            return at + self.timing.entropy_ms
        if state.deadline is not None:
            return state.deadline.at + self.timing.lag_ms
        return at + self.timing.bot_ms if self.waits_for_bot(table, state) else None

    def _with_lag(self, state: GameState, command: Command, now: int) -> int:
        """Count a player's answer that was on its way when the time ran out as in time."""
        limit = state.deadline
        if limit is None or not isinstance(command, _SEAT_COMMANDS):
            return now
        return limit.at if limit.at < now <= limit.at + self.timing.lag_ms else now

    async def _loaded(self, game: GameId) -> OpenGame:
        cached = self.memory.open(game, self._clock.now_ms())
        if cached.state is None:
            async with cached.lock:
                await self._load(game, cached)
        return cached

    async def _load(self, game: GameId, cached: OpenGame) -> None:
        if cached.state is not None:
            return
        try:
            moments = await self._read_all(game)
        except ServiceError:
            self.memory.forget(game)
            raise
        cached.table = await self._store.table_of(game)
        for moment in moments[-REMEMBERED:]:
            cached.accept(moment)

    async def _read_all(self, game: GameId) -> list[Moment]:
        """Read a game from its beginning.

        Raises ``NotFound``, or ``Unreadable`` for one that is there but cannot be read.
        """
        try:
            reached = await self._store.version_of(game)  # first: the game may move on meanwhile
            stored, table = await self._store.load(game), await self._store.table_of(game)
            if not stored and table is None:
                raise NotFound("game/unknown")
            if not stored or table is None:
                raise ValueError("no steps" if table is not None else "no row in the list of games")
            if reached is not None and stored[-1].after < reached:
                raise ValueError(f"it had reached {reached}, but its steps end at {stored[-1].after}")
            return await asyncio.to_thread(_read, stored, self._sets_for)
        except (NotFound, Unavailable):
            raise
        except Exception as error:
            raise self._set_aside.put("game", game, error) from error

    async def check(self, game: GameId) -> None:
        """Read a game from its beginning and keep nothing of it; raises as reading it does."""
        await self._read_all(game)

    def is_set_aside(self, game: GameId) -> bool:
        """Say whether a game could not be read."""
        return self._set_aside.has("game", game)

    async def catch_up(self, game: GameId, version: int) -> None:
        """Look again at a game that another process has moved to a version."""
        cached = self.memory.find(game)
        if cached is not None and cached.state is not None and cached.state.version < version:
            async with cached.lock:
                cached.forget()

    async def _remember_all(self, game: GameId, cached: OpenGame) -> None:
        """Load a game from its beginning, for a client that was away for long; kept until the next move."""
        moments = await self._read_all(game)
        if cached.state is not None and moments[-1].state.version == cached.state.version:
            cached.remember_all(moments)


def format_body(step: Step) -> str:
    """Write a step as in the log and the record."""
    return json.dumps(format_step(step), ensure_ascii=False, separators=(",", ":"))


def digest(command: Command, *, by: str = "") -> str:
    """Return a short hash of a command and its author, to notice an id that is reused."""
    text = json.dumps(to_json(command), sort_keys=True, separators=(",", ":")) + by
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _first_result(known: CommandResult, key: CommandKey) -> Outcome:
    if known.key.digest != key.digest:
        raise Forbidden("command/reused")
    return Outcome(known.version, known.after, repeated=True)


def _state(cached: OpenGame) -> GameState:
    assert cached.state is not None, "the game is loaded"
    return cached.state


def _view_pair(cached: OpenGame, state: GameState, viewer: Viewer) -> ViewPair:
    return ViewPair(cached.view(state, viewer), cached.view(state, None))


def _read(stored: Sequence[StoredStep], sets_for: SetRulesFor) -> list[Moment]:
    """Read stored steps and fold them: the state after each.

    Raises ``ValueError`` when a step is missing or does not fit its row, ``RulesError`` for rules that a
    newer program has published; other errors if one is not a step.
    """
    moments: list[Moment] = []
    state: GameState | None = None
    for each in stored:
        step = parse_step(cast(Json, json.loads(each.body)))
        at = 0 if state is None else state.version
        if (each.version, each.at) != (step.version, step.at) or step.version != at:
            raise ValueError(f"step {step.version} stands at {each.version}, where {at} is expected")
        for event in step.events:
            state = evolve(state, event, sets_for=sets_for)
        if state is None or state.version != each.after:
            raise ValueError(f"step {step.version} does not lead to {each.after}")
        moments.append(Moment(step, state, len(each.body)))
    if state is not None:
        profile(state.rules.profile, state.rules.version)
    return moments
