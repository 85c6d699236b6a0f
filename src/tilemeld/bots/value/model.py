"""The value model: how likely a seat is to win, and how many points it may expect, as far as it can know.

Everything that asks "who is winning?" asks here: the expert and the adaptive bot, hints, reviews and the luck
ledger. The model is a small network whose weights are data (``chance_model.json``, written by
``tilemeld train``); it sees nothing but a seat's view.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.game.views import view as view_of
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Seat
from tilemeld.solver import Count, CountSolver, is_known_box, joker_worth

from .choices import Judged, judge
from .count_view import CountView, count_view
from .features import FEATURES, features, most
from .network import Network

FILE = "chance_model.json"


@lru_cache(maxsize=1)
def model() -> Network:
    """Return the network that is shipped: its weights are part of the package, read once."""
    return network_of(json.loads(resources.files(__package__).joinpath(FILE).read_bytes()))


def network_of(data: dict[str, Any]) -> Network:
    """Make the network of what ``tilemeld train`` wrote.

    Raises ``ValueError`` for weights of other features than these.
    """
    if data["features"] != [*FEATURES]:
        raise ValueError("the weights belong to other features: run tilemeld train")
    return Network(tuple(map(tuple, data["hidden"])), tuple(map(tuple, data["outputs"])))


def is_judged(rules: Rules) -> bool:
    """Say whether the model knows games with these rules: numbers, in a box that the solver knows."""
    return rules.sets == "numbers" and is_known_box(rules)


def asker_for(rules: Rules, *, budget_nodes: int = 40_000) -> CountSolver:
    """Return what the model asks about tiles."""
    return CountSolver(joker_worth(rules), budget_nodes=budget_nodes)


def chance_to_win(view: GameView) -> float:
    """Return the viewer's chance to win, from 0 to 1, as far as the viewer can know.

    At the end of a game it is the share of the win.
    """
    assert view.viewer is not None, "a chance belongs to a seat"
    if view.result is not None:
        winners = view.result.winners
        return (view.viewer in winners) / len(winners) if winners else 0.0
    counted = count_view(view)
    return chance_in(counted, asker_for(view.rules))


def chance_in(view: CountView, asker: CountSolver, network: Network | None = None) -> float:
    """Return the seat's chance to win in a view in counts; who can go out in this turn has won."""
    best = most(view, asker)
    if best == view.free == view.rack and view.active == view.seat and not view.is_over:
        return 1.0
    return (network or model()).run(features(view, asker, best=best))[0]


def expected_points(view: GameView) -> float:
    """Return the points that the viewer may expect from the game."""
    assert view.viewer is not None, "points belong to a seat"
    if view.result is not None:
        return float(view.result.scores[view.viewer].points)
    return model().run(features(count_view(view), asker_for(view.rules)))[1]


def chances(state: GameState) -> tuple[float, ...]:
    """Return every seat's chance to win, each by what that seat knows, made to add up to 1."""
    return even_out([chance_to_win(view_of(state, Seat(seat))) for seat in range(state.players)])


def even_out(each: Sequence[float]) -> tuple[float, ...]:
    """Make chances add up to 1.

    >>> even_out([0.6, 0.6])
    (0.5, 0.5)
    """
    total = sum(each)
    return tuple(chance / total for chance in each) if total else tuple(1 / len(each) for _ in each)


def judge_choices(view: GameView) -> list[Judged]:
    """Judge what the viewer, whose turn it is, could do: lay all, less, one tile, or nothing."""
    assert view.phase == Phase.TURN, "choices are judged in a turn"
    assert view.viewer == view.active, "it is the viewer's turn"
    return judge(count_view(view), asker_for(view.rules), model())


def judge_play(view: GameView, tiles: Count) -> float:
    """Return the viewer's chance to win after laying these tiles; with none, before it sees what it takes."""
    counted, asker = count_view(view), asker_for(view.rules)
    if tiles and tiles == counted.rack:
        return 1.0
    return chance_in(counted.after(tiles), asker)
