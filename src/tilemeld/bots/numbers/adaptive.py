"""Balance: how an adaptive bot keeps a game close and lets everybody win their share.

It can play well and chooses how well, from nothing but what all can see: how many tiles each player
holds (P7), who has opened, how full the bank is. It wants to hold about as many tiles as the best placed
of the others, so a weak player meets a slow bot and a strong one a quick one. Who wins then hangs on the
end, and there it has a mood for each game: in every other one it means to win, and goes out as soon as
the end is near; in the others it stays a few tiles behind and never goes out. Only who is nearly out
while the bank is still full needs no such favour. The mood comes from the game's commitment, which is
public and the same all game, so the bot needs no memory.
"""

from dataclasses import dataclass
from random import Random

from tilemeld.engine.game.views import GameView


@dataclass(frozen=True, slots=True)
class Balance:
    """How an adaptive bot keeps the game close."""

    wins: float = 0.48
    """The share of games that it means to win."""
    near: int = 2
    """When it means to, it plays its best once another player holds so few tiles, or the bank is empty."""
    full: int = 28
    """Whoever is as near as that with more tiles than this in the bank is strong: it plays its best."""
    behind: int = 3
    """When it does not mean to win, it wants to hold so many tiles more than the best placed other."""
    opens_after: int = 3
    """It opens when somebody else has, or when it has had so many turns."""


def means_to_win(view: GameView, balance: Balance) -> bool:
    """Say whether this is a game that it means to win."""
    return Random(f"{view.commitment}/{view.game}/{view.viewer}").random() < balance.wins


def plays_its_best(view: GameView, balance: Balance) -> bool:
    """Say whether the game has been close for long enough to be won, and it means to or has to."""
    is_near = fewest_of_others(view) <= balance.near
    if is_near and view.bank_count > balance.full:
        return True
    ending = view.lap_left is not None or not view.bank_count
    return (ending or is_near) and means_to_win(view, balance)


def tiles_to_lay(view: GameView, balance: Balance) -> int:
    """Return how many tiles it may lay and still not leave the others behind."""
    behind = 0 if means_to_win(view, balance) else balance.behind
    return len(view.rack) - max(1, fewest_of_others(view) + behind)


def may_open(view: GameView, balance: Balance) -> bool:
    """Say whether it may open: somebody else has, or it has waited long enough."""
    assert view.viewer is not None, "a player looks from a seat"
    others = any(seat.opened for place, seat in enumerate(view.seats) if place != view.viewer)
    return others or view.seats[view.viewer].turns >= balance.opens_after


def fewest_of_others(view: GameView) -> int:
    """Return how many tiles the best placed of the others holds."""
    return min(seat.count for place, seat in enumerate(view.seats) if place != view.viewer)
