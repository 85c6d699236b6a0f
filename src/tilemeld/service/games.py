"""Games: one writer for each. Load, decide, append, and only then acknowledge and publish. Always."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast, get_args

from tilemeld.engine.codec import Json, to_json
from tilemeld.engine.commands import Command, CreateGame, SeatCommand
from tilemeld.engine.errors import Refused, refuse
from tilemeld.engine.events import Event, GameCreated
from tilemeld.engine.evolve import SetRulesFor, evolve
from tilemeld.engine.game import advance
from tilemeld.engine.letters import sets_of
from tilemeld.engine.record import Record, Step, format_step, parse_step
from tilemeld.engine.shuffle import Chance
from tilemeld.engine.state import GameState, Phase
from tilemeld.engine.views import GameView, Viewer, redact, view

from .errors import Conflict, Forbidden, NotFound
from .ports import Append, Bus, Clock, CommandKey, CommandResult, EventStore, GameId, StoredStep, TableId

ATTEMPTS = 8
"""How often a command is decided anew when another process was first."""
REMEMBERED = 48
"""How many states of a game are kept for those who were away for a moment."""
RESULTS = 16
"""How many results of commands are kept for who sends one again; the store has the others."""
OPEN_DESKS = 2_000
"""How many games are kept in memory."""
_SEAT_COMMANDS = get_args(SeatCommand)

Result = TypeVar("Result")

Make = Callable[[GameState, int], Command | None]
"""Looks at the state, in the game's queue, and says what to do, if anything."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A game has moved, durably: for the parts of the service in this process, never for people."""

    game: GameId
    table: TableId
    state: GameState
    deadline_at: int | None
    """When the game has to be looked at again, if nobody does anything."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The small times of the table, in milliseconds."""

    lag_ms: int = 500
    """How late an answer may come in and still count as in time."""
    entropy_ms: int = 1_500
    """How long seats may add entropy once the server has committed to its secret."""
    bot_ms: int = 30_000
    """How long a game without a clock may wait for a bot before anybody looks why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command: durable from this moment on."""

    version: int
    after: int
    repeated: bool = False
    """Whether the command had been carried out before, and this is its first result."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as a viewer may know it, beside what everybody may know of it."""

    own: GameView
    shared: GameView
    """The spectator's view of the same version."""


