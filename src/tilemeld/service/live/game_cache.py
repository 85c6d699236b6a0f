"""Games in memory: what is kept of each, how large it is, and what is released first.

All of it is a cache: the store has every step and every result, and a released game is folded again on
demand.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, Viewer, view
from tilemeld.engine.record.record import Step
from tilemeld.service.ports import CommandResult, GameId, TableId

REMEMBERED = 16
"""How many states of a game are kept for clients that were briefly disconnected."""
RESULTS = 16
"""How many results of commands are kept for retries; the store has the others."""
OPEN_GAMES = 2_000
"""How many games are kept in memory."""
OPEN_BYTES = 96 * 1024 * 1024
"""How many bytes they may take together."""
ENDED_MS = 1_000
"""How long a game that is over is kept when nobody is at its table."""
IDLE_MS = 60_000
"""How long a game in which nothing happens is kept when nobody is at its table."""
STATE_BYTES = 2_000
"""The additional size of a state next to the one before it, measured."""
TEXT_TIMES = 4
"""The size of a step in memory as a multiple of its text, measured."""

IsWatched = Callable[[TableId], bool]
"""Says whether anybody is connected to a table."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a game and the state it led to."""

    step: Step
    state: GameState
    size: int
    """How long the step is as text."""

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return STATE_BYTES + TEXT_TIMES * self.size


@dataclass(slots=True)
class OpenGame:
    """A game in memory: its queue, its state, its latest moments, and the results of its latest commands."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: TableId | None = None
    state: GameState | None = None
    at: int = 0
    """When its last step was."""
    touched_at: int = 0
    """When it was last used."""
    weight: int = STATE_BYTES
    """About how many bytes it takes."""
    results: OrderedDict[tuple[str, str], CommandResult] = field(default_factory=OrderedDict)
    """Results of the latest commands; the store has earlier ones."""
    moments: OrderedDict[int, Moment] = field(default_factory=OrderedDict)
    """The latest, by the version that they led to."""
    _views: dict[tuple[int, Viewer], GameView] = field(default_factory=dict)

    def accept(self, moment: Moment) -> None:
        """Add a durable step."""
        step = moment.step
        self.state, self.at = moment.state, step.at
        self.moments[moment.state.version] = moment
        self.weight += moment.weight
        self._shorten(REMEMBERED)
        self._views = {key: kept for key, kept in self._views.items() if key[0] >= step.version}

    def keep_result(self, result: CommandResult) -> None:
        """Keep the result of a command for retries."""
        self.results[result.key.who, result.key.id] = result
        while len(self.results) > RESULTS:
            self.results.popitem(last=False)

    def remember_all(self, moments: list[Moment]) -> None:
        """Keep the whole game, for a client that was away for long, until the next move."""
        self.moments = OrderedDict((moment.state.version, moment) for moment in moments)
        self.weight = STATE_BYTES + sum(moment.weight for moment in moments)

    @property
    def is_whole(self) -> bool:
        """Whether every moment of the game is in memory."""
        return bool(self.moments) and next(iter(self.moments.values())).step.version == 0

    def since(self, base: int) -> tuple[GameState, list[Step]] | None:
        """Return the state at a version and the steps after it, if they are in memory."""
        if (known := self.moments.get(base)) is None:
            return None
        return known.state, [each.step for each in self.moments.values() if each.step.version >= base]

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """Return a view of a state; views of the last versions are cached, since many viewers share them."""
        key = (state.version, viewer)
        if key not in self._views:
            self._views[key] = view(state, viewer)
        return self._views[key]

    def forget(self) -> None:
        """Drop what may be out of date; the next command loads the game again."""
        self.state = None
        self.moments.clear()
        self._views.clear()
        self.weight = STATE_BYTES

    def slim(self) -> None:
        """Keep only the present state."""
        self._shorten(1)
        self._views.clear()
        self.results.clear()

    def _shorten(self, count: int) -> None:
        while len(self.moments) > count:
            self.weight -= self.moments.popitem(last=False)[1].weight


class GameCache:
    """The games in memory, the most recently used last."""

    def __init__(self, *, games: int = OPEN_GAMES, bytes: int = OPEN_BYTES) -> None:  # noqa: A002
        self._games: OrderedDict[GameId, OpenGame] = OrderedDict()
        self._limit_games = games
        self._limit_bytes = bytes

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[GameId]:
        return iter(list(self._games))

    @property
    def weight(self) -> int:
        """About how many bytes all of them take."""
        return sum(game.weight for game in self._games.values())

    def open(self, game: GameId, now: int) -> OpenGame:
        """Return a game from memory, or an empty entry for it."""
        found = self._games.get(game)
        if found is None:
            found = self._games[game] = OpenGame()
            self._make_room()
        self._games.move_to_end(game)
        found.touched_at = now
        return found

    def find(self, game: GameId) -> OpenGame | None:
        """Return a game if it is in memory."""
        return self._games.get(game)

    def put(self, game: GameId, found: OpenGame) -> None:
        """Put this game into memory."""
        self._games[game] = found

    def drop(self, game: GameId) -> bool:
        """Release a game unless it is in use; say whether it was released."""
        found = self._games.get(game)
        if found is not None and found.lock.locked():
            return False
        self._games.pop(game, None)
        return True

    def forget(self, game: GameId) -> None:
        """Release a game even if it is in use: there is no game with this id."""
        self._games.pop(game, None)

    def tidy(self, now: int, is_watched: IsWatched) -> None:
        """Release what nobody needs: finished games, idle games, and what exceeds the bounds."""
        for game, each in list(self._games.items()):
            if each.lock.locked():
                continue
            ended = each.state is None or each.state.phase == Phase.ENDED
            if now - max(each.at, each.touched_at) < (ENDED_MS if ended else IDLE_MS):
                continue
            if each.table is not None and is_watched(each.table):
                each.slim()
            else:
                del self._games[game]
        self._lose_weight()

    def _make_room(self) -> None:
        for game in list(self._games)[: max(0, len(self._games) - self._limit_games)]:
            self.drop(game)

    def _lose_weight(self) -> None:
        """Reduce the least recently used games; where that is not enough, release them."""
        too_much = self.weight - self._limit_bytes
        for work in (self._slim, self.drop):
            for game in self if too_much > 0 else ():
                before = self._games[game].weight
                work(game)
                after = self._games.get(game)
                too_much -= before - (0 if after is None else after.weight)
                if too_much <= 0:
                    return

    def _slim(self, game: GameId) -> bool:
        found = self._games[game]
        if not found.lock.locked():
            found.slim()
        return True
