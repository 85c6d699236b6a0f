"""Levels: bots that play to win, each a name and values.

*Beginner* sees sets on the own rack and tiles that fit at the end of a set, and overlooks some, as
people do. *Club* plays the exact best turn: most tiles, then most points.
"""

from dataclasses import dataclass
from random import Random
from typing import Literal

from tilemeld.engine.commands import Announce, AskRedeal, ChooseStack, Confirm, EndTurn, Pass, Take
from tilemeld.engine.faces import JOKER
from tilemeld.engine.numbers import NumberSets, read_numbers
from tilemeld.engine.state import Phase
from tilemeld.engine.tiles import Face, Seat, Table, faces_of
from tilemeld.engine.views import GameView
from tilemeld.solver import Goal, Position, PositionError, Solution, solve

from .covering import attach, count_faces, pack
from .laying import FaceSet, lay, table_faces
from .player import Choice, Dawdle


@dataclass(frozen=True, slots=True)
class Level:
    """What a bot can do."""

    name: str
    reach: Literal["own-sets", "whole-table"]
    """Whether it only lays own sets and adds single tiles, or rearranges the whole table."""
    overlooks: float = 0.0
    """The share of sets and additions that it does not see."""
    budget_nodes: int | None = None
    """How many nodes a search may look at; none: as many as a proof needs."""


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", "own-sets", overlooks=0.12),
        Level("club", "whole-table"),
    )
}
"""The levels by name, weakest first."""


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A bot of some level."""

    level: Level

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        match view.phase:
            case Phase.TURN:
                return self._play(view, seat, rng)
            case Phase.STACKS:
                return ChooseStack(seat, rng.randrange(len(view.stacks) - 1))
            case Phase.REDEAL:
                return AskRedeal(seat) if view.may_redeal else Dawdle()
            case _:
                can_open = NumberSets(view.rules).can_open(faces_of(view.rack))
                return Announce(seat) if can_open else EndTurn(seat)

    def _play(self, view: GameView, seat: Seat, rng: Random) -> Choice:
        table = self.find_play(view, rng)
        if table is not None:
            return Confirm(seat, table)
        if not view.bank_count:
            return Pass(seat)
        has_to_choose = view.rules.bank_in_stacks and view.rules.stacks_by_hand and not view.bank_open
        return Take(seat, rng.randrange(len(view.bank)) if has_to_choose else None)

    def find_play(self, view: GameView, rng: Random) -> Table | None:
        """Return the table that the bot would confirm, or nothing when it would take a tile."""
        assert view.viewer is not None, "a player looks from a seat"
        if not view.seats[view.viewer].opened:
            sets = self._opening(view, rng)
            return None if sets is None else lay(view, [*table_faces(view), *sets])
        after = self._manipulation(view, rng)
        return None if after is None else lay(view, after)

    def _opening(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        """Open with as many tiles as possible, or else with the most points, if that is enough."""
        rack = tuple(face for face in faces_of(view.rack) if face != JOKER or view.rules.opening_jokers)
        for goal in (Goal.TILES_POINTS, Goal.OPENING):
            sets = [each for each in _own_sets(view, rack, goal, rng) if rng.random() >= self.level.overlooks]
            if sets and sum(read_numbers(each).worth for each in sets) >= view.rules.opening_points:
                return sets
        return None

    def _manipulation(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        if self.level.reach == "whole-table":
            best = _solve(view, tuple(table_faces(view)), Goal.TILES_POINTS, self.level.budget_nodes)
            if best is not None:
                return list(best.table) if best.tiles else None
        return self._own_sets_and_additions(view, rng)

    def _own_sets_and_additions(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        """Lay own sets, then add single tiles to whatever lies there, and overlook some of it."""
        rack = count_faces(faces_of(view.rack))
        new = []
        for faces in _own_sets(view, faces_of(view.rack), Goal.TILES_POINTS, rng):
            if rng.random() >= self.level.overlooks:
                new.append(faces)
                for face in faces:
                    rack[face] -= 1
        sets = table_faces(view) + new
        added = _add_singles(sets, rack, rng, overlooks=self.level.overlooks)
        return sets if new or added else None


def _own_sets(view: GameView, rack: tuple[Face, ...], goal: Goal, rng: Random) -> list[FaceSet]:
    """Return the best sets of rack tiles alone; by a greedy packing where the solver has no such box."""
    best = _solve(view, (), goal, None, rack=rack)
    return pack(count_faces(rack), rng) if best is None else list(best.table)


def _add_singles(sets: list[FaceSet], rack: dict[Face, int], rng: Random, *, overlooks: float) -> int:
    """Add tiles of the rack, one at a time, until no more fit; return how many."""
    added = 0
    unseen = {face for face, count in rack.items() if count and rng.random() < overlooks}
    progress = True
    while progress:
        progress = False
        for face in [face for face, count in rack.items() if count and face not in unseen]:
            place = attach(face, sets, rng)
            if place is not None:
                sets[place] = (*sets[place], face)
                rack[face] -= 1
                added += 1
                progress = True
    return added


def _solve(
    view: GameView,
    table: tuple[FaceSet, ...],
    goal: Goal,
    budget_nodes: int | None,
    *,
    rack: tuple[Face, ...] | None = None,
) -> Solution | None:
    """Ask the exact solver; nothing when a house game has a box that the solver does not know."""
    try:
        position = Position(
            table,
            faces_of(view.rack) if rack is None else rack,
            copies=view.rules.copies,
            jokers=view.rules.jokers,
            joker_value=view.rules.joker_rack_value,
        )
    except PositionError:
        return None
    return solve(position, goal, budget_nodes=budget_nodes)
