"""A story: the events of one decision in order, each applied before the next."""

from .events import Event
from .evolve import evolve
from .state import GameState


class Story:
    """Collects events and knows the state after the last one; lives only while a decision is made."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event and apply it."""
        self.state = evolve(self.state, event)
        self.events.append(event)
