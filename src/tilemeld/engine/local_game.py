"""A local game: state, clock and record in one object, for scripts, simulations and the terminal."""

from tilemeld.engine.game.commands import Command, CreateGame, ExpireDeadline
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.events import Event, GameCreated
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import Chance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView, Viewer, view
from tilemeld.engine.record.record import Record, Step
from tilemeld.engine.sets.for_rules import sets_of

from .rules import Rules
from .tiles import Seat, Table


class LocalGame:
    """Plays one game in this process, with a clock that moves only on request.

    The only mutable object in the engine: a convenience around ``decide`` and ``evolve``, which are pure.
    """

    def __init__(self, create: CreateGame, *, chance: Chance, sets_for: SetRulesFor = sets_of) -> None:
        self._chance = chance
        self._steps: list[Step] = []
        self.now = 0
        """The clock, in milliseconds."""
        self.state: GameState
        self.state, (self._created,) = advance(None, create, now=0, chance=chance, sets_for=sets_for)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.state.rules

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == Phase.ENDED

    @property
    def active(self) -> Seat:
        """Whose turn it is; asking between turns is an error."""
        if self.state.active is None:
            raise ValueError(f"nobody's turn: the game is waiting for {self.state.phase.value}")
        return self.state.active

    @property
    def record(self) -> Record:
        """The game so far, as a record."""
        assert isinstance(self._created, GameCreated), "a game begins with its creation"
        return Record(0, self._created, tuple(self._steps))

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry a command out and return what happened; ``Refused`` leaves everything as it was."""
        version = self.state.version
        self.state, events = advance(self.state, command, now=self.now, chance=self._chance)
        self._steps.append(Step(version=version, at=self.now, command=command, events=events))
        return events

    def run_out(self, draft: Table | None = None) -> tuple[Event, ...]:
        """Let the running time run out, with a table that may be half-built."""
        if self.state.deadline is not None:
            self.now = max(self.now, self.state.deadline.at)
        return self.do(ExpireDeadline(draft))

    def view(self, viewer: Viewer) -> GameView:
        """Return what a seat, or a spectator (``None``), may know."""
        return view(self.state, viewer)