@dataclass(frozen=True, slots=True)
class Following:
    """What happened since a version, for one viewer."""

    before: Sight
    after: Sight
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Desk:
    """A game in memory: its queue, its state, and what came of its commands."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: TableId | None = None
    state: GameState | None = None
    at: int = 0
    """When its last step was."""
    results: OrderedDict[tuple[str, str], CommandResult] = field(default_factory=OrderedDict)
    """What came of the latest commands; of earlier ones, the store knows."""
    states: OrderedDict[int, GameState] = field(default_factory=OrderedDict)
    steps: OrderedDict[int, Step] = field(default_factory=OrderedDict)
    views: dict[tuple[int, Viewer], GameView] = field(default_factory=dict)

    def keep_result(self, result: CommandResult) -> None:
        """Keep what came of a command, for who asks again in the next moment."""
        self.results[result.key.who, result.key.id] = result
        while len(self.results) > RESULTS:
            self.results.popitem(last=False)

    def forget(self) -> None:
        """Drop what may be out of date; the next command loads the game again."""
        self.state = None
        self.states.clear()
        self.steps.clear()
        self.views.clear()

    def accept(self, step: Step, state: GameState) -> None:
        """Take note of a step that is durable."""
        self.state, self.at = state, step.at
        self.states[state.version] = state
        self.steps[step.version] = step
        while len(self.states) > REMEMBERED:
            self.states.popitem(last=False)
            self.steps.popitem(last=False)
        oldest = step.version
        self.views = {key: kept for key, kept in self.views.items() if key[0] >= oldest}


class Games:
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
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._chance = chance
        self._sets_for = sets_for
        self.timing = timing or Timing()
        self._desks: OrderedDict[GameId, _Desk] = OrderedDict()
        self._running: set[asyncio.Future[Any]] = set()
        self.on_moved: list[Callable[[Moved], None]] = []
        """Who is told, in this process, after a step is durable."""
        self.waits_for_bot: Callable[[TableId, GameState], bool] = lambda _table, _state: False
        """Says whether a game waits for a bot; whoever lets bots act puts the answer here."""

    async def create(self, game: GameId, table: TableId, command: CreateGame) -> Outcome:
        """Set a table for a game; ``Conflict`` when a game of this id is there already."""
        return await self._finish(self._create(game, table, command))

    async def act(
        self, game: GameId, make: Make, *, key: CommandKey | None = None, at: int | None = None
    ) -> Outcome | None:
        """Do what ``make`` says on the game as it is now; nothing if it says nothing.

        The step is finished even if the caller goes away. ``at`` sets the time, for what the server
        notices late; it never goes back behind the last step.

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
        """Return the game as a viewer may know it now."""
        return (await self.sight(game, viewer)).own

    async def sight(self, game: GameId, viewer: Viewer) -> Sight:
        """Return the game as a viewer may know it now, beside what everybody may know."""
        desk = await self._loaded(game)
        return _sight(desk, _state(desk), viewer)

    async def follow(self, game: GameId, viewer: Viewer, base: int) -> Following | None:
        """Return what happened since a version, redacted; none if the game never stood there."""
        desk = await self._loaded(game)
        now = _state(desk)
        if base > now.version:
            return None
        if base not in desk.states and 0 not in desk.steps:
            await self._remember_all(game, desk)
            desk = await self._loaded(game)
            now = _state(desk)  # it may have moved meanwhile
        if base not in desk.states:
            return None
        before, steps = _path_from(desk, base)
        events = tuple(redact(event, viewer) for step in steps for event in step.events)
        return Following(_sight(desk, before, viewer), _sight(desk, now, viewer), events)

    async def result(self, game: GameId, key: CommandKey) -> Outcome | None:
        """Return what came of a command the first time, if it was ever carried out.

        Raises ``Forbidden`` when the id was used for another command.
        """
        known = await self._store.result(game, key.who, key.id)
        return None if known is None else _first_result(known, key)

    async def record(self, game: GameId) -> Record:
        """Return the whole record of a finished game; ``Refused`` before its end."""
        stored = await self._store.load(game)
        if not stored:
            raise NotFound("game/unknown")
        steps, states = await asyncio.to_thread(_read, stored, self._sets_for)
        if states[-1].phase != Phase.ENDED:
            raise Refused([refuse("game/not-ended")])
        created = steps[0].events[0]
        assert isinstance(created, GameCreated), "a game begins with its creation"
        return Record(steps[0].at, created, tuple(steps[1:]))

    async def check_ended(self, game: GameId) -> None:
        """Let only a finished game through; ``Refused`` before its end."""
        if (await self.state(game)).phase != Phase.ENDED:
            raise Refused([refuse("game/not-ended")])

    async def state(self, game: GameId) -> GameState:
        """Return everything about a game; for the service alone."""
        return _state(await self._loaded(game))

    async def moved(self, game: GameId) -> Moved:
        """Return a game as if it had just moved: to take up work after a restart."""
        desk = await self._loaded(game)
        assert desk.table is not None, "a loaded game has its table"
        state = _state(desk)
        return Moved(game, desk.table, state, self._deadline_at(desk.table, state, desk.at))

    async def table_of(self, game: GameId) -> TableId:
        """Return the table that a game is played at."""
        desk = await self._loaded(game)
        assert desk.table is not None, "a loaded game has its table"
        return desk.table

    async def drain(self) -> None:
        """Wait until every command that is under way is durable."""
        while self._running:
            await asyncio.wait(self._running)

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Carry a piece of work to its end even if whoever waits for it goes away."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _create(self, game: GameId, table: TableId, command: CreateGame) -> Outcome:
        desk = self._desk(game)
        async with desk.lock:
            self._desks[game] = desk  # somebody may have looked for the game in the meantime, in vain
            if command.rules.sets == "letters":
                await asyncio.to_thread(self._sets_for, command.rules)  # a dictionary takes a moment to open
            now = self._clock.now_ms()
            state, events = advance(None, command, now=now, chance=self._chance, sets_for=self._sets_for)
            desk.table = table
            return await self._append(game, desk, Step(0, now, command, events), state, None)

    async def _act(self, game: GameId, make: Make, key: CommandKey | None, at: int | None) -> Outcome | None:
        desk = self._desk(game)
        async with desk.lock:
            for _ in range(ATTEMPTS):
                await self._load(game, desk)
                if key is not None and (known := desk.results.get((key.who, key.id))):
                    return _first_result(known, key)
                try:
                    return await self._decide(game, desk, make, key, at)
                except (Conflict, Refused) as error:
                    # Another process was first, or this command itself, long ago: then its result stands.
                    if key is not None and (first := await self.result(game, key)) is not None:
                        return first
                    if isinstance(error, Refused):
                        raise
            raise Conflict("store/conflict")

    async def _decide(
        self, game: GameId, desk: _Desk, make: Make, key: CommandKey | None, at: int | None
    ) -> Outcome | None:
        """Decide a command on the game as it is in memory, and append what comes of it."""
        state = _state(desk)
        now = max(self._clock.now_ms() if at is None else at, desk.at)
        command = make(state, now)
        if command is None:
            return None
        now = self._with_lag(state, command, now)
        after, events = advance(state, command, now=now, chance=self._chance)
        return await self._append(game, desk, Step(state.version, now, command, events), after, key)

    async def _append(
        self, game: GameId, desk: _Desk, step: Step, after: GameState, key: CommandKey | None
    ) -> Outcome:
        """Make a step durable, then tell of it; whatever goes wrong, the next command loads the game anew."""
        assert desk.table is not None, "a loaded game has its table"
        stored = StoredStep(step.version, after.version, step.at, format_body(step))
        fact = self._deadline_at(desk.table, after, step.at)
        append = Append(stored, desk.table, key, fact, after.phase == Phase.ENDED)
        try:
            await self._store.append(game, append)
        except BaseException:
            desk.forget()
            raise
        desk.accept(step, after)
        if key is not None:
            desk.keep_result(CommandResult(key, step.version, after.version))
        for hear in self.on_moved:
            hear(Moved(game, desk.table, after, fact))
        await self._bus.publish(f"game/{game}", f"moved {after.version}")
        return Outcome(step.version, after.version)

    def _deadline_at(self, table: TableId, state: GameState, at: int) -> int | None:
        """Return when the game has to be looked at again: a fact that is stored with the step."""
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

    def _desk(self, game: GameId) -> _Desk:
        desk = self._desks.get(game)
        if desk is None:
            desk = self._desks[game] = _Desk()
            self._make_room()
        self._desks.move_to_end(game)
        return desk

    def _make_room(self) -> None:
        """Put away games that nobody has touched for long; they are loaded again when needed."""
        for game in list(self._desks)[: max(0, len(self._desks) - OPEN_DESKS)]:
            if not self._desks[game].lock.locked():
                del self._desks[game]

    async def _loaded(self, game: GameId) -> _Desk:
        desk = self._desk(game)
        if desk.state is None:
            async with desk.lock:
                await self._load(game, desk)
        return desk

    async def _load(self, game: GameId, desk: _Desk) -> None:
        if desk.state is not None:
            return
        stored = await self._store.load(game)
        if not stored:
            self._desks.pop(game, None)
            raise NotFound("game/unknown")
        desk.table = await self._store.table_of(game)
        steps, states = await asyncio.to_thread(_read, stored, self._sets_for)
        desk.at = steps[-1].at
        for step, state in list(zip(steps, states, strict=True))[-REMEMBERED:]:
            desk.accept(step, state)

    async def catch_up(self, game: GameId, version: int) -> None:
        """Look again at a game that another process has moved to a version."""
        desk = self._desks.get(game)
        if desk is not None and desk.state is not None and desk.state.version < version:
            async with desk.lock:
                desk.forget()

    async def _remember_all(self, game: GameId, desk: _Desk) -> None:
        """Load a game from its beginning, for who was away for long; kept until it moves on."""
        stored = await self._store.load(game)
        steps, states = await asyncio.to_thread(_read, stored, self._sets_for)
        if desk.state is not None and states and states[-1].version == desk.state.version:
            desk.states = OrderedDict((state.version, state) for state in states)
            desk.steps = OrderedDict((step.version, step) for step in steps)


