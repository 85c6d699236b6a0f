"""An own reading of the log: what everybody may see after each step, from the events alone.

It judges nothing and knows no rule; it moves tiles between racks, table and bank as the events say.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Json = Any
Table = list[list[str]]


@dataclass(slots=True)
class Facts:
    """A game as far as the checker follows it."""

    racks: list[list[str]]
    table: Table = field(default_factory=list)
    bank: list[list[str]] = field(default_factory=list)
    stacks: list[list[str]] = field(default_factory=list)
    phase: str = "entropy"
    active: int | None = None
    turn: int = 0
    deadline: Json = None
    is_paused: bool = False
    is_ruled: bool = False
    """Whether a referee undid something, which this reading does not follow."""

    def tiles(self) -> list[str]:
        """Return every tile in the game, sorted."""
        laid = [tile.partition("(")[0] for tiles in self.table for tile in tiles]
        hidden = [tile for part in (self.racks, self.bank, self.stacks) for tiles in part for tile in tiles]
        return sorted(laid + hidden)

    def shown(self) -> Json:
        """Return what every viewer is shown."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "active": self.active,
            "counts": [len(rack) for rack in self.racks],
            "bank": [len(stack) for stack in self.bank],
            "table": self.table,
        }


def apply(facts: Facts | None, event: Json) -> Facts:
    """Change the facts as an event says; the first creates them."""
    if facts is None:
        assert event["type"] == "game-created", event["type"]
        return Facts([[] for _ in range(event["players"])])
    _CHANGES.get(event["type"], _nothing)(facts, event)
    if "deadline" in event:
        facts.deadline = event["deadline"]
    return facts


def _nothing(facts: Facts, event: Json) -> None:
    pass


def _stacks_built(facts: Facts, event: Json) -> None:
    facts.phase, facts.active = "stacks", event["chooser"]
    facts.stacks = [list(stack) for stack in event["stacks"]]
    facts.racks, facts.bank = [[] for _ in facts.racks], []


def _stack_chosen(facts: Facts, event: Json) -> None:
    facts.racks[event["receiver"]] += facts.stacks.pop(event["stack"])
    facts.active = event["chooser"]


def _dealt(facts: Facts, event: Json) -> None:
    facts.phase, facts.active, facts.stacks = "redeal", None, []
    facts.racks = [list(rack) for rack in event["racks"]]
    facts.bank = [list(stack) for stack in event["bank"]]


def _turn_started(facts: Facts, event: Json) -> None:
    facts.phase, facts.active, facts.turn = "turn", event["seat"], event["turn"]


def _tiles_laid(facts: Facts, event: Json) -> None:
    rack = facts.racks[event["seat"]]
    for tile in event["laid"]:
        rack.remove(tile)
    facts.table = event["table"]


def _tiles_taken(facts: Facts, event: Json) -> None:
    taken = set(event["tiles"])
    assert len(taken) == event["count"], "the count of the tiles taken is another"
    facts.racks[event["seat"]] += event["tiles"]
    left = [[tile for tile in stack if tile not in taken] for stack in facts.bank]
    opened = left.pop(event["stack"])
    facts.bank = [stack for stack in (opened, *left) if stack]


def _turn_ended(facts: Facts, event: Json) -> None:
    facts.deadline = None


def _game_ended(facts: Facts, event: Json) -> None:
    facts.phase, facts.active, facts.deadline, facts.is_paused = "ended", None, None, False


def _paused(facts: Facts, event: Json) -> None:
    facts.is_paused = True


def _resumed(facts: Facts, event: Json) -> None:
    facts.is_paused = False


def _vote(facts: Facts, event: Json) -> None:
    facts.phase = "vote" if event["type"] == "vote-opened" else "turn"


def _announce(facts: Facts, event: Json) -> None:
    facts.phase = "announce"


def _ruled(facts: Facts, event: Json) -> None:
    facts.is_ruled = True


_CHANGES: dict[str, Callable[[Facts, Json], None]] = {
    "stacks-built": _stacks_built,
    "stack-chosen": _stack_chosen,
    "dealt": _dealt,
    "turn-started": _turn_started,
    "tiles-laid": _tiles_laid,
    "tiles-taken": _tiles_taken,
    "turn-ended": _turn_ended,
    "game-ended": _game_ended,
    "paused": _paused,
    "resumed": _resumed,
    "vote-opened": _vote,
    "vote-closed": _vote,
    "announce-opened": _announce,
    "turn-restarted": _ruled,
    "turn-taken-back": _ruled,
}
