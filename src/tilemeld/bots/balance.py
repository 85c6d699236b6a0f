"""Balance: how an adaptive bot keeps a game close, from nothing but how many tiles each player holds (P7).

It can play well and chooses how well. It lays just so much that it holds about as many tiles as the best
placed of the others; ahead of them it takes a tile. It goes out only when another player is about to,
and a coin says whether it lays its best in the last lap. So whoever sits at the table has a game until
the end and wins about every second one.
"""

from dataclasses import dataclass
from random import Random

from tilemeld.engine.views import GameView


@dataclass(frozen=True, slots=True)
class Balance:
    """How an adaptive bot keeps the game close."""

    slack: int = 0
    """How many tiles more than the best placed of the others it wants to hold; fewer if negative."""
    near: int = 1
    """It goes out when another player holds so few tiles..."""
    mercy: float = 0.7
    """...and even then, and in a last lap, with this chance it lets the others have it, each time anew."""
    opens_after: int = 3
    """It opens when somebody else has, or when it has had so many turns."""


def may_win(view: GameView, balance: Balance, rng: Random) -> bool:
    """Say whether the game has been close for long enough to be won, and the coin is willing."""
    ending = view.lap_left is not None or not view.bank_count
    return (ending or fewest_of_others(view) <= balance.near) and rng.random() >= balance.mercy


def tiles_to_lay(view: GameView, balance: Balance) -> int:
    """Return how many tiles it may lay and still not leave the others behind."""
    return len(view.rack) - max(1, fewest_of_others(view) + balance.slack)


def may_open(view: GameView, balance: Balance) -> bool:
    """Say whether it may open: somebody else has, or it has waited long enough."""
    assert view.viewer is not None, "a player looks from a seat"
    others = any(seat.opened for place, seat in enumerate(view.seats) if place != view.viewer)
    return others or view.seats[view.viewer].turns >= balance.opens_after


def fewest_of_others(view: GameView) -> int:
    """Return how many tiles the best placed of the others holds."""
    return min(seat.count for place, seat in enumerate(view.seats) if place != view.viewer)
