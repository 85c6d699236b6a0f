"""The choices of a turn that are worth comparing, and what the model thinks of each."""

from dataclasses import dataclass
from typing import Literal

from tilemeld.solver import (
    NO_JOKERS,
    Count,
    CountSolver,
    Goal,
    count_jokers,
    goal_weights,
    joker_worth,
    list_units,
)

from .count_view import CountView
from .features import features, most_with_joker
from .network import Network

ChoiceKind = Literal["hold", "all", "all-but-jokers", "own-sets", "single", "part"]
"""What kind it is: nothing, everything, less without a joker, sets of the rack, one tile, a part."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice with what it leads to."""

    kind: ChoiceKind
    tiles: Count
    chance: float
    """The chance to win after it, from 0 to 1."""
    points: float
    """The points to be expected after it."""


def list_choices(view: CountView, asker: CountSolver, best: Count) -> list[tuple[ChoiceKind, Count]]:
    """List what is worth comparing: nothing, the most, less of it, and one or two single tiles."""
    found: dict[Count, ChoiceKind] = {0: "hold"}
    if not best:
        return [("hold", 0)]
    found[best] = "all"
    if best == view.rack:
        return [("all", best)]
    if not view.opened[view.seat]:
        return [(kind, tiles) for tiles, kind in found.items()]
    table, rack = view.table, view.free
    if count_jokers(best):
        found.setdefault(asker.lay_most(table, rack & NO_JOKERS), "all-but-jokers")
    own = asker.lay_most(0, rack & NO_JOKERS)
    if own and own != best:
        found.setdefault(own, "own-sets")
        rest = asker.lay_most(table, (rack - own) & NO_JOKERS) if own else 0
        if rest:
            found.setdefault(rest, "part")
    single = lightest(table, asker, best)
    if single:
        found.setdefault(single, "single")
    return [(kind, tiles) for tiles, kind in found.items()]


def lightest(table: Count, asker: CountSolver, play: Count) -> Count:
    """Return one tile of a play that can be laid by itself, the highest first; none if there is none."""
    for unit in sorted(set(list_units(play & NO_JOKERS)), key=_number, reverse=True):
        if asker.can_go_out(table, unit):
            return unit
    return 0


def _number(unit: Count) -> int:
    return (unit.bit_length() - 1 >> 3) % 13


def playable(view: CountView, asker: CountSolver) -> Count:
    """Return what the seat would lay if it laid all it can: most tiles, or in a last lap most points."""
    if not view.opened[view.seat]:
        return asker.opening(view.rules, view.free)
    if view.lap_left is None:
        return asker.lay_most(view.table, view.free)
    return asker.lay_most(view.table, view.free, goal_weights(Goal.POINTS_TILES, joker_worth(view.rules)))


def judge(view: CountView, asker: CountSolver, network: Network) -> list[Judged]:
    """Judge every choice of the seat whose turn it is, by the model."""
    best = playable(view, asker)
    listed = list_choices(view, asker, best)
    if len(listed) == 1:
        kind, tiles = listed[0]
        return [_judge_one(kind, tiles, view.after(tiles), asker, network)]
    is_known = view.free == view.rack and view.lap_left is None and view.opened[view.seat]
    spare = most_with_joker(view, asker) if is_known and count_jokers(view.table + view.rack) < 4 else None
    return [
        _judge_one(
            kind,
            tiles,
            view.after(tiles),
            asker,
            network,
            best=best - tiles if is_known and _holds(best, tiles) else None,
            spare=spare - tiles if spare is not None and _holds(spare, tiles) else None,
        )
        for kind, tiles in listed
    ]


def _judge_one(
    kind: ChoiceKind,
    tiles: Count,
    after: CountView,
    asker: CountSolver,
    network: Network,
    *,
    best: Count | None = None,
    spare: Count | None = None,
) -> Judged:
    if not after.held[after.seat]:
        return Judged(kind=kind, tiles=tiles, chance=1.0, points=5.0 * sum(after.held))
    chance, points = network.run(features(after, asker, best=best, spare=spare))
    return Judged(kind=kind, tiles=tiles, chance=chance, points=points)


def _holds(whole: Count, part: Count) -> bool:
    """Say whether a count holds another."""
    if not part:
        return True
    return all(map(int.__ge__, whole.to_bytes(53, "little"), part.to_bytes(53, "little")))
