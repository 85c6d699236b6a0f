"""The game log: games as event logs, what viewers may know of them, and when to look at them again."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, cast, get_args

from tilemeld.engine.errors import Refused, TilemeldError, refuse
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
from tilemeld.service.errors import Forbidden, NotFound
from tilemeld.service.log.belief import Belief
from tilemeld.service.log.event_log import Decided, EventLog, Outcome
from tilemeld.service.log.log_cache import Moment
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
from tilemeld.service.upkeep.set_aside import Kind, SetAside

from .game_cache import GameCache, GameMoment, OpenGame

log = logging.getLogger(__name__)

_SEAT_COMMANDS = get_args(SeatCommand)

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
    events: tuple[Event, ...] = ()
    """What happened in this move."""


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


class GameLog(EventLog[GameId, GameState, Step, OpenGame]):
    """Every game of the server, each with a queue of its own."""

    kind: ClassVar[Kind] = "game"
    refusal: ClassVar[type[TilemeldError]] = Refused
    unknown: ClassVar[type[TilemeldError]] = NotFound
    memory: GameCache

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
        belief: Belief | None = None,
        process: str | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        kept = GameCache() if memory is None else memory
        super().__init__(bus, clock, kept, belief=belief, set_aside=set_aside)
        self._store = store
        self._process = process
        self._chance = chance
        self._sets_for = sets_for
        self.timing = timing or Timing()
        self.on_moved: list[Callable[[Moved], None]] = []
        """Listeners in this process, called after a step is durable."""
        self.waits_for_bot: Callable[[TableId, GameState], bool] = lambda _table, _state: False
        """Says whether a game waits for a bot; set by the part that lets bots act."""

    async def create(self, game: GameId, table: TableId, command: CreateGame) -> Outcome:
        """Create a game; ``Conflict`` when a game with this id exists already."""
        return await self.begin(game, partial(self._decide_creation, game, table, command))

    async def act(
        self, game: GameId, make: Make, *, key: CommandKey | None = None, at: int | None = None
    ) -> Outcome | None:
        """Carry out the command that ``make`` returns for the present state, if any.

        The step is finished even if the caller is cancelled. ``at`` sets the time, for what the server
        notices late; it is never before the last step.

        Raises ``Refused`` by the rules, ``NotFound``, ``Forbidden`` for a reused command id, or
        ``Unavailable``; then nothing was changed.
        """
        return await self.write(game, partial(self._decide, game, make, key, at), key=key)

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
        cached = await self.loaded(game)
        return _view_pair(cached, _state(cached), viewer)

    async def follow(self, game: GameId, viewer: Viewer, base: int) -> Following | None:
        """Return what happened since a version, redacted; ``None`` if there was no such version."""
        cached = await self.loaded(game)
        if base > _state(cached).version:
            return None
        if cached.since(base) is None and not cached.is_whole:
            await self._remember_all(game, cached)
            cached = await self.loaded(game)  # it may have moved meanwhile
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
        return None if known is None else self._repeated(known, key)

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
        return _state(await self.loaded(game))

    async def moved(self, game: GameId) -> Moved:
        """Return a game as if it had just moved, to resume work after a restart."""
        return self._moved(game, await self.loaded(game))

    async def table_of(self, game: GameId) -> TableId:
        """Return the table that a game is played at; it never changes, so what is in memory is right."""
        known = self.memory.find(game)
        if known is not None and known.state is not None and known.table is not None:
            return known.table
        return _table(await self.loaded(game))

    async def _decide_creation(
        self, game: GameId, table: TableId, command: CreateGame, cached: OpenGame
    ) -> Decided[GameState, Step]:
        if command.rules.sets == "letters":
            await asyncio.to_thread(self._sets_for, command.rules)  # a dictionary takes a moment to open
        now = self._clock.now_ms()
        state, events = advance(None, command, now=now, chance=self._chance, sets_for=self._sets_for)
        cached.table = table
        return self._decided(game, cached, Step(version=0, at=now, command=command, events=events), state)

    async def _decide(
        self, game: GameId, make: Make, key: CommandKey | None, at: int | None, cached: OpenGame
    ) -> Decided[GameState, Step] | None:
        """Decide a command on the game in memory."""
        state = _state(cached)
        now = max(self._clock.now_ms() if at is None else at, cached.at)
        command = make(state, now)
        if command is None:
            return None
        now = self._with_lag(state, command, now)
        after, events = advance(state, command, now=now, chance=self._chance)
        step = Step(version=state.version, at=now, command=command, events=events)
        return self._decided(game, cached, step, after, key)

    def _decided(
        self, game: GameId, cached: OpenGame, step: Step, after: GameState, key: CommandKey | None = None
    ) -> Decided[GameState, Step]:
        """Return a step with what is stored in the same transaction."""
        body = format_body(step)
        append = Append(
            step=StoredStep(version=step.version, after=after.version, at=step.at, body=body),
            table=_table(cached),
            key=key,
            deadline_at=self._deadline_at(_table(cached), after, step.at),
            over=after.phase == Phase.ENDED,
            owner=self._process,
        )
        moment = _moment(step, after, len(body))
        return Decided(moment, partial(self._store.append, game, append), body)

    async def _publish(self, item: GameId, cached: OpenGame, moment: GameMoment, body: str = "") -> None:
        """Notify the listeners here, then everybody else."""
        self._tell(replace(self._moved(item, cached), events=moment.step.events))
        about = f"{moment.before},{moment.at},{body}" if body else ""
        await self._bus.publish(f"game/{item}", f"moved {moment.version}", about=about)

    async def heard(self, game: GameId, version: int, about: str) -> None:
        """Take a notice of another process, with what it is about if that came along."""
        before, _, rest = about.partition(",")
        at, _, body = rest.partition(",")
        step = None
        if before.isdecimal() and at.isdecimal():
            step = StoredStep(version=int(before), after=version, at=int(at), body=body)
        await self.hear(game, version, step)

    async def look_around(self) -> None:
        """Ask the store once how far all games in memory have come, and fold what is new."""
        asked_at = self._clock.now_ms()
        known = {game: self.memory.find(game) for game in self.memory}
        games = [game for game, each in known.items() if each is not None and not each.is_over]
        await self.look_at_all(games, await self._store.versions(games), asked_at=asked_at)

    def _tell_here(self, item: GameId, version: int) -> None:
        self._bus.publish_here(f"game/{item}", f"moved {version}")

    def _is_followed(self, item: GameId) -> bool:
        return self._bus.is_heard_here(f"game/{item}")

    def _moved(self, game: GameId, cached: OpenGame) -> Moved:
        state, table = _state(cached), _table(cached)
        return Moved(
            game=game, table=table, state=state, deadline_at=self._deadline_at(table, state, cached.at)
        )

    def _tell(self, moved: Moved) -> None:
        """Notify the listeners; the step is durable, whatever they do with it."""
        for hear in self.on_moved:
            try:
                hear(moved)
            except Exception:
                log.exception("game %s moved, and a listener failed", moved.game)

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

    # How games are stored and folded

    async def _stored(self, item: GameId, after: int) -> Sequence[StoredStep]:
        reached = None if after else await self._store.version_of(item)  # first: it may move on meanwhile
        stored = await self._store.load(item, after=after)
        if stored and reached is not None and stored[-1].after < reached:
            raise ValueError(f"it had reached {reached}, but its steps end at {stored[-1].after}")
        return stored

    async def _load_rest(self, item: GameId, cached: OpenGame, stored: Sequence[StoredStep]) -> None:
        """Load the table that the game is played at."""
        if cached.state is not None:
            return
        cached.table = await self._store.table_of(item)
        if not stored and cached.table is None:
            raise NotFound("game/unknown")
        if not stored or cached.table is None:
            raise ValueError("no steps" if cached.table is not None else "no row in the list of games")

    def _fold(self, cached: OpenGame, stored: Sequence[StoredStep]) -> list[GameMoment]:
        return _read(stored, self._sets_for, cached.state)

    async def _find_result(self, item: GameId, cached: OpenGame, key: CommandKey) -> CommandResult | None:
        return await self._store.result(item, key.who, key.id)

    def _reused(self) -> TilemeldError:
        return Forbidden("command/reused")

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


def _state(cached: OpenGame) -> GameState:
    assert cached.state is not None, "the game is loaded"
    return cached.state


def _table(cached: OpenGame) -> TableId:
    assert cached.table is not None, "a loaded game has its table"
    return cached.table


def _moment(step: Step, after: GameState, size: int) -> GameMoment:
    return Moment(step, after, before=step.version, version=after.version, at=step.at, size=size)


def _view_pair(cached: OpenGame, state: GameState, viewer: Viewer) -> ViewPair:
    return ViewPair(cached.view(state, viewer), cached.view(state, None))


def _read(
    stored: Sequence[StoredStep], sets_for: SetRulesFor, state: GameState | None = None
) -> list[GameMoment]:
    """Read stored steps and fold them onto a state, if there is one: the state after each.

    Raises ``ValueError`` when a step is missing or does not fit its row, ``RulesError`` for rules that a
    newer program has published; other errors if one is not a step.
    """
    moments: list[GameMoment] = []
    for each in stored:
        step = parse_step(cast(Json, json.loads(each.body)))
        at = 0 if state is None else state.version
        if (each.version, each.at) != (step.version, step.at) or step.version != at:
            raise ValueError(f"step {step.version} stands at {each.version}, where {at} is expected")
        for event in step.events:
            state = evolve(state, event, sets_for=sets_for)
        if state is None or state.version != each.after:
            raise ValueError(f"step {step.version} does not lead to {each.after}")
        moments.append(_moment(step, state, len(each.body)))
    if state is not None:
        profile(state.rules.profile, state.rules.version)
    return moments