def format_body(step: Step) -> str:
    """Write a step as the log and the record hold it."""
    return json.dumps(format_step(step), ensure_ascii=False, separators=(",", ":"))


def digest(command: Command, *, by: str = "") -> str:
    """Return a short hash of a command, and of who gave it, to notice an id that is used for another one."""
    text = json.dumps(to_json(command), sort_keys=True, separators=(",", ":")) + by
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _first_result(known: CommandResult, key: CommandKey) -> Outcome:
    if known.key.digest != key.digest:
        raise Forbidden("command/reused")
    return Outcome(known.version, known.after, repeated=True)


def _state(desk: _Desk) -> GameState:
    assert desk.state is not None, "the game is loaded"
    return desk.state


def _sight(desk: _Desk, state: GameState, viewer: Viewer) -> Sight:
    return Sight(_view(desk, state, viewer), _view(desk, state, None))


def _view(desk: _Desk, state: GameState, viewer: Viewer) -> GameView:
    """Show a state; what was shown for the last versions is kept, since many look at the same."""
    key = (state.version, viewer)
    if key not in desk.views:
        desk.views[key] = view(state, viewer)
    return desk.views[key]


def _path_from(desk: _Desk, base: int) -> tuple[GameState, list[Step]]:
    return desk.states[base], [step for version, step in desk.steps.items() if version >= base]


def _read(stored: Sequence[StoredStep], sets_for: SetRulesFor) -> tuple[list[Step], list[GameState]]:
    """Read stored steps and fold them: the state after each."""
    steps = [parse_step(cast(Json, json.loads(each.body))) for each in stored]
    states: list[GameState] = []
    state: GameState | None = None
    for step in steps:
        for event in step.events:
            state = evolve(state, event, sets_for=sets_for)
        assert state is not None, "a step has events"
        states.append(state)
    return steps, states
