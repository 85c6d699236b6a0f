"""The random-legal player: it takes, lays or adds at random. The bottom of the ladder.

To *lay* is any one set from the rack, or before the opening any one or two that are worth enough; to *add*
is any one tile added to a set on the table; within each all are equally likely. Where that is impossible it
takes a tile. It never rearranges. The player of ``random_player`` is different: lively and careless, to
exercise every rule.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random

from tilemeld.bots.player import Choice, Dawdle, take_or_pass
from tilemeld.engine.game.commands import Announce, AskRedeal, ChooseStack, Confirm, EndTurn
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet

from .best_turn import free_rack
from .random_cover import Counts, counts_by_face, sets_with, use
from .to_tiles import lay, table_faces


@dataclass(frozen=True, slots=True)
class RandomLegalPlayer:
    """Does one simple legal thing, by chance."""

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        match view.phase:
            case Phase.TURN:
                tables = rng.choice(((), *_layings(view)))
                if tables:
                    return Confirm(seat, lay(view, rng.choice(tables)))
                return take_or_pass(view, seat, rng)
            case Phase.STACKS:
                return ChooseStack(seat, rng.randrange(len(view.stacks) - 1))
            case Phase.REDEAL:
                return AskRedeal(seat) if view.may_redeal and rng.random() < 0.5 else Dawdle()
            case _:
                return Announce(seat) if rng.random() < 0.5 else EndTurn(seat)


def _layings(view: GameView) -> tuple[list[list[FaceSet]], list[list[FaceSet]]]:
    """List the tables after laying sets from the rack, and those after adding one tile."""
    assert view.viewer is not None, "a player looks from a seat"
    table = table_faces(view)
    rack = free_rack(view)
    if view.seats[view.viewer].opened:
        own = [[*table, faces] for faces in _own_sets(counts_by_face(rack))]
        added = [
            [*table[:place], (*laid, face), *table[place + 1 :]] for place, laid, face in _added(table, rack)
        ]
        return own, added
    usable = [face for face in rack if face != JOKER or view.rules.opening_jokers]
    return [[*table, *sets] for sets in _openings(counts_by_face(usable), view.rules.opening_points)], []


def _own_sets(free: Counts) -> list[FaceSet]:
    """List every run of 3 to 5 and group that the rack holds, each once."""
    found = {
        tuple(sorted(faces)): faces
        for face in free
        if face != JOKER and free[face]
        for faces in sets_with(face, free)
    }
    return list(found.values())


def _openings(free: Counts, needed: int) -> list[tuple[FaceSet, ...]]:
    own = _own_sets(free)
    alone = [(each,) for each in own if read_numbers(each).worth >= needed]
    pairs = [
        pair
        for pair in combinations(own, 2)
        if sum(read_numbers(each).worth for each in pair) >= needed and use((*pair[0], *pair[1]), dict(free))
    ]
    return [*alone, *pairs]


def _added(table: list[FaceSet], rack: tuple[Face, ...]) -> list[tuple[int, FaceSet, Face]]:
    return [
        (place, laid, face)
        for face in sorted(set(rack))
        for place, laid in enumerate(table)
        if read_numbers((*laid, face)).valid
    ]
