"""Games in memory: what is kept of each in addition to its state, and when it is released."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, Viewer, view
from tilemeld.engine.record.record import Step
from tilemeld.service.log.log_cache import STATE_BYTES, LogCache, Moment, OpenLog
from tilemeld.service.ports import GameId, TableId

REMEMBERED = 16
"""How many states of a game are kept for clients that were briefly disconnected."""
OPEN_GAMES = 2_000
"""How many games are kept in memory."""
OPEN_BYTES = 96 * 1024 * 1024
"""How many bytes they may take together."""
ENDED_MS = 1_000
"""How long a game that is over is kept when nobody is at its table."""
IDLE_MS = 60_000
"""How long a game in which nothing happens is kept when nobody is at its table."""
TEXT_TIMES = 4
"""The size of a step in memory as a multiple of its text, measured."""

IsWatched = Callable[[TableId], bool]
"""Says whether anybody is connected to a table."""
GameMoment = Moment[GameState, Step]


def weight_of(moment: GameMoment) -> int:
    """Return about how many bytes a moment takes."""
    return STATE_BYTES + TEXT_TIMES * moment.size


@dataclass(slots=True)
class OpenGame(OpenLog[GameState, Step]):
    """A game in memory: its table, its latest moments, and views of them."""

    table: TableId | None = None
    moments: OrderedDict[int, GameMoment] = field(default_factory=OrderedDict)
    """The latest, by the version that they led to."""
    _views: dict[tuple[int, Viewer], GameView] = field(default_factory=dict)

    def accept(self, moment: GameMoment) -> None:
        """Add a durable step."""
        OpenLog.accept(self, moment)
        self.moments[moment.version] = moment
        self.weight += weight_of(moment)
        self._shorten(REMEMBERED)
        self._views = {key: kept for key, kept in self._views.items() if key[0] >= moment.before}

    def remember_all(self, moments: list[GameMoment]) -> None:
        """Keep the whole game, for a client that was away for long, until the next move."""
        self.moments = OrderedDict((moment.version, moment) for moment in moments)
        self.weight = STATE_BYTES + sum(map(weight_of, moments))

    @property
    def is_over(self) -> bool:
        """Whether nothing happens in it any more, or nothing of it is in memory."""
        return self.state is None or self.state.phase == Phase.ENDED

    @property
    def is_whole(self) -> bool:
        """Whether every moment of the game is in memory."""
        return bool(self.moments) and next(iter(self.moments.values())).before == 0

    def since(self, base: int) -> tuple[GameState, list[Step]] | None:
        """Return the state at a version and the steps after it, if they are in memory."""
        if (known := self.moments.get(base)) is None:
            return None
        return known.state, [each.step for each in self.moments.values() if each.before >= base]

    def view(self, state: GameState, viewer: Viewer) -> GameView:
        """Return a view of a state; views of the last versions are cached, since many viewers share them."""
        key = (state.version, viewer)
        if key not in self._views:
            self._views[key] = view(state, viewer)
        return self._views[key]

    def forget(self) -> None:
        """Drop everything."""
        OpenLog.forget(self)
        self.moments.clear()
        self._views.clear()

    def slim(self) -> None:
        """Keep only the present state."""
        OpenLog.slim(self)
        self._shorten(1)
        self._views.clear()

    def _shorten(self, count: int) -> None:
        while len(self.moments) > count:
            self.weight -= weight_of(self.moments.popitem(last=False)[1])


class GameCache(LogCache[GameId, OpenGame]):
    """The games in memory."""

    def __init__(self, *, games: int = OPEN_GAMES, bytes: int = OPEN_BYTES) -> None:  # noqa: A002
        super().__init__(OpenGame, items=games, bytes=bytes)

    def tidy(self, now: int, is_watched: IsWatched) -> None:
        """Release what nobody needs: finished games, idle games, and what exceeds the bounds."""
        for game, each in list(self._logs.items()):
            if each.is_busy or now - max(each.at, each.touched_at) < (ENDED_MS if each.is_over else IDLE_MS):
                continue
            if each.table is not None and is_watched(each.table):
                each.slim()
            else:
                del self._logs[game]
        self.lose_weight()
