"""When it is better to lay less than one could, and why, for a hint in a player's words.

The value model compares the choices of the turn (``bots/value``). The reason is counted: the face for which
most of the player's tiles wait is the one that would let most more of them be laid.
"""

from typing import NamedTuple

from tilemeld.bots.value.choices import ChoiceKind
from tilemeld.bots.value.count_view import count_view
from tilemeld.bots.value.model import asker_for, is_judged, judge_choices
from tilemeld.engine.game.views import GameView
from tilemeld.engine.tiles import Face
from tilemeld.solver import NO_JOKERS, count_tiles, list_faces, list_units

CLEARLY = 0.04
"""So much more of the chance to win has to be kept before a hint advises to lay less."""
WORTH_WAITING = 3
"""So many tiles have to wait for one face before it is given as a reason."""


class Holding(NamedTuple):
    """What is better than laying everything, and what the player's tiles wait for."""

    choice: ChoiceKind
    chance: float
    """The chance to win that it keeps."""
    laying: float
    """The chance to win that laying everything leaves."""
    waiting: int
    """How many tiles wait for one face; 0 where few do."""
    face: Face | None


def better_than_laying(view: GameView) -> Holding | None:
    """Return what is clearly better than to lay all that can be laid, if anything is."""
    if not is_judged(view.rules):
        return None
    judged = judge_choices(view)
    best = max(judged, key=lambda each: each.chance)
    laying = [each.chance for each in judged if each.kind == "all"]
    if not laying or best.kind == "all" or best.chance < laying[0] + CLEARLY:
        return None
    waiting, face = waits_for(view)
    return Holding(best.kind, best.chance, laying[0], waiting=waiting, face=face)


def waits_for(view: GameView) -> tuple[int, Face | None]:
    """Return how many more tiles of the rack one face would let be laid, and which face; few are none."""
    seen, asker = count_view(view), asker_for(view.rules)
    now = count_tiles(asker.lay_most(seen.table, seen.free))
    more: dict[int, int] = {}
    for unit in set(list_units(seen.hidden & NO_JOKERS)):
        more[unit] = count_tiles(asker.lay_most(seen.table, seen.free + unit)) - now - 1
    best = max(more, key=lambda unit: (more[unit], -unit), default=None)
    if best is None or more[best] < WORTH_WAITING:
        return 0, None
    return more[best], list_faces(best)[0]
