"""The interface of a player: it gets a seat's view and answers with what it does."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from tilemeld.engine.game.commands import Command, Pass, Take
from tilemeld.engine.game.views import GameView
from tilemeld.engine.tiles import Seat, Table


@dataclass(frozen=True, slots=True)
class Dawdle:
    """Let the time run out, with a table that may be half-built."""

    draft: Table | None = None


Choice = Command | Dawdle
"""What a player does: a command, or nothing until the time is up."""


class Player(Protocol):
    """A bot: the same view and the same random numbers give the same choice."""

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to; asked whenever the game waits for that seat."""
        ...


def take_or_pass(view: GameView, seat: Seat, rng: Random) -> Command:
    """Return the move of a player who lays nothing: take a tile, from a chosen stack, or pass (E2)."""
    if not view.bank_count:
        return Pass(seat)
    has_to_choose = view.rules.bank_in_stacks and view.rules.stacks_by_hand and not view.bank_open
    return Take(seat, rng.randrange(len(view.bank)) if has_to_choose else None)
