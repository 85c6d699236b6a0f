"""The adaptive bot: how it keeps a game close and lets everybody win their share.

It can play well and chooses how well, from public facts only: how many tiles each player holds (P7), who
has opened, how full the bank is. It tries to hold about as many tiles as the leading opponent, so a weak
player meets a slow bot and a strong one a quick one. The endgame then decides, and there it makes one choice
per game: in half of its games it tries to win and goes out as soon as the end is near; in the others it
stays a few tiles behind and never goes out. An opponent who is nearly out while the bank is still full
needs no such favour. The choice comes from the game's commitment, which is public and constant, so the
bot needs no memory.
"""

from dataclasses import dataclass
from random import Random

from tilemeld.engine.game.views import GameView

from .best_turn import fewest_of_others


@dataclass(frozen=True, slots=True)
class Adaptive:
    """How an adaptive bot keeps the game close."""

    wins: float = 0.48
    """The share of games that it tries to win."""
    near: int = 2
    """In those it plays its best once another player holds this few tiles, or the bank is empty."""
    full: int = 28
    """An opponent that close with more tiles than this in the bank is strong: it plays its best."""
    behind: int = 3
    """In the other games it tries to hold this many tiles more than the leading opponent."""
    opens_after: int = 3
    """It opens when another player has, or after this many turns."""


def means_to_win(view: GameView, balance: Adaptive) -> bool:
    """Say whether this is a game that it tries to win."""
    return Random(f"{view.commitment}/{view.game}/{view.viewer}").random() < balance.wins


def plays_its_best(view: GameView, balance: Adaptive) -> bool:
    """Say whether it should play its best now: the end is near, and it wants or has to win."""
    is_near = fewest_of_others(view) <= balance.near
    if is_near and view.bank_count > balance.full:
        return True
    ending = view.lap_left is not None or not view.bank_count
    return (ending or is_near) and means_to_win(view, balance)


def tiles_to_lay(view: GameView, balance: Adaptive) -> int:
    """Return how many tiles it may lay without getting ahead of the others."""
    behind = 0 if means_to_win(view, balance) else balance.behind
    return len(view.rack) - max(1, fewest_of_others(view) + behind)


def may_open(view: GameView, balance: Adaptive) -> bool:
    """Say whether it may open: another player has, or it has waited long enough."""
    assert view.viewer is not None, "a player looks from a seat"
    others = any(seat.opened for place, seat in enumerate(view.seats) if place != view.viewer)
    return others or view.seats[view.viewer].turns >= balance.opens_after
